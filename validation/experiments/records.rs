//! Camera records drawn at random, and what `measure` reads in them beside the truth.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::computed::Computed;
use crate::case::{Case, Lengths};
use crate::model::bounce::apparent;
use crate::numerics::hermite::Moment;
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::run::quantities::{MEASURED, RESTITUTION, RecordQuantity};
use crate::run::{RunOptions, execute};
use rayon::prelude::*;
use serde::Deserialize;
use std::path::Path;
use wetbounce_records::doubts::doubts;
use wetbounce_records::measured::{MeasuredBounce, MeasuredValue, repeated};
use wetbounce_records::reading::{self, Reading, Setting};
use wetbounce_records::record::Record;
use wetbounce_records::statistics::Random;

/// Bounds of what is drawn, evenly in the logarithm: diameter \[mm\], densities of sphere and liquid [kg/m³], viscosity \[mPa s\], height of
/// release \[D\]; and, evenly, dry restitution.
const MOTIONS: [[f64; 2]; 5] = [[1.0, 10.0], [1500.0, 8000.0], [800.0, 1250.0], [0.8, 300.0], [8.0, 25.0]];
const DRY: [f64; 2] = [0.5, 1.0];
/// Of these motions, those with these Stokes numbers at the terminal speed are taken.
const STOKES: [f64; 2] = [12.0, 1000.0];
/// Noise \[m\] and time between pictures \[s\], evenly in the logarithm; how far zero and clock are off, to either side.
const NOISE: [f64; 2] = [5e-6, 1e-4];
const EVERY: [f64; 2] = [1e-4, 5e-3];
const OFF: f64 = 5e-4;
const LATE: f64 = 5.0;
/// Largest share of pictures that are missing, in a third of the records.
const MISSING: f64 = 0.3;
/// By how much the noise after contact differs from that before, at most, in a third of the records.
const UNEVEN: f64 = 3.0;
/// Drops of a record.
const DROPS: [usize; 4] = [1, 2, 3, 5];
/// In half of the records, pictures begin where the sphere is this many diameters above the wall or lower.
const BEGINS: [f64; 2] = [1.0, 12.0];

/// Fewest pictures of an approach of which something is asked.
const FEWEST: usize = 3;

/// Records of motions that are drawn at random, by theory unless `set` has another `hydrodynamics`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// What is set in the case of each motion, as by `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Motions.
    pub motions: usize,
    /// Records of each.
    pub records: usize,
    /// What they are drawn with.
    pub seed: u64,
}

/// A motion, the time of its second contact, if it has one, and what a perfect record of its first bounce says.
struct Truth {
    motion: Vec<Moment>,
    second: Option<f64>,
    diameter: f64,
    values: [f64; MEASURED.len()],
}

/// Columns of `records.csv`.
const COLUMNS: [&str; 12] = [
    "record",
    "motion",
    "drops",
    "noise_um",
    "every_ms",
    "quantity",
    "truth",
    "value",
    "standard_error",
    "common",
    "deviation",
    "doubted",
];

impl Experiment for Records {
    /// The share of true values within one standard error, the mean deviation in standard errors, and the largest of those that `measure` shows without a
    /// doubt, of each quantity; the mean share; and how many records are read, and doubted. `directory` has the motions, and a table of all values.
    ///
    /// # Errors
    /// A motion that cannot be run.
    fn measure(&self, directory: &Path) -> Results {
        let mut random = Random(self.seed);
        let mut truths = Vec::new();
        for number in 0..10 * self.motions {
            if truths.len() < self.motions {
                truths.extend(truth(&mut random, &self.set, &directory.join(format!("motion-{number}")))?);
            }
        }
        let all: Vec<Vec<Vec<String>>> = (0..self.motions * self.records)
            .into_par_iter()
            .map(|number| deviations(&truths, number, self.seed))
            .collect();
        let mut table = Table::new(COLUMNS);
        all.into_iter().flatten().for_each(|row| table.push(row));
        table.write(&directory.join("records.csv")).map_err(|error| ExperimentFailure::Case(error.to_string()))?;
        let (mut measured, mut shares) = (Vec::new(), Vec::new());
        let of = |quantity: &str, is_meant: fn(bool) -> bool| -> Vec<f64> {
            let rows = table.rows().iter().filter(|row| row[5] == quantity && is_meant(row[11] == "1"));
            rows.filter_map(|row| row[10].parse().ok()).collect()
        };
        for quantity in MEASURED.iter().take(6).map(|quantity| quantity.is) {
            let found = of(quantity.key, |_| true);
            let count = found.len() as f64;
            let inside = found.iter().filter(|deviation| deviation.abs() < 1.0).count() as f64 / count;
            let sure = of(quantity.key, |is_doubted| !is_doubted);
            let worst = sure.iter().fold(0.0, |most: f64, deviation| most.max(deviation.abs()));
            let mean = found.iter().sum::<f64>() / count;
            let words = quantity.words;
            shares.push(inside);
            measured.push(Measured::new(format!("within one standard error, {words}"), "1", inside));
            measured.push(Measured::new(format!("mean deviation, {words}"), "σ", mean.abs()));
            measured.push(Measured::new(format!("largest deviation, {words}"), "σ", worst));
        }
        let share = shares.iter().sum::<f64>() / shares.len() as f64;
        measured.push(Measured::new("within one standard error, all of these", "1", share));
        let share = |found: Vec<f64>| found.len() as f64 / (self.motions * self.records) as f64;
        measured.push(Measured::new("records whose restitution is read", "1", share(of(RESTITUTION.key, |_| true))));
        measured.push(Measured::new(
            "records that are doubted",
            "1",
            share(of(MEASURED[0].is.key, |is_doubted| is_doubted)),
        ));
        Ok(measured)
    }
}

fn between(random: &mut Random, [low, high]: [f64; 2]) -> f64 {
    low * (high / low).powf(random.share())
}

/// A motion drawn at random; `None` where its Stokes number is not in the range, or it has no rebound.
fn truth(random: &mut Random, set: &[String], directory: &Path) -> Result<Option<Truth>, ExperimentFailure> {
    let [diameter, heavy, density, viscosity, gap] = MOTIONS.map(|bounds| between(random, bounds));
    let dry = DRY[0] + (DRY[1] - DRY[0]) * random.share();
    let text = format!(
        "hydrodynamics = \"theory\"\n[sphere]\ndiameter = \"{diameter} mm\"\ndensity = \"{heavy} kg/m3\"\n\
         young = \"70 GPa\"\npoisson = 0.25\n\
         [liquid]\ndensity = \"{density} kg/m3\"\nviscosity = \"{viscosity} mPa s\"\n[release]\ngap = \"{gap} D\"\n\
         [contact]\nrestitution = {dry}\n[film]\nroughness = \"0.1 um\"\n[run]\nbounces = 2\n\
         [output]\nreport = false\nplots = false\n"
    );
    let case: Case =
        CaseRun { case: "motion".into(), text: Some(text), set: set.to_vec(), reference_speed: None }.case()?;
    if !(STOKES[0]..STOKES[1]).contains(&case.problem().groups().stokes) {
        return Ok(None);
    }
    let summary = execute(&case, &RunOptions { out: directory.to_owned(), fresh: true, quiet: true })?.summary;
    let trajectory = Trajectory::read(&directory.join("trajectory.csv"))
        .map_err(|error| ExperimentFailure::Case(error.to_string()))?;
    let motion: Vec<Moment> = trajectory.moments().collect();
    let read = || {
        let bounce = summary.bounces.first()?;
        let contact = bounce.contact_time_s;
        let seen = apparent(&motion, (contact, bounce.separation_time_s?), 1e-3 * diameter)?;
        let apex_time = bounce.apex_time_s? - contact;
        let speeds = [-seen.approach.velocity, seen.rebound?.velocity, seen.restitution];
        Some([speeds[0], speeds[1], speeds[2], bounce.apex_gap_m?, apex_time, contact, 0.0])
    };
    let values = read();
    let second = summary.bounces.get(1).map(|bounce| bounce.contact_time_s);
    Ok(values.map(|values| Truth { motion, second, diameter: 1e-3 * diameter, values }))
}

/// The rows of a record in the table.
fn deviations(truths: &[Truth], number: usize, seed: u64) -> Vec<Vec<String>> {
    let mut random = Random(seed.wrapping_add(1 + number as u64) << 20);
    let place = number % truths.len();
    let truth = &truths[place];
    let computed = Computed { motion: &truth.motion, bounces: &[], lengths: Lengths::at_wall(truth.diameter) };
    let [noise, every] = [NOISE, EVERY].map(|bounds| between(&mut random, bounds));
    let off = OFF * (2.0 * random.share() - 1.0);
    let missing = if random.share() < 1.0 / 3.0 { MISSING * random.share() } else { 0.0 };
    let uneven = if random.share() < 1.0 / 3.0 { UNEVEN.powf(2.0 * random.share() - 1.0) } else { 1.0 };
    let begins = if random.share() < 0.5 { between(&mut random, BEGINS) * truth.diameter } else { f64::INFINITY };
    let drops = DROPS[(random.share() * DROPS.len() as f64) as usize];
    let contact = truth.values[5];
    let is_first = |bounce: &MeasuredBounce| {
        let seen = bounce.contact_time_s.map_or(contact, |seen| seen.value);
        truth.second.is_none_or(|second| (seen - contact).abs() < (seen - second).abs())
    };
    let setting = Setting::of(Some(Lengths::at_wall(truth.diameter)));
    let mut drop = |_| {
        let shift = LATE * (2.0 * random.share() - 1.0);
        let (mut record, mut time) = (Record::default(), every * random.share());
        while let Some(at) = computed.at(time) {
            let noise = if time > contact { uneven * noise } else { noise };
            let (is_there, gap) = (random.share() >= missing, at.gap + off + noise * random.normal());
            if is_there && (time > contact || at.gap < begins) {
                record.time.push(time - shift);
                record.gap.push(gap);
            }
            time += every;
        }
        let moved = |value: MeasuredValue, by: f64| MeasuredValue { value: value.value + by, ..value };
        let on_one_clock = |bounce: MeasuredBounce| MeasuredBounce {
            contact_time_s: bounce.contact_time_s.map(|value| moved(value, shift)),
            contact_gap_m: bounce.contact_gap_m.map(|value| moved(value, -off)),
            apex_gap_m: bounce.apex_gap_m.map(|value| moved(value, -off)),
            ..bounce
        };
        let reading = reading::of(&record, setting);
        let mut shown: Vec<MeasuredBounce> = reading.bounces.iter().copied().map(on_one_clock).collect();
        let before = record.time.iter().filter(|time| **time + shift < contact).count();
        shown.retain(|bounce| bounce.number == 1 && is_first(bounce) && before >= FEWEST);
        (record, reading, shown)
    };
    let (mut seen, mut readings, mut said): (Vec<Record>, Vec<Reading>, Vec<Vec<MeasuredBounce>>) = Default::default();
    for (record, reading, shown) in (0..drops).map(&mut drop) {
        seen.push(record);
        readings.push(reading);
        said.push(shown);
    }
    let is_doubted = !doubts(&seen, &readings, &said, setting).is_empty();
    let row = |(quantity, truth): (RecordQuantity, &f64)| {
        let MeasuredValue { value, sigma, common } = repeated(&said, 1, quantity.of)?.mean;
        let numbers = [*truth, value, sigma, common, (value - truth) / sigma];
        let conditions = [number as f64, place as f64, drops as f64, 1e6 * noise, 1e3 * every];
        let mut row: Vec<String> = conditions.iter().map(f64::to_string).collect();
        row.push(quantity.is.key.to_owned());
        row.extend(numbers.iter().map(f64::to_string));
        row.push(u8::from(is_doubted).to_string());
        Some(row)
    };
    MEASURED.into_iter().zip(&truth.values).filter_map(row).collect()
}
