//! Force coefficients of a sphere in open liquid.
//!
//! ```text
//! Cd = F_d/(½ρU² πD²/4),   Cl = F_l/(½ρU² πD²/4),   Ct = T/(½ρU² πD³/4),   St = f D/U
//! ```
//!
//! `F_d` is the force of the liquid along the stream, `F_l` that across it (along φ = 0), `T` the torque about the
//! centre. Of a sphere that moves with `U sin ωt` the force that resists the motion is split into its parts in phase
//! with the speed and with the acceleration, `½ρU² πD²/4 (Cd₁ sin ωt) + C_m ρ(πD³/6) ωU cos ωt`: `C_m` is the added
//! mass over the displaced mass, ½ in an ideal liquid.

use std::f64::consts::{PI, TAU};
use wetbounce_physics::numerics::extent;
use wetbounce_physics::problem::Problem;

/// Share of the run over whose end means are taken.
pub(super) const AVERAGED: f64 = 1.0 / 3.0;
/// Least amplitude of a lift that is said to oscillate, over the largest lift.
pub(super) const OSCILLATES: f64 = 0.01;
/// How far a lift must go on both sides of its mean to have passed through it, over the amplitude: the slip that the
/// solver tolerates goes less far.
pub(super) const SURE: f64 = 0.1;
/// Lift coefficient below which the lift is lost in the slip that the solver tolerates: a millionth of the speed,
/// another at every step.
const HIDDEN: f64 = 2e-5;

/// The scales that make forces dimensionless.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamScale {
    /// Density of the liquid [kg/m³].
    pub density: f64,
    /// Speed of the stream, or largest speed of the oscillation [m/s].
    pub speed: f64,
    /// Diameter \[m\].
    pub diameter: f64,
}

impl StreamScale {
    /// Those of a problem.
    pub fn of(problem: &Problem) -> Self {
        let (density, speed) = (problem.liquid.density, problem.approach_speed());
        Self { density, speed, diameter: problem.sphere.diameter }
    }

    /// `½ρU² πD²/4` \[N\].
    pub fn force(&self) -> f64 {
        0.125 * PI * self.density * (self.speed * self.diameter).powi(2)
    }

    /// `ρ πD³/6` \[kg\].
    fn displaced_mass(&self) -> f64 {
        PI / 6.0 * self.density * self.diameter.powi(3)
    }
}

/// One instant: time \[s\] and coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamForce {
    /// Time \[s\].
    pub time: f64,
    /// Of the force along the stream.
    pub drag: f64,
    /// Of the force across the stream.
    pub lift: f64,
    /// Of the torque.
    pub torque: f64,
}

/// Forces of the liquid on the sphere over time, all of the same length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiquidForce<'a> {
    /// Times \[s\].
    pub time: &'a [f64],
    /// Along the axis \[N\].
    pub axial: &'a [f64],
    /// Across it \[N\]; empty in an axisymmetric flow.
    pub lateral: &'a [f64],
    /// Torque [N m]; empty in an axisymmetric flow.
    pub torque: &'a [f64],
}

impl LiquidForce<'_> {
    fn of_row(column: &[f64], row: usize) -> f64 {
        column.get(row).copied().unwrap_or(0.0)
    }

    /// The coefficients at every row but the first, of a sphere that goes against the axis.
    pub fn in_stream(&self, scale: &StreamScale) -> Vec<StreamForce> {
        let force = scale.force();
        let at = |row: usize| StreamForce {
            time: self.time[row],
            drag: self.axial[row] / force,
            lift: Self::of_row(self.lateral, row) / force,
            torque: Self::of_row(self.torque, row) / (force * scale.diameter),
        };
        (1..self.time.len()).map(at).collect()
    }
}

/// Forces on a held sphere, over the last third of the time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldSphere {
    /// Begin of the means \[s\].
    pub from: f64,
    /// Mean drag coefficient.
    pub drag: f64,
    /// Drag coefficient at the end.
    pub last_drag: f64,
    /// Relative change of the drag over the last tenth of the time.
    pub drift: f64,
    /// Mean lift coefficient.
    pub lift: f64,
    /// Half the difference of the largest and the smallest lift coefficient.
    pub lift_amplitude: f64,
    /// Mean torque coefficient.
    pub torque: f64,
    /// Growth rate of the size of the lift \[1/s\], by least squares; `None` where the lift is hidden in the slip that
    /// the solver tolerates.
    pub lift_growth: Option<f64>,
    /// Frequency of the lift \[Hz\], from its passages through its mean, if it oscillates, and is not hidden so.
    pub frequency: Option<f64>,
}

impl HeldSphere {
    /// Of the coefficients at the ends of steps; `None` of fewer than two of them in the last third.
    pub fn of(forces: &[StreamForce]) -> Option<Self> {
        let end = forces.last()?;
        let from = end.time * (1.0 - AVERAGED);
        let first = forces.partition_point(|force| force.time <= from);
        let last = &forces[first..];
        if last.len() < 2 {
            return None;
        }
        // Every value counts as long as the step that leads to it.
        let start = |k: usize| if k > 0 { forces[k - 1].time } else { 0.0 };
        let steps: Vec<f64> = (first..forces.len()).map(|k| forces[k].time - start(k)).collect();
        let length: f64 = steps.iter().sum();
        let mean = |of: &dyn Fn(&StreamForce) -> f64| {
            last.iter().zip(&steps).map(|(force, step)| step * of(force)).sum::<f64>() / length
        };
        let (lift, time) = (mean(&|force| force.lift), mean(&|force| force.time));
        let size = |force: &StreamForce| force.lift.abs().ln();
        let mean_size = mean(&size);
        let lift_growth =
            mean(&|force| (force.time - time) * (size(force) - mean_size)) / mean(&|force| (force.time - time).powi(2));
        let late = last.iter().find(|force| force.time >= 0.9 * end.time).unwrap_or(end);
        let (low, high) = extent(last.iter().map(|force| force.lift));
        let lift_amplitude = 0.5 * (high - low);
        let largest = high.abs().max(low.abs());
        let record: Vec<[f64; 2]> = last.iter().map(|force| [force.time, force.lift]).collect();
        let (visible, oscillates) = (largest > HIDDEN, lift_amplitude > OSCILLATES * largest);
        Some(Self {
            from,
            drag: mean(&|force| force.drag),
            last_drag: end.drag,
            drift: (end.drag / late.drag - 1.0).abs(),
            lift,
            lift_amplitude,
            torque: mean(&|force| force.torque),
            lift_growth: visible.then_some(lift_growth),
            frequency: (visible && oscillates).then(|| frequency(&record, lift, SURE * lift_amplitude)).flatten(),
        })
    }
}

/// Frequency \[Hz\] of the passages of a record, times \[s\] and values, upwards through `mean`, from `sure` below it
/// to `sure` above.
pub(super) fn frequency(record: &[[f64; 2]], mean: f64, sure: f64) -> Option<f64> {
    let (mut crossings, mut crossing, mut was_below) = (Vec::new(), None, false);
    for pair in record.windows(2) {
        let [[start, before], [end, after]] = [0, 1].map(|k| [pair[k][0], pair[k][1] - mean]);
        was_below |= before < -sure;
        if before < 0.0 && after >= 0.0 {
            crossing = Some(start - before / (after - before) * (end - start));
        }
        if after > sure && was_below {
            crossings.extend(crossing);
            was_below = false;
        }
    }
    match crossings[..] {
        [first, .., end] => Some((crossings.len() - 1) as f64 / (end - first)),
        _ => None,
    }
}

/// Forces on a sphere that moves with `U sin ωt`, over the last whole period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OscillatingSphere {
    /// `Cd₁`, of the part in phase with the speed.
    pub in_phase: f64,
    /// `C_m`, of the part in phase with the acceleration.
    pub added_mass: f64,
    /// Amplitude of both together over `½ρU² πD²/4`.
    pub amplitude: f64,
    /// By how much the resisting force leads the speed \[degrees\].
    pub phase: f64,
    /// Mean coefficient of the force across the motion.
    pub lift: f64,
    /// Relative change of the amplitude from the period before.
    pub drift: f64,
}

/// The parts of the force along a motion `sin ωt` and the mean across it, over one period up to `end`.
struct Harmonic {
    in_phase: f64,
    out_of_phase: f64,
    across: f64,
}

impl Harmonic {
    /// Over `scale`, by the trapezoidal rule; `None` where the trajectory does not reach back a period.
    fn over(time: &[f64], along: &[f64], across: &[f64], period: f64, end: f64) -> Option<Self> {
        let begin = end - period;
        let first = time.partition_point(|at| *at < begin - 1e-9 * period);
        let last = time.partition_point(|at| *at <= end + 1e-9 * period);
        if begin < -1e-9 * period || last < first + 3 {
            return None;
        }
        let omega = TAU / period;
        let mut sums = [0.0; 3];
        for row in first..last - 1 {
            let half = 0.5 * (time[row + 1] - time[row]);
            for at in [row, row + 1] {
                let (sine, cosine) = (omega * time[at]).sin_cos();
                sums[0] -= half * along[at] * sine;
                sums[1] -= half * along[at] * cosine;
                sums[2] += half * across[at];
            }
        }
        let length = time[last - 1] - time[first];
        Some(Self { in_phase: 2.0 * sums[0] / length, out_of_phase: 2.0 * sums[1] / length, across: sums[2] / length })
    }

    fn amplitude(&self) -> f64 {
        self.in_phase.hypot(self.out_of_phase)
    }
}

impl OscillatingSphere {
    /// Of a sphere that oscillates at `frequency` \[Hz\] at `angle` \[degrees\] to the axis; `None` of fewer than two
    /// periods.
    pub fn of(force: &LiquidForce, scale: &StreamScale, frequency: f64, angle: f64) -> Option<Self> {
        let (sine, cosine) = angle.to_radians().sin_cos();
        let turned = |of_axial: f64, of_lateral: f64| -> Vec<f64> {
            let lateral = |row: usize| LiquidForce::of_row(force.lateral, row);
            force.axial.iter().enumerate().map(|(row, z)| of_axial * z + of_lateral * lateral(row)).collect()
        };
        let (along, across) = (turned(cosine, sine), turned(-sine, cosine));
        let (period, end) = (1.0 / frequency, *force.time.last()?);
        let whole = |end: f64| Harmonic::over(force.time, &along, &across, period, end);
        let (last, before) = (whole(end)?, whole(end - period)?);
        let inertia = scale.displaced_mass() * TAU * frequency * scale.speed;
        Some(Self {
            in_phase: last.in_phase / scale.force(),
            added_mass: last.out_of_phase / inertia,
            amplitude: last.amplitude() / scale.force(),
            phase: last.out_of_phase.atan2(last.in_phase).to_degrees(),
            lift: last.across / scale.force(),
            drift: (last.amplitude() / before.amplitude() - 1.0).abs(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: StreamScale = StreamScale { density: 1000.0, speed: 0.2, diameter: 0.01 };

    #[test]
    fn drag_and_added_mass_of_an_oscillation_are_told_apart_at_any_angle() {
        let (frequency, rows) = (5.0, 400);
        let inertia = SCALE.displaced_mass() * TAU * frequency * SCALE.speed;
        for angle in [0.0_f64, 30.0, 90.0] {
            let (sine, cosine) = angle.to_radians().sin_cos();
            let time = |row: usize| 0.5 * row as f64 / rows as f64;
            let force = |row: usize| {
                let phase = TAU * frequency * time(row);
                -1.3 * SCALE.force() * phase.sin() - 0.75 * inertia * phase.cos()
            };
            let column = |of: &dyn Fn(usize) -> f64| (0..=rows).map(of).collect::<Vec<f64>>();
            let (time, axial) = (column(&time), column(&|row| force(row) * cosine));
            let lateral = column(&|row| force(row) * sine);
            let forces = LiquidForce { time: &time, axial: &axial, lateral: &lateral, torque: &[] };
            let found = OscillatingSphere::of(&forces, &SCALE, frequency, angle).unwrap();
            assert!((found.in_phase - 1.3).abs() < 1e-9 && (found.added_mass - 0.75).abs() < 1e-9, "{found:?}");
            assert!(found.lift.abs() < 1e-9 && found.drift < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn a_lift_that_oscillates_has_a_frequency_and_a_steady_one_none() {
        let force = |row: usize, amplitude: f64| {
            let time = 0.01 * row as f64;
            StreamForce { time, drag: 0.7, lift: 0.07 + amplitude * (TAU * 0.9 * time).sin(), torque: 0.0 }
        };
        let shedding: Vec<StreamForce> = (1..=3000).map(|row| force(row, 0.02)).collect();
        let found = HeldSphere::of(&shedding).unwrap();
        assert!((found.frequency.unwrap() - 0.9).abs() < 1e-4, "{found:?}");
        assert!((found.lift_amplitude - 0.02).abs() < 1e-4 && (found.drag - 0.7).abs() < 1e-12);
        let steady: Vec<StreamForce> = (1..=3000).map(|row| force(row, 1e-5)).collect();
        assert_eq!(HeldSphere::of(&steady).unwrap().frequency, None);
        // It still settles, and the no-slip condition leaves a little of either sign.
        let settles = |row: usize| {
            let force = force(row, 0.0);
            let noise = if row.is_multiple_of(2) { 1e-5 } else { -1e-5 };
            StreamForce { lift: force.lift * (1.0 + (-0.2 * force.time).exp()) + noise, ..force }
        };
        let settling: Vec<StreamForce> = (1..=3000).map(settles).collect();
        assert_eq!(HeldSphere::of(&settling).unwrap().frequency, None);
    }
}
