//! The smooth motion through the pictures of a record: gap, velocity and acceleration at any time, and motions
//! drawn from all that are likely.
//!
//! A contact divides the record. The approach and each flight are a [`series`](super::series) of their own, with
//! the gap at the contact for their end; a record without a contact is one series in the time itself. Noise is weighed
//! as it is for the values of a bounce. The amplitude is not weighed: the speed of a sphere may be constant for most of
//! a record, and change where the sphere is let go or comes to the wall. An amplitude of the constant part makes the
//! band too narrow there. Gaps are above the gap at contact, so that the zero of the record does not matter where there
//! is a contact.
//!
//! In a contact the motion turns within a time that no picture shows. There the gap `h` is led as `2f ∫ (3u² −
//! 2u³) du` from `u = 0` to `h/2f`, and `f` added: equal to `h` from `2f` on,
//! never below `f`, with continuous acceleration. Forces below `2f` are those of this motion, not of the record.

use crate::bounce::drops::{self, without};
use crate::bounce::pictures::noise;
use crate::bounce::series::{
    AMPLITUDE_COUNT, COEFFICIENTS, FEWEST_PICTURES, NOISE_COUNT, Posterior, Prior, Sums, Vector, curvature, log_sum,
};
use crate::bounce::series::{basis, noises, normals, smooth};
use crate::bounce::values::{LARGEST_ERROR, MOST_OF_SIDE, NOISE_FLOOR, grouped};
use crate::record::{LeftOut, Record, Setting};
use crate::statistics::{Random, quantile};
use nalgebra::{DMatrix, DVector};
use wetbounce_physics::numerics::extent;
use wetbounce_physics::numerics::hermite::MotionPoint;
use wetbounce_physics::quantity::LENGTH;

/// Fewest pictures of an approach.
const PICTURES: usize = 6;
/// Changes of the speed over the speed before any picture is seen: all of the speed may be lost.
const AMPLITUDE: f64 = 1.0;
/// Times on each part of the motion.
const NODES: usize = 200;
/// Usual intervals between pictures from which on one is a hole.
const HOLE: f64 = 2.5;
/// Draws by which the error of a velocity is judged.
const JUDGED: usize = 24;
/// Shortest time from contact at which an acceleration is given, over the span of its part: it grows as one over
/// the root of that time.
const NEAREST: f64 = 1e-7;
/// Share of a limit from which on the sphere is held off the wall: what lies between two times of the motion does
/// not reach above the limit.
const HELD: f64 = 0.9;
/// Highest order of a polynomial.
pub const HIGHEST_ORDER: usize = 20;

/// The kind of a smooth motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MotionFit {
    /// The series of the readings of bounces.
    #[default]
    Series,
    /// A polynomial of this order in time for each part, by least squares.
    Polynomial(usize),
}

/// A contact of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionContact {
    /// Time on the clock of the record, and its standard error \[s\].
    pub time: (f64, f64),
    /// Gap of the record at contact, and its standard error \[m\].
    pub gap: (f64, f64),
}

/// A motion at times, with the times of its contacts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SmoothPath {
    /// Times \[s\], increasing.
    pub times: Vec<f64>,
    /// Gap above the wall, velocity and acceleration at each.
    pub points: Vec<MotionPoint>,
}

/// One part of the motion: an approach, a flight, or all of a record without a contact.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    /// Its pictures `(time, gap)`.
    pictures: Vec<(f64, f64)>,
    /// The contact at its end, or at its beginning.
    contact: Option<(MotionContact, Side)>,
    begin: f64,
    end: f64,
}

/// On which side of its contact a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// The smooth motion of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct SmoothMotion {
    fit: MotionFit,
    parts: Vec<Part>,
    /// The mean of all likely courses of each part.
    mean: Vec<Course>,
    /// Its contacts.
    pub contacts: Vec<MotionContact>,
    /// Noise of its pictures \[m\].
    pub noise: f64,
    /// Standard error of the place of the wall \[m\]; `None` of a record without a contact.
    pub wall_error: Option<f64>,
    /// Standard error of the velocity at the first picture [m/s].
    pub first_velocity_error: f64,
    scale_uncertainty: f64,
    speed: f64,
    /// Pictures that were left out.
    pub left_out: Vec<LeftOut>,
    /// Pictures that it goes through.
    pub pictures: usize,
}

/// The motion of one part: its coefficients on a span \[s\] from an origin \[s\].
#[derive(Debug, Clone, PartialEq)]
struct Course {
    origin: f64,
    span: f64,
    coefficients: Vector,
}

/// The weighed series of a part about a time of contact.
struct Fitted {
    origin: f64,
    span: f64,
    cells: Vec<(f64, usize, usize, usize)>,
    sides: Vec<Posterior>,
    noises: [f64; NOISE_COUNT],
    /// Of a polynomial: its coefficients, and what turns normal numbers into errors of them.
    polynomial: Option<(Vector, DMatrix<f64>)>,
}

impl SmoothMotion {
    /// The motion of one drop, from its first picture that moves to its last one. The record has gaps;
    /// velocities are not used.
    ///
    /// # Errors
    /// Why there is none, with what would help.
    pub fn of(drop: &Record, setting: Setting, fit: MotionFit) -> Result<Self, String> {
        let evaluation = drops::of(drop, setting);
        let all = drop.points();
        if all.len() < PICTURES {
            return Err(format!("{} pictures with a gap are too few for a motion: {PICTURES} are needed", all.len()));
        }
        let points = without(drop, &evaluation.left_out).points();
        let (low, high) = extent(points.iter().map(|point| point.1));
        if points.len() < PICTURES || high <= low {
            let why = evaluation.unread.first().map_or(String::new(), |why| format!(": {why}"));
            return Err(format!(
                "{} pictures that move are too few for a motion: {PICTURES} are needed{why}",
                points.len()
            ));
        }
        let found = evaluation.bounces.iter().map_while(|bounce| {
            let (time, gap) = (bounce.contact_time_s?, bounce.contact_gap_m?);
            Some(MotionContact { time: (time.value, time.sigma), gap: (gap.value, gap.sigma) })
        });
        let contacts: Vec<MotionContact> = found.collect();
        let noise = noise(&points).max(NOISE_FLOOR * (high - low));
        let mut motion = Self {
            fit,
            parts: Vec::new(),
            mean: Vec::new(),
            noise,
            wall_error: contacts.first().map(|contact| contact.gap.1),
            first_velocity_error: f64::NAN,
            scale_uncertainty: drop.scale_uncertainty,
            speed: 0.0,
            left_out: evaluation.left_out,
            pictures: 0,
            contacts,
        };
        motion.divide(&points, setting)?;
        motion.pictures = motion.parts.iter().map(|part| part.pictures.len()).sum();
        motion.mean = motion.parts.iter().map(|part| Fitted::of(&motion, part, 0.0).mean()).collect();
        motion.first_velocity_error = motion.judge()?;
        Ok(motion)
    }

    /// Fewest pictures of an approach, and of a flight that is led.
    fn fewest(&self) -> [usize; 2] {
        match self.fit {
            MotionFit::Series => [PICTURES, FEWEST_PICTURES + 1],
            MotionFit::Polynomial(order) => [PICTURES.max(order + 2); 2],
        }
    }

    /// Divides the pictures at the contacts.
    fn divide(&mut self, points: &[(f64, f64)], setting: Setting) -> Result<(), String> {
        let (first, last) = (points[0].0, points[points.len() - 1].0);
        let [of_approach, of_flight] = self.fewest();
        let few = |pictures: usize| {
            format!(
                "an approach in {pictures} pictures is too few for a motion: {of_approach} are needed; more pictures a second"
            )
        };
        let near = |contact: &MotionContact| 2.0 * contact.gap.1.max(self.noise);
        let within = |begin: f64, end: f64| -> Vec<(f64, f64)> {
            points.iter().filter(|point| point.0 >= begin && point.0 <= end).copied().collect()
        };
        let Some(contact) = self.contacts.first().copied() else {
            if !setting.has_zero {
                return Err("the zero of the record is not the wall, and no contact shows where that is: near the wall the gap decides the force; \
                     measurement.gap_offset adds what its gaps lack"
                    .into());
            }
            let lowest = points.iter().enumerate().min_by(|a, b| a.1.1.total_cmp(&b.1.1)).map_or(0, |(row, _)| row);
            let row = if points[lowest].1 < points[0].1 && lowest + 1 >= PICTURES { lowest } else { points.len() - 1 };
            let pictures = points[..=row].to_vec();
            if pictures.len() < of_approach {
                return Err(few(pictures.len()));
            }
            let (begin, end) = (first, points[row].0);
            self.parts = vec![Part { pictures, contact: None, begin, end }];
            self.speed = rate(&self.parts[0].pictures);
            return Ok(());
        };
        let before = within(first, contact.time.0);
        if before.len() < of_approach {
            return Err(few(before.len()));
        }
        self.speed = rate(&before);
        self.parts =
            vec![Part { pictures: before, contact: Some((contact, Side::Before)), begin: first, end: contact.time.0 }];
        for (number, contact) in self.contacts.clone().iter().enumerate() {
            let next = self.contacts.get(number + 1);
            let mut pictures = within(contact.time.0, next.map_or(last, |next| next.time.0));
            if next.is_none() {
                // The flight after the last contact that was read ends above the wall.
                let top = pictures.iter().enumerate().max_by(|a, b| a.1.1.total_cmp(&b.1.1)).map_or(0, |(row, _)| row);
                let landed = pictures[top.min(pictures.len())..]
                    .iter()
                    .position(|point| point.1 <= contact.gap.0 + near(contact));
                pictures.truncate(landed.map_or(pictures.len(), |row| top + row));
            }
            if pictures.len() < of_flight {
                self.contacts.truncate(number + 1);
                break;
            }
            let end = next.map_or(pictures[pictures.len() - 1].0, |next| next.time.0);
            self.parts.push(Part { pictures, contact: Some((*contact, Side::After)), begin: contact.time.0, end });
        }
        Ok(())
    }

    /// Standard error of the velocity at the first picture [m/s]. Refuses a motion whose velocity is not known well
    /// enough between the pictures.
    fn judge(&self) -> Result<f64, String> {
        let draws = self.draws(JUDGED, 0.0);
        let mean = self.mean(0.0);
        let error = |node: usize| {
            let square = |draw: &SmoothPath| (draw.at(mean.times[node]).velocity - mean.points[node].velocity).powi(2);
            (draws.iter().map(square).sum::<f64>() / draws.len() as f64).sqrt()
        };
        let fastest = mean.points.iter().fold(0.0, |most: f64, at| most.max(at.velocity.abs()));
        let least = self.contacts.iter().map(|contact| 5.0 * contact.gap.1).fold(0.0, f64::max);
        let worst = (0..mean.times.len())
            .filter(|node| mean.points[*node].gap > least)
            .map(|node| (mean.times[node], error(node)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((time, error)) = worst.filter(|(_, error)| *error > LARGEST_ERROR * fastest) else {
            return Ok(error(0));
        };
        let uncertain = format!(
            "the velocity is uncertain by {:.0} % of the highest, {:.0} % are allowed",
            100.0 * error / fastest,
            100.0 * LARGEST_ERROR
        );
        Err(match self.hole(time) {
            Some((last, next)) => format!(
                "between the pictures at {last:.6} s and {next:.6} s there is a hole, and at {time:.6} s {uncertain}: more pictures there, \
                 or a record that begins after them or ends before them"
            ),
            None => format!(
                "at {time:.6} s {uncertain}: more pictures a second, or pictures with less noise, which is {}",
                LENGTH.brief(self.noise)
            ),
        })
    }

    /// The widest interval between two pictures of the part in which a time is, or of both parts at a contact \[s\];
    /// `None` if it is no hole.
    fn hole(&self, time: f64) -> Option<(f64, f64)> {
        let pictures: Vec<(f64, usize)> = (self.parts.iter().enumerate())
            .flat_map(|(number, part)| part.pictures.iter().map(move |picture| (picture.0, number)))
            .collect();
        let mut all: Vec<f64> = pictures.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        let usual = quantile(&mut all, 0.5);
        let is_near = |number: usize| time >= self.parts[number].begin && time <= self.parts[number].end;
        (pictures.windows(2))
            .filter(|pair| is_near(pair[0].1) || is_near(pair[1].1))
            .map(|pair| (pair[0].0, pair[1].0))
            .filter(|(last, next)| next - last > HOLE * usual)
            .max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))
    }

    /// Times on the clock of the record at which the motion begins and ends \[s\].
    pub fn extent(&self) -> (f64, f64) {
        (self.parts[0].begin, self.parts[self.parts.len() - 1].end)
    }

    /// The mean of all motions that are likely, the same from `limit` \[m\] on, and never closer to the wall
    /// than 0.45 of it.
    pub fn mean(&self, limit: f64) -> SmoothPath {
        self.path(limit, 1.0, &self.mean)
    }

    /// So many motions drawn from all that are likely, always the same ones.
    pub fn draws(&self, count: usize, limit: f64) -> Vec<SmoothPath> {
        let mut random = Random(self.pictures as u64);
        (0..count)
            .map(|_| {
                let of_contacts: Vec<f64> = self.parts.iter().map(|_| random.normal()).collect();
                let scale = 1.0 + self.scale_uncertainty * random.normal();
                let mut courses = Vec::new();
                for (number, part) in self.parts.iter().enumerate() {
                    // Both sides of the first contact have one time of it.
                    let fitted = Fitted::of(self, part, of_contacts[number.saturating_sub(1)]);
                    courses.push(fitted.drawn(&mut random));
                }
                self.path(limit, scale, &courses)
            })
            .collect()
    }

    /// The motion whose parts take these courses.
    fn path(&self, limit: f64, scale: f64, courses: &[Course]) -> SmoothPath {
        let mut path = SmoothPath::default();
        let count = self.parts.len();
        for (number, (part, course)) in self.parts.iter().zip(courses).enumerate() {
            let Course { origin, span, coefficients } = course;
            let (origin, span) = (*origin, *span);
            let level = part.contact.map_or(0.0, |_| coefficients[0]);
            // A flight ends at the contact that follows, where the gap is none: what its series leaves
            // there is taken off evenly.
            let next = courses.get(number + 1).map(|next| next.origin).filter(|_| number > 0);
            let left =
                next.map_or(0.0, |end| (self.at(part, (origin, span), coefficients, end).gap - level) / (end - origin));
            for node in 0..=NODES {
                let share = node as f64 / NODES as f64;
                // Dense towards the contact that the series begins at, and towards the one at its other end.
                let between = number > 0 && number + 1 < count;
                let (begin, end) = match part.contact {
                    Some((_, Side::Before)) => (part.begin, origin),
                    Some((_, Side::After)) => (origin, next.unwrap_or(part.end)),
                    None => (part.begin, part.end),
                };
                let place = match part.contact {
                    None => share,
                    Some((_, Side::Before)) => 1.0 - (1.0 - share).powi(3),
                    Some((_, Side::After)) if between => dense_at_both_ends(share),
                    Some((_, Side::After)) => share.powi(3),
                };
                let time = if node == NODES { end } else { begin + place * (end - begin) };
                if path.times.last().is_some_and(|last| time <= *last) {
                    continue;
                }
                let mut at = self.at(part, (origin, span), coefficients, time);
                at.gap = scale * (at.gap - level - left * (time - origin));
                at.velocity = scale * (at.velocity - left);
                at.acceleration *= scale;
                if part.contact.is_some() && time == origin || next == Some(time) {
                    at.gap = at.gap.min(0.0);
                }
                path.times.push(time);
                path.points.push(held_off(at, HELD * limit));
            }
        }
        path
    }

    /// The motion of a part at a time on the clock of the record.
    fn at(&self, part: &Part, (origin, span): (f64, f64), coefficients: &Vector, time: f64) -> MotionPoint {
        let u = (time - origin).abs();
        let (is_smooth, sign) = match part.contact {
            Some((_, Side::Before)) => (self.is_polynomial(), -1.0),
            Some((_, Side::After)) => (self.is_polynomial(), 1.0),
            None => (true, 1.0),
        };
        let u = if is_smooth { u } else { u.max(NEAREST * span) };
        let (gap, slope) = if is_smooth { smooth(u, span) } else { basis(u, span) };
        MotionPoint {
            gap: gap.dot(coefficients),
            velocity: sign * slope.dot(coefficients),
            acceleration: curvature(u, span, is_smooth).dot(coefficients),
        }
    }

    fn is_polynomial(&self) -> bool {
        matches!(self.fit, MotionFit::Polynomial(_))
    }
}

/// A share that goes from 0 to 1, dense at both ends.
fn dense_at_both_ends(share: f64) -> f64 {
    if share < 0.5 { 4.0 * share.powi(3) } else { 1.0 - 4.0 * (1.0 - share).powi(3) }
}

/// Mean speed from the first picture to the last one [m/s], that of the largest change of the gap.
fn rate(pictures: &[(f64, f64)]) -> f64 {
    let (low, high) = extent(pictures.iter().map(|point| point.1));
    (high - low) / (pictures[pictures.len() - 1].0 - pictures[0].0)
}

/// The motion that is led in place of this one: never closer to the wall than half of `limit`, and the same from
/// `limit` on.
fn held_off(at: MotionPoint, limit: f64) -> MotionPoint {
    let u = at.gap / limit;
    if limit <= 0.0 || u >= 1.0 {
        return at;
    }
    let u = u.max(0.0);
    let (slope, bend) = (u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / limit);
    if u == 0.0 {
        return MotionPoint { gap: 0.5 * limit, velocity: 0.0, acceleration: 0.0 };
    }
    MotionPoint {
        gap: limit * (0.5 + u.powi(3) * (1.0 - 0.5 * u)),
        velocity: slope * at.velocity,
        acceleration: slope * at.acceleration + bend * at.velocity * at.velocity,
    }
}

impl SmoothPath {
    /// The motion at a time, by the quintic between two of its times.
    pub fn at(&self, time: f64) -> MotionPoint {
        let after = self.times.partition_point(|at| *at <= time).clamp(1, self.times.len() - 1);
        let (begin, end) = (self.times[after - 1], self.times[after]);
        let elapsed = (time - begin).clamp(0.0, end - begin);
        wetbounce_physics::numerics::hermite::quintic(self.points[after - 1], self.points[after], end - begin, elapsed)
    }
}

impl Fitted {
    /// The series of a part whose contact is so many standard errors later than it is likely to be.
    fn of(motion: &SmoothMotion, part: &Part, shift: f64) -> Self {
        let origin = part.contact.map_or(part.begin, |(contact, _)| contact.time.0 + shift * contact.time.1);
        let span = (origin - part.begin).abs().max((part.end - origin).abs());
        let mut pictures: Vec<(f64, f64)> = grouped(&part.pictures, MOST_OF_SIDE);
        let is_before = matches!(part.contact, Some((_, Side::Before)));
        pictures.retain(|point| if is_before { point.0 < origin } else { point.0 >= origin });
        if is_before {
            pictures.reverse();
        }
        let flown: Vec<(f64, f64)> = pictures.iter().map(|point| ((point.0 - origin).abs(), point.1)).collect();
        let noises = noises(motion.noise);
        let is_smooth = part.contact.is_none();
        let fitted = Self { origin, span, cells: Vec::new(), sides: Vec::new(), noises, polynomial: None };
        if let MotionFit::Polynomial(order) = motion.fit {
            return Self { polynomial: polynomial(&flown, part.contact.map(|one| one.0), (order, span)), ..fitted };
        }
        let mut sums = Sums::correlated(&flown, |u| if is_smooth { smooth(u, span).0 } else { basis(u, span).0 });
        if let Some((contact, _)) = part.contact {
            let row = basis(0.0, span).0;
            sums.iter_mut()
                .for_each(|sums| sums.add(&row, contact.gap.0, (motion.noise / contact.gap.1.max(1e-12)).powi(2)));
        }
        let speed = motion.speed;
        let prior = Prior { amplitudes: [AMPLITUDE; AMPLITUDE_COUNT], ..Prior::new(speed, speed) };
        let sides: Vec<Posterior> = sums.iter().map(|sums| Posterior::new(sums, &prior, span, &noises)).collect();
        let all = || sides.iter().flat_map(|side| side.likelihoods.iter().flatten().copied());
        let whole = log_sum(all());
        let place = |cell: usize| {
            (cell / NOISE_COUNT / AMPLITUDE_COUNT, cell / NOISE_COUNT % AMPLITUDE_COUNT, cell % NOISE_COUNT)
        };
        let cells = all().enumerate().map(|(cell, one)| {
            let (side, kind, noise) = place(cell);
            ((one - whole).exp(), side, kind, noise)
        });
        let mut cells: Vec<(f64, usize, usize, usize)> = cells.filter(|cell| cell.0 > 1e-6).collect();
        let sum: f64 = cells.iter().map(|cell| cell.0).sum();
        cells.iter_mut().for_each(|cell| cell.0 /= sum);
        Self { cells, sides, ..fitted }
    }

    fn course(&self, coefficients: Vector) -> Course {
        Course { origin: self.origin, span: self.span, coefficients }
    }

    /// The mean of all likely courses.
    fn mean(&self) -> Course {
        if let Some((mean, _)) = &self.polynomial {
            return self.course(*mean);
        }
        let of = |(weight, side, kind, noise): &(f64, usize, usize, usize)| {
            self.sides[*side].mean(*kind, self.noises[*noise]).0 * *weight
        };
        self.course(self.cells.iter().map(of).sum())
    }

    /// A course drawn from all likely ones.
    fn drawn(&self, random: &mut Random) -> Course {
        if let Some((mean, errors)) = &self.polynomial {
            let numbers = DVector::from_fn(errors.ncols(), |_, _| random.normal());
            let apart = errors * numbers;
            return self.course(mean + Vector::from_fn(|k, _| apart.get(k).copied().unwrap_or(0.0)));
        }
        let weights: Vec<f64> = self.cells.iter().map(|cell| cell.0).collect();
        let (_, side, kind, noise) = self.cells[random.pick(&weights)];
        let (weighed, noise) = (&self.sides[side], self.noises[noise]);
        self.course(weighed.mean(kind, noise).0 + weighed.drawn(kind, noise, &normals(random)))
    }
}

/// The polynomial of this order through pictures `(time from the origin, gap)`, by least squares, with the gap at
/// its contact as one more picture; `None` of fewer
/// pictures than coefficients.
fn polynomial(
    pictures: &[(f64, f64)],
    contact: Option<MotionContact>,
    (order, span): (usize, f64),
) -> Option<(Vector, DMatrix<f64>)> {
    let size = (order + 1).min(COEFFICIENTS);
    let rows: Vec<(f64, f64)> =
        contact.map(|contact| (0.0, contact.gap.0)).into_iter().chain(pictures.iter().copied()).collect();
    if rows.len() <= size {
        return None;
    }
    let design = DMatrix::from_fn(rows.len(), size, |row, k| smooth(rows[row].0, span).0[k]);
    let gaps = DVector::from_iterator(rows.len(), rows.iter().map(|row| row.1));
    let parts = design.clone().svd(true, true);
    let found = parts.solve(&gaps, 1e-14).ok()?;
    let noise = ((&gaps - &design * &found).norm_squared() / (rows.len() - size) as f64).sqrt();
    let turned = parts.v_t?.transpose();
    let errors = DMatrix::from_fn(size, size, |row, k| turned[(row, k)] * noise / parts.singular_values[k].max(1e-300));
    Some((Vector::from_fn(|k, _| found.get(k).copied().unwrap_or(0.0)), errors))
}
