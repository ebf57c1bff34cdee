//! Values with a standard uncertainty: `"3 ± 0.01 mm"`, `"3 mm +- 10 um"`, `"0.97 +/- 0.02"`, `"23 ± 0.5 degC"`, and
//! with a relative one: `"10 mPa s ± 2 %"`. A percentage after ± is a share of the value, unless the value is a
//! percentage too: `"97 % ± 2 %"`.

use super::text::{abridged, divided, is_temperature};
use super::{NUMBER, Quantity, QuantityError, split_number};

/// A value and its standard uncertainty, both in one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Uncertain {
    /// The value.
    pub value: f64,
    /// Its standard uncertainty, above 0.
    pub sigma: f64,
    /// The unit as the user wrote it; empty for pure numbers.
    pub unit: String,
}

impl Uncertain {
    /// Reads `text`; `None` if there is no `±`, `+/-` or `+-` in it. The unit may stand behind both numbers, or behind
    /// the second alone; `%` behind the second alone is a share of the value.
    ///
    /// # Errors
    /// A part that is no quantity, two units that do not fit, or an uncertainty that is not above 0.
    pub fn parse(text: &str) -> Option<Result<Self, QuantityError>> {
        divided(text).map(|(value, sigma)| Self::of(value.trim(), sigma.trim()))
    }

    fn of(value: &str, sigma: &str) -> Result<Self, QuantityError> {
        let (number, own) = number_and_unit(value)?;
        let (error, unit) = number_and_unit(sigma)?;
        let degrees = is_temperature(own) || own.is_empty() && is_temperature(unit);
        if unit == "%" && own != unit {
            if degrees {
                let expected = "an uncertainty in the unit of its temperature";
                return Err(QuantityError::WrongDimension { expected, found: NUMBER.name.into() });
            }
            return Self::known(number, error / 100.0 * number.abs(), own);
        }
        let scale = match (own.is_empty(), own == unit) {
            (true, _) | (_, true) => 1.0,
            // A difference of temperatures is the same in kelvin as in degrees Celsius.
            _ if degrees && is_temperature(unit) => 1.0,
            _ => {
                let (into, from) = (Quantity::parse(&format!("1 {own}"))?, Quantity::parse(&format!("1 {unit}"))?);
                if into.dimension != from.dimension || into.diameters != from.diameters {
                    let expected = "an uncertainty in the unit of its value";
                    return Err(QuantityError::WrongDimension { expected, found: from.described() });
                }
                from.si(Some(1.0))? / into.si(Some(1.0))?
            }
        };
        Self::known(number, error * scale, if own.is_empty() { unit } else { own })
    }

    /// The value `number` with its standard uncertainty, both in `unit`.
    fn known(number: f64, sigma: f64, unit: &str) -> Result<Self, QuantityError> {
        if !is_temperature(unit) {
            Quantity::parse(&format!("1 {unit}"))?;
        }
        match sigma > 0.0 && sigma.is_finite() {
            true => Ok(Self { value: number, sigma, unit: unit.to_owned() }),
            false => Err(QuantityError::NoUncertainty),
        }
    }

    /// A value in the unit as a case takes it, to nine digits.
    pub fn written(&self, value: f64) -> String {
        let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(value);
        format!("{rounded} {}", self.unit).trim_end().to_owned()
    }
}

/// The number at the beginning of a text, and the rest.
fn number_and_unit(text: &str) -> Result<(f64, &str), QuantityError> {
    let none = || QuantityError::NoNumber(abridged(text).into());
    let (mantissa, exponent, unit) = split_number(text).ok_or_else(none)?;
    let value: f64 = format!("{mantissa}e{exponent}").parse().map_err(|_| none())?;
    match value.is_finite() {
        true => Ok((value, unit.trim())),
        false => Err(QuantityError::NotFinite(abridged(text).into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Uncertain {
        Uncertain::parse(text).expect("there is an uncertainty").unwrap()
    }

    #[test]
    fn the_unit_may_stand_behind_one_number_or_both() {
        let expected = Uncertain { value: 3.0, sigma: 0.01, unit: "mm".into() };
        for text in
            ["3 ± 0.01 mm", "3 +- 0.01 mm", "3±0.01mm", "3 mm ± 0.01 mm", "3 mm ± 10 um", "3 +/- 0.01 mm", "3mm+/-10um"]
        {
            let found = read(text);
            assert!((found.sigma / expected.sigma - 1.0).abs() < 1e-12, "{text}: {found:?}");
            assert_eq!((found.value, found.unit.as_str()), (3.0, "mm"), "{text}");
        }
        assert_eq!(read("0.97 ± 0.02").unit, "");
        for text in ["23 ± 0.5 degC", "23 degC +/- 0.5 K", "23 +- 0.5 degC"] {
            assert_eq!(read(text), Uncertain { value: 23.0, sigma: 0.5, unit: "degC".into() }, "{text}");
        }
        assert_eq!(
            (read("1e1 ± 2e-1 mPa s").value, read("1e1 ± 2e-1 mPa s").written(10.125)),
            (10.0, "10.125 mPa s".into())
        );
        assert!(Uncertain::parse("3 mm").is_none());
        let angle = read("30 deg ± 0.01 rad");
        assert!((angle.sigma - 0.01_f64.to_degrees()).abs() < 1e-12, "{angle:?}");
    }

    #[test]
    fn a_percentage_is_a_share_of_the_value_unless_that_is_a_percentage_itself() {
        for (text, value, sigma, unit) in [
            ("0.9 ± 2 %", 0.9, 0.018, ""),
            ("10 mPa s ± 2 %", 10.0, 0.2, "mPa s"),
            ("-3 mm +/- 1 %", -3.0, 0.03, "mm"),
            ("97 % ± 2 %", 97.0, 2.0, "%"),
            ("97 % ± 0.02", 97.0, 2.0, "%"),
        ] {
            let found = read(text);
            assert!(
                (found.sigma - sigma).abs() < 1e-12 && found.value == value && found.unit == unit,
                "{text}: {found:?}"
            );
        }
        assert!(Uncertain::parse("23 degC ± 2 %").unwrap().is_err(), "a share of degrees Celsius means nothing");
    }

    #[test]
    fn what_is_no_value_with_an_uncertainty_is_refused() {
        for text in [
            "± 1 mm",
            "3 ± mm",
            "3 ± 0 mm",
            "3 ± -1 mm",
            "3 mm ± 1 s",
            "23 degC ± 1 mm",
            "3 ± 1 fathom",
            "3 ± 1e999 mm",
        ] {
            assert!(Uncertain::parse(text).unwrap().is_err(), "{text}");
        }
    }
}
