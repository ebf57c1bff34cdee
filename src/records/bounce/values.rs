//! Step 4: speeds before and after contact, restitution, apexes and times of contact of a record, with standard errors.
//!
//! Here the five steps of the [method](super) are put together.

use crate::bounce::contact::{DRAG_SHARE, DRAWS, Pictures, ZERO_HEIGHT};
use crate::bounce::measured_bounce::{MeasuredBounce, MeasuredValue, SIGNIFICANT};
use crate::bounce::motion::{Motion, MotionValues, PLACES, PeakSpeed, REBOUND_DELAY, Trajectories};
use crate::bounce::pictures::{
    Floor, MEDIAN_DEVIATION, MotionRows, OUTLIER_DEVIATIONS, PICTURES_PER_OUTLIER, chance, noise, off, trim, turns,
};
use crate::bounce::series::{
    COEFFICIENTS, FEWEST_PICTURES, NOISE_COUNT, Posterior, Prior, SERIES_ERROR, Sums, basis, noises, normals,
};
use crate::record::{LeftOut, Medium, Setting};
use crate::statistics::{Random, quantile};

use std::ops::Range;
use wetbounce_physics::numerics::extent;

/// Root-mean-square error of the series without noise: of speeds and restitution, over themselves.
pub const SPEED_ERROR: f64 = 4e-4;
/// The same of heights, over the diameter. `series_follows_motions_without_noise` measures all three.
pub const HEIGHT_ERROR: f64 = 1e-4;
/// The same of times, over the time in which the sphere moves by a diameter.
pub const TIME_ERROR: f64 = 2e-4;
/// Depth below the wall at which approach and flight meet, over the diameter, after an impact at 1 m/s. By Hertz
/// (1882) it is half of the contact time at the speed of impact, `1.47 δ`, with the indentation `δ/D = (5π√2/32 ρ_s
/// V²/E*)^(2/5)` of steel on glass (`ρ_s` 7800 kg/m³, `E*` 55.8 GPa); it grows as `V^(4/5)`. A record does not state
/// its solids, and pictures do not show the depth of hard ones: it is an error of times and heights.
const HERTZ_DEPTH: f64 = 2.3e-3;
/// Height above contact from which on an approach in a liquid is read \[D\].
pub(crate) const APPROACH_HEIGHT: f64 = 6.0;
/// Fewest pictures of an approach that is read from [`APPROACH_HEIGHT`] on; where there are fewer, earlier ones count.
pub(crate) const APPROACH_PICTURES: usize = 24;
/// Part of the descent after an apex that is read with the flight, over the time of the rise.
pub(crate) const DESCENT_USED: f64 = 0.4;
/// Part of the descent that a record must show for its apex to be read, over the time of the rise.
const DESCENT_NEEDED: f64 = 0.15;
/// Least return of a turning point, over the range of the record.
const TURN_SHARE: f64 = 3e-3;
/// Least noise over the range of a record. Sums of squares have sixteen digits, and noises down to a tenth of it are
/// weighed.
pub(crate) const NOISE_FLOOR: f64 = 1e-4;
/// Largest standard error of a speed of approach that is shown, over the speed.
pub(crate) const LARGEST_ERROR: f64 = 0.3;
/// Largest range of gaps \[m\] and times \[s\] whose powers are numbers.
const LARGEST_VALUE: f64 = 1e9;
/// Most bounces that are read.
const MOST_BOUNCES: usize = 12;
/// Largest difference of a flight's acceleration in a gas from gravity, over gravity. Buoyancy and added mass in air
/// are smaller for all spheres but balloons; the heaviest spheres (gold, tungsten) in a light oil lose 0.06.
pub const GAS_BEND_TOLERANCE: f64 = 0.02;
/// Most pictures of a record; neighbours of larger ones are averaged.
const MOST_PICTURES: usize = 40_000;
/// Most pictures of one side of a contact; neighbours of larger ones are averaged.
pub(crate) const MOST_OF_SIDE: usize = 4000;

/// Why the pictures of a zone are left out.
const WHY_NEAR: &str = "next to the contact, where the others of its side exclude it: blurred, merged with a shadow, or \
                        in a contact that lasts";

/// The bounces of a record, and what was left out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evaluation {
    /// The bounces. One without a rebound has a speed of approach alone.
    pub bounces: Vec<MeasuredBounce>,
    /// Pictures that were left out.
    pub left_out: Vec<LeftOut>,
    /// Values that were not read: the failed test with its number, and what would help.
    pub unread: Vec<String>,
    /// Whether the medium is a gas.
    pub is_dry: bool,
    /// Why the medium is a gas, or is not.
    pub medium_reason: String,
    /// Height of the sphere at rest after its last flight.
    pub floor: Option<Floor>,
}

/// The bounces that pictures `(time, gap)` show, in the order of their times. Where the medium is not given, it is a
/// gas if the flights bend at their apex with all of gravity, which those in liquids do not.
pub fn read(points: &[(f64, f64)], setting: Setting) -> Evaluation {
    let evaluation = with_medium(points, setting);
    if setting.medium.is_some() {
        return Evaluation { medium_reason: "the medium is given".into(), ..evaluation };
    }
    match is_gas(&evaluation.bounces, setting.gravity) {
        Ok(medium_reason) => {
            let dry = with_medium(points, Setting { medium: Some(Medium::Gas), ..setting });
            Evaluation { is_dry: true, medium_reason, ..dry }
        }
        Err(medium_reason) => Evaluation { medium_reason, ..evaluation },
    }
}

/// Why these bounces are in a gas. The flights between the bounces, or the only one, have the acceleration of gravity
/// at their apex within two standard errors, and surely more than the heaviest solids have in a liquid. No approach
/// has a significantly smaller acceleration.
///
/// # Errors
/// Why they are not.
fn is_gas(bounces: &[MeasuredBounce], gravity: f64) -> Result<String, String> {
    let between = &bounces[..bounces.len().saturating_sub(1).max(1).min(bounces.len())];
    let of = |(at, bounce): (usize, &MeasuredBounce)| {
        let falls = bounces.get(at + 1).and_then(|next| falls_with(bounce, next));
        let is_sure = |bend: &MeasuredValue| bend.sigma < GAS_BEND_TOLERANCE * gravity;
        let all = bounce.bend_m_s2.into_iter().chain(falls.filter(|_| !bounce.bend_m_s2.as_ref().is_some_and(is_sure)));
        all.min_by(|a, b| a.sigma.total_cmp(&b.sigma))
    };
    let bends = || between.iter().enumerate().filter_map(of);
    let Some(bend) = MeasuredValue::weighted(bends()).filter(|_| gravity > 0.0) else {
        return Err("no flight shows its acceleration at the apex".into());
    };
    let (mean, error) = (bend.value / gravity, bend.sigma / gravity);
    let of_flights = match bends().count() {
        1 => "a flight".to_owned(),
        count => format!("{count} flights between the bounces"),
    };
    let bent = format!("the acceleration at the apex of {of_flights} is {mean:.3} ± {error:.3} g");
    if (mean - 1.0).abs() > SIGNIFICANT * error + GAS_BEND_TOLERANCE
        || mean - SIGNIFICANT * error < 1.0 - 2.0 * GAS_BEND_TOLERANCE
    {
        return Err(format!("{bent}, and in a gas g"));
    }
    let is_slowed = |gains: &MeasuredValue| gains.value + SIGNIFICANT * gains.sigma < (1.0 - DRAG_SHARE) * gravity;
    let read = bounces.iter().filter(|bounce| bounce.restitution.is_some());
    match read.filter_map(|bounce| bounce.gains_m_s2).find(is_slowed) {
        Some(gains) => {
            Err(format!("{bent}, but an approach gains {:.2} ± {:.2} g", gains.value / gravity, gains.sigma / gravity))
        }
        None => Ok(bent),
    }
}

/// The acceleration with which a sphere falls from the apex after this bounce to the next contact, as it would
/// without drag; drag makes it smaller.
fn falls_with(bounce: &MeasuredBounce, next: &MeasuredBounce) -> Option<MeasuredValue> {
    let (apex, rises) = (bounce.apex_gap_m?, bounce.apex_time_s?);
    let (contact, landing) = (bounce.contact_time_s?, next.contact_time_s?);
    let falls = landing.value - contact.value - rises.value;
    let value = 2.0 * apex.value / (falls * falls);
    let of_times = 2.0 * contact.sigma.hypot(landing.sigma).hypot(rises.sigma) / falls;
    let found = MeasuredValue { value, sigma: value * (apex.sigma / apex.value).hypot(of_times), common: 0.0 };
    (falls > 0.0 && apex.value > 0.0 && found.is_finite()).then_some(found)
}

/// Reads pictures in the medium of the setting, by the steps of the [method](super).
fn with_medium(all: &[(f64, f64)], setting: Setting) -> Evaluation {
    let mut evaluation = Evaluation { is_dry: setting.medium == Some(Medium::Gas), ..Evaluation::default() };
    let points = grouped(all, MOST_PICTURES);
    let size = all.len().div_ceil(points.len().max(1)).max(1);
    let named = |rows: &[usize], why: &str| LeftOut {
        time_s: Some(points[rows[0]].0),
        places: rows.iter().flat_map(|row| size * row..(size * (row + 1)).min(all.len())).collect(),
        ..LeftOut::of(size * rows[0] + 1, size * rows.len(), why.to_owned())
    };
    let outliers = off(&points, setting.lengths.map_or(0.0, |lengths| SERIES_ERROR * lengths.diameter));
    let runs = outliers.chunk_by(|a, b| b - a == 1);
    evaluation.left_out.extend(runs.map(|rows| named(rows, "off the lines through the pictures before and after it")));
    let rows: Vec<usize> = (0..points.len()).filter(|row| outliers.binary_search(row).is_err()).collect();
    let kept: Vec<(f64, f64)> = rows.iter().map(|row| points[*row]).collect();
    if let Some(why) = why_no_motion(&kept) {
        evaluation.unread.extend((!points.is_empty()).then_some(why));
        return evaluation;
    }
    let MotionRows { release, rest, floor } = trim(&kept, noise(&kept), setting.gravity);
    let (held, lying) = (0..release, rest..kept.len());
    let why_held = "the sphere is held: pictures before the release, and the first after it, are of no fall";
    let why_lying = "the sphere rests: after the last flight that is seen it stays at the bottom";
    for (part, why) in [(held, why_held), (lying, why_lying)] {
        evaluation.left_out.extend((!part.is_empty()).then(|| named(&rows[part], why)));
    }
    evaluation.floor = floor;
    let (low, high) = extent(kept.iter().map(|point| point.1));
    let (rows, kept) = (&rows[release..rest], &kept[release..rest]);
    if kept.len() < 2 * FEWEST_PICTURES {
        evaluation.unread.push(too_few(kept.len()));
        return evaluation;
    }
    let pictures = Pictures { noise: noise(kept).max(NOISE_FLOOR * (high - low)), setting, points: kept, floor };
    let sure = (chance(kept.len()) * pictures.noise).max(TURN_SHARE * (high - low));
    let turns = turns(kept, sure);
    let lows: Vec<usize> = (1..turns.len().saturating_sub(1)).filter(|at| turns[*at].1 < 0.0).collect();
    let mut zero = (0.0, noises(pictures.noise)[0]);
    for (number, at) in lows.iter().enumerate().take(MOST_BOUNCES) {
        let [begin, lowest, top] = [at - 1, *at, at + 1].map(|at| turns[at].0);
        let next = turns.get(at + 2).map_or_else(|| landing(kept, lowest, top), |turn| turn.0);
        let rows_of = BounceRows { number: number + 1, begin, lowest, top, next };
        let (bounce, [off, near], why) = pictures.bounce(&rows_of, zero);
        let runs = off.chunk_by(|a, b| b - a == 1).map(|run| (run, "off the motion that the others of its side show"));
        for (run, why) in runs.chain((!near.is_empty()).then_some((&near[..], WHY_NEAR))) {
            evaluation.left_out.push(named(&run.iter().map(|row| rows[*row]).collect::<Vec<_>>(), why));
        }
        evaluation.unread.extend(why.map(|why| format!("bounce {}: {why}", number + 1)));
        // If the zero is far from the wall, the first contact is the datum of later ones.
        let reach = setting.lengths.map_or(f64::INFINITY, |lengths| ZERO_HEIGHT * lengths.diameter);
        let far = bounce.and_then(|bounce| bounce.contact_gap_m).filter(|gap| zero.0 == 0.0 && gap.value.abs() > reach);
        zero = far.map_or(zero, |gap| (gap.value, gap.sigma));
        evaluation.bounces.extend(bounce);
    }
    if lows.is_empty() {
        let times = sure / pictures.noise;
        let approach = turns.windows(2).find(|pair| pair[0].1 > 0.0);
        match approach.map(|pair| pictures.approach(pair[0].0, pair[1].0)) {
            Some(Ok(bounce)) => {
                evaluation.bounces.push(bounce);
                evaluation.unread.push(format!(
                    "no rebound: after its lowest picture the record never rises by {sure:.2e} m, {times:.0} times its noise"
                ));
            }
            Some(Err(why)) => evaluation.unread.push(why),
            None => evaluation
                .unread
                .push(format!("no approach: the gap never falls by {sure:.2e} m, {times:.0} times its noise")),
        }
    }
    evaluation
}

/// Why these pictures show no motion that can be read.
fn why_no_motion(points: &[(f64, f64)]) -> Option<String> {
    let (low, high) = extent(points.iter().map(|point| point.1));
    if points.len() < 2 * FEWEST_PICTURES {
        return Some(too_few(points.len()));
    }
    if high <= low {
        return Some(format!("the gap is {low:.3e} m in all {} pictures: the sphere does not move", points.len()));
    }
    let is_number = high - low < LARGEST_VALUE && points[points.len() - 1].0 - points[0].0 < LARGEST_VALUE;
    (!is_number).then(|| {
        let range = high - low;
        format!(
            "gaps that differ by {range:.1e} m, or such times, are none of a bounce: which unit do the columns have?"
        )
    })
}

/// The row at which a sphere has fallen from this highest row to the height of this lowest one before it, or the
/// number of rows.
fn landing(points: &[(f64, f64)], lowest: usize, top: usize) -> usize {
    points[top..].iter().position(|point| point.1 <= points[lowest].1).map_or(points.len(), |row| top + row)
}

/// Why a record of so few pictures is not read.
fn too_few(pictures: usize) -> String {
    format!("{pictures} pictures that move are too few: an approach and a rebound need {FEWEST_PICTURES} each")
}

/// Means of groups of neighbours, so that at most this many are left.
pub(crate) fn grouped(points: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    in_groups(points, points.len().div_ceil(most).max(1))
}

/// Neighbours in groups of this size, averaged.
fn in_groups(points: &[(f64, f64)], size: usize) -> Vec<(f64, f64)> {
    let mean = |of: &[(f64, f64)]| {
        let count = of.len() as f64;
        (of.iter().map(|p| p.0).sum::<f64>() / count, of.iter().map(|p| p.1).sum::<f64>() / count)
    };
    points.chunks(size).map(mean).collect()
}

/// Rows of a bounce: the highest before it, the lowest, the highest after it, and the first of the next approach.
struct BounceRows {
    number: usize,
    begin: usize,
    lowest: usize,
    top: usize,
    next: usize,
}

impl Pictures<'_> {
    /// The first row of an approach between these rows that is read, to a contact at this gap. In a gas all rows are
    /// read, because the free fall is known.
    fn begins(&self, first: usize, last: usize, zero: f64) -> usize {
        let reach = self
            .setting
            .lengths
            .filter(|_| self.fall() == 0.0)
            .map(|lengths| zero + APPROACH_HEIGHT * lengths.diameter);
        let is_far = |point: &(f64, f64)| reach.is_some_and(|reach| point.1 > reach);
        let near = self.points[first..last].iter().rposition(is_far).map_or(first, |row| first + row + 1);
        near.min(last.saturating_sub(APPROACH_PICTURES)).max(first)
    }

    /// A bounce, its outliers and the rows of its zone, and why a value was not read.
    fn bounce(
        &self,
        turn: &BounceRows,
        zero_of_record: (f64, f64),
    ) -> (Option<MeasuredBounce>, [Vec<usize>; 2], Option<String>) {
        let BounceRows { lowest, top, next, .. } = *turn;
        let points = self.points;
        let zero = points[lowest].1;
        let begin = self.begins(turn.begin, lowest, zero);
        let rises = points[top].0 - points[lowest].0;
        let end = points
            .partition_point(|point| point.0 <= points[top].0 + DESCENT_USED * rises)
            .max(lowest + 1 + COEFFICIENTS)
            .clamp(top + 1, next.max(top + 1));
        let none = [Vec::new(), Vec::new()];
        let speed = (points[begin].1 - zero) / (points[lowest].0 - points[begin].0);
        if lowest < begin + FEWEST_PICTURES - 1 || end < lowest + FEWEST_PICTURES || speed <= 0.0 {
            let why = format!(
                "an approach in {} pictures and a flight in {} are too few, {FEWEST_PICTURES} are needed of each: more pictures a second",
                lowest - begin + 1,
                end - lowest
            );
            let alone =
                self.approach(turn.begin, lowest).ok().map(|bounce| MeasuredBounce { number: turn.number, ..bounce });
            return (alone.or_else(|| self.apex_alone(turn, end)), none, Some(why));
        }
        let off = self.off_their_side(begin, lowest, end, speed);
        let kept =
            |rows: Range<usize>| rows.filter(|row| !off.contains(row)).map(|row| points[row]).collect::<Vec<_>>();
        let group = (end - begin).div_ceil(MOST_OF_SIDE);
        let [before, after] = [kept(begin..lowest), kept(lowest + 1..end)].map(|side| in_groups(&side, group));
        let (contacts, zone) = self.about([&before, &after], points[lowest], speed);
        let near = match zone {
            Some(pictures) => self.rows_within(begin..end, lowest, &off, pictures.map(|count| group * count)),
            None => lowest..lowest,
        };
        let alone: Vec<usize> = off.iter().copied().filter(|row| !near.contains(row)).collect();
        let out = [alone, near.clone().collect()];
        if contacts.is_empty() {
            return (
                self.apex_alone(turn, end),
                out,
                Some("no time of contact leaves three pictures on either side: more pictures a second".into()),
            );
        }
        let motions = self.motions(&contacts, zero, zero_of_record, (before.len() + after.len()) as u64);
        let (mut bounce, why) = self.quantities(&motions, turn, end);
        bounce.number = turn.number;
        bounce.pictures = (begin..=lowest).filter(|row| !near.contains(row) && !off.contains(row)).count();
        bounce.from_m = points[turn.begin].1 - zero;
        let moved = |value: MeasuredValue| MeasuredValue { value: value.value + zero, ..value };
        bounce.contact_gap_m = bounce.contact_gap_m.map(moved);
        let is_bounce = bounce.speed_in_m_s.is_some();
        (if is_bounce { Some(bounce) } else { self.apex_alone(turn, end) }, out, why)
    }

    /// Rows that are off the likeliest motion of their side by more than six times the scatter of the others: outliers
    /// among the first and last pictures and next to the contact, which have no straight lines on both sides.
    fn off_their_side(&self, begin: usize, lowest: usize, end: usize, speed: f64) -> Vec<usize> {
        let mut found = Vec::new();
        let noises = noises(self.noise);
        let least = SERIES_ERROR * self.setting.lengths.map_or(0.0, |lengths| lengths.diameter);
        for mut rows in [(begin..lowest).collect::<Vec<usize>>(), (lowest + 1..end).collect()] {
            let most = rows.len() / PICTURES_PER_OUTLIER;
            if rows.len() > MOST_OF_SIDE {
                continue;
            }
            for _ in 0..most {
                let pictures: Vec<(f64, f64)> = rows.iter().map(|row| self.points[*row]).collect();
                let (side, span) = self.side(&pictures, self.points[lowest]);
                let posterior = Posterior::new(
                    &Sums::of(side.iter().copied(), span),
                    &Prior::new(speed, self.bend(speed, span)),
                    span,
                    &noises,
                );
                let motion = posterior.likeliest(&noises);
                let sizes: Vec<f64> =
                    side.iter().map(|(u, gap)| (gap - basis(*u, span).0.dot(&motion)).abs()).collect();
                let scatter = (quantile(&mut sizes.clone(), 0.5) / MEDIAN_DEVIATION).max(self.noise).max(least);
                let Some(worst) = (0..sizes.len())
                    .max_by(|a, b| sizes[*a].total_cmp(&sizes[*b]))
                    .filter(|at| sizes[*at] > OUTLIER_DEVIATIONS * scatter)
                else {
                    break;
                };
                found.push(rows.remove(worst));
            }
        }
        found.sort_unstable();
        found
    }

    /// The rows about the lowest one that hold this many pictures before it and after it, but for those that are off,
    /// and what is off beside them.
    fn rows_within(&self, rows: Range<usize>, lowest: usize, off: &[usize], pictures: [usize; 2]) -> Range<usize> {
        let is_off = |row: &usize| off.contains(row);
        let last = |mut side: Vec<usize>, count: usize| {
            let kept = side.iter().enumerate().filter(|(_, row)| !is_off(row)).map(|(at, _)| at).nth(count);
            side.truncate(kept.unwrap_or(side.len()));
            side.last().copied().unwrap_or(lowest)
        };
        let from = last((rows.start..lowest).rev().collect(), pictures[0]);
        let to = last((lowest + 1..rows.end).collect(), pictures[1]);
        from..to + 1
    }

    /// Values of a bounce by these motions, and why a value is not read.
    fn quantities(&self, motions: &[Motion], turn: &BounceRows, end: usize) -> (MeasuredBounce, Option<String>) {
        let paths = Trajectories::new(self.setting.gravity, self.fall());
        let speeds: Vec<Vec<f64>> = motions.iter().map(|motion| paths.speeds_before(motion)).collect();
        let Some(fastest) = PeakSpeed::of(&speeds) else {
            return (MeasuredBounce::default(), Some("the approach never passes the level of the contact".into()));
        };
        let reading = self.setting.lengths.map(|lengths| lengths.reading);
        let has_apex = self.has_apex(turn, end);
        let value_of =
            |(motion, speeds): (&Motion, &Vec<f64>)| paths.values(motion, speeds, &fastest, has_apex, reading);
        let all: Vec<MotionValues> = motions.iter().zip(&speeds).map(value_of).collect();
        let mut bounce = self.with_floors(&all, motions[0].spans[0]);
        let slows = motions.iter().zip(&speeds).map(|(motion, speeds)| paths.slows_at(&fastest, motion, speeds));
        bounce.slows_at_m = valued(slows.collect()).map_or(0.0, |slows| slows.value);
        if let Some(why) = why_vague(bounce.speed_in_m_s) {
            return (MeasuredBounce::default(), Some(why));
        }
        let mut why = None;
        if bounce.speed_out_m_s.is_none_or(|speed| speed.value <= speed.sigma) {
            why = bounce.speed_out_m_s.map(why_no_rebound);
            (bounce.speed_out_m_s, bounce.restitution, bounce.restitution_contact) = (None, None, None);
        }
        if let Some(too_slow) = self.why_too_slow(&bounce) {
            (why, bounce.speed_out_m_s, bounce.restitution) = (Some(too_slow), None, None);
        }
        if bounce.apex_gap_m.is_none() || bounce.apex_time_s.is_none() {
            let above = |of: MeasuredValue, contact: Option<MeasuredValue>, zero: f64| {
                contact.map(|contact| MeasuredValue {
                    value: of.value - zero - contact.value,
                    sigma: of.sigma.hypot(contact.sigma),
                    common: 0.0,
                })
            };
            match self.summit(turn, end).filter(|_| has_apex) {
                Some([gap, time]) => {
                    bounce.apex_gap_m = above(gap, bounce.contact_gap_m, self.points[turn.lowest].1);
                    bounce.apex_time_s = above(time, bounce.contact_time_s, 0.0);
                }
                None => why = why.or(Some(self.why_no_apex(turn, end))),
            }
        }
        (bounce, why)
    }

    /// Why the speed after contact is not read: the weight changes it by a tenth within the delay, `g' D > V_in²`,
    /// where `g'` is gravity less buoyancy. A flight bends at its apex by `r g = (ρ_s − ρ)/(ρ_s + ρ/2) g`, so `g' =
    /// 1.5 r/(1 + r/2) g`.
    fn why_too_slow(&self, bounce: &MeasuredBounce) -> Option<String> {
        let (diameter, speed, gravity) =
            (self.setting.lengths?.reading, bounce.speed_in_m_s?.value, self.setting.gravity);
        let bend = if self.fall() == 0.0 { (bounce.bend_m_s2?.value / gravity).clamp(0.0, 1.0) } else { 1.0 };
        let weight = 1.5 * bend / (1.0 + 0.5 * bend) * gravity;
        (weight * diameter > speed * speed).then(|| {
            format!(
                "no speed 0.1 D/V_in after contact: at V_in = {speed:.3} m/s the weight changes it by more than a tenth before (g' D > V_in²){}",
                if bounce.restitution_contact.is_some() { "; the restitution at the contact is read" } else { "" }
            )
        })
    }

    /// Whether the pictures show enough of the flight, before and after its highest one, for an apex.
    fn has_apex(&self, turn: &BounceRows, end: usize) -> bool {
        let points = self.points;
        end > turn.top + 1
            && turn.top > turn.lowest + 1
            && points[end - 1].0 - points[turn.top].0 > DESCENT_NEEDED * (points[turn.top].0 - points[turn.lowest].0)
    }

    /// The bounce by the medians of these values. Standard errors are at least those of the series.
    fn with_floors(&self, all: &[MotionValues], span: f64) -> MeasuredBounce {
        let median = |of: fn(&MotionValues) -> f64| valued(all.iter().map(of).collect());
        let speed_in = median(|one| one.speed_in);
        let speed = speed_in.map_or(0.0, |speed| speed.value);
        let size = self.setting.lengths.map_or(speed * span * 0.1, |lengths| lengths.diameter);
        let in_part = |value: Option<MeasuredValue>| value.map(|value| value.with(SPEED_ERROR * value.value.abs()));
        let of_length = |value: Option<MeasuredValue>, length: f64| value.map(|value| value.with(length));
        let depth = HERTZ_DEPTH * speed.powf(0.8);
        let (length, time) = (HEIGHT_ERROR.hypot(depth) * size, TIME_ERROR.hypot(depth) * size / speed);
        MeasuredBounce {
            speed_in_m_s: in_part(speed_in),
            speed_out_m_s: in_part(median(|one| one.speed_out)),
            restitution: in_part(median(|one| one.restitution)),
            restitution_contact: in_part(median(|one| one.restitution_contact).filter(|_| self.fall() != 0.0)),
            contact_time_s: of_length(median(|one| one.contact_time), time),
            contact_gap_m: of_length(median(|one| one.contact_gap), length),
            apex_gap_m: of_length(median(|one| one.apex_gap), length),
            apex_time_s: of_length(median(|one| one.apex_time), time),
            meets_s: of_length(median(|one| one.meets), time),
            bend_m_s2: median(|one| one.bend),
            gains_m_s2: median(|one| one.gains),
            ..MeasuredBounce::default()
        }
    }

    /// Why the apex of a flight is not read.
    fn why_no_apex(&self, turn: &BounceRows, end: usize) -> String {
        let points = self.points;
        let shown = (points[end - 1].0 - points[turn.top].0)
            / (points[turn.top].0 - points[turn.lowest].0).max(f64::MIN_POSITIVE);
        format!(
            "no apex: after the highest picture the record lasts {:.0} % of the time of the rise, and an apex needs {:.0} %",
            100.0 * shown.max(0.0),
            100.0 * DESCENT_NEEDED
        )
    }

    /// Gap and time of the apex by the flight alone: a parabola through its upper half in time.
    fn summit(&self, turn: &BounceRows, end: usize) -> Option<[MeasuredValue; 2]> {
        let points = self.points;
        let scale = 0.5 * (points[turn.top].0 - points[turn.lowest].0);
        let upper: Vec<(f64, f64)> = points[turn.lowest + 1..end]
            .iter()
            .filter(|point| (point.0 - points[turn.top].0).abs() <= scale.max(f64::MIN_POSITIVE))
            .copied()
            .collect();
        if upper.len() <= FEWEST_PICTURES || upper.last()?.0 <= points[turn.top].0 {
            return None;
        }
        let design = nalgebra::DMatrix::from_fn(upper.len(), 3, |row, k| {
            ((upper[row].0 - points[turn.top].0) / scale).powi(k as i32)
        });
        let gaps = nalgebra::DVector::from_iterator(upper.len(), upper.iter().map(|point| point.1));
        let inverse = design.tr_mul(&design).try_inverse()?;
        let found = &inverse * design.tr_mul(&gaps);
        let place = -0.5 * found[1] / found[2];
        let residual = (&gaps - &design * &found).norm_squared() / (upper.len() - 3) as f64;
        let noise = residual.sqrt().max(self.noise);
        let error = |slopes: nalgebra::Vector3<f64>| noise * (slopes.transpose() * &inverse * slopes)[0].sqrt();
        let of_place = nalgebra::Vector3::new(0.0, 1.0, 2.0 * place) / (2.0 * found[2]);
        let valued = |value, sigma| MeasuredValue { value, sigma, common: 0.0 };
        let gap = found[0] + place * found[1] + place * place * found[2];
        let all = [
            valued(gap, error(nalgebra::Vector3::new(1.0, place, place * place))),
            valued(points[turn.top].0 + scale * place, scale * error(of_place)),
        ];
        (found[2] < 0.0 && place.abs() < 1.0 && all.iter().all(MeasuredValue::is_finite)).then_some(all)
    }

    /// The apex by the flight alone, of a bounce whose contact is not read: above the level at rest, or the zero of
    /// the record.
    fn apex_alone(&self, turn: &BounceRows, end: usize) -> Option<MeasuredBounce> {
        let [gap, _] = self.summit(turn, end)?;
        let (level, error) = self.floor.and_then(|floor| floor.level).unwrap_or((0.0, 0.0));
        let apex = MeasuredValue { value: gap.value - level, sigma: gap.sigma.hypot(error), common: 0.0 };
        Some(MeasuredBounce { number: turn.number, apex_gap_m: Some(apex), ..MeasuredBounce::default() })
    }

    /// The speed of an approach without a rebound, from its highest row to the lowest. Pictures below a tenth of a
    /// diameter may belong to a rebound that does not show, and are not read.
    fn approach(&self, top: usize, lowest: usize) -> Result<MeasuredBounce, String> {
        let points = self.points;
        let zero = points[lowest].1;
        let diameter = self.setting.lengths.map_or(0.1 * (points[top].1 - zero), |lengths| lengths.diameter);
        let above = zero + REBOUND_DELAY * diameter + chance(points.len()) * self.noise;
        let last = (top..lowest).find(|row| points[*row].1 < above).unwrap_or(lowest);
        let first = self.begins(top, last, zero);
        let few = |seen: usize| {
            format!(
                "an approach in {seen} pictures is too few, {} are needed: more pictures a second",
                FEWEST_PICTURES + 1
            )
        };
        if last < first + FEWEST_PICTURES {
            return Err(few(last - first + 1));
        }
        let side = grouped(&points[first..=last], MOST_OF_SIDE);
        let speed = (points[first].1 - points[last].1) / (points[last].0 - points[first].0);
        // The time of contact if the sphere keeps its speed below the last picture.
        let beyond = (points[last].1 - zero) / speed;
        let time = points[last].0 + beyond;
        let span = time - points[first].0;
        let flown = |point: &(f64, f64)| self.flown(point, (time, zero));
        let noises = noises(self.noise);
        let posterior = Posterior::new(
            &Sums::of(side.iter().map(flown), span),
            &Prior::new(speed, self.bend(speed, span)),
            span,
            &noises,
        );
        let all = posterior.likelihood();
        let cells: Vec<f64> = posterior.likelihoods.iter().flatten().map(|one| (one - all).exp()).collect();
        let paths = Trajectories::new(self.setting.gravity, self.fall());
        let mut random = Random(side.len() as u64);
        let drawn = |_| {
            let cell = random.pick(&cells);
            let (amplitude, noise) = (cell / NOISE_COUNT, noises[cell % NOISE_COUNT]);
            let motion = posterior.mean(amplitude, noise).0 + posterior.drawn(amplitude, noise, &normals(&mut random));
            paths.speeds((&motion, span))
        };
        let motions: Vec<Vec<f64>> = (0..DRAWS).map(drawn).collect();
        // Each speed is that at the place where another motion is fastest, because the highest speed of a motion is
        // biased by its own noise.
        let seen: Vec<usize> = (0..PLACES).filter(|k| paths.places[*k] * span >= beyond).collect();
        let fastest = |of: &[f64]| seen.iter().copied().max_by(|a, b| of[*a].total_cmp(&of[*b])).unwrap_or(PLACES - 1);
        let highest = |at: usize| motions[at][fastest(&motions[(at + 1) % DRAWS])];
        let found = valued((0..DRAWS).map(highest).collect()).ok_or_else(|| few(side.len()))?;
        let found = found.with(SPEED_ERROR * found.value);
        if found.sigma > LARGEST_ERROR * found.value {
            return Err(format!(
                "a speed of approach of {:.3} ± {:.3} m/s is too uncertain, 30 % are allowed",
                found.value, found.sigma
            ));
        }
        Ok(MeasuredBounce {
            number: 1,
            pictures: side.len(),
            from_m: points[top].1 - zero,
            speed_in_m_s: Some(found),
            ..MeasuredBounce::default()
        })
    }
}

/// Why a speed of approach is not read, if it is too vague.
fn why_vague(speed: Option<MeasuredValue>) -> Option<String> {
    let Some(speed) = speed else { return Some("no speed of approach".into()) };
    (speed.sigma > LARGEST_ERROR * speed.value).then(|| {
        format!(
            "a speed of approach of {:.3} ± {:.3} m/s is too uncertain, 30 % are allowed: take more pictures of the approach",
            speed.value, speed.sigma
        )
    })
}

/// Why a speed after contact is not read that is below its error.
fn why_no_rebound(speed: MeasuredValue) -> String {
    format!(
        "a speed after contact of {:.3} ± {:.3} m/s is none, it must be above its error: more pictures after the contact",
        speed.value, speed.sigma
    )
}

/// The median, and half of what 68 % of the values span; `None` where one in ten is no number.
pub(crate) fn valued(all: Vec<f64>) -> Option<MeasuredValue> {
    let count = all.len();
    let mut finite: Vec<f64> = all.into_iter().filter(|one| one.is_finite()).collect();
    if 10 * finite.len() < 9 * count || finite.is_empty() {
        return None;
    }
    let mut at = |share: f64| quantile(&mut finite, share);
    let (value, [low, high]) = (at(0.5), [0.159, 0.841].map(&mut at));
    Some(MeasuredValue { value, sigma: 0.5 * (high - low), common: 0.0 })
}
