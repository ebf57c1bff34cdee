//! The log of a run's collisions: contact and apparent restitution, apex, deepest point.

use super::bounce::{APPARENT_DELAY, Bounce, apparent};
use super::oblique::Oblique;
use crate::motion::body::LateralMotion;
use crate::numerics::hermite::{Hermite, Moment};
use crate::quantity::{SPEED, TIME};
use serde::{Deserialize, Serialize};

/// Records the collisions of a run. It is part of the run's state: a checkpoint holds it.
///
/// The time loop reports, in the order of time, every step ([`BounceLog::observe`]), every touch and every separation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BounceLog {
    /// Sphere diameter \[m\].
    diameter: f64,
    /// Acceleration of the free sphere in the liquid at rest [m/s²].
    gravity: f64,
    /// Whether an apparent value was refused.
    refused: bool,
    bounces: Vec<Bounce>,
    in_contact: bool,
    /// The last step: its start and its end.
    step: Option<[Moment; 2]>,
    /// The fastest moment since the gap last grew.
    approach: Option<Moment>,
    /// Inputs of [`apparent`] of the collision that has no apparent value yet: the fastest moment of its approach, and
    /// the motion around and after its end.
    seen: Vec<Moment>,
}

impl BounceLog {
    /// The log of a sphere of `diameter` \[m\] that has not moved yet, and that falls freely with the acceleration
    /// `gravity` [m/s²] in the liquid.
    ///
    /// Where the weight changes the speed by more than a tenth of that of the approach until the moment of the reading,
    /// `g' D > V_in²`, the apparent restitution would be one of gravity: none is given.
    pub fn new(diameter: f64, gravity: f64) -> Self {
        Self {
            diameter,
            gravity,
            refused: false,
            bounces: Vec::new(),
            in_contact: false,
            step: None,
            approach: None,
            seen: Vec::new(),
        }
    }

    /// Whether the apparent value of a collision was refused because gravity would decide it.
    pub fn refused(&self) -> bool {
        self.refused
    }

    /// All collisions so far, oldest first.
    pub fn bounces(&self) -> &[Bounce] {
        &self.bounces
    }

    /// How many rebounds have reached their apex.
    pub fn apexes(&self) -> usize {
        self.bounces.iter().filter(|bounce| bounce.apex_gap_m.is_some()).count()
    }

    /// Whether the sphere is in contact with the wall.
    pub fn in_contact(&self) -> bool {
        self.in_contact
    }

    /// Solid contact begins. Panics if it has begun already.
    pub fn touch(&mut self, at: Moment) {
        assert!(!self.in_contact, "touch at {} s during contact", at.time);
        log::debug!(
            "t = {}: contact {} begins at {}",
            TIME.brief(at.time),
            self.bounces.len() + 1,
            SPEED.brief(at.velocity)
        );
        self.read_apparent();
        self.in_contact = true;
        let before = self.step.map_or(f64::NEG_INFINITY, |[from, _]| from.time);
        self.seen = self.approach.into_iter().filter(|fastest| fastest.time < before).collect();
        self.seen.extend(self.step.into_iter().flatten());
        self.bounces.push(Bounce {
            contact_time_s: at.time,
            impact_speed_m_s: (-at.velocity).max(0.0),
            separation_time_s: None,
            rebound_speed_m_s: None,
            restitution_contact: None,
            restitution: None,
            apex_gap_m: None,
            apex_time_s: None,
            min_gap_m: at.gap,
            film_torn: None,
            oblique: None,
        });
    }

    /// Solid contact ends. Panics if there is none.
    pub fn separate(&mut self, at: Moment) {
        log::debug!("t = {}: contact {} ends at {}", TIME.brief(at.time), self.bounces.len(), SPEED.brief(at.velocity));
        self.end_contact(at.velocity.max(0.0)).separation_time_s = Some(at.time);
        let last = self.seen.last().map_or(f64::NEG_INFINITY, |seen| seen.time);
        self.seen.extend(self.step.into_iter().flatten().filter(|moment| moment.time > last));
    }

    /// Takes a step of the contact, and says whether it began or ended one; `before` and `after` the step, the gap
    /// \[m\] at which the solids touch, or `None` while they are apart. A contact that begins where the film ends
    /// begins and ends with the step that says so: that judges by the gap predicted for it, and the gap that it reaches
    /// may lie on the other side.
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

    /// Takes whether the film is torn after the steps so far.
    pub fn film(&mut self, torn: bool) {
        let number = self.bounces.len();
        let Some(bounce) = self.bounces.last_mut().filter(|bounce| bounce.separation_time_s.is_some()) else { return };
        if bounce.film_torn.is_none() || (torn && bounce.film_torn == Some(false)) {
            let held = if torn { "tears" } else { "holds" };
            log::debug!("the film {held} as the sphere leaves contact {number}");
            bounce.film_torn = Some(torn);
        }
    }

    /// The sphere has come to rest in contact: no rebound.
    pub fn settle(&mut self) {
        self.end_contact(0.0);
    }

    /// Takes the motion along the wall at the start and at the end of a step whose touch or separation the log knows,
    /// and the impulse of the present contact so far, normal and tangential [N s]. Friction begins with the step that
    /// touches, so that the speeds before it are those of the touch; it ends before those of the step that separates.
    pub fn along_wall(&mut self, before: LateralMotion, after: LateralMotion, impulse: [f64; 2]) {
        let radius = 0.5 * self.diameter;
        let Some(bounce) = self.bounces.last_mut() else { return };
        let impact = bounce.impact_speed_m_s;
        let oblique = bounce.oblique.get_or_insert_with(|| Oblique::touch(radius, impact, before));
        if let (Some(rebound), None) = (bounce.rebound_speed_m_s, oblique.lateral_speed_after_m_s) {
            oblique.separate(radius, [impact, rebound], after, impulse);
        }
    }

    /// Takes a step of the motion: closest approach during contact, apex after it.
    pub fn observe(&mut self, from: Moment, to: Moment) {
        self.observe_turn(from, to, Hermite::new(from, to).turning_point());
    }

    /// As [`observe`](Self::observe), where the moment within the step is known at which the sphere turns, if it does.
    pub fn observe_turn(&mut self, from: Moment, to: Moment, turning: Option<Moment>) {
        self.step = Some([from, to]);
        let fastest = self.approach.filter(|_| to.gap <= from.gap).unwrap_or(from);
        self.approach = Some(if to.velocity < fastest.velocity || to.gap > from.gap { to } else { fastest });
        self.follow_rebound(to);
        let Some(bounce) = self.bounces.last_mut() else { return };
        if self.in_contact {
            let lowest = turning.map_or(to.gap, |at| at.gap.min(to.gap));
            bounce.min_gap_m = bounce.min_gap_m.min(lowest);
        } else if let (None, Some(apex), true) = (bounce.apex_gap_m, turning, from.velocity > 0.0) {
            (bounce.apex_gap_m, bounce.apex_time_s) = (Some(apex.gap), Some(apex.time));
        }
    }

    /// Ends the log of a sphere that `stays` at the wall or does not: one still in contact has come to rest there.
    pub fn end(&mut self, stays: bool) {
        if stays && self.in_contact {
            self.settle();
        }
        self.close(stays);
    }

    /// Ends the log: the last collision gets its apparent value from the motion so far. A sphere that `rests` at the
    /// end of the motion has not rebounded from a collision without an apex, whatever its speed was when solid contact
    /// was lost.
    pub fn close(&mut self, rests: bool) {
        self.read_apparent();
        if let Some(bounce) = self.bounces.last_mut() {
            match bounce.separation_time_s {
                Some(_) if rests && bounce.apex_gap_m.is_none() => bounce.restitution = Some(0.0),
                None => bounce.restitution = bounce.rebound_speed_m_s,
                Some(_) => {}
            }
        }
    }

    /// Keeps the motion after a collision as long as the apparent value can depend on it.
    fn follow_rebound(&mut self, to: Moment) {
        let Some(end) = self.bounces.last().and_then(|bounce| bounce.separation_time_s) else { return };
        let fastest = self.seen.iter().fold(f64::INFINITY, |least, seen| least.min(seen.velocity));
        let Some(last) = self.seen.last_mut() else { return };
        let rose = last.velocity > 0.0 && last.time >= end;
        if to.velocity <= 0.0 && last.velocity <= 0.0 && last.time >= end {
            *last = to;
            return;
        }
        self.seen.push(to);
        let late = to.time >= end + APPARENT_DELAY * self.diameter / -fastest;
        if rose && (late || to.velocity <= 0.0) {
            self.read_apparent();
        }
    }

    /// Takes the apparent value of the last collision from the motion seen.
    fn read_apparent(&mut self) {
        let seen = std::mem::take(&mut self.seen);
        if let Some(bounce) = self.bounces.last_mut()
            && let Some(end) = bounce.separation_time_s
            && bounce.restitution.is_none()
        {
            let found = apparent(&seen, (bounce.contact_time_s, end), self.diameter);
            let light = found.filter(|found| self.gravity.abs() * self.diameter <= found.approach.velocity.powi(2));
            self.refused |= found.is_some() && light.is_none();
            bounce.restitution = light.map(|found| found.restitution);
        }
    }

    fn end_contact(&mut self, rebound_speed: f64) -> &mut Bounce {
        assert!(self.in_contact, "separation without contact");
        self.in_contact = false;
        let bounce = self.bounces.last_mut().expect("contact began with a bounce");
        bounce.rebound_speed_m_s = Some(rebound_speed);
        if bounce.impact_speed_m_s > 0.0 {
            bounce.restitution_contact = Some(rebound_speed / bounce.impact_speed_m_s);
        }
        bounce
    }
}

/// A bounce in vacuum with its log, for tests.
#[cfg(test)]
pub(super) mod fixtures {
    use super::super::bounce::fixtures::{D, vacuum};
    use super::*;

    /// A fall from 5 D that leaves with `e` times its impact speed: its motion, its log, the moment of touch and the
    /// impact speed.
    pub fn logged(e: f64) -> (Vec<Moment>, BounceLog, f64, f64) {
        let (motion, touch, impact) = vacuum(5.0 * D, e, 1e-4);
        let rebound = Moment { time: touch, gap: 0.0, velocity: e * impact };
        let mut log = BounceLog::new(D, 0.0);
        for pair in motion.windows(2) {
            if pair[0].time < touch && touch <= pair[1].time {
                log.touch(Moment { time: touch, gap: 0.0, velocity: -impact });
                log.separate(rebound);
                log.observe(rebound, pair[1]);
            } else {
                log.observe(pair[0], pair[1]);
            }
        }
        (motion, log, touch, impact)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounce::fixtures::{D, G, slowed, vacuum};
    use super::fixtures::logged;
    use super::*;

    #[test]
    fn the_log_finds_contact_values_apex_and_deepest_point() {
        let (_, log, touch, impact) = logged(0.8);
        let [bounce] = log.bounces() else { panic!("{:?}", log.bounces()) };
        assert!((bounce.restitution_contact.unwrap() - 0.8).abs() < 1e-15);
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
        let mut log = BounceLog::new(D, 0.0);
        log.touch(steps[0]);
        steps.windows(2).for_each(|pair| log.observe(pair[0], pair[1]));
        log.separate(steps[25]);
        let bounce = &log.bounces()[0];
        assert!((bounce.min_gap_m * omega / impact + 1.0).abs() < 1e-5, "{}", bounce.min_gap_m);
        assert!((bounce.restitution_contact.unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_sphere_that_settles_has_restitution_zero_and_one_still_in_contact_has_none() {
        let mut log = BounceLog::new(D, 0.0);
        log.touch(Moment { time: 1.0, gap: 0.0, velocity: -0.1 });
        assert_eq!(log.bounces()[0].restitution_contact, None);
        log.settle();
        assert_eq!(log.bounces()[0].restitution_contact, Some(0.0));
        assert!(!log.in_contact());
    }

    #[test]
    fn a_contact_ends_with_its_last_step_even_where_that_stays_just_below_the_touch() {
        let at = |time: f64, gap: f64, velocity: f64| Moment { time, gap, velocity };
        let motion = [at(0.0, 2e-7, -0.5), at(1e-6, -3e-7, -0.4), at(2e-6, -2e-7, 0.4), at(3e-6, 0.99e-7, 0.5)];
        let touch = Some(1e-7);
        let mut log = BounceLog::new(D, 0.0);
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
            let mut log = BounceLog::new(D, 0.0);
            log.observe(motion[0], motion[1]);
            log.touch(motion[1]);
            log.observe(motion[1], motion[2]);
            log.separate(motion[2]);
            motion[2..].windows(2).for_each(|pair| log.observe(pair[0], pair[1]));
            log.close(rests);
            log.bounces()[0].restitution
        };
        assert_eq!(value(true), Some(0.0));
        assert_eq!(value(false), None, "of a motion cut off on its way up the speed of the rebound is not known");
    }

    #[test]
    fn a_log_restored_from_a_checkpoint_goes_on_as_if_nothing_had_happened() {
        let mut log = BounceLog::new(D, 0.0);
        log.touch(Moment { time: 0.1, gap: 0.0, velocity: -0.3 });
        let mut restored: BounceLog = serde_json::from_str(&serde_json::to_string(&log).unwrap()).unwrap();
        for log in [&mut log, &mut restored] {
            log.separate(Moment { time: 0.2, gap: 0.0, velocity: 0.2 });
        }
        assert_eq!(log, restored);
    }

    #[test]
    fn the_log_reads_the_apparent_value_that_the_whole_trajectory_gives() {
        let value_by_log = |motion: &[Moment], touch: f64| {
            let mut log = BounceLog::new(D, 0.0);
            for pair in motion.windows(2) {
                log.observe(pair[0], pair[1]);
                if pair[0].time < touch && touch <= pair[1].time {
                    log.touch(Moment { time: touch, gap: 0.0, ..pair[0] });
                    log.separate(Moment { time: touch, gap: 0.0, ..pair[1] });
                }
            }
            log.close(false);
            log.bounces()[0].restitution
        };
        for e in [0.9, 0.3, 0.03, 0.003] {
            let (motion, touch, _) = vacuum(5.0 * D, e, 2e-6);
            let whole = apparent(&motion, (touch, touch), D).unwrap().restitution;
            assert_eq!(value_by_log(&motion, touch), Some(whole), "e = {e}");
        }
        let (motion, contact) = slowed(0.4);
        let whole = apparent(&motion, (contact, contact), D).unwrap().restitution;
        assert_eq!(value_by_log(&motion, contact), Some(whole));
    }
}
