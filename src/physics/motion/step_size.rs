//! The size of the next step.

use super::forces::SphereInertia;
use crate::flow::courant::{FlowRates, larger};
use crate::liquid::{AddedMass, brenner};
use std::f64::consts::PI;

/// Limits on a step; all are fractions of physical times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepLimits {
    /// Largest Courant number in each direction, relative to the moving grid.
    pub courant: f64,
    /// Largest share of the gap that a step may close or open.
    pub gap_share: f64,
    /// The same where the film below the grid acts.
    pub film_share: f64,
    /// Largest drift of the energy balance over the viscous losses; beyond it the Courant number is lowered in
    /// proportion.
    pub drift: f64,
    /// Steps per solid contact.
    pub steps_per_contact: f64,
    /// Largest change of the velocity in a step, as a share of the speed (or of the slowest one that counts).
    pub velocity_share: f64,
    /// Largest growth from one step to the next.
    pub growth: f64,
    /// Scales all limits.
    pub factor: f64,
    /// Smallest gap of the grid \[m\].
    pub resolved_gap: f64,
    /// Way that the sphere may go in a step \[m\], a share of the cells around it.
    pub longest_way: f64,
    /// The longest first step \[s\].
    pub first: f64,
    /// Slowest speed that counts for the longest step of a led sphere [m/s]: the fastest that the sphere can reach, or
    /// less where it is led far more slowly.
    pub slowest: f64,
    /// The same of a free sphere: one that was driven far faster than it falls soon loses that speed.
    pub slowest_free: f64,
}

/// The limits of a step's length near the wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallScales {
    /// Speed [m/s].
    pub speed: f64,
    /// Gap less that at which the solids touch \[m\].
    pub(super) clearance: f64,
    /// Natural time of the contact \[s\]; infinite where there is none.
    pub contact_time: f64,
}

/// What the leading order of the longest step is too long by at the Courant number `courant` that it allows: the roots
/// of the characteristic equation itself ask for up to 10 %. With this no wave grows at any cell's Reynolds number.
fn beyond_leading_order(courant: f64) -> f64 {
    1.0 + 4.0 / 9.0 * courant.min(0.75).powi(2)
}

/// The first step as a share of the one that the limits allow: backward Euler is of first order.
pub const FIRST_STEP: f64 = 0.01;

/// Relative error of the speed after the first step of a sphere that is let go from rest.
const FIRST_ERROR: f64 = 5e-3;

/// The longest first step \[s\] of a sphere let go from rest at `gap` \[m\] in liquid at rest: that after which the
/// speed is wrong by [`FIRST_ERROR`].
///
/// The speed grows as `g't (1 − 4/(3√π) b√t − ½ct)`, with Basset's force `b = 6πμa²(1 + 3W)/(M√ν)` and Stokes' drag `c
/// = 6πμaλ/M`. Backward Euler takes both forces at the end of the step, and gives `g't (1 − b√t − ct)`. `M` is the mass
/// with the added mass far from walls, `λ` Brenner's factor, and `1 + 3W` the wall's effect on the added mass, which is
/// about that on Basset's force.
pub(super) fn first_step_from_rest(sphere: &SphereInertia, gap: f64, density: f64, viscosity: f64) -> f64 {
    let (radius, mass) = (0.5 * sphere.diameter, sphere.mass_with_added());
    let stokes = 6.0 * PI * viscosity * radius / mass;
    let (wall_effect, _) = AddedMass::Exact.wall_effect(gap / radius);
    let basset = stokes * radius * (1.0 + 3.0 * wall_effect) / (viscosity / density).sqrt();
    let [by_root, by_time] = [(1.0 - 4.0 / (3.0 * PI.sqrt())) * basset, 0.5 * stokes * brenner(gap / radius)];
    let root = (by_root * by_root + 4.0 * FIRST_ERROR * by_time).sqrt();
    (2.0 * FIRST_ERROR / (by_root + root)).powi(2)
}

/// Largest factor by which the drift of the energy balance lowers the Courant number.
const SLOWEST: f64 = 10.0;

impl StepLimits {
    /// Courant rates \[1/s\] as they count while the energy balance drifts by `drift`.
    ///
    /// The extrapolated convection makes or destroys kinetic energy with the fourth power of the Courant number of the
    /// finest structures of the flow: near the limit of resolution a little less is much better. Its error shows in the
    /// balance.
    pub(super) fn held(&self, rates: FlowRates, drift: f64) -> FlowRates {
        let factor = (drift.abs() / self.drift).clamp(1.0, SLOWEST);
        FlowRates { radial: factor * rates.radial, axial: factor * rates.axial, ..rates }
    }

    /// The limits of a sphere that is free, or led.
    pub(super) fn of(&self, free: bool) -> Self {
        Self { slowest: if free { self.slowest_free } else { self.slowest }, ..*self }
    }

    /// Time \[s\] in which the speed `speed` [m/s] may change under `acceleration` [m/s²].
    fn time_of_change(&self, speed: f64, acceleration: f64) -> f64 {
        self.velocity_share * speed.max(self.slowest) / acceleration.abs().max(1e-300)
    }

    /// The longest step \[s\] of a motion along the wall at `speed` [m/s] that changes by `acceleration` [m/s²].
    pub(super) fn along(&self, speed: f64, acceleration: f64) -> f64 {
        self.factor * self.time_of_change(speed, acceleration)
    }

    /// The length of the next step \[s\].
    ///
    /// `rates` are those of the flow, `acceleration` [m/s²] the sphere's. A step ends where the clearance of `wall`
    /// vanishes; it limits the step below the smallest gap of the grid, and above it where rough solids, or a wall
    /// force of finite reach, meet there.
    pub(super) fn next(
        &self,
        rates: FlowRates,
        gap: f64,
        wall: &WallScales,
        acceleration: f64,
        dt_before: Option<f64>,
    ) -> f64 {
        let WallScales { speed: velocity, clearance, contact_time } = *wall;
        let speed = velocity.abs().max(1e-300);
        let shortest = contact_time / self.steps_per_contact;
        let meet_on_the_grid = gap - clearance > self.resolved_gap;
        let room = if gap < self.resolved_gap || meet_on_the_grid { clearance.max(0.0) } else { gap };
        let share = if gap < 2.0 * self.resolved_gap { self.film_share } else { self.gap_share };
        let closing = share * room / speed;
        let scale = speed.max(self.slowest);
        let changing = self.time_of_change(speed, acceleration).max(shortest);
        let (growth, fastest) = (rates.growth.max(1e-300), larger(rates.radial, rates.axial));
        let limits = [
            ("the change of the speed", changing),
            ("the flow across radial cells", self.courant / rates.radial.max(1e-300)),
            ("the flow across axial cells", self.courant / rates.axial.max(1e-300)),
            ("the stability of convection", 1.0 / (growth * beyond_leading_order(fastest / growth))),
            ("the change of the gap, or the solid contact", closing.max(shortest)),
            ("the way of the sphere", self.longest_way / scale),
        ];
        let mut best = self.factor * limits.iter().fold(f64::INFINITY, |least, (_, limit)| least.min(*limit));
        if log::log_enabled!(log::Level::Trace)
            && let Some((cause, limit)) = limits.iter().min_by(|a, b| a.1.total_cmp(&b.1))
        {
            log::trace!("gap {gap:.4e} m, speed {velocity:.4e} m/s: {cause} allows {limit:.3e} s");
        }
        if velocity * clearance < 0.0 {
            best = ending_at_the_switch(best, clearance.abs() / speed);
        }
        match dt_before {
            Some(before) => best.min(self.growth * before),
            None => (FIRST_STEP * best).min(self.factor * self.first),
        }
    }
}

/// A step of `dt` \[s\], shortened where the solids touch or part within two of them, `time` \[s\] from now, so that a
/// step ends just before that: there the film's force ends or begins at once. Not below a tenth of it: a sphere that is
/// being stopped comes to no touch.
fn ending_at_the_switch(dt: f64, time: f64) -> f64 {
    let steps = time / dt;
    if (0.1..2.0).contains(&steps) { (1.0 - 1e-3) * time / steps.ceil() } else { dt }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::courant::{growth_rate, stable_courant};

    const LIMITS: StepLimits = StepLimits {
        courant: 0.4,
        gap_share: 0.25,
        film_share: 0.25,
        drift: 1e-3,
        steps_per_contact: 240.0,
        velocity_share: 1e9,
        growth: 1e9,
        factor: 1.0,
        resolved_gap: 6e-6,
        longest_way: 1e9,
        first: f64::INFINITY,
        slowest: 1e-9,
        slowest_free: 1e-9,
    };

    /// Largest amplification in a step of waves on central differences at a Courant number and a cell's Reynolds
    /// number: the larger root of `(3/2 + μ) g² − 2g + ½ + iθ(2g − 1) = 0`.
    fn amplification(courant: f64, reynolds: f64) -> f64 {
        use nalgebra::Complex;
        (1..1000).fold(0.0_f64, |most, k| {
            let phase = std::f64::consts::PI * f64::from(k) / 1000.0;
            let (theta, damping) = (courant * phase.sin(), 2.0 * courant / reynolds * (1.0 - phase.cos()));
            let [a, b, c] =
                [Complex::new(1.5 + damping, 0.0), Complex::new(-2.0, 2.0 * theta), Complex::new(0.5, -theta)];
            let root = (b * b - a * c * 4.0).sqrt();
            most.max(((-b + root) / (a * 2.0)).norm()).max(((-b - root) / (a * 2.0)).norm())
        })
    }

    #[test]
    fn no_wave_of_the_grid_grows_in_the_longest_step_and_one_does_in_a_longer_one() {
        for reynolds in [4.0, 8.0, 12.0, 20.0, 35.0, 50.0, 200.0, 1000.0, 10_000.0] {
            let (speed, cell) = (2.0_f64, 1e-3);
            let kinematic_viscosity = speed * cell / reynolds;
            let worst = (speed / cell).powi(4) / (kinematic_viscosity / (cell * cell));
            let courant = speed / cell / growth_rate(worst);
            assert!((courant - stable_courant(kinematic_viscosity, speed, cell)).abs() < 1e-12 * courant);
            let courant = courant / beyond_leading_order(courant);
            let [below, above] = [0.995, 1.3].map(|share| amplification(share * courant, reynolds) - 1.0);
            assert!(below <= 1e-15 && above > 1e-6, "cell Reynolds number {reynolds}: {below:e} {above:e}");
        }
    }

    #[test]
    fn a_contact_is_resolved_in_time_wherever_the_solids_touch() {
        let contact_time = 16e-6;
        for gap in [1e-7, 30e-6] {
            let wall = WallScales { speed: -0.5, clearance: -1.0, contact_time };
            let step = LIMITS.next(FlowRates::default(), gap, &wall, 0.0, Some(1.0));
            assert_eq!(step, contact_time / 240.0, "in contact at {gap} m");
        }
    }

    #[test]
    fn an_approach_ends_a_step_just_before_the_touch_and_one_that_never_comes_does_not_stop_the_clock() {
        let contact_time = 16e-6;
        let next = |clearance: f64, speed: f64| {
            LIMITS.next(FlowRates::default(), 1e-6, &WallScales { speed, clearance, contact_time }, 0.0, Some(1.0))
        };
        let whole = contact_time / 240.0;
        let way = 0.5 * whole;
        for (clearance, steps) in [(0.7 * way, 1.0), (1.6 * way, 2.0)] {
            assert!((steps * next(clearance, -0.5) / (clearance / 0.5) - 0.999).abs() < 1e-12);
        }
        assert_eq!(next(0.05 * way, -0.5), whole, "a tenth of a step and less is passed over");
        assert_eq!(next(0.7 * way, 0.5), whole, "a sphere that leaves meets no touch");
    }

    #[test]
    fn the_way_to_the_touch_counts_where_it_ends_above_the_smallest_gap_of_the_grid() {
        let step = |gap: f64, touch: f64| {
            let wall = WallScales { speed: -0.5, clearance: gap - touch, contact_time: 0.0 };
            LIMITS.next(FlowRates::default(), gap, &wall, 0.0, Some(1.0))
        };
        assert!((step(40e-6, 30e-6) / (0.25 * 10e-6 / 0.5) - 1.0).abs() < 1e-12);
        assert!((step(40e-6, 1e-7) / (0.25 * 40e-6 / 0.5) - 1.0).abs() < 1e-12);
        assert!((step(5e-6, 1e-7) / (0.25 * 4.9e-6 / 0.5) - 1.0).abs() < 1e-12);
    }
}
