//! Contradictions between tables: the sphere fits its container, the models go together, and the run can end.

use super::cross_table::CrossTableCheck;
use super::{counterpart, open_liquid};
use wetbounce_physics::body::release::Start;
use wetbounce_physics::contact::Law;
use wetbounce_physics::film::{PiezoviscosityLaw, PressureViscosity};
use wetbounce_physics::liquid::{HistoryKernel, HistoryWallLaw, LiquidLaws};
use wetbounce_physics::problem::{FilmModel, Hydrodynamics, Side, Symmetry};
use wetbounce_physics::quantity::LENGTH;

/// Refuses contradictions between tables.
pub(super) fn check(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    let length = |value: f64| LENGTH.show(value);
    let (diameter, container, release) = (problem.sphere.diameter, &problem.vessel, &problem.start);
    if diameter >= 2.0 * container.radius {
        at.refuse(
            "the sphere is larger than its container",
            format!("a sphere of {} needs a container radius well above {}", length(diameter), length(0.5 * diameter)),
            &["sphere.diameter", "container.radius"],
        );
    }
    if release.gap + diameter >= container.height {
        at.refuse(
            "the sphere is released above the top of its container",
            format!(
                "release.gap + D = {} must be less than container.height = {}",
                length(release.gap + diameter),
                length(container.height)
            ),
            &["release.gap", "sphere.diameter", "container.height"],
        );
    }
    let start = release.highest_gap();
    if release.gap + diameter < container.height && start + 1.25 * diameter >= container.height {
        at.refuse(
            "the sphere has no room above its start",
            format!(
                "the highest gap of the start, run-up included, + 1.25 D = {} must be less than container.height = {}",
                length(start + 1.25 * diameter),
                length(container.height)
            ),
            &["release.gap", "release.run_up", "container.height"],
        );
    }
    if problem.surroundings.has_gap() {
        elastic_film(at);
        wall_force(at);
    }
    history(at);
    film_alone(at);
    counterpart::check(at);
    motion(at);
}

/// The wall's effect on the history force: Stokes' goes with Basset's kernel, the exponent with the published one.
fn history(at: &CrossTableCheck<'_>) {
    let LiquidLaws { history, history_wall, .. } = at.case.problem.theory;
    if history_wall.law != Some(HistoryWallLaw::Stokes) {
        return;
    }
    if !matches!(history, HistoryKernel::Basset | HistoryKernel::None) {
        at.refuse(
            "theory.history_wall = \"stokes\" is that of creeping flow",
            "theory.history = \"basset\", or theory.history_wall = \"published\"",
            &["theory.history_wall", "theory.history"],
        );
    }
    if history_wall.exponent.is_some() {
        at.refuse(
            "theory.history_wall = \"stokes\" has no exponent",
            "theory.history_wall = \"published\", or no theory.history_exponent",
            &["theory.history_wall", "theory.history_exponent"],
        );
    }
}

/// How the sphere moves: from a table where the flow is computed, and to an end.
fn motion(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    if let (Start::Table { .. }, Hydrodynamics::Film) = (&problem.start.start, problem.hydrodynamics) {
        at.refuse(
            format!("hydrodynamics = \"{}\" does not know a motion from a table", problem.hydrodynamics),
            "hydrodynamics = \"resolved\", \"blended\" or \"theory\", or release.kind = \"prescribed\"",
            &["hydrodynamics", "release.file", "release.times", "release.motion"],
        );
    }
    if !problem.surroundings.has_gap() {
        return open_liquid::check(at);
    }
    if problem.draw() <= 0.0 && problem.until.time.is_none() {
        at.refuse(
            match !problem.surroundings.meets_sphere() {
                true => "nothing pulls the sphere to the wall, so the run would not end",
                false => "nothing pulls the spheres together, so the run would not end",
            },
            "give run.time; or a sphere denser than the liquid under gravity, or a lighter one with wall.position = \"above\"",
            &[
                "sphere.density",
                "sphere.density_ratio",
                "groups.density_ratio",
                "liquid.density",
                "run.gravity",
                "wall.position",
            ],
        );
    }
}

/// The needs of azimuthal modes, and the keys that need azimuthal modes.
fn azimuthal_modes(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    let modes = "resolution.azimuthal_modes";
    let highest = problem.resolution.azimuthal_modes;
    if highest == 0 {
        let release = &problem.start;
        let needing = [
            ("release.angle", release.angle),
            ("release.spin", release.fastest_spin()),
            ("release.perturbation", release.perturbation),
            ("wall.inclination", at.wall.wall.inclination),
        ];
        let instead = match !problem.surroundings.meets_sphere() {
            true => "resolution.azimuthal_modes = 4, for example: the flow is then computed in three dimensions",
            false => "leave it out: two spheres move along their line of centres",
        };
        for (key, _) in needing.iter().filter(|(_, value)| *value != 0.0) {
            at.refuse(format!("`{key}` breaks the axisymmetry"), instead, &[key, modes]);
        }
        return;
    }
    if problem.hydrodynamics == Hydrodynamics::Film {
        at.refuse(
            "hydrodynamics = \"film\" is axisymmetric",
            "hydrodynamics = \"resolved\", \"blended\" or \"theory\", or resolution.azimuthal_modes = 0",
            &["hydrodynamics", modes],
        );
    }
    if highest > problem.resolution.cells_per_diameter / 2 {
        at.refuse(
            "more azimuthal modes than the cells around the sphere can hold",
            format!("resolution.azimuthal_modes of at most {}", problem.resolution.cells_per_diameter / 2),
            &[modes, "resolution.cells_per_diameter"],
        );
    }
    let friction = problem.pair().and_then(|pair| problem.tangential(&pair)).is_ok_and(|tangential| tangential.acts());
    if friction && problem.film.model.deforms() && problem.film.roughness == 0.0 {
        at.refuse(
            "with film.model = \"ehd\" only the asperities of rough surfaces rub; smooth ones shear their film",
            "a film.roughness; or contact.friction = 0; or film.model = \"cutoff\"",
            &["film.model", "film.roughness", "contact.friction", "contact.law"],
        );
    }
    if problem.vessel.side == Side::NoSlip || problem.vessel.radius < 3.0 * problem.sphere.diameter {
        at.refuse(
            "with azimuthal modes the grid follows the sphere sideways, and its side stands for liquid far away",
            format!(
                "container.side = \"wide\" or \"free-slip\", and container.radius of at least {}",
                LENGTH.show(3.0 * problem.sphere.diameter)
            ),
            &[modes, "container.side", "container.radius"],
        );
    }
}

/// Choices that do not go with a plane of symmetry, or with the lack of it.
fn whole_circle(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    let symmetry = "resolution.symmetry";
    match problem.resolution.symmetry {
        Symmetry::None if problem.resolution.azimuthal_modes == 0 => at.refuse(
            "resolution.symmetry = \"none\" speaks of azimuthal modes, and there are none",
            "resolution.azimuthal_modes = 4, for example, or leave resolution.symmetry out",
            &[symmetry, "resolution.azimuthal_modes"],
        ),
        Symmetry::Plane if problem.resolution.azimuthal_modes > 0 && problem.start.leaves_plane() => at.refuse(
            "release.spin about x or z leads the flow out of its plane of symmetry",
            "resolution.symmetry = \"none\", or a spin about y alone: release.spin = \"200 rad/s\"",
            &["release.spin", symmetry],
        ),
        Symmetry::None if problem.hydrodynamics == Hydrodynamics::Theory => at.refuse(
            "hydrodynamics = \"theory\" knows motion in one plane",
            "hydrodynamics = \"resolved\", or resolution.symmetry = \"plane\"",
            &["hydrodynamics", symmetry],
        ),
        _ => {}
    }
}

/// The needs of `hydrodynamics = "film"` and of azimuthal modes.
fn film_alone(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    azimuthal_modes(at);
    whole_circle(at);
    if problem.hydrodynamics != Hydrodynamics::Film {
        return;
    }
    if !problem.film.model.deforms() {
        at.refuse(
            "hydrodynamics = \"film\" is the deforming film alone",
            "film.model = \"ehd\"",
            &["hydrodynamics", "film.model"],
        );
    }
    if problem.start.gap > problem.sphere.radius() {
        at.refuse(
            "hydrodynamics = \"film\" starts within the film",
            format!("release.gap of at most 0.5 D = {}", LENGTH.show(problem.sphere.radius())),
            &["hydrodynamics", "release.gap"],
        );
    }
}

/// A sphere that starts within the reach of a wall force is pushed from there with energy that nothing has put in.
fn wall_force(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    let Law::Li(law) = &problem.contact else { return };
    let reach = law.threshold * problem.sphere.diameter;
    if problem.start.gap <= reach && problem.hydrodynamics != Hydrodynamics::Film {
        at.refuse(
            "the sphere starts within the reach of the wall force of contact.law = \"li\"",
            format!("release.gap above contact.threshold = {}, or a smaller contact.threshold", LENGTH.show(reach)),
            &["release.gap", "contact.law", "contact.threshold"],
        );
    }
}

/// Choices that do not go with a deforming film.
fn elastic_film(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    let FilmModel::Ehd { piezoviscosity, piezoviscosity_law, asperities, .. } = problem.film.model else { return };
    let model = "film.model";
    let restitution = problem.film_restitution();
    if restitution.is_err() {
        at.refuse(
            "with film.model = \"ehd\" the contact is part of the film, which knows Hertz' force between sphere and wall only",
            "contact.law = \"hertz\", \"woo-hertz\" or \"musen-hertz\", without adhesion and with the whole radius; film.model \
             = \"cutoff\" takes every law",
            &[model, "contact.law", "contact.surface_energy", "contact.wall_radius"],
        );
    }
    if restitution.is_ok_and(|restitution| restitution < 0.1) {
        at.refuse(
            "with film.model = \"ehd\" the solids cannot lose so much",
            "a dry restitution of 0.1 to 1 (contact.restitution, contact.damping_ratio); or film.model = \"cutoff\"",
            &[model, "contact.restitution", "contact.damping_ratio"],
        );
    }
    if matches!(problem.hydrodynamics, Hydrodynamics::Theory | Hydrodynamics::Blended) {
        at.refuse(
            format!("with hydrodynamics = \"{}\" the film ends at a cut-off", problem.hydrodynamics),
            "film.model = \"cutoff\", or hydrodynamics = \"resolved\"",
            &[model, "hydrodynamics"],
        );
    }
    let highest = problem.resolution.smallest_gap * problem.sphere.diameter / asperities.reach();
    if problem.hydrodynamics == Hydrodynamics::Resolved && problem.film.roughness > highest {
        at.refuse(
            "the asperities touch before the deforming film takes over from the grid",
            format!(
                "film.roughness of at most {}, or a larger resolution.smallest_gap; film.model = \"cutoff\" takes any",
                LENGTH.show(highest)
            ),
            &["film.roughness", model, "resolution.smallest_gap"],
        );
    }
    let rises = piezoviscosity > 0.0 && piezoviscosity_law == PiezoviscosityLaw::Roelands;
    let roelands = PressureViscosity::roelands(piezoviscosity);
    if rises && roelands.check(problem.liquid.viscosity).is_err() {
        at.refuse(
            "the Roelands law ends at a viscosity of 6.3e-5 Pa s",
            "film.piezoviscosity_law = \"barus\" for liquids as thin as this",
            &["film.piezoviscosity_law", "liquid.viscosity"],
        );
    }
}
