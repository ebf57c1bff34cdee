//! Units: symbols with SI prefix and power, multiplied out to a dimension and a scale.

use super::QuantityError;
use super::text::{abridged, nearest};

/// Powers of kilogram, metre, second and kelvin, of the radian and of the cycle. In the SI the last two are 1; here
/// they are not, so that an angle is no number, and neither a frequency nor an angular speed is the other or a bare
/// 1/s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimension {
    kg: i32,
    m: i32,
    s: i32,
    kelvin: i32,
    radian: i32,
    cycle: i32,
}

impl Dimension {
    /// The dimension kg^`kg` m^`m` s^`s`.
    pub const fn new(kg: i32, m: i32, s: i32) -> Self {
        Self { kg, m, s, kelvin: 0, radian: 0, cycle: 0 }
    }

    /// The same times an angle.
    pub(super) const fn times_radian(self) -> Self {
        Self { radian: self.radian + 1, ..self }
    }

    /// The same times a number of cycles.
    pub(super) const fn times_cycle(self) -> Self {
        Self { cycle: self.cycle + 1, ..self }
    }

    /// The same per kelvin.
    pub(super) const fn per_kelvin(self) -> Self {
        Self { kelvin: self.kelvin - 1, ..self }
    }

    fn times(self, other: Self, power: i32) -> Self {
        Self {
            kg: self.kg + power * other.kg,
            m: self.m + power * other.m,
            s: self.s + power * other.s,
            kelvin: self.kelvin + power * other.kelvin,
            radian: self.radian + power * other.radian,
            cycle: self.cycle + power * other.cycle,
        }
    }
}

impl std::fmt::Display for Dimension {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = |(symbol, power): (&str, i32)| match power {
            0 => None,
            1 => Some(symbol.to_string()),
            -1 if symbol == "s" => Some("1/s".into()),
            _ => Some(format!("{symbol}{power}")),
        };
        let powers = [
            ("kg", self.kg),
            ("m", self.m),
            ("rad", self.radian),
            ("cycles", self.cycle),
            ("s", self.s),
            ("K", self.kelvin),
        ];
        let parts: Vec<String> = powers.into_iter().filter_map(part).collect();
        out.write_str(if parts.is_empty() { "1".into() } else { parts.join(" ") }.as_str())
    }
}

/// A unit multiplied out: SI value = number × 10^exponent × factor × D^diameters × (π/180)^degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// Powers of kg, m, s, K, rad and cycles; a power of `D` counts as a power of m.
    pub dimension: Dimension,
    /// Decimal exponent.
    pub exponent: i32,
    /// Units that are not powers of ten (minutes, hours, atmospheres).
    pub factor: f64,
    /// Power of the sphere's diameter.
    pub diameters: i32,
    /// Power of the degree, π/180.
    pub degrees: i32,
}

const ONE: Unit = Unit { dimension: Dimension::new(0, 0, 0), exponent: 0, factor: 1.0, diameters: 0, degrees: 0 };

const fn decimal(kg: i32, m: i32, s: i32, exponent: i32) -> Unit {
    Unit { dimension: Dimension::new(kg, m, s), exponent, factor: 1.0, diameters: 0, degrees: 0 }
}

const fn scaled(kg: i32, m: i32, s: i32, factor: f64) -> Unit {
    Unit { dimension: Dimension::new(kg, m, s), exponent: 0, factor, diameters: 0, degrees: 0 }
}

/// Symbols that take an SI prefix.
const PREFIXED: [(&str, Unit); 15] = [
    ("m", decimal(0, 1, 0, 0)),
    ("g", decimal(1, 0, 0, -3)),
    ("s", decimal(0, 0, 1, 0)),
    ("Pa", decimal(1, -1, -2, 0)),
    ("Pas", decimal(1, -1, -1, 0)),
    ("N", decimal(1, 1, -2, 0)),
    ("J", decimal(1, 2, -2, 0)),
    ("W", decimal(1, 2, -3, 0)),
    ("Hz", Unit { dimension: Dimension::new(0, 0, -1).times_cycle(), ..ONE }),
    ("P", decimal(1, -1, -1, -1)),
    ("St", decimal(0, 2, -1, -4)),
    ("bar", decimal(1, -1, -2, 5)),
    ("L", decimal(0, 3, 0, -3)),
    ("l", decimal(0, 3, 0, -3)),
    ("rad", Unit { dimension: ONE.dimension.times_radian(), ..ONE }),
];

/// Symbols that stand alone.
const PLAIN: [(&str, Unit); 9] = [
    ("D", Unit { diameters: 1, ..decimal(0, 1, 0, 0) }),
    ("micron", decimal(0, 1, 0, -6)),
    ("min", scaled(0, 0, 1, 60.0)),
    ("h", scaled(0, 0, 1, 3600.0)),
    ("atm", scaled(1, -1, -2, 101_325.0)),
    ("K", Unit { dimension: Dimension { kelvin: 1, ..ONE.dimension }, ..ONE }),
    ("%", decimal(0, 0, 0, -2)),
    ("deg", Unit { dimension: ONE.dimension.times_radian(), degrees: 1, ..ONE }),
    ("°", Unit { dimension: ONE.dimension.times_radian(), degrees: 1, ..ONE }),
];

const PREFIXES: [(char, i32); 13] = [
    ('T', 12),
    ('G', 9),
    ('M', 6),
    ('k', 3),
    ('h', 2),
    ('d', -1),
    ('c', -2),
    ('m', -3),
    ('u', -6),
    ('µ', -6),
    ('μ', -6),
    ('n', -9),
    ('p', -12),
];

/// The symbols of this dimension, with the prefixes that they take, as a regular expression; empty if there is none.
pub(super) fn symbols(dimension: Dimension) -> String {
    let own = |table: &'static [(&str, Unit)]| table.iter().filter(move |(_, unit)| unit.dimension == dimension);
    let prefixes: String = PREFIXES.iter().map(|(letter, _)| *letter).collect();
    let prefixed = own(&PREFIXED).map(|(symbol, _)| format!("[{prefixes}]?{symbol}"));
    prefixed.chain(own(&PLAIN).map(|(symbol, _)| (*symbol).to_owned())).collect::<Vec<_>>().join("|")
}

/// Spellings offered when a symbol is not known.
const COMMON: [&str; 34] = [
    "m", "cm", "mm", "um", "nm", "D", "kg", "g", "mg", "s", "ms", "us", "min", "h", "Pa", "kPa", "MPa", "GPa", "mPa",
    "bar", "atm", "N", "J", "W", "K", "Hz", "P", "cP", "St", "cSt", "L", "mL", "rad", "deg",
];

const LARGEST_POWER: i32 = 9;

/// Multiplies out a unit; the empty text is the unit 1.
///
/// # Errors
/// An unknown symbol, or a text that is no product of powers.
pub fn parse(text: &str) -> Result<Unit, QuantityError> {
    if text.len() > 100 {
        return Err(QuantityError::BadUnit(abridged(text).into()));
    }
    let mut reader = Scanner { text, rest: text, terms: 0 };
    let unit = reader.product(false)?;
    if reader.rest.is_empty() { Ok(unit) } else { Err(reader.bad()) }
}

struct Scanner<'t> {
    text: &'t str,
    rest: &'t str,
    terms: usize,
}

impl<'t> Scanner<'t> {
    fn bad(&self) -> QuantityError {
        QuantityError::BadUnit(abridged(self.text).into())
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        let before = self.rest.len();
        self.rest = self.rest.trim_start_matches(wanted);
        self.rest.len() < before
    }

    /// Factors joined by blanks, `·`, `*`, `.`, `-` or `/`, up to the end or the closing parenthesis.
    fn product(&mut self, inside: bool) -> Result<Unit, QuantityError> {
        let mut unit = ONE;
        let mut sign = 1;
        self.skip(char::is_whitespace);
        let closed = |rest: &str| rest.is_empty() || inside && rest.starts_with(')');
        while !closed(self.rest) {
            if let Some(rest) = self.rest.strip_prefix('/') {
                if sign < 0 {
                    return Err(self.bad());
                }
                sign = -1;
                self.rest = rest;
                self.skip(char::is_whitespace);
                continue;
            }
            let factor = self.factor()?;
            self.terms += 1;
            if self.terms > 16 {
                return Err(self.bad());
            }
            unit = multiply(unit, factor, sign);
            sign = 1;
            self.skip(|c| c.is_whitespace() || matches!(c, '·' | '⋅' | '*' | '.' | '-'));
        }
        if sign < 0 { Err(self.bad()) } else { Ok(unit) }
    }

    fn factor(&mut self) -> Result<Unit, QuantityError> {
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            self.terms += 1;
            if self.terms > 16 {
                return Err(self.bad());
            }
            let unit = self.product(true)?;
            self.rest = self.rest.strip_prefix(')').ok_or_else(|| self.bad())?;
            return Ok(unit);
        }
        let length = self
            .rest
            .char_indices()
            .find(|(_, c)| !(c.is_alphabetic() || matches!(c, '%' | '°' | 'µ')))
            .map_or(self.rest.len(), |(at, _)| at);
        if length == 0 {
            // `1/GPa`. A 1 before anything else is rather a number whose point was forgotten: `3 1 mm`.
            if let Some(rest) = self.rest.strip_prefix('1').filter(|rest| rest.trim_start().starts_with('/')) {
                self.rest = rest;
                return Ok(ONE);
            }
            return Err(self.bad());
        }
        let (symbol, rest) = self.rest.split_at(length);
        self.rest = rest;
        let unit = lookup(symbol)?;
        let power = self.power()?;
        Ok(multiply(ONE, unit, power))
    }

    /// `3`, `^3`, `-3`, `^-3`, `**3`, `³`, `⁻³`, or nothing, which is 1.
    fn power(&mut self) -> Result<i32, QuantityError> {
        let marked = match self.rest.strip_prefix("**").or_else(|| self.rest.strip_prefix('^')) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        };
        let plain: String = self.rest.chars().take_while(|&c| ascii_of(c).is_some()).filter_map(ascii_of).collect();
        let digits = plain.trim_start_matches(['-', '+']);
        let signs = plain.len() - digits.len();
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if signs > 1 || count == 0 {
            return if marked { Err(self.bad()) } else { Ok(1) };
        }
        let power: i32 = plain[..signs + count].parse().map_err(|_| self.bad())?;
        let taken: usize = self.rest.chars().take(signs + count).map(char::len_utf8).sum();
        self.rest = &self.rest[taken..];
        if power == 0 || power.abs() > LARGEST_POWER { Err(self.bad()) } else { Ok(power) }
    }
}

fn ascii_of(c: char) -> Option<char> {
    match c {
        '0'..='9' | '-' | '+' => Some(c),
        '⁻' | '−' => Some('-'),
        _ => "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|raised| raised == c).map(|digit| (b'0' + digit as u8) as char),
    }
}

fn multiply(unit: Unit, factor: Unit, power: i32) -> Unit {
    Unit {
        dimension: unit.dimension.times(factor.dimension, power),
        exponent: unit.exponent + power * factor.exponent,
        factor: unit.factor * factor.factor.powi(power),
        diameters: unit.diameters + power * factor.diameters,
        degrees: unit.degrees + power * factor.degrees,
    }
}

fn lookup(symbol: &str) -> Result<Unit, QuantityError> {
    let among =
        |table: &[(&str, Unit)], wanted: &str| table.iter().find(|(name, _)| *name == wanted).map(|&(_, unit)| unit);
    if let Some(unit) = among(&PLAIN, symbol).or_else(|| among(&PREFIXED, symbol)) {
        return Ok(unit);
    }
    let mut letters = symbol.chars();
    let prefix = letters.next().and_then(|first| PREFIXES.iter().find(|(letter, _)| *letter == first));
    if let (Some(&(_, exponent)), Some(unit)) = (prefix, among(&PREFIXED, letters.as_str())) {
        return Ok(Unit { exponent: unit.exponent + exponent, ..unit });
    }
    let hint = nearest(symbol, COMMON.iter().copied()).map(|unit| format!("; did you mean `{unit}`?"));
    Err(QuantityError::UnknownUnit(abridged(symbol).into(), hint.unwrap_or_default()))
}
