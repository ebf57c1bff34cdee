//! Camera records, spoilt as real ones are, and what `measure` reads in them beside the truth.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::output::table::Table;
use crate::run::quantities::{MEASURED, RecordQuantity};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use wetbounce_physics::model::bounce::apparent;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::bounce::values::{Evaluation, read};
use wetbounce_records::comparison::computed::at;
use wetbounce_records::record::{Lengths, Medium, Record, Setting};
use wetbounce_records::stated::Reader;
use wetbounce_records::statistics::Random;

/// The motions, by an integrator that shares no code with the program and by the flow:
/// `validation/references/bounces.py`.
const MOTIONS: [&str; 2] = [include_str!("../references/bounces.csv"), include_str!("../references/flow-bounces.csv")];
/// Noise \[m\] and time between pictures \[s\], evenly in the logarithm; how far the zero is off, to either side \[m\].
const NOISE: [f64; 2] = [5e-6, 1e-4];
const EVERY: [f64; 2] = [1e-4, 5e-3];
const OFF: f64 = 5e-4;
/// Largest share of pictures that are missing, in a third of the records.
const MISSING: f64 = 0.3;
/// In half of the records, pictures begin where the sphere is this many diameters above the wall or lower.
const BEGINS: [f64; 2] = [1.0, 12.0];
/// Fewest pictures before and after the contact of a record of which something is asked.
const FEWEST: [usize; 2] = [3, 4];

/// A way in which records are spoilt.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Spoilt {
    /// Noise without correlation alone.
    Plain,
    /// One picture off by 0.05 to 1 D.
    OneOff,
    /// Whole pixels of 20 to 100 µm.
    Pixels,
    /// Each picture the mean over half of the time to the next.
    Blurred,
    /// Noise of which 0.7 stays from picture to picture.
    Correlated,
    /// A scale that is off, by 1 % in the standard deviation, which the record says.
    Scaled,
    /// 30 to 80 points of a curve, their noise three times as large, and a tenth of the step in time.
    Digitised,
    /// A picture each 0.5 to 2 D.
    Few,
}

const ALL: [(Spoilt, &str); 8] = [
    (Spoilt::Plain, "plain"),
    (Spoilt::OneOff, "one picture off"),
    (Spoilt::Pixels, "pixels"),
    (Spoilt::Blurred, "blurred"),
    (Spoilt::Correlated, "correlated noise"),
    (Spoilt::Scaled, "scale off"),
    (Spoilt::Digitised, "digitised curve"),
    (Spoilt::Few, "few pictures"),
];

/// Records of the motions in `validation/references`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// Records of each motion, spoilt in each way.
    pub records: usize,
    /// Of so many motions one is taken; 1 without the key.
    #[serde(default = "every")]
    pub of_motions: usize,
    /// Whether the doubts that each record raises are counted as well; without the key they are.
    #[serde(default = "counted")]
    pub doubts: bool,
    /// What they are drawn with.
    pub seed: u64,
}

fn every() -> usize {
    1
}

fn counted() -> bool {
    true
}

/// A motion, and what a perfect record of its first bounce says.
struct Truth {
    motion: Vec<Moment>,
    second: Option<f64>,
    diameter: f64,
    is_dry: bool,
    /// In the order of [`MEASURED`], the gap at contact aside.
    values: [f64; 6],
}

impl Experiment for Records {
    /// For each way to spoil records: the share of true values within one standard error and beyond four, of all
    /// quantities, and of the records whose restitution is read; of plain ones of dry motions the mean relative error
    /// of speed in and restitution. `directory` has a table of all values.
    ///
    /// # Errors
    /// The table of motions is damaged, or that of values cannot be written.
    fn measure(&self, directory: &Path) -> Results {
        let truths = truths().ok_or_else(|| ExperimentFailure::Case("bounces.csv is damaged".into()))?;
        let jobs: Vec<(usize, usize, usize)> = (0..ALL.len())
            .flat_map(|way| {
                (0..truths.len())
                    .step_by(self.of_motions.max(1))
                    .flat_map(move |truth| (0..self.records).map(move |draw| (way, truth, draw)))
            })
            .collect();
        let all: Vec<Row> = jobs
            .into_par_iter()
            .flat_map_iter(|(way, truth, draw)| {
                let seed = self.seed.wrapping_mul(1_000_003) + ((way * truths.len() + truth) * 1000 + draw) as u64;
                rows(ALL[way].0, &truths[truth], truth, seed)
            })
            .collect();
        let mut table = Table::new(["spoilt", "motion", "quantity", "truth", "value", "standard_error"]);
        for row in &all {
            let way = ALL.iter().find(|(way, _)| *way == row.way).map_or("", |(_, name)| name);
            let numbers = [row.truth, row.value.value, row.value.sigma].map(|value| value.to_string());
            table.push(
                [way.to_owned(), row.motion.to_string(), row.quantity.is.key.to_owned()].into_iter().chain(numbers),
            );
        }
        let failed = |error: crate::output::OutputError| ExperimentFailure::Case(error.to_string());
        crate::output::atomic::make_directory(directory).map_err(failed)?;
        table.write(&directory.join("records.csv")).map_err(failed)?;
        if self.doubts {
            self.doubted(&truths).table().write(&directory.join("doubts.csv")).map_err(failed)?;
        }
        let mut measured = Vec::new();
        let share = |rows: &[&Row], is: &dyn Fn(f64) -> bool| {
            rows.iter().filter(|row| is(row.deviation())).count() as f64 / rows.len() as f64
        };
        for (way, name) in ALL {
            let own: Vec<&Row> = all.iter().filter(|row| row.way == way).collect();
            measured.push(Measured::number("within_one", share(&own, &|z| z < 1.0)).at(&[&name]));
            measured.push(Measured::number("beyond_four", share(&own, &|z| z > 4.0)).at(&[&name]));
        }
        let plain = || all.iter().filter(|row| row.way == Spoilt::Plain);
        for quantity in MEASURED.iter().take(6) {
            let own: Vec<&Row> = plain().filter(|row| row.quantity.is.key == quantity.is.key).collect();
            let within = share(&own, &|z| z < 1.0);
            measured.push(Measured::number("within_one_of", within).at(&[&quantity.is.key]));
        }
        for quantity in [&MEASURED[0], &MEASURED[2]] {
            let own: Vec<&Row> = plain().filter(|row| row.is_dry && row.quantity.is.key == quantity.is.key).collect();
            let bias = own.iter().map(|row| row.value.value / row.truth - 1.0).sum::<f64>() / own.len() as f64;
            measured.push(Measured::number("bias", bias.abs()).at(&[&quantity.is.key]));
        }
        Ok(measured)
    }
}

/// A value beside its truth.
struct Row {
    way: Spoilt,
    motion: usize,
    is_dry: bool,
    quantity: RecordQuantity,
    truth: f64,
    value: MeasuredValue,
}

impl Row {
    fn deviation(&self) -> f64 {
        (self.value.value - self.truth).abs() / self.value.sigma
    }
}

/// The motions of the table; `None` if it is damaged.
fn truths() -> Option<Vec<Truth>> {
    let numbers = |line: &str| line.split(',').map(str::parse::<f64>).collect::<Result<Vec<f64>, _>>().ok();
    let tables = MOTIONS.map(|table| table.lines().skip(1).map(numbers).collect::<Option<Vec<Vec<f64>>>>());
    let tables: Vec<Vec<Vec<f64>>> = tables.into_iter().collect::<Option<_>>()?;
    tables.iter().flat_map(|rows| rows.chunk_by(|a, b| a[0] == b[0]).map(truth)).collect()
}

fn truth(rows: &[Vec<f64>]) -> Option<Truth> {
    let [_, diameter, _, dry] = rows.first()?[..] else { return None };
    let moment = |row: &Vec<f64>| Moment { time: row[1], gap: row[2], velocity: row[3] };
    let motion: Vec<Moment> = rows[1..].iter().map(moment).collect();
    let turns: Vec<usize> = (1..motion.len()).filter(|at| motion[*at].time == motion[at - 1].time).collect();
    let contact = motion[*turns.first()?];
    let second = turns.get(1).map(|at| motion[*at].time);
    // Rows are as far apart as cubics allow; the definition asks for some within its time after contact.
    let fine = |k: usize| {
        at(&motion[turns[0]..], contact.time + (motion[motion.len() - 1].time - contact.time) * (k as f64 / 40_000.0))
    };
    let mut all: Vec<Moment> = motion[..turns[0]].to_vec();
    all.push(contact);
    all.extend((1..40_000).filter_map(fine).filter(|one| second.is_none_or(|second| one.time < second)));
    let seen = apparent(&all, (contact.time, contact.time), diameter)?;
    let after = all.iter().filter(|one| one.time > contact.time);
    let apex = after.max_by(|a, b| a.gap.total_cmp(&b.gap))?;
    let values = [
        -seen.approach.velocity,
        seen.rebound?.velocity,
        seen.restitution,
        apex.gap - contact.gap,
        apex.time - contact.time,
        contact.time,
    ];
    Some(Truth { motion, second, diameter, is_dry: dry == 1.0, values })
}

fn between(random: &mut Random, [low, high]: [f64; 2]) -> f64 {
    low * (high / low).powf(random.share())
}

/// A record as a camera has it.
struct Drawn {
    points: Vec<(f64, f64)>,
    setting: Setting,
    /// Standard uncertainty of its scale.
    scale: f64,
}

/// A record of a motion, spoilt; `None` if it has too few pictures beside the contact.
fn drawn(way: Spoilt, truth: &Truth, seed: u64) -> Option<Drawn> {
    let mut random = Random(seed << 8);
    let (contact, speed) = (truth.values[5], truth.values[0]);
    let noise = between(&mut random, NOISE);
    let every = match way {
        Spoilt::Few => truth.diameter / speed * between(&mut random, [0.5, 2.0]),
        _ => between(&mut random, EVERY),
    };
    let off = OFF * (2.0 * random.share() - 1.0);
    let missing = if random.share() < 1.0 / 3.0 { MISSING * random.share() } else { 0.0 };
    let begins = if random.share() < 0.5 { between(&mut random, BEGINS) * truth.diameter } else { f64::INFINITY };
    let gap = |time: f64| at(&truth.motion, time).map(|at| at.gap);
    let exposed = |time: f64| match way {
        Spoilt::Blurred => {
            (0..9).map(|k| gap(time + every * (f64::from(k) / 16.0 - 0.25))).sum::<Option<f64>>().map(|sum| sum / 9.0)
        }
        _ => gap(time),
    };
    let mut points: Vec<(f64, f64)> = Vec::new();
    let (mut time, mut kept) = (every * random.share(), random.normal());
    while let Some(gap) = exposed(time).or_else(|| gap(time)) {
        let fresh = random.normal();
        kept = 0.7 * kept + f64::sqrt(1.0 - 0.49) * fresh;
        let of_noise = if way == Spoilt::Correlated { kept } else { fresh };
        if random.share() >= missing && (time > contact || gap < begins) {
            points.push((time, gap + off + noise * of_noise));
        }
        time += every;
    }
    let mut scale = 0.0;
    match way {
        Spoilt::OneOff if points.len() > 12 => {
            let row = 6 + random.below(points.len() - 12);
            points[row].1 +=
                between(&mut random, [0.05, 1.0]) * truth.diameter * if random.share() < 0.5 { -1.0 } else { 1.0 };
        }
        Spoilt::Pixels => {
            let pixel = between(&mut random, [2e-5, 1e-4]);
            points.iter_mut().for_each(|point| point.1 = (point.1 / pixel).round() * pixel);
        }
        Spoilt::Scaled => {
            scale = 0.01;
            let factor = 1.0 + scale * random.normal();
            points.iter_mut().for_each(|point| point.1 *= factor);
        }
        Spoilt::Digitised => {
            let count = (between(&mut random, [30.0, 80.0]) as usize).min(points.len());
            points = (0..count).map(|k| points[k * (points.len() - 1) / (count - 1).max(1)]).collect();
            points.iter_mut().for_each(|point| {
                point.0 += 0.1 * every * random.normal();
                point.1 += 3.0 * noise * random.normal();
            });
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            points.dedup_by(|a, b| a.0 == b.0);
        }
        _ => {}
    }
    let before = points.partition_point(|point| point.0 < contact);
    if before < FEWEST[0] || points.len() - before < FEWEST[1] {
        return None;
    }
    // Half of the records of dry motions say that they are.
    let medium = (truth.is_dry && random.share() < 0.5).then_some(Medium::Gas);
    let setting = Setting { medium, ..Setting::of(Some(Lengths::at_wall(truth.diameter))) };
    Some(Drawn { points, setting, scale })
}

/// The values that are read in one record.
fn rows(way: Spoilt, truth: &Truth, motion: usize, seed: u64) -> Vec<Row> {
    let Some(Drawn { points, setting, scale }) = drawn(way, truth, seed) else { return Vec::new() };
    values_of(&read(&points, setting), way, truth, motion, scale)
}

/// The values of a reading beside their truth.
fn values_of(reading: &Evaluation, way: Spoilt, truth: &Truth, motion: usize, scale: f64) -> Vec<Row> {
    let contact = truth.values[5];
    let is_first = |bounce: &&MeasuredBounce| {
        let seen = bounce.contact_time_s.map_or(contact, |seen| seen.value);
        truth.second.is_none_or(|second| (seen - contact).abs() < (seen - second).abs())
    };
    let Some(bounce) = reading.bounces.iter().find(is_first) else { return Vec::new() };
    let row = |(at, (quantity, truth_value)): (usize, (RecordQuantity, f64))| {
        let value = (quantity.of)(bounce)?;
        let value = if [0, 1, 3].contains(&at) { value.with(scale * value.value.abs()) } else { value };
        Some(Row { way, motion, is_dry: truth.is_dry, quantity, truth: truth_value, value })
    };
    MEASURED.into_iter().zip(truth.values).enumerate().filter_map(row).collect()
}

/// What somebody got wrong about a record.
type Mistake = fn(&mut Drawn, &Truth);

/// Units, rates, lengths and directions that are taken for others.
const MISTAKES: [(&str, Mistake); 12] = [
    ("times a thousandth", |of, _| of.points.iter_mut().for_each(|point| point.0 *= 1e-3)),
    ("half the frame rate", |of, _| of.points.iter_mut().for_each(|point| point.0 *= 2.0)),
    ("twice the frame rate", |of, _| of.points.iter_mut().for_each(|point| point.0 *= 0.5)),
    ("heights a tenth", |of, _| of.points.iter_mut().for_each(|point| point.1 *= 0.1)),
    ("heights ten times", |of, _| of.points.iter_mut().for_each(|point| point.1 *= 10.0)),
    ("heights a thousand times", |of, _| of.points.iter_mut().for_each(|point| point.1 *= 1e3)),
    ("inches for centimetres", |of, _| of.points.iter_mut().for_each(|point| point.1 /= 2.54)),
    ("diameter ten times", |of, truth| of.setting.lengths = Some(Lengths::at_wall(10.0 * truth.diameter))),
    ("radius for the diameter", |of, truth| of.setting.lengths = Some(Lengths::at_wall(0.5 * truth.diameter))),
    ("height of the centre", |of, truth| of.points.iter_mut().for_each(|point| point.1 += 0.5 * truth.diameter)),
    ("height of the top", |of, truth| of.points.iter_mut().for_each(|point| point.1 += truth.diameter)),
    ("heights that count downwards", |of, _| {
        let highest = of.points.iter().map(|point| point.1).fold(0.0, f64::max);
        of.points.iter_mut().for_each(|point| point.1 = highest - point.1);
    }),
];

/// A value is wrong that is beyond so many standard errors.
const WRONG_ERRORS: f64 = 4.0;
/// A restitution is wrong that is off by this share.
const WRONG_SHARE: f64 = 0.1;

/// Records with the doubts that each raises.
struct Doubted {
    /// What was mistaken, or how a record without a mistake is spoilt; whether it is wrong to use the values; names of
    /// the doubts.
    records: Vec<(&'static str, bool, Vec<String>)>,
}

impl Records {
    /// The doubts of records without a mistake, spoilt in each way, and of plain ones with one mistake each.
    fn doubted(&self, truths: &[Truth]) -> Doubted {
        let sound = ALL.into_iter().map(|(way, name)| (way, name, None));
        let mistaken = MISTAKES.into_iter().map(|(name, mistake)| (Spoilt::Plain, name, Some(mistake)));
        let jobs: Vec<_> = sound
            .chain(mistaken)
            .enumerate()
            .flat_map(|(kind, of)| {
                (0..truths.len()).step_by(self.of_motions.max(1)).map(move |motion| (kind, of, motion))
            })
            .collect();
        type Kind = (Spoilt, &'static str, Option<Mistake>);
        let record = |(kind, (way, name, mistake), motion): (usize, Kind, usize)| {
            let truth = &truths[motion];
            let seed = !self.seed.wrapping_mul(1_000_003) ^ ((kind * truths.len() + motion) as u64);
            let mut drawn = drawn(way, truth, seed)?;
            if let Some(mistake) = mistake {
                mistake(&mut drawn, truth);
            }
            let Drawn { points, setting, scale } = drawn;
            let (time, gap) = points.into_iter().unzip();
            let record = Record { time, gap, has_zero: true, scale_uncertainty: scale, ..Record::default() };
            let reading = drops::of(&record, setting);
            let off = values_of(&reading, way, truth, motion, 0.0).into_iter().any(|row| {
                let is_restitution = row.quantity.is.key == MEASURED[2].is.key;
                row.deviation() > WRONG_ERRORS
                    || is_restitution && (row.value.value / row.truth - 1.0).abs() > WRONG_SHARE
            });
            let bounces = vec![reading.bounces.clone()];
            let found = doubts(&[record], &[reading], &bounces, setting, Reader::Alone);
            let mut names: Vec<String> = found.into_iter().map(|doubt| doubt.name).collect();
            names.dedup();
            Some((name, mistake.is_some() || off, names))
        };
        Doubted { records: jobs.into_par_iter().filter_map(record).collect() }
    }
}

impl Doubted {
    /// For each doubt the records that raise it, and those of them whose values are wrong; then for each mistake, and
    /// for each way to spoil a record, its records, and those with a doubt.
    fn table(&self) -> Table {
        let mut table = Table::new(["of", "name", "records", "doubted", "right"]);
        let mut row = |of: &str, name: &str, numbers: [usize; 3]| {
            table.push([of.to_owned(), name.to_owned()].into_iter().chain(numbers.map(|number| number.to_string())));
        };
        let names: BTreeSet<&String> = self.records.iter().flat_map(|(.., names)| names).collect();
        for name in names {
            let raised = || self.records.iter().filter(|(.., names)| names.contains(name));
            row("doubt", name, [self.records.len(), raised().count(), raised().filter(|(_, wrong, _)| *wrong).count()]);
        }
        let kinds =
            MISTAKES.map(|(name, _)| ("mistake", name)).into_iter().chain(ALL.map(|(_, name)| ("spoilt", name)));
        for (of, kind) in kinds {
            let own = || self.records.iter().filter(|(name, ..)| *name == kind);
            let doubted = || own().filter(|(.., names)| !names.is_empty());
            row(of, kind, [own().count(), doubted().count(), doubted().filter(|(_, wrong, _)| *wrong).count()]);
        }
        table
    }
}
