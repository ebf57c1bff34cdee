//! Oblique bounces of a sphere in vacuum, whose speeds along the wall are known exactly.

use std::path::Path;
use wetbounce_records::drops::of;
use wetbounce_records::measured::MeasuredValue;
use wetbounce_records::reading::{Reading, Setting};
use wetbounce_records::record::{Layout, Record};
use wetbounce_records::statistics::Random;
use wetbounce_records::table::parse;

const G: f64 = 9.81;
const E: f64 = 0.9;
const FRICTION: f64 = 0.1;

/// A fall from rest at 0.1 m, 1 m/s along the wall `towards` plus or minus, with two bounces and most of a third flight; the time, gap and position along
/// the wall of 1000 pictures a second, with noise of 20 µm; and of both contacts the speeds before.
fn record(towards: f64, seed: u64) -> (String, [[f64; 2]; 2]) {
    let mut random = Random(seed);
    let (mut text, mut speeds) = (String::from("t (s),x (mm),y (mm)\n"), Vec::new());
    let (mut since, mut h, mut w, mut x, mut u) = (0.0, 0.1, 0.0, 0.02, towards);
    for k in 0..560 {
        let time = 1e-3 * f64::from(k);
        let lands = |h: f64, w: f64| (w + (w * w + 2.0 * G * h).sqrt()) / G;
        while time - since > lands(h, w) {
            let flight = lands(h, w);
            let v = G * flight - w;
            speeds.push([v, u]);
            (since, x, h, w) = (since + flight, x + u * flight, 0.0, E * v);
            u -= towards * FRICTION * (1.0 + E) * v;
        }
        let t = time - since;
        let [a, b] = [0, 1].map(|_| 2e-5 * random.normal());
        text += &format!("{time},{},{}\n", 1e3 * (x + u * t + a), 1e3 * (h + w * t - 0.5 * G * t * t + b));
    }
    (text, [speeds[0], speeds[1]])
}

fn read(text: &str) -> (Record, Reading) {
    let layout = Layout { x: Some("x (mm)".into()), ..Layout::default() };
    let drop = parse(&layout, None, Path::new("r.csv"), text).unwrap().remove(0);
    let reading = of(&drop, Setting::of(None));
    (drop, reading)
}

/// By how many of its errors a value is off, which are at most this size.
fn off(value: Option<MeasuredValue>, truth: f64, most: f64) -> f64 {
    let value = value.expect("it is read");
    assert!(value.sigma < most && value.sigma > 0.0, "{value:?}, {truth}");
    (value.value - truth) / value.sigma
}

#[test]
fn exact_parabolas_show_lateral_speeds_angles_and_friction_within_three_errors() {
    let mut all = Vec::new();
    for (towards, seed) in [(1.0, 1), (-1.0, 2)] {
        let (text, truths) = record(towards, seed);
        let (_, reading) = read(&text);
        assert_eq!(reading.bounces.len(), 2, "{reading:?}");
        for (bounce, [v, u]) in reading.bounces.iter().zip(truths) {
            let (along, after) = (bounce.along, u - towards * FRICTION * (1.0 + E) * v);
            let degrees = |u: f64, v: f64| u.atan2(v).to_degrees();
            all.extend([
                off(bounce.restitution, E, 5e-3),
                off(along.lateral_speed_before_m_s, u, 5e-3),
                off(along.lateral_speed_after_m_s, after, 5e-3),
                off(along.lateral_speed_ratio, after / u, 0.01),
                off(along.impact_angle_deg, degrees(u.abs(), v), 0.3),
                off(along.rebound_angle_deg, degrees(towards * after, E * v), 0.3),
                off(along.impulse_ratio, -towards * FRICTION, 3e-3),
                off(along.friction_if_sliding, FRICTION, 3e-3),
            ]);
        }
    }
    let within = all.iter().filter(|off| off.abs() < 1.0).count();
    assert!(all.iter().all(|off| off.abs() < 3.0) && 2 * within > all.len(), "{all:?}");
}

#[test]
fn a_bad_picture_along_the_wall_is_named_and_a_column_is_height_or_position() {
    let (text, [_, [_, u]]) = record(1.0, 4);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let cells: Vec<f64> = lines[200].split(',').map(|cell| cell.parse().unwrap()).collect();
    lines[200] = format!("{},{},{}", cells[0], cells[1] + 3.0, cells[2]);
    let (_, reading) = read(&lines.join("\n"));
    assert!(off(reading.bounces[1].along.lateral_speed_before_m_s, u, 5e-3).abs() < 4.0, "{reading:?}");
    assert!(reading.left_out.iter().any(|out| out.line == 201 && out.why.contains("along the wall")), "{reading:?}");
    let both = Layout { x: Some("y (mm)".into()), gap: Some("y (mm)".into()), ..Layout::default() };
    let said = parse(&both, None, Path::new("r.csv"), &text).unwrap_err().to_string();
    assert!(said.contains("measurement.gap and measurement.x are both"), "{said}");
    let turned = Layout { x: Some("1".into()), gap: Some("2".into()), scale: Some(-1e-5), ..Layout::default() };
    let pixels =
        parse(&Layout { frame_rate: Some(1.0), ..turned }, None, Path::new("r.csv"), "x_px,y_px\n5,7\n6,8\n").unwrap();
    assert!(pixels[0].x[0] > 0.0 && pixels[0].gap[0] < 0.0, "{pixels:?}");
    let none = parse(&Layout::default(), None, Path::new("r.csv"), &text).unwrap().remove(0);
    assert!(none.x.is_empty() && of(&none, Setting::of(None)).bounces[0].along == Default::default());
}
