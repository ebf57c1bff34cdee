//! Sweeps: a plan becomes many runs, and the runs become a table and curves.
//!
//! # Plans
//!
//! A plan is a TOML file that names a base case and the keys that vary:
//!
//! ```toml
//! title = "Wet restitution of a steel sphere"
//! base = "../gondret-st27.toml"       # relative to the plan
//! approach = "terminal"               # the approach speed follows; default "prescribed": release.speed
//!
//! [set]                               # the same for all runs
//! run.bounces = 1
//!
//! [vary]                              # every key with every other
//! stokes = { from = 5, to = 1000, count = 16, spacing = "log" }
//! film.cavitation_pressure = ["10 kPa", "100 kPa"]
//!
//! [vary.zip]                          # keys that change together
//! resolution.cells_per_diameter = [16, 24]
//! resolution.cells_across_film = [8, 10]
//!
//! [[vary.list]]                       # or runs one by one
//! name = "rough"
//! film.cutoff = "roughness"
//! film.roughness = "1 um"
//!
//! [measurement]                       # measured restitutions beside the curves ([`plan_measurement`], [`comparison`])
//! file = "mine.csv"
//! ```
//!
//! Keys are those of the case, and `reynolds`, `stokes`, `stokes_binary`, `density_ratio`, from which viscosity and
//! density follow ([`crate::case::plan_groups`]). The runs are all combinations, named after the keys that vary
//! (`stokes-27_cavitation_pressure-10kPa`). Each run gets one thread unless its case asks for more, so that a machine
//! is filled with runs, not with threads.
//!
//! With a table `[sample]` the values under `[set]` may have uncertainties, `"3 ± 0.01 mm"`, of which the runs are
//! samples ([`sample`], [`uncertainty`]).
//!
//! # The directory of a sweep
//!
//! `sweep.toml` lists the runs; `runs/NAME/` are run directories as [`crate::run`] makes them; `sweep.csv`
//! ([`results`]) is replaced as a whole after every run; `plots/` holds the figures with their data ([`figures`]). A
//! run that is done is skipped, a broken one goes on from its checkpoint, a failed one is recorded with its cause. So a
//! sweep may be killed and started again at any moment, and gives the same table. A directory belongs to the plan that
//! made it.
//!
//! # One machine, many machines
//!
//! One run is one directory and one command, which may be given again at any time:
//!
//! ```sh
//! wetbounce run runs/NAME/case.toml --out runs/NAME --resume
//! ```
//!
//! `wetbounce sweep PLAN` gives it for all runs, each a process of its own ([`member`]), as many at a time as there are
//! cores ([`local`]); `wetbounce sweep PLAN --slurm` lets Slurm do it, as a job array ([`slurm`]). Any other tool can:
//! make the directories, do the runs, collect the table. With GNU parallel:
//!
//! ```sh
//! wetbounce sweep plan.toml --out sweeps/steel --prepare
//! cd sweeps/steel
//! parallel --jobs 16 'wetbounce run {}/case.toml --out {} --resume --quiet 2> {}/error.txt' ::: runs/*
//! wetbounce collect .
//! ```
//!
//! (with `--sshlogin` on several machines that share the directory). The results have the same bits whichever way they
//! came about.

pub mod axis;
pub mod cases;
pub mod comparison;
pub mod directory;
mod error;
pub mod estimate;
pub mod figures;
pub mod files;
pub mod local;
mod map;
pub mod plan_measurement;
pub mod member;
mod oblique;
pub mod page;
pub mod plan;
mod progress;
pub mod refine;
pub mod results;
pub mod sample;
pub mod setting;
pub mod slurm;
mod stokes_axis;
pub mod uncertainty;
pub mod values;
pub mod workers;

pub use cases::{Member, Study};
pub use directory::SweepDirectory;
pub use error::SweepError;
pub use estimate::CostEstimate;
pub use plan::Plan;
pub use results::{RunResult, SweepResults};
