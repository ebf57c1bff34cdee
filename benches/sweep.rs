//! How well a sweep fills the cores: the default restitution plan on a coarse grid, one run at a time and several.
//!
//! ```sh
//! cargo bench --bench sweep
//! ```
//!
//! *Efficiency* is `T(1)/(n T(n))` with wall times. On a machine that has other work to do it is split into two parts
//! that this work does not enter: the share of the time in which all workers had a run (what the order of starting
//! decides), and the CPU time of the runs one at a time over that of `n` at a time (what the memory decides).

use std::path::Path;
use std::time::Instant;
use wetbounce::output::progress::Mode;
use wetbounce::study::local::{LocalOptions, run};
use wetbounce::study::{Study, SweepDirectory};

struct Measured {
    wall: f64,
    busy: f64,
    cpu: Option<f64>,
}

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let plan = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/sweeps/restitution.toml");
    let overrides = ["resolution.cells_per_diameter=12".to_owned(), "output.plots=false".to_owned()];
    let sweep = Study::load(&plan, &overrides, &[]).expect("the shipped plan is right");
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let alone = measure(&sweep, 1);
    let together = measure(&sweep, jobs);
    println!("{} runs, 1 at a time: {:.2} s; {jobs} at a time: {:.2} s", sweep.runs.len(), alone.wall, together.wall);
    println!("efficiency T(1)/(n T(n))        {:.3}", alone.wall / (jobs as f64 * together.wall));
    let share = together.busy / (jobs as f64 * together.wall);
    println!("  share of time with a run      {share:.3}");
    if let (Some(one), Some(many)) = (alone.cpu, together.cpu) {
        println!("  CPU time alone over together  {:.3}", one / many);
        println!("  product of the two            {:.3}", share * one / many);
    }
}

fn measure(sweep: &Study, jobs: usize) -> Measured {
    let scratch = tempfile::tempdir().expect("a temporary directory");
    let directory = SweepDirectory::make(&scratch.path().join("sweep"), sweep).expect("a new directory");
    let program = env!("CARGO_BIN_EXE_wetbounce").into();
    let options = LocalOptions { program, jobs: Some(jobs), retry_failed: false, progress: Mode::Quiet };
    let (started, before) = (Instant::now(), cpu_time());
    let outcome = run(sweep, &directory, &options).expect("files can be written");
    let (wall, after) = (started.elapsed().as_secs_f64(), cpu_time());
    let runs = outcome.results.runs.iter().map(|row| row.summary().expect("every run finishes"));
    let busy = runs.map(|summary| summary.wall_s).sum();
    Measured { wall, busy, cpu: before.zip(after).map(|(before, after)| after - before) }
}

/// CPU time of this process and of the runs that it has waited for, s, where the system tells it.
fn cpu_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter().map(|ticks| ticks.parse::<f64>()).sum::<Result<f64, _>>().ok()?;
    Some(ticks / 100.0)
}
