//! Time stepping of the film: TR-BDF2 with an embedded error estimate.
//!
//! Second order and L-stable in three stages of which the first is known (Bank et al. 1985; Hosea & Shampine 1996):
//! with `γ = 2 − √2`, `d = γ/2`, `w = √2/4`,
//!
//! `y₁ = y₀ + Δt d (f₀ + f₁)`, `y₂ = y₀ + Δt (w f₀ + w f₁ + d f₂)`,
//!
//! and the embedded third-order weights `((1 − w)/3, (3w + 1)/3, d/3)` estimate the local error. Differential
//! quantities are gap, speed, liquid content and the relaxing part of the solids; pressure follows from them.

use super::error::FilmError;
use super::matching::Outer;
use super::newton::Newton;
use super::solver::FilmSetup;
use super::stage::{Base, Rates, StageProblem, Trial, add_scaled};
use super::state::FilmState;

const DIAGONAL: f64 = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
const WEIGHT: f64 = 0.5 * std::f64::consts::FRAC_1_SQRT_2;
/// Second-order weights less the embedded third-order ones.
const ERROR_WEIGHTS: [f64; 3] =
    [WEIGHT - (1.0 - WEIGHT) / 3.0, WEIGHT - (3.0 * WEIGHT + 1.0) / 3.0, DIAGONAL * 2.0 / 3.0];
/// Steps after which [`FilmSetup::advance`] gives up.
const MOST_STEPS: usize = 200_000;
/// A sphere slower than this fraction of its fastest is solved to the accuracy that this speed asks for.
const SLOW: f64 = 1e-3;
/// Rings next to a void whose content does not count in the error: the edge of a void passes rings one by one, which
/// are kinks in time that neither content (conserved) nor speed (the pressure there is `−p_c`) feel.
const FRONT_RINGS: usize = 3;
/// A step may shrink to this fraction of the one first proposed before it counts as failed.
const SMALLEST_FRACTION: f64 = 1e-10;

/// Scratch memory of a film; holds nothing that decides the future and may be dropped at any time.
#[derive(Debug, Clone)]
pub struct FilmScratch {
    newton: Newton,
    base: Base,
    trials: [Trial; 3],
    rates: [Rates; 3],
    work: Vec<f64>,
    /// Rings that are ruptured at the start or in the middle of the step.
    ruptured: Vec<bool>,
}

impl FilmScratch {
    /// Scratch for films of `rings` rings.
    pub fn new(rings: usize) -> Self {
        Self {
            newton: Newton::new(rings),
            base: Base::new(rings),
            trials: std::array::from_fn(|_| Trial::new(rings)),
            rates: std::array::from_fn(|_| Rates::new(rings)),
            work: vec![0.0; rings],
            ruptured: vec![false; rings],
        }
    }

    /// Newton iterations done with this scratch.
    pub fn iterations(&self) -> usize {
        self.newton.iterations
    }

    /// Newton matrices factored with this scratch.
    pub fn factorisations(&self) -> usize {
        self.newton.factorisations
    }
}

/// The report of a film's advance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmReport {
    /// Steps taken.
    pub steps: usize,
    /// Steps repeated because of their error or because Newton's iteration failed.
    rejected: usize,
    /// Smallest film thickness met at the end of any step \[m\].
    pub thinnest: f64,
    /// Mean over the time advanced of the film's force (with tail and asperities, nothing taken back) \[N\].
    pub mean_force: f64,
}

impl FilmSetup {
    /// Advances film and sphere by `duration` \[s\] in as many steps as the error control asks for.
    ///
    /// The sphere obeys `outer` throughout; gap and speed at the end are in the state. Deterministic: the result
    /// depends on state, duration and `outer` alone.
    pub fn advance(
        &self,
        state: &mut FilmState,
        scratch: &mut FilmScratch,
        duration: f64,
        outer: &Outer,
    ) -> Result<FilmReport, FilmError> {
        let impulse = state.ledger.impulse;
        let mut report = FilmReport { steps: 0, rejected: 0, thinnest: f64::INFINITY, mean_force: 0.0 };
        let mut remaining = duration;
        while remaining > 1e-12 * duration {
            let halves = state.next_step < remaining && 2.0 * state.next_step > remaining;
            let longest = if halves { 0.5 * remaining } else { remaining };
            let (taken, rejected) = self.adaptive_step(state, scratch, longest, outer)?;
            remaining -= taken;
            report.steps += 1;
            report.rejected += rejected;
            report.thinnest = report.thinnest.min(state.thinnest());
            if report.steps > MOST_STEPS {
                let FilmState { time, gap, speed, .. } = *state;
                return Err(FilmError::TooManySteps { steps: report.steps, time, gap, speed });
            }
        }
        report.mean_force = (state.ledger.impulse - impulse) / duration;
        Ok(report)
    }

    /// One step of at most `longest` \[s\], repeated with shorter length until its error is tolerable. Returns the
    /// length taken and the number of rejected attempts.
    pub fn adaptive_step(
        &self,
        state: &mut FilmState,
        scratch: &mut FilmScratch,
        longest: f64,
        outer: &Outer,
    ) -> Result<(f64, usize), FilmError> {
        let mut step = state.next_step.min(longest);
        let smallest = SMALLEST_FRACTION * step;
        let mut rejected = 0;
        loop {
            let error = self.attempt(state, scratch, step, outer).map(|error| error / self.tolerance);
            match error {
                Some(error) if error <= 1.0 => {
                    self.accept(state, scratch, step);
                    let growth = (0.9 / error.max(1e-6).cbrt()).clamp(0.3, if rejected > 0 { 1.0 } else { 2.0 });
                    if step < longest || growth * step > state.next_step || growth < 1.0 {
                        state.next_step = growth * step;
                    }
                    return Ok((step, rejected));
                }
                Some(error) => step *= (0.9 / error.cbrt()).clamp(0.1, 0.9),
                None => step *= 0.25,
            }
            rejected += 1;
            if step < smallest {
                let FilmState { time, gap, speed, .. } = *state;
                return Err(FilmError::NoConvergence { time, gap, speed, thinnest: state.thinnest(), step });
            }
        }
    }

    /// One step of exactly `step` \[s\], whatever its error; `None` if a stage has no solution (the state is then as it
    /// was). Returns the estimated relative local error.
    pub fn fixed_step(
        &self,
        state: &mut FilmState,
        scratch: &mut FilmScratch,
        step: f64,
        outer: &Outer,
    ) -> Option<f64> {
        let error = self.attempt(state, scratch, step, outer)?;
        self.accept(state, scratch, step);
        Some(error)
    }

    /// Solves both stages of a step; returns the estimated relative error.
    fn attempt(&self, state: &FilmState, scratch: &mut FilmScratch, step: f64, outer: &Outer) -> Option<f64> {
        let FilmScratch { newton, base, trials, rates, ruptured, .. } = scratch;
        let [start, middle, end] = trials;
        start.take(self, state, outer);
        start.rates(self, &mut rates[0]);
        let pressure = start.total.iter().fold(1.0_f64, |largest, p| largest.max(p.abs()));
        let elastic = self.stored_energy(state).elastic;
        let energetic = (state.speed.powi(2) + 2.0 * elastic / outer.inertia).sqrt().max(SLOW * state.fastest);
        let drift = step * start.acceleration[0].abs();
        let speed = if energetic > 0.0 { energetic } else { drift.max(f64::MIN_POSITIVE) };
        let problem = StageProblem { film: self, outer, duration: DIAGONAL * step, speed, pressure };
        let cavitated = newton.cavitated.iter_mut().zip(&state.void_fraction);
        cavitated.for_each(|(cavitated, fraction)| *cavitated = *fraction > 0.0);
        ruptured.copy_from_slice(&newton.cavitated);
        newton.may_rupture = self.properties.may_rupture(state.speed, state.torn);
        newton.factored = false;

        middle.set_thinner(self, state);
        end.set_thinner(self, state);
        middle.set_inflow(self, state.time + 2.0 * DIAGONAL * step);
        end.set_inflow(self, state.time + step);
        middle.guess(start, start, 0.0);
        base.set((state, start.own_speed), &[(DIAGONAL * step, &rates[0])]);
        if !newton.solve(&problem, base, middle) {
            return None;
        }
        middle.rates(self, &mut rates[1]);
        ruptured.iter_mut().zip(&newton.cavitated).for_each(|(ruptured, now)| *ruptured |= *now);

        end.guess(middle, start, std::f64::consts::FRAC_1_SQRT_2);
        base.set((state, start.own_speed), &[(WEIGHT * step, &rates[0]), (WEIGHT * step, &rates[1])]);
        if !newton.solve(&problem, base, end) {
            return None;
        }
        end.rates(self, &mut rates[2]);
        Some(self.error(scratch, step, energetic))
    }

    /// Estimated relative error of the step in the scratch: speed, gap and (root mean square) content.
    fn error(&self, scratch: &mut FilmScratch, step: f64, speed: f64) -> f64 {
        let FilmScratch { newton, ruptured, trials, rates, work, .. } = scratch;
        let end = &trials[2];
        let estimate = |values: [f64; 3]| step * values.iter().zip(ERROR_WEIGHTS).map(|(f, b)| f * b).sum::<f64>();
        let speed = speed.max(end.speed.abs()).max(f64::MIN_POSITIVE);
        let of_speed = estimate([rates[0].speed, rates[1].speed, rates[2].speed]) / speed;
        let deflection = end.thickness[0] - end.gap - self.parabola[0];
        let of_gap = estimate([rates[0].gap, rates[1].gap, rates[2].gap]) / (end.gap.abs() + deflection.abs());
        work.fill(0.0);
        for (rates, weight) in rates.iter().zip(ERROR_WEIGHTS) {
            add_scaled(work, step * weight, &rates.content);
        }
        let mut squares = 0.0;
        for i in 0..work.len() {
            let (from, to) = (i.saturating_sub(FRONT_RINGS), (i + FRONT_RINGS + 1).min(work.len()));
            if !(from..to).any(|k| ruptured[k] || newton.cavitated[k]) {
                squares += (work[i] / end.thickness[i]).powi(2);
            }
        }
        of_speed.abs().max(of_gap.abs()).max((squares / work.len() as f64).sqrt())
    }

    /// Warms the rings of a film that warms by the dissipation of its fluxes in the step: half of a face's heat goes to
    /// either side.
    fn warm(&self, state: &mut FilmState, trials: &[Trial; 3], step: f64) {
        let (Some(heating), Some(warmth)) = (&self.properties.heating, &mut state.warmth) else { return };
        let made = |i: usize| -> f64 {
            trials.iter().zip([WEIGHT, WEIGHT, DIAGONAL]).map(|(trial, weight)| weight * trial.fluxes[i].heat).sum()
        };
        let mut inner = 0.0;
        for i in 0..self.faces.len() {
            let outer = 0.5 * made(i);
            warmth.squeeze(heating, i, ((inner + outer) / self.grid.areas[i], trials[2].thickness[i]), step);
            inner = outer;
        }
    }

    /// Moves the state to the end of the step in the scratch. Content is moved by fluxes alone.
    fn accept(&self, state: &mut FilmState, scratch: &FilmScratch, step: f64) {
        let end = &scratch.trials[2];
        state.time += step;
        state.gap = end.gap;
        state.speed = end.speed;
        state.fastest = state.fastest.max(end.speed.abs());
        state.pressure.copy_from_slice(&end.pressure);
        state.elastic_pressure.copy_from_slice(&end.elastic);
        for (rates, weight) in scratch.rates.iter().zip([WEIGHT, WEIGHT, DIAGONAL]) {
            add_scaled(&mut state.content, step * weight, &rates.content);
            state.ledger.add(step * weight, &rates.powers);
        }
        self.warm(state, &scratch.trials, step);
        for i in 0..state.content.len() {
            state.thickness[i] = end.thickness[i] + end.defect[i];
            let void = 1.0 - state.content[i] / (state.thickness[i] * end.liquid[i].density);
            state.void_fraction[i] = if scratch.newton.cavitated[i] { void.max(0.0) } else { 0.0 };
        }
        state.torn = state.is_cavitated() || (state.torn && state.speed > 0.0);
    }
}
