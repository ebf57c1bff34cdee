//! A measured motion over the computed one, with error bars, and the residuals below.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, SeriesStyle};
use crate::analysis::measurement::{Computed, Record};

/// A quantity of the motion, in the unit of its axis.
struct Shown {
    name: String,
    computed: Vec<Point>,
    measured: Vec<Point>,
    residuals: Vec<Point>,
    sigma: Vec<f64>,
}

/// Gap in diameters and, where it was measured, velocity over time, each above computed less measured; `shift` is the time of the
/// run less that of the record \[s\]. The time is that after the first contact, where there is one.
pub fn figure(record: &Record, computed: &Computed, shift: f64) -> Figure {
    let start = computed.bounces.first().map_or(0.0, |bounce| bounce.contact_time_s);
    let span =
        (record.time.first().copied().unwrap_or(0.0) + shift, record.time.last().copied().unwrap_or(0.0) + shift);
    let margin = 0.05 * (span.1 - span.0);
    let within = |time: f64| (span.0 - margin..=span.1 + margin).contains(&time);
    let scale = if span.1 - span.0 < 1.0 { (1e3, "ms") } else { (1.0, "s") };
    let shown_time = |time: f64| scale.0 * (time - start);
    let shown = |name: &str,
                 values: &[f64],
                 unit: f64,
                 read: fn(&crate::numerics::hermite::Moment) -> f64,
                 sigma: f64| {
        let motion = computed.motion.iter().filter(|moment| within(moment.time));
        let sigma_t = record.uncertainty.time;
        let points = record.time.iter().map(|time| time + shift).zip(values);
        let found = points.clone().filter_map(|(time, value)| Some((time, *value, computed.at(time)?)));
        let error = |velocity: f64| if unit == 1.0 { sigma } else { sigma.hypot(velocity * sigma_t) / unit };
        Shown {
            name: name.to_owned(),
            computed: motion.map(|moment| (shown_time(moment.time), read(moment) / unit)).collect(),
            measured: found.clone().map(|(time, value, _)| (shown_time(time), value / unit)).collect(),
            residuals: found.clone().map(|(time, value, at)| (shown_time(time), (read(&at) - value) / unit)).collect(),
            sigma: found.map(|(_, _, at)| error(at.velocity)).collect(),
        }
    };
    let mut quantities = Vec::new();
    if !record.gap.is_empty() {
        quantities.push(shown("~{h}/~{D}", &record.gap, computed.diameter, |at| at.gap, record.uncertainty.gap));
    }
    if !record.velocity.is_empty() {
        quantities.push(shown("~{V} (m/s)", &record.velocity, 1.0, |at| at.velocity, record.uncertainty.velocity));
    }
    let clock = if computed.bounces.is_empty() { "release" } else { "contact" };
    let label = format!("Time after {clock} ~{{t}} ({})", scale.1);
    let rows: Vec<Vec<Panel>> =
        quantities.iter().flat_map(|quantity| panels(quantity, &label)).map(|panel| vec![panel]).collect();
    Figure::new(COLUMN, 45.0 * rows.len() as f64 + 10.0, rows)
}

fn panels(quantity: &Shown, time: &str) -> [Panel; 2] {
    let axis = |label: String| Panel::new(Axis::linear(time), Axis::linear(label));
    let (mut over, mut below) = (axis(quantity.name.clone()), axis(format!("Computed − measured {}", quantity.name)));
    let hollow = SeriesStyle { filled: false, ..SeriesStyle::measured() };
    over.add_named(Mark::Line(quantity.computed.clone(), SeriesStyle::of(0)), "computed");
    for (panel, points) in [(&mut over, &quantity.measured), (&mut below, &quantity.residuals)] {
        for ((time, value), sigma) in points.iter().zip(&quantity.sigma).filter(|(_, sigma)| **sigma > 0.0) {
            panel.add(Mark::Line(vec![(*time, value - sigma), (*time, value + sigma)], SeriesStyle::measured()));
        }
    }
    over.add_named(Mark::Points(quantity.measured.clone(), hollow), "measured");
    below.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    below.add(Mark::Points(quantity.residuals.clone(), hollow));
    [over.without_x_names(), below]
}
