//! What a computed flow leaves at the end of its run.

use super::coefficients;
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::modelled::{assumed, modelled};
use super::quantities as q;
use super::simulation::{Ending, Simulation};
use crate::motion::ledger::Ledger;
use crate::motion::sideways::SidewaysState;
use crate::output::film_strip::FilmStrip;
use crate::output::summary::{Status, Summary};
use crate::output::trajectory::Trajectory;

/// What is said where an apparent restitution was refused.
pub(super) const NO_APPARENT: &str = "no apparent restitution where an impact is so slow that the weight changes the speed by a tenth before the rebound is \
     read (g' D > V_in^2); the restitution of the contact and successive apexes tell more";

/// The summary of a run of the flow, the last apparent restitution, elapsed time and end left out.
pub(super) fn summarise(simulation: &Simulation, directory: RunDirectory) -> Summary {
    let case = directory.case;
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
        steps: state.coupled.steps,
        cells: simulation.cells() as u64,
        time_s: state.coupled.sphere.time,
        bounces: state.bounces.bounces().to_vec(),
        peak_speed_m_s: fastest,
        mass_error: state.mass_error,
        energy_error: if case.release.in_open_liquid() { f64::NAN } else { ledger.relative_error() },
        modelled: modelled(simulation, case),
        assumed: assumed(case),
        extra: extra.into_iter().collect(),
        ..directory.summary()
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

/// Ends the log of collisions and closes the directory.
///
/// # Errors
/// A file that cannot be read or written.
pub(super) fn write_results(
    directory: RunDirectory,
    simulation: &Simulation,
    mut summary: Summary,
    strip: Option<&FilmStrip>,
) -> Result<Summary, RunFailure> {
    let path = directory.trajectory();
    let trajectory = if path.exists() { Trajectory::read(&path)? } else { Trajectory::default() };
    coefficients::add(directory.case, &trajectory, &mut summary);
    let mut bounces = simulation.state.bounces.clone();
    let rests = summary.status == Status::Finished && simulation.stop().is_some_and(Ending::stays);
    bounces.close(rests);
    if bounces.refused() {
        summary.warnings.push(NO_APPARENT.to_owned());
    }
    summary.bounces = bounces.bounces().to_vec();
    directory.close(&trajectory, summary, strip)
}
