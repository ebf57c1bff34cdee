//! Yade: `Law2_ScGeom_ImplicitLubricationPhys`, a film down to the spheres' roughness.
//!
//! Its film drags from a gap of `MaxDist a` down to the roughness, `2 eps a`, with `a` the mean radius, and lets an
//! elastic contact throw the sphere back: `e = 1 − 2 ln(MaxDist/(2 eps))/St`, Davis' form with `e_max = 1`. The film
//! goes on below the roughness, in series with the solids; unless the peaks are much stiffer than the solids (`keps`),
//! the contact presses it to nothing, and the sphere sticks.

use super::curve::short;
use super::davis::{davis, fit};
use super::host::{Host, HostLines, RestitutionLaw, Writes};

pub(super) const HOST: Host = Host {
    word: "yade",
    about: "viscosity and roughness of Law2_ScGeom_ImplicitLubricationPhys",
    extension: "py",
    once: "a damped contact law or the damping of NewtonIntegrator (damping=0), and a film of the coupled liquid below MaxDist",
    writes: Writes::Restitution(write),
};

/// `MaxDist` of the lines: the gap at which the film begins, in mean radii.
const REACH: f64 = 2.0;

/// `keps` of the lines: stiffness of the peaks over that of the solids. They carry the contact without giving way by
/// much of their own height, `m V²/(kn (2 eps a)²) ≪ keps²`, for all but very soft solids: 6 mm of 2 GPa rebound alike
/// with 10³, 10⁴ and 10⁶.
const PEAKS: f64 = 1e4;

/// The least roughness over the mean radius that a surface has, some nanometres on some millimetres.
const SMOOTHEST: f64 = 1e-6;

fn write(law: &RestitutionLaw) -> HostLines {
    let form = fit(&law.curve, 1.0, davis);
    let roughness = |critical: f64| 0.5 * REACH * (-0.5 * critical).exp();
    let stokes = short(law.stokes);
    let for_one_speed = match roughness(law.stokes * (1.0 - law.restitution)) {
        eps if eps >= SMOOTHEST => format!("# eps = {}  # for one speed instead, St {stokes}", short(eps)),
        _ => format!(
            "# no eps gives the restitution of St {stokes} alone: the solids take more there than a film can stand for"
        ),
    };
    let viscosity = law.viscosity();
    let (friction, whose) = law.friction();
    HostLines {
        said: vec![
            format!(
                "Yade: e = 1 - {}/St of a film between {REACH} mean radii and the roughness, eps = {} of the mean radius; {}.",
                short(form.critical),
                short(roughness(form.critical)),
                form.misses(&law.curve.rows)
            ),
            "Its contact is elastic: what the solids take is in the roughness as well, which is a constant of the fit, not a measured one.".into(),
            "It holds for stiff spheres (the film turns no sphere before the roughness does), with peaks far stiffer than the solids (keps):".into(),
            "with keps = 1, Yade's default, the contact presses the film to nothing, and the sphere sticks.".into(),
            "Yade takes a wall's film as that of two equal spheres, a quarter of the true one, and reaches half as far to it: see `film, reach`.".into(),
        ],
        lines: format!(
            "from math import atan\n\
             eta = {viscosity}  # Pa s, of your liquid\n\
             eps = {}  # roughness over the mean radius, for all bounces\n\
             {for_one_speed}\n\
             friction = {friction}  # coefficient of friction, {whose}: FrictMat(frictionAngle=atan(friction))\n\
             film, reach = eta, {REACH}  # between spheres; detection factor of a film of {REACH} mean radii\n\
             # film, reach = 4 * eta, {}  # between a sphere and a wall (box) instead\n\
             aabb = Bo1_Sphere_Aabb(aabbEnlargeFactor=reach)\n\
             contacts = InteractionLoop(\n    \
                 [Ig2_Sphere_Sphere_ScGeom(interactionDetectionFactor=reach), Ig2_Box_Sphere_ScGeom(interactionDetectionFactor=reach)],\n    \
                 [Ip2_FrictMat_FrictMat_LubricationPhys(eta=film, eps=eps, keps={PEAKS})],\n    \
                 [Law2_ScGeom_ImplicitLubricationPhys(MaxDist={REACH})])\n",
            short(roughness(form.critical)),
            1.0 + REACH
        ),
        columns: vec![("yade", form.values), ("yade_error", form.residuals)],
    }
}
