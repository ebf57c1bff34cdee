//! The force that a grid lacks near a wall, found from the force that it gives: exact minus theirs, over the gap.
//!
//! With `x = h/D` and forces over `3πμUD`,
//!
//! ```text
//! M(x) = λ(x) − F(x) − c          x < x₁,   0 above
//! ```
//!
//! `λ` is exact in creeping flow (Brenner 1961), `F` is theirs, and `c` what theirs has otherwise far from the film, at
//! half a diameter: the sides of its vessel, and the error of its drag. It is none of the film's. Below its smallest
//! gap `F` is held: a grid that does not follow the gap any more gives no more force.

use crate::analysis::deviation::likely_cause;
use crate::case::InputError;
use crate::reference::comparison::{FORCE, GAP, table};
use std::path::Path;
use wetbounce_physics::liquid::{brenner, parallel};
use wetbounce_physics::numerics::{Bracket, bisect, monotone_in_log};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// The gap over the diameter at which a difference is none of the film's: there the wall makes half of the drag.
const FAR: f64 = 0.5;
/// Rows within this factor of that gap are averaged.
const AROUND: f64 = 1.4;
/// Gaps that a law takes at least.
const FEWEST: usize = 4;
/// A difference below this share of the exact force is none.
const NOTHING: f64 = 0.005;
/// Nodes of the table in a decade of gaps, and the lowest of them over the diameter, unless theirs begins lower.
const PER_DECADE: f64 = 16.0;
const LOWEST: f64 = 1e-4;
/// Rows are thinned to so many in a decade.
const ROWS_PER_DECADE: f64 = 24.0;
/// Terms of the closed form.
const MOST_TERMS: usize = 6;
/// Error of the closed form below which no further term is taken.
const CLOSE: f64 = 0.002;
/// The least force whose logarithm is taken.
const TINY: f64 = 1e-12;
/// Largest change of their force from one gap to half of it, below which it is said to have levelled off.
const LEVEL: f64 = 0.05;

/// The exact force over Stokes' drag.
pub fn exact(gap_over_d: f64) -> f64 {
    brenner(2.0 * gap_over_d)
}

/// `λ` in closed form, within 0.1 % up to a gap of 0.5 D: `1/δ + ln(1 + 1/δ)/5 + 0.9713 + 0.0287 δ/(1 + δ)`, `δ = 2x`
/// (its first two terms: Cox & Brenner 1967).
pub fn exact_closed(gap_over_d: f64) -> f64 {
    let delta = 2.0 * gap_over_d;
    1.0 / delta + 0.2 * (1.0 / delta).ln_1p() + 0.9713 + 0.0287 * delta / (1.0 + delta)
}

/// A row of the law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmRow {
    /// Gap over the diameter.
    pub gap_over_d: f64,
    /// The exact force over `3πμUD`.
    pub exact: f64,
    /// Theirs; below their smallest gap the one there.
    pub theirs: f64,
    /// What is missing.
    pub missing: f64,
    /// The closed form of it.
    pub closed: f64,
    /// What is missing along the wall: force of translation over `3πμUD`, torque of translation over `8πμa²U = 2πμUD²`,
    /// and of rotation over `8πμa³Ω = πμΩD³`.
    pub parallel: [f64; 3],
    /// Whether theirs is held below its smallest gap.
    pub held: bool,
}

/// What is missing, and what was found on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmLaw {
    /// The nodes, ascending.
    pub rows: Vec<FilmRow>,
    /// Gap over the diameter at which it ends; 0 where nothing is missing.
    pub reach: f64,
    /// Their smallest and largest gap.
    pub theirs: [f64; 2],
    /// What is none of the film's, exact minus theirs far away.
    pub outside: f64,
    /// Coefficients of `(ln x₁/x)^k`, k = 1, 2, …, in the closed form.
    pub coefficients: Vec<f64>,
    /// Largest difference of the closed form from the table, over the exact force.
    pub error: f64,
    /// What is doubtful, in sentences.
    pub warnings: Vec<Remark>,
    /// How many gaps the table has.
    pub gaps: usize,
}

/// Forces of others over gaps, ascending, with what is none of the film's taken away: gap over the diameter, and the
/// logarithm of the force.
struct OwnForces(Vec<(f64, f64)>);

impl OwnForces {
    /// Means of the rows in even parts of the logarithm of the gap.
    fn of(forces: &[(f64, f64)], outside: f64) -> Self {
        let part = |gap: f64| (ROWS_PER_DECADE * gap.log10()).floor() as i64;
        let of_row = |(gap, force): &(f64, f64)| (*gap, (force + outside).max(TINY).ln());
        let mut points: Vec<(f64, f64)> = Vec::new();
        let mut rows = forces.iter().peekable();
        while let Some(first) = rows.next() {
            let mut all = vec![of_row(first)];
            while let Some(row) = rows.next_if(|row| part(row.0) == part(first.0)) {
                all.push(of_row(row));
            }
            let count = all.len() as f64;
            let gap = (all.iter().map(|row| row.0.ln()).sum::<f64>() / count).exp();
            points.push((gap, all.iter().map(|row| row.1).sum::<f64>() / count));
        }
        // The smallest gap is theirs, whatever else stands beside it.
        if let (Some(point), Some(row)) = (points.first_mut(), forces.first()) {
            *point = of_row(row);
        }
        Self(points)
    }

    /// The force at a gap, by cubics between rows in the logarithms of both; held beyond them.
    fn force(&self, gap: f64) -> f64 {
        let points = &self.0;
        let within = gap.clamp(points[0].0, points[points.len() - 1].0);
        monotone_in_log(points, within).unwrap_or(points[0].1).exp()
    }

    /// How far theirs over the exact force lies from the line through its neighbours, in the middle: the noise, as this
    /// ratio is smooth over the gap where the forces themselves bend.
    fn noise(&self) -> f64 {
        let ratio: Vec<(f64, f64)> = self.0.iter().map(|(gap, log)| (gap.ln(), log - exact(*gap).ln())).collect();
        let off = |three: &[(f64, f64)]| {
            let way = (three[1].0 - three[0].0) / (three[2].0 - three[0].0);
            (three[1].1 - three[0].1 - way * (three[2].1 - three[0].1)).abs()
        };
        let mut all: Vec<f64> = ratio.windows(3).map(off).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(0.0)
    }
}

impl FilmLaw {
    /// The law of the forces in a CSV with the columns `gap_over_d` and `force_over_stokes`; `uncertainty` is their
    /// standard uncertainty, over them.
    ///
    /// # Errors
    /// The file has other columns, a cell that is no number, a gap at or below 0, or one gap twice; or as
    /// [`FilmLaw::of`].
    pub fn read(file: &Path, uncertainty: f64) -> Result<Self, InputError> {
        let needed = format!(
            "write a CSV with the header `{GAP},{FORCE}`: the gap over the diameter, and the force over 3 pi mu U D, positive against the approach; `wetbounce.others` (Python) makes it from files of other programs"
        );
        let table = table(file, &needed)?;
        let refused = |why: String| InputError::new(format!("`{}`: {why}", file.display())).help(needed.clone());
        if !(table.has(GAP) && table.has(FORCE)) {
            return Err(refused(format!("its columns are {}", table.columns().join(","))));
        }
        let [gaps, forces] = [GAP, FORCE].map(|name| table.numbers(name).map_err(|error| refused(error.to_string())));
        let mut rows: Vec<(f64, f64, usize)> =
            gaps?.into_iter().zip(forces?).zip(table.lines()).map(|((gap, force), line)| (gap, force, *line)).collect();
        if let Some((gap, force, line)) =
            rows.iter().find(|(gap, force, _)| !(*gap > 0.0 && gap.is_finite() && force.is_finite()))
        {
            return Err(refused(format!(
                "line {line} has the gap {gap} and the force {force}; gaps are above 0, and no cell is empty"
            )));
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let Some(pair) = rows.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let why = format!(
                "lines {} and {} have one gap, {}; give one force for each gap",
                pair[0].2, pair[1].2, pair[0].0
            );
            return Err(refused(why));
        }
        Self::of(&rows.into_iter().map(|(gap, force, _)| (gap, force)).collect::<Vec<_>>(), uncertainty)
    }

    /// The law of forces over `3πμUD`, at ascending gaps over the diameter.
    ///
    /// # Errors
    /// Too few gaps, or forces that are no approach to a wall.
    pub fn of(rows: &[(f64, f64)], uncertainty: f64) -> Result<Self, InputError> {
        if rows.len() < FEWEST {
            let message = format!("the table has {} gaps, and a law takes {FEWEST} at least", rows.len());
            return Err(InputError::new(message)
                .help("give the force at eight to twenty gaps from 1 D down to the smallest that the grid takes"));
        }
        let theirs = [rows[0].0, rows[rows.len() - 1].0];
        if theirs[1] < 2.0 * theirs[0] {
            let message = format!("the gaps of the table, {:.4} to {:.4} D, hardly differ", theirs[0], theirs[1]);
            return Err(InputError::new(message).help("give gaps from 1 D down to the smallest that the grid takes"));
        }
        let mut warnings = Vec::new();
        if let Some(cause) = likely_cause(rows, |gap| Some(exact(gap))) {
            warnings.push(remark!(
                Warning,
                "other-problem",
                "{cause} Take no law from this table before that is settled."
            ));
        }
        let outside = outside(rows);
        if let Some((gap, force)) = rows.iter().find(|(_, force)| *force <= 0.0) {
            let message = format!(
                "the force at {gap:.4} D is {force:.4} of Stokes' drag: no sphere that approaches a wall is drawn to it"
            );
            return Err(InputError::new(message).help("leave that row out, or look at the sign and the column of the force; wetbounce compare --reference approach-wall says more"));
        }
        let own = OwnForces::of(rows, outside);
        let noise = own.noise().max(uncertainty);
        let least = NOTHING.max(2.0 * noise);
        let missing_share = |gap: f64| 1.0 - own.force(gap) / exact(gap);
        let highest = if theirs[1] > FAR { FAR } else { theirs[1] };
        // The film's force ends at the largest gap at which it is more than noise.
        let off = own.0.iter().filter(|(gap, _)| *gap <= highest).rfind(|(gap, _)| missing_share(*gap).abs() > least);
        let reach = match off {
            Some((gap, _)) => {
                own.0.iter().map(|point| point.0).find(|next| next > gap).map_or(highest, |next| next.min(highest))
            }
            None => theirs[0],
        };
        let off = off.map(|(gap, _)| *gap);
        warnings.extend(doubts(&own, theirs, (off, reach), (outside, least)));
        warnings.extend(still_rising(&own, theirs[0]));
        if noise > 2.0 * NOTHING {
            warnings.push(remark!(
                Warning,
                "scattered-forces",
                "Their forces scatter by {:.1} %, and so does the law.",
                100.0 * noise
            ));
        }
        let mut law = Self {
            rows: Vec::new(),
            reach,
            theirs,
            outside,
            coefficients: Vec::new(),
            error: 0.0,
            warnings,
            gaps: rows.len(),
        };
        law.fit(&own);
        law.rows = law.nodes(&own);
        law.error = law.rows.iter().map(|row| (row.closed - row.missing).abs() / row.exact).fold(0.0, f64::max);
        Ok(law)
    }

    /// The nodes.
    fn nodes(&self, own: &OwnForces) -> Vec<FilmRow> {
        let lowest = LOWEST.min(self.theirs[0]);
        let count = (PER_DECADE * (self.reach / lowest).log10()).ceil().max(1.0) as usize;
        // Their smallest gap is a node: there the law has a bend.
        let mut gaps: Vec<f64> =
            (0..=count).map(|k| lowest * (self.reach / lowest).powf(k as f64 / count as f64)).collect();
        gaps.retain(|gap| (gap / self.theirs[0]).ln().abs() > 0.02);
        gaps.push(self.theirs[0]);
        gaps.sort_by(f64::total_cmp);
        gaps.iter().map(|gap| self.row(*gap, own)).collect()
    }

    fn row(&self, gap: f64, own: &OwnForces) -> FilmRow {
        let (exact, theirs) = (exact(gap), own.force(gap));
        let missing = if gap < self.reach || gap <= self.theirs[0] { exact - theirs } else { 0.0 };
        FilmRow {
            gap_over_d: gap,
            exact,
            theirs: theirs - self.outside,
            missing,
            closed: self.closed(gap),
            parallel: if missing > 0.0 { missing_parallel(gap, theirs) } else { [0.0; 3] },
            held: gap < self.theirs[0],
        }
    }

    /// Fits the closed form to what is missing from their smallest gap on, with as few terms as are close.
    fn fit(&mut self, own: &OwnForces) {
        let [least, _] = self.theirs;
        if self.reach <= least {
            return;
        }
        let parts = 200;
        let points: Vec<(f64, f64)> = (0..parts)
            .map(|k| {
                let gap = least * (self.reach / least).powf(k as f64 / parts as f64);
                ((self.reach / gap).ln(), (exact(gap) - own.force(gap)) / exact_closed(gap))
            })
            .collect();
        for terms in 1..=MOST_TERMS {
            let Some(found) = powers(&points, terms) else { break };
            let off = |(t, value): &(f64, f64)| (polynomial(&found, *t) - value).abs();
            let error = points.iter().map(off).fold(0.0, f64::max);
            self.coefficients = found;
            if error < CLOSE {
                break;
            }
        }
    }

    /// The closed form, over `3πμUD`.
    pub fn closed(&self, gap: f64) -> f64 {
        let [least, _] = self.theirs;
        let within = |gap: f64| exact_closed(gap) * polynomial(&self.coefficients, (self.reach / gap).ln());
        match gap {
            gap if gap < least => exact_closed(gap) - exact_closed(least) + self.missing_at_least(),
            gap if gap >= self.reach => 0.0,
            gap => within(gap),
        }
    }

    /// The closed form at their smallest gap.
    pub fn missing_at_least(&self) -> f64 {
        let least = self.theirs[0];
        exact_closed(least) * polynomial(&self.coefficients, (self.reach / least).ln())
    }

    /// What is missing at a gap, as the lines of the law have it: linear in the logarithm of the gap between nodes,
    /// times the gap; below the first node as `1/2x + ln(1/x)/5`.
    pub fn missing(&self, gap: f64) -> f64 {
        let (first, last) = (self.rows[0], self.rows[self.rows.len() - 1]);
        let x = gap.max(1e-300);
        if x >= last.gap_over_d {
            return 0.0;
        }
        if x < first.gap_over_d {
            return first.missing + 0.5 * (1.0 / x - 1.0 / first.gap_over_d) + 0.2 * (first.gap_over_d / x).ln();
        }
        let above = self.rows.partition_point(|row| row.gap_over_d <= x);
        let (low, high) = (self.rows[above - 1], self.rows[above]);
        let way = (x / low.gap_over_d).ln() / (high.gap_over_d / low.gap_over_d).ln();
        let [of_low, of_high] = [low, high].map(|row| row.missing * row.gap_over_d);
        (of_low + way * (of_high - of_low)) / x
    }
}

/// What is doubtful in forces whose deviation is more than `least` up to the gap `off`, where there is one, and given
/// back up to `reach`.
fn doubts(
    own: &OwnForces,
    theirs: [f64; 2],
    (off, reach): (Option<f64>, f64),
    (outside, least): (f64, f64),
) -> Vec<Remark> {
    let mut warnings = Vec::new();
    let missing_share = |gap: f64| 1.0 - own.force(gap) / exact(gap);
    let at_end = missing_share(reach);
    let per_cent = |share: f64| 100.0 * share;
    if theirs[1] < FAR && at_end.abs() > least {
        warnings.push(remark!(
            Warning,
            "ends-in-the-film",
            "The table ends at {:.4} D, where its force is still {:+.1} % off: below {FAR} D nothing shows how much of the difference belongs to the film, and the law ends with a jump of that size. Extend the table to {FAR} D.",
            theirs[1],
            -per_cent(at_end)
        ));
    }
    if outside.abs() > least * exact(FAR) {
        warnings.push(remark!(
            Warning,
            "off-far-away",
            "At {FAR} D the force of the table is {:.4} of Stokes' drag {} the exact force, {:+.1} %: the sides of a vessel (above) or the error of the drag itself. This difference does not belong to the film, and is not given back.",
            outside.abs(),
            if outside < 0.0 { "above" } else { "below" },
            -per_cent(outside / exact(FAR))
        ));
    }
    match off {
        None => warnings.push(remark!(
            Warning,
            "nothing-is-missing",
            "Down to its smallest gap, {:.4} D, the table has the exact force within {:.1} %: nothing is missing there; the law begins below.",
            theirs[0],
            per_cent(least)
        )),
        Some(_) => {
            let most = own.0.iter().filter(|(gap, _)| *gap <= reach).map(|(gap, _)| (missing_share(*gap), *gap));
            if let Some((share, gap)) = most.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(share, _)| *share < -least) {
                warnings.push(remark!(
                    Warning,
                    "force-taken-away",
                    "The force of the table is above the exact force, by up to {:.1} % at {gap:.4} D: there the law takes force away.",
                    -per_cent(share)
                ));
            }
        }
    }
    warnings
}

/// What is doubtful where their force has not levelled off at its smallest gap.
fn still_rising(own: &OwnForces, least: f64) -> Option<Remark> {
    let rise = own.force(least) / own.force(2.0 * least) - 1.0;
    (rise > LEVEL && least > 1e-3).then(|| {
        remark!(
            Warning,
            "still-rising",
            "The force of the table still rises at its smallest gap, by {:.0} % over the last halving. Below {least:.4} D the law takes it as constant. If it rises further, the law gives back too much. Extend the table to the smallest gap of your runs.",
            100.0 * rise
        )
    })
}

/// Exact minus theirs far from the film, by the rows around [`FAR`], or the nearest beyond; 0 where there is none.
fn outside(rows: &[(f64, f64)]) -> f64 {
    let lack = |(gap, force): &(f64, f64)| exact(*gap) - force;
    let near: Vec<f64> = rows.iter().filter(|row| (row.0 / FAR).ln().abs() <= AROUND.ln()).map(lack).collect();
    match near.len() {
        0 => rows.iter().find(|row| row.0 > FAR).map_or(0.0, lack),
        count => near.iter().sum::<f64>() / count as f64,
    }
}

/// `Σ c_k t^k`, k from 1.
pub fn polynomial(coefficients: &[f64], t: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| (sum + c) * t)
}

/// The coefficients of so many powers of `t`, from the first on, that are closest to the points.
fn powers(points: &[(f64, f64)], terms: usize) -> Option<Vec<f64>> {
    let largest = points.iter().map(|point| point.0).fold(0.0, f64::max).max(1e-300);
    let design = nalgebra::DMatrix::from_fn(points.len(), terms, |row, k| (points[row].0 / largest).powi(k as i32 + 1));
    let values = nalgebra::DVector::from_iterator(points.len(), points.iter().map(|point| point.1));
    let found = design.svd(true, true).solve(&values, 1e-12).ok()?;
    Some(found.iter().enumerate().map(|(k, c)| c / largest.powi(k as i32 + 1)).collect())
}

/// What a grid lacks along the wall that gives the force `theirs` of approach at a gap: as if it gave the exact force
/// of the wider gap at which the approach has that force.
fn missing_parallel(gap: f64, theirs: f64) -> [f64; 3] {
    let seen = gap_of(theirs).max(gap);
    let [here, there] = [gap, seen].map(|gap| parallel(2.0 * gap));
    [
        here.translation_force - there.translation_force,
        here.translation_torque - there.translation_torque,
        here.rotation_torque - there.rotation_torque,
    ]
}

/// The gap over the diameter at which the exact force of approach is this one; infinite at Stokes' drag and below.
fn gap_of(force: f64) -> f64 {
    const FARTHEST: f64 = 1e3;
    // To round-off of the logarithm.
    const HALVINGS: u32 = 45;
    if force <= exact(FARTHEST) {
        return FARTHEST;
    }
    let whole = Bracket { low: 1e-9_f64.ln(), high: FARTHEST.ln() };
    bisect(whole, HALVINGS, |log| exact(log.exp()) > force).middle().exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forces(of: impl Fn(f64) -> f64, gaps: &[f64]) -> Vec<(f64, f64)> {
        gaps.iter().map(|gap| (*gap, of(*gap))).collect()
    }

    fn gaps() -> Vec<f64> {
        (0..30).map(|k| 0.005 * 200f64.powf(f64::from(k) / 29.0)).collect()
    }

    #[test]
    fn the_closed_form_of_the_exact_force_is_within_a_thousandth() {
        for k in 0..60 {
            let gap = 1e-6 * 5e5f64.powf(f64::from(k) / 59.0);
            assert!(
                (exact_closed(gap) / exact(gap) - 1.0).abs() < 1.5e-3,
                "{gap} {} {}",
                exact_closed(gap),
                exact(gap)
            );
        }
    }

    #[test]
    fn a_grid_that_does_not_follow_the_gap_gets_back_what_it_lacks_and_no_more() {
        let (smallest, vessel) = (0.03, 0.2);
        let seen =
            |gap: f64| if gap < 2.0 * smallest { smallest * (1.0 + (gap / (2.0 * smallest)).powi(2)) } else { gap };
        let law = FilmLaw::of(&forces(|gap| exact(seen(gap)) + vessel, &gaps()), 0.0).unwrap();
        assert!((law.outside + vessel).abs() < 1e-9 && law.error < 0.01, "{} {}", law.outside, law.error);
        for gap in [1e-5_f64, 1e-3, 0.007, 0.02, 0.05, 0.2] {
            let whole = exact(seen(gap.max(0.005))) + law.missing(gap);
            assert!((whole / exact(gap) - 1.0).abs() < 0.01, "{gap}: {whole} {}", exact(gap));
        }
        assert!(law.reach < 0.08 && law.missing(0.1) == 0.0 && !law.warnings.is_empty(), "{:?}", law.warnings);
    }

    #[test]
    fn gaps_far_apart_bend_and_are_no_noise() {
        let lacking = |gap: f64| exact(gap) * (1.0 - 0.02 * (0.05 / gap).powf(0.7));
        let law = FilmLaw::of(&forces(lacking, &[0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0]), 0.0);
        let law = law.unwrap();
        assert!(
            law.reach >= 0.1 && !law.warnings.iter().any(|said| said.name == "scattered-forces"),
            "{:?}",
            law.warnings
        );
        for gap in [0.007, 0.02, 0.05] {
            let lack = exact(gap) - lacking(gap);
            assert!((law.missing(gap) - lack).abs() < 0.006 * exact(gap), "{gap}: {} {lack}", law.missing(gap));
        }
    }

    #[test]
    fn nothing_is_missing_of_exact_forces_and_the_law_says_so() {
        let law = FilmLaw::of(&forces(exact, &gaps()), 0.0).unwrap();
        assert!(
            law.missing(0.006) == 0.0 && law.warnings.iter().any(|said| said.name == "nothing-is-missing"),
            "{law:?}"
        );
        assert!((law.missing(1e-3) / (exact(1e-3) - exact(0.005)) - 1.0).abs() < 1e-2);
        assert!(FilmLaw::of(&forces(exact, &gaps()[..3]), 0.0).is_err());
        assert!(FilmLaw::of(&forces(|gap| -exact(gap), &gaps()), 0.0).is_err());
    }
}
