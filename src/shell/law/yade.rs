//! Yade: `Law2_ScGeom_ImplicitLubricationPhys`, a film down to the spheres' roughness.
//!
//! Its film drags from a gap of `MaxDist a` down to the roughness, `2 eps a`, with `a` the mean radius, and lets an elastic contact throw
//! the sphere back: `e = 1 − 2 ln(MaxDist/(2 eps))/St`, Davis' form with `e_max = 1`.

use super::curve::short;
use super::davis::{davis, fit};
use super::host::{Host, Law, Written};

pub(super) const HOST: Host = Host {
    word: "yade",
    about: "viscosity and roughness of Law2_ScGeom_ImplicitLubricationPhys",
    extension: "py",
    once: "a damped contact law or the damping of NewtonIntegrator (damping=0), and a film of the coupled liquid below MaxDist",
    write,
};

/// `MaxDist` of the lines: the gap at which the film begins, in mean radii.
const REACH: f64 = 2.0;

fn write(law: &Law) -> Written {
    let form = fit(&law.curve, 1.0, davis);
    let roughness = 0.5 * REACH * (-0.5 * form.critical).exp();
    let viscosity = law.viscosity();
    let (friction, whose) = law.friction();
    Written {
        said: vec![
            format!(
                "Yade: e = 1 - {}/St of a film between {REACH} mean radii and the roughness, eps = {} of the mean radius; {}.",
                short(form.critical),
                short(roughness),
                form.misses(&law.curve.rows)
            ),
            "Its contact is elastic: what the solids take is in the roughness as well, which is a constant of the fit, not a measured one.".into(),
            "It holds for stiff spheres (the film turns no sphere before the roughness does). Yade takes a wall's film as that of two".into(),
            "equal spheres, a quarter of the true one: give contacts with walls 4 eta.".into(),
        ],
        lines: format!(
            "from math import atan\n\
             eta = {viscosity}  # Pa s, of your liquid\n\
             eps = {}  # roughness over the mean radius\n\
             friction = {friction}  # coefficient of friction, {whose}: FrictMat(frictionAngle=atan(friction))\n\
             aabb = Bo1_Sphere_Aabb(aabbEnlargeFactor={REACH})\n\
             contacts = InteractionLoop(\n    \
                 [Ig2_Sphere_Sphere_ScGeom(interactionDetectionFactor={REACH})],\n    \
                 [Ip2_FrictMat_FrictMat_LubricationPhys(eta=eta, eps=eps)],\n    \
                 [Law2_ScGeom_ImplicitLubricationPhys(MaxDist={REACH})])\n",
            short(roughness)
        ),
        columns: vec![("yade", form.values), ("yade_error", form.residuals)],
    }
}
