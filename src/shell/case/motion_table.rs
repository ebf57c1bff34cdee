//! Reading a prescribed motion: lists in the case, or a file beside it.

use super::document;
use super::problem::Problem;
use super::section::Section;
use crate::body::motion_table::MotionTable;
use crate::quantity::{SPEED, TIME};
use std::path::Path;

/// Most rows of a file.
const MOST_ROWS: usize = 1000;
/// Columns of times and velocities by their unit, and the unit in s or m/s.
const TIMES: [(&str, f64); 3] = [("time_s", 1.0), ("time_ms", 1e-3), ("time_us", 1e-6)];
const VELOCITIES: [(&str, f64); 3] = [("velocity_m_s", 1.0), ("velocity_cm_s", 1e-2), ("velocity_mm_s", 1e-3)];

/// Reads `times` and `velocities`, or the file that `file` names, for a sphere that starts at `gap` \[m\]. Problems have been
/// reported where there is no table.
pub(super) fn read(section: &Section<'_>, gap: f64) -> Option<MotionTable> {
    let times = section.quantities("times", &TIME);
    let velocities = section.quantities("velocities", &SPEED);
    let lists = times.is_given() || velocities.is_given();
    let file = section.text("file");
    let table = match (file.is_given(), lists) {
        (true, true) => {
            section.missing("file", "give the motion once: file, or times and velocities");
            return None;
        }
        (true, false) => {
            let path = section.directory().join(file.optional()?);
            read_file(&path).map_err(|problem| section.wrong("file", problem)).ok()?
        }
        (false, _) => {
            let whole = times.is_given() && velocities.is_given();
            let (Some(times), Some(velocities)) = (times.optional(), velocities.optional()) else {
                if whole || section.place("file").is_some() {
                    return None;
                }
                let advice = "kind = \"table\" needs file = \"motion.csv\" (columns time_s and velocity_m_s), or the lists \
                              times and velocities, positive away from the wall";
                section.missing("file", advice);
                return None;
            };
            MotionTable { times, velocities }
        }
    };
    match table.validate(gap) {
        Ok(()) => Some(table),
        Err(error) if section.place("file").is_some() => {
            section.wrong("file", Problem::new(error.to_string()));
            None
        }
        Err(error) => {
            section.refused(&error);
            None
        }
    }
}

/// The rows of a file with a header line: comma-separated columns, of which one is a time and one a velocity. Empty lines and
/// lines that begin with `#` are passed over.
fn read_file(path: &Path) -> Result<MotionTable, Problem> {
    let shown = path.display();
    let text = document::read_file(path)?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let header: Vec<&str> = lines.next().map_or(Vec::new(), |(_, line)| line.split(',').map(str::trim).collect());
    let column = |names: [(&'static str, f64); 3]| {
        let found = names.iter().find_map(|(name, unit)| Some((header.iter().position(|cell| cell == name)?, *unit)));
        found.ok_or_else(|| {
            let [first, second, third] = names.map(|(name, _)| name);
            Problem::new(format!("`{shown}` has no column {first}, {second} or {third}"))
                .help("its first line names the columns, for example time_s,velocity_m_s")
        })
    };
    let (time, velocity) = (column(TIMES)?, column(VELOCITIES)?);
    let mut table = MotionTable { times: Vec::new(), velocities: Vec::new() };
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let cell = |(at, unit): (usize, f64)| {
            let text = cells.get(at).copied().unwrap_or_default();
            text.parse::<f64>().map(|value| value * unit).map_err(|_| {
                let what = crate::quantity::text::abridged(text);
                Problem::new(format!("line {} of `{shown}`: `{what}` is not a number", number + 1))
            })
        };
        table.times.push(cell(time)?);
        table.velocities.push(cell(velocity)?);
        if table.times.len() > MOST_ROWS {
            return Err(Problem::new(format!("`{shown}` has more than {MOST_ROWS} rows")).help("thin it out"));
        }
    }
    Ok(table)
}
