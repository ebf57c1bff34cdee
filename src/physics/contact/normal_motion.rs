//! Motion along the normal during a contact: `ε̈ = −F(ε, ε̇)/m* + g`, one force evaluation per step.
//!
//! [`NormalMotion::step`] is the fourth-order Hermite scheme of Makino & Aarseth (1992), which uses the time derivative
//! of the acceleration (known from the force's partial derivatives), in the stretched coordinate of
//! [`OverlapMap`](super::overlap_map::OverlapMap):
//! ```text
//! q' = w     w' = b = f' a L/V²     b' = c = (f'' w a + f'² (L/V) ȧ) L/V²     ε = L f(q) − range,  ε̇ = V w
//! predict   q_p = q + h w + h²b/2 + h³c/6 + h⁴d/24,   w_p = w + h b + h²c/2 + h³d/6   (d: third derivative of w, from the step before)
//! evaluate  b₁, c₁
//! correct   w₁ = w + h(b + b₁)/2 + h²(c − c₁)/12,      q₁ = q + h(w + w₁)/2 + h²(b − b₁)/12
//! ```
//! Above a wall that recedes with `ẇ = V z` ([`Recoil`]) `w` stays the rate at which the bodies close, and the overlap
//! follows `q' = w − z`; `z` and `z'` are known from the force and its rate of change, and join `w` and `b` in the
//! equations of `q`. It lands on the ends of the law's branches and on the end of the contact, found as roots of the
//! step's own Hermite polynomials, which costs no force evaluation.
//!
//! `verlet_step` is the scheme of discrete-element programs, for comparison.

use super::force::{Branch, Margin, NormalMemory};
use super::normal::NormalContact;
use super::overlap_map::{ContactScale, NormalStep};
use super::plate::in_series;
use crate::body::recoil::Recoil;
use crate::keywords;
use crate::numerics::hermite::{Cubic, Quintic};
use crate::numerics::{Bracket, bisect};

keywords! {
    /// How the motion in contact is stepped.
    Integrator {
        /// Fourth order along the normal, in a stretched coordinate.
        Hermite = "hermite",
        /// Velocity Verlet with a constant step, as discrete-element programs have it.
        Verlet = "verlet",
    }
}

/// Normal force at a node.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Load {
    /// Force \[N\].
    pub force: f64,
    /// Viscous part of it \[N\].
    pub viscous: f64,
    /// Rate of change [N/s]; zero where a scheme does not know it.
    pub rate: f64,
}

/// State of the motion along the normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalMotion {
    /// Units.
    pub(super) scale: ContactScale,
    /// Where the motion is.
    pub(super) node: Node,
    /// Third derivative of `w`, and second of `z`, with respect to `s`.
    higher: [f64; 2],
    /// Closing acceleration [m/s²] not caused by the contact.
    pub(super) external: f64,
    /// Branch of the law.
    pub(super) branch: Branch,
    /// Memory of the law.
    pub memory: NormalMemory,
    /// Force at the last node.
    pub load: Load,
    /// Force evaluations so far.
    pub(super) evaluations: u64,
}

/// The law and the mass a step is taken with.
#[derive(Debug, Clone, Copy)]
pub struct MovingLaw<'a> {
    /// Normal law.
    pub contact: &'a NormalContact,
    /// Effective mass \[kg\].
    pub mass: f64,
    /// Point mobility of the second body [m/(N s)].
    pub(super) mobility: f64,
}

/// A point of the stretched motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Node {
    /// Coordinate.
    pub(super) q: f64,
    /// Closing rate over `V`.
    pub(super) w: f64,
    /// First and second derivative of `w` with respect to `s`.
    pub(super) b: f64,
    pub(super) c: f64,
    /// Speed at which the wall recedes over `V`, and its derivative with respect to `s`.
    pub(super) z: [f64; 2],
    /// `f`, `f'`, `f''` at `q`.
    pub(super) map: (f64, f64, f64),
}

impl Node {
    /// `q' = w − z` and `q''`; on a wall that stands still `w` and `w'`.
    #[inline]
    fn deformation<const RECEDES: bool>(&self) -> [f64; 2] {
        if RECEDES { [self.w - self.z[0], self.b - self.z[1]] } else { [self.w, self.b] }
    }
}

impl NormalMotion {
    /// The start of a contact at an overlap \[m\] and closing rate [m/s], under a steady closing acceleration [m/s²].
    pub(super) fn start(law: MovingLaw, scale: ContactScale, overlap: f64, rate: f64, external: f64) -> Self {
        let inside = (overlap + law.contact.range()).max(0.0);
        let memory = NormalMemory {
            inside: true,
            impact_speed: rate,
            max_overlap: overlap.max(0.0),
            last: Some((overlap, rate)),
        };
        let q = scale.map.inverse(inside / scale.length);
        let mut motion = Self {
            scale,
            node: Node { q, w: rate / scale.speed, b: 0.0, c: 0.0, z: [0.0; 2], map: scale.map.at(q) },
            higher: [0.0; 2],
            external,
            branch: law.contact.first_branch(),
            memory,
            load: Load::default(),
            evaluations: 0,
        };
        if law.mobility == 0.0 {
            motion.settle::<false>(law)
        } else {
            motion.settle::<true>(law)
        }
        motion
    }

    /// Overlap \[m\].
    #[inline]
    pub(super) fn overlap(&self, contact: &NormalContact) -> f64 {
        self.scale.length * self.node.map.0 - contact.range()
    }

    /// Closing rate [m/s]: that of the overlap, and with it the speed at which the wall recedes.
    #[inline]
    pub(super) fn rate(&self) -> f64 {
        self.scale.speed * self.node.w
    }

    /// Speed at which the wall recedes [m/s].
    #[inline]
    pub(super) fn receding(&self) -> f64 {
        self.scale.speed * self.node.z[0]
    }

    /// The wall comes to rest where it is.
    pub(super) fn stop_wall(&mut self) {
        self.node.z = [0.0; 2];
    }

    /// Rate of the overlap [m/s].
    #[inline]
    pub(super) fn overlap_rate(&self) -> f64 {
        self.scale.speed * self.node.deformation::<true>()[0]
    }

    /// The wall, which bears the steady acceleration's load at rest.
    pub(super) fn recoil(&self, law: MovingLaw) -> Recoil {
        Recoil { mobility: law.mobility, borne: law.mass * self.external.max(0.0) }
    }

    /// Replaces the steady acceleration by its value at the end of a step of given duration \[s\]: the step's
    /// speed gets the mean of the two.
    #[inline]
    pub(super) fn update_external(&mut self, external: f64, duration: f64) {
        if external == self.external {
            return;
        }
        let ContactScale { length, speed, .. } = self.scale;
        let change = external - self.external;
        let (_, f1, f2) = self.node.map;
        let unit = change * length / (speed * speed);
        self.node.b += f1 * unit;
        self.node.c += f2 * self.node.w * unit;
        self.node.w += 0.5 * change * duration / speed;
        self.external = external;
    }

    /// One Hermite step, or the part of it up to the next end of a branch or of the contact.
    /// `None` where no step is small enough: the numbers of the law are out of proportion.
    pub fn step(&mut self, law: MovingLaw) -> Option<NormalStep> {
        if law.mobility == 0.0 { self.step_on::<false>(law) } else { self.step_on::<true>(law) }
    }

    /// The step on a wall that recedes, or stands still.
    fn step_on<const RECEDES: bool>(&mut self, law: MovingLaw) -> Option<NormalStep> {
        let start = self.node;
        let (mut h, mut end, load, mut parted) = self.attempt::<RECEDES>(law, start)?;
        let crossing = self.first_crossing::<RECEDES>(law, start, end, h);
        if let Some((part, _)) = crossing {
            end = self.interpolate::<RECEDES>(start, end, h, part);
            h *= part;
            parted = false;
        }
        let unit = self.scale.length / self.scale.speed;
        let ((_, f0, g0), (_, f1, g1)) = (start.map, end.map);
        let [[w0, _], [w1, _]] = [start.deformation::<RECEDES>(), end.deformation::<RECEDES>()];
        let duration = unit * (h / 2.0 * (f0 + f1) + h * h / 12.0 * (g0 * w0 - g1 * w1));
        let power = self.load.viscous * (self.scale.speed * w0) * f0;
        let into_plate = if RECEDES { self.load.force * self.receding() * f0 } else { 0.0 };
        let mut step = self.move_to(law, end, duration, parted);
        match crossing {
            Some((_, branch)) => {
                self.branch = branch;
                self.settle::<RECEDES>(law);
            }
            None => {
                self.load = load;
                self.higher = higher_derivatives::<RECEDES>(start, end, h);
            }
        }
        step.force[1] = self.load.force;
        step.force_rate[1] = self.load.rate;
        step.viscous = unit * h / 2.0
            * (power + self.load.viscous * (self.scale.speed * self.node.deformation::<RECEDES>()[0]) * f1);
        if RECEDES {
            step.plate = unit * h / 2.0 * (into_plate + self.load.force * self.receding() * f1);
            step.receded = self.receded(start, end, h);
        }
        Some(step)
    }

    /// Predicts, evaluates and corrects; shortens the step where the contact ends.
    fn attempt<const RECEDES: bool>(&mut self, law: MovingLaw, start: Node) -> Option<(f64, Node, Load, bool)> {
        let mut h = self.scale.step;
        for _ in 0..60 {
            let landing = self.predict::<RECEDES>(h).0 <= 0.0;
            let taken = if landing { h * first_root(|x| self.predict::<RECEDES>(h * x).0) } else { h };
            let (q, w) = self.predict::<RECEDES>(taken);
            let (evaluated, load) = self.evaluate::<RECEDES>(law, q.max(0.0), w);
            let end = self.correct::<RECEDES>(start, evaluated, taken);
            if !landing && end.q > 0.0 {
                return Some((taken, end, load, false));
            }
            if !landing {
                let part = first_root(|x| overlap_between::<RECEDES>(start, end, taken).value(x));
                let w = quintic(taken, [start.w, start.b, start.c], [end.w, end.b, end.c]).value(part);
                return Some((part * taken, self.edge(Node { w, ..end }), load, true));
            }
            let [closing, _] = end.deformation::<RECEDES>();
            if end.q.abs() < 1e-2 && closing < 0.0 {
                let rest = -end.q / closing;
                return Some((taken + rest, self.edge(Node { w: end.w + rest * end.b, ..end }), load, true));
            }
            h *= 0.5;
        }
        None
    }

    /// The first end of the branch passed between two nodes: part of the step, and the branch beyond.
    #[inline]
    fn first_crossing<const RECEDES: bool>(
        &self,
        law: MovingLaw,
        start: Node,
        end: Node,
        h: f64,
    ) -> Option<(f64, Branch)> {
        let after = self.margins::<RECEDES>(law, end);
        if after.iter().all(|(margin, _)| margin.value >= 0.0) {
            return None;
        }
        let before = self.margins::<RECEDES>(law, start);
        let crossed = before.iter().zip(&after).filter(|(_, (margin, _))| margin.value < 0.0);
        crossed
            .map(|((m0, slope0), (m1, slope1))| {
                let margin = Cubic { first: [m0.value, h * slope0], last: [m1.value, h * slope1] };
                let part = first_root(|x| margin.value(x));
                (part.max(1e-9), m1.next)
            })
            .min_by(|x, y| x.0.total_cmp(&y.0))
    }

    /// Margins at a node and their derivatives with respect to `s`.
    #[inline]
    fn margins<const RECEDES: bool>(&self, law: MovingLaw, node: Node) -> [(Margin, f64); 2] {
        let ContactScale { length, speed, .. } = self.scale;
        let (f, f1, _) = node.map;
        let [rate, change] = node.deformation::<RECEDES>();
        law.contact
            .margins(self.branch, length * f - law.contact.range(), speed * rate, &self.memory)
            .map(|m| (m, m.by_overlap * length * f1 * rate + m.by_rate * speed * change))
    }

    #[inline]
    fn predict<const RECEDES: bool>(&self, h: f64) -> (f64, f64) {
        let (Node { q, w, b, c, z: [z, z1], .. }, [d, z2]) = (self.node, self.higher);
        let closed = q + h * (w + h * (b / 2.0 + h * (c / 6.0 + h * d / 24.0)));
        let receded = if RECEDES { h * (z + h * (z1 / 2.0 + h * z2 / 6.0)) } else { 0.0 };
        (closed - receded, w + h * (b + h * (c / 2.0 + h * d / 6.0)))
    }

    /// One force evaluation.
    #[inline]
    fn evaluate<const RECEDES: bool>(&mut self, law: MovingLaw, q: f64, w: f64) -> (Node, Load) {
        let ContactScale { map, length, speed, .. } = self.scale;
        let map @ (f, f1, f2) = map.at(q);
        let (overlap, mut evaluations) = (length * f - law.contact.range(), 0);
        let wall = if RECEDES { self.recoil(law) } else { Recoil::NONE };
        let (force, rate) = in_series(wall, speed * w, |rate| {
            evaluations += 1;
            law.contact.branch_force(self.branch, overlap, rate, &self.memory)
        });
        let acceleration = self.external - force.force / law.mass;
        let (mut deforming, mut receding, mut slope) = (acceleration, 0.0, 0.0);
        if RECEDES {
            [receding, slope] = wall.rate(force.force);
            deforming = (acceleration - slope * force.by_overlap * rate) / (1.0 + slope * force.by_rate);
        }
        let change = force.by_overlap * rate + force.by_rate * deforming;
        let unit = length / (speed * speed);
        let b = f1 * acceleration * unit;
        let z = if RECEDES { [receding / speed, f1 * slope * change * unit] } else { [0.0; 2] };
        let [deformation, _] = Node { q, w, b, c: 0.0, z, map }.deformation::<RECEDES>();
        let c = (f2 * deformation * acceleration - f1 * f1 * (length / speed) * change / law.mass) * unit;
        self.evaluations += evaluations;
        (Node { q, w, b, c, z, map }, Load { force: force.force, viscous: force.viscous, rate: change })
    }

    /// Re-evaluates force and derivatives where the state is, on its present branch.
    fn settle<const RECEDES: bool>(&mut self, law: MovingLaw) {
        let (node, load) = self.evaluate::<RECEDES>(law, self.node.q, self.node.w);
        (self.node, self.load, self.higher) = (node, load, [0.0; 2]);
    }

    /// Hermite corrector.
    #[inline]
    fn correct<const RECEDES: bool>(&self, start: Node, end: Node, h: f64) -> Node {
        let w = start.w + h / 2.0 * (start.b + end.b) + h * h / 12.0 * (start.c - end.c);
        let [[w0, b0], [w1, b1]] = [start.deformation::<RECEDES>(), Node { w, ..end }.deformation::<RECEDES>()];
        let q = start.q + h / 2.0 * (w0 + w1) + h * h / 12.0 * (b0 - b1);
        Node { q, w, map: self.scale.map.at(q.max(0.0)), ..end }
    }

    /// How far the wall recedes during a step \[m\]: `L ∫ f' z ds`.
    fn receded(&self, start: Node, end: Node, h: f64) -> f64 {
        let integrand =
            |Node { w, z: [z, change], map: (_, f1, f2), .. }: Node| [f1 * z, f2 * (w - z) * z + f1 * change];
        let [[y0, d0], [y1, d1]] = [integrand(start), integrand(end)];
        self.scale.length * (h / 2.0 * (y0 + y1) + h * h / 12.0 * (d0 - d1))
    }

    /// A node moved to the edge of the contact.
    fn edge(&self, node: Node) -> Node {
        Node { q: 0.0, map: self.scale.map.at(0.0), ..node }
    }

    /// The state a part of the way through a step (quintic in `q` and `w`).
    fn interpolate<const RECEDES: bool>(&self, start: Node, end: Node, h: f64, part: f64) -> Node {
        let q = overlap_between::<RECEDES>(start, end, h).value(part).max(0.0);
        let w = quintic(h, [start.w, start.b, start.c], [end.w, end.b, end.c]).value(part);
        Node { q, w, map: self.scale.map.at(q), ..end }
    }

    /// Moves to a new point, updates the memory, and books the entries that do not need the new force.
    #[inline]
    pub(super) fn move_to(&mut self, law: MovingLaw, node: Node, duration: f64, parted: bool) -> NormalStep {
        let (overlap0, rate0, force0) = (self.overlap(law.contact), self.overlap_rate(), self.load.force);
        let (history, closing0) = (self.memory.max_overlap, self.rate());
        self.node = node;
        let (overlap, rate) = (self.overlap(law.contact), self.overlap_rate());
        self.memory.last = Some((overlap, rate));
        self.memory.max_overlap = law.contact.history_after(self.branch, overlap, history);
        let lost = law.contact.loss(self.branch, [overlap0, overlap], [history, self.memory.max_overlap]);
        NormalStep {
            duration,
            overlap: [overlap0, overlap],
            rate: [rate0, rate],
            force: [force0, 0.0],
            force_rate: [self.load.rate, 0.0],
            impulse: law.mass * (closing0 - self.rate() + self.external * duration),
            receded: 0.0,
            plate: 0.0,
            viscous: 0.0,
            plastic: if self.branch == Branch::Loading { lost } else { 0.0 },
            adhesion: if self.branch == Branch::Adhesive { lost } else { 0.0 },
            parted,
        }
    }
}

/// Third derivative of `w` and second of `z` at the end of a step, from the cubics through `b` and `c`, and `z` and
/// `z'`, at both ends.
#[inline]
fn higher_derivatives<const RECEDES: bool>(start: Node, end: Node, h: f64) -> [f64; 2] {
    let second = |[y0, y1]: [f64; 2], [d0, d1]: [f64; 2]| 6.0 * (y0 - y1) / (h * h) + (2.0 * d0 + 4.0 * d1) / h;
    let of_wall = if RECEDES { second([start.z[0], end.z[0]], [start.z[1], end.z[1]]) } else { 0.0 };
    [second([start.b, end.b], [start.c, end.c]), of_wall]
}

/// `q` between both ends of a step `h`.
fn overlap_between<const RECEDES: bool>(start: Node, end: Node, h: f64) -> Quintic {
    let node = |node: Node| {
        let [rate, change] = node.deformation::<RECEDES>();
        [node.q, rate, change]
    };
    quintic(h, node(start), node(end))
}

/// The quintic through `y, y', y''` at both ends of a step `h`.
fn quintic(h: f64, first: [f64; 3], last: [f64; 3]) -> Quintic {
    let scaled = |[y, d, s]: [f64; 3]| [y, h * d, h * h * s];
    Quintic::new(scaled(first), scaled(last))
}

/// The root in (0, 1] of a function that is negative at 1.
fn first_root(f: impl Fn(f64) -> f64) -> f64 {
    bisect(Bracket::UNIT, 54, |x| f(x) > 0.0).high
}
