//! How the motion changes with the inputs that are known only so far: by theory, with each of them 1 % larger, at the
//! same time after the first contact.

use crate::case::{Case, Context};
use wetbounce_physics::model::theory::fall;
use wetbounce_physics::motion::theory_trajectory::MotionRow;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_records::comparison::computed;

/// Change of an input with which its effect is found.
const NUDGE: f64 = 0.01;

/// An input that may be off.
pub struct InputSensitivity<'b> {
    /// Its key.
    pub(super) key: &'static str,
    base: &'b [Moment],
    changed: Vec<Moment>,
}

impl InputSensitivity<'_> {
    /// Change of the gap over the relative change of the input \[m\], at a time after the first contact; 0 outside of
    /// the motion.
    pub(super) fn effect(&self, at: &Moment) -> f64 {
        let gap = |motion| computed::at(motion, at.time).map(|moment| moment.gap);
        gap(&self.changed).zip(gap(self.base)).map_or(0.0, |(changed, base)| (changed - base) / NUDGE)
    }
}

/// The inputs of a case whose motion [`after_contact`] is `base`.
pub(super) fn sensitivities<'b>(case: &Case, base: &'b [Moment]) -> Vec<InputSensitivity<'b>> {
    let restitution = case.problem.dry_restitution().unwrap_or(1.0).min(1.0 / (1.0 + NUDGE));
    let mut inputs = vec![
        ("liquid.viscosity", case.problem.liquid.viscosity, "Pa s"),
        ("liquid.density", case.problem.liquid.density, "kg/m3"),
        ("sphere.density", case.problem.sphere.density, "kg/m3"),
        ("contact.restitution", restitution, ""),
    ];
    inputs.extend(case.problem.start.start.speed().map(|speed| ("release.speed", speed, "m/s")));
    inputs.extend(case.given.thickness.map(|span| ("wall.thickness", span.middle(), "m")));
    let (text, context) = (case.to_toml(), Context { laws: case.own_laws(), ..Context::default() });
    let changed = |(key, value, unit): (&'static str, f64, &str)| {
        let value = value * (1.0 + NUDGE);
        let set = if unit.is_empty() { format!("{key}={value}") } else { format!("{key}=\"{value} {unit}\"") };
        let changed = after_contact(&Case::parse_with(&text, "case.toml", &[set], &context).ok()?)?;
        Some(InputSensitivity { key, base, changed })
    };
    inputs.into_iter().filter_map(changed).collect()
}

/// The motion by theory, its times counted from the first contact; `None` where there is none, and between two spheres,
/// which theory does not know.
pub(super) fn after_contact(case: &Case) -> Option<Vec<Moment>> {
    if case.problem.surroundings.meets_sphere() {
        return None;
    }
    let moment = |row: &MotionRow| Moment { time: row.time, gap: row.state.gap, velocity: row.state.velocity };
    let motion: Vec<Moment> = fall(&case.problem).ok()?.iter().map(moment).collect();
    let contact = motion.windows(2).find(|pair| pair[0].velocity < 0.0 && pair[1].velocity >= 0.0)?[1].time;
    Some(motion.into_iter().map(|at| Moment { time: at.time - contact, ..at }).collect())
}
