//! The results of a model besides its motion, by key: energies, the end of a motion along the wall, the elastic film,
//! the solver.

use crate::problem::Problem;

/// A result: its name in files, with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultKey {
    /// Its name in files.
    pub key: &'static str,
    /// Its unit; `1` of pure numbers.
    pub unit: &'static str,
    /// Its name in words.
    pub words: &'static str,
}

impl ResultKey {
    /// The result with this value, in the unit of the key.
    pub fn is(&self, value: f64) -> (String, f64) {
        (self.key.to_owned(), value)
    }
}

macro_rules! results {
    ($($name:ident = $key:literal [$unit:literal] $words:literal;)+) => {
        $(
            #[doc = concat!("`", $key, "`: ", $words, ".")]
            pub const $name: ResultKey = ResultKey { key: $key, unit: $unit, words: $words };
        )+
    };
}

results! {
    STOKES_BINARY = "stokes_binary" ["1"] "binary Stokes number";
    REYNOLDS_REACHED = "reynolds_reached" ["1"] "Reynolds number reached";
    STOKES_REACHED = "stokes_reached" ["1"] "Stokes number reached";
    ENERGY_SCALE = "energy_scale_J" ["J"] "energy scale";
    DRIVEN = "energy_driven_J" ["J"] "work of the drive";
    VISCOUS = "energy_dissipated_viscous_J" ["J"] "dissipated in the resolved flow";
    IN_FILM = "energy_dissipated_film_J" ["J"] "dissipated in the film below the grid";
    IN_CONTACT = "energy_dissipated_contact_J" ["J"] "dissipated in solid contact";
    IN_WALL = "energy_into_wall_J" ["J"] "carried off by bending waves of the wall";
    FRICTION = "energy_dissipated_friction_J" ["J"] "dissipated by friction";
    LATERAL_DISTANCE = "lateral_distance_m" ["m"] "lateral distance";
    LATERAL_END = "lateral_speed_at_the_end_m_s" ["m/s"] "lateral speed at the end";
    SPIN_END = "spin_at_the_end_rad_s" ["rad/s"] "spin at the end";
    LATERAL_DISTANCE_Y = "lateral_distance_y_m" ["m"] "lateral distance along y";
    LATERAL_END_Y = "lateral_speed_y_at_the_end_m_s" ["m/s"] "lateral speed along y at the end";
    SPIN_X_END = "spin_x_at_the_end_rad_s" ["rad/s"] "spin about x at the end";
    SPIN_Z_END = "spin_z_at_the_end_rad_s" ["rad/s"] "spin about z at the end";
    TERMINAL_SPEED = "terminal_speed_expected_m_s" ["m/s"] "terminal speed expected";
    DIVERGENCE = "relative_divergence" ["1"] "largest divergence over peak speed and diameter";
    CELLS_RADIAL = "cells_radial" ["1"] "cells in r";
    CELLS_AXIAL = "cells_axial" ["1"] "cells in z";
    REBUILDS = "constraint_rebuilds" ["1"] "rebuilds of the constraint";
    APPLICATIONS = "constraint_iterations" ["1"] "iterations of the constraint";
    FILM_THINNEST = "film_thickness_min_m" ["m"] "smallest thickness of the film";
    FILM_THINNEST_CENTRE = "film_thickness_centre_min_m" ["m"] "smallest thickness at the centre";
    FILM_PRESSURE = "film_pressure_max_Pa" ["Pa"] "largest pressure of the film";
    FILM_OVERLAP = "film_overlap_max_m" ["m"] "largest overlap";
    FILM_FORCE = "film_force_max_N" ["N"] "largest force of the film";
    FILM_SUCTION = "film_suction_max_N" ["N"] "largest suction of the film";
    FILM_STEPS = "film_steps" ["1"] "steps of the film";
    FILM_APPROACH = "film_heat_approach_J" ["J"] "heat of the film on the approach";
    FILM_SQUEEZE = "film_heat_squeeze_J" ["J"] "heat of the film as it is squeezed";
    FILM_RELEASE = "film_heat_release_J" ["J"] "heat of the film as it is released";
    FILM_RETREAT = "film_heat_retreat_J" ["J"] "heat of the film on the retreat";
    FILM_WARMING = "film_temperature_rise_max_K" ["K"] "largest rise of the film's temperature";
    HEAT_APPROACH = "energy_dissipated_approach_J" ["J"] "heat before the surfaces deform";
    HEAT_SQUEEZE = "energy_dissipated_squeeze_J" ["J"] "heat squeezed";
    HEAT_RELEASE = "energy_dissipated_release_J" ["J"] "heat released";
    HEAT_RETREAT = "energy_dissipated_retreat_J" ["J"] "heat leaving";
    ENTRY_GAP = "entry_gap_m" ["m"] "gap of entry";
    ENTRY_SPEED = "entry_speed_m_s" ["m/s"] "speed of entry";
    ENTRY_TO_EXIT = "restitution_entry_to_exit" ["1"] "restitution from entry to exit";
    OVERLAP_TIME = "overlap_time_s" ["s"] "time of overlap";
    KINETIC_START = "energy_kinetic_start_J" ["J"] "kinetic energy at the start";
    KINETIC_END = "energy_kinetic_end_J" ["J"] "kinetic energy at the end";
    STORED_END = "energy_stored_end_J" ["J"] "energy stored at the end";
    IN_SOLIDS = "energy_dissipated_solids_J" ["J"] "dissipated in the solids";
    RELAXATION = "relaxation_time_s" ["s"] "relaxation time of the solids";
    ELASTICITY = "elasticity_length_m" ["m"] "elasticity length";
    ITERATIONS = "newton_iterations" ["1"] "Newton iterations";
}

/// The energy that went into the wall \[J\], of one that recedes.
pub(super) fn into_wall(problem: &Problem, energy: f64) -> Option<(String, f64)> {
    problem.surroundings.wall()?.plate().map(|_| IN_WALL.is(energy))
}
