//! A run by theory alone: the same case, the same run directory, no grid.

use super::build;
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::modelled::modelled_by_theory;
use super::quantities::{FRICTION, LATERAL_DISTANCE, LATERAL_END, SPIN_END, TERMINAL_SPEED};
use super::results::NO_APPARENT;
use super::setup::expected_time;
use super::simulation::Ending;
use super::theory_sideways::{self, ObliqueFall};
use crate::analysis::bounce_log::BounceLog;
use crate::analysis::restitution::Bounce;
use crate::body::release::Release;
use crate::case::Case;
use crate::contact::{NormalContact, NormalMemory, PassedThrough};
use crate::error::BadParameter;
use crate::motion::tangential_wall::{LATERAL_FORCES, TORQUES};
use crate::motion::theory::{MotionError, Stop, Theory};
use crate::motion::theory_contact::SolidContact;
use crate::motion::theory_parallel::AlongWall;
use crate::motion::theory_trajectory::{self, Event, EventKind, MotionForces, MotionLog, MotionRow, quintic};
use crate::numerics::hermite::{Moment, lerp};
use crate::output::OutputError;
use crate::output::summary::Summary;
use crate::output::trajectory::{self as csv, Columns, LateralLoadColumns, Sample, TrajectoryWriter};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

/// Names of the force columns; together they are the sphere's mass times its acceleration.
pub const FORCES: [&str; 7] = ["weight", "buoyancy", "drag", "added_mass", "history", "contact", "drive"];

/// Any normal contact law as the theory of the motion takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct TheoryContact {
    /// The law.
    pub law: NormalContact,
    /// What it remembers of the present collision.
    pub memory: NormalMemory,
}

impl SolidContact for TheoryContact {
    fn reach(&self) -> f64 {
        self.law.range()
    }

    fn contact_time(&self, speed: f64) -> f64 {
        self.law.contact_time(speed)
    }

    fn force(&self, gap: f64, velocity: f64) -> f64 {
        self.law.force(-gap, -velocity, &self.memory).force
    }

    fn passed(&self, gap: f64) -> Option<PassedThrough> {
        self.law.passed(-gap, &self.memory)
    }

    fn advance(&mut self, gap: f64, velocity: f64) {
        self.law.advance(-gap, -velocity, &mut self.memory);
    }

    fn leave(&mut self) {
        self.memory = NormalMemory::default();
    }
}

/// Time \[s\] after which a motion without `run.time` is given up: nothing more happens.
const ENDLESS: f64 = 1e9;
/// How much longer a motion is followed when it has come to no end in the time first allowed.
const LONGER: f64 = 10.0;

/// The theory of a case, and what ends its motion.
struct Fall<'c> {
    case: &'c Case,
    theory: Theory,
    contact: TheoryContact,
    /// Time \[s\] in the motion at which the case begins: the sphere runs up before.
    lead: f64,
    /// The motion along the normal.
    release: Release,
}

impl<'c> Fall<'c> {
    fn of(case: &'c Case) -> Result<Self, BadParameter> {
        let contact = TheoryContact { law: case.normal_contact()?, memory: NormalMemory::default() };
        case.release.validate()?;
        let release = case.release.along_normal();
        Ok(Self { case, theory: build::theory(case)?, contact, lead: release.lead(), release })
    }

    /// What ends the motion, at `time` \[s\] after the start of the case at the latest.
    fn stop(&self, time: f64) -> Stop {
        let run = &self.case.run;
        let rest_speed_ratio = if run.until_rest { 1e-3 } else { 0.0 };
        let bounces = run.bounces as usize;
        Stop { bounces, rest_speed_ratio, steps: run.steps_max, ..Stop::at(self.lead + time) }
    }

    /// Follows the motion to its end with a log and a taker of its rows that `begin` makes, and the motion along the wall beside
    /// it. The history force is computed for
    /// motions of a given length, so the time is bounded. Where no end is asked for and none comes within the bound, the
    /// motion is followed anew, with ten times the bound.
    fn follow<T>(
        &self,
        begin: impl Fn() -> T,
        take: impl Fn(&mut T, &MotionRow, &[Event], Option<&ObliqueFall>) -> ControlFlow<()>,
    ) -> Result<Followed<T>, BadParameter> {
        let mut time = self.case.run.time.unwrap_or_else(|| 20.0 * expected_time(self.case).min(ENDLESS / 20.0));
        loop {
            let (mut taker, along) = (begin(), AlongWall::default());
            let mut sideways = theory_sideways::start(self.case, self.lead + time)?;
            let mut each = |row: &MotionRow, events: &[Event]| {
                if let Some(sideways) = &mut sideways {
                    sideways.follow(row, events, &along);
                }
                take(&mut taker, row, events, sideways.as_ref())
            };
            let mut log = MotionLog::new(&mut each);
            log.along = Some(&along);
            let outcome = self.theory.follow(&self.release, &self.stop(time), &mut self.contact.clone(), &mut log);
            let MotionLog { events, bounces, rows, .. } = log;
            if outcome == Ok(false) && self.case.run.time.is_none() && time < ENDLESS {
                time = (LONGER * time).min(ENDLESS);
                continue;
            }
            let outcome = match outcome {
                Ok(ended) => Ok(ended),
                Err(MotionError::TooManySteps { time, gap, steps }) => {
                    Err(RunFailure::TooManySteps { time: time - self.lead, gap, steps })
                }
                Err(failure) => Err(failure.into()),
            };
            return Ok(Followed { taker, sideways, events, bounces, rows, outcome });
        }
    }
}

/// A motion that was followed.
struct Followed<T> {
    taker: T,
    /// Motion along the wall, where the case has three dimensions.
    sideways: Option<ObliqueFall>,
    events: Vec<Event>,
    bounces: Vec<theory_trajectory::Bounce>,
    rows: u64,
    /// Whether the sphere came to rest or to the last apex asked for, before the time was over.
    outcome: Result<bool, RunFailure>,
}

/// The motion of a case by theory alone, in memory.
///
/// # Errors
/// A parameter refused, or a motion that cannot be computed.
pub fn fall(case: &Case) -> Result<Vec<MotionRow>, RunFailure> {
    let take = |rows: &mut Vec<MotionRow>, row: &MotionRow, _: &[Event], _: Option<&ObliqueFall>| {
        rows.push(*row);
        ControlFlow::Continue(())
    };
    let Followed { taker, outcome, .. } = Fall::of(case)?.follow(Vec::new, take)?;
    outcome.map(|_| taker)
}

/// Runs a case by theory alone into its directory and returns the summary that it wrote.
///
/// # Errors
/// A parameter refused, a motion that cannot be computed, a file that cannot be written. A motion that cannot be computed
/// to its end leaves the rows so far and a summary that says so.
pub(super) fn execute(directory: RunDirectory) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    let case = directory.case;
    let fall = Fall::of(case)?;
    let gravity = build::inertia(case)?.free_acceleration();
    directory.open(false)?;
    let Followed { taker, sideways, events, bounces, rows, outcome } =
        fall.follow(|| Rows::new(directory, fall.lead, gravity), Rows::take)?;
    let Rows { before, log, peak_speed, .. } = taker.finish()?;
    let last = events.last().map(|event| event.kind);
    let rests = matches!(last, Some(EventKind::Rest | EventKind::Settling));
    let ending = match outcome {
        Ok(true) => Ok(match last {
            Some(EventKind::Rest) => Ending::Rest,
            Some(EventKind::Settling) => Ending::Settling,
            _ => Ending::Bounces,
        }),
        Ok(false) if case.run.time.is_some() => Ok(Ending::Time),
        Ok(false) => Err(RunFailure::NoEnd { time: ENDLESS, gap: before.map_or(f64::NAN, |row| row.state.gap) }),
        Err(failure) => Err(failure),
    };
    let without_flow = [
        "no flow is computed: wake and vortices that the sphere meets again are not there",
        "an unbounded liquid above one plane wall: container and free surface do not act",
    ];
    let refused = log.refused().then(|| NO_APPARENT.to_owned());
    let base = directory.summary();
    let summary = Summary {
        steps: rows,
        time_s: before.map_or(0.0, |row| row.time - fall.lead),
        wall_s: started.elapsed().as_secs_f64(),
        bounces: logged(&bounces, log, rests, fall.lead, sideways.as_ref()),
        peak_speed_m_s: peak_speed,
        modelled: modelled_by_theory(case, "at every gap; the wall drag ends at the film's cut-off".to_owned())
            .into_iter()
            .chain(theory_sideways::modelled_alone(case))
            .collect(),
        assumed: without_flow.into_iter().chain(theory_sideways::assumed(case)).map(str::to_owned).collect(),
        extra: further(case, sideways.as_ref()),
        warnings: base.warnings.iter().cloned().chain(refused).collect(),
        ..base
    }
    .ended(ending.as_ref().copied());
    let path = directory.trajectory();
    let motion = if path.exists() { csv::Trajectory::read(&path)? } else { csv::Trajectory::default() };
    let written = directory.close(&motion, summary, None);
    ending.and(written)
}

/// The bounces of the theory as a run logs them, with the apparent values of `log`.
fn logged(
    bounces: &[theory_trajectory::Bounce],
    mut log: BounceLog,
    rests: bool,
    lead: f64,
    sideways: Option<&ObliqueFall>,
) -> Vec<Bounce> {
    log.close(rests);
    let mut oblique = sideways.into_iter().flat_map(|sideways| sideways.bounces.iter().cloned());
    let seen = log.bounces().iter().map(|bounce| bounce.restitution);
    let logged = bounces.iter().zip(seen).map(|(bounce, apparent)| {
        let ended = bounce.separation_time.is_some() || rests;
        Bounce {
            contact_time_s: bounce.contact_time - lead,
            impact_speed_m_s: bounce.impact_speed,
            separation_time_s: bounce.separation_time.map(|time| time - lead),
            rebound_speed_m_s: ended.then_some(bounce.separation_speed),
            restitution_contact: ended.then(|| bounce.contact_restitution()),
            restitution: if rests && bounce.apex_gap.is_none() { Some(0.0) } else { apparent },
            apex_gap_m: bounce.apex_gap,
            apex_time_s: bounce.apex_time.map(|time| time - lead),
            min_gap_m: bounce.min_gap,
            oblique: oblique.next(),
        }
    });
    logged.collect()
}

/// Further results.
fn further(case: &Case, sideways: Option<&ObliqueFall>) -> BTreeMap<String, f64> {
    let along = sideways.map(|ObliqueFall { fall, .. }| {
        [
            FRICTION.is(fall.surface.lost),
            LATERAL_DISTANCE.is(fall.x),
            LATERAL_END.is(fall.motion.lateral),
            SPIN_END.is(fall.motion.spin),
        ]
    });
    std::iter::once(TERMINAL_SPEED.is(case.terminal_speed())).chain(along.into_iter().flatten()).collect()
}

/// The rows on their way to `trajectory.csv`, from the time on at which the case begins; the first is interpolated there.
struct Rows<'d> {
    directory: RunDirectory<'d>,
    lead: f64,
    writer: Option<TrajectoryWriter>,
    before: Option<MotionRow>,
    /// For the apparent restitutions.
    log: BounceLog,
    peak_speed: f64,
    values: Vec<f64>,
    failed: Option<OutputError>,
}

impl<'d> Rows<'d> {
    fn new(directory: RunDirectory<'d>, lead: f64, gravity: f64) -> Self {
        let case = directory.case;
        let log = BounceLog::new(case.sphere.diameter, gravity);
        let values = Vec::new();
        Self { directory, lead, writer: None, before: None, log, peak_speed: 0.0, values, failed: None }
    }

    fn take(&mut self, row: &MotionRow, events: &[Event], along: Option<&ObliqueFall>) -> ControlFlow<()> {
        self.peak_speed = self.peak_speed.max(row.state.velocity.abs());
        if let Some(before) = self.before {
            self.log.observe(self.moment(&before), self.moment(row));
        }
        for event in events {
            match event.kind {
                EventKind::Contact => self.log.touch(self.moment(row)),
                EventKind::Separation => self.log.separate(self.moment(row)),
                _ => {}
            }
        }
        let before = std::mem::replace(&mut self.values, values(row, along));
        self.failed = self.write(row, &before).err();
        self.before = Some(*row);
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn write(&mut self, row: &MotionRow, before_values: &[f64]) -> Result<(), OutputError> {
        let moment = self.moment(row);
        if moment.time <= 0.0 {
            return Ok(());
        }
        if self.writer.is_none() {
            let before = self.before.unwrap_or(*row);
            let start = Moment { time: 0.0, ..self.at_start(&before, row) };
            let share = (self.lead - before.time) / (row.time - before.time);
            let low = if before_values.is_empty() { &self.values } else { before_values };
            let values: Vec<f64> = low.iter().zip(&self.values).map(|(low, high)| lerp(*low, *high, share)).collect();
            let first = Sample { moment: start, values: &values };
            let directory = self.directory;
            let lateral = LateralLoadColumns { forces: &LATERAL_FORCES, torques: &TORQUES, across: false };
            let columns = Columns {
                forces: &FORCES,
                lateral: (directory.case.resolution.azimuthal_modes > 0).then_some(lateral),
            };
            self.writer =
                Some(TrajectoryWriter::create(&directory.trajectory(), columns, directory.sampling(), first)?);
        }
        let writer = self.writer.as_mut().expect("made above");
        writer.record(Sample { moment, values: &self.values })
    }

    /// The state at the start of the case, between two rows.
    fn at_start(&self, before: &MotionRow, after: &MotionRow) -> Moment {
        let state = quintic(before.state, after.state, after.time - before.time, self.lead - before.time);
        Moment { time: self.lead, gap: state.gap, velocity: state.velocity }
    }

    fn moment(&self, row: &MotionRow) -> Moment {
        Moment { time: row.time - self.lead, gap: row.state.gap, velocity: row.state.velocity }
    }

    fn finish(mut self) -> Result<Self, OutputError> {
        self.writer.take().map_or(Ok(()), TrajectoryWriter::finish)?;
        self.failed.take().map_or(Ok(self), Err)
    }
}

/// The values of the columns at a row.
fn values(row: &MotionRow, along: Option<&ObliqueFall>) -> Vec<f64> {
    let motion = along.map(ObliqueFall::motion).into_iter().flatten();
    let loads = along.map(|along| along.fall.loads.values()).into_iter().flatten();
    motion.chain(forces(row)).chain(loads).collect()
}

fn forces(row: &MotionRow) -> [f64; FORCES.len()] {
    let MotionForces { weight, buoyancy, drag, added_mass, history, solid, driving } = row.forces;
    [weight, buoyancy, drag, added_mass, history, solid, driving]
}
