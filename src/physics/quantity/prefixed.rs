//! Numbers in pictures.

/// A number with a fixed number of decimals, an SI prefix from n to k and its unit, for pictures whose numbers change
/// in place: `12.30 ms`. All other numbers for people are written by [`Kind::brief`](super::Kind::brief).
pub fn engineering(value: f64, unit: &str) -> String {
    let prefixes = [(1e-9, "n"), (1e-6, "µ"), (1e-3, "m"), (1.0, ""), (1e3, "k")];
    let size = value.abs() * (1.0 + 1e-4);
    let (factor, prefix) = match prefixes.iter().rev().find(|(factor, _)| size >= *factor) {
        Some(found) => *found,
        None if value == 0.0 || !value.is_finite() => (1.0, ""),
        None => prefixes[0],
    };
    let scaled = value / factor;
    let decimals = if scaled.abs() >= 99.995 { 1 } else { 2 };
    format!("{scaled:.decimals$} {prefix}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_carry_the_prefix_a_reader_expects() {
        for (value, expected) in [
            (0.0123456, "12.35 ms"),
            (-0.585, "-585.0 ms"),
            (1.0, "1.00 s"),
            (0.99999, "1.00 s"),
            (2.5e-8, "25.00 ns"),
            (1e-12, "0.00 ns"),
            (0.0, "0.00 s"),
            (12345.0, "12.35 ks"),
            (f64::NAN, "NaN s"),
        ] {
            assert_eq!(engineering(value, "s"), expected);
        }
    }
}
