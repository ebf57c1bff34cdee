//! A run by theory alone: the same case, the same run directory, no grid.

use super::build;
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::modelled::modelled_by_theory;
use super::setup::expected_time;
use super::simulation::Ending;
use crate::analysis::restitution::{Bounce, apparent};
use crate::case::Case;
use crate::contact::{NormalContact, NormalMemory};
use crate::motion::theory::Stop;
use crate::motion::theory_contact::SolidContact;
use crate::motion::theory_trajectory::{EventKind, Trajectory};
use crate::numerics::hermite::{Moment, lerp};
use crate::output::summary::Summary;
use crate::output::trajectory::{self as csv, Sample, TrajectoryWriter};
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

    fn advance(&mut self, gap: f64, velocity: f64) {
        self.law.advance(-gap, -velocity, &mut self.memory);
    }

    fn leave(&mut self) {
        self.memory = NormalMemory::default();
    }
}

/// The motion of a case by theory alone, and the time \[s\] in it at which the case begins: the sphere runs up before.
///
/// Without `run.time` it ends at the latest after twenty times the time that falls and flights should take.
///
/// # Errors
/// A parameter refused, or a motion that cannot be computed.
pub fn fall(case: &Case) -> Result<(Trajectory, f64), RunFailure> {
    let theory = build::theory(case)?;
    let lead = case.release.lead();
    let time = lead + case.run.time.unwrap_or_else(|| 20.0 * expected_time(case));
    let rest_speed_ratio = if case.run.until_rest { 1e-3 } else { 0.0 };
    let stop = Stop { bounces: case.run.bounces as usize, rest_speed_ratio, ..Stop::at(time) };
    let mut contact = TheoryContact { law: build::normal_contact(case)?, memory: NormalMemory::default() };
    Ok((theory.fall(&case.release, &stop, &mut contact)?, lead))
}

/// Runs a case by theory alone into its directory and returns the summary that it wrote.
///
/// # Errors
/// A parameter refused, a motion that cannot be computed, a file that cannot be written.
pub(super) fn execute(directory: RunDirectory) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    let case = directory.case;
    let (motion, lead) = fall(case)?;
    directory.open(false)?;
    let path = directory.trajectory();
    write_trajectory(directory, &motion, lead)?;
    let moments: Vec<Moment> = (0..motion.len()).map(|k| moment(&motion, lead, k)).collect();
    let rests = motion.events_of(EventKind::Rest).next().is_some();
    let bounces: Vec<Bounce> = motion
        .bounces
        .iter()
        .map(|bounce| {
            let time = bounce.contact_time - lead;
            let end = bounce.separation_time.map(|time| time - lead);
            let ended = end.is_some() || rests;
            let stays = rests && bounce.apex_gap.is_none();
            let seen = |end| apparent(&moments, (time, end), case.sphere.diameter).map(|found| found.restitution);
            Bounce {
                contact_time_s: time,
                impact_speed_m_s: bounce.impact_speed,
                separation_time_s: end,
                rebound_speed_m_s: ended.then_some(bounce.separation_speed),
                restitution_contact: ended.then(|| bounce.contact_restitution()),
                restitution: if stays { Some(0.0) } else { end.and_then(seen) },
                apex_gap_m: bounce.apex_gap,
                apex_time_s: bounce.apex_time.map(|time| time - lead),
                min_gap_m: bounce.min_gap,
            }
        })
        .collect();
    let bounced = bounces.iter().filter(|bounce| bounce.apex_gap_m.is_some()).count();
    let stop = match () {
        () if rests => Ending::Rest,
        () if bounced >= case.run.bounces as usize => Ending::Bounces,
        () => Ending::Time,
    };
    let without_flow = [
        "no flow is computed: wake and vortices that the sphere meets again are not there",
        "an unbounded liquid above one plane wall: container and free surface do not act",
    ];
    let summary = Summary {
        stop_reason: stop.to_string(),
        steps: motion.len() as u64,
        time_s: motion.time.last().map_or(0.0, |time| time - lead),
        wall_s: started.elapsed().as_secs_f64(),
        bounces,
        peak_speed_m_s: motion.velocity.iter().fold(0.0, |peak: f64, velocity| peak.max(velocity.abs())),
        modelled: modelled_by_theory(case, "at every gap; the wall drag ends at the film's cut-off".to_owned()),
        assumed: without_flow.map(str::to_owned).to_vec(),
        extra: [("terminal_speed_expected_m_s".to_owned(), case.terminal_speed())].into(),
        ..directory.summary()
    };
    directory.close(&csv::Trajectory::read(&path)?, summary, None)
}

fn moment(motion: &Trajectory, lead: f64, k: usize) -> Moment {
    Moment { time: motion.time[k] - lead, gap: motion.gap[k], velocity: motion.velocity[k] }
}

fn forces(motion: &Trajectory, k: usize) -> [f64; FORCES.len()] {
    let columns = [
        &motion.weight,
        &motion.buoyancy,
        &motion.drag,
        &motion.added_mass,
        &motion.history,
        &motion.solid,
        &motion.driving,
    ];
    columns.map(|column| column[k])
}

/// The rows from the time on at which the case begins; the first is interpolated there.
fn write_trajectory(directory: RunDirectory, motion: &Trajectory, lead: f64) -> Result<(), RunFailure> {
    let after = motion.time.partition_point(|&time| time <= lead).min(motion.len() - 1);
    let before = after.saturating_sub(1);
    let share = (lead - motion.time[before]) / (motion.time[after] - motion.time[before]);
    let (low, high) = (forces(motion, before), forces(motion, after));
    let at_start: [f64; FORCES.len()] = std::array::from_fn(|k| lerp(low[k], high[k], share));
    let state = motion.at(lead).unwrap_or(motion.sample(before));
    let start = Moment { time: 0.0, gap: state.gap, velocity: state.velocity };
    let first = Sample { moment: start, values: &at_start };
    let mut writer = TrajectoryWriter::create(&directory.trajectory(), &FORCES, directory.sampling(), first)?;
    for k in after..motion.len() {
        let at = moment(motion, lead, k);
        if at.time > 0.0 {
            writer.record(Sample { moment: at, values: &forces(motion, k) })?;
        }
    }
    Ok(writer.finish()?)
}
