//! Inputs of the film that a case leaves open, and their ranges: the one place for such ranges.
//!
//! | liquid | rise of the viscosity with pressure | tension at which the film tears | bulk modulus |
//! |---|---|---|---|
//! | silicone oil | 10 to 20/GPa (ASME 1953; Bair 2007) | 0.84 to 100 kPa, or its strength | 1 GPa |
//! | water | 0 to 0.6/GPa (Bett & Cappi 1965) | 2.9 to 100 kPa, or its strength | 2.2 GPa |
//! | glycerol–water | 0.5 to 6/GPa (Herbst, Cook & King 1993) | 2.5 to 100 kPa, or its strength | 3 GPa |
//! | any other | 0 to 25/GPa | 0.8 to 100 kPa, or its strength | 1.5 GPa |
//!
//! *Tension.* A film tears only from a nucleus, and nobody has seen from which contacts on it has one. The weak end is
//! a liquid without nuclei, which bears its own strength ([`Compressibility::strength`]), unless `film.nucleus` is
//! given. A film that tears is pulled at most to its vapour pressure (`film.cavitation_pressure` where nothing is
//! said): so it is where the void must fill with vapour, and films of oil have been seen with cavities near absolute
//! zero (Sun, Brewe & Abel 1993). At least a cavity stands at the pressure of the gas in saturation with the liquid,
//! ambient (Dowson & Taylor 1979), less the `2γ/R` that opens a bubble of `R` = 50 µm, the largest nuclei that liquids
//! carry (Brennen 1995).
//!
//! *Roughness.* The peaks of the two surfaces meet at 3 to 5 times their combined `σ`; see [`SurfaceName`] for the
//! ranges of `σ`.
//!
//! Each range is written from the end of the weaker to that of the stronger rebound. Heat is left out: it is worth less
//! than half a per cent of the energy.

use super::case::Case;
use super::film::FilmInput;
use super::named_liquid::{LiquidName, NamedLiquid, is_glycerol_water, is_silicone_oil, is_water};
use super::surface::SurfaceName;
use wetbounce_physics::film::{Asperities, Compressibility, PEAKS_MEET, PiezoviscosityLaw};
use wetbounce_physics::problem::{AMBIENT, Film, FilmModel, Liquid, Preset};
use wetbounce_physics::quantity::span::Span;
use wetbounce_physics::quantity::{INVERSE_PRESSURE, Kind, LENGTH, PRESSURE};

/// An end of the ranges of the inputs that are not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmEnd {
    /// The weakest rebound.
    Low,
    /// The strongest.
    High,
}

/// An input of a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BandInput {
    /// One of the film that the case does not state.
    Film(FilmInput),
    /// A thickness of the wall that it states as a range.
    WallThickness,
}

/// An input that the case leaves open.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenInput {
    /// Which.
    pub input: BandInput,
    /// Its values for the weakest and the strongest rebound, SI.
    pub ends: [f64; 2],
    /// The liquids and surfaces that it holds for.
    pub of: String,
}

impl OpenInput {
    /// Key and range, for readers.
    pub fn in_words(&self) -> String {
        let (kind, scale): (&Kind, _) = match self.input {
            BandInput::Film(FilmInput::Piezoviscosity) => (&INVERSE_PRESSURE, "1/GPa"),
            BandInput::Film(FilmInput::Roughness | FilmInput::Nucleus) => (&LENGTH, "µm"),
            BandInput::Film(FilmInput::CavitationPressure) => (&PRESSURE, "kPa"),
            BandInput::WallThickness => (&LENGTH, "mm"),
        };
        let key = match self.input {
            BandInput::Film(input) => format!("film.{input}"),
            BandInput::WallThickness => "wall.thickness".to_owned(),
        };
        let unit = kind.read(&format!("1 {scale}"), None).unwrap_or(1.0);
        let [weak, strong] = self.ends;
        let bears = self.input == BandInput::Film(FilmInput::CavitationPressure) && weak > STRONG;
        let (other, without) = match bears {
            true => (AMBIENT, format!(", or {} without nuclei", PRESSURE.brief(weak))),
            false => (weak, String::new()),
        };
        let [low, high] = [other.min(strong), other.max(strong)].map(|end| brief(end / unit));
        format!("{key} {low} to {high} {scale}{without} ({})", self.of)
    }
}

/// Two digits.
fn brief(value: f64) -> String {
    let decimals = (1 - value.abs().max(1e-12).log10().floor() as i32).clamp(0, 4) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Properties of a kind of liquid that a film needs.
struct LiquidRange {
    name: &'static str,
    piezoviscosity: [f64; 2],
    /// Surface tension [N/m].
    tension: f64,
    bulk_modulus: f64,
}

/// Radius of the largest nuclei that a liquid carries \[m\] (Brennen 1995: 5 to 50 µm).
const LARGEST_NUCLEUS: f64 = 50e-6;
/// Tension above which a liquid has no nuclei \[Pa\].
const STRONG: f64 = 1e7;
/// Lightest liquid [kg/m³]; below it is a gas, whose film is another one.
const LIGHTEST: f64 = 100.0;

impl LiquidRange {
    /// That of a liquid by its name, or by density and viscosity; `None` of a gas.
    fn of(named: Option<NamedLiquid>, liquid: &Liquid) -> Option<Self> {
        let (name, density, viscosity) = (named.map(|named| named.name), liquid.density, liquid.viscosity);
        let range = |name, piezoviscosity, tension, bulk_modulus| Self { name, piezoviscosity, tension, bulk_modulus };
        let known = |this: LiquidName, like: bool| name == Some(this) || name.is_none() && like;
        match () {
            () if density < LIGHTEST => None,
            () if known(LiquidName::SiliconeOil, is_silicone_oil(density, viscosity)) => {
                Some(range("silicone oil", [1e-8, 2e-8], 0.021, 1e9))
            }
            () if known(LiquidName::Water, is_water(density, viscosity)) => {
                Some(range("water", [0.0, 6e-10], 0.072, 2.2e9))
            }
            () if known(LiquidName::GlycerolWater, is_glycerol_water(density, viscosity)) => {
                Some(range("glycerol-water", [5e-10, 6e-9], 0.063, 3e9))
            }
            () => Some(range("a liquid of which only density and viscosity are known", [0.0, 2.5e-8], 0.02, 1.5e9)),
        }
    }
}

impl Case {
    /// Inputs of the film that the case leaves open, and the thickness of the wall, which the liquid loads, if that is
    /// a range or others are open; none where there is no film of a liquid at a wall.
    pub fn open_film_inputs(&self) -> Vec<OpenInput> {
        let (problem, given) = (&self.problem, &self.given);
        let Some(liquid) = LiquidRange::of(given.liquid, &problem.liquid) else { return Vec::new() };
        let (own, met) = (given.sphere.material, given.met.material);
        let ball = given.sphere.surface.range(SurfaceName::range_of_ball(own));
        let range_of_met =
            if problem.surroundings.meets_sphere() { SurfaceName::range_of_ball } else { SurfaceName::range_of_plate };
        let plate = given.met.surface.range(range_of_met(met));
        let [lowest, _, highest] = PEAKS_MEET;
        let highest =
            (highest * ball[1].hypot(plate[1])).min(problem.resolution.smallest_gap * problem.smaller_diameter());
        let solid = |material: Option<Preset>| material.map_or("unknown".to_owned(), |name| name.to_string());
        let surfaces = format!("{} on {}", solid(own), solid(met));
        let nucleus_stated = given.stated.contains(&FilmInput::Nucleus);
        let pressure = problem.film.tension.unwrap_or(AMBIENT);
        let strength = Compressibility::strength(liquid.bulk_modulus);
        let strongest = if nucleus_stated { pressure } else { pressure.max(strength) };
        let tension = [strongest, 2.0 * liquid.tension / LARGEST_NUCLEUS];
        let all = [
            (FilmInput::Piezoviscosity, liquid.piezoviscosity, liquid.name.to_owned()),
            (FilmInput::Roughness, [(lowest * ball[0].hypot(plate[0])).min(highest), highest], surfaces),
            (FilmInput::CavitationPressure, tension, liquid.name.to_owned()),
        ];
        let open = all.into_iter().filter(|(input, ..)| !given.stated.contains(input));
        let mut open: Vec<OpenInput> = open
            .filter(|(input, ..)| *input != FilmInput::CavitationPressure || problem.film.rupture().is_some())
            .map(|(input, ends, of)| OpenInput { input: BandInput::Film(input), ends, of })
            .collect();
        let ranges = given.thickness.is_some_and(|span| !span.is_known());
        let thickness = self.open_thickness().filter(|_| ranges || !open.is_empty());
        open.extend(thickness);
        open
    }

    /// The case with an elastic film that has these `inputs`, each at its own end.
    pub fn with_film_at<'o>(&self, inputs: impl IntoIterator<Item = (&'o OpenInput, FilmEnd)>) -> Self {
        let mut case = self.clone();
        case.problem.film.model.deform();
        for (open, end) in inputs {
            let value = open.ends[end as usize];
            let Film { model, roughness: height, tension, .. } = &mut case.problem.film;
            match (open.input, model) {
                (
                    BandInput::Film(FilmInput::Piezoviscosity),
                    FilmModel::Ehd { piezoviscosity, piezoviscosity_law, bulk_modulus, .. },
                ) => {
                    *piezoviscosity = value;
                    *piezoviscosity_law = PiezoviscosityLaw::Roelands;
                    *bulk_modulus = bulk_modulus
                        .or(LiquidRange::of(self.given.liquid, &self.problem.liquid).map(|liquid| liquid.bulk_modulus));
                }
                (BandInput::Film(FilmInput::Roughness), FilmModel::Ehd { asperities, .. }) => {
                    (*height, *asperities) = (value, Asperities::Bearing);
                }
                (BandInput::Film(FilmInput::CavitationPressure), _) => *tension = Some(value),
                (BandInput::WallThickness, _) => case.set_thickness(Span::known(value)),
                _ => {}
            }
        }
        case
    }
}
