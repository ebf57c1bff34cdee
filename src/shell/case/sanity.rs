//! What only shows between tables: the sphere fits its container, the models go together, and the run can end.

use super::open_liquid;
use super::problem::Problem;
use super::section::{Reader, Section};
use super::{Case, FilmModel, Hydrodynamics, Side, Start, Symmetry};
use crate::contact::Law;
use crate::film::{PiezoviscosityLaw, PressureViscosity};
use crate::quantity::LENGTH;

/// Reports what no single key is to blame for, underlining every key involved that the user wrote.
pub(super) fn check(case: &Case, reader: &Reader, root: &Section<'_>) {
    let report = |message: String, help: String, keys: &[(&'static str, &'static str)]| {
        let mut problem = Problem::new(message).help(help);
        for (table, key) in keys {
            if let Some(place) = root.place_in(table, key) {
                let path = if table.is_empty() { (*key).to_owned() } else { format!("{table}.{key}") };
                problem = problem.at(reader.sources(), &place, path);
            }
        }
        reader.report(problem);
    };
    let length = |value: f64| LENGTH.show(value);
    let (diameter, container, release) = (case.sphere.diameter, &case.container, &case.release);
    if diameter >= 2.0 * container.radius {
        report(
            "the sphere is larger than its container".into(),
            format!("a sphere of {} needs a container radius well above {}", length(diameter), length(0.5 * diameter)),
            &[("sphere", "diameter"), ("container", "radius")],
        );
    }
    if release.gap + diameter >= container.height {
        report(
            "the sphere is released above the top of its container".into(),
            format!(
                "release.gap + D = {} must be less than container.height = {}",
                length(release.gap + diameter),
                length(container.height)
            ),
            &[("release", "gap"), ("sphere", "diameter"), ("container", "height")],
        );
    }
    let start = release.highest_gap();
    if release.gap + diameter < container.height && start + 1.25 * diameter >= container.height {
        report(
            "the sphere has no room above its start".into(),
            format!(
                "the highest gap of the start, run-up included, + 1.25 D = {} must be less than container.height = {}",
                length(start + 1.25 * diameter),
                length(container.height)
            ),
            &[("release", "gap"), ("release", "run_up"), ("container", "height")],
        );
    }
    if !release.in_open_liquid() {
        elastic_film(case, &report);
        wall_force(case, &report);
    }
    film_alone(case, &report);
    motion(case, &report);
}

/// How the sphere moves: from a table where the flow is computed, and to an end.
fn motion(case: &Case, report: &impl Fn(String, String, &[(&'static str, &'static str)])) {
    if let (Start::Table(_), Hydrodynamics::Theory | Hydrodynamics::Film) = (&case.release.start, case.hydrodynamics) {
        report(
            format!("hydrodynamics = \"{}\" does not know a motion from a table", case.hydrodynamics),
            "hydrodynamics = \"resolved\" or \"blended\", or release.kind = \"prescribed\"".into(),
            &[("", "hydrodynamics"), ("release", "file"), ("release", "times")],
        );
    }
    if case.release.in_open_liquid() {
        return open_liquid::check(case, report);
    }
    if (case.sphere.density - case.liquid.density) * case.gravity() <= 0.0 && case.run.time.is_none() {
        report(
            "nothing pulls the sphere to the wall, so the run would not end".into(),
            "give run.time; or a sphere denser than the liquid under gravity, or a lighter one with wall.position = \"above\""
                .into(),
            &[
                ("sphere", "density"),
                ("sphere", "density_ratio"),
                ("groups", "density_ratio"),
                ("liquid", "density"),
                ("run", "gravity"),
                ("wall", "position"),
            ],
        );
    }
}

/// What azimuthal modes need, and what needs azimuthal modes.
fn azimuthal_modes(case: &Case, report: &impl Fn(String, String, &[(&'static str, &'static str)])) {
    let modes = ("resolution", "azimuthal_modes");
    let highest = case.resolution.azimuthal_modes;
    if highest == 0 {
        let lateral = &case.release.lateral;
        let needing = [
            ("release", "angle", lateral.angle),
            ("release", "spin", lateral.fastest_spin()),
            ("release", "perturbation", lateral.perturbation),
            ("wall", "inclination", case.wall.inclination),
        ];
        for (table, key, _) in needing.iter().filter(|(_, _, value)| *value != 0.0) {
            report(
                format!("`{table}.{key}` breaks the axisymmetry"),
                "resolution.azimuthal_modes = 4, for example: the flow is then computed in three dimensions".into(),
                &[(table, key), modes],
            );
        }
        return;
    }
    if case.hydrodynamics == Hydrodynamics::Film {
        report(
            "hydrodynamics = \"film\" is axisymmetric".into(),
            "hydrodynamics = \"resolved\", \"blended\" or \"theory\", or resolution.azimuthal_modes = 0".into(),
            &[("", "hydrodynamics"), modes],
        );
    }
    if highest > case.resolution.cells_per_diameter / 2 {
        report(
            "more azimuthal modes than the cells around the sphere can hold".into(),
            format!("resolution.azimuthal_modes of at most {}", case.resolution.cells_per_diameter / 2),
            &[modes, ("resolution", "cells_per_diameter")],
        );
    }
    let friction =
        case.pair().and_then(|pair| case.contact.tangential(&pair)).is_ok_and(|tangential| tangential.acts());
    if friction && matches!(case.film.model, FilmModel::Ehd { .. }) && case.film.roughness == 0.0 {
        report(
            "with film.model = \"ehd\" only the asperities of rough surfaces rub; smooth ones shear their film".into(),
            "a film.roughness; or contact.friction = 0; or film.model = \"cutoff\"".into(),
            &[("film", "model"), ("film", "roughness"), ("contact", "friction"), ("contact", "law")],
        );
    }
    if case.container.side == Side::NoSlip || case.container.radius < 3.0 * case.sphere.diameter {
        report(
            "with azimuthal modes the grid follows the sphere sideways, and its side stands for liquid far away".into(),
            format!(
                "container.side = \"wide\" or \"free-slip\", and container.radius of at least {}",
                LENGTH.show(3.0 * case.sphere.diameter)
            ),
            &[modes, ("container", "side"), ("container", "radius")],
        );
    }
}

/// What a plane of symmetry, or the lack of it, does not go with.
fn whole_circle(case: &Case, report: &impl Fn(String, String, &[(&'static str, &'static str)])) {
    let symmetry = ("resolution", "symmetry");
    match case.resolution.symmetry {
        Symmetry::None if case.resolution.azimuthal_modes == 0 => report(
            "resolution.symmetry = \"none\" speaks of azimuthal modes, and there are none".into(),
            "resolution.azimuthal_modes = 4, for example, or leave resolution.symmetry out".into(),
            &[symmetry, ("resolution", "azimuthal_modes")],
        ),
        Symmetry::Plane if case.resolution.azimuthal_modes > 0 && case.release.lateral.leaves_plane() => report(
            "release.spin about x or z leads the flow out of its plane of symmetry".into(),
            "resolution.symmetry = \"none\", or a spin about y alone: release.spin = \"200 rad/s\"".into(),
            &[("release", "spin"), symmetry],
        ),
        Symmetry::None if case.hydrodynamics == Hydrodynamics::Theory => report(
            "hydrodynamics = \"theory\" knows motion in one plane".into(),
            "hydrodynamics = \"resolved\", or resolution.symmetry = \"plane\"".into(),
            &[("", "hydrodynamics"), symmetry],
        ),
        _ => {}
    }
}

/// What `hydrodynamics = "film"` needs, and what azimuthal modes do.
fn film_alone(case: &Case, report: &impl Fn(String, String, &[(&'static str, &'static str)])) {
    azimuthal_modes(case, report);
    whole_circle(case, report);
    if case.hydrodynamics != Hydrodynamics::Film {
        return;
    }
    if let FilmModel::Cutoff { .. } = case.film.model {
        report(
            "hydrodynamics = \"film\" is the deforming film alone".into(),
            "film.model = \"ehd\"".into(),
            &[("", "hydrodynamics"), ("film", "model")],
        );
    }
    if case.release.gap > case.sphere.radius() {
        report(
            "hydrodynamics = \"film\" starts within the film".into(),
            format!("release.gap of at most 0.5 D = {}", LENGTH.show(case.sphere.radius())),
            &[("", "hydrodynamics"), ("release", "gap")],
        );
    }
}

/// A wall force pushes from the start on what starts within its reach, with energy that nothing has put in.
fn wall_force(case: &Case, report: &impl Fn(String, String, &[(&'static str, &'static str)])) {
    let Law::Li(law) = &case.contact.law else { return };
    let reach = law.threshold * case.sphere.diameter;
    if case.release.gap <= reach && case.hydrodynamics != Hydrodynamics::Film {
        report(
            "the sphere starts within the reach of the wall force of contact.law = \"li\"".into(),
            format!("release.gap above contact.threshold = {}, or a smaller contact.threshold", LENGTH.show(reach)),
            &[("release", "gap"), ("contact", "law"), ("contact", "threshold")],
        );
    }
}

/// What a deforming film cannot be combined with.
fn elastic_film(case: &Case, report: &impl Fn(String, String, &[(&'static str, &'static str)])) {
    let FilmModel::Ehd { piezoviscosity, piezoviscosity_law, asperities, .. } = case.film.model else { return };
    let model = ("film", "model");
    let restitution = case.film_restitution();
    if restitution.is_err() {
        report(
            "with film.model = \"ehd\" the contact is part of the film, which knows Hertz' force between sphere and wall only"
                .into(),
            "contact.law = \"hertz\", \"woo-hertz\" or \"musen-hertz\", without adhesion and with the whole radius; film.model \
             = \"cutoff\" takes every law"
                .into(),
            &[model, ("contact", "law"), ("contact", "surface_energy"), ("contact", "wall_radius")],
        );
    }
    if restitution.is_ok_and(|restitution| restitution < 0.1) {
        report(
            "with film.model = \"ehd\" the solids cannot lose so much".into(),
            "a dry restitution of 0.1 to 1 (contact.restitution, contact.damping_ratio); or film.model = \"cutoff\""
                .into(),
            &[model, ("contact", "restitution"), ("contact", "damping_ratio")],
        );
    }
    if matches!(case.hydrodynamics, Hydrodynamics::Theory | Hydrodynamics::Blended) {
        report(
            format!("with hydrodynamics = \"{}\" the film ends at a cut-off", case.hydrodynamics),
            "film.model = \"cutoff\", or hydrodynamics = \"resolved\"".into(),
            &[model, ("", "hydrodynamics")],
        );
    }
    let highest = case.resolution.smallest_gap * case.sphere.diameter / asperities.reach();
    if case.hydrodynamics == Hydrodynamics::Resolved && case.film.roughness > highest {
        report(
            "the asperities touch before the deforming film takes over from the grid".into(),
            format!(
                "film.roughness of at most {}, or a larger resolution.smallest_gap; film.model = \"cutoff\" takes any",
                LENGTH.show(highest)
            ),
            &[("film", "roughness"), model, ("resolution", "smallest_gap")],
        );
    }
    let rises = piezoviscosity > 0.0 && piezoviscosity_law == PiezoviscosityLaw::Roelands;
    let roelands = PressureViscosity::roelands(piezoviscosity);
    if rises && roelands.check(case.liquid.viscosity).is_err() {
        report(
            "the Roelands law ends at a viscosity of 6.3e-5 Pa s".into(),
            "film.piezoviscosity_law = \"barus\" for liquids as thin as this".into(),
            &[("film", "piezoviscosity_law"), ("liquid", "viscosity")],
        );
    }
}
