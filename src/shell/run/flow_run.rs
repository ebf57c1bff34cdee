//! A run of the flow: its rows, its results, and its checkpoints.

use super::columns::{CAUSES, by_cause};
use super::failure::RunFailure;
use super::modelled::{assumed, modelled};
use super::motion::Motion;
use super::simulation::{Ending, Simulation};
use super::{columns, lateral, quantities as q};
use crate::analysis::bounce_log::BounceLog;
use crate::body::dof::{NORMAL, TWIST};
use crate::motion::body::Body;
use crate::motion::elastic_film::FilmSolver;
use crate::motion::ledger::Ledger;
use crate::numerics::hermite::Moment;
use crate::output::persist::Visit;
use crate::output::summary::Summary;
use crate::output::trajectory::{SECOND_COLUMN, forces};

impl Motion for Simulation {
    fn advance(&mut self) -> Result<bool, RunFailure> {
        match self.stop() {
            Some(_) => self.balanced().map(|()| false),
            None => Self::advance(self).map(|_| true),
        }
    }

    fn moment(&self) -> Moment {
        Self::moment(self)
    }

    fn in_run_up(&self) -> bool {
        Self::in_run_up(self)
    }

    fn ending(&self) -> Option<Ending> {
        self.stop()
    }

    fn columns(&self) -> Vec<String> {
        let [motion, loads] = columns::lateral(self.setup.directions.along.len());
        let own = forces(&CAUSES[..self.shown_forces()]);
        match self.setup.facing.second() {
            None => [motion, own, loads].concat(),
            Some(_) => [vec![SECOND_COLUMN.to_owned()], motion, own, forces(&[SECOND_FORCE]), loads].concat(),
        }
    }

    fn values(&self) -> Vec<f64> {
        let (body, directions) = (&self.state.coupled.body, self.setup.directions.along.len());
        let (motion, loads) = (lateral_motion(body, directions), columns::lateral_loads(&body.loads, directions));
        let second = usize::from(self.setup.facing.second().is_some());
        let faced = &body.faced;
        let [speed, force] = [faced.speeds[0], faced.loads.liquid(NORMAL)];
        [&[speed][..second], &motion, &by_cause(&body.loads, NORMAL)[..self.shown_forces()], &[force][..second], &loads]
            .concat()
    }

    fn steps(&self) -> u64 {
        self.state.coupled.steps
    }

    fn bounces(&self) -> &BounceLog {
        &self.state.bounces
    }

    fn results(&self, summary: Summary) -> Summary {
        let (case, state) = (&self.case, &self.state);
        let ledger = &state.coupled.ledger;
        let film = &state.coupled.wall.normal.film;
        let fastest = self.fastest();
        let reynolds = case.liquid.density * fastest * case.sphere.diameter / case.liquid.viscosity;
        let mut extra = vec![
            q::DIVERGENCE.is(state.divergence),
            q::REYNOLDS_REACHED.is(reynolds),
            q::STOKES_REACHED.is(reynolds * case.sphere.density / case.liquid.density / 9.0),
            q::CELLS_RADIAL.is(state.liquid.flow.now[0].u.ncols() as f64),
            q::CELLS_AXIAL.is(state.liquid.flow.now[0].u.nrows() as f64),
            q::REBUILDS.is(state.liquid.constraints[0].rebuilds as f64),
            q::APPLICATIONS.is(state.liquid.constraints[0].applications as f64),
        ];
        extra.extend(case.binary_stokes().map(|stokes| q::STOKES_BINARY.is(stokes)));
        if !case.release.in_open_liquid() {
            extra.extend(energies(ledger));
            extra.push(q::TERMINAL_SPEED.is(case.terminal_speed()));
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
            extra.extend(case.film.model.heating().map(|_| q::FILM_WARMING.is(film.hottest)));
        }
        Summary {
            cells: self.cells() as u64,
            threads: rayon::current_num_threads() as u64,
            peak_speed_m_s: fastest,
            mass_error: state.mass_error,
            energy_error: if case.release.in_open_liquid() { f64::NAN } else { ledger.relative_error() },
            modelled: modelled(self, case),
            assumed: assumed(case),
            extra: extra.into_iter().collect(),
            ..summary
        }
    }

    fn flow(&self) -> Option<&Simulation> {
        Some(self)
    }

    fn flow_mut(&mut self) -> Option<&mut Simulation> {
        Some(self)
    }
}

/// The name of the liquid's force on a second sphere.
const SECOND_FORCE: &str = "second_liquid";

impl Simulation {
    /// How many of the [`CAUSES`] have columns: the drive has one where the sphere is led.
    fn shown_forces(&self) -> usize {
        CAUSES.len() - usize::from(!self.setup.release.is_prescribed())
    }

    /// Writes the whole state, or takes the one that is read.
    ///
    /// # Errors
    /// The data do not fit.
    pub(super) fn persist(&mut self, to: &mut Visit) -> Result<(), String> {
        self.state.persist(to)?;
        if to.reads() {
            self.film = FilmSolver::default();
        }
        Ok(())
    }
}

/// The motion along the wall in `directions` directions, in the order of its columns. The spin about x is that about −x of the
/// motion along y.
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
