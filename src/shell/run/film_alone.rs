//! The film alone: its case, and the files that only it has.
//!
//! `film.csv` has thickness, pressure and energies over time, `profiles.csv` thickness and pressure over the radius at
//! chosen moments.

use super::files::PLOTS;
use crate::case::{Case, Hydrodynamics, Start};
use crate::output::OutputError;
use crate::output::drawing;
use crate::output::table::Table;
use std::path::Path;
use wetbounce_figures::film;
use wetbounce_physics::film::FilmBounce;
use wetbounce_physics::model::{FilmCourse, FilmEntry};

/// The case with an elastic film: its own, or the default one where it has none.
pub(super) fn with_elastic_film(mut case: Case) -> Case {
    case.problem.film.model.deform();
    case
}

/// The case of a film entered at `entry`: with [`execute`](super::execute) it gives the film alone.
pub fn film_case(case: &Case, entry: FilmEntry) -> Case {
    let mut case = with_elastic_film(case.clone());
    case.problem.hydrodynamics = Hydrodynamics::Film;
    case.given.led = None;
    case.problem.start.gap = entry.gap;
    case.problem.start.start =
        Start::Prescribed { speed: entry.speed, free_gap: 0.5 * entry.gap, ramp: 0.0, run_up: 0.0 };
    case
}

/// Writes the tables of a film alone into `directory`.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write_tables(directory: &Path, course: &FilmCourse) -> Result<(), OutputError> {
    history(&course.bounce).write(&directory.join("film.csv"))?;
    profiles(&course.bounce).write(&directory.join("profiles.csv"))
}

/// Draws the figures of a film alone.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn draw(directory: &Path, course: &FilmCourse) -> Result<(), OutputError> {
    let plots = directory.join(PLOTS);
    drawing::write(&film::profiles(&course.bounce, &course.properties), &plots.join("film-profiles.svg"))?;
    drawing::write(&film::history(&course.bounce), &plots.join("film-history.svg"))
}

/// Thickness, pressure and energies over time.
fn history(bounce: &FilmBounce) -> Table {
    let mut table = Table::new([
        "time_s",
        "gap_m",
        "film_min_m",
        "film_centre_m",
        "pressure_max_Pa",
        "cavity_radius_m",
        "force_N",
        "energy_kinetic_J",
        "energy_elastic_J",
        "energy_asperities_J",
        "energy_cavity_J",
        "heat_viscous_J",
        "heat_solid_J",
    ]);
    for s in &bounce.history {
        let film = [s.time, s.gap, s.thinnest, s.central, s.peak_pressure, s.cavity_radius, s.force, s.kinetic];
        let energies = [s.stored.elastic, s.stored.asperities, s.stored.cavity, s.viscous, s.solid];
        table.push_numbers(film.into_iter().chain(energies));
    }
    table
}

/// Thickness and pressure over the radius at chosen moments.
fn profiles(bounce: &FilmBounce) -> Table {
    let mut table = Table::new(["moment", "time_s", "radius_m", "thickness_m", "pressure_Pa", "void_fraction"]);
    for profile in &bounce.profiles {
        let (name, state) = (film::name_of(profile.moment), &profile.state);
        for (i, radius) in bounce.radii.iter().enumerate() {
            let (h, p, void) = (state.thickness[i], state.pressure[i], state.void_fraction[i]);
            let numbers = [state.time, *radius, h, p, void].map(|value| format!("{value:?}"));
            table.push(std::iter::once(name.to_owned()).chain(numbers));
        }
    }
    table
}
