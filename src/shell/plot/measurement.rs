//! A measured motion over the computed one, with error bars, and the residuals below.

use super::axis::{Axis, time_unit};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, SeriesStyle};
use crate::analysis::bands::{Band, Interval, Source};
use crate::analysis::computed::Computed;
use crate::analysis::measurement::ApexPair;
use crate::numerics::extent;
use crate::numerics::hermite::Moment;
use wetbounce_records::record::Record;

/// A quantity of the motion, in the unit of its axis.
struct Shown {
    name: String,
    computed: Vec<Point>,
    measured: Vec<Point>,
    residuals: Vec<Point>,
    sigma: Vec<f64>,
    /// Bands of the computed values: of what, time, lowest, highest.
    bands: Vec<(Source, f64, [f64; 2])>,
}

/// Gap in diameters and, where it was measured, velocity over time, each above computed less measured, all over one axis of time;
/// `shifts` are the times of the run less those of each drop \[s\]. The time is that after the first contact, where there is one. At `apexes`
/// stand their bands, one beside the other.
pub fn figure(name: &str, drops: &[Record], computed: &Computed, shifts: &[f64], apexes: &[ApexPair]) -> Figure {
    let start = computed.bounces.first().map_or(0.0, |bounce| bounce.contact_time_s);
    let times = drops.iter().zip(shifts).flat_map(|(drop, shift)| drop.time.iter().map(move |time| time + shift));
    let span = extent(times);
    let run = computed.motion.first().zip(computed.motion.last()).map_or(span, |(first, last)| (first.time, last.time));
    let both = (span.0.max(run.0), span.1.min(run.1));
    let span = if both.0 <= both.1 { both } else { run };
    let margin = 0.05 * (span.1 - span.0).max(1e-3 * (run.1 - run.0)).max(1e-9);
    let span = (span.0 - margin, span.1 + margin);
    let scale = time_unit(span.1 - span.0);
    let shown_time = |time: f64| scale.0 * (time - start);
    let shown = |label: &str,
                 values: fn(&Record) -> &[f64],
                 unit: f64,
                 read: fn(&Moment) -> f64,
                 sigma: fn(&Record, f64) -> f64| {
        let motion = computed.motion.iter().filter(|moment| (span.0..=span.1).contains(&moment.time));
        let mut found = Shown {
            name: label.to_owned(),
            computed: motion.map(|moment| (shown_time(moment.time), read(moment) / unit)).collect(),
            measured: Vec::new(),
            residuals: Vec::new(),
            sigma: Vec::new(),
            bands: Vec::new(),
        };
        for (drop, shift) in drops.iter().zip(shifts) {
            for (time, value) in drop.time.iter().map(|time| time + shift).zip(values(drop)) {
                let Some(at) = computed.at(time).filter(|_| value.is_finite()) else { continue };
                found.measured.push((shown_time(time), value / unit));
                found.residuals.push((shown_time(time), (read(&at) - value) / unit));
                found.sigma.push(sigma(drop, at.velocity) / unit);
            }
        }
        found
    };
    let mut quantities = Vec::new();
    if drops.iter().any(|drop| !drop.gap.is_empty()) {
        let sigma = |drop: &Record, velocity: f64| drop.uncertainty.of_gap_at(velocity);
        let mut gaps = shown("~{h}/~{D}", |drop| &drop.gap, computed.lengths.diameter, |at| at.gap, sigma);
        let bands = apexes.iter().flat_map(|apex| apex.bands.iter().enumerate().map(move |band| (apex, band)));
        for (apex, (number, Band { of, ends: Interval { low, high } })) in bands {
            // Each a little later than the one before it, to be seen.
            let time = apex.computed_s + 0.008 * (span.1 - span.0) * number as f64;
            gaps.bands.push((*of, scale.0 * time, [low, high].map(|gap| gap / computed.lengths.diameter)));
        }
        quantities.push(gaps);
    }
    if drops.iter().any(|drop| !drop.velocity.is_empty()) {
        quantities.push(shown(
            "~{V} (m/s)",
            |drop| &drop.velocity,
            1.0,
            |at| at.velocity,
            |drop, _| drop.uncertainty.velocity,
        ));
    }
    let clock = if computed.bounces.is_empty() { "release" } else { "contact" };
    let label = format!("Time after {clock} ~{{t}} ({})", scale.1);
    let time = Axis::linear(label).above(shown_time(span.0)).below(shown_time(span.1));
    let rows: Vec<Vec<Panel>> =
        quantities.iter().flat_map(|quantity| panels(quantity, name, &time)).map(|panel| vec![panel]).collect();
    Figure::new(COLUMN, 45.0 * rows.len() as f64 + 10.0, rows)
}

fn panels(quantity: &Shown, name: &str, time: &Axis) -> [Panel; 2] {
    let axis = |label: String| Panel::new(time.clone(), Axis::linear(label));
    let (mut over, mut below) = (axis(quantity.name.clone()), axis(format!("Computed − measured {}", quantity.name)));
    let hollow = SeriesStyle { filled: false, ..SeriesStyle::measured() };
    over.add_named(Mark::Line(quantity.computed.clone(), SeriesStyle::of(0)), "computed");
    for (panel, points) in [(&mut over, &quantity.measured), (&mut below, &quantity.residuals)] {
        panel.add_errors(points, &quantity.sigma, SeriesStyle::measured());
    }
    over.add_named(Mark::Points(quantity.measured.clone(), hollow), name);
    for (number, (of, time, [low, high])) in quantity.bands.iter().enumerate() {
        let line = vec![(*time, *low), (*time, *high)];
        let band = Mark::Line(line, SeriesStyle::of(1 + *of as usize).dashed(Dash::Solid));
        let is_first = quantity.bands[..number].iter().all(|before| before.0 != *of);
        over.add_as(band, is_first.then_some(of.words()[1]));
    }
    below.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    below.add(Mark::Points(quantity.residuals.clone(), hollow));
    [over.without_x_names(), below]
}
