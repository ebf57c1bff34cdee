//! What a case says beside its problem: its names, ranges of a value, what it leaves open.

use super::film::FilmInput;
use super::fit::Fit;
use super::keys;
use super::motion_record::LedRecord;
use super::named_liquid::NamedLiquid;
use super::section::Section;
use super::solids::Solid;
use std::path::Path;
use wetbounce_physics::keys::KeyTable;
use wetbounce_physics::quantity::span::Span;
use wetbounce_physics::table;

table! {
    /// What stands above all tables.
    pub(super) struct Heading {
        /// Names the run.
        name: Option<String> = None, text();
        /// Its title.
        title: Option<String> = None, text();
        /// Where it is from.
        reference: Option<String> = None, text();
    }
}

/// What a case says beside its problem.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Details {
    /// Names the run. Default: the file's name without extension.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Where it is from.
    pub reference: Option<String>,
    /// Material and surface of the sphere.
    pub sphere: Solid,
    /// Material and surface of the body that it meets: of a wall, a second sphere, or its image.
    pub met: Solid,
    /// The thickness of the wall, or the range of it \[m\].
    pub thickness: Option<Span>,
    /// The liquid by name.
    pub liquid: Option<NamedLiquid>,
    /// Which inputs of the film the case states. Default: those that it gives.
    pub stated: Vec<FilmInput>,
    /// The fit to its measurement.
    pub fit: Fit,
    /// The measured motion that leads the sphere; its table stands in the release.
    pub led: Option<LedRecord>,
}

impl Details {
    /// Reads name, title and reference; the stem of `file` is the default name.
    pub(super) fn read(root: &Section<'_>, file: &str) -> Self {
        let usable = |name: &str| {
            let odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '"' | '<' | '>' | '|' | '?' | '*');
            !name.trim().is_empty() && !name.starts_with('.') && name.len() <= 100 && !name.contains(odd)
        };
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let default = stem.filter(|stem| usable(stem)).unwrap_or_else(|| "case".into());
        let mut heading = Heading::default();
        keys::read_keys(root, |keys| heading.keys(keys));
        let Heading { name, title, reference } = heading;
        if name.as_deref().is_some_and(|name| !usable(name)) {
            root.unfit("name", "must be usable as a directory name");
        }
        Self { name: name.unwrap_or(default), title, reference, ..Self::default() }
    }
}
