//! The inputs of a written law, and its form for each host.

use super::curve::{Curve, Dissipated, ERROR, Friction, short, span};
use super::davis::{Form, davis, fit};
use super::film_law::FilmLaw;
use crate::case::InputError;
use crate::output::table::Table;

/// A program that a law is written for.
#[derive(Debug)]
pub struct Host {
    /// Its name on the command line.
    pub word: &'static str,
    /// The form that it takes, in a line.
    pub about: &'static str,
    /// The ending of its file.
    pub extension: &'static str,
    /// Effects that must not be counted a second time.
    pub(super) once: &'static str,
    /// What it takes, and its part of the law.
    pub writes: Writes,
}

/// What a program takes.
#[derive(Debug, Clone, Copy)]
pub enum Writes {
    /// The restitution of bounces: further columns, sentences, and the lines to paste.
    Restitution(fn(&RestitutionLaw) -> HostLines),
    /// The film that its grid lacks; with where its forces are from.
    Film(fn(&FilmLaw, &str) -> FilmText),
}

/// A film for a program that resolves the flow.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmText {
    /// What is to be said, as comments, and the table.
    pub text: String,
    /// Lines in languages, by the ending of their files.
    pub lines: Vec<(&'static str, String)>,
}

/// The part that a host has of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct HostLines {
    /// Further columns beside the bounces; empty cells are NaN.
    pub columns: Vec<(&'static str, Vec<f64>)>,
    /// Its form, how well it fits, and where it ends.
    pub(super) said: Vec<String>,
    /// The lines to paste.
    pub(super) lines: String,
}

/// A curve with Davis' form of it, and the Stokes number that programs with one constant are given theirs at.
#[derive(Debug, Clone, PartialEq)]
pub struct RestitutionLaw {
    /// The bounces.
    pub curve: Curve,
    /// Davis' form.
    pub davis: Form,
    /// The Stokes number that constants are for.
    pub stokes: f64,
    /// The restitution there.
    pub restitution: f64,
}

/// A comment of one line. Warnings and names of files come from outside: no sign of theirs ends the line, or has LAMMPS
/// read on in the next one (`&` at its end, `"""` anywhere, in comments too).
pub(super) fn comment(text: &str) -> String {
    let plain = |sign: char| match sign {
        '"' => '\'',
        '&' => '+',
        '\u{2028}' | '\u{2029}' => ' ',
        sign if sign.is_control() => ' ',
        sign => sign,
    };
    let line: String = text.chars().map(plain).collect();
    format!("# {line}").trim_end().to_owned() + "\n"
}

impl RestitutionLaw {
    /// The law of a curve; constants are for `stokes`, or for the bounce in the middle.
    ///
    /// # Errors
    /// The Stokes number lies outside of the curve.
    pub fn of(curve: Curve, stokes: Option<f64>) -> Result<Self, InputError> {
        let stokes = stokes.unwrap_or(curve.rows[curve.rows.len() / 2].stokes);
        let Some(restitution) = curve.at(stokes) else {
            let message = format!("--stokes {stokes} is outside of the bounces, St {}", span(curve.stokes(), ""));
            return Err(InputError::new(message).help("a law is not carried on beyond its bounces; extend the sweep"));
        };
        Ok(Self { davis: fit(&curve, 0.05, davis), curve, stokes, restitution })
    }

    /// The viscosity of the bounces \[Pa s\], the geometric mean of their range where they differ.
    pub(super) fn viscosity(&self) -> String {
        let known = self.curve.ranges.iter().find(|(words, ..)| *words == "viscosity");
        known.map_or_else(|| "0.001".into(), |(_, [low, high], _)| short(1e-3 * (low * high).sqrt()))
    }

    /// A coefficient of friction, and whose it is.
    pub(super) fn friction(&self) -> (String, &'static str) {
        match self.curve.friction() {
            Some(Friction::Coefficient(coefficient, _)) => (short(coefficient), "in the liquid"),
            _ => ("0.5".into(), "yours"),
        }
    }

    /// Whether the energy of a bounce is known by cause.
    fn knows_causes(&self) -> bool {
        self.curve.rows.iter().any(|row| row.energy.solids.is_finite())
    }

    /// What an impact dissipates, in sentences.
    fn dissipation(&self) -> Vec<String> {
        let whole = "Heat: an impact dissipates (1 - e^2) of m V^2/2, m the mass of the sphere and V the speed of the approach (of a pair: the effective mass, the \
                     relative speed)."
            .to_owned();
        let causes = match self.knows_causes() {
            true => "Of it, over the same energy: in_liquid the rest, what the liquid takes less what its moving mass brings along; in_film what the film below the grid of \
                     the runs takes; in_solids the solids; in_plate bending waves of the wall. Empty: no rebound, an oblique impact, or a run of several bounces."
                .to_owned(),
            false => "The causes are not known here: a sweep of runs with run.bounces = 1 gives them.".to_owned(),
        };
        vec![whole, causes]
    }

    fn knows_the_grid(&self) -> bool {
        self.curve.rows.iter().any(|row| row.error.is_finite())
    }

    /// Every bounce beside the forms: Davis' and those of the host.
    pub fn table(&self, written: &HostLines) -> Table {
        let band = self.curve.rows.iter().any(|row| row.band[0].is_finite());
        let mut columns: Vec<(&str, Vec<f64>)> = vec![
            ("stokes", self.curve.rows.iter().map(|row| row.stokes).collect()),
            ("restitution", self.curve.rows.iter().map(|row| row.restitution).collect()),
        ];
        if band {
            let ends = |end: usize| self.curve.rows.iter().map(|row| row.band[end]).collect();
            columns.extend([("restitution_low", ends(0)), ("restitution_high", ends(1))]);
        }
        if self.knows_the_grid() {
            columns.push((ERROR, self.curve.rows.iter().map(|row| row.error).collect()));
        }
        columns.extend([("davis", self.davis.values.clone()), ("davis_error", self.davis.residuals.clone())]);
        columns.extend(written.columns.iter().cloned());
        if self.knows_causes() {
            let of = |part: fn(&Dissipated) -> f64| self.curve.rows.iter().map(|row| part(&row.energy)).collect();
            columns.extend([
                ("dissipated", of(|energy| energy.whole)),
                ("in_liquid", of(Dissipated::liquid)),
                ("in_film", of(|energy| energy.film)),
                ("in_solids", of(|energy| energy.solids)),
                ("in_plate", of(|energy| energy.plate)),
            ]);
        }
        let mut table = Table::new(columns.iter().map(|(name, _)| *name));
        let cell = |value: f64| if value.is_finite() { format!("{:.4}", value) } else { String::new() };
        for at in 0..self.curve.rows.len() {
            let stokes = short(self.curve.rows[at].stokes);
            table.push(std::iter::once(stokes).chain(columns[1..].iter().map(|(_, values)| cell(values[at]))));
        }
        table
    }

    /// Where the law holds, in sentences.
    fn validity(&self) -> Vec<String> {
        let rows = &self.curve.rows;
        let mut said = vec![format!("Valid for St {}, not beyond.", span(self.curve.stokes(), ""))];
        let ranges: Vec<String> =
            self.curve.ranges.iter().map(|(words, range, unit)| format!("{words} {}", span(*range, unit))).collect();
        if !ranges.is_empty() {
            said.push(format!("Bounces of: {}.", ranges.join(", ")));
        }
        let angles =
            rows.iter().fold([f64::INFINITY, 0.0_f64], |[low, high], row| [low.min(row.angle), high.max(row.angle)]);
        said.push(match angles[1] > 0.0 {
            false => "Impacts along the normal. For an oblique impact take its normal speed.".into(),
            true => format!("Angles between path and normal: {}; St and e along the normal.", span(angles, " deg")),
        });
        said.extend(self.curve.friction().map(|friction| match friction {
            Friction::Coefficient(middle, range) => {
                format!(
                    "Friction in the liquid, of contacts that slide all through: {} ({}).",
                    short(middle),
                    span(range, "")
                )
            }
            Friction::AtLeast(ratio) => {
                format!("Friction in the liquid: no contact slid all through, so it is at least {}.", short(ratio))
            }
        }));
        if rows.iter().all(|row| row.band[0].is_nan()) {
            said.push(
                "The bounces have no band of the film: the errors leave out that roughness and cavitation are not given."
                    .into(),
            );
        }
        said.push(match self.knows_the_grid() {
            true => format!("Errors are of the fitted forms; the column {ERROR} has the error of the grid."),
            false => "Errors are of the fitted forms; the error of the grid is not in them (`wetbounce converge` of one bounce gives it).".into(),
        });
        said
    }

    /// The law for `host`, which writes it like this: its form and range as comments, then the lines to paste. `from`
    /// says where the bounces are.
    pub fn text(&self, host: &Host, write: fn(&RestitutionLaw) -> HostLines, from: &str) -> String {
        let written = write(self);
        let Form { largest, critical, .. } = self.davis;
        let mut said = vec![
            format!("Restitution of a sphere on a wall in liquid, for {}; {from}", host.word),
            "St = rho_p U D/(9 mu), U the highest speed of the approach; e the rebound speed over it. Of two spheres"
                .into(),
            "St = m V/(6 pi mu R^2), V their relative speed, m and R effective mass and radius.".into(),
            String::new(),
        ];
        let is_table = written.lines.is_empty();
        if !is_table {
            said.extend(self.table(&written).to_string().lines().map(str::to_owned));
            said.push(String::new());
        }
        said.push(format!(
            "Davis: e = {} (1 - {}/St), 0 below St {}; {}.",
            short(largest),
            short(critical),
            short(critical),
            self.davis.misses(&self.curve.rows)
        ));
        said.extend(written.said.iter().cloned());
        said.extend(self.validity());
        said.extend(self.dissipation());
        said.push(
            "Counted in e: what the film takes on the way in and out, and what the solids take. Not in it: drag, added mass,".into(),
        );
        said.push("history and buoyancy away from the wall, which are the host's.".into());
        said.push(format!("Not to be counted twice: {}.", host.once));
        said.extend(self.curve.of_runs.iter().map(|warning| format!("Warning of the runs: {warning}")));
        said.extend(self.curve.remarks.iter().map(|remark| format!("Warning [{}]: {remark}", remark.name)));
        let comments: String = said.iter().map(|line| comment(line)).collect();
        comments + &if is_table { self.table(&written).to_csv() } else { written.lines }
    }
}
