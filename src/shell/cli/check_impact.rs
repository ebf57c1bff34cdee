//! `wetbounce check` of a dry impact: its bodies, its law, and the contact that Hertz expects.

use super::CliError;
use super::check_section::{Row, section};
use super::run::refused;
use crate::case::{ImpactCase, Preset};
use std::fmt::Write;
use wetbounce_physics::contact::Material;
use wetbounce_physics::contact::hertz::ElasticImpact;
use wetbounce_physics::quantity::{ACCELERATION, LENGTH, NUMBER, PRESSURE, SPEED, TIME, brief};

/// The text of `check` for a dry impact.
///
/// # Errors
/// A parameter that the law or the bodies refuse.
pub(super) fn report(case: &ImpactCase) -> Result<String, CliError> {
    let mut text = format!("{}\n", case.given.name);
    for line in [&case.given.title, &case.given.reference].into_iter().flatten() {
        let _ = writeln!(text, "{line}");
    }
    let pair = case.pair().map_err(refused)?;
    let contact = case.contact.normal(&pair).map_err(refused)?;
    let [slowest, fastest] = case.speeds_at_touch();
    let solid = |name: Option<Preset>, elastic: &Material| {
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        format!("{name}E = {}, nu = {}", PRESSURE.brief(elastic.young_modulus), NUMBER.brief(elastic.poisson_ratio))
    };
    let [first, second] = case.named_solids();
    let body = |radius: f64, mass: f64| format!("D = {}, mass {}", LENGTH.brief(2.0 * radius), brief(1e3 * mass, "g"));
    let between = |low: String, high: String| if low == high { low } else { format!("{low} to {high}") };
    let speeds = between(SPEED.brief(slowest), SPEED.brief(fastest));
    let impacts = match case.impact.speed.len() * case.impact.angle.len() {
        1 => String::new(),
        many => format!(", {many} impacts: every speed meets every angle"),
    };
    let angles =
        case.impact.angle.iter().map(|angle| format!("{} deg", NUMBER.brief(*angle))).collect::<Vec<_>>().join(", ");
    let mut rows: Vec<Row> = vec![
        ("sphere", body(pair.radius[0], pair.mass[0])),
        ("  its solid", solid(first, &pair.material[0])),
        match pair.is_plane() {
            true => ("wall", solid(second, &pair.material[1])),
            false => (
                "second sphere",
                format!("{}, {}", body(pair.radius[1], pair.mass[1]), solid(second, &pair.material[1])),
            ),
        },
        ("solid contact", format!("law `{}`, {}", case.contact, contact.describe(fastest))),
        ("speed at first touch", speeds + &impacts),
        ("angle to the normal", angles),
    ];
    if case.run.gravity > 0.0 {
        rows.push(("gravity", ACCELERATION.brief(case.run.gravity)));
    }
    rows.push(("steps", format!("{} in an undamped contact", case.integration.steps_per_contact)));
    rows.push(("run directory", case.output.directory.display().to_string()));
    section(&mut text, "case", &rows);
    let [low, high] = [slowest, fastest].map(|speed| ElasticImpact::of(&pair, speed));
    let of = |value: fn(&ElasticImpact) -> f64, brief: &dyn Fn(f64) -> String| {
        between(brief(value(&low)), brief(value(&high)))
    };
    let modulus = pair.effective_modulus();
    let pressures = [&low, &high].map(|dry| PRESSURE.brief(dry.peak_pressure(modulus)));
    let [least, most] = pressures;
    let mut expected: Vec<Row> = vec![("contact modulus", format!("{}   E*", PRESSURE.brief(modulus)))];
    if slowest > 0.0 {
        expected.push(("indentation", of(ElasticImpact::max_overlap, &|length| LENGTH.brief(length))));
        expected.push(("contact time", of(ElasticImpact::contact_time, &|time| TIME.brief(time))));
        expected.push(("peak pressure", between(least, most)));
    }
    section(&mut text, "to be expected without damping (Hertz)", &expected);
    let notes = case.warnings(&pair, fastest);
    if !notes.is_empty() {
        let _ = writeln!(text, "\nplease note");
        notes.iter().for_each(|note| text += &format!("  - {note}\n"));
    }
    Ok(text)
}
