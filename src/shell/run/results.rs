//! What a computed flow leaves at the end of its run.

use super::coefficients;
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::modelled::{assumed, modelled};
use super::simulation::{Ending, Simulation};
use crate::motion::ledger::Ledger;
use crate::motion::sideways::SidewaysState;
use crate::output::film_strip::FilmStrip;
use crate::output::summary::{Status, Summary};
use crate::output::trajectory::Trajectory;

/// What is said where an apparent restitution was refused.
pub(super) const NO_APPARENT: &str = "no apparent restitution where an impact is so slow that the weight changes the speed by a tenth before the rebound is \
     read (g' D > V_in^2); the restitution of the contact and successive apexes tell more";

/// The summary of a run of the flow, the last apparent restitution, wall time and end left out.
pub(super) fn summarise(simulation: &Simulation, directory: RunDirectory) -> Summary {
    let case = directory.case;
    let state = &simulation.state;
    let ledger = &state.coupled.ledger;
    let film = &state.coupled.wall.film;
    let fastest = simulation.fastest();
    let reynolds = case.liquid.density * fastest * case.sphere.diameter / case.liquid.viscosity;
    let mut extra = vec![
        ("relative_divergence", state.divergence),
        ("reynolds_reached", reynolds),
        ("stokes_reached", reynolds * case.sphere.density / case.liquid.density / 9.0),
        ("cells_radial", state.liquid.flow.now.u.ncols() as f64),
        ("cells_axial", state.liquid.flow.now.u.nrows() as f64),
        ("constraint_rebuilds", simulation.state.liquid.constraint.rebuilds as f64),
        ("constraint_iterations", simulation.state.liquid.constraint.applications as f64),
    ];
    if !case.release.in_open_liquid() {
        extra.extend(energies(ledger));
        extra.push(("terminal_speed_expected_m_s", case.terminal_speed()));
    }
    extra.extend(simulation.state.liquid.sideways.as_deref().map_or_else(Vec::new, along_the_wall));
    if let Some(thinnest) = film.thinnest {
        extra.extend([
            ("film_thickness_min_m", thinnest),
            ("film_pressure_max_Pa", film.peak_pressure),
            ("film_overlap_max_m", film.deepest_overlap),
            ("film_steps", film.steps as f64),
            ("film_heat_approach_J", film.heat.approach),
            ("film_heat_squeeze_J", film.heat.squeeze),
            ("film_heat_release_J", film.heat.release),
            ("film_heat_retreat_J", film.heat.retreat),
        ]);
        extra.extend(case.film.model.heating().map(|_| ("film_temperature_rise_max_K", film.hottest)));
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
        extra: extra.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        ..directory.summary()
    }
}

/// Where a motion along the wall ends.
fn along_the_wall(state: &SidewaysState) -> Vec<(&'static str, f64)> {
    let motion = &state.motion;
    let mut values = vec![
        ("energy_dissipated_friction_J", motion.surface.lost),
        ("lateral_distance_m", motion.x),
        ("lateral_speed_at_the_end_m_s", motion.velocity),
        ("spin_at_the_end_rad_s", motion.spin),
    ];
    if let Some(across) = &state.across {
        values.extend([
            ("lateral_distance_y_m", across.motion.x),
            ("lateral_speed_y_at_the_end_m_s", across.motion.velocity),
            ("spin_x_at_the_end_rad_s", -across.motion.spin),
            ("spin_z_at_the_end_rad_s", across.twist.spin),
        ]);
    }
    values
}

/// Where the energy went.
fn energies(ledger: &Ledger) -> [(&'static str, f64); 5] {
    [
        ("energy_scale_J", ledger.energy_scale()),
        ("energy_driven_J", ledger.driven),
        ("energy_dissipated_viscous_J", ledger.viscous),
        ("energy_dissipated_film_J", ledger.film),
        ("energy_dissipated_contact_J", ledger.contact),
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
