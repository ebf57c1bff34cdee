//! The values of a reference that the motion of another program shows.

use super::motion::Motion;
use super::motion_quantities::MotionValue;
use super::settings::Settings;
use super::trajectory::{Gives, Inputs, MOMENT, Trajectory};
use super::{Coordinate, Reference};
use crate::case::InputError;
use std::path::Path;
use wetbounce_records::record::Lengths;

/// Values of quantities at a place, before they are compared.
pub(super) struct Values {
    /// Line in the file, from one.
    pub(super) line: usize,
    /// Coordinates of axes.
    pub(super) place: Place,
    /// Values by quantity.
    pub(super) values: Vec<(String, f64)>,
    /// A part of their standard uncertainty, in their unit.
    pub(super) sigma: f64,
}

/// Coordinates of axes by their names.
type Place = Vec<(String, Coordinate)>;

/// A motion beside the reference whose quantities it shows.
struct MotionValues<'r> {
    reference: &'r Reference,
    trajectory: &'r Trajectory,
    file: &'r Path,
    settings: Settings,
    lengths: Option<Lengths>,
    motion: Motion,
}

/// The values of a reference in the motion of a file; what was assumed or is doubtful is added to `said`.
///
/// # Errors
/// The place of the motion on an axis is not given, an input of a scale is missing, or the motion shows nothing of the
/// reference.
pub(super) fn values(
    reference: &Reference,
    (trajectory, file): (&Trajectory, &Path),
    motion: Motion,
    mut settings: Settings,
    said: &mut Vec<String>,
) -> Result<Vec<Values>, InputError> {
    check_places(reference, trajectory, file, &settings)?;
    let words = settings.fixed.iter().filter_map(|(_, at)| match at {
        Coordinate::Word(word) => Some(word.as_str()),
        Coordinate::Number(_) => None,
    });
    let (of_reference, texts) = trajectory.scales(words)?;
    let taken = settings.scales.complete(&of_reference);
    let taken: Vec<&str> =
        texts.into_iter().filter(|text| taken.iter().any(|key| text.starts_with(&format!("{key}=")))).collect();
    if settings.uncertainty == 0.0 {
        said.push("U_val holds what the distance of your rows costs, and not the error of your grid and step; give its standard uncertainty with --set uncertainty=0.01 (a share).".into());
    }
    if !taken.is_empty() {
        said.push(format!("Taken from the reference, as --set does not give it: {}.", taken.join(", ")));
    }
    let lengths = settings.scales.get("sphere.diameter").map(|diameter| match settings.scales.get("second.diameter") {
        Some(second) => Lengths::between([diameter, second]),
        None => Lengths::at_wall(diameter),
    });
    MotionValues { reference, trajectory, file, settings, lengths, motion }.values(said)
}

impl MotionValues<'_> {
    fn refused(&self, why: &str) -> InputError {
        let message = format!("`{}`: {why}", self.file.display());
        InputError::new(message)
            .help(format!("`wetbounce reference {}` says what a motion needs", self.reference.name()))
    }

    /// A scale.
    fn scale(&self, name: &str) -> Result<f64, InputError> {
        let cell = |name: &str| match self.settings.coordinate(name) {
            Some(Coordinate::Number(at)) => Some(*at),
            _ => self.reference.input(name, &self.settings.fixed),
        };
        let inputs = Inputs { scales: &self.settings.scales, trajectory: self.trajectory, cell: &cell };
        inputs.scale(name).map_err(|why| self.refused(&why))
    }

    /// The places on axes that the motion gives, those of single moments aside.
    fn axes(&self) -> Result<Place, InputError> {
        let mut found = Place::new();
        for gives in &self.trajectory.gives {
            let Some((axis, quantity)) = gives.axis.as_ref().zip(gives.quantity()) else { continue };
            if self.settings.coordinate(axis).is_some() {
                continue;
            }
            let values = quantity
                .of_motion(&self.motion, gives.asked(self.lengths))
                .map_err(|why| self.refused(&why).help(format!("or give the place yourself, as in --set {axis}=…")))?;
            let scale = self.scale(&gives.over)?;
            found.extend(values.first().map(|value| (axis.clone(), Coordinate::Number(value.value / scale))));
        }
        Ok(found)
    }

    /// All quantities that the motion shows; what it does not show, and what is doubtful, is said.
    fn values(&self, said: &mut Vec<String>) -> Result<Vec<Values>, InputError> {
        let axes = self.axes()?;
        let (mut all, mut unshown) = (Vec::new(), Vec::new());
        for gives in self.trajectory.gives.iter().filter(|gives| gives.axis.is_none()) {
            let words = gives.at.iter().map(|(axis, word)| (axis.clone(), Coordinate::Word(word.clone())));
            let place: Place = self.settings.fixed.iter().cloned().chain(words).chain(axes.iter().cloned()).collect();
            let at: Vec<(&str, Coordinate)> = place.iter().map(|(name, at)| (name.as_str(), at.clone())).collect();
            // A line of words that the reference has no row for is about another case.
            let has = |quantity: &&String| gives.at.is_empty() || self.reference.value(quantity, &at).is_ok();
            let names: Vec<&String> = gives.quantities.iter().filter(has).collect();
            let (Some(quantity), false) = (gives.quantity(), names.is_empty()) else { continue };
            let name = gives.at.values().next().unwrap_or(names[0]);
            match quantity.of_motion(&self.motion, gives.asked(self.lengths)) {
                Err(why) => unshown.push((name, why)),
                Ok(values) => {
                    for value in &values {
                        said.extend(value.doubt.iter().map(|doubt| format!("{name}: {doubt}.")));
                        all.push(self.row(gives, &names, &place, value)?);
                    }
                }
            }
        }
        if let (true, Some((name, why))) = (all.is_empty(), unshown.first()) {
            return Err(self.refused(&format!("the motion does not show `{name}`: {why}")));
        }
        said.extend(unshown.iter().map(|(name, why)| format!("{name} is not compared: {why}.")));
        Ok(all)
    }

    /// A value of the motion as one of these quantities.
    fn row(&self, gives: &Gives, of: &[&String], place: &Place, value: &MotionValue) -> Result<Values, InputError> {
        let scale = self.scale(&gives.over)?;
        let mut place = place.clone();
        for moment in self.trajectory.gives.iter().filter(|gives| gives.is == MOMENT) {
            let over = self.scale(&moment.over)?;
            place.extend(moment.axis.iter().map(|axis| (axis.clone(), Coordinate::Number(value.time / over))));
        }
        let values = of.iter().map(|name| ((*name).clone(), value.value / scale)).collect();
        Ok(Values { line: value.line, place, values, sigma: value.sigma / scale })
    }
}

/// Refuses a motion whose place on an axis is neither in it nor given, or is a word that the axis does not have.
fn check_places(
    reference: &Reference,
    trajectory: &Trajectory,
    file: &Path,
    settings: &Settings,
) -> Result<(), InputError> {
    let name = reference.name();
    for setting in reference.must_be_set(trajectory) {
        let axis = setting.split('=').next().unwrap_or_default();
        if settings.coordinate(axis).is_some() {
            continue;
        }
        let column = reference.axes().find(|one| one.name == axis);
        let meaning = column.map_or("", |one| &one.meaning);
        let known = match column.is_some_and(super::Column::is_word) {
            true => format!(" (one of {})", words(reference, axis)),
            false => ", or the like".into(),
        };
        let message = format!("`{name}` depends on {axis} ({meaning}), which `{}` does not have", file.display());
        return Err(InputError::new(message).help(format!(
            "give it with --set {setting}{known}; `wetbounce reference {name}` says what a motion needs"
        )));
    }
    for (axis, at) in &settings.fixed {
        let known = reference.table().text(axis).unwrap_or_default();
        if let Coordinate::Word(word) = at
            && !known.iter().any(|known| known.eq_ignore_ascii_case(word))
        {
            return Err(InputError::new(format!("`{name}` has no {axis} `{word}`"))
                .help(format!("one of {}", words(reference, axis))));
        }
    }
    Ok(())
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
