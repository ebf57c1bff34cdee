//! The band of a rebound over inputs of the film that the case does not state.
//!
//! Before the film takes over from the grid, the state of the run is kept as a checkpoint. When the run has ended, it is branched from
//! there: once with everything that is not stated at the end of the weaker rebound, once at that of the stronger, both under the elastic
//! film. A branch is a run: its steps are those of any run from that state, and its own checkpoints bring it back after a kill. The band
//! holds the run itself and both branches.

use super::build;
use super::checkpoint::{self, Companion, Saver};
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::files::{BAND_FOLDERS, CHECKPOINTS};
use super::setup::RunSetup;
use super::simulation::Simulation;
use crate::analysis::bands::FilmBand;
use crate::analysis::restitution::Bounce;
use crate::case::{BandChoice, Case, FilmEnd, Hydrodynamics, OpenInput};
use crate::error::BadParameter;
use crate::film::{FilmAccuracy, FilmImpact, FilmRunError};
use crate::motion::elastic_film::FilmSolver;
use crate::motion::wall::WallLaws;
use crate::output::OutputError;
use std::path::PathBuf;

/// Stokes number above which a band is computed only if it is asked for: the film takes too little there.
const HIGHEST_STOKES: f64 = 200.0;
/// Width of a band over its middle below which nothing is said.
const NOTABLE: f64 = 0.02;
/// Gap over that at which the film takes over, below which the state is kept: a step closes a quarter of the gap at most.
const BEFORE: f64 = 4.0 / 3.0;
/// Cost of a run with its band over that of the run (measured: St 27 and St 152).
const WITH_BAND: f64 = 1.8;
/// Rings across the contact radius of a film that is only compared with itself.
const FEW_RINGS: usize = 16;

/// The ends of a band in the order of [`BAND_FOLDERS`].
const ENDS: [FilmEnd; 2] = [FilmEnd::Low, FilmEnd::High];

/// A run that is to be branched.
pub(super) struct Branches<'a> {
    directory: RunDirectory<'a>,
    open: Vec<OpenInput>,
    walls: [(Case, WallLaws); 2],
    kept: bool,
}

/// The results of the branches.
pub(super) enum Branched {
    /// A band.
    Band(FilmBand),
    /// Nothing worth saying.
    Narrow,
    /// No band, and why.
    Failed(String),
}

impl<'a> Branches<'a> {
    /// Those of a case, if it wants a band and leaves something open.
    ///
    /// # Errors
    /// A parameter that the laws refuse.
    pub fn of(directory: RunDirectory<'a>) -> Result<Option<Self>, BadParameter> {
        let case = directory.case;
        let open = wanted(case);
        if open.is_empty() {
            return Ok(None);
        }
        let [low, high] = ENDS.map(|end| {
            let case = at_end(case, &open, end);
            build::wall(&case).map(|wall| (case, wall))
        });
        let branches = |walls| Self { directory, open, walls, kept: false };
        match (low, high) {
            (Ok(low), Ok(high)) => Ok(Some(branches([low, high]))),
            // A contact law that the elastic film cannot stand for.
            _ => Ok(None),
        }
    }

    fn folder(&self, number: usize) -> PathBuf {
        self.directory.path.join(CHECKPOINTS).join(BAND_FOLDERS[number])
    }

    /// Keeps the state of a run that comes to the film, once.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn watch(&mut self, simulation: &mut Simulation) -> Result<(), OutputError> {
        let body = &simulation.state.coupled.body;
        let takes_over = |(_, wall): &(Case, WallLaws)| {
            wall.normal.elastic().map_or(0.0, |film| film.engagement_gap(body.velocity()))
        };
        let gap = self.walls.iter().map(takes_over).fold(0.0, f64::max);
        if self.kept || body.velocity() >= 0.0 || body.gap > BEFORE * gap {
            return Ok(());
        }
        self.kept = true;
        match checkpoint::headers(&self.folder(0)).is_empty() && simulation.state.bounces.bounces().is_empty() {
            true => checkpoint::write(&self.folder(0), simulation, &Companion::default()),
            false => Ok(()),
        }
    }

    /// Follows the branches of a run that has ended with these `bounces`. The simulation is that of the run again afterwards.
    ///
    /// # Errors
    /// The program was asked to stop, or a file cannot be written.
    pub(super) fn follow(&self, simulation: &mut Simulation, bounces: &[Bounce]) -> Result<Branched, RunFailure> {
        if bounces.is_empty() {
            return Ok(Branched::Narrow);
        }
        if checkpoint::headers(&self.folder(0)).is_empty() {
            return Ok(Branched::Failed("the state before the film took over was not kept".into()));
        }
        let (run, state) = (simulation.run.clone(), simulation.state.clone());
        let mut found = Vec::new();
        for number in [1, 2] {
            let outcome = self.branch(number, simulation, &run);
            (simulation.run, simulation.state, simulation.film) = (run.clone(), state.clone(), FilmSolver::default());
            simulation.case.clone_from(self.directory.case);
            simulation.setup.wall = build::wall(self.directory.case)?;
            match outcome {
                Ok(Some(branch)) => found.push(branch),
                Ok(None) => return Ok(Branched::Narrow),
                Err(stopped @ (RunFailure::Interrupted { .. } | RunFailure::Output(_))) => return Err(stopped),
                Err(failure) => return Ok(Branched::Failed(failure.to_string())),
            }
        }
        let runs: Vec<&[Bounce]> = found.iter().map(|(bounces, _)| &bounces[..]).chain([bounces]).collect();
        let from = self.open.iter().map(OpenInput::in_words).collect();
        let full = self.directory.case.film.band == BandChoice::Full;
        Ok(match FilmBand::of(&runs, from, found.iter().map(|(_, steps)| steps).sum()) {
            None => Branched::Failed("the first rebound does not come within the run: give a later run.time".into()),
            Some(band) if full || band.restitution.relative_width() > NOTABLE => Branched::Band(band),
            Some(_) => Branched::Narrow,
        })
    }

    /// Collisions and steps of a branch; `None` where both ends of the ranges give the same in the film alone.
    fn branch(
        &self,
        number: usize,
        simulation: &mut Simulation,
        run: &RunSetup,
    ) -> Result<Option<(Vec<Bounce>, u64)>, RunFailure> {
        let (case, _) = &self.walls[number - 1];
        checkpoint::read(&self.folder(0), simulation)?;
        let (began, body) = (simulation.state.coupled.steps, simulation.state.coupled.body);
        if case.film.band == BandChoice::Auto && number == 1 && !self.differ(-body.velocity(), body.gap) {
            return Ok(None);
        }
        simulation.setup.wall = build::wall(case)?;
        simulation.run =
            RunSetup { identity: format!("{}, {}", run.identity, BAND_FOLDERS[number]), ..RunSetup::of(case) };
        simulation.case.clone_from(case);
        if case.film.band != BandChoice::Full {
            simulation.case.run.bounces = 1;
        }
        checkpoint::read(&self.folder(number), simulation)?;
        let mut saver = Saver::new(self.folder(number), case.output.checkpoint_interval);
        let ending = loop {
            if let Some(ending) = simulation.stop() {
                break ending;
            }
            saver.save(simulation, Companion::default)?;
            simulation.advance()?;
        };
        checkpoint::write(&self.folder(number), simulation, &Companion::default())?;
        let mut log = simulation.state.bounces.clone();
        log.end(ending.stays());
        Ok(Some((log.bounces().to_vec(), simulation.state.coupled.steps - began)))
    }

    /// Whether the film alone gives notably different rebounds at the two ends, entered at this speed [m/s] and gap \[m\].
    fn differ(&self, speed: f64, gap: f64) -> bool {
        let [low, high] = [0, 1].map(|end| film_alone(&self.walls[end].0, speed, gap));
        // Effects that the film alone cannot show are left to the branches.
        match (low, high) {
            (Ok(low), Ok(high)) => (high - low).abs() > NOTABLE * high.max(low),
            _ => true,
        }
    }
}

/// How many runs of the case a run takes with its band, about.
pub fn runs_of(case: &Case) -> f64 {
    if wanted(case).is_empty() { 1.0 } else { WITH_BAND }
}

/// Inputs of the film that a case with a band leaves open.
fn wanted(case: &Case) -> Vec<OpenInput> {
    if hindrance(case).is_some() { Vec::new() } else { open(case) }
}

/// The case at both ends of the inputs of the film that it leaves open, and these inputs in words; `None` where it gets no band.
pub fn ends(case: &Case) -> Option<([Case; 2], Vec<String>)> {
    let open = wanted(case);
    let ends = ENDS.map(|end| at_end(case, &open, end));
    let known = !open.is_empty() && ends.iter().all(|case| build::wall(case).is_ok());
    known.then(|| (ends, open.iter().map(OpenInput::in_words).collect()))
}

/// Inputs of the film that a case leaves open and that its rebound depends on.
fn open(case: &Case) -> Vec<OpenInput> {
    let far = case.film.band == BandChoice::Auto && case.gap_over_own_stokes() * case.groups().stokes > HIGHEST_STOKES;
    if case.release.in_open_liquid() || case.film.band == BandChoice::Off || far {
        return Vec::new();
    }
    case.open_film_inputs()
}

/// Settings without branches, with their key.
fn hindrance(case: &Case) -> Option<(&'static str, &'static str)> {
    match case.hydrodynamics {
        Hydrodynamics::Resolved => None,
        _ => Some(("hydrodynamics from theory", "hydrodynamics = \"resolved\"")),
    }
}

/// The warning about a rebound without a band although it depends on inputs of the film that the case leaves open.
pub fn left_out(case: &Case) -> Option<String> {
    let open = open(case);
    if open.is_empty() || !case.has_flow() {
        return None;
    }
    let (with, instead) = match hindrance(case) {
        Some((with, key)) => (with, format!("a run with {key} computes it")),
        None if ends(case).is_some() => return None,
        None => {
            ("this contact law", "it takes one that elastic films know: hertz, woo-hertz or musen-hertz".to_owned())
        }
    };
    let inputs: Vec<String> = open.iter().map(OpenInput::in_words).collect();
    Some(format!(
        "how far the rebound depends on what is not stated of the film ({}) is not computed with {with}; {instead}",
        inputs.join("; ")
    ))
}

fn at_end(case: &Case, open: &[OpenInput], end: FilmEnd) -> Case {
    case.with_film_at(open.iter().map(|input| (input, end)))
}

/// Speed out over speed in of the film alone, entered at this speed [m/s] and gap \[m\].
fn film_alone(case: &Case, speed: f64, gap: f64) -> Result<f64, FilmRunError> {
    let Some(film) = build::elastic_film(case)? else { return Ok(f64::NAN) };
    let mass = film.mass + film.added_mass;
    let impact = FilmImpact { mass, speed, gap, exit_gap: gap };
    let accuracy = FilmAccuracy { rings_per_contact: FEW_RINGS, ..film.accuracy };
    Ok(impact.run(&impact.film(film.relaxed(speed)?, accuracy)?)?.restitution)
}

/// Of each input that a case leaves open, by how much the range of the restitution of the film alone would shrink if it were stated,
/// as a share of that range; the largest first. Nothing where the case gets no band.
///
/// # Errors
/// A parameter that the laws refuse, or a film that does not converge.
pub fn worth_stating(case: &Case, speed: f64) -> Result<Vec<(String, f64)>, FilmRunError> {
    let open = wanted(case);
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let gap = 2.0 * ENTRY * case.film_radius();
    let at = |ends: &dyn Fn(usize) -> FilmEnd| {
        let inputs = open.iter().enumerate().map(|(number, input)| (input, ends(number)));
        film_alone(&case.with_film_at(inputs), speed, gap)
    };
    let (low, high) = (at(&|_| FilmEnd::Low)?, at(&|_| FilmEnd::High)?);
    if high - low <= NOTABLE * high {
        return Ok(Vec::new());
    }
    let mut worth = Vec::new();
    for (number, input) in open.iter().enumerate() {
        let without = at(&|other| if other == number { FilmEnd::Low } else { FilmEnd::High })?;
        worth.push((input.in_words(), ((high - without) / (high - low)).clamp(0.0, 1.0)));
    }
    worth.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(worth)
}

/// Gap in diameters of the sphere that makes the same film before a plane at which the film alone is entered, to tell which inputs are worth stating.
const ENTRY: f64 = 0.05;
