//! From a case to the solver's set-up.

use super::scales::{reference_speed, smallest_gap, step_limits};
use super::space::Space;
use super::{lateral, open_liquid};
use crate::body::release::Release;
use crate::case::{Case, Hydrodynamics, ROOM_ABOVE, Side, Sphere, Start, Top, WallKind};
use crate::contact::SurfaceContact;
use crate::error::BadParameter;
use crate::film::FilmProperties;
use crate::flow::immersed::ImmersedFlow;
use crate::flow::setup::MarkerSpec;
use crate::flow::stokes::Ends;
use crate::grid::AxialMap;
use crate::keys::Word;
use crate::liquid::{CutoffLaw, FilmCutoff, HistoryMemory, ImmersedSphere, LiquidLaws, Opposite};
use crate::motion::blend::BlendedTheory;
use crate::motion::body::{Facing, SecondSphere};
use crate::motion::coupled::CoupledSetup;
use crate::motion::elastic_film::ElasticFilm;
use crate::motion::forces::SphereInertia;
use crate::motion::layers::BodyLayers;
use crate::motion::near_wall::NearWall;
use crate::motion::subgrid_film::ResolvedFilm;
use crate::motion::theory::Theory;
use crate::motion::unresolved_layer::UnresolvedLayer;
use crate::motion::wall::{ShearedFilm, TangentialWall, WallLaws};

/// Least gap that the grid around two spheres follows, in diameters of the wider one: up to there its film is measured.
const HIGHEST_BETWEEN: f64 = 2.0;
/// Two spheres that approach each other more slowly than this share of their speed are never let go.
const STANDING: f64 = 1e-9;
/// Highest gap that the grid follows over the highest that the sphere can reach.
const GAP_MARGIN: f64 = 1.02;
/// Residual slip of the markers, as a share of the speed of the case.
const SLIP: f64 = 1e-9;
/// The same in open liquid with azimuthal modes, whose own residual it is.
const SLIP_IN_SPACE: f64 = 1e-6;
/// Cells that the kernel needs beside the sphere.
const CELLS_BESIDE: f64 = 4.0;

/// The liquid around the sphere of a case and what it meets.
pub fn space(case: &Case) -> Space {
    let container = &case.container;
    let height = container.height;
    let diameters = case.diameters().map_or_else(|| vec![case.sphere.diameter], Vec::from);
    let wall = case.meets_no_sphere();
    let (largest_gap, heights) = if wall {
        (reachable_gap(case).max(2.0 * smallest_gap(case).0), vec![height])
    } else {
        let start = first_gap_between(case);
        let beyond = 0.5 * diameters.iter().fold(height - start, |left, diameter| left - diameter);
        let beside = diameters.iter().map(|diameter| 0.5 * start + diameter + beyond).collect();
        let widest = diameters.iter().copied().fold(0.0, f64::max);
        let heights = if case.has_image() { vec![height] } else { beside };
        (GAP_MARGIN * start.max(HIGHEST_BETWEEN * widest), heights)
    };
    let ends = Ends {
        bottom_no_slip: wall && !case.release.in_open_liquid(),
        top_no_slip: wall && container.top == Top::Closed,
    };
    Space {
        below: case.wall.kind,
        diameters,
        largest_gap,
        radius: container.reach(),
        fine: container.radius,
        heights,
        ends,
        side_no_slip: container.side == Side::NoSlip,
        viscosity: case.liquid.kinematic_viscosity(),
        tolerance: SLIP * reference_speed(case),
    }
}

/// The gap between two spheres, or one and its image, at the start of their motion, the run-up included \[m\].
fn first_gap_between(case: &Case) -> f64 {
    facing(case).led_gap(case.release.gap, case.release.first_gap())
}

/// The largest gap that the grid can follow \[m\]: between sphere and wall, or mirror, or between two spheres.
pub(super) fn largest_gap(space: &Space) -> f64 {
    space.largest_gap * if space.below == WallKind::Mirror { 0.5 } else { 1.0 }
}

/// The body that the sphere faces; layers of vorticity are not known yet.
pub(super) fn facing(case: &Case) -> Facing {
    if case.has_image() {
        return Facing::Image;
    }
    let Some(second) = &case.second else { return Facing::Wall };
    let lead = match case.release.start.speed() {
        Some(speed) => second.velocity / speed,
        None => 0.0,
    };
    let inertia = inertia(case, &second.sphere);
    Facing::Sphere(SecondSphere { inertia, layer: UnresolvedLayer::none(), free: !second.fixed, lead })
}

/// The sphere before a plane that has the film of the case, and the other side of that film.
pub(super) fn film_between(case: &Case) -> (ImmersedSphere, Opposite) {
    let sphere = case.immersed();
    match &case.second {
        Some(second) => Opposite::sphere(sphere, second.sphere.radius()),
        None if case.has_image() => Opposite::image(sphere),
        None => (sphere, Opposite::Wall),
    }
}

/// The start of the motion along the normal. Two spheres that are led towards each other are free when their gap is that of the case.
fn release(case: &Case, facing: &Facing) -> Release {
    let mut release = case.release.along_normal();
    if let (Facing::Sphere(second), Start::Prescribed { free_gap, .. }) = (facing, &mut release.start) {
        let closing = (1.0 + second.lead).max(STANDING);
        *free_gap = release.gap - (release.gap - *free_gap) / closing;
    }
    release
}

/// The highest gap that the sphere can reach: that of its start, or, where its approach is prescribed, the height to which the
/// energy that it has where it is let go would lift it; at most a quarter diameter below the top. A sphere that is not drawn to
/// the wall, or is led by a table, can go as far as that.
fn reachable_gap(case: &Case) -> f64 {
    let (start, highest) = (case.release.first_gap(), case.highest_gap());
    let draw = inertia(case, &case.sphere).free_acceleration();
    let led_anywhere = matches!(case.release.start, Start::Table { .. });
    if led_anywhere || !case.comes_to_the_wall() || draw <= 0.0 {
        return highest;
    }
    let rise = case.release.free_gap() + case.release.start.speed().map_or(0.0, |speed| 0.5 * speed * speed / draw);
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
pub fn size(case: &Case) -> Result<Size, BadParameter> {
    let space = space(case);
    let cell = case.sphere.diameter / f64::from(case.resolution.cells_per_diameter);
    let clearance = case.container.radius - case.sphere.radius();
    if clearance < CELLS_BESIDE * cell {
        return Err(BadParameter::new(
            "container.radius",
            format!("{} m", case.container.radius),
            format!(
                "must leave 4 cells ({:.3e} m) beside the sphere, or raise resolution.cells_per_diameter",
                CELLS_BESIDE * cell
            ),
        ));
    }
    let open = case.release.in_open_liquid();
    if !open && case.meets_no_sphere() && case.highest_gap() < 2.0 * smallest_gap(case).0 {
        return Err(BadParameter::new(
            "container.height",
            format!("{} m", case.container.height),
            "must leave room for the sphere and a quarter diameter above it",
        ));
    }
    if !case.meets_no_sphere() {
        let second = case.second.as_ref().map_or(0.0, |second| second.sphere.diameter);
        let room = largest_gap(&space) + ROOM_ABOVE * (case.sphere.diameter + second);
        if case.container.height < room {
            return Err(BadParameter::new(
                "container.height",
                format!("{} m", case.container.height),
                format!(
                    "must leave room for the spheres, the gap between them at the start of the run-up, or two diameters of the wider one if that is more (half of \
                     it before a mirror), and a quarter diameter beyond: {room:.3} m; raise it, or lower release.run_up"
                ),
            ));
        }
    }
    let (nr, nz) = match open {
        true => open_liquid::Grids::of(case, &space).cells(),
        false => space.cells(&case.resolution),
    };
    let modes = f64::from(case.resolution.azimuthal_modes);
    let arrays = GRID_ARRAYS + MODE_ARRAYS * case.resolution.parts();
    let memory = 8.0 * (arrays * nr as f64 * nz as f64 + (6.0 + 14.0 * modes) * (nr as f64).powi(2));
    if memory > MEMORY_LIMIT || nr > 5000 {
        return Err(BadParameter::new(
            "resolution.cells_per_diameter",
            case.resolution.cells_per_diameter,
            format!("asks for {nr} × {nz} cells and {:.1} GB; lower it, or raise the growth factors", memory / 1e9),
        ));
    }
    Ok(Size { nr, nz, memory })
}

/// The markers of mode 0.
pub(super) fn markers(case: &Case) -> MarkerSpec {
    if case.release.in_open_liquid() {
        return open_liquid::markers(case);
    }
    MarkerSpec::standard(case.sphere.diameter / f64::from(case.resolution.cells_per_diameter))
}

/// The flow solver of a case.
///
/// # Errors
/// As [`size`].
pub fn flow(case: &Case) -> Result<ImmersedFlow, BadParameter> {
    size(case)?;
    let (space, markers) = (space(case), markers(case));
    let mut setup = space.setup(&case.resolution);
    setup.azimuthal = lateral::modes(case, markers, reference_speed(case));
    if !case.release.in_open_liquid() {
        return Ok(ImmersedFlow::new(setup, space.map(&case.resolution)));
    }
    let open_liquid::Grids { radial, axial, gap } = open_liquid::Grids::of(case, &space);
    let map = AxialMap::standing(axial, gap);
    (setup.radial, setup.spheres[0].markers) = (radial, markers);
    if setup.azimuthal.is_none() {
        return Ok(ImmersedFlow::new(setup, map));
    }
    setup.tolerance = SLIP_IN_SPACE * reference_speed(case);
    let damping = open_liquid::damping(case, &map.grid(case.release.gap));
    let mut flow = ImmersedFlow::new(setup, map);
    flow.damp(damping);
    Ok(flow)
}

/// Laws of film and contact along the normal, and along the wall where the flow has azimuthal modes.
///
/// # Errors
/// A parameter that the laws do not accept.
pub(super) fn wall(case: &Case) -> Result<WallLaws, BadParameter> {
    let tangential = (case.resolution.azimuthal_modes > 0).then(|| tangential_wall(case)).transpose()?;
    Ok(WallLaws { normal: near_wall(case)?, tangential })
}

/// Friction, and the sheared film with the cut-off of the normal one. An elastic film, once engaged, has a shear of its own.
///
/// # Errors
/// A parameter that the laws do not accept.
pub(super) fn tangential_wall(case: &Case) -> Result<TangentialWall, BadParameter> {
    let cutoff = match case.film_cutoff()? {
        Some(cutoff) => cutoff,
        None => FilmCutoff::new(CutoffLaw::Elasticity, case.effective_modulus(), case.film.roughness)?,
    };
    let pair = case.pair()?;
    let tangential = case.contact.tangential(&pair)?;
    let (sphere, smallest_gap) = (case.immersed(), smallest_gap(case));
    let film = ShearedFilm { sphere, smallest_gap, cutoff };
    Ok(TangentialWall { contact: SurfaceContact::new(tangential, pair), film })
}

/// The elastic film of a case; `None` where the film ends at a cut-off.
///
/// # Errors
/// A parameter that the film does not accept, or a contact law that it cannot stand for.
pub(super) fn elastic_film(case: &Case) -> Result<Option<ElasticFilm>, BadParameter> {
    let bare = FilmProperties::simple(case.film_radius(), case.effective_modulus(), case.liquid.viscosity);
    let Some((properties, accuracy)) = case.film.elastic(bare) else { return Ok(None) };
    let Some(limiting_stress) = case.film.model.limiting_stress() else { return Ok(None) };
    properties.check()?;
    let inertia = facing(case).parting(&inertia(case, &case.sphere));
    let film = ElasticFilm {
        properties,
        restitution: case.film_restitution()?,
        accuracy,
        mass: inertia.mass(),
        added_mass: ADDED_MASS_AT_CONTACT * inertia.displaced_mass,
        submerged_weight: inertia.submerged_weight,
        smallest_gap: smallest_gap(case),
        limiting_stress,
    };
    film.check(reference_speed(case))?;
    Ok(Some(film))
}

/// Added mass of a sphere that touches a wall over the displaced mass, `½(1 + 3(ζ(3) − 1))`.
const ADDED_MASS_AT_CONTACT: f64 = 0.803_085;

/// Film and contact of a case.
///
/// # Errors
/// A parameter that the laws do not accept.
pub(super) fn near_wall(case: &Case) -> Result<NearWall, BadParameter> {
    if case.release.in_open_liquid() {
        return Ok(NearWall::Nothing);
    }
    if let Some(film) = elastic_film(case)? {
        if case.hydrodynamics == Hydrodynamics::Blended {
            theory(case)?;
        }
        case.normal_contact()?;
        return Ok(NearWall::Elastic(film));
    }
    let contact = case.normal_contact()?;
    if let Some((theory, start)) = blended(case)? {
        return Ok(NearWall::Blended { theory, contact, start });
    }
    let film = case.film.below_grid(film_between(case), smallest_gap(case), case.effective_modulus())?;
    let film = film.expect("a film that is not elastic has no state of its own");
    Ok(NearWall::CutOff { film, contact })
}

/// The theory that a case blends in, and its history force's memory at the start; `None` where it does not.
///
/// # Errors
/// As [`theory`].
pub(super) fn blended(case: &Case) -> Result<Option<(BlendedTheory, HistoryMemory)>, BadParameter> {
    if case.hydrodynamics != Hydrodynamics::Blended {
        return Ok(None);
    }
    let theory = BlendedTheory { theory: theory(case)?, blend: case.blend };
    let start = theory.memory(case.release.first_gap(), reference_speed(case))?;
    Ok(Some((theory, start)))
}

/// The laws of the theory that a case asks for.
///
/// # Errors
/// A parameter that the laws do not accept, or the elastic film, which theory does not know.
pub fn theory(case: &Case) -> Result<Theory, BadParameter> {
    if case.release.in_open_liquid() {
        let allowed = "must have a wall to come to: theory does not know a sphere in open liquid";
        return Err(BadParameter::new("release.kind", "held, falling or oscillating", allowed));
    }
    let Some(cutoff) = case.film_cutoff()? else {
        let allowed =
            format!("must be \"cutoff\" with hydrodynamics = \"{}\": theory ends at a cut-off", case.hydrodynamics);
        return Err(BadParameter::new("film.model", case.film.model.word(), allowed));
    };
    let LiquidLaws { drag, added_mass, history, history_wall, lift } = case.theory;
    Ok(Theory {
        drag,
        added_mass,
        history,
        history_wall,
        lift,
        cavitation: case.film.cavitation_limit()?,
        ..Theory::new(case.immersed(), normal_gravity(case), cutoff)
    })
}

/// The gravity along the wall's normal [m/s²].
fn normal_gravity(case: &Case) -> f64 {
    case.gravity() * case.wall.inclination.to_radians().cos()
}

/// The inertia of a sphere in the liquid of the case, and its weight along the wall's normal.
pub(super) fn inertia(case: &Case, sphere: &Sphere) -> SphereInertia {
    let sphere = case.in_liquid(sphere);
    let (displaced_mass, excess_mass) = (sphere.displaced_mass(), sphere.mass() - sphere.displaced_mass());
    let submerged_weight = excess_mass * normal_gravity(case);
    SphereInertia { excess_mass, diameter: 2.0 * sphere.radius, displaced_mass, submerged_weight }
}

/// Everything of the coupled motion that does not change, the grid taken as exact.
///
/// # Errors
/// A parameter that the laws do not accept.
pub fn coupled(case: &Case) -> Result<CoupledSetup, BadParameter> {
    let facing = facing(case);
    Ok(CoupledSetup {
        sphere: inertia(case, &case.sphere),
        facing,
        directions: lateral::directions(case, reference_speed(case)),
        wall: wall(case)?,
        layers: BodyLayers::none(
            case.sphere.radius(),
            case.liquid.density,
            case.liquid.viscosity / case.liquid.density,
        ),
        resolved_film: ResolvedFilm::exact(),
        liquid_density: case.liquid.density,
        viscosity: case.liquid.viscosity,
        release: release(case, &facing),
        limits: step_limits(case),
    })
}
