//! `wetbounce measure`: the reading of a record by itself.

use super::case_args::Setting;
use super::compare::keys_of_measurement;
use super::plot_input::refused;
use super::{CliError, measure_figure, say};
use crate::case::{InputError, Measurement, records_or_sounds};
use crate::output::table::Table;
use crate::output::{OutputError, atomic, drawing, own_file};
use crate::run::measurement::with_error;
use crate::run::quantities::{MEASURED, RESTITUTION, RecordQuantity};
use clap::{Args, ValueEnum, ValueHint};
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};
use wetbounce_figures::Figure;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::quantity::{FREQUENCY, Kind, LENGTH};
use wetbounce_physics::remark;
use wetbounce_physics::remark::{Remark, RemarkKind, Remarks};
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, repeated};
use wetbounce_records::bounce::pairing::paired;
use wetbounce_records::bounce::pictures::noise;
use wetbounce_records::bounce::sounds;
use wetbounce_records::bounce::values::Evaluation;
use wetbounce_records::record::{self, Column, LeftOut, Record};
use wetbounce_records::stated::Reader;
use wetbounce_records::statistics::quantile;

/// Read speeds, restitution, apexes and times of contact off a record alone, each with its standard error
#[derive(Debug, Clone, Default, Args)]
#[command(
    after_help = "Example:\n  wetbounce measure record.csv --set sphere.diameter=\"3 mm\"\n  wetbounce measure drop1.csv drop2.csv drop3.csv --set sphere.diameter=\"3 mm\" \\\n      --set position=centre --format latex\n  wetbounce measure pixels.txt --set sphere.diameter=\"3 mm\" \\\n      --set scale=\"-0.021 mm\" --set time=\"1 [ms]\" --out measured\n\nNo run and no case is needed; several files, or a column `drop`, are repeated drops. Keys of --set are those of [measurement], sphere.diameter, second.diameter where two spheres meet, and wall.inclination, under a camera that is level with the wall: V_out is the speed at the time 0.1 D/V_in after contact, with D/(1 + D/D2) in place of D between two spheres; the restitution is V_out/V_in.\n\nWith --out, measured.csv, measured.json, measured.tex and plots/measured.svg (pictures, those left out, motion, contacts, apexes, residuals; a figure for each drop) are written there; with --format alone, the texts are printed."
)]
pub struct MeasureArgs {
    /// Tables of measured times and gaps, one for each drop
    #[arg(value_name = "DATA.csv", required = true, value_hint = ValueHint::FilePath)]
    pub data: Vec<PathBuf>,
    /// Set sphere.diameter, second.diameter, wall.inclination or a key of measurement, e.g. --set position=centre; may
    /// be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Setting("measurement."), hide_possible_values = true)]
    pub overrides: Vec<String>,
    /// Kinds of tables: csv,json,latex [default: a table for the terminal; all of them with --out]
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub format: Vec<TableFormat>,
    /// Where the tables are written
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// A kind of table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// One row for each quantity of each bounce, SI units
    Csv,
    /// The same, and every drop by itself
    Json,
    /// A tabular for a paper
    Latex,
}

impl TableFormat {
    /// How the tables of this form begin.
    fn beginning(self) -> &'static str {
        match self {
            Self::Csv => "bounce,quantity,",
            Self::Json => "{\n  \"diameter_m\"",
            Self::Latex => "\\begin{tabular}{clll}",
        }
    }
}

/// A quantity of a bounce, in SI units.
#[derive(Serialize)]
struct Row {
    bounce: usize,
    #[serde(serialize_with = "key")]
    quantity: RecordQuantity,
    value: f64,
    standard_error: f64,
    /// Standard deviation between drops.
    scatter: Option<f64>,
    /// Drops that show it.
    drops: usize,
    /// Drops far from the others.
    outliers: Vec<String>,
}

impl Row {
    /// Value and standard error in the unit that readers see.
    fn shown(&self) -> String {
        let per_key = self.quantity.is.unit.per_key;
        with_error(per_key * self.value, Some(per_key * self.standard_error))
    }

    /// That unit; empty for pure numbers.
    fn unit(&self) -> &'static str {
        let unit = self.quantity.is.unit.name;
        if unit == "1" { "" } else { unit }
    }
}

fn key<S: Serializer>(quantity: &RecordQuantity, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(quantity.is.key)
}

/// A drop by itself.
#[derive(Serialize)]
struct Drop {
    file: String,
    drop: String,
    bounces: Vec<MeasuredBounce>,
    /// Whether it was read as in a gas.
    is_dry: bool,
    /// Why it was, or was not.
    medium_reason: String,
}

/// All that was read off.
#[derive(Serialize)]
struct Measurements {
    diameter_m: Option<f64>,
    quantities: Vec<Row>,
    drops: Vec<Drop>,
    /// Drops that are in no mean, because their bounces cannot be matched with those of the others.
    not_paired: Vec<String>,
    /// The columns that were read, with their units.
    columns: Vec<Column>,
    /// Rows that were left out, and why.
    left_out: Vec<LeftOut>,
    /// What was not read: which test failed, with its number, and what would help.
    unread: Vec<String>,
    /// Drops that are in no mean, reasons to doubt the record, and what the standard errors do not contain.
    #[serde(flatten)]
    remarks: Remarks,
    /// The sentence for a paper: what was read, how, and what was left out.
    sentence: String,
    /// A figure of each drop that has heights.
    #[serde(skip)]
    figures: Vec<Figure>,
}

/// What to do with a record without heights.
const VELOCITIES_ALONE: &str = "velocities alone show no contact: `measure` reads heights, whose column measurement.gap names; \
                                `wetbounce compare RUN DATA.csv` sets velocities beside a run";
/// Fewest pictures that show their rate and their noise.
const SHOW_NOISE: usize = 20;
/// Fewest pictures that show a bounce.
const BOUNCE: usize = 6;
/// Bounces side by side in a table of one drop.
const ABREAST: usize = 4;

/// The warning about a drop that cannot be paired with the others.
fn unpaired(drop: &str) -> Remark {
    remark!(
        Warning,
        "unpaired-drop",
        "drop {drop} is in no mean: its first bounce is slower than all that the others show; let its record begin earlier"
    )
}

/// What no standard error contains where the scale has none of its own.
fn unscaled() -> Remark {
    remark!(
        Assumption,
        "unscaled",
        "speeds, apex and gap do not have the error of measurement.scale, which measurement.scale_uncertainty says (0.01 for 1 %); the restitution needs none"
    )
}

/// What errors of sounds do not hold where nobody says that of a time.
fn rounded() -> Remark {
    remark!(
        Assumption,
        "unsaid-times",
        "how well the times of the sounds are known, which measurement.time_uncertainty says, beyond what their last digit and the scatter of the restitutions do"
    )
}

/// The sentence for a paper on these drops, of which so many pictures were left out.
fn sentence(drops: &[record::Record], readings: &[Evaluation], diameter: Option<f64>, left_out: usize) -> String {
    let sphere = diameter.map_or(String::new(), |diameter| format!(" of a sphere of {}", LENGTH.brief(diameter)));
    let of_drops = if drops.len() == 1 { String::new() } else { format!(" of {} drops", drops.len()) };
    let version = env!("CARGO_PKG_VERSION");
    let pictures: usize = drops.iter().map(|drop| drop.time.len()).sum();
    if drops.iter().all(|drop| drop.sounds) {
        return format!(
            "The restitution{sphere} was read off the times of {pictures} sounds{of_drops} with wetbounce {version}: ratios of intervals, with standard errors."
        );
    }
    let range = |kind: &'static Kind, values: Vec<f64>| {
        let (low, high) = extent(values.into_iter());
        if high < 1.01 * low {
            kind.brief(0.5 * (low + high))
        } else {
            format!("{} to {}", kind.brief(low), kind.brief(high))
        }
    };
    // Of unequal steps there is no rate, and a dozen pictures hardly show their noise.
    let rate = |drop: &record::Record| {
        let mut steps: Vec<f64> = drop.time.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let usual = quantile(&mut steps, 0.5);
        (quantile(&mut steps, 0.9) < 1.5 * usual).then(|| usual.recip())
    };
    let is_long = |drop: &&record::Record| drop.time.len() >= SHOW_NOISE;
    let part = |begins: &str, values: Vec<f64>, kind| match values.is_empty() {
        true => String::new(),
        false => format!("{begins}{}", range(kind, values)),
    };
    let rates = part(" at ", drops.iter().filter(is_long).filter_map(rate).collect(), &FREQUENCY);
    let noises = drops.iter().filter(is_long).map(|drop| noise(&drop.points()));
    let noises = part("; the noise of a position is ", noises.collect(), &LENGTH);
    let left_out = if left_out == 0 { String::new() } else { format!("; {left_out} pictures were left out") };
    let delay =
        if diameter.is_some() { " the speed at the time 0.1 D/V_in after contact" } else { " the speed at contact" };
    let gas = if readings.iter().any(|reading| reading.is_dry) { ", in a gas," } else { "" };
    format!(
        "Speeds{sphere}{gas} were read off {pictures} pictures{of_drops}{rates} with wetbounce {version} (V_in is the \
         highest speed of the approach, V_out{delay}), with standard errors{noises}{left_out}."
    )
}

/// Reads the record, and prints its quantities.
///
/// # Errors
/// The record cannot be read or shows no approach; a file cannot be written.
pub fn run(args: MeasureArgs) -> Result<(), CliError> {
    let (measurement, setting) = Measurement::alone(&keys_of_measurement(&args.data, &args.overrides))?;
    let found = Measurements::of(&measurement, setting)?;
    let kinds = match (args.format.is_empty(), &args.out) {
        (true, Some(_)) => TableFormat::value_variants(),
        _ => &args.format,
    };
    if let Some(out) = &args.out {
        let file = |ending: &str| format!("measured.{ending}");
        let texts: Vec<_> = kinds.iter().map(|kind| (kind, found.text(*kind))).collect();
        let figures: Vec<_> =
            found.figures.iter().enumerate().map(|(at, figure)| (found.figure_file(at), figure)).collect();
        let tables = texts.iter().map(|(kind, (ending, _))| (file(ending), [kind.beginning()]));
        own_file::open(out, tables.chain(figures.iter().map(|(file, _)| (file.clone(), [own_file::FIGURE]))))?;
        for (file, figure) in figures {
            drawing::write(figure, &out.join(file)).map_err(refused)?;
        }
        for (_, (ending, text)) in texts {
            atomic::write(&out.join(file(ending)), text)?;
        }
    }
    let printed = args.out.is_none() && !kinds.is_empty();
    match (args.quiet, printed) {
        (true, _) => Ok(()),
        (false, true) => {
            let _nobody_reads = std::io::Write::write_all(&mut std::io::stderr(), found.warnings().as_bytes());
            say(&kinds.iter().map(|kind| found.text(*kind).1).collect::<Vec<String>>().join("\n"))
        }
        (false, false) => say(&found.in_words(args.out.as_deref())),
    }
}

/// Why no bounce was read.
fn without_approach(measurement: &Measurement, drops: &[Record], unread: &[String]) -> CliError {
    let apexes =
        "heights of apexes show no speeds; `wetbounce compare RUN DATA.csv --set rows=apexes` sets them beside a run";
    let few = "; rows that are apexes of bounces are for `compare`, with measurement.rows = \"apexes\"";
    let why = match () {
        () if drops.iter().all(|drop| drop.apexes) => apexes.to_owned(),
        () if drops.iter().all(|drop| drop.gap.is_empty() && !drop.sounds) => VELOCITIES_ALONE.to_owned(),
        () if drops.iter().all(|drop| drop.gap.len() < BOUNCE) => unread.join("; ") + few,
        () => unread.join("; "),
    };
    let read = drops.iter().flat_map(|drop| &drop.columns).find(|column| column.quantity == "gap");
    let column =
        |gap: &Column| format!("; heights were read from `{}`: measurement.gap names another column", gap.column);
    let why = why + &read.map_or(String::new(), column);
    InputError::new(format!("{} shows no approach to a wall", measurement.shown())).help(why).into()
}

impl Measurements {
    fn of(measurement: &Measurement, setting: record::Setting) -> Result<Self, CliError> {
        let lengths = setting.lengths;
        let drops = records_or_sounds(measurement, lengths).map_err(|error| refused(OutputError::of_table(error)))?;
        let readings: Vec<Evaluation> = drops::of_all(&drops, setting);
        let mut said: Vec<Vec<MeasuredBounce>> = readings.iter().map(|reading| reading.bounces.clone()).collect();
        let not_paired = paired(&mut said);
        let mut averaged = said.clone();
        not_paired.iter().for_each(|at| averaged[*at].clear());
        let most = averaged.iter().flatten().map(|bounce| bounce.number).max().unwrap_or(0);
        let row = |number: usize, quantity: RecordQuantity| {
            let shows = |at: &usize| repeated(&averaged[*at..=*at], number, quantity.of).is_some();
            let shown: Vec<usize> = (0..averaged.len()).filter(shows).collect();
            repeated(&averaged, number, quantity.of).map(|found| Row {
                bounce: number,
                quantity,
                value: found.mean.value,
                standard_error: found.mean.sigma,
                scatter: found.scatter,
                drops: shown.len(),
                outliers: found.outliers.iter().map(|at| drops[shown[*at]].drop.clone()).collect(),
            })
        };
        let all = (1..=most).flat_map(|number| MEASURED.map(|quantity| (number, quantity)));
        let quantities: Vec<Row> = all.filter_map(|(number, quantity)| row(number, quantity)).collect();
        let unread: Vec<String> = readings.iter().flat_map(|reading| reading.unread.clone()).collect();
        if quantities.is_empty() {
            return Err(without_approach(measurement, &drops, &unread));
        }
        let not_paired: Vec<String> = not_paired.into_iter().map(|at| drops[at].drop.clone()).collect();
        let mut remarks: Remarks = not_paired.iter().map(|drop| unpaired(drop)).collect();
        remarks.extend(doubts(&drops, &readings, &averaged, setting, Reader::Alone));
        let left_out = drops::left_out(&drops, &readings);
        let mut columns: Vec<Column> = Vec::new();
        drops.iter().flat_map(|drop| &drop.columns).for_each(|column| {
            if !columns.contains(column) {
                columns.push(column.clone())
            }
        });
        remarks.extend(drops.iter().any(|drop| drop.scale_unsure).then(unscaled));
        if drops.iter().any(|drop| drop.sounds) {
            let all: Vec<MeasuredBounce> = said.iter().flatten().copied().collect();
            remarks.0.push(sounds::not_in_errors(&all, lengths.map(|lengths| lengths.diameter), setting.gravity));
            if drops.iter().any(|drop| drop.uncertainty.time == 0.0) {
                remarks.0.push(rounded());
            }
        }
        let both = drops.iter().zip(&readings);
        let figures = both.filter_map(|(drop, reading)| measure_figure::of(drop, reading, setting)).collect();
        let diameter_m = lengths.map(|lengths| lengths.diameter);
        let sentence = sentence(&drops, &readings, diameter_m, left_out.iter().map(|out| out.rows).sum());
        let drops = drops.into_iter().zip(said).zip(&readings).map(|((drop, bounces), reading)| Drop {
            is_dry: reading.is_dry,
            medium_reason: reading.medium_reason.clone(),
            file: drop.file.display().to_string(),
            drop: drop.drop,
            bounces,
        });
        Ok(Self {
            diameter_m,
            quantities,
            drops: drops.collect(),
            not_paired,
            columns,
            left_out,
            unread,
            remarks,
            sentence,
            figures,
        })
    }

    /// The file of the figure with this number, from 0.
    fn figure_file(&self, at: usize) -> String {
        if self.figures.len() > 1 { format!("plots/measured-{}.svg", at + 1) } else { "plots/measured.svg".into() }
    }

    /// Ending of the file and text of a kind of table.
    fn text(&self, kind: TableFormat) -> (&'static str, String) {
        match kind {
            TableFormat::Csv => ("csv", self.table().to_csv()),
            TableFormat::Json => ("json", atomic::json(self)),
            TableFormat::Latex => ("tex", self.latex()),
        }
    }

    /// What is said of drops that are in no mean, and reasons to doubt the record.
    fn warnings(&self) -> String {
        let said = self.remarks.0.iter().filter(|remark| remark.kind != RemarkKind::Assumption);
        said.map(|remark| format!("warning: {remark}\n")).collect()
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["bounce", "quantity", "value", "standard_error", "scatter", "drops", "outliers"]);
        for row in &self.quantities {
            table.push([
                row.bounce.to_string(),
                row.quantity.is.key.to_owned(),
                row.value.to_string(),
                row.standard_error.to_string(),
                row.scatter.map_or(String::new(), |scatter| scatter.to_string()),
                row.drops.to_string(),
                row.outliers.join(" "),
            ]);
        }
        table
    }

    fn latex(&self) -> String {
        let line = |row: &Row| {
            let value = row.shown().replace('±', r"\pm");
            format!("{} & ${}$ & ${value}$ & {} \\\\\n", row.bounce, row.quantity.symbol, row.unit())
        };
        let lines: String = self.quantities.iter().map(line).collect();
        format!(
            "\\begin{{tabular}}{{clll}}\n\\hline\nbounce & quantity & value & unit \\\\\n\\hline\n{lines}\\hline\n\\end{{tabular}}\n"
        )
    }

    /// The values of one drop, a column for each bounce.
    fn of_one_drop(&self) -> String {
        let mut numbers: Vec<usize> = self.quantities.iter().map(|row| row.bounce).collect();
        numbers.dedup();
        let of_some = |numbers: &[usize]| {
            let heads = ["Quantity".to_owned(), String::new()].into_iter();
            let mut table = Table::new(heads.chain(numbers.iter().map(|number| format!("Bounce {number}"))));
            for quantity in MEASURED {
                let is_it = |row: &&Row| row.quantity.is.key == quantity.is.key && numbers.contains(&row.bounce);
                let rows: Vec<&Row> = self.quantities.iter().filter(is_it).collect();
                let Some(first) = rows.first() else { continue };
                let value = |number: &usize| {
                    rows.iter().find(|row| row.bounce == *number).map_or("–".into(), |row| row.shown())
                };
                let heads = [quantity.is.words.to_owned(), first.unit().to_owned()].into_iter();
                table.push(heads.chain(numbers.iter().map(value)));
            }
            table.to_string()
        };
        numbers.chunks(ABREAST).map(of_some).collect::<Vec<_>>().join("\n")
    }

    /// The means of several drops, a row for each quantity of each bounce.
    fn of_drops(&self) -> String {
        let mut table = Table::new(["Bounce", "Quantity", "Value", "", "Scatter", "Drops", "Outliers"]);
        for row in &self.quantities {
            let is = row.quantity.is;
            let scatter = row.scatter.map_or(String::new(), |scatter| format!("{:.2e}", is.unit.per_key * scatter));
            table.push([
                row.bounce.to_string(),
                is.words.to_owned(),
                row.shown(),
                row.unit().to_owned(),
                scatter,
                row.drops.to_string(),
                row.outliers.join(", "),
            ]);
        }
        table.to_string()
    }

    fn in_words(&self, out: Option<&Path>) -> String {
        let mut text = if self.drops.len() > 1 { self.of_drops() } else { self.of_one_drop() };
        if self.quantities.iter().all(|row| row.quantity.is.key != RESTITUTION.key) {
            text += "no rebound is read\n";
        } else if self.diameter_m.is_none() {
            text += "without --set sphere.diameter the speed out is the speed at contact, not the lower speed 0.1 D/V later\n";
        }
        let silent: Vec<&str> =
            self.drops.iter().filter(|drop| drop.bounces.is_empty()).map(|drop| drop.drop.as_str()).collect();
        if !silent.is_empty() {
            text += &format!("drops that show no approach: {}\n", silent.join(", "));
        }
        let columns =
            self.columns.iter().map(|column| format!("{} from `{}` [{}]", column.quantity, column.column, column.unit));
        text += &format!("read: {}\n", columns.collect::<Vec<_>>().join(", "));
        for drop in self.drops.iter().filter(|drop| !drop.bounces.is_empty()) {
            let of_drop = if drop.drop.is_empty() { String::new() } else { format!("drop {}, ", drop.drop) };
            let medium = if drop.is_dry { "gas" } else { "liquid" };
            text += &format!("{of_drop}read as in a {medium}: {}\n", drop.medium_reason);
        }
        let others = self
            .left_out
            .iter()
            .map(|out| format!("left out: {out}\n"))
            .chain(self.unread.iter().map(|why| format!("not read: {why}\n")));
        text += &others.collect::<String>();
        text += &self.warnings();
        text += &self
            .remarks
            .of(RemarkKind::Assumption)
            .map(|what| format!("not in the errors: {what}\n"))
            .collect::<String>();
        text += &format!("for the paper: {}\n", self.sentence);
        out.map_or(text.clone(), |out| format!("{text}results in {}\n", out.display()))
    }
}
