//! One visit of a state, which writes it or reads it: who keeps a state names its parts once.
//!
//! Large arrays go into an [`npz`](super::npz), everything else into a table of values by name. Data that are read are accepted only if
//! they are finite and have the shape of the visited state, a state at rest of the same run.

use super::npz::{Element, NpzReader, NpzWriter};
use ndarray::{Array, Array1, Array2, ArrayView1, Dimension};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The values of a state by name.
pub type Values = Map<String, Value>;

/// A visit of a state.
pub struct Visit<'b> {
    archive: Archive<'b>,
    values: Values,
}

enum Archive<'b> {
    Written(NpzWriter),
    Read(NpzReader<'b>),
}

impl Visit<'static> {
    /// A visit that writes.
    pub fn to_write() -> Self {
        Self { archive: Archive::Written(NpzWriter::default()), values: Values::new() }
    }

    /// The output of a visit: the bytes of the arrays, and the values.
    ///
    /// # Errors
    /// The archive is too large.
    pub fn written(self) -> Result<(Vec<u8>, Values), String> {
        let Archive::Written(npz) = self.archive else { return Err("nothing was written".into()) };
        Ok((npz.finish().map_err(|error| error.to_string())?, self.values))
    }
}

impl<'b> Visit<'b> {
    /// A visit that reads.
    ///
    /// # Errors
    /// The bytes are no archive of arrays.
    pub fn to_read(arrays: &'b [u8], values: Values) -> Result<Self, String> {
        Ok(Self { archive: Archive::Read(NpzReader::new(arrays)?), values })
    }

    /// Whether the visit reads.
    pub fn reads(&self) -> bool {
        matches!(self.archive, Archive::Read(_))
    }

    /// A value of any kind.
    ///
    /// # Errors
    /// There is none of that name, or it is of another kind.
    pub fn value<T: Serialize + DeserializeOwned>(&mut self, name: &str, value: &mut T) -> Result<(), String> {
        let named = |error: serde_json::Error| format!("{name}: {error}");
        match self.archive {
            Archive::Written(_) => drop(self.values.insert(name.into(), serde_json::to_value(value).map_err(named)?)),
            Archive::Read(_) => {
                let found = self.values.remove(name).ok_or_else(|| format!("{name} is missing"))?;
                *value = serde_json::from_value(found).map_err(named)?;
            }
        }
        Ok(())
    }

    /// An array of any shape and kind.
    ///
    /// # Errors
    /// There is none of that name, or it is of another kind.
    pub fn array<T: Element, D: Dimension>(&mut self, name: &str, array: &mut Array<T, D>) -> Result<(), String> {
        match &mut self.archive {
            Archive::Written(npz) => npz.add(name, array).map_err(|error| format!("{name}: {error}")),
            Archive::Read(npz) => npz.array(name).map(|found| *array = found),
        }
    }

    /// Finite numbers in the shape that the array has.
    ///
    /// # Errors
    /// As [`array`](Self::array), another shape, or values that are no numbers.
    pub fn field(&mut self, name: &str, field: &mut Array2<f64>) -> Result<(), String> {
        let found: Array2<f64> = match &mut self.archive {
            Archive::Written(npz) => return npz.add(name, field).map_err(|error| format!("{name}: {error}")),
            Archive::Read(npz) => npz.array(name)?,
        };
        let (shape, expected) = (found.dim(), field.dim());
        if shape != expected || !found.iter().all(|value| value.is_finite()) {
            return Err(format!("{name} has shape {shape:?}, not {expected:?}, or values that are no numbers"));
        }
        *field = found;
        Ok(())
    }

    /// A list of finite numbers, of which there are as many as `fits` allows.
    ///
    /// # Errors
    /// As [`array`](Self::array), another count, or values that are no numbers.
    pub fn list(&mut self, name: &str, list: &mut Vec<f64>, fits: impl Fn(usize) -> bool) -> Result<(), String> {
        let found: Array1<f64> = match &mut self.archive {
            Archive::Written(npz) => {
                let view = ArrayView1::from(list.as_slice());
                return npz.add(name, &view).map_err(|error| format!("{name}: {error}"));
            }
            Archive::Read(npz) => npz.array(name)?,
        };
        if !fits(found.len()) || !found.iter().all(|value| value.is_finite()) {
            return Err(format!("{name} does not fit with {} entries, or has values that are no numbers", found.len()));
        }
        *list = found.to_vec();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Default)]
    struct State {
        name: String,
        numbers: Vec<f64>,
        field: Array2<f64>,
    }

    fn visit(state: &mut State, to: &mut Visit) -> Result<(), String> {
        to.value("name", &mut state.name)?;
        to.list("numbers", &mut state.numbers, |count| count == 2)?;
        to.field("field", &mut state.field)
    }

    #[test]
    fn one_visit_writes_and_reads_a_state_and_refuses_what_does_not_fit() {
        let field = Array2::from_elem((2, 3), 0.1);
        let mut state = State { name: "at rest".into(), numbers: vec![1.0 / 3.0, -0.0], field };
        let mut to = Visit::to_write();
        visit(&mut state, &mut to).unwrap();
        let (bytes, values) = to.written().unwrap();
        let read = |mut state: State, values: Values| {
            let mut from = Visit::to_read(&bytes, values).unwrap();
            visit(&mut state, &mut from).map(|()| state)
        };
        let rest = State { field: Array2::zeros((2, 3)), ..State::default() };
        assert_eq!(read(rest.clone(), values.clone()), Ok(state));
        let wider = State { field: Array2::zeros((3, 3)), ..State::default() };
        assert!(read(wider, values).unwrap_err().contains("not (3, 3)"));
        assert!(read(rest, Values::new()).unwrap_err().contains("name is missing"));
    }
}
