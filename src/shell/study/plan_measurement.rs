//! Measured restitutions beside a sweep: the table `[measurement]` of a plan, and how far the curves are from it.
//!
//! ```toml
//! [measurement]
//! file = "mine.csv"                  # columns stokes, restitution; restitution_uncertainty, restitution_dry and source if there
//! source = "who, where, when"        # where the table has no column of that name
//! restitution_dry = 0.97             # default: the dry restitution of the runs, if they share one
//! restitution_uncertainty = 0.02     # where the table has no column of that name
//! sliding_friction = [0.02, 0.15]    # measured coefficients of oblique impacts that slide; beside a file, or instead of one
//! ```
//!
//! The sweep keeps all of it as `measurement.csv`.

use super::files;
use crate::case::InputError;
use crate::case::keys::read;
use crate::case::section::Section;
use crate::output::OutputError;
use crate::output::table::Table;
use std::path::{Path, PathBuf};
use wetbounce_physics::keys::SHARE;
use wetbounce_physics::quantity::NUMBER;
use wetbounce_physics::table;

const COLUMNS: [&str; 6] = ["source", "stokes", "restitution", "restitution_uncertainty", "restitution_dry", FRICTION];
const FRICTION: &str = "sliding_friction";

table! {
    /// `[measurement]` of a plan.
    pub struct Asked {
        /// The table, relative to the working directory.
        file: PathBuf = PathBuf::new(), path();
        /// Where it is from.
        source: Option<String> = None, filled();
        /// Dry restitution of the points.
        restitution_dry: Option<f64> = None, optional(&NUMBER, SHARE);
        /// Standard uncertainty of the points.
        restitution_uncertainty: Option<f64> = None, optional(&NUMBER, SHARE);
        /// Coefficients of friction of impacts that slide.
        sliding_friction: Vec<f64> = Vec::new(), numbers(&NUMBER);
    }
}

/// A measured coefficient of friction of oblique impacts that slide.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredFriction {
    /// Who measured it.
    pub source: String,
    /// Tangential over normal impulse.
    pub(super) coefficient: f64,
}

/// A measured restitution.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredPoint {
    /// Who measured it.
    pub source: String,
    /// `St = ρp U D/(9μ)`.
    pub stokes: f64,
    /// Restitution over the dry one.
    pub(super) over_dry: f64,
    /// Standard uncertainty of that; zero if it is not known.
    pub sigma: f64,
}

impl Asked {
    /// Reads the plan's table; files are relative to `directory`.
    pub fn read(section: Section<'_>, directory: &Path) -> Self {
        let mut asked = read(Self::default(), &section);
        if asked.file != PathBuf::new() {
            asked.file = directory.join(asked.file);
        }
        if !asked.sliding_friction.iter().all(|value| *value > 0.0 && *value <= 1.0) {
            section.unfit(FRICTION, "must be above 0 and at most 1");
        }
        let given = |key| section.place(key).is_some();
        if !given("file") && !given(FRICTION) {
            section.missing("file", "write file = \"TABLE.csv\"; or source = \"WHO\" and sliding_friction = [0.02]");
        }
        if given(FRICTION) && !given("source") {
            section.missing("source", "say who measured the friction");
        }
        section.finish();
        asked
    }

    /// The coefficients of friction, each with its source.
    pub(super) fn frictions(&self) -> Vec<MeasuredFriction> {
        let source = self.source.clone().unwrap_or_default();
        let of = |&coefficient: &f64| MeasuredFriction { source: source.clone(), coefficient };
        self.sliding_friction.iter().map(of).collect()
    }

    /// The points of the table; `dry` is the dry restitution that all runs share.
    ///
    /// # Errors
    /// The table cannot be read or is incomplete.
    pub(super) fn points(&self, dry: Option<f64>) -> Result<Vec<MeasuredPoint>, InputError> {
        let Self { file, source, .. } = self;
        if *file == PathBuf::new() {
            return Ok(Vec::new());
        }
        let shown = file.display();
        let refused = |error: OutputError| {
            InputError::new(format!("the table of [measurement] cannot be used: {error}")).help(error.advice())
        };
        let table = Table::read(file).map_err(refused)?;
        let numbers = |name: &str| table.numbers(name).map_err(refused);
        let (stokes, restitution) = (numbers("stokes")?, numbers("restitution")?);
        let given = |name: &str, value: Option<f64>| match table.has(name) {
            true => numbers(name),
            false => Ok(vec![value.unwrap_or(f64::NAN); stokes.len()]),
        };
        let sigma = given("restitution_uncertainty", self.restitution_uncertainty)?;
        let own_dry = given("restitution_dry", self.restitution_dry.or(dry))?;
        let stem = file.file_stem().map_or_else(|| "measured".into(), |stem| stem.to_string_lossy().into_owned());
        let common = source.clone().unwrap_or(stem);
        let sources: Vec<String> = match table.has("source") {
            true => table.text("source").map_err(refused)?.into_iter().map(str::to_owned).collect(),
            false => vec![common; stokes.len()],
        };
        if own_dry.iter().any(|dry| !(*dry > 0.0 && *dry <= 1.0)) {
            return Err(InputError::new(format!(
                "{shown}: e/e_dry needs a dry restitution, which the runs do not share"
            ))
            .help("add restitution_dry to [measurement], or a column of that name to the table"));
        }
        if let Some(row) = (0..stokes.len()).find(|&row| !(stokes[row] > 0.0 && restitution[row] >= 0.0)) {
            return Err(InputError::new(format!("{shown}: row {} is no measured restitution", row + 1))
                .help("the column stokes holds numbers above 0, restitution numbers from 0 on"));
        }
        let point = |(row, source): (usize, String)| MeasuredPoint {
            source,
            stokes: stokes[row],
            over_dry: restitution[row] / own_dry[row],
            sigma: if sigma[row] > 0.0 { sigma[row] / own_dry[row] } else { 0.0 },
        };
        Ok(sources.into_iter().enumerate().map(point).collect())
    }
}

/// Keeps points and coefficients of friction in the directory of a sweep.
///
/// # Errors
/// The file cannot be written.
pub(super) fn keep(points: &[MeasuredPoint], frictions: &[MeasuredFriction], root: &Path) -> Result<(), OutputError> {
    let mut table = Table::new(COLUMNS);
    for MeasuredPoint { source, stokes, over_dry, sigma } in points {
        let numbers = [stokes, over_dry, sigma].map(|number| number.to_string());
        table.push(std::iter::once(source.clone()).chain(numbers).chain(["1".to_owned(), String::new()]));
    }
    for MeasuredFriction { source, coefficient } in frictions {
        let mut row = COLUMNS.map(|_| String::new());
        [row[0], row[COLUMNS.len() - 1]] = [source.clone(), coefficient.to_string()];
        table.push(row);
    }
    table.write(&root.join(files::MEASUREMENT))
}

/// The points that the directory of a sweep keeps; none if its plan had none.
///
/// # Errors
/// The file cannot be read.
pub fn kept(root: &Path) -> Result<Vec<MeasuredPoint>, OutputError> {
    let Some(table) = kept_table(root)? else { return Ok(Vec::new()) };
    let [stokes, over_dry, sigma] =
        ["stokes", "restitution", "restitution_uncertainty"].map(|name| table.numbers(name));
    let (stokes, over_dry, sigma) = (stokes?, over_dry?, sigma?);
    let sources = table.text("source")?.into_iter().enumerate();
    let point = |(row, source): (usize, &str)| MeasuredPoint {
        source: source.to_owned(),
        stokes: stokes[row],
        over_dry: over_dry[row],
        sigma: sigma[row],
    };
    Ok(sources.map(point).filter(|point| point.stokes.is_finite()).collect())
}

/// The coefficients of friction that the directory of a sweep keeps.
///
/// # Errors
/// The file cannot be read.
pub fn kept_frictions(root: &Path) -> Result<Vec<MeasuredFriction>, OutputError> {
    let Some(table) = kept_table(root)?.filter(|table| table.has(FRICTION)) else {
        return Ok(Vec::new());
    };
    let rows = table.text("source")?.into_iter().zip(table.numbers(FRICTION)?);
    let known = rows.filter(|(_, coefficient)| coefficient.is_finite());
    Ok(known.map(|(source, coefficient)| MeasuredFriction { source: source.to_owned(), coefficient }).collect())
}

fn kept_table(root: &Path) -> Result<Option<Table>, OutputError> {
    let path = root.join(files::MEASUREMENT);
    if path.exists() { Table::read(&path).map(Some) } else { Ok(None) }
}
