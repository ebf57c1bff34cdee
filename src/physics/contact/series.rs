//! Many impacts at once: all pairs of given speeds and angles, computed in parallel, returned in order.

use super::impact::{Impact, ImpactError};
use super::maw::Maw;
use super::outcome::{DryBounce, Ending};
use super::pair::positive;
use crate::error::BadParameter;
use nalgebra::Vector3;
use rayon::prelude::*;

/// Speeds [m/s] and angles from the normal (degrees); every speed is combined with every angle.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Speeds [m/s].
    pub speeds: Vec<f64>,
    /// Angles (degrees).
    pub angles: Vec<f64>,
}

/// First contact of one impact of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesRow {
    /// Speed.
    pub speed_m_s: f64,
    /// Angle from the normal.
    pub angle_deg: f64,
    /// How it ended.
    pub ending: Ending,
    /// Scaled angles, where there is friction.
    pub maw: Option<Maw>,
    /// First contact.
    pub bounce: DryBounce,
}

impl Series {
    /// Runs `impact` with its relative velocity replaced by each speed and angle, in the plane of the normal and
    /// `tangent` (any vector not along the normal). The second body keeps its velocity.
    pub fn run(&self, impact: &Impact, tangent: Vector3<f64>) -> Result<Vec<SeriesRow>, ImpactError> {
        let cases = self.cases()?;
        cases.par_iter().map(|&(speed, angle)| row(impact, speed, angle, tangent)).collect()
    }

    fn cases(&self) -> Result<Vec<(f64, f64)>, BadParameter> {
        let all = |&speed: &f64| self.angles.iter().map(move |&angle| (speed, angle));
        self.speeds.iter().flat_map(all).map(|(speed, angle)| checked(speed, angle)).collect()
    }
}

fn checked(speed: f64, angle: f64) -> Result<(f64, f64), BadParameter> {
    positive("speed", speed)?;
    if (0.0..90.0).contains(&angle) {
        Ok((speed, angle))
    } else {
        Err(BadParameter::new("angle", angle, "must be at least 0 and less than 90 degrees from the normal"))
    }
}

/// `impact` with body 1 thrown at body 2 with a speed [m/s] and an angle from the normal (degrees).
fn aimed(impact: &Impact, speed: f64, angle: f64, tangent: Vector3<f64>) -> Result<Impact, BadParameter> {
    let (speed, angle) = checked(speed, angle)?;
    let (n, _) = impact.system()?.normal_and_gap(&impact.bodies);
    let along = (tangent - tangent.dot(&n) * n)
        .try_normalize(1e-12)
        .ok_or_else(|| BadParameter::new("tangent", tangent.norm(), "must not point along the normal"))?;
    let (sin, cos) = angle.to_radians().sin_cos();
    let mut aimed = impact.clone();
    aimed.bodies.velocity[0] = impact.bodies.velocity[1] + speed * (sin * along - cos * n);
    Ok(aimed)
}

fn row(impact: &Impact, speed: f64, angle: f64, tangent: Vector3<f64>) -> Result<SeriesRow, ImpactError> {
    let mut one = aimed(impact, speed, angle, tangent)?;
    one.control.record_every = 0;
    let friction = one.tangential.sliding.map(|r| r.friction);
    let outcome = one.run()?;
    let bounce =
        *outcome.bounces.first().ok_or_else(|| BadParameter::new("angle", angle, "the bodies miss each other"))?;
    let maw = friction.map(|mu| Maw::of(&bounce, &one.pair, mu));
    Ok(SeriesRow { speed_m_s: speed, angle_deg: angle, ending: outcome.ending, maw, bounce })
}
