//! A small case and what the tests of sweeps do with it.

use std::path::Path;

/// A steel sphere on a coarse grid in a narrow vessel: a tenth of a second each run.
pub const CASE: &str = r#"
sphere = { diameter = "6 mm", material = "steel" }
liquid = { density = "965 kg/m3", viscosity = "100 mPa s" }
container = { radius = "3 D", height = "5 D" }
release = { gap = "1.5 D", speed = "0.5 m/s", run_up = 0 }
run = { bounces = 1 }
output = { plots = false, report = false }
film.band = "off"

[resolution]
cells_per_diameter = 8
cells_across_film = 4
smallest_gap = "0.02 D"
radial_growth = 1.3
axial_growth = 1.3
film_growth = 1.3
steps_per_contact = 30
cfl = 0.8
"#;

/// Writes the small case and `plan` on it into `directory`.
pub fn write(directory: &Path, plan: &str) {
    std::fs::write(directory.join("case.toml"), CASE).unwrap();
    std::fs::write(directory.join("plan.toml"), format!("base = \"case.toml\"\n{plan}")).unwrap();
}

/// The rows of a CSV file with its header, without the columns named.
pub fn table(path: &Path, without: &[&str]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(path).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let kept: Vec<usize> = (0..rows[0].len()).filter(|&at| !without.contains(&&rows[0][at])).collect();
    rows.iter().map(|row| kept.iter().map(|&at| row[at].to_owned()).collect()).collect()
}

/// A column of a table by its name.
pub fn column(table: &[Vec<String>], name: &str) -> Vec<String> {
    let at = table[0].iter().position(|header| header == name).unwrap_or_else(|| panic!("no column {name}"));
    table[1..].iter().map(|row| row[at].clone()).collect()
}
