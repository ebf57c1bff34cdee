//! The third dimension of a run: azimuthal modes m ≥ 1 of the liquid, and the sphere's lateral motion and spin.
//!
//! The axisymmetric mode stays with [`super::immersed`]; it meets the others in the convective term alone, which is computed
//! here for all modes. On a sphere that is centred on the axis lateral speed and spin move mode 1 alone, so their equations
//! ([`crate::azimuthal::sphere`]) are two linear ones beside that of the normal motion, and are solved when the step is
//! [finished](Sideways::finish).
//!
//! The grid follows the sphere laterally; the container's side moves along and stands for liquid far away. Friction and the
//! sheared film below the grid ([`super::tangential_wall`]) are implicit in the same two equations: the film is linear in both
//! speeds, friction answers to them through their compliance.

use super::tangential_wall::{AtWall, LateralLoads, TangentialState, TangentialWall, resisting};
use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::azimuthal::budget::{dissipation, kinetic_energy};
use crate::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, ForceOnLiquid, NewSpeeds};
use crate::azimuthal::motion::Planar;
use crate::azimuthal::solver::ModeFields;
use crate::azimuthal::sphere::NetInertia;
use crate::azimuthal::state::{AzimuthalState, Frame, NextLevel};
use crate::body::constraint::NotConverged;
use crate::body::lateral_lead::LateralLead;
use crate::contact::surface::{FreeMotion, SurfaceLoad, SurfaceMotion};
use crate::flow::bdf::Bdf2;
use crate::flow::state::FlowState;
use crate::grid::AxialGrid;
use serde::{Deserialize, Serialize};

/// A lateral force at the start that breaks the symmetry of the wake.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kick {
    /// Force over the liquid's density [m⁴/s²].
    pub load: f64,
    /// How long it lasts \[s\].
    pub time: f64,
}

/// The sphere's lateral motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SidewaysSetup {
    /// Net inertia over the liquid's density.
    pub inertia: NetInertia,
    /// The layer of vorticity below the grid, over the liquid's density.
    pub layer: UnresolvedLayer,
    /// Lateral component of the submerged weight over the liquid's density [m⁴/s²].
    pub load: f64,
    /// Lateral force at the start.
    pub kick: Kick,
    /// Lateral speed while the motion is prescribed.
    pub lead: LateralLead,
    /// Angular velocity at the start, and while the approach is prescribed [rad/s].
    pub spin: f64,
    /// Lateral speed at the start [m/s].
    pub start: f64,
    /// Friction and the sheared film.
    pub wall: TangentialWall,
    /// Density of the liquid [kg/m³].
    pub liquid_density: f64,
    /// Volume of the sphere \[m³\].
    pub volume: f64,
}

impl SidewaysSetup {
    /// The speeds of a prescribed motion at the normal speed `normal` [m/s], `time` \[s\] after the start.
    fn along(&self, normal: f64, time: f64) -> Planar {
        Planar { axial: normal, lateral: self.lead.speed(normal, time), spin: self.spin }
    }

    /// The lateral force at the end of a step, `time` \[s\] after the start.
    fn load(&self, time: f64) -> Planar {
        let kick = if time <= self.kick.time { self.kick.load } else { 0.0 };
        Planar { axial: 0.0, lateral: self.load + kick, spin: 0.0 }
    }
}

/// What of the lateral motion decides the future, the liquid apart.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LateralMotion {
    /// Lateral distance from the place of the start \[m\].
    pub x: f64,
    /// Lateral speed [m/s].
    pub velocity: f64,
    /// Angular velocity [rad/s], positive where the top of the sphere moves along x.
    pub spin: f64,
    /// Lateral speed one step earlier [m/s].
    pub velocity_old: f64,
    /// Angular velocity one step earlier [rad/s].
    pub spin_old: f64,
    /// Time since the start \[s\].
    pub time: f64,
    /// The layer of vorticity below the grid.
    pub layer: LayerMemory,
    /// Power over density that the lateral motion takes from outside: prescription, kick, and the layer below the grid
    /// [m⁵/s³].
    pub power: f64,
    /// Lateral velocity of the grid in the last step [m/s].
    pub frame: f64,
    /// Largest lateral speed of the sphere's surface so far [m/s].
    pub fastest: f64,
    /// What friction remembers.
    pub surface: TangentialState,
    /// Forces and torques at the present level.
    pub loads: LateralLoads,
}

impl LateralMotion {
    fn now(&self) -> Planar {
        Planar { axial: 0.0, lateral: self.velocity, spin: self.spin }
    }

    fn old(&self) -> Planar {
        Planar { axial: 0.0, lateral: self.velocity_old, spin: self.spin_old }
    }

    /// Lateral speed of the sphere's fastest surface point [m/s].
    pub fn surface_speed(&self, radius: f64) -> f64 {
        self.velocity.abs() + radius * self.spin.abs()
    }

    /// The level in the frame that follows the sphere laterally.
    fn followed_by<'a>(&self, level: NextLevel<'a>) -> NextLevel<'a> {
        NextLevel { frame: Frame { lateral: self.frame, ..level.frame }, ..level }
    }
}

/// The sphere's speeds at the end of a step, and what the contact did to it.
struct Rubbed {
    speeds: Planar,
    contact: SurfaceLoad,
}

/// Everything of the third dimension that decides the future.
#[derive(Debug, Clone, PartialEq)]
pub struct SidewaysState {
    /// The liquid; mode 0 is a copy of the axisymmetric flow's.
    pub liquid: AzimuthalState,
    /// The sphere.
    pub motion: LateralMotion,
}

/// Solver and scratch of the third dimension.
pub struct Sideways {
    /// The sphere's lateral motion.
    pub setup: SidewaysSetup,
    flow: AzimuthalFlow,
    force: ForceOnLiquid,
    speeds: NewSpeeds,
}

impl Sideways {
    /// Builds solver and scratch of modes 1 … M; the decompositions cost O(M nr³).
    pub fn new(setup: SidewaysSetup, flow: AzimuthalSetup) -> Self {
        let force = ForceOnLiquid { at_rest: Planar::default(), per_speed: [[0.0; 3]; 3] };
        let speeds = NewSpeeds { expected: Planar::default(), free: [false; 3] };
        Self { setup, flow: AzimuthalFlow::new(flow), force, speeds }
    }

    /// Damps the velocity of all modes at these rates [1/s], at the cells' centres and lower faces.
    pub fn damp(&mut self, rates: [Vec<f64>; 2]) {
        self.flow.explicit.sponge = rates;
    }

    /// Highest azimuthal wavenumber.
    pub fn highest(&self) -> usize {
        self.flow.setup.highest
    }

    /// The start on `grid`, with the sphere's lowest point at the height `gap` \[m\]: liquid at rest, but inside of the
    /// sphere, where it spins with it.
    pub fn at_rest(&self, grid: AxialGrid, gap: f64) -> SidewaysState {
        let SidewaysSetup { spin, start, .. } = self.setup;
        let radius = 0.5 * self.flow.setup.diameter;
        let mut liquid = self.flow.at_rest(grid);
        liquid.now[1].spin_inside(&self.flow.setup.radial, &liquid.grid_now, gap + radius, radius, spin);
        let motion = LateralMotion {
            velocity: start,
            velocity_old: start,
            spin,
            spin_old: spin,
            fastest: start.abs() + radius * spin.abs(),
            ..LateralMotion::default()
        };
        SidewaysState { liquid, motion }
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
        let SidewaysState { liquid, motion } = state;
        for (copy, original) in [(&mut liquid.now[0], &mean.now), (&mut liquid.old[0], &mean.old)] {
            copy.u.assign(&original.u);
            copy.w.assign(&original.w);
        }
        liquid.grid_now.copy_from(&mean.grid_now);
        liquid.grid_old.copy_from(&mean.grid_old);
        liquid.dt_before = mean.dt_before;
        let bdf = Bdf2::new(level.dt, mean.dt_before);
        self.speeds = match prescribed {
            Some(normal) => NewSpeeds { expected: self.setup.along(normal, motion.time + level.dt), free: [false; 3] },
            None => NewSpeeds { expected: motion.now() * bdf.e1 + motion.old() * bdf.e2, free: [false, true, true] },
        };
        motion.frame = self.speeds.expected.lateral;
        self.flow.begin(liquid, &motion.followed_by(level));
        self.flow.mean_rate()
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
        let level = state.motion.followed_by(level);
        self.force = self.flow.respond(&mut state.liquid, &level, self.speeds)?;
        Ok(())
    }

    /// Solves the equations of lateral motion and spin, and completes the step of modes m ≥ 1; `at` is where its normal
    /// motion ends. Returns the conjugate-gradient iterations.
    pub fn finish(&mut self, state: &mut SidewaysState, level: NextLevel, at: &AtWall) -> usize {
        let SidewaysState { liquid, motion } = state;
        let (bdf, density) = (self.flow.bdf(), self.setup.liquid_density);
        let (levels, time) = ([motion.now(), motion.old()], motion.time + level.dt);
        let layer = self.setup.layer.force(&motion.layer, &bdf, motion.velocity, motion.velocity_old);
        let mut force = self.force;
        force.at_rest.lateral -= layer.at_rest;
        force.per_speed[1][1] -= layer.per_speed;
        let shear = self.setup.wall.shear(at);
        for (a, row) in shear.iter().enumerate() {
            for (b, per_speed) in row.iter().enumerate() {
                force.per_speed[a + 1][b + 1] += per_speed / density;
            }
        }
        let rub = self.solve(&mut motion.surface, &bdf, levels, &force, [level.dt, time], at);
        let (new, contact) = (rub.speeds, rub.contact);
        let rate = new * bdf.c0 + levels[0] * bdf.c1 + levels[1] * bdf.c2;
        let film = resisting(&shear, SurfaceMotion { lateral: new.lateral, spin: new.spin });
        let flow = self.force.at(new);
        motion.surface.press(level.dt, at, contact, film);
        motion.loads = self.loads(flow, layer.at(new.lateral), rate, contact, film);
        let inertia = self.setup.inertia.0;
        let outside = |inertia: f64, rate: f64, flow: f64, wall: f64| inertia * rate + flow - wall / density;
        let force = outside(inertia.lateral, rate.lateral, flow.lateral, contact.force + film.force);
        let torque = outside(inertia.spin, rate.spin, flow.spin, contact.torque + film.torque);
        motion.power = new.lateral * (force - self.setup.load) + new.spin * torque;
        self.setup.layer.advance(&mut motion.layer, &bdf, rate.lateral);
        self.flow.finish(liquid, &motion.followed_by(level), new);
        *motion = LateralMotion {
            x: motion.x + 0.5 * level.dt * (motion.velocity + new.lateral),
            velocity: new.lateral,
            spin: new.spin,
            velocity_old: motion.velocity,
            spin_old: motion.spin,
            time,
            fastest: motion.fastest.max(new.lateral.abs() + 0.5 * self.flow.setup.diameter * new.spin.abs()),
            ..*motion
        };
        self.flow.iterations().iter().sum()
    }

    /// The speeds at the end of the step that balance liquid, film, weight and friction.
    fn solve(
        &self,
        surface: &mut TangentialState,
        bdf: &Bdf2,
        levels: [Planar; 2],
        force: &ForceOnLiquid,
        [dt, time]: [f64; 2],
        at: &AtWall,
    ) -> Rubbed {
        let (NewSpeeds { expected, free }, SidewaysSetup { inertia, liquid_density, wall, .. }) =
            (self.speeds, self.setup);
        let alone = inertia.new_speeds(bdf, levels, force, self.setup.load(time), expected, free);
        if !free[1] {
            return Rubbed { speeds: alone, contact: SurfaceLoad::default() };
        }
        let of = |speeds: Planar| SurfaceMotion { lateral: speeds.lateral, spin: speeds.spin };
        let compliance = inertia.lateral_compliance(bdf, force).map(|row| row.map(|per| per / liquid_density));
        let motion = FreeMotion { before: of(levels[0]), free: of(alone), compliance };
        let contact = wall.rub(surface, dt, &motion, at);
        let SurfaceMotion { lateral, spin } = motion.under(contact);
        Rubbed { speeds: Planar { axial: alone.axial, lateral, spin }, contact }
    }

    /// Forces and torques on the sphere by cause, with the force `flow` on the liquid and that of the layer below the grid
    /// (over density) at the accelerations `rate`.
    fn loads(&self, flow: Planar, layer: f64, rate: Planar, contact: SurfaceLoad, film: SurfaceLoad) -> LateralLoads {
        let SidewaysSetup { inertia, liquid_density, volume, load, .. } = &self.setup;
        // The liquid in the sphere's place moves with it; its moment of inertia is a tenth of m D².
        let displaced = [*volume, 0.1 * volume * self.flow.setup.diameter.powi(2)];
        let weight = SurfaceLoad { force: liquid_density * load, torque: 0.0 };
        let hydrodynamic = SurfaceLoad {
            force: liquid_density * (displaced[0] * rate.lateral - flow.lateral + layer),
            torque: liquid_density * (displaced[1] * rate.spin - flow.spin),
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

    /// Largest velocities over spacings [1/s] relative to the moving cells, in r and z, from above: amplitudes of all modes are
    /// added up. Without modes m ≥ 1 those of the axisymmetric flow.
    pub fn courant_rates(&self, state: &SidewaysState, mean: &FlowState, face_velocity: &[f64]) -> (f64, f64) {
        let (radial, grid) = (&self.flow.setup.radial, &mean.grid_now);
        let (mut in_r, mut in_z) = (0.0_f64, 0.0_f64);
        for (j, face) in face_velocity.iter().enumerate().take(grid.len()) {
            let height = if j > 0 { grid.widths[j].min(grid.widths[j - 1]) } else { f64::INFINITY };
            for i in 0..radial.len() {
                let (mut u, mut w) = (mean.now.u[(j, i)].abs(), (mean.now.w[(j, i)] - face).abs());
                for (m, fields) in state.liquid.now.iter().enumerate().skip(1) {
                    let frame = if m == 1 { state.motion.frame } else { 0.0 };
                    u += (fields.u[(j, i)] - frame).abs();
                    w += fields.w[(j, i)].abs();
                }
                (in_r, in_z) = (in_r.max(u / radial.spacing[i]), in_z.max(w / height));
            }
        }
        (in_r, in_z)
    }

    /// Rate of dissipation in modes m ≥ 1 [m⁵/s³], and their kinetic energy with that of the sphere's lateral motion and
    /// spin, less the work of the lateral weight [m⁵/s²]; all over density.
    pub fn budget(&self, state: &SidewaysState, grid: &AxialGrid) -> [f64; 2] {
        let AzimuthalSetup { radial, viscosity, ends, .. } = &self.flow.setup;
        let modes = || state.liquid.now.iter().enumerate().skip(1);
        let Planar { lateral, spin, .. } = self.setup.inertia.0;
        let LateralMotion { x, velocity, spin: angular, .. } = state.motion;
        let sphere = 0.5 * (lateral * velocity * velocity + spin * angular * angular) - self.setup.load * x;
        [dissipation(radial, grid, modes(), *viscosity, *ends), kinetic_energy(radial, grid, modes()) + sphere]
    }
}
