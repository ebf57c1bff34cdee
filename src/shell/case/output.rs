//! What a run writes, and where.

use super::document::Value;
use super::section::Section;
use crate::quantity::{LENGTH, Quantity, TIME, written};
use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// Files of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Output {
    /// The run directory. Default `runs/NAME`.
    pub directory: PathBuf,
    /// Interval of the trajectory's rows, s. Default: every step.
    #[serde(serialize_with = "written::optional_time", skip_serializing_if = "Option::is_none")]
    pub trajectory: Option<f64>,
    /// Interval of the ParaView fields, s. Default: none are written.
    #[serde(serialize_with = "written::optional_time", skip_serializing_if = "Option::is_none")]
    pub fields: Option<f64>,
    /// Moments at which the vorticity is drawn; a gap on the way in and on the first way out. Default 0.5 D and 0.1 D.
    pub vorticity_pictures: Vec<Moment>,
    /// Whether to draw figures at the end. Default true.
    pub plots: bool,
    /// Whether to write a report, one file for a browser, with an animation of the flow. Default true.
    pub report: bool,
    /// Elapsed time between checkpoints, s; 0 writes one after every step. Default 10 min.
    #[serde(serialize_with = "written::time")]
    pub checkpoint_interval: f64,
}

/// A moment of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Moment {
    /// When the gap passes this length, m, in either direction.
    Gap(f64),
    /// At this time, s.
    Time(f64),
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Gap(gap) => written::length(gap, serializer),
            Self::Time(time) => written::time(time, serializer),
        }
    }
}

impl Moment {
    fn read(value: &Value, diameter: f64) -> Result<Self, String> {
        let Value::Text(text) = value else { return Err("a gap or a time with its unit was expected".into()) };
        let quantity = Quantity::parse(text).map_err(|error| error.to_string())?;
        let size = quantity.si(Some(diameter)).map_err(|error| error.to_string())?;
        match quantity.dimension {
            _ if !(0.0..=1e9).contains(&size) => Err("must be zero or more".into()),
            dimension if dimension == LENGTH.dimension => Ok(Self::Gap(size)),
            dimension if dimension == TIME.dimension => Ok(Self::Time(size)),
            _ => Err(format!("a gap or a time was expected, \"{text}\" is {}", quantity.described())),
        }
    }
}

impl Output {
    pub(super) fn read(section: Section<'_>, diameter: f64, name: &str) -> Self {
        let advice = "write gaps and times such as [\"0.5 D\", \"0.01 D\", \"40 ms\"]";
        let output = Self {
            directory: section
                .text("directory")
                .check("must not be empty", |path| !path.trim().is_empty())
                .optional()
                .map_or_else(|| PathBuf::from("runs").join(name), PathBuf::from),
            trajectory: section.quantity("trajectory", &TIME).within(1e-12..=1e9).optional(),
            fields: section.quantity("fields", &TIME).within(1e-12..=1e9).optional(),
            vorticity_pictures: section
                .list("vorticity_pictures", advice, |value| Moment::read(value, diameter))
                .or(vec![Moment::Gap(0.5 * diameter), Moment::Gap(0.1 * diameter)]),
            plots: section.flag("plots").or(true),
            report: section.flag("report").or(true),
            checkpoint_interval: section.quantity("checkpoint_interval", &TIME).within(0.0..=1e7).or(600.0),
        };
        section.finish();
        output
    }
}
