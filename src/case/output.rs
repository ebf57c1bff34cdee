//! The files of a run, and where they are.

use super::keys;
use super::section::Section;
use std::path::PathBuf;
use wetbounce_physics::keys::{Item, within};
use wetbounce_physics::keywords;
use wetbounce_physics::quantity::{LENGTH, Quantity, TIME};
use wetbounce_physics::table;

keywords! {
    /// What pictures show the vorticity in.
    VorticityUnit {
        /// 1/s.
        PerSecond = "1/s",
        /// The speed of approach over the diameter, `ωD/U`.
        SpeedOverDiameter = "U/D",
    }
}

table! {
    /// Files of a run.
    pub struct Output {
        /// The run directory. Default `runs/NAME`.
        directory: PathBuf = PathBuf::new(), path();
        /// Interval of the trajectory's rows \[s\]. Default: every step.
        trajectory: Option<f64> = None, optional(&TIME, within(1e-12..=1e9));
        /// Interval of the ParaView fields \[s\]. Default: none are written.
        fields: Option<f64> = None, optional(&TIME, within(1e-12..=1e9));
        /// Moments at which the vorticity is drawn; a gap on the way in and on the first way out. Default 0.5 D and 0.1
        /// D.
        vorticity_pictures: Vec<OutputMoment> = Vec::new(),
            texts(["write gaps and times such as [\"0.5 D\", \"0.01 D\", \"40 ms\"]", "a gap or a time with its unit was"]);
        /// What the pictures show the vorticity in. Default 1/s.
        vorticity_unit: VorticityUnit = VorticityUnit::PerSecond, word();
        /// Whether to draw figures at the end. Default true.
        plots: bool = true, flag();
        /// Whether to write a report, one file for a browser, with an animation of the flow. Default true.
        report: bool = true, flag();
        /// Elapsed time between checkpoints \[s\]; 0 writes one after every step. Default 10 min.
        checkpoint_interval: f64 = 600.0, quantity(&TIME, within(0.0..=1e7));
    }
}

/// A moment of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OutputMoment {
    /// When the gap passes this length \[m\], in either direction.
    Gap(f64),
    /// At this time \[s\].
    Time(f64),
}

impl Item for OutputMoment {
    fn read(text: String, diameter: f64) -> Result<Self, String> {
        let quantity = Quantity::parse(&text).map_err(|error| error.to_string())?;
        let size = quantity.si(Some(diameter)).map_err(|error| error.to_string())?;
        match quantity.dimension {
            _ if !(0.0..=1e9).contains(&size) => Err("must be zero or more".into()),
            dimension if dimension == LENGTH.dimension => Ok(Self::Gap(size)),
            dimension if dimension == TIME.dimension => Ok(Self::Time(size)),
            _ => Err(format!("a gap or a time was expected, \"{text}\" is {}", quantity.described())),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Gap(gap) => LENGTH.write(*gap),
            Self::Time(time) => TIME.write(*time),
        }
    }
}

impl Output {
    pub(super) fn read(section: Section<'_>, diameter: f64, name: &str) -> Self {
        let output = Self {
            directory: PathBuf::from("runs").join(name),
            vorticity_pictures: vec![OutputMoment::Gap(0.5 * diameter), OutputMoment::Gap(0.1 * diameter)],
            ..Self::default()
        };
        let output = keys::read(output, &section);
        section.finish();
        output
    }
}
