//! A run by theory alone: the same case, the same run directory, no grid.

use super::bounce_log::BounceLog;
use super::columns::forces;
use super::course::Ending;
use super::describe::{along_by_theory_alone, assumed_along, modelled_by_theory};
use super::failure::Failure;
use super::interface::{Description, Model, Row, Sample as Motion};
use super::results::TERMINAL_SPEED;
use super::{build, columns, lateral};
use crate::error::BadParameter;
use crate::motion::theory::{MotionError, Stop, Theory};
use crate::motion::theory_fall::Fall;
use crate::motion::theory_sideways::{SidewaysFall, SidewaysTheory};
use crate::motion::theory_trajectory::{EventKind, MotionForces, MotionRow};
use crate::numerics::hermite::{Moment, lerp, quintic};
use crate::problem::Problem;
use crate::quantity::SPEED;
use crate::remark;
use crate::remark::Remark;

/// Names of the force columns; together they are the sphere's mass times its acceleration.
pub const FORCES: [&str; 7] = ["weight", "buoyancy", "drag", "added_mass", "history", "contact", "drive"];

/// A sphere that moves along the wall at less than this share of its highest speed stands still.
const STILL: f64 = 1e-3;
/// Time \[s\] after which a motion without `run.time` is given up: nothing more happens.
const ENDLESS: f64 = 1e9;
/// How much longer a motion is followed when it has come to no end in the time first allowed.
const LONGER: f64 = 10.0;

/// A row of the motion in the time of the case, which begins when the sphere has run up.
#[derive(Debug, Clone)]
struct Stage {
    row: MotionRow,
    moment: Moment,
    values: Vec<f64>,
}

/// A case by theory alone.
pub struct TheoryRun {
    problem: Problem,
    fall: Fall,
    /// Time \[s\] for which the motion is prepared: its history force is computed for motions of a given length.
    prepared: f64,
    /// Time \[s\] in the motion at which the case begins.
    lead: f64,
    now: Stage,
    /// The first row of the case, while the sphere is at its start, which lies between two rows.
    next: Option<Stage>,
    in_run_up: bool,
    ending: Option<Ending>,
    bounces: BounceLog,
    peak_speed: f64,
}

impl TheoryRun {
    /// The sphere where its motion begins.
    ///
    /// # Errors
    /// A parameter refused, or a motion that cannot begin.
    pub fn new(problem: &Problem) -> Result<Self, Failure> {
        Self::with_scaled_force(problem, [1.0; 2])
    }

    /// The same with drag and history force of `scale` times those of their laws, towards the wall and away from it:
    /// what an error of the laws does to the motion.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_scaled_force(problem: &Problem, scale: [f64; 2]) -> Result<Self, Failure> {
        let time = problem.end_time().unwrap_or_else(|| 20.0 * problem.expected_time().min(ENDLESS / 20.0));
        Self::lasting(problem, scale, time)
    }

    fn lasting(problem: &Problem, force_scale: [f64; 2], prepared: f64) -> Result<Self, Failure> {
        problem.start.validate()?;
        let release = problem.start.along_normal();
        let lead = release.lead();
        let rest_speed_ratio = if problem.until.rest { 1e-3 } else { 0.0 };
        let (bounces, steps) = (problem.until.bounces as usize, problem.until.steps);
        let stop = Stop { bounces, rest_speed_ratio, steps, ..Stop::at(lead + prepared) };
        let (contact, sideways) = (problem.normal_contact()?, sideways(problem, stop.time)?);
        let theory = Theory { force_scale, ..build::theory(problem)? };
        let mut fall = theory.start(&release, &stop, Some(contact), sideways)?;
        let row = fall.advance()?.expect("a motion has a first row");
        let now = Stage::of(row, &fall, lead);
        let gravity = build::inertia(problem, &problem.sphere).free_acceleration();
        Ok(Self {
            problem: problem.clone(),
            fall,
            prepared,
            lead,
            peak_speed: now.moment.velocity.abs(),
            now,
            next: None,
            in_run_up: true,
            ending: None,
            bounces: BounceLog::new(problem.sphere.diameter, gravity),
        })
    }

    /// The next row, with which the log of collisions goes on; `None` after the last.
    fn next(&mut self) -> Result<Option<Stage>, Failure> {
        let (lead, from) = (self.lead, self.now.moment);
        let row = self.fall.advance().map_err(|failure| match failure {
            MotionError::TooManySteps { time, gap, steps } => Failure::TooManySteps { time: time - lead, gap, steps },
            failure => failure.into(),
        })?;
        let Some(row) = row else {
            let last = self.fall.last_event().map(|event| event.kind);
            self.ending = match (self.fall.is_over(), last) {
                (true, Some(EventKind::Rest)) => Some(Ending::Rest),
                (true, Some(EventKind::Settling)) => Some(Ending::Settling),
                (true, _) => Some(Ending::Bounces),
                (false, _) => self.problem.end_time().map(|_| Ending::Time),
            };
            return Ok(None);
        };
        let to = at(&row, lead);
        self.peak_speed = self.peak_speed.max(to.velocity.abs());
        let turns = self.fall.events().iter().any(|event| matches!(event.kind, EventKind::Turning | EventKind::Apex));
        self.bounces.observe_turn(from, to, turns.then_some(to));
        for event in self.fall.events() {
            match event.kind {
                EventKind::Contact => self.bounces.touch(to),
                EventKind::Separation => self.bounces.separate(to),
                _ => {}
            }
        }
        self.bounces.film(row.torn);
        if let Some(sideways) = self.fall.sideways() {
            let (lateral, impulse) = (sideways.along(), sideways.surface.impulse);
            self.bounces.along_wall(lateral, lateral, [impulse.normal, impulse.tangential[0]]);
        }
        Ok(Some(Stage::of(row, &self.fall, lead)))
    }
}

/// The motion along the wall of a case with three dimensions; `None` of others. `longest` is the longest time of the
/// motion \[s\].
///
/// # Errors
/// A parameter refused.
fn sideways(problem: &Problem, longest: f64) -> Result<Option<SidewaysFall>, BadParameter> {
    if problem.resolution.is_axisymmetric() {
        return Ok(None);
    }
    let sphere = problem.immersed();
    let excess = sphere.mass() - sphere.displaced_mass();
    SidewaysFall::start(SidewaysTheory {
        theory: build::theory(problem)?,
        wall: build::tangential_wall(problem)?,
        normal: problem.normal_contact()?,
        lead: problem.start.lateral_lead(problem.sphere.diameter),
        spin: problem.start.spin[1],
        load: excess * problem.gravity.abs() * problem.surroundings.inclination().to_radians().sin(),
        led: problem.start.is_prescribed(),
        longest,
    })
    .map(Some)
}

/// Time, gap and velocity of a row in the time of the problem.
fn at(row: &MotionRow, lead: f64) -> Moment {
    Moment { time: row.time - lead, gap: row.state.gap, velocity: row.state.velocity }
}

impl Stage {
    fn of(row: MotionRow, fall: &Fall, lead: f64) -> Self {
        let MotionForces { weight, buoyancy, drag, added_mass, history, solid, driving } = row.forces;
        let forces = [weight, buoyancy, drag, added_mass, history, solid, driving];
        let values = match fall.sideways() {
            None => forces.to_vec(),
            Some(sideways) => {
                let along = sideways.along();
                [&[along.x, along.velocity, along.spin][..], &forces, &columns::lateral_loads(&sideways.loads, 1)]
                    .concat()
            }
        };
        Self { row, moment: at(&row, lead), values }
    }

    /// The start of the case, between this row and the `next`.
    fn start(&self, next: &Self, lead: f64) -> Self {
        let (width, elapsed) = (next.row.time - self.row.time, lead - self.row.time);
        let state = quintic(self.row.state, next.row.state, width, elapsed);
        let values = self.values.iter().zip(&next.values).map(|(low, high)| lerp(*low, *high, elapsed / width));
        let moment = Moment { time: 0.0, gap: state.gap, velocity: state.velocity };
        Self { row: self.row, moment, values: values.collect() }
    }
}

impl TheoryRun {
    /// The same motion prepared for a longer time, where one prepared for `time` \[s\] came to no end; `None` if that
    /// was the longest.
    ///
    /// # Errors
    /// A parameter refused, or a motion that cannot begin.
    pub(super) fn longer(problem: &Problem, time: f64) -> Result<Option<Self>, Failure> {
        let longer = (LONGER * time).min(ENDLESS);
        if problem.end_time().is_some() || longer <= time {
            Ok(None)
        } else {
            Self::lasting(problem, [1.0; 2], longer).map(Some)
        }
    }
}

impl Model for TheoryRun {
    fn step(&mut self) -> Result<bool, Failure> {
        if let Some(next) = self.next.take() {
            self.now = next;
            return Ok(true);
        }
        let Some(stage) = self.next()? else {
            let no_end = Failure::NoEnd { time: self.prepared, gap: self.now.moment.gap };
            return self.ending.map(|_| false).ok_or(no_end);
        };
        if self.in_run_up && stage.moment.time > 0.0 {
            self.in_run_up = false;
            self.now = self.now.start(&stage, self.lead);
            self.next = Some(stage);
        } else {
            self.now = stage;
        }
        Ok(true)
    }

    fn sample(&self) -> Motion<'_> {
        Motion {
            moment: self.now.moment,
            in_run_up: self.in_run_up,
            steps: self.fall.rows(),
            bounces: &self.bounces,
            row: self,
            flow: None,
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn describe(&self) -> Description {
        let problem = &self.problem;
        let mut modelled =
            modelled_by_theory(problem, "at every gap; the wall drag ends at the film's cut-off".to_owned());
        modelled.extend(along_by_theory_alone(problem));
        let without_flow = [
            remark!(
                Assumption,
                "no-flow",
                "no flow is computed: wake and vortices that the sphere meets again are not there"
            ),
            remark!(
                Assumption,
                "unbounded-liquid",
                "an unbounded liquid above one plane wall: container and free surface do not act"
            ),
        ];
        let mut remarks: Vec<Remark> = without_flow.into_iter().chain(assumed_along(problem)).collect();
        let mut results = vec![TERMINAL_SPEED.is(problem.terminal_speed())];
        let settled = self.ending.is_some_and(Ending::stays);
        let along = self.fall.sideways().map_or(0.0, |sideways| sideways.along().velocity.abs());
        let slides = settled && along > STILL * self.peak_speed;
        remarks.extend(slides.then(|| {
            remark!(
                Warning,
                "still-slides",
                "theory ends where the sphere no longer leaves the wall, and it still moves along the wall at {}: \
                 hydrodynamics = \"resolved\" follows it on",
                SPEED.brief(along)
            )
        }));
        if let Some(sideways) = self.fall.sideways() {
            results.extend(lateral::ended(&sideways.along(), sideways.surface.lost));
        }
        Description {
            peak_speed: self.peak_speed,
            modelled,
            remarks,
            results,
            groups: problem.groups(),
            ..Description::default()
        }
    }
}

impl Row for TheoryRun {
    fn columns(&self) -> Vec<String> {
        let [motion, loads] = columns::lateral(usize::from(self.fall.sideways().is_some()));
        [motion, forces(&FORCES), loads].concat()
    }

    fn values(&self) -> Vec<f64> {
        self.now.values.clone()
    }
}

/// The motion by theory alone, in memory.
///
/// # Errors
/// A parameter refused, or a motion that cannot be computed.
pub fn fall(problem: &Problem) -> Result<Vec<MotionRow>, Failure> {
    let mut run = TheoryRun::new(problem)?;
    let mut rows = vec![run.now.row];
    loop {
        match run.next()? {
            Some(next) => {
                rows.push(next.row);
                run.now = next;
            }
            None if run.ending.is_some() => return Ok(rows),
            None => {
                let Some(longer) = TheoryRun::longer(problem, run.prepared)? else { return Ok(rows) };
                run = longer;
                rows = vec![run.now.row];
            }
        }
    }
}
