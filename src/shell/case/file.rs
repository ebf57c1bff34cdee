//! Files of the disk: a case, what it refers to, and the records of a measurement.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use wetbounce_case::document::Document;
use wetbounce_case::{Case, CaseError, Context, FileKind, Files, ImpactCase, InputError, Measurement};
use wetbounce_physics::own::Laws;
use wetbounce_records::record::{Lengths, Record};
use wetbounce_records::tables::{self, TableError};

/// Largest file read, bytes.
pub const LARGEST_FILE: u64 = 8 << 20;

/// The files of the disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Files for Disk {
    fn text(&self, path: &Path) -> Result<String, InputError> {
        read_as(&MOTION, path)
    }

    fn has(&self, path: &Path) -> bool {
        path.exists()
    }
}

impl Disk {
    /// What a case on the disk is read with, which may name these `laws` of your own.
    pub fn with(laws: &Laws) -> Context {
        Context { laws: laws.clone(), files: Arc::new(Self) }
    }
}

/// A case file: where it is, its text where that was read before, and the laws of your own that it may name.
#[derive(Debug, Clone, Default)]
pub struct CaseFile {
    /// Its path. Other files that the case names are found beside it.
    pub path: PathBuf,
    /// Its text; `None` has it read.
    pub text: Option<String>,
    /// Laws that its words may name beside the shipped ones.
    pub laws: Laws,
}

impl CaseFile {
    /// The file `path`, which may name these `laws` of your own.
    pub fn at(path: PathBuf, laws: &Laws) -> Self {
        Self { path, text: None, laws: laws.clone() }
    }

    /// The same file with its text, for who reads it more than once: a pipe gives it only once. What cannot be read is
    /// left to [`load`](Self::load).
    #[must_use]
    pub fn with_text(self) -> Self {
        Self { text: self.text.or_else(|| read_file(&self.path).ok()), ..self }
    }

    /// Reads the case with `overrides` of the form `table.key=value`.
    ///
    /// # Errors
    /// Everything that is wrong with the file or the overrides, each at its place.
    pub fn load(&self, overrides: &[String]) -> Result<Case, CaseError> {
        self.parsed(|text, file| Case::parse_with(text, file, overrides, &Disk::with(&self.laws)))
    }

    /// Reads the impact case, or the dry impact of a case, with `overrides` of the form `table.key=value`.
    ///
    /// # Errors
    /// Everything that is wrong with the file or the overrides, each at its place.
    pub fn load_impact(&self, overrides: &[String]) -> Result<ImpactCase, CaseError> {
        self.parsed(|text, file| ImpactCase::parse_with(text, file, overrides, &Disk::with(&self.laws)))
    }

    /// The kind of the file with `overrides`; `None` where it cannot be read.
    pub fn kind(&self, overrides: &[String]) -> Option<FileKind> {
        let document = self.parsed(|text, file| Ok(Document::parse(text, file, overrides)));
        FileKind::of(&document.ok()?.ok()?)
    }

    /// What `parse` makes of its text and of the name that messages call it.
    fn parsed<T>(&self, parse: impl FnOnce(&str, &str) -> Result<T, CaseError>) -> Result<T, CaseError> {
        let shown = self.path.display().to_string();
        let read = || read_file(&self.path).map_err(|problem| CaseError::new(&shown, vec![problem]));
        parse(&self.text.clone().map_or_else(read, Ok)?, &shown)
    }
}

impl From<&Path> for CaseFile {
    fn from(path: &Path) -> Self {
        Self { path: path.to_path_buf(), ..Self::default() }
    }
}

/// Reads the case file at `path` with `overrides` of the form `table.key=value`.
///
/// # Errors
/// Everything that is wrong with the file or the overrides, each at its place.
pub fn load(path: &Path, overrides: &[String]) -> Result<Case, CaseError> {
    CaseFile::from(path).load(overrides)
}

/// Reads the impact case at `path`, or the dry impact of a case, with `overrides` of the form `table.key=value`.
///
/// # Errors
/// Everything that is wrong with the file or the overrides, each at its place.
pub fn load_impact(path: &Path, overrides: &[String]) -> Result<ImpactCase, CaseError> {
    CaseFile::from(path).load_impact(overrides)
}

/// A kind of file that is read: what messages call it, and what they advise where it is missing, and where a directory
/// stands in its place.
struct Kind {
    called: &'static str,
    if_missing: &'static str,
    if_directory: &'static str,
}

const CASE: Kind = Kind {
    called: "case file",
    if_missing: "give the path of a case file; `wetbounce new NAME` writes a commented one",
    if_directory: "give a TOML file, for example the case.toml inside a run directory",
};

const MOTION: Kind = Kind {
    called: "table of a motion",
    if_missing: "release.motion names the record of a motion, release.file a table of velocities: give the path of a CSV file that is there, beside the case",
    if_directory: "release.motion and release.file name a CSV file: give one that is in this directory",
};

/// The text of the case file at `path`, at most [`LARGEST_FILE`] bytes of UTF-8.
///
/// # Errors
/// Says whether it is missing, a directory, too large, not readable or not UTF-8 (and where).
pub fn read_file(path: &Path) -> Result<String, InputError> {
    read_as(&CASE, path)
}

/// The text of a file of this kind, as [`read_file`] reads that of a case.
fn read_as(kind: &Kind, path: &Path) -> Result<String, InputError> {
    let shown = path.display();
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => InputError::new(format!("there is no file `{shown}`")).help(kind.if_missing),
        _ => InputError::new(format!("`{shown}` cannot be read: {error}")),
    };
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(InputError::new(format!("`{shown}` is a directory, not a {}", kind.called)).help(kind.if_directory));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    std::io::Read::read_to_end(&mut std::io::Read::take(file, LARGEST_FILE + 1), &mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(InputError::new(format!(
            "`{shown}` is larger than {} MB, too large for a {}",
            LARGEST_FILE >> 20,
            kind.called
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count();
        InputError::new(format!("`{shown}` is not UTF-8 text: line {line}, byte {} of the file", valid + 1))
            .help("save the file as UTF-8; binary files and other encodings cannot be read")
    })
}

/// Reads the tables of a measurement, one record for each drop.
///
/// # Errors
/// As [`wetbounce_records::tables::read`]; the rows are times of sounds.
pub fn records(measurement: &Measurement, lengths: Option<Lengths>) -> Result<Vec<Record>, TableError> {
    let drops = records_or_sounds(measurement, lengths)?;
    match drops.iter().find(|drop| drop.sounds) {
        Some(drop) => {
            let problem = "sounds are no motion that a run could be compared with; `wetbounce measure` reads them";
            Err(tables::wrong(&drop.file, "measurement.rows", problem.into()))
        }
        None => Ok(drops),
    }
}

/// The same, where the rows may be the times of sounds.
///
/// # Errors
/// As [`wetbounce_records::tables::read`].
pub fn records_or_sounds(measurement: &Measurement, lengths: Option<Lengths>) -> Result<Vec<Record>, TableError> {
    tables::read(&measurement.file, &measurement.layout(), lengths)
}
