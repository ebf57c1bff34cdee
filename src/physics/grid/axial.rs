//! The axial grid: static and graded at the wall, or about the middle of the gap between two spheres, moving with the
//! spheres around them.
//!
//! The geometry comes to rest where the gap becomes too small for it ([`SmallestGap`]).

use super::film_cells::{FilmCells, film_height};

/// Least height up to which cells grow as in the film, diameters.
const FILM: f64 = 0.3;

/// Lengths that the axial grid has to resolve at every gap, in metres.
///
/// The density of cells (cells per metre) is, with `d` the cell around the sphere, `ζ` the distance from its centre
/// less `½D + 4d` (zero inside),
///
/// ```text
/// n(z; h) = max(0, 1/s(z) − 1/d)  +  1/L + (1/d − 1/L)/(1 + κ ζ/d),    s = s₀ + β z
/// ```
///
/// The first part stands still and makes the cell at height z about `β z` tall: the gap holds `1/β` cells and more, at
/// every gap of the film down to the smallest, `s₀ = h_g/n`; beyond the film cells grow faster (`FilmCells`). The
/// second follows the sphere. A grid whose *film cells* follow the gap must sweep its other cells through sphere and
/// wake `D/h` times faster than the sphere moves; this one moves no faster than the sphere.
#[derive(Debug, Clone, PartialEq)]
pub struct AxialSpec {
    /// Height of the container above the wall at z = 0.
    pub height: f64,
    /// Sphere diameter.
    pub diameter: f64,
    /// Cells per diameter around the sphere.
    pub cells_per_diameter: f64,
    /// Cells across the smallest gap.
    pub cells_across_film: f64,
    /// Gap above the smallest at which the finest cells are twice as high as there; infinite where they stand. The
    /// liquid in the middle of a wide gap between two spheres moves, and fine cells there would shorten the step.
    pub film_opens: f64,
    /// [Smallest gap](SmallestGap) of the geometry; it follows the sphere down to twice that.
    pub smallest_gap: f64,
    /// Largest gap the grid follows.
    pub largest_gap: f64,
    /// Growth `β` of the cell size per unit length from the wall upwards, in the film.
    pub film_growth: f64,
    /// Growth `κ` of the cell size per unit length away from the sphere.
    pub far_growth: f64,
    /// Largest cell `L`.
    pub largest: f64,
}

impl AxialSpec {
    /// Number of cells that serves every gap between the smallest and the largest.
    pub fn cells(&self) -> usize {
        const GAPS: usize = 200;
        let ratio = (self.largest_gap / self.smallest_gap).max(1.0);
        let need = (0..=GAPS)
            .map(|k| self.smallest_gap * ratio.powf(k as f64 / GAPS as f64))
            .map(|gap| self.count(gap).at(self.height).0)
            .fold(0.0, f64::max);
        need.ceil() as usize
    }

    /// The count of cells for the sphere's lowest point at `gap`.
    fn count(&self, gap: f64) -> Count {
        let body = self.diameter / self.cells_per_diameter;
        let open = 1.0 + (gap - self.smallest_gap).max(0.0) / self.film_opens;
        let finest = (self.smallest_gap / self.cells_across_film * open).min(body);
        let end = (FILM * self.diameter).max(film_height(self.diameter, self.smallest_gap));
        let film = FilmCells::axial(finest, self.film_growth, end);
        let mut count = Count {
            body,
            top: film.distance_to(body),
            film,
            half: 0.5 * self.diameter + 4.0 * body,
            kappa: self.far_growth / body,
            middle: gap + 0.5 * self.diameter,
            least: 1.0 / self.largest,
            below_top: 0.0,
            at_wall: 0.0,
        };
        count.below_top = count.film.count(count.top);
        count.at_wall = count.around(-count.middle);
        count
    }
}

/// Newton's last correction, relative to the height: the next one would be of the order of its square.
const NEWTON_CLOSE: f64 = 1e-9;

/// The integral of [`AxialSpec`]'s cell density at one gap, in closed form.
struct Count {
    body: f64,
    film: FilmCells,
    /// Height at which the cells out of the film are as large as around the sphere.
    top: f64,
    /// Cells out of the film below that.
    below_top: f64,
    half: f64,
    kappa: f64,
    middle: f64,
    least: f64,
    at_wall: f64,
}

impl Count {
    fn around(&self, offset: f64) -> f64 {
        let distance = offset.abs();
        if distance <= self.half {
            return offset;
        }
        offset.signum() * (self.half + (self.kappa * (distance - self.half)).ln_1p() / self.kappa)
    }

    /// Cells wanted below height `z`, and their density there.
    fn at(&self, z: f64) -> (f64, f64) {
        let (graded, in_film) = if z < self.top { (z, self.film.count(z)) } else { (self.top, self.below_top) };
        let wall = in_film - graded / self.body;
        let wall_density = if z < self.top { 1.0 / self.film.size(z) - 1.0 / self.body } else { 0.0 };
        let excess = 1.0 / self.body - self.least;
        let outside = ((z - self.middle).abs() - self.half).max(0.0);
        let count = wall + z * self.least + excess * (self.around(z - self.middle) - self.at_wall);
        (count, wall_density + self.least + excess / (1.0 + self.kappa * outside))
    }
}

/// Maps the gap to face positions; the number of cells never changes.
///
/// Faces equidistribute `∫ n(z; h) dz`; the number of cells is the largest total over all gaps, so that no cell is ever
/// larger than asked. The map is smooth in the gap. A [standing](Self::standing) one is the same at every gap.
///
/// Between [two spheres](Self::between) the middle of the gap stands still: on either side the grid is that above a
/// wall there, at half the gap.
pub struct AxialMap {
    shape: Shape,
    cells: usize,
}

/// The inputs that decide where the faces are.
enum Shape {
    /// They follow the sphere.
    Moving(AxialSpec),
    /// They follow two spheres: the sides above and below the middle of the gap, and the cells of the lower one.
    Between([AxialSpec; 2], usize),
    /// They stand, with the sphere's lowest point at this height \[m\].
    Standing(AxialGrid, f64),
}

impl AxialMap {
    /// Sizes the grid for every gap between the smallest and the largest of `spec`.
    pub fn new(spec: AxialSpec) -> Self {
        let cells = spec.cells();
        Self { shape: Shape::Moving(spec), cells }
    }

    /// A grid between two spheres on one axis, from the lengths to be resolved above and below the middle of the gap:
    /// heights, largest gap and smallest gap (half of the one between the spheres, the same on both sides) counted from
    /// there.
    pub fn between(sides: [AxialSpec; 2]) -> Self {
        let [above, below] = [sides[0].cells(), sides[1].cells()];
        Self { cells: above + below, shape: Shape::Between(sides, below) }
    }

    /// A grid that always stands as `grid`, with the sphere's lowest point at the height `gap` \[m\].
    pub fn standing(grid: AxialGrid, gap: f64) -> Self {
        Self { cells: grid.len(), shape: Shape::Standing(grid, gap) }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The [resolved gap](SmallestGap), at which the geometry stands when the sphere's gap is `gap`.
    pub fn resolved_gap(&self, gap: f64) -> f64 {
        match &self.shape {
            Shape::Moving(spec) => SmallestGap(spec.smallest_gap).resolved(gap),
            Shape::Between([above, _], _) => SmallestGap(2.0 * above.smallest_gap).resolved(gap),
            Shape::Standing(_, place) => *place,
        }
    }

    /// Heights of the spheres' lowest points \[m\] at the resolved gap `gap` \[m\], from the uppermost sphere down; of
    /// one sphere the second is no number.
    pub fn lowest_points(&self, gap: f64) -> [f64; 2] {
        match &self.shape {
            Shape::Between([_, below], _) => {
                let middle = below.height;
                [middle + 0.5 * gap, middle - 0.5 * gap - below.diameter]
            }
            _ => [gap, f64::NAN],
        }
    }

    /// Places the faces of `grid` for the resolved gap `gap` (not below the smallest gap).
    ///
    /// # Panics
    /// If the faces do not increase: the map is broken.
    pub fn place(&self, gap: f64, grid: &mut AxialGrid) {
        match &self.shape {
            Shape::Moving(spec) => spec.place(gap, &mut grid.faces),
            Shape::Between([above, below], split) => {
                let lower = &mut grid.faces[..=*split];
                below.place(0.5 * gap, lower);
                lower.reverse();
                lower.iter_mut().for_each(|face| *face = below.height - *face);
                let upper = &mut grid.faces[*split..];
                above.place(0.5 * gap, upper);
                upper.iter_mut().for_each(|face| *face += below.height);
            }
            Shape::Standing(standing, _) => return grid.copy_from(standing),
        }
        grid.update();
    }

    /// A new grid for the given gap.
    pub fn grid(&self, gap: f64) -> AxialGrid {
        let height = match &self.shape {
            Shape::Moving(spec) => spec.height,
            Shape::Between([above, below], _) => above.height + below.height,
            Shape::Standing(standing, _) => return standing.clone(),
        };
        let mut grid = AxialGrid::uniform(height, self.cells);
        self.place(gap, &mut grid);
        grid
    }
}

impl AxialSpec {
    /// Places the `faces` above a wall for the sphere's lowest point at `gap`.
    fn place(&self, gap: f64, faces: &mut [f64]) {
        let count = self.count(gap);
        let total = count.at(self.height).0;
        let last = faces.len() - 1;
        faces[0] = 0.0;
        let mut density_below = count.at(0.0).1;
        for j in 1..last {
            let target = total * j as f64 / last as f64;
            let (mut low, mut high) = (faces[j - 1], self.height);
            let mut z = low + total / last as f64 / density_below;
            for _ in 0..60 {
                let (below, density) = count.at(z);
                let miss = below - target;
                if miss > 0.0 {
                    high = z
                } else {
                    low = z
                }
                let newton = z - miss / density;
                let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
                let done = (next - z).abs() <= NEWTON_CLOSE * next;
                z = next;
                density_below = density;
                if done {
                    break;
                }
            }
            faces[j] = z;
        }
        faces[last] = self.height;
    }
}

/// An axial grid between the wall at z = 0 and the container's top. Lengths in metres.
#[derive(Debug, Clone, PartialEq)]
pub struct AxialGrid {
    /// Face heights, length `nz + 1`.
    pub faces: Vec<f64>,
    /// Cell-centre heights, length `nz`.
    pub centres: Vec<f64>,
    /// Cell heights, length `nz`.
    pub widths: Vec<f64>,
    /// Distance of the cell centres on either side of face `j`, length `nz`; entry 0 (the wall) is unused and 1.
    pub spacing: Vec<f64>,
}

impl AxialGrid {
    /// `n` equal cells up to `height`.
    pub fn uniform(height: f64, n: usize) -> Self {
        Self::from_faces((0..=n).map(|j| height * j as f64 / n as f64).collect())
    }

    /// A grid with the given, strictly increasing faces.
    pub fn from_faces(faces: Vec<f64>) -> Self {
        let n = faces.len() - 1;
        let mut grid = Self { faces, centres: vec![0.0; n], widths: vec![0.0; n], spacing: vec![1.0; n] };
        grid.update();
        grid
    }

    /// Recomputes everything from the faces.
    pub fn update(&mut self) {
        for j in 0..self.widths.len() {
            self.widths[j] = self.faces[j + 1] - self.faces[j];
            assert!(self.widths[j] > 0.0, "axial faces must increase (face {j})");
            self.centres[j] = 0.5 * (self.faces[j] + self.faces[j + 1]);
            if j > 0 {
                self.spacing[j] = self.centres[j] - self.centres[j - 1];
            }
        }
    }

    /// Copies positions from a grid of the same size.
    pub fn copy_from(&mut self, other: &AxialGrid) {
        self.faces.copy_from_slice(&other.faces);
        self.centres.copy_from_slice(&other.centres);
        self.widths.copy_from_slice(&other.widths);
        self.spacing.copy_from_slice(&other.spacing);
    }

    /// Whether its lower half is the image of the upper one, to round-off of its height.
    pub fn is_symmetric(&self) -> bool {
        let round_off = self.height() * 1e-14;
        let ends = self.faces.iter().zip(self.faces.iter().rev());
        ends.take(self.len().div_ceil(2)).all(|(low, high)| (low + high - self.height()).abs() <= round_off)
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.widths.len()
    }

    /// A grid has at least one cell.
    pub fn is_empty(&self) -> bool {
        self.widths.is_empty()
    }

    /// Height of the container.
    pub fn height(&self) -> f64 {
        self.faces[self.len()]
    }
}

/// The smallest gap `h_g` of a grid \[m\], positive.
///
/// The geometry of the flow stands at the *resolved gap* `ĥ(h)` and never below `h_g`:
///
/// ```text
/// ĥ = h                  2 h_g ≤ h
/// ĥ = h_g + h²/(4 h_g)   0 < h < 2 h_g
/// ĥ = h_g                h ≤ 0
/// ```
///
/// `ĥ` and `dĥ/dh` are continuous. Were the geometry stopped at once, the part of the force with which the liquid in
/// the film resists its acceleration as the film narrows (`∝ ρV dĥ/dt`; the term `(Re/20) ln(1/δ*)` of Cox &
/// Brenner 1967) would end at once too, and begin again at once on the way out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmallestGap(pub f64);

impl SmallestGap {
    /// The gap down to which the geometry follows the sphere, `2 h_g` \[m\].
    pub fn followed(self) -> f64 {
        2.0 * self.0
    }

    /// The resolved gap `ĥ` \[m\] of a sphere at `gap` \[m\].
    pub fn resolved(self, gap: f64) -> f64 {
        let slope = self.slope(gap);
        if slope < 1.0 { self.0 * (1.0 + slope * slope) } else { gap }
    }

    /// `count` gaps \[m\] from this one to `highest` \[m\], each the same multiple of the one before; none if that is
    /// no larger.
    pub fn up_to(self, highest: f64, count: usize) -> impl Iterator<Item = f64> {
        let ratio = highest / self.0;
        let gap = move |k: usize| self.0 * ratio.powf(k as f64 / (count - 1) as f64);
        (0..if ratio > 1.0 { count } else { 0 }).map(gap)
    }

    /// `dĥ/dh` at `gap` \[m\], 0 to 1.
    pub fn slope(self, gap: f64) -> f64 {
        (gap / self.followed()).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resolved_gap_and_its_slope_are_continuous_and_it_never_falls_below_the_smallest() {
        let smallest = SmallestGap(6e-6);
        assert_eq!(smallest.resolved(1e-3), 1e-3);
        assert_eq!((smallest.resolved(0.0), smallest.resolved(-1e-6)), (6e-6, 6e-6));
        let mut before = smallest.resolved(-1e-6);
        for k in 0..3000 {
            let gap = -1e-6 + 1e-8 * f64::from(k);
            let (low, high) = (smallest.resolved(gap - 1e-10), smallest.resolved(gap + 1e-10));
            assert!(((high - low) / 2e-10 - smallest.slope(gap)).abs() < 1e-4, "slope at {gap}");
            let here = smallest.resolved(gap);
            assert!(here >= before && here >= gap && here >= 6e-6, "{here} at {gap}");
            before = here;
        }
    }
}
