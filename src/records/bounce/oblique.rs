//! The motion along the wall and the spin before and after each contact, of records that have them.
//!
//! The steps are those of the gap, with three differences:
//! - The time of contact is that of the gap, within its standard error. Both sides meet there in one position, and in
//!   one angle; of spins the series is the derivative.
//! - In a gas the series is one of the time itself, not of its root, because drag does not depend on the contact. Both
//!   sides have the same drag. Its amplitudes reach from what the pictures cannot show to the largest drag in a gas.
//! - Pictures next to the contact are left out if the likelihood of the others of their side is larger without them.
//!
//! `U` is the speed of the centre along the wall, `V` that normal to it, `Ω` the spin, positive of a sphere that rolls
//! towards positive positions; before (in) and after (out) the contact (Foerster et al. 1994, Joseph & Hunt 2004):
//!
//! ```text
//! tan θ_in = |U_in|/V_in    tan θ_out = U_out/V_out    J_t/J_n = (U_out − U_in)/(V_in + V_out)
//! Ψ_in = (U_in − R Ω_in)/V_in    Ψ_out = (U_out − R Ω_out)/V_in    e_t = −Ψ_out/Ψ_in
//! ```
//!
//! `U` and `Ω` are those at the contact, and so is `V` in a gas: gravity changes it before the apparent speed of rebound
//! is taken. In a liquid `V` are the [apparent speeds](super::values), and the ratio of impulses includes the impulse of
//! the liquid between both times.
//!
//! Gravity along an inclined wall is subtracted from the positions: `g sin α` in a gas. In a liquid it is the
//! acceleration of the flight at its apex, which is gravity less buoyancy and added mass, times `tan α`.

use crate::bounce::contact::{Contact, DRAG_SHARE, DRAWS, drawn, joint};
use crate::bounce::measured_bounce::{MeasuredAlong, MeasuredBounce, MeasuredValue};
use crate::bounce::pictures::{noise, off};
use crate::bounce::series::{
    FAR, FEWEST_PICTURES, Posterior, Prior, SERIES_ERROR, Sums, Vector, basis, log_sum, noises, smooth,
};
use crate::bounce::values::{
    APPROACH_HEIGHT, APPROACH_PICTURES, DESCENT_USED, Evaluation, LARGEST_ERROR, MOST_OF_SIDE, NOISE_FLOOR, grouped,
    valued,
};
use crate::record::{LeftOut, Record, Setting};
use crate::statistics::Random;
use std::f64::consts::PI;
use wetbounce_physics::numerics::extent;

/// Adds the motion along the wall and the spin to the bounces of the gaps. Lines of rows that are left out are places
/// among the pictures with a gap.
pub(crate) fn read(drop: &Record, reading: &mut Evaluation, setting: Setting) {
    if reading.bounces.is_empty() {
        return;
    }
    let bounces = reading.bounces.clone();
    let radius = setting.lengths.map(|lengths| 0.5 * lengths.diameter);
    let mut track = |kind: TrackKind| Track::of(drop, kind, reading, setting);
    let x = track(TrackKind::Position);
    let turning = track(TrackKind::Angle).or_else(|| track(TrackKind::Spin));
    for bounce in &mut reading.bounces {
        let mut sides = |track: &Option<Track>| {
            let track = track.as_ref()?;
            let unread = &mut reading.unread;
            let mut say = |why| unread.push(format!("bounce {}, {}: {why}", bounce.number, track.kind.what()));
            let ((before, after), out) = track.sides(bounce, &bounces).map_err(&mut say).ok()?;
            reading.left_out.extend(out);
            Some((before.map_err(&mut say).ok()?, after.transpose().map_err(say).ok().flatten()))
        };
        let (scale, is_dry) = (drop.scale_uncertainty, reading.is_dry);
        let all = ContactRates { x: sides(&x), turning: sides(&turning), radius, scale, is_dry };
        let (along, why) = all.of(bounce);
        bounce.along = along;
        reading.unread.extend(why.into_iter().map(|why| format!("bounce {}, along the wall: {why}", bounce.number)));
    }
}

/// Times of contact on either side of that of the gaps, up to [`FAR`]: two for each standard error.
const TIMES_PER_SIDE: i32 = 2 * FAR as i32;
/// Least change of a rate in a gas, over the error with which the pictures show a change: as good as none.
const LEAST_CHANGE: f64 = 0.1;
/// Relative loss of spin over that of speed in a creeping flow, the largest: torque `8π μ a³ Ω`, drag `6π μ a U`,
/// moment of inertia `2/5 m a²`.
const SPIN_DECAY: f64 = 10.0 / 3.0;

/// The quantity of a column beside the gap.
#[derive(Clone, Copy, PartialEq)]
enum TrackKind {
    /// Positions along the wall.
    Position,
    /// Angles by which the sphere has turned.
    Angle,
    /// Spins.
    Spin,
}

impl TrackKind {
    /// Its name in messages.
    fn what(self) -> &'static str {
        match self {
            Self::Position => "along the wall",
            Self::Angle | Self::Spin => "turning",
        }
    }

    /// Its values, as they are read: angles count on.
    fn values(self, drop: &Record) -> Vec<f64> {
        match self {
            Self::Position => drop.x.clone(),
            Self::Angle => unwrapped(&drop.angle),
            Self::Spin => drop.spin.clone(),
        }
    }

    /// A picture of a sphere of this diameter \[m\] that is not off by more is not off.
    fn least(self, diameter: f64) -> f64 {
        match self {
            Self::Position => SERIES_ERROR * diameter,
            Self::Angle => 2.0 * SERIES_ERROR,
            Self::Spin => 0.0,
        }
    }
}

/// A picture: its place among those with a gap, its time \[s\], gap \[m\], and the value of the column.
struct Picture {
    place: usize,
    time: f64,
    gap: f64,
    value: f64,
}

/// The pictures that are read.
struct Track {
    kind: TrackKind,
    pictures: Vec<Picture>,
    /// Noise of the values.
    noise: f64,
    /// Height above contact up to which the first approach is read \[m\].
    reach: f64,
    /// Acceleration that gravity causes along the wall over that of the flight at its apex, or the whole of it in a
    /// gas [m/s²].
    gain: LateralGravity,
    /// Acceleration of gravity towards the wall in a gas [m/s²].
    falls: Option<f64>,
    /// The least error of a rate, over the larger of both sides: the series follows a straight motion.
    floor: f64,
}

/// Gravity along the wall.
#[derive(Clone, Copy)]
enum LateralGravity {
    /// This acceleration [m/s²].
    Constant(f64),
    /// So many times that with which the flight bends at its apex.
    OfApexBend(f64),
}

/// Speeds, or spins, before and after a contact; after only where there is a rebound.
type Rates = (MeasuredValue, Option<MeasuredValue>);
/// The same, each read or with the reason why it is not.
type RateResults = (Result<MeasuredValue, String>, Option<Result<MeasuredValue, String>>);

impl Track {
    /// The pictures of a column; what is off, or why there are too few, is said.
    fn of(drop: &Record, kind: TrackKind, reading: &mut Evaluation, setting: Setting) -> Option<Self> {
        let (values, what) = (kind.values(drop), kind.what());
        if values.is_empty() {
            return None;
        }
        if kind == TrackKind::Angle && is_half(&drop.angle) {
            let why = "no row is left out, but angles are taken to begin again after half a turn, as those of a line do: they leap, and stay within it";
            reading.left_out.push(LeftOut::of(1, 0, why.into()));
        }
        let is_out =
            |place: usize| reading.left_out.iter().any(|out| (out.line..out.line + out.rows).contains(&(place + 1)));
        let with_gap = (0..drop.gap.len()).filter(|row| drop.gap[*row].is_finite()).enumerate();
        let mut pictures: Vec<Picture> = with_gap
            .filter(|(place, row)| values[*row].is_finite() && !is_out(*place))
            .map(|(place, row)| Picture { place, time: drop.time[row], gap: drop.gap[row], value: values[row] })
            .collect();
        let points = |pictures: &[Picture]| pictures.iter().map(|one| (one.time, one.value)).collect::<Vec<_>>();
        let diameter = setting.lengths.map_or(0.0, |lengths| lengths.diameter);
        let spoilt = off(&points(&pictures), kind.least(diameter));
        reading.left_out.extend(spoilt.iter().map(|at| {
            let why = format!("off the lines through the pictures before and after it, {what}; its gap is read");
            LeftOut { time_s: Some(pictures[*at].time), ..LeftOut::of(pictures[*at].place + 1, 1, why) }
        }));
        let mut at = 0;
        pictures.retain(|_| {
            at += 1;
            spoilt.binary_search(&(at - 1)).is_err()
        });
        if pictures.len() <= FEWEST_PICTURES {
            let few = format!("{what}: {} pictures are too few, {} are needed", pictures.len(), FEWEST_PICTURES + 1);
            reading.unread.push(few);
            return None;
        }
        // A motion without noise is followed to a share of its way; one along the wall, to a share of the way down.
        let ways = [extent(pictures.iter().map(|one| one.value)), extent(pictures.iter().map(|one| one.gap))];
        let counted = if kind == TrackKind::Position { 2 } else { 1 };
        // A sphere that does not turn is followed to a share of a radian.
        let (first, last) = extent(pictures.iter().map(|one| one.time));
        let turn = match kind {
            TrackKind::Position => 0.0,
            TrackKind::Angle => 1.0,
            TrackKind::Spin => 1.0 / (last - first),
        };
        let least = NOISE_FLOOR * ways[..counted].iter().map(|(low, high)| high - low).fold(turn, f64::max);
        let wet = setting.lengths.filter(|_| !reading.is_dry);
        let gain = match () {
            () if kind != TrackKind::Position => LateralGravity::Constant(0.0),
            () if reading.is_dry => LateralGravity::Constant(setting.gravity_along),
            () => LateralGravity::OfApexBend(setting.gravity_along / setting.gravity),
        };
        Some(Self {
            noise: noise(&points(&pictures)).max(least),
            reach: wet.map_or(f64::INFINITY, |lengths| APPROACH_HEIGHT * lengths.diameter),
            kind,
            pictures,
            gain,
            falls: reading.is_dry.then_some(setting.gravity),
            floor: if reading.is_dry { 0.0 } else { SERIES_ERROR },
        })
    }

    /// Speeds or spins on both sides of the contact of a bounce, or why they are not read; after it only if there is
    /// a rebound.
    ///
    /// # Errors
    /// Why neither is read.
    fn sides(
        &self,
        bounce: &MeasuredBounce,
        others: &[MeasuredBounce],
    ) -> Result<(RateResults, Option<LeftOut>), String> {
        let (Some(meets), Some(speed_in)) = (bounce.meets_s, bounce.speed_in_m_s) else {
            return Err("neither the time of a contact nor a speed of approach is read".into());
        };
        let contact_of = |number: usize| others.iter().find(|one| one.number == number).and_then(|one| one.meets_s);
        let previous = contact_of(bounce.number.wrapping_sub(1));
        if bounce.number > 1 && previous.is_none() {
            return Err("the contact before it is not read".into());
        }
        let gain = match (self.gain, bounce.bend_m_s2) {
            (LateralGravity::Constant(gain), _) => gain,
            (LateralGravity::OfApexBend(times), Some(bend)) => times * bend.value,
            (LateralGravity::OfApexBend(_), None) => 0.0,
        };
        // Pictures that may be beyond the contact before or the one after it are of neither side.
        let begin = previous.map_or_else(|| self.begin(bounce, meets.value), |time| time.value + FAR * time.sigma);
        let flight = bounce.apex_time_s.map_or(f64::INFINITY, |apex| (1.0 + DESCENT_USED) * apex.value);
        let next = contact_of(bounce.number + 1).map_or(f64::INFINITY, |time| time.value - FAR * time.sigma);
        let end = (meets.value + flight).min(next);
        let of = |from: f64, to: f64| {
            let within = self.pictures.iter().filter(|one| one.time >= from && one.time <= to);
            grouped(&within.map(|one| (one.time, one.value)).collect::<Vec<_>>(), MOST_OF_SIDE)
        };
        let normal = [Some(speed_in), bounce.speed_out_m_s].map(|speed| speed.map(|speed| speed.value));
        let [mut before, mut after] = [of(begin, meets.value), of(meets.value, end)];
        let (low, high) = extent(before.iter().chain(&after).map(|row| row.1));
        let near = [&before, &after].map(|side| self.near(side, meets.value, (high - low).max(self.noise)));
        let out = before.split_off(before.len() - near[0]).into_iter().chain(after.drain(..near[1]));
        let (from, to) = extent(out.map(|row| row.0));
        let of_contact = |one: &&Picture| one.time >= from && one.time <= to;
        let places: Vec<&Picture> = self.pictures.iter().filter(of_contact).collect();
        let why = format!(
            "next to a contact, where the others of its side exclude it, {}; its gap is read",
            self.kind.what()
        );
        let out = places.first().zip(places.last()).map(|(first, last)| LeftOut {
            time_s: Some(first.time),
            ..LeftOut::of(first.place + 1, last.place - first.place + 1, why)
        });
        Ok((self.rates([before, after], meets, normal, gain), out))
    }

    /// Pictures of a side next to a contact that do not follow its series, as in a contact that lasts. The marginal
    /// likelihood of the other pictures, with these anywhere in this range, is compared with that of all. Numbers of
    /// pictures grow by a half; in the prior one in two sides has none.
    fn near(&self, side: &[(f64, f64)], contact: f64, range: f64) -> usize {
        if side.len() <= FEWEST_PICTURES {
            return 0;
        }
        let is_before = side[0].0 < contact;
        let (size, span) =
            (self.size(side, contact), (side[0].0 - contact).abs().max((side[side.len() - 1].0 - contact).abs()));
        let origin = if self.kind == TrackKind::Spin { 0.0 } else { side[side.len() / 2].1 };
        let rows: Vec<(f64, f64)> = side.iter().map(|(time, value)| ((time - contact).abs(), value - origin)).collect();
        let noises = noises(self.noise);
        let likelihood = |near: usize| {
            let kept = if is_before { &rows[..rows.len() - near] } else { &rows[near..] };
            let [sums, ..] = Sums::correlated(kept, |u| self.row(u, span));
            Posterior::new(&sums, &Prior::new(size, size), span, &noises).likelihood()
                + near as f64 * (0.5 * (2.0 * PI).ln() - range.ln())
        };
        let sizes: Vec<usize> = std::iter::successors(Some(1_usize), |size| Some(size + size.div_ceil(2)))
            .take_while(|size| size + 2 * FEWEST_PICTURES <= side.len())
            .collect();
        let none = (0, likelihood(0) + (sizes.len() as f64).max(1.0).ln());
        let all = sizes.into_iter().map(|near| (near, likelihood(near)));
        std::iter::once(none).chain(all).max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |best| best.0)
    }

    /// The time from which the first approach is read: where it is last above its reach, or later than enough
    /// pictures before the contact.
    fn begin(&self, bounce: &MeasuredBounce, contact: f64) -> f64 {
        let before = self.pictures.partition_point(|one| one.time < contact);
        let level = bounce.contact_gap_m.map_or(0.0, |gap| gap.value);
        let far = self.pictures[..before].iter().rposition(|one| one.gap > level + self.reach);
        let first = far.map_or(0, |at| at + 1).min(before.saturating_sub(APPROACH_PICTURES));
        self.pictures.get(first).map_or(contact, |one| one.time)
    }

    /// Speeds or spins on both sides of a contact, of a sphere with these speeds normal to the wall and under this
    /// acceleration; after it only if there is such a speed. Positions and angles are continuous at the contact. Times
    /// of contact are weighed by the standard error of the gap and by the likelihood of both sides, because a picture
    /// on the wrong side of the contact bends the motion.
    fn rates(
        &self,
        sides: [Vec<(f64, f64)>; 2],
        meets: MeasuredValue,
        normal: [Option<f64>; 2],
        gain: f64,
    ) -> RateResults {
        let is_rate = self.kind == TrackKind::Spin;
        let is_read = [0, 1].map(|at: usize| normal[at].is_some() && sides[at].len() > FEWEST_PICTURES);
        let origin = sides.iter().flatten().map(|row| row.1).next().filter(|_| !is_rate).unwrap_or(0.0);
        let all: Vec<(f64, f64)> = sides.iter().flatten().map(|(time, value)| (*time, value - origin)).collect();
        let sizes = [0, 1].map(|at: usize| if is_read[at] { self.size(&sides[at], meets.value) } else { 0.0 });
        let size = sizes[0].max(sizes[1]);
        // The wake and the film of a liquid remember the speed before the contact; what drag does goes with the speed
        // itself.
        let bends = sizes.map(|own| if self.falls.is_some() { own } else { size });
        let (noises, is_alike) = (noises(self.noise), self.falls.is_some());
        let contact = |errors: f64| {
            let time = meets.value + errors * meets.sigma;
            let (before, after) = all.split_at(all.partition_point(|one| one.0 < time));
            let parts = [before, after];
            if (0..2).any(|at| is_read[at] && parts[at].len() < FEWEST_PICTURES) {
                return None;
            }
            let spans = parts.map(|part| part.iter().map(|row| (row.0 - time).abs()).fold(0.0, f64::max));
            let bends = [0, 1].map(|at: usize| bends[at] * self.changes(normal[at].unwrap_or(0.0), spans[at]));
            let unseen = |at: usize| LEAST_CHANGE * self.unseen(parts[at].len(), spans[at]) / bends[at];
            let least = (0..2).filter(|at| is_alike && is_read[*at]).map(unseen).fold(f64::INFINITY, f64::min);
            let [before, after] = [0, 1].map(|at: usize| {
                let moved = |(t, value): &(f64, f64)| ((t - time).abs(), value - 0.5 * gain * (t - time).powi(2));
                let rows: Vec<(f64, f64)> = parts[at].iter().filter(|_| is_read[at]).map(moved).collect();
                Sums::correlated(&rows, |u| self.row(u, spans[at]))
                    .map(|sums| Posterior::new(&sums, &Prior::new(size, bends[at]).down_to(least), spans[at], &noises))
            });
            let sides: Vec<[Posterior; 2]> = before.into_iter().zip(after).map(|(a, b)| [a, b]).collect();
            let likelihood = log_sum(joint(&sides, is_alike).iter().copied());
            Some(Contact {
                time,
                lasts: None,
                sides,
                is_alike,
                spans,
                likelihood,
                weight: likelihood - 0.5 * errors * errors,
            })
        };
        let contacts: Vec<Contact> = (-TIMES_PER_SIDE..=TIMES_PER_SIDE)
            .map(|k| FAR * f64::from(k) / f64::from(TIMES_PER_SIDE))
            .filter_map(contact)
            .collect();
        let mut random = Random(all.len() as u64);
        let motions = if contacts.is_empty() { Vec::new() } else { drawn(&contacts, self.noise, DRAWS, &mut random) };
        let slope = basis(0.0, 1.0).1;
        let [before, after] = [0, 1].map(|at: usize| {
            let sign = if at == 0 && !is_rate { -1.0 } else { 1.0 };
            let all = motions.iter().map(|motion| sign * slope.dot(&motion.sides[at])).collect();
            let found = valued(all).filter(|_| is_read[at]).map(|found| found.with(self.floor * size));
            found.ok_or_else(|| {
                format!(
                    "{} pictures of a side are too few, {} are needed: more pictures a second",
                    sides[at].len(),
                    FEWEST_PICTURES + 1
                )
            })
        });
        (before, normal[1].map(|_| after))
    }

    /// How large the rate of a side is, at least what noise makes of it.
    fn size(&self, side: &[(f64, f64)], contact: f64) -> f64 {
        let span = side.iter().map(|row| (row.0 - contact).abs()).fold(0.0, f64::max);
        let (low, high) = extent(side.iter().map(|row| row.1));
        match self.kind {
            TrackKind::Spin => high.max(-low).max(self.noise),
            TrackKind::Position | TrackKind::Angle => (high - low).max(self.noise) / span,
        }
    }

    /// The standard error of half of the change of a rate during this time, from so many pictures: of the second term
    /// of a parabola, or of the slope of those that are rates.
    fn unseen(&self, pictures: usize, span: f64) -> f64 {
        let one = if self.kind == TrackKind::Spin { 3f64.sqrt() } else { 180f64.sqrt() / span };
        one * self.noise / (pictures.max(1) as f64).sqrt()
    }

    /// What the values at a time from contact are made of, on a span: what a gap is, or, of spins, what a speed is;
    /// in a gas of a motion that drag alone bends.
    fn row(&self, u: f64, span: f64) -> Vector {
        let (value, slope) = if self.falls.is_some() { smooth(u, span) } else { basis(u, span) };
        if self.kind == TrackKind::Spin { slope } else { value }
    }

    /// Scale of the change of a rate during this time, over the rate, of a sphere with this speed normal to the wall.
    /// In a liquid drag, history force and film may take all of it. In a gas drag takes the same share of the speeds
    /// along and normal to the wall, and at most 10/3 of it of a spin, as in a creeping flow.
    fn changes(&self, speed: f64, span: f64) -> f64 {
        let Some(gravity) = self.falls else { return 1.0 };
        let share = DRAG_SHARE * gravity * span / speed;
        let times = if self.kind == TrackKind::Position { 1.0 } else { SPIN_DECAY };
        (times * share).min(1.0)
    }
}

/// Whether angles \[rad\] begin again after half a turn, as those of a line do.
fn is_half(angles: &[f64]) -> bool {
    let leaps = |pair: &[f64]| (pair[1] - pair[0]).abs() > 0.5 * PI;
    period(angles) == PI && angles.windows(2).any(leaps)
}

/// Angles \[rad\] that count on where they begin again: where they leap by more than half of their period; those
/// that have none count on already.
fn unwrapped(angles: &[f64]) -> Vec<f64> {
    let turn = period(angles);
    if turn.is_infinite() {
        return angles.to_vec();
    }
    let (mut last, mut turns) = (f64::NAN, 0.0);
    let next = |angle: &f64| {
        if last.is_finite() && angle.is_finite() {
            turns -= ((angle - last) / turn).round();
        }
        last = if angle.is_finite() { *angle } else { last };
        angle + turns * turn
    };
    angles.iter().map(next).collect()
}

/// After how much angles \[rad\] begin again: half a turn where they stay within it; never where they span more than
/// a turn, for these count on.
pub(crate) fn period(angles: &[f64]) -> f64 {
    let (low, high) = extent(angles.iter().copied().filter(|angle| angle.is_finite()));
    match high - low {
        span if span > 2.0 * PI * (1.0 + 1e-6) => f64::INFINITY,
        span if span > PI * (1.0 + 1e-6) => 2.0 * PI,
        _ => PI,
    }
}

/// Speeds and spins on both sides of a contact.
struct ContactRates {
    /// Speeds along the wall [m/s].
    x: Option<Rates>,
    /// Spins [rad/s].
    turning: Option<Rates>,
    /// Radius of the sphere \[m\].
    radius: Option<f64>,
    /// Standard uncertainty of the scale of lengths, over it.
    scale: f64,
    /// Whether it is a bounce in a gas.
    is_dry: bool,
}

impl ContactRates {
    /// Angles, ratios and spins of a bounce, and why some are not read.
    fn of(&self, bounce: &MeasuredBounce) -> (MeasuredAlong, Vec<String>) {
        let mut along = MeasuredAlong::default();
        if let Some((before, after)) = self.turning {
            (along.spin_before_rad_s, along.spin_after_rad_s) = (Some(before), after);
        }
        let (Some((before, after)), Some(speed_in)) = (self.x, bounce.speed_in_m_s) else {
            return (along, Vec::new());
        };
        let at_contact = bounce.restitution_contact.map(|e| MeasuredValue {
            value: e.value * speed_in.value,
            sigma: (e.sigma * speed_in.value).hypot(e.value * speed_in.sigma),
            common: speed_in.common,
        });
        let out = after.zip(if self.is_dry { at_contact } else { bounce.speed_out_m_s });
        let mut why: Vec<String> = of_speeds(&mut along, [before, speed_in], out).into_iter().collect();
        if let Some((spin, spin_after)) = self.turning {
            match self.radius {
                Some(radius) => {
                    let after = after.zip(spin_after);
                    why.extend(of_slips(
                        &mut along,
                        radius,
                        self.scale,
                        speed_in,
                        [(before, spin)].into_iter().chain(after),
                    ));
                }
                None => why.push("the speed of the contact point needs sphere.diameter".into()),
            }
        }
        (along, why)
    }
}

/// Fills in angles and ratios of the speeds along and normal to the wall, before and after a contact; says why some
/// are not read.
fn of_speeds(
    along: &mut MeasuredAlong,
    [before, speed_in]: [MeasuredValue; 2],
    out: Option<(MeasuredValue, MeasuredValue)>,
) -> Option<String> {
    let sign = if before.value < 0.0 { -1.0 } else { 1.0 };
    let towards = |value: MeasuredValue| MeasuredValue { value: sign * value.value, ..value };
    along.lateral_speed_before_m_s = Some(before);
    along.impact_angle_deg = Some(angle(towards(before), speed_in));
    let (after, speed_out) = out?;
    let (change, normal) = (after.value - before.value, speed_in.value + speed_out.value);
    let ratio = change / normal;
    let of_change = before.sigma.hypot(after.sigma);
    let of_normal = speed_in.sigma.hypot(speed_out.sigma);
    let impulses = MeasuredValue { value: ratio, sigma: of_change.hypot(ratio * of_normal) / normal, common: 0.0 };
    along.lateral_speed_after_m_s = Some(after);
    along.impulse_ratio = Some(impulses);
    if before.sigma > LARGEST_ERROR * before.value.abs() {
        return Some(format!(
            "a speed of {:.1e} ± {:.1e} m/s before contact is too uncertain for its ratio, friction and an angle of rebound, 30 % are allowed",
            before.value, before.sigma
        ));
    }
    along.lateral_speed_ratio = Some(over(after, before));
    along.rebound_angle_deg = Some(angle(towards(after), speed_out));
    along.friction_if_sliding = Some(MeasuredValue { value: -sign * ratio, ..impulses });
    None
}

/// Adds the values of the contact point of a sphere of this radius \[m\], by pairs of speed and spin before and after
/// a contact; returns why a value is not read.
fn of_slips(
    along: &mut MeasuredAlong,
    radius: f64,
    scale: f64,
    speed_in: MeasuredValue,
    sides: impl Iterator<Item = (MeasuredValue, MeasuredValue)>,
) -> Option<String> {
    let own = |(speed, spin): (MeasuredValue, MeasuredValue)| MeasuredValue {
        value: speed.value - radius * spin.value,
        sigma: speed.sigma.hypot(radius * spin.sigma),
        common: 0.0,
    };
    let pairs: Vec<_> = sides.collect();
    let slips: Vec<MeasuredValue> = pairs.iter().copied().map(own).collect();
    // An error of the scale stretches speeds, and leaves the spins.
    let spun = |at: usize| scale * radius * pairs[at].1.value;
    let over_speed = |at: usize| over(slips[at], speed_in).with(spun(at).abs() / speed_in.value);
    let before = *slips.first()?;
    along.psi_in = Some(over_speed(0));
    let after = *slips.get(1)?;
    along.psi_out = Some(over_speed(1));
    if before.sigma > LARGEST_ERROR * before.value.abs() {
        return Some(format!(
            "a speed of {:.1e} ± {:.1e} m/s of the contact point before contact is too uncertain for a tangential restitution, 30 % are allowed",
            before.value, before.sigma
        ));
    }
    let ratio = over(after, before);
    let stretched = scale * (pairs[1].0.value * before.value - pairs[0].0.value * after.value) / before.value.powi(2);
    along.restitution_tangential = Some(MeasuredValue { value: -ratio.value, ..ratio }.with(stretched.abs()));
    None
}

/// The ratio of two values.
fn over(part: MeasuredValue, whole: MeasuredValue) -> MeasuredValue {
    let value = part.value / whole.value;
    MeasuredValue { value, sigma: part.sigma.hypot(value * whole.sigma) / whole.value.abs(), common: 0.0 }
}

/// The angle from the normal, degrees.
fn angle(along: MeasuredValue, normal: MeasuredValue) -> MeasuredValue {
    let sigma =
        (normal.value * along.sigma).hypot(along.value * normal.sigma) / (along.value.powi(2) + normal.value.powi(2));
    MeasuredValue { value: along.value.atan2(normal.value).to_degrees(), sigma: sigma.to_degrees(), common: 0.0 }
}
