//! The reading of each drop of a record: its gaps, its motion along the wall, or the times of its sounds, with the names of rows and drops that messages give.

use crate::bounce::measured_bounce::MeasuredValue;
use crate::bounce::pictures::repeated;
use crate::bounce::values::{Reading, read};
use crate::bounce::{oblique, sounds};
use crate::record::{LeftOut, Record, Setting};
use rayon::prelude::*;

/// Reads each of the drops; of a record of apexes, or without gaps, there is nothing to read.
pub fn of_all(drops: &[Record], setting: Setting) -> Vec<Reading> {
    drops.par_iter().map(|drop| of(drop, setting)).collect()
}

/// Rows that were left out, as the tables were read and as the motions were.
pub fn left_out(drops: &[Record], readings: &[Reading]) -> Vec<LeftOut> {
    drops
        .iter()
        .zip(readings)
        .flat_map(|(drop, reading)| drop.left_out.iter().chain(&reading.left_out))
        .cloned()
        .collect()
}

/// Reads a drop. Its values have the error of its scale, which all drops of a measurement have in common: of speeds, apexes and gaps, not of the restitution.
pub fn of(drop: &Record, setting: Setting) -> Reading {
    if drop.sounds {
        let (bounces, mut unread) = sounds::bounces(drop, setting.gravity);
        named(drop, &mut unread);
        let medium_reason = "sounds are of flights in air".into();
        return Reading { bounces, unread, is_dry: true, medium_reason, ..Reading::default() };
    }
    let (drop, repeated) = without_repeated(drop);
    let drop = &drop;
    let points = if drop.apexes { Vec::new() } else { drop.points() };
    let mut reading = read(&points, Setting { has_zero: setting.has_zero && drop.has_zero, ..setting });
    oblique::read(drop, &mut reading, setting);
    let of_gap: Vec<usize> = (0..drop.gap.len()).filter(|row| drop.gap[*row].is_finite()).collect();
    for out in &mut reading.left_out {
        out.drop.clone_from(&drop.drop);
        let row = of_gap.get(out.line - 1).copied().unwrap_or(0);
        out.line = drop.lines.get(row).copied().unwrap_or(row + 1);
    }
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

/// The drop without pictures that repeat the one before them, and what is left out by that.
fn without_repeated(drop: &Record) -> (Record, Option<LeftOut>) {
    let of_gap: Vec<usize> = (0..drop.gap.len()).filter(|row| drop.gap[*row].is_finite()).collect();
    let repeated: Vec<usize> = repeated(&drop.points()).into_iter().map(|at| of_gap[at]).collect();
    let Some(first) = repeated.first().copied() else { return (drop.clone(), None) };
    let kept: Vec<usize> = (0..drop.time.len()).filter(|row| repeated.binary_search(row).is_err()).collect();
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
    };
    (Record { lines, ..drop.clone() }.of_rows(&kept), Some(out))
}

/// Names the drop, if it has a name, in messages of it.
fn named(drop: &Record, messages: &mut [String]) {
    let of_drop = if drop.drop.is_empty() { String::new() } else { format!("drop {}, ", drop.drop) };
    messages.iter_mut().for_each(|why| why.insert_str(0, &of_drop));
}
