//! How a motion gives the values of a reference: the part `[reference.trajectory]` of an entry.
//!
//! A reference states its quantities. Each line of `gives` says which quantity that a motion
//! [shows](super::motion_quantities) is which of them, over which scale. A line with `axis` in place of `quantities`
//! gives the place on an axis, which `--set` may give too.

use super::motion::{COLUMNS, GAP, TIME, VELOCITY};
use super::motion_quantities::{Asked, MotionQuantity};
use super::scales::Scales;
use crate::case::InputError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::f64::consts::PI;
use wetbounce_records::record::Lengths;

/// The part `[reference.trajectory]`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trajectory {
    /// Settings of `--set` that hold where they are not given.
    #[serde(default)]
    pub set: Vec<String>,
    /// The same for one word of an axis.
    #[serde(default)]
    pub set_of: BTreeMap<String, Vec<String>>,
    /// What speeds are over: a scale, or an input of the row.
    pub speed: Option<String>,
    /// What is read off the motion.
    pub gives: Vec<Gives>,
    /// What a motion must be besides, in Markdown.
    pub note: Option<String>,
}

/// A line of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gives {
    /// The quantities of the reference that it gives.
    #[serde(default)]
    pub quantities: Vec<String>,
    /// The axis on which it gives the place.
    pub axis: Option<String>,
    /// Words of axes for which it does.
    #[serde(default)]
    pub at: BTreeMap<String, String>,
    /// The quantity of the motion: the name of a [`MotionQuantity`], or `moment` for the times of the others.
    pub is: String,
    /// The number of the bounce.
    #[serde(default = "one")]
    pub bounce: usize,
    /// The scale that it is over.
    #[serde(default = "bare")]
    pub over: String,
    /// The gap over the diameter that it is about.
    #[serde(default)]
    pub gap_over_d: f64,
}

fn one() -> usize {
    1
}

fn bare() -> String {
    "1".into()
}

/// The name of the times of values.
pub const MOMENT: &str = "moment";

/// A scale of the values of a motion.
struct Scale {
    name: &'static str,
    words: &'static str,
    of: fn(&Inputs) -> Result<f64, String>,
}

/// What scales are made of.
pub struct Inputs<'i> {
    /// Settings, completed by those of the reference.
    pub scales: &'i Scales,
    /// The statement.
    pub trajectory: &'i Trajectory,
    /// The cell of an axis or of an input of the row, as a number.
    pub cell: &'i dyn Fn(&str) -> Option<f64>,
}

/// All scales.
static SCALES: [Scale; 10] = [
    Scale { name: "1", words: "", of: |_| Ok(1.0) },
    Scale { name: "D", words: "the diameter", of: |of| of.diameter() },
    Scale { name: "ms", words: "1 ms", of: |_| Ok(1e-3) },
    Scale { name: "speed", words: "the speed of the reference", of: |of| of.speed() },
    Scale {
        name: "speed_over_galileo",
        words: "the speed of the reference over the Galileo number",
        of: |of| Ok(of.speed()? / of.cell("galileo")?),
    },
    Scale {
        name: "u_g",
        words: "(|ρ_p/ρ_l − 1| g D)^½",
        of: |of| Ok(((of.density_ratio()? - 1.0).abs() * of.gravity()? * of.diameter()?).sqrt()),
    },
    Scale {
        name: "stokes_speed",
        words: "2/9 |ρ_p/ρ_l − 1| g a²/ν",
        of: |of| {
            let radius = 0.5 * of.diameter()?;
            Ok(2.0 / 9.0 * (of.cell("density_ratio")? - 1.0).abs() * of.gravity()? * radius * radius
                / of.kinematic()?)
        },
    },
    Scale { name: "a2_over_nu", words: "a²/ν", of: |of| Ok(0.25 * of.diameter()?.powi(2) / of.kinematic()?) },
    Scale { name: "nu_over_a2", words: "ν/a²", of: |of| Ok(of.kinematic()? / (0.25 * of.diameter()?.powi(2))) },
    Scale { name: "stokes", words: "3πμD", of: |of| Ok(3.0 * PI * of.viscosity()? * of.diameter()?) },
];

impl Inputs<'_> {
    fn diameter(&self) -> Result<f64, String> {
        self.scales.needed("sphere.diameter")
    }

    fn viscosity(&self) -> Result<f64, String> {
        self.scales.needed("viscosity")
    }

    fn gravity(&self) -> Result<f64, String> {
        self.scales.needed("gravity")
    }

    fn density_ratio(&self) -> Result<f64, String> {
        Ok(self.scales.needed("sphere.density")? / self.scales.needed("liquid.density")?)
    }

    fn kinematic(&self) -> Result<f64, String> {
        Ok(self.viscosity()? / self.scales.needed("liquid.density")?)
    }

    fn cell(&self, name: &str) -> Result<f64, String> {
        (self.cell)(name).ok_or_else(|| format!("the reference has no {name} there"))
    }

    /// The speed that was set, else the scale of speeds of the reference.
    fn speed(&self) -> Result<f64, String> {
        match (self.scales.get("speed"), &self.trajectory.speed) {
            (None, Some(name)) => self.scale(name),
            _ => self.scales.needed("speed"),
        }
    }

    /// A scale by its name, or a cell of the row.
    ///
    /// # Errors
    /// What it is made of is missing.
    pub fn scale(&self, name: &str) -> Result<f64, String> {
        match SCALES.iter().find(|scale| scale.name == name) {
            Some(scale) => (scale.of)(self),
            None => self.cell(name),
        }
    }
}

/// A scale in words; the name of a column where it is one.
fn words(name: &str) -> String {
    SCALES.iter().find(|scale| scale.name == name).map_or_else(|| format!("`{name}`"), |scale| scale.words.to_owned())
}

impl Gives {
    /// The quantity of the motion.
    pub fn quantity(&self) -> Option<&'static MotionQuantity> {
        MotionQuantity::of(&self.is)
    }

    /// What is asked of the motion.
    pub fn asked(&self, lengths: Option<Lengths>) -> Asked {
        Asked { bounce: self.bounce, lengths, gap_over_d: self.gap_over_d }
    }

    /// What it is in words, with its bounce and its scale.
    fn in_words(&self, speed: Option<&str>) -> String {
        let what = self.quantity().map_or("the time of each moment", |quantity| quantity.words);
        let bounce = if self.bounce > 1 { format!(", bounce {}", self.bounce) } else { String::new() };
        let gap = if self.gap_over_d > 0.0 { format!(" ({} D)", self.gap_over_d) } else { String::new() };
        let over = match (self.over.as_str(), speed) {
            ("1", _) => String::new(),
            ("speed", Some(speed)) => format!(", over {}", words(speed)),
            (over, _) => format!(", over {}", words(over)),
        };
        format!("{what}{gap}{bounce}{over}")
    }
}

impl Trajectory {
    /// Refuses lines whose quantities, axes or scales there are not.
    ///
    /// # Errors
    /// Which.
    pub fn check(&self, is_column: impl Fn(&str) -> bool) -> Result<(), String> {
        for gives in &self.gives {
            if gives.quantity().is_none() && gives.is != MOMENT {
                return Err(format!("a motion shows no `{}`", gives.is));
            }
            let columns = gives.quantities.iter().chain(&gives.axis).chain(gives.at.keys());
            if let Some(unknown) = columns.into_iter().find(|name| !is_column(name)) {
                return Err(format!("there is no column `{unknown}`"));
            }
            let scales = [Some(&gives.over), self.speed.as_ref()];
            let is_known = |name: &str| SCALES.iter().any(|scale| scale.name == name) || is_column(name);
            if let Some(unknown) = scales.into_iter().flatten().find(|name| !is_known(name)) {
                return Err(format!("there is no scale `{unknown}`"));
            }
        }
        Ok(())
    }

    /// The settings that hold where `--set` says nothing else, with those of these words of axes.
    ///
    /// # Errors
    /// One of them is none.
    pub fn scales<'w>(&self, words: impl Iterator<Item = &'w str>) -> Result<(Scales, Vec<&str>), InputError> {
        let of_word = |word: &'w str| self.set_of.iter().filter(move |(of, _)| of.eq_ignore_ascii_case(word));
        let settings: Vec<&str> =
            self.set.iter().chain(words.flat_map(of_word).flat_map(|(_, set)| set)).map(String::as_str).collect();
        let mut scales = Scales::default();
        for setting in &settings {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            scales.set(key, value)?;
        }
        Ok((scales, settings))
    }

    /// The columns that a motion needs for some of the values, besides times, gaps and velocities.
    pub fn needs(&self) -> Vec<&'static str> {
        let needs: Vec<&str> = self.gives.iter().filter_map(Gives::quantity).flat_map(|of| of.needs).copied().collect();
        COLUMNS.into_iter().filter(|name| *name != VELOCITY && needs.contains(name)).collect()
    }

    /// What a motion must have, and what is read off it, in Markdown.
    pub fn in_words(&self, name: &str, must: &[String]) -> String {
        let more: String = self.needs().iter().map(|name| format!(",{name}")).collect();
        let must: String = must.iter().map(|setting| format!(" --set {setting}")).collect();
        let mut text = format!(
            "In place of values you may hand in a motion: one file, one motion.\n\n```sh\nwetbounce compare --reference {name} motion.csv{must}\n```\n\nIts columns are \
             `{TIME},{GAP},{VELOCITY}{more}`, as in `trajectory.csv`; one of `{GAP}` and `{VELOCITY}` will do. All are in SI units. Gaps are those between the surfaces, 0 at contact; velocities and \
             forces count away from the wall. Rows stand close where the motion is fast. A table of gaps alone is read as a record of a camera is, with the errors of that. \
             `wetbounce.others` (Python) makes such tables from the files of LAMMPS, LIGGGHTS, Yade, OpenFOAM and ParaView.\n\n"
        );
        let line = |gives: &Gives| {
            let at: Vec<String> = gives.at.values().map(|word| format!("`{word}`")).collect();
            let names: Vec<String> =
                gives.quantities.iter().chain(&gives.axis).map(|name| format!("`{name}`")).collect();
            let names = if at.is_empty() { names.join(", ") } else { at.join(", ") };
            format!("- {names}: {}\n", gives.in_words(self.speed.as_deref()))
        };
        text += &self.gives.iter().map(line).collect::<String>();
        if !self.set.is_empty() || !self.set_of.is_empty() {
            let of = |(word, set): (&String, &Vec<String>)| format!("{word}: {}", set.join(", "));
            let all: Vec<String> = self.set.iter().cloned().chain(self.set_of.iter().map(of)).collect();
            text += &format!("\nTaken where `--set` says nothing else: {}.\n", all.join("; "));
        }
        if let Some(note) = &self.note {
            text += &format!("\n{}\n", note.trim());
        }
        text
    }
}
