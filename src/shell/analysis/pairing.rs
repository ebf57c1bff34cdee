//! Which bounces of repeated drops are the same one. A record may begin late, so the first bounce that it shows need not be the first of the drop.
//!
//! The drop with the fastest approach is taken to show the first bounce. A bounce of another drop may be bounce `n` if its approach is faster
//! than half-way from that of `n` to that of `n + 1`, slower than half-way from that of `n - 1`, and does not come from higher than
//! the apex after `n - 1`, by as large a part: apexes go with the square of the speed. Half-way is the geometric mean, each within two
//! standard errors. Where no drop shows bounce `n + 1`, the speed after bounce `n` bounds its approach. A drop of
//! which all bounces fit to one number alone has that one; of others it cannot be told. Clocks are not looked at: each drop may have its own, and one
//! that starts at the first contact it shows would pair the wrong ones.

use super::measured::{MeasuredBounce, MeasuredValue};

/// Standard errors by which a value must be beyond a bound to be beyond it surely.
const SURELY: f64 = 2.0;

/// Numbers the bounces of all drops alike; returns the places of the drops of which it cannot be told which bounce is which, and which must not be
/// averaged with the others.
pub fn paired(drops: &mut [Vec<MeasuredBounce>]) -> Vec<usize> {
    let speed = |bounces: &Vec<MeasuredBounce>| bounces.first()?.speed_in_m_s.map(|speed| speed.value);
    let mut order: Vec<(usize, f64)> =
        drops.iter().enumerate().filter_map(|(at, bounces)| Some((at, speed(bounces)?))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (mut known, mut untold) = (Known::default(), Vec::new());
    for (at, _) in order {
        let drop = &mut drops[at];
        let Some(number) = known.number(drop) else {
            untold.push(at);
            continue;
        };
        let later = number - drop[0].number;
        drop.iter_mut().for_each(|bounce| bounce.number += later);
        known.bounces.extend(drop.iter().copied());
    }
    untold.sort_unstable();
    untold
}

/// Of each of these drops its bounce of the first contact of all; `None` of one that does not show it, or of which it cannot be told.
pub fn first_bounces(drops: &[Vec<MeasuredBounce>]) -> Vec<Option<MeasuredBounce>> {
    let mut drops = drops.to_vec();
    paired(&mut drops).into_iter().for_each(|at| drops[at].clear());
    drops.iter().map(|bounces| bounces.iter().find(|bounce| bounce.number == 1).copied()).collect()
}

/// Bounces whose numbers are known.
#[derive(Default)]
struct Known {
    bounces: Vec<MeasuredBounce>,
}

impl Known {
    /// The number of the first bounce of this drop; `None` if it may have several, or is later than all that are known.
    fn number(&self, drop: &[MeasuredBounce]) -> Option<usize> {
        let first = drop.first()?.number;
        let Some(last) = self.bounces.iter().map(|bounce| bounce.number).max() else { return Some(first) };
        let is_possible =
            |number: &usize| drop.iter().all(|bounce| self.may_be(bounce, number + bounce.number - first));
        let mut possible = (first..=last + 1).filter(is_possible);
        possible.next().filter(|number| *number <= last && possible.next().is_none())
    }

    fn may_be(&self, bounce: &MeasuredBounce, number: usize) -> bool {
        let Some(speed) = bounce.speed_in_m_s else { return true };
        let is_slower = self.half_way(number).is_some_and(|bound| speed.value + SURELY * speed.sigma < bound[0]);
        let Some(before) = number.checked_sub(1).and_then(|before| self.of(before)) else { return !is_slower };
        let Some((from, bound)) = before.speed_in_m_s.zip(self.half_way(before.number)) else { return false };
        let slowed = (bound[0] / from.value).powi(2);
        let is_above = |apex: MeasuredValue| {
            bounce.comes_from_m.is_some_and(|from| slowed * from > apex.value + SURELY * apex.sigma)
        };
        let is_faster = speed.value - SURELY * speed.sigma > bound[1];
        !is_slower && !is_faster && !before.apex_gap_m.is_some_and(is_above)
    }

    /// The known bounce of this number: one with a rebound, if there is one.
    fn of(&self, number: usize) -> Option<&MeasuredBounce> {
        let all = || self.bounces.iter().filter(|bounce| bounce.number == number);
        all().find(|bounce| bounce.speed_out_m_s.is_some()).or_else(|| all().next())
    }

    /// The least and the highest speed that may be half-way from the approach of this bounce to that of the next; `None` where no rebound is
    /// seen, so that there is no next.
    fn half_way(&self, number: usize) -> Option<[f64; 2]> {
        let (own, next) = (self.of(number)?, self.of(number + 1));
        let (from, to) = (own.speed_in_m_s?, next.and_then(|next| next.speed_in_m_s).or(own.speed_out_m_s)?);
        let end = |off: f64| ((from.value + off * from.sigma) * (to.value + off * to.sigma).max(0.0)).max(0.0).sqrt();
        Some([-SURELY, SURELY].map(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounces with these speeds of approach and the next of them as speeds after contact, 2 % uncertain; the approach of the first comes
    /// from this height \[m\], apexes are the squares of speeds after contact.
    fn drop(speeds: &[f64], comes_from: f64) -> Vec<MeasuredBounce> {
        let value = |value: f64| Some(MeasuredValue { value, sigma: 0.02 * value, common: 0.0 });
        let one = |(at, pair): (usize, &[f64])| MeasuredBounce {
            number: at + 1,
            comes_from_m: (at == 0).then_some(comes_from),
            speed_in_m_s: value(pair[0]),
            speed_out_m_s: value(pair[1]),
            apex_gap_m: value(pair[1] * pair[1]),
            ..MeasuredBounce::default()
        };
        speeds.windows(2).enumerate().map(one).collect()
    }

    fn numbers(mut drops: Vec<Vec<MeasuredBounce>>) -> (Vec<usize>, Vec<usize>) {
        let untold = paired(&mut drops);
        (drops.iter().map(|bounces| bounces.first().map_or(0, |bounce| bounce.number)).collect(), untold)
    }

    #[test]
    fn a_bounce_is_that_of_the_others_to_which_its_approach_is_nearest_in_speed() {
        let whole = || drop(&[1.0, 0.6, 0.36, 0.2], 5.0);
        assert_eq!(
            numbers(vec![drop(&[0.62, 0.37, 0.22], 0.3), whole(), drop(&[0.9, 0.6], 5.0)]),
            (vec![2, 1, 1], vec![])
        );
        assert_eq!(numbers(vec![whole(), drop(&[0.35, 0.2], 0.1), Vec::new()]), (vec![1, 3, 0], vec![]));
        assert_eq!(numbers(vec![drop(&[1.0, 0.6], 5.0), drop(&[0.98, 0.58], 5.0)]), (vec![1, 1], vec![]));
        let firsts = first_bounces(&[drop(&[0.62, 0.37, 0.22], 0.3), whole(), drop(&[0.78, 0.45], 0.3), Vec::new()]);
        let speeds = firsts.iter().map(|bounce| bounce.and_then(|bounce| bounce.speed_in_m_s).map(|speed| speed.value));
        assert_eq!(speeds.collect::<Vec<_>>(), [None, Some(1.0), None, None]);
    }

    #[test]
    fn a_drop_that_may_be_one_of_two_bounces_or_is_later_than_all_is_not_told() {
        let whole = || drop(&[1.0, 0.6, 0.36, 0.2], 5.0);
        assert_eq!(numbers(vec![whole(), drop(&[0.78, 0.45], 0.3)]).1, [1]);
        assert_eq!(numbers(vec![whole(), drop(&[0.1, 0.05], 0.01)]).1, [1]);
        assert_eq!(numbers(vec![drop(&[1.0, 0.6], 5.0), drop(&[0.58, 0.3], 0.3)]).1, [1]);
    }

    #[test]
    fn an_approach_from_above_an_apex_comes_before_it() {
        let (whole, near) = (|| drop(&[1.0, 0.97, 0.94, 0.91], 5.0), [0.98, 0.95]);
        assert_eq!(numbers(vec![whole(), drop(&near, 0.8)]).1, [1]);
        assert_eq!(numbers(vec![whole(), drop(&near, 5.0)]), (vec![1, 1], vec![]));
    }
}
