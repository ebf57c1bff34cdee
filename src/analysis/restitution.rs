//! Wet restitution: its definition, stated once.
//!
//! **Contact value.** `e = V_rebound / V_impact`, both speeds of the sphere's centre: `V_impact` at the first touch
//! of a collision, `V_rebound` at its end, when solid contact is lost. The film's work before the touch and after the
//! separation is not in it. Where an elastic film carries the sphere and the solids never meet, touch and separation
//! are the moments at which the undeformed surfaces meet and part (gap = 0). [`BounceLog`] records it during a run.
//!
//! **Apparent value.** `e_a = V_out/V_in`, what a camera sees, film included, and what is compared with wet experiments:
//!
//! - `V_in`, the highest speed of the approach: that of the sphere before the wall slows it;
//! - `V_out`, the speed `0.1 D/V_in` after the end of contact ([`APPARENT_DELAY`]), or half-way in time to the apex where
//!   that is earlier. [`apparent`] takes both from a trajectory.
//!
//! *Why this `V_in`.* The Stokes number of a bounce is made with the speed of approach, in falls the terminal speed; the
//! restitution of the falling-sphere experiments (Gondret, Lance & Petit 2002; Legendre et al. 2006) is taken to be so
//! too: in the record of St = 152, as others digitised it, the pictures, 2 ms apart, show 0.586 m/s, the terminal speed,
//! until 0.3 D before the wall. Stokes numbers are usually reported "at some distance from the wall, before the
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
//! *Why half the time to the apex.* A weak rebound is over before. Half its time is continuous with the rule, always
//! reached, and its speed tends to zero with the rebound itself, so `e_a → 0` where bouncing ceases.

use crate::numerics::hermite::{Hermite, Moment};
use serde::{Deserialize, Serialize};

/// Time after contact at which the apparent rebound speed is taken, in diameters over the speed of approach.
pub const APPARENT_DELAY: f64 = 0.1;
/// The apparent value in words, for reports.
pub const APPARENT_IN_WORDS: &str = "the speed a time 0.1 D/V after contact (half-way to the apex, if that is earlier) \
                                     over V, the highest speed of the approach";

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
    /// Apparent value: speed shortly after contact over the speed of approach; see the [module](self).
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

    /// Takes a step of the contact, and says whether it began or ended one; `before` and `after` the step, the gap \[m\] at
    /// which the solids touch, or `None` while they are apart. A contact that begins where the film ends begins and ends with
    /// the step that says so: that judges by the gap predicted for it, and the gap that it reaches may lie on the other side.
    pub fn follow_touch(&mut self, from: Moment, to: Moment, before: Option<f64>, after: Option<f64>) -> bool {
        let Some(level) = after.or(before) else { return false };
        let crossing = || Hermite::new(from, to).crossing(level).unwrap_or(to);
        let begins = !self.in_contact && to.gap < level && (from.gap >= level || before.is_none());
        let ends = self.in_contact && (to.gap >= level || after.is_none());
        if begins {
            self.touch(crossing());
        } else if ends {
            self.separate(crossing());
        }
        begins || ends
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

    /// Adds the apparent values once the trajectory is complete; a collision that has not ended gets none. A sphere that
    /// `rests` at the end of the motion has not rebounded from the collision that no apex followed, whatever its speed was
    /// when solid contact was lost.
    ///
    /// Where the weight changes the speed by more than a tenth of that of the approach until the moment of the reading,
    /// `g' D > V_in²` with `g'` the acceleration `gravity` [m/s²] of the free sphere in the liquid, the reading would be one of
    /// gravity: none is given. Returns whether any was refused so.
    pub fn add_apparent(&mut self, motion: &[Moment], diameter: f64, gravity: f64, rests: bool) -> bool {
        let mut refused = false;
        for bounce in &mut self.bounces {
            bounce.apparent_restitution = match bounce.separation_time_s {
                Some(_) if rests && bounce.apex_gap_m.is_none() => Some(0.0),
                Some(end) => {
                    let found = apparent(motion, (bounce.contact_time_s, end), diameter);
                    let light = found.filter(|found| gravity.abs() * diameter <= found.approach.velocity.powi(2));
                    refused |= found.is_some() && light.is_none();
                    light.map(|found| found.restitution)
                }
                None => bounce.rebound_speed_m_s,
            };
        }
        refused
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
    /// The fastest moment of the approach.
    pub approach: Moment,
    /// The moment after contact; `None` if the sphere does not leave the wall.
    pub rebound: Option<Moment>,
    /// Speed out over speed in; 0 if the motion ends at the wall.
    pub restitution: f64,
}

/// Apparent restitution of the collision that begins and ends at these times (where the film stops the sphere, both
/// may be the closest approach), from the motion of a sphere with this diameter in m. See the [module](self).
///
/// `None` if the motion holds no approach before the collision or nothing after it, or if its rows stand farther apart
/// than the time after contact that is asked for. If the motion ends before the rebound's apex, its end stands for it.
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
    let parting = motion.partition_point(|at| at.time < end);
    let leaving = (parting..motion.len()).find(|&i| motion[i].velocity > 0.0).unwrap_or(motion.len());
    let rise = motion[leaving..].iter().take_while(|at| at.velocity > 0.0).count();
    if rise == 0 {
        return Some(Apparent { approach, rebound: None, restitution: 0.0 });
    }
    let way_out = &motion[leaving - 1..motion.len().min(leaving + rise + 1)];
    let apex = steps(&way_out[1..]).find_map(|arc| arc.turning_point()).or(way_out.last().copied())?;
    let delay = (APPARENT_DELAY * diameter / -approach.velocity).min(0.5 * (apex.time - end));
    let after = way_out.partition_point(|at| at.time < end + delay).clamp(1, way_out.len() - 1);
    let (from, to) = (way_out[after - 1], way_out[after]);
    if to.time - from.time > delay {
        return None;
    }
    let arc = Hermite::new(from, to);
    let time = end + delay;
    let rebound = Moment { time, gap: arc.gap(time), velocity: arc.velocity(time) };
    Some(Apparent { approach, rebound: Some(rebound), restitution: rebound.velocity / -approach.velocity })
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

    /// A sphere that falls at its terminal speed, is slowed over the last `reach`, and leaves with `out` of it.
    fn slowed(out: f64) -> (Vec<Moment>, f64) {
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
        let impact = (2.0 * G * 5.0 * D).sqrt();
        let apex_at_twice_the_time = 2.0 * G * (0.1 * D / impact) / impact;
        assert!((value(apex_at_twice_the_time + 1e-4) - value(apex_at_twice_the_time - 1e-4)).abs() < 1e-3);
        let falling: Vec<f64> = [0.5, 0.3, 0.1, 0.03, 0.01, 0.003].into_iter().map(value).collect();
        assert!(falling.windows(2).all(|pair| pair[1] < pair[0]), "{falling:?}");
        assert!(falling[5] < 0.003);
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
    fn a_contact_ends_with_its_last_step_even_where_that_stays_just_below_the_touch() {
        let at = |time: f64, gap: f64, velocity: f64| Moment { time, gap, velocity };
        let motion = [at(0.0, 2e-7, -0.5), at(1e-6, -3e-7, -0.4), at(2e-6, -2e-7, 0.4), at(3e-6, 0.99e-7, 0.5)];
        let touch = Some(1e-7);
        let mut log = BounceLog::default();
        for (step, (before, after)) in [(None, touch), (touch, touch), (touch, None)].into_iter().enumerate() {
            log.follow_touch(motion[step], motion[step + 1], before, after);
            assert_eq!(log.in_contact(), after.is_some());
        }
        log.follow_touch(motion[3], at(4e-6, 6e-7, 0.5), None, None);
        assert_eq!(log.bounces()[0].separation_time_s, Some(3e-6));
        assert_eq!(log.bounces()[0].rebound_speed_m_s, Some(0.5));
    }

    #[test]
    fn a_sphere_that_comes_to_rest_in_the_film_right_after_its_contact_has_not_rebounded() {
        let at = |time: f64, gap: f64, velocity: f64| Moment { time, gap, velocity };
        let mut motion = vec![at(0.0, D, -0.4), at(0.01, 1e-7, -0.03)];
        motion.extend(
            (0..10).map(|k| at(0.011 + 1e-5 * f64::from(k), 1e-7 * f64::from(k + 1), 0.027 - 2.5e-3 * f64::from(k))),
        );
        let value = |rests: bool| {
            let mut log = BounceLog::default();
            log.touch(motion[1]);
            log.separate(motion[2]);
            log.add_apparent(&motion, D, 0.0, rests);
            log.bounces()[0].apparent_restitution.unwrap()
        };
        assert_eq!(value(true), 0.0);
        assert!(value(false) > 0.01, "a motion cut off on its way up has the speed it was cut off with");
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
}
