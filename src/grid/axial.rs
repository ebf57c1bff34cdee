use super::equidistribute::Cumulative;
use super::{smooth_max, smooth_ramp};

/// What the axial grid has to resolve at every gap; lengths in metres.
#[derive(Debug, Clone, PartialEq)]
pub struct AxialSpec {
    /// Height of the container above the wall at z = 0.
    pub height: f64,
    /// Sphere diameter.
    pub diameter: f64,
    /// Cells per diameter around the sphere.
    pub cells_per_diameter: f64,
    /// Cells across the gap once the gap is the finest scale.
    pub cells_across_film: f64,
    /// Smallest gap the grid follows; below it the geometry is held there.
    pub smallest_gap: f64,
    /// Largest gap the grid follows.
    pub largest_gap: f64,
    /// Growth of the cell size per unit length from the film along the sphere.
    pub film_growth: f64,
    /// Growth of the cell size per unit length away from the sphere.
    pub far_growth: f64,
    /// Largest cell.
    pub largest: f64,
}

impl AxialSpec {
    /// Number of cells that serves every gap between the smallest and the largest.
    pub fn cells(&self) -> usize {
        const GAPS: usize = 60;
        let mut cumulative = Cumulative::with_capacity(1000);
        let ratio = (self.largest_gap / self.smallest_gap).max(1.0);
        let need = (0..=GAPS)
            .map(|k| self.smallest_gap * ratio.powf(k as f64 / GAPS as f64))
            .map(|gap| cumulative.integrate(self.samples(gap), |z| self.density(z, gap)))
            .fold(0.0, f64::max);
        need.ceil() as usize
    }

    /// Cells per metre wanted at height `z` when the sphere's lowest point is at `gap`.
    fn density(&self, z: f64, gap: f64) -> f64 {
        let body = self.diameter / self.cells_per_diameter;
        let film = gap / self.cells_across_film + self.film_growth * smooth_ramp(z - gap, 0.3 * gap);
        let middle = gap + 0.5 * self.diameter;
        let outside = smooth_ramp((z - middle).abs() - 0.5 * self.diameter - 4.0 * body, 2.0 * body);
        let largest_density = 1.0 / self.largest;
        let far = smooth_max(1.0 / (body + self.far_growth * outside), largest_density);
        smooth_max(far, 1.0 / film)
    }

    /// Sample points, dense where the density varies, moving smoothly with the gap.
    fn samples(&self, gap: f64) -> impl Iterator<Item = f64> {
        const FILM: usize = 40;
        const BODY: usize = 400;
        const ABOVE: usize = 260;
        let (height, top) = (self.height, (gap + 1.5 * self.diameter).min(0.5 * (gap + self.diameter + self.height)));
        let stretch = ((top / gap).ln()).max(1.0);
        (0..FILM)
            .map(move |k| gap * k as f64 / FILM as f64)
            .chain((0..BODY).map(move |k| {
                let t = k as f64 / BODY as f64;
                gap + (top - gap) * (stretch * t).exp_m1() / stretch.exp_m1()
            }))
            .chain((0..=ABOVE).map(move |k| top + (height - top) * (k as f64 / ABOVE as f64).powi(2)))
    }
}

/// Maps the gap to face positions; the number of cells never changes.
///
/// Faces equidistribute `∫ n(z; h) dz`; the number of cells is the largest total over all gaps, so that no cell is ever
/// larger than asked. The map is smooth in the gap.
pub struct AxialMap {
    spec: AxialSpec,
    cells: usize,
    cumulative: Cumulative,
}

impl AxialMap {
    /// Sizes the grid for every gap between the smallest and the largest of `spec`.
    pub fn new(spec: AxialSpec) -> Self {
        let cells = spec.cells();
        Self { spec, cells, cumulative: Cumulative::with_capacity(1000) }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The gap at which the geometry stands when the sphere's gap is `gap`: never below the smallest one.
    pub fn resolved_gap(&self, gap: f64) -> f64 {
        gap.max(self.spec.smallest_gap)
    }

    /// Places the faces of `grid` for the sphere's lowest point at `gap` (not below the smallest gap).
    ///
    /// # Panics
    /// If the faces do not increase: the map is broken.
    pub fn place(&mut self, gap: f64, grid: &mut AxialGrid) {
        let spec = &self.spec;
        self.cumulative.integrate(spec.samples(gap), |z| spec.density(z, gap));
        self.cumulative.place(&mut grid.faces);
        grid.update();
    }

    /// A new grid for the given gap.
    pub fn grid(&mut self, gap: f64) -> AxialGrid {
        let mut grid = AxialGrid::uniform(self.spec.height, self.cells);
        self.place(gap, &mut grid);
        grid
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
