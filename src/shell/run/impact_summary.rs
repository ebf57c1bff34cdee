//! The numbers of a dry impact: `summary.json`, and the columns of `series.csv`.

use super::impact_member::{Check, Member, ending};
use crate::case::ImpactCase;
use crate::contact::depth;
use crate::contact::{Dissipation, DryBounce, DryOutcome, Ending, Maw};
use crate::output::summary::{Modelled, Provenance, Status};
use serde::Serialize;

/// Summary of one impact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImpactSummary {
    /// Name of the case.
    pub case: String,
    /// Version of the program.
    pub version: String,
    /// How it ended.
    pub status: Status,
    /// Why it ended: `separated`, `contacts-reached`, `resting`, `sticking`, `time-reached`, `missed`, or the error.
    pub stop_reason: String,
    /// Contact law.
    pub law: String,
    /// Steps in contact.
    pub steps: u64,
    /// Evaluations of the normal force.
    pub force_evaluations: u64,
    /// Simulated time at the end, s.
    pub time_s: f64,
    /// Elapsed time spent, s.
    pub wall_s: f64,
    /// Threads used: one impact takes one.
    pub threads: usize,
    /// The first contact; absent if the bodies missed each other.
    #[serde(flatten)]
    pub first: Option<FirstContact>,
    /// Where the energy of all contacts went.
    pub energy: Energy,
    /// The first contact in Maw's variables, where there is friction and sliding.
    pub maw: Option<Maw>,
    /// The first contact by an independent integration, if asked for.
    pub check: Option<Check>,
    /// Contacts, oldest first.
    pub bounces: Vec<DryBounce>,
    /// Highest speed of the first body at first touches and partings, m/s.
    pub peak_speed_m_s: f64,
    /// Largest relative error of the energy balance of a contact.
    pub energy_error: f64,
    /// Reasons to doubt the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The parts that were modelled rather than resolved.
    pub modelled: Vec<Modelled>,
    /// Assumptions.
    pub assumed: Vec<String>,
    /// The origin of the numbers.
    pub provenance: Provenance,
}

/// The first contact, as [`DryBounce`] defines its quantities.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FirstContact {
    /// Duration, s.
    pub contact_duration_s: f64,
    /// Normal speed before, m/s.
    pub impact_speed_m_s: f64,
    /// Normal speed after, m/s.
    pub rebound_speed_m_s: f64,
    /// Normal restitution; `null` for bodies that have not parted or touched without speed.
    pub restitution: Option<f64>,
    /// Tangential restitution of the contact point, `−` after/before.
    pub tangential_restitution: f64,
    /// Angle of the centre's velocity from the normal before, degrees.
    pub impact_angle_deg: f64,
    /// The same after; negative if the tangential motion is reversed.
    pub rebound_angle_deg: f64,
    /// Spin of the first body after, about x, y, z, rad/s.
    pub spin1_rad_s: [f64; 3],
    /// Spin of the second body after, rad/s.
    spin2_rad_s: [f64; 3],
    /// Largest overlap, m.
    pub max_overlap_m: f64,
    /// Largest normal force, N.
    #[serde(rename = "max_force_N")]
    pub max_force: f64,
}

impl FirstContact {
    fn of(bounce: &DryBounce) -> Self {
        Self {
            contact_duration_s: bounce.contact_duration_s,
            impact_speed_m_s: bounce.impact_speed_m_s,
            rebound_speed_m_s: bounce.rebound_speed_m_s,
            restitution: Some(bounce.restitution).filter(|e| e.is_finite()),
            tangential_restitution: bounce.oblique.tangential_restitution,
            impact_angle_deg: bounce.oblique.impact_angle_deg,
            rebound_angle_deg: bounce.oblique.rebound_angle_deg,
            spin1_rad_s: bounce.spin[0].into(),
            spin2_rad_s: bounce.spin[1].into(),
            max_overlap_m: bounce.max_overlap_m,
            max_force: bounce.max_force,
        }
    }
}

/// Energy at the first touch and at the end of the last contact, J; the balance is
/// `before + gravity work − after − stored − dissipated`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Energy {
    /// Kinetic, at the first touch.
    #[serde(rename = "before_J")]
    pub before: f64,
    /// Kinetic, at the end of the last contact.
    #[serde(rename = "after_J")]
    pub after: f64,
    /// Elastic, at the end of the last contact: zero once parted.
    #[serde(rename = "stored_J")]
    pub stored: f64,
    /// Dissipated in all contacts.
    #[serde(rename = "dissipated_J")]
    pub dissipated: f64,
    /// The same by cause.
    pub split: Dissipation,
}

impl Energy {
    fn of(outcome: &DryOutcome) -> Self {
        let at = |bounce: Option<&DryBounce>, of: fn(&DryBounce) -> f64| bounce.map_or(0.0, of);
        Self {
            before: at(outcome.bounces.first(), |b| b.energy.before),
            after: at(outcome.bounces.last(), |b| b.energy.after),
            stored: at(outcome.bounces.last(), |b| b.energy.stored),
            dissipated: outcome.dissipated.total(),
            split: outcome.dissipated,
        }
    }
}

impl ImpactSummary {
    /// The summary of one impact.
    pub(super) fn of(case: &ImpactCase, member: &Member, wall_s: f64) -> Self {
        let nothing = DryOutcome {
            ending: Ending::Missed,
            time: 0.0,
            bodies: member.impact.bodies,
            bounces: Vec::new(),
            dissipated: Dissipation::default(),
            samples: Vec::new(),
        };
        let outcome = member.outcome().unwrap_or(&nothing);
        let bounces = &outcome.bounces;
        let (status, stop_reason) = match &member.result {
            Ok(_) => (Status::Finished, ending(member)),
            Err(error) => (Status::Failed, error.to_string()),
        };
        Self {
            case: case.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            status,
            stop_reason,
            law: case.contact.name.to_string(),
            steps: bounces.iter().map(|bounce| bounce.steps).sum(),
            force_evaluations: bounces.iter().map(|bounce| bounce.force_evaluations).sum(),
            time_s: outcome.time,
            wall_s,
            threads: 1,
            first: bounces.first().map(FirstContact::of),
            energy: Energy::of(outcome),
            maw: maw(member),
            check: member.check,
            bounces: bounces.clone(),
            peak_speed_m_s: peak_speed(bounces),
            energy_error: energy_error(bounces),
            warnings: warnings(case, &[member]),
            modelled: modelled(case),
            assumed: assumed(case),
            provenance: Provenance::of_case(&case.to_toml()),
        }
    }
}

fn peak_speed(bounces: &[DryBounce]) -> f64 {
    let before = bounces.iter().map(|b| b.impact_speed_m_s.hypot(b.oblique.tangential_before_m_s));
    let after = bounces.iter().map(|b| b.rebound_speed_m_s.hypot(b.oblique.tangential_after_m_s));
    before.chain(after).fold(0.0, f64::max)
}

fn energy_error(bounces: &[DryBounce]) -> f64 {
    bounces.iter().map(|bounce| bounce.energy.error.abs()).filter(|error| error.is_finite()).fold(0.0, f64::max)
}

/// Maw's variables of the first contact, if there is friction.
pub(super) fn maw(member: &Member) -> Option<Maw> {
    let friction = member.impact.tangential.sliding?.friction;
    let bounce = member.outcome()?.bounces.first()?;
    Some(Maw::of(bounce, &member.impact.pair, friction))
}

/// Error of the energy balance of a contact above which the result is doubtful.
const DOUBTFUL_ENERGY: f64 = 1e-3;
/// Share of the friction impulse in steps longer than stick and slip above which the result is doubtful.
const DOUBTFUL_FRICTION: f64 = 0.05;

/// Reasons to doubt the results, each said once.
fn warnings(case: &ImpactCase, members: &[&Member]) -> Vec<String> {
    let all = || members.iter().filter_map(|member| Some((member.outcome()?, member.impact.pair.radius)));
    let bounces = || all().flat_map(|(outcome, radius)| outcome.bounces.iter().map(move |bounce| (bounce, radius)));
    let steps = case.integration.steps_per_contact;
    let mut list = Vec::new();
    let error = bounces().map(|(bounce, _)| bounce.energy.error.abs()).filter(|e| e.is_finite()).fold(0.0, f64::max);
    if error > DOUBTFUL_ENERGY {
        list.push(format!(
            "the energy of a contact is off by {error:.1e}: raise integration.steps_per_contact above {steps}"
        ));
    }
    let radii = bounces().map(|(bounce, [r1, r2])| bounce.max_overlap_m / r1.min(r2)).fold(0.0, f64::max);
    list.extend(depth::doubt(radii));
    if bounces().any(|(bounce, _)| bounce.unresolved_friction > DOUBTFUL_FRICTION) {
        list.push(format!(
            "friction sticks and slips within a step, so its impulse is low by up to {:.0} %: raise \
             integration.steps_per_contact above {steps}",
            100.0 * slip_error(members)
        ));
    }
    if all().any(|(outcome, _)| outcome.ending == Ending::InContact) {
        list.push("a contact did not end within run.longest_contact: raise it".to_owned());
    }
    list
}

/// Largest share by which a saw tooth between static and dynamic friction that is not resolved is low: `(1 − r)/(1 + r)`.
fn slip_error(members: &[&Member]) -> f64 {
    members
        .iter()
        .map(|member| member.impact.tangential.dynamic_ratio)
        .map(|r| (1.0 - r) / (1.0 + r))
        .fold(0.0, f64::max)
}

fn modelled(case: &ImpactCase) -> Vec<Modelled> {
    let steps = case.integration.steps_per_contact;
    vec![Modelled {
        what: "solid contact".into(),
        by: format!("law `{}`, a force between rigid bodies that overlap", case.contact.name),
        range: format!("while the bodies overlap, in {steps} steps per undamped contact"),
    }]
}

fn assumed(case: &ImpactCase) -> Vec<String> {
    let mut list = vec![
        "no liquid, no gas".to_owned(),
        "homogeneous spheres, moment of inertia 2/5 m r^2".to_owned(),
        "quasi-static contact: no waves in the solids".to_owned(),
    ];
    if case.wall.is_some() {
        list.push("a plane wall that does not move".to_owned());
    }
    list
}

/// Summary of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeriesSummary {
    /// Name of the case.
    pub case: String,
    /// Version of the program.
    pub version: String,
    /// `failed` if one of the impacts did.
    pub status: Status,
    /// How many finished.
    pub stop_reason: String,
    /// Contact law.
    pub law: String,
    /// Number of impacts.
    pub impacts: usize,
    /// Steps of all.
    pub steps: u64,
    /// Elapsed time spent, s.
    pub wall_s: f64,
    /// Threads used.
    pub threads: usize,
    /// Lowest and highest normal restitution of first contacts.
    pub restitution: Option<[f64; 2]>,
    /// Largest relative error of the energy balance of a contact.
    pub energy_error: f64,
    /// Reasons to doubt the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The parts that were modelled rather than resolved.
    pub modelled: Vec<Modelled>,
    /// Assumptions.
    pub assumed: Vec<String>,
    /// The origin of the numbers.
    pub provenance: Provenance,
}

impl SeriesSummary {
    pub(super) fn of(case: &ImpactCase, members: &[Member], wall_s: f64, threads: usize) -> Self {
        let bounces = || members.iter().filter_map(Member::outcome).flat_map(|outcome| &outcome.bounces);
        let finished = members.iter().filter(|member| member.result.is_ok()).count();
        let first = members
            .iter()
            .filter_map(|member| member.outcome()?.bounces.first())
            .map(|b| b.restitution)
            .filter(|e| e.is_finite());
        let range = first.fold(None, |range: Option<[f64; 2]>, e| {
            Some(range.map_or([e, e], |[low, high]| [low.min(e), high.max(e)]))
        });
        Self {
            case: case.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            status: if finished == members.len() { Status::Finished } else { Status::Failed },
            stop_reason: format!("{finished} of {} impacts finished", members.len()),
            law: case.contact.name.to_string(),
            impacts: members.len(),
            steps: bounces().map(|bounce| bounce.steps).sum(),
            wall_s,
            threads,
            restitution: range,
            energy_error: bounces().map(|b| b.energy.error.abs()).filter(|e| e.is_finite()).fold(0.0, f64::max),
            warnings: warnings(case, &members.iter().collect::<Vec<_>>()),
            modelled: modelled(case),
            assumed: assumed(case),
            provenance: Provenance::of_case(&case.to_toml()),
        }
    }
}

/// Numeric columns of `series.csv`: first contact of a member, `None` where there is none.
pub(super) fn columns(member: &Member) -> Vec<(&'static str, Option<f64>)> {
    let bounces = member.outcome().map(|outcome| outcome.bounces.as_slice());
    let of = |get: fn(&DryBounce) -> f64| bounces.and_then(|bounces| bounces.first()).map(get);
    let maw = maw(member);
    vec![
        ("speed_m_s", Some(member.speed)),
        ("angle_deg", Some(member.angle)),
        ("contact_duration_s", of(|b| b.contact_duration_s)),
        ("impact_speed_m_s", of(|b| b.impact_speed_m_s)),
        ("rebound_speed_m_s", of(|b| b.rebound_speed_m_s)),
        ("restitution", of(|b| b.restitution)),
        ("tangential_restitution", of(|b| b.oblique.tangential_restitution)),
        ("impact_angle_deg", of(|b| b.oblique.impact_angle_deg)),
        ("rebound_angle_deg", of(|b| b.oblique.rebound_angle_deg)),
        ("psi_1", maw.map(|maw| maw.psi_1)),
        ("psi_2", maw.map(|maw| maw.psi_2)),
        ("tangential_before_m_s", of(|b| b.oblique.tangential_before_m_s)),
        ("tangential_after_m_s", of(|b| b.oblique.tangential_after_m_s)),
        ("sliding_before_m_s", of(|b| b.oblique.sliding_before_m_s)),
        ("sliding_after_m_s", of(|b| b.oblique.sliding_after_m_s)),
        ("spin1_x_rad_s", of(|b| b.spin[0].x)),
        ("spin1_y_rad_s", of(|b| b.spin[0].y)),
        ("spin1_z_rad_s", of(|b| b.spin[0].z)),
        ("spin2_x_rad_s", of(|b| b.spin[1].x)),
        ("spin2_y_rad_s", of(|b| b.spin[1].y)),
        ("spin2_z_rad_s", of(|b| b.spin[1].z)),
        ("max_overlap_m", of(|b| b.max_overlap_m)),
        ("max_force_N", of(|b| b.max_force)),
        ("energy_before_J", of(|b| b.energy.before)),
        ("energy_after_J", of(|b| b.energy.after)),
        ("energy_stored_J", of(|b| b.energy.stored)),
        ("normal_viscous_J", of(|b| b.dissipated.normal_viscous)),
        ("plastic_J", of(|b| b.dissipated.plastic)),
        ("adhesion_J", of(|b| b.dissipated.adhesion)),
        ("friction_J", of(|b| b.dissipated.friction)),
        ("tangential_viscous_J", of(|b| b.dissipated.tangential_viscous)),
        ("rolling_J", of(|b| b.dissipated.rolling)),
        ("twisting_J", of(|b| b.dissipated.twisting)),
        ("stiffness_change_J", of(|b| b.dissipated.stiffness_change)),
        ("released_J", of(|b| b.dissipated.released)),
        ("energy_error", of(|b| b.energy.error)),
        ("steps", of(|b| b.steps as f64)),
        ("bounces", bounces.map(|bounces| bounces.len() as f64)),
    ]
}
