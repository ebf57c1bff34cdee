//! Values with standard errors, of a bounce and of repeated drops.

use crate::statistics::quantile;
use serde::{Deserialize, Serialize};
use wetbounce_physics::problem::approach::UNDISTURBED;

/// Standard errors of a significant difference: one in twenty is larger by chance.
pub(crate) const SIGNIFICANT: f64 = 2.0;
/// Standard errors of a certain difference, on which a doubt stands: one in 400 is larger by chance.
pub(crate) const CERTAIN: f64 = 3.0;

/// A measured value and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasuredValue {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub sigma: f64,
    /// The part of it that repeated drops have in common: it stays, however many are averaged.
    pub common: f64,
}

impl MeasuredValue {
    /// With an error that repeated drops have in common.
    #[must_use]
    pub fn with(self, common: f64) -> Self {
        Self { sigma: self.sigma.hypot(common), common: self.common.hypot(common), ..self }
    }

    /// The weighted mean of the values that have an error; `None` without any.
    pub(crate) fn weighted(values: impl Iterator<Item = Self> + Clone) -> Option<Self> {
        let values = values.filter(|value| value.sigma > 0.0);
        let weight: f64 = values.clone().map(|value| value.sigma.powi(-2)).sum();
        let value = values.map(|value| value.value * value.sigma.powi(-2)).sum::<f64>() / weight;
        (weight > 0.0).then(|| Self { value, sigma: weight.sqrt().recip(), common: 0.0 })
    }

    /// Whether both are numbers.
    pub(crate) fn is_finite(&self) -> bool {
        self.value.is_finite() && self.sigma.is_finite()
    }
}

/// A bounce as the record shows it. What it does not show is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct MeasuredBounce {
    /// Its number, from 1: of the record, and of all drops once they are [`paired`](super::pairing::paired).
    pub number: usize,
    /// Time of the contact on the record's clock \[s\]: where approach and flight meet.
    pub contact_time_s: Option<MeasuredValue>,
    /// Gap at contact \[m\]: how far the record's zero is off the wall.
    pub contact_gap_m: Option<MeasuredValue>,
    /// Highest speed of the approach [m/s].
    pub speed_in_m_s: Option<MeasuredValue>,
    /// Speed shortly after contact [m/s].
    pub speed_out_m_s: Option<MeasuredValue>,
    /// Apparent restitution.
    pub restitution: Option<MeasuredValue>,
    /// Restitution of a dry contact: speed at its end over that at its beginning; `None` in a liquid, and not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution_contact: Option<MeasuredValue>,
    /// Highest gap of the rebound, above the gap at contact \[m\].
    pub apex_gap_m: Option<MeasuredValue>,
    /// Time of the highest gap after the contact \[s\].
    pub apex_time_s: Option<MeasuredValue>,
    /// The motion along the wall; nothing of a record without it.
    #[serde(flatten)]
    pub along: MeasuredAlong,
    /// Time at which approach and flight, gone on, meet \[s\]: within a contact that lasts, else that of the contact.
    #[serde(skip)]
    pub meets_s: Option<MeasuredValue>,
    /// Acceleration towards the wall at the apex [m/s²].
    #[serde(skip)]
    pub bend_m_s2: Option<MeasuredValue>,
    /// Acceleration towards the wall where the approach is fastest [m/s²].
    #[serde(skip)]
    pub gains_m_s2: Option<MeasuredValue>,
    /// Height above contact at which the approach has half of its highest speed \[m\]; 0 if it is faster down to the
    /// contact.
    #[serde(skip)]
    pub slows_at_m: f64,
    /// Height above contact of the highest picture that the approach was read from \[m\].
    #[serde(skip)]
    pub from_m: f64,
    /// Pictures of the approach.
    #[serde(skip)]
    pub pictures: usize,
}

impl MeasuredBounce {
    /// Whether the first approach was read from pictures in which the wall slows the sphere already, and shows no gain
    /// of speed there: its highest speed was before them.
    pub(crate) fn begins_near_wall(&self, diameter: f64) -> bool {
        let gains = self.gains_m_s2.filter(|_| self.number == 1 && self.speed_in_m_s.is_some());
        self.from_m < UNDISTURBED * diameter && gains.is_some_and(|gains| gains.value < gains.sigma)
    }
}

/// The motion along the wall about a contact. What the record does not show is `None`, and not written.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct MeasuredAlong {
    /// Speed of the centre along the wall at the contact, from the approach [m/s].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lateral_speed_before_m_s: Option<MeasuredValue>,
    /// The same, from the flight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lateral_speed_after_m_s: Option<MeasuredValue>,
    /// Speed after over that before, both of the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lateral_speed_ratio: Option<MeasuredValue>,
    /// Angle between the path and the normal before contact, degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impact_angle_deg: Option<MeasuredValue>,
    /// The same after contact; negative where the lateral motion is reversed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rebound_angle_deg: Option<MeasuredValue>,
    /// Spin at the contact, from the approach, positive of a sphere that rolls towards positive positions [rad/s].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spin_before_rad_s: Option<MeasuredValue>,
    /// The same, from the flight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spin_after_rad_s: Option<MeasuredValue>,
    /// Effective angle of incidence: speed of the contact point along the wall before contact, `U_in − R Ω_in`, over
    /// `V_in`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psi_in: Option<MeasuredValue>,
    /// Effective angle of rebound: the speed of the contact point after contact over `V_in`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psi_out: Option<MeasuredValue>,
    /// Tangential restitution at the contact point, `−(U_out − R Ω_out)/(U_in − R Ω_in)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution_tangential: Option<MeasuredValue>,
    /// Tangential over normal impulse, `(U_out − U_in)/(V_in + V_out)`, with the sign of a run's: negative where a
    /// positive speed is slowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse_ratio: Option<MeasuredValue>,
    /// The friction coefficient of a contact that slides throughout: that ratio against the lateral motion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction_if_sliding: Option<MeasuredValue>,
}

/// Repeated values of one quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repeated {
    /// Mean and standard error. The error follows from the errors of the values, or from their scatter if that is
    /// larger by more than two standard deviations of the scatter of few values.
    pub mean: MeasuredValue,
    /// Standard deviation of the values; `None` of one.
    pub scatter: Option<f64>,
    /// Places of outliers (Iglewicz & Hoaglin 1993).
    pub outliers: Vec<usize>,
}

/// Distance of an outlier from the median, over 1.4826 times the median distance and its own error (Iglewicz & Hoaglin
/// 1993).
const OUTLIER_SCORE: f64 = 3.5;

impl Repeated {
    /// Of one value or more.
    pub fn of(all: &[MeasuredValue]) -> Option<Self> {
        let count = all.len() as f64;
        let value = all.iter().map(|one| one.value).sum::<f64>() / count;
        let common = all.iter().map(|one| one.common).sum::<f64>() / count;
        let own = all.iter().map(|one| one.sigma.powi(2) - one.common.powi(2)).sum::<f64>().max(0.0).sqrt() / count;
        let squares = all.iter().map(|one| (one.value - value).powi(2)).sum::<f64>();
        let scatter = (all.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
        let chance = (1.0 + 2.0 * (2.0 / (count - 1.0)).sqrt()).sqrt();
        let scattered = scatter.map(|scatter| scatter / count.sqrt()).filter(|scattered| *scattered > chance * own);
        let sigma = scattered.unwrap_or(own).hypot(common);
        let outliers = match all.len() {
            0 => return None,
            1..=3 => Vec::new(),
            _ => {
                let mut values: Vec<f64> = all.iter().map(|one| one.value).collect();
                let middle = quantile(&mut values, 0.5);
                values.iter_mut().for_each(|value| *value = (*value - middle).abs());
                let spread = 1.4826 * quantile(&mut values, 0.5);
                let is_far = |one: &MeasuredValue| (one.value - middle).abs() > OUTLIER_SCORE * spread.hypot(one.sigma);
                (0..all.len()).filter(|at| is_far(&all[*at])).collect()
            }
        };
        Some(Self { mean: MeasuredValue { value, sigma, common }, scatter, outliers })
    }
}

/// What `read` takes of the bounces of this number, from 1, of all drops that show it.
pub fn repeated(
    drops: &[Vec<MeasuredBounce>],
    number: usize,
    read: fn(&MeasuredBounce) -> Option<MeasuredValue>,
) -> Option<Repeated> {
    let of_number = |bounces: &Vec<MeasuredBounce>| bounces.iter().find(|bounce| bounce.number == number).copied();
    let values = drops.iter().filter_map(|bounces| of_number(bounces).as_ref().and_then(read));
    Repeated::of(&values.collect::<Vec<_>>())
}
