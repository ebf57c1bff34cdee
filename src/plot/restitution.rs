//! Wet restitution over the Stokes number, with correlations and experiments.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, GREY, PALETTE, SeriesStyle};

/// Legendre et al. (2006): `e/e_dry = exp(−35/St*)` with `St* = (ρp + ½ρl) U D/(9μ)`.
pub fn legendre(stokes_modified: f64) -> f64 {
    (-35.0 / stokes_modified).exp()
}

/// Davis et al. (2002): `e/e_dry = 1 − St_c/St` with `St = ρp U D/(9μ)`, zero below the critical Stokes number.
pub fn davis(stokes: f64, critical: f64) -> f64 {
    (1.0 - critical / stokes).max(0.0)
}

/// A rigid sphere whose film ends at a cut-off (lubrication theory; Barnocky & Davis 1988):
/// `e/e_dry = 1 − (1 + 1/e_dry) ln(h₀/h_r)/St`, zero below its critical Stokes number. `reach_over_cutoff` is `h₀/h_r`, the
/// gap from which the film drags over the one at which it ends.
pub fn rigid_film(stokes: f64, dry: f64, reach_over_cutoff: f64) -> f64 {
    (1.0 - (1.0 + 1.0 / dry) * reach_over_cutoff.ln() / stokes).max(0.0)
}

/// Points of one origin: runs of a sweep, or an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Stokes number and restitution over dry restitution.
    pub points: Vec<Point>,
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

impl Stokes {
    /// The label of its axis.
    pub fn label(self) -> &'static str {
        match self {
            Self::Plain => "Stokes number St = ~{ρ}_{p}~{UD}/9~{μ}",
            Self::Modified => "Stokes number St* = (~{ρ}_{p} + ~{ρ}_{l}/2)~{UD}/9~{μ}",
        }
    }
}

/// What is drawn beside the points.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The Stokes number that the points use.
    pub stokes: Stokes,
    /// Density ratio ρp/ρl at which Legendre's correlation is drawn over the plain Stokes number, and Davis's over the
    /// modified one: `St* = St (1 + 1/(2 ρp/ρl))`.
    pub density_ratio: f64,
    /// Critical Stokes number of Davis's line; `None` leaves it out.
    pub critical: Option<f64>,
    /// The line of a rigid film down to a cut-off, whose length differs from liquid to liquid, by points; may be empty.
    pub rigid: Vec<Point>,
    /// Half-width of the band around Legendre's curve that stands for the scatter of experiments. About 0.05 above
    /// St = 80 (Joseph et al. 2001), larger below; `None` leaves it out.
    pub scatter: Option<f64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { stokes: Stokes::Plain, density_ratio: 8.0, critical: Some(10.0), rigid: Vec::new(), scatter: Some(0.05) }
    }
}

/// Height of a line of the legend, which stands above the panel, mm.
const LEGEND_LINE: f64 = 3.6;

/// The Stokes number above which the scatter of experiments is known.
const SCATTER_FROM: f64 = 80.0;

/// Restitution over dry restitution against the Stokes number, on a logarithmic axis.
pub fn figure(series: &[Series], options: &Options) -> Figure {
    let all = series.iter().flat_map(|series| &series.points).map(|(st, _)| *st).filter(|st| *st > 0.0);
    let (low, high) = all.fold((5.0_f64, 2000.0_f64), |(lo, hi), st| (lo.min(0.8 * st), hi.max(1.25 * st)));
    let highest = series.iter().flat_map(|series| &series.points).map(|(_, e)| 1.05 * e).fold(1.1, f64::max);
    let ratio = Axis::linear("Restitution ~{e}/~{e}_{dry}").above(0.0).below(highest);
    let mut panel = Panel::new(Axis::log(options.stokes.label()).above(low).below(high), ratio);
    let grid = |from: f64| (0..=200).map(move |i| from * (high / from).powf(f64::from(i) / 200.0));
    let added_mass = 1.0 + 0.5 / options.density_ratio;
    let (plain, modified) = match options.stokes {
        Stokes::Plain => (1.0, added_mass),
        Stokes::Modified => (1.0 / added_mass, 1.0),
    };
    let legendre_at = |st: f64| legendre(modified * st);
    if let Some(half) = options.scatter {
        let upper = grid(SCATTER_FROM).map(|st| (st, legendre_at(st) + half));
        let lower: Vec<Point> = grid(SCATTER_FROM).map(|st| (st, legendre_at(st) - half)).collect();
        let outline = upper.chain(lower.into_iter().rev()).collect();
        panel.add_named(Mark::Shape(outline, GREY, 0.2), format!("scatter of experiments, ±{half}"));
    }
    let curve = SeriesStyle::of(0).coloured(PALETTE[6]);
    panel.add_named(Mark::Line(grid(low).map(|st| (st, legendre_at(st))).collect(), curve), "exp(−35/St*)");
    if let Some(critical) = options.critical {
        let line = grid(low).map(|st| (st, davis(plain * st, critical))).collect();
        panel.add_named(Mark::Line(line, curve.dashed(Dash::Dashed)), format!("1 − {critical}/St"));
    }
    if !options.rigid.is_empty() {
        panel.add_named(Mark::Line(options.rigid.clone(), curve.dashed(Dash::Dotted)), "rigid film to its cut-off");
    }
    let mut computed = 0;
    for (number, series) in series.iter().enumerate() {
        let style = if series.measured {
            SeriesStyle { shape: SeriesStyle::of(number + 1).shape, ..SeriesStyle::measured() }
        } else {
            computed += 1;
            SeriesStyle::of(computed - 1)
        };
        panel.add_named(Mark::Points(series.points.clone(), style), &series.name);
    }
    let entries = panel.marks.iter().filter(|(_, name)| name.is_some()).count();
    Figure::new(COLUMN, 56.0 + LEGEND_LINE * entries as f64, vec![vec![panel]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlations_have_their_limits() {
        assert!(legendre(1e6) > 0.9999 && legendre(5.0) < 1e-3);
        assert!((legendre(35.0) - (-1.0_f64).exp()).abs() < 1e-15);
        assert_eq!((davis(5.0, 10.0), davis(20.0, 10.0)), (0.0, 0.5));
    }

    /// In and out through the film, `dV = ∓V₀ dh/(h St)` with the drag 6πμa²V₀/h and a dry contact between.
    #[test]
    fn a_rigid_film_takes_as_much_on_the_way_in_as_on_the_way_out() {
        let (dry, stokes, ratio) = (0.9, 50.0, 1e3);
        let loss = f64::ln(ratio) / stokes;
        assert!((rigid_film(stokes, dry, ratio) - (dry * (1.0 - loss) - loss) / dry).abs() < 1e-15);
        assert_eq!((rigid_film(2.0, dry, ratio), rigid_film(f64::INFINITY, dry, ratio)), (0.0, 1.0));
    }
}
