//! Gap and speed of the sphere over time.

use super::axis::{Axis, time_unit};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, SeriesStyle, Shape};
use crate::model::Bounce;
use crate::numerics::extent;
use crate::output::trajectory::Trajectory;
use wetbounce_records::record::Record;

/// A computed motion.
#[derive(Debug, Clone, Copy)]
pub struct PlottedRun<'a> {
    /// Name in the legend.
    pub name: &'a str,
    /// The motion.
    pub trajectory: &'a Trajectory,
    /// Diameter of the sphere \[m\].
    pub diameter: f64,
    /// Collisions; contacts and apexes are marked.
    pub bounces: &'a [Bounce],
}

/// Where the clock of the figure starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Clock {
    /// At the start of the run.
    #[default]
    Release,
    /// At the first contact of each run, as experiments count; runs without contact keep their own clock.
    #[value(name = "contact")]
    FirstContact,
}

/// Contacts slower than this fraction of the hardest are not marked.
const SLOWEST_MARKED: f64 = 0.02;

/// Gap in diameters and speed over time, one above the other. References, whose names are their drops, use the first run's
/// diameter; velocities without times are drawn as levels.
pub fn figure(runs: &[PlottedRun], references: &[Record], clock: Clock) -> Figure {
    let last = runs.iter().filter_map(|run| run.trajectory.time.last()).fold(0.0, |a: f64, b| a.max(*b));
    let (scale, unit) = time_unit(last);
    let time = format!("Time ~{{t}} ({unit})");
    let mut gap = Panel::new(Axis::linear(time.clone()), Axis::linear("Gap ~{h}/~{D}")).without_x_names();
    let mut speed = Panel::new(Axis::linear(time), Axis::linear("Velocity ~{V} (m/s)")).with_zero();
    for (number, run) in runs.iter().enumerate() {
        let style = SeriesStyle::of(number);
        let start = run.start(clock);
        let shown = |t: f64| scale * (t - start);
        let times = run.trajectory.time.iter().map(|t| shown(*t));
        let gaps = times.clone().zip(run.trajectory.gap.iter().map(|h| h / run.diameter)).collect();
        let speeds = times.zip(run.trajectory.velocity.iter().copied()).collect();
        gap.add_named(Mark::Line(gaps, style), run.name);
        speed.add(Mark::Line(speeds, style));
        let (contacts, apexes) = run.marks(shown);
        let (filled, hollow) =
            (SeriesStyle { shape: Shape::Triangle, ..style }, SeriesStyle { filled: false, ..style });
        if runs.len() > 1 {
            gap.add(Mark::Points(contacts, filled));
            continue;
        }
        for (contact, _) in &contacts {
            gap.add(Mark::Vertical(*contact, SeriesStyle::helping().dashed(Dash::Dotted)));
            speed.add(Mark::Vertical(*contact, SeriesStyle::helping().dashed(Dash::Dotted)));
        }
        add_if_any(&mut gap, contacts, filled, "contact");
        add_if_any(&mut gap, apexes, hollow, "apex");
    }
    let diameter = runs.first().map_or(1.0, |run| run.diameter);
    let measured = |number: usize| SeriesStyle { shape: SeriesStyle::of(number).shape, ..SeriesStyle::measured() };
    for (number, data) in references.iter().filter(|data| !data.gap.is_empty()).enumerate() {
        let points = data.time.iter().map(|t| scale * t).zip(data.gap.iter().map(|h| h / diameter)).collect();
        gap.add_named(Mark::Points(points, measured(number)), &data.drop);
    }
    for (number, data) in references.iter().filter(|data| !data.velocity.is_empty()).enumerate() {
        let style = measured(number);
        let points: Vec<Point> = data.time.iter().map(|t| scale * t).zip(data.velocity.iter().copied()).collect();
        if !points.is_empty() {
            speed.add_named(Mark::Points(points, style), &data.drop);
            continue;
        }
        for (count, level) in data.velocity.iter().enumerate() {
            let level = Mark::Horizontal(*level, style.dashed(Dash::Dotted));
            speed.add_as(level, (count == 0).then_some(&data.drop));
        }
    }
    let shared = gap.data().map(|(t, _)| t).chain(speed.data().map(|(t, _)| t)).filter(|t| t.is_finite());
    let (first, last) = extent(shared);
    for panel in [&mut gap, &mut speed] {
        if first < last {
            (panel.x.low, panel.x.high) = (Some(first), Some(last));
        }
    }
    Figure::new(COLUMN, 105.0, vec![vec![gap], vec![speed]])
}

fn add_if_any(panel: &mut Panel, points: Vec<Point>, style: SeriesStyle, name: &str) {
    if !points.is_empty() {
        panel.add_named(Mark::Points(points, style), name);
    }
}

impl PlottedRun<'_> {
    fn start(&self, clock: Clock) -> f64 {
        match (clock, self.bounces.first()) {
            (Clock::FirstContact, Some(bounce)) => bounce.contact_time_s,
            _ => 0.0,
        }
    }

    /// Contacts and apexes as points of the gap panel; contacts of a sphere coming to rest are left out.
    fn marks(&self, shown: impl Fn(f64) -> f64) -> (Vec<Point>, Vec<Point>) {
        let hardest = self.bounces.iter().map(|bounce| bounce.impact_speed_m_s).fold(0.0, f64::max);
        let visible = || self.bounces.iter().filter(|bounce| bounce.impact_speed_m_s >= SLOWEST_MARKED * hardest);
        let contacts = visible().map(|bounce| (shown(bounce.contact_time_s), 0.0)).collect();
        let apexes =
            visible().filter_map(|bounce| Some((shown(bounce.apex_time_s?), bounce.apex_gap_m? / self.diameter)));
        (contacts, apexes.collect())
    }
}
