//! Reads ParaView files as strictly as ParaView should: every size, offset and extent must fit.

use std::fs;
use std::path::Path;
use wetbounce::output::vtk::{DataArray, PolygonSurface, RectilinearGrid, StructuredGrid};

/// Reads a `.vtr` file. Errors: anything that does not fit together, with the name of the array or element.
pub fn read_grid(path: &Path) -> Result<RectilinearGrid, String> {
    parsed(path, |bytes| {
        let mut file = Parser::new(bytes, "RectilinearGrid")?;
        let whole = file.open("RectilinearGrid")?.attribute("WholeExtent")?.to_owned();
        let time = file.time()?;
        if file.open("Piece")?.attribute("Extent")? != whole {
            return Err("the piece is not the whole".into());
        }
        let last = extent(&whole)?;
        let cells = last.iter().map(|&n| n.max(1)).product();
        let points = last.iter().map(|&n| n + 1).product();
        let cell_data = file.section("CellData", cells)?;
        let point_data = file.section("PointData", points)?;
        file.open("Coordinates")?;
        let axis = |file: &mut Parser, n: usize| file.array(n + 1).map(|array| array.values);
        let coordinates = [axis(&mut file, last[0])?, axis(&mut file, last[1])?, axis(&mut file, last[2])?];
        if coordinates.iter().any(|axis| axis.windows(2).any(|pair| pair[0] >= pair[1])) {
            return Err("the coordinates do not increase".into());
        }
        file.close(&["Coordinates", "Piece", "RectilinearGrid"])?;
        file.finish()?;
        Ok(RectilinearGrid { time, coordinates, cell_data, point_data })
    })
}

/// Reads a `.vts` file.
pub fn read_structured(path: &Path) -> Result<StructuredGrid, String> {
    parsed(path, |bytes| {
        let mut file = Parser::new(bytes, "StructuredGrid")?;
        let whole = file.open("StructuredGrid")?.attribute("WholeExtent")?.to_owned();
        let time = file.time()?;
        if file.open("Piece")?.attribute("Extent")? != whole {
            return Err("the piece is not the whole".into());
        }
        let cells = extent(&whole)?;
        let cell_data = file.section("CellData", cells.iter().product())?;
        file.open("Points")?;
        let positions = file.array(cells.iter().map(|&n| n + 1).product())?.values;
        file.close(&["Points", "Piece", "StructuredGrid"])?;
        file.finish()?;
        let points = positions.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
        Ok(StructuredGrid { time, cells, points, cell_data })
    })
}

/// Reads a `.vtp` file: the surface and its time in s.
pub fn read_surface(path: &Path) -> Result<(PolygonSurface, f64), String> {
    parsed(path, |bytes| {
        let mut file = Parser::new(bytes, "PolyData")?;
        file.open("PolyData")?;
        let time = file.time()?;
        let piece = file.open("Piece")?;
        let points = number::<usize>(piece.attribute("NumberOfPoints")?)?;
        let polygons = number::<usize>(piece.attribute("NumberOfPolys")?)?;
        file.open("Points")?;
        let positions = file.array(points)?.values;
        file.close(&["Points"])?;
        file.open("Polys")?;
        let corners = file.whole(None)?;
        let ends = file.whole(Some(polygons))?;
        file.close(&["Polys", "Piece", "PolyData"])?;
        file.finish()?;
        let mut start = 0;
        let mut polygon = |&end: &i64| {
            let corners = corners.get(start..end as usize).ok_or("a polygon ends outside of the corners")?;
            start = end as usize;
            Ok(corners.to_vec())
        };
        let polygons = ends.iter().map(&mut polygon).collect::<Result<Vec<_>, String>>()?;
        if corners.iter().any(|&corner| corner < 0 || corner as usize >= points) {
            return Err("a corner is no point".into());
        }
        let points = positions.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
        Ok((PolygonSurface { points, polygons }, time))
    })
}

fn parsed<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T, String>) -> Result<T, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&bytes).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

fn extent(text: &str) -> Result<[usize; 3], String> {
    let numbers = text.split(' ').map(number).collect::<Result<Vec<usize>, _>>()?;
    match numbers[..] {
        [0, x, 0, y, 0, z] => Ok([x, y, z]),
        _ => Err(format!("extent `{text}`")),
    }
}

/// The inside of a tag: its name and attributes.
#[derive(Clone, Copy)]
struct Element<'a>(&'a str);

impl<'a> Element<'a> {
    fn attribute(&self, name: &str) -> Result<&'a str, String> {
        let start = format!(" {name}=\"");
        let found = self.0.split_once(start.as_str()).and_then(|(_, rest)| rest.split_once('"'));
        found.map(|(value, _)| value).ok_or_else(|| format!("<{}> has no attribute `{name}`", self.0))
    }

    fn require(&self, name: &str, value: &str) -> Result<(), String> {
        let found = self.attribute(name)?;
        if found == value { Ok(()) } else { Err(format!("{name}=\"{found}\" instead of \"{value}\"")) }
    }
}

/// Goes through the elements in the order in which they are written.
struct Parser<'a> {
    text: &'a str,
    data: &'a [u8],
    consumed: usize,
}

impl<'a> Parser<'a> {
    fn new(bytes: &'a [u8], kind: &str) -> Result<Self, String> {
        let marker = b"<AppendedData encoding=\"raw\">\n_";
        let at = bytes.windows(marker.len()).position(|w| w == marker).ok_or("no appended raw data")?;
        let text = std::str::from_utf8(&bytes[..at]).map_err(|error| error.to_string())?;
        let end = b"\n</AppendedData>\n</VTKFile>\n";
        let data = bytes[at + marker.len()..].strip_suffix(end).ok_or("the file is cut off")?;
        let mut parser = Self { text, data, consumed: 0 };
        parser.open("?xml")?;
        let file = parser.open("VTKFile")?;
        file.require("type", kind)?;
        file.require("version", "1.0")?;
        file.require("byte_order", "LittleEndian")?;
        file.require("header_type", "UInt64")?;
        Ok(parser)
    }

    fn open(&mut self, name: &str) -> Result<Element<'a>, String> {
        let (element, rest) = self.peek()?;
        let found = element.0.split(' ').next().unwrap_or_default();
        if found != name {
            return Err(format!("<{found}> where <{name}> should be"));
        }
        self.text = rest;
        Ok(element)
    }

    fn peek(&self) -> Result<(Element<'a>, &'a str), String> {
        let inner = self.text.trim_start().strip_prefix('<').and_then(|text| text.split_once('>'));
        let (tag, rest) = inner.ok_or("the text ends too early")?;
        Ok((Element(tag.trim_end_matches(['/', '?'])), rest))
    }

    fn close(&mut self, names: &[&str]) -> Result<(), String> {
        names.iter().try_for_each(|name| self.open(&format!("/{name}")).map(|_| ()))
    }

    fn time(&mut self) -> Result<f64, String> {
        self.open("FieldData")?;
        self.open("DataArray")?.require("Name", "TimeValue")?;
        let (value, rest) = self.text.split_once('<').ok_or("no time")?;
        self.text = &self.text[self.text.len() - rest.len() - 1..];
        self.close(&["DataArray", "FieldData"])?;
        number(value)
    }

    fn section(&mut self, name: &str, count: usize) -> Result<Vec<DataArray>, String> {
        self.open(name)?;
        let mut arrays = Vec::new();
        while !self.peek()?.0.0.starts_with('/') {
            arrays.push(self.array(count)?);
        }
        self.close(&[name])?;
        Ok(arrays)
    }

    fn array(&mut self, count: usize) -> Result<DataArray, String> {
        let element = self.open("DataArray")?;
        let (name, components) =
            (element.attribute("Name")?, number::<usize>(element.attribute("NumberOfComponents")?)?);
        let block = self.block(element)?;
        let values: Vec<f64> = match element.attribute("type")? {
            "Float32" => numbers(block, |bytes| f64::from(f32::from_le_bytes(bytes)))?,
            "Float64" => numbers(block, f64::from_le_bytes)?,
            other => return Err(format!("{name} is of type {other}")),
        };
        if values.len() != count * components {
            return Err(format!("{name} has {} values instead of {}", values.len(), count * components));
        }
        Ok(DataArray { name: name.into(), components, values })
    }

    fn whole(&mut self, count: Option<usize>) -> Result<Vec<i64>, String> {
        let element = self.open("DataArray")?;
        element.require("type", "Int64")?;
        let values = numbers(self.block(element)?, i64::from_le_bytes)?;
        match count {
            Some(count) if count != values.len() => Err(format!("{} values instead of {count}", values.len())),
            _ => Ok(values),
        }
    }

    fn block(&mut self, element: Element) -> Result<&'a [u8], String> {
        element.require("format", "appended")?;
        element.require("offset", &self.consumed.to_string())?;
        let size = self.data.get(self.consumed..self.consumed + 8).ok_or("the data are cut off")?;
        let size = u64::from_le_bytes(size.try_into().expect("eight bytes")) as usize;
        let start = self.consumed + 8;
        self.consumed = start.saturating_add(size);
        self.data.get(start..self.consumed).ok_or_else(|| "a block reaches past the end".into())
    }

    fn finish(&self) -> Result<(), String> {
        let rest = self.text.trim();
        if !rest.is_empty() {
            return Err(format!("`{rest}` is left over"));
        }
        if self.consumed == self.data.len() { Ok(()) } else { Err("data are left over".into()) }
    }
}

fn numbers<const N: usize, T>(block: &[u8], value: impl Fn([u8; N]) -> T) -> Result<Vec<T>, String> {
    if !block.len().is_multiple_of(N) {
        return Err(format!("a block of {} bytes for numbers of {N}", block.len()));
    }
    Ok(block.chunks_exact(N).map(|bytes| value(bytes.try_into().expect("N bytes"))).collect())
}
