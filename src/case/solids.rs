//! The two solids, sphere and wall, and the liquid between them.

use super::keys::{self, names};
use super::material::{UNKNOWN, elastic_keys, settle_elastic};
use super::named_liquid::NamedLiquid;
use super::section::{SAME, Section, settle};
use super::surface::Surface;
use std::ops::RangeInclusive;
use wetbounce_physics::contact::Material;
use wetbounce_physics::keys::within;
use wetbounce_physics::problem::{self, Preset};
use wetbounce_physics::quantity::span::Span;
use wetbounce_physics::quantity::{DEGREES, DENSITY, LENGTH, VISCOSITY};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;
use wetbounce_physics::{keywords, table};

/// Densities [kg/m³].
pub(super) const DENSITIES: RangeInclusive<f64> = 1e-3..=1e5;
/// Viscosities of a liquid \[Pa s\].
pub(super) const VISCOSITIES: RangeInclusive<f64> = 1e-7..=1e6;
/// Thicknesses and widths of a wall \[m\].
const THICKNESSES: RangeInclusive<f64> = 1e-6..=100.0;
const SIZE: &str = "write for example diameter = \"3 mm\" in []";

table! {
    /// A sphere: the one that falls, or one that it meets.
    pub struct Sphere {
        /// `D` \[m\]. Required.
        diameter: f64 = f64::NAN, needed(&LENGTH, within(1e-7..=100.0), SIZE);
        /// `ρp` [kg/m³]. Required, unless a material, a density ratio or a Stokes number gives it.
        density: f64 = f64::NAN, settled(&DENSITY, within(DENSITIES));
        /// The preset of the properties that were not given.
        material: Option<Preset> = None, word();
        /// Young's modulus and Poisson's ratio; default steel, 200 GPa and 0.3.
        elastic: Material = UNKNOWN, with(elastic_keys);
        /// How rough it is, as far as that is said.
        surface: Surface = Surface::default(), flat();
    }
}

impl Sphere {
    /// Leaves the roughness of a sphere to the case in which it counts.
    pub(super) fn is_smooth(section: &Section<'_>) {
        for key in names(&Surface::default()) {
            section.belongs(key, "[sphere] and [wall] of a case with a [liquid]");
        }
    }

    /// The sphere as a dry impact has it, of which a roughness is no part.
    pub(super) fn dry(&self) -> Self {
        Self { surface: Surface::default(), ..self.clone() }
    }

    /// Settles density and elasticity of a sphere to which no liquid gives any; steel's elasticity if nothing is said.
    pub(super) fn settle_alone(&mut self, section: &Section<'_>) {
        if self.density.is_nan() && ["material", "density"].iter().all(|key| section.place(key).is_none()) {
            section.missing("density", "write for example density = \"7800 kg/m3\", or material = \"steel\"");
        }
        settle(&mut self.density, self.material.map_or(f64::NAN, Preset::density));
        self.settle_elastic(section);
        section.hint("radius", "a sphere is given by its diameter: diameter = \"3 mm\"");
        section.hint("mass", "a sphere is given by its density: density = \"7800 kg/m3\"");
        section.hint("restitution", "the restitution belongs to [contact]");
    }

    pub(super) fn settle_elastic(&mut self, section: &Section<'_>) {
        settle_elastic(section, (self.material, Preset::Steel), &mut self.elastic, Some(self.density));
    }
}

impl Sphere {
    /// As the physics has it.
    pub fn problem(&self) -> problem::Sphere {
        problem::Sphere { diameter: self.diameter, density: self.density, elastic: self.elastic }
    }
}

keywords! {
    /// Where the wall is, seen from the sphere.
    Position {
        /// The floor: weight pulls towards it.
        Below = "below",
        /// The lid, or the ceiling: weight pulls away from it.
        Above = "above",
    }
}

keywords! {
    /// The body that the sphere comes to.
    WallKind {
        /// A solid wall.
        Solid = "solid",
        /// A plane of symmetry, behind which is an equal sphere.
        Mirror = "mirror",
        /// None, but a second sphere.
        Absent = "none",
    }
}

table! {
    /// The wall at z = 0.
    pub struct Wall {
        /// Its kind. Default solid; none where there is a second sphere.
        kind: WallKind = WallKind::Solid, word() unwritten;
        /// The preset of the properties that were not given. Default glass, unless the elasticity is given.
        material: Option<Preset> = None, word(), if Self::is_solid;
        /// Young's modulus and Poisson's ratio; default glass, 60 GPa and 0.23.
        elastic: Material = UNKNOWN, with(elastic_keys), if Self::is_solid;
        /// How rough it is, as far as that is said.
        surface: Surface = Surface::default(), flat(), if Self::is_solid;
        /// Angle between the wall and the horizontal \[deg\]; needs `resolution.azimuthal_modes`. Default 0.
        inclination: f64 = 0.0, quantity(&DEGREES, within(0.0..=90.0)) unwritten, if Self::is_solid;
        /// Where it is; gaps and speeds count from the wall either way. Default below.
        position: Position = Position::Below, word() unwritten, if Self::is_solid;
        /// Its thickness \[m\], or a range of it. Default thick: it does not move.
        thickness: Option<Span> = None, span(&LENGTH, within(THICKNESSES)), if Self::is_solid;
        /// `ρ` of a wall with a thickness [kg/m³]. Default: that of its material.
        density: Option<f64> = None, optional(&DENSITY, within(DENSITIES)), if Self::is_plate;
        /// Width of a wall with a thickness \[m\]: the sphere meets it in the middle. Default not said.
        width: Option<f64> = None, optional(&LENGTH, within(THICKNESSES)), if Self::is_plate;
    }
}

/// Why there is no wall beside two spheres.
const CRADLE: &str = "between two spheres there is no wall: a sphere onto a sphere onto a wall would take a grid that is fine at two gaps, \
                      and a film and a contact in each";

impl Wall {
    fn is_solid(&self) -> bool {
        self.kind == WallKind::Solid
    }

    fn is_plate(&self) -> bool {
        self.thickness.is_some()
    }

    /// The wall as a dry impact has it: level, of which a roughness is no part.
    pub(super) fn dry(&self) -> Self {
        Self { surface: Surface::default(), inclination: 0.0, position: Position::Below, ..self.clone() }
    }

    /// Beside a `sphere`, or a second one of this elasticity.
    pub(super) fn read(section: Section<'_>, sphere: &Sphere, second: Option<Material>) -> Self {
        let kind = if second.is_some() { WallKind::Absent } else { WallKind::Solid };
        let mut wall =
            keys::read_and_explain(Self { kind, ..Self::default() }, &section, |_| second.map_or("", |_| CRADLE));
        match (wall.kind, second) {
            (WallKind::Absent, None) => section.unfit("kind", "\"none\" needs a second sphere: add [second]"),
            (WallKind::Solid | WallKind::Mirror, Some(_)) => {
                section.unfit("kind", format!("leave out [wall], or [second]; {CRADLE}"));
            }
            _ => {}
        }
        if wall.is_solid() {
            wall.surface.settle();
            let bare = ["young", "poisson"].iter().all(|key| section.place(key).is_none());
            wall.material = wall.material.or(bare.then_some(Preset::Glass));
            settle_elastic(&section, (wall.material, Preset::Glass), &mut wall.elastic, None);
            for key in ["density", "width"] {
                section.hint(key, "counts only with wall.thickness: a thick wall does not move");
            }
            wall.settle_plate(&section);
        } else {
            wall.elastic = second.unwrap_or(sphere.elastic);
        }
        section.finish();
        wall
    }
}

table! {
    /// The Newtonian liquid.
    pub struct Liquid {
        /// The liquid of the properties that were not given.
        named: Option<NamedLiquid> = None, with(NamedLiquid::keys);
        /// `ρl` [kg/m³]. Required, unless the liquid is known by name.
        density: f64 = f64::NAN, settled(&DENSITY, within(DENSITIES));
        /// `μ` \[Pa s\]. Required, unless a Reynolds or Stokes number or the liquid's name gives it. A kinematic viscosity is accepted too.
        viscosity: f64 = f64::NAN, viscosity(within(VISCOSITIES); density = Self::known_density);
    }
}

impl Liquid {
    pub(super) fn read(section: &Section<'_>) -> Self {
        let mut liquid = keys::read(Self::default(), section);
        liquid.density = liquid.known_density();
        NamedLiquid::check(liquid.named, section);
        if liquid.density.is_nan() && ["name", "density"].iter().all(|key| section.place(key).is_none()) {
            section.missing(
                "density",
                "write for example density = \"935 kg/m3\" in [liquid], or name = \"water\" (a liquid by name)",
            );
        }
        section.hint("kinematic_viscosity", "write it as viscosity, with its unit: viscosity = \"20 cSt\"");
        liquid
    }

    /// The density given, or else that of the liquid it names [kg/m³]; NaN without either.
    fn known_density(&self) -> f64 {
        let own = self.named.filter(|_| self.density.is_nan());
        own.map_or(self.density, |named| named.density())
    }

    /// Where the case has a value of its own in place of that of the liquid it names, in a sentence.
    pub(super) fn overruled_name(&self) -> Option<Remark> {
        let named = self.named?;
        let (density, viscosity) = (named.density(), named.viscosity(self.density));
        let differs = |value: f64, own: f64| (value / own - 1.0).abs() > SAME;
        let (what, value, own) = match (differs(self.density, density), differs(self.viscosity, viscosity)) {
            (true, _) => ("density", DENSITY.brief(self.density), DENSITY.brief(density)),
            (_, true) => ("viscosity", VISCOSITY.brief(self.viscosity), VISCOSITY.brief(viscosity)),
            _ => return None,
        };
        Some(remark!(
            Warning,
            "overruled-liquid",
            "the liquid's {what} is {value}, as the case says; {} at {} degC would have {own}",
            named.name,
            named.temperature
        ))
    }

    /// As the physics has it.
    pub fn problem(&self) -> problem::Liquid {
        problem::Liquid { density: self.density, viscosity: self.viscosity }
    }
}
