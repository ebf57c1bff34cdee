//! Tables, records and trajectories with numbers that nobody would plot: read, and drawn as `plot` and `compare` draw
//! them.

use super::mutate::change_bytes;
use crate::random::Random;
use std::fs;
use std::path::{Path, PathBuf};
use wetbounce::case::{Clock, Lengths, Measurement, records};
use wetbounce::numerics::hermite::Moment;
use wetbounce::output::OutputError;
use wetbounce::output::table::Table;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::plot::{Figure, Scale, forces, phase, trajectory, xy};
use wetbounce::records::bounce::drops;
use wetbounce::records::comparison::alignment::align;
use wetbounce::records::comparison::computed::Computed;
use wetbounce::records::comparison::measurement;
use wetbounce::records::record::Setting;
use wetbounce::records::record::{Record, RecordOrigin};
use wetbounce::run::figures::plotted;
use wetbounce::run::measurement::draw;

/// Cells, between bars.
const CELLS: &str = "0|-0|1|-1|1e-3|0.5|2|1e308|-1e308|1.7976931348623157e308|1e-308|-1e-308|5e-324|-5e-324|1e200|1e-200|inf|\
                     -inf|nan||1e15|123456789|-1e-12";

/// A table with the header of kind `name`, of ordinary and of nasty numbers, in part damaged.
pub fn written(name: &str, random: &mut Random) -> Vec<u8> {
    if name == "record" {
        return pictures(random);
    }
    let header = if name == "table" { "x,y,g" } else { "time_s,gap_m,velocity_m_s,film_N,contact_N" };
    let (mut text, columns) = (format!("{header}\n"), header.split(',').count());
    let (cells, nasty) = (CELLS.split('|').collect::<Vec<_>>(), random.below(3));
    for row in 0..random.below(80) {
        let cell = |column: usize, random: &mut Random| match (random.below(4) < nasty, column) {
            (true, 1..) => random.of_these(&cells).to_owned(),
            (_, 0) => format!("{}", row as f64 * 0.25),
            _ => format!("{}", random.below(2000) as f64 * 1e-3 - 0.5),
        };
        let row: Vec<String> = (0..columns).map(|column| cell(column, random)).collect();
        text += &format!("{}\n", row.join(","));
    }
    let mut bytes = text.into_bytes();
    if random.below(4) == 0 {
        change_bytes(&mut bytes, random);
    }
    bytes
}

/// What a camera might write of a fall, in some layout, and what nobody would.
fn pictures(random: &mut Random) -> Vec<u8> {
    const HEADERS: &str =
        "t (ms);h [mm]|time_s,gap_m,velocity_m_s|Drop 1\nt\th\n[s]\t[px]|# t (s) y (um)|drop,time_ms,centre_mm|";
    let header = random.of_these(&HEADERS.split('|').collect::<Vec<_>>()).to_owned();
    let divider = random.of_these(&[";", "\t", ",", " ", ", "]);
    let (mut text, columns) = (format!("{header}\n"), 1 + random.below(4));
    let cells: Vec<&str> =
        CELLS.split('|').chain(["-", "1,5", "\"2,5\"", "#", "n/a", "1 2", "\u{2212}3", ";"]).collect();
    let nasty = random.below(3);
    for row in 0..random.below(60) {
        let cell = |column: u64, random: &mut Random| match random.below(8) < nasty {
            true => random.of_these(&cells).to_owned(),
            false if column == 0 => row.to_string(),
            false => format!("{:.3}", (row as f64 - 30.0).abs() * 0.2),
        };
        let row: Vec<String> = (0..columns).map(|column| cell(column, random)).collect();
        text += &format!("{}\n", row.join(divider));
    }
    let mut bytes = text.into_bytes();
    if random.below(3) == 0 {
        change_bytes(&mut bytes, random);
    }
    bytes
}

/// Compares a record with a fall onto a wall at every clock, and draws it.
fn compare_record(drops: &[Record]) -> Result<bool, String> {
    let at = |k: i32| f64::from(k - 20) * 1e-3;
    let motion: Vec<Moment> =
        (0..60).map(|k| Moment { time: at(k), gap: 0.5 * at(k).abs(), velocity: 0.5 * at(k).signum() }).collect();
    let computed = Computed { motion: &motion, bounces: &[], lengths: Lengths::at_wall(3e-3) };
    let readings = drops::of_all(drops, Setting::of(Some(Lengths::at_wall(3e-3))));
    for clock in [Clock::Record, Clock::Release, Clock::Contact, Clock::Fitted] {
        let origin = RecordOrigin { clock, offset: 0.0, is_wall: false };
        let Ok(aligned) = align(drops, &readings, origin, &computed) else { continue };
        if let Ok(found) = measurement::compare(&aligned, &readings, &computed, "fuzz") {
            sound(&draw("fuzz", &aligned, &computed, &found.apexes))?;
        }
    }
    Ok(true)
}

/// Reads and draws a table, a record or a trajectory: whether it is accepted, or what is wrong.
pub fn try_one(name: &str, bytes: &[u8], place: &Path) -> Result<bool, String> {
    let path: PathBuf = place.join("fuzz.csv");
    fs::write(&path, bytes).unwrap();
    match name {
        "table" => judge(Table::read(&path), draw_columns),
        "record" => {
            let measurement = Measurement { scale: Some(1e-5), ..Measurement::of_file(&path) };
            let read = |with: &Measurement| records(with, Some(Lengths::at_wall(3e-3))).map_err(OutputError::of_table);
            judge(read(&measurement).or_else(|_| read(&Measurement::of_file(&path))), |drops| compare_record(drops))
        }
        _ => judge(Trajectory::read(&path), draw_motion),
    }
}

fn judge<T>(read: Result<T, OutputError>, draw: impl FnOnce(&T) -> Result<bool, String>) -> Result<bool, String> {
    match read {
        Ok(accepted) => draw(&accepted),
        Err(error) if error.to_string().contains("fuzz.csv") && !error.advice().is_empty() => Ok(false),
        Err(error) => Err(format!("the refusal does not say where: {error}")),
    }
}

fn draw_columns(table: &Table) -> Result<bool, String> {
    let scales =
        [(Scale::Linear, Scale::Linear), (Scale::Log, Scale::Log), (Scale::Linear, Scale::Symlog { linear: 1e-3 })];
    for (number, (x_scale, y_scale)) in scales.into_iter().enumerate() {
        let group = (number > 0).then_some("g");
        let options = xy::XyOptions { x: "x", group, x_scale, y_scale, joined: number == 1 };
        match table.series([options.x, "y"], group) {
            Ok(series) => sound(&xy::figure(vec![("y", series)], &options))?,
            Err(error) => return judge(Err::<(), _>(error), |()| Ok(true)),
        }
    }
    Ok(true)
}

fn draw_motion(motion: &Trajectory) -> Result<bool, String> {
    if motion.len() < 2 {
        return Ok(false);
    }
    let runs = [plotted("fuzz", motion, 3e-3, &[])];
    let acting: Vec<(&str, &[f64])> = motion.forces().collect();
    for figure in [
        trajectory::figure(&runs, &[], trajectory::Clock::Release, None),
        phase::figure(&runs),
        forces::figure(&runs[0], &acting, forces::first_collision(&runs[0])),
    ] {
        sound(&figure)?;
    }
    Ok(true)
}

fn sound(figure: &Figure) -> Result<(), String> {
    let svg = figure.svg();
    let odd = |tag: &str| tag.split('>').next().is_some_and(|tag| tag.contains("NaN") || tag.contains("inf"));
    let sound = svg.trim_end().ends_with("</svg>") && !svg.split('<').any(odd);
    if sound { Ok(()) } else { Err("the figure holds places that are no numbers".into()) }
}
