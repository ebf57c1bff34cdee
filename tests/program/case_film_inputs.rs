//! Properties of the film that a case does not state, and the ends of their bands.

use crate::case_read::{ST152, close, with};
use crate::program::{messages, note};
use wetbounce::case::{BandInput, Case, FilmEnd, FilmInput, FilmModel, OpenInput};
use wetbounce::film::Asperities;

fn open(overrides: &[&str]) -> Vec<OpenInput> {
    with(overrides).unwrap().open_film_inputs()
}

#[test]
fn liquids_are_known_by_name_or_by_density_and_viscosity() {
    let kind = |density: &str, viscosity: &str| {
        let set = [format!("liquid.density={density} kg/m3"), format!("liquid.viscosity={viscosity} mPa s")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        open(&set).first().map(|input| input.of.clone())
    };
    for (density, viscosity) in [("965", "100"), ("953", "20"), ("935", "10"), ("920", "5")] {
        assert_eq!(kind(density, viscosity).as_deref(), Some("silicone oil"));
    }
    assert_eq!(kind("998", "1").as_deref(), Some("water"));
    assert_eq!(kind("1154", "10.8").as_deref(), Some("glycerol-water"));
    assert_eq!(kind("1.2", "0.018"), None, "a gas has another film");
    note(kind("870", "100").unwrap());
    messages!();
}

#[test]
fn what_is_stated_is_not_open_and_a_resolved_case_remembers_it() {
    let inputs = |set: &[&str]| open(set).iter().map(|open| open.input).collect::<Vec<_>>();
    let all = [FilmInput::Piezoviscosity, FilmInput::Roughness, FilmInput::CavitationPressure].map(BandInput::Film);
    assert_eq!(inputs(&[]), all);
    assert_eq!(inputs(&["film.cavitation_pressure=1e5 Pa"]), all[..2]);
    assert_eq!(inputs(&["film.cavitation=false"]), all[..2]);
    assert_eq!(inputs(&["film.nucleus=\"none\""]), all[..2]);
    assert_eq!(inputs(&["film.nucleus=0"]), all);
    assert_eq!(inputs(&["film.model=ehd", "film.piezoviscosity=0 1/Pa", "film.roughness=0 m"]), all[2..]);
    let stated = with(&["film.roughness=0.1 um"]).unwrap();
    let again = Case::parse(&stated.to_toml(), "case.toml", &[]).unwrap();
    assert_eq!(again, stated);
    let more = Case::parse(&stated.to_toml(), "case.toml", &["film.cavitation_pressure=10 kPa".into()]).unwrap();
    assert_eq!(more.given.stated, [FilmInput::Roughness, FilmInput::CavitationPressure]);
}

#[test]
fn the_weakest_rebound_has_a_liquid_without_nuclei_unless_their_size_is_given() {
    let weakest = |set: &[&str]| {
        let open = open(set);
        let tension = open.iter().find(|open| open.input == BandInput::Film(FilmInput::CavitationPressure)).unwrap();
        (with(set).unwrap().with_film_at([(tension, FilmEnd::Low)]).problem.film.tension.unwrap(), tension.in_words())
    };
    let (tension, words) = weakest(&[]);
    close(tension, 4.47e7, 1e-9);
    assert_eq!(words, "film.cavitation_pressure 0.84 to 100 kPa, or 44.7 MPa without nuclei (silicone oil)");
    let (tension, words) = weakest(&["film.nucleus=9 um"]);
    close(tension, 1e5, 1e-9);
    assert_eq!(words, "film.cavitation_pressure 0.84 to 100 kPa (silicone oil)");
    let never = with(&["film.nucleus=none"]).unwrap();
    assert_eq!(Case::parse(&never.to_toml(), "case.toml", &[]).unwrap().problem.film.nucleus, None);
}

#[test]
fn peaks_meet_at_three_to_five_times_the_combined_height() {
    let roughness =
        |set: &[&str]| open(set).into_iter().find(|open| open.input == BandInput::Film(FilmInput::Roughness)).unwrap();
    let stated = ["sphere.roughness=0.3 um", "wall.roughness=0.4 um"];
    let [low, high] = roughness(&stated).ends;
    close(low, 1.5e-6, 1e-12);
    close(high, 2.5e-6, 1e-12);
    let unknown = roughness(&["sphere.young=200 GPa"]).ends;
    assert!(unknown[1] / unknown[0] > 5.0, "{unknown:?}");
    close(with(&stated).unwrap().problem.film.roughness, 2e-6, 1e-12);
    let elastic = with(&[&stated[..], &["film.model=ehd"]].concat()).unwrap();
    close(elastic.problem.film.roughness, 0.5e-6, 1e-12);
    assert!(matches!(elastic.problem.film.model, FilmModel::Ehd { asperities: Asperities::GreenwoodTripp { .. }, .. }));
    assert_eq!(Case::parse(&elastic.to_toml(), "case.toml", &[]).unwrap(), elastic);
    let named = Case::parse(ST152, "st152.toml", &["sphere.surface=bearing-ball".into()]).unwrap();
    close(named.problem.film.roughness, 0.2e-6, 1e-12);
}
