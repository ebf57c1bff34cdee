//! Fitted parameters in pairs: ellipses of one and two standard errors, and on the diagonal each by itself.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, PAGE, SeriesStyle};
use wetbounce_physics::numerics::extent;

/// Standard errors up to which the axes reach on both sides.
const REACH: f64 = 3.2;
/// Points of an ellipse and of a parabola.
const FINE: u32 = 120;
/// Opacity of the inner and the outer ellipse.
const OPACITY: [f64; 2] = [0.35, 0.15];

/// A parameter as the figure shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterAxis {
    /// The label of its axis, with the unit.
    pub label: String,
    /// Its value.
    pub value: f64,
    /// Its standard error, finite and positive.
    pub sigma: f64,
    /// Its bounds, where the axes end at the latest: nothing is possible beyond.
    pub bounds: [f64; 2],
    /// Its profile, Δχ² over the value; may be empty.
    pub profile: Vec<Point>,
}

/// The parameters against each other with these `correlations`, row by row. On the diagonal Δχ² over each: the parabola
/// of its standard error, and its profile if there is one.
pub fn figure(parameters: &[ParameterAxis], correlations: &[Vec<f64>]) -> Figure {
    let count = parameters.len();
    let cell = |row: usize, column: usize| match row.cmp(&column) {
        std::cmp::Ordering::Less => Panel::blank(),
        std::cmp::Ordering::Equal => alone(&parameters[row], row + 1 == count),
        std::cmp::Ordering::Greater => {
            let panel = pair(&parameters[column], &parameters[row], correlations[row][column]);
            let panel = if column > 0 { panel.without_y_names() } else { panel };
            if row + 1 < count { panel.without_x_names() } else { panel }
        }
    };
    let width = if count > 2 { PAGE } else { COLUMN };
    let height = if count > 1 { width } else { 65.0 };
    Figure::new(width, height, (0..count).map(|row| (0..count).map(|column| cell(row, column)).collect()).collect())
}

fn axis(of: &ParameterAxis) -> Axis {
    let ends = of.profile.iter().map(|point| point.0).chain([-1.0, 1.0].map(|way| of.value + way * REACH * of.sigma));
    let (low, high) = extent(ends.map(|end| end.clamp(of.bounds[0], of.bounds[1])));
    Axis::linear(&of.label).above(low).below(high)
}

/// Δχ² over a parameter.
fn alone(of: &ParameterAxis, named: bool) -> Panel {
    let mut panel = Panel::new(axis(of), Axis::linear("~{Δχ}^{2}").above(0.0).below(REACH * REACH));
    let off = |k: u32| REACH * (2.0 * f64::from(k) / f64::from(FINE) - 1.0);
    let parabola = (0..=FINE).map(off).map(|off| (of.value + off * of.sigma, off * off)).collect();
    panel.add(Mark::Horizontal(1.0, SeriesStyle::helping()));
    panel.add_named(Mark::Line(parabola, SeriesStyle::of(0).dashed(Dash::Dashed)), "standard error");
    if !of.profile.is_empty() {
        let style = SeriesStyle::of(1).dashed(Dash::Solid);
        panel.add_named(Mark::Line(of.profile.clone(), style), "profile of the record");
        panel.add_named(Mark::Points(of.profile.clone(), style), "profile of the record");
    }
    if named { panel } else { panel.without_x_names() }
}

/// Ellipses of one and two standard errors.
fn pair(x: &ParameterAxis, y: &ParameterAxis, correlation: f64) -> Panel {
    let mut panel = Panel::new(axis(x), axis(y));
    for (sigmas, opacity) in [2.0, 1.0].into_iter().zip([OPACITY[1], OPACITY[0]]) {
        let outline = ellipse(x, y, correlation, sigmas);
        panel.add(Mark::Shape(outline.clone(), SeriesStyle::of(0).colour, opacity));
        panel.add(Mark::Line(outline, SeriesStyle::of(0)));
    }
    panel.add(Mark::Points(vec![(x.value, y.value)], SeriesStyle::of(0)));
    panel
}

/// Where `Δχ²` of two normal parameters is the square of so many standard errors.
fn ellipse(x: &ParameterAxis, y: &ParameterAxis, correlation: f64, sigmas: f64) -> Vec<Point> {
    let across = (1.0 - correlation * correlation).max(0.0).sqrt();
    let angle = |k: u32| std::f64::consts::TAU * f64::from(k) / f64::from(FINE);
    let at = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (x.value + sigmas * x.sigma * cos, y.value + sigmas * y.sigma * (correlation * cos + across * sin))
    };
    (0..=FINE).map(angle).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_a_bound_that_it_would_pass() {
        let at = |value: f64, bounds: [f64; 2]| {
            let found = axis(&ParameterAxis { label: "p".into(), value, sigma: 0.1, bounds, profile: Vec::new() });
            [found.low.unwrap(), found.high.unwrap()]
        };
        assert_eq!(at(0.95, [0.5, 1.0]), [0.95 - 0.1 * REACH, 1.0]);
        assert_eq!(at(0.95, [0.9, 9.0]), [0.9, 0.95 + 0.1 * REACH]);
    }

    #[test]
    fn an_ellipse_lies_where_the_squares_of_two_correlated_normals_are_those_of_its_standard_errors() {
        let of = |value: f64, sigma: f64| ParameterAxis {
            label: "p".into(),
            value,
            sigma,
            bounds: [-9.0, 9.0],
            profile: Vec::new(),
        };
        let (x, y, r) = (of(1.0, 0.1), of(-4.0, 2.0), 0.8);
        for (a, b) in ellipse(&x, &y, r, 2.0) {
            let (a, b) = ((a - 1.0) / 0.1, (b + 4.0) / 2.0);
            let square = (a * a - 2.0 * r * a * b + b * b) / (1.0 - r * r);
            assert!((square - 4.0).abs() < 1e-12, "{square}");
        }
    }
}
