//! The forces of theory against the gap, for a prescribed approach.
//!
//! The sphere is led towards the wall as the case says (released from rest: at its terminal speed), down to
//! [`CLOSEST`]; or along a measured motion, approach and rebound, as near as the record shows it. The forces of
//! all laws on the way are the rows of `forces.csv` and the lines in the figures, after the figures 4.2
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
use wetbounce_physics::motion::theory_trajectory::{MotionPoint, TheoryTrajectory};
use wetbounce_physics::numerics::hermite::lerp;
use wetbounce_records::statistics::quantile;

/// Gap at which the approach ends, in diameters.
pub const CLOSEST: f64 = 1e-4;

/// The table.
const TABLE: &str = "forces.csv";

/// Columns of a measured motion besides: the time of the case, and the standard errors that the noise of the
/// record makes.
pub(super) const OF_RECORD: [&str; 4] = ["time_s", "gap_sigma_m", "acceleration_sigma_m_s2", "total_sigma_N"];

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

/// One row for each gap, in the order of [`COLUMNS`], falling gap; of a measured motion for each time.
pub type Row = [f64; COLUMNS.len()];

/// The forces at one time of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TheoryForce {
    /// Time of the case \[s\].
    pub time: f64,
    /// The forces.
    pub row: Row,
    /// Of a measured motion: standard errors of gap \[m\], acceleration [m/s²] and total force \[N\].
    pub errors: Option<[f64; 3]>,
}

impl TheoryForce {
    /// The columns [`OF_RECORD`].
    pub(super) fn of_record(&self) -> impl Iterator<Item = f64> {
        self.errors.into_iter().flat_map(|errors| [[self.time].as_slice(), &errors].concat())
    }
}

/// The forces along the approach of a case.
///
/// # Errors
/// A parameter refused, a motion that cannot be computed.
pub fn rows(case: &Case) -> Result<Vec<Row>, RunFailure> {
    Ok(forces(case)?.into_iter().map(|at| at.row).collect())
}

/// As [`rows`], with times, and the errors of a measured motion.
///
/// # Errors
/// As [`rows`].
pub fn forces(case: &Case) -> Result<Vec<TheoryForce>, RunFailure> {
    let laws = build::theory(&case.problem)?;
    let (blend, wall_force) = (case.problem.blend, wall_force(case)?);
    let (motion, lead) = approach(case, &laws)?;
    let is_led = case.problem.start.is_led_by_table();
    let lowest = case.given.led.as_ref().map_or(0.0, |led| led.limit);
    let shown = |state: &MotionPoint, time: f64| match is_led {
        true => time >= lead && state.gap >= lowest,
        false => state.velocity < 0.0 && state.gap <= case.problem.start.gap,
    };
    let mut found = Vec::with_capacity(ROWS_PER_STEP * motion.rows.len());
    for pair in motion.rows.windows(2) {
        for part in 1..=ROWS_PER_STEP {
            let share = part as f64 / ROWS_PER_STEP as f64;
            let time = lerp(pair[0].time, pair[1].time, share);
            let Some((state, history)) = at(&motion, time).filter(|(state, _)| shown(state, time)) else { continue };
            let row = row(&laws, &blend, &wall_force, state, history);
            found.push(TheoryForce { time: time - lead, row, errors: None });
        }
    }
    let Some(led) = &case.given.led else { return Ok(found) };
    let mut drawn: Vec<[Vec<f64>; 3]> = vec![Default::default(); found.len()];
    for draw in &led.draws() {
        let motion = along_table(draw, &laws)?;
        for (force, drawn) in found.iter().zip(&mut drawn) {
            let Some((state, history)) = at(&motion, force.time + draw.lead()) else { continue };
            let row = row(&laws, &blend, &wall_force, state, history);
            for (values, name) in drawn.iter_mut().zip(["gap_m", "acceleration_m_s2", "total_N"]) {
                values.push(row[column(name)]);
            }
        }
    }
    for (force, drawn) in found.iter_mut().zip(drawn) {
        force.errors = Some(drawn.map(standard_error));
    }
    Ok(found)
}

/// Half of what 68 % of drawn values span, as the errors of a bounce are: a few draws that already turn at the
/// wall do not count for more.
fn standard_error(mut drawn: Vec<f64>) -> f64 {
    if drawn.is_empty() {
        return f64::NAN;
    }
    let [low, high] = [0.159, 0.841].map(|share| quantile(&mut drawn, share));
    0.5 * (high - low)
}

/// State and history force at a time of the motion \[s\]; `None` outside.
fn at(motion: &TheoryTrajectory, time: f64) -> Option<(MotionPoint, f64)> {
    let state = motion.at(time)?;
    let after = motion.rows.partition_point(|row| row.time < time).clamp(1, motion.rows.len() - 1);
    let [first, last] = [&motion.rows[after - 1], &motion.rows[after]];
    let share = (time - first.time) / (last.time - first.time);
    Some((state, lerp(first.forces.history, last.forces.history, share)))
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

/// The motion along a table of this release, to its last row.
fn along_table(release: &Release, laws: &Theory) -> Result<TheoryTrajectory, RunFailure> {
    let end = release.led_for(0.0).unwrap_or(0.0);
    Ok(laws.fall(release, &Stop::at(release.lead() + end), None)?)
}

/// The motion whose forces are shown, and the time in it at which the case begins \[s\].
fn approach(case: &Case, laws: &Theory) -> Result<(TheoryTrajectory, f64), RunFailure> {
    if case.problem.start.is_led_by_table() {
        return Ok((along_table(&case.problem.start, laws)?, case.problem.start.lead()));
    }
    let (diameter, speed) = (case.problem.sphere.diameter, case.problem.approach_speed());
    let (ramp, way) = match case.problem.start.start {
        Start::Prescribed { ramp, run_up, .. } => (ramp, run_up),
        _ => (RAMP * diameter / speed, RUN_UP * diameter),
    };
    let gap = CLOSEST * diameter;
    let run_up = case.problem.start.gap + way - gap;
    let start = Start::Prescribed { speed, free_gap: 0.5 * gap, ramp, run_up };
    let release = Release { start, ..Release::rest(gap) };
    Ok((laws.fall(&release, &Stop::at(release.lead()), None)?, release.lead()))
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
pub fn column(name: &str) -> usize {
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
    let forces = forces(case)?;
    let of_record: &[&str] = if case.given.led.is_some() { &OF_RECORD } else { &[] };
    let mut table = Table::new(COLUMNS.iter().chain(of_record).copied());
    forces.iter().for_each(|at| table.push_numbers(at.row.into_iter().chain(at.of_record())));
    let mut written = vec![directory.join(TABLE)];
    table.write(&written[0])?;
    let unit = displaced_weight(case);
    for drawing in &DRAWINGS {
        let path = directory.join(figure_file(drawing));
        drawing::write(&drawing.figure(approach_of(&forces), unit), &path)?;
        written.push(path);
    }
    Ok(written)
}

/// The first approach of forces: figures show it alone, and the table the rebound as well.
pub fn approach_of(forces: &[TheoryForce]) -> &[TheoryForce] {
    let falls = |at: &TheoryForce| at.row[column("velocity_m_s")] < 0.0;
    let first = forces.iter().position(falls).unwrap_or(0);
    let falling = forces[first..].iter().take_while(|at| falls(at)).count();
    &forces[first..first + falling]
}

/// The outline of the band of two standard errors about a force over the gap.
pub(super) fn band(forces: &[TheoryForce], force: impl Fn(&TheoryForce) -> Option<f64>, unit: f64) -> Vec<(f64, f64)> {
    let side = |sign: f64| {
        let force = &force;
        forces.iter().filter_map(move |at| Some((at.row[0], (force(at)? + sign * 2.0 * at.errors?[2]) / unit)))
    };
    let mut below: Vec<(f64, f64)> = side(-1.0).collect();
    below.reverse();
    side(1.0).chain(below).collect()
}

/// Weight of the displaced liquid \[N\]; without gravity as if it were that of the earth.
pub fn displaced_weight(case: &Case) -> f64 {
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

    fn figure(&self, forces: &[TheoryForce], unit: f64) -> Figure {
        let (widest, logarithmic) = self.gaps;
        let gap = match logarithmic {
            true => Axis::log("Gap ~{h}/~{D}").above(CLOSEST),
            false => Axis::linear("Gap ~{h}/~{D}").above(0.0),
        };
        let mut panel = Panel::new(gap.below(widest), Axis::new(self.axis, self.scale));
        for (number, (name, label)) in self.lines.iter().enumerate() {
            let at = column(name);
            let scale = if name.ends_with("_N") { 1.0 / unit } else { 1.0 };
            let is_shown = |row: &Row| row[0] <= widest && (logarithmic || row[0] >= 0.01);
            let shown: Vec<TheoryForce> = forces.iter().filter(|force| is_shown(&force.row)).copied().collect();
            if *name == "total_N" && shown.iter().any(|at| at.errors.is_some()) {
                let outline = band(&shown, |force| Some(force.row[at]), unit);
                panel.add(Mark::Shape(outline, SeriesStyle::of(number).colour, 0.2));
            }
            let points = shown.iter().map(|force| (force.row[0], scale * force.row[at])).collect();
            let line = Mark::Line(points, SeriesStyle::of(number));
            panel.add_as(line, (!label.is_empty()).then_some(*label));
        }
        Figure::new(COLUMN, 65.0, vec![vec![panel]])
    }
}
