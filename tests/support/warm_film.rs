//! A sheared film that warms, in tests.

/// Settings of a film of glycerol and water that warms between steel and Zerodur.
pub const WARM: [&str; 7] = [
    "film.heating=conduction",
    "film.liquid_conductivity=0.3 W/(m K)",
    "film.thermal_thinning=0.06 1/K",
    "film.sphere_conductivity=46 W/(m K)",
    "film.sphere_heat_capacity=3.7 MJ/(m3 K)",
    "film.wall_conductivity=1.5 W/(m K)",
    "film.wall_heat_capacity=2.1 MJ/(m3 K)",
];
