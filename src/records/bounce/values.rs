//! The reading of a record by itself, without a model: speeds before and after contact, restitution, apexes, times of contact.
//!
//! The [method](super) has five steps; here they are put together, and what drawn motions say becomes values.

use crate::bounce::contact::{DRAG, DRAWS, Seen, ZERO_REACH};
use crate::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use crate::bounce::motion::{DELAY, Fastest, Motion, PLACES, Paths, Values};
use crate::bounce::pictures::{Floor, MEDIAN, OFF, Trim, chance, noise, off, trim, turns};
use crate::bounce::series::{FEWEST, FLOOR, NOISES, SIZE, Sums, Weighed, basis, noises, normals};
use crate::record::{LeftOut, Medium, Setting};
use crate::statistics::{Random, quantile};

use std::ops::Range;
use wetbounce_physics::numerics::extent;

/// What the series leaves of motions without noise (root mean square, `series_follows_motions_without_noise`): of speeds and restitution over themselves, of heights over
/// the diameter, of times over that in which the sphere moves a diameter.
pub const FLOORS: [f64; 3] = [4e-4, 1e-4, 2e-4];
/// A speed \[m/s\], and how far below the wall the flights of a sphere of steel meet at it that touches glass, in diameters: for half of the time of contact they go on. It grows
/// with the speed to the power 4/5 (Hertz 1882). Records do not say what the solids are made of, nor is it seen in them if they are hard.
const TOUCH: (f64, f64) = (0.58, 1.5e-3);
/// How far before a contact its approach is read, in diameters, and fewest pictures that it is read from where there are more.
pub(crate) const REACH: (f64, usize) = (6.0, 24);
/// Time after the apex that belongs to its flight, over the time before it, where that holds as many pictures as a side has coefficients, and that a record must show for its apex to be read.
pub(crate) const AFTER_APEX: (f64, f64) = (0.4, 0.15);
/// A turning point is told where the record comes back by this share of its range, and by more than its noise does.
const SURE: f64 = 3e-3;
/// The smallest noise over the range of the record: what a motion without noise is followed to. Sums of squares hold sixteen digits, and noises down to a tenth of it are weighed.
pub(crate) const FOLLOWED: f64 = 1e-4;
/// One picture of a side in so many may be off; of a side with more, it is not the pictures that are. A choice, as that of `pictures::FEW`.
const OUT: usize = 8;
/// A speed that is less certain than this, over it, is not shown.
pub(crate) const VAGUE: f64 = 0.3;
/// Gaps \[m\] and times \[s\] from which on nothing is computed: their squares are no numbers any more.
const HUGE: f64 = 1e9;
/// Bounces that are read.
const BOUNCES: usize = 12;
/// Standard errors that make sure.
const SURELY: f64 = 2.0;
/// By how much a flight in air may bend otherwise than with gravity, over it: buoyancy and added mass of all but balloons. Of gold or tungsten in a light oil
/// 0.94 of gravity are left.
pub const IN_AIR: f64 = 0.02;
/// Most pictures of a record, and of one side; more are averaged in groups.
pub(crate) const MOST: (usize, usize) = (40_000, 4000);

/// What a record shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// Its bounces. Of one without a rebound the speed of approach alone.
    pub bounces: Vec<MeasuredBounce>,
    /// Pictures that were left out.
    pub left_out: Vec<LeftOut>,
    /// What was not read: which test failed, with its number, and what would help.
    pub unread: Vec<String>,
    /// Whether it was read as in a gas.
    pub is_dry: bool,
    /// Why it was, or was not.
    pub medium_reason: String,
    /// What the sphere rests on in the end.
    pub floor: Option<Floor>,
}

/// The bounces that pictures `(time, gap)` show, in the order of their times. Where the medium is not given, it is a gas if the flights bend at their apex with all of gravity,
/// which those in liquids do not.
pub fn read(points: &[(f64, f64)], setting: Setting) -> Reading {
    let reading = with_medium(points, setting);
    if setting.medium.is_some() {
        return Reading { medium_reason: "the medium is given".into(), ..reading };
    }
    match is_gas(&reading.bounces, setting.gravity) {
        Ok(medium_reason) => {
            let dry = with_medium(points, Setting { medium: Some(Medium::Gas), ..setting });
            Reading { is_dry: true, medium_reason, ..dry }
        }
        Err(medium_reason) => Reading { medium_reason, ..reading },
    }
}

/// Why these bounces are in a gas: the flights between the first and the last of them, or that after the only one, bend at their apex with gravity, within two standard errors, and
/// not with what the heaviest solids have left of it in a liquid; and no approach of a bounce that is read surely gains less.
///
/// # Errors
/// Why they are not.
fn is_gas(bounces: &[MeasuredBounce], gravity: f64) -> Result<String, String> {
    let between = &bounces[..bounces.len().saturating_sub(1).max(1).min(bounces.len())];
    let of = |(at, bounce): (usize, &MeasuredBounce)| {
        let falls = bounces.get(at + 1).and_then(|next| falls_with(bounce, next));
        let is_sure = |bend: &MeasuredValue| bend.sigma < IN_AIR * gravity;
        let all = bounce.bend_m_s2.into_iter().chain(falls.filter(|_| !bounce.bend_m_s2.as_ref().is_some_and(is_sure)));
        all.min_by(|a, b| a.sigma.total_cmp(&b.sigma))
    };
    let bends = || between.iter().enumerate().filter_map(of);
    let Some(bend) = MeasuredValue::weighted(bends()).filter(|_| gravity > 0.0) else {
        return Err("no flight shows how it bends at its apex".into());
    };
    let (mean, error) = (bend.value / gravity, bend.sigma / gravity);
    let of_flights = match bends().count() {
        1 => "a flight bends".to_owned(),
        count => format!("{count} flights between the bounces bend"),
    };
    let bent = format!("{of_flights} at the apex by {mean:.3} ± {error:.3} g");
    if (mean - 1.0).abs() > SURELY * error + IN_AIR || mean - SURELY * error < 1.0 - 2.0 * IN_AIR {
        return Err(format!("{bent}, and in a gas by g"));
    }
    let is_slowed = |gains: &MeasuredValue| gains.value + SURELY * gains.sigma < (1.0 - DRAG) * gravity;
    let read = bounces.iter().filter(|bounce| bounce.restitution.is_some());
    match read.filter_map(|bounce| bounce.gains_m_s2).find(is_slowed) {
        Some(gains) => {
            Err(format!("{bent}, but an approach gains {:.2} ± {:.2} g", gains.value / gravity, gains.sigma / gravity))
        }
        None => Ok(bent),
    }
}

/// The acceleration with which a sphere falls from the apex after this bounce to the next contact, as it would without drag; drag makes it smaller.
fn falls_with(bounce: &MeasuredBounce, next: &MeasuredBounce) -> Option<MeasuredValue> {
    let (apex, rises) = (bounce.apex_gap_m?, bounce.apex_time_s?);
    let (contact, landing) = (bounce.contact_time_s?, next.contact_time_s?);
    let falls = landing.value - contact.value - rises.value;
    let value = 2.0 * apex.value / (falls * falls);
    let of_times = 2.0 * contact.sigma.hypot(landing.sigma).hypot(rises.sigma) / falls;
    let found = MeasuredValue { value, sigma: value * (apex.sigma / apex.value).hypot(of_times), common: 0.0 };
    (falls > 0.0 && apex.value > 0.0 && found.is_finite()).then_some(found)
}

fn with_medium(all: &[(f64, f64)], setting: Setting) -> Reading {
    let mut reading = Reading { is_dry: setting.medium == Some(Medium::Gas), ..Reading::default() };
    let points = grouped(all, MOST.0);
    let out = off(&points, setting.lengths.map_or(0.0, |lengths| FLOOR * lengths.diameter));
    let size = all.len().div_ceil(points.len().max(1)).max(1);
    let named = |rows: &[usize], why: &str| LeftOut {
        drop: String::new(),
        line: size * rows[0] + 1,
        rows: size * rows.len(),
        time_s: Some(points[rows[0]].0),
        why: why.to_owned(),
    };
    let runs = out.chunk_by(|a, b| b - a == 1);
    reading.left_out.extend(runs.map(|rows| named(rows, "off the lines through the pictures before and after it")));
    let rows: Vec<usize> = (0..points.len()).filter(|row| out.binary_search(row).is_err()).collect();
    let kept: Vec<(f64, f64)> = rows.iter().map(|row| points[*row]).collect();
    let (low, high) = extent(kept.iter().map(|point| point.1));
    if kept.len() < 2 * FEWEST || high <= low {
        reading.unread.extend((!points.is_empty()).then(|| too_few(kept.len())));
        return reading;
    }
    if !(high - low < HUGE && kept[kept.len() - 1].0 - kept[0].0 < HUGE) {
        reading.unread.push(format!(
            "gaps that differ by {:.1e} m, or such times, are none of a bounce: which unit do the columns have?",
            high - low
        ));
        return reading;
    }
    let Trim { release, rest, floor } = trim(&kept, noise(&kept), setting.gravity);
    let (held, lying) = (0..release, rest..kept.len());
    let why_held = "the sphere is held: pictures before the release, and the first after it, are of no fall";
    let why_lying = "the sphere rests: after the last flight that is seen it stays at the bottom";
    for (part, why) in [(held, why_held), (lying, why_lying)] {
        reading.left_out.extend((!part.is_empty()).then(|| named(&rows[part], why)));
    }
    reading.floor = floor;
    let (rows, kept) = (&rows[release..rest], &kept[release..rest]);
    let few = kept.len() < 2 * FEWEST;
    if few {
        reading.unread.push(too_few(kept.len()));
        return reading;
    }
    let seen = Seen { noise: noise(kept).max(FOLLOWED * (high - low)), setting, points: kept, floor };
    let sure = (chance(kept.len()) * seen.noise).max(SURE * (high - low));
    let found = turns(kept, sure);
    let lows: Vec<usize> = (1..found.len().saturating_sub(1)).filter(|at| found[*at].1 < 0.0).collect();
    let mut zero = (0.0, noises(seen.noise)[0]);
    for (number, at) in lows.iter().enumerate().take(BOUNCES) {
        let next = found.get(at + 2).map_or_else(|| landing(kept, found[*at].0, found[at + 1].0), |turn| turn.0);
        let turned =
            Turn { number: number + 1, begin: found[at - 1].0, lowest: found[*at].0, top: found[at + 1].0, next };
        let (bounce, [off, near], why) = seen.bounce(&turned, zero);
        let runs = off.chunk_by(|a, b| b - a == 1).map(|run| (run, "off the motion that the others of its side show"));
        let why_near = "next to the contact, where the others of its side exclude it: blurred, merged with a shadow, or in a contact that lasts";
        for (run, why) in runs.chain((!near.is_empty()).then_some((&near[..], why_near))) {
            reading.left_out.push(named(&run.iter().map(|row| rows[*row]).collect::<Vec<_>>(), why));
        }
        reading.unread.extend(why.map(|why| format!("bounce {}: {why}", number + 1)));
        // A zero that is nowhere near the wall says nothing of later contacts, and the first contact does.
        let reach = setting.lengths.map_or(f64::INFINITY, |lengths| ZERO_REACH * lengths.diameter);
        let far = bounce.and_then(|bounce| bounce.contact_gap_m).filter(|gap| zero.0 == 0.0 && gap.value.abs() > reach);
        zero = far.map_or(zero, |gap| (gap.value, gap.sigma));
        reading.bounces.extend(bounce);
    }
    if lows.is_empty() {
        match found.windows(2).find(|pair| pair[0].1 > 0.0).map(|pair| seen.approach(pair[0].0, pair[1].0)) {
            Some(Ok(bounce)) => {
                reading.bounces.push(bounce);
                reading.unread.push(format!(
                    "no rebound: after its lowest picture the record never rises by {:.2e} m, {:.0} times its noise",
                    sure,
                    sure / seen.noise
                ));
            }
            Some(Err(why)) => reading.unread.push(why),
            None => reading.unread.push(format!(
                "no approach: the gap never falls by {sure:.2e} m, {:.0} times its noise",
                sure / seen.noise
            )),
        }
    }
    reading
}

/// The row at which a sphere has fallen from this highest row to the height of this lowest one before it, or the number of rows.
fn landing(points: &[(f64, f64)], lowest: usize, top: usize) -> usize {
    points[top..].iter().position(|point| point.1 <= points[lowest].1).map_or(points.len(), |row| top + row)
}

/// Why a record of so few pictures is not read.
fn too_few(pictures: usize) -> String {
    format!("{pictures} pictures that move are too few: an approach and a rebound need {FEWEST} each")
}

/// Neighbours in groups, averaged, so that at most this many are left.
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

/// Rows of a bounce: the highest before it, the lowest, the highest after it, and where the next one begins.
struct Turn {
    number: usize,
    begin: usize,
    lowest: usize,
    top: usize,
    next: usize,
}

impl Seen<'_> {
    /// The row from which on an approach between these rows is read, to a contact at this gap; in a gas the known fall leads through all of it.
    fn begins(&self, first: usize, last: usize, zero: f64) -> usize {
        let reach =
            self.setting.lengths.filter(|_| self.fall() == 0.0).map(|lengths| zero + REACH.0 * lengths.diameter);
        let is_far = |point: &(f64, f64)| reach.is_some_and(|reach| point.1 > reach);
        let near = self.points[first..last].iter().rposition(is_far).map_or(first, |row| first + row + 1);
        near.min(last.saturating_sub(REACH.1)).max(first)
    }

    /// A bounce, rows that were left out next to its contact, and why something was not read.
    fn bounce(
        &self,
        turn: &Turn,
        zero_of_record: (f64, f64),
    ) -> (Option<MeasuredBounce>, [Vec<usize>; 2], Option<String>) {
        let Turn { lowest, top, next, .. } = *turn;
        let points = self.points;
        let zero = points[lowest].1;
        let begin = self.begins(turn.begin, lowest, zero);
        let rises = points[top].0 - points[lowest].0;
        let end = points
            .partition_point(|point| point.0 <= points[top].0 + AFTER_APEX.0 * rises)
            .max(lowest + 1 + SIZE)
            .clamp(top + 1, next.max(top + 1));
        let none = [Vec::new(), Vec::new()];
        let speed = (points[begin].1 - zero) / (points[lowest].0 - points[begin].0);
        if lowest < begin + FEWEST - 1 || end < lowest + FEWEST || speed <= 0.0 {
            let why = format!(
                "an approach in {} pictures and a flight in {} are too few, {FEWEST} are needed of each: more pictures a second",
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
        let group = (end - begin).div_ceil(MOST.1);
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

    /// Rows that are off the likeliest motion of their side by more than six times what others are.
    fn off_their_side(&self, begin: usize, lowest: usize, end: usize, speed: f64) -> Vec<usize> {
        let mut found = Vec::new();
        let noises = noises(self.noise);
        let least = FLOOR * self.setting.lengths.map_or(0.0, |lengths| lengths.diameter);
        for mut rows in [(begin..lowest).collect::<Vec<usize>>(), (lowest + 1..end).collect()] {
            let most = rows.len() / OUT;
            if rows.len() > MOST.1 {
                continue;
            }
            for _ in 0..most {
                let pictures: Vec<(f64, f64)> = rows.iter().map(|row| self.points[*row]).collect();
                let (side, span) = self.side(&pictures, self.points[lowest]);
                let weighed =
                    Weighed::new(&Sums::of(side.iter().copied(), span), speed, self.bend(speed, span), span, &noises);
                let motion = weighed.likeliest(&noises);
                let sizes: Vec<f64> =
                    side.iter().map(|(u, gap)| (gap - basis(*u, span).0.dot(&motion)).abs()).collect();
                let scatter = (quantile(&mut sizes.clone(), 0.5) / MEDIAN).max(self.noise).max(least);
                let Some(worst) = (0..sizes.len())
                    .max_by(|a, b| sizes[*a].total_cmp(&sizes[*b]))
                    .filter(|at| sizes[*at] > OFF * scatter)
                else {
                    break;
                };
                found.push(rows.remove(worst));
            }
        }
        found.sort_unstable();
        found
    }

    /// The rows about the lowest one that hold this many pictures before it and after it, but for those that are off, and what is off beside them.
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

    /// What these motions say of a bounce, and why something is not read. Of a contact that lasts, its level above the lowest picture.
    fn quantities(&self, motions: &[Motion], turn: &Turn, end: usize) -> (MeasuredBounce, Option<String>) {
        let paths = Paths::new(self.setting.gravity, self.fall());
        let speeds: Vec<Vec<f64>> = motions.iter().map(|motion| paths.speeds_before(motion)).collect();
        let Some(fastest) = Fastest::of(&speeds) else {
            return (MeasuredBounce::default(), Some("the approach never passes the level of the contact".into()));
        };
        let reading = self.setting.lengths.map(|lengths| lengths.reading);
        let has_apex = self.has_apex(turn, end);
        let value_of =
            |(motion, speeds): (&Motion, &Vec<f64>)| paths.values(motion, speeds, &fastest, has_apex, reading);
        let all: Vec<Values> = motions.iter().zip(&speeds).map(value_of).collect();
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

    /// Why the speed after a contact is not read of a sphere so slow that its weight changes it by a tenth before: `g' D > V_in²`, where `g'` is gravity less buoyancy. A flight bends
    /// at its apex by `r g = (ρ_s − ρ)/(ρ_s + ρ/2) g`, so `g' = 1.5 r/(1 + r/2) g`.
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

    /// Whether the pictures of a flight show enough of it, before and after its highest one, to read an apex.
    fn has_apex(&self, turn: &Turn, end: usize) -> bool {
        let points = self.points;
        end > turn.top + 1
            && turn.top > turn.lowest + 1
            && points[end - 1].0 - points[turn.top].0 > AFTER_APEX.1 * (points[turn.top].0 - points[turn.lowest].0)
    }

    /// The bounce whose values are the medians of these, no more certain than the [`FLOORS`] allow.
    fn with_floors(&self, all: &[Values], span: f64) -> MeasuredBounce {
        let median = |of: fn(&Values) -> f64| valued(all.iter().map(of).collect());
        let speed_in = median(|one| one.speed_in);
        let speed = speed_in.map_or(0.0, |speed| speed.value);
        let size = self.setting.lengths.map_or(speed * span * 0.1, |lengths| lengths.diameter);
        let in_part = |value: Option<MeasuredValue>| value.map(|value| value.with(FLOORS[0] * value.value.abs()));
        let of_length = |value: Option<MeasuredValue>, length: f64| value.map(|value| value.with(length));
        let touch = TOUCH.1 * (speed / TOUCH.0).powf(0.8);
        let (length, time) = (FLOORS[1].hypot(touch) * size, FLOORS[2].hypot(touch) * size / speed);
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
    fn why_no_apex(&self, turn: &Turn, end: usize) -> String {
        let points = self.points;
        let shown = (points[end - 1].0 - points[turn.top].0)
            / (points[turn.top].0 - points[turn.lowest].0).max(f64::MIN_POSITIVE);
        format!(
            "no apex: the record goes on for {:.0} % of the rise beyond its highest picture, {:.0} % are needed",
            100.0 * shown.max(0.0),
            100.0 * AFTER_APEX.1
        )
    }

    /// Gap and time of the apex by the flight alone: a parabola through its upper half in time.
    fn summit(&self, turn: &Turn, end: usize) -> Option<[MeasuredValue; 2]> {
        let points = self.points;
        let scale = 0.5 * (points[turn.top].0 - points[turn.lowest].0);
        let upper: Vec<(f64, f64)> = points[turn.lowest + 1..end]
            .iter()
            .filter(|point| (point.0 - points[turn.top].0).abs() <= scale.max(f64::MIN_POSITIVE))
            .copied()
            .collect();
        if upper.len() <= FEWEST || upper.last()?.0 <= points[turn.top].0 {
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

    /// The apex by the flight alone, of a bounce whose contact is not read: above the level at rest, or the zero of the record.
    fn apex_alone(&self, turn: &Turn, end: usize) -> Option<MeasuredBounce> {
        let [gap, _] = self.summit(turn, end)?;
        let (level, error) = self.floor.and_then(|floor| floor.level).unwrap_or((0.0, 0.0));
        let apex = MeasuredValue { value: gap.value - level, sigma: gap.sigma.hypot(error), common: 0.0 };
        Some(MeasuredBounce { number: turn.number, apex_gap_m: Some(apex), ..MeasuredBounce::default() })
    }

    /// The speed of an approach without a rebound, from its highest row to the lowest: read above a tenth of a diameter, where a rebound that is not seen may begin.
    fn approach(&self, top: usize, lowest: usize) -> Result<MeasuredBounce, String> {
        let points = self.points;
        let zero = points[lowest].1;
        let diameter = self.setting.lengths.map_or(0.1 * (points[top].1 - zero), |lengths| lengths.diameter);
        let above = zero + DELAY * diameter + chance(points.len()) * self.noise;
        let last = (top..lowest).find(|row| points[*row].1 < above).unwrap_or(lowest);
        let first = self.begins(top, last, zero);
        let few = |seen: usize| {
            format!("an approach in {seen} pictures is too few, {} are needed: more pictures a second", FEWEST + 1)
        };
        if last < first + FEWEST {
            return Err(few(last - first + 1));
        }
        let side = grouped(&points[first..=last], MOST.1);
        let speed = (points[first].1 - points[last].1) / (points[last].0 - points[first].0);
        // When it would be at its lowest with that speed: no series says what is between there and the last picture.
        let beyond = (points[last].1 - zero) / speed;
        let time = points[last].0 + beyond;
        let span = time - points[first].0;
        let flown = |point: &(f64, f64)| self.flown(point, (time, zero));
        let noises = noises(self.noise);
        let weighed =
            Weighed::new(&Sums::of(side.iter().map(flown), span), speed, self.bend(speed, span), span, &noises);
        let all = weighed.likelihood();
        let cells: Vec<f64> = weighed.likelihoods.iter().flatten().map(|one| (one - all).exp()).collect();
        let paths = Paths::new(self.setting.gravity, self.fall());
        let mut random = Random(side.len() as u64);
        let drawn = |_| {
            let cell = random.pick(&cells);
            let (kind, noise) = (cell / NOISES, noises[cell % NOISES]);
            let motion = weighed.mean(kind, noise).0 + weighed.drawn(kind, noise, &normals(&mut random));
            paths.speeds((&motion, span))
        };
        let motions: Vec<Vec<f64>> = (0..DRAWS).map(drawn).collect();
        // A motion is read where another is fastest, so that no wiggle of its own is its highest speed.
        let seen: Vec<usize> = (0..PLACES).filter(|k| paths.places[*k] * span >= beyond).collect();
        let fastest = |of: &[f64]| seen.iter().copied().max_by(|a, b| of[*a].total_cmp(&of[*b])).unwrap_or(PLACES - 1);
        let highest = |at: usize| motions[at][fastest(&motions[(at + 1) % DRAWS])];
        let found = valued((0..DRAWS).map(highest).collect()).ok_or_else(|| few(side.len()))?;
        let found = found.with(FLOORS[0] * found.value);
        if found.sigma > VAGUE * found.value {
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
    (speed.sigma > VAGUE * speed.value).then(|| {
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
