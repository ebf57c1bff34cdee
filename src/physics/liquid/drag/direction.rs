//! The two directions of a motion normal to the wall.

/// Which way the sphere moves: the inertia of the film helps or hinders accordingly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// Towards the wall.
    Approaching,
    /// Away from the wall.
    Receding,
}

impl Heading {
    /// The direction of a velocity [m/s], positive away from the wall; a sphere at rest counts as approaching.
    pub fn of(velocity: f64) -> Self {
        if velocity > 0.0 { Self::Receding } else { Self::Approaching }
    }
}
