//! What the page shows of a motion: numbers, remarks, figures, rows.

use crate::motion::{Motion, Run};
use crate::record::RecordAnswer;
use crate::text::{CaseText, FILE, Problem};
use serde::Serialize;
use serde_json::{Map, Value};
use wetbounce_case::{Case, Keyword, LiquidName, Preset};
use wetbounce_figures::film_strip::FrameTag;
use wetbounce_figures::restitution::{
    self, Beside, CRITICAL, RestitutionOptions, Series, Stokes, THRESHOLDS, Threshold,
};
use wetbounce_figures::trajectory::{self, Clock, PlottedRun, Reference};
use wetbounce_physics::liquid::Groups;
use wetbounce_physics::model::Bounce;
use wetbounce_physics::model::bounce::undecided_tear;
use wetbounce_physics::model::expected_steps::Cost;
use wetbounce_physics::modelled::Modelled;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::remark::Remark;
use wetbounce_records::comparison::computed::at;

/// Most memory that the page asks for \[bytes\].
const MEMORY: f64 = 1e9;
/// Longest time that the page computes \[s\].
const TIME: f64 = 1800.0;
/// How many times as long as the program a browser computes.
const IN_BROWSER: f64 = 2.5;
/// Moments of a motion that the page draws.
const MOMENTS: u32 = 400;

/// An answer, or all that is wrong.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply<T> {
    /// The answer.
    Answer(T),
    /// All that is wrong.
    Problems(Vec<Problem>),
}

impl<T: Serialize> Reply<T> {
    /// Of a result.
    pub fn of(result: Result<T, Vec<Problem>>) -> Self {
        result.map_or_else(Self::Problems, Self::Answer)
    }

    /// As the page reads it. What is no number is `null`.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("an answer is texts, numbers and lists")
    }
}

/// The words of the page's lists.
#[derive(Serialize)]
pub struct Words {
    version: &'static str,
    solids: Vec<&'static str>,
    liquids: Vec<&'static str>,
}

impl Default for Words {
    fn default() -> Self {
        fn all<W: Keyword>() -> Vec<&'static str> {
            W::WORDS.iter().map(|(word, _)| *word).collect()
        }
        Self { version: env!("CARGO_PKG_VERSION"), solids: all::<Preset>(), liquids: all::<LiquidName>() }
    }
}

/// How far a flow is.
#[derive(Serialize)]
pub struct Progress {
    more: bool,
    share: Option<f64>,
    time_s: f64,
    gap_m: f64,
    velocity_m_s: f64,
    frames: Vec<FrameTag>,
    columns: usize,
    rows: usize,
    height_m: f64,
}

impl Progress {
    /// Of a run, and whether there are more steps to take.
    pub fn of(more: bool, run: &Run) -> Self {
        let (moment, (columns, rows, height_m)) = (run.moment(), run.window());
        Self {
            more,
            share: run.share(),
            time_s: moment.time,
            gap_m: moment.gap,
            velocity_m_s: moment.velocity,
            frames: run.frames(),
            columns,
            rows,
            height_m,
        }
    }
}

/// What a flow would take here.
#[derive(Serialize)]
struct CostAnswer {
    /// `None` of a grid that cannot be built.
    #[serde(flatten)]
    cost: Option<Cost>,
    /// Why the page does not compute it.
    refused: Option<String>,
}

impl CostAnswer {
    fn of(flow: &Case) -> Self {
        let mut cost = match Cost::of(&flow.problem) {
            Ok(cost) => cost,
            Err(parameter) => return Self { cost: None, refused: Some(parameter.to_string()) },
        };
        cost.elapsed_s *= IN_BROWSER;
        let refused = (cost.memory > MEMORY || cost.elapsed_s > TIME).then(|| {
            format!(
                "{} x {} cells, some {:.0} MB and {:.0} minutes are too much for a page: compute it with `wetbounce run {FILE}`, or \
                 lower resolution.cells_per_diameter",
                cost.cells[0],
                cost.cells[1],
                1e-6 * cost.memory,
                (cost.elapsed_s / 60.0).ceil()
            )
        });
        Self { cost: Some(cost), refused }
    }
}

/// Refuses a flow that is too large for a page.
///
/// # Errors
/// What it would take, and the command that computes it.
pub fn affordable(flow: &Case) -> Result<(), Vec<Problem>> {
    CostAnswer::of(flow).refused.map_or(Ok(()), |refused| Err(vec![Problem::new(refused)]))
}

/// Columns of a motion for the drawing.
#[derive(Serialize)]
struct Course {
    time_s: Vec<f64>,
    gap_m: Vec<f64>,
    velocity_m_s: Vec<f64>,
}

impl Course {
    fn of(motion: &Motion) -> Self {
        let (first, last) = extent(motion.moments.iter().map(|moment| moment.time));
        let time = |k: u32| first + (last - first) * f64::from(k) / f64::from(MOMENTS);
        let moments = || (0..=MOMENTS).filter_map(|k| at(&motion.moments, time(k).min(last)));
        Self {
            time_s: moments().map(|moment| moment.time).collect(),
            gap_m: moments().map(|moment| moment.gap).collect(),
            velocity_m_s: moments().map(|moment| moment.velocity).collect(),
        }
    }
}

/// All that the page shows of a case.
#[derive(Serialize)]
pub struct Answer {
    name: String,
    title: Option<String>,
    /// The keys of the resolved case with their values in SI units, and those that its text gives.
    values: Map<String, Value>,
    given: Vec<String>,
    /// On the approach speed.
    groups: Groups,
    galileo: f64,
    approach_speed_m_s: f64,
    terminal_speed_m_s: f64,
    /// Of the dry elastic contact at the speed of approach (Hertz 1882).
    contact_time_s: f64,
    restitution_dry: Option<f64>,
    bounces: Vec<Bounce>,
    ending: Option<String>,
    remarks: Vec<Remark>,
    modelled: Vec<Modelled>,
    course: Course,
    cost: CostAnswer,
    record: Option<RecordAnswer>,
    /// Gap and velocity over time.
    trajectory: String,
    /// Restitution over the Stokes number, with measured points and correlations.
    restitution: String,
}

impl Answer {
    /// Of motions of one case, each by its name, of which the last is the answer.
    ///
    /// # Errors
    /// The record that the case names cannot be read.
    pub fn of(text: &CaseText<'_>, motions: &[(&str, &Motion)]) -> Result<Self, Vec<Problem>> {
        let (_, motion) = motions.last().expect("a motion");
        let (case, problem) = (&motion.case, &motion.case.problem);
        let record = RecordAnswer::of(text, motion)?;
        let mut remarks: Vec<Remark> = case.warnings().into_iter().collect();
        let more = motion.description.remarks.iter().cloned().chain(undecided_tear(problem, &motion.bounces));
        more.for_each(|remark| {
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        });
        Ok(Self {
            name: case.given.name.clone(),
            title: case.given.title.clone(),
            values: wetbounce_case::values(&case.to_toml()),
            given: text.given(),
            groups: problem.groups(),
            galileo: problem.immersed().galileo(problem.gravity.abs()),
            approach_speed_m_s: problem.approach_speed(),
            terminal_speed_m_s: problem.terminal_speed(),
            contact_time_s: problem.elastic_impact(problem.closing_speed()).contact_time(),
            restitution_dry: problem.dry_restitution(),
            bounces: motion.bounces.clone(),
            ending: motion.ending.map(|ending| ending.in_words(problem.surroundings.met_in_words())),
            remarks,
            modelled: motion.description.modelled.clone(),
            course: Course::of(motion),
            cost: CostAnswer::of(&text.by_flow()?),
            trajectory: drawn(motions, record.as_ref()),
            restitution: on_the_curve(motions),
            record,
        })
    }
}

/// Gap and velocity of the motions over time, with the record.
fn drawn(motions: &[(&str, &Motion)], record: Option<&RecordAnswer>) -> String {
    let columns = |motion: &Motion| {
        let time: Vec<f64> = motion.moments.iter().map(|moment| moment.time).collect();
        let gap: Vec<f64> = motion.moments.iter().map(|moment| moment.gap).collect();
        let velocity: Vec<f64> = (0..motion.moments.len()).map(|row| motion.velocity(row)).collect();
        [time, gap, velocity]
    };
    let all: Vec<[Vec<f64>; 3]> = motions.iter().map(|(_, motion)| columns(motion)).collect();
    let runs = motions.iter().zip(&all).map(|((name, motion), [time, gap, velocity])| PlottedRun {
        name,
        time,
        gap,
        velocity,
        second: None,
        diameter: motion.case.problem.sphere.diameter,
        bounces: &motion.bounces,
    });
    let runs: Vec<PlottedRun<'_>> = runs.collect();
    let drops = record.map_or(&[][..], |record| &record.shown);
    let name = |drop: &str| if drop.is_empty() { "measured".to_owned() } else { format!("measured, drop {drop}") };
    let names: Vec<String> = drops.iter().map(|drop| name(&drop.drop)).collect();
    let references = drops.iter().zip(&names).map(|(drop, name)| Reference {
        name,
        time: &drop.time,
        gap: &drop.gap,
        velocity: &drop.velocity,
    });
    trajectory::figure(&runs, &references.collect::<Vec<_>>(), Clock::Release, None).svg()
}

/// The motions among measured points on the curve of the restitution over the Stokes number.
fn on_the_curve(motions: &[(&str, &Motion)]) -> String {
    let series = motions.iter().filter_map(|(name, motion)| {
        let problem = &motion.case.problem;
        let stokes = problem.gap_over_own_stokes() * problem.groups().stokes;
        let restitution = motion.bounces.first()?.restitution? / problem.dry_restitution()?;
        Some(Series { name: format!("this case, {name}"), points: vec![(stokes, restitution)], ..Series::default() })
    });
    let series: Vec<Series> = series.chain([restitution::experiments(Stokes::Plain)]).collect();
    let groups = motions[0].1.case.problem.groups();
    let added_mass = vec![(groups.stokes, groups.stokes_modified / groups.stokes)];
    let thresholds =
        THRESHOLDS.map(|(stokes, name)| Threshold { range: (stokes, stokes), name: format!("{name} St {stokes}") });
    let options = RestitutionOptions {
        label: "Stokes number St".into(),
        beside: vec![Beside { added_mass, rigid: Vec::new() }],
        critical: Some(CRITICAL),
        thresholds: thresholds.to_vec(),
        ..RestitutionOptions::default()
    };
    restitution::figure(&series, &options).svg()
}
