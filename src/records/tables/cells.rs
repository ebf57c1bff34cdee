//! What stands in a cell: a number, a time code, a missing value, or a word.

/// Whether a cell says that it holds no value.
pub(super) fn is_missing(cell: &str) -> bool {
    const WORDS: [&str; 10] = ["", "-", "--", "nan", "na", "n/a", "#n/a", "null", "none", "inf"];
    let plain = cell.strip_prefix(['+', '-']).filter(|rest| rest.len() > 1).unwrap_or(cell);
    WORDS.iter().any(|word| plain.eq_ignore_ascii_case(word))
}

/// The number in a cell, with this sign before its fraction; NaN if it is missing, `None` if it holds something else. A
/// time code is in seconds.
pub(super) fn number(cell: &str, decimal: char) -> Option<f64> {
    if is_missing(cell) {
        return Some(f64::NAN);
    }
    let plain = cell.replace('\u{2212}', "-");
    if decimal == ',' && plain.contains('.') || decimal == '.' && plain.contains(',') {
        return None;
    }
    let plain = plain.replace(',', ".");
    if plain.contains(':') { time_code(&plain) } else { float(&plain) }
}

/// A number as programs write it; `1.5D-3` is Fortran's.
fn float(plain: &str) -> Option<f64> {
    let is_sign = |sign: u8| sign.is_ascii_digit() || b"+-.eEdD".contains(&sign);
    let value: Option<f64> = plain.replacen(['d', 'D'], "e", 1).parse().ok().filter(|value: &f64| value.is_finite());
    value.filter(|_| plain.bytes().all(is_sign))
}

/// Seconds of `[h:]mm:ss.xx`, or of `h:mm:ss:xx`.
fn time_code(plain: &str) -> Option<f64> {
    let (sign, plain) = plain.strip_prefix('-').map_or((1.0, plain), |rest| (-1.0, rest));
    let mut parts: Vec<&str> = plain.split(':').collect();
    let fraction = if parts.len() == 4 { format!("0.{}", parts.pop()?) } else { "0".into() };
    let part = |sum: f64, part: &&str| Some(60.0 * sum + float(part).filter(|value| *value >= 0.0)?);
    let seconds = parts.iter().try_fold(0.0, part)?;
    (parts.len() < 4).then_some(sign * (seconds + float(&fraction)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_point_or_a_comma_and_nothing_between_thousands() {
        for (cell, decimal, value) in [
            ("1.5e-3", '.', 1.5e-3),
            ("1,5E-3", ',', 1.5e-3),
            ("\u{2212}2.25", '.', -2.25),
            ("1.5D-3", '.', 1.5e-3),
            ("1:10.48", '.', 70.48),
            ("0:01:10,5", ',', 70.5),
            ("0:00:01:25", '.', 1.25),
            ("-0:02.5", '.', -2.5),
        ] {
            let found = number(cell, decimal).unwrap();
            assert!((found - value).abs() < 1e-12, "{cell}: {found}");
        }
        for cell in ["1,168.8", "1.168,8", "1'168", "1 168", "5 mm", "a:b", "3.4.2024", "0x10", "infinity", "1e999"] {
            assert!(number(cell, '.').is_none() && number(cell, ',').is_none(), "{cell}");
        }
        assert!(["NaN", "-", "", "n/a", "-inf"].iter().all(|cell| number(cell, '.').unwrap().is_nan()));
    }
}
