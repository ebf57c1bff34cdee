//! `compare --reference` and `law --for resolved`: the tables of other programs.

use crate::program::{unwrapped, wetbounce};
use serde_json::Value;
use std::f64::consts::PI;
use std::fs;
use std::path::Path;
use std::process::Command;
use wetbounce::liquid::brenner;
use wetbounce::output::table::Table;

/// Gaps over the diameter, from 0.002 to 1.
fn gaps() -> Vec<f64> {
    (0..20).map(|k| 0.002 * 500f64.powf(f64::from(k) / 19.0)).collect()
}

/// The gap that a grid sees that does not follow the sphere below 0.04 D.
fn seen(gap: f64) -> f64 {
    if gap < 0.04 { 0.02 * (1.0 + (gap / 0.04).powi(2)) } else { gap }
}

fn exact(gap: f64) -> f64 {
    brenner(2.0 * gap)
}

fn table(header: &str, row: impl Fn(f64) -> String) -> String {
    format!("{header}\n{}", gaps().into_iter().map(|gap| row(gap) + "\n").collect::<String>())
}

fn compared(place: &Path, text: &str, set: &[&str]) -> Result<Value, String> {
    fs::write(place.join("theirs.csv"), text).unwrap();
    let mut args = vec!["compare", "--reference", "approach-wall", "theirs.csv", "--format", "json"];
    set.iter().for_each(|set| args.extend(["--set", set]));
    let (code, said, error) = wetbounce(place, &args);
    match code {
        0 => Ok(serde_json::from_str(&said).unwrap()),
        code => {
            assert_eq!(code, 2, "{error}");
            Err(unwrapped(&error))
        }
    }
}

#[test]
fn forces_over_gaps_are_off_below_the_gap_at_which_the_grid_ends() {
    let place = tempfile::tempdir().unwrap();
    let plain = table("gap_over_d,force_over_stokes", |gap| format!("{gap},{}", exact(seen(gap))));
    let found = compared(place.path(), &plain, &[]).unwrap();
    let deviations = found["deviations"].as_array().unwrap();
    assert_eq!(deviations.len(), gaps().len());
    for (deviation, gap) in deviations.iter().zip(gaps()) {
        assert!((deviation["gap_over_d"].as_f64().unwrap() / gap - 1.0).abs() < 1e-9);
        let relative = exact(seen(gap)) / exact(gap) - 1.0;
        assert!((deviation["relative"].as_f64().unwrap() - relative).abs() < 1e-6, "{deviation}");
    }
    let five = found["off_by_5_percent_below_gap_over_d"].as_f64().unwrap();
    // Where the grid of this test is off by 5 %.
    assert!((five / 0.0282 - 1.0).abs() < 0.05, "{five}");
    let [one, twenty] =
        ["1", "20"].map(|share| found[format!("off_by_{share}_percent_below_gap_over_d")].as_f64().unwrap());
    assert!(twenty < five && five < one && one < 0.04, "{one} {twenty}");
    assert!(found["likely_cause"].is_null() && found["verdict"].as_str().unwrap().contains("5 %"), "{found}");

    // Rows in any order, further columns, empty cells, and the signs of a spreadsheet.
    let mut rows: Vec<String> = gaps().iter().map(|gap| format!("x;{gap};{}", exact(seen(*gap)))).collect();
    rows.rotate_left(7);
    let text = format!("# a grid of ours\nnote;gap_over_d;force_over_stokes\n{}\ny;0,5;\n", rows.join("\n"));
    let same = compared(place.path(), &text.replace('.', ","), &[]).unwrap();
    assert!((same["off_by_5_percent_below_gap_over_d"].as_f64().unwrap() / five - 1.0).abs() < 1e-6, "{same}");
    assert_eq!(same["left_out"][0]["line"], 23, "{same}");
    let sure = compared(place.path(), &plain, &["uncertainty=0.5"]).unwrap();
    let beyond = |found: &Value| found["values_beyond_validation_uncertainty"].as_u64().unwrap();
    assert!(
        beyond(&sure) < beyond(&found) && sure["deviations"][0]["own_uncertainty"].as_f64().unwrap() > 0.01,
        "{sure}"
    );
}

#[test]
fn every_other_table_is_refused_with_the_header_that_is_needed() {
    let place = tempfile::tempdir().unwrap();
    let header = "`gap_over_d,force_over_stokes`";
    for text in [
        "h (um),F (N)\n1,2\n2,3\n",
        "gap_m,force_N\n1,2\n2,3\n",
        "Gap_over_D,force_over_stokes\n1,2\n2,3\n",
        "x,y,z,fx,fy,fz\n1,2,3,4,5,6\n",
        "time_s,gap_m,velocity_m_s\n0,1,-1\n1,0,-1\n",
        "# gap force\n5e-4 1e-8\n1e-4 1e-7\n",
        "ITEM: TIMESTEP\n0\nITEM: ATOMS id x y z fx fy fz\n1 0 0 0.1 0 0 1\n",
        "LAMMPS (2 Aug 2023)\nunits si\nStep v_gap v_force\n0 5e-4 1\nLoop time of 1 on 1 procs\n",
        "# Forces\n0 ((0 0 1) (0 0 1)) ((0 0 0) (0 0 0))\n0.4 ((0 0 1) (0 0 1)) ((0 0 0) (0 0 0))\n",
        "force_over_stokes,gap_over_d,force_over_stokes\n1,2,3\n",
        "gap_over_d,force_over_stokes\n0.1,six\n",
        "the text of a letter, for instance\n",
        "",
    ] {
        // Also under settings that there are not.
        for set in [&[][..], &["units=si", "gap=\"1 [m]\""]] {
            let refused = compared(place.path(), text, set).unwrap_err();
            assert!(refused.contains(header), "{text}\n{refused}");
        }
    }
    let good = "gap_over_d,force_over_stokes\n0.1,6\n";
    for (text, set, word) in [
        ("gap_over_d,force_over_stokes\n", "uncertainty=0.01", "no rows"),
        ("gap_over_d,force_over_stokes\n-0.1,6\n0,3\n", "uncertainty=0.01", "no row"),
        (good, "sphere.diameter=\"3 mm\"", "not a key for a table of values"),
        (good, "uncertainty=2", "share"),
        (good, "gap_over_d=1", "stands in"),
    ] {
        let refused = compared(place.path(), text, &[set]).unwrap_err();
        assert!(refused.contains(word), "{text} {set}\n{refused}");
    }
}

#[test]
fn values_that_are_all_off_are_answered_with_the_likely_cause() {
    let place = tempfile::tempdir().unwrap();
    for (factor, word) in [(0.5, "6 pi mu U D"), (2.0, "radius"), (3.0 * PI, "3 pi times"), (0.7, "common factor")] {
        let text = table("gap_over_d,force_over_stokes", |gap| format!("{gap},{}", factor * exact(gap)));
        let found = compared(place.path(), &text, &[]).unwrap();
        assert!(found["likely_cause"].as_str().unwrap().contains(word), "{factor} {found}");
    }
    let (code, _, error) = wetbounce(place.path(), &["compare", "--reference", "no-such", "theirs.csv"]);
    assert!(code == 2 && unwrapped(&error).contains("approach-wall"), "{error}");
}

#[test]
fn a_comparison_is_written_with_its_figure_and_a_pair_needs_its_radius_ratio() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("t.csv"), table("gap_over_d,force_over_stokes", |gap| format!("{gap},{}", exact(gap))))
        .unwrap();
    let (code, said, error) =
        wetbounce(place.path(), &["compare", "--reference", "approach-wall", "t.csv", "--out", "o"]);
    assert!(code == 0 && said.contains("nowhere") && said.contains("agree"), "{said}{error}");
    let written = Table::read(&place.path().join("o/comparison.csv")).unwrap();
    assert!(written.numbers("relative").unwrap().iter().all(|relative| relative.abs() < 1e-9));
    assert!(place.path().join("o/plots/reference.svg").exists() && place.path().join("o/comparison.json").exists());
    let pair = ["compare", "--reference", "approach-pair", "t.csv"];
    let (code, _, error) = wetbounce(place.path(), &pair);
    assert!(code == 2 && unwrapped(&error).contains("radius_ratio"), "{error}");
    let (code, said, error) = wetbounce(place.path(), &[&pair[..], &["--set", "radius_ratio=1"]].concat());
    assert!(code == 0 && said.contains("radius_ratio = 1"), "{said}{error}");
}

#[test]
fn tables_of_values_with_words_one_row_or_the_other_sign_get_a_verdict() {
    let place = tempfile::tempdir().unwrap();
    let told = |reference: &str, text: &str, set: &[&str]| {
        fs::write(place.path().join("mine.csv"), text).unwrap();
        let mut args = vec!["compare", "--reference", reference, "mine.csv", "--format", "json"];
        set.iter().for_each(|set| args.extend(["--set", set]));
        let (code, said, error) = wetbounce(place.path(), &args);
        assert_eq!(code, 0, "{reference} {text}\n{error}");
        serde_json::from_str::<Value>(&said).unwrap()
    };
    let relative = |found: &Value, row: usize| found["deviations"][row]["relative"].as_f64().unwrap();
    // As the pages of the references ask for them.
    let fall = told("ten-cate", "case,peak_speed_over_u_inf\nE1,0.947\ne4,0.9646\n", &[]);
    assert!(relative(&fall, 0).abs() < 1e-12 && (relative(&fall, 1) - 0.01).abs() < 1e-3, "{fall}");
    let five = told("gondret", "bounce;quantity;measured\nst152;apex 1;2,489\nst27;restitution;0,455\n", &[]);
    assert!(relative(&five, 0).abs() < 1e-12 && five["deviations"][0]["quantity"] == "apex 1", "{five}");
    let one = told("approach-wall", "gap_over_d,force_over_stokes\n0.1,6.34088669\n", &[]);
    assert!(relative(&one, 0).abs() < 1e-9 && !one["verdict"].as_str().unwrap().contains("below"), "{one}");
    let turned = told("approach-wall", "gap_over_d,force_over_stokes\n1,-1.569\n0.1,-6.341\n0.02,-26.63\n", &[]);
    assert!(turned["likely_cause"].as_str().unwrap().contains("other sign"), "{turned}");
    // Symmetry makes it zero: there is no share of it, and 0.05 is more than its uncertainty.
    let lateral = told("free-fall", "galileo,lateral_speed\n144,0.05\n", &[]);
    assert_eq!(lateral["values_beyond_validation_uncertainty"], 1, "{lateral}");
    fs::write(place.path().join("mine.csv"), "galileo,vertical_speed\n178,1.35\n").unwrap();
    let (code, _, error) = wetbounce(place.path(), &["compare", "--reference", "free-fall", "mine.csv"]);
    assert!(code == 2 && unwrapped(&error).contains("galileo 144, 178.46"), "{error}");
    let (code, _, error) =
        wetbounce(place.path(), &["compare", "--reference", "free-fall", "mine.csv", "--set", "mu=1"]);
    assert!(code == 2 && unwrapped(&error).contains("`mu` is not a key"), "{error}");
    let drag = told("held-sphere", "reynolds,drag_coefficient\n20,10.876\n40,7.156\n100,4.352\n", &[]);
    assert!(drag["likely_cause"].as_str().unwrap().contains("3.9993 times"), "{drag}");
}

fn law(place: &Path, text: &str) -> (i32, String, String) {
    fs::write(place.join("theirs.csv"), text).unwrap();
    wetbounce(place, &["law", "--for", "resolved", "--from", "theirs.csv", "--out", "film"])
}

#[test]
fn the_law_for_a_resolved_code_completes_its_force_and_its_lines_give_the_table() {
    let place = tempfile::tempdir().unwrap();
    let (code, said, error) =
        law(place.path(), &table("gap_over_d,force_over_stokes", |gap| format!("{gap},{}", exact(seen(gap)))));
    assert_eq!((code, error.as_str()), (0, ""), "{said}");
    assert!(
        said.contains("Not to be counted twice") && said.contains("Closed form") && said.contains("Along the wall"),
        "{said}"
    );
    let film = place.path().join("film");
    let text = fs::read_to_string(film.join("law-resolved.csv")).unwrap();
    let rows: String = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let written = Table::parse(Path::new("law"), &rows).unwrap();
    let column = |name: &str| written.numbers(name).unwrap();
    let (gap, missing, closed) =
        (column("gap_over_d"), column("missing_over_stokes"), column("closed_form_over_stokes"));
    assert!(gap[0] <= 1e-4 && *gap.last().unwrap() > 0.03);
    for row in 0..gap.len() {
        let whole = exact(seen(gap[row].max(0.002))) + missing[row];
        assert!((whole / exact(gap[row]) - 1.0).abs() < 0.01, "{}: {whole}", gap[row]);
        assert!((closed[row] - missing[row]).abs() < 0.01 * exact(gap[row]), "{}", gap[row]);
    }

    let all = gap.iter().map(|gap| format!("{gap:e}")).collect::<Vec<_>>().join(", ");
    let run = |name: &str, program: &str, build: Option<&[&str]>, execute: &[&str]| -> Option<Vec<f64>> {
        fs::write(film.join(name), program).unwrap();
        for args in build.into_iter().chain([execute]) {
            let output = Command::new(args[0]).args(&args[1..]).current_dir(&film).output().ok()?;
            assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
            if args == execute {
                let said = String::from_utf8(output.stdout).unwrap();
                return Some(said.split_whitespace().map(|value| value.parse().unwrap()).collect());
            }
        }
        None
    };
    let count = gap.len();
    let c = format!(
        "#include \"law-resolved.c\"\n#include <stdio.h>\nint main(void) {{ const double x[] = {{{all}}}; int k; for (k = 0; k < {count}; k++) printf(\"%.17g\\n\", wb_missing(x[k])); return 0; }}\n"
    );
    let fortran = format!(
        "program test\n  use wetbounce_film\n  implicit none\n  integer :: k\n  real(kind(1.0d0)), parameter :: x({count}) = [ &\n{}]\n  do k = 1, {count}\n    print *, wb_missing(x(k))\n  end do\nend program\n",
        gap.iter().map(|gap| format!("    {gap:e}").replace('e', "d")).collect::<Vec<_>>().join(", &\n")
    );
    let python = format!(
        "import importlib.util as u\nspec = u.spec_from_file_location('film', 'law-resolved.py')\nfilm = u.module_from_spec(spec)\nspec.loader.exec_module(film)\n[print(repr(film.missing(x))) for x in [{all}]]\n"
    );
    let found = [
        run("test.c", &c, Some(&["cc", "-Wall", "-Werror", "test.c", "-o", "in-c", "-lm"]), &["./in-c"]),
        run(
            "test.f90",
            &fortran,
            Some(&["gfortran", "-Wall", "law-resolved.f90", "test.f90", "-o", "in-fortran"]),
            &["./in-fortran"],
        ),
        run("test.py", &python, None, &["python3", "test.py"]),
    ];
    for values in found.into_iter().flatten() {
        assert_eq!(values.len(), missing.len());
        for (value, missing) in values.iter().zip(&missing) {
            assert!((value - missing).abs() <= 1e-7 * missing.abs() + 1e-12, "{value} {missing}");
        }
    }
}

#[test]
fn a_law_says_what_is_odd_in_the_forces_and_refuses_what_is_no_approach() {
    let place = tempfile::tempdir().unwrap();
    let of = |force: &dyn Fn(f64) -> f64| {
        law(place.path(), &table("gap_over_d,force_over_stokes", |gap| format!("{gap},{}", force(gap))))
    };
    for (force, word) in [
        (&(|gap| exact(gap)) as &dyn Fn(f64) -> f64, "nothing is missing"),
        (&|gap| exact(seen(gap)) + 0.3, "none of the film's"),
        (&|gap| 0.5 * exact(gap), "6 pi mu U D"),
        (&|gap| exact(gap) * if gap < 0.03 { 1.1 } else { 1.0 }, "above the exact force"),
    ] {
        let (code, said, error) = of(force);
        assert!(code == 0 && said.contains(word), "{word}: {said}{error}");
    }
    let short: String = gaps()[..8].iter().map(|gap| format!("{gap},{}\n", exact(seen(*gap)))).collect();
    let (code, said, _) = law(place.path(), &format!("gap_over_d,force_over_stokes\n{short}"));
    assert!(code == 0 && said.contains("Extend the table"), "{said}");
    let (code, _, error) = law(place.path(), "gap_over_d,force_over_stokes\n0.1,6\n0.2,3\n");
    assert!(code == 2 && unwrapped(&error).contains("2 gaps"), "{error}");
    for text in [
        "h (um),F (N)\n1,2\n2,3\n",
        "gap_over_d,force_over_stokes\n0.1,6\n0.2,3\n0.1,7\n0.5,2\n",
        "gap_over_d,force_over_stokes\n0,6\n",
    ] {
        let (code, _, error) = law(place.path(), text);
        assert!(code == 2 && unwrapped(&error).contains("`gap_over_d,force_over_stokes`"), "{error}");
    }
    law(place.path(), &table("gap_over_d,force_over_stokes", |gap| format!("{gap},{}", exact(seen(gap)))));
    for args in [
        &["law", "--for", "resolved"][..],
        &["law", "--for", "resolved", "--from", "theirs.csv", "--set", "time_step=\"1 us\""],
        &["law", "--for", "lammps", "--from", "theirs.csv"],
        &["law", "--for", "resolved", "--from", "nowhere.csv"],
        &["law", "--for", "resolved", "--from", "theirs.csv", "--set", "sphere.diameter=\"3 mm\""],
    ] {
        assert_eq!(wetbounce(place.path(), args).0, 2, "{args:?}");
    }
}
