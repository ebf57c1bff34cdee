//! Theory of the liquid forces on a sphere near a wall, one law a file.
//!
//! With `U` the speed towards the wall (`U = −dh/dt`), the liquid pushes the sphere away from the wall with
//!
//! `f = 6πaμU × drag factor  + added mass (½ + 3/2 W) m_l U̇ − ¾ m_l U²/a dW/dδ*  + history  + buoyancy`
//!
//! | piece | law | file |
//! |---|---|---|
//! | drag far from the wall | Schiller & Naumann; Clift, Grace & Weber | [`drag`], chosen by [`FarDrag`] |
//! | drag near the wall | Brenner with the liquid's inertia; Brenner (exact); Cooley & O'Neill; Cox & Brenner | [`drag`], chosen by [`NearDrag`] |
//! | drag of two spheres on one axis | exact in creeping flow | [`TwoSpheres`] |
//! | drag at every gap | near and far in one law, or handed over where they meet | [`WallDrag`] |
//! | added mass | exact image series or its published truncation | [`wall_image`], [`wall_image_published`], chosen by [`AddedMass`] |
//! | history force | Basset; Mei & Adrian; Kim, Elghobashi & Sirignano | [`history_kernel`], [`acceleration_weight`] |
//! | wall effect on it | unsteady Stokes flow; a factor as published | [`history_screening`], chosen by [`HistoryWall`] |
//! | its memory | sum of exponentials; graded stretches of the past | [`history`], [`history_exponentials`], [`history_convolution`], [`history_screened`], [`history_graded`], [`history_moments`] |
//! | drag and torque along the wall | exact in creeping flow | [`parallel()`], of a table; [`oneill()`], to round-off |
//! | added mass and history along the wall | first image (Lamb) | [`parallel_inertia`] |
//! | drag on the axis of a tube | Haberman & Sayre | [`tube`] |
//! | what a boundary far from a wall adds to the drag, for warnings | creeping flow, shielded by inertia; blockage | [`far_boundary`] |
//! | weight and buoyancy | Archimedes | [`buoyancy`] |
//! | the other side of the film | a wall, another sphere | [`FilmCounterpart`] |
//! | where the film stops to drag | Davis, Serayssol & Hinch; Yang & Hunt; roughness | [`davis_serayssol_hinch`], [`yang_hunt`], chosen by [`FilmCutoff`] |
//! | suction limited by cavitation | closed form | [`cavitation`] |
//! | blend of theory and simulation | smooth Heaviside function | [`blend`] |
//!
//! Notation as in the crate's front page; `l = 1 + δ*` is the distance of the centre from the wall in radii,
//! `cosh α = l`, `Re = ρ_l |U| D/μ`, `m_l` the mass of the displaced liquid.

pub mod acceleration_weight;
pub mod added_mass;
pub mod blend;
pub mod buoyancy;
pub mod cavitation;
pub mod davis_serayssol_hinch;
pub mod drag;
pub mod film_cutoff;
pub mod groups;
pub mod history;
pub mod history_convolution;
pub mod history_exponentials;
pub mod history_graded;
pub mod history_integral;
pub mod history_kernel;
pub mod history_moments;
pub mod history_screened;
pub mod history_screening;
pub mod history_wall;
pub mod immersed_sphere;
pub mod laws;
pub mod lift;
pub mod counterpart;
pub mod parallel_inertia;
pub mod tube;
pub mod far_boundary;
pub mod wall_image;
pub mod wall_image_published;
pub mod yang_hunt;

pub use added_mass::AddedMass;
pub use blend::Blend;
pub use cavitation::CavitationLimit;
pub use counterpart::FilmCounterpart;
pub use drag::brenner::brenner;
pub use drag::cooley_oneill::cooley_oneill;
pub use drag::cox_brenner::WallReynolds;
pub use drag::oneill::oneill;
pub use drag::parallel::{Parallel, parallel};
pub use drag::two_spheres::TwoSpheres;
pub use drag::{FarDrag, Heading, NearDrag, WallDrag};
pub use film_cutoff::{CutoffLaw, FilmCutoff};
pub use groups::Groups;
pub use history::HistoryMemory;
pub use history_convolution::ConvolutionMemory;
pub use history_exponentials::Exponentials;
pub use history_integral::{HistoryIntegral, StageIntegrals};
pub use history_kernel::{HistoryKernel, PresentKernel};
pub use history_screening::Screening;
pub use history_wall::{HistoryWall, HistoryWallLaw};
pub use immersed_sphere::ImmersedSphere;
pub use laws::LiquidLaws;
pub use lift::Lift;
