//! The book in `docs/`: its commands work, its table of keys is complete and true, its links lead somewhere.

use crate::book_math::{preprocess, typeset};
use crate::program::{answer, wetbounce};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use wetbounce::case::{Case, Keyword, Preset};
use wetbounce::cli::new;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<(PathBuf, String)> {
    let mut pages: Vec<(PathBuf, String)> = fs::read_dir(root().join("docs/src"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.clone(), fs::read_to_string(&path).unwrap()))
        .collect();
    pages.sort();
    assert!(pages.len() > 5);
    pages
}

/// The fenced blocks of a page: language and lines, in order.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(language) if !inside => blocks.push((language, Vec::new())),
            None if inside => blocks.last_mut().expect("a block is open").1.push(line),
            _ => {}
        }
        inside ^= line.starts_with("```");
    }
    assert!(!inside, "a block is not closed");
    blocks
}

/// Words of a command line, quotes taken off as a shell does.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("one word at least").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What makes every case of the book a matter of a second.
const COARSE: [&str; 13] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "resolution.radial_growth=1.15",
    "resolution.axial_growth=1.15",
    "container.radius=3 D",
    "release.gap=1.2 D",
    "release.run_up=4 D",
    "run.bounces=1",
    "run.time=40 ms",
    "output.vorticity_pictures=[]",
    "output.report=false",
    "film.band=off",
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => assert!(fs::copy(entry.path(), target).is_ok()),
        }
    }
}

/// Lines that provide the program and its module, which a test has.
const PROVIDE: [&str; 4] = [
    "cargo test",
    "cargo install --locked --path .",
    "pip install \"./python[plot]\"",
    "pip install \"./python[plot,tables]\"",
];

/// Runs the commands of a page in order, in a directory of its own with the shipped cases. (`.ci/python-check` does so
/// with the lines of Python between them.)
fn follow(page: &Path, text: &str) {
    let place = tempfile::tempdir().unwrap();
    copy(&root().join("cases"), &place.path().join("cases"));
    for (language, lines) in blocks(text) {
        let file = lines.first().and_then(|line| line.strip_prefix("# ")).filter(|name| name.ends_with(language));
        match (language, file) {
            ("toml", Some(file)) => fs::write(place.path().join(file), lines.join("\n")).unwrap(),
            ("csv", Some(file)) => fs::write(place.path().join(file), lines[1..].join("\n")).unwrap(),
            _ => {}
        }
        for line in lines.iter().filter(|_| language == "sh") {
            let line = line.split(" #").next().unwrap_or_default().trim_end();
            if PROVIDE.contains(&line) {
                continue;
            }
            let line = line.replace("cargo run --release --", "wetbounce");
            let command = words(&line);
            assert_eq!(command[0], "wetbounce", "{}: `{line}`", page.display());
            let (verb, mut args) = (command[1].as_str(), command[1..].to_vec());
            if ["run", "sweep"].contains(&verb) {
                let from_rest = line.contains("cases/tencate");
                let open = ["cases/held", "cases/falling", "cases/oscillating", "drag-curve"]
                    .iter()
                    .any(|case| line.contains(case));
                let foreign = |setting: &&&str| match () {
                    () if open => {
                        ["release.", "run.", "container.", "film."].iter().any(|table| setting.starts_with(table))
                    }
                    () => from_rest && setting.starts_with("release.run_up"),
                };
                let fitting = COARSE.iter().filter(|setting| !foreign(setting));
                args.extend(fitting.flat_map(|setting| ["--set".to_owned(), (*setting).to_owned()]));
            }
            let (code, _, errors) = wetbounce(place.path(), &args);
            assert_eq!(code, 0, "{}: `{line}`\n{errors}", page.display());
        }
    }
}

#[test]
fn the_commands_of_the_tutorial_work_in_their_order() {
    let (page, text) = pages().into_iter().find(|(page, _)| page.ends_with("tutorial.md")).unwrap();
    follow(&page, &text);
}

#[test]
fn the_commands_of_the_readme_work_in_their_order() {
    let page = root().join("README.md");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("cargo run --release -- run cases/gondret-st152.toml") && text.contains("\ncargo test"));
    follow(&page, &text);
}

/// What the first screen shows: a picture with measured points, how to get the program, and what has no release yet.
#[test]
fn the_readme_begins_with_a_measured_bounce_the_ways_to_get_the_program_and_the_modes() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let first: String = text.lines().take(30).collect::<Vec<_>>().join("\n");
    for part in ["bounce-st152.svg", "docs/src/modes.md"] {
        assert!(first.contains(part), "{part}");
    }
    for link in text.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap()) {
        assert!(link.starts_with("https://") || root().join(link).exists(), "{link}");
    }
    for picture in text.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(root().join(picture).exists(), "{picture}");
    }
}

#[test]
fn the_commands_of_the_other_pages_work_in_their_order() {
    for (page, text) in pages().into_iter().filter(|(page, _)| !page.ends_with("tutorial.md")) {
        follow(&page, &text);
    }
}

/// The plans of sweeps are checked: their runs take minutes.
#[test]
fn the_commands_in_the_headers_of_cases_work_in_their_order() {
    let mut found = 0;
    for folder in ["cases", "cases/impact", "cases/measured", "cases/sweeps"] {
        for path in fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            let Some("toml") = path.extension().and_then(|end| end.to_str()) else { continue };
            let text = fs::read_to_string(&path).unwrap();
            let commands = text
                .lines()
                .filter_map(|line| line.strip_prefix("#   "))
                .filter(|line| line.starts_with("wetbounce ") && !line.starts_with("wetbounce validate "));
            let quick = |line: &str| match line.strip_prefix("wetbounce sweep ") {
                Some(plan) => format!("wetbounce check {}\n", plan.split(' ').next().unwrap()),
                None => format!("{line}\n"),
            };
            let commands: String = commands.map(quick).collect();
            found += commands.lines().count();
            follow(&path, &format!("```sh\n{commands}```\n"));
        }
    }
    assert!(found > 20, "{found}");
}

/// The rows of the tables of keys: key and default.
fn keys() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("docs/src/case.md")).unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split(" | ").collect();
        Some((cells[0].trim_end_matches('`').to_owned(), cells[1].to_owned()))
    });
    rows.collect()
}

#[test]
fn the_table_of_keys_is_that_of_the_template_without_gaps_or_inventions() {
    let documented: Vec<String> = keys().into_iter().map(|(key, _)| key).collect();
    let set: BTreeSet<String> = documented.iter().cloned().collect();
    assert_eq!(set.len(), documented.len(), "a key stands twice");
    assert_eq!(set, new::KEYS.iter().cloned().collect());
}

const SMALLEST: &str = "sphere.diameter = \"3 mm\"\nsphere.material = \"steel\"\nliquid.density = \"935 kg/m3\"\n\
                        liquid.viscosity = \"0.01 Pa s\"\nrelease.gap = \"7 D\"\nrelease.speed = \"0.5 m/s\"\n";
/// Cases in open liquid, whose grid has defaults of its own.
const WITHOUT_WALL: [&[&str]; 3] = [
    &["release.kind=held", "run.steady=1e-3"],
    &["release.kind=falling"],
    &["release.kind=oscillating", "release.frequency=5 Hz"],
];
const VARIANTS: [&[&str]; 13] = [
    &[],
    &["release.kind=rest"],
    &["film.model=ehd"],
    &["film.model=ehd", "film.asperities=greenwood-tripp"],
    &["contact.law=li"],
    &["contact.law=hertz/stiffness", "contact.k_n=1 GPa"],
    &["contact.law=luding", "contact.max_stiffness=1e6 N/m"],
    &[
        "measurement.file=record.csv",
        "measurement.time=t (s)",
        "measurement.gap=h (m)",
        "measurement.velocity=v (m/s)",
        "measurement.x=x (m)",
        "measurement.angle=phi (deg)",
        "measurement.spin=n (rad/s)",
    ],
    &[
        "film.model=ehd",
        "film.heating=conduction",
        "film.liquid_conductivity=0.3 W/(m K)",
        "film.thermal_thinning=0.06 1/K",
        "film.sphere_conductivity=46 W/(m K)",
        "film.sphere_heat_capacity=3.7 MJ/(m3 K)",
        "film.wall_conductivity=1.5 W/(m K)",
        "film.wall_heat_capacity=2.0 MJ/(m3 K)",
    ],
    &["resolution.azimuthal_modes=2"],
    &["resolution.azimuthal_modes=2", "contact.law=luding", "contact.max_stiffness=1e6 N/m"],
    &["resolution.azimuthal_modes=2", "contact.law=hertz/stiffness", "contact.k_n=1 GPa", "contact.k_t=1 GPa"],
    &["run.time=1 s", "output.fields=1 s", "output.trajectory=1 s", "title=a", "reference=b"],
];

fn case(overrides: &[&str]) -> Option<Case> {
    let overrides: Vec<String> = overrides.iter().map(|text| (*text).to_owned()).collect();
    Case::parse(SMALLEST, "case.toml", &overrides).ok()
}

#[test]
fn every_key_of_a_resolved_case_is_in_the_table() {
    let documented: BTreeSet<String> = keys().into_iter().map(|(key, _)| key).collect();
    for variant in VARIANTS.into_iter().chain(WITHOUT_WALL) {
        let mut table = String::new();
        for line in case(variant).expect("every variant is a case").to_toml().lines() {
            if let Some(name) = line.strip_prefix('[') {
                table = format!("{}.", name.trim_end_matches(']'));
            } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                assert!(documented.contains(&format!("{table}{key}")), "{table}{key} is not in the book");
            }
        }
    }
}

/// Setting a key to the default that the book gives changes nothing, wherever the key is allowed.
#[test]
fn the_defaults_in_the_table_are_the_defaults_of_the_program() {
    let mut checked = 0;
    for (key, default) in keys() {
        let Some(value) = default.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) else { continue };
        if value.contains('`') {
            continue;
        }
        let setting = format!("{key}={value}");
        let accepted = VARIANTS.iter().filter_map(|variant| {
            let set: Vec<&str> = variant.iter().copied().chain([setting.as_str()]).collect();
            Some((case(variant).expect("every variant is a case"), case(&set)?))
        });
        let pairs: Vec<(Case, Case)> = accepted.collect();
        assert!(!pairs.is_empty(), "{setting} is accepted nowhere");
        let choices = ["film.model", "film.asperities", "contact.law", "resolution.azimuthal_modes"];
        let own_choice = choices.contains(&key.as_str());
        for (before, after) in pairs.into_iter().take(if own_choice { 1 } else { usize::MAX }) {
            // That it is stated is known.
            let mut after = after;
            after.given.stated.clone_from(&before.given.stated);
            assert_eq!(before, after, "{setting}");
        }
        checked += 1;
    }
    assert!(checked > 35, "{checked}");
}

/// The anchor that mdBook and GitHub give a heading.
fn slug(heading: &str) -> String {
    let kept =
        heading.trim_start_matches('#').trim().chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
    kept.flat_map(char::to_lowercase).map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

#[test]
fn the_contents_name_every_page_and_links_lead_somewhere() {
    let pages = pages();
    let summary = fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    for (page, text) in &pages {
        let name = page.file_name().unwrap().to_string_lossy();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in the contents");
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { page.clone() } else { page.with_file_name(target) };
            assert!(link.starts_with("https://") || target.exists(), "{name}: {link}");
            let headed = |text: &String| text.lines().any(|line| line.starts_with('#') && slug(line) == anchor);
            let found = || pages.iter().any(|(page, text)| *page == target && headed(text));
            assert!(anchor.is_empty() || link.starts_with("https://") || found(), "{name}: {link}");
        }
    }
}

/// The rows of a page's tables whose first cell is `begin` and whatever follows.
fn rows(page: &str, begin: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/src").join(page)).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").map(|cell| cell.trim_matches('`').to_owned()).collect());
    cells.filter(|cells: &Vec<String>| cells[0].starts_with(begin)).collect()
}

#[test]
fn the_materials_in_the_book_are_those_of_the_program() {
    for (name, preset) in Preset::WORDS {
        let row = rows("materials.md", name).into_iter().find(|row| row[0] == *name && row.len() == 5);
        let row = row.unwrap_or_else(|| panic!("{name} is not in the book"));
        let [density, young, poisson] = [1, 2, 3].map(|cell| row[cell].parse::<f64>().unwrap());
        let elastic = preset.elastic();
        assert_eq!((density, 1e9 * young), (preset.density(), elastic.young_modulus), "{name}");
        assert_eq!(poisson, elastic.poisson_ratio, "{name}");
        assert_eq!(row[4].parse::<f64>().ok(), preset.yield_strength().map(|strength| strength / 1e6), "{name}");
    }
}

#[test]
fn the_liquids_in_the_book_are_those_of_the_program() {
    let mut checked = 0;
    for row in rows("materials.md", "").iter().filter(|row| row.len() == 3 && row[0].contains(" °C")) {
        let parts: Vec<&str> = row[0].trim_end_matches(" °C").split(", ").collect();
        let mut settings =
            vec![format!("liquid.name={}", parts[0]), format!("liquid.temperature={} degC", parts[parts.len() - 1])];
        match parts[0] {
            "glycerol-water" => settings.push(format!("liquid.glycerol={}", parts[1])),
            "silicone-oil" => settings.push(format!("liquid.grade={}", parts[1])),
            _ => {}
        }
        let text = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nrelease.gap = \"7 D\"\n";
        let case = Case::parse(text, "case.toml", &settings).unwrap_or_else(|error| panic!("{}: {error:?}", row[0]));
        let [density, viscosity] = [1, 2].map(|cell| row[cell].parse::<f64>().unwrap());
        assert!(
            (case.problem.liquid.density / density - 1.0).abs() < 5e-4,
            "{}: {}",
            row[0],
            case.problem.liquid.density
        );
        assert!(
            (1e3 * case.problem.liquid.viscosity / viscosity - 1.0).abs() < 1e-3,
            "{}: {}",
            row[0],
            case.problem.liquid.viscosity
        );
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn every_equation_of_the_book_can_be_set() {
    let mut equations = 0;
    for (page, text) in pages() {
        let set = typeset(&text).unwrap_or_else(|reason| panic!("{}: {reason}", page.display()));
        let prose: String = set.split('`').step_by(2).collect();
        assert!(!prose.contains('$'), "{}: an equation is left", page.display());
        assert!(!prose.contains("merror"), "{}: an equation is wrong", page.display());
        equations += set.matches("</math>").count();
    }
    assert!(equations > 50, "{equations}");
}

#[test]
fn equations_are_set_in_text_and_apart_but_not_in_code_and_errors_name_the_page() {
    let set = typeset("speed $U_a$ and `$HOME`\n\n$$ a * b $$\n\n```sh\necho $HOME\n```\n").unwrap();
    assert!(
        set.contains("<msub>") && set.contains("display=\"block\"") && set.contains("&#42;") || set.contains("∗"),
        "{set}"
    );
    assert!(typeset("$a < b > c$").unwrap().contains("<mo>&lt;</mo><mi>b</mi><mo>&gt;</mo>"));
    assert!(set.contains("`$HOME`") && set.contains("echo $HOME") && !set.contains("$U"), "{set}");
    let book =
        |content: &str| format!(r#"[{{}}, {{"items": [{{"Chapter": {{"name": "A", "content": "{content}"}}}}]}}]"#);
    assert!(preprocess(&book("$x$")).unwrap().contains("<math"));
    for wrong in ["$\\\\frac{1$", "$x"] {
        let error = preprocess(&book(wrong)).unwrap_err();
        assert!(error.contains("page \"A\""), "{error}");
    }
}

#[test]
fn the_law_of_your_own_in_the_book_is_the_example_that_runs() {
    let page = fs::read_to_string(root().join("docs/src/own-law.md")).unwrap();
    let (_, included) = page.split_once("{{#include ../../").expect("the page includes the example");
    assert!(
        root().join(included.split('}').next().unwrap()).exists(),
        "docs/src/own-law.md includes a file that is not there"
    );
}

/// Computed values are those of a comparison: every table of such a section stands under the names of the comparisons
/// that compute it.
#[test]
fn every_table_of_computed_values_stands_under_the_comparisons_that_compute_it() {
    let entries = root().join("validation");
    let mut tables = 0;
    for (page, text) in pages() {
        let Some((_, section)) = text.split_once("\n## Computed values\n") else { continue };
        let place = page.display();
        assert!(!section.contains("\n## "), "{place}: computed values stand at the end of their page");
        let mut named: Vec<&str> = Vec::new();
        for part in section.split("\n\n") {
            let names = part
                .split("`wetbounce validate ")
                .skip(1)
                .flat_map(|rest| rest.split('`').next().unwrap_or_default().split(' '));
            named = if part.starts_with('|') { named } else { names.collect() };
            for name in &named {
                assert!(entries.join(name).with_extension("toml").exists(), "{place}: there is no {name}");
            }
            tables += usize::from(part.starts_with('|'));
            assert!(!part.starts_with('|') || !named.is_empty(), "{place}: a table without a comparison:\n{part}");
        }
    }
    assert!(tables > 5, "{tables}");
}

/// The words in backquotes that begin the rows of a table, to their first blank.
fn first_words(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split(['`', ' ']).next().map(str::to_owned)).collect()
}

#[test]
fn the_commands_of_the_book_and_the_readme_are_those_of_the_program() {
    let (code, help, _) = wetbounce(root(), &["--help"]);
    let verbs = help.split("Commands:").nth(1).unwrap().lines().map_while(|line| match line {
        "" => Some(""),
        line => line.strip_prefix("  "),
    });
    let verbs: BTreeSet<String> = verbs.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    let verbs: BTreeSet<String> = verbs.into_iter().filter(|verb| !verb.is_empty() && verb != "help").collect();
    assert!(code == 0 && verbs.len() > 15, "{verbs:?}");
    let book = fs::read_to_string(root().join("docs/src/commands.md")).unwrap();
    let table: String = book.lines().take_while(|line| !line.starts_with("| exit code")).collect::<Vec<_>>().join("\n");
    assert_eq!(first_words(&table), verbs, "docs/src/commands.md");
}

#[test]
fn the_index_of_cases_has_every_case_with_its_title() {
    let index = fs::read_to_string(root().join("cases/README.md")).unwrap();
    let rows = index.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    let indexed: BTreeSet<(String, String)> = rows.map(|(file, title)| (file.to_owned(), title.to_owned())).collect();
    let folders = ["", "measured/", "impact/", "sweeps/"].map(|folder| (folder, root().join("cases").join(folder)));
    let mut files = BTreeSet::new();
    for (folder, path) in folders {
        for file in fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "toml") {
                let text = fs::read_to_string(&file).unwrap();
                let title = text.lines().find_map(|line| line.strip_prefix("title = \"")?.strip_suffix('"'));
                let name = format!("{folder}{}", file.file_name().unwrap().to_string_lossy());
                files.insert((name, title.unwrap_or_default().to_owned()));
            }
        }
    }
    assert_eq!(indexed, files, "cases/README.md");
    let (_, listed, _) = wetbounce(root(), &["list", "cases"]);
    for line in listed.lines().skip(1) {
        let (name, title) = line.trim().split_once("  ").unwrap();
        assert!(indexed.contains(&(format!("{name}.toml"), title.trim().to_owned())), "{line}");
    }
}

#[test]
fn the_pictures_of_references_in_the_book_are_those_that_the_program_draws() {
    let place = tempfile::tempdir().unwrap();
    let mut pictures = 0;
    for file in fs::read_dir(root().join("docs/src/images")).unwrap().map(|entry| entry.unwrap().path()) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let Some(name) = name.strip_prefix("reference-") else { continue };
        answer(place.path(), &["reference", name, "--out", name]);
        let drawn = fs::read_to_string(place.path().join(name).join("figure.svg")).unwrap();
        let shown = fs::read_to_string(&file).unwrap();
        assert!(drawn == shown, "copy figure.svg of `wetbounce reference {name} --out DIR` to {}", file.display());
        pictures += 1;
    }
    assert_eq!(pictures, 8);
}
