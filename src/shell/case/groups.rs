//! Dimensionless groups in place of dimensional keys.

use super::material::Preset;
use super::named_liquid::NamedLiquid;
use super::problem::{Place, Problem};
use super::section::{Field, Reader, Section};
use crate::quantity::DENSITY;

/// What the groups are made with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scales {
    /// `D` \[m\].
    pub diameter: f64,
    /// `ρ_l` [kg/m³].
    pub liquid_density: f64,
    /// Approach speed [m/s], if one is prescribed.
    pub speed: Option<f64>,
    /// Gravity [m/s²].
    pub gravity: f64,
}

/// What is known by name; it counts where nothing else gives a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Presets {
    /// The sphere's solid.
    pub solid: Option<Preset>,
    /// The liquid.
    pub liquid: Option<NamedLiquid>,
    /// Density of a sphere of which nothing is said [kg/m³].
    pub density: Option<f64>,
}

/// A value that was given, the path of its key, and its place.
type Giver = (f64, &'static str, Place);

/// The keys that may determine the sphere's density and the liquid's viscosity.
pub(super) struct Given {
    densities: Vec<Giver>,
    viscosities: Vec<Giver>,
    stokes: Option<Giver>,
}

/// Numbers that give the viscosity.
const REYNOLDS: &str = "groups.reynolds";
const GALILEO: &str = "groups.galileo";

impl Given {
    /// Reads them. A density ratio is at once turned into a density.
    pub(super) fn read(sphere: &Section<'_>, liquid: &Section<'_>, groups: &Section<'_>, liquid_density: f64) -> Self {
        let giver = |field: Field<'_, f64>, path, section: &Section<'_>, scale: f64| -> Option<Giver> {
            let key = path_end(path);
            let place = section.place(key)?.clone();
            Some((field.optional().unwrap_or(f64::NAN) * scale, path, place))
        };
        let density = giver(sphere.quantity("density", &DENSITY).within(1e-3..=1e5), "sphere.density", sphere, 1.0);
        let ratio = |section: &Section<'_>, path| {
            giver(section.number("density_ratio").within(1e-3..=1e3), path, section, liquid_density)
        };
        let viscosity =
            giver(liquid.viscosity("viscosity", liquid_density).within(1e-7..=1e6), "liquid.viscosity", liquid, 1.0);
        let reynolds = giver(groups.number("reynolds").within(1e-9..=1e6), REYNOLDS, groups, 1.0);
        let stokes = giver(groups.number("stokes").within(1e-9..=1e8), "groups.stokes", groups, 1.0);
        let galileo = giver(groups.number("galileo").within(1e-3..=1e8), GALILEO, groups, 1.0);
        groups.hint("stokes_modified", "give stokes; the modified one, with the added mass, follows from it");
        Self {
            densities: [density, ratio(sphere, "sphere.density_ratio"), ratio(groups, "groups.density_ratio")]
                .into_iter()
                .flatten()
                .collect(),
            viscosities: [viscosity, reynolds, galileo].into_iter().flatten().collect(),
            stokes,
        }
    }

    /// Sphere density (kg/m³) and viscosity (Pa s). A Stokes number `St = ρp U D/(9μ)` determines whichever of the two
    /// is not given otherwise; a material's density counts only where nothing else gives one.
    pub(super) fn resolve(
        &self,
        reader: &Reader,
        [sphere, liquid]: [&Section<'_>; 2],
        scales: Scales,
        presets: Presets,
    ) -> (f64, f64) {
        self.report_conflicts(reader);
        let speed = self.needed_speed(reader, scales.speed);
        let density = self.densities.first().map(|(value, ..)| *value);
        let preset = presets.solid.map(Preset::density).or(presets.density);
        let drive = (density.or(preset).unwrap_or(f64::NAN) / scales.liquid_density - 1.0).abs() * scales.gravity;
        let viscosity = self.viscosities.first().map(|(value, path, _)| match *path {
            REYNOLDS => scales.liquid_density * speed * scales.diameter / value,
            GALILEO => scales.liquid_density * (drive * scales.diameter.powi(3)).sqrt() / value,
            _ => *value,
        });
        let open = self.stokes.is_none() || (density.is_none() && preset.is_none());
        let viscosity =
            viscosity.or(presets.liquid.filter(|_| open).map(|named| named.viscosity(scales.liquid_density)));
        let (density, viscosity) = match (&self.stokes, density, viscosity, preset) {
            (Some((stokes, ..)), None, Some(viscosity), _) => {
                (Some(9.0 * viscosity * stokes / (speed * scales.diameter)), Some(viscosity))
            }
            (Some((stokes, ..)), Some(density), None, _) | (Some((stokes, ..)), None, None, Some(density)) => {
                (Some(density), Some(density * speed * scales.diameter / (9.0 * stokes)))
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
            let mut problem = Problem::new(format!("{what} is given more than once"));
            for (_, path, place) in givers {
                problem = problem.at(reader.sources(), place, format!("by {path}"));
            }
            reader.report(problem.help(help));
        };
        let pick = |givers: &[Giver]| givers.len() > 1;
        if pick(&self.densities) {
            over(&self.densities.iter().collect::<Vec<_>>(), "the sphere's density", "keep one of these keys");
        }
        if pick(&self.viscosities) {
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
            let problem = Problem::new(format!("`{path}` needs the approach speed it is based on"))
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
        let far = |value: f64, range: std::ops::RangeInclusive<f64>| !value.is_nan() && !range.contains(&value);
        for (what, value, wrong) in [
            ("a sphere density of {} kg/m3", density, far(density, 1e-3..=1e5)),
            ("a viscosity of {} Pa s", viscosity, far(viscosity, 1e-7..=1e6)),
        ] {
            if wrong {
                let found = what.replace("{}", &format!("{value:.3e}"));
                let problem = Problem::new(format!("the case asks for {found}"))
                    .at(reader.sources(), place, "follows from this")
                    .help("densities may be 1e-3 to 1e5 kg/m3, viscosities 1e-7 to 1e6 Pa s");
                reader.report(problem);
            }
        }
    }
}

fn path_end(path: &'static str) -> &'static str {
    path.rsplit('.').next().unwrap_or(path)
}
