//! Laws from outside the crate, as `examples/own_law.rs` has them, by themselves and in the whole program.

use crate::coarse_rebound;
use crate::own_law::{Kelvin, laws};
use clap::Parser;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use wetbounce::case::{Case, Context, InputError};
use wetbounce::cli::{Cli, CliError};
use wetbounce::contact::keys::Parameters;
use wetbounce::contact::{
    ContactLaw, Impact, ImpactError, Law, NormalContact, NormalForce, NormalLaw, NormalMemory, Pair, dissipation,
};
use wetbounce::error::BadParameter;
use wetbounce::keys::Keys;
use wetbounce::model::{Failure, run};
use wetbounce::motion::near_wall::NearWall;
use wetbounce::problem::Hydrodynamics;
use wetbounce::run::{Simulation, compute};
use wetbounce::validate::CATALOGUE;

/// A steel sphere driven to the wall at 0.5 m/s in a light oil.
const CASE: &str = r#"
    sphere = { diameter = "3 mm", material = "steel" }
    liquid = { density = "935 kg/m3", viscosity = "20 mPa s" }
    container = { height = "4 D", radius = "2 D" }
    release = { gap = "0.5 D", speed = "0.5 m/s", free_gap = "0.2 D" }
    contact = { law = "kelvin", stiffness = "1e6 N/m" }
    resolution = { cells_per_diameter = 8, cells_across_film = 6 }
    run = { bounces = 1 }
"#;

fn read_text(text: &str, overrides: &[&str]) -> Result<Case, wetbounce::case::CaseError> {
    let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
    Case::parse_with(text, "own.toml", &overrides, &Context { laws: laws().known().unwrap(), ..Context::default() })
}

fn read(overrides: &[&str]) -> Result<Case, wetbounce::case::CaseError> {
    read_text(CASE, overrides)
}

#[test]
fn a_spring_beside_a_dashpot_from_outside_the_crate_has_its_restitution_dry_at_every_speed() {
    let pair = read(&[]).unwrap().problem.pair().unwrap();
    for restitution in [0.3, 0.8, 1.0] {
        for speed in [0.01, 1.0] {
            let impact = Impact::on_plane(pair, Kelvin { stiffness: 1e6, restitution }, speed, 0.0).unwrap();
            let found = impact.run().unwrap().bounces[0].restitution;
            assert!((found - restitution).abs() < 1e-8, "{restitution} {found}");
            let case = read(&[&format!("contact.restitution={restitution}"), &format!("release.speed={speed} m/s")]);
            assert!((case.unwrap().problem.dry_restitution().unwrap() - restitution).abs() < 1e-4);
        }
    }
}

#[test]
fn in_liquid_a_law_from_outside_the_crate_loses_what_it_loses_dry_and_what_the_liquid_takes() {
    let rebound = |restitution: f64| {
        let mut simulation =
            Simulation::new(read(&[&format!("contact.restitution={restitution}")]).unwrap().problem).unwrap();
        loop {
            simulation.advance().unwrap();
            let bounces = simulation.state.bounces.bounces();
            if let Some((bounce, parted)) = bounces.first().and_then(|it| Some((it, it.rebound_speed_m_s?))) {
                return parted / bounce.impact_speed_m_s;
            }
        }
    };
    let (elastic, damped) = (rebound(1.0), rebound(0.8));
    assert!(elastic > 0.9 && elastic < 1.0, "{elastic}");
    assert!((damped / elastic / 0.8 - 1.0).abs() < 0.05, "{damped} {elastic}");
}

#[test]
fn keys_of_laws_from_outside_the_crate_are_read_written_and_refused_as_those_of_the_shipped_ones() {
    let case = read(&["contact.restitution=0.5", "theory.drag=oseen", "theory.oseen_slope=0.25"]).unwrap();
    let text = case.to_toml();
    for line in [
        "law = \"kelvin\"",
        "stiffness = \"1000000 N/m\"",
        "restitution = 0.5",
        "drag = \"oseen\"",
        "oseen_slope = 0.25",
    ] {
        assert!(text.lines().any(|written| written == line), "{line}\n{text}");
    }
    assert_eq!(read_text(&text, &[]).unwrap(), case);
    assert!(Case::parse(&text, "own.toml", &[]).is_err(), "a reader without laws knows none");
    assert_eq!(case.problem.theory.drag.far.factor(2.0), 1.5);
    assert_ne!(read(&["theory.drag=oseen"]).unwrap(), case);
    let told = |overrides: &[&str]| {
        let error = read(overrides).unwrap_err();
        let told = |problem: &InputError| format!("{problem} {:?} {:?}", problem.underlined(), problem.advice());
        error.problems().iter().map(told).collect::<String>()
    };
    let missing = told(&["contact.stiffness=0 N/m"]);
    assert!(missing.contains("contact.stiffness") && missing.contains("above 0"), "{missing}");
    let foreign = told(&["contact.law=luding", "contact.max_stiffness=1e6 N/m", "contact.stiffness=1 N/m"]);
    assert!(foreign.contains("contact.stiffness") && foreign.contains("law = \\\"kelvin\\\""), "{foreign}");
    let unknown = told(&["contact.law=kelvim"]);
    assert!(unknown.contains("mean \\\"kelvin\\\""), "{unknown}");
    let mut twice = laws();
    twice.contact.extend(laws().contact);
    let taken = twice.known().unwrap_err().to_string();
    assert!(taken.contains("contact.law = kelvin"), "{taken}");
}

#[test]
fn the_whole_program_runs_laws_from_outside_the_crate() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let wetbounce = |args: &[&str]| -> Result<(), CliError> {
        let cli = Cli::try_parse_from(std::iter::once("wetbounce").chain(args.iter().copied())).unwrap();
        cli.with_laws(laws().known().unwrap()).execute(&CATALOGUE)
    };
    let case = at("own.toml");
    std::fs::write(&case, CASE).unwrap();
    wetbounce(&["run", &case, "-q", "--out", &at("run")]).unwrap();
    wetbounce(&["impact", &case, "-q", "--out", &at("dry")]).unwrap();
    wetbounce(&["theory", &case, "-q", "--set", "theory.drag=oseen", "--out", &at("theory")]).unwrap();
    let text = |path: &str| std::fs::read_to_string(Path::new(&at(path))).unwrap();
    assert!(text("run/summary.json").contains("law `kelvin`"));
    assert!(text("run/case.toml").contains("stiffness = \"1000000 N/m\""));
    assert!(text("run/report.html").contains("kelvin"));
    assert!(text("dry/summary.json").contains("kelvin"));
    assert!(text("theory/summary.json").contains("drag oseen"));
}

/// A spring with a law of its own: no number, an infinite force, damping that drives, or no number from some call on.
#[derive(Debug, Clone)]
struct Bad {
    factor: f64,
    damping: f64,
    calls: usize,
}

impl Parameters for Bad {
    fn normal_keys(&mut self, _: &mut Keys<'_>) {}
}

impl ContactLaw for Bad {
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        Ok(NormalContact::own(BadNormal { bad: self.clone(), mass: pair.effective_mass(), asked: AtomicUsize::new(0) }))
    }
}

#[derive(Debug)]
struct BadNormal {
    bad: Bad,
    mass: f64,
    asked: AtomicUsize,
}

impl NormalLaw for BadNormal {
    fn force(&self, overlap: f64, rate: f64, _: &NormalMemory) -> NormalForce {
        let Bad { mut factor, damping, calls } = self.bad;
        if overlap <= 0.0 {
            return NormalForce::ZERO;
        }
        if self.asked.fetch_add(1, Ordering::Relaxed) >= calls {
            factor = f64::NAN;
        }
        NormalForce::new(factor * 1e6 * overlap, damping * rate, 1e6, damping)
    }

    fn stored_energy(&self, overlap: f64, _: &NormalMemory) -> f64 {
        0.5e6 * overlap.max(0.0).powi(2)
    }

    fn contact_time(&self, _: f64) -> f64 {
        std::f64::consts::PI * (self.mass / 1e6).sqrt()
    }

    fn mass(&self) -> f64 {
        self.mass
    }
}

/// The case of the coarse rebound with this law in place of its own.
fn with(law: Bad) -> Simulation {
    let mut simulation = Simulation::new(coarse_rebound::case(&["run.bounces=1"]).problem).unwrap();
    let pair = simulation.problem.pair().unwrap();
    let NearWall::CutOff { contact, .. } = &mut simulation.setup.wall.normal else { panic!("a film with a cut-off") };
    *contact = law.normal(&pair).unwrap();
    simulation
}

#[test]
fn a_law_that_gives_no_number_ends_the_run_with_the_reason_and_does_not_hang() {
    for factor in [f64::NAN, f64::INFINITY] {
        let mut simulation = with(Bad { factor, damping: 0.0, calls: usize::MAX });
        let failure = loop {
            assert!(simulation.stop().is_none(), "{factor}");
            if let Err(failure) = simulation.advance() {
                break failure;
            }
        };
        let said = failure.to_string();
        assert!(said.contains("contact law") && (said.contains("NaN N") || said.contains("inf N")), "{said}");
    }
}

#[test]
fn a_law_whose_damping_drives_is_told_by_the_energy_that_it_makes() {
    let bounced = |damping: f64| {
        let mut simulation = with(Bad { factor: 1.0, damping, calls: usize::MAX });
        while simulation.stop().is_none() {
            simulation.advance().unwrap();
        }
        let ledger = simulation.state.coupled.ledger;
        (simulation.state.bounces.bounces()[0].restitution_contact.unwrap(), -ledger.contact / ledger.energy_scale())
    };
    let (restitution, made) = bounced(-1.0);
    assert!(restitution > 1.05, "{restitution}");
    assert_eq!(dissipation::made(made).unwrap().name, "law-makes-energy", "{made}");
    let (_, made) = bounced(1.0);
    assert_eq!(dissipation::made(made), None, "{made}");
}

#[test]
fn a_law_that_gives_no_number_ends_the_motion_by_theory_and_dry_with_the_reason() {
    for factor in [f64::NAN, f64::INFINITY] {
        let law = Bad { factor, damping: 0.0, calls: usize::MAX };
        let mut problem = read(&[]).unwrap().problem;
        problem.hydrodynamics = Hydrodynamics::Theory;
        problem.contact = Law::own("bad", law.clone());
        let failure = run(&mut *problem.model().unwrap(), &mut []).unwrap_err();
        assert!(matches!(failure, Failure::Law(_)), "{failure}");
        let impact = Impact::on_plane(problem.pair().unwrap(), law, 0.3, 0.0).unwrap();
        assert!(matches!(impact.run(), Err(ImpactError::Law(_))));
    }
}

#[test]
fn a_run_under_a_law_whose_damping_drives_has_the_warning() {
    for (damping, warned) in [(1.0, false), (-1.0, true)] {
        let mut case = read(&["hydrodynamics=theory"]).unwrap();
        case.problem.contact = Law::own("bad", Bad { factor: 1.0, damping, calls: usize::MAX });
        let remarks = compute(&case, true).unwrap().summary.remarks;
        assert_eq!(remarks.has("law-makes-energy"), warned, "{remarks:?}");
    }
}

/// A law that fails once the motion is over, while the wall's part in the restitution is computed, says nothing of the
/// wall.
#[test]
fn nothing_is_said_of_a_wall_by_a_law_that_failed() {
    let said = |calls: usize| {
        let mut problem = read(&["wall.material=glass"]).unwrap().problem;
        problem.contact = Law::own("bad", Bad { factor: 1.0, damping: 0.3, calls });
        problem.impact_on_wall().map(|impact| (impact.assumed(), impact.in_words()))
    };
    let (whole, words) = said(usize::MAX).unwrap();
    assert!(words.is_some(), "{whole:?}");
    let mut failed = 0;
    for calls in [0, 1, 10, 100, 300, 1000, 2000, 4000, 8000] {
        let (assumed, now) = said(calls).unwrap();
        assert_eq!(assumed, whole, "{calls}");
        assert!(now.is_none() || now == words, "{calls}: {now:?}");
        failed += usize::from(now.is_none());
    }
    assert!(failed > 4, "{failed}");
}
