//! How the elastic film scales with the Stokes number: thickness and loss of speed over two decades and more, with the
//! slopes of the limit of heavy spheres. Table on the terminal; `film-scaling.csv` and `film-scaling.svg` in a
//! directory.
//!
//! `cargo run --release --example film_scaling [DIRECTORY] [RINGS PER CONTACT]`

use std::f64::consts::PI;
use std::fmt::Write;
use std::path::PathBuf;

use wetbounce::film::{FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, ProfileMoment};
use wetbounce::output::drawing;
use wetbounce::plot::style::{COLUMN, Dash, SeriesStyle};
use wetbounce::plot::{Axis, Figure, Mark, Panel, Point};

const RADIUS: f64 = 1.5e-3;
const MASS: f64 = 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS * 7800.0;
const SPEED: f64 = 0.55;
const MODULUS: f64 = 4.9165e10;
/// Where in the contact the film behind the spreading front is read, in contact radii.
const BEHIND_FRONT: f64 = 0.9;

/// What is read off an impact; lengths in Hertz' indentation.
struct Reading {
    stokes: f64,
    touch: f64,
    centre: f64,
    drained: f64,
    front: f64,
    thinnest: f64,
    loss: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let stokes = (0..=10).map(|k| 10.0_f64.powf(1.5 + 0.25 * f64::from(k)));
    let rings = std::env::args().nth(2).map_or(Ok(160), |text| text.parse())?;
    let readings: Vec<Reading> = stokes.map(|stokes| read(stokes, rings)).collect::<Result<_, _>>()?;
    let mut csv = String::from("stokes,touch,centre,centre_drained,front,thinnest,speed_lost\n");
    println!(
        "St        touch     centre    drained   front     thinnest  1 - e     slopes of centre, front, thinnest, 1 - e"
    );
    for (at, r) in readings.iter().enumerate() {
        let values = [r.touch, r.centre, r.drained, r.front, r.thinnest, r.loss];
        let text: Vec<String> = values.iter().map(|value| format!("{value:.6}")).collect();
        writeln!(csv, "{},{}", r.stokes, text.join(","))?;
        print!("{:<9.1} {}", r.stokes, text.join("  "));
        if let Some(before) = at.checked_sub(1).map(|at| &readings[at]) {
            let slope = |of: fn(&Reading) -> f64| (of(r) / of(before)).ln() / (r.stokes / before.stokes).ln();
            print!("  {:.3} {:.3}", slope(|r| r.centre), slope(|r| r.front));
            print!(" {:.3} {:.3}", slope(|r| r.thinnest), slope(|r| r.loss));
        }
        println!();
    }
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("film-scaling.csv"), csv)?;
    drawing::write(&draw(&readings), &directory.join("film-scaling.svg"))?;
    Ok(())
}

/// A bounce without cavitation at a Stokes number `mV/(6πμa²) = ρ_p V D/(9μ)`, entered at Hertz' indentation or 20 x_r.
fn read(stokes: f64, rings: usize) -> Result<Reading, Box<dyn std::error::Error>> {
    let viscosity = MASS * SPEED / (6.0 * PI * RADIUS * RADIUS * stokes);
    let properties = FilmProperties::simple(RADIUS, MODULUS, viscosity);
    let unit = properties.hertz_indentation(MASS, SPEED);
    let gap = unit.max(20.0 * properties.elasticity_length(SPEED));
    let impact = FilmImpact { mass: MASS, speed: SPEED, gap, exit_gap: gap };
    let accuracy = FilmAccuracy { rings_per_contact: rings, growth: 8.0 / rings as f64, tolerance: 1e-5 };
    let bounce = impact.run(&impact.film(properties, accuracy)?)?;
    let turning =
        bounce.profiles.iter().find(|profile| profile.moment == ProfileMoment::Turning).expect("it turns round");
    let front = BEHIND_FRONT * (RADIUS * unit).sqrt();
    let ring = bounce.radii.iter().position(|radius| *radius > front).expect("the rings cover the contact");
    let pressure = 2.0 / PI * MODULUS * (unit / RADIUS).sqrt();
    Ok(Reading {
        stokes,
        touch: centre_at_touch(&bounce) / unit,
        centre: turning.state.central() / unit,
        drained: (3.0 * viscosity * SPEED * RADIUS / (2.50746 * pressure)).sqrt() / unit,
        front: turning.state.thickness[ring] / unit,
        thinnest: bounce.thinnest / unit,
        loss: 1.0 - bounce.restitution,
    })
}

/// Film on the axis as the undeformed surfaces meet.
fn centre_at_touch(bounce: &FilmBounce) -> f64 {
    let meeting = bounce.history.windows(2).find(|pair| pair[0].gap > 0.0 && pair[1].gap <= 0.0);
    meeting.map_or(f64::NAN, |pair| {
        let part = pair[0].gap / (pair[0].gap - pair[1].gap);
        pair[0].central + part * (pair[1].central - pair[0].central)
    })
}

fn draw(readings: &[Reading]) -> Figure {
    let stokes = || Axis::log("Stokes number St = ~{mV}/6~{πμa}²");
    let mut film = Panel::new(stokes(), Axis::log("Film over indentation ~{h}/~{ε}")).without_x_names();
    let mut loss = Panel::new(stokes(), Axis::log("Speed lost 1 − ~{e}"));
    let last = readings.last().expect("there are readings");
    let slope = |power: f64, value: f64| -> Vec<Point> {
        readings.iter().map(|r| (r.stokes, value * (r.stokes / last.stokes).powf(power))).collect()
    };
    type Curve = (&'static str, fn(&Reading) -> f64, f64);
    let curves: [Curve; 4] = [
        ("on the axis at touch, −2/5", |r| r.touch, -0.4),
        ("on the axis at the turning point, −1/2", |r| r.centre, -0.5),
        ("behind the front (0.9 ~{a}_{c}), −3/5", |r| r.front, -0.6),
        ("thinnest of all", |r| r.thinnest, f64::NAN),
    ];
    for (number, (name, of, power)) in curves.into_iter().enumerate() {
        let style = SeriesStyle::of(number);
        film.add_named(Mark::Points(readings.iter().map(|r| (r.stokes, of(r))).collect(), style), name);
        if power.is_finite() {
            film.add(Mark::Line(slope(power, of(last)), style.dashed(Dash::Dashed)));
        }
    }
    let style = SeriesStyle::of(4);
    loss.add_named(Mark::Points(readings.iter().map(|r| (r.stokes, r.loss)).collect(), style), "1 − ~{e}, −4/5");
    loss.add(Mark::Line(slope(-0.8, last.loss), style.dashed(Dash::Dashed)));
    Figure::new(COLUMN, 130.0, vec![vec![film], vec![loss]]).with_shared_legend()
}
