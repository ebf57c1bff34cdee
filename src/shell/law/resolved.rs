//! Codes that resolve the flow: the film that lies below their grid, as a table, a closed form, and lines in C, Fortran
//! and Python.

use super::curve::short;
use super::film_law::{FilmLaw, FilmRow, exact_closed};
use super::host::{FilmText, Host, Writes, comment};
use crate::output::table::Table;

pub(super) const HOST: Host = Host {
    word: "resolved",
    about: "the film below the grid of a code that resolves the flow, from its own force over the gap (--from)",
    extension: "csv",
    once: "any lubrication force of your own; a contact law with a restitution in liquid; the wall's part of a drag law on the particle (the grid has it)",
    writes: Writes::Film(write),
};

/// A language: the ending of its files, the mark of its comments, what divides the lines of a list, the sign of an
/// exponent, and the lines themselves with marks for the columns and the numbers.
struct Language {
    ending: &'static str,
    comment: &'static str,
    next_line: &'static str,
    exponent: &'static str,
    template: &'static str,
}

const LANGUAGES: [Language; 3] = [
    Language { ending: "c", comment: "//", next_line: ",\n    ", exponent: "e", template: include_str!("film.c") },
    Language { ending: "f90", comment: "!", next_line: ", &\n    ", exponent: "d", template: include_str!("film.f90") },
    Language { ending: "py", comment: "#", next_line: ",\n    ", exponent: "e", template: include_str!("film.py") },
];

/// The columns that the lines hold: their mark and their values.
type Column = (&'static str, fn(&FilmRow) -> f64);

const COLUMNS: [Column; 5] = [
    ("@GAP@", |row| row.gap_over_d),
    ("@MISSING@", |row| row.missing),
    ("@FORCE@", |row| row.parallel[0]),
    ("@TORQUE@", |row| row.parallel[1]),
    ("@ROTATION@", |row| row.parallel[2]),
];

impl Language {
    fn list(&self, values: &[f64]) -> String {
        let cells: Vec<String> = values.iter().map(|value| self.number(*value)).collect();
        cells.chunks(6).map(|line| line.join(", ")).collect::<Vec<_>>().join(self.next_line)
    }

    fn number(&self, value: f64) -> String {
        format!("{value:.9e}").replace('e', self.exponent)
    }

    /// The lines of a law, below what is to be said of it. No sign of a sentence has a compiler read on in the next
    /// line.
    fn lines(&self, law: &FilmLaw, said: &[String]) -> String {
        let plain = |sign: char| match sign {
            '\\' => '/',
            '&' => '+',
            sign if sign.is_control() || !sign.is_ascii() => '?',
            sign => sign,
        };
        let sentence = |line: &String| line.chars().map(plain).collect::<String>();
        let comments =
            said.iter().map(|line| format!("{} {}", self.comment, sentence(line)).trim_end().to_owned() + "\n");
        let none = [0.0];
        let coefficients = if law.coefficients.is_empty() { &none[..] } else { &law.coefficients };
        let mut text = comments.collect::<String>() + self.template;
        for (mark, of) in COLUMNS {
            text = text.replace(mark, &self.list(&law.rows.iter().map(of).collect::<Vec<_>>()));
        }
        text.replace("@COUNT@", &law.rows.len().to_string())
            .replace("@TERMS@", &coefficients.len().to_string())
            .replace("@COEFFICIENTS@", &self.list(coefficients))
            .replace("@REACH@", &self.number(law.reach))
            .replace("@LEAST@", &self.number(law.theirs[0]))
            .replace("@BELOW@", &self.number(exact_closed(law.theirs[0]) - law.missing_at_least()))
    }
}

fn write(law: &FilmLaw, from: &str) -> FilmText {
    let said = said(law, from);
    let mut table = Table::new([
        "gap_over_d",
        "exact_over_stokes",
        "theirs_over_stokes",
        "missing_over_stokes",
        "closed_form_over_stokes",
        "parallel_force_missing",
        "parallel_torque_missing",
        "rotation_torque_missing",
        "theirs_is_held",
    ]);
    for row in &law.rows {
        let [force, torque, rotation] = row.parallel;
        let values = [row.gap_over_d, row.exact, row.theirs, row.missing, row.closed, force, torque, rotation];
        let cells = values.map(|value| format!("{value:.9e}")).into_iter();
        table.push(cells.chain([u8::from(row.held).to_string()]));
    }
    FilmText {
        text: said.iter().map(|line| comment(line)).collect::<String>() + &table.to_csv(),
        lines: LANGUAGES.iter().map(|language| (language.ending, language.lines(law, &said))).collect(),
    }
}

/// The law in sentences.
fn said(law: &FilmLaw, from: &str) -> Vec<String> {
    let ([least, most], reach) = (law.theirs.map(short), short(law.reach));
    let mut said = vec![
        format!("The film below the grid of a resolved code; {from}"),
        "x = gap over the sphere's diameter D; forces over Stokes' drag 3 pi mu U D, against the approach.".into(),
        "missing = exact (Brenner 1961) - theirs, less what is none of the film's. Add F = -3 pi mu D V missing(x), V the speed away from the wall.".into(),
        format!("Theirs: {} gaps from {least} to {most} D.", law.gaps),
        String::new(),
        format!("Range: x < {reach}; nothing is missing above. Below x = {least} theirs is taken as it is there (theirs_is_held = 1)."),
        "Holds in creeping flow within the film, for smooth rigid spheres; inertia and history of the film's liquid are those that the grid has.".into(),
        format!(
            "Closed form: L(x) = 1/d + ln(1 + 1/d)/5 + 0.9713 + 0.0287 d/(1 + d), d = 2x. Largest error {} % of the exact force.",
            short(100.0 * law.error)
        ),
    ];
    if !law.coefficients.is_empty() {
        let terms: Vec<String> =
            law.coefficients.iter().enumerate().map(|(k, c)| format!("{c:+.9e} t^{}", k + 1)).collect();
        said.push(format!("  {least} < x < {reach}: missing = L(x) ({}), t = ln({reach}/x)", terms.join(" ")));
    }
    said.extend([
        format!("  x < {least}: missing = L(x) - {:.9e}", exact_closed(law.theirs[0]) - law.missing_at_least()),
        "End: the larger of the roughness and the elasticity length (4 mu V a^1.5/(pi E*))^0.4, V the speed at the onset of lubrication, a = D/2, 1/E* = sum (1 - nu^2)/E (Davis, Serayssol & Hinch 1986): wb_end, or end in Python.".into(),
        "Separation: the same force, but a liquid that bears a tension p_c (101325 Pa unless you know better) tears below h = 1.5959 h_c, h_c = sqrt(1.5 mu D V/p_c): there the suction of the torn film takes the place of Reynolds' force.".into(),
        "Along the wall: from approach data alone it is assumed that the grid gives the exact force of the wider gap at which its approach has the force that it gave. Not measured: check it with a sphere that moves along the wall. Force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2, torque of rotation over pi mu Omega D^3 (rotation about an axis along the wall); force of rotation = 4/3 of the torque of translation.".into(),
        "In contact (gap below the end): nothing; a dry contact law takes over.".into(),
        format!("Not to be counted twice: {}.", HOST.once),
        "Take the force implicitly in V, or in steps below m x/(3 pi mu missing): it is stiff at small gaps.".into(),
    ]);
    said.extend(law.warnings.iter().map(|warning| format!("Warning [{}]: {warning}", warning.name)));
    said
}
