//! The elastic film: pressure and thickness over the radius at chosen moments, and its history.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, SeriesStyle};
use std::f64::consts::PI;
use wetbounce_physics::film::{FilmBounce, FilmProperties, FilmSample, ProfileMoment};

/// A number read off a row of the history.
type SampleValue<'a> = &'a dyn Fn(&FilmSample) -> f64;

/// The radius shown, in radii of the Hertz contact at the largest force.
const SHOWN: f64 = 2.5;

/// The time shown after the contact, in durations of the contact.
const SHOWN_AFTER: f64 = 1.0;

/// The name of a moment in files and legends.
pub fn name_of(moment: ProfileMoment) -> &'static str {
    match moment {
        ProfileMoment::Deforming => "deforming",
        ProfileMoment::PeakForce => "peak-force",
        ProfileMoment::Turning => "turning",
        ProfileMoment::Thinnest => "thinnest",
        ProfileMoment::Separation => "separation",
        ProfileMoment::LargestSuction => "largest-suction",
    }
}

/// Pressure (MPa, both signs logarithmic beyond a tenth of a megapascal) and thickness (µm) over the radius at the
/// moments of the bounce, with Hertz' contact pressure `p₀ √(1 − r²/a_c²)` for the largest force.
pub fn profiles(bounce: &FilmBounce, properties: &FilmProperties) -> Figure {
    let force = bounce.peak_force.max(f64::MIN_POSITIVE);
    let contact = (0.75 * force * properties.radius / properties.modulus).cbrt();
    let highest = 1.5 * force / (PI * contact * contact);
    let reach = SHOWN * contact;
    let radius = || Axis::linear("Radius ~{r} (µm)").above(0.0).below(1e6 * reach);
    let scale = Scale::Symlog { linear: 0.1 };
    let mut pressure = Panel::new(radius(), Axis::new("Pressure ~{p} (MPa)", scale)).without_x_names();
    let mut thickness = Panel::new(radius(), Axis::log("Film thickness ~{h} (µm)"));
    pressure.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    for (number, profile) in bounce.profiles.iter().enumerate() {
        let style = SeriesStyle::of(number);
        let line = |values: &[f64], scale: f64| -> Mark {
            let shown = bounce.radii.iter().zip(values).take_while(|(r, _)| **r <= reach);
            Mark::Line(shown.map(|(r, value)| (1e6 * r, scale * value)).collect(), style)
        };
        pressure.add_named(line(&profile.state.pressure, 1e-6), name_of(profile.moment).replace('-', " "));
        thickness.add(line(&profile.state.thickness, 1e6));
    }
    let hertz = |i: usize| -> Point {
        let s = i as f64 / 100.0;
        (1e6 * contact * s, 1e-6 * highest * (1.0 - s * s).sqrt())
    };
    pressure.add_named(Mark::Line((0..=100).map(hertz).collect(), SeriesStyle::helping()), "Hertz");
    Figure::new(COLUMN, 125.0, vec![vec![pressure], vec![thickness]]).with_shared_legend()
}

/// Force, gap with film thickness, and energies over time: while the force exceeds a hundredth of its peak, and as long
/// again afterwards.
pub fn history(bounce: &FilmBounce) -> Figure {
    let rows = &bounce.history;
    let acting = |s: &FilmSample| s.force.abs() > 0.01 * bounce.peak_force;
    let first = rows.iter().position(acting).unwrap_or(0);
    let last = rows.iter().rposition(acting).unwrap_or(rows.len() - 1);
    let (start, end) = (rows[first].time, rows[last].time + SHOWN_AFTER * (rows[last].time - rows[first].time));
    let rows = &rows[first..rows.partition_point(|s| s.time <= end)];
    let line = |value: &dyn Fn(&FilmSample) -> f64| -> Vec<Point> {
        rows.iter().map(|s| (1e6 * (s.time - start), value(s))).collect()
    };
    let time = || Axis::linear("Time ~{t} (µs)");
    let mut force = Panel::new(time(), Axis::new("Force ~{F} (N)", Scale::Symlog { linear: 1e-3 * bounce.peak_force }))
        .without_x_names()
        .with_zero();
    force.add(Mark::Line(line(&|s| s.force), SeriesStyle::of(0)));
    let mut gap = Panel::new(time(), Axis::new("Gap, film thickness ~{h} (µm)", Scale::Symlog { linear: 0.01 }))
        .without_x_names()
        .with_zero();
    let lengths: [(&str, SampleValue); 3] =
        [("gap", &|s| 1e6 * s.gap), ("film, centre", &|s| 1e6 * s.central), ("film, smallest", &|s| 1e6 * s.thinnest)];
    gap.add_lines(lengths.map(|(name, value)| (name, line(value))));
    let mut energy =
        Panel::new(time(), Axis::linear("Energy over energy at entry ~{E}/~{E}_{0}").above(0.0).below(1.1));
    let whole = bounce.history[0].kinetic;
    let shares: [(&str, SampleValue); 3] = [
        ("kinetic", &|s| s.kinetic / whole),
        ("stored", &|s| s.stored.total() / whole),
        ("heat", &|s| (s.viscous + s.solid) / whole),
    ];
    energy.add_lines(shares.map(|(name, value)| (name, line(value))));
    Figure::new(COLUMN, 165.0, vec![vec![force], vec![gap], vec![energy]])
}
