//! The models of a run for everything that it does not resolve, and its assumptions, in words for its summary.

use super::build::markers;
use super::simulation::Simulation;
use crate::body::release::Start;
use crate::film::LimitingStress;
use crate::liquid::cavitation::beyond_nucleus;
use crate::liquid::{HistoryKernel, HistoryWallLaw, Lift, LiquidLaws};
use crate::modelled::Modelled;
use crate::motion::near_wall::NearWall;
use crate::motion::wall::TangentialWall;
use crate::problem::{Hydrodynamics, Problem, Side, Symmetry};
use crate::quantity::{DIAMETERS, LENGTH, PRESSURE};
use crate::remark;
use crate::remark::Remark;

/// The models for everything that grid and step do not resolve.
pub(super) fn modelled(simulation: &Simulation, problem: &Problem) -> Vec<Modelled> {
    if !problem.surroundings.has_gap() {
        return modelled_in_open_liquid(problem);
    }
    let (wall, peak_speed) = (&simulation.setup.wall, simulation.state.peak_speed);
    if let NearWall::Blended { .. } = wall.normal {
        let blend = problem.blend.gap;
        let range = format!(
            "weight 1/(1 + exp(10 (gap/D / {blend} - 1))): half at {}, whole at contact; wall drag down to \
             {} at peak speed",
            LENGTH.brief(blend * problem.sphere.diameter),
            LENGTH.brief(wall.normal.cutoff(peak_speed))
        );
        let mut list = modelled_by_theory(problem, range);
        list.extend([layer_below_the_grid(problem), film_of_the_grid(simulation, problem)]);
        if let Some(wall) = &wall.tangential {
            list.push(along_by_theory(ALONG_BLENDED.to_owned()));
            list.push(friction(wall, problem));
            list.push(rotation());
        }
        return list;
    }
    let mut list = vec![layer_below_the_grid(problem), film_of_the_grid(simulation, problem)];
    list.extend(wall.normal.describe(peak_speed));
    if wall.normal.contact().is_some() {
        list.push(Modelled::new(
            "solid contact",
            contact_words(problem),
            "while the solids touch; the step resolves it",
        ));
    }
    list.extend(modelled_along_the_wall(simulation, problem));
    list
}

/// The models of the wall's effect on a lateral motion.
fn modelled_along_the_wall(simulation: &Simulation, problem: &Problem) -> Vec<Modelled> {
    let Some(wall) = &simulation.setup.wall.tangential else { return Vec::new() };
    let followed = wall.film.smallest_gap.followed();
    if let NearWall::Elastic(elastic) = &simulation.setup.wall.normal {
        let LimitingStress { at_rest, coefficient } = elastic.limiting_stress;
        let warm = if elastic.properties.heating.is_some() { "warming" } else { "isothermal" };
        let shear = Modelled::new(
            "sheared film below the grid",
            format!(
                "traction of the elastic film, less what the grid resolves: {warm} liquid that yields at {at_rest} + \
                 {coefficient} p (Bair & Winer 1979), wedge pressure outside of the flattened contact; solids that do not yield \
                 tangentially",
                at_rest = PRESSURE.brief(at_rest)
            ),
            format!("gap below {} at peak speed", LENGTH.brief(elastic.engagement_gap(simulation.state.peak_speed))),
        );
        let friction = match &wall.contact {
            Some(_) => format!("law `{}` under the load of the asperities", problem.contact),
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
        format!(
            "gap below {followed}; held at the film's cut-off below it and during contact",
            followed = LENGTH.brief(followed)
        ),
    );
    vec![shear, friction(wall, problem), rotation()]
}

/// Where theory along the wall is blended in.
const ALONG_BLENDED: &str = "with the weight of the force along the normal, down to the film's cut-off, where they stay during contact; the torque about \
     the normal is that of the computed flow";

/// Friction of the solids beside a film that ends at a cut-off.
fn friction(wall: &TangentialWall, problem: &Problem) -> Modelled {
    let by = match &wall.contact {
        Some(_) => format!("law `{}` with its friction and rolling resistance", problem.contact),
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
fn modelled_in_open_liquid(problem: &Problem) -> Vec<Modelled> {
    if markers(problem).slip == 0.0 {
        return vec![layer_below_the_grid(problem)];
    }
    let cell = problem.sphere.diameter / f64::from(problem.resolution.cells_per_diameter);
    vec![Modelled::new(
        "the sphere's surface",
        "markers on it, at which the liquid slips by a third of a cell times the shear (Navier 1823)",
        format!(
            "shear layers thicker than a cell of {cell}: not the first moments after an abrupt start",
            cell = LENGTH.brief(cell)
        ),
    )]
}

/// The model for the unresolved part of the layer of vorticity around the sphere.
fn layer_below_the_grid(problem: &Problem) -> Modelled {
    let cell = problem.sphere.diameter / f64::from(problem.resolution.cells_per_diameter);
    let (found, moments) = match !problem.surroundings.has_gap() {
        true => ("fitted once for such grids", "abrupt start"),
        false => ("measured on this grid", "impact"),
    };
    Modelled::new(
        "layer of vorticity below the grid",
        format!("inertia of unsteady Stokes flow (1851), exact minus resolved, {found}"),
        format!(
            "layers sqrt(nu t) thinner than a few cells of {cell}: the moments after an {moments}",
            cell = LENGTH.brief(cell)
        ),
    )
}

/// The correction of the grid's own film.
fn film_of_the_grid(simulation: &Simulation, problem: &Problem) -> Modelled {
    let film = &simulation.setup.resolved_film;
    let towards = problem.surroundings.film_of(problem.immersed()).1.in_words();
    let by = format!("creeping flow {towards}, exact minus resolved, measured on this grid");
    let range =
        format!("gap below {}; at most {:.2} % of the force", LENGTH.brief(film.highest()), 100.0 * film.error());
    Modelled::new("film on the grid", by, range)
}

/// How the wall acts on the history force, and how far that holds.
fn history_at_wall(theory: &LiquidLaws) -> String {
    match (theory.history, theory.history_wall.law(theory.history)) {
        (HistoryKernel::None, _) => "no wall effect".to_owned(),
        (_, HistoryWallLaw::Stokes) => {
            "screened by the wall as in unsteady Stokes flow, within 0.6 % of the force for small motions about \
                                        one gap"
                .to_owned()
        }
        (_, HistoryWallLaw::Published) => format!(
            "published wall factor to the power {}, which knows no screening: with the power 1.5 the force in phase with the speed of a small \
             oscillation is 25 to 33 % high at gaps of 0.1 to 0.5 D",
            theory.history_wall.exponent()
        ),
    }
}

/// The models of theory, within `range`.
pub(super) fn modelled_by_theory(problem: &Problem, range: String) -> Vec<Modelled> {
    let theory = &problem.theory;
    let mut list = vec![
        Modelled::new(
            "force of the liquid",
            format!(
                "theory: drag {} with wall drag {}, added mass {}, history force {} ({}), film ended at the cut-off `{}`",
                theory.drag.far,
                theory.drag.near,
                theory.added_mass,
                theory.history,
                history_at_wall(theory),
                problem.film_cutoff().ok().flatten().map_or_else(String::new, |cutoff| cutoff.law().to_string())
            ),
            range,
        ),
        Modelled::new("solid contact", contact_words(problem), "while the contact law acts; the step resolves it"),
    ];
    if let Some((tension, nucleus)) = problem.film.rupture() {
        list.push(Modelled::new(
            "cavitation of the film",
            "suction limited to p_c (closed form for a paraboloid)",
            format!(
                "receding, gap below h_c = sqrt(3 mu a V / p_c), p_c = {tension}{nucleus}",
                tension = PRESSURE.brief(tension),
                nucleus = beyond_nucleus(nucleus)
            ),
        ));
    }
    list
}

fn contact_words(problem: &Problem) -> String {
    let law = problem.contact;
    match problem.normal_contact() {
        Ok(contact) => format!("law `{law}`, {}", contact.describe(problem.approach_speed())),
        Err(_) => format!("law `{law}`"),
    }
}

/// The assumptions of a solver of this kind where the case says nothing.
pub(super) fn assumed(problem: &Problem) -> Vec<Remark> {
    if !problem.surroundings.has_gap() {
        return assumed_in_open_liquid(problem);
    }
    let flow = match problem.resolution.azimuthal_modes {
        0 => remark!(
            Assumption,
            "axisymmetric-flow",
            "axisymmetric flow without swirl: normal impact, wake attached or axisymmetric"
        ),
        highest => remark!(
            Assumption,
            "flow-of-modes",
            "flow of azimuthal modes 0 to {highest}, {} the plane of the path, in a vessel whose side moves along with the \
             sphere",
            symmetry(problem)
        ),
    };
    let mut list = vec![
        flow,
        remark!(
            Assumption,
            "newtonian-liquid",
            "Newtonian liquid of constant density; smooth, rigid sphere outside of film and contact"
        ),
    ];
    list.extend(problem.default_restitution());
    list.extend(problem.impact_on_wall().map(|impact| impact.assumed()).unwrap_or_default());
    list.extend(breaks_the_plane(problem));
    if problem.hydrodynamics == Hydrodynamics::Blended && !problem.resolution.is_axisymmetric() {
        list.extend(
            left_out_along(problem).map(|what| {
                remark!(Assumption, "left-out-of-blended-theory", "of the theory that is blended in: {what}")
            }),
        );
    }
    list.extend(between_two(problem));
    match problem.vessel.side {
        Side::Wide => list.push(remark!(
            Assumption,
            "wide-vessel",
            "wide vessel: cells are coarse from {} to {} beside the axis",
            DIAMETERS.brief(problem.vessel.radius / problem.sphere.diameter),
            DIAMETERS.brief(problem.vessel.reach() / problem.sphere.diameter)
        )),
        Side::FreeSlip => list.push(remark!(Assumption, "free-slip-side", "free-slip container side: no shear on it")),
        Side::NoSlip => {}
    }
    if let Start::Prescribed { speed, free_gap, .. } = problem.start.start
        && problem.is_a_fall()
    {
        let terminal = problem.terminal_speed();
        list.push(remark!(
            Assumption,
            "approach-is-a-fall",
            "an approach at {speed} m/s is a fall at the terminal speed ({terminal:.4} m/s expected, {:+.1} %): the sphere is free from a gap of \
             {:.2} D on",
            100.0 * (terminal / speed - 1.0),
            free_gap / problem.sphere.diameter
        ));
    }
    list
}

/// The assumption in place of a wall.
fn between_two(problem: &Problem) -> Option<Remark> {
    let Some(second) = &problem.surroundings.second() else {
        return problem.surroundings.is_halved().then(|| {
            remark!(Assumption, "mirrored-sphere", "plane of symmetry: an equal sphere comes from its other side, whose weight and motion are mirrored; gaps and speeds are to and \
             from the plane")
        });
    };
    let held = match problem.start.start {
        Start::Prescribed { .. } if !second.fixed => {
            "; until they are let go the first one is driven, and the second one held, or driven at second.velocity"
        }
        _ => "",
    };
    Some(remark!(
        Assumption,
        "two-spheres",
        "two spheres on one axis without walls: the grid goes along with the middle of their gap and ends where the liquid slips freely{held}"
    ))
}

fn symmetry(problem: &Problem) -> &'static str {
    match problem.resolution.symmetry {
        Symmetry::Plane => "symmetric about",
        Symmetry::None => "not symmetric about",
    }
}

/// The perturbation that leads a motion without a plane of symmetry out of its plane, and the meaning of its bounces.
fn breaks_the_plane(problem: &Problem) -> Vec<Remark> {
    if problem.resolution.symmetry == Symmetry::Plane {
        return Vec::new();
    }
    let (held, open) = (problem.start.start.is_held(), !problem.surroundings.has_gap());
    let what = match (problem.start.perturbation, held) {
        (0.0, _) if open => return Vec::new(),
        (0.0, _) => return vec![in_plane()],
        (share, true) => remark!(
            Assumption,
            "sideways-pulse",
            "a sideways pulse of {share} of the stream's speed along x from 1 to 3 D/U, the same along y from 3 to 5"
        ),
        (share, false) => {
            remark!(
                Assumption,
                "lateral-push",
                "a lateral force of {share} of the submerged weight along x for 2 D/U from the start on, the same along y for 2 D/U after that"
            )
        }
    };
    if open { vec![what] } else { vec![what, in_plane()] }
}

/// The part that the record of a bounce leaves out.
fn in_plane() -> Remark {
    remark!(
        Assumption,
        "motion-along-x",
        "angles, spins and impulses in the record of a bounce are those of the motion along x; trajectory.csv has all"
    )
}

/// The same of a sphere without a wall.
fn assumed_in_open_liquid(problem: &Problem) -> Vec<Remark> {
    let diameter = problem.sphere.diameter;
    let flow = match problem.resolution.azimuthal_modes {
        0 => remark!(Assumption, "axisymmetric-open-flow", "axisymmetric flow without swirl"),
        highest => remark!(
            Assumption,
            "open-flow-of-modes",
            "flow of azimuthal modes 0 to {highest}, {} the plane of motion",
            symmetry(problem)
        ),
    };
    let mut list = vec![
        flow,
        remark!(Assumption, "newtonian-open-liquid", "Newtonian liquid of constant density; smooth, rigid sphere"),
        remark!(
            Assumption,
            "no-wall",
            "no wall: the grid follows the sphere and ends {:.3} D beside, {:.3} D ahead and {:.3} D behind it, where the liquid \
             slips freely; there is no energy balance, for the wake leaves through its end",
            problem.vessel.radius / diameter,
            problem.start.gap / diameter,
            problem.behind() / diameter
        ),
    ];
    list.extend(breaks_the_plane(problem));
    if problem.vessel.side == Side::NoSlip {
        list.push(remark!(
            Assumption,
            "tube-at-rest",
            "the side is a tube at rest in the liquid, along whose axis the sphere is towed"
        ));
    }
    if problem.start.falls() && problem.sphere.density < problem.liquid.density {
        list.push(remark!(
            Assumption,
            "rising-sphere",
            "the sphere is lighter than the liquid and rises: heights and speeds along the axis count downwards"
        ));
    }
    if !problem.resolution.is_axisymmetric() && problem.start.start.has_wake() {
        list.push(remark!(Assumption, "damped-wake", "the last 4 D of the grid behind the sphere damp the wake"));
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
pub(super) fn along_by_theory_alone(problem: &Problem) -> Option<Modelled> {
    let range = "at every gap down to the film's cut-off, where they stay during contact; friction and rolling by the contact law";
    (!problem.resolution.is_axisymmetric()).then(|| along_by_theory(range.to_owned()))
}

/// Effects along the wall that theory leaves out.
fn left_out_along(problem: &Problem) -> [Remark; 2] {
    let lift = match problem.theory.lift {
        Lift::None => {
            remark!(
                Assumption,
                "no-lift",
                "no lift of spin, or of a flow that has settled beside the wall (theory.lift)"
            )
        }
        Lift::Settled => remark!(
            Assumption,
            "settled-lift",
            "lift as in a flow that has settled: of the wall up to Re 3 (Vasseur & Cox 1977, Cherukat & McLaughlin 1994), of spin \
             below Re 1 and far from the wall (Rubinow & Keller 1961)"
        ),
    };
    let torque = remark!(
        Assumption,
        "creeping-torque",
        "no unsteady part of the torque; torque and coupling as in creeping flow at any Reynolds number"
    );
    [lift, torque]
}

/// Effects along the wall that theory alone leaves out.
pub(super) fn assumed_along(problem: &Problem) -> Vec<Remark> {
    if problem.resolution.is_axisymmetric() {
        return Vec::new();
    }
    let mut list = left_out_along(problem).to_vec();
    if problem.start.perturbation != 0.0 {
        list.push(remark!(
            Assumption,
            "idle-perturbation",
            "release.perturbation does not act: there is no wake whose symmetry it could break"
        ));
    }
    list
}
