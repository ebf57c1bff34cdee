//! The fields of a run as a series in time: `fields.pvd`, `sphere.pvd`, with azimuthal modes `fields-3d.pvd`, and the
//! files in `fields/`.

use super::atomic;
use super::error::OutputError;
use super::vtk::{self, PolygonSurface, Precision, RectilinearGrid, StructuredGrid};
use std::path::{Path, PathBuf};
use wetbounce_physics::body::snapshot::Snapshot;

const FIELDS: &str = "fields.pvd";
const SPHERE: &str = "sphere.pvd";
const SPATIAL: &str = "fields-3d.pvd";
/// The lists of snapshots in a run directory.
pub const LISTS: [&str; 3] = [FIELDS, SPHERE, SPATIAL];
/// Where the snapshots are.
pub const FOLDER: &str = "fields";
const SPHERE_RINGS: usize = 32;

/// Whether a file of this name in the [`FOLDER`] is a snapshot of a series.
pub fn is_member(name: &str) -> bool {
    let ends = [("flow_", ".vtr"), ("flow_", ".vts"), ("sphere_", ".vtp")];
    ends.iter().any(|(start, end)| {
        let number = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        number.is_some_and(|number| number.len() >= 6 && number.chars().all(|c| c.is_ascii_digit()))
    })
}

/// Writes snapshots into a run directory. After a kill the series lists whole files only.
#[derive(Debug)]
pub struct FieldSeries {
    directory: PathBuf,
    fields: Vec<(f64, String)>,
    spheres: Vec<(f64, String)>,
    /// Fields in three dimensions.
    spatial: Vec<(f64, String)>,
}

impl FieldSeries {
    /// Starts an empty series.
    pub fn create(directory: &Path) -> Result<Self, OutputError> {
        let directory = directory.to_path_buf();
        let series = Self { directory, fields: Vec::new(), spheres: Vec::new(), spatial: Vec::new() };
        series.prepare()?;
        Ok(series)
    }

    /// Continues a series from a checkpoint at `time` \[s\]: later snapshots are dropped and will be written again. A
    /// directory without a series, of a run that had asked for none so far, begins one.
    pub fn resume(directory: &Path, time: f64) -> Result<Self, OutputError> {
        let begins = ![FIELDS, SPHERE].iter().any(|name| directory.join(name).exists());
        let kept = |name: &str| -> Result<Vec<(f64, String)>, OutputError> {
            if begins {
                return Ok(Vec::new());
            }
            let mut entries = vtk::read_series(&directory.join(name))?;
            entries.retain(|(at, _)| *at <= time);
            Ok(entries)
        };
        let (fields, spheres) = (kept(FIELDS)?, kept(SPHERE)?);
        let spatial = if directory.join(SPATIAL).exists() { kept(SPATIAL)? } else { Vec::new() };
        let series = Self { directory: directory.to_path_buf(), fields, spheres, spatial };
        series.prepare()?;
        Ok(series)
    }

    /// Adds a snapshot; its files appear before the series names them.
    pub fn write(&mut self, snapshot: &Snapshot) -> Result<(), OutputError> {
        let number = self.fields.len();
        let (grid, sphere) = (format!("{FOLDER}/flow_{number:06}.vtr"), format!("{FOLDER}/sphere_{number:06}.vtp"));
        let fields = RectilinearGrid::of_snapshot(snapshot);
        vtk::write_grid(&self.directory.join(&grid), &fields, Precision::Float32)?;
        let surface = PolygonSurface::of_snapshot(snapshot, SPHERE_RINGS);
        vtk::write_surface(&self.directory.join(&sphere), &surface, snapshot.time)?;
        self.fields.push((snapshot.time, grid));
        self.spheres.push((snapshot.time, sphere));
        self.write_series()
    }

    /// Adds the fields in three dimensions of the same moment.
    pub fn write_spatial(&mut self, grid: &StructuredGrid) -> Result<(), OutputError> {
        let file = format!("{FOLDER}/flow_{:06}.vts", self.spatial.len());
        vtk::write_structured(&self.directory.join(&file), grid, Precision::Float32)?;
        self.spatial.push((grid.time, file));
        self.write_series()
    }

    fn prepare(&self) -> Result<(), OutputError> {
        atomic::make_directory(&self.directory.join(FOLDER))?;
        self.write_series()
    }

    fn write_series(&self) -> Result<(), OutputError> {
        if !self.spatial.is_empty() {
            vtk::write_series(&self.directory.join(SPATIAL), &self.spatial)?;
        }
        vtk::write_series(&self.directory.join(FIELDS), &self.fields)?;
        vtk::write_series(&self.directory.join(SPHERE), &self.spheres)
    }
}
