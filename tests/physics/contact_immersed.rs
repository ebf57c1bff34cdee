//! Every law of the contact room as the solid contact of an immersed sphere, and the same table in a dry impact.

use wetbounce::case::{Case, ImpactCase};
use wetbounce::contact::Law;

const SPHERE: &str = "sphere = { diameter = '3 mm', material = 'steel' }\n";
const LIQUID: &str =
    "liquid = { density = '935 kg/m3', viscosity = '10 mPa s' }\nrelease = { gap = '7 D', speed = '0.5 m/s' }\n";

/// A law with what it needs, and its keys of the normal force set to something else than the default.
const LAWS: [&str; 7] = [
    "law = 'hertz'\nrestitution = 0.9\nno_attraction = true",
    "law = 'woo-hertz'\nrestitution = 0.9\nno_attraction = false",
    "law = 'musen-hertz'",
    "law = 'li'\nrestitution = 0.9\nthreshold = '0.02 D'",
    "law = 'hertz/stiffness'\nk_n = '50 GPa'\ngamma_n = '1e8 1/(m s)'\nlimit_force = true",
    "law = 'hertz-stiffness'\nk_n = '50 GPa'",
    "law = 'luding'\nmax_stiffness = '2 MN/m'\nloading_ratio = 0.3\nadhesion_ratio = 0.1\nplasticity_depth = 0.05\n\
     normal_viscosity = '0.1 N s/m'\nplastic_limit = 'luding'\nreduced_radius = '2 mm'",
];

fn immersed(contact: &str) -> Case {
    Case::parse(&format!("{SPHERE}{LIQUID}[contact]\n{contact}\n"), "case.toml", &[])
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

fn dry(contact: &str) -> ImpactCase {
    ImpactCase::parse(&format!("{SPHERE}impact = {{ speed = '0.5 m/s' }}\n[contact]\n{contact}\n"), "case.toml", &[])
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

#[test]
fn the_same_table_gives_the_same_normal_force_under_a_liquid_and_dry() {
    for contact in LAWS {
        let (wet, dry) = (immersed(contact), dry(contact));
        assert_eq!(wet.problem.contact, dry.contact, "{contact}");
        let pair = dry.pair().unwrap();
        assert_eq!(wet.problem.normal_contact().unwrap(), dry.contact.normal(&pair).unwrap(), "{contact}");
        assert_eq!(ImpactCase::of(&wet).contact, dry.contact);
    }
}

#[test]
fn what_is_written_reads_back_as_the_identical_case() {
    for contact in LAWS {
        let (wet, dry) = (immersed(contact), dry(contact));
        assert_eq!(Case::parse(&wet.to_toml(), "case.toml", &[]).unwrap(), wet, "{contact}");
        assert_eq!(ImpactCase::parse(&dry.to_toml(), "case.toml", &[]).unwrap(), dry, "{contact}");
    }
}

#[test]
fn every_word_of_a_law_begins_with_the_defaults_of_its_source() {
    let law = |contact: &str| dry(contact).contact;
    let Law::Hertz(hertz) = law("law = 'hertz'") else { panic!() };
    assert_eq!((hertz.restitution, hertz.no_attraction, hertz.friction), (0.97, false, 0.0));
    let Law::WooHertz(woo) = law("law = 'woo-hertz'") else { panic!() };
    assert_eq!((woo.restitution, woo.no_attraction, woo.friction), (1.0, true, 0.5));
    let Law::HertzStiffness(liggghts) = law("law = 'hertz-stiffness'\nk_n = '1 GPa'") else { panic!() };
    assert!(!liggghts.limit_force && liggghts.tangential_damping);
    assert_eq!(dry("law = 'hertz-stiffness'\nk_n = '1 GPa'").contact.to_string(), "hertz/stiffness");
    assert_eq!(immersed("").problem.contact, dry("").contact);
}

#[test]
fn keys_of_an_oblique_impact_are_refused_under_a_liquid_with_the_reason() {
    for key in ["friction = 0.1", "lever = 'radius'", "tangential = 'force'"] {
        let text = format!("{SPHERE}{LIQUID}[contact]\n{key}\n");
        let error = Case::parse(&text, "case.toml", &[]).unwrap_err();
        let advice = error.problems()[0].advice().unwrap().to_owned();
        assert!(advice.contains("wetbounce impact"), "{advice}");
    }
    let former = format!("{SPHERE}{LIQUID}[contact]\nlaw = 'hertz-stiffness'\nk_n = '1 GPa'\nnormal_damping = 3\n");
    let error = Case::parse(&former, "case.toml", &[]).unwrap_err();
    assert!(error.problems()[0].advice().unwrap().contains("`gamma_n`"));
}

#[test]
fn angles_are_kept_as_they_are_written() {
    for angle in ["5 deg", "0.1 deg", "33.3 deg", "85 deg"] {
        let text = format!("{SPHERE}impact = {{ speed = '1 m/s', angle = '{angle}' }}");
        let case = ImpactCase::parse(&text, "case.toml", &[]).unwrap();
        assert_eq!(format!("{} deg", case.impact.angle[0]), angle);
        assert!(case.to_toml().contains(&format!("angle = \"{angle}\"")));
    }
    let radians =
        ImpactCase::parse(&format!("{SPHERE}impact = {{ speed = '1 m/s', angle = '0.5 rad' }}"), "c.toml", &[]);
    assert!((radians.unwrap().impact.angle[0] - 0.5f64.to_degrees()).abs() < 1e-13);
}
