//! `reference`: values that other programs can be held against, from the entries of `validate`.

use crate::program::{unwrapped, wetbounce};
use std::path::Path;

fn reference(directory: &Path, args: &[&str]) -> (i32, String, String) {
    wetbounce(directory, &[&["reference"], args].concat())
}

/// Header and rows of numbers of a reference that is written into an empty folder.
fn written(name: &str) -> (String, Vec<Vec<f64>>) {
    let place = tempfile::tempdir().unwrap();
    let (code, said, error) = reference(place.path(), &[name, "--out", "out"]);
    assert_eq!((code, error.as_str()), (0, ""), "{name}: {said}");
    let text = std::fs::read_to_string(place.path().join("out/reference.csv")).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap().to_owned();
    let row = |line: &str| line.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
    (header, lines.map(row).collect())
}

#[test]
fn every_reference_is_written_into_an_empty_folder_and_says_what_to_run() {
    let place = tempfile::tempdir().unwrap();
    let (code, list, _) = reference(place.path(), &[]);
    assert_eq!(code, 0);
    let (code, listed, _) = wetbounce(place.path(), &["list", "references"]);
    assert_eq!((code, listed.lines().count()), (0, list.lines().count() + 1), "{listed}");
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        let basis = ["exact", "converged", "measured"].iter().filter(|basis| line.contains(*basis)).count();
        assert!(basis >= 1 && listed.contains(name), "{line}");
        let (code, said, error) = reference(place.path(), &[name, "--out", name]);
        assert_eq!(code, 0, "{name}: {error}");
        assert!(said.contains("reference.csv"), "{said}");
        let read = |file: &str| std::fs::read_to_string(place.path().join(name).join(file)).unwrap();
        let (readme, table, figure) = (read("README.md"), read("reference.csv"), read("figure.svg"));
        for section in
            ["The problem", "What to run", "What to write down", "What resolution is fair", "Source and licence"]
        {
            assert!(readme.contains(&format!("\n## {section}\n")), "{name}: {readme}");
        }
        let columns: Vec<&str> = table.lines().next().unwrap().split(',').collect();
        assert!(columns.contains(&"uncertainty") && table.lines().count() > 3, "{name}: {table}");
        assert!(columns.iter().all(|column| readme.contains(&format!("| {column} |"))), "{name}: {columns:?}");
        assert!(figure.starts_with("<svg") || figure.starts_with("<?xml"), "{name}");
        assert!(figure.contains("<path") || figure.contains("<circle") || figure.contains("<polyline"), "{name}");
    }
}

#[test]
fn no_file_of_the_user_is_overwritten_and_a_name_that_there_is_not_is_answered_with_those_there_are() {
    let place = tempfile::tempdir().unwrap();
    let kept = place.path().join("mine/reference.csv");
    std::fs::create_dir(place.path().join("mine")).unwrap();
    std::fs::write(&kept, "my data\n").unwrap();
    let (code, _, message) = reference(place.path(), &["approach-wall", "--out", "mine"]);
    let message = unwrapped(&message);
    assert!(
        code == 2 && message.contains("holds `reference.csv`") && message.contains("no file is overwritten"),
        "{message}"
    );
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "my data\n");
    assert!(!place.path().join("mine/README.md").exists());
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "new"]).0, 0);
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "new"]).0, 0, "the same may be written again");
    std::fs::write(place.path().join("new/mine.txt"), "").unwrap();
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "new"]).0, 2);
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "mine/reference.csv"]).0, 2);
    let (code, _, message) = reference(place.path(), &["brenner"]);
    assert!(code == 2 && message.contains("`brenner`") && message.contains("approach-wall"), "{message}");
    assert_eq!(reference(place.path(), &["--out", "x"]).0, 2);
}

#[test]
fn the_force_towards_a_wall_is_that_of_published_tables() {
    let (header, rows) = written("approach-wall");
    assert_eq!(header, "gap_over_d,force_over_stokes,uncertainty");
    assert!(rows[0][0] <= 1e-4 && rows[rows.len() - 1][0] >= 10.0);
    // Brenner's series summed by another program with 60 digits; leading terms of the lubrication theory at the smallest gaps.
    for (gap, exact) in
        [(0.01, 51.7607336046394), (0.1, 6.34088669211), (1.0, 1.5692053935495), (5.0, 1.11350323390571)]
    {
        let row = rows.iter().find(|row| row[0] == gap).unwrap();
        assert!((row[1] - exact).abs() <= 2e-12 * exact && row[2] > 0.0 && row[2] < 1e-9 * exact, "{row:?}");
    }
    for row in rows.iter().filter(|row| row[0] <= 1e-4) {
        let gap = 2.0 * row[0];
        let lubrication = 1.0 / gap - 0.2 * gap.ln() + 0.97128;
        assert!((row[1] - lubrication).abs() < 2e-4 * row[1].sqrt(), "{row:?} {lubrication}");
    }
}
