use super::film_cells::{FilmCells, film_height};
use super::{smooth_max, smooth_ramp};
use crate::numerics::hermite::Cubic;

/// Growth of the cell size per unit length beyond the fine grid, over that outside of the sphere.
const BEYOND: f64 = 6.5;

/// Cells between the sides of two spheres below which the wider one has no last cell of its own.
const NEARLY: f64 = 4.0;

/// Lengths that the radial grid has to resolve, in metres.
#[derive(Debug, Clone, PartialEq)]
pub struct RadialSpec {
    /// Radius of the last face.
    pub radius: f64,
    /// Radius up to which the cells are as stated here; beyond it they grow fast.
    pub fine: f64,
    /// Diameters of the spheres on the axis.
    pub diameters: Vec<f64>,
    /// Cells per diameter around every sphere.
    pub cells_per_diameter: f64,
    /// Smallest gap the grid resolves; the film's radius is about `√(gap·D)`, with `1/D = 1/D₁ + 1/D₂` between two
    /// spheres.
    pub smallest_gap: f64,
    /// Cells across one film radius at the smallest gap.
    pub cells_per_film_radius: f64,
    /// Growth of the cell size per unit length out of the film; where it is slow, in the film alone.
    pub film_growth: f64,
    /// Growth of the cell size per unit length outside of the sphere.
    pub far_growth: f64,
    /// Largest cell.
    pub largest: f64,
}

impl RadialSpec {
    /// Number of cells of the grid.
    pub fn cells(&self) -> usize {
        self.parts().iter().map(|(_, cells)| cells).sum()
    }

    /// The cells under the spheres' sides, from each to the next, and those beside the widest. On every grid the
    /// equator lies in the middle of the last cell under it: where in a cell it lay made a difference of 0.2 % of a
    /// rebound.
    fn parts(&self) -> Vec<(Cumulative, usize)> {
        const SAMPLES: usize = 2000;
        let film = self.film_cells();
        let mut ends = self.sides(&film);
        ends.push(self.radius);
        let starts = std::iter::once(0.0).chain(ends.clone());
        let part = |(from, to): (f64, &f64)| {
            let points = (0..=SAMPLES).map(|k| from + (to - from) * (k as f64 / SAMPLES as f64).powi(2));
            let mut cumulative = Cumulative::with_capacity(SAMPLES + 1);
            let total = cumulative.integrate(points, |r| self.density(&film, r));
            (cumulative, total.ceil().max(2.0) as usize)
        };
        starts.zip(&ends).map(part).collect()
    }

    /// Where the last cell under each sphere's side ends; spheres that are nearly as wide as a narrower one have none
    /// of their own.
    fn sides(&self, film: &FilmCells) -> Vec<f64> {
        let mut diameters = self.diameters.clone();
        diameters.sort_by(f64::total_cmp);
        let mut sides = Vec::<f64>::new();
        for diameter in diameters {
            let mut cell = diameter / self.cells_per_diameter;
            if let Some(narrower) = sides.last() {
                cell = cell.min(1.0 / self.density(film, 0.5 * diameter));
                if 0.5 * diameter - narrower < NEARLY * cell {
                    continue;
                }
            }
            sides.push(0.5 * (diameter + cell.min(self.radius - 0.5 * diameter)));
        }
        sides
    }

    fn narrowest(&self) -> f64 {
        self.diameters.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Diameter of the sphere that makes the same film above a plane.
    fn film_diameter(&self) -> f64 {
        self.diameters[1..].iter().fold(self.diameters[0], |one, other| one * other / (one + other))
    }

    fn film_radius(&self) -> f64 {
        (self.smallest_gap * self.film_diameter()).sqrt()
    }

    fn film_cells(&self) -> FilmCells {
        let (diameter, of_film) = (self.narrowest(), self.film_diameter());
        let body = diameter / self.cells_per_diameter;
        let film_radius = self.film_radius();
        let finest = (film_radius / self.cells_per_film_radius).min(body);
        let end = (film_height(of_film, self.smallest_gap) * of_film).sqrt() - 1.5 * film_radius;
        FilmCells::new(finest, self.film_growth, body, diameter, end)
    }

    /// Cells per metre wanted at radius `r` for the sake of the sphere of `diameter`.
    fn around(&self, diameter: f64, r: f64) -> f64 {
        let body = diameter / self.cells_per_diameter;
        let outside = smooth_ramp(r - 0.5 * diameter - 4.0 * body, 2.0 * body);
        smooth_max(1.0 / (body + self.far_growth * outside), 1.0 / self.largest)
    }

    /// Cells per metre wanted at radius `r`.
    fn density(&self, film: &FilmCells, r: f64) -> f64 {
        let beyond = (r - self.fine).max(0.0);
        let r = r - beyond;
        let film_radius = self.film_radius();
        let film = film.size(smooth_ramp(r - 1.5 * film_radius, film_radius));
        let far = self.diameters.iter().map(|diameter| self.around(*diameter, r)).fold(0.0, f64::max);
        let fade = 1.0 + (2.0 * r / self.narrowest()).powi(6);
        let fine = smooth_max(far, 1.0 / (film * fade));
        fine / (1.0 + BEYOND * self.far_growth * beyond * fine)
    }
}

/// A static, graded radial grid from the axis to the container's side. Lengths in metres.
#[derive(Debug, Clone, PartialEq)]
pub struct RadialGrid {
    /// Face radii, length `nr + 1`, from 0 to the container radius.
    pub faces: Vec<f64>,
    /// Cell-centre radii, length `nr`.
    pub centres: Vec<f64>,
    /// Cell widths, length `nr`.
    pub widths: Vec<f64>,
    /// Distance of the cell centres on either side of face `i`, length `nr`; entry 0 (the axis) is unused and 1.
    pub spacing: Vec<f64>,
}

impl RadialGrid {
    /// A grid with the given faces: the first 0, strictly increasing.
    pub fn from_faces(faces: Vec<f64>) -> Self {
        assert!(faces[0] == 0.0 && faces.windows(2).all(|f| f[0] < f[1]), "radial faces must increase from the axis");
        let centres: Vec<f64> = faces.windows(2).map(|f| 0.5 * (f[0] + f[1])).collect();
        let widths = faces.windows(2).map(|f| f[1] - f[0]).collect();
        let spacing = (0..centres.len()).map(|i| if i == 0 { 1.0 } else { centres[i] - centres[i - 1] }).collect();
        Self { faces, centres, widths, spacing }
    }

    /// The grid that equidistributes the cell density of `spec`.
    pub fn graded(spec: &RadialSpec) -> Self {
        let parts = spec.parts();
        let mut faces = vec![0.0; parts.iter().map(|(_, cells)| cells).sum::<usize>() + 1];
        let mut first = 0;
        for (part, cells) in parts {
            part.place(&mut faces[first..=first + cells]);
            first += cells;
        }
        Self::from_faces(faces)
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// A grid has at least one cell.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// Container radius.
    pub fn radius(&self) -> f64 {
        self.faces[self.len()]
    }

    /// Area of cell `i`'s cross-section over 2π: `r_centre · width`.
    pub fn cell_area(&self, i: usize) -> f64 {
        self.centres[i] * self.widths[i]
    }

    /// Area of the ring between the centres next to face `i`, over 2π: `r_face · spacing` (0 on the axis).
    pub fn face_area(&self, i: usize) -> f64 {
        self.faces[i] * self.spacing[i]
    }

    /// What the half-sum of the rings of the cells next to face `i`, over 2π, exceeds [`face_area`](Self::face_area) by
    /// (0 on the axis).
    pub fn ring_excess(&self, i: usize) -> f64 {
        if i == 0 { 0.0 } else { 0.5 * (self.cell_area(i - 1) + self.cell_area(i)) - self.face_area(i) }
    }
}

/// The cumulative number of cells along a line, `C(x) = ∫ n dx`, as a monotone piecewise cubic.
///
/// The sample points belong to the caller; where they move smoothly with a parameter, so do the faces.
pub(super) struct Cumulative {
    points: Vec<f64>,
    density: Vec<f64>,
    count: Vec<f64>,
}

impl Cumulative {
    pub(super) fn with_capacity(samples: usize) -> Self {
        Self {
            points: Vec::with_capacity(samples),
            density: Vec::with_capacity(samples),
            count: Vec::with_capacity(samples),
        }
    }

    /// Integrates the density `n` (cells per metre) over the increasing sample `points`; returns the total.
    pub(super) fn integrate(&mut self, points: impl Iterator<Item = f64>, n: impl Fn(f64) -> f64) -> f64 {
        self.points.clear();
        self.density.clear();
        self.count.clear();
        let mut total = 0.0;
        for x in points {
            let value = n(x);
            if let (Some(&x0), Some(&n0)) = (self.points.last(), self.density.last()) {
                let middle = n(0.5 * (x0 + x));
                total += (x - x0) * (n0 + 4.0 * middle + value) / 6.0;
            }
            self.points.push(x);
            self.density.push(value);
            self.count.push(total);
        }
        total
    }

    /// Fills `faces` (length `cells + 1`) with the positions that share the total equally.
    pub(super) fn place(&self, faces: &mut [f64]) {
        let cells = faces.len() - 1;
        let last = self.points.len() - 1;
        let total = self.count[last];
        let mut k = 0;
        for (j, face) in faces.iter_mut().enumerate() {
            let target = total * j as f64 / cells as f64;
            while k + 2 < self.points.len() && self.count[k + 1] < target {
                k += 1;
            }
            *face = self.invert(k, target);
        }
        faces[0] = self.points[0];
        faces[cells] = self.points[last];
    }

    /// Solves `C(x) = target` in sample interval `k`, where `C` is the cubic Hermite interpolant.
    fn invert(&self, k: usize, target: f64) -> f64 {
        let (x0, x1) = (self.points[k], self.points[k + 1]);
        let (c0, c1) = (self.count[k], self.count[k + 1]);
        let width = x1 - x0;
        let cubic = Cubic { first: [c0, self.density[k] * width], last: [c1, self.density[k + 1] * width] };
        let mut t = ((target - c0) / (c1 - c0)).clamp(0.0, 1.0);
        for _ in 0..4 {
            t = (t - (cubic.value(t) - target) / cubic.slope(t)).clamp(0.0, 1.0);
        }
        x0 + t * width
    }
}
