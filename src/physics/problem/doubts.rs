//! Doubts about a problem: models beyond their range, and grids that do not resolve.

use super::approach::{UNDISTURBED, is_given_free_gap, is_terminal};
use super::film::THIN;
use super::resolution::MOST_CELLS;
use super::{FilmModel, Hydrodynamics, Problem, Side};
use crate::body::release::{Release, Start};
use crate::contact::{Law, Pair};
use crate::liquid::far_boundary::FarBoundary;
use crate::liquid::lift::LARGEST_REYNOLDS;
use crate::liquid::{FarDrag, HistoryKernel, HistoryWall, Lift};
use crate::quantity::{DIAMETERS, LENGTH, NUMBER, PRESSURE, SPEED};
use crate::remark;
use crate::remark::Remark;
use std::f64::consts::PI;

/// Thinnest film that is still a liquid \[m\]: about ten molecules.
const THINNEST: f64 = 5e-9;

/// Largest Reynolds number at which the wake of a steadily moving sphere is axisymmetric (Natarajan & Acrivos 1993).
pub const AXISYMMETRIC_RE: f64 = 210.0;
/// Reynolds number beyond which the shear layer of a sphere's wake is unstable, and its vortices turbulent (Sakamoto &
/// Haniu 1990, J. Fluids Eng. 112, 386).
const TURBULENT_RE: f64 = 800.0;
/// Cells per diameter that see the wake leave its axis nearly where it does.
pub const WAKE_CELLS: u32 = 48;
/// The same of a held sphere, at which the liquid slips ([`crate::flow::setup::MarkerSpec::steady`]).
const WAKE_CELLS_HELD: u32 = 32;
/// The Reynolds number from which on the wake leaves its axis on cells as fine, and by how much later on half of them:
/// in proportion to the cells, of a held sphere to their third power. From the growth rates on 16 to 48 cells, as
/// `validate wake-onset` has them.
const WAKE_ONSET_RE: [f64; 2] = [216.4, 13.0];
const WAKE_ONSET_RE_HELD: [f64; 2] = [215.3, 23.0];
/// Cells per diameter on which the drag of a flight towards a wall is right to 1 %.
const DRAG_CELLS: f64 = 24.0;
/// Reynolds number beyond which it comes out low by more than 1 to 3 % on 12 to 20 of them.
const COARSE_DRAG_RE: f64 = 40.0;
/// Relative error of the drag in slow flow times the cells between sphere and side: that of a sphere held in no-slip
/// tubes of radius 1 to 2 D on 8 to 24 cells per diameter, beside the exact drag.
const FEW_CELLS_BESIDE: f64 = 0.24;
/// The same times the cells of the sphere's radius: that of a slow approach to a wall on 8 and 16 cells per diameter,
/// beside Brenner's force at 0.2 to 0.5 D.
const FEW_CELLS_ACROSS: f64 = 0.15;
/// The error from which on a case is warned of few cells.
const FELT_CELLS: f64 = 0.03;
/// Reynolds number beyond which the delay of the onset hardly matters.
const STRONG_WAKE_RE: f64 = 400.0;
/// Stokes number below which the film decides the rebound, and a wall force in its place does not.
const FILM_DECIDES: f64 = 30.0;
/// Share of the speed of an approach that its run-up builds up at least: to so much an approach is terminal, too.
const BUILT_UP: f64 = 0.95;
/// Largest pressure of a deforming film over that of the dry impact (Hertz) from which on it is doubted. Liquids with a
/// bulk modulus of 1 GPa that thicken by 5 to 30/GPa stay below 2.5 at St 27 and 152. Incompressible ones lie at 5 to 13
/// at St 27 from 10/GPa on (`wetbounce film cases/gondret-st27.toml --gap "0.01 D" --set film.model=ehd --set
/// film.piezoviscosity="10 1/GPa"`).
const OF_HERTZ: f64 = 3.0;
/// An approach below this many diameters is short.
const SHORT_DIAMETERS: f64 = 4.0;
/// Share that a boundary of the liquid adds to the drag from which on a case is warned of it.
const FELT_BOUNDARY: f64 = 0.015;

impl Problem {
    /// What makes the results doubtful before anything is computed, in sentences.
    pub fn doubts(&self) -> Vec<Remark> {
        let of_place = if self.surroundings.has_gap() {
            vec![
                self.approach_warning(),
                self.speed_warning(),
                self.built_up_warning(),
                self.held_warning(),
                self.below_film_warning(),
                self.smallest_gap_warning(),
                self.idle_warning(),
                self.cutoff_warning(),
                self.nucleus_warning(),
                self.layer_warning(),
                self.coarse_warning(),
                self.threshold_warning(),
                self.wall_force_warning(),
                self.lift_warning(),
            ]
        } else {
            vec![self.symmetry_warning(), self.layer_warning()]
        };
        let of_all = [self.wake_warning(), self.onset_warning(), self.drag_warning(), self.cells_warning()];
        let of_wall = self.impact_on_wall().map(|impact| impact.doubts()).unwrap_or_default();
        of_all.into_iter().chain(of_place).flatten().chain(self.boundary_warnings()).chain(of_wall).collect()
    }

    /// The dry restitution in words, where it is that of a problem which says nothing of its contact.
    pub fn default_restitution(&self) -> Option<Remark> {
        default_restitution(&self.contact, &self.pair().ok()?, self.impact_speed())
    }

    /// Where the largest `pressure` \[Pa\] of a deforming film, after an impact at `speed` [m/s], is that of a liquid
    /// that thickens and is not compressed.
    pub fn film_pressure_warning(&self, pressure: f64, speed: f64) -> Option<Remark> {
        let FilmModel::Ehd { piezoviscosity, bulk_modulus, .. } = self.film.model else { return None };
        let hertz = self.elastic_impact(speed).peak_pressure(self.effective_modulus());
        (piezoviscosity > 0.0 && bulk_modulus.is_none() && pressure > OF_HERTZ * hertz).then(|| {
            remark!(
                Warning,
                "incompressible-film",
                "the largest pressure of the film, {}, is {:.1} times that of a dry impact, {}, as the liquid thickens and is not compressed: the solids lose \
                 too much; give film.bulk_modulus",
                PRESSURE.brief(pressure),
                pressure / hertz,
                PRESSURE.brief(hertz)
            )
        })
    }

    /// The Reynolds number of the wake: 0 where the sphere moves to and fro by less than its diameter, and leaves no
    /// wake.
    fn wake_reynolds(&self) -> f64 {
        let stroke = self.start.start.frequency().map(|frequency| self.approach_speed() / (PI * frequency));
        let leaves = stroke.is_none_or(|stroke| stroke >= self.sphere.diameter);
        if leaves { self.fastest_reynolds() } else { 0.0 }
    }

    /// Where a steady wake would leave the axis, which the flow computed cannot.
    fn wake_warning(&self) -> Option<Remark> {
        let reynolds = self.wake_reynolds();
        let above = reynolds > AXISYMMETRIC_RE && self.hydrodynamics.computes_flow();
        let instead = match (reynolds > TURBULENT_RE, self.resolution.is_axisymmetric()) {
            (true, _) => format!("turbulent above {TURBULENT_RE}, which no grid of this program resolves"),
            (false, true) => {
                "computed as if it were: resolution.azimuthal_modes = 4 computes it in three dimensions".to_owned()
            }
            (false, false) => return None,
        };
        above.then(|| {
            remark!(
                Warning,
                "axisymmetric-wake",
                "at Re = {}, above {AXISYMMETRIC_RE}, the wake of a steadily moving sphere is not axisymmetric; it is {instead}",
                NUMBER.brief(reynolds)
            )
        })
    }

    /// Where a wake that may be three-dimensional has nothing to become so from.
    fn symmetry_warning(&self) -> Option<Remark> {
        let Release { perturbation, spin, .. } = self.start;
        let symmetric = perturbation == 0.0 && spin == [0.0; 3] && self.start.start.has_wake();
        let reynolds = self.wake_reynolds();
        (symmetric && reynolds > AXISYMMETRIC_RE && !self.resolution.is_axisymmetric()).then(|| {
            remark!(
                Warning,
                "nothing-breaks-the-symmetry",
                "nothing breaks the symmetry of the wake, so it stays axisymmetric: release.perturbation = 0.1 does"
            )
        })
    }

    /// Where the grid keeps a wake too close to its axis: its first instability comes late on coarse grids.
    fn onset_warning(&self) -> Option<Remark> {
        let (reynolds, cells) = (self.wake_reynolds(), self.resolution.cells_per_diameter);
        let (fine, late, power) = match self.start.start.has_wake() {
            true => (WAKE_CELLS_HELD, WAKE_ONSET_RE_HELD, 3),
            false => (WAKE_CELLS, WAKE_ONSET_RE, 1),
        };
        let coarseness = (f64::from(fine) / f64::from(cells)).powi(power);
        let onset = late[0] + late[1] * (coarseness - 1.0) / (2.0_f64.powi(power) - 1.0);
        let weak = (AXISYMMETRIC_RE..STRONG_WAKE_RE).contains(&reynolds) && cells < fine;
        (weak && !self.resolution.is_axisymmetric() && self.hydrodynamics.computes_flow()).then(|| {
            remark!(
                Warning,
                "late-wake-onset",
                "near Re = {AXISYMMETRIC_RE}, where a sphere's wake leaves its axis, {cells} cells per diameter are few: here it does so from \
                 Re = {onset:.0} on, and the lateral force is too small beyond; resolution.cells_per_diameter = {WAKE_CELLS} is better"
            )
        })
    }

    /// Where the wake has no way to develop on.
    fn approach_warning(&self) -> Option<Remark> {
        let length = self.start.first_gap() / self.sphere.diameter;
        let driven = matches!(self.start.start, Start::Prescribed { .. });
        (driven && length < SHORT_DIAMETERS && self.hydrodynamics.is_more_than_film()).then(|| {
            remark!(
                Warning,
                "short-approach",
                "the approach of {length:.2} D, with its run-up, is shorter than {SHORT_DIAMETERS} D: the wake may not have developed, and the rebound \
                 comes out too high"
            )
        })
    }

    /// Where the liquid ends so near that its boundary changes the drag: one statement for all surroundings.
    fn boundary_warnings(&self) -> Vec<Remark> {
        let theory = match self.hydrodynamics {
            Hydrodynamics::Film => return Vec::new(),
            Hydrodynamics::Theory if self.vessel.side == Side::Wide => return Vec::new(),
            hydrodynamics => hydrodynamics == Hydrodynamics::Theory,
        };
        let (diameter, reynolds) = (self.sphere.diameter, self.unsteady_reynolds());
        let height = self.shielding_height();
        let found = |boundary: FarBoundary, length: f64| {
            let distance = length / diameter;
            let excess = boundary.excess_drag(distance, reynolds, height);
            let enough = boundary.far_enough(FELT_BOUNDARY, reynolds, height);
            (excess > FELT_BOUNDARY).then_some([distance, 100.0 * excess, enough])
        };
        let side = if self.vessel.side == Side::NoSlip { FarBoundary::NoSlipSide } else { FarBoundary::FreeSlipSide };
        let (felt, shown) = (100.0 * FELT_BOUNDARY, NUMBER.brief(reynolds));
        let side = found(side, self.vessel.reach()).map(|[distance, excess, enough]| match theory {
            true => remark!(
                Warning,
                "side-unknown-to-theory",
                "theory does not know the container's side, {distance:.2} D from the axis, which would add about {excess:.1} % to the drag at \
                 Re = {shown}; hydrodynamics = \"resolved\" knows it"
            ),
            false => remark!(
                Warning,
                "side-near",
                "the side of the liquid, {distance:.2} D from the axis, adds about {excess:.1} % to the drag at Re = {shown}, which the terminal \
                 speed expected does not know; with container.radius = \"{} D\" it adds less than {felt} %",
                (enough * self.vessel.radius / self.vessel.reach()).ceil()
            ),
        });
        let open = !self.surroundings.has_gap();
        let ahead = found(FarBoundary::EndAhead, self.start.gap + self.sphere.radius()).filter(|_| open);
        let behind = found(FarBoundary::EndBehind, self.behind() + self.sphere.radius()).filter(|_| open);
        let end = |found: Option<[f64; 3]>, place: &str, instead: &dyn Fn(f64) -> String| {
            found.map(|[distance, excess, enough]| {
                remark!(
                    Warning,
                    "end-near",
                    "the liquid ends {distance:.2} D {place} the sphere's centre, which adds about {excess:.1} % to the drag at Re = {shown}; \
                     with {} it adds less than {felt} %",
                    instead(enough)
                )
            })
        };
        let before = self.start.gap / diameter;
        let ahead = end(ahead, "ahead of", &|enough| {
            format!("release.gap = \"{enough} D\", and container.height as much larger,")
        });
        let behind =
            end(behind, "behind", &|enough| format!("container.height = \"{} D\"", (before + 1.0 + enough).ceil()));
        [side, ahead, behind].into_iter().flatten().collect()
    }

    /// The Reynolds number by which a boundary is shielded: that of the fastest motion, or D over the depth √(2ν/ω) to
    /// which an oscillation is felt, if that is more.
    fn unsteady_reynolds(&self) -> f64 {
        let depth = |frequency: f64| (self.liquid.kinematic_viscosity() / (PI * frequency)).sqrt();
        let shaken = self.start.start.frequency().map_or(0.0, |frequency| self.sphere.diameter / depth(frequency));
        self.fastest_reynolds().max(shaken)
    }

    /// How high above a body that shields it the sphere's centre is where it begins to move by itself, in diameters;
    /// infinite without one.
    fn shielding_height(&self) -> f64 {
        let shields = self.surroundings.has_gap() && (self.surroundings.stands() || self.surroundings.is_halved());
        let gap = if self.comes_to_the_wall() { self.start.free_gap() } else { self.highest_gap() };
        if shields { gap / self.sphere.diameter + 0.5 } else { f64::INFINITY }
    }

    /// By how much the approach speed is not the terminal one.
    fn speed_warning(&self) -> Option<Remark> {
        let (speed, terminal) = (self.start.start.speed()?, self.terminal_speed());
        let excess = speed / terminal - 1.0;
        let Start::Prescribed { free_gap, .. } = self.start.start else { return None };
        (self.hydrodynamics.is_more_than_film() && terminal > 0.0 && !is_terminal(speed, terminal, 0.0)).then(|| {
            let side = if excess > 0.0 { "above" } else { "below" };
            remark!(
                Warning,
                "driven-approach",
                "the approach speed is {:.0} % {side} the terminal speed expected ({}): the sphere is driven, down \
                 to a gap of {:.2} D",
                100.0 * excess.abs(),
                SPEED.brief(terminal),
                free_gap / self.sphere.diameter
            )
        })
    }

    /// Where the run-up is too short for the speed of the approach.
    fn built_up_warning(&self) -> Option<Remark> {
        let (speed, along) = (self.start.start.speed()?, self.start.along_normal());
        let reached = speed * along.built_up_speed()? / along.start.speed()?;
        (self.hydrodynamics.is_more_than_film() && reached < BUILT_UP * speed).then(|| {
            remark!(
                Warning,
                "speed-not-built-up",
                "the sphere is let go at {}, and release.speed is {}: the way before is too short for release.ramp; a shorter release.ramp or a \
                 longer release.run_up reaches it",
                SPEED.brief(reached),
                SPEED.brief(speed)
            )
        })
    }

    /// Where a sphere is held at its terminal speed so near to the wall that a falling one would be slowed.
    fn held_warning(&self) -> Option<Remark> {
        let held = self.hydrodynamics.is_more_than_film() && self.is_led_as_it_falls() && !self.is_a_fall();
        let low = self.start.gap <= UNDISTURBED * self.sphere.diameter;
        let [why, instead] = match (is_given_free_gap(&self.start, self.sphere.diameter), low) {
            (true, false) => ["as release.free_gap says", "without release.free_gap"],
            (true, true) => ["as release.free_gap says", "with a higher release.gap, and without release.free_gap,"],
            (false, _) => ["as release.gap is no higher", "with a higher release.gap"],
        };
        held.then(|| {
            remark!(
                Warning,
                "held-to-the-wall",
                "the sphere is held at its terminal speed down to a gap of {}, {why}: this is not a fall, \
                 which the wall slows; {instead} the sphere is free from {UNDISTURBED} D on",
                LENGTH.brief(self.start.free_gap())
            )
        })
    }

    /// Where the sphere is let go below the end of its film.
    fn below_film_warning(&self) -> Option<Remark> {
        let gap = self.start.free_gap();
        let (sphere, _) = self.surroundings.film_of(self.immersed());
        let end = self.film_cutoff().ok()??.length(&sphere, self.closing_speed());
        (gap < end).then(|| {
            remark!(
                Warning,
                "let-go-below-the-film",
                "the sphere is let go at a gap of {}, below {}, where its film ends: no film acts on it on the way to {}",
                LENGTH.brief(gap),
                LENGTH.brief(end),
                self.surroundings.met_in_words()
            )
        })
    }

    /// Where the geometry of the flow comes to rest while the film is still thick.
    fn smallest_gap_warning(&self) -> Option<Remark> {
        let [smallest, followed] = [1.0, 2.0].map(|times| times * self.resolution.smallest_gap);
        (self.hydrodynamics.computes_flow() && followed > THIN).then(|| {
            remark!(
                Warning,
                "film-below-a-coarse-gap",
                "resolution.smallest_gap = {}: from {} on the film's model stands for the flow. Lubrication theory is for gaps small against the \
                 radius, below {}, and the rebound may be wrong: resolution.smallest_gap of at most {}",
                DIAMETERS.brief(smallest),
                DIAMETERS.brief(followed),
                DIAMETERS.brief(THIN),
                DIAMETERS.brief(0.5 * THIN)
            )
        })
    }

    /// Where the lift of a settled flow is asked for beyond its range.
    fn lift_warning(&self) -> Option<Remark> {
        let speed = self.start.start.speed()? * self.start.angle.to_radians().sin().abs();
        let reynolds = self.immersed().reynolds(speed);
        let acts = self.theory.lift == Lift::Settled && self.hydrodynamics != Hydrodynamics::Resolved;
        (acts && reynolds > LARGEST_REYNOLDS).then(|| {
            remark!(
                Warning,
                "lift-beyond-range",
                "at Re = {} along the wall theory.lift = \"settled\" is beyond its range, {LARGEST_REYNOLDS:.0}, and an \
                 impact leaves the flow no time to settle",
                NUMBER.brief(reynolds)
            )
        })
    }

    /// Where theory's drag far from the wall is beyond its range.
    fn drag_warning(&self) -> Option<Remark> {
        let (drag, reynolds) = (self.theory.drag.far, self.fastest_reynolds());
        let acts = self.hydrodynamics.uses_theory();
        let widest = FarDrag::CliftGraceWeber;
        (acts && reynolds > drag.largest_reynolds()).then(|| {
            let instead = match reynolds <= widest.largest_reynolds() {
                true => format!("\"{widest}\" holds up to the drag crisis"),
                false => format!("no law here holds beyond the drag crisis, Re = {:.0}", widest.largest_reynolds()),
            };
            remark!(
                Warning,
                "drag-beyond-range",
                "at Re = {} theory.drag = \"{drag}\" is beyond its range, {:.0}; {instead}",
                NUMBER.brief(reynolds),
                drag.largest_reynolds()
            )
        })
    }

    /// Where a choice of the case takes the effect of another key away.
    fn idle_warning(&self) -> Option<Remark> {
        let Self { film, theory, .. } = self;
        let nucleus = film.nucleus.filter(|nucleus| film.tension.is_none() && *nucleus > 0.0).map(|nucleus| {
            format!("film.nucleus = {} has no effect, as film.cavitation = false", LENGTH.brief(nucleus))
        });
        let HistoryWall { law, exponent } = theory.history_wall;
        let given = [("history_wall", law.is_some()), ("history_exponent", exponent.is_some())];
        let without = theory.history == HistoryKernel::None && self.hydrodynamics.uses_theory();
        let history = given
            .into_iter()
            .filter(|(_, given)| without && *given)
            .map(|(key, _)| format!("theory.{key} has no effect, as theory.history = \"none\""));
        let idle: Vec<String> = nucleus.into_iter().chain(history).collect();
        (!idle.is_empty()).then(|| remark!(Warning, "idle-key", "{}", idle.join("; ")))
    }

    /// Where the film would end at less than a few molecules.
    fn cutoff_warning(&self) -> Option<Remark> {
        let speed = self.approach_speed();
        let length = self.film_cutoff().ok()??.length(&self.immersed(), speed);
        (speed > 0.0 && length < THINNEST).then(|| {
            remark!(
                Warning,
                "film-of-molecules",
                "the film would end at {:.1} nm, less than ten molecules: real surfaces are rougher, set film.roughness",
                1e9 * length
            )
        })
    }

    /// Where a size of nuclei decides whether the film tears.
    fn nucleus_warning(&self) -> Option<Remark> {
        let (_, nucleus) = self.film.rupture().filter(|(_, nucleus)| *nucleus > 0.0)?;
        let speed = self.impact_speed();
        (speed > 0.0).then(|| {
            remark!(
                Warning,
                "nucleus-decides",
                "film.nucleus = {} decides whether the film tears: a hypothesis without a measured size. A sphere that leaves as fast as it comes, at \
                 {}, has a region under tension of {}",
                LENGTH.brief(nucleus),
                SPEED.brief(speed),
                LENGTH.brief(self.tension_gap(speed).unwrap_or(0.0))
            )
        })
    }

    /// Thickness of the film at the edge of its region under more tension than it bears, where the gap opens at `speed`
    /// [m/s] \[m\];
    /// `None` of a film that never breaks.
    pub fn tension_gap(&self, speed: f64) -> Option<f64> {
        let (sphere, _) = self.surroundings.film_of(self.immersed());
        Some(self.film.cavitation_limit().ok()??.onset_gap(&sphere, speed))
    }

    /// Why the threshold of a wall force cannot stop the sphere; `None` if it can.
    pub fn threshold_warning(&self) -> Option<Remark> {
        let Law::Li(law) = &self.contact else { return None };
        let least = self.smallest_threshold(law).filter(|least| law.threshold < *least)?;
        Some(remark!(
            Warning,
            "threshold-too-low",
            "law `li` stops the sphere before the gap closes only if contact.threshold is at least {} (it is \
             {}): unless the film stops it, the sphere passes through the wall",
            DIAMETERS.brief(least),
            DIAMETERS.brief(law.threshold)
        ))
    }

    /// Where the wall force `li` stands in the place of the film that decides.
    fn wall_force_warning(&self) -> Option<Remark> {
        let Law::Li(law) = &self.contact else { return None };
        (self.groups().stokes < FILM_DECIDES).then(|| {
            remark!(
                Warning,
                "wall-force-for-a-film",
                "below St = {FILM_DECIDES} the film decides the rebound, and law `li` pushes the sphere back from {}, above the \
                 thinnest film: the rebound is too high, and there is one where no sphere rebounds",
                DIAMETERS.brief(law.threshold)
            )
        })
    }

    /// Where radial cells over the sphere's poles, fine for the film, are far narrower than high; and where a wake
    /// meets a sphere on cells that are too large for its boundary layer (two led in line on 12 to 32 cells, see the
    /// book's page on pairs). The apex is that of `validate gondret-refinement`, on 16 and on 48 cells.
    fn coarse_warning(&self) -> Option<Remark> {
        let (reynolds, cells) = (self.fastest_reynolds(), f64::from(self.resolution.cells_per_diameter));
        let [in_a_wake, up_to] = match self.surroundings.second() {
            Some(_) => ["; in the wake of another sphere high, 1 D behind it at Re 100 by 6 %", "100"],
            None => ["", "200"],
        };
        let resolved = reynolds.sqrt() <= DRAG_CELLS;
        (self.hydrodynamics.computes_flow() && reynolds > COARSE_DRAG_RE && cells < DRAG_CELLS && resolved).then(|| {
            remark!(
                Warning,
                "coarse-for-drag",
                "at Re = {} on {cells} cells per diameter the drag of the flight comes out low (above a wall, on 16 cells, by \
                 2, 4 and 7 % at Re 98, 196 and 380{in_a_wake}), and the first apex high (by 6 % at St 152, Re 164; not compared elsewhere): \
                 resolution.cells_per_diameter = {DRAG_CELLS} keeps the drag within 1 % up to Re {up_to}",
                NUMBER.brief(reynolds)
            )
        })
    }

    /// Where the narrowest length that slow flow varies over, the sphere's radius or the gap to the side, is a few
    /// cells wide.
    fn cells_warning(&self) -> Option<Remark> {
        let cells = f64::from(self.resolution.cells_per_diameter);
        let beside = cells * (self.vessel.reach() / self.sphere.diameter - 0.5);
        let side = ("gap between sphere and side", beside, FEW_CELLS_BESIDE / beside);
        let radius = ("radius of the sphere", 0.5 * cells, FEW_CELLS_ACROSS / (0.5 * cells));
        let (length, wide, error) = if side.2 > radius.2 { side } else { radius };
        let enough = (cells * error / FELT_CELLS).ceil();
        let instead = match enough <= f64::from(MOST_CELLS) {
            true => format!("resolution.cells_per_diameter = {enough} keeps this within {:.0} %", 100.0 * FELT_CELLS),
            false => {
                format!("no grid keeps this within {:.0} %, as {MOST_CELLS} cells are the most", 100.0 * FELT_CELLS)
            }
        };
        (self.hydrodynamics.computes_flow() && error > FELT_CELLS).then(|| {
            remark!(
                Warning,
                "few-cells",
                "on {cells} cells per diameter the {length} is {wide:.1} cells wide: the drag of slow flow may be off by {:.0} %; {instead}",
                100.0 * error
            )
        })
    }

    /// Where the layer of vorticity on the sphere, `D/√Re`, is thinner than a cell, also by its spin.
    fn layer_warning(&self) -> Option<Remark> {
        let reynolds = self.immersed().reynolds(self.fastest_surface_speed());
        let cells = f64::from(self.resolution.cells_per_diameter);
        let thin = reynolds.sqrt().ceil();
        let most = f64::from(MOST_CELLS);
        let instead = match thin <= most {
            true => format!(
                "it is a cell thick from resolution.cells_per_diameter = {thin:.0} on, which takes some {:.1} times as long",
                (thin / cells).powi(3).max(1.0)
            ),
            false => format!(
                "no grid resolves it, as resolution.cells_per_diameter may be at most {most}: hydrodynamics = \"theory\" needs none"
            ),
        };
        (self.hydrodynamics.computes_flow() && reynolds.sqrt() > cells).then(|| {
            remark!(
                Warning,
                "unresolved-layer",
                "at Re = {} the boundary layer, D/sqrt(Re), is {:.2} cells thick: drag, wake and rebound are not \
                 resolved; {instead}",
                NUMBER.brief(reynolds),
                cells / reynolds.sqrt()
            )
        })
    }
}

/// The dry restitution of `pair` at `speed` [m/s] in words, where `law` has that of a case which says nothing of its
/// contact.
pub fn default_restitution(law: &Law, pair: &Pair, speed: f64) -> Option<Remark> {
    let at = |law: &Law| law.normal(pair).ok()?.restitution(speed);
    let own = at(law).filter(|own| at(&Law::default()) == Some(*own))?;
    Some(remark!(
        Assumption,
        "default-restitution",
        "dry restitution {own} at every speed, the default, which is that of hard elastic spheres"
    ))
}
