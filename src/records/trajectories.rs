//! Reads the motion of a sphere that another program computed.
//!
//! Columns are found by their names and units as those of a record are ([`table`](super::table)), or by the keys that name them; files of programs have the forms
//! of [`programs`](super::programs). Heights whose zero is not known are taken to begin with an approach: where they grow at first, they count downwards. Velocities
//! are held against the heights, which says their sign, and whether both have the units that they are said to have.

use crate::forces::{FORCE, asked, diameters, lower, si};
use crate::programs::{Plain, Units};
use crate::record::{Column, Followed, LeftOut, Lengths};
use crate::sheet::{Numbers, Sheet};
use crate::table::{Found, Refused, called};
use crate::units::{Heading, Meant, meant};
use wetbounce_physics::numerics::extent;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::quantity::{Kind, LENGTH, SPEED, SPIN, TIME};

wetbounce_physics::keywords! {
    /// What a column of a motion has; its word is the key that names the column.
    Part {
        /// Times.
        Time = "time",
        /// Gaps, or heights of a point of the sphere.
        Gap = "gap",
        /// Velocities of the sphere along the normal of the wall.
        Velocity = "velocity",
        /// Velocities along the wall.
        Along = "along",
        /// Angular velocity.
        Spin = "spin",
        /// Velocities of a second sphere along the line of centres.
        Second = "second_velocity",
        /// Forces on the sphere along the normal.
        Force = "force",
    }
}

/// How a table of a motion is to be read; what is `None` is found in the table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MotionLayout {
    /// Names or numbers of columns, with units in brackets.
    pub columns: Vec<(Part, String)>,
    /// Which point of the sphere the heights are of.
    pub position: Option<Followed>,
    /// Offset added to the gaps \[m\].
    pub gap_offset: f64,
    /// Units of columns that do not say theirs.
    pub units: Option<Units>,
    /// The particle of a dump.
    pub particle: Option<u64>,
    /// Time of a step \[s\], where the table has steps in place of times.
    pub time_step: Option<f64>,
}

/// A motion, in SI units. Its rows are in the order of time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motion {
    /// Lines of the rows in the file, from one.
    pub lines: Vec<usize>,
    /// Times, increasing \[s\].
    pub time: Vec<f64>,
    /// Gaps \[m\]; of a table without heights the integral of the velocity.
    pub gap: Vec<f64>,
    /// Whether zero is the contact; else gaps have an offset that is not known.
    pub has_zero: bool,
    /// Velocities of the sphere, positive away from the wall [m/s]; empty of a table without.
    pub velocity: Vec<f64>,
    /// Velocities of the second sphere, likewise; empty of one sphere.
    pub second: Vec<f64>,
    /// Velocities along the wall [m/s], one or two columns.
    pub along: Vec<Vec<f64>>,
    /// Angular velocity [rad/s]; empty of a table without.
    pub spin: Vec<f64>,
    /// Force on the sphere, positive away from the wall as the velocity is \[N\]; empty of a table without.
    pub force: Vec<f64>,
    /// What was found to be written by which program.
    pub format: &'static str,
    /// The columns that were read.
    pub columns: Vec<Column>,
    /// Rows that were left out, and why.
    pub left_out: Vec<LeftOut>,
    /// What was assumed or changed in reading, in sentences.
    pub said: Vec<String>,
}

/// Names of columns, the first that a table has is taken.
const TIMES: &[&str] = &["time", "t", "elapsed"];
const STEPS: &[&str] = &["step", "timestep", "iteration", "iter"];
const GAPS: &[&str] =
    &["gap", "clearance", "separation", "h", "centre", "center", "top", "height", "depth", "distance"];
const PLACES: &[&str] = &["z", "y", "x", "position"];
const SPEEDS: &[&str] = &["velocity", "speed", "vel", "v", "u", "vz", "vy", "vx", "uz", "uy", "ux"];
const SPINS: &[&str] = &["spin", "omega", "omegax", "omegay", "omegaz", "wx", "wy", "wz"];
const FORCES: &[&str] = &["force", "total", "f", "fz", "fy", "fx", "drag"];
/// Parts of names that say of which sphere a column is.
const FIRST: [&str; 4] = ["first", "v1", "u1", "1"];
const SECOND: [&str; 4] = ["second", "v2", "u2", "2"];
/// By how much the way by the velocities may differ from that by the heights, over it.
const CONTRADICTS: f64 = 0.25;
/// Fewest rows of a motion.
const FEWEST: usize = 3;

/// The motion in a text, of a sphere with this diameter \[m\] beside a wall or a second sphere.
///
/// # Errors
/// A column or its unit is missing, times do not increase, or heights and velocities contradict each other.
pub fn parse(text: &str, layout: &MotionLayout, diameter: Option<f64>, second: Option<f64>) -> Result<Motion, Refused> {
    let mut layout = layout.clone();
    let plain = Plain::of(text, layout.particle).map_err(|problem| ("format", problem))?;
    layout.units = layout.units.or(plain.units);
    layout.columns.iter_mut().for_each(|(_, name)| *name = (plain.form.column)(name));
    let sheet = Sheet::of(&plain.text).map_err(|problem| ("table", problem))?;
    let finding = Finding { sheet: &sheet, layout: &layout, diameter, centres: plain.form.centres };
    let found = finding.columns().map_err(|problem| ("header", problem))?;
    let read = finding.motion(found, second).map_err(|problem| ("rows", problem))?;
    Ok(Motion { format: plain.form.name, ..read })
}

/// A column, what it has, and what one of it is in SI units.
struct Taken {
    part: Part,
    at: usize,
    heading: Heading,
    by: f64,
}

/// A table in which columns are looked for.
struct Finding<'f, 't> {
    sheet: &'f Sheet<'t>,
    layout: &'f MotionLayout,
    diameter: Option<f64>,
    centres: bool,
}

/// Parts of the name of a column in small letters.
fn parts(heading: &Heading) -> Vec<String> {
    lower(heading).split(|sign: char| !sign.is_alphanumeric()).map(str::to_owned).collect()
}

/// The axis that the name of a column says, 0 for x.
fn axis_of(heading: &Heading) -> Option<usize> {
    let of = |part: &String| {
        let (stem, letter) = part.split_at(part.len().checked_sub(1)?);
        let axis = ["x", "y", "z"].iter().position(|axis| *axis == letter)?;
        ["", "v", "u", "f", "w", "vel", "velocity", "omega", "pos", "force"].contains(&stem).then_some(axis)
    };
    parts(heading).iter().find_map(of)
}

fn says(heading: &Heading, words: &[&str]) -> bool {
    parts(heading).iter().any(|part| words.contains(&part.as_str()))
}

impl Finding<'_, '_> {
    /// The column that a key asks for.
    fn asked(&self, part: Part, kind: &'static Kind) -> Result<Option<Found>, String> {
        let key = self.layout.columns.iter().find(|(of, _)| *of == part);
        key.map(|(_, key)| asked(self.sheet, key, kind)).transpose()
    }

    fn called(&self, words: &[&str], kind: &'static Kind) -> Vec<Found> {
        called(self.sheet, words, kind, Some(1.0))
    }

    /// The column with what one of it is in SI units.
    fn taken(&self, part: Part, found: Found, kind: &'static Kind) -> Result<Taken, String> {
        let Found { at, heading, .. } = found;
        let is_length = kind.dimension == LENGTH.dimension;
        let by = match diameters(&heading).filter(|_| is_length) {
            Some(by) => {
                let missing =
                    || format!("the column `{}` needs --set sphere.diameter=\"3 mm\", or the like", heading.shown());
                by * self.diameter.ok_or_else(missing)?
            }
            None => {
                let or = if is_length { ", or one over the diameter, such as gap_over_d" } else { "" };
                si(&heading, kind, self.layout.units, &part.to_string(), or)?
            }
        };
        Ok(Taken { part, at, heading, by })
    }

    /// The columns of a motion.
    fn columns(&self) -> Result<(Vec<Taken>, Vec<String>), String> {
        let mut said = Vec::new();
        let mut all = vec![self.time()?];
        let second = match self.asked(Part::Second, &SPEED)? {
            Some(found) => Some(found),
            None => {
                let words = [SPEEDS, &SECOND[..3]].concat();
                self.called(&words, &SPEED).into_iter().find(|found| says(&found.heading, &SECOND))
            }
        };
        let height = self.height(second.is_some(), &mut said)?;
        let of = |heading: &Heading| axis_of(heading);
        let normal = height.as_ref().and_then(|height| of(&height.heading));
        if let Some(height) = height {
            all.push(self.taken(Part::Gap, height, &LENGTH)?);
        }
        let speeds: Vec<Found> = self
            .called(SPEEDS, &SPEED)
            .into_iter()
            .filter(|found| !matches!(found.meant, Meant::Pixels) && !says(&found.heading, &SECOND))
            .filter(|found| all.iter().all(|taken| taken.at != found.at))
            .collect();
        let velocity = match self.asked(Part::Velocity, &SPEED)? {
            Some(found) => Some(found),
            None => self.velocity(&speeds, normal, &mut said),
        };
        let normal = normal.or_else(|| velocity.as_ref().and_then(|found| of(&found.heading)));
        if let Some(found) = velocity {
            let along = speeds.iter().filter(|one| {
                one.at != found.at && of(&one.heading).is_some_and(|axis| normal.is_none_or(|normal| normal != axis))
            });
            let along: Vec<Found> = match self.asked(Part::Along, &SPEED)? {
                Some(one) => vec![one],
                None => along.take(2).map(|one| self.of(one.at)).collect(),
            };
            all.push(self.taken(Part::Velocity, found, &SPEED)?);
            for one in along {
                all.push(self.taken(Part::Along, one, &SPEED)?);
            }
        }
        for (part, found, kind) in [
            (Part::Second, second, &SPEED),
            (Part::Spin, self.spin()?, &SPIN),
            (Part::Force, self.force(normal)?, &FORCE),
        ] {
            if let Some(found) = found {
                all.push(self.taken(part, found, kind)?);
            }
        }
        if !all.iter().any(|taken| matches!(taken.part, Part::Gap | Part::Velocity)) {
            return Err(format!(
                "there is neither a column of gaps nor one of velocities among: {}; name one with its unit, as in --set gap=\"2 [mm]\" or --set velocity=\"3 [m/s]\"",
                self.sheet.names()
            ));
        }
        Ok((all, said))
    }

    fn time(&self) -> Result<Taken, String> {
        let known = |found: &Found| matches!(found.meant, Meant::Si(_));
        let found = match self.asked(Part::Time, &TIME)? {
            Some(found) => Some(found),
            None => {
                let times = self.called(TIMES, &TIME);
                let at = times.iter().position(known).unwrap_or(0);
                times.into_iter().nth(at)
            }
        };
        if let Some(found) = found.filter(|found| !says(&found.heading, STEPS)) {
            return self.taken(Part::Time, found, &TIME);
        }
        let Some(Found { at, heading, .. }) = self.called(STEPS, &TIME).into_iter().next() else {
            return Err(format!(
                "there is no column of times among: {}; name it with its unit, as in --set time=\"1 [ms]\"",
                self.sheet.names()
            ));
        };
        let by = self.layout.time_step.ok_or_else(|| {
            format!("the column `{}` counts steps; say how long one is, as in --set time_step=\"1 us\"", heading.name)
        })?;
        Ok(Taken { part: Part::Time, at, heading, by })
    }

    fn of(&self, at: usize) -> Found {
        Found { at, meant: Meant::Unknown, heading: self.sheet.columns()[at].clone() }
    }

    /// Which of several columns changes most.
    fn widest(&self, all: &[&Found]) -> usize {
        let places: Vec<usize> = all.iter().map(|found| found.at).collect();
        let width = |column: &Vec<f64>| {
            let (low, high) = extent(column.iter().copied().filter(|value| value.is_finite()));
            high - low
        };
        let widths: Vec<f64> = self.sheet.numbers(&places).columns.iter().map(width).collect();
        (0..widths.len()).max_by(|a, b| widths[*a].total_cmp(&widths[*b])).unwrap_or(0)
    }

    /// The column of heights: a gap by its name, else of places the one that changes most. Places of one of two spheres are no gap.
    fn height(&self, of_pair: bool, said: &mut Vec<String>) -> Result<Option<Found>, String> {
        if let Some(found) = self.asked(Part::Gap, &LENGTH)? {
            return Ok(Some(found));
        }
        // A word may be the beginning of a longer one, such as that of a velocity.
        let is_length = |found: &Found| {
            matches!(found.meant, Meant::Si(_))
                || found.heading.unit.is_empty() && !matches!(meant(&found.heading, &SPEED, None), Meant::Si(_))
        };
        if let Some(found) = self.called(GAPS, &LENGTH).into_iter().find(is_length) {
            return Ok(Some(found));
        }
        if of_pair {
            return Ok(None);
        }
        let places: Vec<Found> = self.called(PLACES, &LENGTH).into_iter().filter(is_length).collect();
        let all: Vec<&Found> = places.iter().collect();
        if all.is_empty() {
            return Ok(None);
        }
        let widest = all[self.widest(&all)];
        if all.len() > 1 {
            said.push(format!(
                "Of the places, `{}` changes most, and is taken for the height; --set gap=… takes another.",
                widest.heading.shown()
            ));
        }
        Ok(Some(self.of(widest.at)))
    }

    /// The velocity along the normal: that of the first of two spheres, that of the axis of the heights, one that names no axis, or of several the one that changes most.
    fn velocity(&self, speeds: &[Found], normal: Option<usize>, said: &mut Vec<String>) -> Option<Found> {
        let of = |is: &dyn Fn(&Heading) -> bool| {
            speeds.iter().find(|found| is(&found.heading)).map(|found| self.of(found.at))
        };
        let by_name = of(&|heading| says(heading, &FIRST))
            .or_else(|| of(&|heading| normal.is_some() && axis_of(heading) == normal))
            .or_else(|| of(&|heading| axis_of(heading).is_none()));
        if by_name.is_some() || speeds.is_empty() {
            return by_name;
        }
        let all: Vec<&Found> = speeds.iter().collect();
        let widest = all[self.widest(&all)];
        if all.len() > 1 {
            said.push(format!(
                "Of the velocities, `{}` changes most, and is taken for that along the normal; --set velocity=… takes another.",
                widest.heading.shown()
            ));
        }
        Some(self.of(widest.at))
    }

    fn spin(&self) -> Result<Option<Found>, String> {
        if let Some(found) = self.asked(Part::Spin, &SPIN)? {
            return Ok(Some(found));
        }
        // One that nobody asked for is read if its unit is known.
        let spins: Vec<Found> = self.called(SPINS, &SPIN).into_iter().collect();
        let known: Vec<&Found> =
            spins.iter().filter(|found| matches!(found.meant, Meant::Si(_)) || self.layout.units.is_some()).collect();
        Ok((!known.is_empty()).then(|| self.of(known[self.widest(&known)].at)))
    }

    fn force(&self, normal: Option<usize>) -> Result<Option<Found>, String> {
        if let Some(found) = self.asked(Part::Force, &FORCE)? {
            return Ok(Some(found));
        }
        let forces: Vec<Found> = self
            .called(FORCES, &FORCE)
            .into_iter()
            .filter(|found| matches!(meant(&found.heading, &FORCE, None), Meant::Si(_)) || self.layout.units.is_some())
            .collect();
        let of = |axis: Option<usize>| forces.iter().find(|found| axis_of(&found.heading) == axis);
        Ok(of(normal).or_else(|| of(None)).map(|found| self.of(found.at)))
    }

    /// Which point of the sphere the heights are of; `None` where neither key nor name says it.
    fn followed(&self, heading: &Heading) -> Option<Followed> {
        let name = lower(heading);
        let part_begins = |word: &str| parts(heading).iter().any(|part| part.starts_with(word));
        let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word)) || words.contains(&name.as_str());
        self.layout.position.or(match () {
            () if self.centres || part_begins("cent") => Some(Followed::Centre),
            () if part_begins("top") => Some(Followed::Top),
            () if begins(&["gap", "clearance", "separation"]) || parts(heading)[0] == "h" => Some(Followed::Gap),
            () => None,
        })
    }

    fn motion(&self, (columns, mut said): (Vec<Taken>, Vec<String>), second: Option<f64>) -> Result<Motion, String> {
        let places: Vec<usize> = columns.iter().map(|taken| taken.at).collect();
        let Numbers { lines, columns: values, left_out, .. } = self.sheet.numbers(&places);
        let mut motion = Motion { left_out, ..Motion::default() };
        let is_whole = |row: &usize| {
            let has = |part: Part| {
                columns
                    .iter()
                    .zip(&values)
                    .find(|(taken, _)| taken.part == part)
                    .is_none_or(|(_, of)| of[*row].is_finite())
            };
            has(Part::Time) && has(Part::Gap) && has(Part::Velocity)
        };
        let mut rows: Vec<usize> = (0..lines.len()).filter(is_whole).collect();
        if rows.len() < lines.len() {
            let first = (0..lines.len()).find(|row| !is_whole(row)).unwrap_or(0);
            let why = "a time, gap or velocity is missing".into();
            motion.left_out.push(LeftOut::of(lines[first], lines.len() - rows.len(), why));
        }
        rows.dedup_by(|a, b| values.iter().all(|column| column[*a].to_bits() == column[*b].to_bits()));
        let times = &values[0];
        if let Some(pair) = rows.windows(2).find(|pair| times[pair[1]] <= times[pair[0]]) {
            return Err(format!(
                "the times do not increase: line {} has {}, line {} has {}; leave one motion in the file, and times with all their digits",
                lines[pair[0]], times[pair[0]], lines[pair[1]], times[pair[1]]
            ));
        }
        if rows.len() < FEWEST {
            return Err(format!(
                "{} rows hold a time and a gap or a velocity; a motion needs {FEWEST} at least",
                rows.len()
            ));
        }
        motion.lines = rows.iter().map(|row| lines[*row]).collect();
        for (Taken { part, heading, by, .. }, values) in columns.iter().zip(&values) {
            let taken: Vec<f64> = rows.iter().map(|row| by * values[*row]).collect();
            let unit = if heading.unit.is_empty() { format!("{by} in SI units") } else { heading.unit.clone() };
            motion.columns.push(Column { quantity: part.to_string(), column: heading.name.clone(), unit });
            match part {
                Part::Time => motion.time = taken,
                Part::Velocity => motion.velocity = taken,
                Part::Along => motion.along.push(taken),
                Part::Spin => motion.spin = taken,
                Part::Second => motion.second = taken,
                Part::Force => motion.force = taken,
                Part::Gap => {
                    let followed = self.followed(heading);
                    let ball = Lengths {
                        second_radius: 0.5 * second.unwrap_or(0.0),
                        ..Lengths::at_wall(self.diameter.unwrap_or(0.0))
                    };
                    let known = match (followed, self.diameter) {
                        (Some(Followed::Gap), _) => Some(0.0),
                        (Some(point), Some(_)) => Some(point.height(ball)),
                        _ => None,
                    };
                    motion.has_zero = known.is_some();
                    let offset = self.layout.gap_offset - known.unwrap_or(0.0);
                    motion.gap = taken.iter().map(|height| height + offset).collect();
                }
            }
        }
        motion.agreed(&mut said)?;
        motion.said = said;
        Ok(motion)
    }
}

impl Motion {
    /// The velocity of the gap: that of the sphere less that of a second one.
    fn closing(&self) -> Vec<f64> {
        match self.second.is_empty() {
            true => self.velocity.clone(),
            false => self.velocity.iter().zip(&self.second).map(|(first, second)| first - second).collect(),
        }
    }

    /// Velocities and forces with the other sign.
    fn turn(&mut self) {
        let all = [&mut self.velocity, &mut self.second, &mut self.force];
        all.into_iter().flatten().for_each(|value| *value = -*value);
    }

    /// Turns heights that count downwards, gives velocities the sign and the scale that the heights show, and gaps to a table without.
    fn agreed(&mut self, said: &mut Vec<String>) -> Result<(), String> {
        let count = self.time.len();
        if self.gap.is_empty() {
            let turned = self.begins_with(&self.closing());
            if turned > 0.0 {
                said.push("The first velocities are taken to lead towards the wall.".into());
                self.turn();
            }
            let speeds = self.closing();
            let mut gap = vec![0.0; count];
            for row in 1..count {
                gap[row] = gap[row - 1] + 0.5 * (speeds[row] + speeds[row - 1]) * (self.time[row] - self.time[row - 1]);
            }
            self.gap = gap;
            said.push("There is no column of gaps; they are the integral of the velocity.".into());
            return Ok(());
        }
        let rises: Vec<f64> = std::iter::once(0.0).chain(self.gap.windows(2).map(|pair| pair[1] - pair[0])).collect();
        if !self.has_zero && self.begins_with(&rises) > 0.0 {
            said.push("The heights grow at first; they are taken to count towards the wall.".into());
            self.gap.iter_mut().for_each(|gap| *gap = -*gap);
            self.turn();
        }
        if self.velocity.is_empty() {
            return Ok(());
        }
        self.signed(said);
        let way = self.ways(|way, by_speed| [way.abs(), by_speed.abs()]);
        let ratio = way[1] / way[0];
        if (ratio - 1.0).abs() > CONTRADICTS {
            return Err(format!(
                "heights and velocities contradict each other: the way by the velocities is {ratio:.4} times that by the heights; look at the units of both and at the axis, or leave one away"
            ));
        }
        Ok(())
    }

    /// Gives the velocities the sign that the heights show.
    fn signed(&mut self, said: &mut Vec<String>) {
        let speeds = self.closing();
        let has_sign = speeds.iter().any(|v| *v < 0.0) && speeds.iter().any(|v| *v > 0.0);
        let [rises, way] = self.ways(|way, _| [way.max(0.0), way.abs()]);
        let [falls, _] = self.ways(|way, _| [(-way).max(0.0), 0.0]);
        if !has_sign && self.second.is_empty() && rises.min(falls) > 0.01 * way {
            said.push("The velocities have no sign; they are given that of the changes of the gap.".into());
            for row in 0..self.time.len() {
                let (before, after) = (row.saturating_sub(1), (row + 1).min(self.time.len() - 1));
                self.velocity[row] = self.velocity[row].abs() * (self.gap[after] - self.gap[before]).signum();
            }
        } else if self.ways(|way, by_speed| [way * by_speed.signum(), 0.0])[0] < 0.0 {
            said.push("The velocities count towards the wall; their sign is turned.".into());
            self.turn();
        }
    }

    /// Sums over the steps in which the velocity keeps its sign, of the way by the gaps and of that by the velocities.
    fn ways(&self, of: impl Fn(f64, f64) -> [f64; 2]) -> [f64; 2] {
        let speeds = self.closing();
        let mut sums = [0.0; 2];
        for row in (1..self.time.len()).filter(|row| speeds[*row] * speeds[row - 1] > 0.0) {
            let by_speed = 0.5 * (speeds[row] + speeds[row - 1]) * (self.time[row] - self.time[row - 1]);
            let parts = of(self.gap[row] - self.gap[row - 1], by_speed);
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        sums
    }

    /// The sign with which these begin, once they are as large as a hundredth of the largest.
    fn begins_with(&self, values: &[f64]) -> f64 {
        let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        values.iter().find(|value| value.abs() > 0.01 * most).map_or(0.0, |value| value.signum())
    }

    /// Time, gap and velocity of the gap; the velocity by differences where the table has none.
    pub fn moments(&self) -> Vec<Moment> {
        let closing = self.closing();
        let slope = |row: usize| {
            let (a, b) = (row.saturating_sub(1), (row + 1).min(self.time.len() - 1));
            (self.gap[b] - self.gap[a]) / (self.time[b] - self.time[a])
        };
        (0..self.time.len())
            .map(|row| Moment {
                time: self.time[row],
                gap: self.gap[row],
                velocity: closing.get(row).copied().unwrap_or_else(|| slope(row)),
            })
            .collect()
    }

    /// Every second row, from the first or from the second on, and the first and the last one.
    #[must_use]
    pub fn thinned(&self, from: usize) -> Self {
        let last = self.time.len().saturating_sub(1);
        let mut rows: Vec<usize> = [0].into_iter().chain((from..last).step_by(2)).chain([last]).collect();
        rows.dedup();
        let thin = |values: &Vec<f64>| rows.iter().filter_map(|row| values.get(*row).copied()).collect::<Vec<f64>>();
        Self {
            lines: rows.iter().filter_map(|row| self.lines.get(*row).copied()).collect(),
            time: thin(&self.time),
            gap: thin(&self.gap),
            velocity: thin(&self.velocity),
            second: thin(&self.second),
            along: self.along.iter().map(thin).collect(),
            spin: thin(&self.spin),
            force: thin(&self.force),
            has_zero: self.has_zero,
            ..Self::default()
        }
    }
}
