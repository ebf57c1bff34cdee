//! Wet restitution: its definition, stated once.
//!
//! **Contact value.** `e = V_rebound / V_impact`, both speeds of the sphere's centre: `V_impact` at the first touch
//! of a collision, `V_rebound` at its end, when solid contact is lost. The film's work before the touch and after the
//! separation is not in it. Where an elastic film carries the sphere and the solids never meet, touch and separation
//! are the moments at which the undeformed surfaces meet and part (gap = 0). [`BounceLog`] records it during a run.
//!
//! **Apparent value.** `e_a = V(h_out) / |V(h_in)|`, the speeds at a stated gap on the way in and on the way out: what
//! a camera sees, film included. `h = 0.1 D` ([`APPARENT_GAP_OVER_D`]), or half the highest gap reached on that side
//! if this is less. [`apparent`] takes it from a trajectory.
//!
//! *Why 0.1 D.* Gondret, Lance & Petit (2002) and Joseph et al. (2001) read both speeds off the video frames next to
//! contact. A 3 mm sphere at 0.58 m/s moves 0.4 D between frames at 500 per second, so their speeds are means over a
//! few tenths of a diameter, or extrapolations of these to the wall. At 0.1 D the film's drag on a bouncing sphere
//! (`∝ 1/h`) is over, and gravity and drag have hardly begun to change the rebound. Legendre et al. (2006) compare with
//! the same kind of speed and account for the added mass in their Stokes number.
//!
//! *Why half the highest gap.* A weak rebound never reaches 0.1 D. Half its height is continuous with 0.1 D (they meet
//! at an apex of 0.2 D), always crossed, and tends to zero speed with the rebound itself, so `e_a → 0` where bouncing
//! ceases. The same rule on the way in serves later bounces, which start below 0.1 D.

use super::hermite::{Hermite, Moment};
use serde::{Deserialize, Serialize};

/// The gap at which apparent speeds are taken, in diameters.
pub const APPARENT_GAP_OVER_D: f64 = 0.1;

/// One collision with the wall; `None` (in JSON `null`) is what the run did not reach.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bounce {
    /// Time of the first touch, s.
    pub contact_time_s: f64,
    /// Speed towards the wall at the first touch, m/s, not negative.
    pub impact_speed_m_s: f64,
    /// Time at which solid contact ended, s.
    pub separation_time_s: Option<f64>,
    /// Speed away from the wall at separation, m/s; 0 if the sphere came to rest in contact.
    pub rebound_speed_m_s: Option<f64>,
    /// Contact value of the wet restitution, rebound speed over impact speed.
    pub restitution: Option<f64>,
    /// Apparent value, from speeds at a gap of 0.1 D; see the [module](self).
    pub apparent_restitution: Option<f64>,
    /// Highest gap of the rebound, m.
    pub apex_gap_m: Option<f64>,
    /// Time of the highest gap, s.
    pub apex_time_s: Option<f64>,
    /// Smallest gap during contact, m; negative where the solids are pressed together.
    pub min_gap_m: f64,
}

/// Records the collisions of a run. It is part of the run's state: a checkpoint holds it.
///
/// The time loop reports, in the order of time, every step ([`BounceLog::observe`]), every touch and every separation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BounceLog {
    bounces: Vec<Bounce>,
    in_contact: bool,
}

impl BounceLog {
    /// All collisions so far, oldest first.
    pub fn bounces(&self) -> &[Bounce] {
        &self.bounces
    }

    /// Whether the sphere is in contact with the wall.
    pub fn in_contact(&self) -> bool {
        self.in_contact
    }

    /// Solid contact begins. Panics if it has begun already.
    pub fn touch(&mut self, at: Moment) {
        assert!(!self.in_contact, "touch at {} s during contact", at.time);
        self.in_contact = true;
        self.bounces.push(Bounce {
            contact_time_s: at.time,
            impact_speed_m_s: (-at.velocity).max(0.0),
            separation_time_s: None,
            rebound_speed_m_s: None,
            restitution: None,
            apparent_restitution: None,
            apex_gap_m: None,
            apex_time_s: None,
            min_gap_m: at.gap,
        });
    }

    /// Solid contact ends. Panics if there is none.
    pub fn separate(&mut self, at: Moment) {
        self.end_contact(at.velocity.max(0.0)).separation_time_s = Some(at.time);
    }

    /// The sphere has come to rest in contact: no rebound.
    pub fn settle(&mut self) {
        self.end_contact(0.0);
    }

    /// Takes a step of the motion: closest approach during contact, apex after it.
    pub fn observe(&mut self, from: Moment, to: Moment) {
        let Some(bounce) = self.bounces.last_mut() else { return };
        let turning = Hermite::new(from, to).turning_point();
        if self.in_contact {
            let lowest = turning.map_or(to.gap, |at| at.gap.min(to.gap));
            bounce.min_gap_m = bounce.min_gap_m.min(lowest);
        } else if let (None, Some(apex), true) = (bounce.apex_gap_m, turning, from.velocity > 0.0) {
            (bounce.apex_gap_m, bounce.apex_time_s) = (Some(apex.gap), Some(apex.time));
        }
    }

    /// Adds the apparent values once the trajectory is complete; a collision that has not ended gets none.
    pub fn add_apparent(&mut self, motion: &[Moment], diameter: f64) {
        for bounce in self.bounces.iter_mut().filter(|bounce| bounce.rebound_speed_m_s.is_some()) {
            bounce.apparent_restitution = apparent(motion, bounce.contact_time_s, diameter).map(|a| a.restitution);
        }
    }

    fn end_contact(&mut self, rebound_speed: f64) -> &mut Bounce {
        assert!(self.in_contact, "separation without contact");
        self.in_contact = false;
        let bounce = self.bounces.last_mut().expect("contact began with a bounce");
        bounce.rebound_speed_m_s = Some(rebound_speed);
        if bounce.impact_speed_m_s > 0.0 {
            bounce.restitution = Some(rebound_speed / bounce.impact_speed_m_s);
        }
        bounce
    }
}

/// Apparent restitution and the two moments it is taken from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Apparent {
    /// Last passage of the stated gap on the way in.
    pub approach: Moment,
    /// First passage on the way out; `None` if the sphere does not leave the wall.
    pub rebound: Option<Moment>,
    /// Speed out over speed in; 0 if the motion ends at the wall.
    pub restitution: f64,
}

/// Apparent restitution of the collision at `contact_time` (the touch, or the closest approach of a sphere that the
/// film stops), from the motion of a sphere with this diameter in m. See the [module](self) for the definition.
///
/// `None` if the motion holds no approach before `contact_time` or nothing after it, or if its rows stand so far apart
/// that the stated gap is passed between the last row before the collision and the first row after it. If the motion
/// ends before the rebound's apex, its last gap stands for the apex.
pub fn apparent(motion: &[Moment], contact_time: f64, diameter: f64) -> Option<Apparent> {
    let touch = motion.partition_point(|at| at.time < contact_time);
    if touch == 0 || touch == motion.len() {
        return None;
    }
    let stated = APPARENT_GAP_OVER_D * diameter;
    let start = (1..touch).rev().find(|&i| motion[i - 1].gap < motion[i].gap).unwrap_or(0);
    let way_in = &motion[start..touch + usize::from(motion[touch].velocity <= 0.0)];
    let level = stated.min(0.5 * motion[start].gap);
    let approach = steps(way_in).rev().find_map(|arc| arc.crossing(level))?;

    let leaving = (touch - 1..motion.len()).find(|&i| motion[i].velocity > 0.0).unwrap_or(motion.len());
    let rise = motion[leaving..].windows(2).take_while(|pair| pair[0].velocity > 0.0).count();
    let way_out = &motion[leaving..motion.len().min(leaving + rise + 1)];
    let turning = steps(way_out).filter_map(|arc| arc.turning_point());
    let highest = turning.chain(way_out.last().copied()).map(|at| at.gap).fold(0.0, f64::max);
    if highest == 0.0 {
        return Some(Apparent { approach, rebound: None, restitution: 0.0 });
    }
    let rebound = steps(way_out).find_map(|arc| arc.crossing(stated.min(0.5 * highest)))?;
    Some(Apparent { approach, rebound: Some(rebound), restitution: rebound.velocity / -approach.velocity })
}

/// Highest points of the motion between its ends, by the cubic through gaps and speeds.
pub fn apexes(motion: &[Moment]) -> Vec<Moment> {
    turning_points(motion, |velocity| velocity > 0.0)
}

/// Lowest points of the motion between its ends, by the cubic through gaps and speeds.
pub fn closest_approaches(motion: &[Moment]) -> Vec<Moment> {
    turning_points(motion, |velocity| velocity < 0.0)
}

fn turning_points(motion: &[Moment], coming: impl Fn(f64) -> bool) -> Vec<Moment> {
    let pairs = motion.windows(2).filter(|pair| coming(pair[0].velocity));
    pairs.filter_map(|pair| Hermite::new(pair[0], pair[1]).turning_point()).collect()
}

fn steps(motion: &[Moment]) -> impl DoubleEndedIterator<Item = Hermite> + '_ {
    motion.windows(2).map(|pair| Hermite::new(pair[0], pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const G: f64 = 9.81;
    const D: f64 = 3e-3;

    /// A sphere in vacuum: falls from `height`, leaves with `e` times its impact speed, in steps of `dt`.
    fn vacuum(height: f64, e: f64, dt: f64) -> (Vec<Moment>, f64, f64) {
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

    #[test]
    fn in_vacuum_the_apparent_value_differs_from_the_contact_value_only_by_gravity_over_the_stated_gap() {
        for e in [0.3, 0.6, 0.97] {
            let (motion, touch, impact) = vacuum(5.0 * D, e, 1e-5);
            let found = apparent(&motion, touch, D).unwrap();
            let apex = 5.0 * D * e * e;
            let gap = 0.1 * D;
            let expected = ((e * impact).powi(2) - 2.0 * G * gap.min(0.5 * apex)).sqrt()
                / (impact * impact - 2.0 * G * gap).sqrt();
            assert!((found.restitution - expected).abs() < 1e-6, "{} {expected}", found.restitution);
            assert!((found.approach.gap - gap).abs() < 1e-15);
        }
    }

    #[test]
    fn the_apparent_value_of_a_weakening_rebound_falls_to_zero_without_a_jump() {
        let value = |e: f64| {
            let (motion, touch, _) = vacuum(5.0 * D, e, 2e-6);
            apparent(&motion, touch, D).unwrap().restitution
        };
        let apex_of_two_tenths = (0.2_f64 / 5.0).sqrt();
        assert!((value(apex_of_two_tenths + 1e-4) - value(apex_of_two_tenths - 1e-4)).abs() < 1e-3);
        let falling: Vec<f64> = [0.5, 0.3, 0.2, 0.1, 0.03].into_iter().map(value).collect();
        assert!(falling.windows(2).all(|pair| pair[1] < pair[0]), "{falling:?}");
        assert!(falling[4] < 0.03);
    }

    #[test]
    fn a_sphere_that_stays_at_the_wall_has_no_rebound() {
        let (mut motion, touch, _) = vacuum(5.0 * D, 0.5, 1e-4);
        motion.retain(|at| at.time < touch);
        motion.extend((0..20).map(|i| Moment { time: touch + 1e-4 * i as f64, gap: 1e-7, velocity: 0.0 }));
        let found = apparent(&motion, touch, D).unwrap();
        assert_eq!((found.restitution, found.rebound), (0.0, None));
        assert!(apparent(&motion, -1.0, D).is_none() && apparent(&motion, 1e9, D).is_none());
    }

    #[test]
    fn rows_too_far_apart_to_see_the_stated_gap_give_no_value_instead_of_a_wrong_one() {
        let (motion, touch, _) = vacuum(5.0 * D, 0.8, 1e-5);
        let fine = apparent(&motion, touch, D).unwrap().restitution;
        for stride in [2, 5, 20, 50, 100, 300] {
            let rows: Vec<Moment> = motion.iter().step_by(stride).copied().collect();
            match apparent(&rows, touch, D) {
                Some(coarse) => assert!((coarse.restitution - fine).abs() < 1e-3, "every {stride}th row"),
                None => assert!(stride as f64 * 1e-5 * 0.5 > 0.1 * D, "every {stride}th row would do"),
            }
        }
    }

    #[test]
    fn a_later_bounce_is_measured_between_its_own_apexes() {
        let (first, touch, _) = vacuum(0.15 * D, 0.5, 1e-6);
        let found = apparent(&first, touch, D).unwrap();
        assert!((found.approach.gap - 0.075 * D).abs() < 1e-12);
        assert!((found.rebound.unwrap().gap - 0.5 * 0.15 * 0.25 * D).abs() < 1e-6 * D);
    }

    #[test]
    fn the_log_finds_contact_values_apex_and_deepest_point() {
        let (motion, touch, impact) = vacuum(5.0 * D, 0.8, 1e-4);
        let rebound = Moment { time: touch, gap: 0.0, velocity: 0.8 * impact };
        let mut log = BounceLog::default();
        for pair in motion.windows(2) {
            if pair[0].time < touch && touch <= pair[1].time {
                log.touch(Moment { time: touch, gap: 0.0, velocity: -impact });
                log.separate(rebound);
                log.observe(rebound, pair[1]);
            } else {
                log.observe(pair[0], pair[1]);
            }
        }
        let [bounce] = log.bounces() else { panic!("{:?}", log.bounces()) };
        assert!((bounce.restitution.unwrap() - 0.8).abs() < 1e-15);
        assert!((bounce.apex_gap_m.unwrap() - 5.0 * D * 0.64).abs() < 1e-15);
        assert!((bounce.apex_time_s.unwrap() - touch - 0.8 * impact / G).abs() < 1e-14);
        assert_eq!(bounce.min_gap_m, 0.0);
    }

    #[test]
    fn the_deepest_point_of_a_spring_contact_is_found_between_steps() {
        let (omega, impact) = (1e5, 0.5);
        let at = |time: f64| Moment {
            time,
            gap: -impact / omega * (omega * time).sin(),
            velocity: -impact * (omega * time).cos(),
        };
        let half_period = std::f64::consts::PI / omega;
        let steps: Vec<Moment> = (0..=25).map(|i| at(half_period * i as f64 / 25.0)).collect();
        let mut log = BounceLog::default();
        log.touch(steps[0]);
        steps.windows(2).for_each(|pair| log.observe(pair[0], pair[1]));
        log.separate(steps[25]);
        let bounce = &log.bounces()[0];
        assert!((bounce.min_gap_m * omega / impact + 1.0).abs() < 1e-5, "{}", bounce.min_gap_m);
        assert!((bounce.restitution.unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_sphere_that_settles_has_restitution_zero_and_one_still_in_contact_has_none() {
        let mut log = BounceLog::default();
        log.touch(Moment { time: 1.0, gap: 0.0, velocity: -0.1 });
        assert_eq!(log.bounces()[0].restitution, None);
        log.settle();
        assert_eq!(log.bounces()[0].restitution, Some(0.0));
        assert!(!log.in_contact());
    }

    #[test]
    fn a_log_restored_from_a_checkpoint_goes_on_as_if_nothing_had_happened() {
        let mut log = BounceLog::default();
        log.touch(Moment { time: 0.1, gap: 0.0, velocity: -0.3 });
        let mut restored: BounceLog = serde_json::from_str(&serde_json::to_string(&log).unwrap()).unwrap();
        for log in [&mut log, &mut restored] {
            log.separate(Moment { time: 0.2, gap: 0.0, velocity: 0.2 });
        }
        assert_eq!(log, restored);
    }

    #[test]
    fn apexes_and_closest_approaches_of_an_oscillation_alternate() {
        let motion: Vec<Moment> = (0..=100)
            .map(|i| 0.1 * i as f64)
            .map(|time| Moment { time, gap: time.cos(), velocity: -time.sin() })
            .collect();
        let pi = std::f64::consts::PI;
        let (high, low) = (apexes(&motion), closest_approaches(&motion));
        assert_eq!((high.len(), low.len()), (1, 2));
        assert!((high[0].time - 2.0 * pi).abs() < 1e-5 && (high[0].gap - 1.0).abs() < 1e-6);
        assert!((low[0].time - pi).abs() < 1e-5 && (low[1].time - 3.0 * pi).abs() < 1e-5);
    }
}
