//! The errors to be expected of a planned record, before the experiment: pictures of the motion by theory, at
//! `measurement.frame_rate`, each off by `measurement.gap_uncertainty`.

use super::input_sensitivity::{InputSensitivity, after_contact, sensitivities};
use super::quantities::MEASURED;
use crate::case::Case;
use crate::report::share;
use nalgebra::DMatrix;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_records::bounce::drops;
use wetbounce_records::bounce::measured_bounce::Repeated;
use wetbounce_records::comparison::computed;
use wetbounce_records::record::Record;
use wetbounce_records::statistics::Random;

/// Prior widths of the clock and the zero of a record, in s and diameters: wide.
const UNKNOWN: f64 = 1e3;

/// Most pictures of a planned record.
const MOST: usize = 1_000_000;

/// Quantities of the case, and in words how well the planned record tells them; nothing where no record is planned, or
/// theory has no contact.
pub fn design(case: &Case) -> Vec<(String, String)> {
    found(case).unwrap_or_default()
}

fn found(case: &Case) -> Option<Vec<(String, String)>> {
    let measurement = case.measurement.as_ref()?;
    let every = measurement.frame_rate?.recip();
    let sigma = Some(measurement.gap_uncertainty).filter(|sigma| *sigma > 0.0)?;
    let drops = measurement.file.len().max(1) as f64;
    let motion = after_contact(case)?;
    let (first, last) = (motion.first()?.time, motion.last()?.time);
    let count = ((last - first) / every) as usize;
    if count > MOST {
        let why =
            format!("is not predicted: {count} pictures are more than {MOST}; use a lower measurement.frame_rate");
        return Some(vec![("the bounce".into(), why)]);
    }
    let pictures: Vec<Moment> =
        (0..count).filter_map(|k| computed::at(&motion, first + every * (k as f64 + 0.5))).collect();
    let mut random = Random(0);
    let record = Record {
        time: pictures.iter().map(|at| at.time).collect(),
        gap: pictures.iter().map(|at| at.gap + sigma * random.normal()).collect(),
        ..Record::default()
    };
    let shown = drops::of(&record, case.reading()).bounces;
    let read_off = MEASURED.iter().take(5).filter_map(|quantity| {
        let value = (quantity.of)(shown.first()?)?;
        let mean = Repeated::of(&vec![value; drops as usize])?.mean;
        let error = share(mean.sigma / mean.value.abs());
        Some((quantity.is.key.to_owned(), format!("± {error}, read off the first bounce")))
    });
    let mut found: Vec<(String, String)> = read_off.collect();
    if shown.is_empty() {
        found.push(("the bounce".into(), "is not seen: too few pictures, or too uncertain ones".into()));
    }
    let inputs = sensitivities(case, &motion);
    let columns: Vec<Vec<f64>> =
        inputs.iter().map(|input| pictures.iter().map(|at| input.effect(at)).collect()).collect();
    let free: [fn(&Moment) -> f64; 2] = [|_| 1.0, |at| at.velocity];
    let nuisance = free.iter().map(|effect| pictures.iter().map(effect).collect());
    let columns: Vec<Vec<f64>> = columns.into_iter().chain(nuisance).collect();
    let normal = DMatrix::from_fn(columns.len(), columns.len(), |a, b| {
        let prior = if a == b { UNKNOWN.powi(-2) } else { 0.0 };
        drops * columns[a].iter().zip(&columns[b]).map(|(a, b)| a * b).sum::<f64>() / sigma / sigma + prior
    });
    let all = normal.clone().try_inverse()?;
    let alone = |at: usize| {
        let with_zero_and_clock = [at, inputs.len(), inputs.len() + 1];
        let part = DMatrix::from_fn(3, 3, |a, b| normal[(with_zero_and_clock[a], with_zero_and_clock[b])]);
        part.try_inverse().map_or(f64::INFINITY, |inverse| inverse[(0, 0)].sqrt())
    };
    let shown = |error: f64| if error < 1.0 { format!("± {}", share(error)) } else { "not determined".into() };
    found.extend(inputs.iter().enumerate().map(|(at, InputSensitivity { key, .. })| {
        let (alone, together) = (shown(alone(at)), shown(all[(at, at)].max(0.0).sqrt()));
        ((*key).to_owned(), format!("{alone} by a fit of it alone, {together} by a fit of all"))
    }));
    Some(found)
}
