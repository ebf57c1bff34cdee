//! The bits of a few results on kinds of processors.
//!
//! Bits are the same for any number of threads, after a resume and from every interface, on one kind of processor.
//! Kinds differ in the last digits: kernels of the matrix product are chosen where the program runs, and the compiler
//! fuses products with sums or does not.

use wetbounce_physics::model::run;
use wetbounce_physics::problem::{FilmModel, Hydrodynamics, Liquid, Problem, Sphere, Wall};

/// A steel sphere of 3 mm that comes to glass in silicone oil at a Stokes number of 152, and bounces once.
fn bounce() -> Problem {
    let mut problem = Problem::falling_on_wall(Sphere::steel(3e-3), Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.until.bounces = 1;
    problem.arriving(0.585)
}

fn by_theory() -> Problem {
    Problem { hydrodynamics: Hydrodynamics::Theory, ..bounce() }
}

fn film_alone() -> Problem {
    let mut problem = Problem { hydrodynamics: Hydrodynamics::Film, ..bounce() };
    problem.film.model = FilmModel::of("ehd").unwrap();
    problem.start.gap = 3e-5;
    problem
}

/// Rebound speeds [m/s] by flow, theory and film alone, with the mathematical library of Debian 12 (glibc 2.36).
const GOLDEN: [(&str, [f64; 3]); 3] = [
    ("x86-64 with fused multiply-add", [0.5199302034331544, 0.5104220839759063, 0.5228675860391206]),
    ("x86-64 before AVX", [0.5199302034432856, 0.5104220839759063, 0.5228675860391324]),
    ("64-bit ARM", [0.519930203429886, 0.5104220839759063, 0.5228675860391206]),
];

/// Largest relative difference between kinds: some hundred times what was found.
const ALIKE: f64 = 1e-9;

/// The kind of this processor; `None` for one without golden values.
fn kind() -> Option<&'static str> {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return None;
    }
    #[cfg(target_arch = "x86_64")]
    let found = if is_x86_feature_detected!("fma") {
        Some(GOLDEN[0].0)
    } else if is_x86_feature_detected!("avx") {
        None
    } else {
        Some(GOLDEN[1].0)
    };
    #[cfg(not(target_arch = "x86_64"))]
    let found = cfg!(target_arch = "aarch64").then_some(GOLDEN[2].0);
    found
}

fn rebound_speed(problem: &Problem) -> f64 {
    let mut model = problem.model().unwrap();
    run(&mut *model, &mut []).unwrap();
    model.sample().bounces.bounces()[0].rebound_speed_m_s.unwrap()
}

fn found() -> [f64; 3] {
    [bounce(), by_theory(), film_alone()].map(|problem| rebound_speed(&problem))
}

#[test]
fn all_kinds_of_processors_are_alike() {
    for (found, first) in found().into_iter().zip(GOLDEN[0].1) {
        assert!((found / first - 1.0).abs() < ALIKE, "{found} beside {first}");
    }
}

#[test]
#[ignore = "bits are also those of one version of the mathematical library: .ci/processors-check runs it"]
fn each_kind_of_processor_has_its_bits() {
    let (kind, found) = (kind().expect("a processor of another kind"), found());
    println!("{kind}: {found:?}");
    let golden = GOLDEN.into_iter().find(|(name, _)| *name == kind);
    assert_eq!(Some((kind, found)), golden, "a change of arithmetic needs new bits for every kind");
}
