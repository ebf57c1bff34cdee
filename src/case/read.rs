//! Reading a case: its tables in order, then contradictions between them.

use super::context::Context;
use super::document::{Document, Set};
use super::groups::{self, Approach, Given, Refusal};
use super::kind::FileKind;
use super::section::{Imposed, Reader, Section};
use super::{
    Case, CaseError, Contact, Container, Film, Hydrodynamics, InputError, InputText, Measurement, Output, Run, Second,
    Sphere, Start, Wall, WallKind, keys, release, resolution, sanity,
};
use std::path::Path;
use wetbounce_physics::contact::{Law, Li};
use wetbounce_physics::liquid::drag::FarDrag;
use wetbounce_physics::own::Laws;
use wetbounce_physics::problem::approach;

/// Reads a whole case, immersed or dry, of a file or text called `file`; with this `context`.
///
/// # Errors
/// Everything that is wrong with the document or the case.
pub(super) fn whole<C>(
    document: Result<Document, Vec<InputError>>,
    file: &str,
    (imposed, context): (Option<Imposed>, &Context),
    read: impl FnOnce(&Reader, &str) -> C,
) -> Result<C, CaseError> {
    let failed = |problems| CaseError::new(file, problems);
    let mut reader = Reader::new(document.map_err(failed)?);
    reader.impose(imposed);
    reader.take(context);
    let case = read(&reader, file);
    reader.finish().map_err(failed)?;
    Ok(case)
}

impl Case {
    /// Reads a case from `text`, with the shipped laws and no other file; messages call it `file`, and the stem of that is the default name
    /// of the case.
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

    /// The laws of your own that this case names.
    pub fn own_laws(&self) -> Laws {
        let laws = match self.contact.law {
            Law::Own(own) => Laws::default().and(own),
            _ => Laws::default(),
        };
        match self.theory.drag.far {
            FarDrag::Own(own) => laws.and(own),
            _ => laws,
        }
    }

    /// As [`Case::parse`], with the settings of a plan, whose places refer to the texts `plan`. With `imposed` these values are taken
    /// in place of those of the text, and the defaults of the case follow from them.
    ///
    /// # Errors
    /// As [`Case::parse`].
    pub fn parse_in_plan(
        text: &str,
        file: &str,
        (plan, settings): (&[InputText], &[Set]),
        imposed: (Option<Imposed>, &Context),
    ) -> Result<Self, CaseError> {
        let document = Document::parse_in_plan(text, file, plan, settings);
        document.iter().try_for_each(|document| FileKind::refuse_other(document, file, &[FileKind::Case]))?;
        whole(document, file, imposed, Self::read)
    }

    fn read(reader: &Reader, file: &str) -> Self {
        let root = reader.root();
        let (name, title, reference) = read_heading(&root, file);
        let mut hydrodynamics = Hydrodynamics::default();
        keys::read_keys(&root, |keys| keys.word("hydrodynamics", &mut hydrodynamics));
        let section = root.table("sphere");
        let mut sphere = keys::read(Sphere::default(), &section);
        let diameter = sphere.diameter;
        let mut release = release::read(root.table("release"), diameter);
        let second = root.place("second").map(|_| Second::read(root.table("second"), true));
        let opposite = second.as_ref().map(|second| second.sphere.elastic);
        let run = Run::read(root.table("run"), &release.start);
        let liquid = groups::read_solid_and_liquid(reader, &root, (section, &mut sphere), (&release, run.gravity));
        let wall = Wall::read(root.table("wall"), &sphere, opposite);
        let walls = second.is_none() && wall.kind != WallKind::Mirror && !release.in_open_liquid();
        let container = Container::read(root.table("container"), diameter, &mut release, walls);
        let resolution = resolution::read(root.table("resolution"), walls, release.in_open_liquid());
        let section = root.table("contact");
        let contact = Contact::read(&section, resolution.azimuthal_modes > 0);
        section.finish();
        let counterpart = match &second {
            Some(second) => &second.sphere.surface,
            None if wall.kind == WallKind::Mirror => &sphere.surface,
            None => &wall.surface,
        };
        let film = Film::read(root.table("film"), diameter, [&sphere.surface, counterpart]);
        let mut case = Self {
            title,
            reference,
            hydrodynamics,
            sphere,
            liquid,
            second,
            wall,
            container,
            run,
            release,
            film,
            contact,
            blend: keys::read_all(root.table("blend")),
            theory: keys::read_all(root.table("theory")),
            resolution,
            output: Output::read(root.table("output"), diameter, &name),
            // A record is of the case as it stands, not of one with other groups.
            measurement: Measurement::read(root.table("measurement")).filter(|_| reader.imposed().is_none()),
            fit: keys::read_all(root.table("fit")),
            name,
        };
        case.settle_open_liquid(&root);
        case.settle_facing();
        let terminal = case.problem().surroundings.stands().then(|| case.problem().terminal_speed());
        let aside = case.problem().aside();
        approach::settle_free_gap(&mut case.release, terminal, aside, diameter);
        if walls && root.place_of("container.height").is_none() {
            case.container.height = case.problem().default_height();
        }
        case.settle_threshold();
        sanity::check(&case, reader, &root);
        for table in ["impact", "integration"] {
            root.hint(table, "belongs to a dry impact, which has no [liquid]: `wetbounce impact`");
        }
        root.finish();
        case
    }

    /// Viscosity, density and approach speed that follow from the groups of a plan in place of those of the case.
    ///
    /// # Errors
    /// Why nothing follows, and advice.
    pub fn follow(&self, given: &Given, approach: Approach) -> Result<Imposed, Refusal> {
        if approach == Approach::Terminal && matches!(self.release.start, Start::Rest) {
            let advice = "give the base case a release.speed, which the terminal speed then replaces";
            return Err(("a sphere released from rest finds its own speed", advice));
        }
        let given = given.of_one_sphere(self.problem().gap_over_own_stokes(), approach)?;
        given.follow(&self.problem().immersed(), self.release.start.speed(), self.problem().gravity, approach)
    }

    fn settle_threshold(&mut self) {
        let mut contact = self.contact;
        contact.settle_threshold(|law| self.problem().smallest_threshold(law));
        self.contact = contact;
    }
}

impl Contact {
    /// The law `li` with its defaults for a case.
    pub fn li(case: &Case) -> Self {
        let law = Law::Li(Li { threshold: f64::NAN, ..Li::default() });
        let mut contact = Self { law, whole: case.resolution.azimuthal_modes > 0 };
        contact.settle_threshold(|law| case.problem().smallest_threshold(law));
        contact
    }
}

/// Reads name, title and reference; the stem of `file` is the default name.
pub(super) fn read_heading(root: &Section<'_>, file: &str) -> (String, Option<String>, Option<String>) {
    let usable = |name: &str| {
        let odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '"' | '<' | '>' | '|' | '?' | '*');
        !name.trim().is_empty() && !name.starts_with('.') && name.len() <= 100 && !name.contains(odd)
    };
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let default = stem.filter(|stem| usable(stem)).unwrap_or_else(|| "case".into());
    let [mut name, mut title, mut reference] = [None, None, None];
    keys::read_keys(root, |keys| {
        keys.text("name", &mut name);
        keys.text("title", &mut title);
        keys.text("reference", &mut reference);
    });
    if name.as_deref().is_some_and(|name| !usable(name)) {
        root.unfit("name", "must be usable as a directory name");
    }
    (name.unwrap_or(default), title, reference)
}
