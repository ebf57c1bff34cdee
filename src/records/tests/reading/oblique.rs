//! Oblique bounces of a sphere, in vacuum or slowed by a drag that grows with its speed, whose motion along the wall
//! and spin are known exactly.

use std::path::Path;
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops::of;
use wetbounce_records::bounce::measured_bounce::MeasuredValue;
use wetbounce_records::bounce::values::Evaluation;
use wetbounce_records::record::{Layout, Lengths, Medium, Record, Setting, Turning};
use wetbounce_records::stated::Reader;
use wetbounce_records::statistics::Random;
use wetbounce_records::tables::parse;

const G: f64 = 9.81;
const E: f64 = 0.9;
const FRICTION: f64 = 0.1;

const D: f64 = 10e-3;

/// A motion of a sphere of 10 mm: height, position along the wall, angle, and their rates, at a time.
#[derive(Clone, Copy)]
struct Motion {
    at: [f64; 3],
    rate: [f64; 3],
    time: f64,
}

/// What moves it between contacts.
#[derive(Clone, Copy)]
struct Forces {
    /// Accelerations of height, position and angle.
    pull: [f64; 3],
    /// Time in which drag takes speed and spin.
    relaxes: f64,
}

impl Motion {
    /// Exactly, at a later time.
    fn later(&self, forces: Forces, time: f64) -> Self {
        let (since, tau) = (time - self.time, forces.relaxes);
        let mut next = Self { time, ..*self };
        for k in 0..3 {
            let (rate, pull) = (self.rate[k], forces.pull[k]);
            let (way, new) = match tau.is_finite() {
                false => (rate * since + 0.5 * pull * since * since, rate + pull * since),
                true => {
                    let gone = -(-since / tau).exp_m1();
                    let last = pull * tau;
                    ((rate - last) * tau * gone + last * since, last + (rate - last) * (1.0 - gone))
                }
            };
            (next.at[k], next.rate[k]) = (self.at[k] + way, new);
        }
        next
    }

    /// The rates after a contact of a solid sphere with friction, which sticks where that would turn its slip.
    fn bounced(&self, restitution: f64, friction: f64) -> Self {
        let [v, u, spin] = self.rate;
        let slip = u - 0.5 * D * spin;
        let change = (friction * (1.0 + restitution) * v.abs()).min(2.0 / 7.0 * slip.abs()) * slip.signum();
        let mut next = Self { rate: [-restitution * v, u - change, spin + 2.5 * change / (0.5 * D)], ..*self };
        next.at[0] = 0.0;
        next
    }
}

/// Two bounces of a sphere: time, gap, position along the wall and angle of its pictures, and the motions before and
/// after both contacts.
fn bounces(
    begin: Motion,
    forces: Forces,
    [restitution, friction]: [f64; 2],
    times: &[f64],
) -> (Vec<[f64; 4]>, Vec<[Motion; 2]>) {
    let (mut motion, mut rows, mut contacts) = (begin, Vec::new(), Vec::new());
    let mut lands = landing(&motion, forces);
    for time in times {
        while *time > lands {
            let before = motion.later(forces, lands);
            motion = before.bounced(restitution, friction);
            contacts.push([before, motion]);
            lands = landing(&motion, forces);
        }
        let [h, x, angle] = motion.later(forces, *time).at;
        rows.push([*time, h, x, angle]);
    }
    (rows, contacts)
}

/// When it comes to the wall.
fn landing(motion: &Motion, forces: Forces) -> f64 {
    let (mut low, mut high) = (motion.time, motion.time + 10.0);
    let mut rising = motion.rate[0] > 0.0;
    for k in 0..200 {
        let half = if k == 0 && rising { low + 1e-9 } else { 0.5 * (low + high) };
        rising = motion.later(forces, half).at[0] > 0.0;
        if rising { low = half } else { high = half }
    }
    high
}

/// Draws a bounce by a seed: a case in vacuum or one with drag, on a level or inclined wall.
struct Draw {
    rows: Vec<[f64; 4]>,
    contacts: Vec<[Motion; 2]>,
    inclination: f64,
    is_dry: bool,
}

impl Draw {
    fn of(seed: u64, is_dry: bool, inclination: f64) -> Self {
        let mut random = Random(1000 * seed + 17);
        let mut between = |low: f64, high: f64| low + (high - low) * random.share();
        let side = if between(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
        let (along, normal) = f64::to_radians(inclination).sin_cos();
        let gravity = if is_dry { G } else { 0.6 * G };
        let forces = Forces {
            pull: [-gravity * normal, gravity * along, 0.0],
            relaxes: if is_dry { f64::INFINITY } else { between(0.1, 0.4) },
        };
        let begin = Motion {
            at: [0.08, 0.02, between(-3.0, 3.0)],
            rate: [0.0, side * between(0.2, 0.6), between(-80.0, 80.0)],
            time: 0.0,
        };
        let late = between(0.0, 1e-3);
        let times: Vec<f64> = (0..500).map(|k| 1e-3 * f64::from(k) + late).collect();
        let (mut rows, contacts) = bounces(begin, forces, [between(0.75, 0.9), between(0.05, 0.3)], &times);
        let noise = [0.0, 2e-5, 2e-5, 0.02];
        rows.iter_mut().for_each(|row| (0..4).for_each(|k| row[k] += noise[k] * random.normal()));
        Self { rows, contacts, inclination, is_dry }
    }

    /// The table, its angles as degrees that begin again after `turn` of them.
    fn table(&self, turn: f64) -> String {
        let row = |[t, h, x, angle]: &[f64; 4]| {
            format!("{t},{},{},{}\n", 1e3 * h, 1e3 * x, angle.to_degrees().rem_euclid(turn))
        };
        "t (s),gap (mm),x (mm),phi (deg)\n".to_owned() + &self.rows.iter().map(row).collect::<String>()
    }

    fn setting(&self) -> Setting {
        let medium = Some(if self.is_dry { Medium::Gas } else { Medium::Liquid });
        Setting { medium, ..Setting::of(Some(Lengths::at_wall(D))).inclined(self.inclination, G) }
    }

    fn read(&self, text: &str, layout: Layout) -> (Record, Evaluation) {
        let layout = Layout { x: Some("x (mm)".into()), ..layout };
        let drop = parse(&layout, Some(Lengths::at_wall(D)), Path::new("r.csv"), text).unwrap().remove(0);
        let reading = of(&drop, self.setting());
        (drop, reading)
    }

    /// By how many errors all values of the first contacts along the wall are off.
    fn off(&self, reading: &Evaluation) -> Vec<(&'static str, f64)> {
        let mut all = Vec::new();
        for (bounce, [before, after]) in reading.bounces.iter().zip(&self.contacts) {
            let slip = |motion: &Motion| motion.rate[1] - 0.5 * D * motion.rate[2];
            let along = &bounce.along;
            let values = [
                ("U_in", along.lateral_speed_before_m_s, before.rate[1]),
                ("U_out", along.lateral_speed_after_m_s, after.rate[1]),
                ("spin in", along.spin_before_rad_s, before.rate[2]),
                ("spin out", along.spin_after_rad_s, after.rate[2]),
                ("psi in", along.psi_in, -slip(before) / before.rate[0]),
                ("psi out", along.psi_out, -slip(after) / before.rate[0]),
                ("e_t", along.restitution_tangential, -slip(after) / slip(before)),
            ];
            all.extend(
                values
                    .into_iter()
                    .filter_map(|(name, value, truth)| Some((name, (value?.value - truth) / value?.sigma))),
            );
        }
        all
    }
}

fn angles() -> Layout {
    Layout { angle: Some("phi (deg)".into()), ..Layout::default() }
}

#[test]
fn spins_and_the_tangential_restitution_of_exact_motions_lie_within_their_errors() {
    let mut all = Vec::new();
    for seed in 0..10 {
        let draw = Draw::of(seed, seed % 2 == 0, if seed % 4 < 2 { 0.0 } else { 25.0 });
        let turn = if seed % 3 == 0 { 180.0 } else { 360.0 };
        all.extend(draw.off(&draw.read(&draw.table(turn), angles()).1));
    }
    let count = |is: fn(f64) -> bool| all.iter().filter(|one| is(one.1.abs())).count() as f64 / all.len() as f64;
    let mean_square = all.iter().map(|one| one.1.powi(2)).sum::<f64>() / all.len() as f64;
    assert!(all.len() > 120 && count(|off| off < 1.0) > 0.6 && mean_square > 0.1, "{mean_square} {all:?}");
    assert!(count(|off| off > 4.0) == 0.0, "{all:?}");
}

#[test]
fn errors_in_a_gas_are_those_of_a_motion_that_drag_alone_bends() {
    let mut all = Vec::new();
    for seed in 20..25 {
        let draw = Draw::of(seed, true, if seed % 3 == 0 { 20.0 } else { 0.0 });
        all.extend(draw.off(&draw.read(&draw.table(360.0), angles()).1));
    }
    let mean_square = all.iter().map(|one| one.1.powi(2)).sum::<f64>() / all.len() as f64;
    // Of no drag at all, which a gas need not have, errors are at most twice what chance makes of them.
    assert!(all.len() > 60 && mean_square > 0.25 && all.iter().all(|one| one.1.abs() < 4.0), "{mean_square} {all:?}");
}

/// The first contact of a record of a draw with spins, which change during this time about a contact, and with this
/// noise of the gaps; its motions are exact.
fn by_spins(draw: &Draw, lasts: f64, noise: f64) -> ([Option<MeasuredValue>; 2], Evaluation) {
    let spin = |time: f64| {
        let begun = draw.contacts.iter().rfind(|pair| pair[0].time < time + 0.5 * lasts);
        let share = |pair: &[Motion; 2]| ((time - pair[0].time) / lasts.max(1e-9) + 0.5).min(1.0);
        let within = |pair: &[Motion; 2]| pair[0].rate[2] + share(pair) * (pair[1].rate[2] - pair[0].rate[2]);
        begun.map_or(draw.contacts[0][0].rate[2], within)
    };
    let mut random = Random(draw.rows.len() as u64);
    let row =
        |[t, h, x, _]: &[f64; 4]| format!("{t},{},{x},{}\n", h + noise * random.normal(), spin(*t) + random.normal());
    let text = "t (s),gap_m,x_m,n (rad/s)\n".to_owned() + &draw.rows.iter().map(row).collect::<String>();
    let layout = Layout { x: Some("x_m".into()), spin: Some("n (rad/s)".into()), ..Layout::default() };
    let record = parse(&layout, Some(Lengths::at_wall(D)), Path::new("r.csv"), &text).unwrap().remove(0);
    let reading = of(&record, draw.setting());
    let along = reading.bounces[0].along;
    ([along.spin_before_rad_s, along.spin_after_rad_s], reading)
}

#[test]
fn a_spin_of_the_picture_next_to_a_contact_is_of_the_side_that_it_fits_or_of_none() {
    for seed in [0, 2, 4, 6] {
        let draw = Draw::of(seed, true, 0.0);
        // The gap alone leaves the time of contact uncertain by more than a picture; the contact lasts over six.
        for (lasts, noise) in [(0.0, 1e-3), (6e-3, 0.0)] {
            let (found, reading) = by_spins(&draw, lasts, noise);
            for (found, motion) in found.into_iter().zip(draw.contacts[0]) {
                let (found, truth) = (found.unwrap(), motion.rate[2]);
                assert!((found.value - truth).abs() < 4.0 * found.sigma && found.sigma < 4.0, "{found:?} {truth}");
            }
            let is_named = reading.left_out.iter().any(|out| out.why.contains("exclude it, turning"));
            assert!(is_named || lasts == 0.0, "{:?}", reading.left_out);
        }
    }
}

/// What there is to doubt in a record of this draw.
fn doubted(draw: &Draw, record: &Record, reading: &Evaluation) -> String {
    let bounces = [reading.bounces.clone()];
    doubts(std::slice::from_ref(record), std::slice::from_ref(reading), &bounces, draw.setting(), Reader::Alone)
        .iter()
        .map(|doubt| format!("{}: {doubt}\n", doubt.name))
        .collect()
}

#[test]
fn a_column_of_spins_says_what_angles_say_and_the_contact_says_which_way_they_count() {
    let draw = Draw::of(4, true, 0.0);
    let (record, by_angles) = draw.read(&draw.table(360.0), angles());
    assert_eq!(doubted(&draw, &record, &by_angles), "");
    let of_time = |time: f64| {
        let contact = draw.contacts.iter().rfind(|pair| pair[0].time < time);
        contact.map_or(draw.contacts[0][0].rate[2], |pair| pair[1].rate[2])
    };
    let row = |[t, h, x, _]: &[f64; 4]| {
        format!("{t},{h},{x},{}\n", of_time(*t) * 30.0 / std::f64::consts::PI + 3.0 * (9e6 * t).sin())
    };
    let spins = "t (s),gap_m,x_m,n (rpm)\n".to_owned() + &draw.rows.iter().map(row).collect::<String>();
    let layout = Layout { x: Some("x_m".into()), spin: Some("n (rpm)".into()), ..Layout::default() };
    let record = parse(&layout, Some(Lengths::at_wall(D)), Path::new("r.csv"), &spins).unwrap().remove(0);
    let by_spins = of(&record, draw.setting());
    for (a, b) in by_angles.bounces.iter().zip(&by_spins.bounces).take(2) {
        let [a, b] = [a, b].map(|bounce| bounce.along.spin_after_rad_s.unwrap());
        assert!(
            (a.value - b.value).abs() < 3.0 * a.sigma.hypot(b.sigma) && b.sigma < 0.02 * b.value.abs(),
            "{a:?} {b:?}"
        );
    }
    assert!(draw.off(&by_spins).iter().all(|one| one.1.abs() < 4.0), "{:?}", draw.off(&by_spins));
    // The same angles, counted the other way.
    let other = Draw {
        rows: draw.rows.iter().map(|[t, h, x, angle]| [*t, *h, *x, -angle]).collect(),
        ..Draw::of(4, true, 0.0)
    };
    let (record, reading) = other.read(&other.table(360.0), angles());
    assert!(doubted(&other, &record, &reading).contains("turned-with-speed"), "{}", doubted(&other, &record, &reading));
    let (record, turned) = other.read(&other.table(360.0), Layout { turning: Turning::Counterclockwise, ..angles() });
    assert_eq!(doubted(&other, &record, &turned), "");
    let [a, b] = [&by_angles, &turned].map(|reading| reading.bounces[0].along.restitution_tangential.unwrap());
    assert!((a.value - b.value).abs() < 0.1 * a.sigma, "{a:?} {b:?}");
    // A unit in brackets overrules that of the column. Degrees taken for milliradians turn the sphere too little.
    let far = draw.rows.iter().map(|[t, h, x, angle]| [*t, *h, *x, angle + 1e3]).collect();
    let little = Draw { rows: far, ..Draw::of(4, true, 0.0) }.table(1e9).replace("phi (deg)", "phi (arc)");
    let (record, reading) = draw.read(&little, Layout { angle: Some("phi (arc) [mrad]".into()), ..Layout::default() });
    assert!(doubted(&draw, &record, &reading).contains("turned-too-little"), "{}", doubted(&draw, &record, &reading));
}

#[test]
fn a_sphere_that_does_not_turn_has_no_spin() {
    let draw = Draw::of(4, true, 0.0);
    let row = |[t, h, x, _]: &[f64; 4]| format!("{t},{h},{x},0\n");
    let text = "t (s),gap_m,x_m,n (rad/s)\n".to_owned() + &draw.rows.iter().map(row).collect::<String>();
    let layout = Layout { x: Some("x_m".into()), spin: Some("n (rad/s)".into()), ..Layout::default() };
    let record = parse(&layout, Some(Lengths::at_wall(D)), Path::new("r.csv"), &text).unwrap().remove(0);
    let along = of(&record, draw.setting()).bounces[0].along;
    for spin in [along.spin_before_rad_s, along.spin_after_rad_s] {
        let spin = spin.expect("it is read");
        assert!(spin.value.abs() < 1e-3 && (0.0..1e-2).contains(&spin.sigma), "{spin:?}");
    }
}

#[test]
fn angles_that_hide_turns_are_doubted_and_those_of_a_line_are_said() {
    let draw = Draw::of(4, true, 0.0);
    let mut lines: Vec<String> = draw.table(180.0).lines().map(str::to_owned).collect();
    let (_, reading) = draw.read(&lines.join("\n"), angles());
    assert!(reading.left_out.iter().any(|out| out.why.contains("half a turn")), "{:?}", reading.left_out);
    let cells: Vec<String> = lines[100].split(',').map(str::to_owned).collect();
    lines[100] =
        format!("{},{},{},{}", cells[0], cells[1], cells[2], (cells[3].parse::<f64>().unwrap() + 60.0) % 180.0);
    let (_, spoilt) = draw.read(&lines.join("\n"), angles());
    assert!(spoilt.left_out.iter().any(|out| out.line == 101 && out.why.contains("turning")), "{:?}", spoilt.left_out);
    assert!(draw.off(&spoilt).iter().all(|one| one.1.abs() < 4.0), "{:?}", draw.off(&spoilt));
    let few: Vec<&str> = lines.iter().take(1).chain(lines.iter().skip(1).step_by(20)).map(String::as_str).collect();
    let (record, reading) = draw.read(&few.join("\n"), angles());
    assert!(doubted(&draw, &record, &reading).contains("fast-turning"), "{}", doubted(&draw, &record, &reading));
}

/// A fall from rest at 0.1 m, 1 m/s along the wall `towards` plus or minus, with two bounces and most of a third
/// flight; the time, gap and position along the wall of 1000 pictures a second, with noise of 20 µm; and of both
/// contacts the speeds before.
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

fn read(text: &str) -> (Record, Evaluation) {
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
