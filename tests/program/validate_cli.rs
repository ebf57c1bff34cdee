//! `wetbounce validate` and `wetbounce converge` as a user meets them.

use crate::oblique_run::COARSE_GRID;
use crate::program::{PROGRAM, answer, messages, note, refused, shipped, wetbounce, words};
use std::time::{Duration, Instant};

#[test]
fn comparisons_work_without_the_source_tree_and_leave_a_report() {
    let directory = tempfile::tempdir().unwrap();
    let out = answer(directory.path(), &["validate", "stokes-tube", "conservation", "--out", "v"]);
    note(words(&out));
    let read = |name: &str| std::fs::read_to_string(directory.path().join("v").join(name)).unwrap();
    let rows: Vec<String> = read("validation.csv").lines().map(String::from).collect();
    assert!(rows[0].starts_with("entry,quantity,unit,value,reference,deviation,band,verdict"), "{}", rows[0]);
    assert!(rows[1].starts_with("stokes-tube,\"drag factor, a/R = 0.1\",1,1.2"), "{}", rows[1]);
    let json: serde_json::Value = serde_json::from_str(&read("validation.json")).unwrap();
    assert_eq!(json[0]["entry"], "stokes-tube");
    assert_eq!(json[0]["rows"][0]["verdict"], "pass");
    assert!(read("validation.md").contains("Haberman"));
    let quiet = wetbounce(directory.path(), &["validate", "stokes-tube", "--out", "quiet", "--quiet"]);
    assert_eq!(quiet, (0, String::new(), String::new()));
    messages!();
    assert!(directory.path().join("quiet/report.html").is_file());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_comparisons_at_once_and_those_done_are_on_disk() {
    let directory = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(PROGRAM)
        .current_dir(directory.path())
        .args(["validate", "stokes-tube", "gondret-st742", "--jobs", "1", "--out", "v", "--quiet"])
        .spawn()
        .unwrap();
    let table = directory.path().join("v/validation.csv");
    let run = directory.path().join("v/runs/gondret-st742");
    let started = Instant::now();
    while !(table.is_file() && run.is_dir()) && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = Instant::now();
    assert!(std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(sent.elapsed() < Duration::from_secs(2), "{:?}", sent.elapsed());
    assert!(std::fs::read_to_string(table).unwrap().contains("stokes-tube"));
}

#[test]
fn the_report_has_contents_sections_by_subject_colours_and_bars() {
    let directory = tempfile::tempdir().unwrap();
    let own = "entry,quantity,value\nstokes-tube,\"drag factor, a/R = 0.2\",1.7\n";
    std::fs::write(directory.path().join("mine.csv"), own).unwrap();
    let args = ["validate", "stokes-tube", "conservation", "closed-forms", "--reference", "mine.csv", "--out", "v"];
    answer(directory.path(), &args);
    let page = std::fs::read_to_string(directory.path().join("v/report.html")).unwrap();
    let subjects = ["Creeping flow near walls", "Orders and balances", "Theory of the liquid&#39;s forces"];
    let (contents, rest) = page.split_once("</nav>").unwrap();
    for subject in subjects {
        let link = contents.split("href=\"#").find(|text| text.contains(&format!(">{subject}</a>")));
        let anchor = link.unwrap_or_else(|| panic!("{subject}: {contents}")).split('"').next().unwrap();
        let section = rest.split("<section id=\"").find(|text| text.starts_with(&format!("{anchor}\"")));
        let section = section.unwrap_or_else(|| panic!("the link to {subject} leads nowhere"));
        assert!(section.contains("class=\"judged\"") && section.contains("<tr class=\"pass\">"), "{subject}");
    }
    let judged: Vec<&str> = rest.split("<table class=\"judged\">").skip(1).collect();
    assert_eq!(judged.len(), 3, "one table for each comparison");
    for table in &judged {
        let table = table.split("</table>").next().unwrap();
        for row in table.split("<tr class=\"pass\">").skip(1) {
            let row = row.split("</tr>").next().unwrap();
            let left = row.split("<i style=\"left:").nth(1).and_then(|text| text.split('%').next());
            let left: f64 = left.unwrap_or_else(|| panic!("no bar: {row}")).parse().unwrap();
            assert!((25.0..=75.0).contains(&left), "what passes lies in the middle half of its bar: {row}");
        }
    }
    assert!(rest.contains("<details><summary>Sources, and why these bands</summary>"));
}

#[test]
fn the_list_names_every_comparison_and_an_unknown_one_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let (code, out, _) = wetbounce(directory.path(), &["validate", "--list"]);
    assert!(code == 0 && out.contains("gondret-st152 "), "{out}");
    note(words(&out));
    refused(directory.path(), &["validate", "gondret-st153"]);
    for name in ["gondret-st742", "cost-bounce"] {
        refused(directory.path(), &["validate", name, "--quick"]);
    }
    messages!();
}

/// The book names comparisons, or families of them: `gondret-` is all that begin so, `-impact` all that end so.
#[test]
fn every_comparison_belongs_to_a_family_of_the_book_and_every_family_has_one() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/validate.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| comparisons |")).take_while(|line| !line.is_empty());
    let first = rows.filter_map(|row| row.split(" | ").next());
    let families: Vec<&str> = first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let holds = |family: &str, name: &str| {
        name == family
            || family.ends_with('-') && name.starts_with(family)
            || family.starts_with('-') && name.ends_with(family)
    };
    let names: Vec<&str> = wetbounce::validate::CATALOGUE.names().collect();
    for name in &names {
        assert!(families.iter().any(|family| holds(family, name)), "{name} is in no family");
    }
    for family in families {
        assert!(names.iter().any(|name| holds(family, name)), "{family} has no comparison");
    }
}

#[test]
fn own_values_are_shown_beside_the_results_and_an_unknown_quantity_ends_in_failure() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("mine.csv");
    std::fs::write(&data, "entry,quantity,value\nstokes-tube,\"drag factor, a/R = 0.2\",1.7\n").unwrap();
    let out = answer(directory.path(), &["validate", "stokes-tube", "--reference", "mine.csv"]);
    let own = out.lines().find(|line| line.contains("1.7 ")).unwrap_or_else(|| panic!("{out}"));
    assert!(own.contains("-1.") && own.contains("reported"), "{own}");
    std::fs::write(&data, "entry,quantity,value\nstokes-tube,drag,1.7\n").unwrap();
    let (code, out, _) = wetbounce(directory.path(), &["validate", "stokes-tube", "--reference", "mine.csv"]);
    assert!(code == 3, "{out}");
    note(words(&out));
    std::fs::write(&data, "time_s,gap_m\n0,0.02\n").unwrap();
    refused(directory.path(), &["validate", "stokes-tube", "--reference", "mine.csv"]);
    messages!();
}

#[test]
fn a_refined_case_shows_its_orders_in_a_table_and_a_figure() {
    let directory = tempfile::tempdir().unwrap();
    let case = &shipped("light-sphere.toml");
    let args = [
        "converge",
        case,
        "--levels",
        "6,8,11",
        "--out",
        "c",
        "--set",
        "run.time=0.1 s",
        "--set",
        "resolution.cells_per_diameter=6",
        "--set",
        "resolution.smallest_gap=0.1 D",
        "--set",
        "output.plots=false",
    ];
    let (code, out, err) = wetbounce(directory.path(), &args);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("cells per diameter 11"), "{out}");
    note(words(&out));
    assert!(err.contains("[3/3] level-") && err.contains(" steps, "), "{err}");
    let (code, out, err) = wetbounce(directory.path(), &[&args[..], &["-q"]].concat());
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    let csv = std::fs::read_to_string(directory.path().join("c/convergence.csv")).unwrap();
    let peak = csv.lines().find(|line| line.starts_with("peak speed (m/s),")).unwrap_or_else(|| panic!("{csv}"));
    let values: Vec<f64> = peak.split(',').skip(1).take(3).map(|text| text.parse().unwrap()).collect();
    assert!(values.iter().all(|value| (value / values[2] - 1.0).abs() < 0.05), "{peak}");
    let svg = std::fs::read_to_string(directory.path().join("c/plots/convergence.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("peak speed"));
    messages!();
}

#[test]
fn modes_of_an_oblique_impact_show_what_the_last_of_them_changes() {
    let directory = tempfile::tempdir().unwrap();
    let case = shipped("joseph-hunt-steel.toml");
    let mut args = vec!["converge", &case, "--over", "modes", "--levels", "1,2,3", "--out", "c"];
    let short = [
        "film.band=off",
        "container.radius=3 D",
        "release.gap=0.3 D",
        "release.free_gap=0.2 D",
        "release.run_up=0.3 D",
        "run.time=15 ms",
        "output.plots=false",
        "output.report=false",
    ];
    COARSE_GRID.iter().chain(&short).for_each(|setting| args.extend(["--set", setting]));
    let out = answer(directory.path(), &args);
    assert!(out.contains("azimuthal modes 3"), "{out}");
    note(words(&out));
    let csv = std::fs::read_to_string(directory.path().join("c/convergence.csv")).unwrap();
    let spin = csv
        .lines()
        .find(|line| line.starts_with("\"spin after (rad/s), bounce 1\","))
        .unwrap_or_else(|| panic!("{csv}"));
    let values: Vec<f64> = spin.split(',').skip(2).take(3).map(|text| text.parse().unwrap()).collect();
    let [first, last] = [values[1] - values[0], values[2] - values[1]].map(f64::abs);
    assert!([first, last].iter().all(|change| 0.0 < *change && *change < 0.01 * values[2]), "{spin}");
    let svg = std::fs::read_to_string(directory.path().join("c/plots/convergence.svg")).unwrap();
    assert!(svg.contains("Highest azimuthal mode") && svg.contains("spin after"), "{svg}");
    messages!();
}

#[test]
fn levels_that_do_not_refine_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let case = &shipped("light-sphere.toml");
    for args in [&["--levels", "24,16,12"][..], &["--over", "step", "--levels", "0.5,1"], &["--levels", "2,4,8"]] {
        refused(directory.path(), &[&["converge", case][..], args].concat());
    }
    messages!();
}
