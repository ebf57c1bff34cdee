//! The user's own data beside an entry's results.
//!
//! A CSV file with a header, of one of two kinds:
//!
//! * a [record](wetbounce_records::record) of the motion, on the clock of the release, or of the contact where the
//!   column of times says so, `time_since_contact_s`; for one entry that runs a case;
//! * values: `entry,quantity,value`, the quantities by their keys in `validation.json`, or in the words there.
//!
//! Nothing is judged: distances and deviations are reported. A record is compared as `wetbounce compare` does it.

use super::band::ReferenceComparison;
use super::entry::Entry;
use super::own_case::compared;
use super::suite::{Finished, Judgement, judge};
use crate::case::{Case, Clock, InputError, Lengths, Measurement, records};
use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, atomic};
use crate::run::RunFailure;
use crate::run::measurement::compare_run;
use std::path::Path;

/// Where the values are from.
const SOURCE: &str = "your data";
/// The folder of the comparison with a record, in the directory of the run.
pub(super) const FOLDER: &str = "reference";

/// The content of a file of the user.
#[derive(Debug, Clone, PartialEq)]
pub enum UserData {
    /// A measured motion, and how it is read.
    Motion(Box<Measurement>),
    /// Values: entry, quantity, value.
    Values(Vec<(String, String, f64)>),
}

impl UserData {
    /// Reads a file; `diameter` \[m\] is that of the sphere, for gaps in diameters.
    ///
    /// # Errors
    /// A file that cannot be read, columns that are not there, a value that is no number.
    pub fn read(path: &Path, diameter: Option<f64>) -> Result<Self, InputError> {
        let refused = |error: OutputError| InputError::new(error.to_string()).help(error.advice());
        if let Ok(table) = Table::read(path)
            && let [Ok(entry), Ok(quantity)] = ["entry", "quantity"].map(|name| table.text(name))
        {
            let values = table.numbers("value").map_err(refused)?;
            let rows = entry.iter().zip(&quantity).zip(values);
            let owned = rows.map(|((entry, quantity), value)| (entry.to_string(), quantity.to_string(), value));
            return Ok(Self::Values(owned.collect()));
        }
        let mut measurement = Measurement::of_file(path);
        let drops = records(&measurement, diameter.map(Lengths::at_wall))
            .map_err(|error| refused(OutputError::of_table(error)))?;
        let since_contact = drops.iter().any(|drop| drop.since_contact);
        measurement.clock = if since_contact { Clock::Contact } else { Clock::Release };
        Ok(Self::Motion(Box::new(measurement)))
    }

    /// Refuses data that belong to none of `entries`.
    ///
    /// # Errors
    /// A record without exactly one entry that runs a case; a value of an entry that is not run.
    pub fn check(&self, entries: &[Entry]) -> Result<(), InputError> {
        match self {
            Self::Motion(_) if matches!(entries, [entry] if entry.experiment.whole_case().is_some()) => Ok(()),
            Self::Motion(_) => Err(InputError::new("a measured motion belongs to one entry that runs a case")
                .help("for example: wetbounce validate gondret-st152 --reference film.csv")),
            Self::Values(values) => match values.iter().find(|(name, ..)| entries.iter().all(|e| e.name != *name)) {
                None => Ok(()),
                Some((name, ..)) => Err(InputError::new(format!("the data name `{name}`, which is not compared here"))
                    .help("wetbounce validate --list names all entries")),
            },
        }
    }

    /// Adds the comparison to the results; a record also leaves `comparison.csv`, `comparison.json` and
    /// `plots/measurement.svg` in the folder `reference` of the run, below `directory`.
    ///
    /// # Errors
    /// Files that cannot be read or written.
    pub fn compare(&self, entries: &[Entry], finished: &mut [Finished], directory: &Path) -> Result<(), RunFailure> {
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
            (Self::Motion(measurement), [Entry { name, experiment, .. }], [finished]) => {
                let case = experiment.whole_case().expect("checked before the run");
                let case = Case { measurement: Some((**measurement).clone()), ..case };
                beside(&case, finished, &directory.join("runs").join(name))
            }
            _ => unreachable!("checked before the run"),
        }
    }
}

fn value_row(found: &Finished, quantity: &str, value: f64) -> Judgement {
    let key = found.rows.iter().find(|row| row.quantity == quantity).map_or(quantity, |row| &row.key);
    let measured = found.measured.iter().find(|(name, ..)| name == key);
    let names = || found.measured.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join("; ");
    let unit = measured.map_or("1", |(_, unit, _)| unit);
    let compare = ReferenceComparison::reported(quantity, unit, Some(value), SOURCE, SOURCE);
    judge(&found.entry, &compare, measured.map(|(.., value)| *value), Some(&format!("measured are: {}", names())))
}

/// Sets the run in `directory` beside the record of `case`. A run that failed has a verdict of its own.
fn beside(case: &Case, finished: &mut Finished, directory: &Path) -> Result<(), RunFailure> {
    let Ok(summary) = Summary::read(&directory.join("summary.json")) else { return Ok(()) };
    let motion: Vec<_> = Trajectory::read(&directory.join("trajectory.csv"))?.moments().collect();
    let (measurement, folder) = (case.measurement.as_ref().expect("it was given"), directory.join(FOLDER));
    atomic::make_directory(&folder)?;
    let name = measurement.called();
    let mut add = |compare: ReferenceComparison, value: Option<f64>, failure: Option<&str>| {
        let compare = ReferenceComparison { quantity: format!("{}, beside `{name}`", compare.quantity), ..compare };
        finished.rows.push(judge(&finished.entry, &compare, value, failure));
    };
    match compare_run(case, &motion, &summary, Some(&folder)) {
        Ok(found) => {
            atomic::write_json(&folder.join("comparison.json"), &found)?;
            let rows = found.map(|found| compared(measurement, &found, case.problem.sphere.diameter));
            for row in rows.into_iter().flatten() {
                row.compared.into_iter().for_each(|compare| add(compare, Some(row.value), None));
            }
        }
        Err(failure) => {
            add(ReferenceComparison::reported("motion", "D", None, SOURCE, ""), None, Some(&failure.to_string()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<UserData, InputError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("film.csv");
        std::fs::write(&path, text).unwrap();
        UserData::read(&path, Some(3e-3))
    }

    #[test]
    fn a_record_and_values_are_told_apart_by_their_columns_and_the_clock_by_its_name() {
        for (column, clock) in [("time_since_contact_s", Clock::Contact), ("time_s", Clock::Release)] {
            let data = read(&format!("{column}, gap_over_d\n-0.01, 1.5\n0.02, 0.7\n")).unwrap();
            let UserData::Motion(measurement) = data else { panic!("{data:?}") };
            assert_eq!((measurement.called().as_str(), measurement.clock), ("film", clock));
        }
        let values = read("entry,quantity,value\nbasset,x,1e-3\n").unwrap();
        assert_eq!(values, UserData::Values(vec![("basset".into(), "x".into(), 1e-3)]));
    }

    #[test]
    fn files_that_say_nothing_are_refused_with_the_place() {
        let message = |text: &str| read(text).unwrap_err().message().to_owned();
        assert!(message("t,h\n0,1\n").contains("does not say its unit"));
        assert!(message("time_s,gap_m\nx,y\n").contains("no row of numbers"));
        assert!(UserData::read(Path::new("/nowhere.csv"), None).is_err());
    }
}
