//! Writing ParaView files, each of which replaces an older one as a whole, and reading back the series.

use super::{DataArray, PolygonSurface, Precision, RectilinearGrid, StructuredGrid};
use crate::output::atomic;
use crate::output::error::OutputError;
use std::io::{self, Write};
use std::path::Path;

/// Writes a `.vtr` file. Panics if an array does not have one value per component and cell or point.
pub fn write_grid(path: &Path, grid: &RectilinearGrid, precision: Precision) -> Result<(), OutputError> {
    let check = |data: &[DataArray], count: usize| {
        data.iter().for_each(|array| assert_eq!(array.values.len(), count * array.components, "{}", array.name));
    };
    check(&grid.cell_data, grid.cells());
    check(&grid.point_data, grid.points());
    atomic::replace(path, |w| grid_document(grid, precision).write(w))
}

/// Writes a `.vts` file. Panics if an array does not have one value per component and cell.
pub fn write_structured(path: &Path, grid: &StructuredGrid, precision: Precision) -> Result<(), OutputError> {
    let cells: usize = grid.cells.iter().product();
    grid.cell_data.iter().for_each(|array| assert_eq!(array.values.len(), cells * array.components, "{}", array.name));
    atomic::replace(path, |w| structured_document(grid, precision).write(w))
}

/// Writes a `.vtp` file.
pub fn write_surface(path: &Path, surface: &PolygonSurface, time: f64) -> Result<(), OutputError> {
    atomic::replace(path, |w| surface_document(surface, time).write(w))
}

/// Writes a `.pvd` file: times in s and paths relative to it.
pub fn write_series(path: &Path, entries: &[(f64, String)]) -> Result<(), OutputError> {
    atomic::replace(path, |w| {
        writeln!(w, "<?xml version=\"1.0\"?>")?;
        writeln!(w, "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>")?;
        for (time, file) in entries {
            writeln!(w, "<DataSet timestep=\"{time:?}\" part=\"0\" file=\"{file}\"/>")?;
        }
        writeln!(w, "</Collection>\n</VTKFile>")
    })
}

/// Reads a `.pvd` file: times \[s\] and paths relative to it.
///
/// # Errors
/// The file cannot be read, or was not written by [`write_series`].
pub fn read_series(path: &Path) -> Result<Vec<(f64, String)>, OutputError> {
    let text = std::fs::read_to_string(path).map_err(OutputError::io("read", path))?;
    let damaged = |problem: String| OutputError::Format {
        path: path.to_path_buf(),
        place: "ParaView file".into(),
        problem,
        advice: "remove the file; the run writes it again".into(),
    };
    if !text.contains("<VTKFile type=\"Collection\"") || !text.trim_end().ends_with("</VTKFile>") {
        return Err(damaged("no whole collection of ParaView files".into()));
    }
    let attribute = |line: &str, name: &str| {
        let found = line.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
        found.map(|(value, _)| value.to_owned()).ok_or_else(|| damaged(format!("a data set has no attribute `{name}`")))
    };
    let entry = |line: &str| {
        let time = attribute(line, "timestep")?;
        let number = time.parse().map_err(|_| damaged(format!("`{time}` is not a number")))?;
        Ok((number, attribute(line, "file")?))
    };
    text.lines().filter(|line| line.starts_with("<DataSet ")).map(entry).collect()
}

fn grid_document(grid: &RectilinearGrid, precision: Precision) -> Document {
    let mut document = Document::new("RectilinearGrid");
    let extent = grid.coordinates.each_ref().map(|axis| format!("0 {}", axis.len() - 1)).join(" ");
    document.line(&format!("<RectilinearGrid WholeExtent=\"{extent}\">"));
    document.time(grid.time);
    document.line(&format!("<Piece Extent=\"{extent}\">"));
    for (section, data) in [("CellData", &grid.cell_data), ("PointData", &grid.point_data)] {
        document.line(&format!("<{section}>"));
        data.iter().for_each(|array| document.reals(&array.name, array.components, &array.values, precision));
        document.line(&format!("</{section}>"));
    }
    document.line("<Coordinates>");
    for (name, axis) in ["x_m", "y_m", "z_m"].into_iter().zip(&grid.coordinates) {
        document.reals(name, 1, axis, Precision::Float64);
    }
    document.line("</Coordinates>\n</Piece>\n</RectilinearGrid>");
    document
}

fn structured_document(grid: &StructuredGrid, precision: Precision) -> Document {
    let mut document = Document::new("StructuredGrid");
    let extent = grid.cells.map(|cells| format!("0 {cells}")).join(" ");
    document.line(&format!("<StructuredGrid WholeExtent=\"{extent}\">"));
    document.time(grid.time);
    document.line(&format!("<Piece Extent=\"{extent}\">\n<CellData>"));
    grid.cell_data.iter().for_each(|array| document.reals(&array.name, array.components, &array.values, precision));
    document.line("</CellData>\n<Points>");
    document.reals("position_m", 3, grid.points.as_flattened(), Precision::Float64);
    document.line("</Points>\n</Piece>\n</StructuredGrid>");
    document
}

fn surface_document(surface: &PolygonSurface, time: f64) -> Document {
    let mut document = Document::new("PolyData");
    document.line("<PolyData>");
    document.time(time);
    let (points, polygons) = (surface.points.len(), surface.polygons.len());
    document.line(&format!("<Piece NumberOfPoints=\"{points}\" NumberOfPolys=\"{polygons}\">\n<Points>"));
    document.reals("position_m", 3, surface.points.as_flattened(), Precision::Float64);
    document.line("</Points>\n<Polys>");
    document.whole("connectivity", &surface.polygons.concat());
    let ends = surface.polygons.iter().scan(0, |end, polygon| {
        *end += polygon.len() as i64;
        Some(*end)
    });
    document.whole("offsets", &ends.collect::<Vec<_>>());
    document.line("</Polys>\n</Piece>\n</PolyData>");
    document
}

/// An XML text that refers to blocks of raw data appended after it.
struct Document {
    kind: &'static str,
    text: String,
    data: Vec<u8>,
}

impl Document {
    fn new(kind: &'static str) -> Self {
        Self { kind, text: String::new(), data: Vec::new() }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn time(&mut self, time: f64) {
        self.line("<FieldData>");
        self.line(&format!(
            "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{time:?}</DataArray>"
        ));
        self.line("</FieldData>");
    }

    fn reals(&mut self, name: &str, components: usize, values: &[f64], precision: Precision) {
        match precision {
            Precision::Float32 => {
                let bytes = values.iter().flat_map(|value| (*value as f32).to_le_bytes());
                self.array("Float32", name, components, 4 * values.len(), bytes);
            }
            Precision::Float64 => {
                let bytes = values.iter().flat_map(|value| value.to_le_bytes());
                self.array("Float64", name, components, 8 * values.len(), bytes);
            }
        }
    }

    fn whole(&mut self, name: &str, values: &[i64]) {
        self.array("Int64", name, 1, 8 * values.len(), values.iter().flat_map(|value| value.to_le_bytes()));
    }

    fn array(&mut self, kind: &str, name: &str, components: usize, size: usize, bytes: impl Iterator<Item = u8>) {
        let offset = self.data.len();
        self.line(&format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"appended\" \
             offset=\"{offset}\"/>"
        ));
        self.data.extend((size as u64).to_le_bytes());
        self.data.extend(bytes);
    }

    fn write(&self, w: &mut impl Write) -> io::Result<()> {
        writeln!(w, "<?xml version=\"1.0\"?>")?;
        writeln!(
            w,
            "<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">",
            self.kind
        )?;
        write!(w, "{}<AppendedData encoding=\"raw\">\n_", self.text)?;
        w.write_all(&self.data)?;
        writeln!(w, "\n</AppendedData>\n</VTKFile>")
    }
}
