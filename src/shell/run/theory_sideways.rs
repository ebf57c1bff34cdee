//! The motion along the wall beside a motion by theory: from a case, and its models.

use super::build;
use crate::case::Case;
use crate::error::BadParameter;
use crate::liquid::Lift;
use crate::motion::theory_sideways::{SidewaysFall, SidewaysTheory};
use crate::output::summary::Modelled;

/// The motion along the wall of a case with three dimensions; `None` of others. `longest` is the longest time of the motion
/// \[s\].
///
/// # Errors
/// A parameter refused.
pub(super) fn start(case: &Case, longest: f64) -> Result<Option<SidewaysFall>, BadParameter> {
    if case.resolution.azimuthal_modes == 0 {
        return Ok(None);
    }
    let sphere = build::immersed_sphere(case)?;
    let excess = sphere.mass() - sphere.displaced_mass();
    SidewaysFall::start(SidewaysTheory {
        theory: build::theory(case)?,
        wall: build::tangential_wall(case)?,
        normal: case.normal_contact()?,
        lead: case.release.lateral_lead(case.sphere.diameter),
        spin: case.release.spin[1],
        load: excess * case.run.gravity * case.wall.inclination.to_radians().sin(),
        led: case.release.is_prescribed(),
        longest,
    })
    .map(Some)
}

/// The model of the liquid along the wall, within `range`.
pub(super) fn modelled(range: String) -> Modelled {
    Modelled {
        what: "force and torque of the liquid along the wall".to_owned(),
        by: "theory: drag and torque exact in creeping flow (Goldman, Cox & Brenner 1967), drag at least that of the far law at \
             the whole speed, added mass and history with the first image in the wall (Lamb 1932); along the normal the attraction to the wall in \
             potential flow (Lamb 1932), and far drag of the whole speed"
            .to_owned(),
        range,
    }
}

/// The same of a case by theory alone.
pub(super) fn modelled_alone(case: &Case) -> Option<Modelled> {
    let range = "at every gap down to the film's cut-off, where they stay during contact; friction and rolling by the contact law";
    (case.resolution.azimuthal_modes > 0).then(|| modelled(range.to_owned()))
}

/// Effects along the wall that theory leaves out.
pub(super) fn left_out(case: &Case) -> [&'static str; 2] {
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
pub(super) fn assumed(case: &Case) -> Vec<&'static str> {
    if case.resolution.azimuthal_modes == 0 {
        return Vec::new();
    }
    let mut list = left_out(case).to_vec();
    if case.release.perturbation != 0.0 {
        list.push("release.perturbation does not act: there is no wake whose symmetry it could break");
    }
    list
}
