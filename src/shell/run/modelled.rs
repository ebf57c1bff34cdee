//! The models of a run for everything that it does not resolve, and its assumptions, in words for its summary.

use super::build::{film_between, markers};
use super::simulation::Simulation;
use crate::case::{Case, Hydrodynamics, Side, Start, Symmetry};
use crate::film::LimitingStress;
use crate::liquid::Lift;
use crate::modelled::Modelled;
use crate::motion::near_wall::NearWall;
use crate::motion::wall::TangentialWall;

/// The models for everything that grid and step do not resolve.
pub(super) fn modelled(simulation: &Simulation, case: &Case) -> Vec<Modelled> {
    if case.release.in_open_liquid() {
        return modelled_in_open_liquid(case);
    }
    let (wall, peak_speed) = (&simulation.setup.wall, simulation.state.peak_speed);
    if let NearWall::Blended { .. } = wall.normal {
        let blend = case.blend.gap;
        let range = format!(
            "weight 1/(1 + exp(10 (gap/D / {blend} - 1))): half at {:.3e} m, whole at contact; wall drag down to \
             {:.3e} m at peak speed",
            blend * case.sphere.diameter,
            wall.normal.cutoff(peak_speed)
        );
        let mut list = modelled_by_theory(case, range);
        list.extend([layer_below_the_grid(case), film_of_the_grid(simulation, case)]);
        if let Some(wall) = &wall.tangential {
            list.push(along_by_theory(ALONG_BLENDED.to_owned()));
            list.push(friction(wall, case));
            list.push(rotation());
        }
        return list;
    }
    let mut list = vec![layer_below_the_grid(case), film_of_the_grid(simulation, case)];
    list.extend(wall.normal.describe(peak_speed));
    if wall.normal.contact().is_some() {
        list.push(Modelled::new("solid contact", contact_words(case), "while the solids touch; the step resolves it"));
    }
    list.extend(modelled_along_the_wall(simulation, case));
    list
}

/// The models of the wall's effect on a lateral motion.
fn modelled_along_the_wall(simulation: &Simulation, case: &Case) -> Vec<Modelled> {
    let Some(wall) = &simulation.setup.wall.tangential else { return Vec::new() };
    let followed = wall.film.smallest_gap.followed();
    if let NearWall::Elastic(elastic) = &simulation.setup.wall.normal {
        let LimitingStress { at_rest, coefficient } = elastic.limiting_stress;
        let warm = if elastic.properties.heating.is_some() { "warming" } else { "isothermal" };
        let shear = Modelled::new(
            "sheared film below the grid",
            format!(
                "traction of the elastic film, less what the grid resolves: {warm} liquid that yields at {at_rest:.3e} Pa + \
                 {coefficient} p (Bair & Winer 1979), wedge pressure outside of the flattened contact; solids that do not yield \
                 tangentially"
            ),
            format!("gap below {:.3e} m at peak speed", elastic.engagement_gap(simulation.state.peak_speed)),
        );
        let friction = match &wall.contact {
            Some(_) => format!("law `{}` under the load of the asperities", case.contact.law),
            None => "none: what rubs is the film".to_owned(),
        };
        let friction = Modelled::new("friction of the solids", friction, "where asperities touch");
        let mut list = vec![shear, friction, rotation()];
        if elastic.properties.heating.is_some() {
            list.push(Modelled::new(
                "temperature of the sheared film",
                "conduction across the film (Nahme 1940) and into half-spaces (Carslaw & Jaeger 1959), cold at every \
                 contact; no heat of asperities, none that the sliding carries along; pressure, wedge and the stress at which the \
                 liquid yields do not feel it",
                "viscosity of the shear traction",
            ));
        }
        return list;
    }
    let shear = Modelled::new(
        "sheared film below the grid",
        "rigid sphere along a wall in creeping flow, exact minus resolved (Goldman, Cox & Brenner 1967)",
        format!("gap below {followed:.3e} m; held at the film's cut-off below it and during contact"),
    );
    vec![shear, friction(wall, case), rotation()]
}

/// Where theory along the wall is blended in.
const ALONG_BLENDED: &str = "with the weight of the force along the normal, down to the film's cut-off, where they stay during contact; the torque about \
     the normal is that of the computed flow";

/// Friction of the solids beside a film that ends at a cut-off.
fn friction(wall: &TangentialWall, case: &Case) -> Modelled {
    let by = match &wall.contact {
        Some(_) => format!("law `{}` with its friction and rolling resistance", case.contact.law),
        None => "none: the contact is frictionless".to_owned(),
    };
    Modelled::new("friction", by, "while the solids touch; the step resolves its springs")
}

/// The model for the unresolved part of a rotation.
fn rotation() -> Modelled {
    Modelled::new(
        "rotation: liquid inside of the markers, layers below the grid",
        "torque of unsteady Stokes flow on a rotating sphere (Lamb 1932), exact minus resolved; near the wall as \
         measured on this grid",
        "while the spin changes",
    )
}

/// The models for the unresolved part of a sphere without a wall.
fn modelled_in_open_liquid(case: &Case) -> Vec<Modelled> {
    if markers(case).slip == 0.0 {
        return vec![layer_below_the_grid(case)];
    }
    let cell = case.sphere.diameter / f64::from(case.resolution.cells_per_diameter);
    vec![Modelled::new(
        "the sphere's surface",
        "markers on it, at which the liquid slips by a third of a cell times the shear (Navier 1823)",
        format!("shear layers thicker than a cell of {cell:.3e} m: not the first moments after an abrupt start"),
    )]
}

/// The model for the unresolved part of the layer of vorticity around the sphere.
fn layer_below_the_grid(case: &Case) -> Modelled {
    let cell = case.sphere.diameter / f64::from(case.resolution.cells_per_diameter);
    let (found, moments) = match case.release.in_open_liquid() {
        true => ("fitted once for such grids", "abrupt start"),
        false => ("measured on this grid", "impact"),
    };
    Modelled::new(
        "layer of vorticity below the grid",
        format!("inertia of unsteady Stokes flow (1851), exact minus resolved, {found}"),
        format!("layers sqrt(nu t) thinner than a few cells of {cell:.3e} m: the moments after an {moments}"),
    )
}

/// The correction of the grid's own film.
fn film_of_the_grid(simulation: &Simulation, case: &Case) -> Modelled {
    let film = &simulation.setup.resolved_film;
    let towards = film_between(case).1.in_words();
    let by = format!("creeping flow {towards}, exact minus resolved, measured on this grid");
    let range = format!("gap below {:.3e} m; at most {:.2} % of the force", film.highest(), 100.0 * film.error());
    Modelled::new("film on the grid", by, range)
}

/// The models of theory, within `range`.
pub(super) fn modelled_by_theory(case: &Case, range: String) -> Vec<Modelled> {
    let theory = &case.theory;
    let mut list = vec![
        Modelled::new(
            "force of the liquid",
            format!(
                "theory: drag {} with wall drag {}, added mass {}, history force {} (wall factor to the power {}), film \
                 ended at the cut-off `{}`",
                theory.drag.far,
                theory.drag.near,
                theory.added_mass,
                theory.history,
                theory.history_wall.exponent,
                case.film_cutoff().ok().flatten().map_or_else(String::new, |cutoff| cutoff.law().to_string())
            ),
            range,
        ),
        Modelled::new("solid contact", contact_words(case), "while the contact law acts; the step resolves it"),
    ];
    if case.film.cavitation {
        list.push(Modelled::new(
            "cavitation of the film",
            "suction limited to p_c (closed form for a paraboloid)",
            format!("receding, gap below sqrt(3 mu a V / p_c), p_c = {:.3e} Pa", case.film.cavitation_pressure),
        ));
    }
    list
}

fn contact_words(case: &Case) -> String {
    let law = case.contact.law;
    match case.normal_contact() {
        Ok(contact) => format!("law `{law}`, {}", contact.describe(case.approach_speed())),
        Err(_) => format!("law `{law}`"),
    }
}

/// The assumptions of a solver of this kind where the case says nothing.
pub(super) fn assumed(case: &Case) -> Vec<String> {
    if case.release.in_open_liquid() {
        return assumed_in_open_liquid(case);
    }
    let flow = match case.resolution.azimuthal_modes {
        0 => "axisymmetric flow without swirl: normal impact, wake attached or axisymmetric".to_owned(),
        highest => format!(
            "flow of azimuthal modes 0 to {highest}, {} the plane of the path, in a vessel whose side moves along with the \
             sphere",
            symmetry(case)
        ),
    };
    let mut list =
        vec![flow, "Newtonian liquid of constant density; smooth, rigid sphere outside of film and contact".to_owned()];
    list.extend(case.default_restitution());
    list.extend(breaks_the_plane(case));
    if case.hydrodynamics == Hydrodynamics::Blended && case.resolution.azimuthal_modes > 0 {
        list.extend(left_out_along(case).map(|what| format!("of the theory that is blended in: {what}")));
    }
    list.extend(between_two(case));
    match case.container.side {
        Side::Wide => list.push(format!(
            "wide vessel: cells are coarse from {:.3} to {:.3} D beside the axis",
            case.container.radius / case.sphere.diameter,
            case.container.reach() / case.sphere.diameter
        )),
        Side::FreeSlip => list.push("free-slip container side: no shear on it".to_owned()),
        Side::NoSlip => {}
    }
    if let Start::Prescribed { speed, free_gap, .. } = case.release.start
        && case.is_a_fall()
    {
        let terminal = case.terminal_speed();
        list.push(format!(
            "an approach at {speed} m/s is a fall at the terminal speed ({terminal:.4} m/s expected, {:+.1} %): the sphere is free from a gap of \
             {:.2} D on",
            100.0 * (terminal / speed - 1.0),
            free_gap / case.sphere.diameter
        ));
    }
    list
}

/// The assumption in place of a wall.
fn between_two(case: &Case) -> Option<String> {
    let Some(second) = &case.second else {
        return case.has_image().then(|| {
            "plane of symmetry: an equal sphere comes from its other side, whose weight and motion are mirrored; gaps and speeds are to and \
             from the plane"
                .to_owned()
        });
    };
    let held = match case.release.start {
        Start::Prescribed { .. } if !second.fixed => {
            "; until they are let go the first one is driven, and the second one held, or led at second.velocity"
        }
        _ => "",
    };
    Some(format!(
        "two spheres on one axis without walls: the grid goes along with the middle of their gap and ends where the liquid slips freely{held}"
    ))
}

fn symmetry(case: &Case) -> &'static str {
    match case.resolution.symmetry {
        Symmetry::Plane => "symmetric about",
        Symmetry::None => "not symmetric about",
    }
}

/// The perturbation that leads a motion without a plane of symmetry out of its plane, and the meaning of its bounces.
fn breaks_the_plane(case: &Case) -> Vec<String> {
    if case.resolution.symmetry == Symmetry::Plane {
        return Vec::new();
    }
    let (held, open) = (case.release.start.is_held(), case.release.in_open_liquid());
    let what = match (case.release.perturbation, held) {
        (0.0, _) if open => return Vec::new(),
        (0.0, _) => return vec![IN_PLANE.to_owned()],
        (share, true) => format!(
            "a sideways pulse of {share} of the stream's speed along x from 1 to 3 D/U, the same along y from 3 to 5"
        ),
        (share, false) => {
            format!(
                "a lateral force of {share} of the submerged weight along x for 2 D/U from the start on, the same along y for 2 D/U after that"
            )
        }
    };
    if open { vec![what] } else { vec![what, IN_PLANE.to_owned()] }
}

/// The part that the record of a bounce leaves out.
const IN_PLANE: &str =
    "angles, spins and impulses in the record of a bounce are those of the motion along x; trajectory.csv has all";

/// The same of a sphere without a wall.
fn assumed_in_open_liquid(case: &Case) -> Vec<String> {
    let diameter = case.sphere.diameter;
    let flow = match case.resolution.azimuthal_modes {
        0 => "axisymmetric flow without swirl".to_owned(),
        highest => format!("flow of azimuthal modes 0 to {highest}, {} the plane of motion", symmetry(case)),
    };
    let mut list = vec![
        flow,
        "Newtonian liquid of constant density; smooth, rigid sphere".to_owned(),
        format!(
            "no wall: the grid follows the sphere and ends {:.3} D beside, {:.3} D ahead and {:.3} D behind it, where the liquid \
             slips freely; there is no energy balance, for the wake leaves through its end",
            case.container.radius / diameter,
            case.release.gap / diameter,
            case.behind() / diameter
        ),
    ];
    list.extend(breaks_the_plane(case));
    if case.container.side == Side::NoSlip {
        list.push("the side is a tube at rest in the liquid, along whose axis the sphere is towed".to_owned());
    }
    if case.release.falls() && case.sphere.density < case.liquid.density {
        list.push(
            "the sphere is lighter than the liquid and rises: heights and speeds along the axis count downwards"
                .to_owned(),
        );
    }
    if case.resolution.azimuthal_modes > 0 && case.release.start.has_wake() {
        list.push("the last 4 D of the grid behind the sphere damp the wake".to_owned());
    }
    list
}

/// The model of the liquid along the wall, within `range`.
pub(super) fn along_by_theory(range: String) -> Modelled {
    Modelled::new(
        "force and torque of the liquid along the wall",
        "theory: drag and torque exact in creeping flow (Goldman, Cox & Brenner 1967), drag at least that of the far law at \
             the whole speed, added mass and history with the first image in the wall (Lamb 1932); along the normal the attraction to the wall in \
             potential flow (Lamb 1932), and far drag of the whole speed",
        range,
    )
}

/// The same of a case by theory alone.
pub(super) fn along_by_theory_alone(case: &Case) -> Option<Modelled> {
    let range = "at every gap down to the film's cut-off, where they stay during contact; friction and rolling by the contact law";
    (case.resolution.azimuthal_modes > 0).then(|| along_by_theory(range.to_owned()))
}

/// Effects along the wall that theory leaves out.
fn left_out_along(case: &Case) -> [&'static str; 2] {
    let lift = match case.theory.lift {
        Lift::None => "no lift of spin, or of a flow that has settled beside the wall (theory.lift)",
        Lift::Settled => {
            "lift as in a flow that has settled: of the wall up to Re 3 (Vasseur & Cox 1977, Cherukat & McLaughlin 1994), of spin \
             below Re 1 and far from the wall (Rubinow & Keller 1961)"
        }
    };
    [lift, "no unsteady part of the torque; torque and coupling as in creeping flow at any Reynolds number"]
}

/// Effects along the wall that theory alone leaves out.
pub(super) fn assumed_along(case: &Case) -> Vec<&'static str> {
    if case.resolution.azimuthal_modes == 0 {
        return Vec::new();
    }
    let mut list = left_out_along(case).to_vec();
    if case.release.perturbation != 0.0 {
        list.push("release.perturbation does not act: there is no wake whose symmetry it could break");
    }
    list
}
