//! The look of all figures: sizes of a printed page, colours that survive colour blindness, marks, text.

pub use plotters::style::RGBColor;

/// Width of a figure over one column of a journal, mm.
pub const COLUMN: f64 = 86.0;
/// Width of a figure over the whole page, mm.
pub(super) const PAGE: f64 = 178.0;

/// Width and height of a figure of this many curves, mm: above four it is as wide as the page, for its legend.
pub fn size(curves: usize) -> (f64, f64) {
    if curves > 4 { (PAGE, 72.0) } else { (COLUMN, 65.0) }
}

/// Height of the letters of labels, mm (8 pt).
pub(crate) const LABEL: f64 = 2.82;
/// The same in points.
pub(super) const LABEL_POINTS: f64 = 8.0;
/// Height of the letters at ticks and in legends, mm (7 pt).
pub(crate) const SMALL: f64 = 2.47;
/// Width of data lines, mm.
pub(crate) const LINE: f64 = 0.32;
/// Width of frames and ticks, mm.
pub(crate) const HAIR: f64 = 0.16;
/// Radius of marks, mm.
pub(crate) const MARK: f64 = 0.75;
/// Black.
pub(super) const BLACK: RGBColor = RGBColor(0, 0, 0);
/// Grey for lines that support the data.
pub(super) const GREY: RGBColor = RGBColor(120, 120, 120);

/// Okabe & Ito (2008): distinct for all kinds of colour vision; blue first.
pub const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// How a line is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    /// Not at all.
    Solid,
    /// Long strokes.
    Dashed,
    /// Points.
    Dotted,
    /// Strokes and points.
    DashDot,
}

impl Dash {
    /// Lengths of strokes and gaps in turn, mm; empty for a solid line.
    pub(crate) fn pattern(self) -> &'static [f64] {
        match self {
            Self::Solid => &[],
            Self::Dashed => &[1.8, 1.0],
            Self::Dotted => &[0.35, 0.7],
            Self::DashDot => &[1.8, 0.7, 0.35, 0.7],
        }
    }
}

/// Shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// ●
    Circle,
    /// ■
    Square,
    /// ▲
    Triangle,
    /// ◆
    Diamond,
    /// ▼
    Wedge,
}

/// Colour, dash and shape of one series of data: two properties differ from series to series, not the colour alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeriesStyle {
    /// Colour.
    pub colour: RGBColor,
    /// Dash of its line.
    pub(super) dash: Dash,
    /// Shape of its marks.
    pub(super) shape: Shape,
    /// Whether marks are filled.
    pub(super) filled: bool,
    /// Width of its line, mm.
    pub width: f64,
}

impl SeriesStyle {
    /// The style of the series with this number, counted from 0.
    pub fn of(number: usize) -> Self {
        let dashes = [Dash::Solid, Dash::Dashed, Dash::DashDot, Dash::Dotted];
        let shapes = [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Wedge];
        Self {
            colour: PALETTE[number % PALETTE.len()],
            dash: dashes[number % dashes.len()],
            shape: shapes[number % shapes.len()],
            filled: true,
            width: LINE,
        }
    }

    /// Measured data: hollow black marks.
    pub(super) fn measured() -> Self {
        Self { colour: BLACK, filled: false, ..Self::of(0) }
    }

    /// A thin grey helping line.
    pub fn helping() -> Self {
        Self { colour: GREY, dash: Dash::Dashed, width: HAIR, ..Self::of(0) }
    }

    /// The same style with another dash.
    pub fn dashed(self, dash: Dash) -> Self {
        Self { dash, ..self }
    }

    /// The same style with another colour.
    pub(super) fn coloured(self, colour: RGBColor) -> Self {
        Self { colour, ..self }
    }
}

/// Columns of ours whose quantity has a symbol, as the labels of their axes.
const SYMBOLS: [(&str, &str); 14] = [
    ("time_s", "Time ~{t} (s)"),
    ("gap_m", "Gap ~{h} (m)"),
    ("gap_over_d", "Gap ~{h}/~{D}"),
    ("velocity_m_s", "Velocity ~{V} (m/s)"),
    ("x_m", "Distance along the wall ~{x} (m)"),
    ("velocity_x_m_s", "Velocity along the wall ~{U} (m/s)"),
    ("apex_gap_over_d", "Highest gap of the rebound ~{h}/~{D}"),
    ("reynolds", "Reynolds number Re"),
    ("stokes", "Stokes number St"),
    ("stokes_modified", "Stokes number with added mass St*"),
    ("density_ratio", "Density ratio ~{ρ}_{p}/~{ρ}_{l}"),
    ("restitution", "Restitution ~{e}"),
    ("restitution_contact", "Restitution of the contact ~{e}_{c}"),
    ("restitution_ratio", "Restitution ~{e}/~{e}_{dry}"),
];

/// The label of an axis for a column of ours: symbol and unit where both are known, `film_N` → `film force F (N)`;
/// others stay as they are.
pub(super) fn column_label(column: &str) -> String {
    if let Some((_, label)) = SYMBOLS.iter().find(|(name, _)| *name == column) {
        return (*label).to_owned();
    }
    let name = column_name(column);
    let force = ["force", "drag", "weight", "drive"].iter().any(|word| name.ends_with(word));
    match unit(column) {
        "" => name,
        "N" if force => format!("{name} ~{{F}} (N)"),
        "N" => format!("{name} force ~{{F}} (N)"),
        unit => format!("{name} ({unit})"),
    }
}

/// Ends of the names of columns: the unit, and the quantity that columns of this unit have in common.
const UNITS: [(&str, &str, &str); 11] = [
    ("_m_s2", "m/s^{2}", "Acceleration"),
    ("_m_s", "m/s", "Velocity"),
    ("_m3_s", "m^{3}/s", "Flow rate"),
    ("_rad_s", "rad/s", "Angular velocity"),
    ("_1_s", "1/s", "Rate"),
    ("_Pa", "Pa", "Pressure"),
    ("_N_m", "N m", "Torque"),
    ("_N", "N", "Force ~{F}"),
    ("_J", "J", "Energy"),
    ("_m", "m", "Length"),
    ("_s", "s", "Time"),
];

/// The unit of a column of ours, empty where its name has none.
pub(super) fn unit(column: &str) -> &'static str {
    UNITS.iter().find(|(suffix, ..)| column.ends_with(suffix)).map_or("", |(_, unit, _)| unit)
}

/// The name of a column without its unit.
pub(super) fn column_name(column: &str) -> String {
    let name = UNITS.iter().find_map(|(suffix, ..)| column.strip_suffix(suffix)).unwrap_or(column);
    name.replace("_over_d", "/~{D}").replace('_', " ")
}

/// The label of an axis for columns of one unit: the quantity that they have in common, or their names.
pub(super) fn columns_label(columns: &[&str]) -> String {
    let of_one = UNITS.iter().find(|(suffix, ..)| columns.iter().all(|column| column.ends_with(suffix)));
    let names = || columns.iter().map(|column| column_name(column)).collect::<Vec<_>>().join(", ");
    of_one.map_or_else(names, |(_, unit, quantity)| format!("{quantity} ({unit})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_labelled_with_their_units() {
        assert_eq!(column_label("velocity_m_s"), "Velocity ~{V} (m/s)");
        assert_eq!(column_label("film_drag_N"), "film drag ~{F} (N)");
        assert_eq!(column_label("torque_liquid_N_m"), "torque liquid (N m)");
        assert_eq!(column_label("apex_time_over_d"), "apex time/~{D}");
        assert_eq!(column_label("stokes_modified"), "Stokes number with added mass St*");
    }

    #[test]
    fn neighbouring_series_differ_in_more_than_colour() {
        for number in 0..20 {
            let (a, b) = (SeriesStyle::of(number), SeriesStyle::of(number + 1));
            assert!(a.colour != b.colour && a.dash != b.dash && a.shape != b.shape);
        }
    }
}
