//! What is left of a run at its end: summary, figures, report.

use super::execute::{SUMMARY, TRAJECTORY};
use super::failure::RunFailure;
use super::figures;
use super::modelled::{assumed, modelled};
use super::simulation::{Simulation, Stop};
use crate::case::Case;
use crate::output::film_strip::FilmStrip;
use crate::output::summary::{Groups, Provenance, Status, Summary};
use crate::output::trajectory::Trajectory;
use crate::report;
use std::path::Path;

/// The groups of a case as its summary has them.
pub(super) fn groups(case: &Case) -> Groups {
    let groups = case.groups();
    Groups {
        reynolds: groups.reynolds,
        stokes: groups.stokes,
        stokes_modified: groups.stokes_modified,
        density_ratio: groups.density_ratio,
    }
}

/// The summary of a run that has ended, the apparent restitutions left out.
pub(super) fn summarise(
    simulation: &Simulation,
    (status, stop_reason): (Status, String),
    wall_s: f64,
    threads: usize,
) -> Summary {
    let case = &simulation.case;
    let state = &simulation.state;
    let ledger = &state.coupled.ledger;
    let film = &state.coupled.wall.film;
    let mut extra = vec![
        ("energy_scale_J", ledger.scale),
        ("energy_driven_J", ledger.driven),
        ("energy_dissipated_viscous_J", ledger.viscous),
        ("energy_dissipated_film_J", ledger.film),
        ("energy_dissipated_contact_J", ledger.contact),
        ("relative_divergence", state.divergence),
        ("terminal_speed_expected_m_s", case.terminal_speed()),
        ("cells_radial", state.liquid.flow.now.u.ncols() as f64),
        ("cells_axial", state.liquid.flow.now.u.nrows() as f64),
        ("constraint_rebuilds", simulation.flow.constraint.rebuilds as f64),
        ("constraint_iterations", simulation.flow.constraint.applications as f64),
    ];
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
    }
    Summary {
        case: case.name.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        status,
        stop_reason,
        groups: groups(case),
        steps: state.coupled.steps,
        cells: simulation.cells() as u64,
        time_s: state.coupled.sphere.time,
        wall_s,
        threads: threads as u64,
        bounces: state.bounces.bounces().to_vec(),
        peak_speed_m_s: state.peak_speed,
        mass_error: state.mass_error,
        energy_error: ledger.relative_error(),
        modelled: modelled(simulation),
        assumed: assumed(case),
        provenance: Provenance::of_case(&case.to_toml()),
        extra: extra.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// Writes figures, report and, as the sign that all is there, the summary. Of a run that failed they are written as far
/// as can be, for its own failure is the one to be told.
pub(super) fn write_results(
    directory: &Path,
    simulation: &Simulation,
    mut summary: Summary,
    strip: Option<&FilmStrip>,
) -> Result<Summary, RunFailure> {
    let case = &simulation.case;
    let path = directory.join(TRAJECTORY);
    let trajectory = if path.exists() { Trajectory::read(&path)? } else { Trajectory::default() };
    let mut bounces = simulation.state.bounces.clone();
    let rests = summary.status == Status::Finished && simulation.stop() == Some(Stop::Rest);
    bounces.add_apparent(&trajectory.moments().collect::<Vec<_>>(), case.sphere.diameter, rests);
    summary.bounces = bounces.bounces().to_vec();
    let drawn = match case.output.plots {
        true => figures::draw_motion(directory, &case.name, &trajectory, case.sphere.diameter, &summary.bounces),
        false => Ok(()),
    };
    let reported = match case.output.report {
        true => report::write(directory, case, &summary, strip),
        false => Ok(()),
    };
    if summary.status == Status::Finished {
        drawn.and(reported)?;
    }
    summary.write(&directory.join(SUMMARY))?;
    Ok(summary)
}
