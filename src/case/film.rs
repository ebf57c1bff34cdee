//! The film between sphere and wall below the resolution of the grid.

use super::diagnostic::allowed;
use super::keys;
use super::section::Section;
use super::surface::Surface;
use wetbounce_physics::film::{Asperities, PEAKS_MEET};
use wetbounce_physics::keys::Item;
use wetbounce_physics::keyword::Keyword;
use wetbounce_physics::liquid::CutoffLaw;
use wetbounce_physics::problem::film::GREENWOOD_TRIPP;
use wetbounce_physics::problem::{Film, FilmModel};
use wetbounce_physics::quantity::LENGTH;
use wetbounce_physics::{keywords, table};

const SUCH_INPUTS: [&str; 2] = ["write a list such as [\"roughness\"]", "an input of the film was"];

table! {
    /// `[film]`: the sub-grid film.
    pub(super) struct FilmTable {
        /// The film.
        film: Film = Film::default(), flat();
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

impl FilmTable {
    pub(super) fn read(section: Section<'_>, diameter: f64, surfaces: [&Surface; 2]) -> Self {
        let given = |input: &FilmInput| section.place(&input.to_string());
        let mut stated: Vec<FilmInput> = INPUTS.into_iter().filter(|input| given(input).is_some()).collect();
        let anew: Vec<FilmInput> =
            INPUTS.into_iter().filter(|input| given(input).is_some_and(|place| place.source > 0)).collect();
        stated.extend(section.place("cavitation").map(|_| FilmInput::CavitationPressure));
        stated.dedup();
        let mut table = keys::read(Self { stated, ..Self::default() }, &section);
        table.stated.extend(anew);
        table.stated.sort_by_key(|input| *input as u8);
        table.stated.dedup();
        let film = &mut table.film;
        roughen(film, &section, surfaces);
        let [breaks, tension] = ["cavitation", "cavitation_pressure"].map(|key| section.place(key));
        let overrides = breaks.zip(tension).is_some_and(|(breaks, tension)| breaks.source > 0 && tension.source == 0);
        if film.tension.is_none() && !overrides {
            section.unfit("cavitation_pressure", "has no effect beside film.cavitation = false: leave one of them out");
        }
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
        table
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

/// Takes the keys of the roughness that are not given from the surfaces.
fn roughen(film: &mut Film, section: &Section<'_>, surfaces: [&Surface; 2]) {
    let [ball, plate] = surfaces.map(|surface| surface.roughness.unwrap_or(0.0));
    let (sigma, absent) = (ball.hypot(plate), |key| section.place(key).is_none());
    if sigma == 0.0 || !absent("roughness") {
        return;
    }
    if let FilmModel::Ehd { asperities, .. } = &mut film.model
        && absent("asperities")
    {
        *asperities = GREENWOOD_TRIPP;
    }
    let of_sigma = matches!(film.model, FilmModel::Ehd { asperities: Asperities::GreenwoodTripp { .. }, .. });
    film.roughness = if of_sigma { sigma } else { PEAKS_MEET[1] * sigma };
}
