//! Arrays of numbers in one file, as `numpy.savez` writes them: a zip archive of `npy` files, not compressed.

use ndarray::{Array, ArrayRef, Dimension, IxDyn};
use std::io::{Cursor, Read, Write};
use wetbounce_physics::model::persist::Stored;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The first bytes of an `npy` file of version 1.0 (NEP 1, A simple file format for NumPy arrays).
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
/// The header of an `npy` file ends at a multiple of this.
const DIVISOR: usize = 64;

/// A kind of number that an array may hold.
trait Element: Copy {
    /// Its name in NumPy.
    const KIND: &'static str;
    /// Its bytes.
    type Bytes: AsRef<[u8]> + for<'b> TryFrom<&'b [u8]>;
    /// The bytes of a number, the lowest first.
    fn to_bytes(self) -> Self::Bytes;
    /// The number of these bytes.
    fn from_bytes(bytes: Self::Bytes) -> Self;
}

impl Element for f64 {
    const KIND: &'static str = "<f8";
    type Bytes = [u8; 8];
    fn to_bytes(self) -> [u8; 8] {
        self.to_le_bytes()
    }
    fn from_bytes(bytes: [u8; 8]) -> Self {
        Self::from_le_bytes(bytes)
    }
}

impl Element for u8 {
    const KIND: &'static str = "|u1";
    type Bytes = [u8; 1];
    fn to_bytes(self) -> [u8; 1] {
        [self]
    }
    fn from_bytes([byte]: [u8; 1]) -> Self {
        byte
    }
}

/// The header of an array, whose last axis runs fastest.
fn header<T: Element>(shape: &[usize]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma})}}", T::KIND, sizes.join(", "));
    let before = MAGIC.len() + 2;
    let length = (before + text.len() + 1).next_multiple_of(DIVISOR) - before;
    let stated = u16::try_from(length).expect("a header of two axes is short").to_le_bytes();
    [MAGIC, &stated, format!("{text:<0$}\n", length - 1).as_bytes()].concat()
}

/// The sizes that a header states.
fn stated_shape(npy: &[u8]) -> Option<Vec<usize>> {
    let text = std::str::from_utf8(npy.get(MAGIC.len() + 2..)?.split(|byte| *byte == b'\n').next()?).ok()?;
    let (sizes, _) = text.split_once("'shape': (")?.1.split_once(')')?;
    sizes.split(',').map(str::trim).filter(|size| !size.is_empty()).map(|size| size.parse().ok()).collect()
}

/// The bytes of a file with these arrays, in their order.
///
/// # Errors
/// Two arrays of one name, or the archive is too large.
pub fn written(arrays: &[(String, Stored)]) -> Result<Vec<u8>, String> {
    let mut npz = NpzWriter::default();
    let added = arrays.iter().try_for_each(|(name, stored)| match stored {
        Stored::Numbers(array) => npz.add(name, array),
        Stored::Bytes(array) => npz.add(name, array),
    });
    added.and_then(|()| npz.finish()).map_err(|error| error.to_string())
}

/// All arrays of a file.
///
/// # Errors
/// It is no archive of arrays as [`written`] leaves it.
pub fn read(bytes: &[u8]) -> Result<Vec<(String, Stored)>, String> {
    let mut npz = NpzReader::new(bytes)?;
    let files: Vec<String> = npz.zip.file_names().map(str::to_owned).collect();
    let arrays = files.into_iter().map(|file| {
        let name = file.strip_suffix(".npy").ok_or_else(|| format!("{file}: no array"))?;
        let stored = match npz.array::<f64, IxDyn>(name) {
            Ok(numbers) => Stored::Numbers(numbers),
            Err(problem) => Stored::Bytes(npz.array::<u8, IxDyn>(name).map_err(|_| problem)?),
        };
        Ok((name.to_owned(), stored))
    });
    arrays.collect()
}

/// Writes arrays into memory.
struct NpzWriter(ZipWriter<Cursor<Vec<u8>>>);

impl Default for NpzWriter {
    fn default() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }
}

impl NpzWriter {
    /// Adds an array under a name of its own.
    ///
    /// # Errors
    /// There is an array of that name, or the archive is too large.
    fn add<T: Element, D: Dimension>(
        &mut self,
        name: impl std::fmt::Display,
        array: &ArrayRef<T, D>,
    ) -> Result<(), ZipError> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        self.0.start_file(format!("{name}.npy"), options)?;
        let mut npy = header::<T>(array.shape());
        array.iter().for_each(|value| npy.extend(value.to_bytes().as_ref()));
        Ok(self.0.write_all(&npy)?)
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// The archive is too large.
    fn finish(self) -> Result<Vec<u8>, ZipError> {
        Ok(self.0.finish()?.into_inner())
    }
}

/// Reads arrays from the bytes of a file.
struct NpzReader<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// Bytes of the file.
    length: u64,
}

impl<'b> NpzReader<'b> {
    /// Opens a file.
    ///
    /// # Errors
    /// It is no zip archive.
    fn new(bytes: &'b [u8]) -> Result<Self, String> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
        Ok(Self { zip, length: bytes.len() as u64 })
    }

    /// An array with so many axes and numbers of that kind. Its memory is bounded by the size of the file.
    ///
    /// # Errors
    /// There is none of that name, or it is another one than [`NpzWriter`] would have written.
    fn array<T: Element, D: Dimension>(&mut self, name: &str) -> Result<Array<T, D>, String> {
        let whole = self.length;
        let file = self.zip.by_name(&format!("{name}.npy")).map_err(|error| format!("{name}: {error}"))?;
        if file.compression() != CompressionMethod::Stored || file.size() > whole {
            return Err(format!("{name}: {} bytes, compressed, in a file of {whole}", file.size()));
        }
        let mut npy = Vec::new();
        file.take(whole).read_to_end(&mut npy).map_err(|error| format!("{name}: {error}"))?;
        let shape = stated_shape(&npy).filter(|shape| D::NDIM.is_none_or(|axes| shape.len() == axes));
        let shape =
            shape.ok_or_else(|| format!("{name}: an array of another version, or with another number of axes"))?;
        let expected = header::<T>(&shape);
        let values = npy.strip_prefix(&expected[..]).ok_or_else(|| format!("{name}: no array of {}", T::KIND))?;
        let numbers = values.chunks(size_of::<T::Bytes>()).map_while(|bytes| T::Bytes::try_from(bytes).ok());
        let numbers: Vec<T> = numbers.map(T::from_bytes).collect();
        let fits = numbers.len() * size_of::<T::Bytes>() == values.len();
        let array = ndarray::ArrayD::from_shape_vec(shape, numbers).ok().filter(|_| fits);
        let array = array.ok_or_else(|| format!("{name}: {} bytes do not fit the shape", values.len()))?;
        array.into_dimensionality().map_err(|error| format!("{name}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array1, Array2, array};

    fn written() -> Vec<u8> {
        let mut npz = NpzWriter::default();
        npz.add("plane", &array![[1.0, -2.5, 3e-300], [f64::MAX, -0.0, 6.0]]).unwrap();
        npz.add("turned", &array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]].t()).unwrap();
        npz.add("points", &Array1::<u8>::from(vec![0, 7, 255])).unwrap();
        npz.finish().unwrap()
    }

    #[test]
    fn arrays_come_back_to_the_bit_whatever_their_order_in_memory() {
        let bytes = written();
        let mut npz = NpzReader::new(&bytes).unwrap();
        let plane: Array2<f64> = npz.array("plane").unwrap();
        assert_eq!(plane, array![[1.0, -2.5, 3e-300], [f64::MAX, -0.0, 6.0]]);
        assert!(plane[[1, 1]].is_sign_negative());
        assert_eq!(npz.array("turned"), Ok(array![[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]));
        assert_eq!(npz.array("points"), Ok(Array1::<u8>::from(vec![0, 7, 255])));
    }

    #[test]
    fn the_header_is_the_one_of_numpy_s_format() {
        let bytes = header::<f64>(&[18, 8]);
        assert_eq!(bytes.len() % 64, 0);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00v\x00");
        assert!(bytes[10..].starts_with(b"{'descr': '<f8', 'fortran_order': False, 'shape': (18, 8)}   "));
        assert!(String::from_utf8_lossy(&header::<u8>(&[19])).contains("'shape': (19,)}"));
    }

    #[test]
    fn another_name_kind_or_shape_is_refused_in_words() {
        let bytes = written();
        let mut npz = NpzReader::new(&bytes).unwrap();
        assert!(npz.array::<f64, ndarray::Ix1>("plane").unwrap_err().contains("plane: an array of another version"));
        assert!(npz.array::<u8, ndarray::Ix2>("plane").unwrap_err().contains("|u1"));
        assert!(npz.array::<f64, ndarray::Ix2>("nowhere").unwrap_err().starts_with("nowhere: "));
        let place = bytes.windows(6).position(|part| part == b"(2, 3)").unwrap();
        let mut larger = bytes.clone();
        larger[place + 1] = b'9';
        let refused = NpzReader::new(&larger).unwrap().array::<f64, ndarray::Ix2>("plane").unwrap_err();
        assert!(refused.starts_with("plane: "), "{refused}");
    }
}
