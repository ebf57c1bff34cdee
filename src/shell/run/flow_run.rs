//! A run of the flow: what its rows hold, what it leaves, and how checkpoints keep it.

use super::failure::RunFailure;
use super::modelled::{assumed, modelled};
use super::motion::{Motion, Persist};
use super::quantities as q;
use super::simulation::{Ending, FORCES, Simulation};
use crate::analysis::bounce_log::BounceLog;
use crate::motion::elastic_film::FilmSolver;
use crate::motion::ledger::Ledger;
use crate::motion::sideways::SidewaysState;
use crate::motion::tangential_wall::{ALL_LATERAL_FORCES, ALL_TORQUES, LATERAL_FORCES, TORQUES};
use crate::numerics::hermite::Moment;
use crate::output::persist::Visit;
use crate::output::summary::Summary;
use crate::output::trajectory::{Columns, LateralLoadColumns};

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

    fn columns(&self) -> Columns<'static> {
        let sideways = self.state.liquid.sideways.as_deref();
        let forces = if self.setup.release.is_prescribed() { &FORCES[..] } else { &FORCES[..FORCES.len() - 1] };
        Columns { forces, lateral: sideways.map(lateral_columns) }
    }

    fn values(&self) -> Vec<f64> {
        let sideways = self.state.liquid.sideways.as_deref();
        let [motion, loads] = [lateral_motion, lateral_loads].map(|of| sideways.map_or_else(Vec::new, of));
        let shown = Motion::columns(self).forces.len();
        [&motion, &self.forces[..shown], &loads].concat()
    }

    fn steps(&self) -> u64 {
        self.state.coupled.steps
    }

    fn bounces(&self) -> &BounceLog {
        &self.state.bounces
    }

    fn results(&self, summary: Summary) -> Summary {
        results(self, summary)
    }

    fn kept(&mut self) -> Option<&mut dyn Persist> {
        Some(self)
    }

    fn flow(&self) -> Option<&Simulation> {
        Some(self)
    }

    fn flow_mut(&mut self) -> Option<&mut Simulation> {
        Some(self)
    }
}

impl Persist for Simulation {
    fn identity(&self) -> &str {
        &self.run.identity
    }

    fn persist(&mut self, to: &mut Visit) -> Result<(), String> {
        to.value("forces", &mut self.forces)?;
        self.state.persist(to)?;
        if to.reads() {
            self.film = FilmSolver::default();
        }
        Ok(())
    }
}

fn lateral_columns(state: &SidewaysState) -> LateralLoadColumns<'static> {
    match state.across {
        None => LateralLoadColumns { forces: &LATERAL_FORCES, torques: &TORQUES, across: false },
        Some(_) => LateralLoadColumns { forces: &ALL_LATERAL_FORCES, torques: &ALL_TORQUES, across: true },
    }
}

/// The motion along the wall, in the order of its columns. The spin about x is that about −x of the motion along y.
fn lateral_motion(state: &SidewaysState) -> Vec<f64> {
    let mut values = vec![state.motion.x, state.motion.velocity, state.motion.spin];
    if let Some(across) = &state.across {
        let along_y = &across.motion;
        values.extend([along_y.x, along_y.velocity, -along_y.spin, across.twist.spin]);
    }
    values
}

/// Lateral forces \[N\] and torques [N m], in the order of their columns.
fn lateral_loads(state: &SidewaysState) -> Vec<f64> {
    let (mut forces, mut torques) = (state.motion.loads.forces().to_vec(), state.motion.loads.torques().to_vec());
    if let Some(across) = &state.across {
        forces.extend(across.motion.loads.forces());
        torques.extend(across.motion.loads.torques().map(|torque| -torque));
        torques.extend([across.twist.liquid, across.twist.contact, across.twist.drive]);
    }
    [forces, torques].concat()
}

/// What a flow alone has to tell.
fn results(simulation: &Simulation, summary: Summary) -> Summary {
    let case = &simulation.case;
    let state = &simulation.state;
    let ledger = &state.coupled.ledger;
    let film = &state.coupled.wall.film;
    let fastest = simulation.fastest();
    let reynolds = case.liquid.density * fastest * case.sphere.diameter / case.liquid.viscosity;
    let mut extra = vec![
        q::DIVERGENCE.is(state.divergence),
        q::REYNOLDS_REACHED.is(reynolds),
        q::STOKES_REACHED.is(reynolds * case.sphere.density / case.liquid.density / 9.0),
        q::CELLS_RADIAL.is(state.liquid.flow.now.u.ncols() as f64),
        q::CELLS_AXIAL.is(state.liquid.flow.now.u.nrows() as f64),
        q::REBUILDS.is(simulation.state.liquid.constraint.rebuilds as f64),
        q::APPLICATIONS.is(simulation.state.liquid.constraint.applications as f64),
    ];
    if !case.release.in_open_liquid() {
        extra.extend(energies(ledger));
        extra.push(q::TERMINAL_SPEED.is(case.terminal_speed()));
    }
    extra.extend(simulation.state.liquid.sideways.as_deref().map_or_else(Vec::new, along_the_wall));
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
        cells: simulation.cells() as u64,
        threads: rayon::current_num_threads() as u64,
        peak_speed_m_s: fastest,
        mass_error: state.mass_error,
        energy_error: if case.release.in_open_liquid() { f64::NAN } else { ledger.relative_error() },
        modelled: modelled(simulation, case),
        assumed: assumed(case),
        extra: extra.into_iter().collect(),
        ..summary
    }
}

/// Where a motion along the wall ends.
fn along_the_wall(state: &SidewaysState) -> Vec<(String, f64)> {
    let motion = &state.motion;
    let mut values = vec![
        q::FRICTION.is(motion.surface.lost),
        q::LATERAL_DISTANCE.is(motion.x),
        q::LATERAL_END.is(motion.velocity),
        q::SPIN_END.is(motion.spin),
    ];
    if let Some(across) = &state.across {
        values.extend([
            q::LATERAL_DISTANCE_Y.is(across.motion.x),
            q::LATERAL_END_Y.is(across.motion.velocity),
            q::SPIN_X_END.is(-across.motion.spin),
            q::SPIN_Z_END.is(across.twist.spin),
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
