//! The fields of a run as a series in time: `fields.pvd`, `sphere.pvd`, with azimuthal modes `fields-3d.pvd`, and the files in
//! `fields/`.

use super::atomic;
use super::error::OutputError;
use super::vtk::{self, Halves, Precision, RectilinearGrid, StructuredGrid, Surface};
use crate::body::snapshot::Snapshot;
use std::path::{Path, PathBuf};

const FIELDS: &str = "fields.pvd";
const SPHERE: &str = "sphere.pvd";
const SPATIAL: &str = "fields-3d.pvd";
const FOLDER: &str = "fields";
const SPHERE_RINGS: usize = 32;

/// Writes snapshots into a run directory. After a kill the series lists whole files only.
#[derive(Debug)]
pub struct FieldSeries {
    directory: PathBuf,
    precision: Precision,
    halves: Halves,
    fields: Vec<(f64, String)>,
    spheres: Vec<(f64, String)>,
    /// Fields in three dimensions.
    spatial: Vec<(f64, String)>,
}

impl FieldSeries {
    /// Starts an empty series.
    pub fn create(directory: &Path, precision: Precision, halves: Halves) -> Result<Self, OutputError> {
        let directory = directory.to_path_buf();
        let series =
            Self { directory, precision, halves, fields: Vec::new(), spheres: Vec::new(), spatial: Vec::new() };
        series.prepare()?;
        Ok(series)
    }

    /// Continues a series from a checkpoint at `time` in s: later snapshots are dropped and will be written again. A
    /// directory without a series, of a run that had asked for none so far, begins one.
    pub fn resume(directory: &Path, precision: Precision, halves: Halves, time: f64) -> Result<Self, OutputError> {
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
        let series = Self { directory: directory.to_path_buf(), precision, halves, fields, spheres, spatial };
        series.prepare()?;
        Ok(series)
    }

    /// Removes the series that an earlier run left in `directory`.
    pub fn remove(directory: &Path) -> Result<(), OutputError> {
        let remove = |path: &Path| std::fs::remove_file(path).map_err(OutputError::io("remove", path));
        for name in [FIELDS, SPHERE, SPATIAL] {
            let list = directory.join(name);
            if list.exists() {
                remove(&list)?;
            }
        }
        for entry in std::fs::read_dir(directory.join(FOLDER)).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| ["vtr", "vts", "vtp"].iter().any(|ours| extension == *ours)) {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Number of snapshots in the series.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there is no snapshot.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Adds a snapshot; its files appear before the series names them.
    pub fn write(&mut self, snapshot: &Snapshot) -> Result<(), OutputError> {
        let number = self.fields.len();
        let (grid, sphere) = (format!("{FOLDER}/flow_{number:06}.vtr"), format!("{FOLDER}/sphere_{number:06}.vtp"));
        let fields = RectilinearGrid::of_snapshot(snapshot, self.halves);
        vtk::write_grid(&self.directory.join(&grid), &fields, self.precision)?;
        let surface = Surface::of_sphere(snapshot.sphere, SPHERE_RINGS);
        vtk::write_surface(&self.directory.join(&sphere), &surface, snapshot.time)?;
        self.fields.push((snapshot.time, grid));
        self.spheres.push((snapshot.time, sphere));
        self.write_series()
    }

    /// Adds the fields in three dimensions of the same moment.
    pub fn write_spatial(&mut self, grid: &StructuredGrid) -> Result<(), OutputError> {
        let file = format!("{FOLDER}/flow_{:06}.vts", self.spatial.len());
        vtk::write_structured(&self.directory.join(&file), grid, self.precision)?;
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
