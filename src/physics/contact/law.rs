//! The shipped laws, by name.
//!
//! A law is a file with its parameters, their keys and its forces, and a line here. A law that is not shipped is
//! anything that is a [`ContactLaw`]; one that says its keys can be [added](add) to the laws of your own that cases ask
//! for by their words.

use super::keys::Parameters;
use super::normal::NormalContact;
use super::pair::Pair;
use super::tangential::TangentialContact;
use super::{Hertz, HertzStiffness, Li, Luding, MusenHertz};
use crate::error::BadParameter;
use crate::keys::{Keys, Word};
use crate::own::{Laws, Own, check_word};
use std::fmt::Debug;

/// A contact law with its parameters, before it is known between which bodies.
pub trait ContactLaw {
    /// The normal force between the bodies of `pair`.
    ///
    /// # Errors
    /// A parameter outside of its range, or bodies that the law is not for.
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter>;

    /// Friction, rolling and twisting between the bodies of `pair`.
    ///
    /// # Errors
    /// A parameter outside of its range.
    fn tangential(&self, _pair: &Pair) -> Result<TangentialContact, BadParameter> {
        Ok(TangentialContact::NONE)
    }

    /// Whether its word and its keys say all of the law. If not, results of an earlier run are those of another law,
    /// whatever its keys, and no run takes them for its own.
    fn is_given_by_keys(&self) -> bool {
        true
    }
}

/// A contact law of your own that a case can ask for: a [`ContactLaw`] that says its keys.
pub trait OwnLaw: ContactLaw + Debug + Send + Sync {
    /// See [`Parameters::normal_keys`].
    fn show_normal(&mut self, keys: &mut Keys<'_>);
    /// See [`Parameters::dry_keys`].
    fn show_dry(&mut self, keys: &mut Keys<'_>);
    /// The same law with the same values.
    fn copied(&self) -> Box<dyn OwnLaw>;
}

impl<T: ContactLaw + Parameters + Debug + Send + Sync + 'static> OwnLaw for T {
    fn show_normal(&mut self, keys: &mut Keys<'_>) {
        self.normal_keys(keys);
    }

    fn show_dry(&mut self, keys: &mut Keys<'_>) {
        self.dry_keys(keys);
    }

    fn copied(&self) -> Box<dyn OwnLaw> {
        Box::new(self.clone())
    }
}

/// These `laws`, and the `law` of your own, with its defaults, that cases call `word`.
///
/// # Errors
/// There is a law of this name, or it is no name.
pub fn add(laws: Laws, word: &'static str, law: Box<dyn OwnLaw>) -> Result<Laws, BadParameter> {
    check_word("contact.law", word)?;
    if Law::all(&laws).any(|(known, _)| known == word) {
        return Err(BadParameter::new(
            "contact.law",
            word,
            "is the name of another law: a law of your own needs its own",
        ));
    }
    Ok(laws.and(valued(law, |law, values| Own::new(word, law, values))))
}

/// What `make` makes of a law and of the values of its keys.
fn valued<T>(mut law: Box<dyn OwnLaw>, make: impl FnOnce(Box<dyn OwnLaw>, Vec<String>) -> T) -> T {
    let values = Keys::values(|keys| {
        law.show_normal(keys);
        law.show_dry(keys);
    });
    make(law, values)
}

/// Shows keys of a law of your own, which may change its values.
fn show(own: &mut Own<dyn OwnLaw>, show: impl FnOnce(&mut dyn OwnLaw)) {
    let mut law = own.copied();
    show(&mut *law);
    *own = valued(law, |law, values| own.with(law, values));
}

macro_rules! laws {
    ($($(#[$about:meta])* $law:ident($parameters:ident) [$($word:literal),+] = $default:expr;)+) => {
        /// A contact law and its parameters.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Law {
            $($(#[$about])* $law($parameters),)+
            /// One of your own.
            Own(Own<dyn OwnLaw>),
        }

        impl Law {
            /// Every shipped word with its law and its defaults; keys without a default are NaN.
            fn shipped() -> Vec<(&'static str, Self)> {
                vec![$($(($word, Self::$law($default)),)+)+]
            }

            /// The normal force between the bodies of `pair`.
            ///
            /// # Errors
            /// A parameter outside of its range, or bodies that the law is not for.
            pub fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
                Ok(match self {
                    $(Self::$law(law) => law.normal(pair)?.into(),)+
                    Self::Own(law) => law.normal(pair)?,
                })
            }

            /// Friction, rolling and twisting between the bodies of `pair`.
            ///
            /// # Errors
            /// A parameter outside of its range.
            pub fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
                match self {
                    $(Self::$law(law) => law.tangential(pair),)+
                    Self::Own(law) => law.tangential(pair),
                }
            }
        }

        impl Word for Law {
            fn words(&self, laws: &Laws) -> Vec<&'static str> {
                Self::all(laws).map(|(word, _)| word).collect()
            }

            fn word(&self) -> &'static str {
                match self {
                    $(Self::$law(_) => [$($word),+][0],)+
                    Self::Own(law) => law.word(),
                }
            }

            fn choose(&mut self, word: &str, laws: &Laws) {
                let other = Self::all(laws).find(|(known, law)| *known == word && law.word() != self.word());
                *self = other.map_or(*self, |(_, law)| law);
            }
        }

        impl Parameters for Law {
            fn normal_keys(&mut self, keys: &mut Keys<'_>) {
                match self {
                    $(Self::$law(law) => law.normal_keys(keys),)+
                    Self::Own(law) => show(law, |law| law.show_normal(keys)),
                }
            }

            fn dry_keys(&mut self, keys: &mut Keys<'_>) {
                match self {
                    $(Self::$law(law) => law.dry_keys(keys),)+
                    Self::Own(law) => show(law, |law| law.show_dry(keys)),
                }
            }
        }
    };
}

laws! {
    /// Hertz (1882) with the damping of Antypov & Elliott (2011), attraction kept: one restitution at all speeds.
    /// Default restitution 0.97, no friction.
    Hertz(Hertz) ["hertz"] = Hertz { restitution: 0.97, no_attraction: false, friction: 0.0, ..Hertz::default() };
    /// The same law with the defaults of woo: no damping, no attraction, tan φ = 0.5.
    WooHertz(Hertz) ["woo-hertz"] = Hertz::default();
    /// Undamped Hertz, as in MUSEN; no friction unless given.
    MusenHertz(MusenHertz) ["musen-hertz"] = MusenHertz::default();
    /// Exponential wall force below a threshold gap, of the immersed-sphere model; conservative.
    Li(Li) ["li"] = Li { threshold: f64::NAN, ..Li::default() };
    /// Hertz with stiffness and damping given directly, as in LIGGGHTS. `k_n` is required, and `k_t` if there is
    /// friction.
    HertzStiffness(HertzStiffness) ["hertz/stiffness", "hertz-stiffness"] =
        HertzStiffness { k_n: f64::NAN, k_t: 0.0, ..HertzStiffness::default() };
    /// Elastic–plastic–adhesive, Luding (2008), as in woo. `max_stiffness` is required.
    Luding(Luding) ["luding"] = Luding { max_stiffness: f64::NAN, ..Luding::default() };
}

impl Law {
    /// A law of your own as a value, called `word` in messages; it need not be known by that word anywhere.
    pub fn own(word: &'static str, law: impl OwnLaw + 'static) -> Self {
        Self::Own(valued(Box::new(law), |law, values| Own::new(word, law, values)))
    }

    /// Every word with its law and its defaults, those of your own `laws` last.
    fn all(laws: &Laws) -> impl Iterator<Item = (&'static str, Self)> {
        let own = laws.of::<dyn OwnLaw>().map(|own| (own.word(), Self::Own(own)));
        Self::shipped().into_iter().chain(own)
    }
}

impl Default for Law {
    /// Hertz with restitution 0.97, attraction kept so that the restitution met is the one given, without friction.
    fn default() -> Self {
        Self::shipped()[0].1
    }
}

impl ContactLaw for Law {
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        self.normal(pair)
    }

    fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        self.tangential(pair)
    }

    fn is_given_by_keys(&self) -> bool {
        if let Self::Own(law) = self { law.is_given_by_keys() } else { true }
    }
}

impl std::fmt::Display for Law {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Material, NormalForce, NormalMemory, PlasticLimit};
    use super::*;

    fn pair() -> Pair {
        let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
        Pair::sphere_on_plane(6.35e-3, 8.34e-3, [steel, Material::default()]).unwrap()
    }

    fn contacts() -> Vec<NormalContact> {
        let luding = |plastic_limit| Law::Luding(Luding { plastic_limit, normal_viscosity: 3.0, ..Luding::default() });
        let laws = [
            Law::default(),
            Law::Hertz(Hertz { restitution: 0.3, ..Hertz::default() }),
            Law::HertzStiffness(HertzStiffness { gamma_n: 1e7, ..HertzStiffness::default() }),
            Law::MusenHertz(MusenHertz::default()),
            luding(PlasticLimit::Woo),
            luding(PlasticLimit::Luding),
            Law::Li(Li { threshold: 1e-3, ..Li::default() }),
        ];
        laws.iter().map(|law| law.normal(&pair()).unwrap()).collect()
    }

    #[test]
    fn derivatives_are_those_of_the_force() {
        for contact in contacts() {
            let mut memory = NormalMemory::default();
            contact.advance(-1.3e-5, 0.31, &mut memory);
            if !matches!(contact, NormalContact::Li(_)) {
                contact.advance(5e-6, 0.2, &mut memory);
            }
            for (overlap, rate) in [(-5e-6, 0.29), (3e-6, 0.1), (3e-6, -0.1), (6e-6, 0.05)] {
                let f = |x, v| contact.force(x, v, &memory).force;
                let here = contact.force(overlap, rate, &memory);
                let (dx, dv) = (1e-10, 1e-6);
                let by_overlap = (f(overlap + dx, rate) - f(overlap - dx, rate)) / (2.0 * dx);
                let by_rate = (f(overlap, rate + dv) - f(overlap, rate - dv)) / (2.0 * dv);
                assert!((here.by_overlap - by_overlap).abs() <= 1e-5 * by_overlap.abs(), "{contact:?} {overlap}");
                assert!((here.by_rate - by_rate).abs() <= 1e-5 * by_rate.abs() + 1e-7, "{contact:?} {overlap}");
            }
        }
    }

    #[test]
    fn nothing_acts_outside_the_range_and_the_memory_is_forgotten() {
        for contact in contacts() {
            let mut memory = NormalMemory::default();
            contact.advance(1e-6, 0.3, &mut memory);
            contact.advance(-contact.range() - 1e-9, -0.3, &mut memory);
            assert_eq!(memory.max_overlap, 0.0);
            assert!(!memory.inside);
            assert_eq!(contact.force(-contact.range() - 1e-9, 0.3, &memory), NormalForce::ZERO);
        }
    }

    #[test]
    fn every_collision_of_the_li_law_has_its_own_impact_speed() {
        let contact = Law::Li(Li { threshold: 1e-3, ..Li::default() }).normal(&pair()).unwrap();
        let mut memory = NormalMemory::default();
        let range = contact.range();
        for (outside, inside) in [(0.4, 0.38), (0.2, 0.18)] {
            contact.advance(-1.25 * range, outside, &mut memory);
            contact.advance(-0.25 * range, inside, &mut memory);
            let interpolated = outside + 0.25 * (inside - outside);
            assert!((memory.impact_speed - interpolated).abs() < 1e-14);
            contact.advance(-1.5 * range, -outside, &mut memory);
        }
    }

    #[test]
    fn memory_survives_a_checkpoint_bit_for_bit() {
        let mut memory = NormalMemory::default();
        contacts()[4].advance(1.0 / 3e6, 0.1 + 0.2, &mut memory);
        let text = serde_json::to_string(&memory).unwrap();
        assert_eq!(serde_json::from_str::<NormalMemory>(&text).unwrap(), memory);
    }

    #[test]
    fn the_natural_time_of_the_turning_point_is_that_of_the_impact() {
        let contact = Law::MusenHertz(MusenHertz::default()).normal(&pair()).unwrap();
        let NormalContact::Hertz(law) = contact else { unreachable!() };
        let impact = law.elastic(0.3);
        let turning = contact.natural_time(impact.max_overlap(), 0.0, &NormalMemory::default());
        assert!((turning / impact.contact_time() - 1.0).abs() < 1e-14);
    }
}
