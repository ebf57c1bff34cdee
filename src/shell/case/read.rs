//! Reading a case: its tables in order, then what only shows between them.

use super::document::{self, Document};
use super::section::{Imposed, Reader, Section};
use super::{
    Case, CaseError, Contact, Container, Film, Measurement, Output, Resolution, Run, keys, release, sanity, solids,
};
use crate::contact::LawName;
use std::path::Path;

impl Case {
    /// Reads the case file at `path` with `overrides` of the form `table.key=value`.
    ///
    /// # Errors
    /// Everything that is wrong with the file or the overrides, each at its place.
    pub fn load(path: &Path, overrides: &[String]) -> Result<Self, CaseError> {
        let mut case = document::load(path, |text, file| Self::parse(text, file, overrides))?;
        let directory = path.parent().unwrap_or(Path::new(""));
        case.measurement = case.measurement.map(|measurement| measurement.found_beside(directory));
        Ok(case)
    }

    /// Reads a case from `text`; `file` is what messages call it, and its stem the default name of the case.
    ///
    /// # Errors
    /// Everything that is wrong with the text or the overrides, each at its place.
    pub fn parse(text: &str, file: &str, overrides: &[String]) -> Result<Self, CaseError> {
        Self::parse_with(text, file, overrides, None)
    }

    /// As [`Case::parse`], but with this density \[kg/m³\] of the sphere and viscosity \[Pa s\] of the liquid in place of what the
    /// text says of them: what the case leaves open follows from these.
    ///
    /// # Errors
    /// As [`Case::parse`].
    pub fn parse_with(
        text: &str,
        file: &str,
        overrides: &[String],
        imposed: Option<Imposed>,
    ) -> Result<Self, CaseError> {
        let failed = |problems| CaseError::new(file, problems);
        let mut reader = Reader::new(Document::parse(text, file, overrides).map_err(failed)?);
        reader.imposed = imposed;
        let case = Self::read(&reader, file);
        reader.finish().map_err(failed)?;
        Ok(case)
    }

    fn read(reader: &Reader, file: &str) -> Self {
        let root = reader.root();
        let name = read_name(&root, file);
        let title = root.text("title").optional();
        let reference = root.text("reference").optional();
        let hydrodynamics = root.word("hydrodynamics").or_default();
        let sphere = root.table("sphere");
        let diameter = solids::read_diameter(reader, &sphere);
        let mut release = release::read(root.table("release"), diameter);
        let (sphere, liquid, wall) = solids::read(reader, &root, sphere, diameter, &release);
        let container = Container::read(root.table("container"), diameter, &mut release);
        let resolution = Resolution::read(root.table("resolution"), release.in_open_liquid());
        let contact = match resolution.azimuthal_modes {
            0 => Contact::read(root.table("contact")),
            _ => Contact::read_in_three_dimensions(root.table("contact")),
        };
        let film = Film::read(root.table("film"), diameter, [&sphere.surface, &wall.surface]);
        let mut case = Self {
            title,
            reference,
            hydrodynamics,
            sphere,
            liquid,
            wall,
            container,
            run: Run::read(root.table("run"), &release.start),
            release,
            film,
            contact,
            blend: keys::read_all(root.table("blend")),
            theory: keys::read_all(root.table("theory")),
            resolution,
            output: Output::read(root.table("output"), diameter, &name),
            measurement: Measurement::read(root.table("measurement")),
            fit: keys::read_all(root.table("fit")),
            name,
        };
        case.settle_open_liquid(&root);
        let falls = case.is_a_fall();
        release::settle_free_gap(&mut case.release, falls, diameter);
        case.settle_threshold();
        sanity::check(&case, reader, &root);
        for table in ["impact", "second", "integration"] {
            root.hint(table, "belongs to a dry impact, which has no [liquid]: `wetbounce impact`");
        }
        root.finish();
        case
    }

    fn settle_threshold(&mut self) {
        let mut contact = self.contact;
        contact.settle_threshold(|law| self.smallest_threshold(law));
        self.contact = contact;
    }
}

impl Contact {
    /// The law `li` with its defaults for a case.
    pub fn li(case: &Case) -> Self {
        let mut contact =
            Self { name: LawName::Li, law: LawName::Li.law(), whole: case.resolution.azimuthal_modes > 0 };
        contact.settle_threshold(|law| case.smallest_threshold(law));
        contact
    }
}

pub(super) fn read_name(root: &Section<'_>, file: &str) -> String {
    let usable = |name: &str| {
        let odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '"' | '<' | '>' | '|' | '?' | '*');
        !name.trim().is_empty() && !name.starts_with('.') && name.len() <= 100 && !name.contains(odd)
    };
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let default = stem.filter(|stem| usable(stem)).unwrap_or_else(|| "case".into());
    root.text("name").check("must be usable as a directory name", |name| usable(name)).or(default)
}
