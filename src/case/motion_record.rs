//! A measured motion that leads the sphere: `release.motion`.

use super::diagnostic::InputError;
use super::keys;
use super::measurement::Measurement;
use super::section::Section;
use wetbounce_physics::body::motion_table::MotionTable;
use wetbounce_physics::body::release::{RAMP, RUN_UP, Release, Start};
use wetbounce_physics::contact::depth;
use wetbounce_physics::keys::Keys;
use wetbounce_physics::numerics::hermite::MotionPoint;
use wetbounce_physics::problem::Problem;
use wetbounce_physics::quantity::{LENGTH, SPEED, TIME};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;
use wetbounce_records::bounce::smooth_motion::{HIGHEST_ORDER, MotionFit, SmoothMotion, SmoothPath};
use wetbounce_records::record::{Lengths, Medium, Record, Setting};
use wetbounce_records::tables;

/// Motions that are drawn for the band of a force.
pub const DRAWS: usize = 40;
/// Standard errors of the gap at contact below which no force is shown: one that grows as 1/h is then uncertain by
/// a third. Standard errors of the first velocity below which a motion begins from rest.
const ERRORS: f64 = 3.0;
/// Smallest gaps of the grid to which the geometry of the flow follows the sphere.
const GRID: f64 = 2.0;
/// Share of its highest speed below which a motion begins from rest, and needs no run-up.
const FROM_REST: f64 = 0.05;
/// Room above the highest gap of a start, in diameters.
const ROOM: f64 = 1.3;
/// Times of a run-up.
const TIMES: usize = 100;

/// A measured motion, and from which gap on its forces are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct LedRecord {
    /// The record as messages name it.
    pub name: String,
    /// The motion.
    pub motion: SmoothMotion,
    /// Standard error of its gaps that the case states \[m\]; 0 if it states none.
    stated_error: f64,
    /// The smallest gap whose force is shown \[m\].
    pub limit: f64,
    /// Time before the record in which the sphere runs up \[s\], and how far it goes in it \[m\].
    run_up: (f64, f64),
    /// Times of the case between which no force is shown \[s\]: the motion is closer to the wall than the limit.
    pub hidden: Vec<(f64, f64)>,
    /// Velocity at the first picture [m/s].
    first_velocity: f64,
}

/// The keys of `[release]` that name a measured motion, and the smooth motion through its pictures.
pub(super) fn motion_keys(keys: &mut Keys<'_>, [file, fit]: [&mut Option<String>; 2]) {
    keys.text("motion", file);
    keys.text("motion_fit", fit);
}

/// Whether the table `[release]` names a measured motion.
pub(super) fn is_given(release: &Section<'_>) -> bool {
    release.place("motion").is_some()
}

/// The measured motion that `[release]` names, read as `[measurement]` says; `None` without one, or where it was
/// refused.
pub(super) fn read(root: &Section<'_>, release: &Section<'_>, diameter: f64) -> Option<LedRecord> {
    let [mut file, mut fit] = [None, None];
    keys::read_keys(release, |keys| motion_keys(keys, [&mut file, &mut fit]));
    if !is_given(release) {
        if fit.is_some() {
            release.unfit("motion_fit", "belongs to release.motion, the record of a motion");
        }
        return None;
    }
    let file: String = file?;
    let fit = match fit.as_deref().map(fit_of) {
        None => MotionFit::default(),
        Some(Ok(fit)) => fit,
        Some(Err(label)) => {
            release.unfit("motion_fit", label);
            return None;
        }
    };
    let is_override = release.place("motion").is_some_and(|place| place.source > 0);
    let measurement = Measurement::of_motion(root.table("measurement"), file.into(), is_override);
    if diameter.is_nan() || diameter <= 0.0 {
        return None;
    }
    let led = led(release, &measurement, (fit, diameter));
    led.map_err(|problem| release.wrong("motion", problem)).ok()
}

fn fit_of(words: &str) -> Result<MotionFit, String> {
    let order = words.strip_prefix("polynomial ").and_then(|order| order.trim().parse::<usize>().ok());
    match (words, order) {
        ("series", _) => Ok(MotionFit::Series),
        (_, Some(order)) if (2..=HIGHEST_ORDER).contains(&order) => Ok(MotionFit::Polynomial(order)),
        _ => Err(format!("\"series\", or \"polynomial 6\" with an order from 2 to {HIGHEST_ORDER}, was expected")),
    }
}

fn led(
    release: &Section<'_>,
    measurement: &Measurement,
    (fit, diameter): (MotionFit, f64),
) -> Result<LedRecord, InputError> {
    let path = &measurement.file[0];
    let text = release.files().text(path)?;
    let lengths = Some(Lengths::at_wall(diameter));
    let drops = tables::parse(&measurement.layout(), lengths, path, &text)
        .map_err(|error| InputError::new(error.to_string()).help(error.advice()))?;
    let shown = measurement.shown();
    let refused = |problem: String| InputError::new(format!("`{shown}`: {problem}"));
    let [drop] = &drops[..] else {
        return Err(refused(format!("{} drops, and a motion is one of them", drops.len()))
            .help("measurement.drop = \"COLUMN = DROP\" names it, or keep the rows of one drop"));
    };
    if drop.time.is_empty() || drop.points().is_empty() {
        return Err(refused("a motion needs times and gaps".into())
            .help("measurement.time and measurement.gap name the columns; pictures at equal times need measurement.frame_rate"));
    }
    if !drop.x.is_empty() {
        return Err(refused("a motion along the wall is not led".into())
            .help("leave measurement.x out: the motion along the normal is led"));
    }
    let level = Setting { medium: Some(Medium::Liquid), has_zero: drop.has_zero, ..Setting::of(lengths) };
    let motion = SmoothMotion::of(&Record { velocity: Vec::new(), ..drop.clone() }, level, fit).map_err(refused)?;
    above_wall(&motion, measurement.gap_uncertainty, diameter).map_err(|problem| {
        refused(problem).help("check measurement.position, measurement.direction and measurement.gap_offset: gaps are from the wall up to the sphere")
    })?;
    Ok(LedRecord {
        name: shown.clone(),
        motion,
        stated_error: measurement.gap_uncertainty,
        limit: 0.0,
        run_up: (0.0, 0.0),
        hidden: Vec::new(),
        first_velocity: 0.0,
    })
}

/// Refuses a smooth motion that begins at the wall or below it, or goes below the wall by more than the errors of its
/// gaps and a soft contact explain: [`ERRORS`] standard errors, with the stated one \[m\], and the largest overlap
/// without a warning.
fn above_wall(motion: &SmoothMotion, stated_error: f64, diameter: f64) -> Result<(), String> {
    let path = motion.mean(0.0);
    let first = path.points[0].gap;
    let depth = path.points.iter().fold(0.0, |most: f64, at| most.max(-at.gap));
    let error = motion.wall_error.unwrap_or(0.0).max(stated_error).max(motion.noise);
    let (of_errors, of_contact) = (ERRORS * error, 0.5 * depth::DOUBTFUL * diameter);
    let zero = if motion.wall_error.is_some() { "its first contact" } else { "the zero of the record" };
    let long = |length: f64| format!("{} = {:.3} D", LENGTH.brief(length), length / diameter);
    if depth > of_errors + of_contact {
        return Err(format!(
            "the motion goes to {} below the wall, which is at {zero}; {ERRORS} standard errors of a gap explain {}, and a soft contact {}",
            long(depth),
            LENGTH.brief(of_errors),
            long(of_contact)
        ));
    }
    if first <= 0.0 {
        return Err(format!("the motion begins at a gap of {}, not above the wall, which is at {zero}", long(first)));
    }
    Ok(())
}

/// The row between two of a path at which a sphere comes to rest that is on its way through the wall, and in the later
/// row rests where it is held off it; the same of one that leaves, with the rows in the other order. Without this row
/// the quintic between both would dip below where the sphere is held.
fn stop_between([before, after]: [MotionPoint; 2], width: f64) -> Option<(f64, MotionPoint)> {
    let (moving, resting) = if after.velocity == 0.0 { (before, after) } else { (after, before) };
    let towards = if after.velocity == 0.0 { -before.velocity } else { after.velocity };
    let time = 2.0 * (moving.gap - resting.gap) / towards;
    let passes = resting.velocity == 0.0 && towards * width > moving.gap && time > 0.0 && time < width;
    passes.then_some((if after.velocity == 0.0 { time } else { width - time }, resting))
}

impl LedRecord {
    /// The table that leads the sphere of this problem, whose grid is known, and the gap at its start \[m\].
    pub(super) fn settle(&mut self, problem: &Problem) -> (f64, MotionTable) {
        let diameter = problem.sphere.diameter;
        let error = self.motion.wall_error.unwrap_or(0.0).max(self.stated_error);
        self.limit = (ERRORS * error).max(GRID * problem.resolution.smallest_gap * diameter);
        let path = self.motion.mean(self.limit);
        let first = path.points[0];
        let fastest = path.points.iter().fold(0.0, |most: f64, at| most.max(at.velocity.abs()));
        let slow = (FROM_REST * fastest).max(ERRORS * self.motion.first_velocity_error);
        if -first.velocity > slow {
            let room = problem.vessel.height - ROOM * diameter - first.gap;
            let way =
                if problem.vessel.height.is_nan() { RUN_UP * diameter } else { room.clamp(0.0, RUN_UP * diameter) };
            let ramp = (RAMP * diameter).min(0.25 * way) / -first.velocity;
            self.run_up = (way / -first.velocity + ramp, ramp);
        }
        (self.hidden, self.first_velocity) = (self.hidden_on(&path), first.velocity);
        (first.gap, self.table(&path))
    }

    /// A motion of the record as the table that leads the sphere, with its run-up; time 0 is at the first picture.
    pub fn table(&self, path: &SmoothPath) -> MotionTable {
        let (first, begin) = (path.points[0], path.times[0]);
        let (lasts, ramp) = self.run_up;
        let mut table = MotionTable::default();
        let mut push = |time: f64, at: MotionPoint| {
            table.times.push(time);
            table.gaps.push(at.gap);
            table.velocities.push(at.velocity);
            table.accelerations.push(at.acceleration);
        };
        let way = |time: f64| time + ramp * (-time / ramp).exp_m1();
        for node in 0..if lasts > 0.0 { TIMES } else { 0 } {
            let elapsed = lasts * node as f64 / TIMES as f64;
            push(
                elapsed - lasts,
                MotionPoint {
                    gap: first.gap - first.velocity * (way(lasts) - way(elapsed)),
                    velocity: -first.velocity * (-elapsed / ramp).exp_m1(),
                    acceleration: first.velocity / ramp * (-elapsed / ramp).exp(),
                },
            );
        }
        push(0.0, first);
        for (times, points) in path.times.windows(2).zip(path.points.windows(2)) {
            if let Some((after, at)) = stop_between([points[0], points[1]], times[1] - times[0]) {
                push(times[0] + after - begin, at);
            }
            push(times[1] - begin, points[1]);
        }
        table
    }

    /// The motion where nothing of the grid is known.
    pub(super) fn outline(&self) -> MotionTable {
        self.table(&self.motion.mean(1e-3 * self.first_gap()))
    }

    /// The gap at the first picture \[m\].
    pub(super) fn first_gap(&self) -> f64 {
        self.motion.mean(0.0).points[0].gap
    }

    /// Motions drawn from all that are likely.
    pub fn draws(&self) -> Vec<Release> {
        let of = |path: &SmoothPath| Release {
            start: Start::Table { table: self.table(path) },
            ..Release::rest(path.points[0].gap)
        };
        self.motion.draws(DRAWS, self.limit).iter().map(of).collect()
    }

    /// Times of the case between which no force is shown \[s\]: the motion is closer to the wall than the limit.
    fn hidden_on(&self, path: &SmoothPath) -> Vec<(f64, f64)> {
        let mut found = Vec::<(f64, f64)>::new();
        let mut inside = false;
        for (time, at) in path.times.iter().map(|time| time - path.times[0]).zip(&path.points) {
            let is_near = at.gap < self.limit;
            match found.last_mut() {
                Some(last) if is_near && inside => last.1 = time,
                _ if is_near => found.push((time, time)),
                _ => {}
            }
            inside = is_near;
        }
        found
    }

    /// What a reader of the force has to know of the record.
    pub fn remarks(&self, diameter: f64) -> Vec<Remark> {
        let motion = &self.motion;
        let hidden: Vec<String> =
            self.hidden.iter().map(|(from, to)| format!("{} to {}", TIME.brief(*from), TIME.brief(*to))).collect();
        let why = if self.limit > ERRORS * motion.wall_error.unwrap_or(0.0).max(self.stated_error) {
            "the smallest gap of the grid".to_owned()
        } else {
            format!("three standard errors of the gap at contact, {}", LENGTH.brief(self.limit / ERRORS))
        };
        let mut remarks = vec![remark!(
            Assumption,
            "led-by-record",
            "the motion is a smooth one through {} pictures of {}, whose noise is {}; t = 0 is the first of them, at {:.6} s of the record",
            motion.pictures,
            self.name,
            LENGTH.brief(motion.noise),
            motion.extent().0
        )];
        let near = match hidden.is_empty() {
            true => "no gap of the record is below it".to_owned(),
            false => format!(
                "nearer to the wall, from {}, the sphere is held off it, and the force is not that of the record",
                hidden.join(" and from ")
            ),
        };
        remarks.push(remark!(
            Assumption,
            "force-of-record",
            "the force holds for gaps from {} = {:.3} D on, {why}; {near}",
            LENGTH.brief(self.limit),
            self.limit / diameter
        ));
        if motion.wall_error.is_none() {
            let known = if self.stated_error > 0.0 {
                "as measurement.gap_uncertainty says"
            } else {
                "of which nothing is known"
            };
            remarks.push(remark!(
                Warning,
                "wall-not-seen",
                "no contact in {} shows where the wall is: near it the gap decides the force, and the zero of the record is taken for the wall, with an error {known}",
                self.name
            ));
        }
        if self.run_up.0 > 0.0 {
            remarks.push(remark!(
                Assumption,
                "record-run-up",
                "the record begins at {}: the sphere is taken to have moved with it for {} before, so that its wake is there",
                SPEED.brief(-self.first_velocity),
                LENGTH.brief(-self.first_velocity * self.run_up.0)
            ));
        } else {
            remarks.push(remark!(
                Assumption,
                "record-from-rest",
                "the record begins at {}, with a standard error of {}: the liquid is taken to be at rest before",
                SPEED.brief(-self.first_velocity),
                SPEED.brief(motion.first_velocity_error)
            ));
        }
        let left_out: usize = motion.left_out.iter().map(|out| out.rows).sum();
        if left_out > 0 {
            let all: Vec<String> = motion.left_out.iter().map(ToString::to_string).collect();
            remarks.push(remark!(Warning, "pictures-left-out", "{left_out} pictures are left out: {}", all.join("; ")));
        }
        remarks
    }
}
