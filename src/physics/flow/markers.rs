//! Markers on the sphere: where they stand, and their velocity in its rigid motions.
//!
//! Only modes 0 and 1 move with the sphere. In the plane of symmetry, on its surface, with `ζ` the height above the
//! centre,
//!
//! ```text
//! m = 0:  w = V              m = 1:  u = U + Ωζ,   v = −(U + Ωζ),   w = −Ω r
//! ```
//!
//! `V` is the axial speed, `U` the speed along φ = 0 and `Ω` the angular velocity about the normal of the plane,
//! positive where it carries the top of the sphere along φ = 0. By the measure of [`super::marker_interpolation`] the
//! force on the liquid that belongs to each is the scalar product of this unit motion with the marker forces:
//!
//! ```text
//! F_z = Σ f_z,    F_x = Σ (f_r − f_φ),    T_y = Σ [ζ(f_r − f_φ) − r f_z]
//! ```
//!
//! The turned family has the same motions in m = 1, turned by a right angle: a speed along φ = π/2, and a spin that
//! carries the top of the sphere that way. Its mode 0 is the rotation about the axis, `v = −Ω_n r`. A second sphere on
//! the axis moves along it alone.

use super::kernel::{Parity, Stencil};
use super::setup::{MarkedSphere, MarkerSpec};
use crate::body::dof::{ALONG, NORMAL, TWIST};
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::{Bracket, bisect, length_of};
use std::f64::consts::PI;
use std::ops::Range;

/// Samples of the meridian in which its length is measured.
const SAMPLES: usize = 1200;
/// Largest misfit between the number of markers and the one wanted; more than ½, so that the number does not flicker.
const SLACK: f64 = 0.7;
/// The misfit is taken up by about the lowest `1/p` of the markers.
const MISFIT_POWER: i32 = 16;

/// Most spheres on the axis.
pub const SPHERES: usize = 2;

/// A number for every sphere, from the uppermost down.
pub type PerSphere<T> = [T; SPHERES];

/// One marker: a ring around the axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marker {
    /// Polar angle from the lowest point \[rad\].
    pub(super) angle: f64,
    /// Radius \[m\].
    pub(super) r: f64,
    /// Height above the wall \[m\].
    pub(super) z: f64,
    /// Stencil of the radial velocity in r and z.
    pub(super) radial: (Stencil, Stencil),
    /// Stencil of the axial velocity in r and z.
    pub axial: (Stencil, Stencil),
    /// How the liquid slips here.
    pub(super) slip: Slip,
}

/// The slip of the liquid at a ring of markers along the sphere, per force on the liquid.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Slip {
    /// Unit vector along the meridian, radial and axial.
    along: [f64; 2],
    /// Slip length over the ring's area per radian [1/m]; 0 without slip.
    length_per_area: f64,
}

impl Slip {
    /// Slip of `[radial, axial]` velocity times viscosity and the measure of the ring in φ [m³/s²] under the ring's
    /// force [m⁴/s²].
    pub(super) fn on_meridian(&self, [radial, axial]: [f64; 2]) -> [f64; 2] {
        let [in_r, in_z] = self.along;
        let size = self.length_per_area * (in_r * radial + in_z * axial);
        [size * in_r, size * in_z]
    }

    /// The same around the axis.
    pub(super) fn around(&self, force: f64) -> f64 {
        self.length_per_area * force
    }
}

/// The markers of the spheres, from the lowest point of the lowest sphere to the highest point of the uppermost.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Markers {
    /// The markers of each sphere in the order of their angle; none on the axis.
    pub(super) list: Vec<Marker>,
    /// Number of markers of every sphere.
    pub(super) counts: PerSphere<usize>,
    arc: Vec<f64>,
    samples: PerSphere<Samples>,
}

impl Markers {
    /// Places markers on `spheres` whose lowest points are at the heights `lowest` \[m\], from the uppermost sphere
    /// down: one per unit of the index metric of the grid, counted from the pole away from the film, which is under the
    /// first sphere and on top of the second.
    ///
    /// The length `l` of the meridian in that metric changes with the gap, the number `n` of markers in whole steps,
    /// once they differ by more than 0.7. The misfit is taken up close to the film: the marker at `t` from the other
    /// pole stands at arc length `t + (l − n)(t/n)^p`. A change of `n` then leaves all other markers where they were;
    /// where all were shifted alike, the slip between the old ones had to be stopped at once, with a force of one step.
    pub(super) fn place(
        &mut self,
        spheres: &[MarkedSphere],
        lowest: PerSphere<f64>,
        radial: &RadialGrid,
        axial: &AxialGrid,
    ) {
        self.list.clear();
        let narrowest = spheres.iter().map(|sphere| sphere.diameter).fold(f64::INFINITY, f64::min);
        for (which, sphere) in spheres.iter().enumerate().rev() {
            let (first, radius) = (self.list.len(), 0.5 * sphere.diameter);
            let meridian = match which {
                0 => Meridian { radius, pole: lowest[which], up: 1.0 },
                _ => Meridian { radius, pole: lowest[which] + sphere.diameter, up: -1.0 },
            };
            let ratio = sphere.diameter / narrowest;
            if self.samples[which].ratio != ratio {
                self.samples[which] = Samples::new(ratio, SAMPLES);
            }
            self.place_on(&meridian, which, &sphere.markers, radial, axial);
            if meridian.up < 0.0 {
                self.list[first..].reverse();
            }
            self.share_area(first, radius);
            self.counts[which] = self.list.len() - first;
        }
    }

    /// The markers of the sphere `which`, from the film's pole on.
    fn place_on(
        &mut self,
        meridian: &Meridian,
        which: usize,
        spec: &MarkerSpec,
        radial: &RadialGrid,
        axial: &AxialGrid,
    ) {
        let (had, samples) = (self.counts[which], &self.samples[which]);
        let length = samples.measure(&mut self.arc, meridian, spec, (radial, axial));
        let kept = (length - had as f64).abs() < SLACK;
        let count = if kept { had } else { length.round().max(3.0) as usize };
        let misfit = length - count as f64;
        let mut in_r = CellSizes::new(&radial.centres, &radial.widths);
        let mut in_z = CellSizes::new(&axial.centres, &axial.widths);
        let Meridian { radius, pole, up } = *meridian;
        let mut k = 0;
        for m in 0..count {
            let from_other = (count - m) as f64 - 0.5;
            let target = length - from_other - misfit * (from_other / count as f64).powi(MISFIT_POWER);
            while self.arc[k + 1] < target {
                k += 1;
            }
            let part = (target - self.arc[k]) / (self.arc[k + 1] - self.arc[k]);
            let angle = samples.angle((k as f64 + part) * samples.step());
            let (sine, cosine) = angle.sin_cos();
            let (hr, hz) = (in_r.at(radius * sine), in_z.at(pole + up * (radius * (1.0 - cosine))));
            let normal_cell = length_of(hr * sine, hz * cosine);
            let drawn = radius - spec.retraction * normal_cell;
            let (r, z) = (drawn * sine, pole + up * radius - up * (drawn * cosine));
            self.list.push(Marker {
                angle: if up > 0.0 { angle } else { PI - angle },
                r,
                z,
                radial: (
                    Stencil::at(r, &radial.faces, Parity::OddOnFaces),
                    Stencil::at(z, &axial.centres, Parity::None),
                ),
                axial: (
                    Stencil::at(r, &radial.centres, Parity::EvenInCentres),
                    Stencil::at(z, &axial.faces, Parity::None),
                ),
                slip: Slip { along: [up * cosine, sine], length_per_area: spec.slip * normal_cell },
            });
        }
    }

    /// Divides the slip lengths of the markers from `first` on by the areas of their rings, whose limits are halfway
    /// between neighbours.
    fn share_area(&mut self, first: usize, radius: f64) {
        let mut below = 0.0_f64;
        for m in first..self.list.len() {
            let above = self.list.get(m + 1).map_or(PI, |next| 0.5 * (self.list[m].angle + next.angle));
            self.list[m].slip.length_per_area /= radius * radius * (below.cos() - above.cos());
            below = above;
        }
    }

    /// Declares how many markers the previous level had, which [`Self::place`] keeps where it can.
    pub(super) fn resize(&mut self, counts: PerSphere<usize>) {
        self.counts = counts;
    }

    /// The markers of the sphere `which` in the list.
    pub(super) fn of(&self, which: usize) -> Range<usize> {
        let first = self.counts[which + 1..].iter().sum();
        first..first + self.counts[which]
    }

    /// Number of markers.
    pub fn len(&self) -> usize {
        self.list.len()
    }
}

/// A sphere's half circle, from the pole at the film.
struct Meridian {
    radius: f64,
    /// Height of the film's pole \[m\].
    pole: f64,
    /// 1 where the sphere is above its film, −1 where it is below.
    up: f64,
}

/// The directions from a sphere's centre in which its meridian is sampled. On the narrowest sphere they are even. A
/// wider one is sampled as closely at the poles as that, for there both lie in the same fine cells about the axis, and
/// ever less closely towards the equator.
#[derive(Debug, Clone, PartialEq, Default)]
struct Samples {
    /// Diameter over that of the narrowest sphere.
    ratio: f64,
    /// `c` of the angle `½π sinh(2 c x/π)/sinh c` from the nearer pole, `x` the even one: `sinh c/c` is the ratio.
    grading: f64,
    /// Sine and cosine of the angle, and its change with the even one, in the middle of each.
    list: Vec<(f64, f64, f64)>,
}

impl Samples {
    fn new(ratio: f64, count: usize) -> Self {
        let bracket = Bracket { low: 0.0, high: ratio.ln() + 10.0 };
        let grading = bisect(bracket, 54, |c| c.sinh() < ratio * c).low;
        let mut samples = Self { ratio, grading, list: vec![(0.0, 0.0, 1.0); count] };
        for k in 0..count {
            let even = (k as f64 + 0.5) * samples.step();
            let (sine, cosine) = samples.angle(even).sin_cos();
            let nearer = even.min(PI - even);
            let rate =
                if grading > 0.0 { grading * (2.0 * grading * nearer / PI).cosh() / grading.sinh() } else { 1.0 };
            samples.list[k] = (sine, cosine, rate);
        }
        samples
    }

    fn step(&self) -> f64 {
        PI / self.list.len() as f64
    }

    /// The angle from the film's pole \[rad\] at an even one.
    fn angle(&self, even: f64) -> f64 {
        let c = self.grading;
        let from_pole = |even: f64| 0.5 * PI * (2.0 * c * even / PI).sinh() / c.sinh();
        if c == 0.0 {
            even
        } else if even < 0.5 * PI {
            from_pole(even)
        } else {
            PI - from_pole(PI - even)
        }
    }

    /// Fills `arc` with the length of the meridian from the film's pole to each sample, in markers, and returns the
    /// whole.
    fn measure(
        &self,
        arc: &mut Vec<f64>,
        meridian: &Meridian,
        spec: &MarkerSpec,
        (radial, axial): (&RadialGrid, &AxialGrid),
    ) -> f64 {
        let (&Meridian { radius, pole, up }, step) = (meridian, self.step());
        let mut in_r = CellSizes::new(&radial.centres, &radial.widths);
        let mut in_z = CellSizes::new(&axial.centres, &axial.widths);
        let mut length = 0.0;
        arc.clear();
        arc.push(0.0);
        for &(sine, cosine, rate) in &self.list {
            let (hr, hz) = (in_r.at(radius * sine), in_z.at(pole + up * (radius * (1.0 - cosine))));
            let normal_cell = length_of(hr * sine, hz * cosine);
            let spacing =
                spec.film_spacing + (spec.spacing - spec.film_spacing) * (normal_cell / spec.body_cell).min(1.0);
            length += radius * step * rate * length_of(cosine / hr, sine / hz) / spacing;
            arc.push(length);
        }
        length
    }
}

/// Cell sizes along one direction, linear between centres; made for positions that change little from call to call.
struct CellSizes<'a> {
    centres: &'a [f64],
    widths: &'a [f64],
    above: usize,
}

impl<'a> CellSizes<'a> {
    fn new(centres: &'a [f64], widths: &'a [f64]) -> Self {
        Self { centres, widths, above: 0 }
    }

    fn at(&mut self, x: f64) -> f64 {
        let (centres, widths) = (self.centres, self.widths);
        while self.above < centres.len() && centres[self.above] <= x {
            self.above += 1;
        }
        while self.above > 0 && centres[self.above - 1] > x {
            self.above -= 1;
        }
        let above = self.above;
        if above == 0 {
            return widths[0];
        }
        if above == centres.len() {
            return widths[above - 1];
        }
        let part = (x - centres[above - 1]) / (centres[above] - centres[above - 1]);
        widths[above - 1] + part * (widths[above] - widths[above - 1])
    }
}

/// Number of unit motions: speed along the axis, lateral speed and spin, rotation about the axis, and the second
/// sphere's speed along the axis. Both families share those of m = 1.
pub const MOTIONS: usize = 5;

/// The motions of `spheres` spheres that mode `m` follows, or swirl.
pub(super) fn motions_of(m: usize, swirl: bool, spheres: usize) -> &'static [usize] {
    match (m, swirl) {
        (0, false) => &[0, 4][..spheres],
        (0, true) => &[3],
        (1, _) => &[1, 2],
        _ => &[],
    }
}

/// The sphere that motion `which` moves, and its degree of freedom in the first or the turned family.
pub(super) fn moved(which: usize, turned: bool) -> [usize; 2] {
    match which {
        1 | 2 => [0, ALONG[usize::from(turned)][which - 1]],
        3 => [0, TWIST],
        _ => [usize::from(which == 4), NORMAL],
    }
}

/// Whether motion `which` is a rotation.
pub(super) fn is_rotation(which: usize) -> bool {
    which == 2 || which == 3
}

/// Sets `motion` to the markers' velocity in unit motion `which`, in its mode; `centre` is the height of the centre of
/// a sphere that moves along the wall or spins \[m\].
pub(super) fn unit_motion(which: usize, markers: &Markers, centre: f64, motion: &mut Vec<f64>) {
    let components: [fn(f64, f64) -> f64; 3] = match which {
        1 => [|_, _| 1.0, |_, _| 0.0, |_, _| -1.0],
        2 => [|_, height| height, |r, _| -r, |_, height| -height],
        3 => [|_, _| 0.0, |_, _| 0.0, |r, _| -r],
        _ => [|_, _| 0.0, |_, _| 1.0, |_, _| 0.0],
    };
    let (used, of_sphere) = ([0..2, 0..3, 0..3, 2..3, 0..2][which].clone(), markers.of(moved(which, false)[0]));
    motion.clear();
    for component in &components[used] {
        let at = |(k, marker): (usize, &Marker)| match of_sphere.contains(&k) {
            true => component(marker.r, marker.z - centre),
            false => 0.0,
        };
        motion.extend(markers.list.iter().enumerate().map(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faces from `from` on that are `finest` apart there and farther apart by a tenth of the distance, up to `size`.
    fn graded(from: f64, finest: f64, size: f64) -> Vec<f64> {
        let mut faces = vec![from];
        while faces[faces.len() - 1] < from + size {
            let last = faces[faces.len() - 1];
            faces.push(last + finest + 0.1 * (last - from));
        }
        faces
    }

    #[test]
    fn a_wide_sphere_is_sampled_closely_enough_for_the_cells_of_the_film() {
        for ratio in [1.0, 20.0, 100.0] {
            let radial = RadialGrid::from_faces(graded(0.0, 0.02, 0.6 * ratio));
            let axial = AxialGrid::from_faces(graded(0.0, 5e-4, 1.2 * ratio));
            let (meridian, spec) = (Meridian { radius: 0.5 * ratio, pole: 1e-3, up: 1.0 }, MarkerSpec::standard(0.05));
            let (samples, many) = (Samples::new(ratio, SAMPLES), Samples::new(1.0, 1_000_000));
            let mut fine = Vec::new();
            many.measure(&mut fine, &meridian, &spec, (&radial, &axial));
            let worst = |samples: &Samples| {
                let mut arc = Vec::new();
                samples.measure(&mut arc, &meridian, &spec, (&radial, &axial));
                let off = arc.iter().enumerate().map(|(k, arc)| {
                    let place = samples.angle(k as f64 * samples.step()) / many.step();
                    let at = (place as usize).min(fine.len() - 2);
                    (arc - fine[at] - (place - at as f64) * (fine[at + 1] - fine[at])).abs()
                });
                off.fold(0.0, f64::max)
            };
            let (graded, even) = (worst(&samples), worst(&Samples::new(1.0, SAMPLES)));
            let shown = format!("ratio {ratio}: {graded:.1e} markers, by even angles {even:.1e}");
            assert!(graded < 1e-3 && (ratio == 1.0 || even > 10.0 * graded), "{shown}");
        }
    }
}
