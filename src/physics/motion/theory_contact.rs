//! The solid contact as the theory of the motion needs it.

use crate::contact::PassedThrough;

/// A normal contact law between the sphere and the wall.
///
/// Laws of the overlap have `reach` 0: they act below the gap where the film ends, which the motion puts at their
/// zero. Laws that act across a gap (a wall force of finite thickness) have a positive reach and see the gap itself.
pub trait SolidContact {
    /// Gap \[m\] below which the law acts.
    fn reach(&self) -> f64;

    /// How long a dry collision with this speed [m/s] lasts \[s\], roughly.
    fn contact_time(&self, speed: f64) -> f64;

    /// Force on the sphere \[N\], positive away from the wall, at a gap (m, negative for an overlap) and a velocity
    /// (m/s, positive away from the wall). Trial states too: must not remember.
    fn force(&self, gap: f64, velocity: f64) -> f64;

    /// The sphere that the law did not stop, if one at this gap (m, negative for an overlap) has passed its end.
    fn passed(&self, _gap: f64) -> Option<PassedThrough> {
        None
    }

    /// The motion has arrived here: a law with a memory remembers it now. Called in the order of time, at the start of
    /// every collision and after every step in it; the same state may come twice.
    fn advance(&mut self, gap: f64, velocity: f64);

    /// The collision is over: a law with a memory forgets it.
    fn leave(&mut self);
}

impl<C: SolidContact + ?Sized> SolidContact for &mut C {
    fn reach(&self) -> f64 {
        (**self).reach()
    }

    fn contact_time(&self, speed: f64) -> f64 {
        (**self).contact_time(speed)
    }

    fn force(&self, gap: f64, velocity: f64) -> f64 {
        (**self).force(gap, velocity)
    }

    fn passed(&self, gap: f64) -> Option<PassedThrough> {
        (**self).passed(gap)
    }

    fn advance(&mut self, gap: f64, velocity: f64) {
        (**self).advance(gap, velocity);
    }

    fn leave(&mut self) {
        (**self).leave();
    }
}

/// No wall force at all: the sphere stops in the film or passes through the wall.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NoContact;

impl SolidContact for NoContact {
    fn reach(&self) -> f64 {
        0.0
    }

    fn contact_time(&self, _speed: f64) -> f64 {
        1e-3
    }

    fn force(&self, _gap: f64, _velocity: f64) -> f64 {
        0.0
    }

    fn advance(&mut self, _gap: f64, _velocity: f64) {}

    fn leave(&mut self) {}
}
