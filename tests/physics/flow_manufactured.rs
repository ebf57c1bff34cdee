//! Order of accuracy and conservation of the flow solver on moving cells.

use wetbounce::validate::manufactured::Manufactured;
use wetbounce::validate::uniform_flow::axial_defect;

#[test]
fn velocity_and_pressure_are_of_second_order_in_space_on_swinging_cells() {
    for (top_no_slip, viscosity) in [(true, 1.0), (false, 1.0), (true, 0.01), (false, 0.01)] {
        let flow = Manufactured { cells: 16, steps: 2, top_no_slip, viscosity };
        let orders = flow.orders_in_space(&[16, 32]);
        assert!(orders.iter().all(|order| *order > 1.8), "top {top_no_slip}, viscosity {viscosity}: {orders:?}");
    }
}

#[test]
fn velocity_and_pressure_are_of_second_order_in_time_with_unequal_steps_on_swinging_cells() {
    for (top_no_slip, viscosity) in [(true, 1.0), (false, 0.01)] {
        let flow = Manufactured { cells: 24, steps: 2, top_no_slip, viscosity };
        let orders = flow.orders_in_time(&[160, 320, 640]);
        assert!(orders.iter().all(|order| (order - 2.0).abs() < 0.1), "viscosity {viscosity}: {orders:?}");
    }
}

#[test]
fn a_uniform_flow_stays_uniform_on_cells_that_follow_a_closing_gap() {
    let defect = axial_defect();
    assert!(defect < 1e-12, "{defect:e}");
}
