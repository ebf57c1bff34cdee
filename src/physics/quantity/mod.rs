//! Quantities with units: `"3 mm"`, `"10 mPa s"`, `"7.8 g/cm3"`, `"2.5 D"` → SI `f64`, and back.
//!
//! A unit is a product of symbols with optional SI prefix and integer power: `kg/m3`, `kg m^-3`, `mPa·s`,
//! `1/(m s)`, `m²/s`. Decimal prefixes are moved into the exponent of the number before it is converted, so
//! `"3 mm"` is the very same `f64` as `0.003`, and writing a value and reading it again returns its bits.

mod error;
pub mod span;
mod prefixed;
pub mod text;
pub mod pattern;
pub mod uncertain;
pub mod unit;

pub use error::QuantityError;
pub use prefixed::engineering;

use text::{abridged, divided};
use unit::Dimension;

/// A kind of quantity: its dimension, its name in messages, and the units it is written in.
#[derive(Debug)]
pub struct Kind {
    /// With its article, for messages: `a length`.
    pub name: &'static str,
    /// Powers of kg, m, s, K, rad and cycles.
    pub dimension: Dimension,
    /// The SI unit; empty for pure numbers.
    pub si: &'static str,
    /// Units to write in, ascending: symbol and decimal exponent against SI.
    pub units: &'static [(&'static str, i32)],
    /// Spellings shown to the user.
    pub examples: &'static [&'static str],
}

/// A length \[m\].
pub static LENGTH: Kind = Kind {
    name: "a length",
    dimension: Dimension::new(0, 1, 0),
    si: "m",
    units: &[("nm", -9), ("um", -6), ("mm", -3), ("m", 0)],
    examples: &["3 mm", "0.5 um", "2.5 D"],
};
/// A length counted in sphere diameters; a bare number is a multiple of D.
pub static DIAMETERS: Kind = Kind {
    name: "a length in diameters",
    dimension: Dimension::new(0, 1, 0),
    si: "D",
    units: &[("D", 0)],
    examples: &["0.2 D", "15 um"],
};
/// A speed [m/s].
pub static SPEED: Kind = Kind {
    name: "a speed",
    dimension: Dimension::new(0, 1, -1),
    si: "m/s",
    units: &[("m/s", 0)],
    examples: &["0.585 m/s", "58.5 cm/s"],
};
/// A density [kg/m³].
pub static DENSITY: Kind = Kind {
    name: "a density",
    dimension: Dimension::new(1, -3, 0),
    si: "kg/m3",
    units: &[("kg/m3", 0)],
    examples: &["7800 kg/m3", "7.8 g/cm3"],
};
/// A dynamic viscosity [Pa s].
pub static VISCOSITY: Kind = Kind {
    name: "a dynamic viscosity",
    dimension: Dimension::new(1, -1, -1),
    si: "Pa s",
    units: &[("uPa s", -6), ("mPa s", -3), ("Pa s", 0)],
    examples: &["10 mPa s", "10 cP", "0.01 Pa s"],
};
/// A kinematic viscosity [m²/s].
pub static KINEMATIC_VISCOSITY: Kind = Kind {
    name: "a kinematic viscosity",
    dimension: Dimension::new(0, 2, -1),
    si: "m2/s",
    units: &[("mm2/s", -6), ("m2/s", 0)],
    examples: &["20 cSt", "1e-5 m2/s"],
};
/// A pressure or an elastic modulus \[Pa\].
pub static PRESSURE: Kind = Kind {
    name: "a pressure",
    dimension: Dimension::new(1, -1, -2),
    si: "Pa",
    units: &[("Pa", 0), ("kPa", 3), ("MPa", 6), ("GPa", 9)],
    examples: &["200 GPa", "1e5 Pa", "1 bar"],
};
/// The inverse of a pressure, 1/Pa (compressibility, pressure coefficient of viscosity).
pub static INVERSE_PRESSURE: Kind = Kind {
    name: "an inverse pressure",
    dimension: Dimension::new(-1, 1, 2),
    si: "1/Pa",
    units: &[("1/GPa", -9), ("1/Pa", 0)],
    examples: &["1.5e-8 1/Pa", "15 1/GPa"],
};
/// A time \[s\].
pub static TIME: Kind = Kind {
    name: "a time",
    dimension: Dimension::new(0, 0, 1),
    si: "s",
    units: &[("ns", -9), ("us", -6), ("ms", -3), ("s", 0)],
    examples: &["0.5 ms", "2 s", "10 min"],
};
/// An acceleration [m/s²].
pub static ACCELERATION: Kind = Kind {
    name: "an acceleration",
    dimension: Dimension::new(0, 1, -2),
    si: "m/s2",
    units: &[("m/s2", 0)],
    examples: &["9.81 m/s2"],
};
/// An angle in degrees; a bare number is in degrees.
pub static DEGREES: Kind = Kind {
    name: "an angle",
    dimension: Dimension::new(0, 0, 0).times_radian(),
    si: "deg",
    units: &[("deg", 0)],
    examples: &["30 deg", "0.5 rad"],
};
/// An angular speed [rad/s].
pub static SPIN: Kind = Kind {
    name: "an angular speed",
    dimension: Dimension::new(0, 0, -1).times_radian(),
    si: "rad/s",
    units: &[("rad/s", 0)],
    examples: &["100 rad/s", "30 deg/ms"],
};
/// A frequency \[Hz\].
pub static FREQUENCY: Kind = Kind {
    name: "a frequency",
    dimension: Dimension::new(0, 0, -1).times_cycle(),
    si: "Hz",
    units: &[("Hz", 0)],
    examples: &["50 Hz", "2 kHz"],
};
/// A stiffness [N/m].
pub static STIFFNESS: Kind = Kind {
    name: "a stiffness",
    dimension: Dimension::new(1, 0, -2),
    si: "N/m",
    units: &[("N/m", 0)],
    examples: &["1e6 N/m", "1 kN/mm"],
};
/// A viscous coefficient of a contact [N s/m].
pub static DAMPING: Kind = Kind {
    name: "a damping coefficient",
    dimension: Dimension::new(1, 0, -1),
    si: "N s/m",
    units: &[("N s/m", 0)],
    examples: &["0.1 N s/m"],
};
/// A viscous coefficient of rolling or twisting, N m s.
pub static ROTATIONAL_DAMPING: Kind = Kind {
    name: "a rotational damping coefficient",
    dimension: Dimension::new(1, 2, -1),
    si: "N m s",
    units: &[("N m s", 0)],
    examples: &["1e-6 N m s"],
};
/// A damping coefficient per mass and length, 1/(m s).
pub static DAMPING_PER_MASS: Kind = Kind {
    name: "a damping coefficient per mass and length",
    dimension: Dimension::new(0, -1, -1),
    si: "1/(m s)",
    units: &[("1/(m s)", 0)],
    examples: &["4e6 1/(m s)"],
};
/// A thermal conductivity [W/(m K)].
pub static CONDUCTIVITY: Kind = Kind {
    name: "a thermal conductivity",
    dimension: Dimension::new(1, 1, -3).per_kelvin(),
    si: "W/(m K)",
    units: &[("W/(m K)", 0)],
    examples: &["0.3 W/(m K)"],
};
/// A heat capacity per volume [J/(m³ K)].
pub static HEAT_CAPACITY: Kind = Kind {
    name: "a heat capacity per volume",
    dimension: Dimension::new(1, -1, -2).per_kelvin(),
    si: "J/(m3 K)",
    units: &[("J/(m3 K)", 0), ("MJ/(m3 K)", 6)],
    examples: &["3.7 MJ/(m3 K)"],
};
/// A relative change per temperature [1/K].
pub static PER_KELVIN: Kind = Kind {
    name: "an inverse temperature",
    dimension: Dimension::new(0, 0, 0).per_kelvin(),
    si: "1/K",
    units: &[("1/K", 0)],
    examples: &["0.05 1/K"],
};
/// A force \[N\].
pub static FORCE: Kind = Kind {
    name: "a force",
    dimension: Dimension::new(1, 1, -2),
    si: "N",
    units: &[("nN", -9), ("uN", -6), ("mN", -3), ("N", 0), ("kN", 3)],
    examples: &["3.7 N"],
};
/// An energy \[J\].
pub static ENERGY: Kind = Kind {
    name: "an energy",
    dimension: Dimension::new(1, 2, -2),
    si: "J",
    units: &[("pJ", -12), ("nJ", -9), ("uJ", -6), ("mJ", -3), ("J", 0)],
    examples: &["20 uJ"],
};
/// A pure number.
pub static NUMBER: Kind = Kind {
    name: "a number without unit",
    dimension: Dimension::new(0, 0, 0),
    si: "",
    units: &[("", 0)],
    examples: &["0.3", "97 %"],
};

static KINDS: [&Kind; 22] = [
    &LENGTH,
    &SPEED,
    &DENSITY,
    &VISCOSITY,
    &KINEMATIC_VISCOSITY,
    &PRESSURE,
    &INVERSE_PRESSURE,
    &TIME,
    &ACCELERATION,
    &DEGREES,
    &SPIN,
    &FREQUENCY,
    &STIFFNESS,
    &DAMPING,
    &ROTATIONAL_DAMPING,
    &DAMPING_PER_MASS,
    &CONDUCTIVITY,
    &HEAT_CAPACITY,
    &PER_KELVIN,
    &FORCE,
    &ENERGY,
    &NUMBER,
];

const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// A number with its dimension, before a kind is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// Value in SI units times the powers [`diameters`](Self::diameters) of the sphere's diameter and
    /// [`degrees`](Self::degrees) of π/180.
    pub value: f64,
    /// Powers of kg, m and s, those of `D` counted as lengths.
    pub dimension: Dimension,
    /// Power of `D` in the unit.
    pub diameters: i32,
    /// Power of the degree in the unit.
    pub degrees: i32,
    /// False when nothing follows the number.
    has_unit: bool,
}

impl Quantity {
    /// Reads a number and a unit. Exact for decimal units: the prefix goes into the number's exponent.
    ///
    /// # Errors
    /// The text has no number, an unknown unit, or a value that is not finite.
    pub fn parse(text: &str) -> Result<Self, QuantityError> {
        let text = text.trim();
        if divided(text).is_some() {
            return Err(QuantityError::Uncertain);
        }
        let (mantissa, exponent, rest) =
            split_number(text).ok_or_else(|| QuantityError::NoNumber(abridged(text).into()))?;
        if rest.starts_with(',') {
            return Err(QuantityError::DecimalComma);
        }
        let unit = unit::parse(rest.trim())?;
        let shifted = exponent.saturating_add(i64::from(unit.exponent));
        let value = format!("{mantissa}e{shifted}").parse::<f64>().unwrap_or(f64::NAN) * unit.factor;
        if !value.is_finite() {
            return Err(QuantityError::NotFinite(abridged(text).into()));
        }
        let has_unit = !rest.trim().is_empty();
        Ok(Self { value, dimension: unit.dimension, diameters: unit.diameters, degrees: unit.degrees, has_unit })
    }

    /// Value in SI units, with the sphere's `diameter` \[m\] put in for `D`.
    ///
    /// # Errors
    /// The unit holds `D` and no diameter is given.
    pub fn si(&self, diameter: Option<f64>) -> Result<f64, QuantityError> {
        let value = if self.degrees == 0 { self.value } else { self.value * DEGREE.powi(self.degrees) };
        match (self.diameters, diameter) {
            (0, _) => Ok(value),
            (power, Some(diameter)) => Ok(value * diameter.powi(power)),
            (_, None) => Err(QuantityError::DiameterUnknown),
        }
    }

    /// The quantity's kind in words, for messages.
    pub fn described(&self) -> String {
        match KINDS.iter().find(|kind| kind.dimension == self.dimension) {
            Some(kind) if kind.si.is_empty() => kind.name.into(),
            Some(kind) => format!("{} ({})", kind.name, kind.si),
            None => format!("in {}", self.dimension),
        }
    }
}

impl Kind {
    /// Reads `text` as this kind of quantity: SI units, or diameters for [`DIAMETERS`] and degrees for [`DEGREES`].
    ///
    /// # Errors
    /// Not a quantity, another dimension, no unit, or `D` while `diameter` \[m\] is unknown.
    pub fn read(&'static self, text: &str, diameter: Option<f64>) -> Result<f64, QuantityError> {
        let quantity = Quantity::parse(text)?;
        if quantity.dimension != self.dimension {
            return Err(match quantity.has_unit {
                false => QuantityError::UnitMissing { expected: self.name },
                true => QuantityError::WrongDimension { expected: self.name, found: quantity.described() },
            });
        }
        if std::ptr::eq(self, &DEGREES) {
            return match quantity.degrees {
                1 => Ok(quantity.value),
                _ => Ok(quantity.si(diameter)? / DEGREE),
            };
        }
        if std::ptr::eq(self, &DIAMETERS) {
            return match (quantity.diameters, diameter) {
                (1, _) => Ok(quantity.value),
                (_, None) => Err(QuantityError::DiameterUnknown),
                (_, Some(length)) => Ok(quantity.si(diameter)? / length),
            };
        }
        quantity.si(diameter)
    }

    /// Whether a number may stand without a unit: pure numbers, multiples of the diameter, and degrees. Any other bare
    /// number would be a guess: `3` for a diameter is as likely meant in mm as in m.
    pub fn takes_bare_numbers(&self) -> bool {
        self.dimension == Dimension::new(0, 0, 0) || ["D", "deg"].contains(&self.si)
    }

    /// Reads a bare `number`, unless this kind asks for a unit. Zero is zero in every unit; a number that is not finite
    /// is refused later.
    ///
    /// # Errors
    /// The unit is missing.
    pub fn read_bare(&self, number: f64) -> Result<f64, QuantityError> {
        if number == 0.0 || !number.is_finite() || self.takes_bare_numbers() {
            Ok(number)
        } else {
            Err(QuantityError::UnitMissing { expected: self.name })
        }
    }

    /// Writes `value` with a unit, so that [`Kind::read`] returns the same bits.
    pub fn write(&self, value: f64) -> String {
        let size = value.abs();
        let fits = |&&(_, exponent): &&(&str, i32)| size >= 0.999_999 * 10f64.powi(exponent);
        let (symbol, exponent) = match self.units.iter().rev().find(fits) {
            Some(&unit) if size > 0.0 => unit,
            _ => *self.units.iter().find(|(symbol, _)| *symbol == self.si).unwrap_or(&self.units[0]),
        };
        let number = shifted_decimal(value, -exponent);
        if symbol.is_empty() { number } else { format!("{number} {symbol}") }
    }

    /// As [`write`](Self::write), to six digits: for messages.
    pub fn show(&self, value: f64) -> String {
        self.write(format!("{value:.5e}").parse().unwrap_or(value))
    }

    /// The form in which people read a value, on the terminal, in reports and in messages: at most four significant
    /// digits, an SI prefix, the unit (`76 µs`, `3.662 N`, `18 mm`); a power of ten below 10⁻⁴ and from 10⁷ on.
    pub fn brief(&self, value: f64) -> String {
        self.write(format!("{value:.3e}").parse().unwrap_or(value)).replacen(" u", " µ", 1)
    }

    /// The allowed forms, for the help line of a message.
    pub fn advice(&self) -> String {
        let examples: Vec<String> = match self.si {
            "" => self.examples.iter().map(|text| text.to_string()).collect(),
            _ => self.examples.iter().map(|text| format!("\"{text}\"")).collect(),
        };
        match self.si {
            "" => format!("write {} such as {}", self.name, examples.join(" or ")),
            si if self.takes_bare_numbers() => {
                format!("write {} such as {}; a bare number is taken in {si}", self.name, examples.join(", "))
            }
            _ => format!("write {} with its unit, such as {}", self.name, examples.join(", ")),
        }
    }
}

/// [`Kind::brief`] of a `value` in the SI unit `si`; without prefix where no kind is written in it.
pub fn brief(value: f64, si: &str) -> String {
    match KINDS.iter().find(|kind| kind.si == si) {
        Some(kind) => kind.brief(value),
        None => format!("{} {si}", NUMBER.brief(value)),
    }
}

/// Splits `text` into mantissa digits, decimal exponent and the rest; `None` without a leading number.
fn split_number(text: &str) -> Option<(&str, i64, &str)> {
    let bytes = text.as_bytes();
    let digits_from = |start: usize| bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits_from(end);
    end += whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits_from(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    let mantissa = &text[..end];
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let count = digits_from((end + 1 + sign).min(bytes.len()));
        if count > 0 {
            let stop = end + 1 + sign + count;
            let negative = bytes[end + 1] == b'-';
            let size = text[end + 1 + sign..stop].parse::<i64>().unwrap_or(1_000_000).min(1_000_000);
            return Some((mantissa, if negative { -size } else { size }, &text[stop..]));
        }
    }
    Some((mantissa, 0, &text[end..]))
}

/// The shortest decimal that reads back as `value`, times `10^shift`, without rounding.
fn shifted_decimal(value: f64, shift: i32) -> String {
    let scientific = format!("{value:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let Ok(exponent) = exponent.parse::<i32>() else { return scientific };
    let exponent = exponent + shift;
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    if value == 0.0 {
        return format!("{sign}0");
    }
    match exponent {
        -4..=-1 => format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1) as usize)),
        0..=6 => {
            let whole = exponent as usize + 1;
            match digits.len() > whole {
                true => format!("{sign}{}.{}", &digits[..whole], &digits[whole..]),
                false => format!("{sign}{digits}{}", "0".repeat(whole - digits.len())),
            }
        }
        _ => format!("{sign}{mantissa}e{exponent}"),
    }
}
