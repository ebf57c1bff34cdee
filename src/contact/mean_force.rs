//! Mean of the normal force over a step: the force an implicit step must use to keep the energy balance exactly.
//!
//! With the elastic part `F̄ = (U(ε₁) − U(ε₀))/(ε₁ − ε₀)` (a discrete gradient, Gonzalez 1996) and the viscous part `η̄ v̄`, a
//! step
//! ```text
//! m (V₁ − V₀) = F̄ Δt + …          ε₁ − ε₀ = −(V₀ + V₁) Δt/2
//! ```
//! changes `½ m V² + U` by the work of the other forces less `η̄ v̄² Δt ≥ 0`, whatever the step: no energy appears, even
//! when a few steps span a contact and its ends fall inside them.

use super::luding::LudingNormal;
use super::normal::{NormalContact, NormalForce, NormalMemory};

impl NormalContact {
    /// Mean force (N) of a step between two states, each an overlap (m) and a closing rate (m/s), and its derivatives
    /// with respect to the overlap and rate of the second.
    pub fn mean_force(&self, from: (f64, f64), to: (f64, f64), memory: &NormalMemory) -> NormalForce {
        let rate = 0.5 * (from.1 + to.1);
        let powers = |stiffness: f64, damping: f64, quarters: i32| {
            let (elastic, slope) = mean_power(from.0, to.0, 6);
            let (eta, steeper) = mean_power(from.0, to.0, quarters);
            let by_overlap = stiffness * slope + damping * steeper * rate;
            NormalForce::new(stiffness * elastic, damping * eta * rate, by_overlap, 0.5 * damping * eta)
        };
        match self {
            Self::Hertz(law) => powers(law.stiffness, law.damping, 1).without_attraction_if(law.cut),
            Self::HertzStiffness(law) => powers(law.stiffness, law.damping, 2).without_attraction_if(law.cut),
            Self::Luding(law) => mean_luding(law, from, to, memory),
            Self::Li(law) => law.mean_force(from.0, to, memory),
        }
    }
}

/// Mean of `max(x, 0)^{n/4}` between two overlaps and its derivative with respect to the second, without cancellation.
fn mean_power(x0: f64, x1: f64, n: i32) -> (f64, f64) {
    if x0 <= 0.0 && x1 <= 0.0 {
        return (0.0, 0.0);
    }
    let (a, b) = (x0.max(0.0).sqrt().sqrt(), x1.max(0.0).sqrt().sqrt());
    let sum = |terms: i32| (0..terms).map(|i| b.powi(terms - 1 - i) * a.powi(i)).sum::<f64>();
    let inside = 4.0 / f64::from(n + 4) * sum(n + 4);
    let mean = if x0 > 0.0 && x1 > 0.0 { inside / sum(4) } else { inside * (b - a) / (x1 - x0) };
    let apart = (x1 - x0).abs() > 1e-5 * x0.abs().max(x1.abs());
    let slope = if apart { (b.powi(n) - mean) / (x1 - x0) } else { f64::from(n) / 8.0 * b.powi(n - 4) };
    (mean, slope)
}

/// The mean of both ends, exact as long as the step stays on a branch.
fn mean_luding(law: &LudingNormal, from: (f64, f64), to: (f64, f64), memory: &NormalMemory) -> NormalForce {
    let start = law.force(from.0, from.1, memory.max_overlap);
    let end = law.force(to.0, to.1, memory.max_overlap);
    let span = to.0 - from.0;
    let (inside, by_end) = match (from.0 > 0.0, to.0 > 0.0) {
        (true, true) => (1.0, 0.0),
        (false, false) => return NormalForce::ZERO,
        (false, true) => (to.0 / span, -from.0 / (span * span)),
        (true, false) => (-from.0 / span, from.0 / (span * span)),
    };
    let elastic = 0.5 * (start.force - start.viscous + end.force - end.viscous);
    let viscous = 0.5 * law.viscosity * (from.1 + to.1);
    let by_overlap = 0.5 * inside * end.by_overlap + by_end * (elastic + viscous);
    NormalForce::new(inside * elastic, inside * viscous, by_overlap, 0.5 * inside * law.viscosity)
}

#[cfg(test)]
mod tests {
    use super::super::{Hertz, HertzStiffness, Law, Li, Luding, Material, Pair};
    use super::*;

    fn pair() -> Pair {
        let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
        Pair::sphere_on_plane(6.35e-3, 8.34e-3, [steel, Material::default()]).unwrap()
    }

    /// Restitution of an impact from a gap, by implicit midpoint steps of constant length with the mean force.
    fn restitution(law: &Law, steps: f64, offset: f64) -> f64 {
        let contact = law.normal(&pair()).unwrap();
        let dt = contact.contact_time(0.3) / steps;
        let mut state = (-contact.reach() - offset * 0.3 * dt, 0.3);
        let mut memory = NormalMemory::default();
        contact.advance(state.0, state.1, &mut memory);
        loop {
            let (mut low, mut high) = (-1.0, 1.0);
            let end = |rate: f64| (state.0 + 0.5 * dt * (state.1 + rate), rate);
            for _ in 0..200 {
                let rate = 0.5 * (low + high);
                let residual = 8.34e-3 * (rate - state.1) + dt * contact.mean_force(state, end(rate), &memory).force;
                if residual > 0.0 { high = rate } else { low = rate }
            }
            state = end(0.5 * (low + high));
            contact.advance(state.0, state.1, &mut memory);
            if !memory.inside && state.1 < 0.0 {
                return -state.1 / 0.3;
            }
        }
    }

    #[test]
    fn an_elastic_impact_in_a_few_unaligned_steps_loses_and_gains_nothing() {
        for law in [Law::Hertz(Hertz::default()), Law::Li(Li { threshold: 5e-3, ..Li::default() })] {
            for steps in [3.0, 10.0, 30.0] {
                for offset in [0.1, 0.5, 0.9] {
                    let e = restitution(&law, steps, offset);
                    assert!((e - 1.0).abs() < 1e-9, "{law:?} {steps} {offset} {e}");
                }
            }
        }
    }

    #[test]
    fn a_damped_impact_keeps_its_restitution_to_second_order_wherever_its_steps_fall() {
        for e in [0.5, 0.8, 0.97] {
            let law = Law::Hertz(Hertz { restitution: e, no_attraction: false, ..Hertz::default() });
            for offset in [0.1, 0.5, 0.9] {
                let [coarse, fine] = [20.0, 80.0].map(|steps| (restitution(&law, steps, offset) - e).abs());
                assert!(coarse < 0.005 * (1.0 - e) && coarse / fine > 12.0, "{e} {coarse:e} {fine:e}");
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_mean_force() {
        let laws = [
            Law::default(),
            Law::HertzStiffness(HertzStiffness { gamma_n: 1e7, ..HertzStiffness::default() }),
            Law::Luding(Luding { normal_viscosity: 3.0, ..Luding::default() }),
            Law::Li(Li { threshold: 1e-3, ..Li::default() }),
        ];
        for law in laws {
            let contact = law.normal(&pair()).unwrap();
            let mut memory = NormalMemory::default();
            contact.advance(-1.3e-5, 0.31, &mut memory);
            for (from, to) in [(-2e-6, 1e-6), (1e-6, 3e-6), (3e-6, 1e-6), (2e-6, -1e-6), (2e-6, 2e-6 + 1e-13)] {
                if matches!(law, Law::Li(_)) && to > 0.0 {
                    continue;
                }
                let f = |x, v| contact.mean_force((from, 0.2), (x, v), &memory).force;
                let (dx, dv) = (1e-11, 1e-6);
                let here = contact.mean_force((from, 0.2), (to, 0.1), &memory);
                let by_overlap = (f(to + dx, 0.1) - f(to - dx, 0.1)) / (2.0 * dx);
                let by_rate = (f(to, 0.1 + dv) - f(to, 0.1 - dv)) / (2.0 * dv);
                assert!((here.by_overlap - by_overlap).abs() <= 1e-3 * by_overlap.abs(), "{law:?} {from} {to}");
                assert!((here.by_rate - by_rate).abs() <= 1e-5 * by_rate.abs() + 1e-7, "{law:?} {from} {to}");
            }
        }
    }
}
