//! The vorticity of the liquid around the sphere at one moment, both halves of the plane through the axis.

use super::axis::Axis;
use super::chart::{ColourBar, Figure, Mark, Panel, Point};
use super::contour;
use super::png::Raster;
use super::style::{BLACK, COLUMN, Dash, GREY, HAIR, SeriesStyle};
use plotters::style::RGBColor;
use serde::{Deserialize, Serialize};
use wetbounce_physics::body::snapshot::Snapshot;
use wetbounce_physics::numerics::{extent, sort_by_first};
use wetbounce_physics::quantity::engineering;

/// What heights are counted from, and what ends the liquid there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// A wall; where there is a second sphere, its level.
    #[default]
    Wall,
    /// The plane of symmetry before a mirror. The liquid goes on behind it.
    Mirror,
    /// The sphere's centre, in open liquid.
    Open,
}

/// The choice of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VorticityOptions {
    /// Half-width of the window, in diameters.
    pub half_width: f64,
    /// Height of the window, in diameters; `None` shows the sphere with its wake.
    pub height: Option<f64>,
    /// What heights are counted from.
    pub ground: Ground,
    /// Vorticity at the ends of the colour scale [1/s]; `None` takes the value that 95 % of the window's liquid stays
    /// below, rounded up to 1, 2 or 5 times a power of ten. Stronger vorticity, as in the film, has the colour of the
    /// end.
    pub limit: Option<f64>,
    /// The speed of `ω D/U` [m/s]; `None` shows the vorticity in 1/s.
    pub speed: Option<f64>,
    /// Number of streamlines of the flow seen by an observer at rest, on each side; 0 for none.
    pub streamlines: usize,
}

impl Default for VorticityOptions {
    fn default() -> Self {
        Self { half_width: 1.5, height: None, ground: Ground::Wall, limit: None, speed: None, streamlines: 10 }
    }
}

/// ColorBrewer's RdBu (Harrower & Brewer 2003), blue to red with white in the middle; safe for colour blindness.
const DIVERGING: [[u8; 3]; 11] = [
    [5, 48, 97],
    [33, 102, 172],
    [67, 147, 195],
    [146, 197, 222],
    [209, 229, 240],
    [255, 255, 255],
    [253, 219, 199],
    [244, 165, 130],
    [214, 96, 77],
    [178, 24, 43],
    [103, 0, 31],
];
const COLOURS: usize = 255;
const PIXELS_PER_DIAMETER: f64 = 200.0;
const WALL: f64 = 0.08;
/// Open liquid shown ahead of a sphere's centre, and behind it, in diameters.
const OPEN: [f64; 2] = [1.5, 4.0];
/// Liquid shown below the sphere where another one is far below, in diameters.
const BELOW: f64 = 4.0;
const LIQUID_BELOW_LIMIT: f64 = 0.95;
/// Faces of the grid that a closed streamline crosses in each direction, at least.
const FACES_IN_LOOP: usize = 4;
const SPHERE: RGBColor = RGBColor(190, 190, 190);

/// Vorticity as colours, streamlines, sphere and wall; lengths in diameters.
///
/// The colour is the component normal to the picture, `∂u_x/∂z − ∂u_z/∂x`, bilinear between the corners of the cells:
/// the azimuthal vorticity on the right, its opposite on the left, as a camera that looks at both sides measures it.
pub fn figure(snapshot: &Snapshot, options: &VorticityOptions) -> Figure {
    let view = Window::of(snapshot, options);
    let shown = VorticityScale::of(snapshot, options);
    let (found, largest) = view.levels(snapshot);
    let limit = options.limit.unwrap_or_else(|| round_up(shown.per * found) / shown.per);
    let colours = diverging();
    let high = shown.per * limit;
    let largest = shown.per * largest;
    let largest = format!("{largest:.1e}").parse().unwrap_or(largest);
    let label = format!("{}, largest {largest}", shown.label);
    let bar = ColourBar { colours: colours.clone(), low: -high, high, label };
    let frame = AnimationFrame {
        raster: view.raster(snapshot, limit, colours),
        half_width: view.half_width,
        bottom: view.bottom - view.zero,
        height: view.height,
        centre: snapshot.sphere.height / view.diameter - view.zero,
        second: snapshot.second.map(|second| [second.height, second.radius].map(|length| length / view.diameter)),
        ground: if snapshot.second.is_none() { options.ground } else { Ground::Open },
        limit: None,
        title: title(snapshot, options.ground != Ground::Open),
    };
    let mut panel = frame.panel(Some(bar), view.streamlines(snapshot, options.streamlines));
    if options.ground == Ground::Open {
        panel.y.label += " from the centre";
    }
    Figure::of_shape(COLUMN, panel)
}

/// How the vorticity is shown.
struct VorticityScale {
    /// Its values for one of 1/s.
    per: f64,
    label: String,
}

impl VorticityScale {
    fn of(snapshot: &Snapshot, options: &VorticityOptions) -> Self {
        match options.speed {
            None => Self { per: 1.0, label: "Vorticity ~{ω} (1/s)".into() },
            Some(speed) => Self {
                per: 2.0 * snapshot.sphere.radius / speed,
                label: format!("~{{ωD}}/~{{U}} (~{{U}} = {})", engineering(speed, "m/s")),
            },
        }
    }
}

/// A frame of an animation; lengths in diameters.
#[derive(Debug, Clone)]
pub struct AnimationFrame {
    /// The vorticity in the window, both halves, as colours.
    pub raster: Raster,
    /// Half of the window's width.
    pub half_width: f64,
    /// Height of the window's lower edge above the wall.
    pub bottom: f64,
    /// Height of the window.
    pub height: f64,
    /// Height of the sphere's centre above the wall.
    pub centre: f64,
    /// Height of a second sphere's centre, and its radius.
    pub second: Option<[f64; 2]>,
    /// What ends the liquid at height 0.
    pub ground: Ground,
    /// Vorticity at the ends of the colour scale [1/s]; `None` leaves the scale out.
    pub limit: Option<f64>,
    /// Its title.
    pub title: String,
}

impl AnimationFrame {
    /// The frame as a figure, `width` mm wide or one column.
    pub fn figure(self, width: Option<f64>) -> Figure {
        let bar = self.limit.map(|limit| {
            let label = "Vorticity ~{ω} (1/s), stronger as at the ends".into();
            ColourBar { colours: diverging(), low: -limit, high: limit, label }
        });
        Figure::of_shape(width.unwrap_or(COLUMN), self.panel(bar, Vec::new()))
    }

    /// The window with streamlines of the right half, and below it the wall.
    fn panel(self, bar: Option<ColourBar>, streamlines: Vec<Vec<Point>>) -> Panel {
        let (left, right, top) = (-self.half_width, self.half_width, self.bottom + self.height);
        let below = if self.ground == Ground::Wall { WALL } else { 0.0 };
        let x = Axis::linear("~{x}/~{D}").above(left).below(right);
        let z = Axis::linear("~{z}/~{D}").above(self.bottom - below).below(top);
        let mut panel = Panel { colour_bar: bar, ..Panel::new(x, z).titled(self.title).in_true_shape() };
        panel.add(Mark::Picture(self.raster, (left, self.bottom), (right, top)));
        let thin = SeriesStyle { width: 0.8 * HAIR, ..SeriesStyle::helping().dashed(Dash::Solid) };
        for line in streamlines {
            panel.add(Mark::Line(line.iter().map(|(x, z)| (-x, *z)).collect(), thin));
            panel.add(Mark::Line(line, thin));
        }
        add_sphere(&mut panel, self.centre, 0.5);
        if let Some([centre, radius]) = self.second {
            add_sphere(&mut panel, centre, radius);
        } else if self.ground == Ground::Wall && self.bottom <= 0.0 {
            add_wall(&mut panel, self.half_width);
        }
        panel
    }
}

/// A sphere with its outline, its centre at a height above the wall, and its radius, in diameters.
fn add_sphere(panel: &mut Panel, height: f64, radius: f64) {
    let angles = (0..=180).map(|i| std::f64::consts::TAU * f64::from(i) / 180.0);
    let outline: Vec<Point> = angles.map(|angle| (radius * angle.sin(), height + radius * angle.cos())).collect();
    panel.add(Mark::Shape(outline.clone(), SPHERE, 1.0));
    panel.add(Mark::Line(outline, SeriesStyle { width: 1.5 * HAIR, ..SeriesStyle::of(0).coloured(BLACK) }));
}

fn add_wall(panel: &mut Panel, half_width: f64) {
    let (left, right) = (-half_width, half_width);
    panel.add(Mark::Shape(vec![(left, -WALL), (right, -WALL), (right, 0.0), (left, 0.0)], GREY, 1.0));
}

fn title(snapshot: &Snapshot, with_gap: bool) -> String {
    let sphere = snapshot.sphere;
    let opposite = snapshot.second.map_or(0.0, |second| second.height + second.radius);
    let gap = (sphere.height - sphere.radius - opposite) / (2.0 * sphere.radius);
    let speed = engineering(sphere.velocity, "m/s").replace('-', "−");
    let gap = if with_gap { format!(", ~{{h}}/~{{D}} = {gap:.4}") } else { String::new() };
    format!("~{{t}} = {}{gap}, ~{{V}} = {speed}", engineering(snapshot.time, "s"))
}

/// The part of the plane that is shown, in diameters.
struct Window {
    diameter: f64,
    half_width: f64,
    /// Height of its lower edge: the wall, or below a second sphere that is near.
    bottom: f64,
    height: f64,
    /// The height from which those of the axis are counted.
    zero: f64,
}

impl Window {
    fn of(snapshot: &Snapshot, options: &VorticityOptions) -> Self {
        let diameter = 2.0 * snapshot.sphere.radius;
        let reach = |faces: &[f64]| faces[faces.len() - 1] / diameter;
        let half_width = options.half_width.min(reach(&snapshot.r_faces));
        let centre = snapshot.sphere.height / diameter;
        if options.ground == Ground::Open {
            // The wake is where the sphere has been.
            let [ahead, behind] = OPEN;
            let below = if snapshot.sphere.velocity > 0.0 { behind } else { ahead };
            let bottom = (centre - below).max(0.0);
            let height = options.height.unwrap_or(ahead + behind).min(reach(&snapshot.z_faces) - bottom);
            return Self { diameter, half_width, bottom, height, zero: centre };
        }
        let wanted = options.height.unwrap_or_else(|| (centre + 1.5).max(2.0));
        let bottom = snapshot.second.map_or(0.0, |second| {
            let near = centre - BELOW;
            ((second.height - second.radius) / diameter - 0.5).clamp(near, near + BELOW)
        });
        let height = wanted.min(reach(&snapshot.z_faces)) - bottom;
        Self { diameter, half_width, bottom, height, zero: 0.0 }
    }

    /// What the stated part of the liquid in the window stays below, by area, and the largest, in size [1/s].
    fn levels(&self, snapshot: &Snapshot) -> (f64, f64) {
        let (r, z) = (&snapshot.r_faces, &snapshot.z_faces);
        let mut parts: Vec<(f64, f64)> = Vec::new();
        for i in (0..r.len() - 1).take_while(|&i| r[i] < self.half_width * self.diameter) {
            for k in (0..z.len() - 1).take_while(|&k| z[k] < (self.bottom + self.height) * self.diameter) {
                if z[k] >= self.bottom * self.diameter && snapshot.signed_distance(i, k) > 0.0 {
                    parts.push((snapshot.cell_vorticity(i, k).abs(), (r[i + 1] - r[i]) * (z[k + 1] - z[k])));
                }
            }
        }
        parts.retain(|(vorticity, _)| vorticity.is_finite());
        sort_by_first(&mut parts);
        let total: f64 = parts.iter().map(|(_, area)| area).sum();
        let mut below = 0.0;
        let found = parts.iter().find(|(_, area)| {
            below += area;
            below >= LIQUID_BELOW_LIMIT * total
        });
        (found.map_or(1.0, |(vorticity, _)| *vorticity), parts.last().map_or(0.0, |(vorticity, _)| *vorticity))
    }

    fn raster(&self, snapshot: &Snapshot, limit: f64, colours: Vec<[u8; 3]>) -> Raster {
        let width = 2 * (self.half_width * PIXELS_PER_DIAMETER).round() as usize;
        let height = (self.height * PIXELS_PER_DIAMETER).round() as usize;
        let centre = |pixel: usize, pixels: usize| (pixel as f64 + 0.5) / pixels as f64;
        let middle = (COLOURS / 2) as f64;
        let mut points = Vec::with_capacity(width * height);
        for row in 0..height {
            let z = self.diameter * self.bottom + self.diameter * self.height * (1.0 - centre(row, height));
            for column in 0..width {
                let x = self.diameter * self.half_width * (2.0 * centre(column, width) - 1.0);
                let known = snapshot.vorticity_at(x.abs(), z).filter(|value| value.is_finite());
                let value = x.signum() * known.unwrap_or(0.0) / limit;
                points.push((middle + middle * value.clamp(-1.0, 1.0)).round() as u8);
            }
        }
        Raster { width, height, colours, points }
    }

    /// Streamlines of the right half: the stream function at levels with equal differences of the square root, which
    /// a uniform flow spaces evenly.
    fn streamlines(&self, snapshot: &Snapshot, count: usize) -> Vec<Vec<Point>> {
        let shown = |faces: &[f64], reach: f64| {
            (faces.partition_point(|face| *face <= reach * self.diameter * (1.0 + 1e-9)) + 1).min(faces.len())
        };
        let (nr, nz) = (shown(&snapshot.r_faces, self.half_width), shown(&snapshot.z_faces, self.bottom + self.height));
        let first = snapshot.z_faces.partition_point(|face| *face <= self.bottom * self.diameter).saturating_sub(1);
        let (r, z) = (&snapshot.r_faces[..nr], &snapshot.z_faces[first..nz]);
        let psi = snapshot.stream_function.slice(ndarray::s![..nr, first..nz]);
        let largest = psi.iter().filter(|psi| psi.is_finite()).fold(0.0_f64, |max, psi| max.max(psi.abs()));
        let fractions = (1..=count).map(|n| ((n as f64 - 0.5) / count as f64).powi(2));
        let levels = fractions.flat_map(|fraction| [-fraction * largest, fraction * largest]);
        let lines = levels.filter(|level| *level != 0.0).flat_map(|level| contour::lines(r, z, psi, level));
        // A loop of a few cells has the corners of the grid, not the shape of the flow.
        let is_shown = |line: &Vec<Point>| {
            let crossed = |faces: &[f64], (low, high): (f64, f64)| {
                faces.partition_point(|face| *face <= high) - faces.partition_point(|face| *face < low)
            };
            let across = |of: fn(&Point) -> f64| extent(line.iter().map(of));
            let cells = crossed(r, across(|at| at.0)).min(crossed(z, across(|at| at.1)));
            line.first() != line.last() || cells >= FACES_IN_LOOP
        };
        let lines = lines.filter(is_shown);
        let scaled = |line: Vec<Point>| {
            line.into_iter().map(|(r, z)| (r / self.diameter, z / self.diameter - self.zero)).collect()
        };
        lines.map(scaled).collect()
    }
}

/// The next of 1, 2 and 5 times a power of ten; 1 for a value that is not positive.
pub(crate) fn round_up(value: f64) -> f64 {
    if value.is_nan() || value <= 0.0 {
        return 1.0;
    }
    let decade = 10.0_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * decade).find(|step| *step >= value).unwrap_or(10.0 * decade)
}

fn diverging() -> Vec<[u8; 3]> {
    let middle = (COLOURS / 2) as f64;
    (0..COLOURS).map(|n| colour(n as f64 / middle - 1.0)).collect()
}

/// The colour of a value between −1 (blue) and 1 (red); beyond them that of the end.
pub(crate) fn colour(value: f64) -> [u8; 3] {
    let at = 0.5 * (DIVERGING.len() - 1) as f64 * (1.0 + value.clamp(-1.0, 1.0));
    let below = (at.floor() as usize).min(DIVERGING.len() - 2);
    let mix = |c: usize| {
        let (a, b) = (f64::from(DIVERGING[below][c]), f64::from(DIVERGING[below + 1][c]));
        (a + (b - a) * (at - below as f64)).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_run_from_blue_over_exactly_white_to_red() {
        let colours = diverging();
        assert_eq!((colours[0], colours[127], colours[254]), ([5, 48, 97], [255, 255, 255], [103, 0, 31]));
    }

    #[test]
    fn limits_are_round() {
        assert_eq!([0.9, 1.0, 1.1, 37.0, 600.0].map(round_up), [1.0, 1.0, 2.0, 50.0, 1000.0]);
        assert_eq!((round_up(0.0), round_up(f64::NAN)), (1.0, 1.0));
    }
}
