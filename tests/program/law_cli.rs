//! `law`: the restitution of a sweep or a table as other programs take it.

use crate::program::{messages, note, refused, wetbounce, words};
use crate::small_sweep;
use std::path::Path;

/// Davis' form with `e_max = 0.9` and `St_c = 8`, at seven Stokes numbers.
const TABLE: &str = "stokes,restitution,density_ratio,sphere_diameter_m,restitution_low,restitution_high\n\
                     6,0,7.8,0.006,0,0\n12,0.3,7.8,0.006,0.25,0.33\n20,0.54,7.8,0.006,0.5,0.56\n40,0.72,7.8,0.006,0.7,0.73\n\
                     100,0.828,7.8,0.006,0.82,0.83\n300,0.876,7.8,0.006,0.87,0.88\n1000,0.8928,7.8,0.006,0.89,0.895\n";

fn law(directory: &Path, args: &[&str]) -> (i32, String, String) {
    wetbounce(directory, &[&["law"], args].concat())
}

/// The number that follows `word` in a text.
fn after(text: &str, word: &str) -> f64 {
    let rest = text.split_once(word).unwrap_or_else(|| panic!("no `{word}` in {text}")).1.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit() && !".-+e".contains(c)).unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().unwrap_or_else(|_| panic!("no number after `{word}` in {text}"))
}

#[test]
fn the_constants_of_a_curve_are_found_again_and_each_host_gets_its_own_form() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("e.csv"), TABLE).unwrap();
    let of = |host: &str| {
        let (code, said, error) = law(place.path(), &["e.csv", "--for", host, "--stokes", "100"]);
        assert_eq!((code, error.as_str()), (0, ""), "{host}");
        assert!(
            (after(&said, "Davis: e = ") - 0.9).abs() < 1e-3 && (after(&said, "0 below St ") - 8.0).abs() < 0.01,
            "{said}"
        );
        assert!(["6 to 1000", "6 mm", "0.8200"].iter().all(|number| said.contains(number)), "{said}");
        note(&said);
        said
    };
    let liggghts = of("liggghts");
    assert!((0.8..0.9).contains(&after(&liggghts, "MaximumRestitution peratomtypepair 1 ")), "{liggghts}");
    assert!(liggghts.contains("coefficientRestitution peratomtypepair 1 0.828\n"), "{liggghts}");
    let lammps = of("lammps");
    // The constant of `damping tsuji` that gives 0.828 is another number.
    assert!((after(&lammps, "variable restitution index ") - 0.7656).abs() < 5e-3, "{lammps}");
    assert!((after(&of("musen"), "Restitution coefficient [-]") - 0.828).abs() < 1e-9);
    let yade = of("yade");
    let (roughness, critical) = (after(&yade, "\neps = "), after(&yade, "Yade: e = 1 - "));
    assert!((roughness - (-0.5 * critical).exp()).abs() < 1e-3 * roughness, "{yade}");
    // That of St 100 alone, where 0.828 is 1 - 17.2/100.
    assert!((after(&yade, "\n# eps = ") - (-0.5 * 17.2_f64).exp()).abs() < 1e-6, "{yade}");
    let table = of("table");
    assert!(
        table.contains("\nstokes,restitution,restitution_low,restitution_high,davis,davis_error\n6,0.0000,"),
        "{table}"
    );
    std::fs::write(place.path().join("again.csv"), &table).unwrap();
    assert_eq!(law(place.path(), &["again.csv", "--for", "musen", "-q"]), (0, String::new(), String::new()));
    messages!();
}

#[test]
fn a_law_of_a_plan_runs_its_sweep_once_and_lies_beside_it() {
    let place = tempfile::tempdir().unwrap();
    small_sweep::write(place.path(), "[vary]\nstokes = [6, 40, 80]\n");
    let args = ["plan.toml", "--for", "liggghts", "--out", "s", "--set", "hydrodynamics=theory"];
    let (code, said, error) = law(place.path(), &args);
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("[3/3]"), "{said}{error}");
    note(words(&said));
    assert_eq!(std::fs::read_to_string(place.path().join("s/law-liggghts.in")).unwrap(), said);
    let (code, again, error) = law(place.path(), &args);
    assert!(code == 0 && again == said && !error.contains("[1/"), "{error}");
    messages!();
}

#[test]
fn friction_in_the_liquid_is_that_of_contacts_that_slide() {
    let place = tempfile::tempdir().unwrap();
    let rows = "stokes,stokes_normal,restitution,impact_angle_deg,impulse_ratio,psi_in,psi_slides_above\n\
                100,90,0.8,10,0.05,0.5,2\n200,190,0.85,30,0.11,2.5,2\n400,300,0.88,45,0.12,4,2\n800,700,0.9,60,0.13,7,2\n";
    let of = |text: &str| {
        std::fs::write(place.path().join("e.csv"), text).unwrap();
        let (code, said, error) = law(place.path(), &["e.csv", "--for", "liggghts"]);
        assert_eq!(code, 0, "{error}");
        note(&said);
        (after(&said, "friction index "), said)
    };
    let (friction, slides) = of(rows);
    assert_eq!(friction, 0.12);
    assert!(["0.12 (0.11 to 0.13)", "10 to 60", "90 to 700"].iter().all(|range| slides.contains(range)), "{slides}");
    let (friction, sticks) = of(&rows.replace(",2\n", ",9\n"));
    assert!(friction == 0.5 && sticks.contains("0.13"), "{sticks}");
    messages!();
}

#[test]
fn what_is_no_curve_is_refused_with_the_reason() {
    let place = tempfile::tempdir().unwrap();
    let several = "stokes,restitution,series\n10,0.1,rough\n30,0.5,rough\n90,0.7,rough\n10,0.3,smooth\n30,0.6,smooth\n90,0.8,smooth\n";
    for (text, args) in [
        ("stokes,restitution\n10,0.2\n20,0.4\n", &[][..]),
        ("stokes,restitution\n5,0\n10,0\n20,0.4\n", &[]),
        ("stokes,apex\n10,0.2\n", &[]),
        (several, &[]),
        (several, &["--series", "wet"]),
        (TABLE, &["--set", "run.bounces=1"]),
        (TABLE, &["--stokes", "2000"]),
    ] {
        std::fs::write(place.path().join("e.csv"), text).unwrap();
        let (code, _, error) = law(place.path(), &[&["e.csv", "--for", "lammps"], args].concat());
        assert_eq!(code, 2, "{error}");
    }
    assert_eq!(law(place.path(), &["e.csv", "--for", "edem"]).0, 2);
    assert_eq!(law(place.path(), &["none.csv", "--for", "musen"]).0, 2);
    assert_eq!(law(place.path(), &[".", "--for", "musen"]).0, 2);
    std::fs::write(place.path().join("e.csv"), several).unwrap();
    assert_eq!(law(place.path(), &["e.csv", "--for", "musen", "--series", "rough", "-q"]).0, 0);
    messages!();
}

/// Runs at the nodes of an atlas, `e = e_dry (1 − 8/St)`, without the one of the lightest sphere at the largest Stokes
/// number.
fn own_atlas() -> String {
    let mut text = "stokes,density_ratio,restitution_dry,restitution,restitution_error\n".to_owned();
    for stokes in [10.0, 20.0, 40.0, 100.0, 400.0] {
        for ratio in [1.5, 3.0, 8.0] {
            for dry in [0.6, 0.9] {
                if stokes < 400.0 || ratio > 2.0 {
                    text += &format!("{stokes},{ratio},{dry},{},0.002\n", dry * (1.0 - 8.0 / stokes));
                }
            }
        }
    }
    text
}

#[test]
fn an_atlas_gives_the_curve_of_any_density_ratio_and_dry_restitution_within_its_runs() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("own.csv"), own_atlas()).unwrap();
    let of = |ratio: &str, dry: &str, more: &[&str]| {
        let args = ["own.csv", "--from-atlas", "--density-ratio", ratio, "--dry-restitution", dry, "--for", "table"];
        law(place.path(), &[&args[..], more].concat())
    };
    let (code, said, error) = of("4", "0.75", &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(
        (after(&said, "Davis: e = ") - 0.75).abs() < 1e-3 && (after(&said, "0 below St ") - 8.0).abs() < 0.01,
        "{said}"
    );
    assert!(said.contains("\n20,0.4500,0.0020,") && said.contains("10 to 400"), "{said}");
    note(&said);
    // Beside the run that was left out the curve ends before, and says why.
    let (code, said, _) = of("2", "0.9", &[]);
    assert!(code == 0 && said.contains("[end-of-the-atlas]") && !said.contains("\n400,"), "{said}");
    for (ratio, dry, more) in [
        ("1.2", "0.9", &[][..]),
        ("4", "0.95", &[]),
        ("2", "0.9", &["--stokes", "300"]),
        ("4", "0.9", &["--set", "run.bounces=2"]),
    ] {
        let (code, _, error) = of(ratio, dry, more);
        assert_eq!(code, 2, "{error}");
    }
    let (code, _, error) = law(place.path(), &["own.csv", "--from-atlas", "--for", "table"]);
    assert_eq!(code, 2, "{error}");
    std::fs::write(place.path().join("e.csv"), TABLE).unwrap();
    let args = ["e.csv", "--from-atlas", "--density-ratio", "4", "--dry-restitution", "0.9", "--for", "table"];
    assert!(law(place.path(), &args).2.contains("restitution_dry"));
    messages!();
}

/// Of what reaches the solids, `1 − 2/τ` of the energy, they take `1 − e²`; the film takes `1/τ`.
#[test]
fn an_atlas_of_runs_gives_the_heat_by_cause_at_any_density_ratio() {
    let place = tempfile::tempdir().unwrap();
    let mut text = "stokes,density_ratio,restitution_dry,restitution,loss_film,loss_contact,bounces\n".to_owned();
    for stokes in [20.0, 50.0, 200.0] {
        for ratio in [3.0_f64, 4.0, 5.0, 6.0, 8.0] {
            for dry in [0.6, 0.9] {
                let scale = 1.0 + 0.5 / ratio;
                let solids = (1.0 - dry * dry) * (1.0 - 2.0 / ratio) / scale;
                text += &format!("{stokes},{ratio},{dry},{},{},{solids},1\n", 0.5 * dry, 1.0 / ratio / scale);
            }
        }
    }
    std::fs::write(place.path().join("own.csv"), text).unwrap();
    for (ratio, dry, tolerance) in [(4.0_f64, 0.9_f64, 1e-4), (4.0, 0.75, 1e-4), (4.5, 0.9, 2e-3)] {
        let (at, solids) = (ratio.to_string(), dry.to_string());
        let args = ["own.csv", "--from-atlas", "--density-ratio", &at, "--dry-restitution", &solids, "--for", "table"];
        let (code, said, error) = law(place.path(), &args);
        assert_eq!((code, error.as_str()), (0, ""));
        let row = said.lines().find(|line| line.starts_with("50,")).unwrap();
        let cells: Vec<f64> = row.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
        let [whole, liquid, film, in_solids, plate] = cells[cells.len() - 5..] else { panic!("{row}") };
        let exact = (1.0 - dry * dry) * (1.0 - 2.0 / ratio);
        assert!((in_solids - exact).abs() < tolerance && (film - 1.0 / ratio).abs() < tolerance, "{row}: {exact}");
        assert!((liquid + in_solids + plate - whole).abs() < 2e-4 && plate == 0.0, "{row}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_without_end_is_no_table_of_bounces() {
    let place = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/dev/zero", place.path().join("endless.csv")).unwrap();
    for args in [&["law", "endless.csv", "--for", "table"][..], &["plot", "endless.csv", "--x", "a", "--y", "b"]] {
        refused(place.path(), args);
    }
    messages!();
}

#[test]
fn the_shipped_atlas_covers_its_ranges_and_knows_its_errors() {
    let place = tempfile::tempdir().unwrap();
    let rows = |ratio: &str, dry: &str| -> Vec<Vec<f64>> {
        let args = ["--from-atlas", "--density-ratio", ratio, "--dry-restitution", dry, "--for", "table"];
        let (code, said, error) = law(place.path(), &args);
        assert_eq!((code, error.as_str()), (0, ""));
        note(words(&said));
        let lines = said.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN)).collect()).collect()
    };
    for (ratio, last) in [("1.1", 310.0), ("2.5", 480.0), ("7.8", 1840.0), ("10", 2000.0)] {
        for dry in ["0.6", "0.8", "0.98"] {
            let rows = rows(ratio, dry);
            assert!(rows[0][0] == 8.0 && rows[rows.len() - 1][0] == last, "{ratio} {dry}: {rows:?}");
            assert!(rows.windows(2).all(|two| two[0][1] <= two[1][1] + 0.002), "it rises: {rows:?}");
            assert!(rows.iter().all(|row| (0.0..0.04).contains(&row[2])), "{rows:?}");
            // The solids take their share of the sphere's energy with its added mass.
            let [ratio, solids] = [ratio, dry].map(|text| text.parse::<f64>().unwrap());
            let solids = (1.0 - solids * solids) * (1.0 + 0.5 / ratio);
            let known: Vec<&Vec<f64>> = rows.iter().filter(|row| row[row.len() - 1].is_finite()).collect();
            assert!(known.len() > rows.len() / 2, "{rows:?}");
            for row in known {
                let [whole, liquid, film, in_solids, plate] = row[row.len() - 5..] else { panic!("{row:?}") };
                assert!(film >= 0.0 && in_solids <= solids && plate == 0.0, "{row:?}");
                assert!((liquid + in_solids - whole).abs() < 2e-4, "{row:?}");
            }
        }
    }
    messages!();
}

#[test]
fn a_table_with_semicolons_and_decimal_commas_gives_the_law_of_the_one_with_commas() {
    let place = tempfile::tempdir().unwrap();
    let of = |text: String| {
        std::fs::write(place.path().join("e.csv"), text).unwrap();
        let (code, said, error) = law(place.path(), &["e.csv", "--for", "table"]);
        assert_eq!(code, 0, "{error}");
        said.split_once('\n').unwrap().1.to_owned()
    };
    let semicolons = TABLE.replace(',', ";").replace('.', ",");
    assert_eq!(of(semicolons.clone()), of(TABLE.into()));
    assert_eq!(of(semicolons.replace(';', "\t")), of(TABLE.into()));
}

#[test]
fn values_that_are_no_restitutions_are_refused_with_their_row() {
    let place = tempfile::tempdir().unwrap();
    let per_cent = "stokes,restitution\n10,5\n30,45\n90,84\n";
    let [above, below] = ["1.02", "-0.05"].map(|e| format!("stokes,restitution\n10,0.1\n30,{e}\n90,0.8\n"));
    let band = TABLE.replace("0.89,0.895", "0.89,1.45");
    for text in [per_cent, &above, &below, &band] {
        std::fs::write(place.path().join("e.csv"), text).unwrap();
        let (code, _, error) = law(place.path(), &["e.csv", "--for", "lammps"]);
        assert_eq!(code, 2, "{error}");
    }
    messages!();
}

/// Nothing that a table says reaches the host as a command.
#[test]
fn texts_of_a_table_stay_within_comments_of_one_line() {
    let place = tempfile::tempdir().unwrap();
    let hostile = "beyond its range; and so on\nshell touch owned\rrun 0 &\u{2028}print \"\"\"x\"\"\" &";
    let rows = TABLE.lines().enumerate().map(|(at, row)| match at {
        0 => format!("{row},warnings\n"),
        1 => format!("{row},\"{}\"\n", hostile.replace('"', "\"\"")),
        _ => format!("{row},\n"),
    });
    std::fs::write(place.path().join("e.csv"), rows.collect::<String>()).unwrap();
    for host in ["liggghts", "lammps", "yade", "musen", "table"] {
        let (code, said, error) = law(place.path(), &["e.csv", "--for", host]);
        assert_eq!(code, 0, "{error}");
        let told = said.lines().find(|line| line.contains("beyond its range")).expect("the warning is told");
        assert!(told.starts_with("# ") && told.contains("; and so on shell touch owned run 0"), "{host}: {told}");
        assert!(!told.contains(['&', '"', '\r', '\u{2028}']), "{host}: {told}");
        assert_eq!(said.matches("owned").count(), 1, "{host}: {said}");
    }
}

#[test]
fn a_table_says_the_restitution_at_the_stokes_number_that_is_asked_for() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("e.csv"), TABLE).unwrap();
    let (code, said, error) = law(place.path(), &["e.csv", "--for", "table", "--stokes", "100"]);
    assert_eq!(code, 0, "{error}");
    let [between, davis] = ["e = 0.828", "0.828 by"].map(|value| said.matches(value).count());
    assert!(between == 1 && davis == 1, "{said}");
}

/// Steel in oil, density ratio 8: the energy scale of a run has the added mass, `1 + 1/16` of the sphere's energy.
#[test]
fn the_heat_of_an_impact_adds_up_by_cause_and_is_empty_where_a_run_does_not_have_it_of_one_bounce() {
    let place = tempfile::tempdir().unwrap();
    let table = "stokes,restitution,density_ratio,loss_film,loss_contact,loss_wall,bounces\n20,0.5,8,0.2,0.04,0.016,1\n\
                 40,0.7,8,0.15,0.04,0.032,1\n100,0.8,8,0.1,0.04,,1\n200,0.9,8,0.3,0.1,0.1,3\n";
    std::fs::write(place.path().join("e.csv"), table).unwrap();
    let (code, said, error) = law(place.path(), &["e.csv", "--for", "table"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let csv: Vec<&str> = said.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(csv[0].ends_with("dissipated,in_liquid,in_film,in_solids,in_plate"), "{}", csv[0]);
    assert!(csv[1].ends_with("0.7500,0.6905,0.2125,0.0425,0.0170"), "{}", csv[1]);
    assert!(csv[3].ends_with("0.3600,0.3175,0.1063,0.0425,0.0000"), "{}", csv[3]);
    assert!(csv[4].ends_with("0.1900,,,,"), "{}", csv[4]);
    let (code, said, _) = law(place.path(), &["e.csv", "--for", "yade"]);
    assert_eq!(code, 0, "{said}");
    note(&said);
    std::fs::write(place.path().join("bare.csv"), TABLE).unwrap();
    let (code, said, _) = law(place.path(), &["bare.csv", "--for", "yade"]);
    assert_eq!(code, 0, "{said}");
    note(words(&said));
    messages!();
}
