//! Why a text is not a quantity.

/// Why a text is not the quantity asked for; the message names the text that was found,
/// [`Kind::advice`](super::Kind::advice) the allowed ones.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum QuantityError {
    /// The text does not begin with a decimal number.
    #[error("`{0}` does not begin with a number")]
    NoNumber(String),
    /// The number overflows or is not a number.
    #[error("`{0}` is not a finite number")]
    NotFinite(String),
    /// A value with an uncertainty, where one value is needed.
    #[error(
        "a run takes one value without ±; a plan with [sample] takes this one under [set], and `wetbounce sweep` draws from it"
    )]
    Uncertain,
    /// An uncertainty that is none.
    #[error("the uncertainty after ± must be above 0")]
    NoUncertainty,
    /// A range whose second end is not above the first.
    #[error("a range rises: the second value must be above the first")]
    NoRange,
    /// A symbol in the unit is not known.
    #[error("`{0}` is not a unit known here{1}")]
    UnknownUnit(String, String),
    /// A decimal comma.
    #[error("numbers are written with a decimal point, `2.5`, not a comma")]
    DecimalComma,
    /// The unit is not written as a product of powers.
    #[error("the unit `{0}` cannot be read")]
    BadUnit(String),
    /// A number without unit where one is needed.
    #[error("the unit is missing: {expected} was expected")]
    UnitMissing {
        /// Kind expected.
        expected: &'static str,
    },
    /// Another dimension than the one asked for.
    #[error("{expected} was expected, this is {found}")]
    WrongDimension {
        /// Kind expected.
        expected: &'static str,
        /// Kind found, or its SI units.
        found: String,
    },
    /// `D` where the diameter is not known.
    #[error("`D` cannot be used here: it is the sphere's diameter itself, or that is not known")]
    DiameterUnknown,
}
