//! Axes: scales, ranges, ticks and their labels.

use wetbounce_physics::numerics::extent;

/// Seconds or milliseconds, as times up to this one \[s\] read best: how many are in a second, and their name.
pub(super) fn time_unit(longest: f64) -> (f64, &'static str) {
    if longest < 1.0 { (1e3, "ms") } else { (1.0, "s") }
}

/// How values are laid out along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios; values must be positive, others are not drawn.
    Log,
    /// `asinh(v/linear)`: logarithmic on both sides of zero, linear where `|v|` is less than `linear`.
    Symlog {
        /// Half-width of the linear range, in the unit of the axis.
        linear: f64,
    },
}

/// Values beyond this are faults, not data, and do not stretch an axis.
const EXTREME: f64 = 1e200;

/// An axis with its label; ends left open follow the data.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Label with unit, in the markup of the chart style.
    pub label: String,
    /// Scale.
    pub scale: Scale,
    /// Lowest value shown.
    pub low: Option<f64>,
    /// Highest value shown.
    pub high: Option<f64>,
    /// Whether values fall from left to right.
    pub(super) reversed: bool,
}

impl Axis {
    /// An axis whose ends follow the data.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale, low: None, high: None, reversed: false }
    }

    /// A linear axis.
    pub fn linear(label: impl Into<String>) -> Self {
        Self::new(label, Scale::Linear)
    }

    /// A logarithmic axis.
    pub fn log(label: impl Into<String>) -> Self {
        Self::new(label, Scale::Log)
    }

    /// Fixes the lowest value.
    pub fn above(self, low: f64) -> Self {
        Self { low: Some(low), ..self }
    }

    /// Fixes the highest value.
    pub fn below(self, high: f64) -> Self {
        Self { high: Some(high), ..self }
    }

    /// Lets values fall from left to right.
    pub fn reversed(self) -> Self {
        Self { reversed: true, ..self }
    }

    /// The axis with both ends settled: open ones reach 5 % beyond the data.
    pub(crate) fn settled(&self, data: impl Iterator<Item = f64>) -> Settled {
        let scale = self.scale;
        let drawable = |v: &f64| v.abs() < EXTREME && (scale != Scale::Log || *v > 1.0 / EXTREME);
        let least = if scale == Scale::Log { 1.0 / EXTREME } else { -EXTREME };
        let [own_low, own_high] = [self.low, self.high].map(|end| end.map(|end| end.clamp(least, EXTREME)));
        let shown = data.filter(drawable).chain(own_low).chain(own_high);
        let (lo, hi) = extent(shown);
        let (lo, hi) = match scale {
            _ if lo > hi => (0.1, 1.0),
            Scale::Log if hi / lo < 1.5 => (lo / 1.5, hi * 1.5),
            _ if hi - lo <= (1e-12 * hi.abs()).max(1.0 / EXTREME) => {
                (lo - 0.1 * lo.abs().max(1e-12), hi + 0.1 * hi.abs().max(1e-12))
            }
            _ => (lo, hi),
        };
        let margin = 0.05 * (forward(scale, hi) - forward(scale, lo));
        let low = own_low.unwrap_or_else(|| backward(scale, forward(scale, lo) - margin));
        let high = own_high.unwrap_or_else(|| backward(scale, forward(scale, hi) + margin));
        let (from, to) = if self.reversed { (high, low) } else { (low, high) };
        Settled { scale, from, to }
    }
}

/// An axis with known ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Settled {
    scale: Scale,
    pub(super) from: f64,
    pub(super) to: f64,
}

/// Places and labels of ticks.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Ticks {
    /// Positions and labels of the long ticks; labels may be empty.
    pub(super) major: Vec<(f64, String)>,
    /// Positions of the short ticks.
    pub(super) minor: Vec<f64>,
    /// Labels are to be read times ten to this power.
    pub(super) power: i32,
}

impl Settled {
    /// Position along the axis, 0 at the first end and 1 at the second; NaN if it cannot be drawn.
    pub(super) fn place(&self, value: f64) -> f64 {
        if self.scale == Scale::Log && value <= 0.0 {
            return f64::NAN;
        }
        let (from, to) = (forward(self.scale, self.from), forward(self.scale, self.to));
        (forward(self.scale, value) - from) / (to - from)
    }

    /// Ticks for an axis with room for about `count` labels.
    pub(super) fn ticks(&self, count: usize) -> Ticks {
        let (lo, hi) = (self.from.min(self.to), self.from.max(self.to));
        let slack = 1e-9 * (hi - lo);
        let mut ticks = match self.scale {
            Scale::Linear => linear_ticks(lo, hi, count),
            Scale::Log => log_ticks(lo, hi, count),
            Scale::Symlog { linear } => symlog_ticks(lo, hi, linear, count),
        };
        let inside = |v: f64| match self.scale {
            Scale::Log => v >= lo * (1.0 - 1e-9) && v <= hi * (1.0 + 1e-9),
            _ => v >= lo - slack && v <= hi + slack,
        };
        ticks.major.retain(|(v, _)| inside(*v));
        ticks.minor.retain(|v| inside(*v));
        ticks
    }
}

fn forward(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Log => value.log10(),
        Scale::Symlog { linear } => (value / linear).asinh(),
    }
}

fn backward(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Log => 10.0_f64.powf(value),
        Scale::Symlog { linear } => value.sinh() * linear,
    }
}

fn linear_ticks(lo: f64, hi: f64, count: usize) -> Ticks {
    let rough = (hi - lo) / count.max(1) as f64;
    let whole = rough.log10().floor() as i32;
    // The finest step that is not finer than asked for, or the next finer one where there would be one label or none.
    let steps = [(0.5, 5), (1.0, 5), (2.0, 4), (5.0, 5), (10.0, 5)]
        .map(|(factor, parts)| (factor * 10.0_f64.powi(whole), parts));
    let labels = |step: f64| (hi / step * (1.0 + 1e-9)).floor() - (lo / step * (1.0 - 1e-9)).ceil() + 1.0;
    let wide = steps.iter().skip(1).position(|(step, _)| *step >= rough * (1.0 - 1e-9)).map_or(4, |at| at + 1);
    let (step, parts) = if labels(steps[wide].0) < 2.0 { steps[wide - 1] } else { steps[wide] };
    let largest = lo.abs().max(hi.abs());
    let power = if (1e-2..1e4).contains(&largest) { 0 } else { largest.log10().floor() as i32 };
    let decimals = (power - (step * (1.0 + 1e-9)).log10().floor() as i32).max(0) as usize;
    let label = |v: f64| number(v / 10.0_f64.powi(power), decimals);
    let range = |step: f64| ((lo / step).floor() as i64)..=((hi / step).ceil() as i64);
    let fine = step / f64::from(parts);
    Ticks {
        major: range(step).map(|k| k as f64 * step).map(|v| (v, label(v))).collect(),
        minor: range(fine).filter(|k| k % i64::from(parts) != 0).map(|k| k as f64 * fine).collect(),
        power,
    }
}

fn log_ticks(lo: f64, hi: f64, count: usize) -> Ticks {
    let (first, last) = (lo.log10().floor() as i32, hi.log10().ceil() as i32);
    let whole_decades = (hi.log10() + 1e-9).floor() - (lo.log10() - 1e-9).ceil() + 1.0;
    let stride = ((last - first) as usize).div_ceil(count.max(1)).max(1) as i32;
    let plain = first >= -2 && last <= 4;
    let decades =
        (first..=last).map(|n| (10.0_f64.powi(n), if n % stride == 0 { decade(n, plain) } else { String::new() }));
    let mut ticks = Ticks { major: decades.collect(), ..Ticks::default() };
    for n in first..=last {
        for digit in 2..=9 {
            let value = f64::from(digit) * 10.0_f64.powi(n);
            if whole_decades < 2.0 && (digit == 2 || digit == 5) {
                let decimals = (-n).max(0) as usize;
                let label = if plain { number(value, decimals) } else { format!("{digit}·{}", decade(n, false)) };
                ticks.major.push((value, label));
            } else if stride == 1 {
                ticks.minor.push(value);
            }
        }
    }
    ticks
}

fn symlog_ticks(lo: f64, hi: f64, linear: f64, count: usize) -> Ticks {
    let power = |value: f64| value.clamp(1e-300, 1e300).log10().ceil() as i32;
    let (first, last) = (power(2.0 * linear), power(lo.abs().max(hi.abs())));
    let sides = if lo < 0.0 && hi > 0.0 { 2 } else { 1 };
    let stride = (sides * (last - first + 1).max(1) as usize).div_ceil(count.max(1)) as i32;
    let plain = first >= -2 && last <= 4;
    let mut ticks = Ticks { major: vec![(0.0, "0".into())], ..Ticks::default() };
    for n in first..=last {
        let size = 10.0_f64.powi(n);
        let label = if (last - 1 - n) % stride == 0 { decade(n, plain) } else { String::new() };
        let negative = if label.is_empty() { String::new() } else { format!("−{label}") };
        ticks.major.extend([(size, label), (-size, negative)]);
        ticks.minor.extend((2..=9).map(f64::from).flat_map(|digit| [digit * size, -digit * size]));
    }
    ticks
}

fn decade(n: i32, plain: bool) -> String {
    match n {
        _ if plain => number(10.0_f64.powi(n), (-n).max(0) as usize),
        0 => "1".into(),
        _ => format!("10^{{{}}}", n.to_string().replace('-', "−")),
    }
}

/// A number with this many decimals and a proper minus sign; never `−0`.
fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.chars().any(|c| ('1'..='9').contains(&c)) { text.replace('-', "−") } else { text.replace('-', "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks.major.iter().map(|(_, label)| label.as_str()).collect()
    }

    fn settled(scale: Scale, from: f64, to: f64) -> Settled {
        Settled { scale, from, to }
    }

    #[test]
    fn values_stand_where_their_scale_puts_them_in_both_directions() {
        for (scale, middle) in
            [(Scale::Linear, 5.005), (Scale::Log, 0.1_f64.sqrt()), (Scale::Symlog { linear: 1e9 }, 5.005)]
        {
            for (from, to) in [(0.01, 10.0), (10.0, 0.01)] {
                let axis = settled(scale, from, to);
                assert_eq!((axis.place(from), axis.place(to)), (0.0, 1.0));
                assert!((axis.place(middle) - 0.5).abs() < 1e-9, "{scale:?}");
            }
        }
        assert!(settled(Scale::Log, 1.0, 10.0).place(-1.0).is_nan());
        assert!(settled(Scale::Symlog { linear: 1e-3 }, -1.0, 1.0).place(0.0) == 0.5);
    }

    #[test]
    fn linear_ticks_are_round_and_their_labels_distinct() {
        let ticks = settled(Scale::Linear, -0.03, 0.103).ticks(5);
        assert_eq!(labels(&ticks), ["0.00", "0.05", "0.10"]);
        assert!(ticks.minor.iter().any(|v| (v - 0.01).abs() < 1e-12));
        let small = settled(Scale::Linear, 0.0, 3.2e-6).ticks(5);
        assert_eq!((small.power, labels(&small)), (-6, vec!["0", "1", "2", "3"]));
        assert_eq!(labels(&settled(Scale::Linear, -0.6, 0.6).ticks(4)), ["−0.5", "0.0", "0.5"]);
    }

    #[test]
    fn a_short_axis_has_two_labels() {
        let inside = |lo: f64, hi: f64, count| {
            let ticks = linear_ticks(lo, hi, count);
            ticks.major.iter().filter(|(value, _)| (lo..=hi).contains(value)).count()
        };
        assert_eq!((inside(3.0, 6.7, 1), inside(0.0, 10.0, 5)), (2, 6));
    }

    #[test]
    fn a_logarithmic_axis_has_nine_ticks_a_decade() {
        let ticks = settled(Scale::Log, 1.0, 1000.0).ticks(6);
        assert_eq!(labels(&ticks), ["1", "10", "100", "1000"]);
        assert_eq!(ticks.minor.len(), 24);
        let deep = settled(Scale::Log, 1e-8, 1.0).ticks(4);
        assert!(labels(&deep).contains(&"10^{−8}") && deep.major.len() == 9);
        let short = settled(Scale::Log, 15.0, 60.0).ticks(4);
        assert_eq!(labels(&short), ["20", "50"]);
    }

    #[test]
    fn a_symmetric_axis_names_both_signs_and_zero() {
        let ticks = settled(Scale::Symlog { linear: 1e-5 }, -2.0, 20.0).ticks(9);
        for label in ["0", "−10^{−1}", "10^{−1}", "10^{1}"] {
            assert!(labels(&ticks).contains(&label), "{label} {:?}", labels(&ticks));
        }
    }

    #[test]
    fn open_ends_reach_beyond_the_data_and_fixed_ones_stay() {
        let data = [2.0, 4.0, f64::NAN];
        let open = Axis::linear("").settled(data.into_iter());
        assert!(open.from < 2.0 && open.to > 4.0);
        let fixed = Axis::linear("").above(0.0).settled(data.into_iter());
        assert!(fixed.from == 0.0 && fixed.to > 4.0);
        let empty = Axis::log("").settled([0.0, -1.0].into_iter());
        assert!(empty.from > 0.0 && empty.to > empty.from);
        let constant = Axis::linear("").settled([3.0, 3.0].into_iter());
        assert!(constant.from < 3.0 && constant.to > 3.0);
        let log = Axis::log("").settled([1e-3, 1.0, -5.0].into_iter());
        assert!(log.from > 5e-4 && log.from < 1e-3);
        let back = Axis::linear("").reversed().settled(data.into_iter());
        assert_eq!((back.from, back.to), (open.to, open.from));
    }
}
