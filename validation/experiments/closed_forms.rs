//! The laws of the liquid forces against the exact values of their closed forms, and against each other.

use super::history_record::Record;
use super::measured::{Measured, Results};
use wetbounce_physics::liquid::history_wall::history_wall_factor;
use wetbounce_physics::liquid::wall_image::{wall_image, wall_image_slope};
use wetbounce_physics::liquid::wall_image_published::wall_image_slope_published;
use wetbounce_physics::liquid::{AddedMass, HistoryKernel, ImmersedSphere, brenner, cooley_oneill};

/// Gaps over radius at which Brenner's series is tabulated.
const DRAG: [f64; 9] = [5.0, 2.0, 1.0, 0.4, 0.1, 0.02, 0.01, 0.005, 0.001];
/// Those of the slope of the image series.
const SLOPE: [f64; 6] = [4.0, 2.0, 1.0, 0.5, 0.1, 0.01];
/// Those of the wall factor of the history force.
const HISTORY: [f64; 7] = [2.0, 1.0, 0.4, 0.2, 0.1, 0.05, 0.01];

/// Drag factors, added mass and its slope, wall factors of the history force, and the error of the history force over a
/// record of falls, bounces and rest.
///
/// # Errors
/// A parameter that is refused.
pub fn measure() -> Results {
    let at = |key: &str, gap: f64, value: f64| Measured::number(key, value).at(&[&gap]);
    let mut measured: Vec<Measured> = DRAG.iter().map(|&gap| at("drag_factor", gap, brenner(gap))).collect();
    for gap in [0.1, 0.01] {
        let part = cooley_oneill(gap) / brenner(gap) - 1.0;
        measured.push(at("cooley_oneill_less_brenner", gap, part));
    }
    measured.push(Measured::new("added_mass_at_contact", "m_l", AddedMass::Exact.coefficient(0.0)));
    measured.extend(SLOPE.iter().map(|&gap| at("slope", gap, wall_image_slope(gap))));
    let difference = |gap: &f64| {
        let step = 1e-4 * gap;
        let rise = |times: f64| wall_image(gap + times * step) - wall_image(gap - times * step);
        ((8.0 * rise(1.0) - rise(2.0)) / (12.0 * step) / wall_image_slope(*gap) - 1.0).abs()
    };
    let worst = SLOPE.iter().map(difference).fold(0.0, f64::max);
    measured.push(Measured::number("slope_error", worst));
    for gap in [4.0, 2.0, 1.5, 0.8, 0.4, 0.1, 0.02] {
        let ratio = wall_image_slope(gap) / wall_image_slope_published(gap);
        measured.push(at("slope_over_published", gap, ratio));
    }
    measured.extend(HISTORY.iter().map(|&gap| at("history_wall_factor", gap, history_wall_factor(gap))));
    measured.extend(history()?);
    Ok(measured)
}

/// Largest error of the force over its largest value, for steel of 3 mm in silicone oil.
fn history() -> Results {
    let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01)?;
    let record = Record::fall_bounce_rest();
    let kernels = [
        ("Basset", HistoryKernel::Basset),
        ("Mei & Adrian", HistoryKernel::MeiAdrian),
        ("Kim, Elghobashi & Sirignano", HistoryKernel::KimElghobashiSirignano),
    ];
    let mut measured = Vec::new();
    for (name, kernel) in kernels {
        let error = record.memory(kernel, &sphere)?.worst();
        measured.push(Measured::number("history_error", error).at(&[&name]));
    }
    Ok(measured)
}
