//! The table of a sweep, `sweep.csv`: one row a run, in the order of the plan, whatever its state.
//!
//! | column | meaning |
//! |---|---|
//! | `name` | name of the run |
//! | `reynolds`, `stokes`, `stokes_modified`, `density_ratio` | groups of the case, on its approach speed, prescribed or expected |
//! | `approach_speed_is` | which speed that is: `prescribed`, `terminal, prescribed` (it is let go to fall), `terminal, expected`, `largest of its table` |
//! | `reynolds_reached`, `stokes_reached` | the same groups on the highest speed that the sphere reached |
//! | `restitution` | apparent wet restitution of the first bounce ([`wetbounce_physics::model::bounce`]); 0 without rebound |
//! | `restitution_dry` | dry restitution of the contact law ([`Problem::dry_restitution`](wetbounce_physics::problem::Problem::dry_restitution)) |
//! | `apex_gap_over_d` | highest gap of the first rebound over the diameter; 0 without rebound |
//! | `status` | `finished`, `failed`, `unfinished` (begun, or interrupted), `waiting` |
//! | `wall_s` | elapsed time the run took |
//! | `series` | the curve that the run belongs to |
//! | `restitution_over_dry`, `restitution_legendre` | `e/e_dry`, and `exp(−35/St*)` (Legendre et al. 2006) |
//! | `restitution_rigid` | `e/e_dry` of a rigid film from one radius down to the cut-off ([`q::RIGID_FILM`]); empty without one |
//! | `restitution_contact` | wet restitution between touch and separation |
//! | `loss_liquid`, `loss_film`, `loss_contact` | work against viscosity in the resolved flow, in the film and in the contact, over the run's energy scale |
//! | `bounces` | bounces that the run had, and that its losses are of |
//! | `warnings` | doubts about the run's results |
//! | `stokes_binary` | binary Stokes number of two spheres, with the speed at which the gap of the case closes; no such column without two |
//! | `drag_coefficient`, `lift_coefficient`, … | of a sphere in open liquid ([`q::COEFFICIENTS`]); no such columns without one |
//! | `loss_wall`, `wall_thickness_m` | work that bending waves of the wall carry off, over the energy scale, and its thickness; no such columns of thick walls |
//! | `stokes_normal`, `psi_in`, `psi_out`, … | of oblique impacts; no such columns without one |
//! | the others of [`q::BOUNCE`] | further quantities of a bounce |
//! | the keys that vary | as the plan gives them |
//!
//! Numbers are written so that they read back as the same bits, the groups rounded to nine digits. Cells are empty
//! where there is no value (yet). Apart from `wall_s` the table depends on the plan only: not on the number of jobs,
//! their order, or how often the sweep was killed.

use super::cases::Member;
use super::directory::{MemberState, RecordedRun, SweepDirectory};
use super::files;
use crate::case::Case;
use crate::output::OutputError;
use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::report::digits;
use crate::run::quantities::{self as q, ResultQuantity};
use std::path::Path;

/// Most runs that a warning names.
const MOST_NAMED: usize = 6;

/// A run with its result.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// Name, curve and varied keys.
    pub run: RecordedRun,
    /// Its case, if it has been written.
    pub case: Option<Case>,
    /// Dry restitution of its contact.
    pub(super) restitution_dry: Option<f64>,
    /// How far it has come.
    pub(super) state: MemberState,
}

/// The results of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepResults {
    /// One for each run, in the order of the plan.
    pub runs: Vec<RunResult>,
}

impl RunResult {
    /// The result of the run with this index, read from disk.
    pub fn read(directory: &SweepDirectory, index: usize) -> Self {
        let run = directory.record.runs[index].clone();
        let case = directory.case(index);
        let restitution_dry = case.as_ref().and_then(|case| case.problem.dry_restitution());
        Self { run, case, restitution_dry, state: directory.state(index) }
    }

    /// That of a member of a study that has run.
    pub(super) fn finished(member: &Member, summary: Summary) -> Self {
        Self {
            run: RecordedRun::of(member),
            restitution_dry: member.case.problem.dry_restitution(),
            case: Some(member.case.clone()),
            state: MemberState::Finished(Box::new(summary)),
        }
    }

    /// Its summary, if it has finished.
    pub fn summary(&self) -> Option<&Summary> {
        if let MemberState::Finished(summary) = &self.state { Some(summary) } else { None }
    }

    /// Why it failed, if it has.
    pub fn cause(&self) -> Option<&str> {
        if let MemberState::Failed(cause) = &self.state { Some(cause) } else { None }
    }

    fn given(&self) -> Option<q::RunResults<'_>> {
        Some(q::RunResults { case: self.case.as_ref()?, summary: self.summary(), dry: self.restitution_dry })
    }

    /// The value of a quantity, of the first bounce where it is one of bounces.
    pub fn value(&self, of: &ResultQuantity) -> Option<f64> {
        (of.of)(&self.given()?, 0)
    }

    /// The value of a quantity in the unit that readers see, of the bounce with this number from 0 where it is one of
    /// bounces.
    pub fn shown(&self, of: &ResultQuantity, number: usize) -> Option<f64> {
        of.shown(&self.given()?, number)
    }

    /// Bounces of the run.
    pub fn bounces(&self) -> usize {
        self.summary().map_or(0, |summary| summary.bounces.len())
    }

    pub(super) fn in_open_liquid(&self) -> bool {
        self.case.as_ref().is_some_and(|case| !case.problem.surroundings.has_gap())
    }

    fn meets_sphere(&self) -> bool {
        self.case.as_ref().is_some_and(|case| case.problem.surroundings.meets_sphere())
    }

    fn has_plate(&self) -> bool {
        self.case.as_ref().is_some_and(|case| case.given.thickness.is_some())
    }

    fn is_oblique(&self) -> bool {
        self.summary().into_iter().flat_map(|summary| summary.bounces.first()).any(|bounce| bounce.oblique.is_some())
    }

    /// The cells with the names of their columns: those of every run, those of its kind, further quantities of its
    /// first bounce, the keys that vary.
    fn cells(&self) -> Vec<(&str, String)> {
        let of_kind = |is: bool, columns: &'static [ResultQuantity]| columns.iter().filter(move |_| is);
        let kinds = of_kind(self.meets_sphere(), &[q::STOKES_BINARY])
            .chain(of_kind(self.in_open_liquid(), q::COEFFICIENTS))
            .chain(of_kind(self.has_plate(), q::PLATE))
            .chain(of_kind(self.is_oblique(), &OBLIQUE));
        let mut cells: Vec<(&str, String)> = COLUMNS.iter().map(|column| column.cell(self)).collect();
        cells.extend(kinds.map(|of| Number(*of).cell(self)));
        let further = q::BOUNCE.iter().filter(|of| self.value(of).is_some()).map(|of| Number(*of).cell(self));
        let varied =
            self.run.varied.iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default().to_owned()));
        for (key, cell) in further.chain(varied) {
            if cells.iter().all(|(name, _)| *name != key) {
                cells.push((key, cell));
            }
        }
        cells
    }
}

/// A column of the table.
enum Column {
    Text(&'static str, fn(&RunResult) -> String),
    Number(ResultQuantity),
}

use Column::{Number, Text};
use wetbounce_physics::remark::RemarkKind;

impl Column {
    fn cell(&self, run: &RunResult) -> (&'static str, String) {
        match self {
            Text(key, of) => (key, of(run)),
            Number(of) => {
                let known = run.value(of).filter(|value| value.is_finite());
                (of.key, known.map_or(String::new(), |value| value.to_string()))
            }
        }
    }
}

/// The columns of every table, in their order.
const COLUMNS: [Column; 39] = [
    Text("name", |run| run.run.name.clone()),
    Number(q::REYNOLDS),
    Number(q::STOKES),
    Number(q::STOKES_MODIFIED),
    Number(q::DENSITY_RATIO),
    Number(q::RESTITUTION),
    Number(q::RESTITUTION_DRY),
    Number(q::APEX),
    Text("status", |run| run.state.to_string()),
    Number(q::ELAPSED_TIME),
    Text("series", |run| run.run.series.clone()),
    Number(q::OVER_DRY),
    Number(q::LEGENDRE),
    Number(q::RIGID_FILM),
    Number(q::AT_CONTACT),
    Number(q::IMPACT_SPEED),
    Number(q::REBOUND_SPEED),
    Number(q::APEX_AFTER),
    Number(q::DEEPEST),
    Number(q::PEAK_SPEED),
    Number(q::LOSS_LIQUID),
    Number(q::LOSS_FILM),
    Number(q::LOSS_CONTACT),
    Number(q::BOUNCES),
    Text("hydrodynamics", |run| run.case.as_ref().map_or(String::new(), |case| case.problem.hydrodynamics.to_string())),
    Number(q::APPROACH_SPEED),
    Text(APPROACH_IS, |run| {
        run.case.as_ref().map_or(String::new(), |case| case.problem.approach_in_words().to_owned())
    }),
    Number(q::REYNOLDS_REACHED),
    Number(q::STOKES_REACHED),
    Number(q::DIAMETER),
    Number(q::SPHERE_DENSITY),
    Number(q::LIQUID_DENSITY),
    Number(q::VISCOSITY),
    Number(q::STEPS),
    Number(q::CELLS),
    Number(q::MASS_ERROR),
    Number(q::ENERGY_ERROR),
    Text("warnings", |run| {
        run.summary().map_or(String::new(), |summary| summary.remarks.texts(RemarkKind::Warning).join(BETWEEN_WARNINGS))
    }),
    Text("cause", |run| run.cause().unwrap_or_default().to_owned()),
];

/// The column that says which speed the Stokes numbers are made with.
pub(super) const APPROACH_IS: &str = "approach_speed_is";

/// The columns of oblique impacts.
const OBLIQUE: [ResultQuantity; 9] = [
    q::STOKES_NORMAL,
    q::IMPACT_ANGLE,
    q::PSI_IN,
    q::PSI_OUT,
    q::PSI_OUT_DRY,
    q::STICKS_BELOW,
    q::SLIDES_ABOVE,
    q::TANGENTIAL,
    q::IMPULSE_RATIO,
];

/// The columns that a reader looks at first, with the number of decimals.
const SHOWN: [(&str, ResultQuantity, usize); 11] = [
    ("Re", q::REYNOLDS, 2),
    ("St", q::STOKES, 2),
    ("St*", q::STOKES_MODIFIED, 2),
    ("St reached", q::STOKES_REACHED, 2),
    ("ρp/ρl", q::DENSITY_RATIO, 4),
    ("e", q::RESTITUTION, 4),
    ("e dry", q::RESTITUTION_DRY, 4),
    ("e/e dry", q::OVER_DRY, 4),
    ("exp(−35/St*)", q::LEGENDRE, 4),
    ("Apex h/D", q::APEX, 4),
    ("Elapsed time [s]", q::ELAPSED_TIME, 1),
];
/// The same of spheres in open liquid.
const SHOWN_IN_OPEN_LIQUID: [(&str, ResultQuantity, usize); 9] = [
    ("Re", q::REYNOLDS, 2),
    ("Cd", q::DRAG, 4),
    ("Cl", q::LIFT, 4),
    ("Strouhal", q::STROUHAL, 4),
    ("Cd in phase", q::IN_PHASE, 4),
    ("Added mass", q::ADDED_MASS, 4),
    ("Re of the fall", q::FALL_REYNOLDS, 4),
    ("Angle [°]", q::PATH_ANGLE, 4),
    ("Elapsed time [s]", q::ELAPSED_TIME, 1),
];

/// The Stokes number of the gap over that of the sphere, row by row: of two spheres the binary one over the first's,
/// else 1.
///
/// # Errors
/// A column is missing or damaged.
pub fn gap_over_own_stokes(table: &Table) -> Result<Vec<f64>, OutputError> {
    let own = table.numbers(q::STOKES.key)?;
    if !table.has(q::STOKES_BINARY.key) {
        return Ok(vec![1.0; own.len()]);
    }
    let binary = table.numbers(q::STOKES_BINARY.key)?;
    let ratio = |(binary, own): (&f64, &f64)| if binary.is_finite() { binary / own } else { 1.0 };
    Ok(binary.iter().zip(&own).map(ratio).collect())
}

/// Sign between the warnings of a run in a table; none of them has it.
pub(crate) const BETWEEN_WARNINGS: &str = " | ";

/// A warning without its figures: those that differ in them alone are of one kind.
pub(crate) fn kind(warning: &str) -> String {
    warning.replace(|c: char| c.is_ascii_digit() || ".+-e".contains(c), "")
}

/// The names, or the first of many.
fn some(names: &[&str]) -> String {
    let more = names.len().saturating_sub(MOST_NAMED);
    let list = names[..names.len().min(MOST_NAMED)].join(", ");
    if more > 0 { format!("{list} and {more} more runs") } else { list }
}

impl SweepResults {
    /// The results, read from disk.
    pub fn read(directory: &SweepDirectory) -> Self {
        Self { runs: (0..directory.record.runs.len()).map(|index| RunResult::read(directory, index)).collect() }
    }

    /// The table `sweep.csv`. Keys that only some runs set have empty cells in the others.
    pub fn table(&self) -> Table {
        let rows: Vec<Vec<(&str, String)>> = self.runs.iter().map(RunResult::cells).collect();
        let mut header: Vec<&str> = Vec::new();
        for (name, _) in rows.iter().flatten() {
            if !header.contains(name) {
                header.push(name);
            }
        }
        let mut table = Table::new(header.iter().copied());
        for row in &rows {
            let cell = |name: &&str| row.iter().find(|(own, _)| own == name).map_or("", |(_, text)| text);
            table.push(header.iter().map(cell));
        }
        table
    }

    /// The columns that a reader looks at first, with the digits that matter; for the terminal and the report.
    pub(super) fn shown(&self) -> Table {
        let open = !self.runs.is_empty() && self.runs.iter().all(RunResult::in_open_liquid);
        let columns: &[_] = if open { &SHOWN_IN_OPEN_LIQUID } else { &SHOWN };
        let names = columns.iter().map(|(name, ..)| *name);
        let mut table = Table::new(std::iter::once("Run").chain(names).chain(["Status"]));
        for run in &self.runs {
            let number = |(_, of, decimals): &(&str, ResultQuantity, usize)| {
                digits(run.value(of).unwrap_or(f64::NAN), *decimals)
            };
            let texts = std::iter::once(run.run.name.clone()).chain(columns.iter().map(number));
            table.push(texts.chain([run.state.to_string()]));
        }
        table
    }

    /// The speed in the Stokes numbers of the table, in words.
    pub(super) fn speeds(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for case in self.runs.iter().filter_map(|run| run.case.as_ref()) {
            if !words.contains(&case.problem.approach_in_words()) {
                words.push(case.problem.approach_in_words());
            }
        }
        format!(
            "Re = ρl U D/μ, St = ρp U D/(9 μ) and St* = (ρp + ρl/2) U D/(9 μ), U the approach speed ({}); St reached is that of \
             the highest speed of the run.",
            words.join("; ")
        )
    }

    /// Every warning of the runs, with the names of the runs that give it. Warnings that differ in their figures alone
    /// are one: that of the first run stands for them.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut kinds: Vec<(String, &str, Vec<&str>)> = Vec::new();
        for run in &self.runs {
            for warning in run.summary().into_iter().flat_map(|summary| summary.remarks.of(RemarkKind::Warning)) {
                let kind = kind(&warning.text);
                match kinds.iter_mut().find(|(known, ..)| *known == kind) {
                    Some((.., names)) => names.push(&run.run.name),
                    None => kinds.push((kind, &warning.text, vec![&run.run.name])),
                }
            }
        }
        kinds.iter().map(|(_, text, names)| format!("{text} ({})", some(names))).collect()
    }

    /// Name and cause of every failure.
    pub(super) fn failures(&self) -> Vec<String> {
        let cause = |run: &RunResult| Some(format!("{}: {}", run.run.name, run.cause()?));
        self.runs.iter().filter_map(cause).collect()
    }

    /// Replaces `sweep.csv` in `root` as a whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, root: &Path) -> Result<(), OutputError> {
        self.table().write(&root.join(files::TABLE))
    }

    /// How far the runs have come: `16 runs: 15 finished, 1 failed`.
    pub(super) fn progress(&self) -> String {
        let mut counts = Vec::new();
        for state in ["finished", "failed", "unfinished", "waiting"] {
            match self.runs.iter().filter(|run| run.state.to_string() == state).count() {
                0 => {}
                count => counts.push(format!("{count} {state}")),
            }
        }
        format!("{} runs: {}", self.runs.len(), counts.join(", "))
    }
}
