//! The motion along the wall before and after each contact, of records that have it.
//!
//! The position along the wall is read on each side of a contact by the same [series](super::series) as the gap, from the time of contact that the gap says;
//! noise and pictures that are off are found likewise. With the speeds `U` along and `V` normal to the wall, before (in) and after (out) the contact, as
//! Foerster et al. (1994) measure them:
//!
//! ```text
//! tan θ_in = |U_in|/V_in    tan θ_out = U_out/V_out    J_t/J_n = (U_out − U_in)/(V_in + V_out)
//! ```
//!
//! `V` are the apparent speeds of a [reading](super::reading), `U` those at the contact. In a liquid the ratio of impulses holds what the liquid does meanwhile.
//! Gravity along an inclined wall is a part of the series.

use crate::measured::{MeasuredAlong, MeasuredBounce, MeasuredValue};
use crate::pictures::{noise, off};
use crate::reading::{
    AFTER_APEX, DRAWS, FEWEST, FLOOR, FOLLOWED, KINKS, MOST, REACH, Reading, Setting, VAGUE, grouped, valued,
};
use crate::record::{LeftOut, Record};
use crate::series::{KINDS, NOISES, Sums, Weighed, basis, log_sum, noises, normals};
use crate::statistics::Random;
use wetbounce_physics::numerics::extent;

/// Reads what a record shows along the wall into the bounces that its gaps show; lines of rows that are left out are places among the pictures with a gap.
pub(crate) fn read(drop: &Record, reading: &mut Reading, setting: Setting) {
    if drop.x.is_empty() || reading.bounces.is_empty() {
        return;
    }
    let is_out =
        |place: usize| reading.left_out.iter().any(|out| (out.line..out.line + out.rows).contains(&(place + 1)));
    let with_gap = (0..drop.gap.len()).filter(|row| drop.gap[*row].is_finite()).enumerate();
    let mut pictures: Vec<Picture> = with_gap
        .filter(|(place, row)| drop.x[*row].is_finite() && !is_out(*place))
        .map(|(place, row)| Picture { place, time: drop.time[row], gap: drop.gap[row], x: drop.x[row] })
        .collect();
    let points = |pictures: &[Picture]| pictures.iter().map(|one| (one.time, one.x)).collect::<Vec<_>>();
    let diameter = setting.lengths.map_or(0.0, |lengths| lengths.diameter);
    let spoilt = off(&points(&pictures), KINKS * diameter);
    reading.left_out.extend(spoilt.iter().map(|at| LeftOut {
        drop: String::new(),
        line: pictures[*at].place + 1,
        rows: 1,
        time_s: Some(pictures[*at].time),
        why: "off the lines through the pictures before and after it, along the wall; its gap is read".into(),
    }));
    let mut at = 0;
    pictures.retain(|_| {
        at += 1;
        spoilt.binary_search(&(at - 1)).is_err()
    });
    if pictures.len() <= FEWEST {
        let few = format!("along the wall: {} pictures are too few, {} are needed", pictures.len(), FEWEST + 1);
        reading.unread.push(few);
        return;
    }
    let ways = [extent(pictures.iter().map(|one| one.x)), extent(pictures.iter().map(|one| one.gap))];
    let least = FOLLOWED * ways.iter().map(|(low, high)| high - low).fold(0.0, f64::max);
    let reach = setting.lengths.filter(|_| !reading.is_dry).map_or(f64::INFINITY, |lengths| REACH.0 * lengths.diameter);
    let seen = Seen { noise: noise(&points(&pictures)).max(least), reach, pictures };
    let bounces = reading.bounces.clone();
    for bounce in &mut reading.bounces {
        let (along, why) = seen.along(bounce, &bounces);
        bounce.along = along;
        reading.unread.extend(why.map(|why| format!("bounce {}, along the wall: {why}", bounce.number)));
    }
}

/// A picture: its place among those with a gap, its time \[s\], gap and position along the wall \[m\].
struct Picture {
    place: usize,
    time: f64,
    gap: f64,
    x: f64,
}

/// The pictures that are read.
struct Seen {
    pictures: Vec<Picture>,
    /// Noise of the positions along the wall \[m\].
    noise: f64,
    /// Height above contact up to which the first approach is read \[m\].
    reach: f64,
}

impl Seen {
    /// What is read of a bounce among others, and why something is not.
    fn along(&self, bounce: &MeasuredBounce, others: &[MeasuredBounce]) -> (MeasuredAlong, Option<String>) {
        let (Some(contact), Some(speed_in)) = (bounce.contact_time_s, bounce.speed_in_m_s) else {
            return (
                MeasuredAlong::default(),
                Some("neither the time of a contact nor a speed of approach is read".into()),
            );
        };
        let contact_of = |number: usize| {
            others.iter().find(|one| one.number == number).and_then(|one| one.contact_time_s).map(|time| time.value)
        };
        let previous = contact_of(bounce.number.wrapping_sub(1));
        if bounce.number > 1 && previous.is_none() {
            return (MeasuredAlong::default(), Some("the contact before it is not read".into()));
        }
        let begin = previous.unwrap_or_else(|| self.begin(bounce, contact.value));
        let flight = bounce.apex_time_s.map_or(f64::INFINITY, |apex| (1.0 + AFTER_APEX.0) * apex.value);
        let end = (contact.value + flight).min(contact_of(bounce.number + 1).unwrap_or(f64::INFINITY));
        let before = self.speed(begin, contact.value, contact.value);
        let after = match bounce.speed_out_m_s {
            Some(_) => self.speed(contact.value, end, contact.value).map(Some),
            None => Ok(None),
        };
        match (before, after) {
            (Ok(before), Ok(after)) => of_speeds([before, speed_in], after.zip(bounce.speed_out_m_s)),
            (Err(why), _) | (_, Err(why)) => (MeasuredAlong::default(), Some(why)),
        }
    }

    /// The time from which the first approach is read: where it is last above its reach, or later than enough pictures before the contact.
    fn begin(&self, bounce: &MeasuredBounce, contact: f64) -> f64 {
        let before = self.pictures.partition_point(|one| one.time < contact);
        let level = bounce.contact_gap_m.map_or(0.0, |gap| gap.value);
        let far = self.pictures[..before].iter().rposition(|one| one.gap > level + self.reach);
        let first = far.map_or(0, |at| at + 1).min(before.saturating_sub(REACH.1));
        self.pictures.get(first).map_or(contact, |one| one.time)
    }

    /// The speed along the wall at a contact at one end of these times.
    fn speed(&self, begin: f64, end: f64, contact: f64) -> Result<MeasuredValue, String> {
        let within = self.pictures.iter().filter(|one| one.time >= begin && one.time <= end);
        let side = grouped(&within.map(|one| (one.time, one.x)).collect::<Vec<_>>(), MOST.1);
        let few = || {
            format!("{} pictures of a side are too few, {} are needed: more pictures a second", side.len(), FEWEST + 1)
        };
        if side.len() <= FEWEST {
            return Err(few());
        }
        let origin = side[0].1;
        let rows: Vec<(f64, f64)> = side.iter().map(|(time, x)| ((time - contact).abs(), x - origin)).collect();
        let span = rows.iter().map(|row| row.0).fold(0.0, f64::max);
        let (low, high) = extent(rows.iter().map(|row| row.1));
        let scale = (high - low).max(self.noise) / span;
        let noises = noises(self.noise);
        let weighed = Sums::correlated(&rows, span).map(|sums| Weighed::new(&sums, scale, span, &noises));
        let likelihoods: Vec<f64> = weighed.iter().flat_map(|one| one.likelihoods.iter().flatten().copied()).collect();
        let all = log_sum(likelihoods.iter().copied());
        let cells: Vec<f64> = likelihoods.iter().map(|one| (one - all).exp()).collect();
        let slope = basis(0.0, span).1;
        let sign = if begin < contact { -1.0 } else { 1.0 };
        let mut random = Random(side.len() as u64);
        let drawn = |_| {
            let cell = random.pick(&cells);
            let (of, kind, noise) = (&weighed[cell / NOISES / KINDS], cell / NOISES % KINDS, noises[cell % NOISES]);
            sign * slope.dot(&(of.mean(kind, noise).0 + of.drawn(kind, noise, &normals(&mut random))))
        };
        let found = valued((0..DRAWS).map(drawn).collect()).ok_or_else(few)?;
        Ok(found.with(FLOOR * found.value.abs()))
    }
}

/// Angles and ratios of the speeds along and normal to the wall, before and after a contact.
fn of_speeds(
    [before, speed_in]: [MeasuredValue; 2],
    out: Option<(MeasuredValue, MeasuredValue)>,
) -> (MeasuredAlong, Option<String>) {
    let sign = if before.value < 0.0 { -1.0 } else { 1.0 };
    let towards = |value: MeasuredValue| MeasuredValue { value: sign * value.value, ..value };
    let mut along = MeasuredAlong {
        lateral_speed_before_m_s: Some(before),
        impact_angle_deg: Some(angle(towards(before), speed_in)),
        ..MeasuredAlong::default()
    };
    let Some((after, speed_out)) = out else { return (along, None) };
    let (change, normal) = (after.value - before.value, speed_in.value + speed_out.value);
    let ratio = change / normal;
    let of_change = before.sigma.hypot(after.sigma);
    let of_normal = speed_in.sigma.hypot(speed_out.sigma);
    let impulses = MeasuredValue { value: ratio, sigma: of_change.hypot(ratio * of_normal) / normal, common: 0.0 };
    along.lateral_speed_after_m_s = Some(after);
    along.impulse_ratio = Some(impulses);
    if before.sigma > VAGUE * before.value.abs() {
        let why = format!(
            "a speed of {:.1e} ± {:.1e} m/s before contact is too uncertain for its ratio, friction and an angle of rebound, 30 % are allowed",
            before.value, before.sigma
        );
        return (along, Some(why));
    }
    let share = after.value / before.value;
    let sigma = after.sigma.hypot(share * before.sigma) / before.value.abs();
    along.lateral_speed_ratio = Some(MeasuredValue { value: share, sigma, common: 0.0 });
    along.rebound_angle_deg = Some(angle(towards(after), speed_out));
    along.friction_if_sliding = Some(MeasuredValue { value: -sign * ratio, ..impulses });
    (along, None)
}

/// The angle from the normal, degrees.
fn angle(along: MeasuredValue, normal: MeasuredValue) -> MeasuredValue {
    let sigma =
        (normal.value * along.sigma).hypot(along.value * normal.sigma) / (along.value.powi(2) + normal.value.powi(2));
    MeasuredValue { value: along.value.atan2(normal.value).to_degrees(), sigma: sigma.to_degrees(), common: 0.0 }
}
