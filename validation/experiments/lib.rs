//! The experiments behind `wetbounce validate`: the solver beside exact solutions, measurements and itself.
//!
//! An entry is a TOML file in the folder above this one: an experiment of [`KINDS`] with its parameters, and the
//! quantities that are compared, each with its reference, source, uncertainty, accepted band and the reason of the
//! band. [`CATALOGUE`] has all of them. `wetbounce_shell::validate` runs and judges them.
//!
//! | experiment | against |
//! |---|---|
//! | [`case_run`] | measured bounces and falls; the same case on finer grids |
//! | [`six`] | films, judged by six numbers of two measured bounces |
//! | [`drag`] | the drag of a sphere in a stream |
//! | [`approach`], [`tube`] | Stokes drag near a wall (Brenner 1961), in a tube (Haberman & Sayre 1958) |
//! | [`pair_resistance`] | forces on two spheres that move along their line of centres, exact (Stimson & Jeffery 1926, Maude 1961) |
//! | [`pair_drafting`] | drag of two spheres in line in a stream |
//! | [`pair_motion`] | collisions of two spheres: dry, before a mirror, in liquid beside those with a wall, and onto wide spheres |
//! | [`pair_random`] | balances of collisions of two drawn at random |
//! | [`wall_parallel`] | drag and torque along a wall, exact |
//! | [`sphere_wake`] | the three-dimensional wake of a sphere (Johnson & Patel 1999) |
//! | [`free_fall`] | straight and oblique falls of a sphere (Uhlmann & Dušek 2014) |
//! | [`curve`] | the wet restitution curve: begin of rebound, monotony |
//! | [`atlas`] | bounces outside of the nodes of the program's atlas |
//! | [`dry_impact`], [`luding_impact`], [`oblique_impact`] | dry impacts by the engine of `wetbounce impact` |
//! | [`plate`] | elastic impacts on a plate (Zener 1941), by every solver of a contact |
//! | [`oblique_liquid`] | oblique impacts in the coupled solver: the dry impact, one normal restitution for all angles |
//! | [`wall_force`] | the energy statement of the exponential wall force |
//! | [`film_alone`] | the elastic film between rigid surfaces, and without viscosity |
//! | [`film_inlet`] | the film of lubricated line contacts (Dowson & Higginson 1966) |
//! | [`film_manufactured`] | order of the compressible, thinning film in space and time |
//! | [`film_table`], [`film_orders`] | bounces through the film alone; its orders and ledgers |
//! | [`film_hand_over`] | the gap at which the grid hands over to the film |
//! | [`resolved_law`] | bounces on grids whose film is left out, and given back by the law for codes that resolve the flow |
//! | [`independence`] | bounces under numbers of the method: cells, vessel, start, smallest gap; oblique impacts too |
//! | [`theory_drop`] | a drop by theory alone with Basset's force; where near and far drag meet |
//! | [`theory_ode`] | theory once more, as an ordinary differential equation |
//! | [`theory_error`] | theory beside the flow: forces on a led sphere, and bounces; the error of fits by theory |
//! | [`oscillating_near_wall`] | theory's force on a sphere that oscillates near a wall, beside unsteady Stokes flow |
//! | [`closed_forms`], [`history_record`] | exact values of the liquid forces; the memory of the history force |
//! | [`oscillating`] | the force on an oscillating sphere in creeping flow (Stokes 1851) |
//! | [`added_mass`] | added mass and history force of an impulsive start, far from and near a wall |
//! | [`basset`] | the fall from rest in creeping flow, exact |
//! | [`manufactured`], [`manufactured_modes`] | order in space and time on moving cells |
//! | [`conservation`], [`uniform_flow`] | geometric conservation, divergence, mass |
//! | [`dry`] | the restitution put into the contact law |
//! | [`density_ratio`] | smooth starts at every density ratio |
//! | [`records`] | the reading of camera records drawn at random |
//! | [`determinism`] | the same bits |
//! | [`cost`] | times and memory |

pub mod added_mass;
pub mod approach;
pub mod atlas;
pub mod basset;
pub mod bodies;
pub mod closed_forms;
pub mod conservation;
pub mod cost;
pub mod curve;
pub mod density_ratio;
pub mod determinism;
pub mod drag;
pub mod dry;
pub mod dry_impact;
pub mod film_alone;
pub mod film_hand_over;
pub mod film_inlet;
pub mod film_manufactured;
pub mod film_orders;
pub mod film_table;
pub mod six;
pub mod free_fall;
pub mod history_record;
pub mod independence;
pub mod luding_impact;
pub mod manufactured;
pub mod manufactured_modes;
pub mod oblique_impact;
pub mod oblique_liquid;
pub mod oscillating;
pub mod oscillating_near_wall;
pub mod pair_drafting;
pub mod pair_motion;
pub mod pair_random;
pub mod pair_resistance;
pub mod plate;
pub mod records;
pub mod references;
pub mod resolved_law;
pub mod sphere_wake;
pub mod theory_drop;
pub mod theory_error;
pub mod theory_ode;
pub mod tube;
pub mod uniform_flow;
pub mod wall_force;
pub mod wall_parallel;
mod polynomial;

use self::case_run::{CaseRun, Levels};
use wetbounce_shell::validate::entry::Catalogue;
use wetbounce_shell::validate::experiment::ExperimentKind;
use wetbounce_shell::validate::{case_run, experiment, measured};
use wetbounce_shell::{analysis, case, law, output, run, study};

/// Every kind of experiment that an entry may ask for, with its subject.
pub const KINDS: &[ExperimentKind] = &[
    ExperimentKind::of::<CaseRun>("case", BOUNCES),
    ExperimentKind::of::<Levels>("refinement", BOUNCES),
    ExperimentKind::of::<six::SixNumbers>("six-numbers", BOUNCES),
    ExperimentKind::of::<curve::Curve>("curve", "Restitution over the Stokes number").alone(),
    ExperimentKind::of::<atlas::BetweenNodes>("atlas", "Restitution over the Stokes number"),
    ExperimentKind::of::<drag::Drag>("drag", WAKES),
    ExperimentKind::of::<sphere_wake::SphereWake>("sphere-wake", WAKES),
    ExperimentKind::of::<sphere_wake::WakeOnset>("wake-onset", WAKES),
    ExperimentKind::of::<pair_drafting::PairDrafting>("pair-drafting", WAKES),
    ExperimentKind::of::<free_fall::FreeFall>("free-fall", WAKES),
    ExperimentKind::of::<approach::ApproachAt>("approach", CREEPING),
    ExperimentKind::of::<pair_resistance::PairResistance>("pair-resistance", CREEPING),
    ExperimentKind::of::<wall_parallel::AlongWall>("wall-parallel", CREEPING),
    ExperimentKind::of::<tube::Tube>("tube", CREEPING),
    ExperimentKind::of::<oscillating::Oscillating>("oscillating", INERTIA),
    ExperimentKind::of::<added_mass::AddedMass>("added-mass", INERTIA),
    ExperimentKind::of::<added_mass::HeldOrMoving>("held-or-moving", INERTIA),
    ExperimentKind::of::<basset::Basset>("basset", INERTIA),
    ExperimentKind::of::<manufactured::Orders>("manufactured", BALANCES),
    ExperimentKind::of::<manufactured_modes::OrdersOfModes>("manufactured-modes", BALANCES),
    ExperimentKind::fixed("conservation", BALANCES, conservation::measure),
    ExperimentKind::of::<density_ratio::DensityRatio>("density-ratio", BALANCES),
    ExperimentKind::of::<determinism::Determinism>("determinism", BALANCES),
    ExperimentKind::fixed("impact", CONTACT, dry_impact::measure),
    ExperimentKind::of::<plate::OnPlate>("plate", CONTACT),
    ExperimentKind::fixed("luding", CONTACT, luding_impact::measure),
    ExperimentKind::fixed("oblique", CONTACT, oblique_impact::measure),
    ExperimentKind::fixed("wall-force", CONTACT, wall_force::measure),
    ExperimentKind::of::<dry::Dry>("dry", CONTACT),
    ExperimentKind::of::<pair_motion::PairDry>("pair-dry", CONTACT),
    ExperimentKind::of::<pair_motion::PairMirror>("pair-mirror", BALANCES),
    ExperimentKind::of::<pair_motion::PairCollision>("pair-collision", BOUNCES),
    ExperimentKind::of::<pair_motion::PairWide>("pair-wide", BOUNCES),
    ExperimentKind::of::<pair_random::PairRandom>("pair-random", BALANCES),
    ExperimentKind::of::<oblique_liquid::DryLimit>("dry-limit", CONTACT),
    ExperimentKind::of::<oblique_liquid::ObliqueAngles>("oblique-angles", CONTACT),
    ExperimentKind::of::<oblique_liquid::NormalImpact>("normal-impact", CONTACT),
    ExperimentKind::fixed("film", FILM, film_alone::measure),
    ExperimentKind::fixed("film-table", FILM, film_table::measure),
    ExperimentKind::fixed("film-orders", FILM, film_orders::measure),
    ExperimentKind::of::<film_hand_over::HandOver>("film-hand-over", FILM),
    ExperimentKind::of::<resolved_law::ResolvedLaw>("resolved-law", FILM),
    ExperimentKind::of::<independence::Independence>("independence", "Independence of the method's numbers"),
    ExperimentKind::fixed("closed-forms", THEORY, closed_forms::measure),
    ExperimentKind::of::<oscillating_near_wall::OscillatingNearWall>("oscillating-near-wall", THEORY),
    ExperimentKind::of::<theory_drop::TheoryDrop>("theory", THEORY),
    ExperimentKind::of::<theory_ode::TheoryAsOde>("theory-ode", THEORY),
    ExperimentKind::of::<theory_error::BesideFlow>("theory-error", THEORY),
    ExperimentKind::of::<records::Records>("records", "Reading of records"),
    ExperimentKind::of::<cost::Cost>("cost", "Cost").alone(),
];

const BOUNCES: &str = "Measured bounces and falls";
const WAKES: &str = "Drag, wakes and free fall";
const CREEPING: &str = "Creeping flow near walls";
const INERTIA: &str = "Inertia of the liquid";
const BALANCES: &str = "Orders and balances";
const CONTACT: &str = "Solid contact";
const FILM: &str = "The elastic film";
const THEORY: &str = "Theory of the liquid's forces";

/// All entries, and the tables of references: the files of the folder, which the build script lists.
pub static CATALOGUE: Catalogue = Catalogue {
    kinds: KINDS,
    formulas: references::FORMULAS,
    texts: include!(concat!(env!("OUT_DIR"), "/entries.rs")),
    tables: include!(concat!(env!("OUT_DIR"), "/tables.rs")),
};

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_shell::validate::band::Accept;
    use wetbounce_shell::validate::entry::Entry;
    use wetbounce_shell::validate::overlay::UserData;

    #[test]
    fn every_entry_reads_and_says_what_it_is() {
        assert!(CATALOGUE.names().count() > 90);
        for name in CATALOGUE.names() {
            let entry = CATALOGUE.find(name, false).expect("every entry has a full variant");
            assert!(!entry.compare.is_empty() && !entry.title.is_empty() && !entry.about.is_empty(), "{name}");
            CATALOGUE.find(name, true);
        }
    }

    #[test]
    fn every_comparison_states_its_source_and_the_reason_of_its_band() {
        for entry in CATALOGUE.all(false) {
            for compare in &entry.compare {
                assert!(!compare.source.is_empty() && !compare.why.is_empty(), "{}: {compare:?}", entry.name);
                let relative = matches!(compare.accept, Accept::Relative(_) | Accept::Absolute(_));
                assert!(!relative || compare.reference.is_some(), "{}: {compare:?}", entry.name);
            }
        }
    }

    #[test]
    fn the_readme_names_every_comparison_that_is_known_to_miss() {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
        for entry in CATALOGUE.all(false) {
            let known = entry.compare.iter().filter(|compare| compare.known.is_some()).count();
            assert!(known == 0 || readme.contains(&format!("`{}`", entry.name)), "{}", entry.name);
        }
    }

    #[test]
    fn no_comparison_is_listed_twice() {
        for entry in CATALOGUE.all(false) {
            for (k, compare) in entry.compare.iter().enumerate() {
                assert!(!entry.compare[..k].contains(compare), "{}: {}", entry.name, compare.quantity);
            }
        }
    }

    #[test]
    fn what_is_judged_by_the_clock_runs_alone_and_not_with_quick() {
        let by_clock = |entry: &Entry| {
            let quantities = entry.compare.iter().map(|compare| compare.quantity.as_str());
            quantities.filter(|name| name.starts_with("elapsed time") || name.starts_with("steps per second")).count()
                > 0
        };
        let timed: Vec<Entry> = CATALOGUE.all(false).filter(by_clock).collect();
        assert!(timed.len() >= 4 && timed.iter().all(|entry| entry.runs_alone));
        assert!(!timed.iter().filter_map(|entry| CATALOGUE.find(&entry.name, true)).any(|entry| by_clock(&entry)));
    }

    #[test]
    fn a_curve_of_the_user_needs_one_case_and_values_an_entry_that_is_run() {
        let read = |name: &str, text: &str| {
            let path = std::env::temp_dir().join(format!("wetbounce-{name}-{}.csv", std::process::id()));
            std::fs::write(&path, text).unwrap();
            let data = UserData::read(&path, None);
            std::fs::remove_file(path).unwrap();
            data.unwrap()
        };
        let curve = read("curve", "time_s,gap_m\n0,1\n");
        let [bounce, other] = ["gondret-st152", "basset"].map(|name| [CATALOGUE.find(name, true).unwrap()]);
        assert!(curve.check(&bounce).is_ok() && curve.check(&other).is_err());
        let values = read("values", "entry,quantity,value\ngondret-st27,x,1\n");
        assert!(values.check(&other).is_err());
        let both: Vec<Entry> = bounce.into_iter().chain(other).collect();
        assert!(curve.check(&both).is_err());
    }

    #[test]
    fn references_are_read_and_every_quantity_of_theirs_has_an_uncertainty() {
        let references = CATALOGUE.references();
        assert_eq!(references.len(), 17);
        for reference in &references {
            let columns = reference.table().columns();
            for (number, quantity) in reference.quantities().enumerate() {
                let sigma =
                    if number == 0 { "uncertainty".to_owned() } else { format!("{}_uncertainty", quantity.name) };
                assert!(columns.contains(&sigma), "{}: no {sigma}", reference.name());
                let of = |column: &str| reference.table().numbers(column).unwrap();
                let pairs = of(&quantity.name).into_iter().zip(of(&sigma));
                let bare = pairs.filter(|(value, sigma)| value.is_finite() && !(*sigma > 0.0 && sigma.is_finite()));
                assert_eq!(bare.count(), 0, "{}: {} without its uncertainty", reference.name(), quantity.name);
            }
        }
    }

    #[test]
    fn the_six_numbers_that_films_are_judged_by_are_those_that_the_entry_shows() {
        let compared = CATALOGUE.find("gondret-five", false).unwrap().compare;
        for reading in super::six::readings() {
            let mut shown = 0;
            for one in compared.iter().filter(|one| one.key.starts_with(&format!("{}[", reading.key))) {
                assert!(one.reference == Some(reading.value) && one.unit == reading.unit, "{}", one.quantity);
                shown += 1;
            }
            assert!(shown > 0, "{}", reading.name);
        }
    }
}
