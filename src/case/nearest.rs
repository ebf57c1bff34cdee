//! The known word nearest to a misspelt one.

/// The candidate closest to `word` in edit distance (insertions, deletions, substitutions, swaps of
/// neighbours), if it is near enough to be what was meant: at most one edit in three letters.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word: Vec<char> = word.chars().take(65).flat_map(char::to_lowercase).collect();
    if word.len() > 64 {
        return None;
    }
    let scored = candidates.into_iter().map(|candidate| {
        let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        (edit_distance(&word, &letters), word.len().abs_diff(letters.len()), candidate)
    });
    let (distance, difference, candidate) = scored.min_by_key(|&(distance, difference, _)| (distance, difference))?;
    (3 * distance <= (word.len() + difference).max(3)).then_some(candidate)
}

fn edit_distance(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, r) in right.iter().enumerate() {
            let mut cost = (above[j] + usize::from(l != r)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
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
