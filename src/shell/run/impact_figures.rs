//! The figures of dry impacts, in `plots/` of their directory.

use super::impact_summary::{Member, maw};
use crate::output::OutputError;
use crate::output::drawing;
use std::path::Path;
use wetbounce_figures::impact;
use wetbounce_physics::contact::{DryBounce, DryOutcome, Impact, NormalContact};
use wetbounce_physics::numerics::sort_by_first;

/// Draws force over overlap, and the course of one impact.
pub(super) fn draw_one(what: &Impact, outcome: &DryOutcome, plots: &Path) -> Result<(), OutputError> {
    if outcome.bounces.is_empty() || outcome.samples.len() < 2 {
        return Ok(());
    }
    let branches = match &what.normal {
        NormalContact::Luding(law) => {
            vec![("~{k}_{n1} ~{ε}", law.k1), ("−~{k}_{nc} ~{ε}", -law.kc)]
        }
        _ => Vec::new(),
    };
    let loops = impact::force_overlap(&outcome.samples, what.normal.range(), &branches);
    drawing::write(&loops, &plots.join("force-overlap.svg"))?;
    drawing::write(&impact::motion(&outcome.samples), &plots.join("motion.svg"))
}

/// Draws the figures over the speed, if there are several, and over the angle, if there are several.
pub(super) fn draw_series(members: &[Member], plots: &Path) -> Result<(), OutputError> {
    let several = |of: fn(&Member) -> f64| members.iter().any(|member| of(member) != of(&members[0]));
    let first = |member: &Member| member.outcome().and_then(|outcome| outcome.bounces.first().copied());
    if several(|member| member.speed) {
        let e = |member: &Member| first(member).map(|bounce| (member.speed, bounce.restitution));
        let curves = curves(members, |member| format!("{} deg", member.angle), e);
        drawing::write(&impact::restitution(&curves), &plots.join("restitution.svg"))?;
    }
    if several(|member| member.angle) {
        let by_speed = |member: &Member| format!("{} m/s", member.speed);
        let over_angle = |of: fn(&DryBounce) -> f64| {
            curves(members, by_speed, move |member| first(member).map(|bounce| (member.angle, of(&bounce))))
        };
        let ratio = |bounce: &DryBounce| bounce.oblique.tangential_after_m_s / bounce.oblique.tangential_before_m_s;
        let left = curves(members, by_speed, |member| {
            first(member).filter(|b| b.oblique.tangential_before_m_s > 0.0).map(|bounce| (member.angle, ratio(&bounce)))
        });
        let (rebound, normal) = (over_angle(|b| b.oblique.rebound_angle_deg), over_angle(|b| b.restitution));
        let spin = over_angle(|b| b.spin[0].y);
        drawing::write(&impact::angles(&rebound, &normal, &left, &spin), &plots.join("angles.svg"))?;
        let scaled = curves(members, by_speed, |member| maw(member).map(|maw| (maw.psi_1, maw.psi_2)));
        let slide = members.iter().find_map(|member| {
            let (maw, bounce) = (maw(member)?, first(member)?);
            Some(2.0 * maw.chi * (1.0 + bounce.restitution))
        });
        if let Some(slide) = slide {
            drawing::write(&impact::maw(&scaled, slide), &plots.join("maw.svg"))?;
        }
    }
    Ok(())
}

/// Points of the members, one curve for each name, in the order in which they appear.
fn curves(
    members: &[Member],
    name: impl Fn(&Member) -> String,
    point: impl Fn(&Member) -> Option<(f64, f64)>,
) -> Vec<(String, Vec<(f64, f64)>)> {
    let mut curves: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    for member in members {
        let Some(point) = point(member) else { continue };
        match curves.iter_mut().find(|(known, _)| *known == name(member)) {
            Some((_, points)) => points.push(point),
            None => curves.push((name(member), vec![point])),
        }
    }
    curves.iter_mut().for_each(|(_, points)| sort_by_first(points));
    curves
}
