//! Step 3, pictures next to a contact that do not show the motion of either side: blurred, merged with a shadow or a
//! reflection, or within a contact that lasts.
//!
//! A zone holds the pictures up to some height on both sides of the lowest one. Its pictures follow one curve, or two
//! curves that join at the lowest picture. Pictures outside of the zone follow the series of their side. The marginal
//! likelihood of all pictures weighs zones against the case without a zone. Prior odds: one in two records has no
//! zone; all sizes of a zone, each larger by half than the one before, have equal shares.

use crate::bounce::series::{
    AMPLITUDE_COUNT, FEWEST_PICTURES, NEGLIGIBLE_LOSS, NOISE_COUNT, Posterior, Prior, SERIES_ERROR, Sums, basis,
    log_sum, noises,
};

/// Height of a zone above the lowest picture \[D\]; it has one picture on each side at least. A sphere merges with its
/// shadow or its reflection within a radius of the wall, and a contact is not deeper.
const ZONE_HEIGHT: f64 = 0.5;
/// Likeliest zones from which motions are drawn.
const ZONES_KEPT: usize = 3;

/// Pictures next to a contact that are not of the motion beside it.
pub(crate) struct Zone {
    /// How many of them are before the lowest one and after it.
    pub(crate) pictures: [usize; 2],
    /// Whether there are any; then the lowest is one of them.
    pub(crate) is_spoilt: bool,
    /// A contact that lasts over all pictures of the zone, if there are several; the exposure of one picture blurs
    /// one alone.
    pub(crate) lasts: Option<LongContact>,
    /// The logarithm of the likelihood of all pictures with it.
    pub(crate) weight: f64,
}

/// A contact that lasts: bounds of the height at which it begins, above the lowest picture \[m\], and its probability
/// against pictures that are wrong for another reason.
#[derive(Clone, Copy)]
pub(crate) struct LongContact {
    pub(crate) levels: [f64; 2],
    pub(crate) share: f64,
}

/// The pictures on both sides of a contact.
pub(crate) struct Neighbourhood<'p> {
    /// Those of both sides, in the order of time.
    pub(crate) sides: [&'p [(f64, f64)]; 2],
    /// The lowest one between them.
    pub(crate) lowest: (f64, f64),
    /// Their times from the lowest, and gaps above it without the free fall, nearest first; and the span of each side
    /// \[s\].
    pub(crate) flown: [(Vec<(f64, f64)>, f64); 2],
    /// The speed of approach, and the scale of its changes on each side [m/s].
    pub(crate) speed: f64,
    pub(crate) bends: [f64; 2],
    /// Noise of the pictures \[m\].
    pub(crate) noise: f64,
    /// The diameter of the sphere \[m\], if it is known.
    pub(crate) diameter: Option<f64>,
    /// The level at rest, or the zero of the record, if that is known \[m\].
    pub(crate) level: Option<f64>,
}

impl Neighbourhood<'_> {
    /// The likely zones, likeliest first. A zone without pictures may be one of them.
    pub(crate) fn zones(&self) -> Vec<Zone> {
        let mut sums = [0, 1].map(|side: usize| Sums::of(self.flown[side].0.iter().copied(), self.flown[side].1));
        let none = self.without_zone(&mut sums);
        let mut found = vec![Zone { pictures: [0, 0], is_spoilt: false, lasts: None, weight: none }];
        let reach = self.lowest.1 + self.diameter.map_or(f64::INFINITY, |diameter| ZONE_HEIGHT * diameter);
        let (mut pictures, mut size, mut next, mut top) = ([0, 0], 1, 1_usize, self.lowest.1);
        // Sizes of the zones, and the lowest picture above each.
        let mut sizes: Vec<(usize, f64)> = Vec::new();
        loop {
            let [before, after] = self.sides;
            let heights = [before.iter().rev().nth(pictures[0]), after.get(pictures[1])];
            let heights = heights.map(|point| point.map_or(f64::INFINITY, |point| point.1));
            let side = usize::from(heights[1] < heights[0]);
            let above = heights[side].max(top);
            // All that is below the wall, if it is known where that is.
            let level = self.level.filter(|level| (top..above).contains(level));
            if size == next || level.is_some() {
                let (own, share) = self.own(pictures);
                let levels = level.map_or([top, above], |level| [level; 2]).map(|level| level - self.lowest.1);
                let lasts = (size > 1).then_some(LongContact { levels, share });
                let weight = self.likely(&sums, 0) + self.likely(&sums, 1) + own;
                found.push(Zone { pictures, is_spoilt: true, lasts, weight });
                next = next.max(size + size.div_ceil(2));
                sizes.push((size, above));
            }
            let is_far = heights[side] > reach && pictures[0] > 0 && pictures[1] > 0;
            if is_far || pictures[side] + 2 * FEWEST_PICTURES >= self.sides[side].len() {
                break;
            }
            let ((u, gap), span) = (self.flown[side].0[pictures[side]], self.flown[side].1);
            sums[side].add(&basis(u, span).0, gap, -1.0);
            pictures[side] += 1;
            (size, top) = (size + 1, above);
        }
        // The first pictures of a contact hardly differ from the approach, so that it may begin as high as the next
        // zone that is larger by half.
        for (zone, (size, _)) in found[1..].iter_mut().zip(&sizes) {
            let larger = sizes.iter().find(|(other, _)| *other >= size + size.div_ceil(2));
            if let (Some(LongContact { levels: [low, high], .. }), Some((_, above))) = (&mut zone.lasts, larger) {
                *high = if *low < *high { above - self.lowest.1 } else { *high };
            }
        }
        let alike = (found.len() as f64 - 1.0).ln();
        found[1..].iter_mut().for_each(|zone| zone.weight -= alike);
        found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let least = found[0].weight - NEGLIGIBLE_LOSS;
        found.retain(|zone| zone.weight > least);
        found.truncate(ZONES_KEPT);
        found
    }

    /// Noises that are weighed, at least the error of the series: a zone does not hold the error of a series.
    fn noises(&self) -> [f64; NOISE_COUNT] {
        noises(self.noise).map(|noise| noise.max(SERIES_ERROR * self.diameter.unwrap_or(0.0)))
    }

    /// The logarithm of the likelihood of the motions of a side through pictures with these sums.
    fn likely(&self, sums: &[Sums; 2], side: usize) -> f64 {
        let prior = Prior::new(self.speed, self.bends[side]);
        Posterior::new(&sums[side], &prior, self.flown[side].1, &self.noises()).likelihood() - cells()
    }

    /// The same of both sides without a zone: the lowest picture is on one side or the other.
    fn without_zone(&self, sums: &mut [Sums; 2]) -> f64 {
        let [before, after] = [0, 1].map(|side: usize| {
            let at_contact = basis(0.0, self.flown[side].1).0;
            let alone = self.likely(sums, side);
            sums[side].add(&at_contact, 0.0, 1.0);
            let with = self.likely(sums, side);
            sums[side].add(&at_contact, 0.0, -1.0);
            [alone, with]
        });
        log_sum([before[0] + after[1], before[1] + after[0]].into_iter()) - 2f64.ln()
    }

    /// The logarithm of the likelihood of a zone of so many pictures, by one curve or two, with changes of the speed
    /// up to that of the approach; and the probability of one curve, which is a contact that lasts.
    fn own(&self, pictures: [usize; 2]) -> (f64, f64) {
        let [before, after] = self.sides;
        let before = &before[before.len() - pictures[0]..];
        let from = [&[self.lowest], &after[..pictures[1]]].concat();
        let two = self.curve(before) + self.curve(&from);
        let one = self.curve(&[before, &from].concat());
        (log_sum([one, two].into_iter()) - 2f64.ln(), 1.0 / (1.0 + (two - one).exp()))
    }

    fn curve(&self, rows: &[(f64, f64)]) -> f64 {
        let [Some(first), Some(last)] = [rows.first(), rows.last()] else { return 0.0 };
        let interval = self.flown[0].0[0].0 + self.flown[1].0[0].0;
        let span = (last.0 - first.0).max(interval);
        let sums = Sums::of(rows.iter().map(|row| (row.0 - first.0, row.1 - self.lowest.1)), span);
        let prior = Prior { breadth: 1.0, ..Prior::new(self.speed, self.speed) };
        Posterior::new(&sums, &prior, span, &self.noises()).likelihood() - cells()
    }
}

/// The logarithm of the number of amplitudes and noises, which are alike before anything is seen.
fn cells() -> f64 {
    ((AMPLITUDE_COUNT * NOISE_COUNT) as f64).ln()
}
