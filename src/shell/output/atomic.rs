//! Files that survive a kill: replaced as a whole, or appended to and cut back to a known length.

use super::error::OutputError;
use serde::Serialize;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How the names of unfinished files end.
const TEMPORARY: &str = ".tmp";

/// Replaces `path` by the output of `fill`. After a kill at any moment `path` holds the old content or the new.
///
/// The content goes to `.NAME.PID.tmp` in the same directory, is flushed to the disk (`fsync`) and renamed over
/// `path`; then the directory is flushed too. On an error the temporary file is removed and `path` is untouched.
pub fn replace<F>(path: &Path, fill: F) -> Result<(), OutputError>
where
    F: FnOnce(&mut BufWriter<File>) -> io::Result<()>,
{
    let temporary = temporary_beside(path);
    let written = write_through(&temporary, fill)
        .map_err(OutputError::io("write", path))
        .and_then(|()| fs::rename(&temporary, path).map_err(OutputError::io("replace", path)));
    if written.is_err() {
        fs::remove_file(&temporary).ok();
        return written;
    }
    flush_directory(parent_of(path)).map_err(OutputError::io("flush the directory of", path))
}

/// Replaces `path` by a file that `write` makes at the path it is given, as [`replace`] does.
///
/// # Errors
/// Those of `write`, or the file cannot take its place.
pub fn replace_through<E: From<io::Error>>(path: &Path, write: impl FnOnce(&Path) -> Result<(), E>) -> Result<(), E> {
    let temporary = temporary_beside(path);
    let written = write(&temporary).and_then(|()| {
        fs::rename(&temporary, path)?;
        Ok(flush_directory(parent_of(path))?)
    });
    if written.is_err() {
        fs::remove_file(&temporary).ok();
    }
    written
}

/// [Replaces](replace) `path` by the content `bytes`.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), OutputError> {
    replace(path, |file| file.write_all(bytes.as_ref()))
}

/// [Replaces](replace) `path` by `value`, whose maps have texts for keys, as JSON.
pub fn write_json(path: &Path, value: &(impl Serialize + ?Sized)) -> Result<(), OutputError> {
    write(path, json(value))
}

/// JSON for people: indented, with a line feed at its end.
pub fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string_pretty(value).expect("a value with texts for keys") + "\n"
}

/// The bytes of a file that a run has written. A pipe or a device, which may never end, is refused,
/// and so is a file of more than `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, OutputError> {
    let refused = |problem: String| OutputError::Format {
        path: path.to_path_buf(),
        place: "whole file".into(),
        problem,
        advice: "this is not what a run has written; remove it".into(),
    };
    let about = fs::metadata(path).map_err(OutputError::io("read", path))?;
    match about.len() {
        _ if !about.is_file() => Err(refused("it is no regular file".into())),
        size if size > most => Err(refused(format!("{size} bytes instead of {most} at most"))),
        _ => fs::read(path).map_err(OutputError::io("read", path)),
    }
}

/// Creates a directory and its parents; an existing one is fine.
pub fn make_directory(path: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(path).map_err(OutputError::io("create", path))
}

/// Creates a directory and its parents, and tries whether files can be written there; none stays.
///
/// # Errors
/// The operating system refuses.
pub(super) fn try_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    let probe = temporary_beside(&path.join("probe"));
    File::create(&probe)?;
    fs::remove_file(&probe)
}

/// Removes a file that may be there.
///
/// # Errors
/// It is there and stays.
pub fn remove(path: &Path) -> Result<(), OutputError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(OutputError::io("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Removes the leavings of a killed [`replace`] in `directory`. Only one program at a time may write there.
pub fn remove_leftovers(directory: &Path) -> Result<(), OutputError> {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if is_leftover(&name) {
            fs::remove_file(&path).map_err(OutputError::io("remove", &path))?;
        }
    }
    Ok(())
}

/// Whether this is a name that [`replace`] gives to an unfinished file: `.NAME.PID.tmp`.
fn is_leftover(name: &str) -> bool {
    let parts = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(TEMPORARY)?.rsplit_once('.'));
    parts.is_some_and(|(_, process)| !process.is_empty() && process.chars().all(|c| c.is_ascii_digit()))
}

fn write_through<F>(path: &Path, fill: F) -> io::Result<()>
where
    F: FnOnce(&mut BufWriter<File>) -> io::Result<()>,
{
    let mut buffer = BufWriter::new(File::create(path)?);
    fill(&mut buffer)?;
    buffer.into_inner()?.sync_all()
}

fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn temporary_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}{TEMPORARY}", std::process::id()));
    parent_of(path).join(name)
}

#[cfg(unix)]
fn flush_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(not(unix))]
fn flush_directory(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A file that only grows, buffered; `AppendFile::reopen` cuts it back to a known length first.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    buffer: BufWriter<File>,
}

impl AppendFile {
    /// Starts an empty file; an existing one is emptied.
    pub(super) fn create(path: &Path) -> Result<Self, OutputError> {
        let file = File::create(path).map_err(OutputError::io("create", path))?;
        Ok(Self { path: path.to_path_buf(), buffer: BufWriter::new(file) })
    }

    /// Opens an existing file, drops everything after the first `length` bytes and goes on from there.
    pub(super) fn reopen(path: &Path, length: u64) -> Result<Self, OutputError> {
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(OutputError::io("continue", path))?;
        Ok(Self { path: path.to_path_buf(), buffer: BufWriter::new(file) })
    }

    /// Appends the output of `fill`; it may stay in memory until [`AppendFile::flush`].
    pub(super) fn append<F>(&mut self, fill: F) -> Result<(), OutputError>
    where
        F: FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    {
        fill(&mut self.buffer).map_err(OutputError::io("write", &self.path))
    }

    /// Hands everything to the operating system, so that other programs see it.
    pub(super) fn flush(&mut self) -> Result<(), OutputError> {
        self.buffer.flush().map_err(OutputError::io("write", &self.path))
    }

    /// Hands everything to the disk (`fsync`), so that it survives a power cut.
    ///
    /// # Errors
    /// It cannot be written, or its path does not lead to it any more: what would be written goes where nobody finds
    /// it.
    pub(super) fn sync(&mut self) -> Result<(), OutputError> {
        self.flush()?;
        let file = self.buffer.get_ref();
        file.sync_all().or_else(ignore_if_no_disk).map_err(OutputError::io("write", &self.path))?;
        let own = file.metadata().map_err(OutputError::io("read", &self.path))?;
        let found = fs::metadata(&self.path).is_ok_and(|found| !own.is_file() || found.len() == own.len());
        if found {
            return Ok(());
        }
        Err(OutputError::Format {
            path: self.path.clone(),
            place: "the file".into(),
            problem: "it, or its directory, was removed, renamed or replaced while it was written".into(),
            advice: "leave a directory alone as long as a run writes there, and compute again".into(),
        })
    }
}

/// Pipes and character devices (`/dev/stdout`, `/dev/null`) cannot be flushed to a disk and need not be.
fn ignore_if_no_disk(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::InvalidInput { Ok(()) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Error;

    #[test]
    fn a_replaced_file_is_the_new_one_and_leaves_nothing_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("summary.json");
        for text in ["old", "new"] {
            replace(&path, |w| w.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_half_way_leaves_the_old_file_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("summary.json");
        replace(&path, |w| w.write_all(b"old")).unwrap();
        let error = replace(&path, |w| {
            w.write_all(b"half of the n")?;
            Err(Error::from(io::ErrorKind::StorageFull))
        })
        .unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(error.to_string().contains("summary.json"), "{error}");
        assert!(error.advice().contains("free space"), "{}", error.advice());
    }

    #[test]
    fn leftovers_of_a_killed_program_are_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        for name in [".summary.json.17.tmp", "summary.json", "notes.tmp", ".hidden"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        remove_leftovers(dir.path()).unwrap();
        let mut left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".hidden", "notes.tmp", "summary.json"]);
        remove_leftovers(&dir.path().join("nowhere")).unwrap();
    }

    #[test]
    fn a_reopened_file_continues_at_the_given_length() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log.csv");
        let mut file = AppendFile::create(&path).unwrap();
        file.append(|w| w.write_all(b"one\ntwo\nthr")).unwrap();
        file.sync().unwrap();
        let mut file = AppendFile::reopen(&path, 8).unwrap();
        file.append(|w| w.write_all(b"three\n")).unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
    }

    #[test]
    fn a_missing_directory_is_named_with_advice() {
        let dir = tempfile::tempdir().unwrap();
        let error = replace(&dir.path().join("nowhere/summary.json"), |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("nowhere"), "{error}");
        assert!(error.advice().contains("directory must exist"), "{}", error.advice());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_with_advice_and_not_a_panic() {
        let mut file = AppendFile::create(Path::new("/dev/full")).unwrap();
        file.append(|w| w.write_all(b"time_s,gap_m\n")).unwrap();
        let error = file.sync().unwrap_err();
        assert!(error.to_string().contains("/dev/full"), "{error}");
        assert!(error.advice().contains("free space"), "{}", error.advice());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_directory_that_refuses_files_is_an_error_with_advice() {
        let error = replace(Path::new("/sys/summary.json"), |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("/sys/summary.json"), "{error}");
        assert!(error.advice().contains("--out"), "{}", error.advice());
    }
}
