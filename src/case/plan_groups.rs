//! The dimensionless groups of a plan, in place of density, viscosity and approach speed of its base case.
//!
//! With diameter `D`, liquid density `ρl`, gravity `g` and approach speed `U`
//!
//! ```text
//! Re = ρl U D/μ      St = ρp U D/(9 μ) = τ Re/9      τ = ρp/ρl
//! ```
//!
//! Of `reynolds`, `stokes` and `density_ratio` two determine the third; one alone keeps the density ratio of the case
//! (`reynolds`, `stokes`), or its viscosity (`density_ratio`). The viscosity then follows from `Re`
//!
//! - at the approach speed of the case, `approach = "prescribed"`: `μ = ρl U D/Re`;
//! - where `stokes_binary` is given instead, at the speed with which the case's gap closes: `St_b = m* V/(6πμ r*²)`
//!   (Yang & Hunt 2006), at a wall the same as `stokes`;
//! - at the terminal speed in that very liquid, `approach = "terminal"`, as in the experiments, in which spheres fall
//!   through liquids of different viscosity. At terminal speed weight, buoyancy and drag balance, `Ar = 18 φ(Re) Re`
//!   with `Ar = (τ − 1) g D³/ν²` and `φ` the standard drag curve (Clift, Grace & Weber 1978). So `Re` gives `Ar`, `Ar`
//!   gives `ν`, and `U = Re ν/D`: closed form.

use super::case::Case;
use super::groups::{RANGES, viscosity_at};
use super::section::PlanValues;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::keywords;
use wetbounce_physics::liquid::ImmersedSphere;
use wetbounce_physics::liquid::drag::clift_grace_weber::{CRISIS, clift_grace_weber};
use wetbounce_physics::problem::solids::{DENSITIES, VISCOSITIES};

keywords! {
    /// Where the approach speed of the runs of a plan comes from.
    Approach {
        /// The case says it: `release.speed` of the base case, or that of the plan.
        Prescribed = "prescribed",
        /// The terminal speed of the sphere in the liquid of each run, as in the experiments.
        Terminal = "terminal",
    }
}

/// The groups that a plan gives a run.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PlanGroups {
    /// `Re = ρl U D/μ`.
    pub reynolds: Option<f64>,
    /// `St = ρp U D/(9μ)`.
    pub stokes: Option<f64>,
    /// `St_b = m* V/(6πμ r*²)`, of two spheres; at a wall `St`.
    pub stokes_binary: Option<f64>,
    /// `τ = ρp/ρl`.
    pub density_ratio: Option<f64>,
}

/// The names of the groups in a plan.
pub const GROUPS: [&str; 4] = ["reynolds", "stokes", "stokes_binary", "density_ratio"];

/// Why nothing follows, and advice.
pub type Refusal = (&'static str, &'static str);

impl PlanGroups {
    /// Sets the group called `name` in a plan.
    pub fn set(&mut self, name: &str, value: f64) {
        match name {
            "reynolds" => self.reynolds = Some(value),
            "stokes" => self.stokes = Some(value),
            "stokes_binary" => self.stokes_binary = Some(value),
            _ => self.density_ratio = Some(value),
        }
    }

    /// Whether the viscosity follows.
    pub fn gives_viscosity(&self) -> bool {
        self.reynolds.is_some() || self.stokes.is_some() || self.stokes_binary.is_some()
    }

    /// Whether the sphere's density follows.
    pub fn gives_density(&self) -> bool {
        self.density_ratio.is_some() || (self.reynolds.is_some() && self.stokes.is_some())
    }

    /// The same groups without `stokes_binary`, whose place `stokes` takes: `binary` is `St_b` over `St`, whatever the
    /// viscosity.
    ///
    /// # Errors
    /// Another group beside it, or a terminal speed, and advice.
    fn of_one_sphere(self, binary: f64, approach: Approach) -> Result<Self, Refusal> {
        let Some(stokes_binary) = self.stokes_binary else { return Ok(self) };
        if self != (Self { stokes_binary: self.stokes_binary, ..Self::default() }) {
            return Err((
                "St_b = m* V/(6 pi mu r*^2) gives the viscosity alone",
                "keep stokes_binary, or the other groups",
            ));
        }
        if approach == Approach::Terminal {
            let advice =
                "leave approach = \"terminal\" out: release.speed, and second.velocity, say how fast the gap closes";
            return Err(("the binary Stokes number is made with the speed at which the case's gap closes", advice));
        }
        if !(binary.is_finite() && binary > 0.0) {
            return Err((
                "the gap does not close, so it has no Stokes number",
                "give release.speed, or another second.velocity",
            ));
        }
        Ok(Self { stokes: Some(stokes_binary / binary), ..Self::default() })
    }

    /// Viscosity, density and approach speed in place of those of `case`.
    ///
    /// # Errors
    /// Why nothing follows, and advice.
    pub fn values(&self, case: &Case, approach: Approach) -> Result<PlanValues, Refusal> {
        let problem = &case.problem;
        if approach == Approach::Terminal && matches!(problem.start.start, Start::Rest) {
            let advice = "give the base case a release.speed, which the terminal speed then replaces";
            return Err(("a sphere released from rest finds its own speed", advice));
        }
        let groups = self.of_one_sphere(problem.gap_over_own_stokes(), approach)?;
        let values = groups.solve(&problem.immersed(), problem.start.start.speed(), problem.gravity, approach)?;
        match (DENSITIES.contains(&values.density), VISCOSITIES.contains(&values.viscosity)) {
            (true, true) => Ok(values),
            (false, _) => Err(("ask for a density that no sphere has", RANGES)),
            (_, false) => Err(("ask for a viscosity that no liquid has", RANGES)),
        }
    }

    /// The values for the sphere `own` and its prescribed `speed` [m/s], under this gravity towards the wall [m/s²].
    fn solve(
        &self,
        own: &ImmersedSphere,
        speed: Option<f64>,
        gravity: f64,
        approach: Approach,
    ) -> Result<PlanValues, Refusal> {
        if self.reynolds.is_some() && self.stokes.is_some() && self.density_ratio.is_some() {
            return Err(("St = τ Re/9 follows from the other two", "keep two of reynolds, stokes and density_ratio"));
        }
        let (liquid, diameter) = (own.liquid_density, 2.0 * own.radius);
        let ratio = match (self.density_ratio, self.reynolds, self.stokes) {
            (Some(ratio), ..) => ratio,
            (None, Some(reynolds), Some(stokes)) => 9.0 * stokes / reynolds,
            _ => own.density / liquid,
        };
        let density = if self.gives_density() { ratio * liquid } else { own.density };
        let reynolds = self.reynolds.or(self.stokes.map(|stokes| 9.0 * stokes / ratio));
        match (approach, reynolds) {
            (Approach::Prescribed, None) => Ok(PlanValues { speed: None, viscosity: own.viscosity, density }),
            (Approach::Prescribed, Some(reynolds)) => {
                let speed = speed.ok_or((
                    "the groups need the approach speed they are based on",
                    "give the base case a release.speed, or set it in the plan: [set] release.speed = \"0.5 m/s\"",
                ))?;
                Ok(PlanValues { speed: None, viscosity: viscosity_at(reynolds, liquid, speed, diameter), density })
            }
            (Approach::Terminal, _) if (ratio - 1.0) * gravity <= 0.0 => Err((
                "the sphere does not fall to the wall, so it has no terminal speed",
                "take a sphere denser than the liquid under gravity, or a lighter one with wall.position = \"above\"",
            )),
            (Approach::Terminal, None) => {
                let speed = ImmersedSphere { density, ..*own }.terminal_speed(gravity);
                Ok(PlanValues { speed: Some(speed), viscosity: own.viscosity, density })
            }
            (Approach::Terminal, Some(reynolds)) if reynolds < CRISIS => {
                let archimedes = 18.0 * clift_grace_weber(reynolds) * reynolds;
                let kinematic_viscosity = ((ratio - 1.0) * gravity * diameter.powi(3) / archimedes).sqrt();
                let speed = Some(reynolds * kinematic_viscosity / diameter);
                Ok(PlanValues { speed, viscosity: kinematic_viscosity * liquid, density })
            }
            (Approach::Terminal, Some(_)) => {
                Err(("the drag curve ends at a Reynolds number of 3.38e5", "take a smaller Reynolds or Stokes number"))
            }
        }
    }

    /// The relations between the quantities, in words; `None` if nothing follows.
    pub fn statement(&self, approach: Approach) -> Option<String> {
        let named = [
            ("Re", self.reynolds),
            ("St", self.stokes),
            ("St_b", self.stokes_binary),
            ("the density ratio", self.density_ratio),
        ];
        let given: Vec<&str> = named.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect();
        let viscosity = self.gives_viscosity().then_some("liquid viscosity");
        let density = self.gives_density().then_some("sphere density");
        let speed = (approach == Approach::Terminal).then_some("approach speed");
        let followed: Vec<&str> = [viscosity, density, speed].into_iter().flatten().collect();
        if followed.is_empty() {
            return None;
        }
        let verb = if followed.len() == 1 { "follows" } else { "follow" };
        let from = if given.is_empty() { String::new() } else { format!(" from {}", given.join(" and ")) };
        let viscosity = match (approach, self.reynolds, self.stokes) {
            (_, None, None) => self.stokes_binary.map(|_| "mu = m* V/(6 pi r*^2 St_b)"),
            (Approach::Terminal, ..) => Some("nu^2 = (rho_p/rho_l - 1) g D^3/Ar with Ar = 18 phi(Re) Re"),
            (_, Some(_), _) => Some("mu = rho_l U D/Re"),
            (_, None, Some(_)) => Some("mu = rho_p U D/(9 St)"),
        };
        let density = match self.density_ratio {
            Some(_) => Some("rho_p = rho_l times the density ratio"),
            None => self.gives_density().then_some("rho_p = 9 rho_l St/Re"),
        };
        let speed = match approach {
            Approach::Terminal => Some("U the terminal speed, with the standard drag curve phi"),
            Approach::Prescribed if self.stokes_binary.is_some() => Some("m*, r* and V those of the case"),
            Approach::Prescribed => self.gives_viscosity().then_some("U and D those of the case"),
        };
        let formulas: Vec<&str> = [density, viscosity, speed].into_iter().flatten().collect();
        Some(format!("{} {verb}{from}: {}", followed.join(" and "), formulas.join(", ")))
    }
}
