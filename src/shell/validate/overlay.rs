//! The user's own data beside an entry's results.
//!
//! A CSV file with a header, of one of two kinds:
//!
//! * a curve: a [record] of one drop, on the clock of the release, or of the contact where the column of times
//!   says so, `time_since_contact_s`; for one entry that runs a case;
//! * values: `entry,quantity,value`, the quantities by the names of `validation.json`.
//!
//! Nothing is judged: distances and deviations are reported.

use super::band::Comparison;
use super::entry::Entry;
use super::suite::{Finished, Judgement, judge};
use crate::analysis::curve::{Curve, CurveDistance};
use crate::case::{Case, Measurement, Problem};
use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, record};
use crate::plot::trajectory;
use std::path::Path;

/// Where the values are from.
const SOURCE: &str = "your data";

/// The content of a file of the user.
#[derive(Debug, Clone, PartialEq)]
pub enum UserData {
    /// A measured motion.
    Curve(MeasuredCurve),
    /// Values: entry, quantity, value.
    Values(Vec<(String, String, f64)>),
}

/// A measured gap over time.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredCurve {
    /// Its name in the figure: that of the file.
    pub name: String,
    /// Whether time counts from the first contact instead of the release.
    pub since_contact: bool,
    /// Time \[s\] and gap \[m\].
    pub points: Vec<(f64, f64)>,
}

impl UserData {
    /// Reads a file; `diameter` \[m\] is that of the sphere, for gaps in diameters.
    ///
    /// # Errors
    /// A file that cannot be read, columns that are not there, a value that is no number.
    pub fn read(path: &Path, diameter: Option<f64>) -> Result<Self, Problem> {
        let refused = |error: OutputError| Problem::new(error.to_string()).help(error.advice());
        if let Ok(table) = Table::read(path)
            && let [Ok(entry), Ok(quantity)] = ["entry", "quantity"].map(|name| table.text(name))
        {
            let values = table.numbers("value").map_err(refused)?;
            let rows = entry.iter().zip(&quantity).zip(values);
            let owned = rows.map(|((entry, quantity), value)| (entry.to_string(), quantity.to_string(), value));
            return Ok(Self::Values(owned.collect()));
        }
        let measurement = Measurement::of_file(path);
        let [drop] = &record::read(&measurement, diameter).map_err(refused)?[..] else {
            return Err(Problem::new(format!("`{}` holds several drops", path.display()))
                .help("give one drop, or compare them all with `wetbounce compare`"));
        };
        if drop.gap.is_empty() {
            return Err(Problem::new(format!("`{}` has no column of gaps", path.display()))
                .help("a curve has a time and a gap; values have entry, quantity, value"));
        }
        Ok(Self::Curve(MeasuredCurve {
            name: measurement.called(),
            since_contact: drop.since_contact,
            points: drop.points(),
        }))
    }

    /// Refuses data that belong to none of `entries`.
    ///
    /// # Errors
    /// A curve without exactly one entry that runs a case; a value of an entry that is not run.
    pub fn check(&self, entries: &[Entry]) -> Result<(), Problem> {
        match self {
            Self::Curve(_) if matches!(entries, [entry] if entry.experiment.whole_case().is_some()) => Ok(()),
            Self::Curve(_) => Err(Problem::new("a measured curve belongs to one entry that runs a case")
                .help("for example: wetbounce validate gondret-st152 --reference film.csv")),
            Self::Values(values) => match values.iter().find(|(name, ..)| entries.iter().all(|e| e.name != *name)) {
                None => Ok(()),
                Some((name, ..)) => Err(Problem::new(format!("the data name `{name}`, which is not compared here"))
                    .help("wetbounce validate --list names all entries")),
            },
        }
    }

    /// Adds the comparison to the results; a curve also leaves `overlay.csv` and `overlay.svg` in the run's directory
    /// below `directory`.
    ///
    /// # Errors
    /// Files that cannot be read or written.
    pub fn compare(&self, entries: &[Entry], finished: &mut [Finished], directory: &Path) -> Result<(), OutputError> {
        match (self, entries, finished) {
            (Self::Values(values), _, finished) => {
                for found in finished.iter_mut() {
                    let own = values.iter().filter(|(entry, ..)| *entry == found.entry);
                    let rows: Vec<Judgement> =
                        own.map(|(_, quantity, value)| value_row(found, quantity, *value)).collect();
                    found.rows.extend(rows);
                }
                Ok(())
            }
            (Self::Curve(curve), [Entry { name, experiment, .. }], [finished]) => {
                let case = experiment.whole_case().expect("checked before the run");
                curve.compare(&case, finished, &directory.join("runs").join(name))
            }
            _ => unreachable!("checked before the run"),
        }
    }
}

fn value_row(found: &Finished, quantity: &str, value: f64) -> Judgement {
    let measured = found.measured.iter().find(|(name, ..)| name == quantity);
    let names = || found.measured.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join("; ");
    let unit = measured.map_or("1", |(_, unit, _)| unit);
    let compare = Comparison::reported(quantity, unit, Some(value), SOURCE, SOURCE);
    judge(&found.entry, &compare, measured.map(|(.., value)| *value), Some(&format!("measured are: {}", names())))
}

impl MeasuredCurve {
    fn compare(&self, case: &Case, finished: &mut Finished, directory: &Path) -> Result<(), OutputError> {
        let (summary, motion) = match Summary::read(&directory.join("summary.json")) {
            Ok(summary) => (summary, Trajectory::read(&directory.join("trajectory.csv"))?),
            Err(_) => return Ok(()),
        };
        let diameter = case.sphere.diameter;
        let first = summary.bounces.first().map_or(0.0, |bounce| bounce.contact_time_s);
        let start = if self.since_contact { first } else { 0.0 };
        let gaps: Vec<f64> = motion.gap.iter().map(|gap| gap / diameter).collect();
        let points: Vec<(f64, f64)> = self.points.iter().map(|(t, gap)| (t + start, gap / diameter)).collect();
        let distance = Curve::new(&motion.time, &gaps).and_then(|curve| curve.distance(&points));
        finished.rows.extend(self.rows(&finished.entry, distance.map_err(|error| error.to_string())));
        self.write(directory, &motion, &gaps, &points)?;
        let run = trajectory::Run { name: &case.name, trajectory: &motion, diameter, bounces: &summary.bounces };
        let time: Vec<f64> = self.points.iter().map(|point| point.0).collect();
        let gap: Vec<f64> = points.iter().map(|point| point.1 * diameter).collect();
        let reference = trajectory::Reference { name: self.name.clone(), time, gap, ..Default::default() };
        let clock = match self.since_contact {
            true => trajectory::Clock::FirstContact,
            false => trajectory::Clock::Release,
        };
        trajectory::figure(&[run], &[reference], clock).write(&directory.join("overlay.svg"))
    }

    fn rows(&self, entry: &str, distance: Result<CurveDistance, String>) -> Vec<Judgement> {
        let row = |what: &str, value: Option<f64>, why: &str| {
            let quantity = format!("gap less `{}`, {what}", self.name);
            judge(entry, &Comparison::reported(quantity, "D", Some(0.0), SOURCE, why), value, Some(why))
        };
        match distance {
            Ok(found) => {
                let why = format!("{} points in the range of the run", found.points);
                [("root mean square", found.rms), ("largest", found.max), ("mean", found.bias)]
                    .map(|(what, value)| row(what, Some(value), &why))
                    .into()
            }
            Err(why) => vec![row("root mean square", None, &why)],
        }
    }

    /// `overlay.csv`: time on the run's clock, measured and computed gap, difference; the points in the run's range.
    fn write(
        &self,
        directory: &Path,
        motion: &Trajectory,
        gaps: &[f64],
        points: &[(f64, f64)],
    ) -> Result<(), OutputError> {
        let Ok(curve) = Curve::new(&motion.time, gaps) else { return Ok(()) };
        let range = motion.time[0]..=motion.time[motion.time.len() - 1];
        let mut table = Table::new(["time_s", "measured_gap_over_d", "computed_gap_over_d", "difference_over_d"]);
        for (time, measured) in points.iter().filter(|(time, _)| range.contains(time)) {
            let computed = curve.at(*time);
            table.push([*time, *measured, computed, computed - measured].map(|value| value.to_string()));
        }
        table.write(&directory.join("overlay.csv"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<UserData, Problem> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("film.csv");
        std::fs::write(&path, text).unwrap();
        UserData::read(&path, Some(3e-3))
    }

    #[test]
    fn a_curve_and_values_are_told_apart_by_their_columns() {
        let curve = read("time_since_contact_s, gap_over_d\n-0.01, 1.5\n0.02, 0.7\n").unwrap();
        let UserData::Curve(curve) = curve else { panic!("{curve:?}") };
        assert_eq!((curve.name.as_str(), curve.since_contact), ("film", true));
        assert_eq!(curve.points, [(-0.01, 1.5 * 3e-3), (0.02, 0.7 * 3e-3)]);
        let values = read("entry,quantity,value\nbasset,x,1e-3\n").unwrap();
        assert_eq!(values, UserData::Values(vec![("basset".into(), "x".into(), 1e-3)]));
    }

    #[test]
    fn files_that_say_nothing_are_refused_with_the_place() {
        let message = |text: &str| read(text).unwrap_err().message().to_owned();
        assert!(message("t,h\n0,1\n").contains("does not say its unit"));
        assert!(message("time_s,gap_m\n0,1\n1,x\n").contains("line 3: `x`"));
        assert!(UserData::read(Path::new("/nowhere.csv"), None).is_err());
    }
}
