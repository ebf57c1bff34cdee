//! Whether an approach at a given speed is a fall, and from where on the sphere is free.

use crate::body::release::{LONGEST_RAMP, RAMP, RUN_UP, Release, Start};

/// Relative difference up to which two values given twice are the same.
pub const SAME: f64 = 1e-9;
/// Difference from the terminal speed expected up to which an approach is taken for a free fall; the standard drag
/// curve and the properties of liquids are hardly known better.
const TERMINAL: f64 = 0.05;
/// That from which on it is taken for a drive; between the two it is let go at a gap between those of both, so that no
/// result jumps.
const DRIVEN: f64 = 0.15;
/// Gap in diameters from which on a wall changes the drag of a sphere by less than a tenth: it adds 9/16 a/z, z from the
/// wall to the centre (Lorentz 1907), which is 8 % there in creeping flow, and less at higher Reynolds numbers. A sphere
/// driven at its terminal speed is let go there, and the speed of a fall is read from there on.
pub const UNDISTURBED: f64 = 3.0;

/// Whether an approach at `speed` \[m/s\] that is [`aside`] is taken for a fall at the speed `terminal` \[m/s\]
/// expected.
pub fn is_terminal(speed: f64, terminal: f64, aside: f64) -> bool {
    share_of_fall(speed, terminal, aside) == 1.0
}

/// How much of a fall an approach at `speed` \[m/s\] is, from 1 near the speed `terminal` \[m/s\] expected to 0 far
/// from it: by the size of the difference of both velocities.
fn share_of_fall(speed: f64, terminal: f64, aside: f64) -> f64 {
    let off = (((terminal / speed - 1.0).hypot(aside) - TERMINAL) / (DRIVEN - TERMINAL)).clamp(0.0, 1.0);
    1.0 - off * off * (3.0 - 2.0 * off)
}

/// Settles the default run-up: 12 D, or the room of a container of the given height above the start less 2 D.
pub fn settle_run_up(release: &mut Release, height: Option<f64>, diameter: f64) {
    let room = height.map_or(f64::INFINITY, |height| (height - release.gap - 3.0 * diameter).max(0.0));
    if let Start::Prescribed { run_up, .. } = &mut release.start
        && run_up.is_nan()
    {
        *run_up = room.min(RUN_UP * diameter);
    }
}

/// Settles the gap of release where the case leaves it open. A sphere that falls at the speed `terminal` \[m/s\] is
/// free over the last 3 D, or from its start if that is lower, as in an experiment: the run-up has made its wake, and
/// to hold its speed against the wall would be another motion. Any other, and one that cannot fall (`None`), is held
/// until 0.5 D, or half the way.
pub fn settle_free_gap(release: &mut Release, terminal: Option<f64>, aside: f64, diameter: f64) {
    let (fall, led) = (free_gap_of_fall(release.gap, diameter), (0.5 * release.gap).min(0.5 * diameter));
    if let Start::Prescribed { speed, free_gap, .. } = &mut release.start
        && free_gap.is_nan()
    {
        let share = terminal.map_or(0.0, |terminal| share_of_fall(*speed, terminal, aside));
        *free_gap = share * fall + (1.0 - share) * led;
    }
}

/// The gap from which a sphere is free that stands for a falling one and starts at `gap` \[m\].
fn free_gap_of_fall(gap: f64, diameter: f64) -> f64 {
    (0.99 * gap).min(UNDISTURBED * diameter)
}

/// How far an approach is off one straight down, or up, onto a level wall, over its speed: by its angle, the wall's
/// `inclination` (both in degrees), and its spin.
pub fn aside(release: &Release, inclination: f64, diameter: f64) -> f64 {
    let turned = |angle: f64| 2.0 * (0.5 * angle.to_radians()).sin();
    let spin = release.spin.iter().map(|spin| spin * spin).sum::<f64>().sqrt();
    let surface = 0.5 * diameter * spin / release.start.speed().unwrap_or(f64::INFINITY);
    turned(release.angle).hypot(turned(inclination)).hypot(surface)
}

/// Whether the sphere is held on where one that falls is free: nearer than 3 D, by a gap of release that the case
/// gives, or by a lower start.
pub fn is_held_on(release: &Release, diameter: f64) -> bool {
    let Start::Prescribed { free_gap, .. } = release.start else { return false };
    free_gap < UNDISTURBED * diameter * (1.0 - SAME)
}

/// Whether the case gives a gap of release below the one from which a falling sphere that starts where this one does is
/// free.
pub fn is_given_free_gap(release: &Release, diameter: f64) -> bool {
    let Start::Prescribed { free_gap, .. } = release.start else { return false };
    free_gap < free_gap_of_fall(release.gap, diameter) * (1.0 - SAME)
}

/// Settles the default time in which a prescribed speed builds up: that of 0.6 D at it.
pub fn settle_ramp(release: &mut Release, diameter: f64) {
    if let Start::Prescribed { speed, ramp, .. } = &mut release.start
        && ramp.is_nan()
    {
        *ramp = (RAMP * diameter / *speed).min(LONGEST_RAMP);
    }
}
