use nalgebra::{Rotation3, Vector3};
use wetbounce::contact::smooth::dop853;
use wetbounce::contact::*;
fn pair_impact(law: Law) -> Impact {
    let a = Material { young_modulus: 70e9, poisson_ratio: 0.2 };
    let b = Material { young_modulus: 2e9, poisson_ratio: 0.35 };
    let pair = Pair::spheres([3e-3, 5e-3], [2500.0, 1100.0], [a, b]).unwrap();
    let n = Vector3::new(0.3, -0.5, 0.8).normalize();
    let bodies = Bodies {
        position: [Vector3::new(0.1, 0.2, 0.3) + n * 8e-3, Vector3::new(0.1, 0.2, 0.3)],
        velocity: [Vector3::new(0.2, 1.0, -2.0), Vector3::new(0.5, -0.2, 0.4)],
        spin: [Vector3::new(50., -80., 120.), Vector3::new(-30., 20., 70.)],
    };
    Impact::new(pair, law, bodies)
}
#[test]
fn probe() {
    let laws = [
        Law::Hertz(Hertz { restitution: 0.8, no_attraction: false, friction: 0.3, ..Hertz::default() }),
        Law::HertzStiffness(HertzStiffness {
            k_n: 5e9,
            k_t: 5e9,
            gamma_n: 1e7,
            gamma_t: 5e6,
            friction: 0.3,
            ..HertzStiffness::default()
        }),
        Law::MusenHertz(MusenHertz { friction: 0.3, rolling_friction: 0.00, ..MusenHertz::default() }),
        Law::MusenHertz(MusenHertz {
            friction: 0.3,
            rolling_friction: 0.00,
            lever: Lever::ContactPoint,
            ..MusenHertz::default()
        }),
        Law::Luding(Luding {
            max_stiffness: 1e6,
            friction: 0.3,
            rolling_viscosity: 1e-7,
            twisting_viscosity: 1e-7,
            normal_viscosity: 0.1,
            ..Luding::default()
        }),
    ];
    for law in laws {
        let mut i = pair_impact(law);
        i.control.record_every = 0;
        let o = i.run().unwrap();
        let p = |b: &Bodies| (b.momentum(&i.pair), b.angular_momentum(&i.pair));
        let (p0, l0) = p(&i.bodies);
        let (p1, l1) = p(&o.bodies);
        println!(
            "dp {:.2e} dL {:.2e} err {:.2e} e {:.6} {:?} {:?}",
            (p1 - p0).norm() / p0.norm(),
            (l1 - l0).norm() / l0.norm(),
            o.bounces[0].energy_error,
            o.bounces[0].restitution,
            o.ending,
            o.bounces[0].dissipated
        );
        // frame
        let r = Rotation3::from_euler_angles(0.3, 1.1, -0.7);
        let shift = Vector3::new(1.0, -2.0, 0.5);
        let boost = Vector3::new(0.3, 0.1, -0.2);
        let mut j = i.clone();
        for k in 0..2 {
            j.bodies.position[k] = r * i.bodies.position[k];
            j.bodies.velocity[k] = r * i.bodies.velocity[k];
            j.bodies.spin[k] = r * i.bodies.spin[k];
        }
        let q = j.run().unwrap();
        println!(
            "frame {:.2e} {:.2e}",
            (q.bodies.velocity[0] - r * o.bodies.velocity[0]).norm() / 2.0,
            (q.bodies.spin[0] - r * o.bodies.spin[0]).norm() / 150.
        );
        let _ = (shift, boost);
    }
    for kind in [SpringKind::Displacement, SpringKind::Force] {
        for restitution in [1.0, 0.6] {
            let law = if restitution == 1.0 {
                Law::Hertz(Hertz { friction: 1e9, tangential: kind, ..Hertz::default() })
            } else {
                Law::HertzStiffness(HertzStiffness {
                    k_n: 5e9,
                    k_t: 5e9,
                    gamma_n: 1e8,
                    gamma_t: 5e7,
                    friction: 1e9,
                    tangential: kind,
                    ..HertzStiffness::default()
                })
            };
            let i = pair_impact(law);
            // turns_with_spin differs
            let d = dop853(&i, 1e-12);
            println!("{d:?}");
            let d = d.unwrap();
            for n in [100, 200, 400, 800, 1600] {
                let mut j = i.clone();
                j.control.steps_per_contact = n;
                let o = j.run().unwrap();
                println!(
                    "{kind:?} {n} dv {:.2e} dw {:.2e} dx {:.2e} dt {:.2e}",
                    (o.bodies.velocity[0] - d.bodies.velocity[0]).norm(),
                    (o.bodies.spin[0] - d.bodies.spin[0]).norm(),
                    (o.bodies.position[0] - d.bodies.position[0]).norm() / 1e-5,
                    o.bounces[0].contact_time_s / d.contact_time - 1.0
                );
            }
        }
    }
    // bounces
    let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [steel, Material::default()]).unwrap();
    for law in [
        Law::default(),
        Law::Hertz(Hertz { restitution: 0.5, ..Hertz::default() }),
        Law::HertzStiffness(HertzStiffness { gamma_n: 1e7, ..HertzStiffness::default() }),
        Law::Luding(Luding { normal_viscosity: 2.0, ..Luding::default() }),
        Law::Luding(Luding {
            normal_viscosity: 2.0,
            adhesion_ratio: 0.0,
            plastic_limit: PlasticLimit::Luding,
            ..Luding::default()
        }),
        Law::Li(Li::default()),
    ] {
        let mut i = Impact::on_plane(pair, law, 0.5, 10.0).unwrap();
        i.gravity = Vector3::new(0., 0., -9.81);
        i.control.max_contacts = 100000;
        i.control.record_every = 0;
        i.control.max_time = 20.0;
        i.control.steps_per_contact = 100;
        let t = std::time::Instant::now();
        match i.run() {
            Ok(o) => {
                let b = o.bounces.last().unwrap();
                println!(
                    "{:?} t {:.6} n {} last v {:.3e} tc {:.3e} steps {} gap {:.4e} err {:.2e} maxerr {:.2e} wall {:?}",
                    o.ending,
                    o.time_s,
                    o.bounces.len(),
                    b.impact_speed_m_s,
                    b.contact_time_s,
                    b.steps,
                    o.bodies.position[0].z - 3e-3,
                    b.energy_error,
                    o.bounces.iter().map(|b| b.energy_error.abs()).fold(0., f64::max),
                    t.elapsed()
                );
            }
            Err(e) => println!("{e}"),
        }
    }
    // sticking
    for (v, lim) in [(0.5, PlasticLimit::Woo), (0.05, PlasticLimit::Woo), (0.5, PlasticLimit::Luding)] {
        let law = Law::Luding(Luding {
            max_stiffness: 1e5,
            adhesion_ratio: 0.9,
            loading_ratio: 0.2,
            plasticity_depth: 0.005,
            plastic_limit: lim,
            ..Luding::default()
        });
        let i = Impact::on_plane(pair, law, v, 0.0).unwrap();
        let o = i.run().unwrap();
        println!("{:?} {:?}", o.ending, o.bounces[0]);
    }
}
