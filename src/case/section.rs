//! A table of a text, key by key: each key is asked for once. Problems are collected, not thrown, so that several can
//! be reported at once; meanwhile a number that could not be read is NaN, which no comparison finds fault with.

use super::context::{Context, Files};
use super::diagnostic::{InputError, InputText, Place};
use super::document::{Document, KeyEntry, Node, Value};
use std::cell::{Cell, RefCell};
use wetbounce_physics::own::Laws;
use wetbounce_physics::quantity::text::{abridged, nearest};

/// Values that follow from the groups of a plan, in place of those of a case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanValues {
    /// Density of the sphere [kg/m³].
    pub density: f64,
    /// Viscosity of the liquid \[Pa s\].
    pub viscosity: f64,
    /// Approach speed [m/s], if it follows.
    pub speed: Option<f64>,
}

/// Share by which a value may differ from itself after it was written out and read.
pub(super) use wetbounce_physics::problem::approach::SAME;

/// The document being read and its problems so far.
pub struct Reader {
    document: Document,
    problems: RefCell<Vec<InputError>>,
    diameter: Cell<Option<f64>>,
    /// Whose keys they are, as messages say it, and an addition to the keys that are allowed.
    whose: [&'static str; 2],
    plan_values: Option<PlanValues>,
    context: Context,
}

impl Reader {
    /// Starts reading `document`.
    pub fn new(document: Document) -> Self {
        Self::of(document, ["this case takes", ""])
    }

    /// Starts reading `document`, which is no case: whose keys they are ("of a plan"), and an addition where one is not
    /// known.
    pub fn of(document: Document, whose: [&'static str; 2]) -> Self {
        Self {
            document,
            problems: RefCell::default(),
            diameter: Cell::new(None),
            whose,
            plan_values: None,
            context: Context::default(),
        }
    }

    /// Reads with the laws and files of this `context`.
    pub(super) fn take(&mut self, context: &Context) {
        self.context = context.clone();
    }

    /// Has the case take these values in place of its own.
    pub(super) fn replace(&mut self, plan_values: Option<PlanValues>) {
        self.plan_values = plan_values;
    }

    /// The values that the case takes in place of its own.
    pub(super) fn plan_values(&self) -> Option<PlanValues> {
        self.plan_values
    }

    /// Reports a problem.
    pub fn report(&self, problem: InputError) {
        self.problems.borrow_mut().push(problem);
    }

    /// Reports that the key `path` is missing in the table with this `header`, with `advice`.
    fn missing(&self, path: &str, header: Option<&Place>, advice: &str) {
        let problem = InputError::new(format!("`{path}` is missing")).help(advice);
        self.report(match header {
            Some(place) => problem.at(self.sources(), place, "in this table"),
            None => problem,
        });
    }

    /// The texts that places refer to.
    pub fn sources(&self) -> &[InputText] {
        &self.document.sources
    }

    /// Whether nothing wrong was found so far.
    pub fn is_clean(&self) -> bool {
        self.problems.borrow().is_empty()
    }

    /// The keys outside of every table.
    pub fn root(&self) -> Section<'_> {
        Section::new(self, "", &self.document.root, None)
    }

    /// The texts that places refer to, or the problems found.
    pub fn finish(self) -> Result<Vec<InputText>, Vec<InputError>> {
        let problems = self.problems.into_inner();
        if problems.is_empty() { Ok(self.document.sources) } else { Err(problems) }
    }
}

/// One table of the case, present or not.
pub struct Section<'r> {
    reader: &'r Reader,
    name: &'static str,
    entries: &'r [KeyEntry],
    header: Option<&'r Place>,
    asked: RefCell<Vec<&'static str>>,
    foreign: RefCell<Vec<&'static str>>,
    /// Keys whose word decides which others the table takes.
    choices: RefCell<Vec<&'static str>>,
    hints: RefCell<Vec<(&'static str, String)>>,
}

impl<'r> Section<'r> {
    fn new(reader: &'r Reader, name: &'static str, entries: &'r [KeyEntry], header: Option<&'r Place>) -> Self {
        Self {
            reader,
            name,
            entries,
            header,
            asked: RefCell::default(),
            foreign: RefCell::default(),
            choices: RefCell::default(),
            hints: RefCell::default(),
        }
    }

    /// The laws of your own that its keys may name.
    pub(super) fn laws(&self) -> &Laws {
        &self.reader.context.laws
    }

    /// The files that the case refers to.
    pub(super) fn files(&self) -> &dyn Files {
        &*self.reader.context.files
    }

    /// Its name; empty of the keys outside of every table.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// From now on `D` is a length of `diameter` m; NaN when it is unknown because it was wrong.
    pub fn set_diameter(&self, diameter: f64) {
        self.reader.diameter.set(Some(diameter));
    }

    /// Whether the table has any key.
    pub(super) fn is_given(&self) -> bool {
        !self.entries.is_empty()
    }

    fn find(&self, key: &'static str) -> Option<&'r KeyEntry> {
        self.asked.borrow_mut().push(key);
        self.entries.iter().find(|entry| entry.key == key)
    }

    fn path(&self, key: &str) -> String {
        if self.name.is_empty() { key.into() } else { format!("{}.{key}", self.name) }
    }

    /// The table `key` inside this one; an absent table is an empty one.
    pub fn table(&self, key: &'static str) -> Section<'r> {
        let Some(entry) = self.find(key) else { return Section::new(self.reader, key, &[], None) };
        match &entry.node.value {
            Value::Table(entries) => Section::new(self.reader, key, entries, Some(&entry.place)),
            _ => {
                let problem = InputError::new(format!("`{key}` is a table of keys, not a value"))
                    .at(self.reader.sources(), &entry.node.place, "not a table")
                    .help(format!("write [{key}] and its keys below it"));
                self.reader.report(problem);
                Section::new(self.reader, key, &[], None)
            }
        }
    }

    /// The value of `key`, as it stands in the text.
    pub fn node(&self, key: &'static str) -> Option<&'r Node> {
        self.find(key).map(|entry| &entry.node)
    }

    /// The value of `key` if `read` takes it; what it does not take is reported with its reason and `advice`.
    pub(super) fn value<T>(
        &self,
        key: &'static str,
        advice: impl Into<String>,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Option<T> {
        let node = self.node(key)?;
        let wrong = |label| {
            let problem = InputError::new(format!("`{}` cannot be used", self.path(key)));
            self.reader.report(problem.at(self.reader.sources(), &node.place, label).help(advice));
        };
        read(&node.value).map_err(wrong).ok()
    }

    /// The directory of the case file, to which paths in it are relative.
    pub(super) fn directory(&self) -> std::path::PathBuf {
        let file = self.reader.sources().first().map(|source| std::path::Path::new(source.name()));
        file.and_then(std::path::Path::parent).map(std::path::Path::to_path_buf).unwrap_or_default()
    }

    /// Reports `problem` at the value of `key`.
    pub(super) fn wrong(&self, key: &str, problem: InputError) {
        self.reader.report(match self.place(key) {
            Some(place) => problem.at(self.reader.sources(), place, "this file"),
            None => problem,
        });
    }

    /// Where `key` is set, if it is; does not count as asking for it.
    pub fn place(&self, key: &str) -> Option<&'r Place> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node.place)
    }

    /// Where `key` or `table.key` is set, if it is.
    pub(super) fn place_of(&self, path: &str) -> Option<Place> {
        let (first, rest) = path.split_once('.').map_or((path, None), |(table, key)| (table, Some(key)));
        let node = self.entries.iter().find(|entry| entry.key == first).map(|entry| &entry.node)?;
        match (rest, &node.value) {
            (None, _) => Some(node.place.clone()),
            (Some(key), Value::Table(inner)) => {
                inner.iter().find(|entry| entry.key == key).map(|e| e.node.place.clone())
            }
            _ => None,
        }
    }

    /// Reports that `key` is missing, with `advice`.
    pub fn missing(&self, key: &str, advice: &str) {
        self.reader.missing(&self.path(key), self.header, advice);
    }

    /// Says that `key` of this table takes effect only with another choice: `belongs("speed", "kind = …")`.
    pub(super) fn belongs(&self, key: &'static str, to: &str) {
        self.foreign.borrow_mut().push(key);
        self.hint(key, format!("belongs to {to}"));
    }

    /// Says that `key` of this table takes effect only with one of these `words` of the key `by`, and `why`.
    pub(super) fn belongs_to_choice(&self, key: &'static str, by: &'static str, words: &[&str], why: &str) {
        self.choices.borrow_mut().push(by);
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let last = quoted.len().saturating_sub(2);
        let words = [quoted[..last].join(", "), quoted[last..].join(" or ")].join(if last > 0 { ", " } else { "" });
        let why = if why.is_empty() { String::new() } else { format!("; {why}") };
        self.belongs(key, &format!("{by} = {words}{why}"));
    }

    /// Whether `key` [belongs](Self::belongs) to another choice.
    pub(super) fn is_foreign(&self, key: &str) -> bool {
        self.foreign.borrow().contains(&key)
    }

    /// The approach speed in place of that of the case [m/s].
    pub(super) fn plan_speed(&self) -> Option<f64> {
        self.reader.plan_values?.speed
    }

    /// The sphere's diameter \[m\], which is the unit `D`; NaN when it is unknown because it was wrong, `None` before
    /// it was read.
    pub(super) fn diameter(&self) -> Option<f64> {
        self.reader.diameter.get()
    }

    /// Reports `label` at the value of `key`, or of `table.key`, if it is set.
    pub fn unfit(&self, key: &str, label: impl Into<String>) {
        if let Some(place) = self.place_of(key) {
            let problem = InputError::new(format!("`{}` cannot be used", self.path(key)));
            self.reader.report(problem.at(self.reader.sources(), &place, label));
        }
    }

    /// Advises a user who sets `key` here, which this table does not have; the last advice counts.
    pub(super) fn hint(&self, key: &'static str, advice: impl Into<String>) {
        self.hints.borrow_mut().push((key, advice.into()));
    }

    /// Reports a `name` all of whose `properties` (key, the case's value, that of the name) are given beside it and
    /// differ, so that it would contradict the case.
    pub(super) fn refuse_idle(&self, name: &str, properties: &[(&str, f64, f64)]) {
        let differs = |(_, value, own): &(&str, f64, f64)| (value / own - 1.0).abs() > SAME;
        let (Some(place), true) = (self.place(name), properties.iter().all(differs)) else { return };
        let keys: Vec<&str> = properties.iter().map(|(key, ..)| *key).collect();
        let (path, keys_given) = (self.path(name), keys.join(" and "));
        let mut problem = InputError::new(format!("`{path}` would have no effect: the case has another {keys_given}"))
            .at(self.reader.sources(), place, "overruled by the rest")
            .help(format!("leave `{path}` out, or what it should give: {keys_given}"));
        for key in keys {
            if let Some(place) = self.place(key) {
                problem = problem.at(self.reader.sources(), place, self.path(key));
            }
        }
        self.reader.report(problem);
    }

    /// Reports a parameter that a law's constructor refused, at its key.
    pub fn refused(&self, error: &wetbounce_physics::error::BadParameter) {
        let problem = InputError::new(format!("`{}` cannot be used", self.path(error.key))).help(error.allowed.clone());
        self.reader.report(match self.place(error.key).or(self.header) {
            Some(place) => problem.at(self.reader.sources(), place, format!("is {}", error.value)),
            None => problem,
        });
    }

    fn unread(&self) -> impl Iterator<Item = &KeyEntry> {
        self.entries.iter().filter(|entry| !self.asked.borrow().contains(&entry.key.as_str()))
    }

    /// Whether there is a key that nobody has asked for so far.
    pub(super) fn has_unread(&self) -> bool {
        self.unread().next().is_some()
    }

    /// Reports every key that nobody asked for. Keys of the file that belong to another choice than the one an override
    /// made are passed over: a resolved case takes another film or contact law like any other.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        let chosen_anew = self.choices.borrow().iter().any(|key| self.place(key).is_some_and(|place| place.source > 0));
        let of_the_old_choice = |entry: &KeyEntry| {
            chosen_anew && entry.node.place.source == 0 && self.foreign.borrow().contains(&entry.key.as_str())
        };
        for entry in self.unread().filter(|entry| !of_the_old_choice(entry)) {
            let key = abridged(&entry.key);
            let hints = self.hints.borrow();
            let hint = hints.iter().rev().find(|(name, _)| *name == entry.key).map(|(_, hint)| hint.clone());
            let guess = nearest(&entry.key, asked.iter().chain(self.foreign.borrow().iter()).copied());
            let label = match (&hint, guess) {
                (None, Some(guess)) => format!("not known; did you mean `{guess}`?"),
                (None, None) => "not known".into(),
                _ => "not allowed here".into(),
            };
            let place = if self.name.is_empty() { "at the top level".into() } else { format!("in [{}]", self.name) };
            let [whose, more] = self.reader.whose;
            let meant = guess.filter(|guess| !asked.contains(guess));
            let allowed: Vec<&str> = asked.iter().copied().chain(meant).collect();
            let help = hint.unwrap_or_else(|| format!("allowed {place}: {}{more}", allowed.join(", ")));
            let problem = InputError::new(format!("`{}` is not a key {whose}", self.path(key)))
                .at(self.reader.sources(), &entry.place, label)
                .help(help);
            self.reader.report(problem);
        }
    }
}

/// Replaces a number that is not known yet.
pub(super) fn settle(value: &mut f64, default: f64) {
    if value.is_nan() {
        *value = default;
    }
}
