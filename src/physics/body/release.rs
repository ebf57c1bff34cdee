//! How the motion of the sphere begins.

use super::motion_table::{FASTEST, MotionTable};
use crate::error::{BadParameter, not_negative, positive};
use crate::keys::{Components, Range, within};
use crate::numerics::root;
use crate::quantity::{DEGREES, DIAMETERS, FREQUENCY, LENGTH, SPEED, SPIN, TIME};
use std::f64::consts::{PI, TAU};
use std::ops::RangeInclusive;

/// Default time in which a prescribed speed builds up, in diameters travelled at that speed.
pub const RAMP: f64 = 0.6;
/// Default way of the run-up, in diameters.
pub const RUN_UP: f64 = 12.0;

/// A spin of one value is about y.
const ABOUT_Y: Components = Components {
    alone: 1,
    brief: true,
    largest: 1e7,
    wrong: ["one spin about y, or three about x, y, z", "must be at most 1e7 rad/s"],
};

crate::table! {
    /// The start of the motion. Time 0 is when the case begins; a prescribed motion begins its run-up
    /// [`lead`](Release::lead) before. Angle, spin and perturbation break the symmetry about the wall's normal, and
    /// need azimuthal modes. x runs down an inclined wall.
    pub struct Release {
        /// Distance between the wall and the sphere's lowest point at time 0 \[m\]. Required at a wall.
        gap: f64 = f64::NAN, settled(&LENGTH, within(1e-9..=1e3));
        /// From rest, at a prescribed speed, or as a table says.
        start: Start = Start::Rest, flat();
        /// Angle between a prescribed approach and the wall's normal \[deg\], positive towards x; the speed is that
        /// along the path. Default 0.
        angle: f64 = 0.0, quantity(&DEGREES; range = Self::angles) unwritten, if Self::has_angle;
        /// Angular velocity about x, y and the wall's normal z [rad/s]. That about y, the normal of the plane of
        /// motion, is positive where the top of the sphere moves along x; with a plane of symmetry there is no other.
        /// Default 0.
        spin: [f64; 3] = [0.0; 3], vector(&SPIN, ABOUT_Y) unwritten;
        /// Perturbation that breaks the symmetry of the wake. Default 0. From rest: a lateral force over the submerged
        /// weight; it acts from the start on, for the time in which the sphere falls two diameters at its terminal
        /// speed. Of a held sphere: the largest sideways speed of a pulse over the speed of the stream; it lasts two
        /// diameters. Without a plane of symmetry the same follows at once along y.
        perturbation: f64 = 0.0, number(within(-0.5..=0.5)) unwritten, if Self::has_perturbation;
    }
}

/// Speeds of a start [m/s], and ways \[m\].
const SPEEDS: RangeInclusive<f64> = 1e-9..=FASTEST;
const WAYS: RangeInclusive<f64> = 0.0..=1e3;
/// Longest time in which a speed builds up \[s\].
pub const LONGEST_RAMP: f64 = 1e6;
const OF_APPROACH: [&str; 2] = [
    "the approach speed is positive towards the wall",
    "kind = \"prescribed\" needs it, for example speed = \"0.585 m/s\"",
];
const OF_STREAM: [&str; 2] = ["the speed of the stream", "kind = \"held\" needs it, for example speed = \"0.585 m/s\""];
const OF_OSCILLATION: [&str; 2] =
    ["the largest speed of the oscillation", "kind = \"oscillating\" needs it, for example speed = \"0.585 m/s\""];
const SUCH_A_FREQUENCY: &str = "kind = \"oscillating\" needs it, for example frequency = \"50 Hz\"";

crate::choices! {
    /// How the sphere starts; default `prescribed` if a speed is given, else `rest`.
    pub enum Start by "kind" {
        /// Released from rest in liquid at rest.
        Rest = "rest",
        /// Led towards the wall, `V(t) = −speed (1 − e^{−t/ramp})` from the start of its run-up, until the gap is
        /// `free_gap`; free from there on.
        Prescribed = "prescribed" {
            /// Approach speed [m/s], positive towards the wall.
            speed: f64 = f64::NAN, positive(&SPEED, within(SPEEDS), OF_APPROACH);
            /// Gap at which the sphere is let go \[m\]. Default 3 D, or the start if that is lower, where the speed is
            /// the terminal one to 5 %; else 0.5 D, or half the release gap.
            free_gap: f64 = f64::NAN, settled(&LENGTH, within(WAYS));
            /// Time in which the speed builds up \[s\]; 0 starts at full speed. Default 0.6 D/speed.
            ramp: f64 = f64::NAN, settled(&TIME, within(0.0..=LONGEST_RAMP));
            /// Distance the sphere has already travelled when the case begins \[m\], so that its wake is there; it is
            /// computed, but not recorded. 0 starts in liquid at rest. Default 12 D, or the room that the container
            /// leaves.
            run_up: f64 = f64::NAN, settled(&LENGTH, within(WAYS));
        },
        /// Led along a motion that is given at times; free after its last row.
        Table = "table" {
            /// The motion.
            table: MotionTable = MotionTable::default(), flat();
        },
        /// Held in a stream without walls: towed at constant speed through liquid at rest, in a grid that follows it.
        Held = "held" {
            /// Speed of the stream [m/s]; the sphere goes towards the lower end of the grid, its wake to the upper one.
            speed: f64 = f64::NAN, positive(&SPEED, within(SPEEDS), OF_STREAM);
        },
        /// Released from rest in liquid at rest without walls, where it falls or rises freely, in a grid that follows
        /// it.
        Falling = "falling",
        /// Moved with `speed sin(2π frequency t)` in liquid at rest without walls, in a grid that follows it.
        Oscillating = "oscillating" {
            /// Largest speed [m/s].
            speed: f64 = f64::NAN, positive(&SPEED, within(SPEEDS), OF_OSCILLATION);
            /// Frequency \[Hz\].
            frequency: f64 = f64::NAN, needed(&FREQUENCY, within(1e-6..=1e7), SUCH_A_FREQUENCY);
        },
    }
}

impl Start {
    /// An approach at `speed` [m/s] whose run-up, ramp and free gap are left open
    /// ([`Problem::settled`](crate::problem::Problem::settled)).
    pub fn arriving(speed: f64) -> Self {
        Self::Prescribed { speed, free_gap: f64::NAN, ramp: f64::NAN, run_up: f64::NAN }
    }

    /// The prescribed approach speed [m/s], positive towards the wall; of a table, its largest speed in either
    /// direction.
    pub fn speed(&self) -> Option<f64> {
        match self {
            Self::Rest | Self::Falling => None,
            Self::Prescribed { speed, .. } | Self::Held { speed } | Self::Oscillating { speed, .. } => Some(*speed),
            Self::Table { table } => Some(table.fastest()),
        }
    }

    /// Which speed [`speed`](Self::speed) is, in words; of a sphere released from rest, which speed stands for it.
    pub fn speed_in_words(&self) -> &'static str {
        match self {
            Self::Prescribed { .. } => "prescribed",
            Self::Table { .. } => "largest of its table",
            Self::Rest | Self::Falling => "terminal, expected",
            Self::Held { .. } => "of the stream",
            Self::Oscillating { .. } => "largest of the oscillation",
        }
    }

    /// Whether the sphere moves on in one direction through liquid without walls, and leaves a wake behind.
    pub fn has_wake(&self) -> bool {
        matches!(self, Self::Held { .. } | Self::Falling)
    }

    /// Whether the sphere is held in a stream.
    pub fn is_held(&self) -> bool {
        matches!(self, Self::Held { .. })
    }

    /// Frequency of an oscillation \[Hz\]; `None` of any other motion.
    pub fn frequency(&self) -> Option<f64> {
        match self {
            Self::Oscillating { frequency, .. } => Some(*frequency),
            _ => None,
        }
    }

    /// Distance travelled before the case begins \[m\].
    pub fn run_up(&self) -> f64 {
        match self {
            Self::Prescribed { run_up, .. } => *run_up,
            _ => 0.0,
        }
    }
}

impl Release {
    /// From rest at `gap` \[m\].
    pub fn rest(gap: f64) -> Self {
        Self { gap, ..Self::default() }
    }

    fn has_angle(&self) -> bool {
        matches!(self.start, Start::Prescribed { .. } | Start::Oscillating { .. })
    }

    fn has_perturbation(&self) -> bool {
        !self.has_angle()
    }

    fn angles(&self) -> Range {
        let widest = if self.start.frequency().is_some() { 90.0 } else { 80.0 };
        within(-widest..=widest)
    }

    /// Magnitude of the spin [rad/s].
    pub fn fastest_spin(&self) -> f64 {
        self.spin.iter().fold(0.0, |sum: f64, spin| sum.hypot(*spin))
    }

    /// Whether the sphere spins about another axis than y.
    pub fn leaves_plane(&self) -> bool {
        self.spin[0] != 0.0 || self.spin[2] != 0.0
    }

    /// Led from `gap` \[m\] at `speed` [m/s], without run-up, until `free_gap` \[m\]; `ramp` \[s\].
    pub fn led(gap: f64, speed: f64, free_gap: f64, ramp: f64) -> Self {
        let start = Start::Prescribed { speed, free_gap, ramp, run_up: 0.0 };
        Self { start, ..Self::rest(gap) }
    }

    /// The start of a sphere of `diameter` \[m\] in words, to four digits.
    pub fn in_words(&self, diameter: f64) -> String {
        let long = |length: f64| format!("{} = {}", LENGTH.brief(length), DIAMETERS.brief(length / diameter));
        match &self.start {
            Start::Rest => "from rest".into(),
            Start::Prescribed { speed, free_gap, .. } => {
                format!("driven at {} until {}", SPEED.brief(*speed), long(*free_gap))
            }
            Start::Table { table } => {
                format!("led along a table until {}, {}", TIME.brief(table.end()), long(self.free_gap()))
            }
            Start::Falling => "from rest, free".into(),
            Start::Held { speed } => format!("held in a stream of {}", SPEED.brief(*speed)),
            Start::Oscillating { speed, frequency } => format!(
                "oscillating at {} deg to the axis with {}, {}: amplitude {}",
                self.angle,
                SPEED.brief(*speed),
                FREQUENCY.brief(*frequency),
                long(speed / (TAU * frequency))
            ),
        }
    }

    /// The part of the motion along the wall's normal, or along the axis where there is no wall.
    pub fn along_normal(&self) -> Self {
        let mut release = self.clone();
        match &mut release.start {
            Start::Prescribed { speed, .. } => *speed *= self.angle.to_radians().cos(),
            // The cosine, exactly zero at a right angle.
            Start::Oscillating { speed, .. } => *speed *= (90.0 - self.angle.abs()).to_radians().sin(),
            _ => {}
        }
        release
    }

    /// The sideways part of a prescribed motion of a sphere of `diameter` \[m\].
    pub fn lateral_lead(&self, diameter: f64) -> LateralLead {
        let Self { angle, perturbation, .. } = *self;
        match self.start {
            Start::Held { speed } => {
                LateralLead::Pulse { speed: perturbation * speed, unit: diameter / speed, wait: 0.0 }
            }
            Start::Oscillating { speed, frequency } => {
                LateralLead::Oscillation { speed: speed * angle.to_radians().sin(), frequency }
            }
            Start::Prescribed { .. } | Start::Table { .. } => LateralLead::Share(-angle.to_radians().tan()),
            Start::Rest | Start::Falling => LateralLead::Share(0.0),
        }
    }

    /// The same along y, without a plane of symmetry: the pulse after that along x.
    pub fn lead_across(&self, diameter: f64) -> LateralLead {
        match self.lateral_lead(diameter) {
            LateralLead::Pulse { speed, unit, .. } => LateralLead::Pulse { speed, unit, wait: PULSE },
            _ => LateralLead::Share(0.0),
        }
    }

    /// Whether the sphere is free in open liquid.
    pub fn falls(&self) -> bool {
        self.start == Start::Falling
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// A gap or speed that is not positive, a negative time or way, or a sphere let go before it starts.
    pub fn validate(&self) -> Result<(), BadParameter> {
        positive("gap", self.gap)?;
        if let Start::Table { table } = &self.start {
            return table.validate(self.gap);
        }
        if let Some(frequency) = self.start.frequency() {
            positive("frequency", frequency)?;
        }
        self.start.speed().map_or(Ok(()), |speed| positive("speed", speed))?;
        let Start::Prescribed { free_gap, ramp, run_up, .. } = self.start else { return Ok(()) };
        positive("free_gap", free_gap)?;
        not_negative("ramp", ramp)?;
        not_negative("run_up", run_up)?;
        if free_gap < self.first_gap() {
            return Ok(());
        }
        let allowed = format!("must be below the gap at the start, {}", self.first_gap());
        Err(BadParameter::new("free_gap", free_gap, allowed))
    }

    /// Time from `time` \[s\] of the case until the sphere is let go \[s\], 0 if that is now, to round-off; `None`
    /// where it is free from the start, or never.
    pub fn led_for(&self, time: f64) -> Option<f64> {
        let end = match &self.start {
            Start::Prescribed { free_gap, .. } => self.time_over(self.first_gap() - free_gap) - self.lead(),
            Start::Table { table } => table.end(),
            Start::Rest | Start::Falling | Start::Held { .. } | Start::Oscillating { .. } => return None,
        };
        let left = end - time;
        Some(if left.abs() <= 1e-12 * end.abs() { 0.0 } else { left })
    }

    /// The largest gap of the prescribed motion, or that of the release \[m\].
    pub fn highest_gap(&self) -> f64 {
        match &self.start {
            Start::Table { table } => self.gap + table.reach().farthest,
            _ => self.first_gap(),
        }
    }

    /// The gap where the motion begins, run-up included \[m\].
    pub fn first_gap(&self) -> f64 {
        match &self.start {
            Start::Table { table } => self.gap + table.way(table.begin()),
            _ => self.gap + self.start.run_up(),
        }
    }

    /// Whether the motion is prescribed at `time` \[s\] of the case.
    pub fn leads_at(&self, time: f64) -> bool {
        self.is_prescribed() && self.led_for(time).is_none_or(|left| left > 0.0)
    }

    /// Whether the motion begins prescribed.
    pub fn is_prescribed(&self) -> bool {
        !matches!(self.start, Start::Rest | Start::Falling)
    }

    /// The longest step up to `step` \[s\] from `time` \[s\] of the case in which the velocity of a table changes by at
    /// most `change` [m/s]: what comes is known beforehand. Of any other motion the step itself.
    pub fn step_with(&self, time: f64, mut step: f64, change: f64) -> f64 {
        let velocity = |after: f64| self.velocity_after(time + self.lead() + after);
        while self.is_led_by_table() && change > 0.0 && (velocity(step) - velocity(0.0)).abs() > change {
            step *= 0.5;
        }
        step
    }

    /// Speed towards the wall at which a table first leads the sphere to this gap \[m\] [m/s]; `None` where none does.
    pub fn table_speed_at(&self, gap: f64) -> Option<f64> {
        match &self.start {
            Start::Table { table } => table.speed_at(gap - self.gap),
            _ => None,
        }
    }

    /// Speed towards the wall that a prescribed approach has built up where the sphere is let go [m/s]; `None` of any
    /// other motion.
    pub fn built_up_speed(&self) -> Option<f64> {
        let Start::Prescribed { free_gap, .. } = self.start else { return None };
        Some(-self.velocity_after(self.time_over(self.first_gap() - free_gap)))
    }

    /// Whether a table leads the sphere.
    pub fn is_led_by_table(&self) -> bool {
        matches!(self.start, Start::Table { .. })
    }

    /// The gap at which the sphere is free \[m\].
    pub fn free_gap(&self) -> f64 {
        match &self.start {
            Start::Rest | Start::Held { .. } | Start::Falling | Start::Oscillating { .. } => self.gap,
            Start::Prescribed { free_gap, .. } => *free_gap,
            Start::Table { table } => self.gap + table.way(table.end()),
        }
    }

    /// Time the run-up takes \[s\].
    pub fn lead(&self) -> f64 {
        match &self.start {
            Start::Table { table } => -table.begin(),
            _ => self.time_over(self.start.run_up()),
        }
    }

    /// Time that a prescribed approach takes for the first `way` \[m\]: the root of `speed (t − ramp (1 − e^{−t/ramp}))
    /// = way`; 0 of any other motion.
    fn time_over(&self, way: f64) -> f64 {
        let Start::Prescribed { speed, ramp, .. } = self.start else { return 0.0 };
        let cruise = way / speed;
        if ramp == 0.0 || way == 0.0 {
            return cruise;
        }
        let missing = |time: f64| time + ramp * (-time / ramp).exp_m1() - cruise;
        root(missing, 0.0, cruise + 1.01 * ramp, 0.0).unwrap_or(cruise + ramp)
    }

    /// The prescribed velocity [m/s] `elapsed` \[s\] after the motion began, positive away from the wall; 0 for a
    /// sphere that is free.
    pub fn velocity_after(&self, elapsed: f64) -> f64 {
        match &self.start {
            Start::Rest | Start::Falling => 0.0,
            Start::Prescribed { speed, ramp, .. } if *ramp > 0.0 => speed * (-elapsed / ramp).exp_m1(),
            Start::Prescribed { speed, .. } | Start::Held { speed } => -speed,
            Start::Oscillating { speed, frequency } => speed * (TAU * frequency * elapsed).sin(),
            Start::Table { table } => table.velocity(elapsed + table.begin()),
        }
    }

    /// The prescribed acceleration [m/s²] `elapsed` \[s\] after the motion began.
    pub fn acceleration_after(&self, elapsed: f64) -> f64 {
        match &self.start {
            Start::Prescribed { speed, ramp, .. } if *ramp > 0.0 => -speed / ramp * (-elapsed / ramp).exp(),
            Start::Table { table } => table.acceleration(elapsed + table.begin()),
            Start::Oscillating { speed, frequency } => TAU * frequency * speed * (TAU * frequency * elapsed).cos(),
            _ => 0.0,
        }
    }

    /// The prescribed gap \[m\] `elapsed` \[s\] after the motion began; in open liquid the place in the grid, which
    /// follows.
    pub fn gap_after(&self, elapsed: f64) -> f64 {
        let (speed, ramp) = match &self.start {
            Start::Rest | Start::Held { .. } | Start::Falling | Start::Oscillating { .. } => return self.gap,
            Start::Table { table } => return self.gap + table.way(elapsed + table.begin()),
            Start::Prescribed { speed, ramp, .. } => (*speed, *ramp),
        };
        let lag = if ramp > 0.0 { ramp * (-elapsed / ramp).exp_m1() } else { 0.0 };
        self.first_gap() - speed * (elapsed + lag)
    }
}

/// Sideways speed of a sphere whose motion is prescribed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LateralLead {
    /// This many times the speed along the axis: a path at an angle.
    Share(f64),
    /// A pulse that breaks the symmetry of the wake, `speed sin²(π(τ − 1)/2)` from `τ = 1` to 3, with `τ = t/unit −
    /// wait`.
    Pulse {
        /// Largest speed [m/s].
        speed: f64,
        /// Unit of time \[s\]: D/U.
        unit: f64,
        /// How much later it comes, in units (-).
        wait: f64,
    },
    /// `speed sin(2π frequency t)`.
    Oscillation {
        /// Largest speed [m/s].
        speed: f64,
        /// Frequency \[Hz\].
        frequency: f64,
    },
}

impl LateralLead {
    /// Sideways speed [m/s] `time` \[s\] after the start, at the speed `axial` [m/s] along the axis.
    pub fn speed(&self, axial: f64, time: f64) -> f64 {
        match *self {
            Self::Share(share) => share * axial,
            Self::Pulse { speed, unit, wait } => speed * pulse(time / unit - wait),
            Self::Oscillation { speed, frequency } => speed * (TAU * frequency * time).sin(),
        }
    }
}

/// Length of a pulse.
pub const PULSE: f64 = 2.0;

/// A smooth pulse of height 1 from time 1 to 3.
pub(super) fn pulse(time: f64) -> f64 {
    (PI * (0.5 * (time - 1.0)).clamp(0.0, 1.0)).sin().powi(2)
}
