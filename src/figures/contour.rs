//! Lines of equal value of a field on a tensor grid.

use super::chart::Point;
use ndarray::ArrayView2;
use std::collections::BTreeMap;

/// An edge of the grid between corner `(i, j)` and its neighbour in x (`along_x`) or y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    i: usize,
    j: usize,
    along_x: bool,
}

/// Lines along which a field equals `level`, by marching squares with linear interpolation on the edges.
///
/// `values` are given at the corners, `x.len() × y.len()`. Every line is closed or ends at the border; saddles are
/// joined by the sign of the cell's mean.
pub(crate) fn lines(x: &[f64], y: &[f64], values: ArrayView2<f64>, level: f64) -> Vec<Vec<Point>> {
    let above = |i: usize, j: usize| values[[i, j]] > level;
    let mut partners: BTreeMap<Edge, Vec<Edge>> = BTreeMap::new();
    for i in 0..x.len() - 1 {
        for j in 0..y.len() - 1 {
            for (a, b) in segments(i, j, &above, || mean(&values, i, j) > level) {
                partners.entry(a).or_default().push(b);
                partners.entry(b).or_default().push(a);
            }
        }
    }
    let point = |edge: Edge| {
        let Edge { i, j, along_x } = edge;
        let (i1, j1) = if along_x { (i + 1, j) } else { (i, j + 1) };
        let s = (level - values[[i, j]]) / (values[[i1, j1]] - values[[i, j]]);
        (x[i] + s * (x[i1] - x[i]), y[j] + s * (y[j1] - y[j]))
    };
    chains(partners).into_iter().map(|chain| chain.into_iter().map(point).collect()).collect()
}

fn mean(values: &ArrayView2<f64>, i: usize, j: usize) -> f64 {
    0.25 * (values[[i, j]] + values[[i + 1, j]] + values[[i, j + 1]] + values[[i + 1, j + 1]])
}

/// The pairs of edges that a line joins within a cell.
fn segments(i: usize, j: usize, above: &impl Fn(usize, usize) -> bool, centre: impl Fn() -> bool) -> Vec<(Edge, Edge)> {
    let bottom = Edge { i, j, along_x: true };
    let top = Edge { i, j: j + 1, along_x: true };
    let left = Edge { i, j, along_x: false };
    let right = Edge { i: i + 1, j, along_x: false };
    match (above(i, j), above(i + 1, j), above(i, j + 1), above(i + 1, j + 1)) {
        (a, b, c, d) if a == b && b == c && c == d => vec![],
        (a, b, c, d) if a == b && c == d => vec![(left, right)],
        (a, b, c, d) if a == c && b == d => vec![(bottom, top)],
        (a, b, c, d) if a == d && b == c => {
            if centre() == a {
                vec![(bottom, right), (left, top)]
            } else {
                vec![(bottom, left), (right, top)]
            }
        }
        (a, b, c, d) if b == c && c == d && a != b => vec![(bottom, left)],
        (a, b, c, d) if a == c && c == d && a != b => vec![(bottom, right)],
        (a, b, c, d) if a == b && b == d && a != c => vec![(left, top)],
        _ => vec![(right, top)],
    }
}

/// Follows partners from edge to edge: first the lines with ends, then the closed ones.
fn chains(mut partners: BTreeMap<Edge, Vec<Edge>>) -> Vec<Vec<Edge>> {
    let mut chains = Vec::new();
    let ends: Vec<Edge> = partners.iter().filter(|(_, to)| to.len() == 1).map(|(edge, _)| *edge).collect();
    for start in ends {
        chains.extend(follow(&mut partners, start));
    }
    while let Some(start) = partners.keys().next().copied() {
        chains.extend(follow(&mut partners, start));
    }
    chains
}

fn follow(partners: &mut BTreeMap<Edge, Vec<Edge>>, start: Edge) -> Option<Vec<Edge>> {
    let mut chain = vec![start];
    let mut next = partners.remove(&start)?.pop();
    while let Some(edge) = next {
        let previous = chain[chain.len() - 1];
        chain.push(edge);
        next = partners.remove(&edge).and_then(|to| to.into_iter().find(|other| *other != previous));
    }
    Some(chain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    fn field(f: impl Fn(f64, f64) -> f64) -> (Vec<f64>, Vec<f64>, Array2<f64>) {
        let x: Vec<f64> = (0..=60).map(|i| -1.5 + 0.05 * f64::from(i)).collect();
        let y: Vec<f64> = (0..=40).map(|j| -2.0 + 0.1 * f64::from(j)).collect();
        let values = Array2::from_shape_fn((61, 41), |(i, j)| f(x[i], y[j]));
        (x, y, values)
    }

    #[test]
    fn a_circle_is_one_closed_line_of_its_radius() {
        let (x, y, values) = field(|x, y| x * x + y * y);
        let lines = lines(&x, &y, values.view(), 1.03);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].first(), lines[0].last());
        let radius = 1.03_f64.sqrt();
        assert!(lines[0].iter().all(|(x, y)| (x.hypot(*y) - radius).abs() < 2e-3));
        let length: f64 = lines[0].windows(2).map(|p| (p[1].0 - p[0].0).hypot(p[1].1 - p[0].1)).sum();
        assert!((length / (2.0 * std::f64::consts::PI * radius) - 1.0).abs() < 2e-3, "{length}");
    }

    #[test]
    fn hyperbolas_are_two_open_lines_that_end_at_the_border() {
        let (x, y, values) = field(|x, y| x * y);
        let lines = lines(&x, &y, values.view(), 0.203);
        assert_eq!(lines.len(), 2);
        for line in lines {
            for (x, y) in [line[0], line[line.len() - 1]] {
                assert!((x.abs() - 1.5).abs() < 1e-12 || (y.abs() - 2.0).abs() < 1e-12);
            }
        }
    }
}
