//! The elastic–plastic–adhesive law: its branches, its work, its impacts.

use wetbounce::contact::luding::LudingNormal;
use wetbounce::contact::{Ending, Impact, Law, Luding, Material, Pair, PlasticLimit};
use wetbounce::validate::luding_impact::sticky;

fn law(limit: PlasticLimit) -> LudingNormal {
    let pair = Pair::spheres([1e-3; 2], [2500.0; 2], [Material::default(); 2]).unwrap();
    Luding { plastic_limit: limit, plasticity_depth: 0.02, ..Luding::default() }.normal(&pair).unwrap()
}

#[test]
fn the_branches_of_figure_28_meet() {
    let law = law(PlasticLimit::Woo);
    for max in [0.3 * law.limit_overlap, law.limit_overlap, 1.7 * law.limit_overlap] {
        let top = law.force(max, 0.0, max).force;
        assert!((top / (law.k1 * max) - 1.0).abs() < 1e-14);
        let zero = law.plastic_overlap(max);
        assert!(law.force(zero, 0.0, max).force.abs() < 1e-13 * top);
        let strongest = law.adhesive_overlap(max);
        assert!((law.force(strongest, 0.0, max).force / (-law.kc * strongest) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn plastic_work_is_the_area_of_the_loop_and_the_printed_formula_twice_that() {
    let law = law(PlasticLimit::Woo);
    for max in [0.3 * law.limit_overlap, law.limit_overlap, 1.7 * law.limit_overlap] {
        let n = 200_000;
        let dx = max / n as f64;
        let middle = |i: usize| (i as f64 + 0.5) * dx;
        let loading: f64 = (0..n).map(|i| law.force(middle(i), 0.0, 0.0).force * dx).sum();
        let unloading: f64 = (0..n).map(|i| law.force(middle(i), 0.0, max).force * dx).sum();
        let area = loading - unloading;
        assert!((law.plastic_work(max) / area - 1.0).abs() < 1e-8, "{} {}", law.plastic_work(max), area);
        assert!((law.published_plastic_work(max) / area - 2.0).abs() < 2e-8);
    }
}

#[test]
fn beyond_the_limit_woo_stays_on_the_soft_branch_and_luding_turns_stiff() {
    let (woo, luding) = (law(PlasticLimit::Woo), law(PlasticLimit::Luding));
    let limit = woo.limit_overlap;
    let beyond = 1.5 * limit;
    assert!((woo.force(beyond, 0.0, 0.0).force / (woo.k1 * beyond) - 1.0).abs() < 1e-14);
    let stiff = luding.k1 * limit + luding.k2_hat * (beyond - limit);
    assert!((luding.force(beyond, 0.0, 0.0).force / stiff - 1.0).abs() < 1e-14);
    assert_eq!(luding.force(beyond, 0.0, 0.0).by_overlap, luding.k2_hat);
}

#[test]
fn luding_reloads_from_the_adhesive_branch_where_woo_returns_to_it() {
    let (woo, luding) = (law(PlasticLimit::Woo), law(PlasticLimit::Luding));
    let max = 0.8 * luding.limit_overlap;
    let low = 0.5 * luding.adhesive_overlap(max);
    assert_eq!(luding.force(low, 0.0, max).force, -luding.kc * low);
    let shrunk = luding.updated_max_overlap(low, max);
    assert!(shrunk < max);
    let again = luding.force(1.01 * low, 0.0, shrunk);
    assert_eq!(again.by_overlap, luding.unloading_stiffness(shrunk));
    assert_eq!(woo.force(1.01 * low, 0.0, woo.updated_max_overlap(low, max)).by_overlap, -woo.kc);
}

#[test]
fn equal_stiffnesses_are_a_linear_spring() {
    let pair = Pair::spheres([1e-3; 2], [2500.0; 2], [Material::default(); 2]).unwrap();
    for plastic_limit in [PlasticLimit::Woo, PlasticLimit::Luding] {
        let law = Luding { loading_ratio: 1.0, plastic_limit, ..Luding::default() }.normal(&pair).unwrap();
        let force = law.force(2e-5, 0.0, 7e-5);
        assert_eq!((force.force, force.by_overlap), (1e6 * 2e-5, 1e6));
        assert_eq!(law.plastic_work(7e-5), 0.0);
    }
}

#[test]
fn unloading_softer_than_loading_is_refused() {
    let law = Luding { loading_ratio: 1.2, ..Luding::default() };
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [Material::default(); 2]).unwrap();
    assert_eq!(law.normal(&pair).unwrap_err().key, "loading_ratio");
}

/// A sphere of 0.88 g on a plane at a speed (m/s), with the reduced radius of the plane limit, 6 mm.
fn impact(law: Luding, speed: f64) -> Impact {
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [Material::default(); 2]).unwrap();
    Impact::on_plane(pair, Law::Luding(law), speed, 0.0).unwrap()
}

#[test]
fn the_linear_limit_has_the_contact_time_and_restitution_of_a_damped_spring() {
    for viscosity in [0.5, 2.0, 10.0] {
        let law = Luding { loading_ratio: 1.0, adhesion_ratio: 0.0, normal_viscosity: viscosity, ..Luding::default() };
        let bounce = impact(law, 0.7).run().unwrap().bounces[0];
        let eta = viscosity / (2.0 * 8.8e-4);
        let contact_time = std::f64::consts::PI / (1e6 / 8.8e-4 - eta * eta).sqrt();
        assert!((bounce.contact_duration_s / contact_time - 1.0).abs() < 1e-8);
        assert!((bounce.restitution / (-eta * contact_time).exp() - 1.0).abs() < 1e-8);
        let normal = law.normal(&impact(law, 0.7).pair).unwrap();
        assert!((normal.linear_contact_time(1e6) / contact_time - 1.0).abs() < 1e-14);
        assert!((normal.linear_restitution(1e6) / bounce.restitution - 1.0).abs() < 1e-8);
    }
}

#[test]
fn an_undamped_impact_loses_the_area_of_its_loop() {
    for plastic_limit in [PlasticLimit::Woo, PlasticLimit::Luding] {
        for (adhesion_ratio, plasticity_depth) in [(0.0, 0.01), (0.2, 0.01), (0.05, 0.002)] {
            let law = Luding { adhesion_ratio, plasticity_depth, plastic_limit, ..Luding::default() };
            let impact = impact(law, 0.5);
            let normal = law.normal(&impact.pair).unwrap();
            let bounce = impact.run().unwrap().bounces[0];
            let work = normal.plastic_work(bounce.max_overlap_m);
            let restitution = (1.0 - work / bounce.energy_before).sqrt();
            assert!((bounce.restitution - restitution).abs() < 1e-7, "{} {restitution}", bounce.restitution);
            let booked = bounce.dissipated.plastic + bounce.dissipated.adhesion;
            assert!((booked / work - 1.0).abs() < 1e-7);
            assert!(bounce.energy_error.abs() < 1e-8);
        }
    }
}

#[test]
fn without_adhesion_restitution_is_the_root_of_the_stiffness_ratio() {
    let law = Luding { adhesion_ratio: 0.0, plasticity_depth: 1e-3, ..Luding::default() };
    let bounce = impact(law, 0.5).run().unwrap().bounces[0];
    assert!(bounce.max_overlap_m > 1.2e-5, "beyond the plastic limit, so that k_n2 is the largest");
    assert!((bounce.restitution - 0.5f64.sqrt()).abs() < 1e-8);
}

#[test]
fn strong_adhesion_holds_a_slow_sphere_and_lets_a_faster_elastic_one_go() {
    let sticky = sticky();
    let stuck = impact(sticky, 0.5).run().unwrap();
    assert_eq!(stuck.ending, Ending::Sticking);
    assert!(!stuck.bounces[0].parted && stuck.bounces[0].energy_stored > 0.0);
    assert!(stuck.bounces[0].energy_error.abs() < 1e-6);
    let loose = Luding { adhesion_ratio: 0.02, ..sticky };
    assert_eq!(impact(loose, 0.5).run().unwrap().ending, Ending::Separated);
    let elastic = Luding { plastic_limit: PlasticLimit::Luding, ..sticky };
    assert_eq!(impact(elastic, 0.5).run().unwrap().ending, Ending::Separated);
}

#[test]
fn the_reduced_radius_sets_the_plastic_limit() {
    let pair = impact(Luding::default(), 1.0).pair;
    let limit = |reduced_radius| {
        Luding { reduced_radius, plasticity_depth: 0.01, ..Luding::default() }.normal(&pair).unwrap().limit_overlap
    };
    assert!((limit(None) / (2.0 * 0.01 * 6e-3) - 1.0).abs() < 1e-14);
    assert!((limit(Some(3e-3)) / (2.0 * 0.01 * 3e-3) - 1.0).abs() < 1e-14);
}
