//! The excess of the grid of a run over the exact, measured on it before the run begins.

use super::build::domain;
use super::failure::Failure;
use crate::flow::immersed::ImmersedFlow;
use crate::liquid::{FilmCounterpart, ImmersedSphere};
use crate::motion::body::Counterpart;
use crate::motion::coupled::CoupledSetup;
use crate::motion::subgrid_film::ResolvedFilm;
use crate::motion::thin_layers;
use crate::problem::Problem;
use crate::problem::scales::smallest_gap;
use crate::quantity::LENGTH;

/// Largest gap of the film over the room beside and above the sphere: below it sides and top change the drag no more.
const FILM_IN_ROOM: f64 = 0.125;
/// Gap over the diameter at which layers of vorticity are measured, where the grid reaches it: far from the wall.
const LAYERS_MEASURED_AT: f64 = 4.0;

/// Measures with `flow` the excess of its grid over the exact: of the film, where there is a wall, and of layers of
/// vorticity.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn measure_grid(problem: &Problem, setup: &mut CoupledSetup, flow: &mut ImmersedFlow) -> Result<(), Failure> {
    let failed = |(gap, cause)| Failure::NoSlip { time: -problem.start.lead(), gap, cause };
    let (sphere, smallest_gap, diameter) = (problem.immersed(), smallest_gap(problem), problem.sphere.diameter);
    let space = domain(problem);
    if problem.surroundings.meets_sphere() {
        return measure_pair(problem, setup, flow, space.largest_gap);
    }
    let (open, highest) = (!problem.surroundings.has_gap(), space.largest_gap);
    if !open {
        let room = (problem.vessel.reach() - problem.sphere.radius()).min(problem.vessel.height - diameter);
        setup.resolved_film = ResolvedFilm::measure(
            flow,
            (&sphere, FilmCounterpart::Wall),
            smallest_gap,
            highest.min(FILM_IN_ROOM * room),
        )
        .map_err(failed)?;
    }
    let gap = if open { flow.resolved_gap(problem.start.gap) } else { highest.min(LAYERS_MEASURED_AT * diameter) };
    log::debug!(
        "the grid's film force is off by {:.2} % at most below a gap of {}; exact force minus this is added",
        100.0 * setup.resolved_film.error(),
        LENGTH.brief(setup.resolved_film.highest())
    );
    setup.layers.normal = thin_layers::measure(flow, &sphere, gap, open).map_err(|cause| failed((gap, cause)))?;
    let lateral = thin_layers::measure_lateral(flow, gap, open).map_err(|cause| failed((gap, cause)))?;
    let Some(mut layers) = lateral else { return Ok(()) };
    if problem.start.spin != [0.0; 3] {
        let start = flow.resolved_gap(if open { problem.start.gap } else { problem.start.first_gap() });
        thin_layers::measure_start(flow, start, &mut layers).map_err(|cause| failed((start, cause)))?;
    }
    let near_wall = match open {
        true => None,
        false => Some(
            thin_layers::measure_rotation(flow, &layers.rotation, smallest_gap, highest.min(diameter))
                .map_err(failed)?,
        ),
    };
    setup.layers.take_in(layers, near_wall);
    Ok(())
}

/// The same between two spheres, or a sphere and its image, whose gap is `largest_gap` \[m\] at most.
fn measure_pair(
    problem: &Problem,
    setup: &mut CoupledSetup,
    flow: &mut ImmersedFlow,
    largest_gap: f64,
) -> Result<(), Failure> {
    let failed = |(gap, cause)| Failure::NoSlip { time: -problem.start.lead(), gap, cause };
    let (film, counterpart) = problem.surroundings.film_of(problem.immersed());
    setup.resolved_film =
        ResolvedFilm::measure(flow, (&film, counterpart), smallest_gap(problem), largest_gap).map_err(failed)?;
    let gap = setup.counterpart.half() * largest_gap.min(LAYERS_MEASURED_AT * problem.sphere.diameter);
    let mut layer = |sphere: &ImmersedSphere, number: usize| {
        thin_layers::measure_one_of(flow, (sphere, number), gap, false).map_err(|cause| failed((gap, cause)))
    };
    setup.layers.normal = layer(&problem.immersed(), 0)?;
    if let (Counterpart::Sphere(second), Some(sphere)) = (&mut setup.counterpart, &problem.surroundings.second()) {
        second.layer = layer(&problem.in_liquid(&sphere.sphere), 1)?;
    }
    Ok(())
}
