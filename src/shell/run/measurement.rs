//! A run beside the user's record: the comparison, its table and its figure.

use super::directory_status::RefusedDirectory;
use super::failure::RunFailure;
use super::files::{FIGURE, PLOTS, TABLE};
use super::quantities as q;
use crate::case::{Case, Lengths, Measurement, records};
use crate::output::OutputError;
use crate::output::drawing;
use crate::output::own_file;
use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::report::capitalised;
use std::path::Path;
use wetbounce_figures::Figure;
use wetbounce_figures::measurement::{ApexBand, ComparedMotion, ComparedQuantity, ComparedValue, figure};
use wetbounce_physics::model::Bounce;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::quantity::{NUMBER, TIME};
use wetbounce_records::bounce::drops;
use wetbounce_records::comparison::alignment::{Aligned, Alignment, ComparisonError, align};
use wetbounce_records::comparison::bands::{Band, BounceBand, Interval, Source};
use wetbounce_records::comparison::clock::FittedShift;
use wetbounce_records::comparison::computed::Computed;
use wetbounce_records::comparison::measurement::{self, ApexPair, Comparison, RestitutionPair};
use wetbounce_records::comparison::plausible;
use wetbounce_records::record::Setting;
use wetbounce_records::record::{Clock, Record};

/// The comparison as JSON.
pub const JSON: &str = "comparison.json";
/// The files of a comparison, by their place in its directory, and how each begins.
pub const FILES: [(&str, &[&str]); 3] = [
    (TABLE, &["time_s,gap_measured_m", "time_s,velocity_measured_m_s"]),
    (JSON, &["{\n  \"file\""]),
    ("plots/measurement.svg", &[own_file::FIGURE]),
];

/// The drops of a case's record, if it has one.
///
/// # Errors
/// The record cannot be read.
pub(super) fn record_of(case: &Case) -> Result<Option<Vec<Record>>, RefusedDirectory> {
    let read = |measurement: &Measurement| records(measurement, Some(case.lengths())).map_err(OutputError::of_table);
    case.measurement.as_ref().map(read).transpose().map_err(|error| RefusedDirectory {
        directory: case.measurement.as_ref().and_then(|m| m.file.first().cloned()).unwrap_or_default(),
        why: format!("the record of [measurement] cannot be used: {error}"),
        advice: match &error {
            OutputError::Io { cause, .. } if cause.kind() == std::io::ErrorKind::NotFound => {
                "a record is looked for beside its case file: copy it there, or take [measurement] out of the case"
                    .into()
            }
            error => error.advice().into(),
        },
    })
}

/// Compares a motion with the record of `measurement`, with the bands that these `errors` of it give its bounces,
/// writes table and figure into `directory`, if there is one, and returns the comparison.
///
/// # Errors
/// The record cannot be read or compared, or a file cannot be written.
pub fn compare(
    measurement: &Measurement,
    motion: &[Moment],
    bounces: &[Bounce],
    errors: &[(Source, Vec<BounceBand>)],
    setting: Setting,
    directory: Option<&Path>,
) -> Result<Comparison, OutputError> {
    let drops = records(measurement, setting.lengths).map_err(OutputError::of_table)?;
    let lengths = setting.lengths.unwrap_or(Lengths::at_wall(f64::NAN));
    let computed = Computed { motion, bounces, lengths };
    let origin = measurement.origin();
    let name = measurement.called();
    let cannot = |error: ComparisonError| OutputError::Format {
        path: measurement.file.first().cloned().unwrap_or_default(),
        place: "clock".into(),
        problem: error.to_string(),
        advice: "set measurement.clock to \"record\", \"contact\", \"release\" or \"fitted\", and measurement.offset"
            .into(),
    };
    let read = drops::of_all(&drops, setting);
    let aligned = align(&drops, &read, origin, &computed).map_err(cannot)?;
    let mut found = measurement::compare(&aligned, &read, &computed, &name).map_err(cannot)?;
    for (of, bounces) in errors {
        let band = |ends: Interval| Band { of: *of, ends };
        for apex in &mut found.apexes {
            let bounce = bounces.get(apex.bounce - 1);
            apex.bands.extend(bounce.and_then(|bounce| bounce.apex_gap_m).map(band));
        }
        if let Some(pair) = &mut found.restitution {
            pair.bands.extend(bounces.first().and_then(|bounce| bounce.restitution).map(band));
        }
    }
    found.remarks.extend(plausible::doubts(&drops, &read, setting, origin, &computed, &found));
    found.verdict = plausible::verdict(&found, [q::APEX, q::APEX_TIME, q::RESTITUTION].map(|of| of.words));
    if let Some(directory) = directory {
        table(&aligned.drops, &computed).write(&directory.join(TABLE))?;
        let figure = draw(&name, &aligned, &computed, &found.apexes);
        drawing::write(&figure, &directory.join(PLOTS).join(FIGURE))?;
    }
    Ok(found)
}

/// Aligned drops over the computed motion, and what is between them, with the bands of the `apexes`. Errors of gaps
/// contain those of clock and zero.
pub fn draw(name: &str, aligned: &Aligned, computed: &Computed, apexes: &[ApexPair]) -> Figure {
    let drops = &aligned.drops;
    let rows = || {
        let both = drops.iter().zip(&aligned.alignments);
        both.flat_map(|(drop, alignment)| drop.time.iter().enumerate().map(move |row| (drop, alignment, row)))
    };
    let compared =
        |values: fn(&Record) -> &[f64], of: fn(&Moment) -> f64, sigma: fn(&Record, &Alignment, f64) -> f64| {
            let value = |(drop, alignment, (row, time)): (&Record, &Alignment, (usize, &f64))| {
                let measured = values(drop).get(row).copied().filter(|value| value.is_finite())?;
                let (at, time) = (computed.at(*time)?, *time);
                Some(ComparedValue { time, measured, computed: of(&at), sigma: sigma(drop, alignment, at.velocity) })
            };
            rows().filter_map(value).collect()
        };
    let mut quantities = Vec::new();
    if drops.iter().any(|drop| !drop.gap.is_empty()) {
        let of: fn(&Moment) -> f64 = |at| at.gap;
        let bands = apexes.iter().flat_map(|apex| apex.bands.iter().enumerate().map(move |band| (apex, band)));
        let band = |(apex, (place, band)): (&ApexPair, (usize, &Band))| ApexBand {
            name: band.of.words()[1],
            kind: band.of as usize,
            time: apex.computed_s,
            place,
            ends: [band.ends.low, band.ends.high],
        };
        quantities.push(ComparedQuantity {
            label: "~{h}/~{D}",
            unit: computed.lengths.diameter,
            of,
            values: compared(|drop| &drop.gap, of, error_of_gap),
            bands: bands.map(band).collect(),
        });
    }
    if drops.iter().any(|drop| !drop.velocity.is_empty()) {
        let of: fn(&Moment) -> f64 = |at| at.velocity;
        let values = compared(|drop| &drop.velocity, of, |drop, _, _| drop.uncertainty.velocity);
        quantities.push(ComparedQuantity { label: "~{V} (m/s)", unit: 1.0, of, values, bands: Vec::new() });
    }
    let motion = ComparedMotion {
        motion: computed.motion,
        contact: computed.bounces.first().map(|bounce| bounce.contact_time_s),
        measured: extent(rows().map(|(.., (_, time))| *time)),
    };
    figure(name, &motion, &quantities)
}

/// Standard uncertainty of a gap beside a run with this velocity, with those of clock and zero; 0 where it is not
/// known.
fn error_of_gap(drop: &Record, alignment: &Alignment, velocity: f64) -> f64 {
    let own = drop.uncertainty.of_gap_at(velocity);
    if own > 0.0 { alignment.with_common_error(own, velocity) } else { 0.0 }
}

/// As [`compare`], for the trajectory of a case that may have no record, with this summary.
///
/// # Errors
/// As [`compare`].
pub fn compare_run(
    case: &Case,
    motion: &[Moment],
    summary: &Summary,
    directory: Option<&Path>,
) -> Result<Option<Comparison>, RunFailure> {
    let Some(measurement) = &case.measurement else { return Ok(None) };
    let film = summary.film_band.as_ref().map(|band| (Source::Film, band.bounces.clone()));
    Ok(Some(compare(measurement, motion, &summary.bounces, film.as_slice(), case.reading(), directory)?))
}

/// Time of the run, measured and computed values, and the drop where there are several; empty cells where the run has
/// no such time or the record no such value.
fn table(drops: &[Record], computed: &Computed) -> Table {
    let has = |values: fn(&Record) -> &[f64]| drops.iter().any(|drop| !values(drop).is_empty());
    let (gaps, velocities) = (has(|drop| &drop.gap), has(|drop| &drop.velocity));
    let mut columns = vec!["time_s"];
    if gaps {
        columns.extend(["gap_measured_m", "gap_computed_m"]);
    }
    if velocities {
        columns.extend(["velocity_measured_m_s", "velocity_computed_m_s"]);
    }
    if drops.len() > 1 {
        columns.push("drop");
    }
    let mut table = Table::new(columns);
    let cell =
        |value: Option<f64>| value.filter(|value| value.is_finite()).map_or(String::new(), |value| value.to_string());
    for drop in drops {
        for (row, time) in drop.time.iter().enumerate() {
            let at = computed.at(*time);
            let mut cells = vec![time.to_string()];
            if gaps {
                cells.extend([cell(drop.gap.get(row).copied()), cell(at.map(|at| at.gap))]);
            }
            if velocities {
                cells.extend([cell(drop.velocity.get(row).copied()), cell(at.map(|at| at.velocity))]);
            }
            if drops.len() > 1 {
                cells.push(drop.drop.clone());
            }
            table.push(cells);
        }
    }
    table
}

/// The clock, and the wall where the record has it.
fn clock_in_words(found: &Comparison) -> Vec<String> {
    let drops = if found.drops > 1 { format!(", {} drops", found.drops) } else { String::new() };
    let first = found.alignments.first();
    let sigma = first.and_then(|first| first.shift_sigma_s).or(found.fitted.first().and_then(|fitted| fitted.sigma));
    let size = found.shift_s.abs();
    let shift =
        sigma.map_or_else(|| TIME.brief(size), |sigma| format!("{} ms", with_error(1e3 * size, Some(1e3 * sigma))));
    let sign = if found.shift_s < 0.0 { '−' } else { '+' };
    let clock = match found.clock {
        Clock::Record => "the contact in the record".to_owned(),
        clock => clock.to_string(),
    };
    let mut lines = vec![format!(
        "compared with {}{drops}: clock from {clock}, time of the run = time of the record {sign} {shift}",
        found.file,
    )];
    lines.extend(first.and_then(|first| {
        let wall = with_error(1e3 * first.wall_m, Some(1e3 * first.wall_sigma_m?));
        Some(format!("zero from the contact in the record: the wall is at {wall} mm of its heights"))
    }));
    lines
}

/// A comparison in sentences.
pub fn in_words(found: &Comparison, diameter: f64) -> Vec<String> {
    [setting_in_words(found, diameter), pairs_in_words(found, diameter)].concat()
}

/// Clock, doubts and residuals of a comparison in sentences.
pub fn setting_in_words(found: &Comparison, diameter: f64) -> Vec<String> {
    let mut lines = clock_in_words(found);
    lines.extend(found.remarks.0.iter().map(|doubt| format!("implausible: {doubt}")));
    lines.extend(Some(found.verdict.clone()).filter(|verdict| !verdict.is_empty()));
    lines.extend(found.left_out.iter().map(|out| format!("left out: {out}")));
    if found.missing > 0 {
        lines.push(format!("rows without values: {}, left out", found.missing));
    }
    if found.fitted.iter().any(FittedShift::is_ambiguous) {
        lines.push(
            "the clock is not certain: another shift fits nearly as well (comparison.json has the profile)".into(),
        );
    }
    let gap = if found.apex_time.is_some() { "height of the apexes" } else { "gap" };
    for (what, residuals, unit, scale) in [
        (gap, found.gap, "D", 1.0 / diameter),
        ("time of the apexes", found.apex_time, "ms", 1e3),
        ("velocity", found.velocity, "m/s", 1.0),
    ] {
        let Some(residuals) = residuals else { continue };
        let chi = residuals
            .reduced_chi_squared
            .map_or(String::from("no uncertainty given"), |chi| format!("reduced chi² {chi:.2}"));
        let out = match residuals.left_out {
            0 => String::new(),
            left_out => format!(", {left_out} outside of the run"),
        };
        lines.push(format!(
            "{what}: rms {:.4} {unit}, mean {:+.4} {unit}, largest {:.4} {unit}, {chi} ({} points{out})",
            scale * residuals.rms,
            scale * residuals.mean,
            scale * residuals.largest,
            residuals.points
        ));
    }
    lines
}

/// Where a measured restitution is from, and how far the computed one is from it.
fn origin(pair: &RestitutionPair) -> String {
    let how = if pair.read_off { "read off the record" } else { "given" };
    how.to_owned() + &pair.deviations.map_or(String::new(), |off| format!(", {off:+.1} uncertainties"))
}

/// The ends of each band over `scale`, in the unit, and what it is over.
fn ranges(bands: &[Band], scale: f64, unit: &str) -> Vec<String> {
    let one = |Band { of, ends: Interval { low, high } }: &Band| {
        format!("{:.3} to {:.3}{unit} over {}", low / scale, high / scale, of.words()[0])
    };
    bands.iter().map(one).collect()
}

/// Apexes and restitution, computed and measured, as a table: the range is that over a band.
pub fn pairs(found: &Comparison, diameter: f64) -> Table {
    let share =
        |computed: f64, measured: f64| format!("{:+.1} %", 100.0 * (computed / measured - 1.0)).replace('-', "−");
    let mut table = Table::new(["", "Computed", "Range", "Measured", "Difference"]);
    for apex in &found.apexes {
        let sigma = apex.sigma_m.map(|sigma| sigma / diameter);
        table.push([
            capitalised(&q::APEX.at_bounce(apex.bounce - 1)),
            format!("{:.3} D", apex.computed_m / diameter),
            ranges(&apex.bands, diameter, " D").join("; "),
            format!("{} D", with_error(apex.measured_m / diameter, sigma)),
            share(apex.computed_m, apex.measured_m),
        ]);
    }
    for apex in &found.apexes {
        table.push([
            format!("{}, after the first contact", capitalised(&q::APEX_TIME.at_bounce(apex.bounce - 1))),
            format!("{:.2} ms", 1e3 * apex.computed_s),
            String::new(),
            format!("{} ms", with_error(1e3 * apex.measured_s, apex.sigma_s.map(|sigma| 1e3 * sigma))),
            share(apex.computed_s, apex.measured_s),
        ]);
    }
    if let Some(pair) = &found.restitution {
        table.push([
            capitalised(&q::RESTITUTION.at_bounce(0)),
            format!("{:.3}", pair.computed),
            ranges(&pair.bands, 1.0, "").join("; "),
            format!("{} ({})", with_error(pair.measured, pair.sigma), origin(pair)),
            share(pair.computed, pair.measured),
        ]);
    }
    table
}

/// Apexes and restitution, computed and measured, in sentences.
fn pairs_in_words(found: &Comparison, diameter: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let over = |bands: &[Band], scale: f64| -> String {
        ranges(bands, scale, "").iter().map(|range| format!(" ({range})")).collect()
    };
    for apex in &found.apexes {
        lines.push(format!(
            "{}: {:.3} D computed{}, {} D measured ({:+.1} %); {:.2} ms after the first contact, {} ms measured",
            q::APEX.at_bounce(apex.bounce - 1),
            apex.computed_m / diameter,
            over(&apex.bands, diameter),
            with_error(apex.measured_m / diameter, apex.sigma_m.map(|sigma| sigma / diameter)),
            100.0 * (apex.computed_m / apex.measured_m - 1.0),
            1e3 * apex.computed_s,
            with_error(1e3 * apex.measured_s, apex.sigma_s.map(|sigma| 1e3 * sigma))
        ));
    }
    if let Some(pair) = &found.restitution {
        lines.push(format!(
            "{}: {:.3} computed{}, {} measured ({})",
            q::RESTITUTION.at_bounce(0),
            pair.computed,
            over(&pair.bands, 1.0),
            with_error(pair.measured, pair.sigma),
            origin(pair)
        ));
    }
    lines
}

/// A value with its standard error, if that is known.
pub fn with_error(value: f64, sigma: Option<f64>) -> String {
    let Some(sigma) = sigma.filter(|sigma| *sigma > 0.0 && sigma.is_finite()) else { return NUMBER.brief(value) };
    let digits = (1.0 - sigma.log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{value:.digits$} ± {sigma:.digits$}")
}
