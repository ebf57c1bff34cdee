//! `compare --reference` with a motion: the quantities of a reference as the motion of another program shows them.

use crate::program::{unwrapped, wetbounce};
use serde_json::Value;
use std::f64::consts::PI;
use std::fs;
use std::path::Path;

fn told(place: &Path, reference: &str, file: &str, set: &[&str]) -> (i32, String, String) {
    let mut args = vec!["compare", "--reference", reference, file, "--format", "json"];
    set.iter().for_each(|set| args.extend(["--set", set]));
    wetbounce(place, &args)
}

fn compared(place: &Path, reference: &str, file: &str, set: &[&str]) -> Value {
    let (code, said, error) = told(place, reference, file, set);
    assert_eq!(code, 0, "{reference} {file} {set:?}\n{error}");
    serde_json::from_str(&said).unwrap()
}

fn refused(place: &Path, reference: &str, text: &str, set: &[&str]) -> String {
    fs::write(place.join("refused.csv"), text).unwrap();
    let (code, said, error) = told(place, reference, "refused.csv", set);
    assert_eq!(code, 2, "{said}{error}");
    unwrapped(&error)
}

/// The value of a quantity in the first row that has it, whose cell of `axis` is `word` where one is asked for.
fn value(found: &Value, quantity: &str, at: Option<(&str, &str)>) -> f64 {
    let rows = found["deviations"].as_array().unwrap();
    let is_it = |row: &&Value| row[quantity].is_number() && at.is_none_or(|(axis, word)| row[axis] == word);
    rows.iter().find(is_it).and_then(|row| row[quantity].as_f64()).unwrap_or_else(|| panic!("no {quantity} in {found}"))
}

/// Whether the quantity is compared.
fn shows(found: &Value, quantity: &str) -> bool {
    found["deviations"].as_array().unwrap().iter().any(|row| row["quantity"] == quantity)
}

fn largest(found: &Value) -> f64 {
    found["largest_relative"].as_f64().unwrap().abs()
}

#[test]
fn a_sphere_that_starts_from_rest_agrees_with_the_exact_solution_in_any_unit() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(place.path(), &["reference", "start-from-rest", "--out", "out"]).0, 0);
    let (time, speed) = (0.25e-8 / 1e-4, 2.0 / 9.0 * 1.56 * 9.81 * 0.25e-8 / 1e-4);
    let exact: Vec<[f64; 2]> = fs::read_to_string(place.path().join("out/reference.csv"))
        .unwrap()
        .lines()
        .filter(|line| line.ends_with(",2.56"))
        .map(|line| {
            let mut cells = line.split(',').map(|cell| cell.parse::<f64>().unwrap());
            [cells.next().unwrap() * time, cells.next().unwrap() * speed]
        })
        .collect();
    let table = |header: &str, [of_time, of_speed]: [f64; 2]| {
        let row = |[t, v]: &[f64; 2]| format!("{:e};{:e}\n", t * of_time, v * of_speed);
        format!("{header}\n0;0\n{}", exact.iter().map(row).collect::<String>())
    };
    for (units, set) in [
        ([1.0, -1.0], &[][..]),
        // A code without units: its numbers are taken for SI units.
        ([1.0 / time, -1.0 / speed], &["speed=\"1 m/s\"", "sphere.diameter=\"2 m\"", "viscosity=\"1000 Pa s\""][..]),
    ] {
        let header = "time_s;velocity_m_s";
        fs::write(place.path().join("fall.csv"), table(header, units)).unwrap();
        let found = compared(place.path(), "start-from-rest", "fall.csv", &[&["density_ratio=2.56"], set].concat());
        assert_eq!(found["deviations"].as_array().unwrap().len(), exact.len());
        assert!(largest(&found) < 1e-9, "{header} {found}");
        assert_eq!(found["off_by_1_percent_below_time_nu_over_a2"], Value::Null);
    }
    fs::write(place.path().join("fall.csv"), table("time_s;velocity_m_s", [1.0, -0.97])).unwrap();
    let slow = compared(place.path(), "start-from-rest", "fall.csv", &["density_ratio=2.56"]);
    assert!((largest(&slow) - 0.03).abs() < 1e-9 && slow["verdict"].as_str().unwrap().contains("more than 1 %"));
    assert!(slow["off_by_1_percent_below_time_nu_over_a2"].is_number(), "{slow}");
    let without = refused(place.path(), "start-from-rest", &table("time_s;velocity_m_s", [1.0, 1.0]), &[]);
    assert!(without.contains("density_ratio") && without.contains("--set density_ratio="), "{without}");
}

#[test]
fn a_run_of_this_program_beside_a_reference_has_the_bounces_of_its_summary() {
    let place = tempfile::tempdir().unwrap();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/gondret-st152.toml");
    let set = ["hydrodynamics=theory", "run.bounces=2", "film.band=off", "output.report=false", "output.plots=false"];
    let mut args = vec!["run", case, "--out", "run", "--quiet"];
    set.iter().for_each(|set| args.extend(["--set", set]));
    let (code, _, error) = wetbounce(place.path(), &args);
    assert_eq!(code, 0, "{error}");
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(place.path().join("run/summary.json")).unwrap()).unwrap();
    let found = compared(place.path(), "gondret", "run/trajectory.csv", &["bounce=st152"]);
    let bounce = |number: usize, key: &str| summary["bounces"][number][key].as_f64().unwrap();
    let of = |word: &str| value(&found, "measured", Some(("quantity", word)));
    let since = bounce(0, "apex_time_s") - bounce(0, "contact_time_s");
    for (word, expected) in [
        ("restitution", bounce(0, "restitution")),
        ("apex 1", bounce(0, "apex_gap_m") / 3e-3),
        ("apex time 1", 1e3 * since),
        ("apex 2", bounce(1, "apex_gap_m") / 3e-3),
    ] {
        assert!((of(word) / expected - 1.0).abs() < 1e-3, "{word}: {} {expected}", of(word));
    }
    let said = found["said"].to_string();
    assert!(said.contains("apex 3") && said.contains("sphere.diameter=3 mm") && !shows(&found, "apex 3"), "{said}");

    // Rows 5 ms apart show the apex and its time within what their distance costs.
    let mut due = 0.0;
    let is_due = |line: &str| {
        let time: f64 = line.split(',').next().unwrap().parse().unwrap_or(0.0);
        let is = time >= due;
        due += if is { 5e-3 } else { 0.0 };
        is
    };
    let text = fs::read_to_string(place.path().join("run/trajectory.csv")).unwrap();
    let mut is_due = is_due;
    let wide = text.lines().enumerate().filter(|(at, line)| *at == 0 || is_due(line));
    fs::write(place.path().join("wide.csv"), wide.map(|(_, line)| format!("{line}\n")).collect::<String>()).unwrap();
    let wide = compared(place.path(), "gondret", "wide.csv", &["bounce=st152"]);
    for word in ["apex 1", "apex time 1"] {
        let rows = wide["deviations"].as_array().unwrap();
        let row = rows.iter().find(|row| row["quantity"] == word && row["measured"].is_number()).unwrap();
        let own = 2.0 * row["own_uncertainty"].as_f64().unwrap() * row["reference"].as_f64().unwrap();
        assert!((row["measured"].as_f64().unwrap() - of(word)).abs() < own, "{word} {row} {}", of(word));
    }
    assert!(wide["said"].to_string().contains("rows must stand closer"), "{wide}");

    // The same gaps alone, as a camera of 4000 pictures a second has them.
    let rows: Vec<[f64; 2]> = text
        .lines()
        .skip(1)
        .map(|line| {
            let mut cells = line.split(',').map(|cell| cell.parse::<f64>().unwrap());
            [cells.next().unwrap(), cells.next().unwrap()]
        })
        .collect();
    let mut table = "time_s\tgap_m\n".to_owned();
    let mut due = 0.0;
    for [time, gap] in &rows {
        if *time >= due {
            table += &format!("{time}\t{gap}\n");
            due += 2.5e-4;
        }
    }
    fs::write(place.path().join("gaps.txt"), &table).unwrap();
    let alone = compared(place.path(), "gondret", "gaps.txt", &["bounce=st152"]);
    for word in ["restitution", "apex 1", "apex time 1"] {
        let seen = value(&alone, "measured", Some(("quantity", word)));
        assert!((seen / of(word) - 1.0).abs() < 0.01, "{word}: {seen} {}", of(word));
    }

    let whole = |keep: &dyn Fn(&str) -> bool| {
        text.lines()
            .enumerate()
            .filter(|(at, line)| *at == 0 || keep(line))
            .map(|(_, line)| format!("{line}\n"))
            .collect::<String>()
    };
    let time = |line: &str| line.split(',').next().unwrap().parse::<f64>().unwrap();
    let before_apex = whole(&|line| time(line) < bounce(0, "contact_time_s") + 0.5 * since);
    fs::write(place.path().join("cut.csv"), before_apex.replace("velocity_m_s", "nothing")).unwrap();
    let cut = compared(place.path(), "gondret", "cut.csv", &["bounce=ST152"]);
    assert!(cut["said"].to_string().contains("apex 1") && !shows(&cut, "apex 1"), "{cut}");
    fs::write(place.path().join("cut.csv"), &before_apex).unwrap();
    let early = compared(place.path(), "gondret", "cut.csv", &["bounce=st152"]);
    let said = early["said"].to_string();
    assert!(said.contains("rows end") && said.contains("bounce 1") && !shows(&early, "apex 1"), "{early}");
    let before_wall = whole(&|line| time(line) < 0.9 * bounce(0, "contact_time_s"));
    let fall = refused(place.path(), "gondret", &before_wall, &["bounce=st152"]);
    assert!(fall.contains("`restitution`") && fall.contains("come back"), "{fall}");
    let none = refused(place.path(), "gondret", &text, &[]);
    assert!(none.contains("--set bounce=") && none.contains("st742"), "{none}");
    assert!(refused(place.path(), "gondret", &text, &["bounce=st28"]).contains("st27, st100"));
    let moved = |by: &dyn Fn([f64; 2], f64) -> [f64; 3]| {
        let row = |line: &str| {
            let cells: Vec<f64> = line.split(',').take(3).map(|cell| cell.parse().unwrap()).collect();
            by([cells[0], cells[1]], cells[2]).map(|value| value.to_string()).join(",") + "\n"
        };
        "time_s,gap_m,velocity_m_s\n".to_owned() + &text.lines().skip(1).map(row).collect::<String>()
    };
    let of = |text: &str| refused(place.path(), "gondret", text, &["bounce=st152"]);
    assert!(of(&moved(&|[t, h], v| [t, h, 1e3 * v])).contains("contradict"));
    let far_off = of(&moved(&|[t, h], v| [t, h, 1e6 * v]));
    assert!(far_off.contains("e-") && !far_off.contains("0.0000 times"), "{far_off}");
    assert!(of(&moved(&|[t, h], v| [t, h, -v])).contains("count away from the wall"));
    assert!(of(&moved(&|[t, h], _| [t, h, 0.0])).contains("`velocity_m_s` is 0"));
    assert!(of(&moved(&|[t, h], v| [t, h + 1.5e-3, v])).contains("no gap between the surfaces"));
    let alone = moved(&|[t, h], v| [t, h, -v]).replace("gap_m", "height");
    assert!(of(&alone).contains("turn the sign"));
    let unnamed = of(&text.replace("gap_m", "gap").replace("velocity_m_s", "v"));
    assert!(
        unnamed.contains("`time_s,gap_m,velocity_m_s`") && unnamed.contains("bounce,quantity,measured"),
        "{unnamed}"
    );
    let forces = refused(place.path(), "approach-wall", &text, &["sphere.diameter=\"3 mm\""]);
    assert!(forces.contains("gap_over_d,force_over_stokes") && !forces.contains("a motion"), "{forces}");
}

/// The wall slows a sphere from about 3 D on: rows that begin below do not show how fast it came.
#[test]
fn a_motion_that_begins_near_the_wall_in_a_liquid_shows_no_restitution_and_no_highest_speed() {
    let place = tempfile::tempdir().unwrap();
    let (diameter, speed, contact, e): (f64, f64, f64, f64) = (3e-3, 0.585, 25e-3, 0.8);
    // Towards the wall the speed falls as a wall has it, by a tenth from afar to contact; away from it weight acts.
    let fall = |until: f64| {
        let gap = speed * until;
        (gap * (1.0 - 0.1 / (1.0 + gap / diameter)), -speed * (1.0 - 0.1 / (1.0 + gap / diameter).powi(2)))
    };
    let row = |k: u32| {
        let time = 1e-4 * f64::from(k) + 3e-5;
        let after = time - contact;
        let (h, v) = match after < 0.0 {
            true => fall(-after),
            false => (e * speed * after - 5.0 * after * after, e * speed - 10.0 * after),
        };
        (h, format!("{time},{h},{v}\n"))
    };
    let rows: Vec<(f64, String)> = (0..900).map(row).collect();
    let from = |header: &str, gap: f64| {
        let begin = rows.iter().position(|(h, _)| *h < gap * diameter).unwrap();
        let text: String = rows[begin..].iter().map(|(_, row)| row.as_str()).collect();
        fs::write(place.path().join("begins.csv"), format!("{header}\n{text}")).unwrap();
        compared(place.path(), "gondret", "begins.csv", &["bounce=st152"])
    };
    let restitution = ("quantity", "restitution");
    for header in ["time_s,gap_m,velocity_m_s", "time_s,h,velocity_m_s", "time_s,gap_m,v"] {
        let far = from(header, 3.2);
        assert!((value(&far, "measured", Some(restitution)) - e).abs() < 0.05, "{header} {far}");
        let near = from(header, 0.95);
        assert!(!shows(&near, "restitution"), "{header} {near}");
        let said = near["said"].to_string();
        assert!(["restitution", "begin at 0.9", "3 D"].iter().all(|word| said.contains(word)), "{said}");
        assert!(value(&near, "measured", Some(("quantity", "apex 1"))) > 0.0);
    }

    let falls: String = rows.iter().filter(|(h, _)| *h < diameter).map(|(_, row)| row.as_str()).collect();
    let text = format!("time_s,gap_m,velocity_m_s\n{falls}");
    let set = ["case=E1", "sphere.diameter=\"3 mm\""];
    assert!(refused(place.path(), "ten-cate", &text, &set).contains("give rows from 3 D on"));
}

/// An impact whose contact lasts 1 ms: the time of the apex counts from where the gap is zero, with velocities and
/// without.
#[test]
fn the_time_of_an_apex_counts_from_the_touch_of_a_soft_contact() {
    let place = tempfile::tempdir().unwrap();
    let (speed, contact, last, e, g) = (0.585, 20e-3, 1e-3, 0.8, 10.0);
    let row = |k: u32| {
        let time = 1e-4 * f64::from(k);
        let inside = (time - contact) / last;
        let after = time - contact - last;
        let (h, v) = match inside {
            ..0.0 => (-speed * (time - contact), -speed),
            ..1.0 => (-speed * last / PI * (PI * inside).sin(), -speed * (PI * inside).cos()),
            _ => (e * speed * after - 0.5 * g * after * after, e * speed - g * after),
        };
        format!("{time},{h},{v}\n")
    };
    let text = "time_s,gap_m,velocity_m_s\n".to_owned() + &(0..900).map(row).collect::<String>();
    let exact = 1e3 * (last + e * speed / g);
    for (name, text) in [("motion.csv", text.clone()), ("gaps.csv", text.replace("velocity_m_s", "v"))] {
        fs::write(place.path().join(name), text).unwrap();
        let found = compared(place.path(), "gondret", name, &["bounce=st152"]);
        let of = value(&found, "measured", Some(("quantity", "apex time 1")));
        assert!((of / exact - 1.0).abs() < 5e-3, "{name}: {of} {exact}");
    }
}

/// Time, gap and velocity of a sphere without weight that hits a wall at 0.5 m/s and leaves with `e` times that, the
/// contact lasting four steps.
fn impact(e: f64) -> impl Iterator<Item = [f64; 3]> {
    let (speed, contact, last) = (0.5, 2e-3, 7.3e-5);
    (0..300).map(move |k| {
        let time = 2e-5 * f64::from(k);
        let inside = (time - contact) / last;
        match inside {
            ..0.0 => [time, speed * (contact - time), -speed],
            ..1.0 => [time, -1e-6 * (PI * inside).sin(), -speed * (PI * inside).cos() * (1.0 - (1.0 - e) * inside)],
            _ => [time, e * speed * (time - contact - last), e * speed],
        }
    })
}

#[test]
fn a_dry_impact_shows_its_restitution_by_gaps_and_velocities_or_one_of_them() {
    let place = tempfile::tempdir().unwrap();
    let at = ["restitution_put_in=0.9", "angle_deg=0"];
    let rows: String = impact(0.9).map(|[t, h, v]| format!("{t},{h},{v}\n")).collect();
    for header in ["time_s,gap_m,velocity_m_s", "time_s,h,velocity_m_s", "time_s,gap_m,v"] {
        fs::write(place.path().join("theirs"), format!("{header}\n{rows}")).unwrap();
        let found = compared(place.path(), "dry-impact", "theirs", &at);
        assert!((value(&found, "restitution", None) - 0.9).abs() < 2e-4, "{header}\n{found}");
    }
    let two = "time_s,velocity_m_s\n0,-1\n1,-1\n";
    assert!(refused(place.path(), "dry-impact", two, &at).contains("needs 3"));
    let back = "time_s,gap_m\n0,3\n2,1\n1,2\n3,0\n";
    assert!(refused(place.path(), "dry-impact", back, &at).contains("do not increase"));
}

#[test]
fn two_spheres_keep_their_momentum() {
    let place = tempfile::tempdir().unwrap();
    let (ratio, e, contact) = (0.5, 0.9, 4.999e-4);
    let [first, second] = [(1.0 - e * ratio) / (1.0 + ratio), (1.0 + e) / (1.0 + ratio)].map(|share| 2.0 * share);
    // The pair drifts along with 3 m/s; velocities count from the second sphere to the first.
    let row = |k: u32| {
        let time = 1e-5 * f64::from(k);
        let after = (time - contact).max(0.0);
        let gap = 2.0 * (contact - time.min(contact)) + (second - first) * after;
        let [u, v] = if after > 0.0 { [first, second] } else { [2.0, 0.0] }.map(|speed| -speed - 3.0);
        format!("{time},{gap},{u},{v}\n")
    };
    let rows: String = (0..100).map(row).collect();
    for header in ["time_s,gap_m,velocity_m_s,second_velocity_m_s", "time_s,h,velocity_m_s,second_velocity_m_s"] {
        fs::write(place.path().join("pair.csv"), format!("{header}\n{rows}")).unwrap();
        let found = compared(place.path(), "pair-momentum", "pair.csv", &["mass_ratio=0.5", "restitution=0.9"]);
        assert!(largest(&found) < 1e-9 && found["deviations"].as_array().unwrap().len() == 2, "{found}");
    }
}

#[test]
fn an_oscillation_a_settled_fall_and_an_oblique_impact_show_what_their_references_ask_for() {
    let place = tempfile::tempdir().unwrap();
    // Stokes (1851) at ωa²/ν = 10; D = 1 mm in water.
    let (omega, layer) = (40.0, f64::sqrt(5.0));
    let stokes = 3.0 * PI * 1e-3 * 1e-3;
    let row = |k: u32| {
        let phase = 2.0 * PI / 200.0 * f64::from(k);
        let force = (1.0 + layer) * phase.cos() - (layer + 2.0 / 9.0 * layer * layer) * phase.sin();
        format!("{},{},{}\n", phase / omega, 1e-5 * phase.cos(), -1e-5 * stokes * force)
    };
    let table = "time_s,velocity_m_s,force_N\n".to_owned() + &(0..1000).map(row).collect::<String>();
    fs::write(place.path().join("osc.csv"), &table).unwrap();
    let found = compared(place.path(), "oscillation", "osc.csv", &[]);
    assert!(largest(&found) < 1e-3 && found["deviations"].as_array().unwrap().len() == 2, "{found}");
    let turned = |line: &str| match line.rsplit_once(',') {
        Some((row, force)) if !force.ends_with('N') => format!("{row},{}\n", -force.parse::<f64>().unwrap()),
        _ => format!("{line}\n"),
    };
    let driven: String = table.lines().map(turned).collect();
    assert!(refused(place.path(), "oscillation", &driven, &[]).contains("`force_N` drives"));
    let short = table.lines().take(300).map(|line| format!("{line}\n")).collect::<String>();
    assert!(refused(place.path(), "oscillation", &short, &["omega_a2_over_nu=10"]).contains("whole periods"));

    let speed = f64::sqrt(0.5 * 9.81e-3);
    let row = |k: u32| {
        let time = 0.5e-3 * f64::from(k) / speed;
        let (late, grown) = (5e-3 / speed, 1.0 - (-time * speed / 5e-3).exp());
        let [down, x, y] = [1.356, 0.1, 0.07416].map(|share| share * speed);
        format!("{time},{},{},{},{}\n", 1.0 - down * (time - late * grown), -down * grown, x * grown, y * grown)
    };
    let table =
        "time_s,gap_m,velocity_m_s,velocity_x_m_s,velocity_y_m_s\n".to_owned() + &(0..400).map(row).collect::<String>();
    fs::write(place.path().join("fall.csv"), &table).unwrap();
    let found = compared(place.path(), "free-fall", "fall.csv", &["galileo=178.46"]);
    assert_eq!(found["values_beyond_validation_uncertainty"], 0, "{found}");
    let short = table.lines().take(12).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(place.path().join("fall.csv"), &short).unwrap();
    let found = compared(place.path(), "free-fall", "fall.csv", &["galileo=178.46"]);
    assert!(found["said"].to_string().contains("not settled"), "{found}");

    // At 60 degrees the contact slides: e = 0.98, μ = 0.092.
    let (normal, along) = (f64::to_radians(60.0).cos(), f64::to_radians(60.0).sin());
    let lost = 0.092 * 1.98 * normal;
    let row = |k: u32| {
        let time = 1e-5 * f64::from(k) - 5e-4;
        let (h, v, u, spin) = if time < 0.0 {
            (-normal * time, -normal, along, 0.0)
        } else {
            (0.98 * normal * time, 0.98 * normal, along - lost, 2.5 * lost / 2.5e-3)
        };
        format!("{time},{h},{v},{u},{spin}\n")
    };
    let table = "time_s,gap_m,velocity_m_s,velocity_x_m_s,spin_rad_s\n".to_owned()
        + &(0..100).filter(|k| *k != 50).map(row).collect::<String>();
    fs::write(place.path().join("oblique.csv"), &table).unwrap();
    let found = compared(place.path(), "oblique-impact", "oblique.csv", &[]);
    assert!(
        largest(&found) < 2e-3 && (found["deviations"][0]["angle_deg"].as_f64().unwrap() - 60.0).abs() < 1e-6,
        "{found}"
    );
}

#[test]
fn the_page_of_a_reference_says_which_motion_it_takes() {
    let place = tempfile::tempdir().unwrap();
    for (name, words) in [
        (
            "gondret",
            [
                "compare --reference gondret motion.csv --set bounce=",
                "`apex 3`: the highest gap after a contact, bounce 3, over the diameter",
            ],
        ),
        ("ten-cate", ["--set case=E", "the highest speed towards the wall, over `u_inf_m_s`"]),
        ("start-from-rest", ["--set density_ratio=", "`time_nu_over_a2`: the time of each moment, over a²/ν"]),
    ] {
        let (_, said, _) = wetbounce(place.path(), &["reference", name]);
        assert!(words.iter().chain(&["motion.csv"]).all(|word| said.contains(word)), "{said}");
    }
    assert!(!wetbounce(place.path(), &["reference", "approach-wall"]).1.contains("motion.csv"));
}
