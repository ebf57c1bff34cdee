//! The numbers of a dry impact: `summary.json`, and the columns of `series.csv`.

use crate::case::ImpactCase;
use crate::output::summary::{Provenance, Status};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use wetbounce_physics::contact::smooth::SmoothOutcome;
use wetbounce_physics::contact::{
    Dissipation, DryBounce, DryOutcome, Impact, ImpactEnding, ImpactError, Maw, depth, dissipation,
};
use wetbounce_physics::modelled::Modelled;
use wetbounce_physics::problem::doubts::default_restitution;
use wetbounce_physics::remark;
use wetbounce_physics::remark::{Remark, Remarks};

/// Summary of one impact, or of a series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImpactSummary {
    /// Name of the case.
    pub case: String,
    /// Version of the program.
    pub version: String,
    /// How it ended; `failed` if one impact of a series did.
    pub(super) status: Status,
    /// Why it ended: `separated`, `contacts-reached`, `resting`, `sticking`, `time-reached`, `missed`, or the error; of
    /// a series, how many finished.
    pub stop_reason: String,
    /// Contact law.
    pub law: String,
    /// What was found.
    #[serde(flatten)]
    pub found: ImpactResults,
    /// Largest relative error of the energy balance of a contact.
    pub energy_error: f64,
    /// Warnings and assumptions.
    #[serde(flatten)]
    pub remarks: Remarks,
    /// The parts that were modelled rather than resolved.
    pub(super) modelled: Vec<Modelled>,
    /// The origin of the numbers.
    pub(super) provenance: Provenance,
}

/// What one impact shows, or a series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ImpactResults {
    /// One impact.
    One(Box<OneImpact>),
    /// A series.
    Series(ImpactSeries),
}

/// What one impact shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OneImpact {
    /// Steps in contact.
    pub steps: u64,
    /// Evaluations of the normal force.
    pub(super) force_evaluations: u64,
    /// Simulated time at the end \[s\].
    pub(super) time_s: f64,
    /// Elapsed time spent \[s\].
    pub wall_s: f64,
    /// Threads used: one impact takes one.
    pub(super) threads: usize,
    /// The first contact; absent if the bodies missed each other.
    #[serde(flatten, skip_deserializing)]
    first: Option<FirstContact>,
    /// Where the energy of all contacts went.
    pub(super) energy: Energy,
    /// The first contact in Maw's variables, where there is friction and sliding.
    pub maw: Option<Maw>,
    /// The first contact by an independent integration, if asked for.
    pub check: Option<Check>,
    /// Contacts, oldest first.
    pub bounces: Vec<DryBounce>,
    /// Highest speed of the first body at first touches and partings [m/s].
    pub(super) peak_speed_m_s: f64,
}

/// What a series shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImpactSeries {
    /// Number of impacts.
    pub(super) impacts: usize,
    /// Steps of all.
    pub steps: u64,
    /// Elapsed time spent \[s\].
    pub wall_s: f64,
    /// Threads used.
    pub(super) threads: usize,
    /// Lowest and highest normal restitution of first contacts.
    pub restitution: Option<[f64; 2]>,
}

/// The first contact, as those who read one number of an impact want it: a part of its entry in the list of all.
#[derive(Debug, Clone, PartialEq)]
struct FirstContact(DryBounce);

impl Serialize for FirstContact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(bounce) = self;
        let mut map = serializer.serialize_map(None)?;
        SPEEDS.iter().try_for_each(|(key, of)| map.serialize_entry(key, &of(bounce)))?;
        map.serialize_entry("spin1_rad_s", &<[f64; 3]>::from(bounce.spin[0]))?;
        map.serialize_entry("spin2_rad_s", &<[f64; 3]>::from(bounce.spin[1]))?;
        LARGEST.iter().try_for_each(|(key, of)| map.serialize_entry(key, &of(bounce)))?;
        map.end()
    }
}

/// Energy at the first touch and at the end of the last contact \[J\]; the balance is
/// `before + gravity work − after − stored − dissipated`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// Kinetic, at the first touch.
    #[serde(rename = "before_J")]
    pub(super) before: f64,
    /// Kinetic, at the end of the last contact.
    #[serde(rename = "after_J")]
    pub(super) after: f64,
    /// Elastic, at the end of the last contact: zero once parted.
    #[serde(rename = "stored_J")]
    pub(super) stored: f64,
    /// Dissipated in all contacts.
    #[serde(rename = "dissipated_J")]
    pub(super) dissipated: f64,
    /// The same by cause.
    pub(super) split: Dissipation,
}

impl Energy {
    fn of(bounces: &[DryBounce], split: Dissipation) -> Self {
        let at = |bounce: Option<&DryBounce>, of: fn(&DryBounce) -> f64| bounce.map_or(0.0, of);
        Self {
            before: at(bounces.first(), |b| b.energy.before),
            after: at(bounces.last(), |b| b.energy.after),
            stored: at(bounces.last(), |b| b.energy.stored),
            dissipated: split.total(),
            split,
        }
    }
}

impl ImpactSummary {
    /// The summary of one impact, or of a series on so many threads.
    pub(super) fn of(case: &ImpactCase, members: &[Member], wall_s: f64, threads: usize) -> Self {
        let finished = members.iter().filter(|member| member.failure.is_none()).count();
        let (stop_reason, found) = match members {
            [member] => {
                let reason = member.failure.as_ref().map_or_else(|| ending(member), ToString::to_string);
                (reason, ImpactResults::One(Box::new(OneImpact::of(member, wall_s))))
            }
            _ => {
                let reason = format!("{finished} of {} impacts finished", members.len());
                (reason, ImpactResults::Series(ImpactSeries::of(members, wall_s, threads)))
            }
        };
        Self {
            case: case.given.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            status: if finished == members.len() { Status::Finished } else { Status::Failed },
            stop_reason,
            law: case.contact.to_string(),
            found,
            energy_error: energy_error(members),
            remarks: warnings(case, members).into_iter().chain(assumed(case, members)).collect(),
            modelled: modelled(case),
            provenance: Provenance::of_case(&case.to_toml()),
        }
    }
}

impl OneImpact {
    fn of(member: &Member, wall_s: f64) -> Self {
        let DryOutcome { time, bounces, dissipated, .. } = &member.computed;
        Self {
            steps: bounces.iter().map(|bounce| bounce.steps).sum(),
            force_evaluations: bounces.iter().map(|bounce| bounce.force_evaluations).sum(),
            time_s: *time,
            wall_s,
            threads: 1,
            first: bounces.first().copied().map(FirstContact),
            energy: Energy::of(bounces, *dissipated),
            maw: maw(member),
            check: member.check,
            bounces: bounces.clone(),
            peak_speed_m_s: peak_speed(bounces),
        }
    }
}

impl ImpactSeries {
    fn of(members: &[Member], wall_s: f64, threads: usize) -> Self {
        let first = members.iter().filter_map(|member| member.outcome()?.bounces.first()).map(|b| b.restitution);
        let range = first.filter(|e| e.is_finite()).fold(None, |range: Option<[f64; 2]>, e| {
            Some(range.map_or([e, e], |[low, high]| [low.min(e), high.max(e)]))
        });
        let steps = bounces(members).map(|bounce| bounce.steps).sum();
        Self { impacts: members.len(), steps, wall_s, threads, restitution: range }
    }
}

/// All contacts.
fn bounces(members: &[Member]) -> impl Iterator<Item = &DryBounce> {
    members.iter().flat_map(|member| &member.computed.bounces)
}

fn peak_speed(bounces: &[DryBounce]) -> f64 {
    let before = bounces.iter().map(|b| b.impact_speed_m_s.hypot(b.oblique.tangential_before_m_s));
    let after = bounces.iter().map(|b| b.rebound_speed_m_s.hypot(b.oblique.tangential_after_m_s));
    before.chain(after).fold(0.0, f64::max)
}

fn energy_error(members: &[Member]) -> f64 {
    bounces(members).map(|bounce| bounce.energy.error.abs()).filter(|error| error.is_finite()).fold(0.0, f64::max)
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
fn warnings(case: &ImpactCase, members: &[Member]) -> Vec<Remark> {
    let steps = case.integration.steps_per_contact;
    let mut list = Vec::new();
    let error = energy_error(members);
    if error > DOUBTFUL_ENERGY {
        list.push(remark!(
            Warning,
            "contact-energy",
            "the energy of a contact is off by {error:.1e}: raise integration.steps_per_contact above {steps}"
        ));
    }
    let made = |bounce: &DryBounce| -bounce.dissipated.normal_viscous / bounce.energy.before;
    list.extend(dissipation::made(bounces(members).map(made).fold(0.0, f64::max)));
    let Impact { pair, tangential, .. } = &members[0].impact;
    let smaller = pair.radius[0].min(pair.radius[1]);
    list.extend(depth::doubt(bounces(members).map(|bounce| bounce.max_overlap_m / smaller).fold(0.0, f64::max)));
    if bounces(members).any(|bounce| bounce.unresolved_friction > DOUBTFUL_FRICTION) {
        // A saw tooth between static and dynamic friction that is not resolved is low by `(1 − r)/(1 + r)`.
        let r = tangential.dynamic_ratio;
        list.push(remark!(
            Warning,
            "unresolved-friction",
            "friction sticks and slips within a step, so its impulse is low by up to {:.0} %: raise \
             integration.steps_per_contact above {steps}",
            100.0 * (1.0 - r) / (1.0 + r)
        ));
    }
    let fastest = bounces(members).map(|bounce| bounce.impact_speed_m_s).fold(0.0, f64::max);
    list.extend(case.warnings(pair, fastest));
    if members.iter().filter_map(Member::outcome).any(|outcome| outcome.ending == ImpactEnding::InContact) {
        list.push(remark!(Warning, "unended-contact", "a contact did not end within run.longest_contact: raise it"));
    }
    list
}

fn modelled(case: &ImpactCase) -> Vec<Modelled> {
    let steps = case.integration.steps_per_contact;
    vec![Modelled::new(
        "solid contact",
        format!("law `{}`, a force between rigid bodies that overlap", case.contact),
        format!("while the bodies overlap, in {steps} steps per undamped contact"),
    )]
}

fn assumed(case: &ImpactCase, members: &[Member]) -> Vec<Remark> {
    let mut list = vec![
        remark!(Assumption, "dry", "no liquid, no gas"),
        remark!(Assumption, "homogeneous-spheres", "homogeneous spheres, moment of inertia 2/5 m r^2"),
        remark!(Assumption, "quasi-static-contact", "quasi-static contact: no waves in the solids"),
    ];
    if case.surroundings.wall().is_some_and(|wall| wall.thickness.is_none()) {
        list.push(remark!(Assumption, "unmoved-wall", "a plane wall that does not move"));
    }
    list.extend(case.of_wall(|impact| impact.assumed()));
    let Member { impact, speed, .. } = &members[0];
    list.extend(default_restitution(&case.contact, &impact.pair, *speed));
    list
}

/// A number of a contact with its key.
type ContactNumber = (&'static str, fn(&DryBounce) -> f64);

/// Times, speeds and angles.
const SPEEDS: [ContactNumber; 7] = [
    ("contact_duration_s", |b| b.contact_duration_s),
    ("impact_speed_m_s", |b| b.impact_speed_m_s),
    ("rebound_speed_m_s", |b| b.rebound_speed_m_s),
    ("restitution", |b| b.restitution),
    ("tangential_restitution", |b| b.oblique.tangential_restitution),
    ("impact_angle_deg", |b| b.oblique.impact_angle_deg),
    ("rebound_angle_deg", |b| b.oblique.rebound_angle_deg),
];
/// Tangential speeds and spins.
const TANGENTIAL: [ContactNumber; 10] = [
    ("tangential_before_m_s", |b| b.oblique.tangential_before_m_s),
    ("tangential_after_m_s", |b| b.oblique.tangential_after_m_s),
    ("sliding_before_m_s", |b| b.oblique.sliding_before_m_s),
    ("sliding_after_m_s", |b| b.oblique.sliding_after_m_s),
    ("spin1_x_rad_s", |b| b.spin[0].x),
    ("spin1_y_rad_s", |b| b.spin[0].y),
    ("spin1_z_rad_s", |b| b.spin[0].z),
    ("spin2_x_rad_s", |b| b.spin[1].x),
    ("spin2_y_rad_s", |b| b.spin[1].y),
    ("spin2_z_rad_s", |b| b.spin[1].z),
];
/// The largest overlap and force.
const LARGEST: [ContactNumber; 2] = [("max_overlap_m", |b| b.max_overlap_m), ("max_force_N", |b| b.max_force)];
/// The energy before and after, and in the springs.
const ENERGIES: [ContactNumber; 3] = [
    ("energy_before_J", |b| b.energy.before),
    ("energy_after_J", |b| b.energy.after),
    ("energy_stored_J", |b| b.energy.stored),
];
/// The quality of the balance, and the cost.
const COST: [ContactNumber; 2] = [("energy_error", |b| b.energy.error), ("steps", |b| b.steps as f64)];

/// Numeric columns of `series.csv`: first contact of a member, `None` where there is none.
pub(super) fn columns(member: &Member) -> Vec<(&'static str, Option<f64>)> {
    let bounces = member.outcome().map(|outcome| outcome.bounces.as_slice());
    let first = bounces.and_then(|bounces| bounces.first());
    let of = |(key, get): &ContactNumber| (*key, first.map(get));
    let maw = maw(member);
    let own = [("speed_m_s", Some(member.speed)), ("angle_deg", Some(member.angle))];
    let scaled = [("psi_1", maw.map(|maw| maw.psi_1)), ("psi_2", maw.map(|maw| maw.psi_2))];
    let count = [("bounces", bounces.map(|bounces| bounces.len() as f64))];
    let further = TANGENTIAL.iter().chain(&LARGEST).chain(&ENERGIES).map(of);
    let of_plate = |key: &str| key == Dissipation::PLATE && member.impact.pair.mobility == 0.0;
    let causes = Dissipation::CAUSES.iter().filter(|(key, _)| !of_plate(key));
    let lost = causes.map(|(key, get)| (*key, first.map(|bounce| get(&bounce.dissipated))));
    let before = own.into_iter().chain(SPEEDS.iter().map(of)).chain(scaled).chain(further);
    before.chain(lost).chain(COST.iter().map(of)).chain(count).collect()
}

/// An impact of a series and its result.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    /// Name of its directory.
    pub name: String,
    /// Speed [m/s].
    pub speed: f64,
    /// Angle from the normal \[deg\].
    pub(super) angle: f64,
    /// The impact.
    pub impact: Impact,
    /// All that was computed.
    pub(super) computed: DryOutcome,
    /// Why it failed, if it did.
    pub(super) failure: Option<ImpactError>,
    /// The first contact by an independent integration.
    pub check: Option<Check>,
}

impl Member {
    /// The outcome, if it has not failed.
    pub(super) fn outcome(&self) -> Option<&DryOutcome> {
        self.failure.is_none().then_some(&self.computed)
    }
}

/// The first contact by Dormand–Prince 8(5,3) in Cartesian coordinates, with time as the variable, and how far it
/// differs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Normal restitution.
    pub restitution: f64,
    /// Contact time \[s\].
    pub(super) contact_duration_s: f64,
    /// Relative difference of the restitution.
    pub restitution_difference: f64,
    /// Relative difference of the contact time.
    duration_difference: f64,
    /// Difference of the first body's velocity after, over the impact speed.
    velocity_difference: f64,
    /// Difference of its spin after times its radius, over the impact speed.
    spin_difference: f64,
    /// Evaluations of the equations.
    pub(super) evaluations: u32,
}

impl Check {
    pub(super) fn of(impact: &Impact, outcome: &DryOutcome, smooth: &SmoothOutcome) -> Option<Self> {
        let bounce = outcome.bounces.first().filter(|bounce| bounce.parted)?;
        let [a, b] = [&smooth.bodies, &outcome.bodies];
        let x = a.position[0] - a.position[1];
        let normal = if impact.pair.is_plane() { impact.plane_normal } else { x.normalize() };
        let speed = bounce.impact_speed_m_s;
        let restitution = (a.velocity[0] - a.velocity[1]).dot(&normal) / speed;
        Some(Self {
            restitution,
            contact_duration_s: smooth.contact_time,
            restitution_difference: bounce.restitution / restitution - 1.0,
            duration_difference: bounce.contact_duration_s / smooth.contact_time - 1.0,
            velocity_difference: (a.velocity[0] - b.velocity[0]).norm() / speed,
            spin_difference: (a.spin[0] - b.spin[0]).norm() * impact.pair.radius[0] / speed,
            evaluations: smooth.evaluations,
        })
    }
}

/// How a member ended, in the word of the summary.
pub(super) fn ending(member: &Member) -> String {
    member.outcome().map_or_else(|| "failed".into(), |outcome| word(&outcome.ending))
}

pub(super) fn word(choice: &impl Serialize) -> String {
    serde_json::to_value(choice).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
