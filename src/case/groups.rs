//! Dimensionless groups in place of dimensional keys: those of a case, in `[groups]`, and those that a plan varies.
//!
//! With diameter `D`, liquid density `ρl`, gravity `g` and approach speed `U`
//!
//! ```text
//! Re = ρl U D/μ      St = ρp U D/(9 μ) = τ Re/9      τ = ρp/ρl      Ga = √(|τ − 1| g D³) ρl/μ
//! ```
//!
//! In a case they stand for keys that are not there (`Written`). In a plan they replace those of its base case (`Given`): of
//! `reynolds`, `stokes` and `density_ratio` two determine the third; one alone keeps the density ratio of the case (`reynolds`,
//! `stokes`), or its viscosity (`density_ratio`). The viscosity then follows from `Re`
//!
//! - at the approach speed of the case, `approach = "prescribed"`: `μ = ρl U D/Re`;
//! - where `stokes_binary` is given instead, at the speed with which the case's gap closes: `St_b = m* V/(6πμ r*²)` (Yang & Hunt 2006), at a
//!   wall the same as `stokes`;
//! - at the terminal speed in that very liquid, `approach = "terminal"`, as in the experiments, in which spheres fall through liquids
//!   of different viscosity. At terminal speed weight, buoyancy and drag balance, `Ar = 18 φ(Re) Re` with `Ar = (τ − 1) g D³/ν²` and
//!   `φ` the standard drag curve (Clift, Grace & Weber 1978). So `Re` gives `Ar`, `Ar` gives `ν`, and `U = Re ν/D`: closed form.

use super::diagnostic::{InputError, Place};
use super::keys;
use super::section::{Imposed, Reader, Section};
use super::solids::{LiquidTable, SphereTable};
use std::ops::RangeInclusive;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::keys::within;
use wetbounce_physics::keywords;
use wetbounce_physics::liquid::ImmersedSphere;
use wetbounce_physics::liquid::drag::clift_grace_weber::{CRISIS, clift_grace_weber};
use wetbounce_physics::problem::solids::{DENSITIES, VISCOSITIES};
use wetbounce_physics::problem::{Preset, Surroundings};
use wetbounce_physics::quantity::{DENSITY, NUMBER, VISCOSITY};
use wetbounce_physics::table;

/// What the motion gives to the groups.
#[derive(Debug, Clone, Copy)]
struct Motion {
    /// Approach speed [m/s], if one is prescribed.
    speed: Option<f64>,
    /// Gravity [m/s²].
    gravity: f64,
    /// Density of a sphere of which nothing is said [kg/m³]: one whose motion is prescribed to the end floats, as its density plays no part.
    floating: Option<f64>,
}

/// A value that was given, the path of its key, and its place.
type Giver = (f64, &'static str, Place);

table! {
    /// Numbers in place of dimensional keys; NaN where they are not given.
    struct Groups {
        /// `Re = ρl U D/μ`.
        reynolds: f64 = f64::NAN, settled(&NUMBER, within(1e-9..=1e6));
        /// `St = ρp U D/(9 μ)`.
        stokes: f64 = f64::NAN, settled(&NUMBER, within(1e-9..=1e8));
        /// `Ga = √(|τ − 1| g D³) ρl/μ`.
        galileo: f64 = f64::NAN, settled(&NUMBER, within(1e-3..=1e8));
        /// `τ = ρp/ρl`.
        density_ratio: f64 = f64::NAN, settled(&NUMBER, within(RATIOS));
    }
}

/// The keys that may determine the sphere's density and the liquid's viscosity.
struct Written {
    densities: Vec<Giver>,
    viscosities: Vec<Giver>,
    stokes: Option<Giver>,
}

/// [`DENSITIES`] and [`VISCOSITIES`] in words.
const RANGES: &str = "densities may be 1e-3 to 1e5 kg/m3, viscosities 1e-7 to 1e6 Pa s";
/// Density ratios, in `[groups]` or `[sphere]`.
const RATIOS: RangeInclusive<f64> = 1e-3..=1e3;

/// Numbers that give the viscosity.
const REYNOLDS: &str = "groups.reynolds";
const GALILEO: &str = "groups.galileo";

impl Written {
    /// Reads `[groups]`, beside sphere and liquid as they are given. A density ratio is at once turned into a density.
    fn read([sphere, liquid, groups]: [&Section<'_>; 3], given: &SphereTable, of: &LiquidTable) -> Self {
        let (given, of) = (&given.sphere, &of.liquid);
        let giver = |section: &Section<'_>, path: &'static str, value: f64| -> Option<Giver> {
            Some((value, path, section.place(path_end(path))?.clone()))
        };
        let Groups { reynolds, stokes, galileo, density_ratio } = keys::read(Groups::default(), groups);
        let mut ratio = f64::NAN;
        keys::read_keys(sphere, |keys| keys.settled("density_ratio", &mut ratio, &NUMBER, within(RATIOS)));
        groups.hint("stokes_modified", "give stokes; the modified one, with the added mass, follows from it");
        let densities = [
            giver(sphere, "sphere.density", given.density),
            giver(sphere, "sphere.density_ratio", ratio * of.density),
            giver(groups, "groups.density_ratio", density_ratio * of.density),
        ];
        let viscosities = [
            giver(liquid, "liquid.viscosity", of.viscosity),
            giver(groups, REYNOLDS, reynolds),
            giver(groups, GALILEO, galileo),
        ];
        Self {
            densities: densities.into_iter().flatten().collect(),
            viscosities: viscosities.into_iter().flatten().collect(),
            stokes: giver(groups, "groups.stokes", stokes),
        }
    }

    /// Sphere density [kg/m³] and viscosity \[Pa s\]. A Stokes number `St = ρp U D/(9μ)` determines whichever of the two
    /// is not given otherwise; a material's density counts only where nothing else gives one.
    fn resolve(
        &self,
        reader: &Reader,
        [sphere, liquid]: [&Section<'_>; 2],
        (SphereTable { sphere: of_sphere, solid }, LiquidTable { named, liquid: of }): (&SphereTable, &LiquidTable),
        motion: Motion,
    ) -> (f64, f64) {
        let (diameter, material) = (of_sphere.diameter, solid.material);
        self.report_conflicts(reader);
        let speed = self.needed_speed(reader, motion.speed);
        let density = self.densities.first().map(|(value, ..)| *value);
        let preset = material.map(Preset::density).or(motion.floating);
        let drive = (density.or(preset).unwrap_or(f64::NAN) / of.density - 1.0).abs() * motion.gravity;
        let viscosity = self.viscosities.first().map(|(value, path, _)| match *path {
            REYNOLDS => viscosity_at(*value, of.density, speed, diameter),
            GALILEO => of.density * (drive * diameter.powi(3)).sqrt() / value,
            _ => *value,
        });
        let open = self.stokes.is_none() || (density.is_none() && preset.is_none());
        let viscosity = viscosity.or(named.filter(|_| open).map(|named| named.viscosity(of.density)));
        let (density, viscosity) = match (&self.stokes, density, viscosity, preset) {
            (Some((stokes, ..)), None, Some(viscosity), _) => {
                (Some(9.0 * viscosity * stokes / (speed * diameter)), Some(viscosity))
            }
            (Some((stokes, ..)), Some(density), None, _) | (Some((stokes, ..)), None, None, Some(density)) => {
                (Some(density), Some(density * speed * diameter / (9.0 * stokes)))
            }
            (_, density, viscosity, preset) => (density.or(preset), viscosity),
        };
        if density.is_none() && sphere.place("material").is_none() {
            sphere.missing(
                "density",
                "give density = \"7800 kg/m3\", a material such as material = \"steel\", or groups.density_ratio",
            );
        }
        if viscosity.is_none() && liquid.place("name").is_none() {
            liquid.missing(
                "viscosity",
                "give viscosity = \"10 mPa s\" or \"20 cSt\", name = \"water\" (a liquid by name), or groups.reynolds",
            );
        }
        let (density, viscosity) = (density.unwrap_or(f64::NAN), viscosity.unwrap_or(f64::NAN));
        self.report_out_of_range(reader, density, viscosity);
        (density, viscosity)
    }

    fn report_conflicts(&self, reader: &Reader) {
        let over = |givers: &[&Giver], what: &str, help: &str| {
            let mut problem = InputError::new(format!("{what} is given more than once"));
            for (_, path, place) in givers {
                problem = problem.at(reader.sources(), place, format!("by {path}"));
            }
            reader.report(problem.help(help));
        };
        if self.densities.len() > 1 {
            over(&self.densities.iter().collect::<Vec<_>>(), "the sphere's density", "keep one of these keys");
        }
        if self.viscosities.len() > 1 {
            over(
                &self.viscosities.iter().collect::<Vec<_>>(),
                "the liquid's viscosity",
                "Re = ρl U D/μ determines it, or Ga = √(|ρp/ρl − 1| g D³) ρl/μ; keep one of these keys",
            );
        }
        let galileo = self.viscosities.iter().find(|(_, path, _)| *path == GALILEO);
        if let (Some(stokes), Some(galileo)) = (&self.stokes, galileo) {
            return over(
                &[galileo, stokes],
                "the viscosity",
                "St = ρp U D/(9μ) or Ga = √(|ρp/ρl − 1| g D³) ρl/μ determines it; keep one of these keys",
            );
        }
        if let (Some(stokes), Some(density), Some(viscosity)) =
            (&self.stokes, self.densities.first(), self.viscosities.first())
        {
            over(
                &[density, viscosity, stokes],
                "the Stokes number",
                "St = ρp U D/(9μ) = τ Re/9 follows from the other two; keep two of these keys",
            );
        }
    }

    fn needed_speed(&self, reader: &Reader, speed: Option<f64>) -> f64 {
        let needs = |path: &str| path.starts_with("groups.") && path != GALILEO;
        let groups = self.viscosities.iter().chain(&self.stokes).find(|(_, path, _)| needs(path));
        if let (None, Some((_, path, place))) = (speed, groups) {
            let problem = InputError::new(format!("`{path}` needs the approach speed it is based on"))
                .at(reader.sources(), place, "a speed U is missing")
                .help("give release.speed, for example speed = \"0.585 m/s\" in [release]");
            reader.report(problem);
        }
        speed.unwrap_or(f64::NAN)
    }

    fn report_out_of_range(&self, reader: &Reader, density: f64, viscosity: f64) {
        let Some((_, _, place)) = self.stokes.as_ref().or(self.viscosities.last()).or(self.densities.last()) else {
            return;
        };
        let far = |value: f64, range: RangeInclusive<f64>| !value.is_nan() && !range.contains(&value);
        for (what, value, wrong) in [
            ("sphere density", DENSITY.brief(density), far(density, DENSITIES)),
            ("viscosity", VISCOSITY.brief(viscosity), far(viscosity, VISCOSITIES)),
        ] {
            if wrong {
                let problem = InputError::new(format!("the case asks for a {what} of {value}"))
                    .at(reader.sources(), place, "follows from this")
                    .help(RANGES);
                reader.report(problem);
            }
        }
    }
}

/// Reads `[sphere]`'s density and `[liquid]` with `[groups]` in place of keys that are not there, beside the other keys of the sphere.
pub(super) fn read_solid_and_liquid(
    reader: &Reader,
    root: &Section<'_>,
    (section, mut sphere): (Section<'_>, SphereTable),
    (release, gravity): (&Release, f64),
) -> (SphereTable, LiquidTable) {
    let [liquid_section, groups] = ["liquid", "groups"].map(|table| root.table(table));
    let mut liquid = LiquidTable::read(&liquid_section);
    let floats = Surroundings::are_open(&release.start) && !release.falls();
    let floating = floats.then_some(liquid.liquid.density);
    let given = Written::read([&section, &liquid_section, &groups], &sphere, &liquid);
    let motion = Motion { speed: release.start.speed(), gravity, floating };
    let found = given.resolve(reader, [&section, &liquid_section], (&sphere, &liquid), motion);
    let [density, viscosity] = reader.imposed().map_or(found.into(), |imposed| [imposed.density, imposed.viscosity]);
    (sphere.sphere.density, liquid.liquid.viscosity) = (density, viscosity);
    sphere.settle_elastic(&section);
    sphere.solid.surface.settle();
    if let Some(named) = &liquid.named {
        let own = [named.density(), named.viscosity(liquid.liquid.density)];
        let properties = [("density", liquid.liquid.density, own[0]), ("viscosity", viscosity, own[1])];
        liquid_section.refuse_idle("name", &properties);
    }
    section.hint("radius", "the sphere is given by its diameter: diameter = \"3 mm\"");
    section.hint("restitution", "the dry restitution belongs to [contact]");
    [section, liquid_section, groups].into_iter().for_each(Section::finish);
    (sphere, liquid)
}

fn path_end(path: &'static str) -> &'static str {
    path.rsplit('.').next().unwrap_or(path)
}

/// `μ = ρl U D/Re` \[Pa s\].
fn viscosity_at(reynolds: f64, liquid_density: f64, speed: f64, diameter: f64) -> f64 {
    liquid_density * speed * diameter / reynolds
}

keywords! {
    /// Where the approach speed of the runs of a plan comes from.
    Approach {
        /// The case says it: `release.speed` of the base case, or that of the plan.
        Prescribed = "prescribed",
        /// The terminal speed of the sphere in the liquid of each run, as in the experiments.
        Terminal = "terminal",
    }
}

/// The groups that a run is given.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Given {
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

impl Given {
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

    /// The same groups without `stokes_binary`, whose place `stokes` takes: `binary` is `St_b` over `St`, whatever the viscosity.
    ///
    /// # Errors
    /// Another group beside it, or a terminal speed, and advice.
    pub(super) fn of_one_sphere(self, binary: f64, approach: Approach) -> Result<Self, Refusal> {
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

    /// Viscosity, density and approach speed in place of those of `own` and its prescribed `speed` [m/s], under this gravity towards
    /// the wall [m/s²].
    pub(super) fn follow(
        &self,
        own: &ImmersedSphere,
        speed: Option<f64>,
        gravity: f64,
        approach: Approach,
    ) -> Result<Imposed, Refusal> {
        let found = self.solve(own, speed, gravity, approach)?;
        match (DENSITIES.contains(&found.density), VISCOSITIES.contains(&found.viscosity)) {
            (true, true) => Ok(found),
            (false, _) => Err(("ask for a density that no sphere has", RANGES)),
            (_, false) => Err(("ask for a viscosity that no liquid has", RANGES)),
        }
    }

    fn solve(
        &self,
        own: &ImmersedSphere,
        speed: Option<f64>,
        gravity: f64,
        approach: Approach,
    ) -> Result<Imposed, Refusal> {
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
            (Approach::Prescribed, None) => Ok(Imposed { speed: None, viscosity: own.viscosity, density }),
            (Approach::Prescribed, Some(reynolds)) => {
                let speed = speed.ok_or((
                    "the groups need the approach speed they are based on",
                    "give the base case a release.speed, or set it in the plan: [set] release.speed = \"0.5 m/s\"",
                ))?;
                Ok(Imposed { speed: None, viscosity: viscosity_at(reynolds, liquid, speed, diameter), density })
            }
            (Approach::Terminal, _) if (ratio - 1.0) * gravity <= 0.0 => Err((
                "the sphere does not fall to the wall, so it has no terminal speed",
                "take a sphere denser than the liquid under gravity, or a lighter one with wall.position = \"above\"",
            )),
            (Approach::Terminal, None) => {
                let speed = ImmersedSphere { density, ..*own }.terminal_speed(gravity);
                Ok(Imposed { speed: Some(speed), viscosity: own.viscosity, density })
            }
            (Approach::Terminal, Some(reynolds)) if reynolds < CRISIS => {
                let archimedes = 18.0 * clift_grace_weber(reynolds) * reynolds;
                let kinematic = ((ratio - 1.0) * gravity * diameter.powi(3) / archimedes).sqrt();
                let speed = Some(reynolds * kinematic / diameter);
                Ok(Imposed { speed, viscosity: kinematic * liquid, density })
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
