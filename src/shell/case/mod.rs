//! The case: what [`wetbounce_case`] reads of a text, and the files of the disk that this is in.

mod file;

pub use file::{CaseFile, Disk, LARGEST_FILE, load, load_impact, read_file, records, records_or_sounds};
pub use wetbounce_case::*;
