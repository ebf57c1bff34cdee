//! The files that runs leave in a directory: the one list for what a run may remove there, and for what it takes for
//! results. What it does not name is the user's own, and stays.

use crate::output::{OutputError, series};
use crate::report;
use std::path::{Path, PathBuf};

/// The checkpoints of a run.
pub(super) const CHECKPOINTS: &str = "checkpoint";
/// In that folder, the state before the film takes over, and the branches of the run from there.
pub(super) const BAND_FOLDERS: [&str; 3] = ["before-film", "film-low", "film-high"];
/// The figures of a run.
pub(super) const PLOTS: &str = "plots";
/// The rows of the motion.
pub(super) const TRAJECTORY: &str = "trajectory.csv";
/// The summary, the sign that a run has ended.
pub(super) const SUMMARY: &str = "summary.json";
/// Measured and computed values.
pub(super) const TABLE: &str = "comparison.csv";
/// The figure of these.
pub(super) const FIGURE: &str = "measurement.svg";
/// Digits of the number of a checkpoint, at least.
const DIGITS: usize = 10;

/// Whether a run writes files of this name in this folder of its directory; `""` is the directory itself.
fn is_ours(folder: &str, name: &str) -> bool {
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    match folder {
        "" => {
            [SUMMARY, TRAJECTORY, report::FILE, TABLE].contains(&name)
                || ["series.csv", "film.csv", "profiles.csv"].contains(&name)
                || series::LISTS.contains(&name)
        }
        _ if folder.starts_with(CHECKPOINTS) => is_checkpoint(name),
        PLOTS => {
            name == FIGURE
                || end == "svg"
                    && (stem.strip_prefix("vorticity-").is_some_and(|time| time.ends_with("ms"))
                        || ["trajectory", "phase", "forces", "path", "coefficients"].contains(&stem)
                        || ["film-profiles", "film-history"].contains(&stem)
                        || ["force-overlap", "motion", "restitution", "angles", "maw"].contains(&stem))
        }
        _ => series::is_member(name),
    }
}

/// Whether this is the name of a file of a checkpoint.
pub(super) fn is_checkpoint(name: &str) -> bool {
    let number = name.strip_suffix(".npz").or(name.strip_suffix(".json"));
    number.is_some_and(|number| number.len() >= DIGITS && number.chars().all(|c| c.is_ascii_digit()))
}

/// The files of runs in `directory`.
pub(super) fn present(directory: &Path) -> impl Iterator<Item = PathBuf> {
    folders().flat_map(move |folder| {
        let entries = std::fs::read_dir(directory.join(&folder)).into_iter().flatten().flatten();
        entries.filter(move |entry| is_ours(&folder, &entry.file_name().to_string_lossy())).map(|entry| entry.path())
    })
}

/// The folders of a run, those within another after it; `""` is the directory itself.
pub(super) fn folders() -> impl DoubleEndedIterator<Item = String> {
    let band = BAND_FOLDERS.map(|folder| format!("{CHECKPOINTS}/{folder}"));
    ["", CHECKPOINTS, PLOTS, series::FOLDER].map(str::to_owned).into_iter().chain(band)
}

/// Removes the files of an earlier run from `directory`, but for its `case.toml`; folders that are empty then, too.
///
/// # Errors
/// A file that cannot be removed.
pub(crate) fn remove(directory: &Path) -> Result<(), OutputError> {
    present(directory).try_for_each(|path| std::fs::remove_file(&path).map_err(OutputError::io("remove", &path)))?;
    for folder in folders().rev().filter(|folder| !folder.is_empty()) {
        let _what_is_not_empty_stays = std::fs::remove_dir(directory.join(folder));
    }
    Ok(())
}
