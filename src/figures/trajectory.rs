//! Gap and speed of the sphere over time.

use super::axis::{Axis, time_unit};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, SeriesStyle, Shape};
use wetbounce_physics::model::Bounce;
use wetbounce_physics::numerics::extent;

/// A computed motion: columns of one length.
#[derive(Debug, Clone, Copy)]
pub struct PlottedRun<'a> {
    /// Name in the legend.
    pub name: &'a str,
    /// Times, increasing \[s\].
    pub time: &'a [f64],
    /// Gaps \[m\].
    pub gap: &'a [f64],
    /// Velocities of the sphere [m/s], positive away from what it falls on.
    pub velocity: &'a [f64],
    /// Velocities of a second sphere in the same sense [m/s], if there is one.
    pub second: Option<&'a [f64]>,
    /// Diameter of the sphere \[m\].
    pub diameter: f64,
    /// Collisions; contacts and apexes are marked.
    pub bounces: &'a [Bounce],
}

/// A measured motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference<'a> {
    /// Name in the legend.
    pub name: &'a str,
    /// Times on the clock of the figure \[s\]; empty where velocities were measured without.
    pub time: &'a [f64],
    /// Gaps \[m\]; may be empty.
    pub gap: &'a [f64],
    /// Velocities, positive away from the wall [m/s]; may be empty.
    pub velocity: &'a [f64],
}

/// Where the clock of the figure starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// At the start of the run.
    #[default]
    Release,
    /// At the first contact of each run, as experiments count; runs without contact keep their own clock.
    FirstContact,
}

/// Contacts slower than this fraction of the hardest are not marked.
const SLOWEST_MARKED: f64 = 0.02;

/// Bounces that take less than this share of the time and of the largest gap are shown again by themselves.
const SMALL: f64 = 0.25;

/// Room for marks at both ends of the axis of time, over what is shown.
const MARGIN: f64 = 0.03;

/// Gap in diameters and speed over time, one above the other; below them the bounces of one run that a long fall makes
/// small. References use the first run's diameter; velocities without times are drawn as levels. With the acceleration
/// of gravity `g` [m/s²] times are over √(D/g) and velocities over √(Dg), `D` that of the first run.
pub fn figure(runs: &[PlottedRun], references: &[Reference], clock: Clock, gravity: Option<f64>) -> Figure {
    let diameter = runs.first().map_or(1.0, |run| run.diameter);
    let ends = runs.iter().filter_map(|run| Some(run.time.last()? - run.start(clock).unwrap_or(0.0)));
    let last = ends.fold(0.0, f64::max);
    let (scale, unit) = match gravity {
        Some(gravity) => ((gravity / diameter).sqrt(), "√(~{D}/~{g})"),
        None => time_unit(last),
    };
    let (fast, speed_unit) =
        gravity.map_or((1.0, "m/s"), |gravity| ((gravity * diameter).sqrt().recip(), "√(~{D}~{g})"));
    let after = if runs.iter().any(|run| run.start(clock).is_some()) { " after the first contact" } else { "" };
    let time = format!("Time{after} ~{{t}} ({unit})");
    let bounces =
        runs.first().filter(|_| runs.len() == 1).and_then(|run| run.bounces_by_themselves(scale, clock, &time));
    let mut gap = Panel::new(Axis::linear(time.clone()), Axis::linear("Gap ~{h}/~{D}")).without_x_names();
    let whose = if runs.len() > 1 && runs.iter().any(|run| run.second.is_some()) { " of the first sphere" } else { "" };
    let velocity = Axis::linear(format!("Velocity{whose} ~{{V}} ({speed_unit})"));
    let mut speed = Panel::new(Axis::linear(time), velocity).with_zero();
    for (number, run) in runs.iter().enumerate() {
        let style = SeriesStyle::of(number);
        let start = run.start(clock).unwrap_or(0.0);
        let shown = |t: f64| scale * (t - start);
        let times = run.time.iter().map(|t| shown(*t));
        let gaps = times.clone().zip(run.gap.iter().map(|h| h / run.diameter)).collect();
        let speeds = times.zip(run.velocity.iter().map(|velocity| fast * velocity)).collect();
        gap.add_named(Mark::Line(gaps, style), run.name);
        let times = run.time.iter().map(|t| shown(*t));
        let second = run.second.filter(|_| runs.len() == 1);
        speed.add_as(Mark::Line(speeds, style), second.map(|_| "first sphere"));
        if let Some(second) = second {
            let speeds = times.zip(second.iter().map(|velocity| fast * velocity)).collect();
            speed.add_named(Mark::Line(speeds, SeriesStyle::of(runs.len())), "second sphere");
        }
        let (contacts, apexes) = run.marks(shown);
        let triangle = SeriesStyle { shape: Shape::Triangle, ..style };
        if runs.len() > 1 {
            gap.add(Mark::Points(contacts, triangle));
            continue;
        }
        for (contact, _) in &contacts {
            gap.add(Mark::Vertical(*contact, SeriesStyle::helping().dashed(Dash::Dotted)));
            speed.add(Mark::Vertical(*contact, SeriesStyle::helping().dashed(Dash::Dotted)));
        }
        add_if_any(&mut gap, contacts, triangle, "contact");
        add_if_any(&mut gap, apexes, style, "apex");
    }
    let measured = |number: usize| SeriesStyle { shape: SeriesStyle::of(number).shape, ..SeriesStyle::measured() };
    for (number, data) in references.iter().filter(|data| !data.gap.is_empty()).enumerate() {
        let points = data.time.iter().map(|t| scale * t).zip(data.gap.iter().map(|h| h / diameter)).collect();
        gap.add_named(Mark::Points(points, measured(number)), data.name);
    }
    for (number, data) in references.iter().filter(|data| !data.velocity.is_empty()).enumerate() {
        let style = measured(number);
        let points: Vec<Point> =
            data.time.iter().map(|t| scale * t).zip(data.velocity.iter().map(|velocity| fast * velocity)).collect();
        if !points.is_empty() {
            speed.add_named(Mark::Points(points, style), data.name);
            continue;
        }
        for (count, level) in data.velocity.iter().enumerate() {
            let level = Mark::Horizontal(fast * level, style.dashed(Dash::Dotted));
            speed.add_as(level, (count == 0).then_some(data.name));
        }
    }
    let shared = gap.data().map(|(t, _)| t).chain(speed.data().map(|(t, _)| t)).filter(|t| t.is_finite());
    let (first, last) = extent(shared);
    // On the clock of the contact the approach is shown for no longer than what follows it, or as far back as there are
    // measured points.
    let measured = references.iter().flat_map(|data| data.time).map(|time| scale * time);
    let first = if after.is_empty() { first } else { first.max(extent(measured.chain([-last.abs()])).0) };
    for panel in [&mut gap, &mut speed] {
        if first < last {
            let margin = MARGIN * (last - first);
            panel.begin(first - margin);
            (panel.x.low, panel.x.high) = (Some(first - margin), Some(last + margin));
        }
    }
    let rows: Vec<Vec<Panel>> = [gap, speed].into_iter().chain(bounces).map(|panel| vec![panel]).collect();
    Figure::new(COLUMN, if rows.len() > 2 { 155.0 } else { 105.0 }, rows)
}

fn add_if_any(panel: &mut Panel, points: Vec<Point>, style: SeriesStyle, name: &str) {
    if !points.is_empty() {
        panel.add_named(Mark::Points(points, style), name);
    }
}

impl PlottedRun<'_> {
    /// Where the clock starts, if it does so at a contact \[s\].
    fn start(&self, clock: Clock) -> Option<f64> {
        self.bounces.first().filter(|_| clock == Clock::FirstContact).map(|first| first.contact_time_s)
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

    /// The gap around its bounces, where they are small beside the fall before them.
    fn bounces_by_themselves(&self, scale: f64, clock: Clock, time: &str) -> Option<Panel> {
        let start = self.start(clock).unwrap_or(0.0);
        let shown = |t: f64| scale * (t - start);
        let (contacts, apexes) = self.marks(shown);
        let (first, apex) = (contacts.first()?.0, apexes.last()?.0);
        let (begin, end) = (shown(*self.time.first()?), shown(*self.time.last()?));
        let last = (2.0 * apex - contacts.last()?.0).min(end);
        let high = extent(self.gap.iter().map(|gap| gap / self.diameter)).1;
        let highest = extent(apexes.iter().map(|apex| apex.1)).1;
        if last - first > SMALL * (end - begin) || highest > SMALL * high {
            return None;
        }
        let from = first - SMALL * (last - first);
        let rows = self.time.iter().map(|t| shown(*t)).zip(self.gap.iter().map(|gap| gap / self.diameter));
        let rows = rows.filter(|(t, gap)| (from..=last).contains(t) && *gap <= 1.2 * highest).collect();
        let x = Axis::linear(time).above(from).below(last + MARGIN * (last - from));
        let mut panel = Panel::new(x, Axis::linear("Gap ~{h}/~{D}")).titled("the bounces");
        panel.add(Mark::Line(rows, SeriesStyle::of(0)));
        panel.add(Mark::Points(contacts, SeriesStyle { shape: Shape::Triangle, ..SeriesStyle::of(0) }));
        panel.add(Mark::Points(apexes, SeriesStyle::of(0)));
        Some(panel)
    }

    /// The speed at which the gap opens in a row [m/s].
    pub(crate) fn opening(&self, row: usize) -> f64 {
        self.velocity[row] - self.second.map_or(0.0, |second| second[row])
    }
}
