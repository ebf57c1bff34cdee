//! A plan as the user wrote it: a base case and the values that its keys take.

use super::axis::{AxisPoint, SweepAxis};
use super::plan_measurement::Asked;
use super::sample::SampleTable;
use super::setting::{Setting, leaves, toml_value};
use super::values::{Refused, is_range, values};
use crate::case::document::{Document, KeyEntry, Node, Value};
use crate::case::keys::read_keys;
use crate::case::plan_groups::Approach;
use crate::case::schema::TableForm;
use crate::case::section::Reader;
use crate::case::{CaseError, FileKind, Hydrodynamics, InputError, InputText, MOST_PROBLEMS, Place, read_file};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use wetbounce_physics::keys::{KeyTable, within};
use wetbounce_physics::own::Laws;
use wetbounce_physics::quantity::NUMBER;
use wetbounce_physics::quantity::uncertain::Uncertain;
use wetbounce_physics::table;

/// Whose keys they are, as messages say it.
const WHOSE: [&str; 2] =
    ["of a plan", "; keys of the case go into [set] when all runs share them, and into [vary] when they vary"];

table! {
    /// What stands above all tables of a plan.
    struct PlanHeading {
        /// Names the sweep.
        name: Option<String> = None, filled();
        /// Its title.
        title: Option<String> = None, filled();
        /// Where its comparison is from.
        reference: Option<String> = None, filled();
        /// The base case.
        base: PathBuf = PathBuf::new(), path();
        /// Where the approach speed comes from.
        approach: Approach = Approach::Prescribed, word();
        /// Combinations with a larger Reynolds number are left out.
        largest_reynolds: Option<f64> = None, optional(&NUMBER, within(1e-9..=1e6));
    }
}

/// The tables of a plan that have keys of its own, for editors.
pub fn forms(laws: &Laws) -> Vec<TableForm> {
    vec![
        TableForm::of("", PlanHeading::default(), laws),
        TableForm::of("measurement", Asked::default(), laws),
        TableForm::of("sample", SampleTable::default(), laws),
    ]
}

/// A plan, read but not yet turned into cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Names the sweep. Default: the file's name.
    pub name: String,
    /// Its title.
    pub(super) title: Option<String>,
    /// Where its comparison is from.
    pub(super) reference: Option<String>,
    /// The base case, relative to the working directory.
    pub base: PathBuf,
    /// Where the base case is named.
    pub(super) base_place: Place,
    /// Where the approach speed comes from.
    pub(super) approach: Approach,
    /// Combinations with a larger Reynolds number are left out.
    pub(super) largest_reynolds: Option<f64>,
    /// Settings that all runs share: the table `[set]`, then the command line.
    pub(super) common: Vec<Setting>,
    /// The axes; the runs are all combinations of one point of each axis, the last axis fastest.
    pub axes: Vec<SweepAxis>,
    /// Measured restitutions beside the curves.
    pub(super) measurement: Option<Asked>,
    /// How samples of uncertain settings are drawn.
    pub(super) sample: Option<SampleTable>,
}

/// A plan with the texts that its places refer to: the plan's own first, then one for each override.
pub type Sourced = (Plan, Vec<InputText>);

impl Plan {
    /// Reads the plan at `path`. `overrides` (`key=value`) come on top of its table `[set]`; `compare` adds the modes
    /// of `hydrodynamics` as one more axis, unless it is empty.
    ///
    /// # Errors
    /// Everything wrong with the plan itself, each at its place. Whether the keys exist and take these values shows
    /// when the cases are made.
    pub fn load(path: &Path, overrides: &[String], compare: &[Hydrodynamics]) -> Result<Sourced, CaseError> {
        let shown = path.display().to_string();
        let help = "give the path of a plan; examples are in cases/sweeps";
        let text = read_file(path).map_err(|problem| CaseError::new(&shown, vec![problem.help(help)]))?;
        Self::parse(&text, path, overrides, compare)
    }

    /// Reads a plan from `text`; `file` is its name in messages, and its directory the one that `base` is relative to.
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
            let problem = InputError::new(format!("`{shown}` is empty")).help(help);
            return Err(CaseError::new(&shown, vec![problem]));
        }
        let failed = |problems| CaseError::new(&shown, problems);
        let mut document = Document::parse(text, &shown, &[]).map_err(failed)?;
        FileKind::refuse_other(&document, &shown, &[FileKind::Plan])?;
        let overrides = overrides.iter().map(|text| command_line(text, &mut document.sources)).collect();
        let modes = (!compare.is_empty()).then(|| modes(compare, &mut document.sources));
        let reader = Reader::of(document, WHOSE);
        let plan = PlanReader { reader: &reader }.plan(file, overrides, modes);
        Ok((plan, reader.finish().map_err(failed)?))
    }

    /// The axis along which curves are drawn: the one with `stokes` or `stokes_binary`, else the longest.
    pub fn along(&self) -> usize {
        let stokes = self.axes.iter().position(|axis| axis.keys().any(|key| matches!(key, "stokes" | "stokes_binary")));
        let longest = self.axes.iter().map(|axis| axis.points.len()).max().unwrap_or(0);
        stokes.or_else(|| self.axes.iter().position(|axis| axis.points.len() == longest)).unwrap_or(0)
    }
}

/// Reads a plan with the means of a case's reader, which collects all problems.
struct PlanReader<'r> {
    reader: &'r Reader,
}

impl PlanReader<'_> {
    fn report(&self, message: impl Into<String>, place: &Place, label: impl Into<String>, help: &str) {
        self.reader.report(InputError::new(message).at(self.reader.sources(), place, label).help(help));
    }

    fn refuse(&self, key: &str, Refused { place, label, help }: Refused) {
        self.report(format!("`{key}` cannot be varied like this"), &place, label, help);
    }

    /// The plan in `file`, with the settings and the axis of the command line.
    fn plan(&self, file: &Path, overrides: Vec<Setting>, modes: Option<SweepAxis>) -> Plan {
        let root = self.reader.root();
        let folder = file.parent().unwrap_or(Path::new(""));
        let stem = file.file_stem().map_or_else(|| "sweep".into(), |stem| stem.to_string_lossy().into_owned());
        let (measurement, sample) = (root.table("measurement"), root.table("sample"));
        let mut heading = PlanHeading::default();
        read_keys(&root, |keys| heading.keys(keys));
        let PlanHeading { name, title, reference, base, approach, largest_reynolds } = heading;
        if root.place("base").is_none() {
            root.missing(
                "base",
                "write for example base = \"../gondret-st152.toml\": a case file, relative to the plan",
            );
        }
        let mut common = root.node("set").map_or_else(Vec::new, |node| self.settings(node, "set"));
        for setting in overrides {
            if setting.value.is_empty() {
                let help = "write --set table.key=value, for example --set resolution.cells_per_diameter=16";
                let place = &setting.key_place;
                self.report("an override needs a key and a value", place, "on the command line", help);
            }
            common.retain(|known| known.key != setting.key);
            common.push(setting);
        }
        let axes: Vec<SweepAxis> = self.axes(root.node("vary")).into_iter().chain(modes).collect();
        let uncertain = common.iter().any(|setting| Uncertain::parse(&setting.plain()).is_some());
        let sampled = root.place("sample").is_some();
        if axes.is_empty() && !sampled && !uncertain && self.reader.is_clean() {
            let help =
                "write a table [vary] with a key and its values, such as liquid.viscosity = [\"10 cSt\", \"20 cSt\"]";
            self.reader.report(InputError::new("the plan varies nothing").help(help));
        }
        self.refuse_repeated(&common, &axes);
        let plan = Plan {
            name: name.unwrap_or(stem),
            title,
            reference,
            approach,
            largest_reynolds,
            base: folder.join(base),
            base_place: root.place("base").cloned().unwrap_or(Place { source: 0, span: 0..0 }),
            common,
            axes,
            measurement: root.place("measurement").map(|_| Asked::read(measurement, folder)),
            sample: sampled.then(|| SampleTable::read(sample)),
        };
        root.finish();
        plan
    }

    fn settings(&self, node: &Node, name: &str) -> Vec<Setting> {
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

    /// `[vary]`: `zip` and `list` are tables of their own, every other key is an axis.
    fn axes(&self, vary: Option<&Node>) -> Vec<SweepAxis> {
        let Some(node) = vary else { return Vec::new() };
        let Value::Table(entries) = &node.value else {
            let help = "write [vary] and below it keys with their values, such as stokes = [10, 30, 100]";
            self.report("`vary` is a table of keys", &node.place, "not a table", help);
            return Vec::new();
        };
        let axes = entries.iter().flat_map(|entry| match entry.key.as_str() {
            "zip" => self.zip(&entry.node).into_iter().collect(),
            "list" => self.list(&entry.node).into_iter().collect(),
            _ => self.grid(entry),
        });
        axes.collect()
    }

    /// One axis for each key at or below `entry`.
    fn grid(&self, entry: &KeyEntry) -> Vec<SweepAxis> {
        let mut axes = Vec::new();
        for (key, leaf) in leaves(std::slice::from_ref(entry), &is_range) {
            match values(&leaf.node) {
                Err(refused) => self.refuse(&key, refused),
                Ok(values) => axes.push(SweepAxis::of_key(&key, &leaf.place, values)),
            }
        }
        axes
    }

    /// `[vary.zip]`: keys that change together.
    fn zip(&self, node: &Node) -> Option<SweepAxis> {
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
            let mut problem = InputError::new("the keys of [vary.zip] take unequal numbers of values");
            for (_, leaf, values) in columns.iter().take(MOST_PROBLEMS) {
                problem = problem.at(self.reader.sources(), &leaf.node.place, format!("{} values", values.len()));
            }
            let help = "they change together, so each needs one value for every run; keys to be combined with all \
                        others go directly into [vary]";
            self.reader.report(problem.help(help));
            return None;
        }
        let setting = |(key, leaf, values): &(String, &KeyEntry, Vec<_>), i: usize| {
            let (value, value_place): (String, Place) = Clone::clone(&values[i]);
            Setting { key: key.clone(), value, key_place: leaf.place.clone(), value_place }
        };
        let rows = (0..first).map(|i| columns.iter().map(|column| setting(column, i)).collect());
        self.named_axis(rows.collect(), 1)
    }

    /// `[[vary.list]]`: one table for each run.
    fn list(&self, node: &Node) -> Option<SweepAxis> {
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
    fn named_axis(&self, rows: Vec<Vec<Setting>>, labelled: usize) -> Option<SweepAxis> {
        let mut points = Vec::new();
        for mut row in rows {
            let at = row.iter().position(|setting| setting.key == "name");
            let name = at.map(|at| row.remove(at));
            if row.is_empty() {
                let place = name.map_or(Place { source: 0, span: 0..0 }, |name| name.value_place);
                self.report("a run that sets no key", &place, "nothing but a name", "give at least one key");
                return None;
            }
            points.push(AxisPoint::new(row, name.map(|name| name.plain()), labelled));
        }
        Some(SweepAxis { points })
    }

    /// A key must have one place in a plan only.
    fn refuse_repeated(&self, common: &[Setting], axes: &[SweepAxis]) {
        let shared = common.iter().map(|setting| (setting.key.as_str(), &setting.key_place));
        let varied = axes.iter().flat_map(SweepAxis::first_of_each_key);
        let mut known: HashMap<&str, &Place> = HashMap::new();
        for (key, place) in shared.chain(varied) {
            match known.get(key) {
                None => drop(known.insert(key, place)),
                Some(first) => {
                    let problem = InputError::new(format!("`{key}` is set more than once"))
                        .at(self.reader.sources(), first, "here")
                        .at(self.reader.sources(), place, "and here")
                        .help("a key is either the same for all runs or varied in one place; keep one of them");
                    self.reader.report(problem);
                }
            }
        }
    }
}

/// A setting of the command line, `key=value`; its text becomes one of `sources`.
fn command_line(text: &str, sources: &mut Vec<InputText>) -> Setting {
    let source = sources.len();
    sources.push(InputText::new("--set (command line)", text));
    let equals = text.find('=').unwrap_or(text.len());
    let value = (equals + 1).min(text.len());
    let (key_place, value_place) = (Place { source, span: 0..equals }, Place { source, span: value..text.len() });
    Setting { key: text[..equals].trim().into(), value: text[value..].trim().into(), key_place, value_place }
}

/// The axis of `--compare`, whose words become one of `sources`.
fn modes(compare: &[Hydrodynamics], sources: &mut Vec<InputText>) -> SweepAxis {
    let source = sources.len();
    let words: Vec<String> = compare.iter().map(Hydrodynamics::to_string).collect();
    sources.push(InputText::new("--compare (command line)", words.join(",")));
    let place = Place { source, span: 0..words.join(",").len() };
    let written = words.iter().map(|word| (format!("\"{word}\""), place.clone())).collect();
    SweepAxis::of_key("hydrodynamics", &place, written)
}
