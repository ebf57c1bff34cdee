//! `--set` of `compare --reference` and `law --from`: how a table of another code is read, and what makes it dimensionless.

use super::CaseError;
use super::document::Document;
use super::keys;
use super::section::Reader;
use wetbounce_physics::keys::within;
use wetbounce_physics::problem::AMBIENT;
use wetbounce_physics::quantity::{LENGTH, PRESSURE, SPEED, VISCOSITY};
use wetbounce_physics::table;
use wetbounce_records::forces::{ForceLayout, Scales};
use wetbounce_records::programs::Units;
use wetbounce_records::record::Followed;

table! {
    /// A table of another code.
    pub struct Theirs {
        /// Name or number of the column of gaps, with its unit in brackets if its name has none, such as `"1 [um]"`, `"2 [D]"`, `"h [a]"` (radii).
        gap: Option<String> = None, text();
        /// The column of forces, likewise; `"3 [1]"` for one over 3πμUD.
        force: Option<String> = None, text();
        /// The column of speeds, likewise.
        velocity: Option<String> = None, text();
        /// The column of times, likewise.
        time: Option<String> = None, text();
        /// What the column of gaps measures: the gap, the centre's height, or the top's.
        position: Option<Followed> = None, word();
        /// Offset added to the gaps \[m\].
        gap_offset: f64 = 0.0, quantity(&LENGTH, within(-1e3..=1e3));
        /// Gap at the time 0 \[m\] of a sphere that approaches at the speed `speed`, where the table has times in place of gaps.
        start_gap: Option<f64> = None, optional(&LENGTH, within(0.0..=1e3));
        /// Units of columns that do not say theirs.
        units: Option<Units> = None, word();
        /// Number of the particle in a dump; 0 for the only one.
        particle: u64 = 0, count(0..=1_000_000_000_000);
        /// Diameter of the sphere \[m\].
        diameter: Option<f64> = None, optional(&LENGTH, within(1e-9..=100.0));
        /// Dynamic viscosity of the liquid [Pa s].
        viscosity: Option<f64> = None, optional(&VISCOSITY, within(1e-9..=1e6));
        /// Speed of the sphere [m/s]: its size, the same in all rows.
        speed: Option<f64> = None, optional(&SPEED, within(1e-15..=1e5));
        /// Standard uncertainty of the forces, over them.
        uncertainty: f64 = 0.0, number(within(0.0..=1.0));
        /// Effective modulus `E*` of the solids \[Pa\], which ends a film.
        modulus: Option<f64> = None, optional(&PRESSURE, within(1.0..=1e15));
        /// Roughness \[m\], which ends a film too.
        roughness: Option<f64> = None, optional(&LENGTH, within(0.0..=1.0));
        /// Tension that the liquid bears before it tears \[Pa\].
        tension: f64 = AMBIENT, quantity(&PRESSURE, within(1.0..=1e12));
    }
}

impl Theirs {
    /// That of overrides of the form `key=value`, and the diameter of a second sphere \[m\]. `sphere.diameter`, `liquid.viscosity` and
    /// `second.diameter` are read as in a case.
    ///
    /// # Errors
    /// Everything that is wrong with the overrides.
    pub fn alone(overrides: &[String]) -> Result<(Self, Option<f64>), CaseError> {
        const PLACE: &str = "the command line";
        let failed = |problems| CaseError::new(PLACE, problems);
        let whole = |set: &String| match ["theirs.", "sphere.", "second.", "liquid."]
            .iter()
            .any(|table| set.starts_with(table))
        {
            true => set.clone(),
            false => format!("theirs.{set}"),
        };
        let overrides: Vec<String> = overrides.iter().map(whole).collect();
        let reader = Reader::new(Document::parse("[theirs]", PLACE, &overrides).map_err(failed)?);
        let root = reader.root();
        let one = |table: &'static str, key: &'static str, kind, range| {
            let (section, mut value) = (root.table(table), None);
            keys::read_keys(&section, |keys| keys.optional(key, &mut value, kind, range));
            section.finish();
            value
        };
        let diameter = one("sphere", "diameter", &LENGTH, within(1e-9..=100.0));
        let second = one("second", "diameter", &LENGTH, within(1e-9..=100.0));
        let viscosity = one("liquid", "viscosity", &VISCOSITY, within(1e-9..=1e6));
        diameter.into_iter().for_each(|diameter| root.set_diameter(diameter));
        let mut theirs: Self = keys::read_all(root.table("theirs"));
        root.finish();
        reader.finish().map_err(failed)?;
        (theirs.diameter, theirs.viscosity) = (theirs.diameter.or(diameter), theirs.viscosity.or(viscosity));
        Ok((theirs, second))
    }

    /// How its table is read.
    pub fn layout(&self) -> ForceLayout {
        ForceLayout {
            gap: self.gap.clone(),
            force: self.force.clone(),
            velocity: self.velocity.clone(),
            time: self.time.clone(),
            position: self.position,
            gap_offset: self.gap_offset,
            start_gap: self.start_gap,
            units: self.units,
            particle: Some(self.particle).filter(|particle| *particle > 0),
        }
    }

    /// What makes it dimensionless.
    pub fn scales(&self, second: Option<f64>) -> Scales {
        Scales { diameter: self.diameter, second, viscosity: self.viscosity, speed: self.speed }
    }
}
