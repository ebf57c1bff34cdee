//! Wet restitution: its definition, stated once.
//!
//! **Contact value.** `e = V_rebound / V_impact`, both speeds of the sphere's centre: `V_impact` at the first touch of
//! a collision, `V_rebound` at its end, when solid contact is lost. The film's work before the touch and after the
//! separation is not in it. Where an elastic film carries the sphere and the solids never meet, touch and separation
//! are the moments at which the undeformed surfaces meet and part (gap = 0).
//! [`BounceLog`](super::bounce_log::BounceLog) records it during a run.
//!
//! **Apparent value.** `e_a = V_out/V_in`, as a camera sees it, film included. It is compared with wet experiments:
//!
//! - `V_in`, the highest speed of the approach: that of the sphere before the wall slows it;
//! - `V_out`, the speed `0.1 D/V_in` after the end of contact ([`APPARENT_DELAY`]); 0 where the sphere has come to its
//!   apex by then. [`apparent`] takes both from a trajectory.
//!
//! Where the sphere meets a second one of diameter `D₂`, the reduced diameter `D/(1 + D/D₂)` takes the place of `D`,
//! and the speed of the gap that of the sphere: the film then is that of a sphere of this diameter before a wall, and
//! both are read at the same part of it.
//!
//! *Why this `V_in`.* The Stokes number of a bounce is made with the speed of approach, in falls the terminal speed;
//! the restitution of the falling-sphere experiments (Gondret, Lance & Petit 2002; Legendre et al. 2006) is taken to be
//! so too: in the record of St = 152, as others digitised it, the pictures, 2 ms apart, show 0.586 m/s, the terminal
//! speed, until 0.3 D before the wall. Stokes numbers are usually reported "at some distance from the wall, before the
//! lubrication layer has fully slowed the particle" (Biegert, Vowinckel & Meiburg 2017). Joseph et al. (2001), with a
//! pendulum, say "just prior to" impact, for restitution and Stokes number alike; at 0.1 D our spheres have lost 2 % at
//! St = 100 and 4.6 % at St = 27.
//!
//! *Why this `V_out`.* A camera reads the rebound off the pictures after contact: at fixed times, not at fixed gaps.
//! Simulations do the same: 0.05, 0.1 and 0.15 `D/V_T` after the impact (the benchmark of a lattice-Boltzmann code,
//! Rettinger & Rüde 2017, which names Kidanemariam & Uhlmann 2014 for it). Two pictures 2 ms apart, the first somewhere
//! in the 2 ms after contact, would read 0.39 to 0.49 off the St = 27 case, and 0.73 to 0.80 off that of St = 152; this
//! rule gives 0.46 and 0.82, the parabola through four pictures 0.48 to 0.53, 0.82 to 0.83.
//!
//! *Why 0 after the apex.* The speed at a fixed time falls to zero as the rebound weakens, and its apex comes to that
//! time: smoothly, and always with the rebound. Read earlier in weaker rebounds it would not: the film slows a sphere
//! most at first, so that a hop of a few micrometres would have the restitution of one that is several times as high.
//! Such a hop has its apex, and `e_a = 0`.

use super::oblique::Oblique;
use crate::numerics::hermite::{Hermite, Moment};
use crate::problem::Problem;
use crate::remark;
use crate::remark::Remark;
use serde::{Deserialize, Serialize};

/// Time after contact at which the apparent rebound speed is taken, in diameters over the speed of approach.
pub const APPARENT_DELAY: f64 = 0.1;
/// Speed over that of the approach below which a motion has come to the apex: it ends there, but for round-off.
const STANDS: f64 = 1e-9;
/// The apparent value in words, for reports.
pub const APPARENT_IN_WORDS: &str = "the speed at the time 0.1 D/V after contact over V, the highest speed of the approach. It is 0 if the sphere \
                                     has reached its apex by then. Of two spheres D/(1 + D/D2) takes the place of D";

/// One collision with the wall; `None` (in JSON `null`): the run did not come so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bounce {
    /// Time of the first touch \[s\].
    pub contact_time_s: f64,
    /// Speed towards the wall at the first touch [m/s], not negative.
    pub impact_speed_m_s: f64,
    /// Time at which solid contact ended \[s\].
    pub separation_time_s: Option<f64>,
    /// Speed away from the wall at separation [m/s]; 0 if the sphere came to rest in contact.
    pub rebound_speed_m_s: Option<f64>,
    /// Apparent wet restitution, as experiments report it: speed shortly after contact over the speed of approach; see
    /// the [module](self).
    pub restitution: Option<f64>,
    /// Wet restitution at the surfaces, rebound speed over impact speed.
    pub restitution_contact: Option<f64>,
    /// Highest gap of the rebound \[m\].
    pub apex_gap_m: Option<f64>,
    /// Time of the highest gap \[s\].
    pub apex_time_s: Option<f64>,
    /// Smallest gap during contact \[m\]; negative where the solids are pressed together.
    pub min_gap_m: f64,
    /// Whether the film tore as the sphere left: whether its liquid ruptured under tension.
    pub film_torn: Option<bool>,
    /// The part that is not along the normal; of a flow with azimuthal modes.
    #[serde(flatten)]
    pub oblique: Option<Oblique>,
}

impl Bounce {
    /// Whether the sphere came to rest in contact, and did not leave the wall again.
    pub fn stays(&self) -> bool {
        let turned_by_film = self.apex_gap_m.is_some() || self.restitution.is_some_and(|restitution| restitution > 0.0);
        !turned_by_film && self.rebound_speed_m_s.is_some_and(|speed| speed <= 0.0)
    }
}

/// Share of the size of the nuclei within which a tenth of the speed decides whether a film tears, `h_c ∝ √V`.
const UNDECIDED: f64 = 0.05;

/// The warning about contacts that the sphere leaves with such a speed that its film nearly did the other.
pub fn undecided_tear(problem: &Problem, bounces: &[Bounce]) -> Option<Remark> {
    let (_, nucleus) = problem.film.rupture().filter(|(_, nucleus)| *nucleus > 0.0)?;
    let near = |bounce: &Bounce| {
        let speed = bounce.rebound_speed_m_s.filter(|_| bounce.film_torn.is_some())? / problem.surroundings.own_share();
        Some((problem.tension_gap(speed)? / nucleus - 1.0).abs() < UNDECIDED)
    };
    let numbers = (1..).zip(bounces).filter(|(_, bounce)| near(bounce) == Some(true));
    let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
    (!numbers.is_empty()).then(|| {
        remark!(
            Warning,
            "undecided-tear",
            "less than a tenth of the speed decides whether the film tears as the sphere leaves contact {}: the region under tension is within {:.0} % of \
             film.nucleus; run the case with a smaller and a larger one",
            numbers.join(", "),
            100.0 * UNDECIDED
        )
    })
}

/// Whether the film tore or held as the sphere left its contacts, in words; `None` where there is none that it has
/// left.
pub fn film_in_words(bounces: &[Bounce]) -> Option<String> {
    let contacts = |torn: bool| {
        let numbers = (1..).zip(bounces).filter(|(_, bounce)| bounce.film_torn == Some(torn));
        let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
        (!numbers.is_empty()).then(|| numbers.join(", "))
    };
    let words = [
        contacts(true).map(|of| format!("tore after contact {of}")),
        contacts(false).map(|of| format!("held after contact {of}")),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| format!("the film {}", words.join(", ")))
}

/// Apparent restitution and the two moments it is taken from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Apparent {
    /// The fastest moment of the approach.
    pub approach: Moment,
    /// The moment after contact; `None` if the sphere does not leave the wall.
    pub rebound: Option<Moment>,
    /// Speed out over speed in; 0 if the motion ends at the wall, or has come to its apex by then.
    pub restitution: f64,
}

/// Apparent restitution of the collision that begins and ends at these times (where the film stops the sphere, both may
/// be the closest approach), from the motion of a sphere with this (or this reduced) diameter \[m\]. See the
/// [module](self).
///
/// `None` if the motion holds no approach before the collision or nothing after it, if its rows stand farther apart
/// than the time after contact that is asked for, or if it ends before that time and before the rebound's apex.
pub fn apparent(motion: &[Moment], (begin, end): (f64, f64), diameter: f64) -> Option<Apparent> {
    let touch = motion.partition_point(|at| at.time < begin);
    if touch == 0 || touch == motion.len() {
        return None;
    }
    let start = (1..touch).rev().find(|&i| motion[i - 1].gap < motion[i].gap).unwrap_or(0);
    let approach = *motion[start..=touch].iter().min_by(|a, b| a.velocity.total_cmp(&b.velocity))?;
    if approach.velocity >= 0.0 {
        return None;
    }
    let apart_from = motion.partition_point(|at| at.time < end);
    let leaving = (apart_from..motion.len()).find(|&i| motion[i].velocity > 0.0).unwrap_or(motion.len());
    let rise = motion[leaving..].iter().take_while(|at| at.velocity > 0.0).count();
    if rise == 0 {
        return Some(Apparent { approach, rebound: None, restitution: 0.0 });
    }
    let way_out = &motion[leaving - 1..motion.len().min(leaving + rise + 1)];
    let asked = APPARENT_DELAY * diameter / -approach.velocity;
    let last = way_out.last()?;
    let apex = steps(&way_out[1..]).find_map(|arc| arc.turning_point()).map(|apex| apex.time);
    let at_its_end = (last.velocity <= STANDS * -approach.velocity).then_some(last.time);
    let delay = match apex.or(at_its_end) {
        Some(apex) => asked.min(apex - end),
        None if last.time >= end + asked => asked,
        None => return None,
    };
    let after = way_out.partition_point(|at| at.time < end + delay).clamp(1, way_out.len() - 1);
    let (from, to) = (way_out[after - 1], way_out[after]);
    if to.time - from.time > delay {
        return None;
    }
    let arc = Hermite::new(from, to);
    let time = end + delay;
    let velocity = if delay < asked { 0.0 } else { arc.velocity(time).max(0.0) };
    let rebound = Moment { time, gap: arc.gap(time), velocity };
    Some(Apparent { approach, rebound: Some(rebound), restitution: rebound.velocity / -approach.velocity })
}

fn steps(motion: &[Moment]) -> impl DoubleEndedIterator<Item = Hermite> + '_ {
    motion.windows(2).map(|pair| Hermite::new(pair[0], pair[1]))
}

/// Motions with known restitutions, for tests.
#[cfg(test)]
pub(super) mod fixtures {
    use super::Moment;

    pub const G: f64 = 9.81;
    pub const D: f64 = 3e-3;

    /// A sphere in vacuum: falls from `height`, leaves with `e` times its impact speed, in steps of `dt`.
    pub fn vacuum(height: f64, e: f64, dt: f64) -> (Vec<Moment>, f64, f64) {
        let (impact, touch) = ((2.0 * G * height).sqrt(), (2.0 * height / G).sqrt());
        let end = touch + 2.0 * e * impact / G;
        let at = |time: f64| {
            let flight = time - touch;
            if flight < 0.0 {
                Moment { time, gap: height - 0.5 * G * time * time, velocity: -G * time }
            } else {
                let velocity = e * impact - G * flight;
                Moment { time, gap: e * impact * flight - 0.5 * G * flight * flight, velocity }
            }
        };
        ((0..(end / dt) as usize).map(|step| at(step as f64 * dt)).collect(), touch, impact)
    }

    /// A sphere that falls at its terminal speed, is slowed over the last `reach`, and leaves with `out` of it.
    pub fn slowed(out: f64) -> (Vec<Moment>, f64) {
        let (speed, reach, dt) = (0.5, 0.1 * D, 1e-6);
        let rate = speed / reach;
        let far = 2.0 * D / speed;
        let contact = far + 1.0 / rate;
        let at = |time: f64| match time {
            time if time < far => Moment { time, gap: reach + speed * (far - time), velocity: -speed },
            time if time < contact => {
                let slow = (-rate * (time - far)).exp();
                Moment { time, gap: reach * slow, velocity: -speed * slow }
            }
            time => Moment { time, gap: out * speed * (time - contact), velocity: out * speed },
        };
        ((0..20_000).map(|step| at(f64::from(step) * dt)).collect(), contact)
    }
}

#[cfg(test)]
mod tests {
    use super::fixtures::{D, G, slowed, vacuum};
    use super::*;

    #[test]
    fn in_vacuum_the_apparent_value_differs_from_the_contact_value_only_by_gravity_over_the_stated_time() {
        for e in [0.3, 0.6, 0.97] {
            let dt = 1e-5;
            let (motion, touch, impact) = vacuum(5.0 * D, e, dt);
            let found = apparent(&motion, (touch, touch), D).unwrap();
            let expected = e - G * (0.1 * D / impact) / impact;
            assert!((found.restitution - expected).abs() < 2.0 * G * dt / impact, "{} {expected}", found.restitution);
            assert!((found.rebound.unwrap().time - touch - 0.1 * D / impact).abs() < dt);
        }
    }

    #[test]
    fn the_speed_of_approach_is_that_before_the_wall_slows_the_sphere() {
        let (motion, contact) = slowed(0.4);
        let found = apparent(&motion, (contact, contact), D).unwrap();
        assert_eq!(found.approach.velocity, -0.5);
        assert!((found.restitution - 0.4).abs() < 1e-12, "{}", found.restitution);
    }

    #[test]
    fn the_apparent_value_of_a_weakening_rebound_falls_to_zero_without_a_jump() {
        let value = |e: f64| {
            let (motion, touch, _) = vacuum(5.0 * D, e, 2e-6);
            apparent(&motion, (touch, touch), D).unwrap().restitution
        };
        // In vacuum gravity takes `g 0.1 D/V²` of it, 0.01 here, at every strength: no kink on the way down.
        for e in [0.5, 0.3, 0.1, 0.05, 0.03, 0.022, 0.02, 0.018, 0.015, 0.012, 0.009, 0.003] {
            assert!((value(e) - (e - 0.01_f64).max(0.0)).abs() < 1e-4, "{e}: {}", value(e));
        }
    }

    #[test]
    fn a_motion_that_ends_before_the_speed_of_the_rebound_is_known_gives_no_value_and_no_other_than_the_whole() {
        let (motion, touch, impact) = vacuum(5.0 * D, 0.8, 1e-5);
        let until = |end: f64| {
            let rows: Vec<Moment> = motion.iter().copied().take_while(|at| at.time < end).collect();
            apparent(&rows, (touch, touch), D).map(|found| found.restitution)
        };
        let (whole, asked) = (until(f64::INFINITY), 0.1 * D / impact);
        for times in [0.5, 0.9] {
            assert_eq!(until(touch + times * asked), None, "{times} times the time that is asked for");
        }
        assert!(whole.is_some() && until(touch + 1.1 * asked) == whole);
        // A weak rebound, which comes to its apex before, and a motion that ends there: before it, as a sum of steps
        // may leave it.
        let (motion, touch, impact) = vacuum(5.0 * D, 1e-3, 1e-7);
        let apex = Moment { time: touch + 1e-3 * impact / G, gap: 0.5 * (1e-3 * impact).powi(2) / G, velocity: 1e-13 };
        let up: Vec<Moment> = motion.iter().copied().take_while(|at| at.time < apex.time).chain([apex]).collect();
        let [whole, up] = [&motion, &up].map(|rows| apparent(rows, (touch, touch), D).unwrap().restitution);
        assert_eq!((up, whole), (0.0, 0.0));
    }

    #[test]
    fn a_sphere_that_stays_at_the_wall_has_no_rebound() {
        let (mut motion, touch, _) = vacuum(5.0 * D, 0.5, 1e-4);
        motion.retain(|at| at.time < touch);
        motion.extend((0..20).map(|i| Moment { time: touch + 1e-4 * i as f64, gap: 1e-7, velocity: 0.0 }));
        let found = apparent(&motion, (touch, touch), D).unwrap();
        assert_eq!((found.restitution, found.rebound), (0.0, None));
        assert!(apparent(&motion, (-1.0, -1.0), D).is_none() && apparent(&motion, (1e9, 1e9), D).is_none());
    }

    #[test]
    fn rows_too_far_apart_to_see_the_moment_after_contact_give_no_value_instead_of_a_wrong_one() {
        let (motion, touch, impact) = vacuum(5.0 * D, 0.8, 1e-5);
        let fine = apparent(&motion, (touch, touch), D).unwrap().restitution;
        for stride in [2, 5, 20, 50, 100, 300] {
            let rows: Vec<Moment> = motion.iter().step_by(stride).copied().collect();
            match apparent(&rows, (touch, touch), D) {
                Some(coarse) => assert!((coarse.restitution - fine).abs() < 0.03, "every {stride}th row"),
                None => assert!(stride as f64 * 1e-5 > 0.1 * D / impact, "every {stride}th row would do"),
            }
        }
    }

    #[test]
    fn a_later_bounce_is_measured_from_its_own_apex() {
        let (second, touch, impact) = vacuum(0.15 * D, 0.5, 1e-6);
        let (mut motion, first, _) = vacuum(5.0 * D, 0.15_f64.sqrt() / 5.0_f64.sqrt(), 1e-6);
        let apex = motion.iter().rposition(|at| at.time > first && at.velocity > 0.0).unwrap();
        motion.truncate(apex);
        let start = motion[apex - 1].time;
        motion.extend(second.iter().skip(1).map(|at| Moment { time: start + at.time, ..*at }));
        let found = apparent(&motion, (start + touch, start + touch), D).unwrap();
        assert!((found.approach.velocity / -impact - 1.0).abs() < 1e-4, "{}", found.approach.velocity / impact);
        assert!(found.approach.time > start);
    }
}
