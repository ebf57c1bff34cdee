//! Newton's iteration for one implicit stage, with cavitation as a complementarity.
//!
//! Unknowns are the total pressure `P` of every ring and the sphere's speed `V`. A full ring obeys continuity,
//!
//! `h ρ/ρ₀ − m* + τ/A (Q₊ − Q₋) = 0` (`m*` the stage's known content, `τ` its duration),
//!
//! a cavitated one `p = −p_c`; its content then follows from the fluxes, `m = m* − τ/A (Q₊ − Q₋)`, and
//! `θ = 1 − m ρ₀/ρh`. The two rules are the complementarity of Elrod & Adams (1975) as Giacopini et al. (2010) write
//! it, `p + p_c ≥ 0`, `θ ≥ 0`, `(p + p_c) θ = 0`, solved by the semismooth Newton method in its active-set form
//! (Hintermüller, Ito & Kunisch 2002): a full ring whose pressure falls below `−p_c` ruptures (where the liquid has a
//! nucleus for it), a cavitated one whose void would turn negative is full again. The last row is the sphere's equation
//! of motion, so pressure and speed are solved together. Above a wall that recedes `V` is the speed at which the two
//! part, `V − Y F` the sphere's own: no row but the last knows of it.
//!
//! The thickness is carried as an unknown of its own and only meets the elastic relation `h = h₀ + r²/2a + G p_e` at
//! the end of the iteration. Since that relation is linear its defect falls with every step, while steps are cut so
//! that no thickness loses more than four fifths of itself: the iteration may start from the old film even if the
//! sphere moves by many film thicknesses within the step, and the film stays positive throughout.
//!
//! The factors of the Newton matrix are kept within a time step for as long as they serve.

use super::lu::DenseLu;
use super::stage::{Base, StageProblem, Trial, add_scaled, dot};

/// Relative residual at which a stage counts as solved.
const TOLERANCE: f64 = 1e-9;
/// Iterations after which a stage counts as failed.
const MOST_ITERATIONS: usize = 40;
/// Old factors are kept while an iteration with them leaves no more than this fraction of the residual.
const STILL_GOOD: f64 = 0.1;
/// A Newton step may take a film thickness down to this fraction of itself, not further.
const THINNEST_FRACTION: f64 = 0.2;

/// Scratch of the iteration.
#[derive(Debug, Clone)]
pub(super) struct Newton {
    lu: DenseLu,
    residual: Vec<f64>,
    coefficients: Vec<RingRow>,
    change: Vec<f64>,
    /// Whether full rings may rupture.
    pub(super) may_rupture: bool,
    /// Rings whose film is ruptured.
    pub(super) cavitated: Vec<bool>,
    /// Iterations since the start, for the record.
    pub(super) iterations: usize,
    /// Factorisations since the start, for the record.
    pub(super) factorisations: usize,
    /// Whether there are factors from an earlier iteration of the same time step.
    pub(super) factored: bool,
}

/// Derivatives of a ring's residual with thickness (asperities included) and total pressure of the rings
/// `i − 1`, `i`, `i + 1`.
#[derive(Debug, Clone, Copy, Default)]
struct RingRow {
    by_thickness: [f64; 3],
    by_pressure: [f64; 3],
}

impl Newton {
    pub(super) fn new(rings: usize) -> Self {
        Self {
            lu: DenseLu::new(rings + 1),
            residual: vec![0.0; rings + 1],
            coefficients: vec![RingRow::default(); rings],
            change: vec![0.0; rings],
            may_rupture: true,
            cavitated: vec![false; rings],
            iterations: 0,
            factorisations: 0,
            factored: false,
        }
    }

    /// Solves the stage that starts from `base`, beginning at the trial's total pressure, thickness and speed.
    /// Afterwards the trial is evaluated at the solution; `false` if there is none to be had.
    #[must_use]
    pub(super) fn solve(&mut self, problem: &StageProblem, base: &Base, trial: &mut Trial) -> bool {
        let mut before = f64::INFINITY;
        trial.evaluate(problem, base);
        for _ in 0..MOST_ITERATIONS {
            let changed = self.update_active_set(problem, base, trial);
            let error = self.linearise(problem, base, trial);
            if !error.is_finite() {
                return false;
            }
            if error < TOLERANCE && !changed {
                return true;
            }
            self.iterations += 1;
            if changed || !self.factored || error > STILL_GOOD * before {
                self.assemble(problem, trial);
                self.factored = self.lu.factor();
                self.factorisations += 1;
                if !self.factored {
                    return false;
                }
            }
            before = error;
            self.lu.solve(&mut self.residual);
            self.advance(problem, trial);
            trial.evaluate(problem, base);
        }
        false
    }

    /// Void `h ρ/ρ₀ − m` of ring `i` \[m\].
    fn void(problem: &StageProblem, base: &Base, trial: &Trial, i: usize) -> f64 {
        trial.thickness[i] * trial.liquid[i].density - base.content[i]
            + problem.duration / problem.film.grid.areas[i] * trial.divergence(i)
    }

    /// Ruptures full rings under too much tension and heals voids that turned negative; whether any ring changed.
    fn update_active_set(&mut self, problem: &StageProblem, base: &Base, trial: &Trial) -> bool {
        let Some(floor) = problem.film.properties.cavitation_pressure else { return false };
        let mut changed = false;
        for i in 0..self.cavitated.len() {
            let wrong = match self.cavitated[i] {
                true => Self::void(problem, base, trial, i) < -1e-12 * trial.thickness[i],
                false => self.may_rupture && trial.pressure[i] < -floor * (1.0 + 1e-12),
            };
            self.cavitated[i] ^= wrong;
            changed |= wrong;
        }
        changed
    }

    /// Fills residual and coefficients of all rows; returns the largest relative residual, NaN if any is not a number.
    fn linearise(&mut self, problem: &StageProblem, base: &Base, trial: &Trial) -> f64 {
        let rings = self.cavitated.len();
        let floor = problem.film.properties.cavitation_pressure.unwrap_or(f64::INFINITY);
        let (mut error, mut finite) = (0.0_f64, true);
        for i in 0..rings {
            let mut row = RingRow::default();
            let value = match self.cavitated[i] {
                true => {
                    row.by_pressure[1] = 1.0 / problem.pressure;
                    (trial.pressure[i] + floor) / problem.pressure
                }
                false => {
                    row = continuity_row(problem, trial, i);
                    Self::void(problem, base, trial, i) / trial.thickness[i]
                }
            };
            error = error.max(value.abs()).max((trial.defect[i] / trial.thickness[i]).abs());
            let mut corrected = value;
            for (k, ring) in neighbours(i, rings) {
                row.by_thickness[k] -= row.by_pressure[k] * trial.stiffness[ring];
                corrected += row.by_thickness[k] * trial.defect[ring];
            }
            self.residual[i] = corrected;
            self.coefficients[i] = row;
            finite &= corrected.is_finite();
        }
        let speed = (trial.own_speed - base.speed - problem.duration * trial.acceleration[0]) / problem.speed;
        self.residual[rings] = speed;
        if finite && speed.is_finite() { error.max(speed.abs()) } else { f64::NAN }
    }

    /// Fills the Newton matrix: thickness follows pressure by `δh = ω G δP + τ δV`, `ω` the elastic share.
    fn assemble(&mut self, problem: &StageProblem, trial: &Trial) {
        let StageProblem { film, duration, .. } = *problem;
        let rings = film.grid.rings();
        let share = problem.elastic_share();
        for i in 0..rings {
            let RingRow { by_thickness, by_pressure } = self.coefficients[i];
            let row = self.lu.row(i);
            row.fill(0.0);
            for (k, ring) in neighbours(i, rings) {
                let factor = by_thickness[k] * share;
                if factor != 0.0 {
                    add_scaled(&mut row[..rings], factor, film.influence_row(ring));
                }
                row[rings] += by_thickness[k] * duration;
            }
            for (k, ring) in neighbours(i, rings) {
                row[ring] += by_pressure[k];
            }
        }
        if !self.cavitated[rings - 1] {
            let edge = &trial.fluxes[rings - 1];
            let by_speed = edge.by_thickness[1] * duration
                + edge.by_pressure[1] * (trial.tail.pressure[1] * duration + trial.tail.pressure[2]);
            self.lu.row(rings - 1)[rings] +=
                duration / (film.grid.areas[rings - 1] * trial.thickness[rings - 1]) * by_speed;
        }
        let row = self.lu.row(rings);
        let [_, by_gap, by_speed] = trial.acceleration;
        // A wall that recedes by `Y δF` leaves the sphere that much less of the speed of parting.
        let receding = trial.receding[1] * (1.0 - duration * trial.damping) / problem.speed;
        let pull = -duration / (problem.outer.inertia * problem.speed) - receding;
        row[..rings].iter_mut().zip(&film.grid.areas).for_each(|(entry, area)| *entry = pull * area);
        let tail = trial.tail.force[2] + duration * trial.tail.force[1];
        row[rings] = (1.0 - duration * (by_speed + duration * by_gap)) / problem.speed - receding * tail;
    }

    /// Applies the Newton step, as much of it as leaves every thickness a fifth of itself.
    fn advance(&mut self, problem: &StageProblem, trial: &mut Trial) {
        let rings = self.change.len();
        let (pressure, speed) = (&self.residual[..rings], self.residual[rings]);
        let share = problem.elastic_share();
        let mut length = 1.0_f64;
        for i in 0..rings {
            let follows = share * dot(problem.film.influence_row(i), pressure) + problem.duration * speed;
            self.change[i] = trial.defect[i] - follows;
            if self.change[i] < 0.0 {
                length = length.min((THINNEST_FRACTION - 1.0) * trial.thickness[i] / self.change[i]);
            }
        }
        add_scaled(&mut trial.thickness, length, &self.change);
        add_scaled(&mut trial.total, -length, pressure);
        trial.speed -= length * speed;
    }
}

/// Position in a row's coefficients and index of the rings `i − 1`, `i`, `i + 1` that exist.
fn neighbours(i: usize, rings: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..3).filter(move |k| i + k >= 1 && i + k <= rings).map(move |k| (k, i + k - 1))
}

/// Derivatives of `(h ρ/ρ₀ − m* + τ/A (Q₊ − Q₋))/h_i` at fixed scale `h_i`.
fn continuity_row(problem: &StageProblem, trial: &Trial, i: usize) -> RingRow {
    let scale = 1.0 / trial.thickness[i];
    let transport = problem.duration / problem.film.grid.areas[i] * scale;
    let outer = &trial.fluxes[i];
    let mut row = RingRow::default();
    row.by_thickness[1] = scale * trial.liquid[i].density + transport * outer.by_thickness[0];
    row.by_pressure[1] = trial.liquid[i].slope + transport * outer.by_pressure[0];
    row.by_thickness[2] = transport * outer.by_thickness[1];
    row.by_pressure[2] = transport * outer.by_pressure[1];
    if i > 0 {
        let inner = &trial.fluxes[i - 1];
        row.by_thickness[0] = -transport * inner.by_thickness[0];
        row.by_pressure[0] = -transport * inner.by_pressure[0];
        row.by_thickness[1] -= transport * inner.by_thickness[1];
        row.by_pressure[1] -= transport * inner.by_pressure[1];
    }
    row
}
