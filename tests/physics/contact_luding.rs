//! The elastic–plastic–adhesive law: its branches, its work, its impacts.

use std::f64::consts::PI;
use wetbounce::contact::luding::LudingNormal;
use wetbounce::contact::{Impact, ImpactEnding, Law, Luding, Material, Pair, PlasticLimit};
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

/// A sphere of 0.88 g on a plane at a speed [m/s], with the reduced radius of the plane limit, 6 mm.
fn impact(law: Luding, speed: f64) -> Impact {
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [Material::default(); 2]).unwrap();
    Impact::on_plane(pair, Law::Luding(law), speed, 0.0).unwrap()
}

#[test]
fn the_linear_limit_lasts_as_long_and_returns_as_much_as_the_law_states() {
    for viscosity in [0.5, 2.0, 10.0] {
        let law = Luding { loading_ratio: 1.0, adhesion_ratio: 0.0, normal_viscosity: viscosity, ..Luding::default() };
        let impact = impact(law, 0.7);
        let (bounce, normal) = (impact.run().unwrap().bounces[0], law.normal(&impact.pair).unwrap());
        let rate = normal.viscosity / (2.0 * normal.mass);
        let duration = PI / (1e6 / normal.mass - rate * rate).sqrt();
        assert!((bounce.contact_duration_s / duration - 1.0).abs() < 1e-8);
        assert!((bounce.restitution / (-rate * duration).exp() - 1.0).abs() < 1e-8);
    }
}

#[test]
fn a_sphere_held_by_adhesion_keeps_elastic_energy_and_one_that_turns_stiff_is_let_go() {
    let stuck = impact(sticky(), 0.5).run().unwrap();
    assert!(!stuck.bounces[0].parted && stuck.bounces[0].energy.stored > 0.0);
    let elastic = Luding { plastic_limit: PlasticLimit::Luding, ..sticky() };
    assert_eq!(impact(elastic, 0.5).run().unwrap().ending, ImpactEnding::Separated);
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
