//! The texts of a quantity as a regular expression, by which editors know them.

use super::Kind;
use super::unit::symbols;

/// A number, as in [`Quantity::parse`](super::Quantity::parse).
const DECIMAL: &str = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?";
/// A product or a power of units, whose dimension an expression cannot count.
const PRODUCT: &str = r"1\s*/.*|[A-Za-zµμ°%(].*([/·⋅*.^0-9⁰¹²³⁴-⁹⁻−-]|\s\S).*";
/// A range, or a value with its uncertainty.
const RANGE: &str = r".*(\.\.|±|\+/?-).*";

/// An expression for the texts of one of these `kinds`: a number with one unit of their dimension, or with a product of
/// any units.
pub fn pattern(kinds: &[&Kind]) -> String {
    format!(r"^\s*{}\s*$", one(kinds))
}

/// As [`pattern`], or a range of the quantity.
pub fn range_pattern(kind: &Kind) -> String {
    format!(r"^\s*({}|{RANGE})\s*$", one(&[kind]))
}

fn one(kinds: &[&Kind]) -> String {
    let single = kinds.iter().map(|kind| symbols(kind.dimension)).filter(|symbols| !symbols.is_empty());
    let units: Vec<String> = single.chain([PRODUCT.to_owned()]).collect();
    let optional = if kinds.iter().any(|kind| kind.si.is_empty()) { "?" } else { "" };
    format!(r"{DECIMAL}\s*({}){optional}", units.join("|"))
}
