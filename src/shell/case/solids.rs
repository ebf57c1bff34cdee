//! The two solids, sphere and wall, and the liquid between them.

use super::groups::{Presets, Written};
use super::keys;
use super::material::{Preset, read_elastic, write_elastic};
use super::named_liquid::NamedLiquid;
use super::section::{Reader, SAME, Section};
use super::stop::Run;
use super::surface::Surface;
use crate::body::release::Release;
use crate::contact::Material;
use crate::keywords;
use crate::quantity::{DEGREES, DENSITY, LENGTH, VISCOSITY, written};
use serde::Serialize;
use std::f64::consts::PI;
use std::ops::Bound::{Excluded, Included};

/// The falling sphere.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sphere {
    /// `D` \[m\]. Required.
    #[serde(serialize_with = "written::length")]
    pub diameter: f64,
    /// `ρp` [kg/m³]. Required, unless a material, a density ratio or a Stokes number gives it.
    #[serde(serialize_with = "written::density")]
    pub density: f64,
    /// The preset of the properties that were not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<Preset>,
    /// Young's modulus and Poisson's ratio; default steel, 200 GPa and 0.3.
    #[serde(flatten, serialize_with = "write_elastic")]
    pub elastic: Material,
    /// How rough it is, as far as that is said.
    #[serde(flatten, serialize_with = "keys::write")]
    pub surface: Surface,
}

impl Sphere {
    /// `a = D/2` \[m\].
    pub fn radius(&self) -> f64 {
        0.5 * self.diameter
    }

    /// `4/3 π a³` \[m³\].
    pub fn volume(&self) -> f64 {
        PI / 6.0 * self.diameter.powi(3)
    }

    /// `m_p = 4/3 π a³ ρp` \[kg\].
    pub fn mass(&self) -> f64 {
        self.volume() * self.density
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

impl WallKind {
    fn is_solid(&self) -> bool {
        *self == Self::Solid
    }
}

/// The wall at z = 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Wall {
    /// Its kind. Default solid; none where there is a second sphere.
    #[serde(skip_serializing_if = "WallKind::is_solid")]
    pub kind: WallKind,
    /// The preset of the properties that were not given. Default glass, unless the elasticity is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<Preset>,
    /// Young's modulus and Poisson's ratio; default glass, 60 GPa and 0.23.
    #[serde(flatten, serialize_with = "write_elastic")]
    pub elastic: Material,
    /// How rough it is, as far as that is said.
    #[serde(flatten, serialize_with = "keys::write")]
    pub surface: Surface,
    /// Angle between the wall and the horizontal \[deg\]; needs `resolution.azimuthal_modes`. Default 0.
    #[serde(serialize_with = "written::degrees", skip_serializing_if = "level")]
    pub inclination: f64,
    /// Where it is; gaps and speeds count from the wall either way. Default below.
    #[serde(skip_serializing_if = "is_floor")]
    pub position: Position,
}

fn is_floor(position: &Position) -> bool {
    *position == Position::Below
}

fn level(inclination: &f64) -> bool {
    *inclination == 0.0
}

/// Why there is no wall beside two spheres.
const CRADLE: &str =
    "a sphere onto a sphere onto a wall would take a grid that is fine at two gaps, and a film and a contact in each";

impl Wall {
    /// Where the sphere comes to another one of the solid `elastic`, or to its own image: there is no wall.
    fn read_without(section: Section<'_>, kind: WallKind, elastic: Material) -> Self {
        for key in ["material", "young", "poisson", "surface", "roughness", "inclination", "position"] {
            section.belongs(key, &format!("a solid wall, and here the sphere meets another one; {CRADLE}"));
        }
        section.finish();
        let (surface, position) = (Surface::default(), Position::Below);
        Self { kind, material: None, elastic, surface, inclination: 0.0, position }
    }

    /// Beside a `sphere`, or a second one of this elasticity.
    pub(super) fn read(section: Section<'_>, sphere: &Sphere, second: Option<Material>) -> Self {
        let kind = section.word("kind").or(if second.is_some() { WallKind::Absent } else { WallKind::Solid });
        match (kind, second) {
            (WallKind::Absent, Some(second)) => return Self::read_without(section, kind, second),
            (WallKind::Mirror, None) => return Self::read_without(section, kind, sphere.elastic),
            (WallKind::Solid, None) => {}
            (WallKind::Absent, None) => section.unfit("kind", "\"none\" needs a second sphere: add [second]"),
            (_, Some(_)) => section.unfit(
                "kind",
                format!("between two spheres there is no wall: leave out [wall], or [second]; {CRADLE}"),
            ),
        }
        let bare = ["young", "poisson"].iter().all(|key| section.place(key).is_none());
        let material = section.word::<Preset>("material").optional().or(bare.then_some(Preset::Glass));
        let elastic = read_elastic(&section, material.unwrap_or(Preset::Glass).elastic());
        refuse_idle_material(&section, material, None, &elastic);
        let surface = Surface::read(&section);
        let inclination = section.quantity("inclination", &DEGREES).within((Included(0.0), Excluded(90.0))).or(0.0);
        let position = section.word("position").or(Position::Below);
        section.hint("density", "the wall does not move; only its elasticity counts");
        section.finish();
        Self { kind, material, elastic, surface, inclination, position }
    }
}

/// The Newtonian liquid.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Liquid {
    /// The liquid of the properties that were not given.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub named: Option<NamedLiquid>,
    /// `ρl` [kg/m³]. Required, unless the liquid is known by name.
    #[serde(serialize_with = "written::density")]
    pub density: f64,
    /// `μ` \[Pa s\]. Required, unless a Reynolds or Stokes number or the liquid's name gives it. A kinematic viscosity is accepted too.
    #[serde(serialize_with = "written::viscosity")]
    pub viscosity: f64,
}

impl Liquid {
    /// Where the case has a value of its own in place of that of the liquid it names, in a sentence.
    pub(super) fn overruled_name(&self) -> Option<String> {
        let named = self.named?;
        let (density, viscosity) = (named.density(), named.viscosity(self.density));
        let differs = |value: f64, own: f64| (value / own - 1.0).abs() > SAME;
        let (what, value, own) = match (differs(self.density, density), differs(self.viscosity, viscosity)) {
            (true, _) => ("density", DENSITY.brief(self.density), DENSITY.brief(density)),
            (_, true) => ("viscosity", VISCOSITY.brief(self.viscosity), VISCOSITY.brief(viscosity)),
            _ => return None,
        };
        Some(format!(
            "the liquid's {what} is {value}, as the case says; {} at {} degC would have {own}",
            named.name, named.temperature
        ))
    }

    /// `ν = μ/ρl` [m²/s].
    pub fn kinematic_viscosity(&self) -> f64 {
        self.viscosity / self.density
    }
}

/// Reads `sphere.diameter` first of all, since `D` is a unit of length for everything else.
pub(super) fn read_diameter(reader: &Reader, sphere: &Section<'_>) -> f64 {
    let diameter = sphere
        .quantity("diameter", &LENGTH)
        .within(1e-7..=100.0)
        .required("write for example diameter = \"3 mm\" in [sphere]");
    reader.set_diameter(diameter);
    diameter
}

/// Reads the rest of `[sphere]`, `[liquid]` and `[wall]`, with `[groups]` in place of keys that are not there.
pub(super) fn read(
    reader: &Reader,
    root: &Section<'_>,
    sphere: Section<'_>,
    diameter: f64,
    (release, second): (&Release, Option<Material>),
) -> (Sphere, Liquid, Wall) {
    let liquid = root.table("liquid");
    let wall = root.table("wall");
    let groups = root.table("groups");
    let material = sphere.word::<Preset>("material").optional();
    let named = NamedLiquid::read(&liquid);
    let liquid_density = liquid.quantity("density", &DENSITY).within(1e-3..=1e5);
    let liquid_density = match &named {
        Some(named) => liquid_density.or(named.density()),
        None if liquid.place("name").is_some() => liquid_density.or(f64::NAN),
        None => liquid_density
            .required("write for example density = \"935 kg/m3\" in [liquid], or name = \"water\" (a liquid by name)"),
    };
    let gravity = groups.place("galileo").map_or(f64::NAN, |_| Run::read_gravity(&root.table("run")));
    let scales = super::groups::Scales { diameter, liquid_density, speed: release.start.speed(), gravity };
    // The density of a sphere whose motion is prescribed to the end plays no part: by default that of the liquid.
    let floating = (release.in_open_liquid() && !release.falls()).then_some(liquid_density);
    let given = Written::read(&sphere, &liquid, &groups, liquid_density);
    let (density, viscosity) = given.resolve(
        reader,
        [&sphere, &liquid],
        scales,
        Presets { solid: material, liquid: named, density: floating },
    );
    let (density, viscosity) =
        reader.imposed().map_or((density, viscosity), |imposed| (imposed.density, imposed.viscosity));
    let elastic = read_elastic(&sphere, material.unwrap_or(Preset::Steel).elastic());
    refuse_idle_material(&sphere, material, Some(density), &elastic);
    if let Some(named) = &named {
        let own = [named.density(), named.viscosity(liquid_density)];
        liquid.refuse_idle("name", &[("density", liquid_density, own[0]), ("viscosity", viscosity, own[1])]);
    }
    let surface = Surface::read(&sphere);
    sphere.hint("radius", "the sphere is given by its diameter: diameter = \"3 mm\"");
    sphere.hint("restitution", "the dry restitution belongs to [contact]");
    liquid.hint("kinematic_viscosity", "write it as viscosity, with its unit: viscosity = \"20 cSt\"");
    [sphere, liquid, groups].into_iter().for_each(Section::finish);
    let sphere = Sphere { diameter, density, material, elastic, surface };
    let wall = Wall::read(wall, &sphere, second);
    (sphere, Liquid { named, density: liquid_density, viscosity }, wall)
}

/// Refuses a material none of whose properties the solid has.
fn refuse_idle_material(section: &Section<'_>, material: Option<Preset>, density: Option<f64>, elastic: &Material) {
    let Some(material) = material else { return };
    let own = material.elastic();
    let mut properties: Vec<_> = density.map(|density| ("density", density, material.density())).into_iter().collect();
    properties.push(("young", elastic.young_modulus, own.young_modulus));
    properties.push(("poisson", elastic.poisson_ratio, own.poisson_ratio));
    section.refuse_idle("material", &properties);
}

/// Density, material and elasticity of a sphere; steel's elasticity if nothing is said.
pub(super) fn read_sphere(section: Section<'_>, diameter: f64) -> Sphere {
    let material = section.word::<Preset>("material").optional();
    let density = section.quantity("density", &DENSITY).within(1e-3..=1e5);
    let density = match material {
        Some(material) => density.or(material.density()),
        None if section.place("material").is_some() => density.or(f64::NAN),
        None => density.required("write for example density = \"7800 kg/m3\", or material = \"steel\""),
    };
    let elastic = read_elastic(&section, material.unwrap_or(Preset::Steel).elastic());
    refuse_idle_material(&section, material, Some(density), &elastic);
    section.hint("radius", "a sphere is given by its diameter: diameter = \"3 mm\"");
    section.hint("mass", "a sphere is given by its density: density = \"7800 kg/m3\"");
    section.hint("restitution", "the restitution belongs to [contact]");
    section.finish();
    Sphere { diameter, density, material, elastic, surface: Surface::default() }
}
