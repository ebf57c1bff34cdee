//! Added mass, history force, density ratios: sphere and liquid accelerate each other.

use wetbounce::case::Case;
use wetbounce::liquid::added_mass::AddedMass;
use wetbounce::run::Simulation;
use wetbounce::validate::added_mass::LiquidInertia;
use wetbounce::validate::basset::basset_settling;
use wetbounce::validate::density_ratio::Start;
use wetbounce::validate::free_fall::FreeFall;
use wetbounce::validate::oscillating::{self, Oscillating, OverExact};

/// Stokes (1851): `½ + 9/2 λ + 9/2 λ²` for a layer of `λ` radii.
#[test]
fn an_impulsive_start_meets_added_mass_history_and_drag_of_unsteady_stokes_flow() {
    let sphere = LiquidInertia::new(10.0, 48);
    for layer in [0.1, 0.3, 1.0] {
        let found = sphere.measure(layer).unwrap();
        let exact = 0.5 + 4.5 * layer + 4.5 * layer * layer;
        let band = 0.02 * (1.0 + exact);
        assert!((found.coefficient - exact).abs() < band, "layer {layer}: {found:?}, exact {exact}");
        assert!((found.inside - 1.0).abs() < 0.01, "the liquid inside moves with the sphere: {found:?}");
    }
}

/// Layers of 0.03 to 2 cells; as computed, the liquid is too heavy by up to 0.19 m_l at D/16 and 0.11 at D/32.
#[test]
fn layers_of_vorticity_thinner_than_a_cell_have_the_inertia_of_unsteady_stokes_flow_within_3_per_cent_of_the_liquid() {
    for cells_per_diameter in [16, 24, 32] {
        let sphere = LiquidInertia::new(10.0, cells_per_diameter);
        let worst = sphere.worst().unwrap();
        assert!(worst < 0.03, "D/{cells_per_diameter}: {worst} m_l");
    }
}

/// Potential flow and the layers on sphere and wall below it, 0.676 + 9/2 · 1.35 λ at h = 0.05 D.
#[test]
fn close_to_the_wall_the_inertia_of_a_thin_layer_does_not_depend_on_how_the_cells_grow_out_of_the_film() {
    let exact = AddedMass::Exact.coefficient(0.1) + 4.5 * 1.35 * 0.0025;
    for film_growth in [1.08, 1.05, 1.02] {
        let sphere = LiquidInertia { film_growth, ..LiquidInertia::new(0.05, 24) };
        let found = sphere.measure(0.0025).unwrap().corrected;
        assert!((found - exact).abs() < 0.03, "growth {film_growth}: {found} m_l, exact {exact}");
    }
}

/// Ten digits of the solution with error functions of complex argument (Basset 1888).
#[test]
fn the_integral_for_settling_from_rest_is_the_closed_form() {
    let table =
        [(0.01, 0.0050302349), (0.1, 0.0454294967), (1.0, 0.3041167619), (10.0, 0.7928938186), (100.0, 0.9427687625)];
    for (s, exact) in table {
        assert!((basset_settling(8.083, s) - exact).abs() < 1e-10, "{s}: {}", basset_settling(8.083, s));
    }
    assert!(basset_settling(2.56, 0.0).abs() < 1e-6, "at rest at the start");
}

#[test]
fn a_sphere_a_little_lighter_than_the_liquid_rises_as_one_a_little_heavier_falls() {
    let speed =
        |density_ratio| Start { density_ratio, cells_per_diameter: 8, azimuthal_modes: 0 }.release().unwrap().speed;
    assert!((speed(0.99) / speed(1.01) - 1.0).abs() < 0.02);
}

/// A rotation has no added mass: a shell spins with the inertia of its layers alone, which the grid resolves least.
#[test]
fn a_sphere_a_thousand_times_lighter_than_the_liquid_is_stable_where_it_may_spin() {
    for density_ratio in [0.001, 0.05] {
        let started = Start { density_ratio, cells_per_diameter: 16, azimuthal_modes: 1 }.release().unwrap();
        assert!(started.spin > 1e-6 && started.spin < 0.2, "{started:?}");
    }
}

/// Near the wall the cells differ from gap to gap; without a limit on what is given back the spin grows a hundredfold
/// within 0.01 D.
#[test]
fn a_shell_that_slides_along_a_wall_as_it_rises_to_it_spins_stably_down_to_the_film() {
    for symmetry in ["plane", "none"] {
        let text = r#"
            sphere = { diameter = "1 m", density = "0.001 kg/m3" }
            liquid = { density = "1 kg/m3", viscosity = "0.01 Pa s" }
            wall = { position = "above", inclination = "20 deg" }
            container = { radius = "4 D", height = "6 D" }
            release = { kind = "rest", gap = "0.4 D" }
            resolution = { cells_per_diameter = 16, azimuthal_modes = 1 }
            run = { gravity = "1 m/s2", time = "10 s" }
            "#;
        let case = Case::parse(text, "shell.toml", &[format!("resolution.symmetry={symmetry}")]).unwrap();
        let mut simulation = Simulation::new(case.problem).unwrap();
        while simulation.moment().gap > 0.01 {
            simulation.advance().unwrap();
            let (motion, steps) = (simulation.lateral_motion().unwrap(), simulation.state.coupled.steps);
            assert!(0.5 * motion.spin.abs() < 0.1 && steps < 2000, "{symmetry}: {motion:?}");
        }
    }
}

/// Basset (1888); the way is short beside the diameter, so that the flow is that of creeping motion.
#[test]
fn a_light_sphere_starts_from_rest_in_layers_thinner_than_a_cell_as_in_unsteady_stokes_flow() {
    const GALILEO: f64 = 170.0;
    for modes in [0, 1] {
        let fall = FreeFall {
            galileo: GALILEO,
            density_ratio: 0.1,
            cells_per_diameter: 24,
            azimuthal_modes: modes,
            time: 0.05,
            without_plane: false,
        };
        let mut problem = fall.problem();
        problem.start.perturbation = 0.0;
        let mut simulation = Simulation::new(problem).unwrap();
        while simulation.stop().is_none() {
            simulation.advance().unwrap();
            let moment = simulation.moment();
            let exact = GALILEO / 18.0 * basset_settling(0.1, moment.time / (0.25 * GALILEO));
            assert!((-moment.velocity / exact - 1.0).abs() < 0.01, "{modes} modes: {moment:?}, exact {exact}");
        }
    }
}

/// Stokes (1851), a layer of 0.4 cells.
#[test]
fn an_oscillation_in_a_layer_thinner_than_a_cell_meets_the_force_of_creeping_flow_in_every_direction_and_on_every_grid()
{
    for (cells_per_diameter, angle, modes) in [(24, 0.0, 0), (24, 90.0, 1), (48, 90.0, 1)] {
        let radius_over_layer = 0.5 * f64::from(cells_per_diameter) / 0.4;
        let sphere = Oscillating { radius_over_layer, reynolds: 0.01, cells_per_diameter };
        let OverExact { drag, mass, .. } = sphere.over_exact(angle, modes).unwrap();
        let [_, exact] = oscillating::exact(radius_over_layer);
        assert!((drag - 1.0).abs() < 0.03, "{cells_per_diameter}, {angle} degrees: {drag}");
        assert!((mass - 1.0).abs() * exact < 0.01, "{cells_per_diameter}, {angle} degrees: {mass}");
    }
}
