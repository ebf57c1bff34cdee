//! A dry impact: two spheres, or a sphere and a plane, and how they meet. The case of `wetbounce impact`.
//!
//! The plane is z = 0, or the second sphere starts at the origin; the first sphere comes from above, its tangential
//! motion along +x. `impact.speed` and `impact.angle` may be lists: every speed then meets every angle.

use super::case::Case;
use super::contact::{ContactTable, settle_threshold};
use super::context::Context;
use super::details::Details;
use super::diagnostic::{CaseError, InputError};
use super::document::{self, Document};
use super::impact_parts::{DryOutput, DryRun, FASTEST, Incidence, Integration, SLOWEST};
use super::kind::FileKind;
use super::read::whole;
use super::section::{Reader, Section};
use super::solids::{SecondTable, SphereTable, WallKind, WallTable};
use nalgebra::Vector3;
use serde::Serialize;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::contact::smooth::accepts;
use wetbounce_physics::contact::{Bodies, Control, Impact, Law, Pair};
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::problem::{ImpactOnWall, Preset, Second, Sphere, Surroundings, Wall};
use wetbounce_physics::remark::Remark;

/// One dry impact, or a series of them, in SI units and degrees, with every default filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct ImpactCase {
    /// Its names, and the materials of its solids.
    pub given: Details,
    /// The sphere that comes.
    pub sphere: Sphere,
    /// The wall or the sphere that it meets.
    pub surroundings: Surroundings,
    /// How they meet.
    pub impact: Incidence,
    /// The contact law with all its keys.
    pub contact: Law,
    /// Scheme and steps.
    pub integration: Integration,
    /// Where it ends.
    pub run: DryRun,
    /// Files.
    pub output: DryOutput,
}

/// The tables of a dry impact in the order in which they are written.
#[derive(Serialize)]
struct Tables<'a> {
    name: &'a str,
    title: Option<&'a str>,
    reference: Option<&'a str>,
    sphere: SphereTable,
    second: Option<SecondTable>,
    wall: Option<WallTable>,
    impact: &'a Incidence,
    contact: ContactTable,
    integration: &'a Integration,
    run: &'a DryRun,
    output: &'a DryOutput,
}

impl ImpactCase {
    /// Reads a case from `text`, with the shipped laws and no other file: an impact case, or the case of an immersed
    /// sphere, of which it takes the dry impact (see [`ImpactCase::of`]). Messages call it `file`, and the stem of that
    /// is the default name of the case.
    ///
    /// # Errors
    /// Everything that is wrong with the text or the overrides, each at its place.
    pub fn parse(text: &str, file: &str, overrides: &[String]) -> Result<Self, CaseError> {
        Self::parse_with(text, file, overrides, &Context::default())
    }

    /// As [`ImpactCase::parse`], with the laws and files of this `context`.
    ///
    /// # Errors
    /// As [`ImpactCase::parse`].
    pub fn parse_with(text: &str, file: &str, overrides: &[String], context: &Context) -> Result<Self, CaseError> {
        let says_nothing = |line: &str| line.trim_start().is_empty() || line.trim_start().starts_with('#');
        if overrides.is_empty() && text.lines().all(says_nothing) {
            let empty = InputError::new(format!("`{file}` is empty"));
            let help = "an impact needs at least [sphere] and [impact]; see cases/impact";
            return Err(CaseError::new(file, vec![empty.help(help)]));
        }
        let document = Document::parse(text, file, overrides);
        let taken = [FileKind::Case, FileKind::Impact];
        document.iter().try_for_each(|document| FileKind::refuse_other(document, file, &taken))?;
        if document.as_ref().is_ok_and(|document| document.root.iter().any(|entry| entry.key == "liquid")) {
            let case = Case::parse_with(text, file, overrides, context)?;
            return Self::of_immersed(&case).map_err(|problem| CaseError::new(file, vec![problem]));
        }
        whole(document, file, (None, context), Self::read)
    }

    /// [`ImpactCase::of`] a case in which the sphere meets something.
    ///
    /// # Errors
    /// The sphere is in open liquid.
    pub fn of_immersed(case: &Case) -> Result<Self, InputError> {
        if case.problem.surroundings.has_gap() {
            return Ok(Self::of(case));
        }
        let help =
            "choose a case with release.kind = \"prescribed\" or \"rest\", or write an impact case: see cases/impact";
        Err(InputError::new("the sphere of this case is in open liquid and meets no wall").help(help))
    }

    /// The dry impact of an immersed sphere: the same solids and contact law, at the prescribed approach speed or else
    /// at most that of its fall, at its angle and spin, one contact, without gravity. x and y are turned round where
    /// the angle is negative. A sphere released from rest falls straight down, so that the inclination of its wall is
    /// the angle.
    pub fn of(case: &Case) -> Self {
        let (problem, given) = (&case.problem, &case.given);
        let (speed, spin) = (problem.impact_speed(), problem.start.spin);
        let angle = match problem.start.start {
            Start::Rest => problem.surroundings.inclination(),
            _ => problem.start.angle,
        };
        let [x, y, z] = spin;
        let spin = if angle < 0.0 { [-x, -y, z] } else { spin };
        let met = problem.surroundings.met_sphere(&problem.sphere);
        Self {
            given: Details {
                name: given.name.clone(),
                title: given.title.as_ref().map(|title| format!("Dry impact: {title}")),
                reference: given.reference.clone(),
                sphere: given.sphere.dry(),
                met: given.met.dry(),
                thickness: given.thickness.filter(|_| met.is_none()),
                ..Details::default()
            },
            sphere: problem.sphere,
            surroundings: match (met, problem.surroundings) {
                (Some(second), _) => Surroundings::Pair(Second { velocity: 0.0, ..second }),
                (None, Surroundings::Wall(wall)) => Surroundings::Wall(Wall { inclination: 0.0, ..wall }),
                (None, other) => other,
            },
            impact: Incidence { speed: vec![speed], angle: vec![angle.abs()], spin, ..Incidence::default() },
            contact: problem.contact,
            integration: Integration::default(),
            run: DryRun { threads: case.run.threads, ..DryRun::default() },
            output: DryOutput::new(format!("{}-dry", case.output.directory.display()).into(), case.output.plots),
        }
    }

    fn read(reader: &Reader, file: &str) -> Self {
        let root = reader.root();
        let heading = Details::read(&root, file);
        let section = root.table("sphere");
        let sphere = SphereTable::read_alone(&section);
        section.finish();
        let has_second = root.place("second").is_some();
        let (surroundings, met, thickness) = if has_second {
            let second = SecondTable::read(root.table("second"), false);
            (Surroundings::Pair(second.second()), second.sphere.solid, None)
        } else {
            let wall = read_wall(root.table("wall"));
            if wall.kind == WallKind::Mirror {
                root.unfit("wall.kind", "a mirror is of a sphere in a liquid: an equal sphere to meet is a [second]");
            }
            (Surroundings::Wall(wall.wall), wall.solid, wall.thickness)
        };
        root.belongs("wall", "an impact without [second]: the sphere meets one or the other");
        let run = DryRun::read(root.table("run"), has_second);
        let impact = Incidence::read(root.table("impact"), &run, has_second);
        let contact_section = root.table("contact");
        let mut contact = ContactTable::read(&contact_section, true).law;
        settle_threshold(&mut contact, |_| None);
        let integration = super::keys::read_all(root.table("integration"));
        let output = DryOutput::read(root.table("output"), &heading.name, impact.members());
        let given = Details { sphere: sphere.solid, met, thickness, ..heading };
        let sphere = sphere.sphere;
        let case = Self { given, sphere, surroundings, impact, contact, integration, run, output };
        if case.surroundings.second().is_some_and(|second| second.fixed) {
            if case.impact.second_velocity.iter().any(|v| *v != 0.0) {
                root.unfit("impact.second_velocity", "the second sphere is held fast: leave out second.fixed");
            }
            if case.run.gravity > 0.0 {
                let label =
                    "must be zero for an impact on a sphere that is held fast: leave out run.gravity, or second.fixed";
                root.unfit("run.gravity", label);
            }
        }
        if reader.is_clean()
            && let Err(error) = case.impact(case.impact.speed[0], case.impact.angle[0]).and_then(|it| it.system())
        {
            contact_section.refused(&error);
        }
        contact_section.finish();
        if reader.is_clean()
            && case.integration.check
            && let Err(error) = case.impact(case.impact.speed[0], case.impact.angle[0]).and_then(|it| accepts(&it))
        {
            root.unfit("integration.check", format!("not with this impact, {}: {}", error.key, error.allowed));
        }
        for table in ["release", "container", "film", "theory", "blend", "resolution", "groups", "hydrodynamics"] {
            root.hint(table, "belongs to the case of an immersed sphere, which has a [liquid]");
        }
        root.finish();
        case
    }

    /// Takes this `speed` [m/s] in place of those of the case.
    pub fn set_speed(&mut self, speed: f64) {
        self.impact.speed = vec![speed];
        self.output.members |= self.impact.members() == 1;
    }

    /// The case as a TOML file with every default written out, which reads back as the identical case.
    pub fn to_toml(&self) -> String {
        document::written(&self.tables(), "every key of the dry impact, with its default where none was given.")
    }

    fn tables(&self) -> Tables<'_> {
        let Self { given, sphere, surroundings, impact, contact, integration, run, output } = self;
        let wall = |wall: &Wall| WallTable {
            solid: given.met.clone(),
            thickness: given.thickness,
            wall: *wall,
            ..WallTable::new(WallKind::Solid)
        };
        Tables {
            name: &given.name,
            title: given.title.as_deref(),
            reference: given.reference.as_deref(),
            sphere: SphereTable { sphere: *sphere, solid: given.sphere.clone() },
            second: surroundings.second().map(|second| SecondTable::of(second, &given.met)),
            wall: surroundings.wall().map(wall),
            impact,
            contact: ContactTable { law: *contact, whole: true },
            integration,
            run,
            output,
        }
    }

    /// The two bodies.
    ///
    /// # Errors
    /// A material that no solid has.
    pub fn pair(&self) -> Result<Pair, BadParameter> {
        self.surroundings.pair(&self.sphere)
    }

    /// What the impact along the normal at the highest of its speeds says `of` its wall, if it has one.
    pub fn of_wall(&self, of: fn(&ImpactOnWall) -> Vec<Remark>) -> Vec<Remark> {
        let speed = self.impact.speed.iter().copied().fold(0.0, f64::max);
        let contact = self.pair().and_then(|pair| self.contact.normal(&pair)).ok().filter(|_| speed > 0.0);
        let (Some(wall), Some(contact)) = (self.surroundings.wall(), contact) else { return Vec::new() };
        of(&ImpactOnWall { wall, contact, speed, liquid: None })
    }

    /// Lowest and highest speed along the way at the first touch [m/s]; a sphere that falls has that of its fall.
    pub fn speeds_at_touch(&self) -> [f64; 2] {
        let (low, high) = extent(self.impact.speed.iter().copied());
        [low, high].map(|speed| speed.hypot((2.0 * self.run.gravity * self.impact.gap).sqrt()))
    }

    /// Doubts about its contact at a normal impact speed of up to `fastest` [m/s].
    pub fn warnings(&self, pair: &Pair, fastest: f64) -> Vec<Remark> {
        let mut list = ContactTable { law: self.contact, whole: true }.warnings(pair, self.named_solids(), fastest);
        list.extend(self.of_wall(|impact| impact.doubts()));
        list
    }

    /// The solids that the case names: of the sphere, and of the body that it meets.
    pub fn named_solids(&self) -> [Option<Preset>; 2] {
        [self.given.sphere.material, self.given.met.material]
    }

    /// The impact at a speed [m/s] and an angle from the normal \[deg\]. The bodies start at `impact.gap` and, without
    /// gravity, first touch with the normal along z.
    ///
    /// # Errors
    /// A parameter that the law or the bodies refuse.
    pub fn impact(&self, speed: f64, angle: f64) -> Result<Impact, BadParameter> {
        let pair = self.pair()?;
        let law = self.contact;
        let (sin, cos) = angle.to_radians().sin_cos();
        let second_radius = if pair.is_plane() { 0.0 } else { pair.radius[1] };
        let (gap, touch) = (self.impact.gap, pair.radius[0] + second_radius + law.normal(&pair)?.range());
        let aside = if speed > 0.0 { -gap * sin / cos } else { 0.0 };
        let carried = Vector3::from(self.impact.second_velocity);
        let bodies = Bodies {
            position: [Vector3::new(aside, 0.0, touch + gap), Vector3::zeros()],
            velocity: [carried + speed * Vector3::new(sin, 0.0, -cos), carried],
            spin: [self.impact.spin.into(), self.impact.second_spin.into()],
        };
        let mut impact = Impact::new(pair, law, bodies)?;
        impact.gravity = Vector3::new(0.0, 0.0, -self.run.gravity);
        impact.control = self.control();
        Ok(impact)
    }

    fn control(&self) -> Control {
        Control {
            integrator: self.integration.method,
            steps_per_contact: self.integration.steps_per_contact,
            max_contacts: self.run.bounces,
            max_time: self.run.time.unwrap_or(Control::default().max_time),
            max_contact_times: self.run.longest_contact,
            rest_speed: self.run.rest_speed,
            record_every: self.output.every,
            rows_per_flight: self.output.rows_per_flight,
        }
    }
}

/// The wall. That of an immersed sphere has more keys, all of its surface and of its place.
fn read_wall(section: Section<'_>) -> WallTable {
    SphereTable::is_smooth(&section);
    section.belongs("inclination", "the case of an immersed sphere; a dry impact has impact.angle");
    section.belongs("position", "the case of an immersed sphere; the plane of a dry impact is below");
    WallTable::read(section, false)
}

/// A speed given on the command line in place of those of the case.
///
/// # Errors
/// Not a speed, or not above zero.
pub fn speed_of(text: &str) -> Result<f64, InputError> {
    let advice = wetbounce_physics::quantity::SPEED.advice();
    match wetbounce_physics::quantity::SPEED.read(text, None) {
        Ok(speed) if (SLOWEST..=FASTEST).contains(&speed) => Ok(speed),
        Ok(_) => {
            Err(InputError::new(format!("the speed `{text}` must be from {SLOWEST:e} to {FASTEST} m/s")).help(advice))
        }
        Err(error) => Err(InputError::new(format!("the speed `{text}` cannot be used: {error}")).help(advice)),
    }
}
