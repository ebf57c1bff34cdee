//! Where the film ends: the rigid tail outside of the matching radius, and the part of the force that a flow solver
//! already resolves.
//!
//! Outside of the matching radius `R` the surfaces are rigid and the pressure is Reynolds' for a receding sphere,
//! `p(r) = −3μ₀aV/H²`, `H = h₀ + r²/2a`. It gives the film its edge pressure `p(R)` and adds the force
//! `∫_R^∞ p 2πr dr = −6πμ₀a²V/H(R)`. A rigid film with this tail has exactly `F = −6πμ₀a²V/h₀` whatever `R`.
//!
//! A grid whose geometry stands at the [resolved gap](SmallestGap) `ĥ(h₀) ≥ h₀` contains the lubrication force at `ĥ`.
//! The film replaces it: beside the grid's force there acts on the sphere
//!
//! `ΔF = F_film − F_rigid(ĥ, V)`, `F_rigid(h, V) = −6πμ₀a²V/h`,
//!
//! with the same tail in both, so `R` drops out. Above `2 h_g`, where `ĥ = h₀`, only the film's elasticity, cavitation
//! and piezoviscosity remain of it (all vanish with growing gap); below, the film takes over with a continuous slope.
//! Left out is the next term of the rigid force, `−(1/5) ln(h₀/ĥ)·6πμ₀aV` (Cooley & O'Neill 1969): for `h_g = 0.004 D`
//! it is less than `0.2 ĥ/a |ln(h₀/ĥ)|`, 0.4 % of the film's force.

use super::properties::FilmProperties;
use crate::grid::SmallestGap;

/// Reynolds' lubrication force on a rigid sphere (Reynolds 1886; Taylor), `−6πμa²V/h` \[N\]. `gap` \[m\] > 0, `speed`
/// [m/s], positive away from the wall.
pub fn rigid_force(radius: f64, viscosity: f64, gap: f64, speed: f64) -> f64 {
    -6.0 * std::f64::consts::PI * viscosity * radius * radius * speed / gap
}

impl FilmProperties {
    /// Lubrication force that a grid with this smallest gap holds \[N\], `−6πμa²V/ĥ`, for a sphere at `gap` \[m\] and
    /// `speed` [m/s].
    pub fn resolved_force(&self, smallest_gap: SmallestGap, gap: f64, speed: f64) -> f64 {
        rigid_force(self.radius, self.viscosity, smallest_gap.resolved(gap), speed)
    }
}

/// The rest of the world as the film sees it, affine in the sphere's speed `V`:
///
/// `M dV/dt = f − c V + F_film [− F_rigid(ĥ(h₀), V)]`, `dh₀/dt = V`.
///
/// A flow solver whose step gives `M' V_new = b + Δt F` passes `M = M'`, `c = 0`, `f = (b − M' V_old)/Δt`; one that
/// knows the part of `M'` that is drag, `M' = M + c Δt`, passes `c` too and gets the better speed between the ends.
/// An infinite inertia prescribes the speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outer {
    /// Inertia `M` of sphere (and the added mass the caller counts with it) \[kg\]. Positive; may be infinite.
    pub inertia: f64,
    /// Drag coefficient `c` of everything but the film [N s/m].
    pub damping: f64,
    /// Force `f` of everything but film and drag \[N\], positive away from the wall.
    pub force: f64,
    /// Smallest gap of a flow solver's grid. `None`: the film stands alone.
    pub smallest_gap: Option<SmallestGap>,
}

impl Outer {
    /// A free sphere with nothing but the film.
    pub fn free(inertia: f64) -> Self {
        Self { inertia, damping: 0.0, force: 0.0, smallest_gap: None }
    }

    /// A sphere that keeps the speed of its state.
    pub fn steady() -> Self {
        Self::free(f64::INFINITY)
    }

    /// The surroundings of one flow step, from the flow solver's scalar relation `M' V_new = b + Δt F` with
    /// `F = F_film − F_rigid(ĥ(h₀), V)`: `inertia` is `M'` \[kg\], `impulse` is `b` [N s], `speed` the speed at
    /// the start of the step [m/s], `duration` is `Δt` \[s\], `smallest_gap` the grid's. After
    /// [`FilmSetup::advance`](super::FilmSetup::advance) over `Δt` the state's speed satisfies the relation with the
    /// mean of `F`.
    pub fn from_step(inertia: f64, impulse: f64, speed: f64, duration: f64, smallest_gap: SmallestGap) -> Self {
        let force = (impulse - inertia * speed) / duration;
        Self { inertia, damping: 0.0, force, smallest_gap: Some(smallest_gap) }
    }

    /// Force of the grid's film that is taken back, `−F_rigid(ĥ(h₀), V)` \[N\], with its derivatives with
    /// respect to `h₀` and `V`.
    pub(super) fn resolved(&self, properties: &FilmProperties, gap: f64, speed: f64) -> (f64, f64, f64) {
        let Some(smallest) = self.smallest_gap else { return (0.0, 0.0, 0.0) };
        let per_speed = -properties.resolved_force(smallest, gap, 1.0);
        let per_gap = -per_speed * speed / smallest.resolved(gap) * smallest.slope(gap);
        (per_speed * speed, per_gap, per_speed)
    }
}

/// Edge pressure and force of the tail at one gap and speed, with derivatives.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Tail {
    /// Gap at the matching radius, `H(R) = h₀ + R²/2a` \[m\].
    pub(super) thickness: f64,
    /// `p(R)` \[Pa\], and its derivatives with respect to `h₀` and `V`.
    pub pressure: [f64; 3],
    /// Force \[N\], and its derivatives with respect to `h₀` and `V`.
    pub force: [f64; 3],
}

impl Tail {
    /// The tail outside of `matching_radius`; lengths \[m\].
    pub(super) fn new(radius: f64, viscosity: f64, matching_radius: f64, gap: f64, speed: f64) -> Self {
        let thickness = gap + matching_radius * matching_radius / (2.0 * radius);
        let per_speed = -3.0 * viscosity * radius / (thickness * thickness);
        let force_per_speed = rigid_force(radius, viscosity, thickness, 1.0);
        Self {
            thickness,
            pressure: [per_speed * speed, -2.0 * per_speed * speed / thickness, per_speed],
            force: [force_per_speed * speed, -force_per_speed * speed / thickness, force_per_speed],
        }
    }
}
