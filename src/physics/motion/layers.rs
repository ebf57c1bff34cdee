//! Correction for vorticity layers thinner than a cell, and for the liquid inside the sphere, in every motion of the
//! body.
//!
//! Along a line it is an [`UnresolvedLayer`], in rotation [`RotationLayers`]. All of it is given back in the balance of
//! forces.

use super::body::{Body, LayersMemory, Prediction};
use super::thin_layers::LateralLayers;
use super::unresolved_layer::{LayerMemory, RotationLayers, RotationNearWall, UnresolvedLayer};
use crate::body::dof::{ALONG, Affine, Dof, NORMAL, TWIST};
use crate::flow::level::Bdf2;

/// The layers of every motion; those along the wall and of rotations over the liquid's density.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyLayers {
    /// Of the motion along the normal \[kg\].
    pub normal: UnresolvedLayer,
    /// Of motions along the wall \[m³\].
    pub lateral: UnresolvedLayer,
    /// Of rotations about axes along the wall \[m⁵\].
    pub(super) rotation: RotationLayers,
    /// Of the rotation about the normal \[m⁵\].
    pub(super) twist: RotationLayers,
    /// How much of the excess of a rotation about an axis along the wall there is near it.
    pub(super) near_wall: RotationNearWall,
    /// Radius of the sphere \[m\].
    pub radius: f64,
    /// Density of the liquid [kg/m³].
    pub(super) liquid_density: f64,
    /// Kinematic viscosity of the liquid [m²/s].
    pub kinematic_viscosity: f64,
}

impl BodyLayers {
    /// No layers around a sphere of `radius` \[m\] in liquid of this density [kg/m³] and kinematic viscosity [m²/s]:
    /// the grid is taken as exact, and the liquid inside of the sphere as rigid.
    pub fn none(radius: f64, liquid_density: f64, kinematic_viscosity: f64) -> Self {
        Self {
            normal: UnresolvedLayer::none(),
            lateral: UnresolvedLayer::none(),
            rotation: RotationLayers::none(),
            twist: RotationLayers::none(),
            near_wall: RotationNearWall::none(),
            radius,
            liquid_density,
            kinematic_viscosity,
        }
    }

    /// Takes the measurements of modes m ≥ 1, far from the wall and near it.
    pub fn take_in(&mut self, layers: LateralLayers, near_wall: Option<RotationNearWall>) {
        (self.lateral, self.rotation) = (layers.lateral, layers.rotation);
        self.near_wall = near_wall.unwrap_or_else(RotationNearWall::none);
        self.twist = layers.twist.unwrap_or_else(RotationLayers::none);
    }

    /// The force of the body on the liquid that the grid has in excess in a step as it is expected `ahead`, which ends
    /// at `gap` \[m\], in `directions` directions along the wall; `flow` is that of the computed flow over its density,
    /// `inertia` the body's excess over the liquid in its place.
    pub(super) fn force(
        &self,
        body: &Body,
        ahead: &Prediction,
        gap: f64,
        directions: usize,
        (flow, inertia): (&Affine, &Dof),
    ) -> Affine {
        let (memory, density, bdf) = (&body.layers, self.liquid_density, &ahead.bdf);
        let levels = |dof: usize| [body.speeds[dof], body.speeds_old[dof]];
        let line = |layer: &UnresolvedLayer, memory: &LayerMemory, dof: usize| {
            let [now, old] = levels(dof);
            layer.force(memory, bdf, now, old)
        };
        let mut force = Affine::on(NORMAL, line(&self.normal, &memory.normal, NORMAL));
        if directions == 0 {
            return force;
        }
        for (k, [u, spin]) in ALONG.into_iter().enumerate().take(directions) {
            let lateral = line(&self.lateral, &memory.lateral[k], u);
            let [pushed, turned] = [u, spin].map(|row| [u, spin].map(|column| flow.per_speed[(row, column)]));
            let free = inertia[u] / density * bdf.c0 + (pushed[0] - lateral.per_speed);
            let per_spin = turned[1] - pushed[1] * turned[0] / free;
            let share =
                self.near_wall.share(gap).min(self.share_limit(&self.rotation, ahead, spin, [inertia[spin], per_spin]));
            let turning = self.rotation.correction(&memory.rotation[k], bdf, levels(spin), share);
            force = force + Affine::on(u, density * lateral) + Affine::on(spin, density * turning);
        }
        if directions == ALONG.len() {
            let share =
                self.share_limit(&self.twist, ahead, TWIST, [inertia[TWIST], flow.per_speed[(TWIST, TWIST)]]).min(1.0);
            let turning = self.twist.correction(&memory.twist, bdf, levels(TWIST), share);
            force = force + Affine::on(TWIST, density * turning);
        }
        force
    }

    /// The largest share of the excess of a rotation that may be given back near a wall, where it is known between a
    /// few gaps only: the sphere, free to move, keeps a part of its inertia, see [`RotationLayers::at_most`]. No limit
    /// in open liquid, nor of a rotation that is not free. `net` is the body's inertia in excess of that of the liquid
    /// in its place, `per_spin` the flow's torque over density per spin of the sphere that is free to move.
    fn share_limit(&self, layers: &RotationLayers, ahead: &Prediction, dof: usize, [net, per_spin]: [f64; 2]) -> f64 {
        let rate = ahead.bdf.c0;
        match ahead.lateral[dof] && !self.near_wall.is_none() {
            true => {
                let inertia = [net / self.liquid_density, per_spin / rate];
                layers.at_most(self.radius, self.kinematic_viscosity, rate, inertia)
            }
            false => f64::INFINITY,
        }
    }

    /// Takes in the end of a step with the new `speeds` and the accelerations `rate`, after the body `before`.
    pub(super) fn advance(&self, before: &Body, bdf: &Bdf2, speeds: &Dof, rate: &Dof) -> LayersMemory {
        let mut memory = before.layers;
        let levels = |dof: usize| [before.speeds[dof], before.speeds_old[dof]];
        self.normal.advance(&mut memory.normal, bdf, rate[NORMAL]);
        for (k, [u, spin]) in ALONG.into_iter().enumerate() {
            self.lateral.advance(&mut memory.lateral[k], bdf, rate[u]);
            self.rotation.advance(&mut memory.rotation[k], bdf, speeds[spin], levels(spin));
        }
        self.twist.advance(&mut memory.twist, bdf, speeds[TWIST], levels(TWIST));
        memory
    }
}
