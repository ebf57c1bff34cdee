//! The bounces of a table, as far as a law needs them.

use crate::case::InputError;
use crate::output::OutputError;
use crate::output::table::Table;
use crate::run::quantities as q;
use crate::study::results::{BETWEEN_WARNINGS, gap_over_own_stokes, kind};
use wetbounce_physics::numerics::grouped;
use wetbounce_physics::numerics::monotone_in_log;
use wetbounce_physics::quantity::NUMBER;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Bounces that a fit of two constants takes at least.
const FEWEST: usize = 3;
/// A sphere whose Stokes number differs by more than this share from the one that its case states has a remark.
const OTHER_SPEED: f64 = 0.05;
/// The error of the grid, where a table has it.
pub(super) const ERROR: &str = "restitution_error";
/// The ends of the film's band, where a table has them.
const BAND: [&str; 2] = ["restitution_low", "restitution_high"];

/// A bounce.
#[derive(Debug, Clone, PartialEq)]
pub struct CurveRow {
    /// Stokes number on the highest speed of the approach, of an oblique impact on the speed along the normal.
    pub stokes: f64,
    /// Apparent restitution along the normal; 0 without rebound.
    pub restitution: f64,
    /// The film's band of it, NaN where it is not known.
    pub band: [f64; 2],
    /// Error of the grid, NaN where it is not known.
    pub(super) error: f64,
    /// Angle between path and normal \[°\]; 0 of a normal impact.
    pub(super) angle: f64,
    /// Impulse along the wall over that along the normal, NaN where it is not known, and whether the contact slid all
    /// through.
    pub(super) impulse_ratio: (f64, bool),
    /// Where its energy went.
    pub(super) energy: Dissipated,
}

/// Energy that an impact takes from the sphere, by cause, over `½ m V²` with the speed that the restitution is of. A
/// cause is NaN where the table does not have it, or has that of several bounces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dissipated {
    /// All of it, `1 − e²`.
    pub whole: f64,
    /// The solids.
    pub solids: f64,
    /// Bending waves of the wall; 0 of a thick wall.
    pub plate: f64,
    /// The film below the grid.
    pub film: f64,
}

impl Dissipated {
    /// That of a bounce with this restitution, by unknown causes.
    pub(super) fn of_unknown_cause(restitution: f64) -> Self {
        Self { whole: 1.0 - restitution * restitution, solids: f64::NAN, plate: f64::NAN, film: f64::NAN }
    }

    /// The liquid: all that neither solids nor plate take, the film included.
    pub fn liquid(&self) -> f64 {
        self.whole - self.solids - self.plate
    }
}

/// Friction in the liquid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Friction {
    /// Its coefficient, of contacts that slide all through: median, lowest and highest.
    Coefficient(f64, [f64; 2]),
    /// No contact slid all through; it is at least this.
    AtLeast(f64),
}

/// `e(St)`, its points in ascending order.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The bounces.
    pub rows: Vec<CurveRow>,
    /// Properties that the bounces share, or their ranges: words and unit, lowest and highest value.
    pub ranges: Vec<(&'static str, [f64; 2], &'static str)>,
    /// Warnings of the runs, as they stand in the table.
    pub of_runs: Vec<String>,
    /// Warnings about the curve.
    pub remarks: Vec<Remark>,
}

/// Quantities beside the Stokes number on which the restitution depends, in words.
pub(super) const RANGES_OF_GROUPS: [&str; 2] = ["density ratio", "dry restitution"];
/// Name, column, unit, and units of it that make one of the column.
const RANGES: [(&str, q::ResultQuantity, &str, f64); 6] = [
    (RANGES_OF_GROUPS[0], q::DENSITY_RATIO, "", 1.0),
    ("diameter", q::DIAMETER, " mm", 1e3),
    ("density of the sphere", q::SPHERE_DENSITY, " kg/m3", 1.0),
    ("viscosity", q::VISCOSITY, " mPa s", 1e3),
    ("approach speed", q::APPROACH_SPEED, " m/s", 1.0),
    (RANGES_OF_GROUPS[1], q::RESTITUTION_DRY, "", 1.0),
];

/// Lowest and highest of the numbers that there are.
fn range(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    values.filter(|value| value.is_finite()).fold(None, |found: Option<[f64; 2]>, value| {
        let [low, high] = found.unwrap_or([value; 2]);
        Some([low.min(value), high.max(value)])
    })
}

/// A number with four significant digits.
pub(super) fn short(value: f64) -> String {
    if value.is_nan() { "-".into() } else { NUMBER.brief(value) }
}

/// A range in words, or the value that all have.
pub(super) fn span([low, high]: [f64; 2], unit: &str) -> String {
    match short(low) == short(high) {
        true => short(low) + unit,
        false => format!("{} to {}{unit}", short(low), short(high)),
    }
}

impl Curve {
    /// The finished bounces of a table that stand under `series`; of all, if the table has one series only.
    ///
    /// # Errors
    /// A column is missing or damaged, the series is not there or not chosen, or there are too few bounces.
    pub fn read(table: &Table, series: Option<&str>) -> Result<Self, InputError> {
        let refused = |error: OutputError| InputError::new(error.to_string()).help(error.advice());
        let has = |column: &str| table.columns().iter().any(|name| name == column);
        let numbers = |column: &str| match has(column) {
            true => table.numbers(column).map_err(refused),
            false => Ok(vec![f64::NAN; table.rows().len()]),
        };
        let text = |column: &str| {
            if has(column) { table.text(column).map_err(refused) } else { Ok(vec![""; table.rows().len()]) }
        };
        let restitution = shares(table, q::RESTITUTION.key)?;
        let stated = table.numbers(q::STOKES.key).map_err(refused)?;
        let [reached, normal, angle] =
            [&q::STOKES_REACHED, &q::STOKES_NORMAL, &q::IMPACT_ANGLE].map(|of| numbers(of.key));
        let (reached, normal, angle) = (reached?, normal?, angle?);
        let of_gap = gap_over_own_stokes(table).map_err(refused)?;
        let [ratio, psi, slides] = [&q::IMPULSE_RATIO, &q::PSI_IN, &q::SLIDES_ABOVE].map(|of| numbers(of.key));
        let (ratio, psi, slides) = (ratio?, psi?, slides?);
        let [low, high] = BAND.map(|column| if has(column) { shares(table, column) } else { numbers(column) });
        let (low, high, error) = (low?, high?, numbers(ERROR)?);
        let energy = dissipated(table, &restitution)?;
        let (names, status) = (text("series")?, text("status")?);
        let chosen = one_series(&names, series)?;
        let finite = |value: f64| value.is_finite().then_some(value);
        let of = |at: usize| {
            let of_sphere = finite(normal[at]).or(finite(reached[at])).unwrap_or(stated[at]);
            CurveRow {
                stokes: of_gap[at] * of_sphere,
                restitution: restitution[at],
                band: [low[at], high[at]],
                error: error[at],
                angle: finite(angle[at]).unwrap_or(0.0),
                impulse_ratio: (ratio[at], psi[at] > slides[at]),
                energy: energy[at],
            }
        };
        let done = |at: &usize| matches!(status[*at], "" | "finished") && chosen.is_none_or(|name| names[*at] == name);
        let known = |at: &usize| restitution[*at].is_finite() && of(*at).stokes > 0.0;
        let kept: Vec<usize> = (0..stated.len()).filter(done).filter(known).collect();
        let mut rows: Vec<CurveRow> = kept.iter().map(|&at| of(at)).collect();
        rows.sort_by(|a, b| a.stokes.total_cmp(&b.stokes));
        enough(&rows)?;
        let mut ranges = Vec::new();
        for (words, of, unit, per) in RANGES {
            let values = numbers(of.key)?;
            ranges.extend(range(kept.iter().map(|&at| per * values[at])).map(|range| (words, range, unit)));
        }
        let mut of_runs: Vec<String> = Vec::new();
        let cells = text("warnings")?;
        for warning in
            kept.iter().flat_map(|&at| cells[at].split(BETWEEN_WARNINGS)).filter(|warning| !warning.is_empty())
        {
            if !of_runs.iter().any(|known| kind(known) == kind(warning)) {
                of_runs.push(warning.to_owned());
            }
        }
        let other = kept.iter().filter(|&&at| (reached[at] / stated[at] - 1.0).abs() > OTHER_SPEED).count();
        let remarks = (other > 0).then(|| {
            remark!(
                Warning,
                "other-stokes-number",
                "{other} of {} spheres met the wall at a Stokes number that differs by more than {} % from that of their case; the law \
                 takes the Stokes number that they reached",
                rows.len(),
                100.0 * OTHER_SPEED
            )
        });
        Ok(Self { rows, ranges, of_runs, remarks: remarks.into_iter().collect() })
    }

    /// Lowest and highest Stokes number.
    pub fn stokes(&self) -> [f64; 2] {
        [self.rows[0].stokes, self.rows[self.rows.len() - 1].stokes]
    }

    /// Restitution at a Stokes number, by cubics in its logarithm that rise and fall with the bounces; `None` outside
    /// of them.
    pub fn at(&self, stokes: f64) -> Option<f64> {
        let points = self
            .rows
            .chunk_by(|one, next| one.stokes == next.stokes)
            .map(|same| (same[0].stokes, same.iter().map(|row| row.restitution).sum::<f64>() / same.len() as f64));
        monotone_in_log(&points.collect::<Vec<_>>(), stokes)
    }

    /// The friction that oblique impacts show; `None` without any.
    pub(super) fn friction(&self) -> Option<Friction> {
        let ratios = |slid: bool| {
            let of = self
                .rows
                .iter()
                .map(|row| row.impulse_ratio)
                .filter(move |(ratio, slides)| ratio.is_finite() && *slides == slid);
            let mut found: Vec<f64> = of.map(|(ratio, _)| ratio.abs()).collect();
            found.sort_by(f64::total_cmp);
            found
        };
        let (slid, stuck) = (ratios(true), ratios(false));
        match slid.as_slice() {
            [low, .., high] => Some(Friction::Coefficient(slid[slid.len() / 2], [*low, *high])),
            [one] => Some(Friction::Coefficient(*one, [*one; 2])),
            [] => stuck.last().map(|largest| Friction::AtLeast(*largest)),
        }
    }
}

/// What the bounces of a table with these restitutions dissipate, by cause where it has the losses of runs with one
/// bounce along the normal and a rebound.
///
/// # Errors
/// A column is damaged.
pub(super) fn dissipated(table: &Table, restitution: &[f64]) -> Result<Vec<Dissipated>, InputError> {
    let numbers = |column: &str| match table.columns().iter().any(|name| name == column) {
        true => table.numbers(column).map_err(|error| InputError::new(error.to_string()).help(error.advice())),
        false => Ok(vec![f64::NAN; restitution.len()]),
    };
    let [contact, wall, film, bounces, ratios, angle] =
        [&q::LOSS_CONTACT, &q::LOSS_WALL, &q::LOSS_FILM, &q::BOUNCES, &q::DENSITY_RATIO, &q::IMPACT_ANGLE]
            .map(|of| numbers(of.key));
    let (contact, wall, film, bounces, ratios, angle) = (contact?, wall?, film?, bounces?, ratios?, angle?);
    let or_zero = |value: f64| if value.is_finite() { value } else { 0.0 };
    let of = |(at, restitution): (usize, &f64)| {
        let once = bounces[at] == 1.0 && *restitution > 0.0 && or_zero(angle[at]) <= 0.0;
        // The losses are over the energy of the sphere with its added mass.
        let of_sphere = if once { 1.0 + 0.5 / ratios[at] } else { f64::NAN };
        Dissipated {
            solids: of_sphere * contact[at],
            plate: of_sphere * or_zero(wall[at]),
            film: of_sphere * film[at],
            ..Dissipated::of_unknown_cause(*restitution)
        }
    };
    Ok(restitution.iter().enumerate().map(of).collect())
}

/// A column of restitutions; empty cells are NaN.
///
/// # Errors
/// There is no such column, or a value of it is no restitution.
pub(super) fn shares(table: &Table, column: &str) -> Result<Vec<f64>, InputError> {
    let refused = |error: OutputError| InputError::new(error.to_string()).help(error.advice());
    let values = table.numbers(column).map_err(refused)?;
    match values.iter().position(|value| !(value.is_nan() || (0.0..=1.0).contains(value))) {
        None => Ok(values),
        Some(row) => Err(InputError::new(format!("row {} of `{column}`: {} is no restitution", row + 1, values[row]))
            .help(
                "a restitution is from 0 to 1: divide per cent by 100, and leave out bounces that were read wrongly",
            )),
    }
}

/// The series that is meant; `None` where there is one only.
fn one_series<'a>(names: &[&str], series: Option<&'a str>) -> Result<Option<&'a str>, InputError> {
    let known: Vec<&str> = grouped(names.iter().map(|name| (*name, ()))).into_iter().map(|(name, _)| name).collect();
    let listed = format!("choose one of: {}", known.join(", "));
    match series {
        Some(name) if known.contains(&name) => Ok(Some(name)),
        Some(name) => Err(InputError::new(format!("the table has no series `{name}`")).help(listed)),
        None if known.len() > 1 => {
            Err(InputError::new(format!("the table has {} curves, and a law is one", known.len()))
                .help(format!("{listed}, with --series NAME")))
        }
        None => Ok(None),
    }
}

fn enough(rows: &[CurveRow]) -> Result<(), InputError> {
    let rebounds = rows.iter().filter(|row| row.restitution > 0.0).count();
    let different = rows.windows(2).filter(|pair| pair[0].stokes < pair[1].stokes).count() + 1;
    match rows.len() >= FEWEST && different >= FEWEST && rebounds >= 2 {
        true => Ok(()),
        false => Err(InputError::new(format!(
            "{} finished bounces at {} Stokes numbers, of them {rebounds} with a rebound: too few for a law",
            rows.len(),
            if rows.is_empty() { 0 } else { different }
        ))
        .help("vary `stokes` over three values at least, two of them with a rebound")),
    }
}
