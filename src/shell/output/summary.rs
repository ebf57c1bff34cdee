//! `summary.json`: results of a run, its cost, and the parts that it modelled rather than resolved.

use super::atomic;
use super::error::OutputError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};
use wetbounce_physics::liquid::Groups;
pub use wetbounce_physics::model::Ending;
use wetbounce_physics::model::{Bounce, Description};
use wetbounce_physics::modelled::Modelled;
use wetbounce_physics::numerics::not_finite;
use wetbounce_physics::remark::{RemarkKind, Remarks};
use wetbounce_records::comparison::bands::FilmBand;
use wetbounce_records::comparison::measurement::Comparison;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A stopping condition of the case was met.
    Finished,
    /// The run was asked to stop (signal, time limit); it can be resumed.
    Interrupted,
    /// The physics or the numerics gave up; `stop_reason` says why.
    Failed,
}

/// Name of the program.
pub const PROGRAM: &str = "wetbounce";
/// See [`built_from`].
static BUILD: OnceLock<Build> = OnceLock::new();

/// How a program was built.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// The commit, with `-dirty` if the sources were changed; empty where git did not know.
    pub commit: &'static str,
    /// `release` or `debug`.
    pub profile: &'static str,
}

/// States once and for all how the program was built. A program that does not is of no known commit, and `debug`.
pub fn built_from(build: Build) {
    let _stated_already = BUILD.set(build);
}

fn build() -> Build {
    BUILD.get().copied().unwrap_or(Build { commit: "", profile: "debug" })
}

fn commit() -> &'static str {
    build().commit
}

/// The version, and the commit if it is known.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        if commit().is_empty() { version.to_owned() } else { format!("{version} ({})", commit()) }
    });
    &VERSION
}

/// The origin of the numbers; the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Name of the program.
    pub program: String,
    /// `release` or `debug`.
    pub build: String,
    /// Commit that the program was built from; empty where it was not known.
    pub commit: String,
    /// Fingerprint of the resolved case file, see [`fingerprint`].
    pub case_fingerprint: String,
}

impl Provenance {
    /// The provenance of a run of this program with the resolved case file `case`.
    pub fn of_case(case: &str) -> Self {
        Self {
            program: PROGRAM.into(),
            build: build().profile.into(),
            commit: commit().into(),
            case_fingerprint: fingerprint(case),
        }
    }
}

/// The 64-bit FNV-1a hash (Fowler, Noll & Vo) of a text or of bytes, in hexadecimal: tells cases apart and shows
/// damage, but does not guard against intent.
pub fn fingerprint(text: impl AsRef<[u8]>) -> String {
    let byte = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, byte))
}

/// The summary of a run. Numbers that are not finite become `null`; reading `null` gives NaN.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the case.
    pub case: String,
    /// Version of the program.
    pub version: String,
    /// How the run ended.
    pub status: Status,
    /// Why it ended, if it finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The same in words, or the error.
    pub stop_reason: String,
    /// Dimensionless groups on the approach speed.
    pub groups: Groups,
    /// Time steps taken.
    pub steps: u64,
    /// Cells of the grid.
    pub cells: u64,
    /// Simulated time at the end \[s\].
    #[serde(with = "not_finite")]
    pub time_s: f64,
    /// Elapsed time spent, resumed parts included \[s\].
    #[serde(with = "not_finite")]
    pub wall_s: f64,
    /// Threads used.
    pub threads: u64,
    /// Collisions with the wall, oldest first.
    pub bounces: Vec<Bounce>,
    /// Highest speed of the sphere [m/s].
    #[serde(with = "not_finite")]
    pub peak_speed_m_s: f64,
    /// Largest relative error of the mass balance.
    #[serde(with = "not_finite")]
    pub mass_error: f64,
    /// Relative error of the energy balance over the run.
    #[serde(with = "not_finite")]
    pub energy_error: f64,
    /// Warnings, assumptions, and doubts about the user's record.
    #[serde(flatten)]
    pub remarks: Remarks,
    /// The parts that were modelled rather than resolved.
    pub modelled: Vec<Modelled>,
    /// How far the rebound depends on inputs of the film that the case does not state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub film_band: Option<FilmBand>,
    /// How far the motion is from the user's record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measurement: Option<Comparison>,
    /// The origin of the numbers.
    pub provenance: Provenance,
    /// Further results, by name with unit.
    #[serde(default, with = "not_finite::map", skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, f64>,
}

impl Summary {
    /// The summary of a run that ended so, of a sphere that meets `met`.
    pub fn ended<E: std::fmt::Display>(self, outcome: Result<Ending, &E>, met: &str) -> Self {
        match outcome {
            Ok(ending) => Self { ending: Some(ending), stop_reason: ending.in_words(met), ..self },
            Err(failure) => Self { status: Status::Failed, stop_reason: failure.to_string(), ..self },
        }
    }

    /// With what a model says of itself.
    pub fn described(mut self, description: &Description) -> Self {
        self.groups = description.groups;
        self.cells = description.cells;
        self.peak_speed_m_s = description.peak_speed;
        self.mass_error = description.mass_error;
        self.energy_error = description.energy_error;
        self.modelled.clone_from(&description.modelled);
        self.remarks.extend(description.remarks.iter().cloned());
        self.extra.extend(description.results.iter().cloned());
        if let Some(course) = &description.film {
            self.bounces.iter_mut().for_each(|bounce| bounce.restitution = Some(course.bounce.restitution));
        }
        self
    }

    /// With this comparison with the user's record, and its doubts in place of earlier ones.
    pub fn compare(&mut self, found: Option<Comparison>) {
        self.remarks.0.retain(|remark| remark.kind != RemarkKind::Doubt);
        self.remarks.extend(found.iter().flat_map(|found| found.remarks.0.iter().cloned()));
        self.measurement = found;
    }

    /// Writes `summary.json` as a whole.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        atomic::write_json(path, self)
    }

    /// Reads `summary.json`.
    pub fn read(path: &Path) -> Result<Self, OutputError> {
        let text = std::fs::read_to_string(path).map_err(OutputError::io("read", path))?;
        let refused = |line: usize, problem: String| OutputError::Format {
            path: path.to_path_buf(),
            place: format!("line {line}"),
            problem,
            advice: "the file is damaged or from another version; run the case again".into(),
        };
        let summary: Self = serde_json::from_str(&text).map_err(|error| refused(error.line(), error.to_string()))?;
        match (summary.status, summary.ending) {
            (Status::Finished, None) => Err(refused(1, "a finished run without its `ending`".into())),
            _ => Ok(summary),
        }
    }
}
