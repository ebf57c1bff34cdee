//! What the tables of a file take, in words of JSON Schema (draft 7), for editors: kind, range and words of each key,
//! and which keys need which word of another. Every part of it is asked of the tables that read the file.

use super::contact::ContactTable;
use super::details::Heading;
use super::diagnostic::allowed;
use super::film::FilmTable;
use super::fit::Fit;
use super::groups::{DENSITY_KEYS, Groups, VISCOSITY_KEYS, density_ratio_key};
use super::impact_parts::{DryOutput, DryRun, Incidence, Integration};
use super::keys::{names, one_choice_away};
use super::measurement::Measurement;
use super::motion_record::motion_keys;
use super::motion_table::file_key;
use super::output::Output;
use super::release::MOTION_REPLACES;
use super::run::RunTable;
use super::solids::{LiquidTable, SecondTable, SphereTable, WallKind, WallTable};
use super::surface::Surface;
use serde_json::{Map, Value, json};
use std::ops::Bound::{Excluded, Included, Unbounded};
use std::ops::RangeBounds;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::contact::Law;
use wetbounce_physics::keys::{Absent, Key, KeyTable, Keys, NONE, Range, Slot};
use wetbounce_physics::liquid::{Blend, LiquidLaws};
use wetbounce_physics::own::Laws;
use wetbounce_physics::problem::{Hydrodynamics, Resolution, Vessel};
use wetbounce_physics::quantity::pattern::{pattern, range_pattern};
use wetbounce_physics::quantity::span::Span;
use wetbounce_physics::quantity::{KINEMATIC_VISCOSITY, Kind, VISCOSITY};

/// The keys of one table of a file.
#[derive(Debug, Clone)]
pub struct TableForm {
    /// Its name; empty of the keys outside of every table.
    pub name: &'static str,
    /// Every key that it can have, and what that takes.
    pub keys: Vec<(&'static str, Value)>,
    /// What a key asks of the other keys of the table, by its name: a schema of the table.
    pub needs: Map<String, Value>,
    /// Keys without which there is no such table.
    pub required: Vec<&'static str>,
}

/// A key as a table shows it.
struct Shown {
    name: &'static str,
    takes: Value,
    missing: bool,
    /// The word chosen, and all words.
    words: Option<(&'static str, Vec<&'static str>)>,
}

impl TableForm {
    /// The form of the table `name`, which has the defaults of `table`, with every choice of words.
    pub fn of<T: KeyTable>(name: &'static str, table: T, laws: &Laws) -> Self {
        let tables = with_every_choice(table, laws);
        let shown: Vec<Vec<Shown>> = tables.iter().map(|table| shown(table, laws)).collect();
        let mut keys: Vec<(&'static str, Value)> = Vec::new();
        for key in shown.iter().flatten() {
            match keys.iter_mut().find(|(name, _)| *name == key.name) {
                Some((_, takes)) => *takes = either(takes.take(), &key.takes),
                None => keys.push((key.name, key.takes.clone())),
            }
        }
        let needed = |name: &str| shown.iter().all(|keys| keys.iter().any(|key| key.name == name && key.missing));
        let required = keys.iter().map(|(name, _)| *name).filter(|name| needed(name)).collect();
        Self { name, needs: needs(&tables, &shown, &keys, laws), keys, required }
    }

    /// With the keys that `show` shows, which are read by themselves.
    fn and(mut self, show: impl FnOnce(&mut Keys<'_>)) -> Self {
        let laws = Laws::default();
        show(&mut Keys::new(&mut |key| self.keys.push((key.name, takes(&key, &laws)))));
        self
    }

    /// Without keys that the table has elsewhere alone.
    fn without(mut self, keys: &[&str]) -> Self {
        self.keys.retain(|(name, _)| !keys.contains(name));
        self.needs.retain(|name, _| !keys.contains(&name.as_str()));
        self
    }

    /// Where the key `by` has no default of its own, but one that follows from the other keys.
    fn chosen_by_others(mut self, by: &str) -> Self {
        for need in self.needs.values_mut() {
            if let Some(Value::Array(required)) = need.get_mut("required") {
                required.retain(|key| key != by);
            }
        }
        self
    }

    /// Refuses `keys` where the key `in_place` is given.
    fn replaces(mut self, in_place: &str, keys: &[&str]) -> Self {
        let none: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), Value::Bool(false))).collect();
        self.needs.insert(in_place.to_owned(), json!({ "properties": none }));
        self
    }
}

/// The tables of the case of an immersed sphere.
pub fn of_case(laws: &Laws) -> Vec<TableForm> {
    let mut ratio = f64::NAN;
    let [mut file, mut motion, mut fit] = [None, None, None];
    let mut hydrodynamics = Hydrodynamics::default();
    vec![
        TableForm::of("", Heading::default(), laws).and(|keys| keys.word("hydrodynamics", &mut hydrodynamics)),
        TableForm::of("sphere", SphereTable::default(), laws).and(|keys| density_ratio_key(keys, &mut ratio)),
        TableForm::of("liquid", LiquidTable::default(), laws),
        TableForm::of("wall", WallTable::new(WallKind::Solid), laws),
        TableForm::of("second", SecondTable::default(), laws).without(&names(&Surface::default())),
        TableForm::of("groups", Groups::default(), laws),
        TableForm::of("container", Vessel::default(), laws),
        TableForm::of("release", Release::rest(f64::NAN), laws)
            .and(|keys| file_key(keys, &mut file))
            .and(|keys| motion_keys(keys, [&mut motion, &mut fit]))
            .chosen_by_others("kind")
            .replaces("motion", &MOTION_REPLACES),
        TableForm::of("film", FilmTable::default(), laws),
        TableForm::of("contact", ContactTable { law: Law::default(), whole: true }, laws),
        TableForm::of("blend", Blend::default(), laws),
        TableForm::of("theory", LiquidLaws::default(), laws),
        TableForm::of("resolution", Resolution::default(), laws),
        TableForm::of("run", RunTable::default(), laws),
        TableForm::of("output", Output::default(), laws),
        TableForm::of("measurement", Measurement::default(), laws),
        TableForm::of("fit", Fit::default(), laws),
    ]
}

/// Keys of a case, as `table.key`, of which one at most may be given: those of the sphere's density, and those of the
/// viscosity.
pub const ONE_OF: [[&str; 3]; 2] = [DENSITY_KEYS, VISCOSITY_KEYS];

/// The tables of a dry impact.
pub fn of_impact(laws: &Laws) -> Vec<TableForm> {
    let rough = names(&Surface::default());
    vec![
        TableForm::of("", Heading::default(), laws),
        TableForm::of("sphere", SphereTable::default(), laws).without(&rough),
        TableForm::of("wall", WallTable::new(WallKind::Solid), laws).without(&rough).without(&[
            "kind",
            "position",
            "inclination",
        ]),
        TableForm::of("second", SecondTable::default(), laws).without(&rough).without(&["velocity"]),
        TableForm::of("impact", Incidence::default(), laws),
        TableForm::of("contact", ContactTable { law: Law::default(), whole: true }, laws),
        TableForm::of("integration", Integration::default(), laws),
        TableForm::of("run", DryRun::default(), laws),
        TableForm::of("output", DryOutput::default(), laws),
    ]
}

fn shown<T: KeyTable>(table: &T, laws: &Laws) -> Vec<Shown> {
    let mut shown = Vec::new();
    table.clone().keys(&mut Keys::new(&mut |key| {
        shown.push(Shown {
            name: key.name,
            takes: takes(&key, laws),
            missing: matches!(key.slot, Slot::Number { absent: Absent::Missing(_), .. }),
            words: match &key.slot {
                Slot::Word(word) => Some((word.word(), word.words(laws))),
                _ => None,
            },
        });
    }));
    shown
}

/// The table, and those with other choices that have a key of their own, or take other values for one.
fn with_every_choice<T: KeyTable>(table: T, laws: &Laws) -> Vec<T> {
    let of = |table: &T| shown(table, laws).into_iter().map(|key| (key.name, key.takes));
    let mut known: Vec<(&str, Value)> = of(&table).collect();
    let mut tables = vec![table];
    let mut at = 0;
    while at < tables.len() {
        let others = one_choice_away(&tables[at], laws).into_iter().map(|(_, other)| other);
        for other in others.chain([filled(&tables[at])]).collect::<Vec<_>>() {
            let new: Vec<_> = of(&other).filter(|key| !known.contains(key)).collect();
            if !new.is_empty() {
                known.extend(new);
                tables.push(other);
            }
        }
        at += 1;
    }
    tables
}

/// `table` with a value for every key that may be left out: other keys belong to such a value.
fn filled<T: KeyTable>(table: &T) -> T {
    let mut filled = table.clone();
    filled.keys(&mut Keys::new(&mut |key| match key.slot {
        Slot::Maybe { value, .. } => *value = value.or(Some(1.0)),
        Slot::Span { value, .. } => *value = value.or(Some(Span::known(1.0))),
        _ => {}
    }));
    filled
}

/// What each key that not every word of another key has asks of that one.
fn needs<T: KeyTable>(
    tables: &[T],
    shown: &[Vec<Shown>],
    keys: &[(&'static str, Value)],
    laws: &Laws,
) -> Map<String, Value> {
    let mut with_word: Vec<((&str, &str), Vec<&str>)> = Vec::new();
    // Keys that a word of another key takes away.
    let mut hidden: Vec<(&str, &str)> = Vec::new();
    for table in tables {
        for (choice, other) in one_choice_away(table, laws) {
            let own = names(&other);
            hidden.extend(names(table).into_iter().filter(|name| !own.contains(name)).map(|name| (choice.0, name)));
            match with_word.iter_mut().find(|(known, _)| *known == choice) {
                Some((_, keys)) => keys.extend(own),
                None => with_word.push((choice, own)),
            }
        }
    }
    let mut choices: Vec<(&str, &(&str, Vec<&str>))> = Vec::new();
    for key in shown.iter().flatten() {
        if let (Some(words), true) = (&key.words, choices.iter().all(|(by, _)| *by != key.name)) {
            choices.push((key.name, words));
        }
    }
    let mut needs = Map::new();
    for (key, _) in keys {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for (by, (default, words)) in choices.iter().filter(|(by, _)| by != key) {
            let has =
                |word: &&&str| with_word.iter().any(|(choice, keys)| *choice == (by, **word) && keys.contains(key));
            let fitting: Vec<&str> = words.iter().filter(has).copied().collect();
            if hidden.contains(&(*by, *key)) {
                if !fitting.contains(default) {
                    required.push(*by);
                }
                properties.insert((*by).to_owned(), json!({ "enum": fitting }));
            }
        }
        if !properties.is_empty() {
            needs.insert((*key).to_owned(), json!({ "properties": properties, "required": required }));
        }
    }
    needs
}

/// One or the other; as it is where both are the same.
pub fn either(one: Value, other: &Value) -> Value {
    let mut all = match one {
        Value::Object(mut map) if map.contains_key("anyOf") => {
            map.remove("anyOf").map_or(Vec::new(), |any| match any {
                Value::Array(all) => all,
                only => vec![only],
            })
        }
        one => vec![one],
    };
    if !all.contains(other) {
        all.push(other.clone());
    }
    if all.len() == 1 { all.remove(0) } else { json!({ "anyOf": all }) }
}

/// What a key takes.
fn takes(key: &Key<'_>, laws: &Laws) -> Value {
    match &key.slot {
        Slot::Number { kind, range, .. } => quantity(kind, *range, key.above_zero),
        Slot::Maybe { kind, range, .. } => quantity(kind, *range, None),
        Slot::OrNone { kind, range, .. } => either(quantity(kind, *range, None), &json!({ "enum": [NONE, "0"] })),
        Slot::Span { kind, range, .. } => {
            let mut span = quantity(kind, *range, key.above_zero);
            span["pattern"] = range_pattern(kind).into();
            span
        }
        Slot::Numbers { kind, .. } => {
            let one = quantity(kind, (Unbounded, Unbounded), None);
            let mut several = one.clone();
            several["type"] = json!(["string", "number", "array"]);
            several["items"] = one;
            several["minItems"] = 1.into();
            several
        }
        Slot::Viscosity { range, .. } => {
            let mut viscosity = quantity(&VISCOSITY, *range, None);
            viscosity["pattern"] = pattern(&[&VISCOSITY, &KINEMATIC_VISCOSITY]).into();
            viscosity
        }
        Slot::Flag(_) => json!({ "type": "boolean" }),
        Slot::Word(word) => json!({ "enum": word.words(laws) }),
        Slot::Count(_, range) => json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() }),
        // A name may be a number.
        Slot::Text(_) | Slot::Filled(_) | Slot::Path(_) => json!({ "type": ["string", "integer"] }),
        Slot::Paths(_) => json!({ "type": ["string", "integer", "array"], "items": { "type": ["string", "integer"] } }),
        Slot::Texts(..) => json!({ "type": "array", "items": { "type": "string" } }),
    }
}

/// A quantity of this kind and range. A number without unit stands for one of some kinds alone; zero for one of any.
fn quantity(kind: &Kind, range: Range, above_zero: Option<&str>) -> Value {
    let zero = range.contains(&0.0) && above_zero.is_none();
    let bare = kind.takes_bare_numbers();
    let mut quantity = json!({ "pattern": pattern(&[kind]), "examples": kind.examples });
    quantity["type"] = if bare || zero { json!(["string", "number"]) } else { "string".into() };
    let bounded = range != (Unbounded, Unbounded);
    if above_zero.is_some() || bounded {
        let lowest = above_zero.map(|meaning| format!("must be above 0: {meaning}"));
        quantity["description"] = lowest.unwrap_or_else(|| allowed(&range, kind)).into();
    }
    if bare {
        for (bound, name) in [(range.0, ["minimum", "exclusiveMinimum"]), (range.1, ["maximum", "exclusiveMaximum"])] {
            match bound {
                Included(end) => quantity[name[0]] = end.into(),
                Excluded(end) => quantity[name[1]] = end.into(),
                Unbounded => {}
            }
        }
    } else if zero {
        quantity["maximum"] = 0.into();
        quantity["minimum"] = 0.into();
    }
    quantity
}
