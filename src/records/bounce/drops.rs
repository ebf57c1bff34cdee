//! The bounces of each drop of a record, by its gaps, its motion along the wall, or the times of its sounds.

use crate::bounce::measured_bounce::{MeasuredAlong, MeasuredBounce, MeasuredValue};
use crate::bounce::pictures::repeated;
use crate::bounce::values::{Evaluation, read};
use crate::bounce::{oblique, sounds};
use crate::record::{LeftOut, Record, Setting};
use rayon::prelude::*;

/// Fewest pictures of an approach that show their noise.
pub(super) const FEW: usize = 6;
/// Largest standard error of a speed of approach in fewer pictures than [`FEW`], over the speed.
const LARGEST_ERROR_OF_FEW: f64 = 0.1;

/// Reads each of the drops; of a record of apexes, or without gaps, there is nothing to read.
pub fn of_all(drops: &[Record], setting: Setting) -> Vec<Evaluation> {
    drops.par_iter().map(|drop| of(drop, setting)).collect()
}

/// Rows that were left out, as the tables were read and as the motions were.
pub fn left_out(drops: &[Record], readings: &[Evaluation]) -> Vec<LeftOut> {
    drops
        .iter()
        .zip(readings)
        .flat_map(|(drop, reading)| drop.left_out.iter().chain(&reading.left_out))
        .cloned()
        .collect()
}

/// The drop with no gaps and velocities in the pictures that were left out.
pub fn without(drop: &Record, left_out: &[LeftOut]) -> Record {
    let mut drop = drop.clone();
    for place in left_out.iter().flat_map(|out| &out.places) {
        let values = [&mut drop.gap, &mut drop.velocity];
        values.into_iter().filter_map(|values| values.get_mut(*place)).for_each(|value| *value = f64::NAN);
    }
    drop
}

/// Reads a drop. Its values have the error of its scale, which all drops of a measurement have in common: of speeds,
/// apexes and gaps, not of the restitution.
pub fn of(drop: &Record, setting: Setting) -> Evaluation {
    if drop.sounds {
        let (bounces, mut unread) = sounds::bounces(drop, setting.gravity);
        named(drop, &mut unread);
        let medium_reason = "sounds are of flights in air".into();
        return Evaluation { bounces, unread, is_dry: true, medium_reason, ..Evaluation::default() };
    }
    let (drop, kept, repeated) = without_repeated(drop);
    let drop = &drop;
    let points = if drop.apexes { Vec::new() } else { drop.points() };
    let mut reading = read(&points, Setting { has_zero: setting.has_zero && drop.has_zero, ..setting });
    oblique::read(drop, &mut reading, setting);
    let of_gap: Vec<usize> = (0..drop.gap.len()).filter(|row| drop.gap[*row].is_finite()).collect();
    for out in &mut reading.left_out {
        out.drop.clone_from(&drop.drop);
        let row = of_gap.get(out.line - 1).copied().unwrap_or(0);
        out.line = drop.lines.get(row).copied().unwrap_or(row + 1);
        out.places.iter_mut().for_each(|place| *place = kept[of_gap[*place]]);
    }
    reading.unread.extend(reading.bounces.iter_mut().filter_map(without_vague_speed));
    reading.left_out.extend(repeated);
    named(drop, &mut reading.unread);
    let share = drop.scale_uncertainty;
    for bounce in reading.bounces.iter_mut().filter(|_| share > 0.0) {
        let scaled =
            |value: &mut Option<MeasuredValue>| *value = value.map(|value| value.with(share * value.value.abs()));
        let along = &mut bounce.along;
        [
            &mut bounce.speed_in_m_s,
            &mut bounce.speed_out_m_s,
            &mut bounce.apex_gap_m,
            &mut along.lateral_speed_before_m_s,
            &mut along.lateral_speed_after_m_s,
        ]
        .into_iter()
        .for_each(scaled);
    }
    reading
}

/// Takes away a speed of approach in so few pictures that its error is hardly known, if that is not small; says so.
fn without_vague_speed(bounce: &mut MeasuredBounce) -> Option<String> {
    let speed = bounce
        .speed_in_m_s
        .filter(|speed| (1..FEW).contains(&bounce.pictures) && speed.sigma > LARGEST_ERROR_OF_FEW * speed.value)?;
    (bounce.speed_in_m_s, bounce.restitution, bounce.along) = (None, None, MeasuredAlong::default());
    Some(format!(
        "bounce {}: a speed of approach of {:.3} ± {:.3} m/s in {} pictures is too uncertain: 10 % are allowed, as so few hardly show their noise; more pictures a second",
        bounce.number, speed.value, speed.sigma, bounce.pictures
    ))
}

/// The drop without pictures that repeat the one before them, the rows that it keeps, and what is left out by that.
fn without_repeated(drop: &Record) -> (Record, Vec<usize>, Option<LeftOut>) {
    let of_gap: Vec<usize> = (0..drop.gap.len()).filter(|row| drop.gap[*row].is_finite()).collect();
    let repeated: Vec<usize> = repeated(&drop.points()).into_iter().map(|at| of_gap[at]).collect();
    let kept: Vec<usize> = (0..drop.time.len()).filter(|row| repeated.binary_search(row).is_err()).collect();
    let Some(first) = repeated.first().copied() else { return (drop.clone(), kept, None) };
    let lines = if drop.lines.is_empty() { (1..=drop.time.len()).collect() } else { drop.lines.clone() };
    let out = LeftOut {
        drop: drop.drop.clone(),
        line: lines[first],
        rows: repeated.len(),
        time_s: Some(drop.time[first]),
        why: format!(
            "{} of {} pictures repeat the one before them, as in a film whose frame rate was converted: the others are read, at the times of the table",
            repeated.len(),
            of_gap.len()
        ),
        places: repeated,
    };
    (Record { lines, ..drop.clone() }.of_rows(&kept), kept, Some(out))
}

/// Names the drop, if it has a name, in messages of it.
fn named(drop: &Record, messages: &mut [String]) {
    let of_drop = if drop.drop.is_empty() { String::new() } else { format!("drop {}, ", drop.drop) };
    messages.iter_mut().for_each(|why| why.insert_str(0, &of_drop));
}
