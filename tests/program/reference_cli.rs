//! `reference`: values that other programs can be held against, from the entries of `validate`.

use crate::program::{messages, note, unwrapped, wetbounce, words};
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
        note(words(&said));
        let read = |file: &str| std::fs::read_to_string(place.path().join(name).join(file)).unwrap();
        let (readme, table, figure) = (read("README.md"), read("reference.csv"), read("figure.svg"));
        for section in
            ["The problem", "What to run", "What to write down", "What resolution is fair", "Source and licence"]
        {
            assert!(readme.contains(&format!("\n## {section}\n")), "{name}: {readme}");
        }
        let columns: Vec<&str> = table.lines().next().unwrap().split(',').collect();
        assert!(columns.contains(&"uncertainty") && table.lines().count() > 2, "{name}: {table}");
        assert!(columns.iter().all(|column| readme.contains(&format!("| {column} |"))), "{name}: {columns:?}");
        assert!(figure.starts_with("<svg") || figure.starts_with("<?xml"), "{name}");
        assert!(figure.contains("<path") || figure.contains("<circle") || figure.contains("<polyline"), "{name}");
    }
    messages!();
}

#[test]
fn no_file_of_the_user_is_overwritten_and_a_name_that_there_is_not_is_answered_with_those_there_are() {
    let place = tempfile::tempdir().unwrap();
    let kept = place.path().join("mine/reference.csv");
    std::fs::create_dir(place.path().join("mine")).unwrap();
    std::fs::write(&kept, "my data\n").unwrap();
    let (code, _, message) = reference(place.path(), &["approach-wall", "--out", "mine"]);
    let message = unwrapped(&message);
    assert_eq!(code, 2, "{message}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "my data\n");
    assert!(!place.path().join("mine/README.md").exists());
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "new"]).0, 0);
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "new"]).0, 0, "the same may be written again");
    std::fs::write(place.path().join("new/mine.txt"), "").unwrap();
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "new"]).0, 2);
    assert_eq!(reference(place.path(), &["approach-wall", "--out", "mine/reference.csv"]).0, 2);
    let (code, _, message) = reference(place.path(), &["brenner"]);
    assert_eq!(code, 2, "{message}");
    assert_eq!(reference(place.path(), &["--out", "x"]).0, 2);
    messages!();
}

#[test]
fn figures_of_the_thesis_are_written_over_no_file_that_has_the_name_of_one_of_them() {
    let place = tempfile::tempdir().unwrap();
    for name in ["README.md", "record.csv", "figure-4.2.csv"] {
        let (folder, kept) = (place.path().join("mine"), place.path().join("mine").join(name));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&kept, "# my data\n").unwrap();
        let (code, _, message) = reference(place.path(), &["thesis", "--out", "mine"]);
        assert_eq!(code, 2, "{name}: {message}");
        assert!(unwrapped(&message).contains(name), "{message}");
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "# my data\n");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "{name}: nothing else is written");
        std::fs::remove_dir_all(&folder).unwrap();
    }
    messages!();
}

/// As after a first call: `README.md` has the heading of this command, and the user has worked in the directory since.
#[test]
fn a_second_call_writes_over_no_figure_of_the_thesis_that_the_user_has_changed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("mine");
    std::fs::create_dir(&folder).unwrap();
    let heading = "# figures 4.1 to 4.11 of Li (2010), and what is printed beside what is right\n\n";
    let own = [("README.md", format!("{heading}my notes\n")), ("figure-4.2.csv", "gap_over_d,mine\n1,2\n".to_owned())];
    own.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    let (code, _, message) = reference(place.path(), &["thesis", "--out", "mine"]);
    let message = unwrapped(&message);
    assert!(code == 2 && message.contains("figure-4.2.csv") && message.contains("--out"), "{code} {message}");
    own.iter().for_each(|(name, text)| assert_eq!(&std::fs::read_to_string(folder.join(name)).unwrap(), text));
}

#[test]
fn the_force_towards_a_wall_is_that_of_published_tables() {
    let (header, rows) = written("approach-wall");
    assert_eq!(header, "gap_over_d,force_over_stokes,uncertainty");
    assert!(rows[0][0] <= 1e-4 && rows[rows.len() - 1][0] >= 10.0);
    // Brenner's series summed by another program with 60 digits; leading terms of the lubrication theory at the
    // smallest gaps.
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

/// The row of a reference at these values of its columns.
fn row<'r>((header, rows): &'r (String, Vec<Vec<f64>>), at: &[(&str, f64)]) -> impl Fn(&str) -> f64 + use<'r> {
    let columns: Vec<&str> = header.split(',').collect();
    let place = |column: &str| columns.iter().position(|name| *name == column).unwrap_or_else(|| panic!("no {column}"));
    let fits = |row: &&Vec<f64>| at.iter().all(|(column, value)| row[place(column)] == *value);
    let row = rows.iter().find(fits).unwrap_or_else(|| panic!("no row at {at:?}"));
    move |column| row[columns.iter().position(|name| *name == column).unwrap_or_else(|| panic!("no {column}"))]
}

#[test]
fn forces_of_pairs_along_walls_and_in_tubes_are_those_of_published_tables() {
    let pair = written("approach-pair");
    assert!(pair.0.starts_with("gap_over_d,force_over_stokes,uncertainty,radius_ratio"));
    // The bispherical series summed with 50 digits: X11, and X12 times the radius ratio.
    for (gap, ratio, own, other) in [
        (1e-4, 0.25, 201.6630764926836, 200.6970127572945),
        (0.01, 1.0, 14.38016192720009, 13.73386026603426),
        (1.0, 4.0, 1.361685589351889, 1.042608733705675),
        (1e-3, 10.0, 415.7286340688071, 415.6922077279605),
        (10.0, 10.0, 1.026807254886412, 0.4794588798188281),
    ] {
        let value = row(&pair, &[("gap_over_d", gap), ("radius_ratio", ratio)]);
        for (column, exact) in [("force_over_stokes", own), ("force_on_other_over_stokes", other)] {
            assert!((value(column) / exact - 1.0).abs() < 1e-9, "{gap} {ratio} {column}: {}", value(column));
        }
        assert!((0.0..1e-8 * own).contains(&value("uncertainty")));
    }
    // Equal spheres that touch and move alike are dragged with 0.6451 of a single one's force each (Stimson & Jeffery
    // 1926).
    let touching = row(&pair, &[("gap_over_d", 1e-4), ("radius_ratio", 1.0)]);
    assert!((touching("force_over_stokes") - touching("force_on_other_over_stokes") - 0.6451).abs() < 2e-4);
    let along = written("along-wall");
    assert!(along.0.starts_with("gap_over_d,force_over_stokes,uncertainty"));
    for (gap, force, torque) in
        [(0.5, 1.382752382411223, -0.005024711229087973), (0.01, 3.062629226604412, -0.2138140403981102)]
    {
        let value = row(&along, &[("gap_over_d", gap)]);
        assert!(
            (value("force_over_stokes") - force).abs() < 1e-9 && (value("torque_over_stokes") - torque).abs() < 1e-9
        );
    }
    // Faxén far from the wall; Goldman, Cox & Brenner (1967) near it.
    let far = row(&along, &[("gap_over_d", 50.0)]);
    assert!((far("force_over_stokes") - 1.0 / (1.0 - 9.0 / 16.0 / 101.0)).abs() < 1e-6);
    let near = row(&along, &[("gap_over_d", 1e-4)]);
    assert!((near("force_over_stokes") - (-8.0 / 15.0 * f64::ln(2e-4) + 0.9543)).abs() < 1e-3);
    let tube = written("tube");
    for (ratio, published) in [(0.1, 1.263), (0.2, 1.680), (0.3, 2.371)] {
        let value = row(&tube, &[("radius_over_tube_radius", ratio)]);
        assert!((value("force_over_stokes") / published - 1.0).abs() < 5e-4, "{ratio}");
    }
}

#[test]
fn motions_and_impacts_have_the_closed_forms_of_their_limits() {
    let oscillation = written("oscillation");
    let value = row(&oscillation, &[("omega_a2_over_nu", 100.0)]);
    let layer = f64::sqrt(50.0);
    assert!((value("in_phase_over_stokes") - (1.0 + layer)).abs() < 1e-12);
    assert!((value("quadrature_over_stokes") - (layer + 2.0 / 9.0 * layer * layer)).abs() < 1e-12);
    // A high frequency near a wall: the slip of potential flow over both surfaces; slow motion: Brenner's drag.
    let near = written("oscillation-near-wall");
    let slow = row(&near, &[("gap_over_d", 0.1), ("omega_a2_over_nu", 0.1)]);
    assert!((slow("in_phase_over_stokes") - 6.34088669).abs() < 0.005, "{}", slow("in_phase_over_stokes"));
    let start = written("start-from-rest");
    let early = row(&start, &[("time_nu_over_a2", 0.001), ("density_ratio", 2.56)]);
    assert!(
        early("speed_over_terminal") < 4.5 / 3.06 * 0.001 && early("speed_over_terminal") > 0.9 * 4.5 / 3.06 * 0.001
    );
    let dry = written("dry-impact");
    let hertz = row(&dry, &[("restitution_put_in", 1.0), ("angle_deg", 60.0)]);
    let sliding = f64::to_radians(60.0).sin() - 0.2 * f64::to_radians(60.0).cos();
    assert!((hertz("tangential_speed_over_speed") - sliding).abs() < 1e-12 && hertz("contact_time_over_hertz") == 1.0);
    let damped = row(&dry, &[("restitution_put_in", 0.5), ("angle_deg", 0.0)]);
    assert!((damped("restitution_attraction_cut") - 0.55028317).abs() < 1e-8);
    let plate = written("plate-impact");
    // Zener (1941): -ln e/λ tends to 1.719.
    let thick = row(&plate, &[("lambda", 0.01)]);
    assert!(
        (thick("restitution") - 0.9828761).abs() < 1e-7 && (-thick("restitution").ln() / 0.01 - 1.719).abs() < 0.02
    );
    let pair = written("pair-momentum");
    for (ratio, e) in [(0.25, 0.9), (4.0, 0.5)] {
        let value = row(&pair, &[("mass_ratio", ratio), ("restitution", e)]);
        let [first, second] = ["first_speed_over_speed", "second_speed_over_speed"].map(&value);
        assert!((first + ratio * second - 1.0).abs() < 1e-14 && (second - first - e).abs() < 1e-14);
    }
}

#[test]
fn what_validate_compares_with_is_what_the_reference_has() {
    let catalogue = &wetbounce::validate::CATALOGUE;
    let of = |entry: &str, quantity: &str| {
        let entry = catalogue.find(entry, false).unwrap();
        entry.compare.iter().find(|one| one.quantity == quantity).and_then(|one| one.reference).unwrap()
    };
    for (entry, quantity, name, column, at) in [
        (
            "stokes-approach",
            "drag factor, h/D = 0.01",
            "approach-wall",
            "force_over_stokes",
            vec![("gap_over_d", 0.01)],
        ),
        (
            "wall-parallel",
            "drag of translation, h/D = 0.015",
            "along-wall",
            "force_over_stokes",
            vec![("gap_over_d", 0.015)],
        ),
        ("stokes-tube", "drag factor, a/R = 0.3", "tube", "force_over_stokes", vec![("radius_over_tube_radius", 0.3)]),
        ("plate", "e of the film alone, 0.2", "plate-impact", "restitution", vec![("lambda", 0.2)]),
    ] {
        assert_eq!(of(entry, quantity), row(&written(name), &at)(column), "{entry}");
    }
    let measured = catalogue.reference("gondret").unwrap();
    let apex = measured.value("measured", &[("bounce", "st152".into()), ("quantity", "apex 1".into())]).unwrap();
    assert_eq!(apex.value, of("gondret-st152", "apex, bounce 1"));
    assert!(apex.uncertainty > 0.0 && !apex.interpolated);
}

#[test]
fn a_reference_answers_between_its_rows_and_says_where_it_has_nothing() {
    let catalogue = &wetbounce::validate::CATALOGUE;
    let wall = catalogue.reference("approach-wall").unwrap();
    let value = wall.value("force_over_stokes", &[("gap_over_d", 0.0123.into())]).unwrap();
    assert!(!value.interpolated && (value.value / 42.5 - 1.0).abs() < 0.01, "{value:?}");
    let table = catalogue.reference("oscillation-near-wall").unwrap();
    let at = |gap: f64, frequency: f64| {
        table.value("quadrature_over_stokes", &[("gap_over_d", gap.into()), ("omega_a2_over_nu", frequency.into())])
    };
    // The row at 0.1 D, found again from the others within the uncertainty that is stated.
    let (row, between) = (at(0.1, 10.0).unwrap(), at(0.1, 11.0).unwrap());
    assert!(!row.interpolated && between.interpolated && between.uncertainty > row.uncertainty);
    assert!(between.value > row.value && between.value < at(0.1, 30.0).unwrap().value);
    for nothing in [at(0.1, 1e4), at(0.15, 11.0), table.value("force", &[]), table.value("in_phase_over_stokes", &[])] {
        let message = nothing.unwrap_err().to_string();
        note(words(&message));
    }
    assert!(wall.value("force_over_stokes", &[("gap_over_d", (-1.0).into())]).is_err());
    messages!();
}

#[test]
fn a_restitution_between_rows_is_no_smaller_than_those_beside_it() {
    let pair = wetbounce::validate::CATALOGUE.reference("pair-collision").unwrap();
    let of = |stokes: f64| pair.value("restitution", &[("stokes_binary", stokes.into())]).unwrap().value;
    for stokes in [5.5, 7.0, 9.0, 12.0, 15.0, 30.0, 300.0] {
        assert!(of(5.0) <= of(stokes) && of(stokes) <= of(500.0), "{stokes}: {}", of(stokes));
    }
}

/// The series of `validation/references/tube.py` at two ratios between the rows.
#[test]
fn the_drag_in_a_tube_between_rows_is_that_of_the_series() {
    let tube = wetbounce::validate::CATALOGUE.reference("tube").unwrap();
    for (ratio, exact) in [(0.75, 40.7269523), (0.905, 536.38524)] {
        let found = tube.value("force_over_stokes", &[("radius_over_tube_radius", ratio.into())]).unwrap();
        assert!((found.value - exact).abs() < found.uncertainty, "{ratio}: {found:?}");
        assert!(found.uncertainty < 5e-3 * exact, "{ratio}: {found:?}");
    }
}
