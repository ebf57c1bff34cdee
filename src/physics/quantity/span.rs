//! A value, or a range of it: `"9 mm"`, `"8 .. 12 mm"`, `"8 mm .. 1.2 cm"`, `"10 ± 2 mm"`.

use super::uncertain::Uncertain;
use super::{Kind, QuantityError, split_number};

/// What stands between the ends of a range.
const BETWEEN: &str = "..";

/// A value that is known, or between two; SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The lower end.
    pub low: f64,
    /// The upper one; the same where the value is known.
    pub high: f64,
}

impl Span {
    /// A value that is known.
    pub fn known(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// The middle: the value to compute with.
    pub fn middle(&self) -> f64 {
        if self.is_known() { self.low } else { 0.5 * (self.low + self.high) }
    }

    /// Whether both ends are the same.
    pub fn is_known(&self) -> bool {
        self.low == self.high
    }

    /// Reads `text`, of a quantity of `kind`; `D` is a length of `diameter` m. A first end without unit has that of the
    /// second; `±` is one standard uncertainty.
    ///
    /// # Errors
    /// A part that is no quantity of the kind, or a range that does not rise.
    pub fn read(text: &str, kind: &'static Kind, diameter: Option<f64>) -> Result<Self, QuantityError> {
        let read = |text: &str| kind.read(text, diameter);
        if let Some(uncertain) = Uncertain::parse(text) {
            let Uncertain { value, sigma, unit } = uncertain?;
            let end = |value: f64| read(&format!("{value:e} {unit}"));
            return Ok(Self { low: end(value - sigma)?, high: end(value + sigma)? });
        }
        let Some((low, high)) = text.split_once(BETWEEN) else { return read(text).map(Self::known) };
        let (low, high) = (low.trim(), high.trim());
        let unit = split_number(high).map_or("", |(.., unit)| unit);
        let bare = split_number(low).is_some_and(|(.., unit)| unit.trim().is_empty());
        let span = Self { low: read(&if bare { format!("{low}{unit}") } else { low.into() })?, high: read(high)? };
        if span.low < span.high { Ok(span) } else { Err(QuantityError::NoRange) }
    }

    /// Writes it with its unit, so that [`Span::read`] returns the same bits.
    pub fn write(&self, kind: &Kind) -> String {
        match self.is_known() {
            true => kind.write(self.low),
            false => format!("{} {BETWEEN} {}", kind.write(self.low), kind.write(self.high)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::LENGTH;
    use super::*;

    #[test]
    fn a_range_is_read_with_one_unit_or_two_and_from_an_uncertainty() {
        let read = |text: &str| Span::read(text, &LENGTH, Some(3e-3)).unwrap();
        assert_eq!(read("9 mm"), Span::known(9e-3));
        for text in ["8 .. 12 mm", "8..12mm", "8 mm .. 1.2 cm", "10 ± 2 mm", "10 mm +- 2 mm"] {
            let Span { low, high } = read(text);
            assert!((low - 8e-3).abs() < 1e-15 && (high - 12e-3).abs() < 1e-15, "{text}: {low} {high}");
        }
        assert!((read("2 .. 3 D").high - 9e-3).abs() < 1e-15);
        let span = Span { low: 8e-3, high: 1.0 / 81.0 };
        assert_eq!((read(&span.write(&LENGTH)), read("9 mm").write(&LENGTH)), (span, "9 mm".into()));
    }

    #[test]
    fn a_range_that_falls_and_one_of_something_else_are_refused() {
        for text in ["12 .. 8 mm", "8 .. 8 mm", "8 .. 12", "8 .. 12 s", ".. 12 mm", "8 .."] {
            assert!(Span::read(text, &LENGTH, None).is_err(), "{text}");
        }
    }
}
