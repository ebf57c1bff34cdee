//! Reading a case: its tables in order, then contradictions between them.

use super::case::Case;
use super::contact::{ContactTable, settle_threshold};
use super::context::Context;
use super::cross_table::CrossTableCheck;
use super::details::Details;
use super::diagnostic::{CaseError, InputError, InputText};
use super::document::{Document, Set};
use super::film::FilmTable;
use super::groups;
use super::keys;
use super::kind::FileKind;
use super::measurement::Measurement;
use super::output::Output;
use super::run::{Run, RunTable};
use super::section::{PlanValues, Reader};
use super::solids::{Position, SecondTable, SphereTable, WallKind, WallTable};
use super::{release, sanity};
use wetbounce_physics::body::release::Start;
use wetbounce_physics::problem::{Hydrodynamics, Problem, Surroundings};

/// Reads a whole case, immersed or dry, of a file or text called `file`; with this `context`.
///
/// # Errors
/// Everything that is wrong with the document or the case.
pub(super) fn whole<C>(
    document: Result<Document, Vec<InputError>>,
    file: &str,
    (plan_values, context): (Option<PlanValues>, &Context),
    read: impl FnOnce(&Reader, &str) -> C,
) -> Result<C, CaseError> {
    let failed = |problems| CaseError::new(file, problems);
    let mut reader = Reader::new(document.map_err(failed)?);
    reader.replace(plan_values);
    reader.take(context);
    let case = read(&reader, file);
    reader.finish().map_err(failed)?;
    Ok(case)
}

impl Case {
    /// Reads a case from `text`, with the shipped laws and no other file; messages call it `file`, and the stem of that
    /// is the default name of the case.
    ///
    /// # Errors
    /// Everything that is wrong with the text or the overrides, each at its place.
    pub fn parse(text: &str, file: &str, overrides: &[String]) -> Result<Self, CaseError> {
        Self::parse_with(text, file, overrides, &Context::default())
    }

    /// As [`Case::parse`], with the laws and files of this `context`.
    ///
    /// # Errors
    /// As [`Case::parse`].
    pub fn parse_with(text: &str, file: &str, overrides: &[String], context: &Context) -> Result<Self, CaseError> {
        let document = Document::parse(text, file, overrides);
        document.iter().try_for_each(|document| FileKind::refuse_other(document, file, &[FileKind::Case]))?;
        whole(document, file, (None, context), Self::read)
    }

    /// As [`Case::parse`], with the settings of a plan, whose places refer to the texts `plan`. Values that follow from
    /// its groups are taken in place of those of the text, and the defaults of the case follow from them.
    ///
    /// # Errors
    /// As [`Case::parse`].
    pub fn parse_in_plan(
        text: &str,
        file: &str,
        (plan, settings): (&[InputText], &[Set]),
        context: (Option<PlanValues>, &Context),
    ) -> Result<Self, CaseError> {
        let document = Document::parse_in_plan(text, file, plan, settings);
        document.iter().try_for_each(|document| FileKind::refuse_other(document, file, &[FileKind::Case]))?;
        whole(document, file, context, Self::read)
    }

    fn read(reader: &Reader, file: &str) -> Self {
        let root = reader.root();
        let heading = Details::read(&root, file);
        let mut hydrodynamics = Hydrodynamics::default();
        keys::read_keys(&root, |keys| keys.word("hydrodynamics", &mut hydrodynamics));
        let section = root.table("sphere");
        let sphere = keys::read(SphereTable::default(), &section);
        let diameter = sphere.sphere.diameter;
        let (start, mut led) = release::read(&root, diameter);
        let second = root.place("second").map(|_| SecondTable::read(root.table("second"), true));
        let run = RunTable::read(root.table("run"), &start.start);
        let (sphere, liquid) = groups::read_solid_and_liquid(reader, &root, (section, sphere), (&start, run.gravity));
        let wall = WallTable::read(root.table("wall"), second.is_some());
        let (met, solid) = match (&second, wall.kind) {
            (Some(second), _) => (Surroundings::Pair(second.second()), second.sphere.solid.clone()),
            (None, WallKind::Mirror) => (Surroundings::Mirror, sphere.solid.clone()),
            (None, WallKind::Solid | WallKind::Absent) => (Surroundings::Wall(wall.wall), wall.solid.clone()),
        };
        let surroundings = Surroundings::of(&start.start, met);
        let mut problem =
            Problem { start, until: run.until, ..Problem::open(sphere.sphere, liquid.liquid, surroundings) };
        problem.hydrodynamics = hydrodynamics;
        problem.gravity = run.gravity;
        let rises = !surroundings.has_gap() && problem.start.falls() && problem.draw() < 0.0;
        if wall.position == Position::Above || rises && root.place_of("wall.position").is_none() {
            problem.gravity = -run.gravity;
        }
        let section = root.table("container");
        problem.vessel = keys::read(problem.vessel, &section);
        section.hint("diameter", "the container is given by its radius; default \"6 D\"");
        section.finish();
        let section = root.table("resolution");
        problem.resolution = keys::read(problem.resolution, &section);
        section.finish();
        let section = root.table("contact");
        problem.contact = ContactTable::read(&section, !problem.resolution.is_axisymmetric()).law;
        section.finish();
        if let (Some(led), Start::Table { .. }) = (&mut led, &problem.start.start) {
            let (gap, table) = led.settle(&problem);
            problem.until.time = Some(problem.until.time.map_or(table.end(), |time| time.min(table.end())));
            problem.start.gap = gap;
            problem.start.start = Start::Table { table };
        }
        let film = FilmTable::read(root.table("film"), diameter, [&sphere.solid.surface, &solid.surface]);
        let mut case = Self {
            problem: Problem {
                film: film.film,
                blend: keys::read_all(root.table("blend")),
                theory: keys::read_all(root.table("theory")),
                ..problem
            }
            .settled(),
            run: Run { threads: run.threads, band: film.band },
            output: Output::read(root.table("output"), diameter, &heading.name),
            // A record is of the case as it stands, not of one with other groups.
            measurement: match root.place_of("release.motion") {
                Some(_) => None,
                None => Measurement::read(root.table("measurement")).filter(|_| reader.plan_values().is_none()),
            },
            given: Details {
                sphere: sphere.solid,
                met: solid,
                thickness: wall.thickness,
                liquid: liquid.named,
                stated: film.stated,
                fit: keys::read_all(root.table("fit")),
                led,
                ..heading
            },
        };
        case.settle_pictures(&root);
        let mut contact = case.problem.contact;
        settle_threshold(&mut contact, |law| case.problem.smallest_threshold(law));
        case.problem.contact = contact;
        sanity::check(&CrossTableCheck { case: &case, wall: &wall, second: second.as_ref(), reader, root: &root });
        for table in ["impact", "integration"] {
            root.hint(table, "belongs to a dry impact, which has no [liquid]: `wetbounce impact`");
        }
        root.finish();
        case
    }
}
