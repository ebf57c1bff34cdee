//! Which force takes how much of the kinetic energy in the first landing of finished runs, in % of that of the approach.
//!
//! `cargo run --release --example landing_budget -- RUN DIRECTORY…`

use std::path::PathBuf;
use wetbounce::analysis::landing::{STAGES, landing};
use wetbounce::case::Case;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for run in std::env::args().skip(1).map(PathBuf::from) {
        let case = Case::load(&run.join("case.toml"), &[])?;
        let trajectory = Trajectory::read(&run.join("trajectory.csv"))?;
        let summary = Summary::read(&run.join("summary.json"))?;
        let bounce = summary.bounces.first();
        let stages = bounce.and_then(|b| landing(&trajectory, b, case.sphere.mass(), case.sphere.diameter));
        let Some(stages) = stages else {
            println!("{}: no rebound\n", run.display());
            continue;
        };
        println!("{}: St = {:.1}", run.display(), case.groups().stokes);
        let names: Vec<&str> = trajectory.force_names.iter().map(String::as_str).collect();
        println!("  {:9} {:>8}   {}", "", "kinetic", names.join("   "));
        for (name, stage) in STAGES.iter().zip(&stages) {
            let cells = stage.work.iter().zip(&names).map(|(work, name)| format!("{:>1$.2}", 100.0 * work, name.len()));
            println!("  {name:9} {:8.2}   {}", 100.0 * stage.kinetic, cells.collect::<Vec<_>>().join("   "));
        }
        let left: f64 = 1.0 + stages.iter().map(|stage| stage.kinetic).sum::<f64>();
        println!("  left {:.2} %: apparent restitution {:.4}\n", 100.0 * left, left.sqrt());
    }
    Ok(())
}
