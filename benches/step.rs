//! What a step costs, and what a bounce costs.
//!
//! `cargo bench --bench step` prints
//!
//! * St 152 at 24 cells per diameter from its start to the first apex: median of five, and the peak memory;
//! * the cost of a step against the number of cells at 16 to 48 cells per diameter, the share of each stage, and the
//!   ratio to the dense products that no step can do without: velocity into the radial modes and back.
//!
//! `cargo bench --bench step -- bounce` or `-- steps` does one of the two. `-- cases` prints the cost of six short runs
//! beside that of the last release, which `benches/last-release.csv` holds. Everything runs on one thread.

use std::hint::black_box;
use std::time::Instant;
use wetbounce::flow::courant::courant_rates;
use wetbounce::flow::explicit::Explicit;
use wetbounce::flow::fields::ModeFields;
use wetbounce::flow::level::Bdf2;
use wetbounce::flow::level::Frame;
use wetbounce::flow::solver::Spectrum;
use wetbounce::run::Simulation;
use wetbounce::validate::case_run::CaseRun;
use wetbounce::validate::cost::{median, peak_memory};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|want| want == name);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    pool.install(|| {
        if chosen("bounce") {
            bounce();
        }
        if chosen("steps") {
            steps();
        }
        if chosen("cases") {
            cases();
        }
    });
}

/// The whole run without files: the run-up, the approach, the impact, the rise to the first apex.
fn bounce() {
    let problem = CaseRun::shipped("gondret-st152", ["run.bounces=1"]).case().expect("a shipped case").problem;
    let (mut whole, mut released, mut report) = (Vec::new(), Vec::new(), String::new());
    for _ in 0..5 {
        let start = Instant::now();
        let mut simulation = Simulation::new(problem.clone()).expect("a case that runs");
        let mut from = None;
        while simulation.stop().is_none() {
            if from.is_none() && !simulation.in_run_up() {
                from = Some((Instant::now(), simulation.state.coupled.steps));
            }
            simulation.advance().expect("a run that does not fail");
        }
        let (from, before) = from.expect("a run goes on after its run-up");
        whole.push(start.elapsed().as_secs_f64());
        released.push(from.elapsed().as_secs_f64());
        let steps = simulation.state.coupled.steps;
        let apex = simulation.state.bounces.bounces()[0].apex_gap_m.unwrap_or(f64::NAN) / problem.sphere.diameter;
        report = format!(
            "{} cells, {steps} steps, {} of them after the run-up; first apex {apex:.4} D",
            simulation.cells(),
            steps - before
        );
    }
    println!("St 152, D/24, to the first apex: {report}");
    println!("  median of 5: {:.2} s in all, {:.2} s after the run-up", median(whole), median(released));
    match peak_memory() {
        Some(megabytes) => println!("  peak memory {megabytes:.0} MB\n"),
        None => println!("  peak memory unknown on this system\n"),
    }
}

/// Runs whose costs are told apart: a name, a shipped case, and its settings.
const CASES: [[&str; 3]; 6] = [
    ["st-152", "gondret-st152", "run.bounces=1"],
    ["st-27", "gondret-st27", "run.bounces=1"],
    ["e4", "tencate-e4", "resolution.cells_per_diameter=16"],
    ["elastic-film", "gondret-st27", "film.model=ehd"],
    ["pair", "pair-collision", "resolution.cells_per_diameter=16"],
    ["oblique", "joseph-hunt-steel", "resolution.cells_per_diameter=12"],
];

/// Name, cells, steps, seconds and ns a cell and step of each run of the last release, as
/// `cargo test --features export --bench step -- cases` prints them.
const LAST_RELEASE: &str = include_str!("last-release.csv");

/// Steps and time of six runs, each once: beside the last release a change of some per cent in the time is the
/// machine's, and one in the steps is the program's.
fn cases() {
    println!("case,cells,steps,seconds,ns_per_cell_and_step,steps_over_last_release,time_per_step_over_last_release");
    for [name, case, setting] in CASES {
        let problem = CaseRun::shipped(case, [setting]).case().expect("a shipped case").problem;
        let start = Instant::now();
        let mut simulation = Simulation::new(problem).expect("a case that runs");
        while simulation.stop().is_none() {
            simulation.advance().expect("a run that does not fail");
        }
        let (seconds, steps, cells) =
            (start.elapsed().as_secs_f64(), simulation.state.coupled.steps as f64, simulation.cells() as f64);
        let cost = 1e9 * seconds / (cells * steps);
        let row = LAST_RELEASE.lines().map(|line| line.split(',').collect::<Vec<_>>()).find(|row| row[0] == name);
        let last = |column: usize| row.as_ref().and_then(|row| row.get(column)?.parse().ok()).unwrap_or(f64::NAN);
        println!("{name},{cells},{steps},{seconds:.2},{cost:.1},{:.3},{:.3}", steps / last(2), cost / last(4));
    }
}

/// Seconds per call, the least of three rounds of `times` calls.
fn least(times: u32, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..times).for_each(|_| work());
        start.elapsed().as_secs_f64() / f64::from(times)
    };
    (0..3).map(round).fold(f64::INFINITY, f64::min)
}

fn steps() {
    println!("cost of a step of the falling sphere at St 152, one thread; shares of the stages in per cent");
    println!(
        "{:>5} {:>9} {:>8} {:>9} {:>9} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>9}",
        "D/n",
        "nr x nz",
        "cells",
        "ms/step",
        "us/cell",
        "factor",
        "explic",
        "transf",
        "sweeps",
        "budget",
        "constr",
        "to floor"
    );
    for cells in [16, 24, 32, 48] {
        let cells_per_diameter = format!("resolution.cells_per_diameter={cells}");
        let set = [&cells_per_diameter, "release.gap=2 D", "release.free_gap=1.99 D", "release.run_up=0 D"];
        let case = CaseRun::shipped("gondret-st152", set).case().expect("a shipped case");
        let mut simulation = Simulation::new(case.problem).expect("a case that runs");
        for _ in 0..40 {
            simulation.advance().expect("a run that does not fail");
        }
        const STEPS: u32 = 150;
        let start = Instant::now();
        for _ in 0..STEPS {
            simulation.advance().expect("a run that does not fail");
        }
        let step = start.elapsed().as_secs_f64() / f64::from(STEPS);
        stages(cells, step, &mut simulation);
    }
}

/// Times the parts of a step by themselves. A step has one full transform of the velocity into the radial modes and one
/// back, and two full sweeps: the prediction is observed at the markers alone, and the constraints' forces are added to
/// its right-hand side in the modes. The constraints of the free sphere take what is left of a mean step, renewals of
/// their preconditioner included.
fn stages(cells: u32, step: f64, simulation: &mut Simulation) {
    let state = simulation.state.liquid.clone();
    let (nz, nr) = state.flow.now[0].u.dim();
    let (flow, dt) = (&mut simulation.flow, state.flow.dt_before.expect("steps were made"));
    let (bdf, parts) = (Bdf2::new(dt, Some(dt)), flow.setup.parts());
    let grid = state.flow.grid_now.clone();
    let radial = flow.setup.radial.clone();
    let (mut terms, mut rate) = (Explicit::new(&radial, nz, parts), vec![ModeFields::zeros(nz, nr)]);
    let explicit = least(10, || terms.right_hand_side(&state.flow, &grid, &Frame::default(), &bdf, &mut rate));
    let solver = flow.axisymmetric_solver();
    let (mut spectrum, mut scratch, mut fields) = (Spectrum::zeros(nz, nr), solver.scratch(), rate.swap_remove(0));
    let factor = least(10, || solver.factor(&grid, bdf.c0));
    let there = least(10, || solver.to_spectrum(&mut fields, &mut scratch, &mut spectrum));
    let sweeps = least(10, || solver.solve(black_box(&mut spectrum)));
    let back = least(10, || solver.to_fields(&mut spectrum, &mut scratch, &mut fields));
    let budget = least(10, || {
        black_box(flow.budget(&state.flow));
        black_box(courant_rates(&radial, parts, &state, flow.setup.kinematic_viscosity, 0.0));
    });
    let floor = there + back;
    let share = |part: f64| 100.0 * part / step;
    let parts = [factor, explicit, floor, 2.0 * sweeps, budget].map(share);
    let constraint = 100.0 - parts.iter().sum::<f64>();
    print!(
        "{cells:>5} {:>9} {:>8} {:>9.3} {:>9.4}",
        format!("{nr} x {nz}"),
        nr * nz,
        1e3 * step,
        1e6 * step / (nr * nz) as f64
    );
    parts.iter().for_each(|part| print!(" {part:>7.1}"));
    println!(" {constraint:>7.1} {:>9.2}", step / floor);
}
