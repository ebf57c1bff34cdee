//! Theory of the liquid forces on a sphere near a wall, one law a file.
//!
//! With `U` the speed towards the wall (`U = −dh/dt`), the liquid pushes the sphere away from the wall with
//!
//! `f = 6πaμU × drag factor  + added mass (½ + 3/2 W) m_l U̇ − ¾ m_l U²/a dW/dδ*  + history  + buoyancy`
//!
//! | piece | law | file |
//! |---|---|---|
//! | drag far from the wall | Schiller & Naumann; Clift, Grace & Weber | [`schiller_naumann`], [`clift_grace_weber`], chosen by [`FarDrag`] |
//! | drag near the wall | Brenner (exact); Cooley & O'Neill; Cox & Brenner | [`brenner`](mod@brenner), [`cooley_oneill`](mod@cooley_oneill), [`cox_brenner`], chosen by [`NearDrag`] |
//! | drag at every gap | near and far, handed over where they meet | [`wall_drag`] |
//! | added mass | exact image series or its published truncation | [`wall_image`], [`wall_image_published`], chosen by [`AddedMass`] |
//! | history force | Basset; Mei & Adrian; Kim, Elghobashi & Sirignano; wall factor | [`history_kernel`], [`acceleration_weight`], [`history_wall`] |
//! | its memory | sum of exponentials; graded stretches of the past | [`history`], [`history_exponentials`], [`history_convolution`], [`history_graded`], [`history_moments`] |
//! | weight and buoyancy | Archimedes | [`buoyancy`] |
//! | where the film stops to drag | Davis, Serayssol & Hinch; Yang & Hunt; roughness | [`davis_serayssol_hinch`], [`yang_hunt`], chosen by [`FilmCutoff`] |
//! | suction limited by cavitation | closed form | [`cavitation`] |
//! | blend of theory and simulation | smooth Heaviside function | [`blend`] |
//!
//! Notation as in the crate's front page; `l = 1 + δ*` is the distance of the centre from the wall in radii,
//! `cosh α = l`, `Re = ρ_l |U| D/μ`, `m_l` the mass of the displaced liquid.

pub mod acceleration_weight;
pub mod added_mass;
pub mod blend;
pub mod brenner;
pub mod buoyancy;
pub mod cavitation;
pub mod clift_grace_weber;
pub mod cooley_oneill;
pub mod cox_brenner;
pub mod davis_serayssol_hinch;
pub mod far_drag;
pub mod film_cutoff;
pub mod history;
pub mod history_convolution;
pub mod history_exponentials;
pub mod history_graded;
pub mod history_kernel;
pub mod history_moments;
pub mod history_wall;
pub mod immersed_sphere;
pub mod near_drag;
pub mod schiller_naumann;
pub mod wall_drag;
pub mod wall_image;
pub mod wall_image_published;
pub mod yang_hunt;

pub use added_mass::AddedMass;
pub use blend::Blend;
pub use brenner::brenner;
pub use cavitation::CavitationLimit;
pub use cooley_oneill::cooley_oneill;
pub use cox_brenner::{CoxBrenner, WallReynolds};
pub use far_drag::FarDrag;
pub use film_cutoff::{CutoffLaw, FilmCutoff};
pub use history::{HistoryForce, HistoryIntegral, HistoryMemory};
pub use history_exponentials::Exponentials;
pub use history_kernel::{HistoryKernel, PresentKernel};
pub use history_wall::HistoryWall;
pub use immersed_sphere::ImmersedSphere;
pub use near_drag::NearDrag;
pub use wall_drag::WallDrag;

/// Which way the sphere moves: the inertia of the film helps or hinders accordingly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the wall.
    Approaching,
    /// Away from the wall.
    Receding,
}

impl Direction {
    /// The direction of a velocity (m/s), positive away from the wall; a sphere at rest counts as approaching.
    pub fn of(velocity: f64) -> Self {
        if velocity > 0.0 { Self::Receding } else { Self::Approaching }
    }
}
