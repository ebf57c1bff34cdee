//! Drag of a sphere held in a uniform stream.

use crate::body::constraint::NotConverged;
use crate::body::markers::MarkerSpec;
use crate::flow::budget::largest_divergence;
use crate::flow::stokes::Ends;
use crate::grid::{AxialMap, AxialSpec, RadialGrid, RadialSpec};
use crate::motion::immersed::{ImmersedFlow, ImmersedSetup, NewSpeed, NextLevel};
use std::f64::consts::PI;

/// A sphere of unit diameter towed at unit speed along the axis of a cylinder of liquid at rest, from an impulsive start
/// until its drag is steady. The grid travels with it, so that this is a sphere held in a stream. Lengths in diameters.
///
/// All boundaries are free-slip and far away: the liquid ahead is at rest, and what the wake carries leaves at the end.
/// The growth of the cells away from the sphere is stated at 24 cells per diameter and scaled to other grids, so that the
/// wake is refined like the sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TowedSphere {
    /// `Re = U D/ν`.
    pub reynolds: f64,
    /// Cells per diameter around the sphere.
    pub cells_per_diameter: u32,
    /// Radius of the domain.
    pub radius: f64,
    /// Length of the domain ahead of the sphere.
    pub ahead: f64,
    /// Length of the domain behind the sphere.
    pub behind: f64,
    /// Distance to travel.
    pub travel: f64,
    /// Step over the time in which the stream crosses a cell around the sphere.
    pub courant: f64,
    /// Growth per cell away from the sphere at 24 cells per diameter, in r and in z.
    pub growth: [f64; 2],
}

impl TowedSphere {
    /// The standard set-up at a Reynolds number: a domain so large and a way so long that neither doubling changes the
    /// drag by more than 0.2 %. The blockage falls like the square of the radius at high Reynolds numbers and like its
    /// inverse at low ones, where the Oseen length `D/Re` rules. Where there is a wake, cells grow in r by half of a case's
    /// default: the shear layer beside the sphere asks for it (0.6 % of the drag at Re 200 and 24 cells per diameter).
    pub fn standard(reynolds: f64, cells_per_diameter: u32) -> Self {
        let radius = if reynolds < 10.0 { 60.0 } else { 20.0 };
        let travel = if reynolds < 10.0 { 60.0 } else { 30.0 };
        let growth = if reynolds < 10.0 { [0.06, 0.06] } else { [0.03, 0.06] };
        let (ahead, behind) = (radius, 1.5 * radius);
        Self { reynolds, cells_per_diameter, radius, ahead, behind, travel, courant: 0.4, growth }
    }

    /// The same with everything twice as large as `self` and `travel` twice as long.
    pub fn doubled(self) -> Self {
        Self {
            radius: 2.0 * self.radius,
            ahead: 2.0 * self.ahead,
            behind: 2.0 * self.behind,
            travel: 2.0 * self.travel,
            ..self
        }
    }

    /// The same with the default growth of a case.
    pub fn with_default_growth(self) -> Self {
        Self { growth: [0.06, 0.06], ..self }
    }

    fn flow(&self) -> ImmersedFlow {
        let (cells_per_diameter, largest) = (f64::from(self.cells_per_diameter), 2.0);
        let [in_r, in_z] = self.growth.map(|growth| growth * 24.0 / cells_per_diameter);
        let radial = RadialGrid::graded(&RadialSpec {
            radius: self.radius,
            diameter: 1.0,
            cells_per_diameter,
            smallest_gap: 1.0,
            cells_per_film_radius: 1.0,
            film_growth: in_r,
            far_growth: in_r,
            largest,
        });
        let map = AxialMap::new(AxialSpec {
            height: self.ahead + 1.0 + self.behind,
            diameter: 1.0,
            cells_per_diameter,
            cells_across_film: 1.0,
            smallest_gap: self.ahead,
            largest_gap: self.ahead,
            film_growth: in_z,
            far_growth: in_z,
            largest,
        });
        let setup = ImmersedSetup {
            radial,
            diameter: 1.0,
            markers: MarkerSpec::standard(1.0 / cells_per_diameter),
            viscosity: 1.0 / self.reynolds,
            ends: Ends { bottom_no_slip: false, top_no_slip: false },
            side_no_slip: false,
            tolerance: 1e-8,
        };
        ImmersedFlow::new(setup, map)
    }

    /// Tows the sphere and reports its drag.
    ///
    /// # Errors
    /// [`NotConverged`] where the no-slip condition cannot be met.
    pub fn tow(&self) -> Result<Drag, NotConverged> {
        const SPEED: f64 = -1.0;
        const DYNAMIC: f64 = 0.5 * PI / 4.0;
        let mut flow = self.flow();
        let mut state = flow.at_rest(self.ahead);
        let longest = self.courant / f64::from(self.cells_per_diameter);
        let mut dt = (0.01 * longest).min(0.1 * longest * longest * self.reynolds);
        let (mut time, mut steps, mut late, mut coefficient) = (0.0, 0, None, 0.0);
        while time < self.travel {
            let level = NextLevel { dt, gap: self.ahead, frame_velocity: SPEED, speed: NewSpeed::Known(SPEED) };
            let response = flow.respond(&mut state, level)?;
            let force = response.force();
            response.finish(SPEED);
            time += dt;
            steps += 1;
            coefficient = -force.at_rest / DYNAMIC;
            if time >= 0.9 * self.travel && late.is_none() {
                late = Some(coefficient);
            }
            dt = (1.2 * dt).min(longest);
        }
        let grid = &state.flow.grid_now;
        Ok(Drag {
            coefficient,
            drift: (coefficient / late.unwrap_or(f64::NAN) - 1.0).abs(),
            divergence: largest_divergence(&flow.setup.radial, grid, &state.flow.now),
            cells: grid.len() * flow.setup.radial.len(),
            steps,
        })
    }
}

/// What towing a sphere found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drag {
    /// `Cd = F/(½ρU² πD²/4)`.
    pub coefficient: f64,
    /// Relative change over the last tenth of the way.
    pub drift: f64,
    /// Largest divergence times diameter over speed.
    pub divergence: f64,
    /// Cells of the grid.
    pub cells: usize,
    /// Steps taken.
    pub steps: usize,
}
