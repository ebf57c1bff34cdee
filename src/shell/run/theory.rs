//! A run by theory alone: the same case, the same run directory, no grid.

use super::failure::RunFailure;
use super::modelled::{along_by_theory_alone, assumed_along, modelled_by_theory};
use super::motion::Motion;
use super::quantities::TERMINAL_SPEED;
use super::setup::expected_time;
use super::simulation::Ending;
use super::{build, columns, lateral};
use crate::analysis::bounce_log::BounceLog;
use crate::case::Case;
use crate::error::BadParameter;
use crate::motion::theory::{MotionError, Stop};
use crate::motion::theory_fall::Fall;
use crate::motion::theory_sideways::{SidewaysFall, SidewaysTheory};
use crate::motion::theory_trajectory::{EventKind, MotionForces, MotionRow, quintic};
use crate::numerics::hermite::{Moment, lerp};
use crate::output::summary::Summary;
use crate::output::trajectory::forces;

/// Names of the force columns; together they are the sphere's mass times its acceleration.
pub const FORCES: [&str; 7] = ["weight", "buoyancy", "drag", "added_mass", "history", "contact", "drive"];

/// Time \[s\] after which a motion without `run.time` is given up: nothing more happens.
const ENDLESS: f64 = 1e9;
/// How much longer a motion is followed when it has come to no end in the time first allowed.
const LONGER: f64 = 10.0;

/// A row of the motion in the time of the case, which begins when the sphere has run up.
#[derive(Debug, Clone)]
struct Sample {
    row: MotionRow,
    moment: Moment,
    values: Vec<f64>,
}

/// A case by theory alone.
pub(super) struct TheoryRun {
    case: Case,
    fall: Fall,
    /// Time \[s\] for which the motion is prepared: its history force is computed for motions of a given length.
    prepared: f64,
    /// Time \[s\] in the motion at which the case begins.
    lead: f64,
    now: Sample,
    /// The first row of the case, while the sphere is at its start, which lies between two rows.
    next: Option<Sample>,
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
    pub(super) fn new(case: &Case) -> Result<Self, RunFailure> {
        Self::lasting(case, case.run.time.unwrap_or_else(|| 20.0 * expected_time(case).min(ENDLESS / 20.0)))
    }

    fn lasting(case: &Case, prepared: f64) -> Result<Self, RunFailure> {
        case.release.validate()?;
        let release = case.release.along_normal();
        let lead = release.lead();
        let rest_speed_ratio = if case.run.until_rest { 1e-3 } else { 0.0 };
        let (bounces, steps) = (case.run.bounces as usize, case.run.steps_max);
        let stop = Stop { bounces, rest_speed_ratio, steps, ..Stop::at(lead + prepared) };
        let (contact, sideways) = (case.normal_contact()?, sideways(case, stop.time)?);
        let mut fall = build::theory(case)?.start(&release, &stop, Some(contact), sideways)?;
        let row = fall.advance()?.expect("a motion has a first row");
        let now = Sample::of(row, &fall, lead);
        let gravity = build::inertia(case, &case.sphere).free_acceleration();
        Ok(Self {
            case: case.clone(),
            fall,
            prepared,
            lead,
            peak_speed: now.moment.velocity.abs(),
            now,
            next: None,
            in_run_up: true,
            ending: None,
            bounces: BounceLog::new(case.sphere.diameter, gravity),
        })
    }

    /// The next row, with which the log of collisions goes on; `None` after the last.
    fn next(&mut self) -> Result<Option<Sample>, RunFailure> {
        let (lead, from) = (self.lead, self.now.moment);
        let row = self.fall.advance().map_err(|failure| match failure {
            MotionError::TooManySteps { time, gap, steps } => {
                RunFailure::TooManySteps { time: time - lead, gap, steps }
            }
            failure => failure.into(),
        })?;
        let Some(row) = row else {
            let last = self.fall.last_event().map(|event| event.kind);
            self.ending = match (self.fall.is_over(), last) {
                (true, Some(EventKind::Rest)) => Some(Ending::Rest),
                (true, Some(EventKind::Settling)) => Some(Ending::Settling),
                (true, _) => Some(Ending::Bounces),
                (false, _) => self.case.run.time.map(|_| Ending::Time),
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
        if let Some(sideways) = self.fall.sideways() {
            let (lateral, impulse) = (sideways.along(), sideways.surface.impulse);
            self.bounces.along_wall(lateral, lateral, [impulse.normal, impulse.tangential[0]]);
        }
        Ok(Some(Sample::of(row, &self.fall, lead)))
    }
}

/// The motion along the wall of a case with three dimensions; `None` of others. `longest` is the longest time of the motion
/// \[s\].
///
/// # Errors
/// A parameter refused.
fn sideways(case: &Case, longest: f64) -> Result<Option<SidewaysFall>, BadParameter> {
    if case.resolution.azimuthal_modes == 0 {
        return Ok(None);
    }
    let sphere = case.immersed();
    let excess = sphere.mass() - sphere.displaced_mass();
    SidewaysFall::start(SidewaysTheory {
        theory: build::theory(case)?,
        wall: build::tangential_wall(case)?,
        normal: case.normal_contact()?,
        lead: case.release.lateral_lead(case.sphere.diameter),
        spin: case.release.spin[1],
        load: excess * case.run.gravity * case.wall.inclination.to_radians().sin(),
        led: case.release.is_prescribed(),
        longest,
    })
    .map(Some)
}

/// Time, gap and velocity of a row in the time of the case.
fn at(row: &MotionRow, lead: f64) -> Moment {
    Moment { time: row.time - lead, gap: row.state.gap, velocity: row.state.velocity }
}

impl Sample {
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

impl Motion for TheoryRun {
    fn advance(&mut self) -> Result<bool, RunFailure> {
        if let Some(next) = self.next.take() {
            self.now = next;
            return Ok(true);
        }
        let Some(sample) = self.next()? else {
            let no_end = RunFailure::NoEnd { time: self.prepared, gap: self.now.moment.gap };
            return self.ending.map(|_| false).ok_or(no_end);
        };
        if self.in_run_up && sample.moment.time > 0.0 {
            self.in_run_up = false;
            self.now = self.now.start(&sample, self.lead);
            self.next = Some(sample);
        } else {
            self.now = sample;
        }
        Ok(true)
    }

    fn moment(&self) -> Moment {
        self.now.moment
    }

    fn in_run_up(&self) -> bool {
        self.in_run_up
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn columns(&self) -> Vec<String> {
        let [motion, loads] = columns::lateral(usize::from(self.fall.sideways().is_some()));
        [motion, forces(&FORCES), loads].concat()
    }

    fn values(&self) -> Vec<f64> {
        self.now.values.clone()
    }

    fn steps(&self) -> u64 {
        self.fall.rows()
    }

    fn bounces(&self) -> &BounceLog {
        &self.bounces
    }

    fn results(&self, mut summary: Summary) -> Summary {
        let case = &self.case;
        summary.peak_speed_m_s = self.peak_speed;
        summary.modelled =
            modelled_by_theory(case, "at every gap; the wall drag ends at the film's cut-off".to_owned());
        summary.modelled.extend(along_by_theory_alone(case));
        let without_flow = [
            "no flow is computed: wake and vortices that the sphere meets again are not there",
            "an unbounded liquid above one plane wall: container and free surface do not act",
        ];
        let assumed = without_flow.into_iter().chain(assumed_along(case));
        summary.assumed = assumed.map(str::to_owned).collect();
        summary.extra.extend([TERMINAL_SPEED.is(case.terminal_speed())]);
        if let Some(sideways) = self.fall.sideways() {
            summary.extra.extend(lateral::ended(&sideways.along(), sideways.surface.lost));
        }
        summary
    }

    fn begin_anew(&mut self) -> Result<bool, RunFailure> {
        let longer = (LONGER * self.prepared).min(ENDLESS);
        if self.ending.is_some() || self.case.run.time.is_some() || longer <= self.prepared {
            return Ok(false);
        }
        *self = Self::lasting(&self.case, longer)?;
        Ok(true)
    }
}

/// The motion of a case by theory alone, in memory.
///
/// # Errors
/// A parameter refused, or a motion that cannot be computed.
pub fn fall(case: &Case) -> Result<Vec<MotionRow>, RunFailure> {
    let mut run = TheoryRun::new(case)?;
    let mut rows = vec![run.now.row];
    loop {
        match run.next()? {
            Some(next) => {
                rows.push(next.row);
                run.now = next;
            }
            None if run.begin_anew()? => rows = vec![run.now.row],
            None => return Ok(rows),
        }
    }
}
