//! Solid contact: `[contact]`, a law of the contact room with its own keys.
//!
//! Every key of a law stands once, in [`normal_keys`] or [`tangential_keys`], and is read, written and listed from there.
//! A case of an immersed sphere takes the keys of the normal force, since its solver is axisymmetric; an impact case
//! takes them all. Names and defaults are the same in both.

use super::section::Section;
use crate::contact::{Hertz, HertzStiffness, Law, Lever, Li, Luding, MusenHertz, PlasticLimit, SpringKind};
use crate::keyword::Keyword;
use crate::quantity::{
    DAMPING, DAMPING_PER_MASS, DIAMETERS, Kind, LENGTH, NUMBER, PRESSURE, ROTATIONAL_DAMPING, STIFFNESS,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::ops::Bound::{self, Excluded, Included, Unbounded};

/// The solid contact of sphere and wall, or of two spheres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The word of the law.
    pub name: LawName,
    /// The law with its parameters. Default Hertz with restitution 0.97.
    pub law: Law,
}

/// The words of the laws; each stands for a law with its defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LawName {
    /// Hertz (1882) with the damping of Antypov & Elliott (2011), attraction kept: one restitution at all speeds. Default
    /// restitution 0.97, no friction.
    Hertz,
    /// The same law with the defaults of woo: no damping, no attraction, tan φ = 0.5.
    WooHertz,
    /// Undamped Hertz, as in MUSEN; no friction unless given.
    MusenHertz,
    /// Exponential wall force below a threshold gap, of the immersed-sphere model; conservative.
    Li,
    /// Hertz with stiffness and damping given directly, as in LIGGGHTS. `k_n` is required, and `k_t` if there is friction.
    HertzStiffness,
    /// Elastic–plastic–adhesive, Luding (2008), as in woo. `max_stiffness` is required.
    Luding,
}

impl Keyword for LawName {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("hertz", Self::Hertz),
        ("woo-hertz", Self::WooHertz),
        ("musen-hertz", Self::MusenHertz),
        ("li", Self::Li),
        ("hertz/stiffness", Self::HertzStiffness),
        ("hertz-stiffness", Self::HertzStiffness),
        ("luding", Self::Luding),
    ];
}

impl std::fmt::Display for LawName {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(word_of(self))
    }
}

impl LawName {
    /// The law with its defaults; what must be given is NaN.
    fn law(self) -> Law {
        match self {
            Self::Hertz => Law::default(),
            Self::WooHertz => Law::Hertz(Hertz::default()),
            Self::MusenHertz => Law::MusenHertz(MusenHertz::default()),
            Self::Li => Law::Li(Li { threshold: f64::NAN, ..Li::default() }),
            Self::HertzStiffness => {
                Law::HertzStiffness(HertzStiffness { k_n: f64::NAN, k_t: 0.0, ..HertzStiffness::default() })
            }
            Self::Luding => Law::Luding(Luding { max_stiffness: f64::NAN, ..Luding::default() }),
        }
    }
}

fn word_of<W: Keyword + PartialEq>(choice: &W) -> &'static str {
    W::WORDS.iter().find(|(_, other)| other == choice).map_or("", |(word, _)| word)
}

impl Keyword for PlasticLimit {
    const WORDS: &'static [(&'static str, Self)] = &[("woo", Self::Woo), ("luding", Self::Luding)];
}

impl Keyword for SpringKind {
    const WORDS: &'static [(&'static str, Self)] =
        &[("displacement", Self::Displacement), ("force", Self::Force), ("rescaled", Self::Rescaled)];
}

impl Keyword for Lever {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("radius", Self::Radius),
        ("contact-point", Self::ContactPoint),
        ("wall-point", Self::WallPoint),
        ("contact-vector", Self::ContactVector),
    ];
}

/// The rule for the threshold of `li`: this multiple of the smallest one that stops the sphere and its added mass at the
/// approach speed.
///
/// Theory alone (`wetbounce theory cases/gondret-st152.toml --set contact.law=li`) gives the first apex of St = 152 at
/// 2.456, 2.503, 2.529 and 2.620 D with multiples 1, 1.5, 2 and 5 (measured: 2.489 D), `blended` at 2.40, 2.44, 2.47 and 2.56 D:
/// it hardly matters which. Below 1 the
/// sphere passes through the wall as soon as the film does not stop it; with 0.91 at St = 300, not yet at 152. See
/// [`blend`](crate::motion::blend) for what the rule can do and what it cannot.
const THRESHOLD_MARGIN: f64 = 1.5;

type Range = (Bound<f64>, Bound<f64>);
const POSITIVE: Range = (Excluded(0.0), Unbounded);
const NOT_NEGATIVE: Range = (Included(0.0), Unbounded);
const SHARE: Range = (Excluded(0.0), Included(1.0));

/// What is done with every key of a law in turn.
trait Keys {
    fn quantity(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range);
    /// A quantity whose default depends on the rest of the case: NaN until it is settled.
    fn settled(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        self.quantity(key, value, kind, range);
    }
    fn optional_length(&mut self, key: &'static str, value: &mut Option<f64>);
    fn flag(&mut self, key: &'static str, value: &mut bool);
    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, value: &mut W);

    fn number(&mut self, key: &'static str, value: &mut f64, range: Range) {
        self.quantity(key, value, &NUMBER, range);
    }
}

/// The keys of the normal force.
fn normal_keys<K: Keys>(law: &mut Law, keys: &mut K) {
    match law {
        Law::Hertz(law) => {
            keys.number("restitution", &mut law.restitution, SHARE);
            keys.flag("no_attraction", &mut law.no_attraction);
        }
        Law::MusenHertz(_) => {}
        Law::Li(law) => {
            keys.number("restitution", &mut law.restitution, SHARE);
            keys.settled("threshold", &mut law.threshold, &DIAMETERS, (Included(1e-6), Included(1.0)));
        }
        Law::HertzStiffness(law) => {
            keys.quantity("k_n", &mut law.k_n, &PRESSURE, POSITIVE);
            keys.quantity("gamma_n", &mut law.gamma_n, &DAMPING_PER_MASS, NOT_NEGATIVE);
            keys.flag("limit_force", &mut law.limit_force);
        }
        Law::Luding(law) => {
            keys.quantity("max_stiffness", &mut law.max_stiffness, &STIFFNESS, POSITIVE);
            keys.number("loading_ratio", &mut law.loading_ratio, SHARE);
            keys.number("adhesion_ratio", &mut law.adhesion_ratio, NOT_NEGATIVE);
            keys.number("plasticity_depth", &mut law.plasticity_depth, POSITIVE);
            keys.quantity("normal_viscosity", &mut law.normal_viscosity, &DAMPING, NOT_NEGATIVE);
            keys.word("plastic_limit", &mut law.plastic_limit);
            keys.optional_length("reduced_radius", &mut law.reduced_radius);
        }
    }
}

/// The keys of friction, rolling and twisting.
fn tangential_keys<K: Keys>(law: &mut Law, keys: &mut K) {
    match law {
        Law::Hertz(law) => {
            keys.number("friction", &mut law.friction, NOT_NEGATIVE);
            keys.word("tangential", &mut law.tangential);
            keys.number("tangential_factor", &mut law.tangential_factor, NOT_NEGATIVE);
            keys.flag("tangential_damping", &mut law.tangential_damping);
            keys.word("lever", &mut law.lever);
        }
        Law::MusenHertz(law) => {
            keys.number("friction", &mut law.friction, NOT_NEGATIVE);
            keys.number("rolling_friction", &mut law.rolling_friction, NOT_NEGATIVE);
            keys.word("tangential", &mut law.tangential);
            keys.number("tangential_factor", &mut law.tangential_factor, NOT_NEGATIVE);
            keys.word("lever", &mut law.lever);
        }
        Law::Li(_) => {}
        Law::HertzStiffness(law) => {
            keys.quantity("k_t", &mut law.k_t, &PRESSURE, NOT_NEGATIVE);
            keys.quantity("gamma_t", &mut law.gamma_t, &DAMPING_PER_MASS, NOT_NEGATIVE);
            keys.flag("tangential_damping", &mut law.tangential_damping);
            keys.number("friction", &mut law.friction, NOT_NEGATIVE);
            keys.word("tangential", &mut law.tangential);
            keys.word("lever", &mut law.lever);
        }
        Law::Luding(law) => {
            keys.number("tangential_ratio", &mut law.tangential_ratio, NOT_NEGATIVE);
            keys.number("friction", &mut law.friction, NOT_NEGATIVE);
            keys.number("dynamic_ratio", &mut law.dynamic_ratio, (Included(0.0), Included(1.0)));
            keys.quantity("tangential_viscosity", &mut law.tangential_viscosity, &DAMPING, NOT_NEGATIVE);
            keys.number("rolling_ratio", &mut law.rolling_ratio, NOT_NEGATIVE);
            keys.number("rolling_friction", &mut law.rolling_friction, NOT_NEGATIVE);
            keys.quantity("rolling_viscosity", &mut law.rolling_viscosity, &ROTATIONAL_DAMPING, NOT_NEGATIVE);
            keys.number("twisting_ratio", &mut law.twisting_ratio, NOT_NEGATIVE);
            keys.number("twisting_friction", &mut law.twisting_friction, NOT_NEGATIVE);
            keys.quantity("twisting_viscosity", &mut law.twisting_viscosity, &ROTATIONAL_DAMPING, NOT_NEGATIVE);
            keys.word("lever", &mut law.lever);
        }
    }
}

/// Reads keys; one that must be given is NaN before.
struct FromSection<'s, 'r>(&'s Section<'r>);

impl Keys for FromSection<'_, '_> {
    fn quantity(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        let field = self.0.quantity(key, kind).within(range);
        *value = if value.is_nan() {
            field.required(&format!("this law needs it: {}", kind.advice()))
        } else {
            field.or(*value)
        };
    }

    fn settled(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        *value = self.0.quantity(key, kind).within(range).optional().unwrap_or(*value);
    }

    fn optional_length(&mut self, key: &'static str, value: &mut Option<f64>) {
        *value = self.0.quantity(key, &LENGTH).within(POSITIVE).optional().or(*value);
    }

    fn flag(&mut self, key: &'static str, value: &mut bool) {
        *value = self.0.flag(key).or(*value);
    }

    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, value: &mut W) {
        *value = self.0.word(key).or(*value);
    }
}

/// A value as it is written.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Written {
    Number(f64),
    Flag(bool),
    Text(String),
}

/// Writes keys, in order.
#[derive(Default)]
struct Writer(Vec<(&'static str, Written)>);

impl Keys for Writer {
    fn quantity(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, _range: Range) {
        let written = if kind.si.is_empty() { Written::Number(*value) } else { Written::Text(kind.write(*value)) };
        self.0.push((key, written));
    }

    fn optional_length(&mut self, key: &'static str, value: &mut Option<f64>) {
        self.0.extend(value.map(|length| (key, Written::Text(LENGTH.write(length)))));
    }

    fn flag(&mut self, key: &'static str, value: &mut bool) {
        self.0.push((key, Written::Flag(*value)));
    }

    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, value: &mut W) {
        self.0.push((key, Written::Text(word_of(value).into())));
    }
}

/// Lists keys.
#[derive(Default)]
struct Names(Vec<&'static str>);

impl Keys for Names {
    fn quantity(&mut self, key: &'static str, _value: &mut f64, _kind: &'static Kind, _range: Range) {
        self.0.push(key);
    }

    fn optional_length(&mut self, key: &'static str, _value: &mut Option<f64>) {
        self.0.push(key);
    }

    fn flag(&mut self, key: &'static str, _value: &mut bool) {
        self.0.push(key);
    }

    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, _value: &mut W) {
        self.0.push(key);
    }
}

fn names(name: LawName, of: impl Fn(&mut Law, &mut Names)) -> Vec<&'static str> {
    let mut names = Names::default();
    of(&mut name.law(), &mut names);
    names.0
}

/// What else the keys of `hertz/stiffness` may be called, LIGGGHTS' own spelling among it.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("kn", "k_n"),
    ("kt", "k_t"),
    ("gamman", "gamma_n"),
    ("gammat", "gamma_t"),
    ("normal_stiffness", "k_n"),
    ("normal_damping", "gamma_n"),
];

/// Says of every key that another law has which one that is.
fn leave_to_others(section: &Section<'_>, chosen: LawName, of: impl Fn(&mut Law, &mut Names) + Copy) {
    let own = names(chosen, of);
    let mut told: Vec<&'static str> = Vec::new();
    for (_, name) in LawName::WORDS {
        for key in names(*name, of) {
            if own.contains(&key) || told.contains(&key) {
                continue;
            }
            told.push(key);
            let mut owners: Vec<String> = Vec::new();
            for (_, owner) in LawName::WORDS.iter().filter(|(_, owner)| names(*owner, of).contains(&key)) {
                let word = format!("\"{owner}\"");
                if !owners.contains(&word) {
                    owners.push(word);
                }
            }
            section.belongs(key, &format!("law = {}", owners.join(" or ")));
        }
    }
    for (other, key) in OTHER_NAMES {
        section.hint(other, format!("it is called `{key}`, of law = \"hertz/stiffness\""));
    }
}

impl Contact {
    /// Reads the table of an immersed sphere: law and keys of its normal force.
    pub(super) fn read(section: Section<'_>) -> Self {
        let name = section.word("law").or(LawName::Hertz);
        let mut law = name.law();
        normal_keys(&mut law, &mut FromSection(&section));
        leave_to_others(&section, name, normal_keys::<Names>);
        for (_, name) in LawName::WORDS {
            for key in names(*name, tangential_keys::<Names>) {
                section.belongs(key, "the dry impact (`wetbounce impact`); under a liquid the impact is normal");
            }
        }
        section.finish();
        Self { name, law }
    }

    /// The law `li` with its defaults for a case.
    pub fn li(case: &super::Case) -> Self {
        let mut contact = Self { name: LawName::Li, law: LawName::Li.law() };
        contact.settle_threshold(|law| case.smallest_threshold(law));
        contact
    }

    /// Settles the threshold of `li` where none was given, from its smallest value (in diameters).
    pub(super) fn settle_threshold(&mut self, smallest: impl FnOnce(&Li) -> Option<f64>) {
        if let Law::Li(law) = &mut self.law
            && law.threshold.is_nan()
        {
            *law = Li { threshold: Li::default().threshold, ..*law };
            law.threshold = smallest(law).map_or(law.threshold, |least| (THRESHOLD_MARGIN * least).clamp(1e-6, 1.0));
        }
    }

    /// Reads the table of a dry impact: law and all its keys. The section is left open for what the law refuses.
    pub(super) fn read_whole(section: &Section<'_>) -> Self {
        let both = |law: &mut Law, names: &mut Names| {
            normal_keys(law, names);
            tangential_keys(law, names);
        };
        let name = section.word("law").or(LawName::Hertz);
        let mut law = name.law();
        normal_keys(&mut law, &mut FromSection(section));
        tangential_keys(&mut law, &mut FromSection(section));
        leave_to_others(section, name, both);
        if let Law::Li(law) = &mut law
            && law.threshold.is_nan()
        {
            law.threshold = Li::default().threshold;
        }
        if let Law::HertzStiffness(law) = &law
            && law.friction > 0.0
            && section.place("k_t").is_none()
        {
            section.missing("k_t", "friction acts through the tangential spring: give its modulus, such as \"60 GPa\"");
        }
        Self { name, law }
    }

    /// The dry restitution that the law is given, if it is given one.
    pub fn restitution(&self) -> Option<f64> {
        match self.law {
            Law::Hertz(law) => Some(law.restitution),
            Law::MusenHertz(_) | Law::Li(_) => Some(1.0),
            Law::HertzStiffness(_) | Law::Luding(_) => None,
        }
    }

    /// Writes the table with all keys of the law, for `#[serde(serialize_with = "…")]`.
    pub fn write_whole<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut writer = Writer::default();
        normal_keys(&mut self.law.clone(), &mut writer);
        tangential_keys(&mut self.law.clone(), &mut writer);
        self.write(&writer, serializer)
    }

    fn write<S: Serializer>(&self, keys: &Writer, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("law", word_of(&self.name))?;
        keys.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

impl Serialize for Contact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut writer = Writer::default();
        normal_keys(&mut self.law.clone(), &mut writer);
        self.write(&writer, serializer)
    }
}
