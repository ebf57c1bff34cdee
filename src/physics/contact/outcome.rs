//! Results of an impact: bounces, trajectory rows, and how it ended. Quantities that are written to files have their
//! unit in their name.

use super::collision::{Collision, System};
use super::dissipation::Dissipation;
use super::kinematics::Bodies;
use crate::numerics::not_finite;
use nalgebra::Vector3;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::f64::consts::PI;

/// How an impact ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImpactEnding {
    /// The bodies fly apart for good.
    Separated,
    /// The bodies miss each other.
    Missed,
    /// The sphere rests on the other body under its weight.
    Resting,
    /// The sphere stays on the other body under its weight and rolls, slides or spins on with nothing to slow it.
    #[serde(rename = "uniform-motion")]
    Uniform,
    /// The bodies are still in contact after the longest contact time asked for, and hardly move or swing: they stick.
    Sticking,
    /// The bodies are still in contact after the longest contact time asked for, and move.
    InContact,
    /// The number of contacts asked for is reached.
    ContactsReached,
    /// The time asked for is reached.
    TimeReached,
    /// It failed on the way.
    Failed,
}

/// One contact from first touch to parting. Angles are from the normal; speeds are of body 1 relative to body 2.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DryBounce {
    /// Time of first touch.
    pub contact_time_s: f64,
    /// Duration of the contact; if the bodies stick, of its computed part.
    pub contact_duration_s: f64,
    /// Normal speed before.
    pub impact_speed_m_s: f64,
    /// Normal speed after, positive away.
    pub rebound_speed_m_s: f64,
    /// Normal restitution; not a number (`null` in JSON) for bodies that have not parted or touched without speed.
    #[serde(with = "not_finite")]
    pub restitution: f64,
    /// Motion along the contact plane.
    #[serde(flatten)]
    pub oblique: ObliqueContact,
    /// Spins of both bodies after [rad/s].
    #[serde(flatten, serialize_with = "write_spins", deserialize_with = "read_spins")]
    pub spin: [Vector3<f64>; 2],
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
    /// Balance of energy.
    #[serde(flatten)]
    pub energy: EnergyBalance,
    /// Steps taken.
    pub steps: u64,
    /// Evaluations of the normal force.
    pub force_evaluations: u64,
    /// Whether the bodies parted.
    pub parted: bool,
    /// Share of the friction impulse (-) in steps in which friction stuck and slipped more than once: with dynamic
    /// friction below static it is low there, by up to half their difference.
    #[serde(skip)]
    pub unresolved_friction: f64,
    /// Energy dissipated, by cause.
    pub dissipated: Dissipation,
}

/// Motion along the contact plane before and after a contact; the components after are along the direction before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ObliqueContact {
    /// Sliding speed of the contact point before.
    pub sliding_before_m_s: f64,
    /// Its sliding velocity after.
    pub sliding_after_m_s: f64,
    /// Tangential restitution `−` after/before: −1 without friction, 0 rolling; zero if nothing slides before.
    pub tangential_restitution: f64,
    /// Angle between the relative velocity of the centres and the normal, before.
    pub impact_angle_deg: f64,
    /// The same after, negative if the tangential motion is reversed.
    pub rebound_angle_deg: f64,
    /// Tangential speed of the centres before.
    pub tangential_before_m_s: f64,
    /// Their tangential velocity after.
    pub tangential_after_m_s: f64,
}

/// Energy of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct EnergyBalance {
    /// Kinetic energy before \[J\].
    #[serde(rename = "energy_before_J")]
    pub before: f64,
    /// Kinetic energy after \[J\].
    #[serde(rename = "energy_after_J")]
    pub after: f64,
    /// Elastic energy still stored \[J\] (zero once parted).
    #[serde(rename = "energy_stored_J")]
    pub stored: f64,
    /// Work of gravity during the contact \[J\].
    #[serde(rename = "gravity_work_J")]
    pub gravity_work: f64,
    /// `(before + gravity − after − stored − dissipated) / (before + bond)`, with the energy on which the attraction of
    /// the law alone moves the bodies.
    #[serde(rename = "energy_error", with = "not_finite")]
    pub error: f64,
}

/// Spins of both bodies as files have them.
#[derive(Serialize, Deserialize)]
struct SpinKeys {
    spin1_x_rad_s: f64,
    spin1_y_rad_s: f64,
    spin1_z_rad_s: f64,
    spin2_x_rad_s: f64,
    spin2_y_rad_s: f64,
    spin2_z_rad_s: f64,
}

fn write_spins<S: Serializer>(spins: &[Vector3<f64>; 2], serializer: S) -> Result<S::Ok, S::Error> {
    let [a, b] = spins;
    let (spin1_x_rad_s, spin1_y_rad_s, spin1_z_rad_s) = (a.x, a.y, a.z);
    let (spin2_x_rad_s, spin2_y_rad_s, spin2_z_rad_s) = (b.x, b.y, b.z);
    SpinKeys { spin1_x_rad_s, spin1_y_rad_s, spin1_z_rad_s, spin2_x_rad_s, spin2_y_rad_s, spin2_z_rad_s }
        .serialize(serializer)
}

fn read_spins<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Vector3<f64>; 2], D::Error> {
    let all = SpinKeys::deserialize(deserializer)?;
    let first = Vector3::new(all.spin1_x_rad_s, all.spin1_y_rad_s, all.spin1_z_rad_s);
    Ok([first, Vector3::new(all.spin2_x_rad_s, all.spin2_y_rad_s, all.spin2_z_rad_s)])
}

/// One row of a trajectory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrySample {
    /// Time \[s\].
    pub time: f64,
    /// Gap between the surfaces \[m\]; negative while they overlap.
    pub gap: f64,
    /// Normal velocity [m/s], positive away.
    pub velocity: f64,
    /// Forces of the contact.
    pub load: ContactLoad,
    /// Sliding speed of the contact point [m/s].
    pub sliding: f64,
    /// The bodies.
    pub bodies: Bodies,
    /// Kinetic energy \[J\].
    pub kinetic: f64,
    /// Elastic energy \[J\].
    pub elastic: f64,
    /// Energy dissipated since the start \[J\].
    pub dissipated: f64,
}

/// Forces of a contact.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ContactLoad {
    /// Normal force \[N\], positive where it repels.
    pub normal: f64,
    /// Its viscous part \[N\].
    pub viscous: f64,
    /// Tangential force on body 1 \[N\].
    pub tangential: Vector3<f64>,
    /// Magnitude of the rolling torque of spring and dashpot [N m].
    pub rolling: f64,
    /// Magnitude of the twisting torque of spring and dashpot [N m].
    pub twisting: f64,
    /// Radius `b = √(R ε)` of the circle of contact by Hertz' theory \[m\], `R` the effective radius, `ε` the overlap.
    pub radius: f64,
    /// Largest pressure `3F/(2πb²)` by Hertz' theory \[Pa\], `F` the normal force without its viscous part.
    pub pressure: f64,
}

impl ContactLoad {
    fn of(collision: &Collision, system: &System) -> Self {
        let square = system.pair.effective_radius() * collision.overlap(system).max(0.0);
        let elastic = collision.motion.load.force - collision.motion.load.viscous;
        Self {
            normal: collision.motion.load.force,
            viscous: collision.motion.load.viscous,
            tangential: Vector3::zeros() - collision.sliding.force,
            rolling: collision.rolling.force.norm(),
            twisting: collision.twisting.force.norm(),
            radius: square.sqrt(),
            pressure: if square > 0.0 { 1.5 * elastic / (PI * square) } else { 0.0 },
        }
    }
}

/// Columns of `trajectory.csv`, each with its unit.
pub const COLUMNS: [&str; 35] = [
    "time_s",
    "gap_m",
    "velocity_m_s",
    "normal_force_N",
    "viscous_force_N",
    "tangential_force_N",
    "tangential_x_N",
    "tangential_y_N",
    "tangential_z_N",
    "rolling_torque_N_m",
    "twisting_torque_N_m",
    "sliding_m_s",
    "x1_m",
    "y1_m",
    "z1_m",
    "u1_m_s",
    "v1_m_s",
    "w1_m_s",
    "spin1_x_rad_s",
    "spin1_y_rad_s",
    "spin1_z_rad_s",
    "x2_m",
    "y2_m",
    "z2_m",
    "u2_m_s",
    "v2_m_s",
    "w2_m_s",
    "spin2_x_rad_s",
    "spin2_y_rad_s",
    "spin2_z_rad_s",
    "kinetic_J",
    "elastic_J",
    "dissipated_J",
    "contact_radius_m",
    "pressure_max_Pa",
];

impl DrySample {
    /// Row of two bodies; `collision` adds the forces if they are in contact.
    pub fn new(system: &System, time: f64, bodies: &Bodies, collision: Option<&Collision>, dissipated: f64) -> Self {
        let (n, gap) = collision.map_or_else(|| system.normal_and_gap(bodies), |c| (c.normal, -c.overlap(system)));
        let arms = system.tangential.lever.arms(&system.pair, (-gap).max(0.0));
        Self {
            time,
            gap: gap + 0.0,
            velocity: (bodies.velocity[0] - bodies.velocity[1]).dot(&n),
            load: collision.map(|collision| ContactLoad::of(collision, system)).unwrap_or_default(),
            sliding: bodies.sliding_velocity(&n, arms.velocity).norm(),
            bodies: *bodies,
            kinetic: bodies.kinetic_energy(&system.pair),
            elastic: collision.map_or(0.0, |c| c.stored_energy(system)),
            dissipated,
        }
    }

    /// The values in the order of [`COLUMNS`].
    pub fn values(&self) -> [f64; COLUMNS.len()] {
        let Self { time, gap, velocity, load, sliding, bodies, kinetic, elastic, dissipated } = *self;
        let [x, y, z] = load.tangential.into();
        let mut values = [0.0; COLUMNS.len()];
        values[..6].copy_from_slice(&[time, gap, velocity, load.normal, load.viscous, load.tangential.norm()]);
        values[6..12].copy_from_slice(&[x, y, z, load.rolling, load.twisting, sliding]);
        for i in 0..2 {
            for (k, vector) in [bodies.position[i], bodies.velocity[i], bodies.spin[i]].iter().enumerate() {
                values[12 + 9 * i + 3 * k..][..3].copy_from_slice(vector.as_slice());
            }
        }
        values[30..].copy_from_slice(&[kinetic, elastic, dissipated, load.radius, load.pressure]);
        values
    }
}

/// Result of an impact.
#[derive(Debug, Clone, PartialEq)]
pub struct DryOutcome {
    /// How it ended.
    pub ending: ImpactEnding,
    /// Time at the end \[s\].
    pub time: f64,
    /// The bodies at the end.
    pub bodies: Bodies,
    /// Contacts, in order.
    pub bounces: Vec<DryBounce>,
    /// Energy dissipated in all contacts.
    pub dissipated: Dissipation,
    /// Trajectory.
    pub samples: Vec<DrySample>,
}

impl DryOutcome {
    /// Of an impact that cannot begin.
    pub(super) fn refused(bodies: Bodies) -> Self {
        let (bounces, samples) = (Vec::new(), Vec::new());
        Self { ending: ImpactEnding::Failed, time: 0.0, bodies, bounces, dissipated: Dissipation::default(), samples }
    }
}
