//! Every experiment that an entry may ask for, with its parameters, and the quantities that it measures.

use super::added_mass::{LiquidInertia, held_or_moving};
use super::approach::Approach;
use super::basset::BassetDrop;
use super::case_run::{CaseRun, Levels};
use super::cost::Cost;
use super::curve::Curve;
use super::density_ratio::Start;
use super::drag::TowedSphere;
use super::dry::DryBounce;
use super::film_hand_over::HandOver;
use super::free_fall::FreeFall;
use super::independence::Independence;
use super::manufactured_modes::ManufacturedModes;
use super::measured::{Measured, Results};
use super::oblique_liquid::{DryLimit, NormalImpact, ObliqueAngles};
use super::oscillating::Oscillating;
use super::sphere_wake::{SphereWake, WakeOnset};
use super::wall_parallel::{ParallelDrag, WallParallel};
use super::{
    closed_forms, conservation, determinism, dry_impact, film_alone, film_orders, film_table, luding_impact,
    manufactured, oblique_impact, theory_drop, tube, wall_force,
};
use crate::analysis::convergence::power_law;
use serde::Deserialize;
use std::path::Path;

/// What is done, with its parameters; the key `kind` chooses.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Experiment {
    /// A case, run into its own directory.
    Case(CaseRun),
    /// A case at several resolutions or steps: how its results change with them.
    Refinement(Levels),
    /// A case over the Stokes number.
    Curve(Curve),
    /// Drag of a sphere in a stream at one Reynolds number.
    Drag {
        /// `Re = U D/ν`.
        reynolds: f64,
        /// Cells per diameter, coarse to fine; an order is found from three or more.
        cells_per_diameter: Vec<u32>,
        /// The grid on which the domain is doubled.
        doubled: Option<u32>,
    },
    /// Stokes drag of a sphere that approaches a wall.
    Approach {
        /// Gaps over diameter.
        gaps: Vec<f64>,
    },
    /// Stokes drag and torque of a sphere that moves along a wall or spins beside it.
    WallParallel {
        /// Gaps over radius.
        gaps: Vec<f64>,
        /// Cells per diameter.
        cells_per_diameter: u32,
        /// Smallest gap of the grid over diameter.
        smallest_gap: f64,
    },
    /// The wake of a sphere in a stream, in three dimensions.
    SphereWake(SphereWake),
    /// Onset of its asymmetry.
    WakeOnset(WakeOnset),
    /// Force on an oscillating sphere in creeping flow.
    Oscillating(Oscillating),
    /// A sphere that falls freely with its wake in three dimensions.
    FreeFall(FreeFall),
    /// Stokes drag on the axis of a tube.
    Tube {
        /// Sphere radius over tube radius.
        ratios: Vec<f64>,
        /// Cells per diameter.
        cells_per_diameter: u32,
    },
    /// Added mass and history force from impulsive starts.
    AddedMass {
        /// Gaps over diameter.
        gaps: Vec<f64>,
        /// Cells per diameter.
        cells_per_diameter: u32,
    },
    /// The same acceleration of sphere or of liquid.
    HeldOrMoving {
        /// Cells per diameter.
        cells_per_diameter: u32,
    },
    /// A sphere released from rest in creeping flow.
    Basset {
        /// Density ratios.
        density_ratios: Vec<f64>,
    },
    /// Order of accuracy against a manufactured solution.
    Manufactured {
        /// Cells in each direction, coarse to fine.
        cells: Vec<usize>,
        /// Steps, few to many.
        steps: Vec<usize>,
    },
    /// The same in three dimensions.
    ManufacturedModes {
        /// Cells in each direction, two numbers.
        cells: [usize; 2],
    },
    /// Dry normal impacts against closed forms.
    Impact,
    /// The elastic–plastic–adhesive contact against closed forms.
    Luding,
    /// Oblique impacts with friction and spin.
    Oblique,
    /// Oblique impacts of the coupled solver in a thin gas.
    DryLimit(DryLimit),
    /// Oblique impacts in liquid over the angle of incidence.
    ObliqueAngles(ObliqueAngles),
    /// A normal impact with and without azimuthal modes.
    NormalImpact(NormalImpact),
    /// The exponential wall force: what it does with the energy.
    WallForce,
    /// The elastic film alone against closed forms.
    Film,
    /// The elastic film alone against an independent discretisation.
    FilmTable,
    /// Orders and ledgers of the elastic film.
    FilmOrders,
    /// The elastic film beneath the flow for several smallest gaps of the grid.
    FilmHandOver(HandOver),
    /// Cases under numbers that are of the method.
    Independence(Independence),
    /// The laws of the liquid forces against their exact values.
    ClosedForms,
    /// Theory alone against exact solutions.
    Theory {
        /// Density ratios of the drops.
        density_ratios: Vec<f64>,
    },
    /// Uniform flow on moving cells, divergence and mass balance of a fall.
    Conservation,
    /// A dry bounce in the coupled solver's own equation.
    Dry {
        /// Restitutions put in.
        restitutions: Vec<f64>,
        /// Steps per contact.
        steps_per_contact: u32,
    },
    /// Releases from rest at several density ratios.
    DensityRatio {
        /// `ρ_p/ρ_l`.
        density_ratios: Vec<f64>,
    },
    /// The same case twice, on one thread and on two.
    Determinism(CaseRun),
    /// What runs cost, on one thread.
    Cost(Cost),
}

impl Experiment {
    /// Whether it measures times, which other experiments at the same time would spoil, or takes every core itself.
    pub fn runs_alone(&self) -> bool {
        matches!(self, Self::Cost(_) | Self::Curve(_))
    }

    /// What it is about, for the sections of the report.
    pub fn subject(&self) -> &'static str {
        match self {
            Self::Case(_) | Self::Refinement(_) => "Measured bounces and falls",
            Self::Curve(_) => "Restitution over the Stokes number",
            Self::Drag { .. } | Self::SphereWake(_) | Self::WakeOnset(_) | Self::FreeFall(_) => {
                "Drag, wakes and free fall"
            }
            Self::Approach { .. } | Self::WallParallel { .. } | Self::Tube { .. } => "Creeping flow near walls",
            Self::Oscillating(_) | Self::AddedMass { .. } | Self::HeldOrMoving { .. } | Self::Basset { .. } => {
                "Inertia of the liquid"
            }
            Self::Manufactured { .. } | Self::ManufacturedModes { .. } | Self::Conservation => "Orders and balances",
            Self::DensityRatio { .. } | Self::Determinism(_) => "Orders and balances",
            Self::Impact | Self::Luding | Self::Oblique | Self::WallForce | Self::Dry { .. } => "Solid contact",
            Self::DryLimit(_) | Self::ObliqueAngles(_) | Self::NormalImpact(_) => "Solid contact",
            Self::Film | Self::FilmTable | Self::FilmOrders | Self::FilmHandOver(_) => "The elastic film",
            Self::Independence(_) => "Independence of the method's numbers",
            Self::ClosedForms | Self::Theory { .. } => "Theory of the liquid's forces",
            Self::Cost(_) => "Cost",
        }
    }

    /// Does it. Cases leave their files in `directory`.
    ///
    /// # Errors
    /// A run that fails or a parameter that is refused.
    pub fn measure(&self, directory: &Path) -> Results {
        Ok(match self {
            Self::Case(case) => case.measure(directory)?,
            Self::Refinement(levels) => levels.measure(directory)?,
            Self::Curve(curve) => curve.measure(directory)?,
            Self::Drag { reynolds, cells_per_diameter, doubled } => drag(*reynolds, cells_per_diameter, *doubled)?,
            Self::Approach { gaps } => approach(gaps)?,
            Self::WallParallel { gaps, cells_per_diameter, smallest_gap } => {
                let wall = WallParallel { cells_per_diameter: *cells_per_diameter, smallest_gap: *smallest_gap };
                wall_parallel(&wall, gaps)?
            }
            Self::SphereWake(wake) => wake.measure()?,
            Self::WakeOnset(onset) => onset.measure()?,
            Self::Oscillating(sphere) => sphere.measure()?,
            Self::FreeFall(fall) => fall.measure()?,
            Self::Tube { ratios, cells_per_diameter } => tube_drag(ratios, *cells_per_diameter)?,
            Self::AddedMass { gaps, cells_per_diameter } => added_mass(gaps, *cells_per_diameter)?,
            Self::HeldOrMoving { cells_per_diameter } => {
                let [moving, held] = held_or_moving(*cells_per_diameter, 50.0, 1.0)?;
                vec![Measured::new("force held over moving", "1", held / moving)]
            }
            Self::Basset { density_ratios } => basset(density_ratios)?,
            Self::Manufactured { cells, steps } => orders(cells, steps),
            Self::ManufacturedModes { cells } => orders_of_modes(*cells),
            Self::Impact => dry_impact::measure()?,
            Self::Luding => luding_impact::measure()?,
            Self::Oblique => oblique_impact::measure()?,
            Self::DryLimit(limit) => limit.measure()?,
            Self::ObliqueAngles(angles) => angles.measure()?,
            Self::NormalImpact(impact) => impact.measure()?,
            Self::WallForce => wall_force::measure()?,
            Self::Film => film_alone::measure()?,
            Self::FilmTable => film_table::measure()?,
            Self::FilmOrders => film_orders::measure()?,
            Self::FilmHandOver(film) => film.measure()?,
            Self::Independence(independence) => independence.measure()?,
            Self::ClosedForms => closed_forms::measure()?,
            Self::Theory { density_ratios } => theory_drop::measure(density_ratios)?,
            Self::Conservation => conservation::measure()?,
            Self::Dry { restitutions, steps_per_contact } => dry(restitutions, *steps_per_contact)?,
            Self::DensityRatio { density_ratios } => starts(density_ratios)?,
            Self::Determinism(case) => determinism::measure(&case.case()?)?,
            Self::Cost(cost) => cost.measure(directory)?,
        })
    }
}

fn drag(reynolds: f64, grids: &[u32], doubled: Option<u32>) -> Results {
    let mut measured = Vec::new();
    let (mut sizes, mut values) = (Vec::new(), Vec::new());
    for &cells in grids {
        let towed = TowedSphere::standard(reynolds, cells)?;
        let drag = towed.drag()?;
        measured.push(Measured::new(format!("drag coefficient, D/{cells}"), "1", drag));
        if doubled == Some(cells) {
            let change = (towed.clone().doubled().drag()? / drag - 1.0).abs();
            measured.push(Measured::new("change on doubling domain and way", "1", change));
        }
        if cells == 24 {
            let coarse = towed.with_default_growth().drag()?;
            measured.push(Measured::new("drag coefficient, D/24, default growth", "1", coarse));
        }
        sizes.push(1.0 / f64::from(cells));
        values.push(drag);
    }
    if let [.., before, last] = values[..] {
        measured.push(Measured::new("change on the last refinement", "1", (last / before - 1.0).abs()));
    }
    if let Some(fit) = power_law(&values, &sizes) {
        measured.push(Measured::new("observed order", "1", fit.order));
        measured.push(Measured::new("drag coefficient, extrapolated", "1", fit.limit));
    }
    Ok(measured)
}

fn approach(gaps: &[f64]) -> Results {
    let drag = Approach::default().drag(gaps)?;
    Ok(drag.iter().map(|d| Measured::new(format!("drag factor, h/D = {}", d.gap_over_d), "1", d.factor)).collect())
}

fn wall_parallel(wall: &WallParallel, gaps: &[f64]) -> Results {
    let drag = wall.drag(gaps)?;
    let mut measured = Vec::new();
    for d in &drag {
        let mut add = |what, value| measured.push(Measured::new(format!("{what}, h/a = {}", d.gap_over_a), "1", value));
        add("drag of translation", d.translation_force);
        add("torque of translation", d.translation_torque);
        add("torque of rotation", d.rotation_torque);
    }
    let asymmetry = |d: &ParallelDrag| (d.rotation_force / (4.0 / 3.0 * d.translation_torque) - 1.0).abs();
    let worst = drag.iter().map(asymmetry).fold(0.0, f64::max);
    measured.push(Measured::new("departure from the reciprocal theorem", "1", worst));
    Ok(measured)
}

fn tube_drag(ratios: &[f64], cells: u32) -> Results {
    let drag =
        |&ratio| Ok(Measured::new(format!("drag factor, a/R = {ratio}"), "1", tube::drag_in_tube(ratio, cells)?));
    ratios.iter().map(drag).collect()
}

fn added_mass(gaps: &[f64], cells_per_diameter: u32) -> Results {
    let mut measured = Vec::new();
    for &gap_over_d in gaps {
        let layer = LiquidInertia::new(gap_over_d, cells_per_diameter).extrapolate()?;
        measured.push(Measured::new(format!("added mass, h/D = {gap_over_d}"), "m_l", layer.added_mass));
        measured.push(Measured::new(format!("history factor, h/D = {gap_over_d}"), "1", layer.history));
    }
    let inside = LiquidInertia::new(10.0, 24).measure(0.1)?.inside;
    measured.push(Measured::new("momentum of the liquid inside", "m_l V", inside));
    let worst = LiquidInertia::new(10.0, 24).worst()?;
    measured.push(Measured::new("inertia of thin layers at D/24, largest error", "m_l", worst));
    for film_growth in [1.08, 1.04, 1.02] {
        let near = LiquidInertia { film_growth, ..LiquidInertia::new(0.05, 24) }.measure(0.0025)?.corrected;
        measured.push(Measured::new(format!("inertia at D/24, h/D = 0.05, film_growth = {film_growth}"), "m_l", near));
    }
    Ok(measured)
}

fn basset(density_ratios: &[f64]) -> Results {
    let mut measured = Vec::new();
    for &ratio in density_ratios {
        let curve = BassetDrop::standard(ratio).fall()?;
        let largest = curve.iter().map(|(_, v, exact)| (v - exact).abs()).fold(0.0, f64::max);
        measured.push(Measured::new(format!("largest error of V/V_T, ratio {ratio}"), "1", largest));
        let relative = curve.iter().filter(|(s, ..)| *s >= 0.1).map(|(_, v, exact)| (v / exact - 1.0).abs());
        let relative = relative.fold(0.0, f64::max);
        measured.push(Measured::new(format!("largest relative error after 0.1 a^2/nu, ratio {ratio}"), "1", relative));
    }
    Ok(measured)
}

/// The least of the orders between successive refinements, over both tops and two viscosities.
fn orders(cells: &[usize], steps: &[usize]) -> Vec<Measured> {
    let mut least = [f64::INFINITY; 4];
    for (top_no_slip, viscosity) in [(true, 1.0), (false, 1.0), (true, 0.01), (false, 0.01)] {
        let flow = manufactured::Manufactured { cells: 16, steps: 2, top_no_slip, viscosity };
        let [space, time] = [flow.orders_in_space(cells), flow.orders_in_time(steps)];
        for (least, found) in least.iter_mut().zip([space[0], space[1], time[0], time[1]]) {
            *least = least.min(found);
        }
    }
    let names = ["velocity in space", "pressure in space", "velocity in time", "pressure in time"];
    names.iter().zip(least).map(|(name, order)| Measured::new(format!("order of {name}"), "1", order)).collect()
}

/// The least order over two viscosities.
fn orders_of_modes([coarse, fine]: [usize; 2]) -> Vec<Measured> {
    let orders = [1.0, 0.01]
        .map(|viscosity| ManufacturedModes { cells: coarse, steps: 2, viscosity }.orders_in_space(coarse, fine));
    let least = |part: usize| orders[0][part].min(orders[1][part]);
    ["velocity", "pressure"]
        .iter()
        .enumerate()
        .map(|(part, name)| Measured::new(format!("order of {name} in space"), "1", least(part)))
        .collect()
}

/// The restitution furthest from the one put in, over forty phases of the time step at the touch.
fn dry(restitutions: &[f64], steps_per_contact: u32) -> Results {
    let mut measured = Vec::new();
    for &restitution in restitutions {
        let mut worst = restitution;
        for phase in 0..40 {
            let start = 2e-3 * (1.0 + 0.01 * f64::from(phase));
            let found = DryBounce { restitution, steps_per_contact, speed: 0.585, start }.measure()?;
            if (found - restitution).abs() > (worst - restitution).abs() {
                worst = found;
            }
        }
        measured.push(Measured::new(format!("restitution, {restitution} put in"), "1", worst));
    }
    Ok(measured)
}

fn starts(density_ratios: &[f64]) -> Results {
    let mut measured = Vec::new();
    for &density_ratio in density_ratios {
        let started = Start { density_ratio, cells_per_diameter: 8 }.release()?;
        let mut add =
            |what: &str, value| measured.push(Measured::new(format!("{what}, ratio {density_ratio}"), "1", value));
        add("speed over terminal speed", started.speed);
        add("acceleration over inviscid", started.acceleration);
        add("reversals of the acceleration", started.reversals as f64);
        add("steps", started.steps as f64);
    }
    Ok(measured)
}
