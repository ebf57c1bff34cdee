//! The forces of theory against the gap, for a prescribed approach.
//!
//! The sphere is led towards the wall as the case says (released from rest: at its terminal speed), down to
//! [`CLOSEST`]; the forces of all laws on the way are the rows of `forces.csv` and the lines in the figures, after the figures 4.2
//! to 4.9 and 4.11 of Li (2010). Forces are positive away from the wall, and over the weight of the displaced liquid
//! `4/3 πa³ρ_l g` in the figures.

use super::failure::RunFailure;
use crate::case::Case;
use crate::output::table::Table;
use crate::output::{drawing, own_file};
use std::path::{Path, PathBuf};
use wetbounce_figures::style::{COLUMN, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Scale};
use wetbounce_physics::body::release::{RAMP, RUN_UP, Release, Start};
use wetbounce_physics::contact::{Law, NormalContact, NormalMemory};
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::liquid::added_mass::mass_and_gradient_force;
use wetbounce_physics::liquid::{Blend, Heading};
use wetbounce_physics::model::build;
use wetbounce_physics::motion::theory::{Stop, Theory};
use wetbounce_physics::motion::theory_trajectory::{MotionPoint, MotionRow, TheoryTrajectory};
use wetbounce_physics::numerics::hermite::lerp;

/// Gap at which the approach ends, in diameters.
pub const CLOSEST: f64 = 1e-4;

/// The table.
const TABLE: &str = "forces.csv";

/// Rows per step of the motion.
const ROWS_PER_STEP: usize = 16;

/// Names of the columns, in order.
pub const COLUMNS: [&str; 19] = [
    "gap_over_d",
    "gap_m",
    "velocity_m_s",
    "acceleration_m_s2",
    "drag_far_N",
    "drag_near_N",
    "drag_N",
    "added_mass_N",
    "history_N",
    "total_N",
    "wall_force_N",
    "phi",
    "lambda",
    "W",
    "dW_by_dgap_over_a",
    "added_mass_coefficient",
    "history_wall_factor",
    "blend_weight",
    "wall_force_shape",
];

/// One row for each gap, in the order of [`COLUMNS`], falling gap.
pub type Row = [f64; COLUMNS.len()];

/// The forces along the approach of a case.
///
/// # Errors
/// A parameter refused, a motion that cannot be computed.
pub fn rows(case: &Case) -> Result<Vec<Row>, RunFailure> {
    let laws = build::theory(&case.problem)?;
    let blend = case.problem.blend;
    let wall_force = wall_force(case)?;
    let motion = approach(case, &laws)?;
    let mut rows = Vec::with_capacity(ROWS_PER_STEP * motion.rows.len());
    for pair in motion.rows.windows(2) {
        let between = |of: fn(&MotionRow) -> f64, share| lerp(of(&pair[0]), of(&pair[1]), share);
        for part in 1..=ROWS_PER_STEP {
            let share = part as f64 / ROWS_PER_STEP as f64;
            let Some(state) = motion.at(between(|row| row.time, share)) else { continue };
            if state.velocity < 0.0 && state.gap <= case.problem.start.gap {
                let history = between(|row| row.forces.history, share);
                rows.push(row(&laws, &blend, &wall_force, state, history));
            }
        }
    }
    Ok(rows)
}

/// The wall force of finite thickness and the memory of an impact at the approach speed.
fn wall_force(case: &Case) -> Result<(NormalContact, NormalMemory), BadParameter> {
    let mut case = case.clone();
    if !matches!(case.problem.contact, Law::Li(_)) {
        case.problem.contact = crate::case::wall_force(&case.problem);
    }
    let impact_speed = case.problem.approach_speed();
    let memory = NormalMemory { inside: true, impact_speed, ..NormalMemory::default() };
    Ok((case.problem.normal_contact()?, memory))
}

fn approach(case: &Case, laws: &Theory) -> Result<TheoryTrajectory, RunFailure> {
    let (diameter, speed) = (case.problem.sphere.diameter, case.problem.approach_speed());
    let (ramp, way) = match case.problem.start.start {
        Start::Prescribed { ramp, run_up, .. } => (ramp, run_up),
        _ => (RAMP * diameter / speed, RUN_UP * diameter),
    };
    let gap = CLOSEST * diameter;
    let run_up = case.problem.start.gap + way - gap;
    let start = Start::Prescribed { speed, free_gap: 0.5 * gap, ramp, run_up };
    let release = Release { start, ..Release::rest(gap) };
    Ok(laws.fall(&release, &Stop::at(release.lead()), None)?)
}

fn row(
    laws: &Theory,
    blend: &Blend,
    (contact, memory): &(NormalContact, NormalMemory),
    MotionPoint { gap, velocity, acceleration }: MotionPoint,
    history: f64,
) -> Row {
    let sphere = &laws.sphere;
    let (delta_star, reynolds) = (gap / sphere.radius, sphere.reynolds(velocity));
    let phi = laws.drag.far.factor(reynolds);
    let lambda = laws.drag.near_factor(delta_star, reynolds, Heading::of(velocity));
    let stokes = -sphere.stokes_coefficient() * velocity;
    let drag = stokes * laws.drag.factor(delta_star, reynolds, Heading::of(velocity));
    let (effect, slope) = laws.added_mass.wall_effect(delta_star);
    let (inertia, gradient) = mass_and_gradient_force(sphere, (effect, slope), velocity);
    let added_mass = gradient - inertia * acceleration;
    let wall_force = contact.force(-gap, -velocity, memory).force;
    let peak = contact.force(0.0, -velocity, memory).force;
    [
        gap / sphere.diameter(),
        gap,
        velocity,
        acceleration,
        stokes * phi,
        stokes * lambda,
        drag,
        added_mass,
        history,
        drag + added_mass + history,
        wall_force,
        phi,
        lambda,
        effect,
        slope,
        laws.added_mass.coefficient(delta_star),
        laws.history_wall.thin(laws.history, delta_star),
        blend.theory_weight(gap / sphere.diameter()),
        wall_force / peak,
    ]
}

/// The place of a column of the table.
pub(super) fn column(name: &str) -> usize {
    COLUMNS.iter().position(|column| *column == name).expect("a column of the table")
}

/// The files that [`write()`] writes, by their place in the directory, and how each begins.
pub fn files() -> impl Iterator<Item = (PathBuf, &'static str)> {
    let figures = DRAWINGS.iter().map(|drawing| (figure_file(drawing), own_file::FIGURE));
    std::iter::once((PathBuf::from(TABLE), "gap_over_d,gap_m,velocity_m_s,acceleration_m_s2,drag_far_N")).chain(figures)
}

fn figure_file(drawing: &Drawing) -> PathBuf {
    Path::new("plots").join(format!("theory-{}.svg", drawing.name))
}

/// Writes `forces.csv` and its figures into a run directory; returns the files.
///
/// # Errors
/// As [`rows`], or a file that cannot be written.
pub fn write(case: &Case, directory: &Path) -> Result<Vec<PathBuf>, RunFailure> {
    let rows = rows(case)?;
    let mut table = Table::new(COLUMNS);
    rows.iter().for_each(|row| table.push_numbers(*row));
    let mut written = vec![directory.join(TABLE)];
    table.write(&written[0])?;
    let unit = displaced_weight(case);
    for drawing in &DRAWINGS {
        let path = directory.join(figure_file(drawing));
        drawing::write(&drawing.figure(&rows, unit), &path)?;
        written.push(path);
    }
    Ok(written)
}

/// Weight of the displaced liquid \[N\]; without gravity as if it were that of the earth.
pub(super) fn displaced_weight(case: &Case) -> f64 {
    let own = case.problem.gravity.abs();
    let gravity = if own > 0.0 { own } else { 9.81 };
    case.problem.immersed().displaced_mass() * gravity
}

/// A figure: columns over the gap.
struct Drawing {
    name: &'static str,
    axis: &'static str,
    /// Columns and their names; forces are drawn over the weight of the displaced liquid.
    lines: &'static [(&'static str, &'static str)],
    scale: Scale,
    /// Largest gap shown, in diameters, and whether the gap is on a logarithmic scale.
    gaps: (f64, bool),
}

const FORCE: &str = "Force ~{F} / (4/3 π~{a}^{3}~{ρ}_{l}~{g})";
const DRAWINGS: [Drawing; 10] = [
    Drawing::force(
        "drag",
        &[("drag_far_N", "far from the wall"), ("drag_near_N", "near the wall"), ("drag_N", "handed over")],
    ),
    Drawing {
        scale: Scale::Symlog { linear: 1.0 },
        gaps: (1.0, true),
        ..Drawing::of("drag-factor", "Drag over Stokes' drag ~{λ}, ~{φ} (1)", &[("lambda", "λ"), ("phi", "φ")])
    },
    Drawing::force("added-mass", &[("added_mass_N", "")]),
    Drawing::of("added-mass-factor", "Added mass over displaced mass ~{W} (1)", &[("W", "")]),
    Drawing::of("added-mass-slope", "Slope of the added mass d~{W}/d~{δ}* (1)", &[("dW_by_dgap_over_a", "")]),
    Drawing::force("history", &[("history_N", "")]),
    Drawing::of("history-factor", "Wall factor of the history of thin layers (1)", &[("history_wall_factor", "")]),
    Drawing::force(
        "total",
        &[("total_N", "theory"), ("drag_N", "drag"), ("added_mass_N", "added mass"), ("history_N", "history")],
    ),
    Drawing::of("blend", "Weight of the near force ~{H} (1)", &[("blend_weight", "")]),
    Drawing {
        gaps: (0.1, true),
        ..Drawing::of("wall-force", "Shape of the wall force ~{F} (1)", &[("wall_force_shape", "")])
    },
];

impl Drawing {
    /// Columns over gaps up to a diameter.
    const fn of(name: &'static str, axis: &'static str, lines: &'static [(&'static str, &'static str)]) -> Self {
        Self { name, axis, lines, scale: Scale::Linear, gaps: (1.0, false) }
    }

    /// The same of forces.
    const fn force(name: &'static str, lines: &'static [(&'static str, &'static str)]) -> Self {
        Self::of(name, FORCE, lines)
    }

    fn figure(&self, rows: &[Row], unit: f64) -> Figure {
        let (widest, logarithmic) = self.gaps;
        let gap = match logarithmic {
            true => Axis::log("Gap ~{h}/~{D}").above(CLOSEST),
            false => Axis::linear("Gap ~{h}/~{D}").above(0.0),
        };
        let mut panel = Panel::new(gap.below(widest), Axis::new(self.axis, self.scale));
        for (number, (name, label)) in self.lines.iter().enumerate() {
            let at = column(name);
            let scale = if name.ends_with("_N") { 1.0 / unit } else { 1.0 };
            let shown = rows.iter().filter(|row| row[0] <= widest && (logarithmic || row[0] >= 0.01));
            let points = shown.map(|row| (row[0], scale * row[at])).collect();
            let line = Mark::Line(points, SeriesStyle::of(number));
            panel.add_as(line, (!label.is_empty()).then_some(*label));
        }
        Figure::new(COLUMN, 65.0, vec![vec![panel]])
    }
}
