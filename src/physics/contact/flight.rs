//! Free flight between contacts: exact parabolas.

use super::collision::System;
use super::kinematics::Bodies;
use nalgebra::Vector3;

/// Time \[s\] to the next touch of bodies that do not overlap; `None` if they never touch.
///
/// Plane: the first root of `g₀ + v t + ½ a t² = 0` with the gap `g₀` above the range of the law. Spheres: that of
/// `|x + v t| = r₁ + r₂`.
pub(super) fn time_to_touch(system: &System, bodies: &Bodies) -> Option<f64> {
    let x = bodies.position[0] - bodies.position[1];
    let v = bodies.velocity[0] - bodies.velocity[1];
    let (n, gap) = system.normal_and_gap(bodies);
    let above = (gap - system.normal.range()).max(0.0);
    if system.pair.is_plane() {
        let fall = -system.relative_gravity.dot(&n);
        return first_root(above, v.dot(&n), fall);
    }
    let closing = -x.dot(&v);
    let squared = v.norm_squared();
    if closing <= 0.0 {
        return None;
    }
    let touching = system.pair.radius[0] + system.pair.radius[1];
    let miss = x.cross(&v).norm_squared();
    let discriminant = touching * touching * squared - miss;
    if discriminant <= 0.0 {
        return None;
    }
    Some(above * (2.0 * touching + above) / (closing + discriminant.sqrt()))
}

/// First time at which `gap + v t − ½ fall t²` becomes zero from above.
fn first_root(gap: f64, v: f64, fall: f64) -> Option<f64> {
    let discriminant = v * v + 2.0 * fall * gap;
    if discriminant < 0.0 || (v >= 0.0 && fall <= 0.0) {
        return None;
    }
    let root = discriminant.sqrt();
    Some(if v > 0.0 {
        (v + root) / fall
    } else if gap == 0.0 {
        0.0
    } else {
        2.0 * gap / (root - v)
    })
}

/// Time \[s\] in which touching bodies that attract each other with the force `pull` \[N\] sink to an overlap of
/// `depth` \[m\].
pub(super) fn time_to_sink(system: &System, bodies: &Bodies, depth: f64, pull: f64) -> f64 {
    let (n, _) = system.normal_and_gap(bodies);
    let closing = -(bodies.velocity[0] - bodies.velocity[1]).dot(&n);
    let fall = pull / system.mass - system.relative_gravity.dot(&n);
    if depth > 0.0 { 2.0 * depth / (closing + (closing * closing + 2.0 * fall * depth).sqrt()) } else { 0.0 }
}

/// The bodies after a flight of given duration \[s\].
pub(super) fn after(system: &System, bodies: &Bodies, duration: f64) -> Bodies {
    pulled(system, bodies, duration, Vector3::zeros())
}

/// The bodies after a flight of given duration \[s\] in which a steady force \[N\] acts on the first, and its opposite
/// on the second.
pub(super) fn pulled(system: &System, bodies: &Bodies, duration: f64, force: Vector3<f64>) -> Bodies {
    let mut next = *bodies;
    for (i, force) in [force, -force].into_iter().enumerate() {
        if system.pair.mass[i].is_finite() {
            let acceleration = system.gravity + force / system.pair.mass[i];
            next.position[i] += duration * (bodies.velocity[i] + 0.5 * duration * acceleration);
            next.velocity[i] += duration * acceleration;
        } else {
            next.position[i] += duration * bodies.velocity[i];
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thrown_sphere_returns_after_twice_its_rise() {
        assert_eq!(first_root(0.0, 2.0, 8.0), Some(0.5));
        assert!((first_root(1.0, 0.0, 2.0).unwrap() - 1.0).abs() < 1e-15);
        assert_eq!(first_root(1.0, 0.5, 0.0), None);
        assert_eq!(first_root(1.0, -2.0, 0.0), Some(0.5));
        assert_eq!(first_root(0.0, -2.0, 0.0), Some(0.0));
    }
}
