//! The motion of a sphere from theory alone, against exact solutions and against itself.

use std::f64::consts::PI;
use std::time::Instant;
use wetbounce::body::recoil::Recoil;
use wetbounce::body::release::Release;
use wetbounce::contact::{Hertz, Law, Li, Material, NormalContact, Pair};
use wetbounce::liquid::buoyancy::stokes_terminal_speed;
use wetbounce::liquid::{
    AddedMass, CavitationLimit, CutoffLaw, FarDrag, FilmCutoff, HistoryKernel, ImmersedSphere, NearDrag, WallDrag,
};
use wetbounce::motion::theory::{MotionError, Stop, Theory};
use wetbounce::motion::theory_trajectory::{Event, EventKind, MotionForces, MotionRow, TheoryTrajectory};

const STEEL_ON_GLASS: f64 = 4.917e10;

/// Steel sphere of 3 mm in silicone oil (Gondret, Lance & Petit 2002), Stokes number 152.
fn gondret_152() -> Theory {
    let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
    let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, STEEL_ON_GLASS, 0.0).unwrap();
    let cavitation = Some(CavitationLimit::new(1e5).unwrap());
    Theory { history: HistoryKernel::Basset, cavitation, ..Theory::new(sphere, 9.81, cutoff) }
}

fn contact(law: Law, sphere: &ImmersedSphere) -> Option<NormalContact> {
    let material = Material { young_modulus: 2.0 * STEEL_ON_GLASS, poisson_ratio: 0.0 };
    let pair = Pair::sphere_on_plane(sphere.radius, sphere.mass(), [material; 2]).unwrap();
    Some(law.normal(&pair).unwrap())
}

fn hertz(theory: &Theory, restitution: f64) -> Option<NormalContact> {
    contact(Law::Hertz(Hertz { restitution, no_attraction: false, ..Hertz::default() }), &theory.sphere)
}

/// Largest overlap of a sphere in Hertz' contact, `a (5πρ_p V²/(4E*))^{2/5}`.
fn hertz_overlap(sphere: &ImmersedSphere, speed: f64) -> f64 {
    sphere.radius * (5.0 * PI * sphere.density * speed * speed / (4.0 * STEEL_ON_GLASS)).powf(0.4)
}

/// The events of a collision and of the flight after it.
#[derive(Clone, Copy)]
struct Rebound {
    contact: Event,
    turning: Option<Event>,
    separation: Option<Event>,
    apex: Option<Event>,
}

fn rebounds(path: &TheoryTrajectory) -> Vec<Rebound> {
    let mut all: Vec<Rebound> = Vec::new();
    for event in &path.events {
        if event.kind == EventKind::Contact {
            all.push(Rebound { contact: *event, turning: None, separation: None, apex: None });
        }
        let Some(last) = all.last_mut() else { continue };
        match event.kind {
            EventKind::Turning => last.turning = Some(*event),
            EventKind::Separation => last.separation = Some(*event),
            EventKind::Apex => last.apex = Some(*event),
            _ => {}
        }
    }
    all
}

/// Speed over terminal speed of a sphere that settles from rest in Stokes flow with Basset's force, at the time
/// `s = νt/a²`.
///
/// The transform `A/(p (p + A√p + A))`, `A = (9/2)/(ρ_p/ρ_l + ½)`, has no poles but p = 0 on its first sheet; the
/// integral along its cut is `V/V_T = 1 − (2A²/π) ∫_0^∞ e^{−z²s}/[(A − z²)² + A²z²] dz`. With `z = e^x` the
/// trapezoidal rule is exact to round-off.
fn settling(ratio: f64, s: f64) -> f64 {
    let a = 4.5 / (ratio + 0.5);
    let step = 0.02;
    let sum: f64 = (-2000..1000)
        .map(|k| {
            let z = (k as f64 * step).exp();
            let q = z * z;
            (-q * s).exp() / ((a - q).powi(2) + a * a * q) * z * step
        })
        .sum();
    1.0 - 2.0 * a * a / PI * sum
}

fn settling_sphere(ratio: f64) -> (Theory, f64, f64) {
    let sphere = ImmersedSphere::new(1e-4, ratio * 1000.0, 1000.0, 1e-3).unwrap();
    let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, STEEL_ON_GLASS, 0.0).unwrap();
    // This near law ends at one radius: there is no wall for the rest.
    let drag = WallDrag { far: FarDrag::Stokes, near: NearDrag::CoxBrenner, ..WallDrag::default() };
    let theory = Theory { history: HistoryKernel::Basset, drag, ..Theory::new(sphere, 9.81, cutoff) };
    (theory, stokes_terminal_speed(&sphere, 9.81), sphere.viscous_time())
}

#[test]
fn the_exact_settling_curve_has_its_published_values() {
    let values = [
        (8.083, 0.01, 0.0050302349),
        (8.083, 0.1, 0.0454294967),
        (8.083, 1.0, 0.3041167619),
        (8.083, 10.0, 0.7928938186),
        (8.083, 100.0, 0.9427687625),
        (1.5, 0.01, 0.018998444683513),
        (1.5, 1.0, 0.49677874481691),
        (1.5, 10.0, 0.82280932453462),
        (2.56, 0.1, 0.101734093864),
        (2.56, 1.0, 0.45632438152996),
    ];
    for (ratio, s, value) in values {
        assert!((settling(ratio, s) - value).abs() < 1e-10, "{ratio} {s}: {}", settling(ratio, s));
    }
}

#[test]
fn a_drop_with_bassets_force_is_the_exact_solution_within_2e_5_at_every_time() {
    for ratio in [8.083, 2.56, 1.5] {
        let (theory, terminal, unit) = settling_sphere(ratio);
        let release = Release::rest(1e4 * theory.sphere.radius);
        let stop = Stop::at(100.0 * unit);
        let path = theory.fall(&release, &stop, None).unwrap();
        for k in 0..=40 {
            let s = 0.01 * 10f64.powf(0.1 * k as f64);
            let speed = -path.at(s * unit * (1.0 - 1e-14)).unwrap().velocity / terminal;
            let miss = speed / settling(ratio, s) - 1.0;
            assert!(miss.abs() < 2e-5, "{ratio} {s}: {miss:e}");
        }
    }
}

fn led_from_8_radii() -> Release {
    Release::led(0.012, 0.585, 1.5e-3, 0.0)
}

/// Kim's weight of an acceleration is one number for each step: first order in it.
#[test]
fn three_bounces_hang_on_the_tolerance_by_less_than_a_millionth_and_by_a_ten_thousandth_with_kims_kernel() {
    for (history, allowed) in [
        (HistoryKernel::None, 1e-6),
        (HistoryKernel::Basset, 1e-6),
        (HistoryKernel::MeiAdrian, 1e-6),
        (HistoryKernel::KimElghobashiSirignano, 1e-4),
    ] {
        let theory = Theory { history, ..gondret_152() };
        let bounces = |tolerance: f64| {
            let stop = Stop { bounces: 3, tolerance, ..Stop::at(0.3) };
            let path = theory.fall(&led_from_8_radii(), &stop, hertz(&theory, 0.97)).unwrap();
            println!("{history:?}, {tolerance:e}: {} steps", path.rows.len());
            assert_eq!(rebounds(&path).len(), 3);
            rebounds(&path)
        };
        for (exact, found) in bounces(1e-11).iter().zip(bounces(Stop::at(1.0).tolerance)) {
            let apex = found.apex.unwrap().gap / exact.apex.unwrap().gap - 1.0;
            let impact = found.contact.velocity / exact.contact.velocity - 1.0;
            println!("{history:?}: impact speed {impact:e}, apex {apex:e}");
            assert!(apex.abs() < allowed && impact.abs() < allowed, "{history:?}: {impact:e} {apex:e}");
        }
    }
}

/// Times are compared with those without a history force, taken in turns with them: so other tests may run beside it.
#[test]
fn a_bounce_with_any_kernel_takes_less_than_fourteen_times_as_long_as_without_one() {
    const KERNELS: [HistoryKernel; 4] =
        [HistoryKernel::None, HistoryKernel::Basset, HistoryKernel::MeiAdrian, HistoryKernel::KimElghobashiSirignano];
    let stop = Stop { bounces: 1, ..Stop::at(0.3) };
    let mut seconds = [0.0; KERNELS.len()];
    for _ in 0..15 {
        for (history, seconds) in KERNELS.into_iter().zip(&mut seconds) {
            let theory = Theory { history, ..gondret_152() };
            let start = Instant::now();
            let path = theory.fall(&led_from_8_radii(), &stop, hertz(&theory, 0.97)).unwrap();
            *seconds += start.elapsed().as_secs_f64();
            assert!(rebounds(&path)[0].apex.is_some(), "{history:?}: no apex");
        }
    }
    for (history, kernel) in KERNELS.into_iter().zip(seconds) {
        println!("{history:?}: {:.2} ms, {:.2} times as long", kernel / 15.0 * 1e3, kernel / seconds[0]);
        assert!(kernel < 14.0 * seconds[0], "{history:?}: {kernel} s, {} s without", seconds[0]);
    }
}

#[test]
fn at_every_entry_the_forces_add_up_to_mass_times_acceleration() {
    for history in [HistoryKernel::Basset, HistoryKernel::KimElghobashiSirignano] {
        let theory = Theory { history, ..gondret_152() };
        let path =
            theory.fall(&led_from_8_radii(), &Stop { bounces: 2, ..Stop::at(0.3) }, hertz(&theory, 0.97)).unwrap();
        for (k, row) in path.rows.iter().enumerate() {
            let MotionForces { weight, buoyancy, drag, added_mass, history: memory, solid, driving } = row.forces;
            let forces = [drag, added_mass, memory, solid, buoyancy, weight];
            let sum: f64 = forces.iter().sum::<f64>() + driving;
            let size: f64 = forces.iter().map(|force| force.abs()).sum();
            let miss = sum - theory.sphere.mass() * row.state.acceleration;
            assert!(miss.abs() < 1e-9 * size, "{history:?} {k}: {miss:e}");
        }
        assert!(path.rows.windows(2).all(|rows| rows[1].time > rows[0].time));
    }
}

#[test]
fn events_lie_on_the_trajectory_and_in_their_order() {
    let theory = gondret_152();
    let stop = Stop { bounces: 2, ..Stop::at(0.3) };
    let path = theory.fall(&led_from_8_radii(), &stop, hertz(&theory, 0.97)).unwrap();
    let kinds: Vec<EventKind> = path.events.iter().map(|event| event.kind).collect();
    use EventKind::*;
    assert_eq!(kinds, [Release, Contact, Turning, Separation, Apex, Contact, Turning, Separation, Apex]);
    for event in &path.events {
        let sample = path.at(event.time).unwrap();
        assert!((sample.gap - event.gap).abs() < 1e-12 && (sample.velocity - event.velocity).abs() < 1e-9);
        if matches!(event.kind, Turning | Apex) {
            assert!(sample.velocity.abs() < 1e-10);
        }
    }
    let release = path.events[0];
    assert!((release.gap - 1.5e-3).abs() < 1e-15);
    let led = |row: &MotionRow| row.time < release.time;
    assert!(path.rows.iter().all(|row| led(row) || row.forces.driving == 0.0) && path.rows[0].forces.driving != 0.0);
    assert!(
        (path.events[1].gap / theory.film_cutoff.length(&theory.sphere, path.events[1].velocity) - 1.0).abs() < 1e-9
    );
}

/// With the drag `6πaμV λ`, `λ = 1/δ* − 1/5 ln δ* + c`, and nothing else, the speed is linear in the integral of λ.
#[test]
fn a_creeping_film_takes_from_the_speed_what_the_integral_of_its_drag_says() {
    let sphere = ImmersedSphere::new(1e-3, 7800.0, 1e-6, 0.01).unwrap();
    let film_cutoff = FilmCutoff::new(CutoffLaw::Roughness, STEEL_ON_GLASS, 1e-6).unwrap();
    let theory = Theory {
        history: HistoryKernel::None,
        drag: WallDrag { far: FarDrag::Stokes, near: NearDrag::CooleyOneill, ..WallDrag::default() },
        ..Theory::new(sphere, 0.0, film_cutoff)
    };
    let release = Release::led(2e-4, 0.5, 1e-4, 0.0);
    let path = theory.fall(&release, &Stop::at(2e-3), hertz(&theory, 0.97)).unwrap();
    let primitive = |d: f64| d.ln() - 0.2 * (d * d.ln() - d) + 0.971_279_931_035_721_5 * d;
    let rate = sphere.stokes_coefficient() * sphere.radius / sphere.mass();
    let loss = rate * (primitive(0.1) - primitive(1e-3));
    let Rebound { contact, separation: Some(separation), .. } = rebounds(&path)[0] else { panic!("it stays") };
    assert!((contact.velocity / (loss - 0.5) - 1.0).abs() < 1e-6, "{}", contact.velocity);
    let passed = |between| speed_at_gap(&path, 1e-4 * (1.0 - 1e-9), between);
    let inward = passed([0.0, contact.time]);
    let outward = passed([separation.time, path.rows[path.rows.len() - 1].time]);
    assert!((inward - 0.5).abs() < 1e-6);
    assert!((outward / (separation.velocity - loss) - 1.0).abs() < 1e-6);
    assert!((separation.velocity / -contact.velocity - 0.97).abs() < 1e-3);
}

/// Speed [m/s] at which the sphere passes a gap \[m\] between two times \[s\].
fn speed_at_gap(path: &TheoryTrajectory, gap: f64, [mut before, mut after]: [f64; 2]) -> f64 {
    let is_above = |time: f64| path.at(time).unwrap().gap > gap;
    let first = is_above(before);
    for _ in 0..60 {
        let middle = 0.5 * (before + after);
        if is_above(middle) == first { before = middle } else { after = middle }
    }
    path.at(before).unwrap().velocity.abs()
}

/// Speeds of two falls from rest by an independent solver of the Navier–Stokes equations: spectral, on a moving
/// bispherical grid, within 0.03 % of Basset's force far from the wall. A sphere of 2 mm with a peak Reynolds number of
/// 2.5, at gaps over diameter; and one of 5 mm in honey, from a gap of half a diameter, at the time 1.5 a²/ν.
#[test]
fn falls_at_low_reynolds_numbers_are_those_of_an_independent_solver() {
    let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, STEEL_ON_GLASS, 0.0).unwrap();
    let fall = |sphere: ImmersedSphere, gravity: f64, gap: f64, end: f64| {
        Theory::new(sphere, gravity, cutoff).fall(&Release::rest(gap), &Stop::at(end), None).unwrap()
    };
    let path = fall(ImmersedSphere::new(1e-3, 8000.0, 1000.0, 0.1).unwrap(), 125.0 / 7.0, 3e-3, 0.04);
    let lowest = path.rows[path.rows.len() - 1];
    assert!(lowest.state.gap < 0.03 * 2e-3, "{lowest:?}");
    for (gap, speed) in [(0.5, 0.12614), (0.2, 0.11372), (0.1, 0.09443), (0.05, 0.07153), (0.03, 0.05361)] {
        let found = speed_at_gap(&path, gap * 2e-3, [0.0, lowest.time]);
        assert!((found / speed - 1.0).abs() < 0.03, "{gap} D: {found} {speed}");
    }
    let honey = ImmersedSphere::new(2.5e-3, 7800.0, 1400.0, 10.0).unwrap();
    let time = 1.5 * honey.viscous_time();
    let found = -fall(honey, 9.81, 2.5e-3, 2e-3).at(time).unwrap().velocity;
    assert!((found / 3.2909e-3 - 1.0).abs() < 1e-3, "{found}");
}

/// The wall force of finite thickness, dry: the first rebound at 0.5 m/s, and the thickness over Hertz' overlap,
/// `overlaps`, in m.
fn li_bounce(factor: f64, overlaps: f64) -> Result<(Rebound, f64), MotionError> {
    let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 1e-9, 1e-12).unwrap();
    let film_cutoff = FilmCutoff::new(CutoffLaw::Roughness, STEEL_ON_GLASS, 1e-12).unwrap();
    let theory = Theory { history: HistoryKernel::None, ..Theory::new(sphere, 0.0, film_cutoff) };
    let reach = overlaps * hertz_overlap(&sphere, 0.5);
    let law = Law::Li(Li { restitution: factor, threshold: reach / 3e-3 });
    let release = Release::led(1e-3, 0.5, 9e-4, 0.0);
    let path = theory.fall(&release, &Stop::at(0.2), contact(law, &sphere))?;
    Ok((rebounds(&path)[0], reach))
}

#[test]
fn the_li_wall_force_is_conservative_so_its_e_d_dissipates_nothing_and_the_dry_limit_is_one() {
    for factor in [0.97, 0.5] {
        let (Rebound { contact, turning, separation, .. }, reach) = li_bounce(factor, 3.0).unwrap();
        let restitution = separation.unwrap().velocity / -contact.velocity;
        assert!((restitution - 1.0).abs() < 1e-7, "{restitution}");
        let lowest = turning.unwrap().gap;
        assert!(lowest > 0.0 && lowest < reach);
    }
}

#[test]
fn the_li_wall_force_stops_the_sphere_if_it_is_thicker_than_0_987_hertz_overlaps() {
    let (bounce, _) = li_bounce(0.97, 0.988).unwrap();
    assert!(bounce.turning.unwrap().gap > 0.0 && bounce.separation.is_some());
    let error = li_bounce(0.97, 0.985).err();
    assert!(matches!(error, Some(MotionError::TooDeep(_))), "{error:?}");
}

/// The end of a motion in contact or on the film.
fn ended_at_the_wall(path: &TheoryTrajectory) -> Option<&Event> {
    path.events.last().filter(|last| matches!(last.kind, EventKind::Rest | EventKind::Settling))
}

#[test]
fn a_steel_sphere_bounces_lower_and_lower_and_comes_to_rest() {
    let theory = gondret_152();
    let path = theory.fall(&led_from_8_radii(), &Stop::at(2.0), hertz(&theory, 0.97)).unwrap();
    let rest = ended_at_the_wall(&path).expect("it comes to rest");
    println!(
        "{} bounces, {} steps, at rest after {:.3} s at {:.1e} m",
        rebounds(&path).len(),
        path.rows.len(),
        rest.time,
        rest.gap
    );
    let apexes: Vec<f64> = rebounds(&path).iter().filter_map(|bounce| Some(bounce.apex?.gap)).collect();
    assert!(apexes.len() >= 4 && apexes.windows(2).all(|apex| apex[1] < apex[0]));
    assert!(rest.time < 1.0 && rest.gap.abs() < 1e-4 * 3e-3);
}

#[test]
fn every_sphere_creeping_or_fast_lands_and_comes_to_rest() {
    for (diameter, density, viscosity) in [
        (1e-4, 1120.0, 0.1),
        (1e-4, 7800.0, 1e-3),
        (3e-3, 1120.0, 0.1),
        (3e-3, 1120.0, 1e-3),
        (3e-3, 7800.0, 0.1),
        (15e-3, 1120.0, 0.37),
        (15e-3, 7800.0, 0.01),
    ] {
        for history in [HistoryKernel::Basset, HistoryKernel::KimElghobashiSirignano] {
            let sphere = ImmersedSphere::new(diameter / 2.0, density, 970.0, viscosity).unwrap();
            let film_cutoff = FilmCutoff::new(CutoffLaw::Elasticity, STEEL_ON_GLASS, 1e-7).unwrap();
            let cavitation = Some(CavitationLimit::new(1e5).unwrap());
            let theory = Theory { history, cavitation, ..Theory::new(sphere, 9.81, film_cutoff) };
            let buoyant = 9.81 * diameter * (density / 970.0 - 1.0);
            let speed = stokes_terminal_speed(&sphere, 9.81).min((3.0 * buoyant).sqrt());
            let (release, stop) = (Release::rest(3.0 * diameter), Stop::at(600.0 * diameter / speed));
            let contact = match history {
                HistoryKernel::Basset => hertz(&theory, 0.97),
                _ => contact(Law::Li(Li { restitution: 0.97, threshold: 0.02 }), &sphere),
            };
            let path = theory.fall(&release, &stop, contact);
            let path = path.unwrap_or_else(|error| panic!("{sphere:?} {history:?}: {error}"));
            let rest = ended_at_the_wall(&path);
            let gap = rest.unwrap_or_else(|| panic!("{sphere:?} {history:?} does not rest")).gap;
            assert!(gap < 0.05 * diameter, "{sphere:?} {history:?}: rests at {gap}");
        }
    }
}

#[test]
fn cavitation_spares_the_rebound_of_a_sphere_in_a_viscous_liquid() {
    let sphere = ImmersedSphere::new(3e-3, 7800.0, 965.0, 0.1).unwrap();
    let film_cutoff = FilmCutoff::new(CutoffLaw::Elasticity, STEEL_ON_GLASS, 0.0).unwrap();
    let release = Release::led(0.03, 0.518, 3e-3, 0.0);
    let restitution = |cavitation| {
        let theory = Theory { cavitation, ..Theory::new(sphere, 9.81, film_cutoff) };
        let path = theory.fall(&release, &Stop { bounces: 1, ..Stop::at(0.2) }, hertz(&theory, 0.97)).unwrap();
        rebounds(&path)[0].apex.map_or(0.0, |apex| apex.gap)
    };
    let (unlimited, limited) = (restitution(None), restitution(Some(CavitationLimit::new(1e5).unwrap())));
    println!("St 27: apex {:.4} D without, {:.4} D with cavitation", unlimited / 6e-3, limited / 6e-3);
    assert!(limited > 1.2 * unlimited);
}

#[test]
fn without_a_contact_law_the_sphere_goes_through_the_wall_and_the_error_says_so() {
    let theory = gondret_152();
    let error = theory.fall(&led_from_8_radii(), &Stop::at(0.3), None).unwrap_err();
    assert!(error.to_string().contains("through the wall"), "{error}");
}

#[test]
fn a_sphere_lighter_than_the_liquid_rises_away_at_its_terminal_speed() {
    let sphere = ImmersedSphere::new(1e-4, 900.0, 1000.0, 1e-3).unwrap();
    let film_cutoff = FilmCutoff::new(CutoffLaw::Roughness, STEEL_ON_GLASS, 1e-7).unwrap();
    let theory = Theory {
        drag: WallDrag { far: FarDrag::Stokes, near: NearDrag::CoxBrenner, ..WallDrag::default() },
        history: HistoryKernel::None,
        added_mass: AddedMass::Unbounded,
        ..Theory::new(sphere, 9.81, film_cutoff)
    };
    let path = theory.fall(&Release::rest(1e-2), &Stop::at(0.2), None).unwrap();
    let terminal = -stokes_terminal_speed(&sphere, 9.81);
    assert!((path.rows.last().unwrap().state.velocity / terminal - 1.0).abs() < 1e-7);
}

#[test]
fn impossible_releases_and_tolerances_are_refused() {
    let theory = gondret_152();
    let key = |release: Release, stop: Stop| match theory.fall(&release, &stop, None) {
        Err(MotionError::Parameter(error)) => error.key,
        other => panic!("{other:?}"),
    };
    let led = |gap, speed, free_gap, ramp| Release::led(gap, speed, free_gap, ramp);
    assert_eq!(key(Release::rest(0.0), Stop::at(1.0)), "gap");
    assert_eq!(key(led(1e-2, -0.5, 1e-3, 0.0), Stop::at(1.0)), "speed");
    assert_eq!(key(led(1e-2, 0.5, 1e-2, 0.0), Stop::at(1.0)), "free_gap");
    assert_eq!(key(led(1e-2, 0.5, 1e-3, -1.0), Stop::at(1.0)), "ramp");
    assert_eq!(key(Release::rest(1e-3), Stop::at(-1.0)), "time");
    assert_eq!(key(Release::rest(1e-3), Stop { tolerance: 0.0, ..Stop::at(1.0) }), "tolerance");
}

#[test]
fn on_a_plate_the_motion_from_theory_loses_what_the_dry_impact_does() {
    // A film that ends high, in a liquid that is hardly there: the contact alone decides.
    let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 1e-3, 1e-9).unwrap();
    let cutoff = FilmCutoff::new(CutoffLaw::Roughness, STEEL_ON_GLASS, 1e-7).unwrap();
    let release = Release::rest(1e-3);
    for lambda in [0.02, 0.2] {
        let thick = Theory::new(sphere, 9.81, cutoff);
        let law = hertz(&thick, 1.0);
        let stiffness = 4.0 / 3.0 * STEEL_ON_GLASS * sphere.radius.sqrt();
        let speed = (2.0 * 9.81 * 1e-3_f64).sqrt();
        let time = (sphere.mass() / stiffness).powf(0.4) / speed.powf(0.2);
        let mobility = lambda * time / sphere.mass();
        let wall = Recoil { mobility, borne: sphere.mass() * 9.81 };
        let path = Theory { wall, ..thick }.fall(&release, &Stop { bounces: 1, ..Stop::at(1.0) }, law.clone()).unwrap();
        let Rebound { contact, separation, .. } = rebounds(&path)[0];
        let found = separation.unwrap().velocity / -contact.velocity;
        let dry = law.unwrap().restitution_on(-contact.velocity, mobility).unwrap();
        assert!((found - dry).abs() < 1e-3, "λ = {lambda}: {found} {dry}");
    }
}
