//! Figures and animations as files, each written as a whole.

use super::own_file::{FIGURE, may_replace};
use super::{OutputError, atomic};
use crate::case::InputError;
use std::path::{Path, PathBuf};
use wetbounce_figures::{Animation, AnimationError, Figure, Format, Look, NotInThisBuild, NothingShown};

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
    for (path, _) in files.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "svg")) {
        may_replace(path, &[FIGURE]).map_err(|InputError { .. }| OutputError::Format {
            path: path.clone(),
            place: "whole file".into(),
            problem: "it is no figure of this program, and would be overwritten".into(),
            advice: "choose another directory with --out, or move the file away".into(),
        })?;
    }
    atomic::make_directory(directory)?;
    let write = |(path, bytes): (PathBuf, Vec<u8>)| atomic::write(&path, bytes).map(|()| path);
    files.into_iter().map(write).collect()
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
