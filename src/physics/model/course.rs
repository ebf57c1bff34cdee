//! How a run goes on and ends.

use super::build;
use super::open_liquid::OpenLiquid;
use crate::film::correlations::legendre;
use crate::problem::{Problem, scales};
use serde::{Deserialize, Serialize};

/// Why a run ended as it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The end time is reached.
    Time,
    /// The apex of the last bounce asked for is reached.
    Bounces,
    /// The sphere rests on the wall.
    Rest,
    /// The sphere settles on its film, without touching the wall.
    Settling,
    /// The sphere rolls or slides steadily down the wall.
    Rolling,
    /// The work against open liquid no longer changes.
    Steady,
    /// The sphere, which nothing pulls to the wall, has left it as far as the container allows.
    FarEnd,
    /// The film alone has stopped the sphere.
    Captured,
    /// The sphere is back at the gap at which it entered the film alone.
    BackAtEntry,
    /// An observer has seen what it waited for.
    Stopped,
}

impl Ending {
    /// Whether the sphere stays at the wall.
    pub fn stays(self) -> bool {
        matches!(self, Self::Rest | Self::Rolling | Self::Settling | Self::Captured)
    }

    /// The ending in words, for a sphere that meets `met`, for example `the wall`.
    pub fn in_words(self, met: &str) -> String {
        match self {
            Self::Time => "end time reached".to_owned(),
            Self::Bounces => "apex of the last bounce reached".to_owned(),
            Self::Rest => format!("at rest on {met}"),
            Self::Settling => format!("settling on its film, without touching {met}"),
            Self::Rolling => format!("rolling or sliding steadily down {met}"),
            Self::Steady => "the force of the liquid is steady".to_owned(),
            Self::FarEnd => format!("the sphere left {met} and reached the far end of the container"),
            Self::Captured => "captured by the film".to_owned(),
            Self::BackAtEntry => "back at the gap of entry".to_owned(),
            Self::Stopped => "stopped by an observer".to_owned(),
        }
    }
}

/// What follows from a problem for the course of a run, besides laws and solvers.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Highest gap that the grid can follow \[m\].
    pub highest_gap: f64,
    /// Whether weight and buoyancy bring the sphere back to the wall.
    pub(super) returns: bool,
    /// Step and steadiness in open liquid; `None` where there is a wall.
    pub open: Option<OpenLiquid>,
    /// End time \[s\].
    pub end_time: Option<f64>,
    /// Kinetic energy of the sphere at the speed expected at the wall \[J\].
    pub(super) energy: f64,
}

impl Course {
    /// Of a problem.
    pub fn of(problem: &Problem) -> Self {
        let open = OpenLiquid::of(problem);
        Self {
            highest_gap: if open.is_some() { f64::INFINITY } else { build::largest_gap(&build::domain(problem)) },
            open,
            returns: problem.comes_to_the_wall(),
            end_time: problem.end_time(),
            energy: 0.5 * problem.immersed().mass() * scales::reference_speed(problem).powi(2),
        }
    }
}

impl Problem {
    /// Simulated time that a run will about take \[s\], for a progress bar; infinite where nothing says.
    pub fn expected_time(&self) -> f64 {
        if !self.surroundings.has_gap() {
            return self.end_time().unwrap_or(f64::INFINITY);
        }
        let speed = scales::reference_speed(self).max(1e-300);
        let fall = self.start.gap / speed;
        let ratio = self.sphere.density / self.liquid.density;
        let weight = self.gravity.abs() * (ratio - 1.0).abs() / (ratio + 0.5);
        let flight = 1.5 * speed / weight.max(1e-300);
        let stokes = self.groups().stokes_modified;
        let restitution = legendre(stokes.max(1e-300)) * self.dry_restitution().unwrap_or(1.0);
        let flights: f64 = (0..self.until.bounces).map(|k| flight * restitution.powi(k as i32 + 1)).sum();
        self.end_time().unwrap_or(f64::INFINITY).min(fall * 1.1 + flights)
    }
}
