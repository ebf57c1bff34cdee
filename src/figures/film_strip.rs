//! The frames of an animation, taken during a run: the vorticity around the sphere as small pictures.
//!
//! Frames lie evenly along the *way* of the motion,
//!
//! `s = ∫ |d ln(1 + 10 h/D)| + 0.3 ∫ U dt/D`,
//!
//! `U` the run's reference speed: close to the wall a frame a fiftieth of a diameter or so, far from it one every few
//! tenths, and some while the sphere turns at its apex. Frame `k` is taken at the end of the step in which `s` passes
//! `k` spacings. When [`MOST_FRAMES`] are held, every second is dropped and the spacing doubles, so that memory is
//! bounded (6 MB a half plane) and a long run ends with half of [`MOST_FRAMES`] or more. Which frames are kept follows
//! from their numbers alone: a run resumed from a checkpoint, which holds the strip, ends with the same frames.
//!
//! A frame shows the half plane `r ≥ 0` in a window of 1.5 D × 4.5 D around the sphere, down to the wall when the
//! sphere is near it; of a flow that is not axisymmetric the half planes φ = 0 and φ = π, one after the other. A point
//! stores `127 + 127 sign(ω) √(|ω|/ω_max)` in a byte, so that colours can be chosen at the end.

use serde::{Deserialize, Serialize};
use wetbounce_physics::body::snapshot::Snapshot;

/// Frames held at most.
pub const MOST_FRAMES: usize = 128;
/// Points of a frame per diameter.
const POINTS_PER_DIAMETER: f64 = 80.0;
/// Half-width of the window, in diameters.
const HALF_WIDTH: f64 = 1.5;
/// Height of the window, in diameters.
const HEIGHT: f64 = 4.5;
/// Liquid shown below the sphere's centre where the wall is farther away, in diameters.
const BELOW: f64 = 2.0;
/// Spacing of the first frames along the way.
const SPACING: f64 = 0.16;
/// Share of the time in the way.
const TIME_WEIGHT: f64 = 0.3;
/// Gap below which frames are spaced evenly, in diameters.
const NEAR: f64 = 0.1;
/// The value of a point without vorticity.
pub const MIDDLE: u8 = 127;

/// The subject of a strip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StripScale {
    /// Diameter of the sphere \[m\].
    pub diameter: f64,
    /// Reference speed [m/s].
    pub speed: f64,
    /// Kinematic viscosity [m²/s].
    pub kinematic_viscosity: f64,
    /// Radius and height of the container \[m\].
    pub container: (f64, f64),
    /// Half planes of a frame: 1, or 2 where the flow is not axisymmetric.
    pub halves: usize,
}

/// Where and when a frame was taken.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrameTag {
    /// Number along the way, in first spacings.
    pub number: u64,
    /// Time \[s\].
    pub time: f64,
    /// Gap \[m\].
    pub gap: f64,
    /// Velocity [m/s], positive away from the wall.
    pub velocity: f64,
    /// Height of the sphere's centre in the flow \[m\]; the flow keeps the smallest gap the grid resolves.
    pub centre: f64,
    /// Height of the window's lower edge \[m\].
    pub bottom: f64,
    /// Height of a second sphere's centre \[m\], and its radius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<[f64; 2]>,
}

/// Everything of a strip but the pictures; part of a checkpoint.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StripTags {
    /// Way so far.
    pub(super) way: f64,
    /// How often every second frame was dropped.
    pub(super) thinned: u32,
    /// Frames in the order of time.
    pub frames: Vec<FrameTag>,
}

/// A strip of frames being taken.
#[derive(Debug, Clone)]
pub struct FilmStrip {
    scale: StripScale,
    columns: usize,
    rows: usize,
    tags: StripTags,
    points: Vec<Vec<u8>>,
}

impl FilmStrip {
    /// An empty strip.
    pub fn new(scale: StripScale) -> Self {
        let points = |length: f64| ((length / scale.diameter * POINTS_PER_DIAMETER).round() as usize).max(8);
        let columns = points(scale.container.0.min(HALF_WIDTH * scale.diameter));
        let rows = points(scale.container.1.min(HEIGHT * scale.diameter));
        Self { scale, columns, rows, tags: StripTags::default(), points: Vec::new() }
    }

    /// Goes on with a strip from a checkpoint; `points` holds the frames' points one after the other. A strip that does
    /// not fit (none, or of another window) starts anew.
    pub fn restore(&mut self, tags: StripTags, points: &[u8]) {
        let size = self.columns * self.rows * self.scale.halves;
        if points.len() == size * tags.frames.len() {
            self.points = points.chunks(size).map(<[u8]>::to_vec).collect();
            self.tags = tags;
        }
    }

    /// The part that a checkpoint keeps.
    pub fn tags(&self) -> &StripTags {
        &self.tags
    }

    /// All points, frame after frame, for a checkpoint.
    pub fn all_points(&self) -> Vec<u8> {
        self.points.concat()
    }

    /// The frames: tag and points, rows from the top down, half plane after half plane.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = (&FrameTag, &[u8])> {
        self.tags.frames.iter().zip(self.points.iter().map(Vec::as_slice))
    }

    /// Columns and rows of a frame.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// Width and height of the window \[m\].
    pub fn window(&self) -> (f64, f64) {
        let point = self.scale.diameter / POINTS_PER_DIAMETER;
        (self.columns as f64 * point, self.rows as f64 * point)
    }

    /// Vorticity that the largest value of a point stands for [1/s]: `(3 + √Re) U/D`, about that of a boundary
    /// layer; a stronger one counts as this.
    pub fn largest_vorticity(&self) -> f64 {
        let StripScale { diameter, speed, kinematic_viscosity, .. } = self.scale;
        ((3.0 + (speed * diameter / kinematic_viscosity).sqrt()) * speed / diameter).max(f64::MIN_POSITIVE)
    }

    /// Takes a step of the motion from one time and gap to the next; a frame only where one is due.
    pub fn step(&mut self, from: (f64, f64), to: (f64, f64), halves: impl FnOnce() -> Vec<Snapshot>) {
        let depth = |gap: f64| (gap / (NEAR * self.scale.diameter)).max(0.0).ln_1p();
        let time = TIME_WEIGHT * self.scale.speed * (to.0 - from.0) / self.scale.diameter;
        let before = (self.tags.way / SPACING) as u64;
        self.tags.way += (depth(to.1) - depth(from.1)).abs() + time;
        let number = (self.tags.way / SPACING) as u64;
        if number >> self.tags.thinned > before >> self.tags.thinned {
            self.take(number >> self.tags.thinned << self.tags.thinned, to.1, &halves());
        }
    }

    /// Takes a frame whatever the way: the first, or the last.
    pub fn take_now(&mut self, gap: f64, halves: &[Snapshot]) {
        if self.tags.frames.last().is_none_or(|frame| frame.time < halves[0].time) {
            self.take((self.tags.way / SPACING) as u64, gap, halves);
        }
    }

    fn take(&mut self, number: u64, gap: f64, halves: &[Snapshot]) {
        let Snapshot { time, sphere, second, .. } = halves[0];
        let highest = (self.scale.container.1 - self.window().1).max(0.0);
        let bottom = (sphere.height - BELOW * self.scale.diameter).clamp(0.0, highest);
        let pictures: Vec<Vec<u8>> = halves.iter().map(|half| self.picture(half, bottom)).collect();
        self.points.push(pictures.concat());
        let (velocity, centre) = (sphere.velocity, sphere.height);
        let second = second.map(|second| [second.height, second.radius]);
        self.tags.frames.push(FrameTag { number, time, gap, velocity, centre, bottom, second });
        if self.points.len() >= MOST_FRAMES {
            self.thin();
        }
    }

    fn thin(&mut self) {
        self.tags.thinned += 1;
        let spacing = 1 << self.tags.thinned;
        let kept: Vec<bool> = self.tags.frames.iter().map(|frame| frame.number % spacing == 0).collect();
        let (mut tag, mut picture) = (kept.iter(), kept.iter());
        self.tags.frames.retain(|_| *tag.next().expect("one for each frame"));
        self.points.retain(|_| *picture.next().expect("one for each frame"));
    }

    /// The points of a half plane, rows from the top down.
    fn picture(&self, snapshot: &Snapshot, bottom: f64) -> Vec<u8> {
        let spacing = self.scale.diameter / POINTS_PER_DIAMETER;
        let middle = |count: usize| (count as f64 + 0.5) * spacing;
        let columns: Vec<f64> = (0..self.columns).map(middle).collect();
        let rows: Vec<f64> = (0..self.rows).rev().map(|row| bottom + middle(row)).collect();
        let largest = self.largest_vorticity();
        let root = |value: f64| (value.abs() / largest).min(1.0).sqrt().copysign(value);
        let point = |value: &f64| (f64::from(MIDDLE) * (1.0 + root(*value))).round() as u8;
        snapshot.vorticity_on(&columns, &rows).iter().map(point).collect()
    }
}

/// The vorticity [1/s] that the value of a point stands for, `largest` for 254.
pub fn vorticity_of(point: u8, largest: f64) -> f64 {
    let root = (f64::from(point) - f64::from(MIDDLE)) / f64::from(MIDDLE);
    largest * root * root.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use wetbounce_physics::body::snapshot::SpherePlace;

    const SCALE: StripScale =
        StripScale { diameter: 1.0, speed: 1.0, kinematic_viscosity: 0.01, container: (4.0, 20.0), halves: 1 };

    fn snapshot(time: f64, gap: f64) -> Snapshot {
        let faces = |count: usize, length: f64| (0..=count).map(|i| length * i as f64 / count as f64).collect();
        let (r_faces, z_faces): (Vec<f64>, Vec<f64>) = (faces(8, 4.0), faces(10, 20.0));
        let vorticity = Array2::from_shape_fn((9, 11), |(i, _)| r_faces[i]);
        Snapshot {
            time,
            velocity_r: Array2::zeros((8, 10)),
            velocity_z: Array2::zeros((8, 10)),
            pressure: Array2::zeros((8, 10)),
            stream_function: Array2::zeros((9, 11)),
            vorticity,
            r_faces,
            z_faces,
            sphere: SpherePlace { radius: 0.5, height: gap + 0.5, velocity: -1.0 },
            second: None,
        }
    }

    /// A fall from 7 D, then a flight up to 3 D and back, over and over.
    fn gap(time: f64) -> f64 {
        if time < 7.0 { 7.0 - time } else { 3.0 * (0.5 * (time - 7.0)).sin().abs() }
    }

    fn watch(strip: &mut FilmStrip, from: usize, to: usize) {
        for step in from..to {
            let (now, next) = (0.01 * step as f64, 0.01 * (step + 1) as f64);
            strip.step((now, gap(now)), (next, gap(next)), || vec![snapshot(next, gap(next))]);
        }
    }

    #[test]
    fn a_run_of_any_length_ends_with_a_bounded_number_of_frames_in_the_order_of_time() {
        for steps in [700, 3_000, 30_000, 200_000] {
            let mut strip = FilmStrip::new(SCALE);
            watch(&mut strip, 0, steps);
            let count = strip.frames().len();
            assert!(
                (if steps == 700 { 39 } else { MOST_FRAMES / 2 - 1 }..MOST_FRAMES).contains(&count),
                "{count} frames after {steps} steps"
            );
            let times: Vec<f64> = strip.frames().map(|(frame, _)| frame.time).collect();
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn frames_are_close_where_the_sphere_is_close_to_the_wall() {
        let mut strip = FilmStrip::new(SCALE);
        watch(&mut strip, 0, 700);
        let spacing = |near: f64, far: f64| {
            let gaps: Vec<f64> =
                strip.frames().map(|(frame, _)| frame.gap).filter(|gap| (near..far).contains(gap)).collect();
            (gaps[0] - gaps[gaps.len() - 1]) / (gaps.len() - 1) as f64
        };
        assert!(spacing(0.0, 0.3) < 0.05 && spacing(3.0, 7.0) > 0.15, "{} {}", spacing(0.0, 0.3), spacing(3.0, 7.0));
    }

    #[test]
    fn a_strip_resumed_at_any_step_is_the_strip_never_interrupted() {
        let mut whole = FilmStrip::new(SCALE);
        watch(&mut whole, 0, 6_000);
        for kill in [1, 400, 1_234, 3_333, 5_999] {
            let mut first = FilmStrip::new(SCALE);
            watch(&mut first, 0, kill);
            let mut second = FilmStrip::new(SCALE);
            second.restore(first.tags().clone(), &first.all_points());
            watch(&mut second, kill, 6_000);
            assert_eq!(second.tags(), whole.tags(), "killed after {kill} steps");
            assert_eq!(second.all_points(), whole.all_points());
        }
    }

    #[test]
    fn a_strip_of_another_window_is_not_taken_up() {
        let mut first = FilmStrip::new(StripScale { container: (1.0, 3.0), ..SCALE });
        first.take_now(1.0, &[snapshot(0.0, 1.0)]);
        let mut second = FilmStrip::new(SCALE);
        second.restore(first.tags().clone(), &first.all_points());
        assert_eq!(second.frames().len(), 0);
    }

    /// The vorticity of the made-up flow is `r`; a byte on the square-root scale is good to 2/127 of `√(ω ω_max)`.
    #[test]
    fn points_give_back_the_vorticity_where_they_lie() {
        let mut strip = FilmStrip::new(SCALE);
        strip.take_now(7.0, &[snapshot(0.0, 7.0)]);
        let ((columns, rows), largest) = (strip.size(), strip.largest_vorticity());
        assert_eq!((columns, rows), (120, 360));
        let (frame, points) = strip.frames().next().unwrap();
        assert_eq!(frame.bottom, 5.5);
        for row in [0, 200, 359] {
            for column in 0..columns {
                let exact = (column as f64 + 0.5) / 80.0;
                let found = vorticity_of(points[row * columns + column], largest);
                assert!((found - exact).abs() < 1.01 / 127.0 * (exact * largest).sqrt() + 1e-3, "{found} {exact}");
            }
        }
    }

    #[test]
    fn the_wall_is_in_the_window_when_the_sphere_is_near_it() {
        let mut strip = FilmStrip::new(SCALE);
        strip.take_now(1.0, &[snapshot(0.0, 1.0)]);
        assert_eq!(strip.frames().next().unwrap().0.bottom, 0.0);
    }
}
