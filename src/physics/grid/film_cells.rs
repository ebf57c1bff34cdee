//! How cells grow out of the film.

/// Diameters out of the film within which the cells become as large as around the sphere, however slowly they grow. It
/// is just above the length that a growth of 1.08 takes at 24 cells per diameter: that grid, and those whose cells are
/// all divided alike, keep their own growth.
const REACH: f64 = 0.53;
/// Growth per unit length that is nowhere slow: on coarse grids cells may take longer.
const NOT_SLOW: f64 = 0.079;
/// Growth per unit length at which slowly growing cells catch up, beyond their own.
const CATCH_UP: f64 = 0.1;
/// Growth of axial cells per unit length beyond the film.
const BEYOND: f64 = 0.5;
/// Least height of the film, diameters: narrower gaps belong to it.
const FILM_HEIGHT: f64 = 0.05;

/// Height of the film at the `smallest_gap` under a sphere of `diameter` \[m\]: cells below it grow by the ratio asked
/// for. The film's radius at that height is `√(height · diameter)`.
pub(super) fn film_height(diameter: f64, smallest_gap: f64) -> f64 {
    (FILM_HEIGHT * diameter).max(2.0 * smallest_gap)
}

/// The cell size over the distance from where cells begin to grow, linear in pieces; lengths in metres.
///
/// Cells grow from the finest on with their growth `β`, but where that leaves them far smaller than the cells around
/// the sphere, only within the film. Beyond it they catch up with those that grow to the sphere's cell within 0.53 D.
/// Were they not to, a slow growth would make the cells along the sphere many times higher than wide far from the wall.
/// Markers in such cells make a drag that depends on their shape: 3 % less at Re 164, D/24 and `β = 0.02`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FilmCells {
    /// Where each piece begins, the cell size there, and its slope.
    pieces: [[f64; 3]; 3],
}

impl FilmCells {
    /// Radial cells that grow from `finest` with `growth` to `body` around the sphere of `diameter`; the film ends at
    /// the distance `end`.
    pub(super) fn new(finest: f64, growth: f64, body: f64, diameter: f64, end: f64) -> Self {
        let least = ((body - finest) / (REACH * diameter)).min(NOT_SLOW);
        if growth >= least {
            return Self { pieces: [[0.0, finest, growth], UNREACHED, UNREACHED] };
        }
        let end = end.max(0.0);
        let caught = CATCH_UP * end / (growth + CATCH_UP - least);
        Self {
            pieces: [
                [0.0, finest, growth],
                [end, finest + growth * end, growth + CATCH_UP],
                [caught, finest + least * caught, least],
            ],
        }
    }

    /// Axial cells that grow from `finest` with `growth`, and beyond the film, which ends at the distance `end`,
    /// faster, so that the cells along the sphere's lower half are soon as large as along the upper one. Where they are
    /// not, the flow past a sphere that moves sideways turns it.
    pub(super) fn axial(finest: f64, growth: f64, end: f64) -> Self {
        let beyond = growth.max(BEYOND);
        Self { pieces: [[0.0, finest, growth], [end, finest + growth * end, beyond], UNREACHED] }
    }

    /// The cell size at the distance `x`.
    pub(super) fn size(&self, x: f64) -> f64 {
        let [start, size, slope] = self.pieces[self.pieces.iter().rposition(|piece| piece[0] <= x).unwrap_or(0)];
        size + slope * (x - start)
    }

    /// Number of cells up to the distance `x`.
    pub(super) fn count(&self, x: f64) -> f64 {
        let ends = self.pieces[1..].iter().map(|piece| piece[0]).chain([f64::INFINITY]);
        let pieces = self.pieces.iter().zip(ends).take_while(|([start, ..], _)| *start < x);
        pieces.map(|([start, size, slope], end)| (slope * (x.min(end) - start) / size).ln_1p() / slope).sum()
    }

    /// The distance at which cells have grown to `size`.
    pub(super) fn distance_to(&self, size: f64) -> f64 {
        let reached = |piece: &[f64; 3]| piece[0].is_finite() && piece[1] <= size;
        let [start, first, slope] = self.pieces[self.pieces.iter().rposition(reached).unwrap_or(0)];
        start + (size - first) / slope
    }
}

/// A piece that begins nowhere.
const UNREACHED: [f64; 3] = [f64::INFINITY, 1.0, 1.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_the_integral_of_one_over_the_size_and_the_size_is_continuous() {
        for growth in [0.005, 0.02, 0.05, 0.08, 0.3] {
            let cells = FilmCells::new(2e-4, growth, 1.0 / 24.0, 1.0, 0.05);
            let top = cells.distance_to(1.0 / 24.0);
            assert!((cells.size(top) * 24.0 - 1.0).abs() < 1e-12 && top < REACH + 1e-12, "{growth} {top}");
            let (parts, mut sum) = (200_000, 0.0);
            for k in 0..parts {
                let (low, high) = (top * f64::from(k) / f64::from(parts), top * f64::from(k + 1) / f64::from(parts));
                let (first, last) = (cells.size(low), cells.size(high));
                assert!(last > first && last - first <= (growth + CATCH_UP) * (high - low) * 1.001);
                sum += (high - low) / cells.size(0.5 * (low + high));
            }
            assert!((sum / cells.count(top) - 1.0).abs() < 1e-6, "{sum} {}", cells.count(top));
        }
    }

    #[test]
    fn axial_cells_grow_faster_beyond_the_film_unless_they_do_so_in_it() {
        let cells = FilmCells::axial(2e-4, 0.08, 0.3);
        assert_eq!(cells.size(0.04), 2e-4 + 0.08 * 0.04);
        assert!((cells.size(0.4) - 2e-4 - 0.08 * 0.3 - BEYOND * 0.1).abs() < 1e-15);
        let top = cells.distance_to(1.0 / 24.0);
        assert!((cells.size(top) * 24.0 - 1.0).abs() < 1e-12);
        let count = (1.0 + 0.08 * 0.3 / 2e-4_f64).ln() / 0.08 + (cells.size(top) / 0.0242).ln() / BEYOND;
        assert!((cells.count(top) / count - 1.0).abs() < 1e-12, "{} {count}", cells.count(top));
        let fast = FilmCells::axial(2e-4, 0.6, 0.3);
        assert!((fast.size(0.4) - 2e-4 - 0.6 * 0.4).abs() < 1e-15);
    }

    #[test]
    fn in_the_film_cells_grow_as_they_are_told_and_those_of_the_default_growth_do_everywhere() {
        let cell = 1.0 / 24.0;
        let slow = FilmCells::new(2e-4, 0.02, cell, 1.0, 0.05);
        assert_eq!(slow.size(0.04), 2e-4 + 0.02 * 0.04);
        assert!(slow.size(0.2) > 0.3 * cell);
        for cells in [8.0, 16.0, 24.0, 32.0, 48.0] {
            for growth in [0.08, 1.92 / cells] {
                let own = FilmCells::new(0.0048 / cells, growth, 1.0 / cells, 1.0, 0.05);
                assert_eq!(own.size(0.4), 0.0048 / cells + growth * 0.4, "{cells} {growth}");
            }
        }
    }
}
