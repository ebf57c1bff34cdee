//! The restitution put into the contact law comes out of the coupled solver's equation.

use wetbounce::run::Simulation;
use wetbounce::validate::case_run::CaseRun;
use wetbounce::validate::dry::DryBounce;

#[test]
fn more_steps_per_contact_bring_a_strongly_damped_bounce_closer_to_its_restitution() {
    let worst = |steps_per_contact| {
        let found = |phase: i32| {
            let start = 2e-3 * (1.0 + 0.02 * f64::from(phase));
            DryBounce { restitution: 0.5, steps_per_contact, speed: 0.585, start }.measure().unwrap()
        };
        (0..20).map(|phase| (found(phase) - 0.5).abs()).fold(0.0, f64::max)
    };
    let errors = [30, 120, 480].map(worst);
    assert!(errors[1] < 0.5 * errors[0] && errors[2] < 0.5 * errors[1], "{errors:?}");
    assert!(errors[2] < 5e-4, "{errors:?}");
}

/// A gas so thin that its drag over the whole way is below 1e-5 of the momentum, with the whole flow solved: the sphere
/// of `gondret-st152` after its first bounce.
fn bounced(set: &[(&str, &str)]) -> Simulation {
    let gas = [
        ("liquid.density", "1e-3 kg/m3"),
        ("liquid.viscosity", "1e-7 Pa s"),
        ("release.gap", "0.1 D"),
        ("release.free_gap", "0.05 D"),
        ("release.run_up", "0 D"),
        ("release.ramp", "0 s"),
        ("resolution.cells_per_diameter", "8"),
        ("resolution.smallest_gap", "0.01 D"),
        ("run.time", "0.8 ms"),
    ];
    let set = gas.iter().chain(set).map(|(key, value)| format!("{key}={value}"));
    let case = CaseRun::shipped("gondret-st152", set).case().unwrap();
    let mut simulation = Simulation::new(case.problem).unwrap();
    while simulation.stop().is_none() {
        simulation.advance().unwrap();
    }
    simulation
}

#[test]
fn in_a_very_thin_gas_the_coupled_solver_returns_the_dry_restitution() {
    let simulation = bounced(&[("contact.restitution", "0.9")]);
    let [bounce] = simulation.state.bounces.bounces() else { panic!("one bounce") };
    let restitution = bounce.restitution_contact.unwrap();
    assert!((restitution / 0.9 - 1.0).abs() < 1e-3, "{bounce:?}");
    let fallen = (0.585_f64.powi(2) + 2.0 * 9.81 * 0.05 * 3e-3).sqrt();
    assert!((bounce.impact_speed_m_s / fallen - 1.0).abs() < 1e-3, "{bounce:?}");
}

/// Plastic work is not an error of the energy: it is lost in the contact, as adhesion is.
#[test]
fn what_plasticity_and_adhesion_take_is_booked_as_lost_in_the_contact() {
    for limit in ["woo", "luding"] {
        let luding = [("contact.law", "luding"), ("contact.max_stiffness", "2e5 N/m"), ("run.time", "1.2 ms")];
        let more = [("contact.plasticity_depth", "0.02"), ("contact.plastic_limit", limit)];
        let simulation = bounced(&[&luding[..], &more].concat());
        let [bounce] = simulation.state.bounces.bounces() else { panic!("one bounce") };
        let (restitution, ledger) = (bounce.restitution_contact.unwrap(), &simulation.state.coupled.ledger);
        assert!(restitution < 0.95, "{limit}: {bounce:?}");
        let share = ledger.contact / ledger.energy_scale();
        assert!((share / (1.0 - restitution * restitution) - 1.0).abs() < 0.01, "{limit}: {share} {bounce:?}");
        assert!(ledger.relative_error() < 2e-3, "{limit}: {ledger:?}");
    }
}
