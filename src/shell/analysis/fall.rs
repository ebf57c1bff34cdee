//! The path of a sphere that falls or rises freely: speeds, angle, spin, and how they oscillate.

use super::stream::{AVERAGED, OSCILLATES, SURE, frequency};
use wetbounce_physics::numerics::extent;

/// The motion over time, all of the same length; the motion across the axis is empty in an axisymmetric flow, that
/// along y with a plane of symmetry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FallingMotion<'a> {
    /// Times \[s\].
    pub time: &'a [f64],
    /// Speed along the axis [m/s], negative in the direction of the fall.
    pub axial: &'a [f64],
    /// Speeds along x and y [m/s].
    pub lateral: [&'a [f64]; 2],
    /// Spin about y [rad/s].
    pub spin: &'a [f64],
}

/// The path over the last third of the time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreeFall {
    /// Begin of the means \[s\].
    pub from: f64,
    /// Mean speed along the axis [m/s].
    pub speed: f64,
    /// Its relative change from the first to the second half of that time.
    pub drift: f64,
    /// Mean speeds along x and y [m/s].
    pub lateral: [f64; 2],
    /// Root mean square of the speed across the axis [m/s].
    pub lateral_size: f64,
    /// Half the difference of the largest and the smallest speed along x [m/s].
    pub lateral_amplitude: f64,
    /// Change of the speed along x from the beginning to the end [m/s].
    pub lateral_change: f64,
    /// Angle between path and axis, of the mean speeds \[degrees\].
    pub angle: f64,
    /// By how much the mean direction across the axis turns from the middle third to the last \[degrees\].
    pub turn: f64,
    /// Mean spin about y [rad/s].
    pub spin: f64,
    /// Frequency of the speed along x \[Hz\], if it oscillates by more than a hundredth of the speed along the axis.
    pub frequency: Option<f64>,
}

impl FreeFall {
    /// Of a motion; `None` of fewer than two steps in the last third.
    pub fn of(motion: &FallingMotion) -> Option<Self> {
        let end = *motion.time.last()?;
        let row = |time: f64| motion.time.partition_point(|at| *at <= time);
        let (middle, first, last) = (row(end * (1.0 - 2.0 * AVERAGED)), row(end * (1.0 - AVERAGED)), motion.time.len());
        if first == 0 || last < first + 2 {
            return None;
        }
        let mean = |values: &[f64], rows: [usize; 2], of: fn(f64) -> f64| -> f64 {
            let [from, to] = rows;
            let steps = motion.time[from - 1..to].windows(2).map(|pair| pair[1] - pair[0]);
            let values = (from..to).map(|row| values.get(row).copied().map_or(0.0, of));
            let (sum, length) =
                steps.zip(values).fold((0.0, 0.0), |(sum, length), (step, value)| (sum + step * value, length + step));
            sum / length
        };
        let same: fn(f64) -> f64 = |value| value;
        let rows = [first, last];
        let of = |values: &[f64]| mean(values, rows, same);
        let lateral = motion.lateral.map(of);
        let size = motion.lateral.map(|values| mean(values, rows, |value| value * value)).iter().sum::<f64>().sqrt();
        let axial = of(motion.axial);
        let halfway = (first + last) / 2;
        let [early, late] = [[first, halfway], [halfway, last]].map(|rows| mean(motion.axial, rows, same));
        let [before, after] = [[middle.max(1), first], rows].map(|rows| {
            let [x, y] = motion.lateral.map(|values| mean(values, rows, same));
            y.atan2(x)
        });
        let turn = (after - before + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
        let along_x: Vec<[f64; 2]> =
            (first..last).map(|row| [motion.time[row], motion.lateral[0].get(row).copied().unwrap_or(0.0)]).collect();
        let (low, high) = extent(along_x.iter().map(|[_, speed]| *speed));
        let lateral_amplitude = 0.5 * (high - low);
        let oscillates = lateral_amplitude > OSCILLATES * axial.abs();
        Some(Self {
            from: motion.time[first],
            speed: axial.abs(),
            drift: (late / early - 1.0).abs(),
            lateral,
            lateral_size: size,
            lateral_amplitude,
            lateral_change: along_x[along_x.len() - 1][1] - along_x[0][1],
            angle: lateral[0].hypot(lateral[1]).atan2(axial.abs()).to_degrees(),
            turn: turn.abs().to_degrees(),
            spin: of(motion.spin),
            frequency: frequency(&along_x, lateral[0], SURE * lateral_amplitude).filter(|_| oscillates),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn an_oblique_path_has_an_angle_and_one_that_oscillates_a_frequency() {
        let time: Vec<f64> = (0..=3000).map(|row| 0.02 * f64::from(row)).collect();
        let (axial, spin) = (vec![-1.2; time.len()], vec![0.02; time.len()]);
        let at = |amplitude: f64| -> Vec<f64> {
            time.iter().map(|time| 0.1 + amplitude * (TAU * 0.35 * time).sin()).collect()
        };
        let of = |lateral: &[f64]| {
            let motion = FallingMotion { time: &time, axial: &axial, lateral: [lateral, &[]], spin: &spin };
            FreeFall::of(&motion).unwrap()
        };
        let steady = of(&at(0.0));
        assert!((steady.angle - (0.1_f64 / 1.2).atan().to_degrees()).abs() < 1e-9 && steady.frequency.is_none());
        assert!((steady.lateral_size - 0.1).abs() < 1e-12 && steady.turn < 1e-9 && steady.drift < 1e-12, "{steady:?}");
        let oscillating = of(&at(0.05));
        assert!((oscillating.frequency.unwrap() - 0.35).abs() < 1e-4, "{oscillating:?}");
        assert!((oscillating.lateral_amplitude - 0.05).abs() < 1e-4 && (oscillating.speed - 1.2).abs() < 1e-12);
    }
}
