//! A measured motion over the computed one, with error bars, and the residuals below.

use super::axis::{Axis, time_unit};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, SeriesStyle};
use wetbounce_physics::numerics::hermite::Moment;

/// A measured value beside the computed one, in SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ComparedValue {
    /// Time on the clock of the run \[s\].
    pub time: f64,
    /// The measured value.
    pub measured: f64,
    /// The computed value at that time.
    pub computed: f64,
    /// Standard uncertainty of the measured one; 0 where it is not known.
    pub sigma: f64,
}

/// A band of computed values at an apex, in SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApexBand<'a> {
    /// What it is a band of: its name in the legend.
    pub name: &'a str,
    /// The style of bands of this kind, by number.
    pub kind: usize,
    /// Time of the apex after the first contact \[s\].
    pub time: f64,
    /// Its place among the bands of this apex.
    pub place: usize,
    /// Lowest and highest value.
    pub ends: [f64; 2],
}

/// A quantity of the motion that was measured.
#[derive(Debug, Clone)]
pub struct ComparedQuantity<'a> {
    /// The label of its axis, with its unit.
    pub label: &'a str,
    /// That unit, in SI.
    pub unit: f64,
    /// The quantity of a computed moment.
    pub of: fn(&Moment) -> f64,
    /// Its measured values.
    pub values: Vec<ComparedValue>,
    /// Its bands.
    pub bands: Vec<ApexBand<'a>>,
}

/// A computed motion and when it was measured.
#[derive(Debug, Clone, Copy)]
pub struct ComparedMotion<'a> {
    /// The computed motion.
    pub motion: &'a [Moment],
    /// Its first contact \[s\], if it has one: the figure's clock starts there.
    pub contact: Option<f64>,
    /// First and last time of the record on the clock of the run \[s\].
    pub measured: (f64, f64),
}

/// A quantity as it is drawn, in the unit of its axis.
struct QuantityPlot<'a> {
    label: &'a str,
    computed: Vec<Point>,
    measured: Vec<Point>,
    residuals: Vec<Point>,
    sigma: Vec<f64>,
    /// Bands with their times on the axis and their ends.
    bands: Vec<(&'a ApexBand<'a>, f64, [f64; 2])>,
}

/// Every quantity above computed less measured, all over one axis of time, with `name` for the record.
pub fn figure(name: &str, compared: &ComparedMotion, quantities: &[ComparedQuantity]) -> Figure {
    let ComparedMotion { motion, contact, measured } = *compared;
    let start = contact.unwrap_or(0.0);
    let run = motion.first().zip(motion.last()).map_or(measured, |(first, last)| (first.time, last.time));
    let both = (measured.0.max(run.0), measured.1.min(run.1));
    let span = if both.0 <= both.1 { both } else { run };
    let margin = 0.05 * (span.1 - span.0).max(1e-3 * (run.1 - run.0)).max(1e-9);
    let span = (span.0 - margin, span.1 + margin);
    let scale = time_unit(span.1 - span.0);
    let shown_time = |time: f64| scale.0 * (time - start);
    let drawn = quantities.iter().map(|quantity| {
        let ComparedQuantity { label, unit, of, values, bands } = quantity;
        let within = motion.iter().filter(|moment| (span.0..=span.1).contains(&moment.time));
        let all = |of: fn(&ComparedValue) -> f64| -> Vec<Point> {
            values.iter().map(|value| (shown_time(value.time), of(value) / unit)).collect()
        };
        // Each band a little later than the one before it, to be seen.
        let later = |band: &ApexBand| scale.0 * (band.time + 0.008 * (span.1 - span.0) * band.place as f64);
        QuantityPlot {
            label,
            computed: within.map(|moment| (shown_time(moment.time), of(moment) / unit)).collect(),
            measured: all(|value| value.measured),
            residuals: all(|value| value.computed - value.measured),
            sigma: values.iter().map(|value| value.sigma / unit).collect(),
            bands: bands.iter().map(|band| (band, later(band), band.ends.map(|end| end / unit))).collect(),
        }
    });
    let clock = if contact.is_some() { "the first contact" } else { "release" };
    let label = format!("Time after {clock} ~{{t}} ({})", scale.1);
    let time = Axis::linear(label).above(shown_time(span.0)).below(shown_time(span.1));
    let rows: Vec<Vec<Panel>> = drawn.flat_map(|shown| panels(&shown, name, &time)).map(|panel| vec![panel]).collect();
    Figure::new(COLUMN, 45.0 * rows.len() as f64 + 10.0, rows)
}

fn panels(shown: &QuantityPlot, name: &str, time: &Axis) -> [Panel; 2] {
    let axis = |label: String| Panel::new(time.clone(), Axis::linear(label));
    let (mut over, mut below) = (axis(shown.label.to_owned()), axis(format!("Computed − measured {}", shown.label)));
    let hollow = SeriesStyle { filled: false, ..SeriesStyle::measured() };
    over.add_named(Mark::Line(shown.computed.clone(), SeriesStyle::of(0)), "computed");
    for (panel, points) in [(&mut over, &shown.measured), (&mut below, &shown.residuals)] {
        panel.add_errors(points, &shown.sigma, SeriesStyle::measured());
    }
    over.add_named(Mark::Points(shown.measured.clone(), hollow), name);
    for (number, (band, time, [low, high])) in shown.bands.iter().enumerate() {
        let line = Mark::Line(vec![(*time, *low), (*time, *high)], SeriesStyle::of(1 + band.kind).dashed(Dash::Solid));
        let is_first = shown.bands[..number].iter().all(|before| before.0.kind != band.kind);
        over.add_as(line, is_first.then_some(band.name));
    }
    below.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    below.add(Mark::Points(shown.residuals.clone(), hollow));
    [over.without_x_names(), below]
}
