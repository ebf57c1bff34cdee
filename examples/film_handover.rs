//! The force on the sphere where the elastic film takes over from the grid and lets go again, for several smallest gaps
//! of the grid: the first bounce of `gondret-st152`. Table on the terminal; `film-handover.csv` and
//! `film-handover.svg`.
//!
//! `cargo run --release --example film_handover [DIRECTORY] [CELLS PER DIAMETER]`

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use wetbounce::case;

use wetbounce::output::drawing;
use wetbounce::plot::style::{COLUMN, SeriesStyle};
use wetbounce::plot::{Axis, Figure, Mark, Panel, Point};
use wetbounce::validate::film_hand_over::{Bounce, Force, bounce};

/// Gaps shown, in diameters.
const SHOWN: RangeInclusive<f64> = 2e-4..=5e-2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().unwrap_or_else(|| ".".into()));
    let cells = arguments.next().map_or(Ok(24), |text| text.parse())?;
    let stokes = |way: &str| Axis::log(format!("Gap ~{{h}}/~{{D}}, {way}")).above(*SHOWN.start()).below(*SHOWN.end());
    let force = || Axis::linear("Force over 6~{πμa}²|~{V}|/~{h}");
    let mut panels = [Panel::new(stokes("approach").reversed(), force()), Panel::new(stokes("retreat"), force())];
    let mut csv = String::from("smallest_gap_over_d,way,gap_over_d,force_over_lubrication\n");
    println!("h_g/D  jumps of the force at take-over and release  first apex/D  e at the contact");
    for (number, smallest) in [0.002, 0.004, 0.006, 0.008].into_iter().enumerate() {
        let bounce = run(smallest, cells)?;
        let jumps: Vec<String> = bounce.jumps.iter().map(|jump| format!("{jump:.1e}")).collect();
        println!("{smallest}  {}  {:.4}  {:.4}", jumps.join(" "), bounce.apex, bounce.restitution);
        for ((panel, way), name) in panels.iter_mut().zip(ways(&bounce)).zip(["approach", "retreat"]) {
            for (gap, force) in &way {
                writeln!(csv, "{smallest},{name},{gap},{force}")?;
            }
            panel.add_named(Mark::Line(way, SeriesStyle::of(number)), format!("~{{h}}_{{g}} = {smallest} ~{{D}}"));
        }
    }
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("film-handover.csv"), csv)?;
    let rows = panels.into_iter().map(|panel| vec![panel]).collect();
    let figure = Figure::new(COLUMN, 120.0, rows).with_shared_legend();
    drawing::write(&figure, &directory.join("film-handover.svg"))?;
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
    Ok(bounce(&case::load(&path, &settings)?.problem)?)
}

/// Gap over D and force over 6πμa²|V|/h, on the way in and on the way out.
fn ways(bounce: &Bounce) -> [Vec<Point>; 2] {
    let shown = bounce.forces.iter().filter(|force| SHOWN.contains(&force.gap));
    let (out, inwards): (Vec<&Force>, Vec<&Force>) = shown.partition(|force| force.velocity > 0.0);
    [inwards, out].map(|way| way.into_iter().map(|force| (force.gap, force.scaled.abs())).collect())
}
