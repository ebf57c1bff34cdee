//! The table of a sweep, `sweep.csv`: one row a run, in the order of the plan, whatever its state.
//!
//! | column | meaning |
//! |---|---|
//! | `name` | name of the run |
//! | `reynolds`, `stokes`, `stokes_modified`, `density_ratio` | groups of the case, on its approach speed, prescribed or expected |
//! | `approach_speed_is` | which speed that is: `prescribed`, `terminal, prescribed` (it is let go to fall), `terminal, expected`, `largest of its table` |
//! | `reynolds_reached`, `stokes_reached` | the same groups on the highest speed that the sphere reached |
//! | `restitution` | apparent wet restitution of the first bounce ([`crate::analysis::restitution`]); 0 without rebound |
//! | `restitution_dry` | dry restitution of the contact law ([`dry_restitution`]) |
//! | `apex_gap_over_d` | highest gap of the first rebound over the diameter; 0 without rebound |
//! | `status` | `finished`, `failed`, `unfinished` (begun, or interrupted), `waiting` |
//! | `wall_s` | wall time the run took |
//! | `series` | the curve that the run belongs to |
//! | `restitution_over_dry`, `restitution_legendre` | `e/e_dry`, and `exp(−35/St*)` (Legendre et al. 2006) |
//! | `restitution_rigid` | `e/e_dry` of a rigid film from one radius down to the cut-off ([`rigid_film`]); empty without one |
//! | `restitution_contact` | wet restitution between touch and separation |
//! | `loss_liquid`, `loss_film`, `loss_contact` | work against viscosity in the resolved flow, in the film and in the contact, over the run's energy scale |
//! | `warnings` | what makes the run's results doubtful |
//! | `drag_coefficient`, `lift_coefficient`, … | of a sphere in open liquid ([`crate::run::coefficients`]); no such columns without one |
//! | `stokes_normal`, `psi_in`, `psi_out`, … | of oblique impacts (`oblique`); no such columns without one |
//! | the keys that vary | as the plan gives them |
//!
//! Numbers are written so that they read back as the same bits, the groups rounded to nine digits. Cells are empty
//! where there is no value (yet). Apart from `wall_s` the table depends on the plan only: not on the number of jobs,
//! their order, or how often the sweep was killed.

use super::directory::{RecordedRun, RunState, SweepDirectory};
use super::dry::dry_restitution;
use super::oblique;
use crate::analysis::restitution::Bounce;
use crate::case::Case;
use crate::liquid::Groups;
use crate::output::OutputError;
use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::plot::restitution::{legendre, rigid_film};
use crate::report::digits;
use crate::run::coefficients::COEFFICIENTS;
use crate::run::{Ending, build};
use std::path::Path;

/// Most runs that a warning names.
const MOST_NAMED: usize = 6;

/// Results of a run that has finished.
#[derive(Debug, Clone, PartialEq)]
pub struct Landing {
    /// Apparent restitution of the first bounce; `None` if the run did not last long enough to know.
    pub restitution: Option<f64>,
    /// Highest gap of the first rebound, in diameters.
    pub apex_gap_over_d: Option<f64>,
    /// The first bounce.
    pub bounce: Option<Bounce>,
    /// The run's summary.
    pub summary: Summary,
}

/// How far a run has come, as the table says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Finished,
    /// Gave up; the column `cause` says why.
    Failed,
    /// Begun, and running, killed or interrupted.
    Unfinished,
    /// Not begun.
    Waiting,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Finished => "finished",
            Self::Failed => "failed",
            Self::Unfinished => "unfinished",
            Self::Waiting => "waiting",
        })
    }
}

/// A run with what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// Name, curve and varied keys.
    pub run: RecordedRun,
    /// Its case, if it has been written.
    pub case: Option<Case>,
    /// Dry restitution of its contact.
    pub restitution_dry: Option<f64>,
    /// How far it has come.
    pub status: Status,
    /// Why it failed.
    pub cause: Option<String>,
    /// What came out.
    pub landing: Option<Landing>,
}

/// The results of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// One for each run, in the order of the plan.
    pub runs: Vec<RunResult>,
}

impl Landing {
    /// What a finished run says. A sphere that comes to rest at the wall without an apex has not rebounded; one that its
    /// film turns round before the solids meet has, though it leaves its closest approach without speed.
    pub fn of(summary: &Summary, diameter: f64) -> Self {
        let stays = [Ending::Rest, Ending::Settling].iter().any(|ending| summary.stop_reason == ending.to_string());
        let bounce = summary.bounces.first().cloned();
        let none = stays.then_some(0.0);
        let leaves = |bounce: &&Bounce| {
            let turned_by_film = bounce.restitution.is_some_and(|restitution| restitution > 0.0);
            turned_by_film || bounce.rebound_speed_m_s.is_none_or(|speed| speed > 0.0)
        };
        let rebound = bounce.as_ref().filter(leaves);
        let (restitution, apex) = match rebound {
            None => (none, none),
            Some(Bounce { apex_gap_m: None, .. }) if stays => (none, none),
            Some(bounce) => (bounce.restitution, bounce.apex_gap_m.map(|apex| apex / diameter)),
        };
        Self { restitution, apex_gap_over_d: apex, bounce, summary: summary.clone() }
    }
}

impl RunResult {
    /// The result of the run with this index, from what is on disk.
    pub fn read(directory: &SweepDirectory, index: usize) -> Self {
        let run = directory.record.runs[index].clone();
        let case = directory.case(index);
        let (status, cause, landing) = match (directory.state(index), &case) {
            (RunState::Finished(summary), Some(case)) => {
                (Status::Finished, None, Some(Landing::of(&summary, case.sphere.diameter)))
            }
            (RunState::Failed(cause), _) => (Status::Failed, Some(cause), None),
            (RunState::Unfinished, _) => (Status::Unfinished, None, None),
            (RunState::Waiting | RunState::Finished(_), _) => (Status::Waiting, None, None),
        };
        let restitution_dry = case.as_ref().and_then(dry_restitution);
        Self { run, case, restitution_dry, status, cause, landing }
    }

    /// `St = ρp U D/(9μ)` of the case.
    pub fn stokes(&self) -> Option<f64> {
        self.case.as_ref().map(|case| case.groups().stokes)
    }

    /// The groups on the highest speed that the sphere reached.
    pub fn reached(&self) -> Option<Groups> {
        let (case, landing) = (self.case.as_ref()?, self.landing.as_ref()?);
        Some(case.immersed().groups(landing.summary.peak_speed_m_s))
    }

    /// Apparent restitution of the first bounce.
    pub fn restitution(&self) -> Option<f64> {
        self.landing.as_ref()?.restitution
    }

    /// `e/e_dry`.
    pub fn restitution_over_dry(&self) -> Option<f64> {
        Some(self.restitution()? / self.restitution_dry?)
    }

    /// `exp(−35/St*)` (Legendre et al. 2006).
    pub fn legendre(&self) -> Option<f64> {
        Some(legendre(self.case.as_ref()?.groups().stokes_modified))
    }

    /// `e/e_dry` of a rigid sphere whose film drags from a gap of one radius down to the case's cut-off.
    pub fn rigid_film(&self) -> Option<f64> {
        let case = self.case.as_ref()?;
        let (cutoff, sphere) = (build::film_cutoff(case).ok()??, build::immersed_sphere(case).ok()?);
        let groups = case.groups();
        let reach_over_cutoff = case.sphere.radius() / cutoff.length(&sphere, case.approach_speed());
        Some(rigid_film(groups.stokes, self.restitution_dry?, reach_over_cutoff))
    }

    /// The cells with the names of their columns.
    fn cells(&self) -> Vec<(&str, String)> {
        let number = |value: Option<f64>| value.filter(|v| v.is_finite()).map_or(String::new(), |v| v.to_string());
        let case = self.case.as_ref();
        let groups = case.map(Case::groups);
        let group = |of: fn(&Groups) -> f64| number(groups.as_ref().map(of).map(nine_digits));
        let landing = self.landing.as_ref();
        let summary = landing.map(|landing| &landing.summary);
        let bounce = landing.and_then(|landing| landing.bounce.as_ref());
        let of_bounce = |of: fn(&Bounce) -> Option<f64>| number(bounce.and_then(of));
        let of_summary = |of: fn(&Summary) -> f64| number(summary.map(of));
        let of_case = |of: fn(&Case) -> f64| number(case.map(of));
        let loss = |name: &str| number(summary.and_then(|summary| share(summary, name)));
        let mut cells = vec![
            ("name", self.run.name.clone()),
            ("reynolds", group(|groups| groups.reynolds)),
            ("stokes", group(|groups| groups.stokes)),
            ("stokes_modified", group(|groups| groups.stokes_modified)),
            ("density_ratio", group(|groups| groups.density_ratio)),
            ("restitution", number(self.restitution())),
            ("restitution_dry", number(self.restitution_dry)),
            ("apex_gap_over_d", number(landing.and_then(|landing| landing.apex_gap_over_d))),
            ("status", self.status.to_string()),
            ("wall_s", of_summary(|summary| summary.wall_s)),
            ("series", self.run.series.clone()),
            ("restitution_over_dry", number(self.restitution_over_dry())),
            ("restitution_legendre", number(self.legendre())),
            ("restitution_rigid", number(self.rigid_film())),
            ("restitution_contact", of_bounce(|bounce| bounce.restitution_contact)),
            ("impact_speed_m_s", of_bounce(|bounce| Some(bounce.impact_speed_m_s))),
            ("rebound_speed_m_s", of_bounce(|bounce| bounce.rebound_speed_m_s)),
            ("apex_time_after_contact_s", of_bounce(|bounce| Some(bounce.apex_time_s? - bounce.contact_time_s))),
            ("min_gap_m", of_bounce(|bounce| Some(bounce.min_gap_m))),
            ("peak_speed_m_s", of_summary(|summary| summary.peak_speed_m_s)),
            ("loss_liquid", loss("energy_dissipated_viscous_J")),
            ("loss_film", loss("energy_dissipated_film_J")),
            ("loss_contact", loss("energy_dissipated_contact_J")),
            ("hydrodynamics", case.map_or(String::new(), |case| case.hydrodynamics.to_string())),
            ("approach_speed_m_s", of_case(Case::approach_speed)),
            ("approach_speed_is", case.map_or(String::new(), |case| case.approach_in_words().to_owned())),
            ("reynolds_reached", number(self.reached().map(|groups| nine_digits(groups.reynolds)))),
            ("stokes_reached", number(self.reached().map(|groups| nine_digits(groups.stokes)))),
            ("sphere_diameter_m", of_case(|case| case.sphere.diameter)),
            ("sphere_density_kg_m3", of_case(|case| case.sphere.density)),
            ("liquid_density_kg_m3", of_case(|case| case.liquid.density)),
            ("liquid_viscosity_Pa_s", of_case(|case| case.liquid.viscosity)),
            ("steps", of_summary(|summary| summary.steps as f64)),
            ("cells", of_summary(|summary| summary.cells as f64)),
            ("mass_error", of_summary(|summary| summary.mass_error)),
            ("energy_error", of_summary(|summary| summary.energy_error)),
            ("warnings", summary.map_or(String::new(), |summary| summary.warnings.join("; "))),
            ("cause", self.cause.clone().unwrap_or_default()),
        ];
        cells.extend(self.coefficients().into_iter().chain(oblique::columns(case, bounce)));
        for (key, value) in &self.run.varied {
            if cells.iter().all(|(name, _)| name != key) {
                cells.push((key, value.as_str().unwrap_or_default().to_owned()));
            }
        }
        cells
    }
}

impl RunResult {
    /// The columns of a sphere in open liquid; none of others.
    fn coefficients(&self) -> Vec<(&'static str, String)> {
        if !self.case.as_ref().is_some_and(|case| case.release.in_open_liquid()) {
            return Vec::new();
        }
        let extra = |name: &str| self.landing.as_ref()?.summary.extra.get(name).copied().filter(|v| v.is_finite());
        COEFFICIENTS.iter().map(|name| (*name, extra(name).map_or(String::new(), |v| v.to_string()))).collect()
    }
}

/// A part of the energy budget over its scale.
fn share(summary: &Summary, name: &str) -> Option<f64> {
    Some(summary.extra.get(name)? / summary.extra.get("energy_scale_J")?)
}

/// The names, or the first of many.
fn some(names: &[&str]) -> String {
    let more = names.len().saturating_sub(MOST_NAMED);
    let list = names[..names.len().min(MOST_NAMED)].join(", ");
    if more > 0 { format!("{list} and {more} more runs") } else { list }
}

fn nine_digits(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}

impl Results {
    /// The results from what is on disk.
    pub fn read(directory: &SweepDirectory) -> Self {
        Self { runs: (0..directory.record.runs.len()).map(|index| RunResult::read(directory, index)).collect() }
    }

    /// The table `sweep.csv`. Keys that only some runs set have empty cells in the others.
    pub fn table(&self) -> Table {
        let rows: Vec<Vec<(&str, String)>> = self.runs.iter().map(RunResult::cells).collect();
        let mut header: Vec<&str> = Vec::new();
        for (name, _) in rows.iter().flatten() {
            if !header.contains(name) {
                header.push(name);
            }
        }
        let mut table = Table::new(header.iter().copied());
        for row in &rows {
            let cell = |name: &&str| row.iter().find(|(own, _)| own == name).map_or("", |(_, text)| text);
            table.push(header.iter().map(cell));
        }
        table
    }

    /// What a reader looks at first, with the digits that matter; for the terminal and the report.
    pub fn shown(&self) -> Table {
        let in_open_liquid = |run: &RunResult| run.case.as_ref().is_some_and(|case| case.release.in_open_liquid());
        if !self.runs.is_empty() && self.runs.iter().all(in_open_liquid) {
            return self.shown_coefficients();
        }
        let mut table = Table::new([
            "Run",
            "Re",
            "St",
            "St*",
            "St reached",
            "ρp/ρl",
            "e",
            "e dry",
            "e/e dry",
            "exp(−35/St*)",
            "Apex h/D",
            "Wall time [s]",
            "Status",
        ]);
        for run in &self.runs {
            let number = |value: Option<f64>, decimals| digits(value.unwrap_or(f64::NAN), decimals);
            let groups = run.case.as_ref().map(Case::groups);
            let landing = run.landing.as_ref();
            table.push([
                run.run.name.clone(),
                number(groups.map(|groups| groups.reynolds), 2),
                number(groups.map(|groups| groups.stokes), 2),
                number(groups.map(|groups| groups.stokes_modified), 2),
                number(run.reached().map(|groups| groups.stokes), 2),
                number(groups.map(|groups| groups.density_ratio), 4),
                number(run.restitution(), 4),
                number(run.restitution_dry, 4),
                number(run.restitution_over_dry(), 4),
                number(run.legendre(), 4),
                number(landing.and_then(|landing| landing.apex_gap_over_d), 4),
                number(landing.map(|landing| landing.summary.wall_s), 1),
                run.status.to_string(),
            ]);
        }
        table
    }

    /// As [`Self::shown`], of spheres in open liquid.
    fn shown_coefficients(&self) -> Table {
        let mut table = Table::new([
            "Run",
            "Re",
            "Cd",
            "Cl",
            "Strouhal",
            "Cd in phase",
            "Added mass",
            "Re of the fall",
            "Angle [°]",
            "Wall time [s]",
            "Status",
        ]);
        for run in &self.runs {
            let summary = run.landing.as_ref().map(|landing| &landing.summary);
            let number = |value: Option<f64>, decimals| digits(value.unwrap_or(f64::NAN), decimals);
            let extra = |name: &str| number(summary.and_then(|summary| summary.extra.get(name).copied()), 4);
            table.push([
                run.run.name.clone(),
                number(run.case.as_ref().map(|case| case.groups().reynolds), 2),
                extra("drag_coefficient"),
                extra("lift_coefficient"),
                extra("strouhal_number"),
                extra("drag_coefficient_in_phase"),
                extra("added_mass_coefficient"),
                extra("reynolds_of_the_fall"),
                extra("path_angle_deg"),
                number(summary.map(|summary| summary.wall_s), 1),
                run.status.to_string(),
            ]);
        }
        table
    }

    /// What the Stokes numbers of the table are made with.
    pub fn speeds(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for case in self.runs.iter().filter_map(|run| run.case.as_ref()) {
            if !words.contains(&case.approach_in_words()) {
                words.push(case.approach_in_words());
            }
        }
        format!(
            "Re = ρl U D/μ, St = ρp U D/(9 μ) and St* = (ρp + ρl/2) U D/(9 μ), U the approach speed ({}); St reached is that of \
             the highest speed of the run.",
            words.join("; ")
        )
    }

    /// Every warning of the runs, with the names of the runs that give it. Warnings that differ in their figures alone are one:
    /// that of the first run stands for them.
    pub fn warnings(&self) -> Vec<String> {
        let mut kinds: Vec<(String, &str, Vec<&str>)> = Vec::new();
        for run in &self.runs {
            for warning in run.landing.iter().flat_map(|landing| &landing.summary.warnings) {
                let kind = warning.replace(|c: char| c.is_ascii_digit() || ".+-e".contains(c), "");
                match kinds.iter_mut().find(|(known, ..)| *known == kind) {
                    Some((.., names)) => names.push(&run.run.name),
                    None => kinds.push((kind, warning, vec![&run.run.name])),
                }
            }
        }
        kinds.iter().map(|(_, text, names)| format!("{text} ({})", some(names))).collect()
    }

    /// Name and cause of every failure.
    pub fn failures(&self) -> Vec<String> {
        let cause = |run: &RunResult| Some(format!("{}: {}", run.run.name, run.cause.as_ref()?));
        self.runs.iter().filter_map(cause).collect()
    }

    /// Replaces `sweep.csv` in `root` as a whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, root: &Path) -> Result<(), OutputError> {
        self.table().write(&root.join("sweep.csv"))
    }

    /// How far the runs have come: `16 runs: 15 finished, 1 failed`.
    pub fn progress(&self) -> String {
        let counts: Vec<String> = [Status::Finished, Status::Failed, Status::Unfinished, Status::Waiting]
            .into_iter()
            .filter(|status| self.count(*status) > 0)
            .map(|status| format!("{} {status}", self.count(status)))
            .collect();
        format!("{} runs: {}", self.runs.len(), counts.join(", "))
    }

    /// How many runs have this status.
    pub fn count(&self, status: Status) -> usize {
        self.runs.iter().filter(|run| run.status == status).count()
    }
}
