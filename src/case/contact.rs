//! Solid contact: `[contact]`, a law of the contact room with its own keys.
//!
//! A law says its keys once (its [`Parameters`]); they are read, written and listed from there.
//! A case of an immersed sphere takes them all where its flow has azimuthal modes, and those of the normal force where
//! it is axisymmetric; an impact case takes them all. Names and defaults are the same everywhere.

use super::keys;
use super::section::Section;
use wetbounce_physics::contact::hertz::ElasticImpact;
use wetbounce_physics::contact::keys::Parameters;
use wetbounce_physics::contact::tangential::Resistance;
use wetbounce_physics::contact::{Law, Li, Pair};
use wetbounce_physics::keys::{KeyTable, Keys, Slot};
use wetbounce_physics::problem::doubts::default_restitution;
use wetbounce_physics::problem::{Preset, Problem};
use wetbounce_physics::quantity::{PRESSURE, SPEED};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// `[contact]`: the solid contact of sphere and wall, or of two spheres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ContactTable {
    /// The law with its parameters. Default Hertz with restitution 0.97.
    pub(super) law: Law,
    /// Whether friction, rolling and twisting count; along the normal alone they do not.
    pub(super) whole: bool,
}

/// The rule for the threshold of `li`: this multiple of the smallest one that stops the sphere and its added mass at
/// the approach speed.
///
/// Theory alone (`wetbounce theory cases/gondret-st152.toml --set contact.law=li`) gives the first apex of St = 152 at
/// 2.652, 2.698, 2.724 and 2.811 D with multiples 1, 1.5, 2 and 5 (measured: 2.489 D), `blended` at 2.54, 2.59, 2.61
/// and 2.70 D: it hardly matters which. Below 1 the
/// sphere passes through the wall as soon as the film does not stop it; with 0.91 at St = 300, not yet at 152. See
/// [`blend`](wetbounce_physics::motion::blend) for the reach of the rule and its limits.
const THRESHOLD_MARGIN: f64 = 1.5;

/// Pressure in the middle of a contact over the yield strength from which on a solid flows plastically (Johnson 1985,
/// eq. 6.9).
const YIELDS: f64 = 1.6;

/// Coefficients of friction, and the keys whose word "none" takes their effect away.
const IDLE_BY: [(&str, &str); 2] = [("rolling_friction", "rolling"), ("friction", "tangential")];

/// Other names of the keys of `hertz/stiffness`, LIGGGHTS' own spelling among it.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("kn", "k_n"),
    ("kt", "k_t"),
    ("gamman", "gamma_n"),
    ("gammat", "gamma_t"),
    ("normal_stiffness", "k_n"),
    ("normal_damping", "gamma_n"),
];

impl KeyTable for ContactTable {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.word("law", &mut self.law);
        self.law.normal_keys(keys);
        if self.whole {
            self.law.dry_keys(keys);
        }
    }
}

wetbounce_physics::written!(ContactTable);

impl ContactTable {
    /// Reads the table: law and all its keys where `whole`, else those of its normal force. The threshold of `li` is
    /// left open for [`settle_threshold`], and the section for refusals of the law.
    pub(super) fn read(section: &Section<'_>, whole: bool) -> Self {
        let contact = keys::read(Self { law: Law::default(), whole }, section);
        if !whole && section.has_unread() {
            let normal = "a case with resolution.azimuthal_modes, or the dry impact (`wetbounce impact`); without them the impact is \
                          normal";
            let all = keys::all_names(&Self { whole: true, ..contact }, section.laws()).into_iter();
            all.filter(|key| !section.is_foreign(key)).for_each(|key| section.belongs(key, normal));
        }
        for (other, key) in OTHER_NAMES {
            section.hint(other, format!("it is called `{key}`, of law = \"hertz/stiffness\""));
        }
        if let Law::HertzStiffness(law) = &contact.law
            && whole
            && law.friction > 0.0
            && section.place("k_t").is_none()
        {
            section.missing("k_t", "friction acts through the tangential spring: give its modulus, such as \"60 GPa\"");
        }
        contact
    }

    /// Doubts about the dry restitution of `pair`, of the solids that the case names, at a normal impact speed of up to
    /// `speed` [m/s].
    pub(super) fn warnings(&self, pair: &Pair, named: [Option<Preset>; 2], speed: f64) -> Vec<Remark> {
        let solids = || named.into_iter().flatten();
        let plastic = solids().find(|solid| solid.is_plastic());
        let plastic = plastic.and_then(|plastic| {
            let restitution = default_restitution(&self.law, pair, speed)?;
            Some(remark!(
                Warning,
                "plastic-solid",
                "{restitution}, and {plastic} is a plastic, which loses more: measure it in air and give contact.restitution"
            ))
        });
        let lossless = self.lossless(pair, speed);
        let strengths = solids().filter_map(|solid| Some((solid, solid.yield_strength()?)));
        let softest = strengths.min_by(|(_, a), (_, b)| a.total_cmp(b));
        let dent = softest.and_then(|softest| self.dent(pair, softest, speed));
        plastic.into_iter().chain(lossless).chain(dent).chain(self.idle_friction(pair)).collect()
    }

    /// Coefficients of friction that cannot act, as there is neither a spring nor a dashpot, and a model of rolling
    /// without a coefficient.
    fn idle_friction(&self, pair: &Pair) -> Option<Remark> {
        let contact = self.whole.then(|| self.law.tangential(pair))?.ok()?;
        let acts = |mode: Option<Resistance>| mode.is_some_and(|mode| mode.acts());
        let mut rolls = contact;
        (rolls.sliding, rolls.twisting) = (None, None);
        let acting = |name: &str| match name {
            "friction" => acts(contact.sliding),
            "rolling_friction" => rolls.acts(),
            "twisting_friction" => acts(contact.twisting),
            _ => true,
        };
        let (mut idle, mut choices) = (Vec::new(), Vec::new());
        self.law.clone().dry_keys(&mut Keys::new(&mut |key| match key.slot {
            Slot::Number { value, .. } if !acting(key.name) => idle.push((key.name, *value)),
            Slot::Word(choice) => choices.push((key.name, choice.word())),
            _ => {}
        }));
        let law = self.law.to_string();
        let why = |name: &str| {
            let by = IDLE_BY.iter().find(|(idle, _)| *idle == name).map(|(_, by)| *by);
            match by.filter(|by| choices.contains(&(*by, "none"))) {
                Some(by) => format!("contact.{by} = \"none\""),
                None => format!(
                    "contact.law = \"{law}\" has neither a tangential spring nor a tangential dashpot here; choose a spring, or {name} 0"
                ),
            }
        };
        let found = idle.iter().filter_map(|(name, value)| match *value > 0.0 {
            true => Some(format!("contact.{name} = {value} does nothing: {}", why(name))),
            false => {
                let (by, word) = choices.iter().find(|(by, word)| (*name, *by) == IDLE_BY[0] && *word != "none")?;
                Some(format!("contact.{by} = \"{word}\" does nothing: contact.{name} = 0"))
            }
        });
        let found: Vec<String> = found.collect();
        (!found.is_empty()).then(|| remark!(Warning, "idle-friction", "{}", found.join("; ")))
    }

    /// Where the law loses nothing though the case does not say that the restitution is 1.
    fn lossless(&self, pair: &Pair, speed: f64) -> Option<Remark> {
        let mut own = None;
        self.law.clone().normal_keys(&mut Keys::new(&mut |key| {
            if let (Slot::Number { value, .. }, "restitution") = (key.slot, key.name) {
                own = Some(*value);
            }
        }));
        let lossless = self.law.normal(pair).ok()?.closed_restitution(speed)? >= 1.0;
        let whatever = own.map_or(String::new(), |factor| format!(", whatever contact.restitution = {factor} says"));
        (lossless && own != Some(1.0)).then(|| {
            remark!(
                Warning,
                "lossless-law",
                "contact.law = \"{}\" loses nothing, so the dry restitution is 1{whatever}; contact.law = \"hertz\" has the contact.restitution \
                 that it is given",
                self.law
            )
        })
    }

    /// Where a solid of this yield strength \[Pa\] flows plastically: the pressure in the middle of the contact is
    /// above 1.6 times that (Johnson 1985, Contact Mechanics, eq. 6.9).
    fn dent(&self, pair: &Pair, (solid, strength): (Preset, f64), speed: f64) -> Option<Remark> {
        let dry = ElasticImpact::of(pair, speed);
        let pressure = dry.peak_pressure(pair.effective_modulus());
        let elastic = self.law.normal(pair).ok()?.is_hertzian(dry.stiffness, dry.max_overlap());
        (elastic && pressure > YIELDS * strength).then(|| {
            remark!(
                Warning,
                "dent",
                "a dry impact at {} has a peak pressure of {} (Hertz), above {YIELDS} times the yield strength of even the strongest {solid}, {}: it \
                 would leave a dent, and restitution falls with the speed; give one that was measured at this speed",
                SPEED.brief(speed),
                PRESSURE.brief(pressure),
                PRESSURE.brief(strength),
            )
        })
    }
}

/// Settles the threshold of `li` where none was given, from its smallest value (in diameters).
pub(super) fn settle_threshold(law: &mut Law, smallest: impl FnOnce(&Li) -> Option<f64>) {
    if let Law::Li(law) = law
        && law.threshold.is_nan()
    {
        *law = Li { threshold: Li::default().threshold, ..*law };
        law.threshold = smallest(law).map_or(law.threshold, |least| (THRESHOLD_MARGIN * least).clamp(1e-6, 1.0));
    }
}

/// The law `li` with its defaults for a problem.
pub fn wall_force(problem: &Problem) -> Law {
    let mut law = Law::Li(Li { threshold: f64::NAN, ..Li::default() });
    settle_threshold(&mut law, |law| problem.smallest_threshold(law));
    law
}
