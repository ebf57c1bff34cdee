//! From a case to the solver's set-up.

use super::domain::Domain;
use super::{lateral, open_liquid};
use crate::body::recoil::Recoil;
use crate::body::release::{Release, Start};
use crate::contact::SurfaceContact;
use crate::error::BadParameter;
use crate::film::FilmProperties;
use crate::flow::immersed::ImmersedFlow;
use crate::flow::setup::MarkerSpec;
use crate::grid::AxialMap;
use crate::keys::Word;
use crate::liquid::{CutoffLaw, FilmCutoff, HistoryMemory, LiquidLaws};
use crate::motion::blend::BlendedTheory;
use crate::motion::body::{Counterpart, SecondSphere};
use crate::motion::coupled::CoupledSetup;
use crate::motion::elastic_film::ElasticFilm;
use crate::motion::forces::SphereInertia;
use crate::motion::layers::BodyLayers;
use crate::motion::near_wall::NearWall;
use crate::motion::subgrid_film::ResolvedFilm;
use crate::motion::theory::Theory;
use crate::motion::unresolved_layer::UnresolvedLayer;
use crate::motion::wall::{ShearedFilm, TangentialWall, WallLaws};
use crate::problem::scales::{reference_speed, smallest_gap, step_limits};
use crate::problem::{Floor, Hydrodynamics, Problem, ROOM_ABOVE, Sphere};
use crate::quantity::LENGTH;

/// Least gap that the grid around two spheres follows, in diameters of the wider one: up to there its film is measured.
const HIGHEST_BETWEEN: f64 = 2.0;
/// Two spheres that approach each other more slowly than this share of their speed are never let go.
const STANDING: f64 = 1e-9;
/// Highest gap that the grid follows over the highest that the sphere can reach.
const GAP_MARGIN: f64 = 1.02;
/// Residual slip of the markers, as a share of the speed of the problem.
const SLIP: f64 = 1e-9;
/// The same in open liquid with azimuthal modes, whose own residual it is.
const SLIP_IN_SPACE: f64 = 1e-6;
/// Cells that the kernel needs beside the sphere.
const CELLS_BESIDE: f64 = 4.0;

/// The liquid around the sphere and what it meets.
pub fn domain(problem: &Problem) -> Domain {
    let (vessel, around) = (&problem.vessel, &problem.surroundings);
    let height = vessel.height;
    let diameters = problem.diameters().map_or_else(|| vec![problem.sphere.diameter], Vec::from);
    let floor = around.floor();
    let (largest_gap, heights) = if floor == Floor::Surface {
        (reachable_gap(problem).max(2.0 * smallest_gap(problem).0), vec![height])
    } else {
        let start = first_gap_between(problem);
        let beyond = 0.5 * diameters.iter().fold(height - start, |left, diameter| left - diameter);
        let beside = diameters.iter().map(|diameter| 0.5 * start + diameter + beyond).collect();
        let widest = diameters.iter().copied().fold(0.0, f64::max);
        let heights = if floor.sides() == 1 { vec![height] } else { beside };
        (GAP_MARGIN * start.max(HIGHEST_BETWEEN * widest), heights)
    };
    Domain {
        floor,
        diameters,
        largest_gap,
        radius: vessel.reach(),
        fine: vessel.radius,
        heights,
        ends: around.ends(vessel),
        side_no_slip: around.side_no_slip(vessel),
        kinematic_viscosity: problem.liquid.kinematic_viscosity(),
        tolerance: SLIP * reference_speed(problem),
    }
}

/// The gap between two spheres, or one and its image, at the start of their motion, the run-up included \[m\].
fn first_gap_between(problem: &Problem) -> f64 {
    counterpart(problem).led_gap(problem.start.gap, problem.start.first_gap())
}

/// The largest gap that the grid can follow \[m\]: between sphere and wall, or mirror, or between two spheres.
pub fn largest_gap(domain: &Domain) -> f64 {
    domain.largest_gap * if domain.floor == Floor::Symmetry { 0.5 } else { 1.0 }
}

/// The body that the sphere faces; layers of vorticity are not known yet.
pub fn counterpart(problem: &Problem) -> Counterpart {
    if !problem.surroundings.has_gap() {
        return Counterpart::Open;
    }
    if problem.surroundings.is_halved() {
        return Counterpart::Image;
    }
    let Some(second) = problem.surroundings.second() else {
        let recoil = recoil(problem);
        return if recoil.is_none() { Counterpart::Wall } else { Counterpart::Plate(recoil) };
    };
    let lead = match problem.start.start.speed() {
        Some(speed) => second.velocity / speed,
        None => 0.0,
    };
    let inertia = inertia(problem, &second.sphere);
    Counterpart::Sphere(SecondSphere { inertia, layer: UnresolvedLayer::none(), free: !second.fixed, lead })
}

/// How the wall of a problem recedes.
fn recoil(problem: &Problem) -> Recoil {
    problem.recoil(inertia(problem, &problem.sphere).submerged_weight)
}

/// The start of the motion along the normal. Two spheres that are led towards each other are free when their gap is
/// that of the problem.
fn release(problem: &Problem, counterpart: &Counterpart) -> Release {
    let mut release = problem.start.along_normal();
    if let (Counterpart::Sphere(second), Start::Prescribed { free_gap, .. }) = (counterpart, &mut release.start) {
        let closing = (1.0 + second.lead).max(STANDING);
        *free_gap = release.gap - (release.gap - *free_gap) / closing;
    }
    release
}

/// The highest gap that the sphere can reach: that of its start, or, where its approach is prescribed, the height to
/// which the energy that it has where it is let go would lift it; at most a quarter diameter below the top. A sphere
/// that is not drawn to the wall, or is led by a table, can go as far as that.
fn reachable_gap(problem: &Problem) -> f64 {
    let (start, highest) = (problem.start.first_gap(), problem.highest_gap());
    let draw = inertia(problem, &problem.sphere).free_acceleration();
    let led_anywhere = matches!(problem.start.start, Start::Table { .. });
    if led_anywhere || !problem.comes_to_the_wall() || draw <= 0.0 {
        return highest;
    }
    let rise = problem.start.free_gap() + problem.start.start.speed().map_or(0.0, |speed| 0.5 * speed * speed / draw);
    (GAP_MARGIN * start.max(rise)).min(highest.max(GAP_MARGIN * start))
}

/// The needs of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Radial cells.
    pub nr: usize,
    /// Axial cells.
    pub nz: usize,
    /// Memory of fields, factors, eigenbasis and scratch \[bytes\].
    pub memory: f64,
}

/// Arrays of the size of the grid that the solver keeps.
const GRID_ARRAYS: f64 = 34.0;
/// The same for every azimuthal mode of a family.
const MODE_ARRAYS: f64 = 38.0;
/// The most memory a run may ask for \[bytes\].
const MEMORY_LIMIT: f64 = 16e9;

/// The size of a case's grid, found without allocating it.
///
/// # Errors
/// A grid too large to be meant, or a container too narrow for the kernel around the sphere.
pub fn size(problem: &Problem) -> Result<Size, BadParameter> {
    let space = domain(problem);
    let cell = problem.sphere.diameter / f64::from(problem.resolution.cells_per_diameter);
    let clearance = problem.vessel.radius - problem.sphere.radius();
    if clearance < CELLS_BESIDE * cell {
        return Err(BadParameter::new(
            "container.radius",
            LENGTH.brief(problem.vessel.radius),
            format!(
                "must leave 4 cells ({}) beside the sphere, or raise resolution.cells_per_diameter",
                LENGTH.brief(CELLS_BESIDE * cell)
            ),
        ));
    }
    let open = !problem.surroundings.has_gap();
    if !open && !problem.surroundings.meets_sphere() && problem.highest_gap() < 2.0 * smallest_gap(problem).0 {
        return Err(BadParameter::new(
            "container.height",
            format!("{} m", problem.vessel.height),
            "must leave room for the sphere and a quarter diameter above it",
        ));
    }
    if problem.surroundings.meets_sphere() {
        let second = problem.surroundings.second().map_or(0.0, |second| second.sphere.diameter);
        let room = largest_gap(&space) + ROOM_ABOVE * (problem.sphere.diameter + second);
        if problem.vessel.height < room {
            return Err(BadParameter::new(
                "container.height",
                format!("{} m", problem.vessel.height),
                format!(
                    "must leave room for the spheres, the gap between them at the start of the run-up, or two diameters of the wider one if that is more (half of \
                     it before a mirror), and a quarter diameter beyond: {room:.3} m; raise it, or lower release.run_up"
                ),
            ));
        }
    }
    let (nr, nz) = match open {
        true => open_liquid::Grids::of(problem, &space).cells(),
        false => space.cells(&problem.resolution),
    };
    let modes = f64::from(problem.resolution.azimuthal_modes);
    let arrays = GRID_ARRAYS + MODE_ARRAYS * problem.resolution.parts();
    let memory = 8.0 * (arrays * nr as f64 * nz as f64 + (6.0 + 14.0 * modes) * (nr as f64).powi(2));
    if memory > MEMORY_LIMIT || nr > 5000 {
        return Err(BadParameter::new(
            "resolution.cells_per_diameter",
            problem.resolution.cells_per_diameter,
            format!("asks for {nr} × {nz} cells and {:.1} GB; lower it, or raise the growth factors", memory / 1e9),
        ));
    }
    Ok(Size { nr, nz, memory })
}

/// The markers of mode 0.
pub fn markers(problem: &Problem) -> MarkerSpec {
    if !problem.surroundings.has_gap() {
        return open_liquid::markers(problem);
    }
    MarkerSpec::standard(problem.sphere.diameter / f64::from(problem.resolution.cells_per_diameter))
}

/// The flow solver of a problem.
///
/// # Errors
/// As [`size`].
pub fn flow(problem: &Problem) -> Result<ImmersedFlow, BadParameter> {
    size(problem)?;
    let (space, markers) = (domain(problem), markers(problem));
    let mut setup = space.setup(&problem.resolution);
    setup.azimuthal = lateral::modes(problem, markers, reference_speed(problem));
    if problem.surroundings.has_gap() {
        return Ok(ImmersedFlow::new(setup, space.map(&problem.resolution)));
    }
    let open_liquid::Grids { radial, axial, gap } = open_liquid::Grids::of(problem, &space);
    let map = AxialMap::standing(axial, gap);
    (setup.radial, setup.spheres[0].markers) = (radial, markers);
    if setup.azimuthal.is_none() {
        return Ok(ImmersedFlow::new(setup, map));
    }
    setup.tolerance = SLIP_IN_SPACE * reference_speed(problem);
    let damping = open_liquid::damping(problem, &map.grid(problem.start.gap));
    let mut flow = ImmersedFlow::new(setup, map);
    flow.damp(damping);
    Ok(flow)
}

/// Laws of film and contact along the normal, and along the wall where the flow has azimuthal modes.
///
/// # Errors
/// A parameter that the laws do not accept.
pub fn wall(problem: &Problem) -> Result<WallLaws, BadParameter> {
    let tangential = (!problem.resolution.is_axisymmetric()).then(|| tangential_wall(problem)).transpose()?;
    Ok(WallLaws { normal: near_wall(problem)?, tangential })
}

/// Friction, and the sheared film with the cut-off of the normal one. An elastic film, once engaged, has a shear of its
/// own.
///
/// # Errors
/// A parameter that the laws do not accept.
pub fn tangential_wall(problem: &Problem) -> Result<TangentialWall, BadParameter> {
    let cutoff = match problem.film_cutoff()? {
        Some(cutoff) => cutoff,
        None => FilmCutoff::new(CutoffLaw::Elasticity, problem.effective_modulus(), problem.film.roughness)?,
    };
    let pair = problem.pair()?;
    let tangential = problem.tangential(&pair)?;
    let (sphere, smallest_gap) = (problem.immersed(), smallest_gap(problem));
    let film = ShearedFilm { sphere, smallest_gap, cutoff };
    Ok(TangentialWall { contact: SurfaceContact::new(tangential, pair), film })
}

/// The elastic film of a case; `None` where the film ends at a cut-off.
///
/// # Errors
/// A parameter that the film does not accept, or a contact law that it cannot stand for.
pub fn elastic_film(problem: &Problem) -> Result<Option<ElasticFilm>, BadParameter> {
    let bare = FilmProperties::simple(problem.film_radius(), problem.effective_modulus(), problem.liquid.viscosity);
    let Some((properties, accuracy)) = problem.film.elastic(bare) else { return Ok(None) };
    let properties = FilmProperties { wall: recoil(problem), ..properties };
    let Some(limiting_stress) = problem.film.model.limiting_stress() else { return Ok(None) };
    properties.check()?;
    let inertia = counterpart(problem).relative(&inertia(problem, &problem.sphere));
    let film = ElasticFilm {
        properties,
        restitution: problem.film_restitution()?,
        accuracy,
        mass: inertia.mass(),
        added_mass: ADDED_MASS_AT_CONTACT * inertia.displaced_mass,
        submerged_weight: inertia.submerged_weight,
        smallest_gap: smallest_gap(problem),
        limiting_stress,
    };
    film.check(reference_speed(problem))?;
    Ok(Some(film))
}

/// Added mass of a sphere that touches a wall over the displaced mass, `½(1 + 3(ζ(3) − 1))`.
const ADDED_MASS_AT_CONTACT: f64 = 0.803_085;

/// Film and contact of a problem.
///
/// # Errors
/// A parameter that the laws do not accept.
pub fn near_wall(problem: &Problem) -> Result<NearWall, BadParameter> {
    if !problem.surroundings.has_gap() {
        return Ok(NearWall::Nothing);
    }
    if let Some(film) = elastic_film(problem)? {
        if problem.hydrodynamics == Hydrodynamics::Blended {
            theory(problem)?;
        }
        problem.normal_contact()?;
        return Ok(NearWall::Elastic(film));
    }
    let contact = problem.normal_contact()?;
    if let Some((theory, start)) = blended(problem)? {
        return Ok(NearWall::Blended { theory, contact, start });
    }
    let film = problem.film.below_grid(
        problem.surroundings.film_of(problem.immersed()),
        smallest_gap(problem),
        problem.effective_modulus(),
    )?;
    let film = film.expect("a film that is not elastic has no state of its own");
    Ok(NearWall::CutOff { film, contact })
}

/// The theory that a case blends in, and its history force's memory at the start; `None` where it does not.
///
/// # Errors
/// As [`theory`].
pub fn blended(problem: &Problem) -> Result<Option<(BlendedTheory, HistoryMemory)>, BadParameter> {
    if problem.hydrodynamics != Hydrodynamics::Blended {
        return Ok(None);
    }
    let theory = BlendedTheory { theory: theory(problem)?, blend: problem.blend };
    let start = theory.memory(problem.start.first_gap(), reference_speed(problem))?;
    Ok(Some((theory, start)))
}

/// The laws of the theory that a case asks for.
///
/// # Errors
/// A parameter that the laws do not accept, or the elastic film, which theory does not know.
pub fn theory(problem: &Problem) -> Result<Theory, BadParameter> {
    if problem.surroundings.meets_sphere() {
        let allowed = "must be \"resolved\" for two spheres or a mirror: theory knows one sphere and a wall";
        return Err(BadParameter::new("hydrodynamics", problem.hydrodynamics, allowed));
    }
    if !problem.surroundings.has_gap() {
        let allowed = "must have a wall to come to: theory does not know a sphere in open liquid";
        return Err(BadParameter::new("release.kind", "held, falling or oscillating", allowed));
    }
    let Some(cutoff) = problem.film_cutoff()? else {
        let allowed =
            format!("must be \"cutoff\" with hydrodynamics = \"{}\": theory ends at a cut-off", problem.hydrodynamics);
        return Err(BadParameter::new("film.model", problem.film.model.word(), allowed));
    };
    let LiquidLaws { drag, added_mass, history, history_wall, lift } = problem.theory;
    Ok(Theory {
        drag,
        added_mass,
        history,
        history_wall,
        lift,
        cavitation: problem.film.cavitation_limit()?,
        wall: recoil(problem),
        ..Theory::new(problem.immersed(), normal_gravity(problem), cutoff)
    })
}

/// The gravity along the wall's normal [m/s²].
fn normal_gravity(problem: &Problem) -> f64 {
    problem.gravity * problem.surroundings.inclination().to_radians().cos()
}

/// The inertia of a sphere in the liquid of the case, and its weight along the wall's normal.
pub fn inertia(problem: &Problem, sphere: &Sphere) -> SphereInertia {
    let sphere = problem.in_liquid(sphere);
    let (displaced_mass, excess_mass) = (sphere.displaced_mass(), sphere.mass() - sphere.displaced_mass());
    let submerged_weight = excess_mass * normal_gravity(problem);
    SphereInertia { excess_mass, diameter: 2.0 * sphere.radius, displaced_mass, submerged_weight }
}

/// Everything of the coupled motion that does not change, the grid taken as exact.
///
/// # Errors
/// A parameter that the laws do not accept.
pub fn coupled(problem: &Problem) -> Result<CoupledSetup, BadParameter> {
    let counterpart = counterpart(problem);
    Ok(CoupledSetup {
        sphere: inertia(problem, &problem.sphere),
        counterpart,
        directions: lateral::directions(problem, reference_speed(problem)),
        wall: wall(problem)?,
        layers: BodyLayers::none(problem.sphere.radius(), problem.liquid.density, problem.liquid.kinematic_viscosity()),
        resolved_film: ResolvedFilm::exact(),
        liquid_density: problem.liquid.density,
        viscosity: problem.liquid.viscosity,
        release: release(problem, &counterpart),
        limits: step_limits(problem),
    })
}
