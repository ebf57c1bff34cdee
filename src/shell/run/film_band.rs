//! The band of a rebound over inputs of the film that the case does not state.
//!
//! Before the film takes over from the grid, the state of the run is kept as a checkpoint. When the run has ended, it
//! is branched from there: once with everything that is not stated at the end of the weaker rebound, once at that of
//! the stronger, both under the elastic film. A branch is a run: its steps are those of any run from that state, and
//! its own checkpoints bring it back after a kill. The band holds the run itself and both branches. A run in memory
//! keeps that state in memory.

use super::checkpoint::{self, Checkpoints, Saver, StateInMemory};
use super::failure::RunFailure;
use super::files::{BAND_FOLDERS, CHECKPOINTS};
use super::observers::progress::ProgressLine;
use crate::case::{BandChoice, Case, FilmEnd, Hydrodynamics, OpenInput};
use std::f64::consts::PI;
use std::ops::ControlFlow;
use std::path::Path;
use wetbounce_physics::contact::ContactLaw;
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::film::{FilmAccuracy, FilmImpact, FilmRunError};
use wetbounce_physics::model::{Bounce, Failure, Model, Observer, build, run};
use wetbounce_physics::motion::wall::WallLaws;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::problem::Problem;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;
use wetbounce_records::comparison::bands::FilmBand;

/// Stokes number above which a band is computed only if it is asked for: the film takes too little there.
const HIGHEST_STOKES: f64 = 200.0;
/// Width of a band over its middle below which nothing is said.
const NOTABLE: f64 = 0.02;
/// Gap over that at which the film takes over, below which the state is kept: a step closes a quarter of the gap at
/// most.
const BEFORE: f64 = 4.0 / 3.0;
/// Cost of a run with its band over that of the run (measured: St 27 and St 152).
const WITH_BAND: f64 = 1.8;
/// Rings across the contact radius of a film that is only compared with itself.
const FEW_RINGS: usize = 16;

/// The ends of a band in the order of [`BAND_FOLDERS`].
const ENDS: [FilmEnd; 2] = [FilmEnd::Low, FilmEnd::High];

/// A run that is to be branched: an observer that keeps the state in which the sphere comes to the film.
pub(super) struct Branches<'a> {
    case: &'a Case,
    /// The run directory; none of a run in memory.
    directory: Option<&'a Path>,
    /// The share of the gap that is the sphere's own.
    own_share: f64,
    open: Vec<OpenInput>,
    walls: [(Case, WallLaws); 2],
    kept: bool,
    /// The state before the film takes over, of a run in memory.
    before: Option<StateInMemory>,
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
    /// Those of a case that is run into a `directory`, or in memory, if it wants a band and leaves something open.
    ///
    /// # Errors
    /// A parameter that the laws refuse.
    pub fn of(case: &'a Case, directory: Option<&'a Path>) -> Result<Option<Self>, BadParameter> {
        let open = wanted(case);
        if open.is_empty() {
            return Ok(None);
        }
        let [low, high] = ENDS.map(|end| {
            let case = at_end(case, &open, end);
            build::wall(&case.problem).map(|wall| (case, wall))
        });
        let own_share = case.problem.surroundings.own_share();
        let branches = |walls| Self { case, directory, own_share, open, walls, kept: false, before: None };
        match (low, high) {
            (Ok(low), Ok(high)) => Ok(Some(branches([low, high]))),
            // A contact law that the elastic film cannot stand for.
            _ => Ok(None),
        }
    }

    /// The checkpoints of the state before the film takes over (0), and of the branches (1, 2); none of a run in
    /// memory.
    fn checkpoints(&self, number: usize) -> Option<Checkpoints> {
        let name = BAND_FOLDERS[number];
        let identity = match number {
            0 => checkpoint::identity(self.case),
            _ => format!("{}, {name}", checkpoint::identity(self.case)),
        };
        self.directory.map(|path| Checkpoints { folder: path.join(CHECKPOINTS).join(name), identity })
    }

    /// Whether the state before the film takes over is there.
    fn has_state(&self) -> bool {
        self.checkpoints(0)
            .map_or(self.before.is_some(), |checkpoints| !checkpoint::headers(&checkpoints.folder).is_empty())
    }

    /// Puts the model into the state before the film takes over.
    fn recall(&self, model: &mut dyn Model) -> Result<(), RunFailure> {
        match (self.checkpoints(0), &self.before) {
            (Some(checkpoints), _) => checkpoints.read(model, &mut []).map(drop).map_err(RunFailure::from),
            (None, Some(state)) => state.put_into(model),
            (None, None) => Ok(()),
        }
    }

    /// Keeps the state of a run that comes to the film, once.
    fn watch(&mut self, model: &mut dyn Model) -> Result<(), RunFailure> {
        let sample = model.sample();
        if self.kept || sample.in_run_up || model.ending().is_some() || sample.moment.velocity >= 0.0 {
            return Ok(());
        }
        let (own_gap, velocity) = (sample.moment.gap / self.own_share, sample.moment.velocity / self.own_share);
        let takes_over =
            |(_, wall): &(Case, WallLaws)| wall.normal.elastic().map_or(0.0, |film| film.engagement_gap(velocity));
        if own_gap > BEFORE * self.walls.iter().map(takes_over).fold(0.0, f64::max) {
            return Ok(());
        }
        self.kept = true;
        if !self.has_state() && sample.bounces.bounces().is_empty() {
            match self.checkpoints(0) {
                Some(checkpoints) => checkpoints.write(model, &mut [])?,
                None => self.before = Some(StateInMemory::of(model)?),
            }
        }
        Ok(())
    }

    /// Follows the branches of a run that has ended with these `bounces`. The model is then that of the last branch.
    ///
    /// # Errors
    /// The program was asked to stop, or a file cannot be written.
    pub(super) fn follow(
        &self,
        model: &mut dyn Model,
        bounces: &[Bounce],
        progress: &mut ProgressLine,
    ) -> Result<Branched, RunFailure> {
        if bounces.is_empty() {
            return Ok(Branched::Narrow);
        }
        if !self.has_state() {
            return Ok(Branched::Failed("the state before the film took over was not kept".into()));
        }
        let mut found = Vec::new();
        for number in [1, 2] {
            match self.branch(number, model, progress) {
                Ok(Some(branch)) => found.push(branch),
                Ok(None) => return Ok(Branched::Narrow),
                Err(stopped @ (RunFailure::Interrupted { .. } | RunFailure::Output(_))) => return Err(stopped),
                Err(failure) => return Ok(Branched::Failed(failure.to_string())),
            }
        }
        let runs: Vec<&[Bounce]> = found.iter().map(|(bounces, _)| &bounces[..]).chain([bounces]).collect();
        let from = self.open.iter().map(OpenInput::in_words).collect();
        let full = self.case.run.band == BandChoice::Full;
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
        model: &mut dyn Model,
        progress: &mut ProgressLine,
    ) -> Result<Option<(Vec<Bounce>, u64)>, RunFailure> {
        let (case, _) = &self.walls[number - 1];
        self.recall(model)?;
        let (began, before) = (model.sample().steps, model.sample().moment);
        let alone = || self.differ(-before.velocity / self.own_share, before.gap / self.own_share);
        if case.run.band == BandChoice::Auto && number == 1 && !alone() {
            return Ok(None);
        }
        let mut problem = case.problem.clone();
        if case.run.band != BandChoice::Full {
            problem.until.bounces = 1;
        }
        model.exchange(&problem).map_err(Failure::State)?;
        let by_keys = case.problem.contact.is_given_by_keys();
        progress.branch(number);
        let list: &mut [&mut dyn Observer] = &mut [progress];
        let mut saver = Saver::new(self.checkpoints(number).filter(|_| by_keys), case.output.checkpoint_interval, list);
        saver.resume(model)?;
        let ending = run(model, &mut [&mut saver])?;
        let mut log = model.sample().bounces.clone();
        log.end(ending.stays());
        Ok(Some((log.bounces().to_vec(), model.sample().steps - began)))
    }

    /// Whether the film alone gives notably different rebounds at the two ends and, where the film of the run ends at a
    /// cut-off, under that, entered at this speed [m/s] and gap \[m\].
    fn differ(&self, speed: f64, gap: f64) -> bool {
        let ends = [0, 1].map(|end| &self.walls[end].0.problem);
        let [low, high] = ends.map(|end| film_alone(end, speed, gap));
        let own = cutoff_alone(&self.case.problem, ends[0], speed, gap);
        // Effects that the film alone cannot show are left to the branches.
        let (Ok(low), Ok(high), Ok(own)) = (low, high, own) else { return true };
        let (least, most) = extent([low, high].into_iter().chain(own.into_iter().flatten()));
        most - least > NOTABLE * most
    }
}

impl Observer for Branches<'_> {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        Ok(self.watch(model)?)
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        self.watch(model)?;
        Ok(ControlFlow::Continue(()))
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

/// The case at both ends of the inputs of the film that it leaves open, and these inputs in words; `None` where it gets
/// no band.
pub fn ends(case: &Case) -> Option<([Case; 2], Vec<String>)> {
    let open = wanted(case);
    let ends = ENDS.map(|end| at_end(case, &open, end));
    let known = !open.is_empty() && ends.iter().all(|case| build::wall(&case.problem).is_ok());
    known.then(|| (ends, open.iter().map(OpenInput::in_words).collect()))
}

/// Inputs of the film that a case leaves open and that its rebound depends on.
fn open(case: &Case) -> Vec<OpenInput> {
    let far = case.run.band == BandChoice::Auto
        && case.problem.gap_over_own_stokes() * case.problem.groups().stokes > HIGHEST_STOKES;
    if !case.problem.surroundings.has_gap() || case.run.band == BandChoice::Off || far {
        return Vec::new();
    }
    case.open_film_inputs()
}

/// Settings without branches, with their key.
fn hindrance(case: &Case) -> Option<(&'static str, &'static str)> {
    match case.problem.hydrodynamics {
        Hydrodynamics::Resolved => None,
        _ => Some(("hydrodynamics from theory", "hydrodynamics = \"resolved\"")),
    }
}

/// The warning about a rebound without a band although it depends on inputs of the film that the case leaves open.
pub fn left_out(case: &Case) -> Option<Remark> {
    let open = open(case);
    if open.is_empty() || !case.problem.hydrodynamics.computes_flow() {
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
    Some(remark!(
        Warning,
        "no-band",
        "the range of the rebound over inputs of the film that are not given ({}) is not computed with {with}; {instead}",
        inputs.join("; ")
    ))
}

fn at_end(case: &Case, open: &[OpenInput], end: FilmEnd) -> Case {
    case.with_film_at(open.iter().map(|input| (input, end)))
}

/// Speed out over speed in of the film alone, entered at this speed [m/s] and gap \[m\].
fn film_alone(problem: &Problem, speed: f64, gap: f64) -> Result<f64, FilmRunError> {
    let Some(film) = build::elastic_film(problem)? else { return Ok(f64::NAN) };
    let mass = film.mass + film.added_mass;
    let impact = FilmImpact { mass, speed, gap, exit_gap: gap };
    let accuracy = FilmAccuracy { rings_per_contact: FEW_RINGS, ..film.accuracy };
    Ok(impact.run(&impact.film(film.relaxed(speed)?, accuracy)?)?.restitution)
}

/// Speeds out over the speed in of the rigid film alone of a problem that ends at a cut-off `h_c`, entered at this
/// speed [m/s] and gap \[m\]: each way through it changes the speed by `6πμa²/m ln(gap/h_c)`. Without suction on the
/// way out, and with all of it; `None` where the film has no cut-off. `elastic` is the problem with an elastic film,
/// for the mass that moves.
fn cutoff_alone(problem: &Problem, elastic: &Problem, speed: f64, gap: f64) -> Result<Option<[f64; 2]>, FilmRunError> {
    let (Some(cutoff), Some(film)) = (problem.film_cutoff()?, build::elastic_film(elastic)?) else { return Ok(None) };
    let loss = 6.0 * PI * problem.liquid.viscosity * problem.film_radius().powi(2) / (film.mass + film.added_mass);
    let loss = loss * (gap / cutoff.length(&problem.immersed(), speed)).ln().max(0.0);
    let out = problem.dry_restitution().unwrap_or(1.0) * (speed - loss).max(0.0);
    Ok(Some([out, out - loss].map(|out| out.max(0.0) / speed)))
}

/// Of each input that a case leaves open, by how much the range of the restitution of the film alone would shrink if it
/// were stated, as a share of that range; the largest first. Nothing where the case gets no band.
///
/// # Errors
/// A parameter that the laws refuse, or a film that does not converge.
pub fn worth_stating(case: &Case, speed: f64) -> Result<Vec<(String, f64)>, FilmRunError> {
    let open = wanted(case);
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let gap = 2.0 * ENTRY * case.problem.film_radius();
    let at = |ends: &dyn Fn(usize) -> FilmEnd| {
        let inputs = open.iter().enumerate().map(|(number, input)| (input, ends(number)));
        film_alone(&case.with_film_at(inputs).problem, speed, gap)
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

/// Gap in diameters of the sphere that makes the same film before a plane at which the film alone is entered, to tell
/// which inputs are worth stating.
const ENTRY: f64 = 0.05;
