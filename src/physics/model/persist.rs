//! One visit of a state, which writes it or reads it: who keeps a state names its parts once.
//!
//! Large arrays are kept by name, everything else in a table of values by name; who keeps them on disk does so beyond
//! this room. Data that are read are accepted only if they are finite and have the shape of the visited state, a state
//! at rest of the same run.

use ndarray::{Array, Array1, Array2, ArrayD, Dimension};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The values of a state by name.
pub type Values = Map<String, Value>;

/// Why a state is not written, or not taken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The model keeps no state: it is over in a moment.
    #[error("this model keeps no state: it is over in a moment")]
    NotKept,
    /// The data do not fit.
    #[error("{0}")]
    Data(String),
    /// A parameter that the laws do not accept.
    #[error(transparent)]
    Parameter(#[from] crate::error::BadParameter),
}

impl From<String> for Refused {
    fn from(problem: String) -> Self {
        Self::Data(problem)
    }
}

impl From<&str> for Refused {
    fn from(problem: &str) -> Self {
        Self::Data(problem.to_owned())
    }
}

/// An array of a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Stored {
    /// Of numbers.
    Numbers(ArrayD<f64>),
    /// Of bytes.
    Bytes(ArrayD<u8>),
}

/// A kind of number that an array of a state may hold.
pub trait Element: Copy {
    /// Keeps an array.
    fn keep(array: ArrayD<Self>) -> Stored;
    /// The array, if it is of this kind.
    fn kept(stored: Stored) -> Option<ArrayD<Self>>;
}

impl Element for f64 {
    fn keep(array: ArrayD<Self>) -> Stored {
        Stored::Numbers(array)
    }

    fn kept(stored: Stored) -> Option<ArrayD<Self>> {
        if let Stored::Numbers(array) = stored { Some(array) } else { None }
    }
}

impl Element for u8 {
    fn keep(array: ArrayD<Self>) -> Stored {
        Stored::Bytes(array)
    }

    fn kept(stored: Stored) -> Option<ArrayD<Self>> {
        if let Stored::Bytes(array) = stored { Some(array) } else { None }
    }
}

/// A visit of a state.
#[derive(Debug)]
pub struct Visit {
    reads: bool,
    arrays: Vec<(String, Stored)>,
    values: Values,
}

impl Visit {
    /// A visit that writes.
    pub fn to_write() -> Self {
        Self { reads: false, arrays: Vec::new(), values: Values::new() }
    }

    /// A visit that reads these arrays and values.
    pub fn to_read(arrays: Vec<(String, Stored)>, values: Values) -> Self {
        Self { reads: true, arrays, values }
    }

    /// The arrays in the order in which they were written, and the values.
    pub fn written(self) -> (Vec<(String, Stored)>, Values) {
        (self.arrays, self.values)
    }

    /// Whether the visit reads.
    pub fn reads(&self) -> bool {
        self.reads
    }

    fn put<T: Element, D: Dimension>(&mut self, name: &str, array: Array<T, D>) {
        self.arrays.push((name.to_owned(), T::keep(array.into_dyn())));
    }

    fn take<T: Element, D: Dimension>(&mut self, name: &str) -> Result<Array<T, D>, Refused> {
        let at = self.arrays.iter().position(|(known, _)| known == name);
        let (_, stored) = self.arrays.swap_remove(at.ok_or_else(|| format!("{name} is missing"))?);
        let found = T::kept(stored).and_then(|array| array.into_dimensionality().ok());
        found.ok_or_else(|| format!("{name} is of another kind").into())
    }

    /// A value of any kind.
    ///
    /// # Errors
    /// There is none of that name, or it is of another kind.
    pub fn value<T: Serialize + DeserializeOwned>(&mut self, name: &str, value: &mut T) -> Result<(), Refused> {
        let named = |error: serde_json::Error| format!("{name}: {error}");
        if self.reads {
            let found = self.values.remove(name).ok_or_else(|| format!("{name} is missing"))?;
            *value = serde_json::from_value(found).map_err(named)?;
        } else {
            self.values.insert(name.into(), serde_json::to_value(value).map_err(named)?);
        }
        Ok(())
    }

    /// An array of any shape and kind.
    ///
    /// # Errors
    /// There is none of that name, or it is of another kind.
    pub fn array<T: Element, D: Dimension>(&mut self, name: &str, array: &mut Array<T, D>) -> Result<(), Refused> {
        if self.reads {
            *array = self.take(name)?;
        } else {
            self.put(name, array.clone());
        }
        Ok(())
    }

    /// Finite numbers in the shape that the array has.
    ///
    /// # Errors
    /// As [`array`](Self::array), another shape, or values that are no numbers.
    pub fn field(&mut self, name: &str, field: &mut Array2<f64>) -> Result<(), Refused> {
        if !self.reads {
            self.put(name, field.clone());
            return Ok(());
        }
        let found: Array2<f64> = self.take(name)?;
        let (shape, expected) = (found.dim(), field.dim());
        if shape != expected || !found.iter().all(|value| value.is_finite()) {
            return Err(format!("{name} has shape {shape:?}, not {expected:?}, or values that are no numbers").into());
        }
        *field = found;
        Ok(())
    }

    /// A list of finite numbers, of which there are as many as `fits` allows.
    ///
    /// # Errors
    /// As [`array`](Self::array), another count, or values that are no numbers.
    pub fn list(&mut self, name: &str, list: &mut Vec<f64>, fits: impl Fn(usize) -> bool) -> Result<(), Refused> {
        if !self.reads {
            self.put(name, Array1::from_vec(list.clone()));
            return Ok(());
        }
        let found: Array1<f64> = self.take(name)?;
        if !fits(found.len()) || !found.iter().all(|value| value.is_finite()) {
            let count = found.len();
            return Err(format!("{name} does not fit with {count} entries, or has values that are no numbers").into());
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

    fn visit(state: &mut State, to: &mut Visit) -> Result<(), Refused> {
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
        let (arrays, values) = to.written();
        let read = |mut state: State, values: Values| {
            let mut from = Visit::to_read(arrays.clone(), values);
            visit(&mut state, &mut from).map(|()| state)
        };
        let rest = State { field: Array2::zeros((2, 3)), ..State::default() };
        assert_eq!(read(rest.clone(), values.clone()), Ok(state));
        let wider = State { field: Array2::zeros((3, 3)), ..State::default() };
        assert!(read(wider, values).unwrap_err().to_string().contains("not (3, 3)"));
        assert!(read(rest, Values::new()).unwrap_err().to_string().contains("name is missing"));
    }
}
