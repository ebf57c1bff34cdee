//! What follows from dimensionless groups: liquid viscosity, sphere density and approach speed.
//!
//! A plan may vary `reynolds`, `stokes` and `density_ratio` besides the keys of the case. With diameter `D`, liquid
//! density `ρl` and gravity `g` of the base case,
//!
//! ```text
//! Re = ρl U D/μ      St = ρp U D/(9 μ) = τ Re/9      τ = ρp/ρl
//! ```
//!
//! two of the three determine the third; one alone keeps the density ratio of the case (`reynolds`, `stokes`), or its
//! viscosity (`density_ratio`). The viscosity follows from `Re` at the approach speed:
//!
//! - `approach = "prescribed"`: `U` is that of the case, `μ = ρl U D/Re`;
//! - `approach = "terminal"`: `U` is the terminal speed in that very liquid, as in the experiments, in which spheres
//!   fall through liquids of different viscosity. At terminal speed weight, buoyancy and drag balance, `Ar = 18 φ(Re) Re`
//!   with `Ar = (τ − 1) g D³/ν²` and `φ` the standard drag curve (Clift, Grace & Weber 1978). So `Re` gives `Ar`, `Ar`
//!   gives `ν`, and `U = Re ν/D`: closed form.

use super::plan::Approach;
use crate::case::{Case, Start};
use crate::liquid::ImmersedSphere;
use crate::liquid::drag::clift_grace_weber::{CRISIS, clift_grace_weber};

/// The groups that a run is given.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Given {
    /// `Re = ρl U D/μ`.
    pub reynolds: Option<f64>,
    /// `St = ρp U D/(9μ)`.
    pub stokes: Option<f64>,
    /// `τ = ρp/ρl`.
    pub density_ratio: Option<f64>,
}

/// The names of the groups in a plan.
pub const GROUPS: [&str; 3] = ["reynolds", "stokes", "density_ratio"];

/// What follows; all in SI units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Followed {
    /// `U`, m/s, if it follows.
    pub speed: Option<f64>,
    /// `μ`, Pa s.
    pub viscosity: f64,
    /// `ρp`, kg/m³.
    pub density: f64,
}

impl Given {
    /// Sets the group called `name` in a plan.
    pub fn set(&mut self, name: &str, value: f64) {
        match name {
            "reynolds" => self.reynolds = Some(value),
            "stokes" => self.stokes = Some(value),
            _ => self.density_ratio = Some(value),
        }
    }

    /// Whether the viscosity follows.
    pub fn gives_viscosity(&self) -> bool {
        self.reynolds.is_some() || self.stokes.is_some()
    }

    /// Whether the sphere's density follows.
    pub fn gives_density(&self) -> bool {
        self.density_ratio.is_some() || (self.reynolds.is_some() && self.stokes.is_some())
    }

    /// Viscosity, density and approach speed for `case`.
    ///
    /// # Errors
    /// What is missing or impossible, and what to do.
    pub fn follow(&self, case: &Case, approach: Approach) -> Result<Followed, (&'static str, &'static str)> {
        if self.reynolds.is_some() && self.stokes.is_some() && self.density_ratio.is_some() {
            return Err(("St = τ Re/9 follows from the other two", "keep two of reynolds, stokes and density_ratio"));
        }
        let (liquid, diameter) = (&case.liquid, case.sphere.diameter);
        let ratio = match (self.density_ratio, self.reynolds, self.stokes) {
            (Some(ratio), ..) => ratio,
            (None, Some(reynolds), Some(stokes)) => 9.0 * stokes / reynolds,
            _ => case.sphere.density / liquid.density,
        };
        let density = if self.gives_density() { ratio * liquid.density } else { case.sphere.density };
        let reynolds = self.reynolds.or(self.stokes.map(|stokes| 9.0 * stokes / ratio));
        let prescribed = case.release.start.speed();
        match (approach, reynolds) {
            (Approach::Prescribed, None) => Ok(Followed { speed: None, viscosity: liquid.viscosity, density }),
            (Approach::Prescribed, Some(reynolds)) => {
                let speed = prescribed.ok_or((
                    "the groups need the approach speed they are based on",
                    "give the base case a release.speed, or set it in the plan: [set] release.speed = \"0.5 m/s\"",
                ))?;
                Ok(Followed { speed: None, viscosity: liquid.density * speed * diameter / reynolds, density })
            }
            (Approach::Terminal, _) if matches!(case.release.start, Start::Rest) => Err((
                "a sphere released from rest finds its own speed",
                "give the base case a release.speed, which the terminal speed then replaces",
            )),
            (Approach::Terminal, _) if (ratio - 1.0) * case.gravity() <= 0.0 => Err((
                "the sphere does not fall to the wall, so it has no terminal speed",
                "take a sphere denser than the liquid under gravity, or a lighter one with wall.position = \"above\"",
            )),
            (Approach::Terminal, None) => {
                let speed = ImmersedSphere { density, ..case.immersed() }.terminal_speed(case.gravity());
                Ok(Followed { speed: Some(speed), viscosity: liquid.viscosity, density })
            }
            (Approach::Terminal, Some(reynolds)) if reynolds < CRISIS => {
                let archimedes = 18.0 * clift_grace_weber(reynolds) * reynolds;
                let kinematic = ((ratio - 1.0) * case.gravity() * diameter.powi(3) / archimedes).sqrt();
                let speed = Some(reynolds * kinematic / diameter);
                Ok(Followed { speed, viscosity: kinematic * liquid.density, density })
            }
            (Approach::Terminal, Some(_)) => {
                Err(("the drag curve ends at a Reynolds number of 3.38e5", "take a smaller Reynolds or Stokes number"))
            }
        }
    }

    /// What follows from what, in words; `None` if nothing does.
    pub fn statement(&self, approach: Approach) -> Option<String> {
        let named = [("Re", self.reynolds), ("St", self.stokes), ("the density ratio", self.density_ratio)];
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
            (_, None, None) => None,
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
            Approach::Prescribed => self.gives_viscosity().then_some("U and D those of the case"),
        };
        let formulas: Vec<&str> = [density, viscosity, speed].into_iter().flatten().collect();
        Some(format!("{} {verb}{from}: {}", followed.join(" and "), formulas.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case() -> Case {
        let text = "sphere = { diameter = \"6 mm\", material = \"steel\" }\n\
                    liquid = { density = \"965 kg/m3\", viscosity = \"100 mPa s\" }\n\
                    release = { gap = \"7 D\", speed = \"0.5 m/s\" }";
        Case::parse(text, "case.toml", &[]).unwrap()
    }

    fn with(case: &Case, followed: Followed) -> Case {
        let mut case = case.clone();
        (case.liquid.viscosity, case.sphere.density) = (followed.viscosity, followed.density);
        if let (Some(new), Start::Prescribed { speed, .. }) = (followed.speed, &mut case.release.start) {
            *speed = new;
        }
        case
    }

    #[test]
    fn the_case_that_follows_has_the_groups_it_was_given() {
        let base = case();
        for approach in [Approach::Prescribed, Approach::Terminal] {
            for (reynolds, stokes, density_ratio) in [
                (Some(30.0), Some(27.0), None),
                (Some(30.0), None, None),
                (None, Some(27.0), None),
                (None, Some(27.0), Some(3.0)),
                (Some(164.0), None, Some(2.5)),
                (None, None, Some(2.5)),
            ] {
                let given = Given { reynolds, stokes, density_ratio };
                let groups = with(&base, given.follow(&base, approach).unwrap()).groups();
                for (wanted, found) in
                    [(reynolds, groups.reynolds), (stokes, groups.stokes), (density_ratio, groups.density_ratio)]
                {
                    assert!(wanted.is_none_or(|wanted| (found / wanted - 1.0).abs() < 1e-12), "{given:?} {groups:?}");
                }
            }
        }
    }

    #[test]
    fn at_terminal_approach_the_speed_is_the_terminal_speed_of_the_case_that_follows() {
        let base = case();
        for stokes in [0.01, 1.0, 27.0, 152.0, 1000.0] {
            let given = Given { stokes: Some(stokes), ..Given::default() };
            let follows = with(&base, given.follow(&base, Approach::Terminal).unwrap());
            let speed = follows.release.start.speed().unwrap();
            assert!((follows.terminal_speed() / speed - 1.0).abs() < 1e-9, "St {stokes}");
        }
        let given = Given::default().follow(&base, Approach::Terminal).unwrap();
        assert_eq!(given.speed, Some(base.terminal_speed()));
    }

    #[test]
    fn a_sphere_that_does_not_fall_or_has_no_speed_is_refused() {
        let mut rest = case();
        rest.release.start = Start::Rest;
        let stokes = Given { stokes: Some(10.0), ..Given::default() };
        assert!(stokes.follow(&rest, Approach::Prescribed).unwrap_err().0.contains("approach speed"));
        assert!(stokes.follow(&rest, Approach::Terminal).unwrap_err().0.contains("its own speed"));
        let light = Given { density_ratio: Some(0.9), ..stokes };
        assert!(light.follow(&case(), Approach::Terminal).unwrap_err().0.contains("does not fall"));
        let all = Given { reynolds: Some(1.0), ..light };
        assert!(all.follow(&case(), Approach::Prescribed).unwrap_err().0.contains("other two"));
    }
}
