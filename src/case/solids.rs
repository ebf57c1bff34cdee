//! The tables of the solids, sphere, second sphere and wall, and of the liquid between them: the keys of the problem
//! beside those of the materials and surfaces that stand for some of these.

use super::keys::{self, names};
use super::material::settle_elastic;
use super::named_liquid::NamedLiquid;
use super::section::{SAME, Section, settle};
use super::surface::Surface;
use wetbounce_physics::keys::{KeyTable, Keys, within};
use wetbounce_physics::problem::solids::THICKNESSES;
use wetbounce_physics::problem::{Liquid, Preset, Second, Sphere, Wall};
use wetbounce_physics::quantity::span::Span;
use wetbounce_physics::quantity::{DENSITY, LENGTH, SPEED, VISCOSITY};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;
use wetbounce_physics::{keywords, table, written};

table! {
    /// What a solid is made of, as far as that is said.
    pub struct Solid {
        /// The preset of the properties that were not given. Default of a wall glass, unless its elasticity is given.
        material: Option<Preset> = None, word();
        /// How rough it is.
        surface: Surface = Surface::default(), flat();
    }
}

impl Solid {
    /// The solid as a dry impact has it, of which a roughness is no part.
    pub(super) fn dry(&self) -> Self {
        Self { surface: Surface::default(), ..self.clone() }
    }
}

table! {
    /// `[sphere]`.
    pub(super) struct SphereTable {
        /// The sphere.
        sphere: Sphere = Sphere::default(), flat();
        /// Its material.
        solid: Solid = Solid::default(), flat();
    }
}

impl SphereTable {
    /// Leaves the roughness of a sphere to the case in which it counts.
    pub(super) fn is_smooth(section: &Section<'_>) {
        for key in names(&Surface::default()) {
            section.belongs(key, "[sphere] and [wall] of a case with a [liquid]");
        }
    }

    /// Reads a sphere to which no liquid gives a density; steel's elasticity if nothing is said.
    pub(super) fn read_alone(section: &Section<'_>) -> Self {
        Self::is_smooth(section);
        let mut table = keys::read(Self::default(), section);
        table.settle_alone(section);
        table
    }

    fn settle_alone(&mut self, section: &Section<'_>) {
        if self.sphere.density.is_nan() && ["material", "density"].iter().all(|key| section.place(key).is_none()) {
            section.missing("density", "write for example density = \"7800 kg/m3\", or material = \"steel\"");
        }
        settle(&mut self.sphere.density, self.solid.material.map_or(f64::NAN, Preset::density));
        self.settle_elastic(section);
        section.hint("radius", "a sphere is given by its diameter: diameter = \"3 mm\"");
        section.hint("mass", "a sphere is given by its density: density = \"7800 kg/m3\"");
        section.hint("restitution", "the restitution belongs to [contact]");
    }

    pub(super) fn settle_elastic(&mut self, section: &Section<'_>) {
        let Self { sphere: Sphere { density, elastic, .. }, solid } = self;
        settle_elastic(section, (solid.material, Preset::Steel), elastic, Some(*density));
    }
}

table! {
    /// `[second]`: the second sphere, of a dry impact or in the liquid.
    pub(super) struct SecondTable {
        /// Size, density, elasticity.
        sphere: SphereTable = SphereTable::default(), flat();
        /// Whether it is held fast, in place and in spin. Default false.
        fixed: bool = false, flag();
        /// In liquid: speed at which it is led while the first one is, positive towards that [m/s]; one that is fixed
        /// keeps it. Default 0.
        velocity: f64 = 0.0, quantity(&SPEED, within(-1e3..=1e3)) unwritten;
    }
}

impl SecondTable {
    pub(super) fn read(section: Section<'_>, in_liquid: bool) -> Self {
        if !in_liquid {
            section.belongs("velocity", "the case of spheres in a liquid; a dry impact has impact.second_velocity");
        }
        SphereTable::is_smooth(&section);
        let mut second = keys::read(Self::default(), &section);
        second.sphere.settle_alone(&section);
        section.finish();
        second
    }

    /// As a case writes it.
    pub(super) fn of(second: &Second, solid: &Solid) -> Self {
        let Second { sphere, fixed, velocity } = *second;
        Self { sphere: SphereTable { sphere, solid: solid.clone() }, fixed, velocity }
    }

    /// As the problem has it.
    pub(super) fn second(&self) -> Second {
        Second { sphere: self.sphere.sphere, fixed: self.fixed, velocity: self.velocity }
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

/// `[wall]`: the wall at z = 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WallTable {
    /// Its kind. Default solid; none where there is a second sphere.
    pub(super) kind: WallKind,
    /// Its material.
    pub(super) solid: Solid,
    /// Where it is; gaps and speeds count from the wall either way. Default below.
    pub(super) position: Position,
    /// Its thickness \[m\], or a range of it. Default thick: it does not move.
    pub(super) thickness: Option<Span>,
    /// The wall.
    pub(super) wall: Wall,
}

impl KeyTable for WallTable {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.unwritten(self.kind == WallKind::Solid).word("kind", &mut self.kind);
        if self.kind != WallKind::Solid {
            return;
        }
        self.solid.keys(keys);
        keys.unwritten(self.position == Position::Below).word("position", &mut self.position);
        keys.span("thickness", &mut self.thickness, &LENGTH, within(THICKNESSES));
        self.wall.thickness = self.thickness.map(|span| span.middle());
        self.wall.keys(keys);
    }
}

written!(WallTable);

/// Why there is no wall beside two spheres.
const CRADLE: &str = "between two spheres there is no wall: a sphere onto a sphere onto a wall would take a grid that is fine at two gaps, \
                      and a film and a contact in each";

impl WallTable {
    /// One of which nothing is known yet.
    pub(super) fn new(kind: WallKind) -> Self {
        let (solid, wall) = (Solid::default(), Wall::default());
        Self { kind, solid, position: Position::Below, thickness: None, wall }
    }

    /// Beside a second sphere, or without.
    pub(super) fn read(section: Section<'_>, has_second: bool) -> Self {
        let kind = if has_second { WallKind::Absent } else { WallKind::Solid };
        let why = if has_second { CRADLE } else { "" };
        let mut table = keys::read_and_explain(Self::new(kind), &section, |_| why);
        match (table.kind, has_second) {
            (WallKind::Absent, false) => section.unfit("kind", "\"none\" needs a second sphere: add [second]"),
            (WallKind::Solid | WallKind::Mirror, true) => {
                section.unfit("kind", format!("leave out [wall], or [second]; {CRADLE}"));
            }
            _ => {}
        }
        if table.kind == WallKind::Solid {
            table.settle(&section);
        }
        section.finish();
        table
    }

    fn settle(&mut self, section: &Section<'_>) {
        let Self { solid, wall, thickness, .. } = self;
        solid.surface.settle();
        let bare = ["young", "poisson"].iter().all(|key| section.place(key).is_none());
        solid.material = solid.material.or(bare.then_some(Preset::Glass));
        settle_elastic(section, (solid.material, Preset::Glass), &mut wall.elastic, None);
        for key in ["density", "width"] {
            section.hint(key, "counts only with wall.thickness: a thick wall does not move");
        }
        wall.density = wall.density.or(solid.material.map(Preset::density));
        if thickness.is_some() && wall.density.is_none() && section.place("density").is_none() {
            let advice = "a wall with a thickness needs its density: density = \"2500 kg/m3\", or a material";
            section.missing("density", advice);
        }
    }
}

/// `[liquid]`: the Newtonian liquid.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct LiquidTable {
    /// The liquid of the properties that were not given.
    pub(super) named: Option<NamedLiquid>,
    /// The liquid.
    pub(super) liquid: Liquid,
}

impl KeyTable for LiquidTable {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        NamedLiquid::keys(&mut self.named, keys);
        settle(&mut self.liquid.density, self.named.map_or(f64::NAN, |named| named.density()));
        self.liquid.keys(keys);
    }
}

written!(LiquidTable);

impl LiquidTable {
    pub(super) fn read(section: &Section<'_>) -> Self {
        let table = keys::read(Self::default(), section);
        NamedLiquid::check(table.named, section);
        if table.liquid.density.is_nan() && ["name", "density"].iter().all(|key| section.place(key).is_none()) {
            section.missing(
                "density",
                "write for example density = \"935 kg/m3\" in [liquid], or name = \"water\" (a liquid by name)",
            );
        }
        section.hint("kinematic_viscosity", "write it as viscosity, with its unit: viscosity = \"20 cSt\"");
        table
    }
}

/// Where a `liquid` has a value of its own in place of that of the one it is called, in a sentence.
pub(super) fn overruled_name(named: Option<NamedLiquid>, liquid: &Liquid) -> Option<Remark> {
    let named = named?;
    let (density, viscosity) = (named.density(), named.viscosity(liquid.density));
    let differs = |value: f64, own: f64| (value / own - 1.0).abs() > SAME;
    let (what, value, own) = match (differs(liquid.density, density), differs(liquid.viscosity, viscosity)) {
        (true, _) => ("density", DENSITY.brief(liquid.density), DENSITY.brief(density)),
        (_, true) => ("viscosity", VISCOSITY.brief(liquid.viscosity), VISCOSITY.brief(viscosity)),
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
