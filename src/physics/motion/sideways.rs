//! The third dimension of a run: azimuthal modes m ≥ 1 of the liquid, and the sphere's lateral motion and spin.
//!
//! The axisymmetric mode stays with [`super::immersed`]; it meets the others in the convective term alone, which is computed
//! here for all modes. On a sphere that is centred on the axis lateral speed and spin move mode 1 alone, so their equations
//! ([`crate::azimuthal::sphere`]) are two linear ones beside that of the normal motion, and are solved when the step is
//! [finished](Sideways::finish).
//!
//! Without a plane of symmetry both families of modes are computed ([`crate::azimuthal::parts`]). The turned one is the same
//! once more along y, with the rotation about the normal in its mode 0; friction alone couples the two.
//!
//! The grid follows the sphere laterally; the container's side moves along and stands for liquid far away. Friction and the
//! sheared film below the grid ([`super::tangential_wall`]) are implicit in the same two equations: the film is linear in both
//! speeds, friction answers to them through their compliance.

use super::affine::Affine;
use super::blend_sideways::Simulated;
use super::blended_theory::BlendedTheory;
pub use super::lateral::{Across, Direction, Kick, LateralMotion, SidewaysState};
use super::tangential_wall::{AtWall, Beyond, LateralLoads, TangentialState, TangentialWall};
use super::twist::{RotationLayers, RotationNearWall, TwistSetup};
use super::unresolved_layer::UnresolvedLayer;
use crate::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, ForceOnLiquid, NewSpeeds};
use crate::azimuthal::motion::Planar;
use crate::azimuthal::parts::Parts;
use crate::azimuthal::solver::ModeFields;
use crate::azimuthal::sphere::NetInertia;
use crate::azimuthal::state::NextLevel;
use crate::body::constraint::NotConverged;
use crate::contact::surface::{FreeMotion, FreeSurface, FreeTwist, SurfaceLoad, SurfaceMotion, WholeLoad};
use crate::flow::bdf::Bdf2;
use crate::flow::state::FlowState;
use crate::grid::AxialGrid;
use crate::liquid::HistoryMemory;
use ndarray::Array2;

/// The sphere's lateral motion.
#[derive(Debug, Clone, PartialEq)]
pub struct SidewaysSetup {
    /// Net inertia over the liquid's density.
    pub inertia: NetInertia,
    /// The layer of vorticity below the grid, over the liquid's density.
    pub layer: UnresolvedLayer,
    /// The same of a rotation, and the lag of the liquid inside of the markers.
    pub rotation: RotationLayers,
    /// How much of the excess of a rotation about an axis along the wall there is near it.
    pub near_wall: RotationNearWall,
    /// Along x.
    pub along: Direction,
    /// Along y, and about the normal; none with a plane of symmetry.
    pub across: Option<(Direction, TwistSetup)>,
    /// Friction and the sheared film.
    pub wall: TangentialWall,
    /// Theory in the film's place, and what its history force remembers at the start.
    pub blended: Option<(BlendedTheory, HistoryMemory)>,
    /// Density of the liquid [kg/m³].
    pub liquid_density: f64,
    /// Volume of the sphere \[m³\].
    pub volume: f64,
}

/// What the grid has in excess in modes m ≥ 1, over the liquid's density.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayersSideways {
    /// Of a motion across the axis \[m³\].
    pub lateral: UnresolvedLayer,
    /// Of a rotation about an axis along the wall \[m⁵\].
    pub rotation: RotationLayers,
    /// Of the rotation about the normal \[m⁵\]; without a plane of symmetry.
    pub twist: Option<RotationLayers>,
}

impl SidewaysSetup {
    /// Gives back what the grid has in excess, far from the wall and near it.
    pub fn take_in(&mut self, layers: LayersSideways, near_wall: Option<RotationNearWall>) {
        (self.layer, self.rotation) = (layers.lateral, layers.rotation);
        if let Some(near_wall) = near_wall {
            self.near_wall = near_wall;
        }
        if let (Some((_, setup)), Some(twist)) = (&mut self.across, layers.twist) {
            setup.layers = twist;
        }
    }
}

/// One direction of a step under way.
struct Pull {
    layer: Affine,
    /// The same of the rotation, and of that about the normal.
    rotation: Affine,
    turning: Affine,
    /// The film below the grid, or theory in its place.
    beyond: Beyond,
    /// The speeds without the contact.
    alone: Planar,
    free: FreeMotion,
    /// Spin about the normal before the step [rad/s], and its change per torque [rad/s/(N m)]; of the turned family.
    twist: f64,
    per_torque: f64,
}

fn of(speeds: Planar) -> SurfaceMotion {
    SurfaceMotion { lateral: speeds.lateral, spin: speeds.spin }
}

/// Solver and scratch of the third dimension.
pub struct Sideways {
    /// The sphere's lateral motion.
    pub setup: SidewaysSetup,
    pub(super) flow: AzimuthalFlow,
    /// Of every family.
    forces: Vec<ForceOnLiquid>,
    speeds: Vec<NewSpeeds>,
}

impl Sideways {
    /// Builds solver and scratch of modes 1 … M; the decompositions cost O(M nr³).
    pub fn new(setup: SidewaysSetup, flow: AzimuthalSetup) -> Self {
        let families = flow.parts().families();
        Self {
            setup,
            flow: AzimuthalFlow::new(flow),
            forces: vec![ForceOnLiquid::default(); families],
            speeds: vec![NewSpeeds::default(); families],
        }
    }

    /// Damps the velocity of all modes at these rates [1/s], at the cells' centres and lower faces.
    pub fn damp(&mut self, rates: [Vec<f64>; 2]) {
        self.flow.explicit.sponge = rates;
    }

    /// The parts of the flow.
    pub fn parts(&self) -> Parts {
        self.flow.setup.parts()
    }

    /// The pressure over density [m²/s²] of a part of the flow, of its radial modes.
    pub fn pressure(&self, part: usize, modes: &Array2<f64>) -> Array2<f64> {
        self.flow.pressure(part, modes)
    }

    fn radius(&self) -> f64 {
        0.5 * self.flow.setup.diameter
    }

    /// The directions of the families.
    fn directions(&self) -> Vec<Direction> {
        std::iter::once(self.setup.along).chain(self.setup.across.map(|(direction, _)| direction)).collect()
    }

    /// The start on `grid`, with the sphere's lowest point at the height `gap` \[m\]: liquid at rest, but inside of the
    /// sphere, where it spins with it.
    pub fn at_rest(&self, grid: AxialGrid, gap: f64) -> SidewaysState {
        let radius = self.radius();
        let spins: Vec<f64> = self.directions().iter().map(|direction| direction.spin).collect();
        let twist = self.setup.across.as_ref().map_or(0.0, |(_, twist)| twist.spin);
        let liquid = self.flow.spinning(grid, gap, &spins, twist);
        let across = |(direction, twist): &(Direction, TwistSetup)| Across {
            motion: direction.start(radius),
            twist: twist.start(),
        };
        let motion = self.setup.along.start(radius);
        let across: Option<Across> = self.setup.across.as_ref().map(across);
        let memory = |(_, start): &(BlendedTheory, HistoryMemory)| vec![start.clone(); self.parts().families()];
        let history = self.setup.blended.as_ref().map_or_else(Vec::new, memory);
        let mut state = SidewaysState { liquid, motion, across, history };
        state.motion.fastest = state.surface_speed(radius);
        state
    }

    /// The explicit part of a step of all modes to `level`; returns the right-hand side of the axisymmetric one.
    /// `prescribed` is the prescribed normal speed [m/s], if there is one.
    pub fn begin(
        &mut self,
        state: &mut SidewaysState,
        mean: &FlowState,
        level: NextLevel,
        prescribed: Option<f64>,
    ) -> &ModeFields {
        let liquid = &mut state.liquid;
        for (copy, original) in [(&mut liquid.now[0], &mean.now), (&mut liquid.old[0], &mean.old)] {
            copy.u.assign(&original.u);
            copy.w.assign(&original.w);
        }
        liquid.grid_now.copy_from(&mean.grid_now);
        liquid.grid_old.copy_from(&mean.grid_old);
        liquid.dt_before = mean.dt_before;
        let bdf = Bdf2::new(level.dt, mean.dt_before);
        self.speeds = self.expected(state, &bdf, level.dt, prescribed);
        state.motion.frame = self.speeds[0].expected.lateral;
        if let Some(across) = &mut state.across {
            across.motion.frame = self.speeds[1].expected.lateral;
        }
        let level = state.followed(level);
        self.flow.begin(&state.liquid, &level);
        self.flow.mean_rate()
    }

    /// What is known of the speeds at the end of a step.
    fn expected(&self, state: &SidewaysState, bdf: &Bdf2, dt: f64, prescribed: Option<f64>) -> Vec<NewSpeeds> {
        let time = state.motion.time + dt;
        let of_family = |(family, [now, old]): (usize, [Planar; 2])| match prescribed {
            Some(normal) => {
                let axial = if family == 1 { self.setup.across.map_or(0.0, |(_, twist)| twist.spin) } else { normal };
                NewSpeeds { expected: self.directions()[family].led(normal, time, axial), free: [false; 3] }
            }
            None => NewSpeeds { expected: now * bdf.e1 + old * bdf.e2, free: [family == 1, true, true] },
        };
        state.levels().into_iter().enumerate().map(of_family).collect()
    }

    /// Velocity of the axial faces during the step [m/s].
    pub fn face_velocity(&self) -> &[f64] {
        self.flow.explicit.face_velocity()
    }

    /// The answer of modes m ≥ 1 to the step.
    ///
    /// # Errors
    /// [`NotConverged`] where the no-slip condition cannot be met to the set tolerance.
    pub fn respond(&mut self, state: &mut SidewaysState, level: NextLevel) -> Result<(), NotConverged> {
        let level = state.followed(level);
        self.forces = self.flow.respond(&mut state.liquid, &level, &self.speeds)?;
        Ok(())
    }

    /// Solves the equations of lateral motion and spin, and completes the step of modes m ≥ 1; `at` is where its normal
    /// motion ends. Returns the conjugate-gradient iterations.
    pub fn finish(&mut self, state: &mut SidewaysState, level: NextLevel, at: &AtWall) -> usize {
        let (bdf, density) = (self.flow.bdf(), self.setup.liquid_density);
        let (time, motions) = (state.motion.time + level.dt, state.motions());
        let levels = state.levels();
        let pulls: Vec<Pull> = (0..motions.len())
            .map(|family| self.pull(family, (&motions[family], levels[family]), state, level.dt, at))
            .collect();
        let contact = self.rub(&pulls, &mut state.motion.surface, level.dt, at);
        let (mut speeds, mut power) = (Vec::with_capacity(2), 0.0);
        for (family, (pull, mut motion)) in pulls.iter().zip(motions).enumerate() {
            let contact = contact.along[family];
            let SurfaceMotion { lateral, spin } =
                if self.speeds[family].free[1] { pull.free.under(contact) } else { of(pull.alone) };
            let new = Planar { axial: pull.alone.axial, lateral, spin };
            let [now, old] = levels[family];
            let rate = new * bdf.c0 + now * bdf.c1 + old * bdf.c2;
            let film = pull.beyond.on_sphere(SurfaceMotion { lateral, spin });
            let flow = self.forces[family].at(new);
            let load = self.directions()[family].load;
            let layers = [pull.layer.at(lateral), pull.rotation.at(spin)];
            motion.loads = self.loads(flow, layers, rate, [contact, film], load);
            let inertia = self.setup.inertia.0;
            let outside = |inertia: f64, rate: f64, flow: f64, wall: f64| inertia * rate + flow - wall / density;
            let force = outside(inertia.lateral, rate.lateral, flow.lateral, contact.force + film.force);
            let torque = outside(inertia.spin, rate.spin, flow.spin, contact.torque + film.torque);
            power += lateral * (force - load) + spin * torque;
            self.setup.layer.advance(&mut motion.layer, &bdf, rate.lateral);
            self.setup.rotation.advance(&mut motion.rotation, &bdf, spin, [now.spin, old.spin]);
            if let Some(history) = state.history.get_mut(family) {
                history.advance(level.dt, lateral, rate.lateral);
            }
            motion.advance(new, level.dt, time);
            speeds.push(new);
            match (&mut state.across, family) {
                (Some(across), 1) => across.motion = motion,
                _ => state.motion = LateralMotion { surface: state.motion.surface, ..motion },
            }
        }
        let forces = |of: fn(&LateralLoads) -> f64| {
            let across = state.across.map_or(0.0, |across| of(&across.motion.loads));
            [of(&state.motion.loads), across]
        };
        let pressed = [forces(|loads| loads.contact.force), forces(|loads| loads.film.force)];
        state.motion.surface.press_whole(level.dt, at, pressed[0], pressed[1]);
        if let (Some((_, setup)), Some(Across { twist, .. })) = (&self.setup.across, &mut state.across) {
            speeds[1].axial += pulls[1].per_torque * contact.twist;
            let spin = speeds[1].axial;
            let flow = [self.forces[1].at(speeds[1]).axial, pulls[1].turning.at(spin)];
            power += setup.advance(twist, &bdf, spin, flow, contact.twist, density);
        }
        state.motion.power = power;
        let level = state.followed(level);
        self.flow.finish(&mut state.liquid, &level, &speeds);
        state.motion.fastest = state.motion.fastest.max(state.surface_speed(self.radius()));
        self.flow.iterations().iter().sum()
    }

    /// Everything but the contact along the axis of a family, of the given motion and levels, in a step of `dt` \[s\] to the
    /// place `at`.
    fn pull(
        &self,
        family: usize,
        (motion, levels): (&LateralMotion, [Planar; 2]),
        state: &SidewaysState,
        dt: f64,
        at: &AtWall,
    ) -> Pull {
        let (bdf, density) = (self.flow.bdf(), self.setup.liquid_density);
        let layer = self.setup.layer.force(&motion.layer, &bdf, motion.velocity, motion.velocity_old);
        let mut force = self.forces[family];
        force.at_rest.lateral -= layer.at_rest;
        force.per_speed[1][1] -= layer.per_speed;
        let share = self.setup.near_wall.share(at.gap).min(self.at_most(family, &force));
        let rotation = self.setup.rotation.given_back(&motion.rotation, &bdf, [motion.spin, motion.spin_old], share);
        force.at_rest.spin -= rotation.at_rest;
        force.per_speed[2][2] -= rotation.per_speed;
        let beyond = match (&self.setup.blended, state.history.get(family)) {
            (Some((theory, _)), Some(history)) => {
                let integral = history.predict(dt, self.speeds[family].expected.lateral);
                theory.sideways(at, self.speed(at), &self.simulated(&force, levels), integral)
            }
            _ => self.setup.wall.shear(at),
        };
        force.at_rest.lateral += beyond.at_rest[0] / density;
        force.at_rest.spin += beyond.at_rest[1] / density;
        for (a, row) in beyond.per_speed.iter().enumerate() {
            for (b, per_speed) in row.iter().enumerate() {
                force.per_speed[a + 1][b + 1] += per_speed / density;
            }
        }
        let mut turning = Affine::default();
        if let (1, Some((_, setup)), Some(across)) = (family, &self.setup.across, &state.across) {
            let most = self.most_of(&setup.layers, self.speeds[family].free[0], force.per_speed[0][0]);
            turning = setup.given_back(&across.twist, &bdf, most.min(1.0));
            force.at_rest.axial -= turning.at_rest;
            force.per_speed[0][0] -= turning.per_speed;
        }
        let NewSpeeds { expected, free } = self.speeds[family];
        let inertia = if family == 1 { self.setup.inertia.turned() } else { self.setup.inertia };
        let alone = inertia.new_speeds(
            &bdf,
            levels,
            &force,
            self.directions()[family].load(state.motion.time + dt),
            expected,
            free,
        );
        let compliance = inertia.lateral_compliance(&bdf, &force).map(|row| row.map(|per| per / density));
        let per_torque = 1.0 / (density * (inertia.0.axial * bdf.c0 + force.per_speed[0][0]));
        let twist = levels[0].axial;
        Pull {
            layer,
            rotation,
            turning,
            beyond,
            alone,
            twist,
            per_torque,
            free: FreeMotion { before: of(levels[0]), free: of(alone), compliance },
        }
    }

    /// The largest share of the excess of a family's rotation that may be given back near a wall, where it is known between a few gaps only:
    /// the sphere, free to move, keeps a part of its inertia. `force` is the liquid's without the layer of the lateral motion.
    fn at_most(&self, family: usize, force: &ForceOnLiquid) -> f64 {
        let [.., lateral, turns] = force.per_speed;
        let free = self.setup.inertia.0.lateral * self.flow.bdf().c0 + lateral[1];
        self.most_of(&self.setup.rotation, self.speeds[family].free[2], turns[2] - lateral[2] * turns[1] / free)
    }

    /// As [`RotationLayers::at_most`]; no limit in open liquid, nor of a rotation that is not `free`.
    fn most_of(&self, layers: &RotationLayers, free: bool, per_spin: f64) -> f64 {
        match free && !self.setup.near_wall.is_none() {
            true => {
                let (rate, net) = (self.flow.bdf().c0, self.setup.inertia.0.spin);
                layers.at_most(self.radius(), self.flow.setup.viscosity, rate, [net, per_spin / rate])
            }
            false => f64::INFINITY,
        }
    }

    /// Speed that the whole sphere is expected to have [m/s].
    fn speed(&self, at: &AtWall) -> f64 {
        self.speeds.iter().fold(at.velocity, |speed, family| speed.hypot(family.expected.lateral))
    }

    /// What the flow does along an axis, with the force `flow` on the liquid over its density.
    fn simulated(&self, flow: &ForceOnLiquid, levels: [Planar; 2]) -> Simulated {
        let (bdf, density) = (self.flow.bdf(), self.setup.liquid_density);
        let known = levels[0] * bdf.c1 + levels[1] * bdf.c2;
        let per_speed = [1, 2].map(|a| [1, 2].map(|b| density * flow.per_speed[a][b]));
        Simulated {
            on_liquid: Beyond { at_rest: [flow.at_rest.lateral, flow.at_rest.spin].map(|at| density * at), per_speed },
            displaced: self.displaced().map(|displaced| density * displaced),
            rates: [known.lateral, known.spin].map(|at_rest| Affine { at_rest, per_speed: bdf.c0 }),
        }
    }

    /// Volume \[m³\] of the liquid in the sphere's place, which moves with it, and its moment of inertia over density \[m⁵\].
    fn displaced(&self) -> [f64; 2] {
        [self.setup.volume, 0.1 * self.setup.volume * self.flow.setup.diameter.powi(2)]
    }

    /// What friction does to the sphere that is free to move along the wall.
    fn rub(&self, pulls: &[Pull], surface: &mut TangentialState, dt: f64, at: &AtWall) -> WholeLoad {
        if !self.speeds[0].free[1] {
            return WholeLoad::default();
        }
        let motion = match pulls {
            [x, y] => FreeSurface {
                along: [x.free, y.free],
                twist: FreeTwist { before: y.twist, free: y.alone.axial, compliance: y.per_torque },
            },
            _ => FreeSurface::in_plane(pulls[0].free),
        };
        self.setup.wall.rub_whole(surface, dt, &motion, at)
    }

    /// Forces and torques on the sphere by cause, with the force `flow` on the liquid, and force and torque of the layers below
    /// the grid (over density), at the accelerations `rate`.
    fn loads(
        &self,
        flow: Planar,
        layers: [f64; 2],
        rate: Planar,
        [contact, film]: [SurfaceLoad; 2],
        load: f64,
    ) -> LateralLoads {
        let SidewaysSetup { inertia, liquid_density, .. } = &self.setup;
        let displaced = self.displaced();
        let weight = SurfaceLoad { force: liquid_density * load, torque: 0.0 };
        let hydrodynamic = SurfaceLoad {
            force: liquid_density * (displaced[0] * rate.lateral - flow.lateral + layers[0]),
            torque: liquid_density * (displaced[1] * rate.spin - flow.spin + layers[1]),
        };
        let whole = SurfaceLoad {
            force: liquid_density * (inertia.0.lateral + displaced[0]) * rate.lateral,
            torque: liquid_density * (inertia.0.spin + displaced[1]) * rate.spin,
        };
        let drive = SurfaceLoad {
            force: whole.force - weight.force - hydrodynamic.force - film.force - contact.force,
            torque: whole.torque - hydrodynamic.torque - film.torque - contact.torque,
        };
        LateralLoads { weight, hydrodynamic, film, contact, drive }
    }
}
