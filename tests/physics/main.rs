//! Physics and numerics of the library: forces, film, contact, flow, motion.

#[path = "../support/coarse_rebound.rs"]
mod coarse_rebound;
#[path = "../../examples/own_law.rs"]
mod own_law;
#[allow(dead_code, reason = "the fuzzer of the readers uses more of it")]
#[path = "../support/random.rs"]
mod random;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/resumed.rs"]
mod resumed;
#[path = "../support/warm_film.rs"]
mod warm_film;

mod azimuthal_flow;
mod azimuthal_run;
mod azimuthal_whole;
mod contact_any;
mod contact_immersed;
mod contact_luding;
mod contact_normal;
mod contact_oblique;
mod contact_own_law;
mod contact_plate;
mod contact_run;
mod contact_variants;
mod dry_bounce;
mod film_cavitation;
mod film_coupling;
mod film_in_flow;
mod film_laws;
mod film_limits;
mod film_nucleus;
mod film_robustness;
mod film_scaling;
mod flow_response;
mod inertia;
mod liquid_history;
mod liquid_motion;
mod motions;
mod oblique_liquid;
mod open_liquid;
mod own_model;
mod pair;
mod rolling;
mod shipped_cases;
mod theory_oblique;
mod touch;
