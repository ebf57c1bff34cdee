//! Figures and animations as files, each written as a whole.

use super::own_file::{FIGURE, may_replace, may_replace_if};
use super::table::Table;
use super::{OutputError, atomic};
use crate::case::InputError;
use std::path::{Path, PathBuf};
use wetbounce_figures::{Animation, AnimationError, Figure, Format, Look, MARK, NotInThisBuild, NothingShown};

/// Longest heading of a table behind a figure, in bytes.
const LONGEST_HEADING: u64 = 4096;

/// Writes the figure as an SVG file into a directory that is made for it.
///
/// # Errors
/// The file cannot be written.
pub fn write(figure: &Figure, path: &Path) -> Result<(), OutputError> {
    path.parent().map_or(Ok(()), atomic::make_directory)?;
    atomic::write(path, figure.svg())
}

/// Writes the figure, as the user wants it, as `NAME.svg`, `NAME.pdf` … into `directory`, and returns the paths.
///
/// # Errors
/// A file cannot be written, or not by this build; nothing would be seen in it.
pub fn save(figure: &Figure, look: &Look, directory: &Path, name: &str) -> Result<Vec<PathBuf>, OutputError> {
    let figure = look.of(figure).map_err(|NothingShown| OutputError::Format {
        path: directory.join(name),
        place: "the window asked for".into(),
        problem: "nothing lies in it".into(),
        advice: "ranges are in the unit that the label of the axis shows, with its power of ten".into(),
    })?;
    let path = |kind: Format| directory.join(format!("{name}.{}", kind.extension()));
    let file = |kind: &Format| match kind.file(&figure) {
        Ok(bytes) => Ok((path(*kind), bytes)),
        Err(missing) => Err(OutputError::Format {
            path: path(*kind),
            place: "kind of file".into(),
            problem: missing.to_string(),
            advice: NotInThisBuild::REMEDY.into(),
        }),
    };
    let files = look.kinds().iter().map(file).collect::<Result<Vec<_>, _>>()?;
    files.iter().try_for_each(|(path, _)| may_draw(path))?;
    atomic::make_directory(directory)?;
    let write = |(path, bytes): (PathBuf, Vec<u8>)| atomic::write(&path, bytes).map(|()| path);
    files.into_iter().map(write).collect()
}

/// Refuses to write over a figure or an animation of somebody else's.
///
/// # Errors
/// Such a file.
pub fn may_draw(path: &Path) -> Result<(), OutputError> {
    let has_mark = |there: &[u8]| there.windows(MARK.len()).any(|part| part == MARK.as_bytes());
    let own = match path.extension() {
        Some(end) if end == Format::Svg.extension() => may_replace(path, &[FIGURE]),
        _ => may_replace_if(path, u64::MAX, has_mark),
    };
    own.map_err(|error| not_own(path, error))
}

/// Refuses to write the data behind a figure over a table of somebody else's: one whose heading does not end with the
/// last two columns of the data.
///
/// # Errors
/// Such a file.
pub fn may_tabulate(path: &Path, data: &Table) -> Result<(), OutputError> {
    let columns = data.columns();
    let end = Table::new(&columns[columns.len().saturating_sub(2)..]).to_csv();
    let is_own = |there: &[u8]| {
        String::from_utf8_lossy(there).lines().next().is_some_and(|heading| heading.ends_with(end.trim_end()))
    };
    may_replace_if(path, LONGEST_HEADING, is_own).map_err(|error| not_own(path, error))
}

fn not_own(path: &Path, InputError { .. }: InputError) -> OutputError {
    OutputError::Format {
        path: path.to_path_buf(),
        place: "whole file".into(),
        problem: "it is no figure of this program and no data of one, and would be overwritten".into(),
        advice: "choose another directory with --out, or move the file away".into(),
    }
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum AnimationFailure {
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// This program, or this machine, has not what it takes.
    #[error("{problem}")]
    Missing {
        /// What is missing.
        problem: String,
        /// Advice to the user.
        advice: &'static str,
    },
    /// ffmpeg has failed.
    #[error("{}: {reason}", path.display())]
    Encoder {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Writes the frames as an animation; `done` is called after each part of the work.
///
/// # Errors
/// As [`Animation::save`].
pub fn animate(
    kind: Animation,
    frames: &[Figure],
    path: &Path,
    done: &(dyn Fn() + Sync),
) -> Result<(), AnimationFailure> {
    atomic::replace_through(path, |aside| kind.save(frames, aside, done)).map_err(|error| {
        let problem = error.to_string();
        match error {
            AnimationError::Io(error) => AnimationFailure::Output(OutputError::io("write", path)(error)),
            AnimationError::NotInThisBuild(_) => AnimationFailure::Missing { problem, advice: NotInThisBuild::REMEDY },
            AnimationError::NoEncoder => {
                AnimationFailure::Missing { problem, advice: "install ffmpeg, or take --animation gif or apng" }
            }
            AnimationError::Encoder(_) => AnimationFailure::Encoder { path: path.to_path_buf(), reason: problem },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn figures_animations_and_data_of_others_are_not_written_over_and_own_ones_are() {
        let place = tempfile::tempdir().unwrap();
        for (name, own, other) in [
            ("a.svg", FIGURE, "<svg xmlns=\""),
            ("a.pdf", "%PDF-1.5 /FontName /ABCDEF+WetbounceSans", "%PDF-1.5 /FontName /ABCDEF+Helvetica"),
            ("a.png", "PNG tEXtSoftware\0Wetbounce", "PNG tEXtSoftware\0Matplotlib"),
            ("a.gif", "GIF89a Wetbounce", "GIF89a"),
        ] {
            let path = place.path().join(name);
            may_draw(&path).unwrap();
            fs::write(&path, own).unwrap();
            may_draw(&path).unwrap();
            fs::write(&path, other).unwrap();
            assert!(may_draw(&path).unwrap_err().to_string().contains("would be overwritten"), "{name}");
        }
        let (path, data) = (place.path().join("a.csv"), Table::new(["stokes", "apex"]));
        may_tabulate(&path, &data).unwrap();
        for (heading, is_own) in [("stokes,apex\n", true), ("series,stokes,apex\n1,2,3\n", true), ("t,h\n0,1\n", false)]
        {
            fs::write(&path, heading).unwrap();
            assert_eq!(may_tabulate(&path, &data).is_ok(), is_own, "{heading}");
        }
    }
}
