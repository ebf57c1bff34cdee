//! The room that is computed around the sphere, its cells and the end of a run: defaults of what a problem leaves open.
//!
//! | around the sphere | side, and ends | cells |
//! |---|---|---|
//! | a wall | 6 D, 7 D above the start or more where a rebound without loss needs it | as they are |
//! | an image, a second sphere | by the Reynolds number: liquid is disturbed as far as `D/Re` | the largest with the room |
//! | open liquid | so far that twice as far changes a drag by at most 0.2 % (axisymmetric) | growth by the Reynolds number |

use super::approach::{settle_free_gap, settle_ramp, settle_run_up};
use super::doubts::{AXISYMMETRIC_RE, WAKE_CELLS};
use super::resolution::CELLS;
use super::{Film, Hydrodynamics, Liquid, Problem, Resolution, Side, Sphere, Surroundings, Top, Until, Vessel, vessel};
use crate::body::release::Release;
use crate::contact::Law;
use crate::liquid::{Blend, LiquidLaws};

/// Room beyond two spheres at the Reynolds number 1, and its bounds, in diameters of the wider one.
const ROOM: f64 = 200.0;
const ROOMS: [f64; 2] = [20.0, 2000.0];
/// Radius of fine cells over that room, and the largest cell.
const FINE: f64 = 0.25;
const LARGEST: f64 = 0.125;
/// Largest cell beside a wall, and in open liquid, in diameters.
const LARGEST_AT_WALL: f64 = 0.6;
const LARGEST_IN_OPEN: f64 = 2.0;
/// Reynolds number below which the liquid is disturbed farther away than the wake is wide: the Oseen length is `D/Re`.
const CREEPING: f64 = 10.0;
/// Periods of an oscillation.
const PERIODS: f64 = 10.0;

/// Sets `value` where it is left open.
fn settle(value: &mut f64, default: f64) {
    if value.is_nan() {
        *value = default;
    }
}

impl Problem {
    /// A sphere in these surroundings, with every default of a case and what hangs on its motion left open (NaN; 0
    /// cells): the gap and the start, the room, in open liquid the cells. Set the start, and whatever is to differ,
    /// then call [`settled`](Self::settled).
    pub fn open(sphere: Sphere, liquid: Liquid, surroundings: Surroundings) -> Self {
        let (at_wall, in_open) = (surroundings.wall().is_some(), !surroundings.has_gap());
        let mut resolution = Resolution::default();
        if !at_wall {
            resolution.largest_cell = f64::NAN;
        }
        if in_open {
            resolution =
                Resolution { cells_per_diameter: 0, radial_growth: f64::NAN, axial_growth: f64::NAN, ..resolution };
        }
        let side = if in_open { Side::FreeSlip } else { Side::Wide };
        Self {
            sphere,
            liquid,
            gravity: super::GRAVITY,
            surroundings,
            vessel: Vessel {
                radius: f64::NAN,
                height: f64::NAN,
                side,
                top: if at_wall { Top::Closed } else { Top::FreeSurface },
            },
            start: Release::rest(f64::NAN),
            hydrodynamics: Hydrodynamics::default(),
            film: Film::default(),
            contact: Law::default(),
            blend: Blend::default(),
            theory: LiquidLaws::default(),
            resolution,
            until: Until::default(),
        }
    }

    /// The same problem with its defaults in place of what it leaves open.
    pub fn settled(mut self) -> Self {
        let diameter = self.sphere.diameter;
        settle_ramp(&mut self.start, diameter);
        settle_run_up(&mut self.start, Some(self.vessel.height).filter(|height| !height.is_nan()), diameter);
        self.settle_open_liquid();
        self.settle_beside_sphere();
        let terminal = self.surroundings.stands().then(|| self.terminal_speed());
        let aside = self.aside();
        settle_free_gap(&mut self.start, terminal, aside, diameter);
        if self.surroundings.wall().is_some() {
            settle(&mut self.vessel.radius, vessel::RADIUS * diameter);
            if self.vessel.height.is_nan() {
                self.vessel.height = self.default_height();
            }
        }
        self
    }

    /// The room around two spheres, or one and its image.
    fn settle_beside_sphere(&mut self) {
        let Some([first, second]) = self.diameters() else { return };
        let (wider, reynolds) = (first.max(second), self.groups().reynolds.max(1e-9));
        let room = (ROOM / reynolds).clamp(ROOMS[0], ROOMS[1]);
        let height = if self.surroundings.is_halved() { room * wider } else { second + 2.0 * room * wider };
        settle(&mut self.vessel.radius, FINE * room * wider);
        settle(&mut self.vessel.height, self.start.highest_gap() + first + height);
        settle(&mut self.resolution.largest_cell, (LARGEST * room).max(LARGEST_AT_WALL));
    }

    /// The room, the cells and the end of a motion in open liquid.
    fn settle_open_liquid(&mut self) {
        if self.surroundings.has_gap() {
            return;
        }
        let (diameter, axisymmetric) = (self.sphere.diameter, self.resolution.is_axisymmetric());
        let (reynolds, frequency) = (self.groups().reynolds, self.start.start.frequency());
        let [radius, ahead, behind] = match (frequency, axisymmetric) {
            (Some(_), true) => [20.0, 20.0, 20.0],
            (Some(_), false) => [8.0, 7.5, 7.5],
            (None, true) if reynolds < CREEPING => [60.0, 60.0, 90.0],
            (None, true) => [20.0, 20.0, 30.0],
            (None, false) => [12.0, 6.5, 13.5],
        };
        settle(&mut self.start.gap, ahead * diameter);
        settle(&mut self.vessel.radius, radius * diameter);
        settle(&mut self.vessel.height, self.start.gap + (1.0 + behind) * diameter);
        if self.resolution.cells_per_diameter == 0 {
            let leaves_axis = frequency.is_none() && !axisymmetric && reynolds > AXISYMMETRIC_RE;
            self.resolution.cells_per_diameter = if leaves_axis { WAKE_CELLS } else { CELLS };
        }
        // Finer grids grow less, so that the wake is refined, too.
        let finer = f64::from(CELLS) / f64::from(self.resolution.cells_per_diameter);
        let beside = if reynolds < CREEPING { 0.06 } else { 0.03 };
        let [in_r, in_z] = if axisymmetric { [beside * finer, 0.06 * finer] } else { [0.08, 0.05] };
        settle(&mut self.resolution.radial_growth, 1.0 + in_r);
        settle(&mut self.resolution.axial_growth, 1.0 + in_z);
        settle(&mut self.resolution.largest_cell, LARGEST_IN_OPEN);
        if self.end_time().is_none() {
            self.until.periods = frequency.map(|_| PERIODS);
            self.until.travel = frequency.is_none().then(|| self.way_in_open_liquid());
        }
    }

    /// Way of a sphere in open liquid \[m\] after which its run ends by default: 30 D, or 60 D below Re 10; with
    /// azimuthal modes 100 D, of a fall 150 D.
    pub fn way_in_open_liquid(&self) -> f64 {
        let diameters = match self.resolution.is_axisymmetric() {
            true if self.groups().reynolds < CREEPING => 60.0,
            true => 30.0,
            false if self.start.falls() => 150.0,
            false => 100.0,
        };
        diameters * self.sphere.diameter
    }
}
