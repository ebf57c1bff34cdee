//! Every figure, drawn from a made-up but physical motion, and looked at as a reader's program would.

use ndarray::Array2;
use std::fs;
use std::path::{Path, PathBuf};
use wetbounce::body::snapshot::{NoSlip, Snapshot, SpherePlace, StaggeredFields};
use wetbounce::model::Bounce;
use wetbounce::model::bounce_log::BounceLog;
use wetbounce::numerics::hermite::Moment;
use wetbounce::output::drawing;
use wetbounce::output::table::Table;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::plot::trajectory::{Clock, PlottedRun, Reference};
use wetbounce::plot::{Axis, Figure, Mark, Panel, Scale, forces, phase, restitution, style, trajectory, vorticity, xy};
use wetbounce::run::figures::plotted;

const DIAMETER: f64 = 3e-3;

/// A steel sphere in oil: weight, drag (Schiller & Naumann), film drag down to a roughness, Hertz's spring.
struct Motion {
    trajectory: Trajectory,
    bounces: Vec<Bounce>,
}

fn motion(viscosity: f64, end: f64) -> Motion {
    let (a, solid, liquid, roughness, stiffness) = (0.5 * DIAMETER, 7800.0, 935.0, 2e-7, 1.2e9);
    let volume = 4.0 / 3.0 * std::f64::consts::PI * a.powi(3);
    let mass = volume * (solid + 0.5 * liquid);
    let stokes = 6.0 * std::f64::consts::PI * viscosity * a;
    let forces = |h: f64, v: f64| {
        let reynolds = liquid * v.abs() * DIAMETER / viscosity;
        let film = if h > 0.0 { -stokes * v * a / h.max(roughness) } else { 0.0 };
        let drag = -stokes * v * (1.0 + 0.15 * reynolds.powf(0.687));
        [-volume * (solid - liquid) * 9.81, drag, film, stiffness * (-h).max(0.0).powf(1.5)]
    };
    let columns = ["weight_N", "drag_N", "film_N", "contact_N"].map(|name| (name.to_owned(), Vec::new())).to_vec();
    let mut motion = Trajectory { columns, ..Trajectory::default() };
    let mut log = BounceLog::new(3e-3, 0.0);
    let mut now = Moment { time: 0.0, gap: 4.0 * DIAMETER, velocity: -0.5 };
    while now.time < end {
        let values = forces(now.gap, now.velocity);
        motion.time.push(now.time);
        motion.gap.push(now.gap);
        motion.velocity.push(now.velocity);
        motion.columns.iter_mut().zip(values).for_each(|((_, column), value)| column.push(value));
        let longest = if now.gap < 0.0 { 1e-7 } else { 1e-4 };
        let step = (0.02 * (now.gap.abs() + 1e-8) / (now.velocity.abs() + 1e-3)).clamp(2e-8, longest);
        let velocity = now.velocity + step * values.iter().sum::<f64>() / mass;
        let next = Moment { time: now.time + step, gap: now.gap + step * velocity, velocity };
        if next.gap <= 0.0 && now.gap > 0.0 {
            log.touch(next);
        } else if next.gap > 0.0 && now.gap <= 0.0 {
            log.separate(next);
        }
        log.observe(now, next);
        now = next;
    }
    Motion { trajectory: motion, bounces: log.bounces().to_vec() }
}

fn run<'a>(name: &'a str, motion: &'a Motion) -> PlottedRun<'a> {
    plotted(name, &motion.trajectory, DIAMETER, &motion.bounces)
}

fn forces_of(motion: &Motion) -> Figure {
    let acting: Vec<(&str, &[f64])> = motion.trajectory.forces().collect();
    forces::figure(&run("", motion), &acting, motion.bounces.first().map_or(0.0, |bounce| bounce.contact_time_s))
}

/// Writes the figure where a developer can look at it, and checks what every figure must be.
fn check(name: &str, figure: &Figure) -> String {
    let svg = figure.svg();
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.svg"));
    drawing::write(figure, &path).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), svg, "drawn twice, the same bytes");
    assert!(svg.len() < 1_000_000, "{name}: {} bytes", svg.len());
    let pictures = svg.split("base64,").skip(1).map(|rest| rest.split('"').next().unwrap());
    let drawn = pictures.fold(svg.clone(), |text, picture| text.replace(picture, ""));
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{name}");
    let opened = svg.matches('<').count();
    let closed = svg.matches("</").count() + svg.matches("/>").count();
    assert_eq!(opened, closed + svg.matches("</").count(), "{name}: every element is closed");
    svg
}

#[test]
fn gap_and_speed_over_time_with_bounces_and_measured_points() {
    let (thin, thick) = (motion(0.01, 0.14), motion(0.03, 0.12));
    let time: Vec<f64> = (0..24).map(|i| 0.002 * f64::from(i) - 0.016).collect();
    let gap: Vec<f64> = time.iter().map(|t| if *t < 0.0 { -0.55 * t } else { 0.4 * t - 5.2 * t * t }).collect();
    let measured = Reference { name: "measured", time: &time, gap: &gap, velocity: &[] };
    let svg = check("trajectory", &trajectory::figure(&[run("computed", &thin)], &[], Clock::Release, None));
    for text in ["contact", "apex", "(ms)", "(m/s)"] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(!svg.contains("the bounces"), "they are large enough beside the approach");
    // The same after a fall of two seconds.
    let later = |mut bounce: Bounce| {
        bounce.contact_time_s += 2.0;
        bounce.apex_time_s = bounce.apex_time_s.map(|time| time + 2.0);
        bounce
    };
    let after = |first: f64, rest: &[f64], by: f64| {
        [first].into_iter().chain(rest.iter().map(|value| value + by)).collect::<Vec<f64>>()
    };
    let (time, gap) = (after(0.0, &thin.trajectory.time, 2.0), after(1.0, &thin.trajectory.gap, 0.0));
    let velocity = after(-0.5, &thin.trajectory.velocity, 0.0);
    let bounces: Vec<Bounce> = thin.bounces.iter().cloned().map(later).collect();
    let fall = PlottedRun { time: &time, gap: &gap, velocity: &velocity, bounces: &bounces, ..run("a fall", &thin) };
    assert!(check("trajectory_fall", &trajectory::figure(&[fall], &[], Clock::Release, None)).contains("the bounces"));
    let both = [run("10 mPa s", &thin), run("30 mPa s", &thick)];
    let svg = check("trajectory_overlay", &trajectory::figure(&both, &[measured], Clock::FirstContact, None));
    assert!(svg.contains("measured") && svg.contains("30 mPa s"));
    check("phase", &phase::figure(&both));
}

#[test]
fn forces_of_both_signs_over_six_decades_on_the_way_in_and_out() {
    let motion = motion(0.01, 0.14);
    let svg = check("forces", &forces_of(&motion));
    for text in ["approach", "contact, overlap up to", "(µs)", "rebound", "weight", "film", "(N)"] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn a_run_without_rows_still_gives_figures() {
    let nothing = Motion { trajectory: Trajectory::default(), bounces: Vec::new() };
    check("empty_trajectory", &trajectory::figure(&[run("nothing", &nothing)], &[], Clock::FirstContact, None));
    check("empty_phase", &phase::figure(&[run("nothing", &nothing)]));
    check("empty_forces", &forces_of(&nothing));
    check("no_trajectory", &trajectory::figure(&[], &[], Clock::Release, None));
    check("empty_restitution", &restitution::figure(&[], &restitution::RestitutionOptions::default()));
}

#[test]
fn restitution_over_the_stokes_number_with_correlations_and_series() {
    let points =
        |scale: f64| [12.0, 20.0, 30.0, 60.0, 100.0, 150.0, 300.0, 800.0].map(|st: f64| (st, (-scale / st).exp()));
    let series = |name: &str, scale, measured| restitution::Series {
        name: name.into(),
        points: points(scale).into(),
        measured,
        ..Default::default()
    };
    let mut all =
        [series("this work", 30.0, false), series("no cavitation", 45.0, false), series("experiment", 35.0, true)];
    all[0].band = points(30.0).into_iter().map(|(st, e)| (st, [e - 0.05, e + 0.02])).collect();
    let svg = check("restitution", &restitution::figure(&all, &restitution::RestitutionOptions::default()));
    for text in ["this work", "experiment", "exp(−35/St*)", "1 − 10/St"] {
        assert!(svg.contains(text), "{text}");
    }
    let modified = restitution::RestitutionOptions { stokes: restitution::Stokes::Modified, ..Default::default() };
    assert_ne!(check("restitution_modified", &restitution::figure(&all, &modified)), svg);
}

#[test]
fn any_two_columns_of_a_table_in_groups() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep.csv");
    let rows = (0..30).map(|i| {
        let (stokes, ratio) = (10.0 * 1.3_f64.powi(i / 3), [2.5, 4.0, 8.0][i as usize % 3]);
        format!("run{i},{stokes},{ratio},{}\n", 2.5 * (-70.0 / (stokes * (1.0 + 0.5 / ratio))).exp())
    });
    fs::write(&path, format!("name,stokes,density_ratio,apex_gap_over_d\n{}", rows.collect::<String>())).unwrap();
    let table = Table::read(&path).unwrap();
    let options = xy::XyOptions {
        x: "stokes",
        group: Some("density_ratio"),
        x_scale: Scale::Log,
        y_scale: Scale::Linear,
        joined: true,
    };
    let series = table.series([options.x, "apex_gap_over_d"], options.group).unwrap();
    let svg = check("xy", &xy::figure(vec![("apex_gap_over_d", series)], &options));
    assert!(svg.contains("density ratio 2.5") && svg.contains("Stokes number St"));
    let error = table.series([options.x, "apex"], None).unwrap_err();
    assert!(error.advice().contains("apex_gap_over_d"));
}

#[test]
fn empty_constant_and_broken_data_still_give_a_figure() {
    let draw = |points: Vec<(f64, f64)>, scale| {
        let mut panel = Panel::new(Axis::new("x", scale), Axis::new("y", scale));
        panel.add_named(Mark::Line(points.clone(), style::SeriesStyle::of(0)), "data");
        panel.add(Mark::Points(points, style::SeriesStyle::of(1)));
        Figure::new(80.0, 60.0, vec![vec![panel]])
    };
    for scale in [Scale::Linear, Scale::Log, Scale::Symlog { linear: 1e-3 }] {
        for points in [
            vec![],
            vec![(1.0, 1.0)],
            vec![(0.0, 0.0), (0.0, 0.0)],
            vec![(1.0, f64::NAN), (f64::INFINITY, 2.0), (3.0, 1.0), (4.0, 5.0)],
            vec![(-1.0, -1.0), (1e-300, 1e300), (2.0, 3.0)],
        ] {
            check("odd", &draw(points, scale));
        }
    }
}

/// Stokes's flow of a sphere that moves with `speed` along the axis of an unbounded liquid, made to stick at the wall
/// by an exponential layer: not a solution, but a flow with all that a picture must show.
fn snapshot(gap: f64, speed: f64) -> Snapshot {
    let (a, nr, nz) = (0.5 * DIAMETER, 150, 260);
    let height = a + gap;
    let r: Vec<f64> =
        (0..=nr).map(|i| f64::from(i) / f64::from(nr)).map(|s| 3.0 * DIAMETER * s * (0.3 + 0.7 * s)).collect();
    let z: Vec<f64> =
        (0..=nz).map(|k| f64::from(k) / f64::from(nz)).map(|s| 5.0 * DIAMETER * s * (0.2 + 0.8 * s)).collect();
    let psi = |r: f64, z: f64| {
        let distance = r.hypot(z - height).max(a);
        let sine2 = r * r / distance.powi(2);
        let layer = 1.0 - (-(z / (0.5 * a)).powi(2)).exp();
        layer * 0.25 * speed * a * a * (3.0 * distance / a - a / distance) * sine2
    };
    let mid = |faces: &[f64], i: usize| 0.5 * (faces[i] + faces[i + 1]);
    let (nr, nz) = (nr as usize, nz as usize);
    let velocity_r = Array2::from_shape_fn((nr + 1, nz), |(i, k)| {
        if i == 0 { 0.0 } else { -(psi(r[i], z[k + 1]) - psi(r[i], z[k])) / (r[i] * (z[k + 1] - z[k])) }
    });
    let velocity_z = Array2::from_shape_fn((nr, nz + 1), |(i, k)| {
        (psi(r[i + 1], z[k]) - psi(r[i], z[k])) / (mid(&r, i) * (r[i + 1] - r[i]))
    });
    let pressure = Array2::zeros((nr, nz));
    let fields = StaggeredFields {
        r_faces: &r,
        z_faces: &z,
        velocity_r: velocity_r.view(),
        velocity_z: velocity_z.view(),
        pressure: pressure.view(),
        no_slip: NoSlip { bottom: true, top: true, side: true },
    };
    Snapshot::take(0.0231, fields, SpherePlace { radius: a, height, velocity: speed })
}

#[test]
fn vorticity_around_the_sphere_with_streamlines_sphere_wall_and_colours() {
    let shot = snapshot(0.2 * DIAMETER, -0.5);
    let svg = check("vorticity", &vorticity::figure(&shot, &vorticity::VorticityOptions::default()));
    for text in ["(1/s)", "largest", "data:image/png;base64", "23.10 ms", "0.2000"] {
        assert!(svg.contains(text), "{text}");
    }
    let wide = vorticity::VorticityOptions {
        half_width: 3.0,
        height: Some(3.0),
        limit: Some(100.0),
        streamlines: 0,
        ..Default::default()
    };
    let svg = check("vorticity_wide", &vorticity::figure(&shot, &wide));
    assert!(svg.contains(">100</text>") && svg.contains(">−100</text>"), "the scale ends where it was told to");
    let of_speed = vorticity::VorticityOptions { speed: Some(0.5), ..Default::default() };
    let svg = check("vorticity_dimensionless", &vorticity::figure(&shot, &of_speed));
    assert!(svg.contains("500.0 mm/s") && svg.contains("largest") && !svg.contains("(1/s)"), "{svg:.3000}");
    let open = vorticity::VorticityOptions { ground: vorticity::Ground::Open, ..Default::default() };
    let svg = check("vorticity_open", &vorticity::figure(&shot, &open));
    assert!(svg.contains("from the centre") && !svg.contains("0.2000"), "heights from the centre, and no gap");
    let wall = "fill=\"#787878\"";
    assert!(
        !svg.contains(wall) && check("vorticity_floor", &vorticity::figure(&shot, &Default::default())).contains(wall)
    );
    let mirror = vorticity::VorticityOptions { ground: vorticity::Ground::Mirror, ..Default::default() };
    let svg = check("vorticity_mirror", &vorticity::figure(&shot, &mirror));
    assert!(!svg.contains(wall) && !svg.contains("from the centre"), "the liquid goes on behind a plane of symmetry");
    let mut broken = shot;
    broken.vorticity.fill(f64::NAN);
    check("vorticity_broken", &vorticity::figure(&broken, &vorticity::VorticityOptions::default()));
}
