//! Words in messages: the known one nearest to a misspelt one, and the beginning of a long one.

use strsim::osa_distance;

/// The parts of a text before and after `±`, `+/-` or `+-`, if it has one.
pub fn divided(text: &str) -> Option<(&str, &str)> {
    ["±", "+/-", "+-"].iter().find_map(|sign| text.split_once(sign))
}

/// Units of temperatures, and the offset of degrees Celsius.
const TEMPERATURES: [(&str, f64); 4] = [("degC", 0.0), ("°C", 0.0), ("C", 0.0), ("K", -273.15)];

/// Whether this is a unit of temperatures, which unlike those of quantities may have a zero of its own.
pub(super) fn is_temperature(unit: &str) -> bool {
    TEMPERATURES.iter().any(|(known, _)| *known == unit)
}

/// A temperature such as `20 degC`, `20 °C` or `293.15 K`, in °C.
pub fn celsius(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, shift) =
        TEMPERATURES.iter().find_map(|(unit, shift)| text.strip_suffix(unit).map(|number| (number, *shift)))?;
    number.trim().parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| value + shift)
}

/// At most forty characters of `text`.
pub fn abridged(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}

/// The candidate closest to `word` in edit distance (insertions, deletions, substitutions, swaps of neighbours), if it
/// is near enough to be the intended word: at most one edit in three letters.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let (word, length) = (word.to_lowercase(), word.chars().count());
    if length > 64 {
        return None;
    }
    let scored = candidates.into_iter().map(|candidate| {
        let difference = length.abs_diff(candidate.chars().count());
        (osa_distance(&word, &candidate.to_lowercase()), difference, candidate)
    });
    let (distance, difference, candidate) = scored.min_by_key(|&(distance, difference, _)| (distance, difference))?;
    (3 * distance <= (length + difference).max(3)).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_finds_the_one_that_was_meant() {
        let words = ["diameter", "density", "young", "poisson"];
        assert_eq!(nearest("diametre", words), Some("diameter"));
        assert_eq!(nearest("denisty", words), Some("density"));
        assert_eq!(nearest("Young", words), Some("young"));
    }

    #[test]
    fn an_unrelated_word_finds_nothing() {
        assert_eq!(nearest("colour", ["diameter", "density"]), None);
        assert_eq!(nearest("x", Vec::new()), None);
        assert_eq!(nearest(&"d".repeat(100_000), ["density"]), None);
    }
}
