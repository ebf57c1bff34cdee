//! Force coefficients of a run in open liquid, or the path of a free fall, from its trajectory into its summary.

use super::quantities as q;
use crate::analysis::fall::{FallingMotion, FreeFall};
use crate::analysis::stream::{HeldSphere, LiquidForce, OscillatingSphere, StreamForce, StreamScale};
use crate::case::{Case, Start, Symmetry};
use crate::output::summary::Summary;
use crate::output::trajectory::Trajectory;
use wetbounce_figures::{Figure, coefficients};
use wetbounce_physics::quantity::{SPEED, SPIN, TIME};
use wetbounce_physics::remark;

/// Relative change of the drag over the last tenth of the way, or of the amplitude over the last period, above which
/// the force is said not to be steady.
const STEADY: f64 = 0.002;
/// Relative change of the speed of a fall from one half of the last third of the way to the other, above which it is
/// said not to be steady.
const FALLS_STEADILY: f64 = 0.005;

/// The forces of the liquid in a trajectory.
fn forces(motion: &Trajectory) -> LiquidForce<'_> {
    let [lateral, torque] = ["liquid_x_N", "torque_liquid_N_m"].map(|name| motion.column(name).unwrap_or_default());
    LiquidForce { time: &motion.time, axial: motion.column("liquid_N").unwrap_or_default(), lateral, torque }
}

/// The coefficients over time, drawn: against D/U, or against the period.
pub(super) fn figure(case: &Case, motion: &Trajectory) -> Figure {
    let forces = forces(motion).in_stream(&StreamScale::of(&case.problem));
    let (time, unit, names) = match case.problem.start.start.frequency() {
        Some(frequency) => ("Time ~{t} in periods", 1.0 / frequency, ["along the axis", "across the axis", "torque"]),
        None => (
            "Time ~{tU}/~{D}",
            case.problem.sphere.diameter / case.problem.approach_speed(),
            ["drag", "lift", "torque"],
        ),
    };
    let of: [fn(&StreamForce) -> f64; 3] = [|force| force.drag, |force| force.lift, |force| force.torque];
    let points = |of: fn(&StreamForce) -> f64| forces.iter().map(|force| (force.time / unit, of(force))).collect();
    let named = names.into_iter().zip(of.map(points));
    coefficients::figure(time, &named.collect::<Vec<_>>())
}

/// Adds coefficients, and a warning where they are not those of a steady state, to the summary of a run in open liquid.
pub(super) fn add(case: &Case, motion: &Trajectory, summary: &mut Summary) {
    if motion.len() < 3 {
        return;
    }
    let scale = StreamScale::of(&case.problem);
    let (found, missing) = match case.problem.start.start {
        Start::Held { speed } => {
            let held = HeldSphere::of(&forces(motion).in_stream(&scale));
            if let Some(held) = &held {
                add_lift_across(&scale, motion, held.from, summary);
            }
            (held.map(|held| of_held(case, &held, speed, summary)), "two steps in the last third of the run")
        }
        Start::Oscillating { frequency, .. } => {
            let angle = case.problem.start.angle;
            let found = OscillatingSphere::of(&forces(motion), &scale, frequency, angle);
            (found.map(|found| of_oscillating(&found, summary)), "two whole periods")
        }
        Start::Falling => {
            let found = FreeFall::of(&falling(motion));
            (found.map(|found| of_falling(case, &found, summary)), "two steps in the last third of the run")
        }
        _ => return,
    };
    if found.is_none() {
        summary.remarks.0.push(remark!(
            Warning,
            "no-coefficients",
            "no coefficients: they need {missing}; a longer run.time, or a smaller resolution.step_factor, gives them"
        ));
    }
}

/// The motion in the trajectory of a free fall.
fn falling(motion: &Trajectory) -> FallingMotion<'_> {
    let [x, y, spin] =
        ["velocity_x_m_s", "velocity_y_m_s", "spin_rad_s"].map(|name| motion.column(name).unwrap_or_default());
    FallingMotion { time: &motion.time, axial: &motion.velocity, lateral: [x, y], spin }
}

/// Without a plane of symmetry: the lift along y, and the mean size of the whole, over the same times.
fn add_lift_across(scale: &StreamScale, motion: &Trajectory, from: f64, summary: &mut Summary) {
    let (Some(x), Some(y)) = (motion.column("liquid_x_N"), motion.column("liquid_y_N")) else { return };
    let rows: Vec<usize> = (1..motion.len()).filter(|&row| motion.time[row] > from).collect();
    let mean =
        |of: &dyn Fn(usize) -> f64| rows.iter().map(|&row| of(row)).sum::<f64>() / rows.len() as f64 / scale.force();
    summary.extra.extend([q::LIFT_Y.is(mean(&|row| y[row])), q::LIFT_SIZE.is(mean(&|row| x[row].hypot(y[row])))]);
}

fn of_held(case: &Case, held: &HeldSphere, speed: f64, summary: &mut Summary) {
    summary.extra.extend([
        q::DRAG.is(held.drag),
        q::LAST_DRAG.is(held.last_drag),
        q::DRAG_DRIFT.is(held.drift),
        q::AVERAGED_FROM.is(held.from),
    ]);
    if case.problem.resolution.azimuthal_modes > 0 {
        summary.extra.extend([
            q::LIFT.is(held.lift),
            q::LIFT_AMPLITUDE.is(held.lift_amplitude),
            q::TORQUE.is(held.torque),
        ]);
        if let Some(rate) = held.lift_growth {
            summary.extra.extend([q::LIFT_GROWTH.is(rate)]);
        }
    }
    if let Some(frequency) = held.frequency {
        summary
            .extra
            .extend([q::STROUHAL.is(frequency * case.problem.sphere.diameter / speed), q::SHEDDING.is(frequency)]);
    } else if held.drift > STEADY {
        summary.remarks.0.push(remark!(
            Warning,
            "unsteady-drag",
            "the drag is not steady: over the last tenth of the run it changed by {:.2} %; use a longer run.travel",
            100.0 * held.drift
        ));
    }
}

fn of_falling(case: &Case, found: &FreeFall, summary: &mut Summary) {
    let (sphere, liquid) = (&case.problem.sphere, &case.problem.liquid);
    let drive = (sphere.density / liquid.density - 1.0).abs() * case.problem.gravity.abs() * sphere.diameter;
    let speed = found.speed.hypot(found.lateral[0]).hypot(found.lateral[1]);
    summary.extra.extend([
        q::FALL_SPEED.is(found.speed),
        q::FALL_DRIFT.is(found.drift),
        q::FALL_REYNOLDS.is(speed * sphere.diameter / liquid.kinematic_viscosity()),
        q::DRAG.is(4.0 / 3.0 * drive / (speed * speed)),
        q::GRAVITATIONAL_SPEED.is(drive.sqrt()),
        q::AVERAGED_FROM.is(found.from),
    ]);
    if case.problem.resolution.azimuthal_modes > 0 {
        summary.extra.extend([
            q::PATH_ANGLE.is(found.angle),
            q::LATERAL_SPEED.is(found.lateral[0]),
            q::LATERAL_RMS.is(found.lateral_size),
            q::LATERAL_AMPLITUDE.is(found.lateral_amplitude),
            q::LATERAL_CHANGE.is(found.lateral_change),
            q::SPIN.is(found.spin),
        ]);
        if case.problem.resolution.symmetry == Symmetry::None {
            summary.extra.extend([q::LATERAL_SPEED_Y.is(found.lateral[1]), q::PATH_TURN.is(found.turn)]);
        }
    }
    if let Some(frequency) = found.frequency {
        summary.extra.extend([q::STROUHAL.is(frequency * sphere.diameter / speed), q::PATH_FREQUENCY.is(frequency)]);
    }
    if found.drift > FALLS_STEADILY {
        summary.remarks.0.push(remark!(
            Warning,
            "unsteady-fall",
            "the fall is not steady: in the last third of the run its speed changed by {:.2} % from the first half to the second; use a \
             longer run.travel",
            100.0 * found.drift
        ));
    }
}

fn of_oscillating(found: &OscillatingSphere, summary: &mut Summary) {
    summary.extra.extend([
        q::IN_PHASE.is(found.in_phase),
        q::ADDED_MASS.is(found.added_mass),
        q::FORCE_AMPLITUDE.is(found.amplitude),
        q::FORCE_PHASE.is(found.phase),
        q::LIFT.is(found.lift),
        q::FORCE_DRIFT.is(found.drift),
    ]);
    if found.drift > STEADY {
        summary.remarks.0.push(remark!(
            Warning,
            "unsteady-oscillation",
            "the oscillation is not periodic: over the last period the force changed by {:.2} %; use more run.periods",
            100.0 * found.drift
        ));
    }
}

/// The coefficients in sentences, for the terminal and the report.
pub fn in_words(summary: &Summary) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(fall), Some(reynolds)) = (q::FALL_SPEED.within(summary), q::FALL_REYNOLDS.within(summary)) {
        let from = q::AVERAGED_FROM.within(summary).unwrap_or_default();
        let drag = q::DRAG.within(summary).unwrap_or(f64::NAN);
        lines.push(format!(
            "moves along the axis at {fall} (mean from {from} on): Reynolds number {reynolds:.2}, drag coefficient {drag:.5}", fall = SPEED.brief(fall), from = TIME.brief(from)));
    }
    if let (Some(angle), Some(size)) = (q::PATH_ANGLE.within(summary), q::LATERAL_RMS.within(summary)) {
        let spin = q::SPIN.within(summary).unwrap_or_default();
        lines.push(format!(
            "path at {angle:.3} degrees to the vertical, {size} sideways (root mean square), spin {spin}",
            size = SPEED.brief(size),
            spin = SPIN.brief(spin)
        ));
    }
    if let (Some(drag), Some(last)) = (q::DRAG.within(summary), q::LAST_DRAG.within(summary)) {
        let from = q::AVERAGED_FROM.within(summary).unwrap_or_default();
        lines.push(format!(
            "drag coefficient {drag:.5} (mean from {from} on), {last:.5} at the end; F/(rho U^2/2 pi D^2/4)",
            from = TIME.brief(from)
        ));
    }
    if let (Some(lift), Some(amplitude)) = (q::LIFT.within(summary), q::LIFT_AMPLITUDE.within(summary)) {
        let torque = q::TORQUE.within(summary).unwrap_or_default();
        lines.push(format!(
            "lift coefficient {lift:.5}, amplitude {amplitude:.5}; torque coefficient {torque:.5}, over the same times D"
        ));
    }
    if let Some(strouhal) = q::STROUHAL.within(summary) {
        lines.push(match q::PATH_FREQUENCY.within(summary) {
            Some(frequency) => format!("the path oscillates at {frequency:.5} Hz, Strouhal number {strouhal:.5}"),
            None => format!("Strouhal number {strouhal:.5} of the lift, f D/U"),
        });
    }
    if let (Some(drag), Some(mass)) = (q::IN_PHASE.within(summary), q::ADDED_MASS.within(summary)) {
        let [amplitude, phase] = [q::FORCE_AMPLITUDE, q::FORCE_PHASE].map(|of| of.within(summary).unwrap_or(f64::NAN));
        lines.push(format!(
            "drag coefficient in phase with the speed {drag:.5}, added mass {mass:.5} of the displaced mass (last period)"
        ));
        lines.push(format!(
            "amplitude of the force coefficient {amplitude:.5}, leading the speed by {phase:.3} degrees"
        ));
    }
    lines
}
