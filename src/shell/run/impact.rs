//! From an impact case to a run directory: one impact, or a series of them in parallel.
//!
//! One impact writes `case.toml`, `trajectory.csv`, `summary.json` and `plots/`. A series writes `series.csv` with a
//! row for each impact, its own `summary.json` and `plots/`, and for each impact a directory `runs/NAME` with the files
//! of one.

use super::directory_status::{DirectoryStatus, Request};
use super::failure::RunFailure;
use super::files::{PLOTS, SUMMARY, TRAJECTORY};
use super::impact_summary::{Check, ImpactSummary, Member, columns, ending, word};
use super::{directory, impact_figures, threads};
use crate::case::ImpactCase;
use crate::output::summary::Status;
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::path::Path;
use std::time::Instant;
use wetbounce_physics::contact::outcome::COLUMNS;
use wetbounce_physics::contact::smooth::dop853;
use wetbounce_physics::contact::{ContactLaw, DryOutcome, DrySample, ImpactError, Integrator};

/// Relative tolerance of the independent integration.
const TOLERANCE: f64 = 1e-12;

/// Computes an impact case into a directory, and says whether its results were there already: then nothing is written.
/// Those of another case are replaced only if `fresh` asks for it.
///
/// # Errors
/// An impact that failed, a directory in use or that holds another case, or a file that cannot be written. The other
/// impacts of a series are written all the same.
pub fn execute_impact(case: &ImpactCase, out: &Path, fresh: bool) -> Result<(ImpactSummary, bool), RunFailure> {
    let (resolved, by_keys) = (case.to_toml(), case.contact.is_given_by_keys());
    let request = Request { directory: out, resolved: &resolved, goes_on: false, by_keys, fresh };
    let (_claim, found) = directory::claim(request)?;
    if found == DirectoryStatus::Finished
        && let Ok(text) = std::fs::read(out.join(SUMMARY))
        && let Ok(summary) = serde_json::from_slice(&text)
    {
        return Ok((summary, true));
    }
    let pool = threads::pool(case.run.threads)?;
    let (members, summary) = summed_up(case, &pool);
    pool.install(|| write(case, &members, &summary, out))?;
    failure(members).map_or(Ok((summary, false)), Err)
}

/// A dry impact in memory.
#[derive(Debug)]
pub struct ComputedImpact {
    /// The summary.
    pub summary: ImpactSummary,
    /// The rows of one impact, by the names of its columns; of a series a row for each impact, with the numbers of
    /// `series.csv`, NaN where there is none.
    pub columns: Vec<(&'static str, Vec<f64>)>,
    /// Why an impact failed, if one did; the summary then holds what was computed.
    pub failure: Option<RunFailure>,
}

/// Computes an impact case in memory: the numbers are those of [`execute_impact`], and nothing is written.
///
/// # Errors
/// A number of threads that the system does not start. Any other failure comes with what was computed.
pub fn compute_impact(case: &ImpactCase) -> Result<ComputedImpact, RunFailure> {
    let (members, summary) = summed_up(case, &threads::pool(case.run.threads)?);
    let columns = match &members[..] {
        [member] => {
            let rows: Vec<_> = member.computed.samples.iter().map(DrySample::values).collect();
            let column = |at: usize| rows.iter().map(|row| row[at]).collect();
            COLUMNS.iter().enumerate().map(|(at, name)| (*name, column(at))).collect()
        }
        series => {
            let rows: Vec<_> = series.iter().map(columns).collect();
            let cell = |row: &[(&str, Option<f64>)], at: usize| row[at].1.unwrap_or(f64::NAN);
            let column = |at: usize| rows.iter().map(|row| cell(row, at)).collect();
            rows.first().into_iter().flatten().enumerate().map(|(at, (name, _))| (*name, column(at))).collect()
        }
    };
    Ok(ComputedImpact { summary, columns, failure: failure(members) })
}

/// Computes all impacts of a case, and sums them up.
fn summed_up(case: &ImpactCase, pool: &ThreadPool) -> (Vec<Member>, ImpactSummary) {
    let started = Instant::now();
    let members = pool.install(|| compute(case));
    let wall_s = started.elapsed().as_secs_f64();
    let summary = ImpactSummary::of(case, &members, wall_s, pool.current_num_threads());
    (members, summary)
}

/// The failure of the first impact that failed; that of a law is the law's own.
fn failure(members: Vec<Member>) -> Option<RunFailure> {
    let failure = |Member { speed, angle, failure, .. }| {
        Some(match failure? {
            ImpactError::Law(law) => RunFailure::Model(law.into()),
            cause => RunFailure::Impact { speed, angle, cause },
        })
    };
    members.into_iter().find_map(failure)
}

/// Writes the files of one impact, or of a series with a directory for each of its impacts, and the summary as the sign
/// that all are there.
fn write(case: &ImpactCase, members: &[Member], summary: &ImpactSummary, out: &Path) -> Result<(), OutputError> {
    directory::open(out, &case.to_toml(), false)?;
    let plots = Some(out.join(PLOTS)).filter(|_| case.output.plots);
    if let [member] = members {
        write_trajectory(&member.computed.samples, &out.join(TRAJECTORY))?;
        if let Some(outcome) = member.outcome() {
            plots.map_or(Ok(()), |plots| impact_figures::draw_one(&member.impact, outcome, &plots))?;
        }
    } else {
        if case.output.members {
            members
                .par_iter()
                .try_for_each(|member| write_member(case, member, &out.join("runs").join(&member.name)))?;
        }
        series(members).write(&out.join("series.csv"))?;
        plots.map_or(Ok(()), |plots| impact_figures::draw_series(members, &plots))?;
    }
    atomic::write_json(&out.join(SUMMARY), summary)
}

/// Writes an impact of a series as a case of its own, whose time is that of the series.
fn write_member(case: &ImpactCase, member: &Member, out: &Path) -> Result<(), OutputError> {
    let mut one = case.clone();
    one.given.name = format!("{}-{}", case.given.name, member.name);
    one.output.directory = out.to_path_buf();
    (one.impact.speed, one.impact.angle) = (vec![member.speed], vec![member.angle]);
    let members = std::slice::from_ref(member);
    write(&one, members, &ImpactSummary::of(&one, members, 0.0, 1), out)
}

fn compute(case: &ImpactCase) -> Vec<Member> {
    let all = |&speed: &f64| case.impact.angle.iter().map(move |&angle| (speed, angle));
    let pairs: Vec<(f64, f64)> = case.impact.speed.iter().flat_map(all).collect();
    pairs
        .par_iter()
        .map(|&(speed, angle)| {
            let mut impact = case.impact(speed, angle).expect("the case was read with these bodies and this law");
            if pairs.len() > 1 && !case.output.members {
                impact.control.record_every = 0;
            }
            let (computed, mut failure) = impact.follow();
            if impact.control.integrator != Integrator::Verlet {
                failure = failure.or_else(|| imbalance(&computed));
            }
            let mut check = None;
            if case.integration.check && failure.is_none() {
                match dop853(&impact, TOLERANCE) {
                    Ok(smooth) => check = Check::of(&impact, &computed, &smooth),
                    Err(error) => failure = Some(error),
                }
            }
            Member { name: format!("v{speed}-a{angle}"), speed, angle, impact, computed, failure, check }
        })
        .collect()
}

/// Error of the energy balance of a contact above which an impact has failed. Velocity Verlet is there to show the
/// results of discrete-element programs: its error is only stated.
const WRONG_ENERGY: f64 = 1e-2;

/// The first contact whose energy does not balance.
fn imbalance(outcome: &DryOutcome) -> Option<ImpactError> {
    let wrong = |error: f64| error.is_nan() || error.abs() > WRONG_ENERGY;
    let bounce = outcome.bounces.iter().find(|bounce| bounce.energy.before > 0.0 && wrong(bounce.energy.error))?;
    let (from, error) = (bounce.contact_time_s, bounce.energy.error);
    Some(ImpactError::Energy { from, to: from + bounce.contact_duration_s, error })
}

fn write_trajectory(rows: &[DrySample], path: &Path) -> Result<(), OutputError> {
    atomic::replace(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(COLUMNS)?;
        rows.iter().try_for_each(|row| writer.serialize(row.values().as_slice())).map_err(std::io::Error::other)?;
        writer.flush()
    })
}

/// A row for each impact: its words, then numbers, of which those that are not finite are left out.
fn series(members: &[Member]) -> Table {
    let mut table = Table::default();
    for (index, member) in members.iter().enumerate() {
        let columns = columns(member);
        let status = if member.failure.is_none() { Status::Finished } else { Status::Failed };
        let words = [("name", member.name.clone()), ("status", word(&status)), ("ending", ending(member))];
        if index == 0 {
            table = Table::new(words.iter().map(|(name, _)| *name).chain(columns.iter().map(|(name, _)| *name)));
        }
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let numbers = columns.into_iter().map(|(_, value)| finite(value).map_or(String::new(), |v| format!("{v:?}")));
        table.push(words.into_iter().map(|(_, word)| word).chain(numbers));
    }
    table
}
