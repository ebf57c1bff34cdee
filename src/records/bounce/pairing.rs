//! Which bounces of repeated drops are the same one.
//!
//! Drops are paired in order, the first bounce of one with the first of the others, unless their speeds contradict
//! it: a record may begin late. The drop with the fastest approach is taken to show the first bounce. Another drop
//! begins later if its first approach is surely slower than half-way, in the logarithm, from the fastest to the next,
//! and does not come from higher than the apex between them; then it is paired with the bounce whose speed is
//! nearest. One that is slower than all that are known is paired with none.

use crate::bounce::measured_bounce::{MeasuredBounce, SIGNIFICANT};

/// Numbers the bounces of all drops alike; returns the places of the drops that are paired with none, which must not
/// be averaged with the others.
pub fn paired(drops: &mut [Vec<MeasuredBounce>]) -> Vec<usize> {
    let speed = |bounces: &Vec<MeasuredBounce>| Some(bounces.first()?.speed_in_m_s?.value);
    let mut order: Vec<(usize, f64)> =
        drops.iter().enumerate().filter_map(|(at, drop)| Some((at, speed(drop)?))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (mut known, mut alone) = (Vec::<MeasuredBounce>::new(), Vec::new());
    for (at, _) in order {
        let drop = &mut drops[at];
        let Some(later) = later(&known, &drop[0]) else {
            alone.push(at);
            continue;
        };
        drop.iter_mut().for_each(|bounce| bounce.number += later);
        let last = known.iter().map(|bounce| bounce.number).max().unwrap_or(0);
        known.extend(drop.iter().filter(|bounce| bounce.number > last).copied());
    }
    alone.sort_unstable();
    alone
}

/// By how many bounces later than the known ones a drop begins whose first bounce this is; `None` if later than all
/// of them.
fn later(known: &[MeasuredBounce], first: &MeasuredBounce) -> Option<usize> {
    let own = first.speed_in_m_s?;
    for (possible, bounce) in known.iter().filter(|bounce| bounce.number >= first.number).enumerate() {
        let from = bounce.speed_in_m_s?;
        // Without a rebound there is no later one.
        let Some(out) = bounce.speed_out_m_s else { return Some(possible) };
        let next = known.iter().find(|one| one.number == bounce.number + 1).and_then(|one| one.speed_in_m_s);
        let half_way = (from.value * next.unwrap_or(out).value).sqrt();
        let comes_from_above =
            bounce.apex_gap_m.is_some_and(|apex| first.from_m > apex.value + SIGNIFICANT * apex.sigma);
        let error = own.sigma.hypot(from.sigma).hypot(next.unwrap_or(out).sigma);
        // A drop that surely begins late is that bounce to which it is nearest.
        let sure = if possible == 0 { SIGNIFICANT * error } else { 0.0 };
        if own.value + sure > half_way || comes_from_above {
            return Some(possible);
        }
    }
    if known.is_empty() { Some(0) } else { None }
}

/// The bounce of the first contact in each drop; `None` if a drop does not show it or is paired with no other.
pub fn first_bounces(drops: &[Vec<MeasuredBounce>]) -> Vec<Option<MeasuredBounce>> {
    let mut drops = drops.to_vec();
    paired(&mut drops).into_iter().for_each(|at| drops[at].clear());
    drops.iter().map(|bounces| bounces.iter().find(|bounce| bounce.number == 1).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounce::measured_bounce::MeasuredValue;

    /// Bounces with these speeds of approach and the next of them as speeds after contact, 2 % uncertain; the
    /// approach of the first comes from this height \[m\], apexes are the squares of speeds after contact.
    fn drop(speeds: &[f64], from_m: f64, error: f64) -> Vec<MeasuredBounce> {
        let value = |value: f64| Some(MeasuredValue { value, sigma: error * value, common: 0.0 });
        let one = |(at, pair): (usize, &[f64])| MeasuredBounce {
            number: at + 1,
            from_m: if at == 0 { from_m } else { 0.0 },
            speed_in_m_s: value(pair[0]),
            speed_out_m_s: value(pair[1]),
            apex_gap_m: value(pair[1] * pair[1]),
            ..MeasuredBounce::default()
        };
        speeds.windows(2).enumerate().map(one).collect()
    }

    fn numbers(mut drops: Vec<Vec<MeasuredBounce>>) -> (Vec<usize>, Vec<usize>) {
        let alone = paired(&mut drops);
        (drops.iter().map(|bounces| bounces.first().map_or(0, |bounce| bounce.number)).collect(), alone)
    }

    #[test]
    fn drops_are_paired_in_order_unless_their_speeds_contradict_it() {
        let whole = || drop(&[1.0, 0.6, 0.36, 0.2], 5.0, 0.02);
        assert_eq!(
            numbers(vec![drop(&[0.62, 0.37, 0.22], 0.3, 0.02), whole(), drop(&[0.9, 0.6], 5.0, 0.02)]),
            (vec![2, 1, 1], vec![])
        );
        assert_eq!(numbers(vec![whole(), drop(&[0.35, 0.2], 0.1, 0.02), Vec::new()]), (vec![1, 3, 0], vec![]));
        assert_eq!(numbers(vec![whole(), drop(&[0.1, 0.05], 0.01, 0.02)]).1, [1]);
        let firsts = first_bounces(&[drop(&[0.62, 0.37, 0.22], 0.3, 0.02), whole(), Vec::new()]);
        assert!(firsts[0].is_none() && firsts[1].is_some() && firsts[2].is_none());
    }

    #[test]
    fn equal_drops_that_bounce_high_are_the_same_bounce() {
        let high = |faster: f64| drop(&[faster, 0.95 * faster, 0.9 * faster], 1.1, 1e-3);
        assert_eq!(numbers(vec![high(1.0), high(0.97), high(1.01), high(0.99), high(1.0)]), (vec![1; 5], vec![]));
    }
}
