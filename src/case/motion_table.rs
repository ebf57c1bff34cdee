//! Reading a prescribed motion: lists in the case, or a file beside it.

use super::diagnostic::InputError;
use super::keys;
use super::section::Section;
use std::path::Path;
use wetbounce_physics::body::motion_table::MotionTable;
use wetbounce_physics::keys::Keys;

/// Columns of times and velocities by their unit, and the unit in s or m/s.
const TIMES: [(&str, f64); 3] = [("time_s", 1.0), ("time_ms", 1e-3), ("time_us", 1e-6)];
const VELOCITIES: [(&str, f64); 3] = [("velocity_m_s", 1.0), ("velocity_cm_s", 1e-2), ("velocity_mm_s", 1e-3)];

/// The key of `[release]` that names a file with the motion.
pub(super) fn file_key(keys: &mut Keys<'_>, file: &mut Option<String>) {
    keys.text("file", file);
}

/// The motion of a sphere that starts at `gap` \[m\]: its lists as they were read, or the rows of the file that `file`
/// names. Problems have been reported where there is none.
pub(super) fn read(section: &Section<'_>, lists: MotionTable, gap: f64) -> Option<MotionTable> {
    let given = ["times", "velocities"].map(|key| section.place(key).is_some());
    let mut file = None;
    keys::read_keys(section, |keys| file_key(keys, &mut file));
    let table = match (section.place("file").is_some(), given) {
        (true, [false, false]) => {
            let path = section.directory().join(file?);
            section
                .files()
                .text(&path)
                .and_then(|text| rows(&path, &text))
                .map_err(|problem| section.wrong("file", problem))
                .ok()?
        }
        (true, _) => {
            section.unfit(
                "file",
                "is given beside times or velocities: give the motion once, in the file or in the lists",
            );
            return None;
        }
        (false, [true, true]) if lists.times.is_empty() || lists.velocities.is_empty() => return None,
        (false, [true, true]) => lists,
        (false, _) => {
            let advice = "kind = \"table\" needs file = \"motion.csv\" (columns time_s and velocity_m_s), or the lists \
                          times and velocities, positive away from the wall";
            section.missing("file", advice);
            return None;
        }
    };
    match table.validate(gap) {
        Ok(()) => Some(table),
        Err(error) if section.place("file").is_some() => {
            section.wrong("file", InputError::new(error.to_string()));
            None
        }
        Err(error) => {
            section.refused(&error);
            None
        }
    }
}

/// The rows of a file with a header line: comma-separated columns, of which one is a time and one a velocity. Empty
/// lines and lines that begin with `#` are passed over.
fn rows(path: &Path, text: &str) -> Result<MotionTable, InputError> {
    let shown = path.display();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let header: Vec<&str> = lines.next().map_or(Vec::new(), |(_, line)| line.split(',').map(str::trim).collect());
    let column = |names: [(&'static str, f64); 3]| {
        let found = names.iter().find_map(|(name, unit)| Some((header.iter().position(|cell| cell == name)?, *unit)));
        found.ok_or_else(|| {
            let [first, second, third] = names.map(|(name, _)| name);
            InputError::new(format!("`{shown}` has no column {first}, {second} or {third}"))
                .help("its first line names the columns, for example time_s,velocity_m_s")
        })
    };
    let (time, velocity) = (column(TIMES)?, column(VELOCITIES)?);
    let mut table = MotionTable::default();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let cell = |(at, unit): (usize, f64)| {
            let text = cells.get(at).copied().unwrap_or_default();
            let wrong = |fault: &str| {
                let what = wetbounce_physics::quantity::text::abridged(text);
                InputError::new(format!("line {} of `{shown}`: `{what}` is {fault}", number + 1))
            };
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(value * unit),
                Ok(_) => Err(wrong("not finite")),
                Err(_) => Err(wrong("not a number")),
            }
        };
        table.times.push(cell(time)?);
        table.velocities.push(cell(velocity)?);
        if table.times.len() > keys::LONGEST_LIST {
            let many = format!("`{shown}` has more than {} rows", keys::LONGEST_LIST);
            return Err(InputError::new(many).help("thin it out"));
        }
    }
    Ok(table)
}
