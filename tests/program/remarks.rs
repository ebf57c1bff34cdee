//! Each warning, assumption and doubt that the program knows: a case that makes it say it, and one that does not
//! (`remarks.toml`).
//!
//! The names are those of every `remark!` in the sources, so that a new one without a row fails.

use crate::program::{answer, remarks};
use crate::reading::case_of;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use toml::{Table, Value};
use wetbounce::contact::dissipation;
use wetbounce::remark::Remark;

/// The name of every `remark!` in the sources.
fn names() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(path).unwrap();
                let calls = text.split("remark!(").skip(1).filter_map(|call| call.split_once(',')?.1.split('"').nth(1));
                found.extend(calls.filter(|name| *name != "name").map(str::to_owned));
            }
        }
    }
    found
}

/// The names of all remarks beside the results of a case.
fn said(case: &Table) -> BTreeSet<String> {
    let place = tempfile::tempdir().unwrap();
    let words = |key: &str| -> Vec<String> {
        let list = case.get(key).and_then(Value::as_array).into_iter().flatten();
        list.map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let word = |key: &str| case.get(key).and_then(Value::as_str);
    let text = match (word("base"), word("text")) {
        (Some(name), _) => {
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cases/{name}.toml"))).unwrap()
        }
        (None, text) => text.unwrap_or_default().to_owned(),
    };
    let set = words("set");
    let verb = word("verb").unwrap_or("check");
    if verb == "balance" {
        return names_of(dissipation::made(case["made"].as_float().unwrap()));
    }
    if verb == "check" {
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        return names_of(case_of(&text, &set).warnings());
    }
    fs::write(place.path().join("case.toml"), text).unwrap();
    for (name, text) in case.get("files").and_then(Value::as_table).into_iter().flatten() {
        fs::write(place.path().join(name), text.as_str().unwrap()).unwrap();
    }
    let records: Vec<String> = case
        .get("records")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(number, record)| {
            let name = format!("record{number}.csv");
            fs::write(place.path().join(&name), written(record.as_table().unwrap())).unwrap();
            name
        })
        .collect();
    let mut args = match verb {
        "measure" => [vec![verb.to_owned()], records, vec!["--format".into(), "json".into()]].concat(),
        "law" => vec![verb.to_owned()],
        _ => {
            let measured = (!records.is_empty()).then(|| format!("measurement.file={records:?}"));
            let own = ["--out", "out"].map(str::to_owned).to_vec();
            let set = measured.into_iter().flat_map(|set| ["--set".to_owned(), set]).collect();
            [vec![verb.to_owned(), "case.toml".to_owned()], own, set].concat()
        }
    };
    args.extend(set.into_iter().flat_map(|set| ["--set".to_owned(), set]));
    args.extend(words("args"));
    let out = answer(place.path(), &args);
    let json = match verb {
        "measure" => out,
        "law" => {
            return out.split("Warning [").skip(1).map(|line| line.split(']').next().unwrap().to_owned()).collect();
        }
        "sweep" => fs::read_to_string(place.path().join("out/uncertainty.json")).unwrap(),
        _ => fs::read_to_string(place.path().join("out/summary.json")).unwrap(),
    };
    names_of(remarks(&serde_json::from_str(&json).unwrap()))
}

fn names_of(remarks: impl IntoIterator<Item = Remark>) -> BTreeSet<String> {
    remarks.into_iter().map(|remark| remark.name).collect()
}

/// A record made of the pictures `rows` of a real bounce (gaps in mm, times in ms): time and gap multiplied, then
/// shifted, on a wall that sinks by `tilt` (mm/ms). With `velocity`, a column of so many times the slope of the gaps;
/// with `along` and `turns`, columns of a position (mm) and an angle that begins again after a turn, with these rates a
/// ms before and after contact. `again` writes it twice, so many ms later.
fn written(record: &Table) -> String {
    let number = |key: &str, default: f64| match record.get(key) {
        Some(Value::Float(value)) => *value,
        Some(Value::Integer(value)) => *value as f64,
        _ => default,
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/records/tests/reading/records/good.csv");
    let text = fs::read_to_string(path).unwrap();
    let row = |line: &str| line.split_once(',').map(|(t, h)| (t.parse().unwrap(), h.trim().parse().unwrap()));
    let rows: Vec<(f64, f64)> = text.lines().skip(1).filter_map(row).collect();
    let (first, last) = (number("first", 0.0) as usize, number("last", rows.len() as f64) as usize);
    let of = |(time, gap): &(f64, f64)| {
        let gap = number("gap", 1.0) * gap + number("higher", 0.0) + number("tilt", 0.0) * time;
        (number("time", 1.0) * time + number("later", 0.0), gap)
    };
    let mut rows: Vec<(f64, f64)> = rows[first..last].iter().map(of).collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let velocity = record.contains_key("velocity");
    let rates = |key: &str| {
        let rates = record.get(key)?.as_array()?.iter().map(|rate| rate.as_float().unwrap()).collect::<Vec<_>>();
        Some(move |time: f64| if time < 0.0 { rates[0] * time } else { rates[1] * time })
    };
    let (along, turns) = (rates("along"), rates("turns"));
    let names = [
        (true, "time_ms,gap_mm"),
        (velocity, "velocity_m_s"),
        (along.is_some(), "x_mm"),
        (turns.is_some(), "angle_rad"),
    ];
    let mut table = names.iter().filter(|name| name.0).map(|name| name.1).collect::<Vec<_>>().join(",") + "\n";
    for again in [None, record.contains_key("again").then(|| number("again", 0.0))].into_iter().enumerate() {
        let later = match again {
            (0, _) => 0.0,
            (_, Some(later)) => later,
            _ => continue,
        };
        for (at, (time, gap)) in rows.iter().enumerate() {
            write!(table, "{},{gap}", time + later).unwrap();
            if velocity {
                let [before, after] = [rows[at.saturating_sub(1)], rows[(at + 1).min(rows.len() - 1)]];
                let slope = (after.1 - before.1) / (after.0 - before.0);
                write!(table, ",{}", number("velocity", 1.0) * slope).unwrap();
            }
            along.iter().for_each(|along| write!(table, ",{}", along(*time)).unwrap());
            turns.iter().for_each(|turns| write!(table, ",{}", turns(*time).rem_euclid(2.0 * PI)).unwrap());
            table.push('\n');
        }
    }
    table
}

#[test]
fn each_warning_assumption_and_doubt_is_said_of_one_case_and_not_of_another() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/remarks.toml");
    let table: Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let (cases, rows) = (table["cases"].as_table().unwrap(), table["remarks"].as_table().unwrap());
    let names = names();
    let different: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(different.len(), names.len(), "a name is that of one remark");
    let with_rows: BTreeSet<&str> = rows.keys().map(String::as_str).collect();
    assert_eq!(different, with_rows, "remarks of the sources, and rows of the table");

    let found: BTreeMap<&str, BTreeSet<String>> =
        cases.iter().par_bridge().map(|(name, case)| (name.as_str(), said(case.as_table().unwrap()))).collect();
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for name in names {
        for (key, wanted) in [("says", true), ("silent", false)] {
            let case = rows[&name][key].as_str().unwrap();
            used.insert(case);
            if found[case].contains(&name) != wanted {
                wrong.push(format!("{name}: {case} should be among those that it {key}: {:?}", found[case]));
            }
        }
    }
    wrong.extend(found.keys().filter(|case| !used.contains(*case)).map(|case| format!("{case} is of no remark")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
