//! What an impact gives: bounces, trajectory rows, and how it ended. All are plain, flat rows with units in their names.

use super::collision::{Collision, System};
use super::dissipation::Dissipation;
use super::kinematics::Bodies;
use nalgebra::Vector3;
use serde::Serialize;

/// How an impact ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The bodies fly apart for good.
    Separated,
    /// The bodies miss each other.
    Missed,
    /// The sphere rests on the other body under its weight.
    Resting,
    /// The bodies are still in contact after the longest contact time asked for: they stick.
    Sticking,
    /// The number of contacts asked for is reached.
    ContactsReached,
    /// The time asked for is reached.
    TimeReached,
}

/// One contact from first touch to parting. Angles are from the normal; speeds are of body 1 relative to body 2.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DryBounce {
    /// Time of first touch.
    pub contact_time_s: f64,
    /// Duration of the contact; of what was computed of it if the bodies stick.
    pub contact_duration_s: f64,
    /// Normal speed before.
    pub impact_speed_m_s: f64,
    /// Normal speed after, positive away.
    pub rebound_speed_m_s: f64,
    /// Normal restitution.
    pub restitution: f64,
    /// Sliding speed of the contact point before.
    pub sliding_before_m_s: f64,
    /// Component of the sliding velocity after along that before.
    pub sliding_after_m_s: f64,
    /// Tangential restitution `−` after/before: −1 without friction, 0 rolling; zero if nothing slides before.
    pub tangential_restitution: f64,
    /// Angle between the relative velocity of the centres and the normal, before.
    pub impact_angle_deg: f64,
    /// The same after, negative if the tangential motion is reversed.
    pub rebound_angle_deg: f64,
    /// Tangential speed of the centres before.
    pub tangential_before_m_s: f64,
    /// Component of the tangential velocity of the centres after along that before.
    pub tangential_after_m_s: f64,
    /// Spin of body 1 after (x).
    pub spin1_x_rad_s: f64,
    /// Spin of body 1 after (y).
    pub spin1_y_rad_s: f64,
    /// Spin of body 1 after (z).
    pub spin1_z_rad_s: f64,
    /// Spin of body 2 after (x).
    pub spin2_x_rad_s: f64,
    /// Spin of body 2 after (y).
    pub spin2_y_rad_s: f64,
    /// Spin of body 2 after (z).
    pub spin2_z_rad_s: f64,
    /// Largest overlap.
    pub max_overlap_m: f64,
    /// Smallest gap: minus the largest overlap.
    pub min_gap_m: f64,
    /// Largest normal force.
    #[serde(rename = "max_force_N")]
    pub max_force: f64,
    /// Highest gap of the flight that follows, if gravity ends it.
    pub apex_gap_m: Option<f64>,
    /// Time of it.
    pub apex_time_s: Option<f64>,
    /// Kinetic energy before.
    #[serde(rename = "energy_before_J")]
    pub energy_before: f64,
    /// Kinetic energy after.
    #[serde(rename = "energy_after_J")]
    pub energy_after: f64,
    /// Elastic energy still stored (zero once parted).
    #[serde(rename = "energy_stored_J")]
    pub energy_stored: f64,
    /// Work of gravity during the contact.
    #[serde(rename = "gravity_work_J")]
    pub gravity_work: f64,
    /// `(before + gravity − after − stored − dissipated) / before`.
    pub energy_error: f64,
    /// Steps taken.
    pub steps: u64,
    /// Evaluations of the normal force.
    pub force_evaluations: u64,
    /// Whether the bodies parted.
    pub parted: bool,
    /// Energy dissipated, by cause.
    pub dissipated: Dissipation,
}

/// One row of a trajectory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct DrySample {
    /// Time.
    pub time_s: f64,
    /// Gap between the surfaces; negative while they overlap.
    pub gap_m: f64,
    /// Normal velocity, positive away.
    pub velocity_m_s: f64,
    /// Normal force, positive where it repels.
    #[serde(rename = "normal_force_N")]
    pub normal_force: f64,
    /// Its viscous part.
    #[serde(rename = "viscous_force_N")]
    pub viscous_force: f64,
    /// Magnitude of the tangential force.
    #[serde(rename = "tangential_force_N")]
    pub tangential_force: f64,
    /// Tangential force on body 1 (x).
    #[serde(rename = "tangential_x_N")]
    pub tangential_x: f64,
    /// Tangential force on body 1 (y).
    #[serde(rename = "tangential_y_N")]
    pub tangential_y: f64,
    /// Tangential force on body 1 (z).
    #[serde(rename = "tangential_z_N")]
    pub tangential_z: f64,
    /// Magnitude of the rolling torque of spring and dashpot.
    #[serde(rename = "rolling_torque_N_m")]
    pub rolling_torque: f64,
    /// Magnitude of the twisting torque of spring and dashpot.
    #[serde(rename = "twisting_torque_N_m")]
    pub twisting_torque: f64,
    /// Sliding speed of the contact point.
    pub sliding_m_s: f64,
    /// Position of body 1 (x).
    pub x1_m: f64,
    /// Position of body 1 (y).
    pub y1_m: f64,
    /// Position of body 1 (z).
    pub z1_m: f64,
    /// Velocity of body 1 (x).
    pub u1_m_s: f64,
    /// Velocity of body 1 (y).
    pub v1_m_s: f64,
    /// Velocity of body 1 (z).
    pub w1_m_s: f64,
    /// Spin of body 1 (x).
    pub spin1_x_rad_s: f64,
    /// Spin of body 1 (y).
    pub spin1_y_rad_s: f64,
    /// Spin of body 1 (z).
    pub spin1_z_rad_s: f64,
    /// Position of body 2 (x).
    pub x2_m: f64,
    /// Position of body 2 (y).
    pub y2_m: f64,
    /// Position of body 2 (z).
    pub z2_m: f64,
    /// Velocity of body 2 (x).
    pub u2_m_s: f64,
    /// Velocity of body 2 (y).
    pub v2_m_s: f64,
    /// Velocity of body 2 (z).
    pub w2_m_s: f64,
    /// Spin of body 2 (x).
    pub spin2_x_rad_s: f64,
    /// Spin of body 2 (y).
    pub spin2_y_rad_s: f64,
    /// Spin of body 2 (z).
    pub spin2_z_rad_s: f64,
    /// Kinetic energy.
    #[serde(rename = "kinetic_J")]
    pub kinetic: f64,
    /// Elastic energy.
    #[serde(rename = "elastic_J")]
    pub elastic: f64,
    /// Energy dissipated since the start.
    #[serde(rename = "dissipated_J")]
    pub dissipated: f64,
}

impl DrySample {
    /// Row of two bodies; `collision` adds the forces if they are in contact.
    pub fn new(system: &System, time: f64, bodies: &Bodies, collision: Option<&Collision>, dissipated: f64) -> Self {
        let (n, gap) = collision.map_or_else(|| system.normal_and_gap(bodies), |e| (e.normal, -e.overlap(system)));
        let arms = system.tangential.lever.arms(&system.pair, (-gap).max(0.0));
        let force = collision.map_or(Vector3::zeros(), |e| Vector3::zeros() - e.sliding.force);
        let [p1, p2] = bodies.position;
        let [v1, v2] = bodies.velocity;
        let [s1, s2] = bodies.spin;
        Self {
            time_s: time,
            gap_m: gap + 0.0,
            velocity_m_s: (v1 - v2).dot(&n),
            normal_force: collision.map_or(0.0, |e| e.motion.load.force),
            viscous_force: collision.map_or(0.0, |e| e.motion.load.viscous),
            tangential_force: force.norm(),
            tangential_x: force.x,
            tangential_y: force.y,
            tangential_z: force.z,
            rolling_torque: collision.map_or(0.0, |e| e.rolling.force.norm()),
            twisting_torque: collision.map_or(0.0, |e| e.twisting.force.norm()),
            sliding_m_s: bodies.sliding_velocity(&n, arms.velocity).norm(),
            x1_m: p1.x,
            y1_m: p1.y,
            z1_m: p1.z,
            u1_m_s: v1.x,
            v1_m_s: v1.y,
            w1_m_s: v1.z,
            spin1_x_rad_s: s1.x,
            spin1_y_rad_s: s1.y,
            spin1_z_rad_s: s1.z,
            x2_m: p2.x,
            y2_m: p2.y,
            z2_m: p2.z,
            u2_m_s: v2.x,
            v2_m_s: v2.y,
            w2_m_s: v2.z,
            spin2_x_rad_s: s2.x,
            spin2_y_rad_s: s2.y,
            spin2_z_rad_s: s2.z,
            kinetic: bodies.kinetic_energy(&system.pair),
            elastic: collision.map_or(0.0, |e| e.stored_energy(system)),
            dissipated,
        }
    }
}

/// Result of an impact.
#[derive(Debug, Clone, PartialEq)]
pub struct DryOutcome {
    /// How it ended.
    pub ending: Ending,
    /// Time at the end.
    pub time_s: f64,
    /// The bodies at the end.
    pub bodies: Bodies,
    /// Contacts, in order.
    pub bounces: Vec<DryBounce>,
    /// Energy dissipated in all contacts.
    pub dissipated: Dissipation,
    /// Trajectory; not part of the summary.
    pub samples: Vec<DrySample>,
}
