//! The density of the sphere and the viscosity of the liquid, also from the dimensionless groups of `[groups]`.
//!
//! With diameter `D`, liquid density `ρl`, gravity `g` and approach speed `U`
//!
//! ```text
//! Re = ρl U D/μ      St = ρp U D/(9 μ) = τ Re/9      τ = ρp/ρl      Ga = √(|τ − 1| g D³) ρl/μ
//! ```
//!
//! These stand for keys of `[sphere]` and `[liquid]` that are not there. This is the one place where the sphere's
//! density and the liquid's viscosity are decided: from their own keys, from the groups, from a material and a liquid
//! by name, or by a plan ([`super::plan_groups`]).

use super::diagnostic::{InputError, Place};
use super::keys;
use super::section::{Reader, Section};
use super::solids::{LiquidTable, SphereTable};
use std::ops::RangeInclusive;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::keys::{Keys, within};
use wetbounce_physics::problem::solids::{DENSITIES, VISCOSITIES};
use wetbounce_physics::problem::{Liquid, Preset, Sphere, Surroundings};
use wetbounce_physics::quantity::{DENSITY, NUMBER, VISCOSITY};
use wetbounce_physics::table;

/// What the motion gives to the groups.
#[derive(Debug, Clone, Copy)]
struct Motion {
    /// Approach speed [m/s], if one is prescribed.
    speed: Option<f64>,
    /// Gravity [m/s²].
    gravity: f64,
    /// Density of a sphere of which nothing is said [kg/m³]: one whose motion is prescribed to the end floats, as its
    /// density plays no part.
    floating: Option<f64>,
}

/// A key that determines a density, a viscosity or a Stokes number.
struct Source {
    /// Its value, in SI units.
    value: f64,
    path: &'static str,
    place: Place,
}

table! {
    /// Numbers in place of dimensional keys; NaN where they are not given.
    pub(super) struct Groups {
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

/// The density of the sphere over that of the liquid, a key of `[sphere]` that the liquid settles.
pub(super) fn density_ratio_key(keys: &mut Keys<'_>, ratio: &mut f64) {
    keys.settled("density_ratio", ratio, &NUMBER, within(RATIOS));
}

/// The keys of a case that determine the sphere's density and the liquid's viscosity: one each, or it is refused.
struct Sources {
    densities: Vec<Source>,
    viscosities: Vec<Source>,
    stokes: Option<Source>,
}

/// [`DENSITIES`] and [`VISCOSITIES`] in words.
pub(super) const RANGES: &str = "densities may be 1e-3 to 1e5 kg/m3, viscosities 1e-7 to 1e6 Pa s";
/// Density ratios, in `[groups]` or `[sphere]`.
const RATIOS: RangeInclusive<f64> = 1e-3..=1e3;

/// Keys of which one at most gives the density of the sphere.
pub(super) const DENSITY_KEYS: [&str; 3] = ["sphere.density", "sphere.density_ratio", "groups.density_ratio"];
/// Keys of which one at most gives the viscosity of the liquid.
pub(super) const VISCOSITY_KEYS: [&str; 3] = ["liquid.viscosity", REYNOLDS, GALILEO];
/// Numbers that give the viscosity.
const REYNOLDS: &str = "groups.reynolds";
const GALILEO: &str = "groups.galileo";

impl Sources {
    /// Reads `[groups]`, beside sphere and liquid as they are given. A density ratio is at once turned into a density.
    fn read([sphere, liquid, groups]: [&Section<'_>; 3], given: &SphereTable, of: &LiquidTable) -> Self {
        let (given, of) = (&given.sphere, &of.liquid);
        let source = |section: &Section<'_>, path: &'static str, value: f64| {
            Some(Source { value, path, place: section.place(path_end(path))?.clone() })
        };
        let Groups { reynolds, stokes, galileo, density_ratio } = keys::read(Groups::default(), groups);
        let mut ratio = f64::NAN;
        keys::read_keys(sphere, |keys| density_ratio_key(keys, &mut ratio));
        groups.hint("stokes_modified", "give stokes; the modified one, with the added mass, follows from it");
        let densities = [
            source(sphere, DENSITY_KEYS[0], given.density),
            source(sphere, DENSITY_KEYS[1], ratio * of.density),
            source(groups, DENSITY_KEYS[2], density_ratio * of.density),
        ];
        let viscosities = [
            source(liquid, VISCOSITY_KEYS[0], of.viscosity),
            source(groups, REYNOLDS, reynolds),
            source(groups, GALILEO, galileo),
        ];
        Self {
            densities: densities.into_iter().flatten().collect(),
            viscosities: viscosities.into_iter().flatten().collect(),
            stokes: source(groups, "groups.stokes", stokes),
        }
    }

    /// Sphere density [kg/m³] and viscosity \[Pa s\]. A Stokes number `St = ρp U D/(9μ)` determines whichever of the
    /// two is not given otherwise; a material's density counts only where nothing else gives one.
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
        let density = self.densities.first().map(|source| source.value);
        let preset = material.map(Preset::density).or(motion.floating);
        let drive = (density.or(preset).unwrap_or(f64::NAN) / of.density - 1.0).abs() * motion.gravity;
        let viscosity = self.viscosities.first().map(|source| match source.path {
            REYNOLDS => viscosity_at(source.value, of.density, speed, diameter),
            GALILEO => of.density * (drive * diameter.powi(3)).sqrt() / source.value,
            _ => source.value,
        });
        let open = self.stokes.is_none() || (density.is_none() && preset.is_none());
        let viscosity = viscosity.or(named.filter(|_| open).map(|named| named.viscosity(of.density)));
        let (density, viscosity) = match (self.stokes.as_ref().map(|source| source.value), density, viscosity, preset) {
            (Some(stokes), None, Some(viscosity), _) => {
                (Some(9.0 * viscosity * stokes / (speed * diameter)), Some(viscosity))
            }
            (Some(stokes), Some(density), None, _) | (Some(stokes), None, None, Some(density)) => {
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
        let over = |sources: &[&Source], what: &str, help: &str| {
            let mut problem = InputError::new(format!("{what} is given more than once"));
            for Source { path, place, .. } in sources {
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
        let galileo = self.viscosities.iter().find(|source| source.path == GALILEO);
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
        let groups = self.viscosities.iter().chain(&self.stokes).find(|source| needs(source.path));
        if let (None, Some(Source { path, place, .. })) = (speed, groups) {
            let problem = InputError::new(format!("`{path}` needs the approach speed it is based on"))
                .at(reader.sources(), place, "a speed U is missing")
                .help("give release.speed, for example speed = \"0.585 m/s\" in [release]");
            reader.report(problem);
        }
        speed.unwrap_or(f64::NAN)
    }

    fn report_out_of_range(&self, reader: &Reader, density: f64, viscosity: f64) {
        let Some(Source { place, .. }) = self.stokes.as_ref().or(self.viscosities.last()).or(self.densities.last())
        else {
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

/// Reads `[liquid]` and `[groups]`, and decides the density of this sphere and the viscosity of the liquid.
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
    let sources = Sources::read([&section, &liquid_section, &groups], &sphere, &liquid);
    let motion = Motion { speed: release.start.speed(), gravity, floating };
    let (density, viscosity) = match reader.plan_values() {
        Some(values) => (values.density, values.viscosity),
        None => sources.resolve(reader, [&section, &liquid_section], (&sphere, &liquid), motion),
    };
    sphere.sphere = Sphere { density, ..sphere.sphere };
    liquid.liquid = Liquid { viscosity, ..liquid.liquid };
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
pub(super) fn viscosity_at(reynolds: f64, liquid_density: f64, speed: f64, diameter: f64) -> f64 {
    liquid_density * speed * diameter / reynolds
}
