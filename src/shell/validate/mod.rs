//! Comparisons with experiment and theory.
//!
//! An [`entry`] is a TOML file under `validation/`: an [`experiment`] with its parameters, and the quantities that are
//! compared, each with its reference, source, uncertainty, accepted band and the reason of the band. All are built into the
//! program. [`suite`] runs them side by side, [`report`] shows the verdicts.
//!
//! | experiment | against |
//! |---|---|
//! | [`case_run`] | measured bounces and falls; the same case on finer grids |
//! | [`drag`] | the drag of a sphere in a stream |
//! | [`approach`], [`tube`] | Stokes drag near a wall (Brenner 1961), in a tube (Haberman & Sayre 1958) |
//! | [`wall_parallel`] | drag and torque along a wall, exact |
//! | [`sphere_wake`] | the three-dimensional wake of a sphere (Johnson & Patel 1999) |
//! | [`free_fall`] | straight and oblique falls of a sphere (Uhlmann & Dušek 2014) |
//! | [`curve`] | the wet restitution curve: begin of rebound, monotony |
//! | [`dry_impact`], [`luding_impact`], [`oblique_impact`] | dry impacts by the engine of `wetbounce impact` |
//! | [`oblique_liquid`] | oblique impacts in the coupled solver: the dry impact, one normal restitution for all angles |
//! | [`wall_force`] | the energy statement of the exponential wall force |
//! | [`film_alone`] | the elastic film between rigid surfaces, and without viscosity |
//! | [`film_table`], [`film_orders`] | bounces through the film alone; its orders and ledgers |
//! | [`film_hand_over`] | the gap at which the grid hands over to the film |
//! | [`independence`] | bounces under numbers of the method: cells, vessel, start, smallest gap; oblique impacts too |
//! | [`theory_drop`] | a drop by theory alone with Basset's force; where near and far drag meet |
//! | [`closed_forms`], [`history_record`] | exact values of the liquid forces; the memory of the history force |
//! | [`oscillating`] | the force on an oscillating sphere in creeping flow (Stokes 1851) |
//! | [`added_mass`] | added mass and history force of an impulsive start, far from and near a wall |
//! | [`basset`] | the fall from rest in creeping flow, exact |
//! | [`manufactured`], [`manufactured_modes`] | order in space and time on moving cells |
//! | [`conservation`], [`uniform_flow`] | geometric conservation, divergence, mass |
//! | [`dry`] | the restitution put into the contact law |
//! | [`density_ratio`] | smooth starts at every density ratio |
//! | [`determinism`] | the same bits |
//! | [`cost`] | times and memory |
//!
//! [`refinement`] takes any case to finer grids, shorter steps or a wider container and states orders and the
//! grid-convergence index; [`own_case`] judges a case by its own record, [`overlay`] puts the user's own data beside the results.

pub mod added_mass;
pub mod approach;
pub mod basset;
pub mod case_run;
pub mod closed_forms;
pub mod conservation;
pub mod cost;
pub mod curve;
pub mod density_ratio;
pub mod determinism;
pub mod drag;
pub mod dry;
pub mod dry_impact;
pub mod entry;
pub mod experiment;
pub mod film_alone;
pub mod film_hand_over;
pub mod film_orders;
pub mod film_table;
pub mod history_record;
pub mod free_fall;
pub mod independence;
pub mod luding_impact;
pub mod manufactured;
pub mod manufactured_modes;
pub mod measured;
pub mod oblique_impact;
pub mod oblique_liquid;
pub mod oscillating;
pub mod overlay;
pub mod own_case;
pub mod page;
mod polynomial;
pub mod refinement;
pub mod report;
pub mod scene;
pub mod sphere_wake;
pub mod suite;
pub mod theory_drop;
pub mod tube;
pub mod uniform_flow;
pub mod wall_force;
pub mod wall_parallel;
