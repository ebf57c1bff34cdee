//! A plan as the user wrote it: a base case and the values that its keys take.

use super::axis::{Axis, Point};
use super::measured::Asked;
use super::sample::Sample;
use super::setting::{Setting, leaves, toml_value};
use super::values::{Refused, is_range, values};
use crate::case::document::{Document, Entry, Node, Value, read_file};
use crate::case::{CaseError, Hydrodynamics, MOST_PROBLEMS, Place, Problem, Source};
use crate::quantity::uncertain::Uncertain;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

const KEYS: [&str; 9] = ["name", "title", "reference", "base", "approach", "set", "vary", "measurement", "sample"];

/// Where the approach speed of the runs comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approach {
    /// The case says it: `release.speed` of the base case, or what the plan sets it to.
    Prescribed,
    /// The terminal speed of the sphere in the liquid of each run, as in the experiments.
    Terminal,
}

/// A plan, read but not yet turned into cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Names the sweep. Default: the file's name.
    pub name: String,
    /// What the sweep is, in words.
    pub title: Option<String>,
    /// What it is compared with.
    pub reference: Option<String>,
    /// The base case, relative to the working directory.
    pub base: PathBuf,
    /// Where the base case is named.
    pub base_place: Place,
    /// Where the approach speed comes from.
    pub approach: Approach,
    /// What all runs have in common: the table `[set]`, then the command line.
    pub common: Vec<Setting>,
    /// What varies; the runs are all combinations of one point of each axis, the last axis fastest.
    pub axes: Vec<Axis>,
    /// Measured restitutions beside the curves.
    pub measurement: Option<Asked>,
    /// How samples of uncertain settings are drawn.
    pub sample: Option<Sample>,
}

/// A plan with the texts that its places refer to: the plan's own first, then one for each override.
pub type Sourced = (Plan, Vec<Source>);

impl Plan {
    /// Reads the plan at `path`. `overrides` (`key=value`) come on top of its table `[set]`; `compare` adds the modes of
    /// `hydrodynamics` as one more axis, unless it is empty.
    ///
    /// # Errors
    /// Everything wrong with the plan itself, each at its place. Whether the keys exist and take these values shows when
    /// the cases are made.
    pub fn load(path: &Path, overrides: &[String], compare: &[Hydrodynamics]) -> Result<Sourced, CaseError> {
        let shown = path.display().to_string();
        let help = "give the path of a plan; examples are in cases/sweeps";
        let text = read_file(path).map_err(|problem| CaseError::new(&shown, vec![problem.help(help)]))?;
        Self::parse(&text, path, overrides, compare)
    }

    /// Reads a plan from `text`; `file` is what messages call it, and its directory the one that `base` is relative to.
    ///
    /// # Errors
    /// As [`Plan::load`].
    pub fn parse(
        text: &str,
        file: &Path,
        overrides: &[String],
        compare: &[Hydrodynamics],
    ) -> Result<Sourced, CaseError> {
        let shown = file.display().to_string();
        let help = "a plan needs at least base = \"CASE.toml\" and a table [vary]; examples are in cases/sweeps";
        if text.trim().is_empty() {
            let problem = Problem::new(format!("`{shown}` is empty")).help(help);
            return Err(CaseError::new(&shown, vec![problem]));
        }
        let document = Document::parse(text, &shown, &[]).map_err(|problems| CaseError::new(&shown, problems))?;
        let mut reading = Reading { sources: document.sources, problems: Vec::new() };
        let plan = reading.plan(&document.root, file, overrides, compare);
        match reading.problems.is_empty() {
            true => Ok((plan, reading.sources)),
            false => Err(CaseError::new(&shown, reading.problems)),
        }
    }

    /// The axis along which curves are drawn: the one with `stokes`, else the longest.
    pub fn along(&self) -> usize {
        let stokes = self.axes.iter().position(|axis| axis.keys().any(|key| key == "stokes"));
        let longest = self.axes.iter().map(|axis| axis.points.len()).max().unwrap_or(0);
        stokes.or_else(|| self.axes.iter().position(|axis| axis.points.len() == longest)).unwrap_or(0)
    }
}

/// Collects what is wrong while reading.
struct Reading {
    sources: Vec<Source>,
    problems: Vec<Problem>,
}

impl Reading {
    fn report(&mut self, message: impl Into<String>, place: &Place, label: impl Into<String>, help: &str) {
        self.problems.push(Problem::new(message).at(&self.sources, place, label).help(help));
    }

    fn refuse(&mut self, key: &str, Refused { place, label, help }: Refused) {
        self.report(format!("`{key}` cannot be varied like this"), &place, label, help);
    }

    fn plan(&mut self, root: &[Entry], file: &Path, overrides: &[String], compare: &[Hydrodynamics]) -> Plan {
        for entry in root.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
            let help = format!(
                "allowed: {}; keys of the case go into [set] when all runs share them, and into [vary] when they vary",
                KEYS.join(", ")
            );
            self.report(format!("`{}` is not a key of a plan", entry.key), &entry.place, "not known", &help);
        }
        let stem = file.file_stem().map_or_else(|| "sweep".into(), |stem| stem.to_string_lossy().into_owned());
        let (base, base_place) = self.base(root, file);
        let mut common = self.settings_of(root, "set");
        for text in overrides {
            let setting = self.command_line(text);
            common.retain(|known| known.key != setting.key);
            common.push(setting);
        }
        let axes = self.axes(root, compare);
        let uncertain = common.iter().any(|setting| Uncertain::parse(&setting.plain()).is_some());
        let sampled = root.iter().any(|entry| entry.key == "sample") || uncertain;
        if axes.is_empty() && !sampled && self.problems.is_empty() {
            let help =
                "write a table [vary] with a key and its values, such as liquid.viscosity = [\"10 cSt\", \"20 cSt\"]";
            self.problems.push(Problem::new("the plan varies nothing").help(help));
        }
        self.refuse_repeated(&common, &axes);
        Plan {
            name: self.text(root, "name").map_or(stem, |(name, _)| name),
            title: self.text(root, "title").map(|(text, _)| text),
            reference: self.text(root, "reference").map(|(text, _)| text),
            approach: self.approach(root),
            base,
            base_place,
            common,
            axes,
            measurement: self.measurement(root, file),
            sample: self.sample(root),
        }
    }

    fn sample(&mut self, root: &[Entry]) -> Option<Sample> {
        let entry = root.iter().find(|entry| entry.key == "sample")?;
        let refuse = |(node, label, help): (&Node, &str, &str)| {
            self.report("`sample` cannot be used", &node.place, label, help);
        };
        Sample::read(&entry.node).map_err(refuse).ok()
    }

    fn measurement(&mut self, root: &[Entry], file: &Path) -> Option<Asked> {
        let entry = root.iter().find(|entry| entry.key == "measurement")?;
        let asked = Asked::read(&entry.node, file.parent().unwrap_or(Path::new("")));
        let refuse = |(node, label, help): (&Node, &str, &str)| {
            self.report("`measurement` cannot be used", &node.place, label, help);
        };
        asked.map_err(refuse).ok()
    }

    fn text(&mut self, root: &[Entry], key: &str) -> Option<(String, Place)> {
        let entry = root.iter().find(|entry| entry.key == key)?;
        match &entry.node.value {
            Value::Text(text) if !text.trim().is_empty() => Some((text.clone(), entry.node.place.clone())),
            _ => {
                self.report(format!("`{key}` cannot be used"), &entry.node.place, "a text was expected", "in quotes");
                None
            }
        }
    }

    fn base(&mut self, root: &[Entry], file: &Path) -> (PathBuf, Place) {
        let start = Place { source: 0, span: 0..0 };
        let given = root.iter().any(|entry| entry.key == "base");
        match self.text(root, "base") {
            Some((path, place)) => (file.parent().unwrap_or(Path::new("")).join(path), place),
            None if given => (PathBuf::new(), start),
            None => {
                let help = "write for example base = \"../gondret-st152.toml\": a case file, relative to the plan";
                self.problems.push(Problem::new("`base` is missing").help(help));
                (PathBuf::new(), start)
            }
        }
    }

    fn approach(&mut self, root: &[Entry]) -> Approach {
        match self.text(root, "approach") {
            None => Approach::Prescribed,
            Some((word, _)) if word == "prescribed" => Approach::Prescribed,
            Some((word, _)) if word == "terminal" => Approach::Terminal,
            Some((_, place)) => {
                let help = "allowed: \"prescribed\" (release.speed), \"terminal\" (the terminal speed of each run)";
                self.report("`approach` cannot be used", &place, "not known", help);
                Approach::Prescribed
            }
        }
    }

    /// The settings in the table `key`.
    fn settings_of(&mut self, root: &[Entry], key: &str) -> Vec<Setting> {
        match root.iter().find(|entry| entry.key == key) {
            None => Vec::new(),
            Some(entry) => self.settings(&entry.node, key),
        }
    }

    fn settings(&mut self, node: &Node, name: &str) -> Vec<Setting> {
        let Value::Table(entries) = &node.value else {
            let help = "write the keys of the case below it, such as run.bounces = 1";
            self.report(format!("`{name}` is a table of keys"), &node.place, "not a table", help);
            return Vec::new();
        };
        let mut settings = Vec::new();
        for (key, entry) in leaves(entries, &|_| false) {
            let (key_place, value_place) = (entry.place.clone(), entry.node.place.clone());
            match toml_value(&entry.node.value) {
                Some(value) => settings.push(Setting { key, value, key_place, value_place }),
                None => self.report(format!("`{key}` cannot be used"), &value_place, "not a value", "write one value"),
            }
        }
        settings
    }

    fn command_line(&mut self, text: &str) -> Setting {
        let source = self.sources.len();
        self.sources.push(Source::new("--set (command line)", text));
        let equals = text.find('=').unwrap_or(text.len());
        let value = (equals + 1).min(text.len());
        let (key_place, value_place) = (Place { source, span: 0..equals }, Place { source, span: value..text.len() });
        if equals == text.len() || text[value..].trim().is_empty() {
            let help = "write --set table.key=value, for example --set resolution.cells_per_diameter=16";
            self.report("an override needs a key and a value", &key_place, "on the command line", help);
        }
        Setting { key: text[..equals].trim().into(), value: text[value..].trim().into(), key_place, value_place }
    }

    fn axes(&mut self, root: &[Entry], compare: &[Hydrodynamics]) -> Vec<Axis> {
        let mut axes = Vec::new();
        if let Some(vary) = root.iter().find(|entry| entry.key == "vary") {
            match &vary.node.value {
                Value::Table(entries) => self.vary(entries, &mut axes),
                _ => {
                    let help = "write [vary] and below it keys with their values, such as stokes = [10, 30, 100]";
                    self.report("`vary` is a table of keys", &vary.node.place, "not a table", help);
                }
            }
        }
        if !compare.is_empty() {
            axes.push(self.modes(compare));
        }
        axes
    }

    /// `[vary]`: `zip` and `list` are tables of their own, every other key is an axis.
    fn vary(&mut self, entries: &[Entry], axes: &mut Vec<Axis>) {
        for entry in entries {
            let found = match entry.key.as_str() {
                "zip" => self.zip(&entry.node).into_iter().collect(),
                "list" => self.list(&entry.node).into_iter().collect(),
                _ => self.grid(entry),
            };
            axes.extend(found);
        }
    }

    /// One axis for each key at or below `entry`.
    fn grid(&mut self, entry: &Entry) -> Vec<Axis> {
        let mut axes = Vec::new();
        for (key, leaf) in leaves(std::slice::from_ref(entry), &is_range) {
            match values(&leaf.node) {
                Err(refused) => self.refuse(&key, refused),
                Ok(values) => axes.push(Axis::of_key(&key, &leaf.place, values)),
            }
        }
        axes
    }

    /// `[vary.zip]`: keys that change together.
    fn zip(&mut self, node: &Node) -> Option<Axis> {
        let Value::Table(entries) = &node.value else {
            let help = "write [vary.zip] and below it keys with lists of equal length";
            self.report("`zip` is a table of keys", &node.place, "not a table", help);
            return None;
        };
        let mut columns = Vec::new();
        for (key, leaf) in leaves(entries, &is_range) {
            match values(&leaf.node) {
                Err(refused) => self.refuse(&key, refused),
                Ok(values) => columns.push((key, leaf, values)),
            }
        }
        let first = columns.first()?.2.len();
        if columns.iter().any(|(_, _, values)| values.len() != first) {
            let mut problem = Problem::new("the keys of [vary.zip] take unequal numbers of values");
            for (_, leaf, values) in columns.iter().take(MOST_PROBLEMS) {
                problem = problem.at(&self.sources, &leaf.node.place, format!("{} values", values.len()));
            }
            let help = "they change together, so each needs one value for every run; keys to be combined with all \
                        others go directly into [vary]";
            self.problems.push(problem.help(help));
            return None;
        }
        let setting = |(key, leaf, values): &(String, &Entry, Vec<_>), i: usize| {
            let (value, value_place): (String, Place) = Clone::clone(&values[i]);
            Setting { key: key.clone(), value, key_place: leaf.place.clone(), value_place }
        };
        let rows = (0..first).map(|i| columns.iter().map(|column| setting(column, i)).collect());
        self.named_axis(rows.collect(), 1)
    }

    /// `[[vary.list]]`: one table for each run.
    fn list(&mut self, node: &Node) -> Option<Axis> {
        let Value::List(items) = &node.value else {
            let help = "write [[vary.list]] once for each run, and below it its keys";
            self.report("`list` is a list of tables", &node.place, "not a list", help);
            return None;
        };
        let rows: Vec<Vec<Setting>> = items.iter().map(|item| self.settings(item, "vary.list")).collect();
        if let Some(empty) = rows.iter().position(Vec::is_empty) {
            self.report("`list` is empty", &items[empty].place, "nothing is set here", "give at least one key");
            return None;
        }
        if rows.is_empty() {
            self.report("`list` is empty", &node.place, "no runs", "write [[vary.list]] once for each run");
            return None;
        }
        self.named_axis(rows, usize::MAX)
    }

    /// An axis whose rows may have a `name`; without one, the first `labelled` keys name it.
    fn named_axis(&mut self, rows: Vec<Vec<Setting>>, labelled: usize) -> Option<Axis> {
        let mut points = Vec::new();
        for mut row in rows {
            let at = row.iter().position(|setting| setting.key == "name");
            let name = at.map(|at| row.remove(at));
            if row.is_empty() {
                let place = name.map_or(Place { source: 0, span: 0..0 }, |name| name.value_place);
                self.report("a run that sets no key", &place, "nothing but a name", "give at least one key");
                return None;
            }
            points.push(Point::new(row, name.map(|name| name.plain()), labelled));
        }
        Some(Axis { points })
    }

    /// The axis of `--compare`.
    fn modes(&mut self, compare: &[Hydrodynamics]) -> Axis {
        let source = self.sources.len();
        let words: Vec<String> = compare.iter().map(Hydrodynamics::to_string).collect();
        self.sources.push(Source::new("--compare (command line)", words.join(",")));
        let place = Place { source, span: 0..words.join(",").len() };
        let written = words.iter().map(|word| (format!("\"{word}\""), place.clone())).collect();
        Axis::of_key("hydrodynamics", &place, written)
    }

    /// A key must have one place in a plan only.
    fn refuse_repeated(&mut self, common: &[Setting], axes: &[Axis]) {
        let shared = common.iter().map(|setting| (setting.key.as_str(), &setting.key_place));
        let varied = axes.iter().flat_map(Axis::first_of_each_key);
        let mut known: HashMap<&str, &Place> = HashMap::new();
        for (key, place) in shared.chain(varied) {
            match known.get(key) {
                None => drop(known.insert(key, place)),
                Some(first) => {
                    let problem = Problem::new(format!("`{key}` is set more than once"))
                        .at(&self.sources, first, "here")
                        .at(&self.sources, place, "and here")
                        .help("a key is either the same for all runs or varied in one place; keep one of them");
                    self.problems.push(problem);
                }
            }
        }
    }
}
