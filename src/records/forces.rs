//! Reads the force on a sphere over its gap, as other programs write it, and makes it dimensionless.
//!
//! The columns are found by their names and units as those of a record are ([`table`](super::table)), or by the keys that name them. Besides tables of any layout
//! ([`sheet`](super::sheet)) these are read ([`programs`](super::programs)):
//!
//! | program | file | what becomes of it |
//! |---|---|---|
//! | LAMMPS, LIGGGHTS | log with thermo output | the tables of all runs with the columns of the last, one after the other |
//! | LAMMPS, LIGGGHTS | dump of atoms | a row for each step: place, speed and force of the one particle, or of two along their line of centres |
//! | OpenFOAM | `forces`, with brackets or without | time and the sum of pressure, viscous and porous force along the axis with the largest one |
//! | Yade | `plot.saveDataTxt` | a table as any other |
//!
//! Gaps are over the diameter of the sphere, forces over Stokes' drag `3πμUD`, positive where they are against the approach.

use crate::programs::{Plain, Units};
use crate::record::{Column, Followed, LeftOut, Lengths};
use crate::sheet::{Numbers, Sheet};
use crate::table::{Found, Refused, TableError, called, named, text_of, wrong};
use crate::units::{Heading, Meant, meant};
use std::path::Path;
use wetbounce_physics::quantity::unit::Dimension;
use wetbounce_physics::quantity::{Kind, LENGTH, SPEED, TIME};

/// A force \[N\].
pub static FORCE: Kind = Kind {
    name: "a force",
    dimension: Dimension::new(1, 1, -2),
    si: "N",
    units: &[("nN", -9), ("uN", -6), ("mN", -3), ("N", 0)],
    examples: &["3 uN", "1e-6 N"],
};

/// How a table of forces is to be read; what is `None` is found in the table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ForceLayout {
    /// Name or number of the column of gaps, with its unit in brackets.
    pub gap: Option<String>,
    /// The column of forces.
    pub force: Option<String>,
    /// The column of speeds.
    pub velocity: Option<String>,
    /// The column of times.
    pub time: Option<String>,
    /// What the column of gaps measures.
    pub position: Option<Followed>,
    /// Offset added to the gaps \[m\].
    pub gap_offset: f64,
    /// Gap at the time 0 \[m\] of a sphere that approaches at a constant speed, where the table has times in place of gaps.
    pub start_gap: Option<f64>,
    /// Units of columns that do not say theirs.
    pub units: Option<Units>,
    /// The particle of a dump.
    pub particle: Option<u64>,
}

/// What makes forces dimensionless.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scales {
    /// Diameter of the sphere \[m\].
    pub diameter: Option<f64>,
    /// Diameter of a second sphere \[m\].
    pub second: Option<f64>,
    /// Dynamic viscosity [Pa s].
    pub viscosity: Option<f64>,
    /// Speed of the sphere [m/s], the same in all rows.
    pub speed: Option<f64>,
}

/// The force at a gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ForceRow {
    /// Gap over the diameter.
    pub gap_over_d: f64,
    /// Force over `3πμUD`, positive where it is against the approach.
    pub force_over_stokes: f64,
    /// Standard deviation of the rows at this gap, 0 of one row.
    pub scatter: f64,
    /// How many rows stand for it.
    pub rows: usize,
    /// Line of the first of them, from one.
    pub line: usize,
}

/// Forces over gaps, ascending.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Forces {
    /// The rows.
    pub rows: Vec<ForceRow>,
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
const GAPS: &[&str] = &["gap", "h", "clearance", "separation", "delta"];
const CENTRES: &[&str] = &["centre", "center"];
const PLACES: &[&str] = &["height", "distance", "position", "z", "y", "x"];
const FORCES: &[&str] = &["force", "drag", "f", "fz", "fy", "fx", "resistance", "lambda", "total", "correction"];
const SPEEDS: &[&str] = &["velocity", "speed", "v", "vz", "vy", "vx", "u"];
const TIMES: &[&str] = &["time", "t"];
const AXES: [&str; 3] = ["x", "y", "z"];
/// Stems of components of a force.
const COMPONENTS: [&str; 6] = ["f", "force", "force_", "total_", "total", "force."];
/// Gaps that differ by less than this share are one.
const SAME_GAP: f64 = 1e-6;
/// Rows at one gap from which on the first half is taken as its beginning, and left away.
const SETTLES: usize = 8;
/// Change between the halves of what is left, over their mean, that is said.
const STILL_CHANGES: f64 = 0.01;
/// A speed below this share of the largest makes no force over it.
const STANDS: f64 = 1e-3;

/// Reads the forces in a file.
///
/// # Errors
/// The file cannot be read, a column or its unit is missing, or what makes it dimensionless.
pub fn read(path: &Path, layout: &ForceLayout, scales: &Scales) -> Result<Forces, TableError> {
    parse(&text_of(path)?, layout, scales).map_err(|(place, problem)| wrong(path, place, problem))
}

/// The forces in a text.
///
/// # Errors
/// As [`read`], with the place.
pub fn parse(text: &str, layout: &ForceLayout, scales: &Scales) -> Result<Forces, Refused> {
    let mut layout = layout.clone();
    let plain = Plain::of(text, layout.particle).map_err(|problem| ("format", problem))?;
    layout.units = layout.units.or(plain.units);
    for key in [&mut layout.gap, &mut layout.force, &mut layout.velocity, &mut layout.time].into_iter().flatten() {
        *key = (plain.form.column)(key);
    }
    let sheet = Sheet::of(&plain.text).map_err(|problem| ("table", problem))?;
    let reading = Reading { sheet: &sheet, plain: &plain, layout: &layout, scales };
    reading.forces().map_err(|problem| ("header", problem))
}

/// A column with what one of it is.
struct Scaled {
    at: usize,
    heading: Heading,
    by: By,
}

impl Scaled {
    /// What was read from the column.
    fn read_as(&self, quantity: &str) -> Column {
        let unit = match self.by {
            By::Own(by) if quantity == "gap" => if by == 1.0 { "diameters" } else { "radii" }.into(),
            By::Own(_) => "Stokes' drag, 3 pi mu U D".into(),
            By::Si(by) if self.heading.unit.is_empty() => format!("{by} in SI units"),
            By::Si(_) => self.heading.unit.clone(),
        };
        Column { quantity: quantity.into(), column: self.heading.name.clone(), unit }
    }
}

/// What one of a column is.
#[derive(Clone, Copy, PartialEq)]
enum By {
    /// So much in SI units.
    Si(f64),
    /// So many diameters, or so many times Stokes' drag.
    Own(f64),
}

/// A table with all that is needed to read it.
struct Reading<'r, 't> {
    sheet: &'r Sheet<'t>,
    plain: &'r Plain<'t>,
    layout: &'r ForceLayout,
    scales: &'r Scales,
}

/// The name of a column in small letters, without its unit.
pub(crate) fn lower(heading: &Heading) -> String {
    heading.name.trim().to_lowercase()
}

/// A column by its key, whose unit may be one that no quantity has: it is taken off first where it is `own`.
pub(crate) fn asked(sheet: &Sheet, key: &str, kind: &'static Kind) -> Result<Found, String> {
    let own = |unit: &str| match kind.dimension == FORCE.dimension {
        true => is_own_force(unit),
        false => OWN_LENGTHS.iter().any(|(word, _)| *word == unit),
    };
    let bracketed = key.split_once(['(', '[']).map(|(name, rest)| (name, rest.trim_end_matches([')', ']']).trim()));
    match bracketed {
        Some((name, unit)) if own(&unit.to_lowercase()) => {
            let mut found = named(sheet, name, kind, Some(1.0))?;
            unit.clone_into(&mut found.heading.unit);
            Ok(found)
        }
        _ => named(sheet, key, kind, Some(1.0)),
    }
}

/// Units of lengths over that of the sphere, and how many diameters they are.
const OWN_LENGTHS: [(&str, f64); 4] = [("d", 1.0), ("a", 0.5), ("r", 0.5), ("radius", 0.5)];

/// How many diameters one of a column of lengths is, where these are over that of the sphere.
pub(crate) fn diameters(heading: &Heading) -> Option<f64> {
    let (name, unit) = (lower(heading), heading.unit.to_lowercase());
    let says = |word: &str| {
        unit == word
            || unit.is_empty() && (name.ends_with(&format!("_over_{word}")) || name.ends_with(&format!("/{word}")))
    };
    OWN_LENGTHS.iter().find(|(word, _)| says(word)).map(|(_, by)| *by)
}

/// Whether this is the unit of forces over Stokes' drag: `1`, `stokes`, or the drag itself, `6 pi mu a U` or `3πμUD`.
fn is_own_force(unit: &str) -> bool {
    let plain: String =
        unit.to_lowercase().replace('π', "pi").chars().filter(|sign| sign.is_alphanumeric() || *sign == '-').collect();
    ["1", "-", "stokes"].contains(&plain.as_str()) || plain.starts_with("6pi") || plain.starts_with("3pi")
}

/// What stands in the names of forces over Stokes' drag.
const OVER_STOKES: [&str; 9] =
    ["over_stokes", "/stokes", "lambda", "λ", "factor", "f*", "f_star", "correction", "normali"];

impl Reading<'_, '_> {
    fn scaled(&self, found: Found, kind: &'static Kind) -> Result<Scaled, String> {
        let Found { at, heading, .. } = found;
        let (name, unit) = (lower(&heading), heading.unit.to_lowercase());
        let is_length = kind.dimension == LENGTH.dimension;
        if let Some(by) = diameters(&heading).filter(|_| is_length) {
            return Ok(Scaled { at, heading, by: By::Own(by) });
        }
        if kind.dimension == FORCE.dimension
            && (is_own_force(&unit) || unit.is_empty() && OVER_STOKES.iter().any(|word| name.contains(word)))
        {
            return Ok(Scaled { at, heading, by: By::Own(1.0) });
        }
        let (key, or) = match kind.dimension {
            dimension if dimension == LENGTH.dimension => ("gap", ", or is dimensionless, such as gap_over_d"),
            dimension if dimension == SPEED.dimension => ("velocity", ""),
            dimension if dimension == TIME.dimension => ("time", ""),
            _ => ("force", ", or is dimensionless, such as force_over_stokes"),
        };
        let by = si(&heading, kind, self.layout.units, key, or)?;
        Ok(Scaled { at, heading, by: By::Si(by) })
    }

    fn column(&self, key: Option<&String>, words: &[&str], kind: &'static Kind) -> Result<Option<Found>, String> {
        match key {
            Some(key) => asked(self.sheet, key, kind).map(Some),
            None => Ok(called(self.sheet, words, kind, Some(1.0)).into_iter().next()),
        }
    }

    /// The components of a vector with one of these stems, where all three are there.
    fn components(&self, stems: &[&str]) -> Option<[usize; 3]> {
        let at = |name: String| self.sheet.columns().iter().position(|heading| lower(heading) == name);
        stems.iter().find_map(|stem| {
            let [x, y, z] = AXES.map(|axis| at(format!("{stem}{axis}")));
            Some([x?, y?, z?])
        })
    }

    /// The axis along which the force is largest, of a table with its components.
    fn axis(&self) -> Option<([usize; 3], usize)> {
        let at = self.components(&COMPONENTS)?;
        let columns = self.sheet.numbers(&at).columns;
        let mean =
            |column: &Vec<f64>| column.iter().filter(|value| value.is_finite()).map(|value| value.abs()).sum::<f64>();
        let sums: Vec<f64> = columns.iter().map(mean).collect();
        let axis = (0..3).max_by(|a, b| sums[*a].total_cmp(&sums[*b]))?;
        Some((at, axis))
    }

    fn found(&self, at: usize) -> Found {
        let heading = self.sheet.columns()[at].clone();
        Found { at, meant: Meant::Unknown, heading }
    }

    /// The column of forces, of components the one along the axis.
    fn force(&self, axis: Option<([usize; 3], usize)>, said: &mut Vec<String>) -> Result<Scaled, String> {
        let force = match axis {
            Some((at, axis)) => {
                said.push(format!(
                    "The force has three components; the one along {} is the largest, and is taken.",
                    AXES[axis]
                ));
                Some(self.found(at[axis]))
            }
            None => self.column(self.layout.force.as_ref(), FORCES, &FORCE)?,
        };
        let force = force.ok_or_else(|| {
            format!(
                "there is no column of forces among: {0}; name it, as in --set force=\"{1} [N]\", or --set force=\"{1} [1]\" for a force over 3 pi mu U D",
                self.sheet.names(),
                self.sheet.columns().len()
            )
        })?;
        self.scaled(force, &FORCE)
    }

    /// Forces over gaps.
    fn forces(&self) -> Result<Forces, String> {
        let mut said: Vec<String> = Vec::new();
        let axis = if self.layout.force.is_none() { self.axis() } else { None };
        let force = self.force(axis, &mut said)?;
        let along = axis.map(|(_, axis)| axis);
        let (gap, followed) = self.gap(along, force.at)?;
        let velocity = self.velocity(along, &force)?;
        let time = self.time(gap.is_none())?;
        self.check_scales(&gap, &force, &velocity, followed)?;

        let places: Vec<usize> = [gap.as_ref(), Some(&force), velocity.as_ref(), time.as_ref()]
            .into_iter()
            .flatten()
            .map(|column| column.at)
            .collect();
        let Numbers { lines, columns, mut left_out, .. } = self.sheet.numbers(&places);
        let mut columns = columns.into_iter();
        let mut next = |column: Option<&Scaled>| column.and_then(|_| columns.next());
        let (gaps, forces) = (next(gap.as_ref()), next(Some(&force)).unwrap_or_default());
        let (speeds, times) = (next(velocity.as_ref()), next(time.as_ref()));

        let read =
            [("gap", gap.as_ref()), ("velocity", velocity.as_ref()), ("time", time.as_ref()), ("force", Some(&force))];
        let named = read.iter().filter_map(|(quantity, found)| found.map(|found| found.read_as(quantity))).collect();
        let diameter = self.scales.diameter;
        let of_gap = self.gaps(&gap, gaps.as_deref(), times.as_deref(), &time, followed, lines.len())?;
        let speed_of = |row: usize| match (self.scales.speed, &speeds, &velocity) {
            (Some(speed), ..) => speed,
            (None, Some(speeds), Some(Scaled { by: By::Si(by) | By::Own(by), .. })) => by * speeds[row],
            _ => f64::NAN,
        };
        let own_speeds = velocity.is_some() && self.scales.speed.is_none();
        let fastest = (0..lines.len()).map(|row| speed_of(row).abs()).filter(|v| v.is_finite()).fold(0.0, f64::max);
        let over_stokes = |row: usize| match force.by {
            By::Own(by) => by * forces[row],
            By::Si(by) => {
                let viscosity = self.scales.viscosity.unwrap_or(f64::NAN);
                by * forces[row]
                    / (3.0 * std::f64::consts::PI * viscosity * speed_of(row).abs() * diameter.unwrap_or(f64::NAN))
            }
        };
        let mut leave = |row: usize, why: String| left_out.push(LeftOut::of(lines[row], 1, why));
        let mut kept: Vec<(usize, f64, f64)> = Vec::new();
        for row in 0..lines.len() {
            let (gap, force) = (of_gap[row], over_stokes(row));
            match () {
                () if !gap.is_finite() || !forces[row].is_finite() => leave(row, "gap or force is missing".into()),
                () if gap <= 0.0 => leave(row, format!("the gap is {gap:.3e} D: the surfaces touch or overlap")),
                () if !force.is_finite() || own_speeds && speed_of(row).abs() < STANDS * fastest => {
                    leave(row, "the sphere hardly moves, so that its force over the speed means nothing".into());
                }
                () => kept.push((row, gap, force)),
            }
        }
        if own_speeds {
            let leaving = receding(&kept, speed_of);
            if !leaving.is_empty() && leaving.len() < kept.len() {
                said.push(format!(
                    "In {} rows the sphere moves away; they are left out: the reference is the approach.",
                    leaving.len()
                ));
                for at in &leaving {
                    leave(*at, "the sphere moves away in this row".into());
                }
                kept.retain(|(row, ..)| !leaving.contains(row));
            }
        }
        if kept.is_empty() {
            return Err("no row holds a gap above 0 and a force".into());
        }
        turn(&mut kept, &mut said);
        let rows = self.grouped(kept, &lines, &mut said);
        Ok(Forces { rows, format: self.plain.form.name, columns: named, left_out, said })
    }

    /// The column of gaps, and what it measures; `None` where gaps come of times.
    fn gap(&self, axis: Option<usize>, force: usize) -> Result<(Option<Scaled>, Followed), String> {
        let layout = self.layout;
        let asked_for = |followed: Followed| layout.position.unwrap_or(followed);
        if let Some(found) = layout.gap.as_ref().map(|key| self.column(Some(key), &[], &LENGTH)).transpose()?.flatten()
        {
            let centre = CENTRES.iter().any(|word| lower(&found.heading).starts_with(word)) || self.plain.form.centres;
            let followed = if centre { Followed::Centre } else { Followed::Gap };
            return Ok((Some(self.scaled(found, &LENGTH)?), asked_for(followed)));
        }
        let first =
            |words: &[&str]| called(self.sheet, words, &LENGTH, Some(1.0)).into_iter().find(|found| found.at != force);
        if let Some(found) = first(CENTRES) {
            return Ok((Some(self.scaled(found, &LENGTH)?), asked_for(Followed::Centre)));
        }
        if let Some(found) = first(GAPS) {
            return Ok((Some(self.scaled(found, &LENGTH)?), asked_for(Followed::Gap)));
        }
        if layout.start_gap.is_some() {
            return Ok((None, Followed::Gap));
        }
        let of_axis = axis.and_then(|axis| {
            let found = self.sheet.columns().iter().position(|heading| lower(heading) == AXES[axis]);
            found.map(|at| self.found(at))
        });
        let Some(found) = of_axis.or_else(|| first(PLACES)) else {
            return Err(format!(
                "there is no column of gaps among: {}; name it, as in --set gap=\"1 [um]\" or --set gap=\"1 [D]\"; a table over time needs --set start_gap=… and --set speed=…",
                self.sheet.names()
            ));
        };
        if layout.position.is_none() && !self.plain.form.centres {
            return Err(format!(
                "the column `{}` may be the gap or the height of the centre; say which, with --set position=gap or --set position=centre",
                found.heading.shown()
            ));
        }
        Ok((Some(self.scaled(found, &LENGTH)?), asked_for(Followed::Centre)))
    }

    fn velocity(&self, axis: Option<usize>, force: &Scaled) -> Result<Option<Scaled>, String> {
        if self.scales.speed.is_some() && self.layout.velocity.is_none() || matches!(force.by, By::Own(_)) {
            return Ok(None);
        }
        let of_axis =
            axis.and_then(|axis| Some(self.found(self.components(&["v", "velocity_", "u", "u_", "v_"])?[axis])));
        let found = match (&self.layout.velocity, of_axis) {
            (None, Some(found)) => Some(found),
            (key, _) => self.column(key.as_ref(), SPEEDS, &SPEED)?,
        };
        found.map(|found| self.scaled(found, &SPEED)).transpose()
    }

    fn time(&self, needed: bool) -> Result<Option<Scaled>, String> {
        if !needed {
            return Ok(None);
        }
        match self.column(self.layout.time.as_ref(), TIMES, &TIME)? {
            Some(found) => self.scaled(found, &TIME).map(Some),
            None => Err("start_gap needs a column of times, and there is none".into()),
        }
    }

    /// Refuses a table that what is known does not make dimensionless, and says all that is missing.
    fn check_scales(
        &self,
        gap: &Option<Scaled>,
        force: &Scaled,
        velocity: &Option<Scaled>,
        followed: Followed,
    ) -> Result<(), String> {
        let scales = self.scales;
        let mut missing: Vec<&str> = Vec::new();
        let has_length = gap.as_ref().is_none_or(|gap| matches!(gap.by, By::Si(_))) || self.layout.gap_offset != 0.0;
        let of_pair = followed != Followed::Gap && scales.second.is_some();
        let has_force = matches!(force.by, By::Si(_));
        if scales.diameter.is_none() && (has_length || has_force || of_pair) {
            missing.push("sphere.diameter (such as --set sphere.diameter=\"3 mm\")");
        }
        if scales.viscosity.is_none() && has_force {
            missing.push("viscosity (such as --set viscosity=\"10 mPa s\")");
        }
        if scales.speed.is_none() && (has_force && velocity.is_none() || gap.is_none()) {
            missing.push("speed (such as --set speed=\"1 mm/s\", or a column of velocities)");
        }
        match missing.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "what makes `{}`{} dimensionless is missing: {}",
                force.heading.shown(),
                gap.as_ref().map_or(String::new(), |gap| format!(" over `{}`", gap.heading.shown())),
                missing.join("; ")
            )),
        }
    }

    /// Gaps over the diameter, row by row.
    fn gaps(
        &self,
        gap: &Option<Scaled>,
        gaps: Option<&[f64]>,
        times: Option<&[f64]>,
        time: &Option<Scaled>,
        followed: Followed,
        count: usize,
    ) -> Result<Vec<f64>, String> {
        let diameter = self.scales.diameter;
        let second = self.scales.second.unwrap_or(0.0);
        // What is at contact, over the diameter.
        let over = diameter.map_or(0.0, |diameter| second / diameter);
        let lengths = Lengths { second_radius: 0.5 * over, ..Lengths::at_wall(1.0) };
        let least = followed.height(lengths) - self.layout.gap_offset / diameter.unwrap_or(1.0);
        if let (Some(gap), Some(gaps)) = (gap, gaps) {
            let by = match gap.by {
                By::Own(by) => by,
                By::Si(by) => by / diameter.unwrap_or(f64::NAN),
            };
            return Ok(gaps.iter().map(|value| by * value - least).collect());
        }
        let (Some(times), Some(Scaled { by: By::Si(by) | By::Own(by), .. }), Some(start), Some(speed), Some(diameter)) =
            (times, time, self.layout.start_gap, self.scales.speed, diameter)
        else {
            return Ok(vec![f64::NAN; count]);
        };
        Ok(times.iter().map(|time| (start - speed.abs() * by * time) / diameter - least).collect())
    }

    /// The rows at each gap as one, ascending.
    fn grouped(&self, mut kept: Vec<(usize, f64, f64)>, lines: &[usize], said: &mut Vec<String>) -> Vec<ForceRow> {
        let back = kept.windows(2).filter(|pair| pair[1].1 > pair[0].1).count();
        let on = kept.windows(2).filter(|pair| pair[1].1 < pair[0].1).count();
        if back.min(on) > 0 {
            said.push("The gaps of the rows go up and down; they are put in order.".into());
        }
        kept.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (mut rows, mut changing, mut several) = (Vec::<ForceRow>::new(), Vec::<(f64, f64)>::new(), 0);
        let mut start = 0;
        while start < kept.len() {
            let gap = kept[start].1;
            let end = start + kept[start..].partition_point(|row| row.1 <= gap * (1.0 + SAME_GAP));
            let mut of_gap = kept[start..end].to_vec();
            of_gap.sort_by_key(|row| row.0);
            let settled = if of_gap.len() >= SETTLES { &of_gap[of_gap.len() / 2..] } else { &of_gap[..] };
            let mean = |rows: &[(usize, f64, f64)]| rows.iter().map(|row| row.2).sum::<f64>() / rows.len() as f64;
            let value = mean(settled);
            let spread = settled.iter().map(|row| (row.2 - value).powi(2)).sum::<f64>();
            let scatter = if settled.len() > 1 { (spread / (settled.len() - 1) as f64).sqrt() } else { 0.0 };
            if of_gap.len() >= SETTLES {
                let (early, late) = settled.split_at(settled.len() / 2);
                let change = mean(late) / mean(early) - 1.0;
                if change.abs() > STILL_CHANGES {
                    changing.push((gap, change));
                }
            }
            several += usize::from(of_gap.len() > 1);
            let line = lines[of_gap[0].0];
            rows.push(ForceRow { gap_over_d: gap, force_over_stokes: value, scatter, rows: of_gap.len(), line });
            start = end;
        }
        if several > 0 {
            said.push(format!(
                "{several} gaps have several rows: their mean is taken, of {SETTLES} and more that of the second half; their scatter is their uncertainty."
            ));
        }
        if let Some((gap, change)) = changing.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) {
            said.push(format!(
                "At {} gaps the force still changes when the rows end, by {:+.1} % at {gap:.4} D: it is not steady there.",
                changing.len(),
                100.0 * change
            ));
        }
        rows
    }
}

/// Turns the sign of forces that are negative for the most part.
fn turn(kept: &mut [(usize, f64, f64)], said: &mut Vec<String>) {
    let negative = kept.iter().filter(|(_, _, force)| *force < 0.0).count();
    if 2 * negative > kept.len() {
        said.push(
            "The forces are negative, as those on a sphere that moves the other way; their sign is turned.".into(),
        );
        kept.iter_mut().for_each(|(_, _, force)| *force = -*force);
    }
    if negative > 0 && negative < kept.len() {
        let few = negative.min(kept.len() - negative);
        said.push(format!("{few} of {} forces have the other sign than most, and are kept with it.", kept.len()));
    }
}

/// What one of a column is in SI units, by its own unit or by those of the table; else what is wrong with it, and what to write, `or` what else it may be.
pub(crate) fn si(
    heading: &Heading,
    kind: &'static Kind,
    units: Option<Units>,
    key: &str,
    or: &str,
) -> Result<f64, String> {
    match (meant(heading, kind, None), units) {
        (Meant::Si(by), _) => Ok(by),
        (_, Some(units)) => Ok(units.si(kind)),
        _ => Err(format!(
            "the column `{}` does not say its unit: it should be {} ({}){or}; name the unit in the header or with the column, as in --set {key}=\"{} [{}]\", or say --set units=si",
            heading.shown(),
            kind.name,
            kind.si,
            heading.name,
            kind.si
        )),
    }
}

/// The rows in which the sphere moves away: of the two signs of speeds that with which the gap grows from row to row.
fn receding(kept: &[(usize, f64, f64)], speed: impl Fn(usize) -> f64) -> Vec<usize> {
    let grows: f64 = kept.windows(2).map(|pair| (pair[1].1 - pair[0].1) * speed(pair[1].0).signum()).sum();
    // Where positive speeds go with growing gaps, they lead away.
    let away = if grows >= 0.0 { 1.0 } else { -1.0 };
    let both = kept.iter().any(|row| speed(row.0) > 0.0) && kept.iter().any(|row| speed(row.0) < 0.0);
    if !both {
        return Vec::new();
    }
    kept.iter().filter(|row| speed(row.0) * away > 0.0).map(|row| row.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALES: Scales = Scales { diameter: Some(1e-3), second: None, viscosity: Some(1.0), speed: Some(1e-3) };
    /// Stokes' drag of these \[N\].
    const STOKES: f64 = 3.0 * std::f64::consts::PI * 1e-6;

    fn of(text: &str, layout: &ForceLayout, scales: &Scales) -> Result<Forces, String> {
        parse(text, layout, scales).map_err(|(_, problem)| problem)
    }

    fn rows(text: &str, layout: &ForceLayout, scales: &Scales) -> Vec<(f64, f64)> {
        let forces = of(text, layout, scales).unwrap_or_else(|problem| panic!("{text}\n{problem}"));
        forces.rows.iter().map(|row| (row.gap_over_d, row.force_over_stokes)).collect()
    }

    fn assert_same(text: &str, layout: &ForceLayout, scales: &Scales) {
        let found = rows(text, layout, scales);
        for ((gap, force), (exact_gap, exact)) in found.iter().zip([(0.1, 6.0), (0.5, 2.0)]) {
            assert!((gap / exact_gap - 1.0).abs() < 1e-9 && (force / exact - 1.0).abs() < 1e-9, "{text}\n{found:?}");
        }
        assert_eq!(found.len(), 2, "{text}");
    }

    #[test]
    fn the_same_forces_are_read_however_gaps_and_forces_are_written() {
        let [far, near] = [2.0 * STOKES, 6.0 * STOKES];
        let units = ForceLayout { units: Some(Units::Si), ..ForceLayout::default() };
        let centre = ForceLayout { position: Some(Followed::Centre), ..ForceLayout::default() };
        for (text, layout) in [
            ("gap_over_d,force_over_stokes\n0.5,2\n0.1,6\n".to_owned(), ForceLayout::default()),
            ("h/a;lambda\n1,0;2\n0,2;6\n".to_owned(), ForceLayout::default()),
            ("h/D;F/(6πμaU)\n0.5;2\n0.1;6\n".to_owned(), ForceLayout::default()),
            (format!("h [um]\tF (uN)\n500\t{}\n100\t{}\n", 1e6 * far, 1e6 * near), ForceLayout::default()),
            (format!("gap_m,force_N\n5e-4,{}\n1e-4,{}\n", -far, -near), ForceLayout::default()),
            (format!("# gap force\n5e-4 {far}\n1e-4 {near}\n"), units.clone()),
            (format!("centre_mm,force_N\n1,{far}\n0.6,{near}\n"), ForceLayout::default()),
            (format!("z (mm),Fz (N)\n1,{far}\n0.6,{near}\n"), centre),
            (format!("gap_mm,force_N\n0.5,{far}\n-0.1,1\n0,1\n0.1,nan\n0.1,{near}\n"), ForceLayout::default()),
            (
                format!("{far} 0.5\n{near} 0.1\n"),
                ForceLayout { gap: Some("2 [D]".into()), force: Some("1 [N]".into()), ..ForceLayout::default() },
            ),
            (
                "0.5 2\n0.1 6\n".to_owned(),
                ForceLayout { gap: Some("1 [D]".into()), force: Some("2 [1]".into()), ..ForceLayout::default() },
            ),
            (
                format!("time_s,force_N\n0,{far}\n0.4,{near}\n"),
                ForceLayout { start_gap: Some(5e-4), ..ForceLayout::default() },
            ),
        ] {
            assert_same(&text, &layout, &SCALES);
        }
        let own = Scales { speed: None, ..SCALES };
        let text = format!("gap_mm,force_N,velocity_m_s\n0.5,{far},-1e-3\n0.1,{},-2e-3\n0.2,{far},1e-3\n", 2.0 * near);
        assert_same(&text, &ForceLayout::default(), &own);
    }

    #[test]
    fn the_files_of_lammps_and_openfoam_are_read_as_they_are() {
        let [far, near] = [2.0 * STOKES, 6.0 * STOKES];
        let si = ForceLayout::default();
        let log = format!(
            "LAMMPS (2 Aug 2023)\nunits si\nStep v_gap v_force\n0 5e-4 {far}\n10 1e-4 {near}\nLoop time of 1 on 1 procs for 10 steps with 1 atoms\n\
             Step v_gap v_force\n10 1e-4 {near}\nLoop time of 1 on 1 procs\n"
        );
        assert_same(&log, &si, &SCALES);
        let atoms = |step: u32, z: f64, force: f64| {
            format!(
                "ITEM: TIMESTEP\n{step}\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS id x y z fx fy fz\n1 0 0 {z} 0 0 {force}\n"
            )
        };
        let dump = atoms(0, 1e-3, far) + &atoms(1, 6e-4, near);
        let units = ForceLayout { units: Some(Units::Si), ..ForceLayout::default() };
        assert_same(&dump, &units, &SCALES);
        assert!(of(&dump, &si, &SCALES).unwrap_err().contains("unit"));
        let lj = log.replace("units si", "units lj");
        assert!(of(&lj, &si, &SCALES).unwrap_err().contains("lj"));
        let times = ForceLayout { start_gap: Some(5e-4), ..ForceLayout::default() };
        let half = |force: f64| 0.5 * force;
        let old = format!(
            "# Forces\n# CofR : (0 0 0)\n# Time forces(pressure viscous) moment(pressure viscous)\n0 ((0 0 {0}) (0 0 {0})) ((0 0 0) (0 0 0))\n0.4 ((0 0 {1}) (0 0 {1})) ((0 0 0) (0 0 0))\n",
            half(far),
            half(near)
        );
        assert_same(&old, &times, &SCALES);
        let new =
            format!("# Force\n# CofR : (0 0 0)\n#\n# Time total_x total_y total_z\n0 0 0 {far}\n0.4 0 0 {near}\n");
        assert_same(&new, &times, &SCALES);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_without_end_is_no_table() {
        let path = Path::new("/dev/zero");
        let refused = read(path, &ForceLayout::default(), &SCALES).unwrap_err();
        assert!(refused.to_string().contains("too large"));
    }

    #[test]
    fn two_spheres_of_a_dump_are_read_along_their_line_of_centres() {
        let step = |step: u32, apart: f64, force: f64| {
            format!(
                "ITEM: TIMESTEP\n{step}\nITEM: ATOMS id x y z fx fy fz vx vy vz\n1 0 0 0 {0} 0 0 5e-4 0 0\n2 {apart} 0 0 {force} 0 0 -5e-4 0 0\n",
                -force
            )
        };
        let dump = step(0, 1.5e-3, 2.0 * STOKES) + &step(1, 1.1e-3, 6.0 * STOKES);
        let scales = Scales { second: Some(1e-3), speed: None, ..SCALES };
        assert_same(&dump, &ForceLayout { units: Some(Units::Si), ..ForceLayout::default() }, &scales);
    }

    #[test]
    fn rows_at_one_gap_are_one_with_their_scatter_and_a_force_that_still_changes_is_said() {
        let steady: String = (0..20).map(|k| format!("0.1,{}\n", 6.0 + 0.1 * f64::from(k % 2))).collect();
        let forces =
            of(&format!("gap_over_d,force_over_stokes\n{steady}0.5,2\n"), &ForceLayout::default(), &Scales::default())
                .unwrap();
        assert!((forces.rows[0].force_over_stokes - 6.05).abs() < 1e-9 && forces.rows[0].rows == 20);
        assert!(
            (0.04..0.06).contains(&forces.rows[0].scatter)
                && !forces.said.iter().any(|said| said.contains("not steady"))
        );
        let rising: String = (0..20).map(|k| format!("0.1,{}\n", 6.0 + 0.1 * f64::from(k))).collect();
        let forces =
            of(&format!("gap_over_d,force_over_stokes\n{rising}0.5,2\n"), &ForceLayout::default(), &Scales::default())
                .unwrap();
        assert!(forces.said.iter().any(|said| said.contains("not steady")), "{:?}", forces.said);
    }

    #[test]
    fn what_is_missing_is_asked_for_at_once() {
        let none = Scales::default();
        let asked = of("h (um),F (N)\n1,2\n2,3\n", &ForceLayout::default(), &none).unwrap_err();
        assert!(["sphere.diameter", "viscosity", "speed"].iter().all(|key| asked.contains(key)), "{asked}");
        assert!(of("h,F\n1,2\n2,3\n", &ForceLayout::default(), &none).unwrap_err().contains("unit"));
        assert!(of("z (mm),F (N)\n1,2\n2,3\n", &ForceLayout::default(), &SCALES).unwrap_err().contains("position"));
        assert!(of("a,b\n1,2\n2,3\n", &ForceLayout::default(), &none).unwrap_err().contains("no column of forces"));
        assert!(of("gap_over_d,force_over_stokes\n-1,2\n0,3\n", &ForceLayout::default(), &none).is_err());
        assert!(of("nothing here\n", &ForceLayout::default(), &none).is_err());
    }
}
