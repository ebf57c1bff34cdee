//! `--set` of `compare --reference` and `law --from`: how a table of another code is read, forces or a motion, and what makes it dimensionless.

use wetbounce_case::document::Document;
use wetbounce_case::keys;
use wetbounce_case::section::{Reader, Section};
use wetbounce_case::{CaseError, InputError};
use wetbounce_physics::keys::{Range, within};
use wetbounce_physics::problem::AMBIENT;
use wetbounce_physics::quantity::{ACCELERATION, DENSITY, Kind, LENGTH, PRESSURE, SPEED, TIME, VISCOSITY};
use wetbounce_physics::table;
use wetbounce_records::forces::{ForceLayout, Scales};
use wetbounce_records::programs::Units;
use wetbounce_records::record::Followed;
use wetbounce_records::trajectories::{MotionLayout, Part};

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
        /// Of a motion: the column of velocities along the wall.
        along: Option<String> = None, text();
        /// Of a motion: the column of the spin.
        spin: Option<String> = None, text();
        /// Of two spheres: the column of velocities of the second one.
        second_velocity: Option<String> = None, text();
        /// Of a motion: the time of a step \[s\], where the table has steps in place of times.
        time_step: Option<f64> = None, optional(&TIME, within(1e-15..=1e6));
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
        /// Density of the sphere [kg/m³].
        density: Option<f64> = None, optional(&DENSITY, within(1e-3..=1e6));
        /// Density of the liquid [kg/m³].
        liquid_density: Option<f64> = None, optional(&DENSITY, within(1e-3..=1e6));
        /// Acceleration of gravity [m/s²].
        gravity: Option<f64> = None, optional(&ACCELERATION, within(0.0..=1e6));
        /// Speed of the sphere [m/s]: its size, the same in all rows; of a motion the speed that its reference has speeds over.
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

/// Values of keys of a table.
fn quantities<const N: usize>(
    root: &Section,
    table: &'static str,
    keys: [(&'static str, &'static Kind, Range); N],
) -> [Option<f64>; N] {
    let (section, mut values) = (root.table(table), [None; N]);
    keys::read_keys(&section, |read| {
        for ((key, kind, range), value) in keys.iter().zip(&mut values) {
            read.optional(key, value, kind, *range);
        }
    });
    section.finish();
    values
}

impl Theirs {
    /// That of overrides of the form `key=value`, and the diameter of a second sphere \[m\]. `sphere.diameter`, `sphere.density`,
    /// `liquid.viscosity`, `liquid.density` and `second.diameter` are read as in a case.
    ///
    /// Keys that are about motions are refused `of_forces`.
    ///
    /// # Errors
    /// Everything that is wrong with the overrides.
    pub fn alone(overrides: &[String], of_forces: bool) -> Result<(Self, Option<f64>), CaseError> {
        const PLACE: &str = "the command line";
        let failed = |problems| CaseError::new(PLACE, problems);
        let reader = Reader::new(Document::parse("[sphere]", PLACE, overrides).map_err(failed)?);
        let root = reader.root();
        let (length, density) = (within(1e-9..=100.0), within(1e-3..=1e6));
        let [diameter, density_of_sphere] =
            quantities(&root, "sphere", [("diameter", &LENGTH, length), ("density", &DENSITY, density)]);
        let [viscosity, density_of_liquid] = quantities(
            &root,
            "liquid",
            [("viscosity", &VISCOSITY, within(1e-9..=1e6)), ("density", &DENSITY, density)],
        );
        let [second] = quantities(&root, "second", [("diameter", &LENGTH, length)]);
        diameter.into_iter().for_each(|diameter| root.set_diameter(diameter));
        let mut theirs = keys::read(Self::default(), &root);
        root.finish();
        reader.finish().map_err(failed)?;
        (theirs.diameter, theirs.viscosity) = (theirs.diameter.or(diameter), theirs.viscosity.or(viscosity));
        (theirs.density, theirs.liquid_density) =
            (theirs.density.or(density_of_sphere), theirs.liquid_density.or(density_of_liquid));
        let of_motion = [
            ("along", theirs.along.is_some()),
            ("spin", theirs.spin.is_some()),
            ("second_velocity", theirs.second_velocity.is_some()),
            ("time_step", theirs.time_step.is_some()),
            ("sphere.density", theirs.density.is_some()),
            ("liquid.density", theirs.liquid_density.is_some()),
            ("gravity", theirs.gravity.is_some()),
        ];
        let refused = of_motion.iter().filter(|(_, is_set)| of_forces && *is_set).map(|(key, _)| {
            InputError::new(format!("`{key}` is about motions, and forces over gaps have none")).help("leave it out")
        });
        let refused: Vec<InputError> = refused.collect();
        if refused.is_empty() { Ok((theirs, second)) } else { Err(failed(refused)) }
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

    /// How a motion in its table is read.
    pub fn motion(&self) -> MotionLayout {
        let keys = [
            (Part::Time, &self.time),
            (Part::Gap, &self.gap),
            (Part::Velocity, &self.velocity),
            (Part::Along, &self.along),
            (Part::Spin, &self.spin),
            (Part::Second, &self.second_velocity),
            (Part::Force, &self.force),
        ];
        MotionLayout {
            columns: keys.into_iter().filter_map(|(part, key)| Some((part, key.clone()?))).collect(),
            position: self.position,
            gap_offset: self.gap_offset,
            units: self.units,
            particle: Some(self.particle).filter(|particle| *particle > 0),
            time_step: self.time_step,
        }
    }

    /// Inputs of these where it has none of its own, beside the keys of those that were taken.
    pub fn completed(&mut self, from: &Self) -> Vec<&'static str> {
        let mut taken = Vec::new();
        for (key, own, from) in [
            ("sphere.diameter", &mut self.diameter, from.diameter),
            ("sphere.density", &mut self.density, from.density),
            ("liquid.density", &mut self.liquid_density, from.liquid_density),
            ("viscosity", &mut self.viscosity, from.viscosity),
            ("gravity", &mut self.gravity, from.gravity),
            ("speed", &mut self.speed, from.speed),
        ] {
            if own.is_none() && from.is_some() {
                *own = from;
                taken.push(key);
            }
        }
        taken
    }
}
