//! Step 3: likely times of contact, and motions drawn from them.

use crate::bounce::motion::Motion;
use crate::bounce::pictures::Floor;
use crate::bounce::series::{
    AMPLITUDE_COUNT, FEWEST_PICTURES, NEGLIGIBLE_LOSS, NOISE_COUNT, PEAK_LOSS, Posterior, Prior, Sums, Vector, basis,
    log_sum, noises, normals,
};
use crate::bounce::zone::{LongContact, Neighbourhood};
use crate::record::{Medium, Setting};
use crate::statistics::Random;

/// Times of contact on the first grid, between the pictures next to the lowest one.
const FIRST_TIMES: usize = 25;
/// Times of contact on a refined grid.
const REFINED_TIMES: usize = 13;
/// Times of contact within two standard deviations of a resolved peak: with a step of half a standard deviation the sum
/// over a normal peak is its integral to round-off.
const PEAK_TIMES: usize = 9;
/// Most grids. Each is six times as fine as the one before it about a narrow peak, so that five resolve a peak with a
/// width of 3e-5 of the range.
const MOST_ROUNDS: usize = 5;
/// Motions that are drawn: their median is known to a sixteenth of the standard error.
pub(crate) const DRAWS: usize = 400;
/// Candidates for each motion that is drawn where the level of the wall weighs them.
const CANDIDATES: usize = 8;
/// Largest height of a zero at the wall \[D\]: a zero farther away is elsewhere on purpose and says nothing of the
/// wall.
pub(crate) const ZERO_HEIGHT: f64 = 3.0;
/// Largest drag in a gas over the weight of a sphere whose motion is the free fall with a series for the drag.
pub(crate) const DRAG_SHARE: f64 = 0.2;

/// The pictures that are read.
pub(crate) struct Pictures<'p> {
    pub(crate) points: &'p [(f64, f64)],
    pub(crate) noise: f64,
    pub(crate) setting: Setting,
    /// Height of the sphere at rest after its last flight.
    pub(crate) floor: Option<Floor>,
}

/// One time of contact, and the motions on both sides of it.
pub(crate) struct Contact {
    pub(crate) time: f64,
    /// The contact, if it lasts.
    pub(crate) lasts: Option<LongContact>,
    /// Both sides, for each correlation of the noise.
    pub(crate) sides: Vec<[Posterior; 2]>,
    /// Whether both sides have one amplitude: the same drag slows both.
    pub(crate) is_alike: bool,
    pub(crate) spans: [f64; 2],
    pub(crate) likelihood: f64,
    /// The logarithm of the likelihood times the time that this contact stands for.
    pub(crate) weight: f64,
}

impl Pictures<'_> {
    /// The free fall that is taken off the gap at a time `u` from contact \[m\].
    pub(crate) fn fall(&self) -> f64 {
        if self.setting.medium == Some(Medium::Gas) { self.setting.gravity } else { 0.0 }
    }

    /// Scale of the changes of the speed [m/s]. In a liquid drag, history force and film may take all of the speed.
    /// In a gas drag takes a share of the speed that the weight gives.
    pub(crate) fn bend(&self, speed: f64, span: f64) -> f64 {
        if self.fall() == 0.0 { speed } else { speed.min(DRAG_SHARE * self.fall() * span) }
    }

    /// Likely times of contact between these sides, for all likely zones; and the pictures of each side in the
    /// likeliest zone, if there is one.
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
        let zones = Neighbourhood {
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
            // Both sides meet at the height at rest. In a contact that lasts they meet below it, anywhere within a
            // diameter.
            let mut found = match (zone.lasts, meets) {
                (Some(lasts), Some(_)) => {
                    let (mut found, mut at_level) = (contacts(None), contacts(meets));
                    let below = lasts.share.ln() - diameter.unwrap_or(1.0).ln();
                    found.iter_mut().for_each(|one| {
                        (one.lasts, one.weight) = (Some(LongContact { share: 1.0, ..lasts }), one.weight + below);
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

    /// The pictures of one side, from the contact on, as they are weighed from this place: times from it, gaps
    /// without the free fall; and the span.
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
        let (first, last) = (at(FEWEST_PICTURES - 1), at(pictures.len().checked_sub(FEWEST_PICTURES)?));
        // The lowest picture may be on either side. If a zone is left out, the contact is within the zone.
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
        let (mut times, mut step) = (
            spread(range[0], range[1], FIRST_TIMES).collect::<Vec<f64>>(),
            (range[1] - range[0]) / (FIRST_TIMES - 1) as f64,
        );
        for _ in 0..MOST_ROUNDS {
            times.retain(|time| found.iter().all(|contact| contact.time != *time));
            found.extend(times.iter().filter_map(|time| self.contact(pictures, *time, speed, level)));
            found.sort_by(|a, b| a.time.total_cmp(&b.time));
            let most = found.iter().map(|contact| contact.likelihood).fold(f64::NEG_INFINITY, f64::max);
            let near: Vec<f64> =
                found.iter().filter(|one| one.likelihood > most - PEAK_LOSS).map(|one| one.time).collect();
            let (low, high) = ((near.first()? - step).max(range[0]), (near.last()? + step).min(range[1]));
            if near.len() >= PEAK_TIMES && times.len() < FIRST_TIMES {
                break;
            }
            step = (high - low) / (REFINED_TIMES - 1) as f64;
            times = spread(low, high, REFINED_TIMES).collect();
        }
        let most = found.iter().map(|contact| contact.likelihood).fold(f64::NEG_INFINITY, f64::max);
        let times: Vec<f64> = found.iter().map(|contact| contact.time).collect();
        for (at, contact) in found.iter_mut().enumerate() {
            let width = times[(at + 1).min(times.len() - 1)] - times[at.saturating_sub(1)];
            contact.weight = contact.likelihood + if width > 0.0 { width } else { range[1] - range[0] }.ln();
        }
        found.retain(|contact| contact.likelihood > most - NEGLIGIBLE_LOSS);
        (!found.is_empty() && most.is_finite()).then_some(found)
    }

    /// The motions with their contact at `time`; `None` where fewer than three pictures are on one side.
    fn contact(&self, pictures: &[(f64, f64)], time: f64, speed: f64, level: Option<(f64, f64)>) -> Option<Contact> {
        let middle = pictures.partition_point(|point| point.0 < time);
        let (before, after) = pictures.split_at(middle);
        if before.len() < FEWEST_PICTURES || after.len() < FEWEST_PICTURES {
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
        let posterior =
            |sums: &Sums, span| Posterior::new(sums, &Prior::new(speed, self.bend(speed, span)), span, &noises);
        let pair = |(a, b): (&Sums, &Sums)| [posterior(a, spans[0]), posterior(b, spans[1])];
        let sides: Vec<[Posterior; 2]> = of_before.iter().zip(&of_after).map(pair).collect();
        let is_alike = self.fall() != 0.0;
        let likelihood = log_sum(joint(&sides, is_alike).iter().copied());
        Some(Contact { time, lasts: None, sides, is_alike, spans, likelihood, weight: likelihood })
    }

    /// Motions drawn from the posterior, with gaps above the lowest picture. The zero of the record is a datum on the
    /// height of the wall, with this least error \[m\].
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
        let drawn = drawn(contacts, self.noise, CANDIDATES * DRAWS, &mut random);
        // The zero is known to a tenth of the noise at best, as from a hundred pictures.
        let weight = |motion: &Motion| {
            let gap = motion.contact_gap() + lowest;
            let of_zero = diameter.map_or(1.0, |diameter| of_zero(gap - zero, least, diameter));
            // No contact is below the lowest height at rest.
            let below = self.floor.map_or(0.0, |floor| (floor.lowest - gap).max(0.0) / self.noise);
            of_zero * (-0.5 * below * below).exp()
        };
        let sums = running(drawn.iter().map(weight));
        let whole = sums[sums.len() - 1];
        if whole <= 0.0 {
            return drawn.into_iter().step_by(CANDIDATES).collect();
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

/// Likelihood of a zero at this distance from the wall: a sum of normal distributions with standard deviations even
/// in the logarithm between these, eight a decade. It is flat beyond three times the largest: such a zero is
/// elsewhere on purpose.
fn of_zero(off: f64, least: f64, most: f64) -> f64 {
    let count = (8.0 * (most / least).log10()).ceil().max(1.0);
    let one = |k: f64| {
        let deviation = least * (most / least).max(1.0).powf(k / count);
        (-0.5 * (off.abs().min(ZERO_HEIGHT * most) / deviation).powi(2)).exp() / deviation
    };
    (0..=count as usize).map(|k| one(k as f64)).sum()
}

/// So many motions drawn from the posterior, without the zero of the record.
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
            let amplitudes =
                [cell / NOISE_COUNT / AMPLITUDE_COUNT % AMPLITUDE_COUNT, cell / NOISE_COUNT % AMPLITUDE_COUNT];
            let (of_both, noise) =
                (&contact.sides[cell / NOISE_COUNT / AMPLITUDE_COUNT / AMPLITUDE_COUNT], noises[cell % NOISE_COUNT]);
            let numbers = [normals(random), normals(random)];
            for sign in [-1.0, 1.0] {
                let mut sides = [Vector::zeros(); 2];
                let mut covariances = [Vector::zeros(); 2];
                for side in 0..2 {
                    let posterior = &of_both[side];
                    let (mean, with_gap) = posterior.mean(amplitudes[side], noise);
                    sides[side] = mean + posterior.drawn(amplitudes[side], noise, &numbers[side]) * sign;
                    covariances[side] = with_gap;
                }
                // One gap at the contact.
                let apart = (sides[0][0] - sides[1][0]) / (covariances[0][0] + covariances[1][0]);
                sides[0] -= covariances[0] * apart;
                sides[1] += covariances[1] * apart;
                // In a contact that lasts, both sides meet below the lowest picture.
                let lasts = contact.lasts.filter(|lasts| sides[0][0] < 0.0 && random.share() < lasts.share);
                let level = lasts.map(|LongContact { levels: [low, high], .. }| low + (high - low) * random.share());
                found.push(Motion { time: contact.time, level, spans: contact.spans, sides });
            }
        }
    }
    found
}

/// Logarithms of the likelihoods of two sides with one gap at the contact, by correlation, amplitudes of both sides,
/// and noise. In a gas both amplitudes are equal.
pub(crate) fn joint(sides: &[[Posterior; 2]], is_alike: bool) -> Vec<f64> {
    let mut all = Vec::with_capacity(sides.len() * AMPLITUDE_COUNT * AMPLITUDE_COUNT * NOISE_COUNT);
    for [before, after] in sides {
        for (amplitude, (likely, gaps)) in before.likelihoods.iter().zip(&before.contact).enumerate() {
            for (amplitude_after, (likely_after, gaps_after)) in
                after.likelihoods.iter().zip(&after.contact).enumerate()
            {
                if is_alike && amplitude_after != amplitude {
                    all.extend([f64::NEG_INFINITY; NOISE_COUNT]);
                    continue;
                }
                for noise in 0..NOISE_COUNT {
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
