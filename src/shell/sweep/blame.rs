//! Tells at which place of the plan a problem of a case comes from.
//!
//! A run's case is the base case with the plan's settings as overrides. What the case reader finds wrong with an
//! override is shown where the plan (or the command line) says it.

use super::setting::Setting;
use crate::case::{Place, Problem, Source};
use miette::{Diagnostic, SourceSpan};
use std::ops::Range;

/// A piece of text that the case reader underlined: the name of its source, its text, the place in it, what it says.
struct Underlined {
    source: String,
    line: String,
    span: Range<usize>,
    label: String,
}

/// The same problem, told at the plan. `sources` are the plan's own and last the base case's text, under the name
/// `base`; `settings` are those that were handed to the case.
pub fn in_plan(problem: &Problem, settings: &[&Setting], sources: &[Source], base: &str) -> (Problem, Option<Place>) {
    let mut told = Problem::new(problem.message());
    if let Some(advice) = problem.advice() {
        told = told.help(advice);
    }
    let mut first = None;
    for piece in underlined(problem) {
        let place = match settings.iter().find(|setting| setting.as_override() == piece.line) {
            _ if piece.source == base => Place { source: sources.len() - 1, span: piece.span },
            Some(setting) if piece.span.start < piece.line.find('=').unwrap_or(0) => setting.key_place.clone(),
            Some(setting) => setting.value_place.clone(),
            None => continue,
        };
        first.get_or_insert_with(|| place.clone());
        told = told.at(sources, &place, piece.label);
    }
    (told, first)
}

fn underlined(problem: &dyn Diagnostic) -> Vec<Underlined> {
    let mut found = Vec::new();
    if let (Some(source), Some(labels)) = (problem.source_code(), problem.labels()) {
        for label in labels {
            let span: SourceSpan = *label.inner();
            let Ok(contents) = source.read_span(&span, 1, 1) else { continue };
            found.push(Underlined {
                source: contents.name().unwrap_or_default().to_owned(),
                line: String::from_utf8_lossy(contents.data()).trim_end_matches(['\n', '\r']).to_owned(),
                span: label.offset()..label.offset() + label.len(),
                label: label.label().unwrap_or_default().to_owned(),
            });
        }
    }
    found.extend(problem.related().into_iter().flatten().flat_map(underlined));
    found
}
