//! Times of contact that are likely, and motions drawn from all of them.

use crate::bounce::motion::Motion;
use crate::bounce::pictures::Floor;
use crate::bounce::series::{FEWEST, KINDS, LIKELY, NOISES, Sums, Vector, Weighed, basis, log_sum, noises, normals};
use crate::bounce::zone::{About, Lasts};
use crate::record::{Medium, Setting};
use crate::statistics::Random;

/// Times of contact that are tried at first, at each of the rounds of refinement, and how many rounds there are at most.
const TIMES: (usize, usize, usize) = (25, 13, 5);
/// Motions that are drawn.
pub(crate) const DRAWS: usize = 400;
/// Times as many motions from which these are drawn by the zero of the record.
const REDRAWN: usize = 8;

/// Diameters beyond which the zero of a record says nothing of its wall: it is somewhere else on purpose.
pub(crate) const ZERO_REACH: f64 = 3.0;

/// Share of its weight that drag may carry of a sphere that falls through a gas as through none: the series is of that drag.
pub(crate) const DRAG: f64 = 0.2;

/// The pictures that are read.
pub(crate) struct Seen<'p> {
    pub(crate) points: &'p [(f64, f64)],
    pub(crate) noise: f64,
    pub(crate) setting: Setting,
    /// What the sphere rests on in the end.
    pub(crate) floor: Option<Floor>,
}

/// One time of contact, and the motions on both sides of it.
pub(crate) struct Contact {
    pub(crate) time: f64,
    /// The contact, if it lasts.
    pub(crate) lasts: Option<Lasts>,
    /// Both sides, for each correlation of the noise.
    pub(crate) sides: Vec<[Weighed; 2]>,
    /// Whether both sides are of one kind: one drag, whose share of the motion is not known, slows both.
    pub(crate) is_alike: bool,
    pub(crate) spans: [f64; 2],
    pub(crate) likelihood: f64,
    /// The logarithm of the likelihood times the time that this contact stands for.
    pub(crate) weight: f64,
}

impl Seen<'_> {
    /// The free fall that is taken off the gap at a time `u` from contact \[m\].
    pub(crate) fn fall(&self) -> f64 {
        if self.setting.medium == Some(Medium::Gas) { self.setting.gravity } else { 0.0 }
    }

    /// The scale of changes of the speed [m/s]: in a liquid drag, history and film may take all of it, in a gas drag takes a share of what weight gives.
    pub(crate) fn bend(&self, speed: f64, span: f64) -> f64 {
        if self.fall() == 0.0 { speed } else { speed.min(DRAG * self.fall() * span) }
    }

    /// Times of contact that are likely between these sides, with all zones of spoilt pictures, and how many of each side are in the likeliest zone, if there is one.
    pub(crate) fn about(
        &self,
        [before, after]: [&[(f64, f64)]; 2],
        lowest: (f64, f64),
        speed: f64,
    ) -> (Vec<Contact>, Option<[usize; 2]>) {
        let flown =
            [before.iter().rev().copied().collect(), after.to_vec()].map(|side: Vec<_>| self.side(&side, lowest));
        let rest = self.floor.and_then(|floor| floor.level);
        let diameter = self.setting.lengths.map(|lengths| lengths.diameter);
        let zones = About {
            sides: [before, after],
            lowest,
            bends: [0, 1].map(|side: usize| self.bend(speed, flown[side].1)),
            flown,
            speed,
            noise: self.noise,
            diameter,
            level: rest.map(|rest| rest.0).or(self.setting.has_zero.then_some(0.0)),
        }
        .zones();
        let (mut all, mut likeliest) = (Vec::new(), (f64::NEG_INFINITY, None));
        for zone in zones {
            let sides = [&before[..before.len() - zone.pictures[0]], &after[zone.pictures[1]..]];
            let between = (!zone.is_spoilt).then_some(lowest);
            let pictures: Vec<(f64, f64)> =
                sides[0].iter().chain(&between).chain(sides[1]).map(|(t, h)| (*t, h - lowest.1)).collect();
            let contacts =
                |meets| self.contacts(&pictures, sides[0].len(), zone.is_spoilt, speed, meets).unwrap_or_default();
            let whole = |found: &[Contact]| log_sum(found.iter().map(|contact| contact.weight));
            let meets = rest.map(|(level, error)| (level - lowest.1, error));
            // Both sides meet at the level at rest; if the contact lasts, below it, anywhere within a diameter.
            let mut found = match (zone.lasts, meets) {
                (Some(lasts), Some(_)) => {
                    let (mut found, mut at_level) = (contacts(None), contacts(meets));
                    let below = lasts.share.ln() - diameter.unwrap_or(1.0).ln();
                    found.iter_mut().for_each(|one| {
                        (one.lasts, one.weight) = (Some(Lasts { share: 1.0, ..lasts }), one.weight + below);
                    });
                    at_level.iter_mut().for_each(|one| one.weight += (1.0 - lasts.share).ln());
                    found.append(&mut at_level);
                    found
                }
                (lasts, meets) => {
                    let mut found = contacts(meets.filter(|_| lasts.is_none()));
                    found.iter_mut().for_each(|one| one.lasts = lasts);
                    found
                }
            };
            let all_of_zone = whole(&found);
            found.iter_mut().for_each(|one| one.weight += zone.weight - all_of_zone);
            if zone.weight > likeliest.0 && !found.is_empty() {
                likeliest = (zone.weight, zone.is_spoilt.then_some(zone.pictures));
            }
            all.extend(found);
        }
        (all, likeliest.1)
    }

    /// The time of a picture from this one, and its gap above this one without the free fall.
    pub(crate) fn flown(&self, point: &(f64, f64), (time, zero): (f64, f64)) -> (f64, f64) {
        let u = (point.0 - time).abs();
        (u, point.1 - zero + 0.5 * self.fall() * u * u)
    }

    /// The pictures of one side, from the contact on, as they are weighed from this place: times from it, gaps without the free fall; and the span.
    pub(crate) fn side(&self, side: &[(f64, f64)], place: (f64, f64)) -> (Vec<(f64, f64)>, f64) {
        let rows: Vec<(f64, f64)> = side.iter().map(|point| self.flown(point, place)).collect();
        let span = rows.iter().map(|row| row.0).fold(0.0, f64::max);
        (rows, span)
    }

    /// Times of contact that are likely, in order, with the motions of each.
    fn contacts(
        &self,
        pictures: &[(f64, f64)],
        before: usize,
        is_between: bool,
        speed: f64,
        level: Option<(f64, f64)>,
    ) -> Option<Vec<Contact>> {
        let at = |row: usize| pictures[row.min(pictures.len() - 1)].0;
        let (first, last) = (at(FEWEST - 1), at(pictures.len().checked_sub(FEWEST)?));
        // The lowest picture may be of either side; where those next to the contact are left out, it is between the others.
        let about =
            if is_between { [before.saturating_sub(1), before] } else { [before.saturating_sub(2), before + 2] };
        let range = [at(about[0]).max(first), at(about[1]).min(last)];
        if range[1] <= range[0] {
            return None;
        }
        let spread = |low: f64, high: f64, count: usize| {
            (0..count).map(move |k| low + (high - low) * k as f64 / (count - 1) as f64)
        };
        let mut found: Vec<Contact> = Vec::new();
        let (mut times, mut step) =
            (spread(range[0], range[1], TIMES.0).collect::<Vec<f64>>(), (range[1] - range[0]) / (TIMES.0 - 1) as f64);
        for _ in 0..TIMES.2 {
            times.retain(|time| found.iter().all(|contact| contact.time != *time));
            found.extend(times.iter().filter_map(|time| self.contact(pictures, *time, speed, level)));
            found.sort_by(|a, b| a.time.total_cmp(&b.time));
            let most = found.iter().map(|contact| contact.likelihood).fold(f64::NEG_INFINITY, f64::max);
            let near: Vec<f64> =
                found.iter().filter(|one| one.likelihood > most - LIKELY.0).map(|one| one.time).collect();
            let (low, high) = ((near.first()? - step).max(range[0]), (near.last()? + step).min(range[1]));
            if near.len() >= 9 && times.len() < TIMES.0 {
                break;
            }
            step = (high - low) / (TIMES.1 - 1) as f64;
            times = spread(low, high, TIMES.1).collect();
        }
        let most = found.iter().map(|contact| contact.likelihood).fold(f64::NEG_INFINITY, f64::max);
        let times: Vec<f64> = found.iter().map(|contact| contact.time).collect();
        for (at, contact) in found.iter_mut().enumerate() {
            let width = times[(at + 1).min(times.len() - 1)] - times[at.saturating_sub(1)];
            contact.weight = contact.likelihood + if width > 0.0 { width } else { range[1] - range[0] }.ln();
        }
        found.retain(|contact| contact.likelihood > most - LIKELY.1);
        (!found.is_empty() && most.is_finite()).then_some(found)
    }

    /// The motions with their contact at `time`; `None` where fewer than three pictures are on one side.
    fn contact(&self, pictures: &[(f64, f64)], time: f64, speed: f64, level: Option<(f64, f64)>) -> Option<Contact> {
        let middle = pictures.partition_point(|point| point.0 < time);
        let (before, after) = pictures.split_at(middle);
        if before.len() < FEWEST || after.len() < FEWEST {
            return None;
        }
        let noises = noises(self.noise);
        let spans = [time - before[0].0, after[after.len() - 1].0 - time];
        let [mut of_before, of_after] = [(before, spans[0]), (after, spans[1])].map(|(side, span)| {
            let flown: Vec<(f64, f64)> = side.iter().map(|point| self.flown(point, (time, 0.0))).collect();
            Sums::correlated(&flown, |u| basis(u, span).0)
        });
        if let Some((level, error)) = level {
            let at_contact = basis(0.0, spans[0]).0;
            of_before.iter_mut().for_each(|sums| sums.add(&at_contact, level, (self.noise / error).powi(2)));
        }
        let weighed = |sums: &Sums, span| Weighed::new(sums, speed, self.bend(speed, span), span, &noises);
        let pair = |(a, b): (&Sums, &Sums)| [weighed(a, spans[0]), weighed(b, spans[1])];
        let sides: Vec<[Weighed; 2]> = of_before.iter().zip(&of_after).map(pair).collect();
        let is_alike = self.fall() != 0.0;
        let likelihood = log_sum(joint(&sides, is_alike).iter().copied());
        Some(Contact { time, lasts: None, sides, is_alike, spans, likelihood, weight: likelihood })
    }

    /// Motions drawn from all that are likely; their gaps are above the lowest picture. The wall is at this zero of the record, with this least error \[m\], or off it.
    pub(crate) fn motions(
        &self,
        contacts: &[Contact],
        lowest: f64,
        (zero, least): (f64, f64),
        seed: u64,
    ) -> Vec<Motion> {
        let mut random = Random(seed);
        let diameter = self.setting.lengths.map(|lengths| lengths.diameter).filter(|_| self.setting.has_zero);
        if diameter.is_none() && self.floor.is_none() {
            return drawn(contacts, self.noise, DRAWS, &mut random);
        }
        let drawn = drawn(contacts, self.noise, REDRAWN * DRAWS, &mut random);
        // The zero is not known better than a tenth of the noise: so well a hundred pictures show it. Half and twice of that change medians of errors by less than their scatter.
        let weight = |motion: &Motion| {
            let gap = motion.contact_gap() + lowest;
            let of_zero = diameter.map_or(1.0, |diameter| of_zero(gap - zero, least, diameter));
            // Nothing is below the lowest height at rest.
            let below = self.floor.map_or(0.0, |floor| (floor.lowest - gap).max(0.0) / self.noise);
            of_zero * (-0.5 * below * below).exp()
        };
        let sums = running(drawn.iter().map(weight));
        let whole = sums[sums.len() - 1];
        if whole <= 0.0 {
            return drawn.into_iter().step_by(REDRAWN).collect();
        }
        let first = random.share();
        let place = |k: usize| sums.partition_point(|sum| *sum < whole * (k as f64 + first) / DRAWS as f64);
        (0..DRAWS).map(|k| drawn[place(k).min(drawn.len() - 1)].clone()).collect()
    }
}

/// The sums of all numbers up to each of them.
fn running(all: impl Iterator<Item = f64>) -> Vec<f64> {
    all.scan(0.0, |sum, one| {
        *sum += one;
        Some(*sum)
    })
    .collect()
}

/// How likely a zero is that is off the wall by so much: normal, with standard deviations that stand evenly in the logarithm, eight a decade, between these. A zero beyond three of the
/// largest is somewhere else on purpose, and says nothing of the wall: there the likelihood is flat.
fn of_zero(off: f64, least: f64, most: f64) -> f64 {
    let count = (8.0 * (most / least).log10()).ceil().max(1.0);
    let one = |k: f64| {
        let deviation = least * (most / least).max(1.0).powf(k / count);
        (-0.5 * (off.abs().min(ZERO_REACH * most) / deviation).powi(2)).exp() / deviation
    };
    (0..=count as usize).map(|k| one(k as f64)).sum()
}

/// So many motions drawn from all that are likely about this noise, whatever the zero of the record is.
pub(crate) fn drawn(contacts: &[Contact], noise: f64, count: usize, random: &mut Random) -> Vec<Motion> {
    let noises = noises(noise);
    let most = contacts.iter().map(|contact| contact.weight).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = contacts.iter().map(|contact| (contact.weight - most).exp()).collect();
    let total: f64 = weights.iter().sum();
    let weights: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
    let mut drawn: Vec<usize> = (0..count / 2).map(|_| random.pick(&weights)).collect();
    drawn.sort_unstable();
    let mut found = Vec::new();
    for of_contact in drawn.chunk_by(|a, b| a == b) {
        let contact = &contacts[of_contact[0]];
        let all = joint(&contact.sides, contact.is_alike);
        let mut sums = running(all.iter().map(|one| (one - contact.likelihood).exp()));
        let whole = sums.last().copied().unwrap_or(1.0);
        sums.iter_mut().for_each(|sum| *sum /= whole);
        for _ in of_contact {
            let share = random.share();
            let cell = sums.partition_point(|sum| *sum < share).min(sums.len() - 1);
            let kinds = [cell / NOISES / KINDS % KINDS, cell / NOISES % KINDS];
            let (of_both, noise) = (&contact.sides[cell / NOISES / KINDS / KINDS], noises[cell % NOISES]);
            let numbers = [normals(random), normals(random)];
            for sign in [-1.0, 1.0] {
                let mut sides = [Vector::zeros(); 2];
                let mut covariances = [Vector::zeros(); 2];
                for side in 0..2 {
                    let weighed = &of_both[side];
                    let (mean, with_gap) = weighed.mean(kinds[side], noise);
                    sides[side] = mean + weighed.drawn(kinds[side], noise, &numbers[side]) * sign;
                    covariances[side] = with_gap;
                }
                // One gap at the contact.
                let apart = (sides[0][0] - sides[1][0]) / (covariances[0][0] + covariances[1][0]);
                sides[0] -= covariances[0] * apart;
                sides[1] += covariances[1] * apart;
                // In a contact that lasts, the lowest picture is above the gap at which both sides, gone on, meet.
                let lasts = contact.lasts.filter(|lasts| sides[0][0] < 0.0 && random.share() < lasts.share);
                let level = lasts.map(|Lasts { levels: [low, high], .. }| low + (high - low) * random.share());
                found.push(Motion { time: contact.time, level, spans: contact.spans, sides });
            }
        }
    }
    found
}

/// Logarithms of the likelihoods of two sides that meet in one gap, by the correlation, the kinds of both, which may have to be alike, and the noise.
pub(crate) fn joint(sides: &[[Weighed; 2]], is_alike: bool) -> Vec<f64> {
    let mut all = Vec::with_capacity(sides.len() * KINDS * KINDS * NOISES);
    for [before, after] in sides {
        for (kind, (likely, gaps)) in before.likelihoods.iter().zip(&before.contact).enumerate() {
            for (kind_after, (likely_after, gaps_after)) in after.likelihoods.iter().zip(&after.contact).enumerate() {
                if is_alike && kind_after != kind {
                    all.extend([f64::NEG_INFINITY; NOISES]);
                    continue;
                }
                for noise in 0..NOISES {
                    let ((mean, variance), (mean_after, variance_after)) = (gaps[noise], gaps_after[noise]);
                    let both = variance + variance_after;
                    let apart = (mean - mean_after).powi(2) / both;
                    all.push(likely[noise] + likely_after[noise] - 0.5 * (both.ln() + apart));
                }
            }
        }
    }
    all
}
