//! Memory of the history force beside a wall that screens it.

use super::history_convolution::{ConvolutionMemory, bow_response, linear_response};
use super::history_screening::Screening;
use super::{HistoryIntegral, ImmersedSphere, StageIntegrals};
use crate::error::BadParameter;
use crate::numerics::radau::{Parabola, RADAU};
use serde::{Deserialize, Serialize};

/// Basset's memory, whose exponentials count with the shares that the wall leaves them at the present gap
/// ([`Screening`]).
///
/// With the share `K` of the fastest rates the integral is `K` times Basset's plus `Σ (r_k − K) w_k y_k` over the slow
/// ones, so that the kernel's singularity stays in closed form. An acceleration counts with the share at the gap of
/// today, not at that where it happened: exact for small motions about one gap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScreenedMemory {
    pub(super) open: ConvolutionMemory,
    radius: f64,
    /// `ν/a²` [1/s].
    viscous_rate: f64,
}

/// An exponential at a gap: its part beside that of the fastest, its state, and its rate [1/s].
struct Slow {
    part: f64,
    mode: f64,
    rate: f64,
}

impl ScreenedMemory {
    /// An empty memory, see [`HistoryMemory::new`](super::HistoryMemory::new).
    pub(super) fn new(sphere: &ImmersedSphere, shortest_step: f64, longest_time: f64) -> Result<Self, BadParameter> {
        Ok(Self {
            open: ConvolutionMemory::new(sphere, shortest_step, longest_time)?,
            radius: sphere.radius,
            viscous_rate: 1.0 / sphere.viscous_time(),
        })
    }

    /// The share of the fastest rates at a `gap` \[m\], and the exponentials that have another.
    fn at(&self, gap: f64) -> (f64, impl Iterator<Item = Slow>) {
        let screening = Screening::at(gap / self.radius);
        let (fast, from) = screening.fast();
        let ConvolutionMemory { exponentials, modes, scale, .. } = &self.open;
        let slow = exponentials.rates().iter().zip(exponentials.weights()).zip(modes).map_while(
            move |((rate, weight), mode)| {
                let share = screening.share(rate / self.viscous_rate);
                let part = scale * weight * (share - fast);
                (rate / self.viscous_rate < from).then_some(Slow { part, mode: *mode, rate: *rate })
            },
        );
        (fast, slow)
    }

    /// See [`HistoryMemory::predict`](super::HistoryMemory::predict).
    pub(super) fn predict(&self, step: f64, gap: f64) -> HistoryIntegral {
        let (fast, slow) = self.at(gap);
        let HistoryIntegral { coefficient, known } = self.open.predict(step);
        let mut integral = HistoryIntegral { coefficient: fast * coefficient, known: fast * known };
        for Slow { part, mode, rate } in slow {
            let (decay, old, new) = linear_response(rate * step);
            integral.coefficient += part * step * new;
            integral.known += part * (decay * mode + step * old * self.open.acceleration);
        }
        integral
    }

    /// See [`HistoryMemory::predict_stages`](super::HistoryMemory::predict_stages).
    pub(super) fn predict_stages(&self, step: f64, gaps: [f64; 3]) -> StageIntegrals {
        let mut integrals = self.open.predict_stages(step);
        for (stage, (node, gap)) in RADAU.nodes.into_iter().zip(gaps).enumerate() {
            let (fast, slow) = self.at(gap);
            let (coefficients, known) = (&mut integrals.coefficients[stage], &mut integrals.known[stage]);
            coefficients.iter_mut().for_each(|coefficient| *coefficient *= fast);
            *known *= fast;
            let elapsed = node * step;
            let until = RADAU.basis.map(|basis| Parabola::until(basis, node));
            for Slow { part, mode, rate } in slow {
                let (decay, old, new) = linear_response(rate * elapsed);
                let bent = bow_response(rate * elapsed, decay);
                for (coefficient, Parabola { first, last, bow }) in coefficients.iter_mut().zip(until) {
                    *coefficient += part * elapsed * (old * first + new * last + bent * bow);
                }
                *known += part * decay * mode;
            }
        }
        integrals
    }
}
