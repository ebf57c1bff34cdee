//! The computed flow as a model: its rows, its results, and its state.

use super::columns::{CAUSES, SECOND_COLUMN, by_cause, forces};
use super::course::{Course, Ending};
use super::describe::{assumed, modelled};
use super::failure::Failure;
use super::interface::{Description, Model, Row, Sample};
use super::persist::{Refused, Visit};
use super::simulation::Simulation;
use super::{build, columns, lateral, results as q};
use crate::body::dof::{NORMAL, TWIST};
use crate::motion::body::{Body, Counterpart};
use crate::motion::elastic_film::FilmSolver;
use crate::motion::ledger::Ledger;
use crate::problem::Problem;

impl Model for Simulation {
    fn step(&mut self) -> Result<bool, Failure> {
        match self.stop() {
            Some(_) => self.balanced().map(|()| false),
            None => self.advance().map(|_| true),
        }
    }

    fn sample(&self) -> Sample<'_> {
        Sample {
            moment: self.moment(),
            in_run_up: self.in_run_up(),
            steps: self.state.coupled.steps,
            bounces: &self.state.bounces,
            row: self,
            flow: Some(self),
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.stop()
    }

    fn describe(&self) -> Description {
        let (problem, state) = (&self.problem, &self.state);
        let ledger = &state.coupled.ledger;
        let film = &state.coupled.wall.normal.film;
        let fastest = self.fastest();
        let reynolds = problem.immersed().reynolds(fastest);
        let gap = problem.surroundings.has_gap();
        let mut extra = vec![
            q::DIVERGENCE.is(state.divergence),
            q::REYNOLDS_REACHED.is(reynolds),
            q::STOKES_REACHED.is(reynolds * problem.sphere.density / problem.liquid.density / 9.0),
            q::CELLS_RADIAL.is(state.liquid.flow.now[0].u.ncols() as f64),
            q::CELLS_AXIAL.is(state.liquid.flow.now[0].u.nrows() as f64),
            q::REBUILDS.is(state.liquid.constraints[0].rebuilds as f64),
            q::APPLICATIONS.is(state.liquid.constraints[0].applications as f64),
        ];
        extra.extend(problem.binary_stokes().map(|stokes| q::STOKES_BINARY.is(stokes)));
        if gap {
            extra.extend(energies(ledger));
            extra.extend(q::into_wall(problem, ledger.plate));
            extra.push(q::TERMINAL_SPEED.is(problem.terminal_speed()));
        }
        extra.extend(along_the_wall(self));
        if let Some(thinnest) = film.thinnest {
            extra.extend([
                q::FILM_THINNEST.is(thinnest),
                q::FILM_PRESSURE.is(film.peak_pressure),
                q::FILM_OVERLAP.is(film.deepest_overlap),
                q::FILM_STEPS.is(film.steps as f64),
                q::FILM_APPROACH.is(film.heat.approach),
                q::FILM_SQUEEZE.is(film.heat.squeeze),
                q::FILM_RELEASE.is(film.heat.release),
                q::FILM_RETREAT.is(film.heat.retreat),
            ]);
            extra.extend(problem.film.model.heating().map(|_| q::FILM_WARMING.is(film.hottest)));
        }
        let pressure = problem.film_pressure_warning(film.peak_pressure, problem.surroundings.closing_speed(fastest));
        Description {
            groups: problem.groups(),
            cells: self.cells() as u64,
            peak_speed: fastest,
            mass_error: state.mass_error,
            energy_error: if gap { ledger.relative_error() } else { f64::NAN },
            modelled: modelled(self, problem),
            remarks: assumed(problem).into_iter().chain(pressure).collect(),
            results: extra,
            film: None,
        }
    }

    fn persist(&mut self, visit: &mut Visit) -> Result<(), Refused> {
        self.state.persist(visit)?;
        if visit.reads() {
            self.film = FilmSolver::default();
        }
        Ok(())
    }

    fn exchange(&mut self, problem: &Problem) -> Result<(), Refused> {
        self.setup.wall = build::wall(problem)?;
        if let Counterpart::Wall | Counterpart::Plate(_) = self.setup.counterpart {
            self.setup.counterpart = build::counterpart(problem);
        }
        self.run = Course::of(problem);
        self.film = FilmSolver::default();
        self.problem.clone_from(problem);
        Ok(())
    }
}

impl Row for Simulation {
    fn columns(&self) -> Vec<String> {
        let [motion, loads] = columns::lateral(self.setup.directions.along.len());
        let own = forces(&CAUSES[..self.shown_forces()]);
        match self.setup.counterpart.second() {
            None => [motion, own, loads].concat(),
            Some(_) => [vec![SECOND_COLUMN.to_owned()], motion, own, forces(&[SECOND_FORCE]), loads].concat(),
        }
    }

    fn values(&self) -> Vec<f64> {
        let (body, directions) = (&self.state.coupled.body, self.setup.directions.along.len());
        let (motion, loads) = (lateral_motion(body, directions), columns::lateral_loads(&body.loads, directions));
        let second = usize::from(self.setup.counterpart.second().is_some());
        let other = &body.counterpart;
        let [speed, force] = [other.speeds[0], other.loads.liquid(NORMAL)];
        [&[speed][..second], &motion, &by_cause(&body.loads, NORMAL)[..self.shown_forces()], &[force][..second], &loads]
            .concat()
    }
}

/// The name of the liquid's force on a second sphere.
const SECOND_FORCE: &str = "second_liquid";

impl Simulation {
    /// How many of the [`CAUSES`] have columns: the drive has one where the sphere is led.
    fn shown_forces(&self) -> usize {
        CAUSES.len() - usize::from(!self.setup.release.is_prescribed())
    }
}

/// The motion along the wall in `directions` directions, in the order of its columns. The spin about x is that about −x
/// of the motion along y.
fn lateral_motion(body: &Body, directions: usize) -> Vec<f64> {
    let [x, y] = [0, 1].map(|k| body.along(k));
    match directions {
        0 => Vec::new(),
        1 => vec![x.x, x.velocity, x.spin],
        _ => vec![x.x, x.velocity, x.spin, y.x, y.velocity, -y.spin, body.speeds[TWIST]],
    }
}

/// Where a motion along the wall ends.
fn along_the_wall(simulation: &Simulation) -> Vec<(String, f64)> {
    let Some(x) = simulation.lateral_motion() else { return Vec::new() };
    let coupled = &simulation.state.coupled;
    let mut values = lateral::ended(&x, coupled.wall.friction.lost).to_vec();
    if simulation.setup.directions.along.len() > 1 {
        let y = coupled.body.along(1);
        values.extend([
            q::LATERAL_DISTANCE_Y.is(y.x),
            q::LATERAL_END_Y.is(y.velocity),
            q::SPIN_X_END.is(-y.spin),
            q::SPIN_Z_END.is(coupled.body.speeds[TWIST]),
        ]);
    }
    values
}

/// Where the energy went.
fn energies(ledger: &Ledger) -> [(String, f64); 5] {
    [
        q::ENERGY_SCALE.is(ledger.energy_scale()),
        q::DRIVEN.is(ledger.driven),
        q::VISCOUS.is(ledger.viscous),
        q::IN_FILM.is(ledger.film),
        q::IN_CONTACT.is(ledger.contact),
    ]
}
