//! The film between sphere and wall below the resolution of the grid.

use super::diagnostic::allowed;
use super::keys;
use super::section::Section;
use super::surface::Surface;
use std::ops::Bound::{Excluded, Included};
use wetbounce_physics::film::{Asperities, PEAKS_MEET};
use wetbounce_physics::keys::{Item, NOT_NEGATIVE};
use wetbounce_physics::keyword::Keyword;
use wetbounce_physics::liquid::CutoffLaw;
use wetbounce_physics::problem::film::{AMBIENT, GREENWOOD_TRIPP};
use wetbounce_physics::problem::{self, FilmModel};
use wetbounce_physics::quantity::{LENGTH, PRESSURE};
use wetbounce_physics::{keywords, table};

const SUCH_INPUTS: [&str; 2] = ["write a list such as [\"roughness\"]", "an input of the film was"];

table! {
    /// The sub-grid film.
    pub struct Film {
        /// Lubrication of rigid surfaces down to a cut-off (default), or the deforming film itself.
        model: FilmModel = FilmModel::Cutoff { cutoff: CutoffLaw::default() }, flat();
        /// Height of the surface roughness \[m\], at which peaks meet; the film never acts below it. Default: 4 times the combined `σ` of
        /// sphere and wall, or `σ` itself with asperities of Greenwood & Tripp; 0 where neither surface is said to be rough.
        roughness: f64 = 0.0, quantity(&LENGTH, NOT_NEGATIVE);
        /// Whether the film breaks under suction when the sphere leaves. Default true.
        cavitation: bool = true, flag();
        /// How far the film's pressure can fall below ambient \[Pa\]: ambient less vapour pressure. Default 1e5 Pa.
        cavitation_pressure: f64 = AMBIENT, quantity(&PRESSURE, (Excluded(0.0), Included(1e9)));
        /// Size of the nuclei from which voids grow: the film of a receding sphere breaks only if `√(3μaV/p_c)` is
        /// larger. Default 0: always; none: never.
        nucleus: Option<f64> = Some(0.0), or_none(&LENGTH, NOT_NEGATIVE);
        /// Whether the rebound is given as a band over the inputs of the film that the case leaves open. Default auto.
        band: BandChoice = BandChoice::Auto, word();
        /// Which inputs of the film the case states. Default: those that it gives.
        stated: Vec<FilmInput> = Vec::new(), texts(SUCH_INPUTS);
    }
}

keywords! {
    /// When a band over the open inputs of the film is computed.
    BandChoice {
        /// Up to a Stokes number of 200, of the first bounce, where it is wider than 2 %.
        Auto = "auto",
        /// Never.
        Off = "off",
        /// Always, of all bounces.
        Full = "full",
    }
}

impl Film {
    /// As the physics has it.
    pub fn problem(&self) -> problem::Film {
        let tension = self.cavitation.then_some(self.cavitation_pressure);
        problem::Film { model: self.model.clone(), roughness: self.roughness, tension, nucleus: self.nucleus }
    }

    /// Whether the film can break: it may, and the liquid has nuclei.
    pub(super) fn tears(&self) -> bool {
        self.cavitation && self.nucleus.is_some()
    }

    pub(super) fn read(section: Section<'_>, diameter: f64, surfaces: [&Surface; 2]) -> Self {
        let given = |input: &FilmInput| section.place(&input.to_string());
        let mut stated: Vec<FilmInput> = INPUTS.into_iter().filter(|input| given(input).is_some()).collect();
        let anew: Vec<FilmInput> =
            INPUTS.into_iter().filter(|input| given(input).is_some_and(|place| place.source > 0)).collect();
        stated.extend(section.place("cavitation").map(|_| FilmInput::CavitationPressure));
        stated.dedup();
        let mut film = keys::read(Self { stated, ..Self::default() }, &section);
        film.stated.extend(anew);
        film.stated.sort_by_key(|input| *input as u8);
        film.stated.dedup();
        film.roughen(&section, surfaces);
        let rough = 0.0..=0.1 * diameter;
        if film.roughness > *rough.end() {
            section.unfit("roughness", allowed(&rough, &LENGTH));
        }
        let needs_roughness = film.model == FilmModel::Cutoff { cutoff: CutoffLaw::Roughness };
        if needs_roughness && film.roughness == 0.0 {
            section.unfit("cutoff", "needs film.roughness above 0");
        }
        if film.model.deforms() {
            section.belongs("shear_thinning_exponent", "a stress film.shear_thinning");
        } else {
            section.belongs_to_choice("shear_thinning_exponent", "model", &["ehd"], "");
        }
        section.finish();
        film
    }
}

keywords! {
    /// An input of the film that a case may leave open.
    FilmInput {
        /// How fast the viscosity rises with pressure.
        Piezoviscosity = "piezoviscosity",
        /// Height at which the peaks of the surfaces meet.
        Roughness = "roughness",
        /// Tension at which the film tears.
        CavitationPressure = "cavitation_pressure",
        /// Size of the nuclei without which it does not tear; part of the range of the tension.
        Nucleus = "nucleus",
    }
}

impl Item for FilmInput {
    fn read(text: String, _diameter: f64) -> Result<Self, String> {
        let known = Self::WORDS.iter().find(|(word, _)| *word == text);
        known
            .map(|(_, input)| *input)
            .ok_or_else(|| "\"piezoviscosity\", \"roughness\", \"cavitation_pressure\" or \"nucleus\"".into())
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// All that a case may leave open.
const INPUTS: [FilmInput; 4] =
    [FilmInput::Piezoviscosity, FilmInput::Roughness, FilmInput::CavitationPressure, FilmInput::Nucleus];

impl Film {
    /// Takes the keys of the roughness that are not given from the surfaces.
    fn roughen(&mut self, section: &Section<'_>, surfaces: [&Surface; 2]) {
        let [ball, plate] = surfaces.map(|surface| surface.roughness.unwrap_or(0.0));
        let (sigma, absent) = (ball.hypot(plate), |key| section.place(key).is_none());
        if sigma == 0.0 || !absent("roughness") {
            return;
        }
        if let FilmModel::Ehd { asperities, .. } = &mut self.model
            && absent("asperities")
        {
            *asperities = GREENWOOD_TRIPP;
        }
        let of_sigma = matches!(self.model, FilmModel::Ehd { asperities: Asperities::GreenwoodTripp { .. }, .. });
        self.roughness = if of_sigma { sigma } else { PEAKS_MEET[1] * sigma };
    }
}
