//! Problems of a case, reported at their places in the user's file or on the command line.

use miette::{LabeledSpan, NamedSource};
use std::ops::{Bound, Range, RangeBounds};
use std::sync::Arc;
use wetbounce_physics::quantity::Kind;

/// Problems shown at a time.
pub const MOST_PROBLEMS: usize = 20;

/// Where a piece of the user's text stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Index of the source: 0 is the file, the overrides follow.
    pub source: usize,
    /// Bytes within it.
    pub span: Range<usize>,
}

/// A text that was read: the case file, or one override of the command line.
#[derive(Debug, Clone)]
pub struct InputText(Arc<NamedSource<String>>);

impl InputText {
    /// A source from its name in messages and its text.
    pub fn new(name: impl AsRef<str>, text: impl Into<String>) -> Self {
        Self(Arc::new(NamedSource::new(name, text.into())))
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> &str {
        self.0.name()
    }

    /// The text as the user wrote it.
    pub fn text(&self) -> &str {
        self.0.inner()
    }
}

/// A problem: its message, its place, and advice.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
pub struct InputError {
    message: String,
    #[help]
    help: Option<String>,
    #[source_code]
    source_code: Option<Arc<NamedSource<String>>>,
    #[label(collection)]
    labels: Vec<LabeledSpan>,
    #[related]
    elsewhere: Vec<InputError>,
}

impl InputError {
    /// A problem without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, source_code: None, labels: Vec::new(), elsewhere: Vec::new() }
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Underlines `place`; a place in another source than the first is shown below it.
    pub fn at(mut self, sources: &[InputText], place: &Place, label: impl Into<String>) -> Self {
        let Some(source) = sources.get(place.source) else { return self };
        let label = label.into();
        match &self.source_code {
            Some(first) if !Arc::ptr_eq(first, &source.0) => {
                self.elsewhere.push(InputError::new("together with this").at(sources, place, label));
            }
            _ => {
                self.source_code = Some(source.0.clone());
                self.labels.push(LabeledSpan::new_with_span(Some(label), visible(source.text(), &place.span)));
            }
        }
        self
    }

    /// Whether it says the same of the same place, whatever else it underlines.
    pub fn is_again(&self, other: &Self) -> bool {
        self.message == other.message && self.labels.first() == other.labels.first()
    }

    /// The problem in one sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The advice, if there is any.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The underlined pieces of text with their labels, those of other sources last.
    pub fn underlined(&self) -> Vec<(String, String)> {
        let text = self.source_code.as_ref().map(|source| source.inner().as_str()).unwrap_or_default();
        let piece = |label: &LabeledSpan| {
            let slice = text.get(label.offset()..label.offset() + label.len()).unwrap_or_default();
            (slice.to_string(), label.label().unwrap_or_default().to_string())
        };
        self.labels.iter().map(piece).chain(self.elsewhere.iter().flat_map(InputError::underlined)).collect()
    }
}

/// A span that lies inside `text`, on character boundaries, and on one line; an empty one takes the character at its
/// place, or at the end of a line the one before, so that there is something to underline.
fn visible(text: &str, span: &Range<usize>) -> Range<usize> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let in_line = |c: &char| !matches!(c, '\n' | '\r');
    let start = floor(span.start);
    let end = floor(span.end.max(start));
    let end = text[start..end].find(['\n', '\r']).map_or(end, |length| start + length);
    if start < end {
        return start..end;
    }
    let after = text[start..].chars().next().filter(in_line);
    let before = text[..start].chars().next_back().filter(in_line);
    match (after, before) {
        (Some(after), _) => start..start + after.len_utf8(),
        (None, Some(before)) => start - before.len_utf8()..start,
        (None, None) => start..start,
    }
}

/// Everything that is wrong with a case; each problem is reported at its own place.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{}", summary(name, problems))]
pub struct CaseError {
    name: String,
    #[related]
    problems: Vec<InputError>,
}

fn summary(name: &str, problems: &[InputError]) -> String {
    match problems {
        [_] => format!("{name} cannot be used"),
        _ => format!("{name} cannot be used: {} problems", problems.len()),
    }
}

impl CaseError {
    /// From the file's name and at least one problem; past the first [`MOST_PROBLEMS`] only how many more there are.
    pub fn new(name: impl Into<String>, mut problems: Vec<InputError>) -> Self {
        assert!(!problems.is_empty(), "a case error without a problem");
        let left_out = problems.len().saturating_sub(MOST_PROBLEMS);
        if left_out > 0 {
            problems.truncate(MOST_PROBLEMS);
            problems.push(InputError::new(format!("and {left_out} more")));
        }
        Self { name: name.into(), problems }
    }

    /// The problems, in the order of the file's tables.
    pub fn problems(&self) -> &[InputError] {
        &self.problems
    }

    /// The problems themselves.
    pub fn into_problems(self) -> Vec<InputError> {
        self.problems
    }
}

/// The allowed values of a range, in words.
pub(super) fn allowed(range: &impl RangeBounds<f64>, kind: &Kind) -> String {
    let low = match range.start_bound() {
        Bound::Included(low) => Some(format!("at least {}", kind.show(*low))),
        Bound::Excluded(low) => Some(format!("above {}", kind.show(*low))),
        Bound::Unbounded => None,
    };
    let high = match range.end_bound() {
        Bound::Included(high) => Some(format!("at most {}", kind.show(*high))),
        Bound::Excluded(high) => Some(format!("below {}", kind.show(*high))),
        Bound::Unbounded => None,
    };
    let parts: Vec<String> = [low, high].into_iter().flatten().collect();
    format!("must be {}", parts.join(" and "))
}
