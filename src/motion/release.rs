//! How a motion begins.

/// A prescribed approach `V(t) = −speed (1 − e^{−t/ramp})` that ends at `free_gap`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrescribedApproach {
    /// Approach speed [m/s], positive towards the wall.
    pub speed: f64,
    /// Gap at which the sphere is let go \[m\].
    pub free_gap: f64,
    /// Time in which the speed builds up \[s\]; 0 starts at full speed.
    pub ramp: f64,
    /// Gap at time 0 \[m\].
    pub gap: f64,
    /// Distance travelled before time 0 \[m\], so that the wake is there.
    pub run_up: f64,
}

impl PrescribedApproach {
    /// The velocity at time `time` [m/s], positive away from the wall; the motion starts at `-`[`Self::lead`].
    pub fn velocity(&self, time: f64) -> f64 {
        let since_start = time + self.lead();
        if self.ramp > 0.0 { self.speed * (-since_start / self.ramp).exp_m1() } else { -self.speed }
    }

    /// The gap at time `time` \[m\] while the motion is prescribed.
    pub fn gap_at(&self, time: f64) -> f64 {
        let since_start = time + self.lead();
        let lag = if self.ramp > 0.0 { self.ramp * (-since_start / self.ramp).exp_m1() } else { 0.0 };
        self.gap + self.run_up - self.speed * (since_start + lag)
    }

    /// Time the run-up takes \[s\]: the root of `speed (t − ramp (1 − e^{−t/ramp})) = run_up`.
    pub fn lead(&self) -> f64 {
        let cruise = self.run_up / self.speed;
        if self.ramp == 0.0 || self.run_up == 0.0 {
            return cruise;
        }
        let missing = |time: f64| time + self.ramp * (-time / self.ramp).exp_m1() - cruise;
        crate::numerics::root(missing, 0.0, cruise + 1.01 * self.ramp, 0.0).unwrap_or(cruise + self.ramp)
    }
}
