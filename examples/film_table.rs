//! Restitution, films and cost of two impacts of steel on glass through oil, for each law of the film.
//!
//! `cargo run --release --example film_table [RINGS PER CONTACT] [TOLERANCE]`

use std::time::Instant;

use wetbounce::film::{FilmAccuracy, FilmImpact, FilmProperties, PressureViscosity};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rings_per_contact = arguments.first().map_or(Ok(48), |text| text.parse())?;
    let tolerance = arguments.get(1).map_or(Ok(3e-5), |text| text.parse())?;
    let accuracy = FilmAccuracy { rings_per_contact, growth: 4.8 / rings_per_contact as f64, tolerance };
    println!(
        "impact         law          e        thinnest_m  peak_force_N  energy_error  mass_error  rings  steps  newton  wall_s"
    );
    for (radius, viscosity, speed) in [(1.5e-3, 0.01, 0.55), (3e-3, 0.1, 0.46)] {
        let mass = 4.0 / 3.0 * std::f64::consts::PI * radius * radius * radius * 7800.0;
        let stokes = 7800.0 * speed * 2.0 * radius / (9.0 * viscosity);
        let tense = FilmProperties::simple(radius, 4.9165e10, viscosity);
        let barus = PressureViscosity::barus(1.5e-8);
        let roelands = PressureViscosity::roelands(1.5e-8);
        let laws = [
            ("constant", tense),
            ("cavitating", FilmProperties { cavitation_pressure: Some(1e5), ..tense }),
            ("Barus", FilmProperties { pressure_viscosity: barus, ..tense }),
            ("Roelands", FilmProperties { pressure_viscosity: roelands, ..tense }),
        ];
        for (name, properties) in laws {
            let impact = FilmImpact { mass, speed, gap: 0.02 * radius, exit_gap: 0.02 * radius };
            let start = Instant::now();
            let film = impact.film(properties, accuracy)?;
            let bounce = impact.run(&film)?;
            println!(
                "St = {stokes:<8.1}  {name:<11}  {:.5}  {:.4e}  {:<12.4}  {:.2e}      {:.1e}     {:<5}  {:<5}  {:<6}  {:.3}",
                bounce.restitution,
                bounce.thinnest,
                bounce.peak_force,
                bounce.energy_error,
                bounce.mass_error,
                film.grid().rings(),
                bounce.steps,
                bounce.iterations,
                start.elapsed().as_secs_f64()
            );
        }
    }
    Ok(())
}
