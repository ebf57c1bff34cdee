//! The force on the sphere where the elastic film takes over from the grid and lets go again, for several smallest gaps
//! of the grid: the first bounce of `gondret-st152`. Table on the terminal; `film-handover.csv` and `film-handover.svg`.
//!
//! `cargo run --release --example film_handover [DIRECTORY] [CELLS PER DIAMETER]`

use std::f64::consts::PI;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use wetbounce::case::Case;
use wetbounce::plot::style::{COLUMN, SeriesStyle};
use wetbounce::plot::{Axis, Figure, Mark, Panel, Point};
use wetbounce::run::Simulation;

/// Gaps shown, in diameters.
const SHOWN: (f64, f64) = (2e-4, 5e-2);

/// A first bounce: gap over D and force over 6πμa²|V|/h, on the way in and on the way out.
#[derive(Default)]
struct Bounce {
    ways: [Vec<Point>; 2],
    /// Force that the film adds at the step in which it takes over and at the last before it lets go, over the grid's.
    jumps: Vec<f64>,
    apex: f64,
    restitution: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().unwrap_or_else(|| ".".into()));
    let cells = arguments.next().map_or(Ok(24), |text| text.parse())?;
    let stokes = |way: &str| Axis::log(format!("Gap ~{{h}}/~{{D}}, {way}")).above(SHOWN.0).below(SHOWN.1);
    let force = || Axis::linear("Force over 6~{πμa}²|~{V}|/~{h}");
    let mut panels = [Panel::new(stokes("approach").reversed(), force()), Panel::new(stokes("retreat"), force())];
    let mut csv = String::from("smallest_gap_over_d,way,gap_over_d,force_over_lubrication\n");
    println!("h_g/D  jumps of the force at take-over and release  first apex/D  e at the contact");
    for (number, smallest) in [0.002, 0.004, 0.006, 0.008].into_iter().enumerate() {
        let bounce = run(smallest, cells)?;
        let jumps: Vec<String> = bounce.jumps.iter().map(|jump| format!("{jump:.1e}")).collect();
        println!("{smallest}  {}  {:.4}  {:.4}", jumps.join(" "), bounce.apex, bounce.restitution);
        for ((panel, way), name) in panels.iter_mut().zip(bounce.ways).zip(["approach", "retreat"]) {
            for (gap, force) in &way {
                writeln!(csv, "{smallest},{name},{gap},{force}")?;
            }
            panel.add_named(Mark::Line(way, SeriesStyle::of(number)), format!("~{{h}}_{{g}} = {smallest} ~{{D}}"));
        }
    }
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("film-handover.csv"), csv)?;
    let rows = panels.into_iter().map(|panel| vec![panel]).collect();
    Figure::new(COLUMN, 120.0, rows).with_shared_legend().write(&directory.join("film-handover.svg"))?;
    Ok(())
}

fn run(smallest: f64, cells: u32) -> Result<Bounce, Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/gondret-st152.toml");
    let settings = [
        "film.model=ehd".to_owned(),
        "run.bounces=1".to_owned(),
        format!("resolution.cells_per_diameter={cells}"),
        format!("resolution.smallest_gap=\"{smallest} D\""),
    ];
    let case = Case::load(&path, &settings)?;
    let (diameter, radius) = (case.sphere.diameter, case.sphere.radius());
    let mut simulation = Simulation::new(case)?;
    let (mut bounce, mut engaged) = (Bounce::default(), false);
    while simulation.stop().is_none() {
        let report = simulation.advance()?;
        let at = simulation.moment();
        let (gap, film) = (at.gap / diameter, report.other.film);
        if engaged != simulation.state.coupled.film.engaged.is_some() {
            engaged = !engaged;
            bounce.jumps.push(film.abs() / report.hydrodynamic.abs());
        }
        let lubrication = 6.0 * PI * simulation.case.liquid.viscosity * radius * radius * at.velocity.abs() / at.gap;
        if at.time > 0.0 && gap > SHOWN.0 && gap < SHOWN.1 && simulation.state.bounces.bounces().len() < 2 {
            let way = usize::from(at.velocity > 0.0);
            bounce.ways[way].push((gap, (film + report.hydrodynamic).abs() / lubrication));
        }
    }
    let first = &simulation.state.bounces.bounces()[0];
    bounce.apex = first.apex_gap_m.unwrap_or(f64::NAN) / diameter;
    bounce.restitution = first.restitution.unwrap_or(f64::NAN);
    Ok(bounce)
}
