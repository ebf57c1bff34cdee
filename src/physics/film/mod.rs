//! The elastohydrodynamic film: Reynolds' equation between elastic surfaces, without a cut-off length.
//!
//! Between sphere and wall, on rings from the axis to a matching radius `R`, the film obeys
//!
//! `∂[(1 − θ)h]/∂t = (1/r) ∂/∂r [ r h³/(12 μ(p)) ∂p/∂r ]`, `h(r, t) = h₀(t) + r²/2a + u(r, t)`,
//!
//! with the deflection `u = G p_e` of two elastic half-spaces (`elasticity`), rupture as a complementarity
//! (`p + p_c ≥ 0`, `θ ≥ 0`, `(p + p_c) θ = 0`), a viscosity that rises with pressure ([`PressureViscosity`]),
//! asperities that carry load beside the film ([`Roughness`]) and solids that may relax ([`relaxation_time`]). The
//! sphere obeys `M dV/dt = f − cV + F`, `dh₀/dt = V` ([`Outer`]). The gap `h₀` of the undeformed surfaces turns
//! negative in contact, while `h` stays positive; Hertz' contact is the limit of vanishing viscosity.
//!
//! # How it is solved
//!
//! - **Space**: finite volumes whose values are ring means; faces carry a mobility that is exact for a rigid sphere
//!   (`flux`), the influence matrix is Galerkin's, symmetric in energy. Second order. The discrete film balances its
//!   power exactly, `Σ A p ∂h/∂t` = heat of the fluxes + work on void and asperities, so that the energy ledger
//!   ([`FilmLedger`], [`StoredEnergy`]) closes up to the time error alone.
//! - **Time**: TR-BDF2 with an embedded error estimate and adaptive steps (`step`), second order and L-stable.
//! - **Each stage**: one Newton iteration for all pressures and the speed together, with an active set for the void and
//!   a step length that keeps every thickness positive (`newton`). No allocation, no state outside [`FilmState`].
//! - **Outside of `R`**: the rigid lubrication tail, so that `R` hardly matters; see [`Outer`] and [`rigid_force`] for
//!   the hand-over to a flow solver.
//!
//! # Alone, and beneath a grid
//!
//! ```
//! # use wetbounce_physics as wetbounce;
//! use wetbounce::film::{FilmAccuracy, FilmImpact, FilmProperties};
//!
//! let oil = FilmProperties {
//!     cavitation_pressure: Some(1e5),
//!     ..FilmProperties::simple(1.5e-3, 4.9e10, 0.01)
//! };
//! let impact = FilmImpact { mass: 1.1e-4, speed: 0.55, gap: 3e-5, exit_gap: 3e-5 };
//! let bounce = impact.run(&impact.film(oil, FilmAccuracy::default())?)?;
//! assert!(bounce.restitution > 0.85 && bounce.energy_error < 0.005);
//! # Ok::<(), wetbounce::film::FilmRunError>(())
//! ```
//!
//! A flow solver that resolves gaps down to `h_g` builds a [`FilmSetup`] with [`FilmSetup::for_impact`] when the gap
//! falls below [`FilmProperties::engagement_gap`], starts it with [`FilmSetup::start`], and from then on lets
//! [`FilmSetup::advance`] find gap and speed at the end of each of its steps, given its scalar relation for the sphere
//! ([`Outer::from_step`]). It drops the film when [`FilmSetup::may_release`] says so. Checkpoint: [`FilmProperties`],
//! [`RingLayout`], tolerance and [`FilmState`]; [`FilmScratch`] may be lost at any time.
//!
//! # Validity
//!
//! Lubrication theory: film thin against its radius, reduced Reynolds number `ρ|V|h/μ` small (a grid's film is held at
//! `h_g` with its inertia; the film below has none), half-spaces: contact radius small against the sphere's,
//! quasi-static elasticity (no waves). A ruptured film holds vapour at constant pressure and conserves its liquid.

mod bounce;
mod compression;
pub mod correlations;
mod elasticity;
mod error;
mod flux;
mod grid;
mod heating;
mod limiting_stress;
mod lu;
mod matching;
mod newton;
mod phases;
mod properties;
mod relaxation;
mod roughness;
mod shear;
mod solver;
mod stage;
mod state;
mod step;
mod thinning;
mod viscosity;

pub use bounce::{FilmBounce, FilmImpact, FilmPassage, FilmProfile, FilmRunError, FilmSample, ProfileMoment};
pub use compression::Compressibility;
pub use error::FilmError;
pub use grid::{FilmGrid, RingLayout};
pub use heating::{Heating, Warmth};
pub use limiting_stress::LimitingStress;
pub use lu::DenseLu;
pub use matching::{Outer, rigid_force};
pub use phases::PhaseHeat;
pub use properties::FilmProperties;
pub use relaxation::relaxation_time;
pub use roughness::{Asperities, AsperityLoad, AsperityModel, PEAKS_MEET, Roughness};
pub use shear::ShearResistance;
pub use solver::{FilmAccuracy, FilmSetup, Inflow};
pub use state::{FilmLedger, FilmState, StoredEnergy};
pub use step::{FilmReport, FilmScratch};
pub use thinning::ShearThinning;
pub use viscosity::{PiezoviscosityLaw, PressureViscosity};
