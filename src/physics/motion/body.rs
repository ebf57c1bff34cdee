//! The body and the one that it faces: their state, the prediction of a step, and the solution of one along the normal.
//!
//! A body has six degrees of freedom ([`crate::body::dof`]). Which of them are free is said by its [`Directions`]: an
//! axisymmetric flow has the motion along the normal alone, a plane of symmetry adds lateral speed and spin along x,
//! and without one there are those along y and the spin about the normal. The grid follows the body along the wall.
//!
//! A sphere faces a wall along the normal, its own image behind a plane of symmetry, or a second sphere on the same
//! axis ([`Counterpart`]); `axial` has the balance of both.

use super::forces::{Direction, Directions, Loads, SphereInertia};
use super::ledger::Heat;
use super::unresolved_layer::{LayerMemory, RotationMemory, UnresolvedLayer};
use crate::body::as_array;
use crate::body::dof::{ALONG, DOFS, Dof, NORMAL, TWIST, along_normal};
use crate::body::recoil::Recoil;
use crate::body::release::Release;
use crate::contact::surface::NormalLoad;
use crate::film::ShearResistance;
use crate::flow::level::{Bdf2, NewSpeed};
use crate::flow::markers::PerSphere;
use serde::{Deserialize, Serialize};

/// Everything of the body that decides its future, and the forces on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Time since release \[s\].
    pub time: f64,
    /// Distance of the lowest point from the wall \[m\]; negative where the solids are indented.
    pub gap: f64,
    /// Distance from the place of the start along x and y \[m\].
    pub displacement: [f64; 2],
    /// Speeds [m/s] and angular velocities [rad/s].
    #[serde(with = "as_array")]
    pub speeds: Dof,
    /// The same one step earlier.
    #[serde(with = "as_array")]
    pub speeds_old: Dof,
    /// The step that led from there to here \[s\]; none at the start.
    pub dt_before: Option<f64>,
    /// Whether the motion is still prescribed.
    pub prescribed: bool,
    /// Largest speed of the surface along the wall so far [m/s].
    pub fastest: f64,
    /// The memory of the layers of vorticity below the grid.
    pub(super) layers: LayersMemory,
    /// Forces and torques at the present level.
    pub loads: Loads,
    /// The body that it faces along the normal.
    pub counterpart: CounterpartState,
}

/// The memory of the layers of vorticity below the grid, see [`super::layers`].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LayersMemory {
    pub(super) normal: LayerMemory,
    /// Along x and y.
    pub(super) lateral: [LayerMemory; 2],
    /// Of the spins along x and y.
    pub(super) rotation: [RotationMemory; 2],
    pub(super) twist: RotationMemory,
}

impl LayersMemory {
    /// Of a body that starts with these `speeds`.
    pub(super) fn start(speeds: &Dof) -> Self {
        let rotation = ALONG.map(|[_, spin]| RotationMemory::start(speeds[spin]));
        Self { rotation, twist: RotationMemory::start(speeds[TWIST]), ..Self::default() }
    }
}

/// The motion along one direction of the wall.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LateralMotion {
    /// Distance from the place of the start \[m\].
    pub x: f64,
    /// Lateral speed [m/s].
    pub velocity: f64,
    /// Angular velocity [rad/s], positive where the top of the sphere moves along the direction.
    pub spin: f64,
}

/// The motion along the wall at one instant, as the normal one feels it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Along {
    /// Speed [m/s].
    pub speed: f64,
    /// Speed times spin \[m/s²\], positive where the sphere rolls forward.
    pub rolling: f64,
}

impl Body {
    /// The body where its release begins, held there.
    pub(super) fn start(
        (release, counterpart): (&Release, &Counterpart),
        inertia: &SphereInertia,
        directions: &Directions,
    ) -> Self {
        let (time, own, velocity) = (0.0 - release.lead(), release.first_gap(), release.velocity_after(0.0));
        let gap = counterpart.led_gap(release.gap, own);
        let (speeds, weight) = (directions.speeds(velocity, |direction| direction.start), inertia.submerged_weight);
        let mut body = Self {
            time,
            gap,
            displacement: [0.0; 2],
            speeds,
            speeds_old: speeds,
            dt_before: None,
            prescribed: release.leads_at(time),
            fastest: 0.0,
            layers: LayersMemory::start(&speeds),
            loads: Loads { weight: along_normal(-weight), drive: along_normal(weight), ..Loads::default() },
            counterpart: CounterpartState {
                speeds: [-counterpart.lead() * velocity; 2],
                ..CounterpartState::default()
            },
        };
        body.fastest = body.surface_speed(0.5 * inertia.diameter);
        body
    }

    /// Speed at which the gap opens [m/s]: its own along the normal, less that of the body it faces.
    pub fn velocity(&self) -> f64 {
        self.speeds[NORMAL] - self.counterpart.speeds[0]
    }

    /// The same one step earlier [m/s].
    pub(super) fn velocity_old(&self) -> f64 {
        self.speeds_old[NORMAL] - self.counterpart.speeds[1]
    }

    /// The largest change of a speed along the normal in the last step [m/s], of the body or of the gap.
    pub(super) fn largest_change(&self) -> f64 {
        let apart = self.velocity() - self.velocity_old();
        let own = self.speeds[NORMAL] - self.speeds_old[NORMAL];
        if own.abs() > apart.abs() { own } else { apart }
    }

    /// The motion along direction `k`: 0 is x, 1 is y.
    pub fn along(&self, k: usize) -> LateralMotion {
        let [u, spin] = ALONG[k];
        LateralMotion { x: self.displacement[k], velocity: self.speeds[u], spin: self.speeds[spin] }
    }

    /// Speed along the wall of the fastest point of the surface of a sphere of `radius` \[m\] [m/s].
    pub fn surface_speed(&self, radius: f64) -> f64 {
        let [x, y] = ALONG.map(|[u, spin]| [self.speeds[u], self.speeds[spin]]);
        x[0].hypot(y[0]) + radius * x[1].hypot(y[1]).hypot(self.speeds[TWIST])
    }

    /// Largest change of [`surface_speed`](Self::surface_speed) that the last step can have made [m/s].
    pub(super) fn surface_change(&self, radius: f64) -> f64 {
        Self { speeds: self.speeds - self.speeds_old, ..*self }.surface_speed(radius)
    }

    /// Slip of the surface of a sphere of `radius` \[m\] over the wall in `directions` directions [m/s], signed where
    /// there is one; `None` without any.
    pub(super) fn slip(&self, radius: f64, directions: usize) -> Option<f64> {
        let slips = ALONG.iter().map(|&[u, spin]| self.speeds[u] - radius * self.speeds[spin]);
        slips.take(directions).reduce(f64::hypot)
    }

    /// Takes in the end of a step, as it was expected `ahead`, at `gap` \[m\] with the new `speeds`.
    pub(super) fn advance(&mut self, ahead: &Prediction, gap: f64, speeds: &Dof, radius: f64, prescribed: bool) {
        for (x, [u, _]) in self.displacement.iter_mut().zip(ALONG) {
            *x += 0.5 * ahead.dt * (self.speeds[u] + speeds[u]);
        }
        (self.speeds_old, self.speeds, self.gap) = (self.speeds, *speeds, gap);
        (self.time, self.dt_before, self.prescribed) = (self.time + ahead.dt, Some(ahead.dt), prescribed);
        self.fastest = self.fastest.max(self.surface_speed(radius));
    }
}

impl Directions {
    /// Which degrees of freedom there are besides the one along the normal.
    pub(super) fn lateral(&self) -> [bool; DOFS] {
        let mut free = [false; DOFS];
        for [u, spin] in ALONG.into_iter().take(self.along.len()) {
            (free[u], free[spin]) = (true, true);
        }
        free[TWIST] = self.along.len() == ALONG.len();
        free
    }

    /// The speeds of a prescribed motion at the normal speed `normal` [m/s], with the lateral speed `of` each
    /// direction.
    fn speeds(&self, normal: f64, of: impl Fn(&Direction) -> f64) -> Dof {
        let mut speeds = Dof::zeros();
        speeds[NORMAL] = normal;
        for ([u, spin], direction) in ALONG.into_iter().zip(&self.along) {
            (speeds[u], speeds[spin]) = (of(direction), direction.spin);
        }
        speeds[TWIST] = self.twist;
        speeds
    }
}

/// The prediction of a step, before any force of it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction {
    /// Length of the step \[s\].
    pub dt: f64,
    /// Its time formula.
    pub(super) bdf: Bdf2,
    /// Gap at its end, to second order \[m\]; exact where the motion is prescribed.
    pub gap: f64,
    /// Speeds at its end [m/s, rad/s].
    pub speeds: Dof,
    /// Whether these speeds are prescribed.
    pub(super) prescribed: bool,
    /// The degrees of freedom along the wall and about its normal that are not.
    pub lateral: [bool; DOFS],
    /// Time since the start of the motion at its end \[s\].
    pub(super) elapsed: f64,
    /// Whether the step may be far longer than the vibrations of the contact, see `gap_at`.
    pub(super) stiff: bool,
    /// Speed along the normal of the body that it faces, at its end [m/s].
    pub(super) counterpart_speed: f64,
    /// How the wall recedes under film and contact.
    pub(super) recoil: Recoil,
    /// Whether that is to be found, too.
    both: bool,
    /// Expected change of both speeds along the normal [m/s].
    change: [f64; 2],
}

/// The wall's forces on the sphere \[N\], positive away from it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WallForces {
    /// Film below the grid, or the theory in its place.
    pub film: f64,
    /// Solid contact.
    pub contact: f64,
    /// The viscous part of the contact force.
    pub(super) contact_viscous: f64,
}

/// The sphere at the end of a step, and the wall's forces on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepSolution {
    /// Gap \[m\].
    pub gap: f64,
    /// Speed at which it opens [m/s].
    pub velocity: f64,
    /// Speed at which the wall recedes, a part of it [m/s].
    pub(super) receding: f64,
    /// Gap at which the solids touch \[m\], if they do.
    pub(super) touching: Option<f64>,
    /// Film and contact at the end of the step.
    pub forces: WallForces,
    /// By how much the film's force fell at the start of the step, where the solids met or parted \[N\].
    pub(super) film_ended: f64,
    /// Heat of an elastic film that is engaged.
    pub(super) heat: Option<Heat>,
}

impl StepSolution {
    /// The heat of the film and of the solids, which took `lost` \[J\] besides; the part of both in the computed half
    /// where one is `half`.
    pub(super) fn heat_with(&self, half: f64, lost: f64) -> Heat {
        let heat = self.heat.unwrap_or_default();
        Heat { film: half * heat.film, solid: half * (heat.solid + lost), ..heat }
    }
}

/// The normal contact at the end of a step, as the tangential one needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialInput {
    /// Gap \[m\].
    pub gap: f64,
    /// Normal speed [m/s].
    pub velocity: f64,
    /// Gap at which the solids touched \[m\], if they do.
    pub(super) touching: Option<f64>,
    /// Normal contact force \[N\].
    pub contact: f64,
    /// Its viscous part \[N\].
    pub(super) contact_viscous: f64,
    /// An elastic film that is engaged; none where the film ends at a cut-off.
    pub film: Option<FilmInput>,
}

/// An elastic film's resistance to a lateral motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmInput {
    /// Its resistance to the lateral motion beyond the resolved part.
    pub shear: ShearResistance,
    /// The load that film and asperities carry together \[N\].
    pub load: f64,
}

impl TangentialInput {
    /// Far from every wall.
    pub const AWAY: Self =
        Self { gap: f64::INFINITY, velocity: 0.0, touching: None, contact: 0.0, contact_viscous: 0.0, film: None };

    pub(super) fn load(&self) -> Option<NormalLoad> {
        let load =
            |touch: f64| NormalLoad { overlap: touch - self.gap, force: self.contact, viscous: self.contact_viscous };
        self.touching.map(load)
    }
}

/// How far from its extrapolation a new speed is thought to lie, as a share of its expected change.
const SCATTER: f64 = 0.03;

impl Prediction {
    /// The step of `dt` \[s\] of a body, by extrapolation or along its prescribed approach.
    pub(super) fn new(
        body: &Body,
        (release, counterpart): (&Release, &Counterpart),
        directions: &Directions,
        dt: f64,
    ) -> Self {
        let bdf = Bdf2::new(dt, body.dt_before);
        let elapsed = body.time + dt + release.lead();
        let (velocity, [speed_now, speed_old]) = (body.speeds[NORMAL], body.counterpart.speeds);
        let mean = |now: f64, old: f64| match body.dt_before {
            Some(before) => now + 0.5 * dt / before * (now - old),
            None => now,
        };
        let (gap, speeds, counterpart_speed) = if body.prescribed {
            let normal = release.velocity_after(elapsed);
            let speeds = directions.speeds(normal, |direction| direction.lead.speed(normal, elapsed));
            (counterpart.led_gap(release.gap, release.gap_after(elapsed)), speeds, -counterpart.lead() * normal)
        } else {
            let mut speeds = body.speeds * bdf.e1 + body.speeds_old * bdf.e2;
            let [own, other] = [mean(velocity, body.speeds_old[NORMAL]), mean(speed_now, speed_old)];
            speeds[NORMAL] = velocity + 2.0 * (own - velocity);
            let moves = speed_now + 2.0 * (other - speed_now);
            let [other, counterpart_speed] = [(own, other), (speeds[NORMAL], moves)]
                .map(|(first, moves)| counterpart.expected(first, moves, speed_now));
            (body.gap + dt * (own - other), speeds, counterpart_speed)
        };
        Self {
            dt,
            bdf,
            gap,
            speeds,
            prescribed: body.prescribed,
            lateral: if body.prescribed { [false; DOFS] } else { directions.lateral() },
            elapsed,
            stiff: false,
            counterpart_speed,
            recoil: counterpart.recoil(),
            both: counterpart.second().is_some_and(|second| second.free),
            change: [(speeds[NORMAL] - velocity).abs(), (counterpart_speed - speed_now).abs()],
        }
    }

    /// The speed at which the gap is expected to open [m/s].
    pub(super) fn velocity(&self) -> f64 {
        self.speeds[NORMAL] - self.counterpart_speed
    }

    /// The speeds that the flow must be ready for, of the body and of the one it faces.
    pub(super) fn new_speeds(&self) -> PerSphere<NewSpeed> {
        let mut own = NewSpeed { expected: self.speeds, free: self.lateral, scatter: SCATTER * self.change[0] };
        own.free[NORMAL] = !self.prescribed;
        let other = match self.both && !self.prescribed {
            true => NewSpeed::sought(self.counterpart_speed, SCATTER * self.change[1]),
            false => NewSpeed::known(self.counterpart_speed),
        };
        [own, other]
    }

    /// The motion along the wall that is expected at the end of the step.
    pub(super) fn along(&self, body: &Body) -> Along {
        ALONG.iter().fold(Along::default(), |along, &[u, spin]| {
            let [speed, turn] =
                [u, spin].map(|dof| self.bdf.e1 * body.speeds[dof] + self.bdf.e2 * body.speeds_old[dof]);
            Along { speed: along.speed.hypot(speed), rolling: along.rolling + speed * turn }
        })
    }

    /// The gap \[m\] that a speed of `velocity` [m/s] at the end of the step leads to: by the trapezoidal rule, or by
    /// the speed at the end alone. The trapezoidal rule does not damp vibrations much faster than the step: a sphere at
    /// rest would change the sign of its speed in every step, and keep its size.
    pub(super) fn gap_at(&self, body: &Body, velocity: f64) -> f64 {
        body.gap + if self.stiff { self.dt * velocity } else { 0.5 * self.dt * (body.velocity() + velocity) }
    }

    /// The end of the step at the prescribed speed, if there is one, or else at the speed that `find` gives: gap \[m\]
    /// and speed [m/s].
    pub(super) fn end(&self, body: &Body, find: impl FnOnce() -> f64) -> (f64, f64) {
        if self.prescribed {
            return (self.gap, self.velocity());
        }
        let velocity = find();
        (self.gap_at(body, velocity), velocity)
    }
}

/// The counterpart of the sphere: the body on the other side of the gap.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Counterpart {
    /// A wall.
    #[default]
    Wall,
    /// Nothing: liquid without walls, through which the grid follows the sphere.
    Open,
    /// A wall that recedes under the force of film and contact. Its gap is that to where the wall has come.
    Plate(Recoil),
    /// A mirror image. Half of the gap and half of each energy lie on our side.
    Image,
    /// A second sphere below it on the axis.
    Sphere(SecondSphere),
}

/// A second sphere on the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SecondSphere {
    /// Inertia and weight.
    pub inertia: SphereInertia,
    /// The layers of vorticity below the grid \[kg\].
    pub layer: UnresolvedLayer,
    /// Whether it is free where the first one is; one that is not keeps the speed that it was led to.
    pub free: bool,
    /// Its speed towards the first one while both are led, over that of the first towards it.
    pub lead: f64,
}

/// State of the counterpart. A wall that does not recede keeps its state of the start.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct CounterpartState {
    /// Speed along the normal at the present and the older level [m/s], positive in the sense of the first one's.
    pub speeds: [f64; 2],
    /// Distance from the place of the start in the same sense \[m\].
    pub(super) displacement: f64,
    /// The memory of the layers of vorticity below the grid.
    pub(super) layer: LayerMemory,
    /// Forces on it by cause.
    pub loads: Loads,
}

impl Counterpart {
    /// Its speed towards the sphere while both are led, over that of the sphere towards it.
    pub(super) fn lead(&self) -> f64 {
        match self {
            Self::Wall | Self::Open | Self::Plate(_) => 0.0,
            Self::Image => 1.0,
            Self::Sphere(second) => second.lead,
        }
    }

    /// The gap between the two \[m\] where the sphere is led, starts at `start` \[m\], and would be at `own` \[m\] if
    /// the other one stood still; of an image these are distances from the plane of symmetry.
    pub fn led_gap(&self, start: f64, own: f64) -> f64 {
        match self {
            Self::Wall | Self::Open | Self::Plate(_) => own,
            Self::Image => 2.0 * own,
            Self::Sphere(second) => start + (1.0 + second.lead) * (own - start),
        }
    }

    /// The second sphere, if it is one.
    pub fn second(&self) -> Option<&SecondSphere> {
        match self {
            Self::Sphere(second) => Some(second),
            Self::Wall | Self::Open | Self::Plate(_) | Self::Image => None,
        }
    }

    /// How a wall recedes; nothing else does.
    pub(super) fn recoil(&self) -> Recoil {
        match self {
            Self::Plate(recoil) => *recoil,
            Self::Wall | Self::Open | Self::Image | Self::Sphere(_) => Recoil::NONE,
        }
    }

    /// Share of gap, film and contact on our side: one half before a mirror image, else all.
    pub fn half(&self) -> f64 {
        if *self == Self::Image { 0.5 } else { 1.0 }
    }

    /// The speed to be expected of the second one from that of the `first` [m/s] where it is free: it may `move`
    /// likewise, or keep its speed `now`.
    pub(super) fn expected(&self, first: f64, moves: f64, now: f64) -> f64 {
        match self {
            Self::Wall | Self::Open => 0.0,
            Self::Image => -first,
            Self::Plate(_) => moves,
            Self::Sphere(second) if second.free => moves,
            Self::Sphere(_) => now,
        }
    }

    /// Inertia and weight of the relative motion of `first` and this body: those of `first` before a wall, else the
    /// reduced mass of both.
    pub fn relative(&self, first: &SphereInertia) -> SphereInertia {
        let image = SphereInertia { submerged_weight: -first.submerged_weight, ..*first };
        let second = match self {
            Self::Sphere(second) if second.free => &second.inertia,
            Self::Image => &image,
            Self::Wall | Self::Open | Self::Plate(_) | Self::Sphere(_) => return *first,
        };
        let reduced = |one: f64, other: f64| one * other / (one + other);
        let mass = reduced(first.mass(), second.mass());
        let [own, other] = [first, second].map(SphereInertia::mass_with_added);
        let displaced_mass = 2.0 * (reduced(own, other) - mass);
        let accelerations = first.submerged_weight / own - second.submerged_weight / other;
        SphereInertia {
            excess_mass: mass - displaced_mass,
            displaced_mass,
            submerged_weight: reduced(own, other) * accelerations,
            ..*first
        }
    }

    /// Kinetic energy \[J\] of the second sphere, if it is one, by the measure `of` of its inertia at its speeds.
    pub(super) fn energy(&self, state: &CounterpartState, of: fn(&SphereInertia, &Dof) -> f64) -> f64 {
        self.second().map_or(0.0, |second| of(&second.inertia, &along_normal(state.speeds[0])))
    }

    /// Potential energy \[J\] of both at the gap `gap` \[m\].
    pub(super) fn potential(&self, first: &SphereInertia, state: &CounterpartState, gap: f64) -> f64 {
        let second = self.second().map_or(0.0, |second| second.inertia.submerged_weight * state.displacement);
        first.submerged_weight * (self.half() * gap + state.displacement) + second
    }
}
