//! Wet restitution over the Stokes number, with correlations and experiments.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, GREY, PAGE, PALETTE, SeriesStyle};
use wetbounce_physics::film::correlations::{davis, legendre};
use wetbounce_physics::numerics::{extent, linear_in_log};

/// Points of one origin: runs of a sweep, or an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Stokes number and restitution over dry restitution.
    pub points: Vec<Point>,
    /// Standard uncertainties of the points' restitutions over the dry one; may be empty, zero where none is known.
    pub errors: Vec<f64>,
    /// Low and high end of the band over inputs that are not stated, over the Stokes number, shaded; may be empty.
    pub band: Vec<(f64, [f64; 2])>,
    /// Whether the points were measured: these are drawn hollow and black.
    pub measured: bool,
}

/// The Stokes number on the x axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stokes {
    /// `St = ρp U D/(9μ)`.
    #[default]
    Plain,
    /// `St* = (ρp + ½ρl) U D/(9μ)`, with the added mass.
    Modified,
}

/// The correlations that belong to one computed curve.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Beside {
    /// `St*/St = 1 + ρl/(2 ρp)` over the Stokes number of the axis, by increasing Stokes number: in between it is taken
    /// as linear in the logarithm, outside as at the ends.
    pub added_mass: Vec<Point>,
    /// The line of a rigid film down to a cut-off, whose length differs from liquid to liquid, by points; may be empty.
    pub rigid: Vec<Point>,
}

/// A Stokes number that parts ranges: one value, or a range where the axis is another Stokes number than the one it is
/// stated in.
#[derive(Debug, Clone, PartialEq)]
pub struct Threshold {
    /// Lowest and highest Stokes number of the axis.
    pub range: (f64, f64),
    /// The ranges that it separates, for the legend.
    pub name: String,
}

/// The curves beside the points.
#[derive(Debug, Clone, PartialEq)]
pub struct RestitutionOptions {
    /// The Stokes number that the points use.
    pub stokes: Stokes,
    /// The label of its axis.
    pub label: String,
    /// The correlations of each computed curve, in the order of the curves. Where all have one density ratio, one line
    /// stands for all; else each curve has its own, in its own colour.
    pub beside: Vec<Beside>,
    /// Critical Stokes number of Davis's line; `None` leaves it out.
    pub critical: Option<f64>,
    /// Half-width of the band around Legendre's curve that stands for the scatter of experiments, where there is one
    /// curve. About 0.05 above St = 80 (Joseph et al. 2001), larger below; `None` leaves it out.
    pub scatter: Option<f64>,
    /// Stokes numbers that part ranges.
    pub thresholds: Vec<Threshold>,
}

impl Default for RestitutionOptions {
    /// Over the plain Stokes number, for a density ratio of 8.
    fn default() -> Self {
        Self {
            stokes: Stokes::Plain,
            label: "Stokes number".into(),
            beside: vec![Beside { added_mass: vec![(1.0, 1.0 + 0.5 / 8.0)], rigid: Vec::new() }],
            critical: Some(10.0),
            scatter: Some(0.05),
            thresholds: Vec::new(),
        }
    }
}

/// Apparent restitution of steel on glass in silicone oil over the dry value 0.97, read off by different authors
/// (Gondret, Lance & Petit 2002): Stokes number, lowest and highest value.
pub const GONDRET: [(f64, f64, f64); 2] = [(27.0, 0.43 / 0.97, 0.48 / 0.97), (152.0, 0.81 / 0.97, 0.85 / 0.97)];
/// Density ratio of the two, 8.08 and 8.34, with which their Stokes numbers take the added mass.
const GONDRET_DENSITY_RATIO: f64 = 8.2;
/// Below this Stokes number no rebound was seen, above the second the dry one (Joseph et al. 2001).
pub const THRESHOLDS: [(f64, &str); 2] = [(CRITICAL, "no rebound below"), (500.0, "dry value above")];
/// Below this Stokes number no rebound was seen.
pub const CRITICAL: f64 = 10.0;

/// Opacity of a band.
const BAND: f64 = 0.2;
/// Height of the figure, mm.
const HEIGHT: f64 = 93.0;
/// Entries of the legend from which on the figure is as wide as the page.
const MANY: usize = 9;
/// The Stokes number above which the scatter of experiments is known.
const SCATTER_FROM: f64 = 80.0;
/// Relative difference of `St*/St` up to which curves share their correlations.
const SAME: f64 = 1e-3;
/// Points of a correlation's line.
const FINE: i32 = 200;

impl Beside {
    /// `St*/St` at a Stokes number of the axis.
    fn factor(&self, x: f64) -> f64 {
        let (Some(first), Some(last)) = (self.added_mass.first(), self.added_mass.last()) else { return f64::NAN };
        linear_in_log(&self.added_mass, x).unwrap_or(if x < first.0 { first.1 } else { last.1 })
    }

    /// Lowest and highest Stokes number of the curve, a little widened.
    fn span(&self) -> (f64, f64) {
        let ends = self.added_mass.first().zip(self.added_mass.last());
        ends.map_or((f64::NAN, f64::NAN), |(first, last)| (0.9 * first.0, 1.1 * last.0))
    }
}

impl RestitutionOptions {
    /// Whether one line of each correlation stands for all curves.
    fn is_shared(&self) -> bool {
        let factors = self.beside.iter().flat_map(|beside| &beside.added_mass).map(|(_, factor)| *factor);
        let (low, high) = extent(factors);
        high / low < 1.0 + SAME
    }

    /// Legendre's correlation at a Stokes number of the axis.
    fn legendre_at(&self, beside: &Beside, x: f64) -> f64 {
        match self.stokes {
            Stokes::Plain => legendre(beside.factor(x) * x),
            Stokes::Modified => legendre(x),
        }
    }

    /// Davis's correlation at a Stokes number of the axis.
    fn davis_at(&self, beside: &Beside, critical: f64, x: f64) -> f64 {
        match self.stokes {
            Stokes::Plain => davis(x, critical),
            Stokes::Modified => davis(x / beside.factor(x), critical),
        }
    }

    /// Draws the correlations between the Stokes numbers `low` and `high`.
    fn draw(&self, panel: &mut Panel, (low, high): (f64, f64)) {
        let shared = self.is_shared();
        let black = SeriesStyle::of(0).coloured(PALETTE[6]);
        let Some(first) = self.beside.first() else { return };
        // A correlation in the Stokes number of the axis is one line whatever the density ratios.
        let one = [shared || self.stokes == Stokes::Modified, shared || self.stokes == Stokes::Plain];
        if let Some(half) = self.scatter.filter(|_| one[0]) {
            let upper = grid(SCATTER_FROM, high).map(|x| (x, self.legendre_at(first, x) + half));
            let lower: Vec<Point> = grid(SCATTER_FROM, high).map(|x| (x, self.legendre_at(first, x) - half)).collect();
            let outline = upper.chain(lower.into_iter().rev()).collect();
            panel.add_named(Mark::Shape(outline, GREY, 0.2), "scatter of experiments");
        }
        let mut lines = |name: String, one: bool, dash: Dash, of: &dyn Fn(&Beside, f64) -> f64| {
            let curve = |beside: &Beside, (low, high)| grid(low, high).map(|x| (x, of(beside, x))).collect();
            let style = black.dashed(dash);
            if one {
                panel.add_named(Mark::Line(curve(first, (low, high)), style), name);
                return;
            }
            for (number, beside) in self.beside.iter().enumerate() {
                let own = SeriesStyle::of(number).dashed(dash);
                panel.add_named(Mark::Line(curve(beside, beside.span()), own), format!("{name}, by curve"));
            }
        };
        lines("exp(−35/St*)".into(), one[0], Dash::Solid, &|beside, x| self.legendre_at(beside, x));
        if let Some(critical) = self.critical {
            lines(format!("1 − {critical}/St"), one[1], Dash::Dashed, &|beside, x| {
                self.davis_at(beside, critical, x)
            });
        }
        let rigid = || self.beside.iter().enumerate().filter(|(_, beside)| !beside.rigid.is_empty());
        for (number, beside) in rigid() {
            let style = if rigid().count() < 2 { black } else { SeriesStyle::of(number) };
            let mark = Mark::Line(beside.rigid.clone(), style.dashed(Dash::Dotted));
            panel.add_named(mark, "rigid film to its cut-off");
        }
    }
}

/// Key figures of the experiments that ship, over the Stokes number with or without the added mass of a steel sphere in
/// oil: the middle of the readings, and half their range.
pub fn experiments(stokes: Stokes) -> Series {
    let factor = if stokes == Stokes::Plain { 1.0 } else { 1.0 + 0.5 / GONDRET_DENSITY_RATIO };
    Series {
        name: "steel, Gondret et al. 2002".into(),
        points: GONDRET.iter().map(|(stokes, low, high)| (factor * stokes, 0.5 * (low + high))).collect(),
        errors: GONDRET.iter().map(|(_, low, high)| 0.5 * (high - low)).collect(),
        measured: true,
        ..Series::default()
    }
}

/// Stokes numbers between two, by equal ratios.
fn grid(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=FINE).map(move |i| from * (to / from).powf(f64::from(i) / f64::from(FINE)))
}

/// Restitution over dry restitution against the Stokes number, on a logarithmic axis.
pub fn figure(series: &[Series], options: &RestitutionOptions) -> Figure {
    let all = series.iter().flat_map(|series| &series.points).map(|(st, _)| *st).filter(|st| *st > 0.0);
    let (low, high) = all.fold((5.0_f64, 2000.0_f64), |(lo, hi), st| (lo.min(0.8 * st), hi.max(1.25 * st)));
    let highest = series.iter().flat_map(|series| &series.points).map(|(_, e)| 1.05 * e).fold(1.1, f64::max);
    let ratio = Axis::linear("Restitution ~{e}/~{e}_{dry}").above(0.0).below(highest);
    let x = Axis::log(&options.label).above(low).below(high);
    let mut panel = Panel::new(x, ratio);
    name_points(&mut panel, series);
    for (number, Threshold { range: (from, to), name }) in options.thresholds.iter().enumerate() {
        let style = SeriesStyle::helping().dashed([Dash::Dotted, Dash::DashDot][number % 2]);
        match to / from < 1.0 + SAME {
            true => panel.add_named(Mark::Vertical(*from, style), name),
            false => {
                let band = vec![(*from, 0.0), (*to, 0.0), (*to, highest), (*from, highest)];
                panel.add_named(Mark::Shape(band, GREY, 0.12), name);
                [*from, *to].into_iter().for_each(|end| panel.add(Mark::Vertical(end, style)));
            }
        }
    }
    options.draw(&mut panel, (low, high));
    add_points(&mut panel, series);
    let mut names: Vec<&str> = panel.marks.iter().filter_map(|(_, name)| name.as_deref()).collect();
    names.dedup();
    let width = if names.len() < MANY { COLUMN } else { PAGE };
    Figure::new(width, HEIGHT, vec![vec![panel]])
}

/// Every series with its style.
fn styled(series: &[Series]) -> impl Iterator<Item = (&Series, SeriesStyle)> {
    let mut computed = 0;
    series.iter().enumerate().map(move |(number, series)| {
        let style = if series.measured {
            SeriesStyle { shape: SeriesStyle::of(number + 1).shape, ..SeriesStyle::measured() }
        } else {
            computed += 1;
            SeriesStyle::of(computed - 1)
        };
        (series, style)
    })
}

/// Names every series, before the curves behind its points.
fn name_points(panel: &mut Panel, series: &[Series]) {
    for (series, style) in styled(series) {
        panel.add_named(Mark::Points(Vec::new(), style), &series.name);
    }
    for (_, style) in styled(series).filter(|(series, _)| series.band.len() > 1) {
        panel.add_named(Mark::Shape(Vec::new(), style.colour, BAND), "film inputs not given");
    }
}

/// Adds the points of every series, with their error bars.
fn add_points(panel: &mut Panel, series: &[Series]) {
    for (series, style) in styled(series) {
        if series.band.len() > 1 {
            let side = |end: usize| series.band.iter().map(move |(x, ends)| (*x, ends[end]));
            let outline = side(0).chain(side(1).collect::<Vec<_>>().into_iter().rev()).collect();
            panel.add(Mark::Shape(outline, style.colour, BAND));
        }
        panel.add_errors(&series.points, &series.errors, style.dashed(Dash::Solid));
        panel.add(Mark::Points(series.points.clone(), style));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_in_a_figure_of_two_materials_with_a_band_is_named() {
        let series = |name: &str, band: bool, measured: bool| Series {
            name: name.into(),
            points: vec![(30.0, 0.4), (100.0, 0.7)],
            band: if band { vec![(30.0, [0.3, 0.5]), (100.0, [0.6, 0.8])] } else { Vec::new() },
            measured,
            ..Series::default()
        };
        let all = [
            series("steel", true, false),
            series("glass", true, false),
            series("steel, Gondret et al. 2002", false, true),
        ];
        let beside = |factor: f64| Beside {
            added_mass: vec![(30.0, factor), (100.0, factor)],
            rigid: vec![(30.0, 0.3), (100.0, 0.6)],
        };
        let threshold = |stokes: f64, name: &str| Threshold { range: (stokes, stokes), name: name.into() };
        let options = RestitutionOptions {
            beside: vec![beside(1.06), beside(1.2)],
            thresholds: vec![threshold(10.0, "no rebound below St 10"), threshold(500.0, "dry value above St 500")],
            ..RestitutionOptions::default()
        };
        let svg = figure(&all, &options).svg();
        for name in [
            "steel",
            "glass",
            "Gondret",
            "film inputs not given",
            "no rebound below St 10",
            "dry value above St 500",
            "exp(−35/St*), by curve",
            "1 − 10/St",
            "rigid film to its cut-off",
        ] {
            assert!(svg.contains(name), "{name}");
        }
        assert_eq!(svg.matches("film inputs not given").count(), 1, "one name with the colour of each band");
    }
}
