//! The values of a reference that the motion of another program shows.

use super::given::{Given, Said};
use super::trajectory::{Gives, Inputs, MOMENT, Trajectory};
use super::{Coordinate, Reference};
use crate::case::{InputError, Theirs};
use std::path::Path;
use wetbounce_records::record::{Column, LeftOut, Lengths};
use wetbounce_records::shown;
use wetbounce_records::table::wrong;
use wetbounce_records::trajectories::{self, Motion};

/// What was read.
pub(super) struct Read {
    pub(super) given: Vec<Given>,
    pub(super) format: &'static str,
    pub(super) columns: Vec<Column>,
    pub(super) left_out: Vec<LeftOut>,
    /// What was assumed, left out or is doubtful, in sentences.
    pub(super) said: Vec<String>,
}

/// Coordinates of axes by their names.
type Place = Vec<(String, Coordinate)>;

/// A motion beside the reference whose quantities it shows.
struct Reading<'r> {
    reference: &'r Reference,
    trajectory: &'r Trajectory,
    file: &'r Path,
    theirs: Theirs,
    lengths: Option<Lengths>,
    /// Places on the axes that the motion does not give.
    fixed: Place,
    motion: Motion,
}

/// Reads the motion in a file.
///
/// # Errors
/// The place of the motion on an axis is not said, the file holds no motion, or the motion shows nothing of the reference.
pub(super) fn read(
    reference: &Reference,
    trajectory: &Trajectory,
    (file, text): (&Path, &str),
    said: &Said,
) -> Result<Read, InputError> {
    let fixed = places(reference, trajectory, file, said)?;
    let words = fixed.iter().filter_map(|(_, at)| match at {
        Coordinate::Word(word) => Some(word.as_str()),
        Coordinate::Number(_) => None,
    });
    let settings = trajectory.settings(words);
    let (own, second) = Theirs::alone(&settings, false).map_err(|error| InputError::new(error.to_string()))?;
    let mut theirs = said.theirs.clone();
    let taken = theirs.completed(&own);
    let second = said.second.or(second);
    let refused = |(place, problem)| InputError::new(wrong(file, place, problem).to_string()).help(more(reference));
    let motion = trajectories::parse(text, &theirs.motion(), theirs.diameter, second).map_err(refused)?;
    let lengths = theirs.diameter.map(|diameter| match second {
        Some(second) => Lengths::between([diameter, second]),
        None => Lengths::at_wall(diameter),
    });
    let mut notes = motion.said.clone();
    if theirs.uncertainty == 0.0 {
        notes.push("U_val holds what the distance of your rows costs, and not the error of your grid and step; give its standard uncertainty with --set uncertainty=0.01 (a share).".into());
    }
    let is_taken = |set: &&String| taken.iter().any(|key| set.starts_with(&format!("{key}=")));
    let own: Vec<&str> = settings.iter().filter(is_taken).map(String::as_str).collect();
    if !own.is_empty() {
        notes.push(format!("Taken from the reference, as --set does not say it: {}.", own.join(", ")));
    }
    let reading = Reading { reference, trajectory, file, theirs, lengths, fixed, motion };
    let given = reading.given(&mut notes)?;
    let Motion { format, columns, left_out, .. } = reading.motion;
    Ok(Read { given, format, columns, left_out, said: notes })
}

impl Reading<'_> {
    fn refused(&self, why: &str) -> InputError {
        InputError::new(format!("`{}`: {why}", self.file.display()))
    }

    /// A scale.
    fn scale(&self, name: &str) -> Result<f64, InputError> {
        let cell = |name: &str| {
            let of_place = self.fixed.iter().find(|(axis, _)| axis == name).and_then(|(_, at)| match at {
                Coordinate::Number(at) => Some(*at),
                Coordinate::Word(_) => None,
            });
            of_place.or_else(|| self.reference.input(name, &self.fixed))
        };
        let inputs = Inputs { theirs: &self.theirs, trajectory: self.trajectory, cell: &cell };
        inputs.scale(name).map_err(|why| self.refused(&why))
    }

    /// The places on axes that the motion gives, those of single moments aside.
    fn axes(&self) -> Result<Place, InputError> {
        let mut found = Place::new();
        for gives in &self.trajectory.gives {
            let Some((axis, shown)) = gives.axis.as_ref().zip(gives.shown()) else { continue };
            if self.fixed.iter().any(|(have, _)| have == axis) {
                continue;
            }
            let values = shown
                .of_motion(&self.motion, gives.asked(self.lengths))
                .map_err(|why| self.refused(&why).help(format!("or give the place yourself, as in --set {axis}=…")))?;
            let scale = self.scale(&gives.over)?;
            found.extend(values.first().map(|value| (axis.clone(), Coordinate::Number(value.value / scale))));
        }
        Ok(found)
    }

    /// The rows of all quantities that the motion shows; what it does not show, and what is doubtful, is noted.
    fn given(&self, notes: &mut Vec<String>) -> Result<Vec<Given>, InputError> {
        let axes = self.axes()?;
        let (mut given, mut unshown) = (Vec::new(), Vec::new());
        for gives in self.trajectory.gives.iter().filter(|gives| gives.axis.is_none()) {
            let words = gives.at.iter().map(|(axis, word)| (axis.clone(), Coordinate::Word(word.clone())));
            let place: Place = self.fixed.iter().cloned().chain(words).chain(axes.iter().cloned()).collect();
            let at: Vec<(&str, Coordinate)> = place.iter().map(|(name, at)| (name.as_str(), at.clone())).collect();
            // A line of words that the reference has no row for is about another case.
            let has = |quantity: &&String| gives.at.is_empty() || self.reference.value(quantity, &at).is_ok();
            let quantities: Vec<&String> = gives.quantities.iter().filter(has).collect();
            let (Some(shown), false) = (gives.shown(), quantities.is_empty()) else { continue };
            let name = gives.at.values().next().unwrap_or(quantities[0]);
            match shown.of_motion(&self.motion, gives.asked(self.lengths)) {
                Err(why) => unshown.push((name, why)),
                Ok(values) => {
                    for value in &values {
                        notes.extend(value.doubt.iter().map(|doubt| format!("{name}: {doubt}.")));
                        given.push(self.row(gives, &quantities, &place, value)?);
                    }
                }
            }
        }
        if let (true, Some((name, why))) = (given.is_empty(), unshown.first()) {
            let why = format!("the motion does not show `{name}`: {why}");
            return Err(self.refused(&why).help(more(self.reference)));
        }
        notes.extend(unshown.iter().map(|(name, why)| format!("{name} is not compared: {why}.")));
        Ok(given)
    }

    /// A value as a row of these quantities.
    fn row(&self, gives: &Gives, of: &[&String], place: &Place, value: &shown::Value) -> Result<Given, InputError> {
        let scale = self.scale(&gives.over)?;
        let mut place = place.clone();
        for moment in self.trajectory.gives.iter().filter(|gives| gives.is == MOMENT) {
            let over = self.scale(&moment.over)?;
            place.extend(moment.axis.iter().map(|axis| (axis.clone(), Coordinate::Number(value.time / over))));
        }
        Ok(Given {
            line: value.line,
            place,
            values: of.iter().map(|name| ((*name).clone(), value.value / scale)).collect(),
            uncertainty: self.theirs.uncertainty,
            sigma: value.sigma / scale,
        })
    }
}

/// The places of a motion on axes that it does not give itself.
fn places(reference: &Reference, trajectory: &Trajectory, file: &Path, said: &Said) -> Result<Place, InputError> {
    let name = reference.name();
    for setting in reference.must_be_set(trajectory) {
        let axis = setting.split('=').next().unwrap_or_default();
        if said.fixed.iter().any(|(name, _)| name == axis) {
            continue;
        }
        let column = reference.axes().find(|one| one.name == axis);
        let meaning = column.map_or("", |one| &one.meaning);
        let known = match column.is_some_and(super::Column::is_word) {
            true => format!(" (one of {})", words(reference, axis)),
            false => ", or the like".into(),
        };
        return Err(InputError::new(format!(
            "`{name}` depends on {axis} ({meaning}), which `{}` does not say",
            file.display()
        ))
        .help(format!("give it with --set {setting}{known}; {}", more(reference))));
    }
    for (axis, at) in &said.fixed {
        let known = reference.table().text(axis).unwrap_or_default();
        if let Coordinate::Word(word) = at
            && !known.iter().any(|known| known.eq_ignore_ascii_case(word))
        {
            return Err(InputError::new(format!("`{name}` has no {axis} `{word}`"))
                .help(format!("one of {}", words(reference, axis))));
        }
    }
    Ok(said.fixed.clone())
}

/// The words of an axis.
fn words(reference: &Reference, axis: &str) -> String {
    let mut known: Vec<&str> = Vec::new();
    for cell in reference.table().text(axis).unwrap_or_default() {
        if !known.contains(&cell) {
            known.push(cell);
        }
    }
    known.join(", ")
}

/// What can be handed in, and where more is said.
fn more(reference: &Reference) -> String {
    let list =
        |columns: Vec<&super::Column>| columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>().join(", ");
    format!(
        "a table of values has the columns {} and one of {} at least; `wetbounce reference {}` says what a motion needs",
        list(reference.axes().collect()),
        list(reference.quantities().collect()),
        reference.name()
    )
}
