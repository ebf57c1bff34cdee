//! The animation of a run: its frames and its motion as data, and the player that shows them.
//!
//! A frame is sent once, without colours; the player puts a head and a palette before its points and has a PNG, once in
//! the colours of the right half and once in those of the left, which a camera that looks at both sides sees reversed.
//! Of a flow that is not axisymmetric a frame has points of its own on the left, and the path is drawn beside the
//! curves.

use super::film_strip::{FilmStrip, FrameTag, MIDDLE, vorticity_of};
use super::png::{Parts, Raster, base64};
use super::trajectory::PlottedRun;
use super::vorticity::{Ground, colour, round_up};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wetbounce_physics::numerics::extent;

const MARKUP: &str = include_str!("player.html");
/// The text before the data in a report.
pub(super) const DATA_BEGIN: &str = "<script type=\"application/json\" id=\"player-data\">";
/// The end of the data.
pub(super) const DATA_END: &str = "</script>";
/// How fast the film goes above a wall, in words.
const PACE: &str = " Frames are close where the sphere is close to the wall, so time does not run evenly.";
const SCRIPT: &str = include_str!("player.js");
/// Part of the liquid's points whose vorticity the colours tell apart.
const WITHIN_LIMIT: f64 = 0.985;
/// Steps of time, gap and velocity between rows of the curves, over their ranges.
const CURVE_STEP: f64 = 1.0 / 400.0;

/// The data of the player as they stand in a report; lengths in diameters. What the player alone needs is not read
/// back.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerData {
    pub(super) columns: usize,
    /// The parts of a PNG that all frames share, in base 64: its end, its head, and the colours of either half.
    pub(super) end: String,
    pub(super) frames: Vec<PlayerFrame>,
    pub(super) half_width: f64,
    pub(super) head: String,
    pub(super) height: f64,
    #[serde(skip_deserializing)]
    left: String,
    /// Vorticity at the ends of the colour scale [1/s].
    pub(super) limit: Option<f64>,
    #[serde(skip_deserializing)]
    motion: BTreeMap<&'static str, Vec<f64>>,
    pub(super) right: String,
    pub(super) rows: usize,
    #[serde(skip_deserializing)]
    speed: f64,
    /// Of pages that do not say it, a wall.
    #[serde(default)]
    pub(super) ground: Ground,
}

/// A frame of the player.
#[derive(Serialize, Deserialize)]
pub(super) struct PlayerFrame {
    pub(super) bottom: f64,
    pub(super) centre: f64,
    pub(super) gap: f64,
    /// The points of the left half, where it is not the mirror image, as chunks of a PNG in base 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<String>,
    /// Those of the right half.
    pub(super) picture: String,
    /// Height of a second sphere's centre, and its radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second: Option<[f64; 2]>,
    pub(super) time: f64,
    pub(super) velocity: f64,
}

/// The plane of the pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// Any through the axis of an axisymmetric flow.
    Meridian,
    /// The plane of symmetry of the flow.
    Symmetry,
    /// `y = 0`, of a flow without a plane of symmetry.
    Middle,
}

impl Plane {
    fn words(self) -> &'static str {
        match self {
            Self::Meridian => "",
            Self::Symmetry => " The picture is the plane of symmetry, with x to the right.",
            Self::Middle => " The picture is the plane y = 0 through the sphere\u{2019}s centre, with x to the right.",
        }
    }
}

/// What the player shows beside the frames.
#[derive(Debug, Clone, Copy)]
pub struct PlayerSubject<'a> {
    /// The motion.
    pub run: &'a PlottedRun<'a>,
    /// Distance along x \[m\], if the sphere moves there.
    pub x: Option<&'a [f64]>,
    /// Distance along y \[m\], if the sphere moves there.
    pub y: Option<&'a [f64]>,
    /// The speed that the arrow of the sphere's velocity is drawn over [m/s].
    pub speed: f64,
    /// The plane of the pictures.
    pub plane: Plane,
    /// What ends the liquid below; two spheres are in open liquid.
    pub ground: Ground,
    /// Whether frames are close where the gap is small.
    pub paced: bool,
}

/// The player with its data, as HTML. It needs the style sheet of a report.
pub fn markup(strip: &FilmStrip, subject: &PlayerSubject) -> String {
    let limit = colour_limit(strip, subject.run.diameter);
    let data = data(strip, subject, limit);
    let text = serde_json::to_string(&data).expect("data are numbers and texts").replace('<', "\\u003c");
    let stops: Vec<String> = (0..=10)
        .map(|stop| {
            let [r, g, b] = colour(0.2 * f64::from(stop) - 1.0);
            format!("rgb({r} {g} {b}) {}%", 10 * stop)
        })
        .collect();
    let markup = MARKUP
        .replace("{{plane}}", subject.plane.words())
        .replace("{{pace}}", if subject.paced { PACE } else { "" })
        .replace("{{path}}", &path(subject))
        .replace("{{limit}}", &format!("{} 1/s", short(limit)))
        .replace("{{gradient}}", &stops.join(","))
        .replace("{{last}}", &(strip.frames().len() - 1).to_string());
    format!("{markup}\n{}{text}{}\n<script>\n{SCRIPT}</script>", DATA_BEGIN, DATA_END)
}

/// Room for the path from the side, and from above where it is not straight from there.
fn path(subject: &PlayerSubject) -> String {
    let view = |name: &str, label: &str| format!("<svg id=\"{name}\" role=\"img\" aria-label=\"{label}\"></svg>\n");
    let side = subject.x.map(|_| view("path-side", "Path from the side, with the sphere at the moment shown"));
    let above = subject.y.map(|_| view("path-above", "Path from above, with the sphere at the moment shown"));
    [side, above].into_iter().flatten().collect()
}

fn data(strip: &FilmStrip, subject: &PlayerSubject, limit: f64) -> PlayerData {
    let PlayerSubject { run, x, y, .. } = *subject;
    let diameter = run.diameter;
    let (columns, rows) = strip.size();
    let (width, height) = strip.window();
    let right = palette(strip, limit);
    let left: Vec<[u8; 3]> = right.iter().rev().copied().collect();
    let parts = |points: &[u8], colours: &[[u8; 3]]| {
        let raster = Raster { width: columns, height: rows, colours: colours.to_vec(), points: points.to_vec() };
        Parts::of(&raster.to_png())
    };
    let blank = vec![MIDDLE; columns * rows];
    let [in_right, in_left] = [&right, &left].map(|colours| parts(&blank, colours));
    let frame = |(tag, points): &(&FrameTag, &[u8])| {
        let halves = points.chunks(columns * rows).map(|half| base64(&parts(half, &right).points));
        frame(tag, halves, diameter)
    };
    let frames: Vec<(&FrameTag, &[u8])> = strip.frames().collect();
    let kept = curve_rows(subject);
    let column =
        |values: &[f64], unit: f64| -> Vec<f64> { kept.iter().map(|&row| short(values[row] / unit)).collect() };
    let along = [("time", run.time, 1.0), ("gap", run.gap, diameter), ("velocity", run.velocity, 1.0)];
    let along = along.map(|(key, values, unit)| (key, column(values, unit)));
    let beside = [("x", x), ("y", y)].into_iter();
    let beside = beside.filter_map(|(key, values)| Some((key, column(values?, diameter))));
    PlayerData {
        columns,
        end: base64(&in_right.end),
        frames: frames.par_iter().map(frame).collect(),
        half_width: short(width / diameter),
        head: base64(&in_right.head),
        height: short(height / diameter),
        left: base64(&in_left.palette),
        limit: Some(short(limit)),
        motion: along.into_iter().chain(beside).collect(),
        right: base64(&in_right.palette),
        rows,
        speed: short(subject.speed),
        ground: subject.ground,
    }
}

/// A frame with the points of its `halves`; those on the left where they are not the mirror image.
fn frame(tag: &FrameTag, mut halves: impl Iterator<Item = String>, diameter: f64) -> PlayerFrame {
    let over_diameter = |length: f64| short(length / diameter);
    PlayerFrame {
        bottom: over_diameter(tag.bottom),
        centre: over_diameter(tag.centre),
        gap: over_diameter(tag.gap),
        picture: halves.next().unwrap_or_default(),
        left: halves.next(),
        second: tag.second.map(|second| second.map(over_diameter)),
        time: short(tag.time),
        velocity: short(tag.velocity),
    }
}

/// Seven digits, enough for a screen.
fn short(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}

/// The colours of the points of a strip, where `limit` is the vorticity at the ends of the colour scale [1/s].
pub fn palette(strip: &FilmStrip, limit: f64) -> Vec<[u8; 3]> {
    let largest = strip.largest_vorticity();
    (0..=2 * MIDDLE).map(|point| colour(vorticity_of(point, largest) / limit)).collect()
}

/// The vorticity that 98.5 % of the liquid's points in all frames stay below, rounded up [1/s].
pub fn colour_limit(strip: &FilmStrip, diameter: f64) -> f64 {
    let (columns, rows) = strip.size();
    let point = strip.window().1 / rows as f64;
    let mut counts = [0_u64; MIDDLE as usize + 1];
    for (tag, points) in strip.frames() {
        for (at, value) in points.iter().enumerate().map(|(at, value)| (at % (columns * rows), value)) {
            let r = ((at % columns) as f64 + 0.5) * point;
            let z = tag.bottom + ((rows - 1 - at / columns) as f64 + 0.5) * point;
            let inside = |[centre, radius]: [f64; 2]| r * r + (z - centre) * (z - centre) <= radius * radius;
            if !inside([tag.centre, 0.5 * diameter]) && !tag.second.is_some_and(inside) {
                counts[usize::from(value.abs_diff(MIDDLE)).min(usize::from(MIDDLE))] += 1;
            }
        }
    }
    let wanted = WITHIN_LIMIT * counts.iter().sum::<u64>() as f64;
    let mut below = 0;
    let value = counts.iter().position(|count| {
        below += count;
        below as f64 >= wanted
    });
    let largest = strip.largest_vorticity();
    let found = vorticity_of(MIDDLE + value.unwrap_or(1).max(1) as u8, largest);
    round_up(found).min(round_up(largest))
}

/// Rows of the motion that a small curve needs: wherever time, gap, velocity or place has gone on by [`CURVE_STEP`].
fn curve_rows(subject: &PlayerSubject) -> Vec<usize> {
    let PlayerSubject { run, x, y, .. } = *subject;
    let columns: Vec<&[f64]> = [run.time, run.gap, run.velocity].into_iter().chain(x).chain(y).collect();
    let step = |values: &&[f64]| {
        let (low, high) = extent(values.iter().copied());
        CURVE_STEP * (high - low).max(f64::MIN_POSITIVE)
    };
    let steps: Vec<f64> = columns.iter().map(step).collect();
    let mut kept: Vec<usize> = Vec::new();
    for row in 0..run.time.len() {
        let moved = |last: usize| columns.iter().zip(&steps).any(|(v, step)| (v[row] - v[last]).abs() >= *step);
        if row + 1 == run.time.len() || kept.last().is_none_or(|&last| moved(last)) {
            kept.push(row);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(time: &[f64], gap: &[f64], velocity: &[f64]) -> Vec<usize> {
        let run = PlottedRun { name: "", time, gap, velocity, second: None, diameter: 1.0, bounces: &[] };
        let (x, y) = (None, None);
        curve_rows(&PlayerSubject {
            run: &run,
            x,
            y,
            speed: 1.0,
            plane: Plane::Meridian,
            ground: Ground::Wall,
            paced: true,
        })
    }

    #[test]
    fn a_curve_keeps_its_ends_and_every_jump_and_not_much_more() {
        let count = 100_000;
        let time: Vec<f64> = (0..count).map(|row| 1e-5 * f64::from(row)).collect();
        let velocity: Vec<f64> = time.iter().map(|t| if *t < 0.5 { -1.0 } else { 1.0 }).collect();
        let rows = kept(&time, &vec![0.0; time.len()], &velocity);
        assert_eq!((rows[0], rows[rows.len() - 1]), (0, 99_999));
        assert!(rows.contains(&50_000) && rows.len() < 410, "{}", rows.len());
        assert!(kept(&[], &[], &[]).is_empty());
    }
}
