//! Motion along the normal during a contact: `ε̈ = −F(ε, ε̇)/m* + g`, one force evaluation per step.
//!
//! [`Radial::step`] is the fourth-order Hermite scheme of Makino & Aarseth (1992), which uses the time derivative of the
//! acceleration (known from the force's partial derivatives), in the stretched coordinate of [`Stretch`]:
//! ```text
//! q' = w     w' = b = f' a L/V²     b' = c = (f'' w a + f'² (L/V) ȧ) L/V²     ε = L f(q) − reach,  ε̇ = V w
//! predict   q_p = q + h w + h²b/2 + h³c/6 + h⁴d/24,   w_p = w + h b + h²c/2 + h³d/6   (d: third derivative of w, from the step before)
//! evaluate  b₁, c₁
//! correct   w₁ = w + h(b + b₁)/2 + h²(c − c₁)/12,      q₁ = q + h(w + w₁)/2 + h²(b − b₁)/12
//! ```
//! It lands on the ends of the law's branches and on the end of the contact, found as roots of the step's own Hermite
//! polynomials, which costs no force evaluation.
//!
//! [`Radial::verlet_step`] is the scheme of discrete-element programs, for comparison.

use super::branch::{Branch, Margin};
use super::hertz::ElasticImpact;
use super::normal::{NormalContact, NormalMemory};
use super::stretch::{HERTZ_LENGTH, Stretch};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Units of a contact and its step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// Coordinate.
    pub stretch: Stretch,
    /// `L` (m).
    pub length: f64,
    /// `V` (m/s).
    pub speed: f64,
    /// Step `h` in `s`.
    pub step: f64,
}

impl Scale {
    /// Units of an impact at `speed` (m/s), with so many steps per undamped contact; `rest_overlap` (m) is the overlap
    /// at rest under a steady load, or zero.
    pub fn new(contact: &NormalContact, speed: f64, rest_overlap: f64, steps_per_contact: f64) -> Self {
        let hertz = |stiffness: f64, mass: f64| {
            let least = (0.8 * stiffness / mass).sqrt() * (2.0 * rest_overlap).powf(1.25);
            let speed = speed.max(least);
            let length = ElasticImpact { stiffness, mass, speed }.max_overlap();
            Self { stretch: Stretch::Quartic, length, speed, step: HERTZ_LENGTH / steps_per_contact }
        };
        match contact {
            NormalContact::Hertz(law) => hertz(law.stiffness, law.mass),
            NormalContact::HertzStiffness(law) => hertz(law.stiffness, law.mass),
            _ => {
                let length = speed * contact.contact_time(speed) / PI;
                Self { stretch: Stretch::Even, length, speed, step: PI / steps_per_contact }
            }
        }
    }

    /// Units for steps that are even in time.
    pub fn even(contact: &NormalContact, speed: f64, steps_per_contact: f64) -> Self {
        let length = speed * contact.contact_time(speed);
        Self { stretch: Stretch::Even, length, speed, step: 1.0 / steps_per_contact }
    }
}

/// Normal force at a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// Force (N).
    pub force: f64,
    /// Viscous part of it (N).
    pub viscous: f64,
    /// Rate of change (N/s); zero where a scheme does not know it.
    pub rate: f64,
}

/// State of the motion along the normal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Radial {
    /// Units.
    pub scale: Scale,
    /// Coordinate.
    pub q: f64,
    /// Closing rate over `V`.
    pub w: f64,
    /// First, second and third derivative of `w` with respect to `s`.
    pub derivatives: [f64; 3],
    /// Closing acceleration (m/s²) not caused by the contact.
    pub external: f64,
    /// Branch of the law.
    pub branch: Branch,
    /// Memory of the law.
    pub memory: NormalMemory,
    /// Force at the last node.
    pub load: Load,
    /// Force evaluations so far.
    pub evaluations: u64,
}

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RadialStep {
    /// Duration (s).
    pub duration: f64,
    /// Overlap before and after (m).
    pub overlap: [f64; 2],
    /// Closing rate before and after (m/s).
    pub rate: [f64; 2],
    /// Normal force before and after (N).
    pub force: [f64; 2],
    /// Its rate of change before and after (N/s).
    pub force_rate: [f64; 2],
    /// Impulse of the normal force (N s).
    pub impulse: f64,
    /// Energy dissipated by viscosity (J).
    pub viscous: f64,
    /// Energy dissipated by plastic loading (J).
    pub plastic: f64,
    /// Energy dissipated on the adhesive branch (J).
    pub adhesion: f64,
    /// Whether the bodies parted at the end of the step.
    pub parted: bool,
}

/// The law and the mass a step is taken with.
#[derive(Debug, Clone, Copy)]
pub struct RadialLaw<'a> {
    /// Normal law.
    pub contact: &'a NormalContact,
    /// Effective mass (kg).
    pub mass: f64,
}

/// A point of the stretched motion: coordinate, speed, and the derivatives of the speed.
#[derive(Clone, Copy)]
struct Node {
    q: f64,
    w: f64,
    b: f64,
    c: f64,
}

impl Radial {
    /// The start of a contact at an overlap (m) and closing rate (m/s), under a steady closing acceleration (m/s²).
    pub fn start(law: RadialLaw, scale: Scale, overlap: f64, rate: f64, external: f64) -> Self {
        let inside = (overlap + law.contact.reach()).max(0.0);
        let memory = NormalMemory {
            inside: true,
            impact_speed: rate,
            max_overlap: overlap.max(0.0),
            last: Some((overlap, rate)),
        };
        let mut radial = Self {
            scale,
            q: scale.stretch.inverse(inside / scale.length),
            w: rate / scale.speed,
            derivatives: [0.0; 3],
            external,
            branch: law.contact.first_branch(),
            memory,
            load: Load::default(),
            evaluations: 0,
        };
        radial.settle(law);
        radial
    }

    /// Overlap (m).
    #[inline]
    pub fn overlap(&self, contact: &NormalContact) -> f64 {
        self.scale.length * self.scale.stretch.at(self.q).0 - contact.reach()
    }

    /// Closing rate (m/s).
    #[inline]
    pub fn rate(&self) -> f64 {
        self.scale.speed * self.w
    }

    /// Replaces the steady acceleration by what it has become at the end of a step of given duration (s): the step's
    /// speed gets the mean of the two.
    pub fn update_external(&mut self, external: f64, duration: f64) {
        let Scale { stretch, length, speed, .. } = self.scale;
        let change = external - self.external;
        let (_, f1, f2) = stretch.at(self.q);
        let unit = change * length / (speed * speed);
        self.derivatives[0] += f1 * unit;
        self.derivatives[1] += f2 * self.w * unit;
        self.w += 0.5 * change * duration / speed;
        self.external = external;
    }

    /// One Hermite step, or the part of it up to the next end of a branch or of the contact.
    pub fn step(&mut self, law: RadialLaw) -> RadialStep {
        let start = Node { q: self.q, w: self.w, b: self.derivatives[0], c: self.derivatives[1] };
        let (mut h, mut end, load, mut parted) = self.attempt(law, start);
        let crossing = self.first_crossing(law, start, end, h);
        if let Some((part, _)) = crossing {
            end = interpolate(start, end, h, part);
            h *= part;
            parted = false;
        }
        let (weight0, weight1) = (self.weight(start.q), self.weight(end.q));
        let duration = h / 2.0 * (weight0.0 + weight1.0) + h * h / 12.0 * (weight0.1 * start.w - weight1.1 * end.w);
        let power0 = self.load.viscous * self.rate() * weight0.0;
        let mut step = self.move_to(law, end.q, end.w, duration, parted);
        match crossing {
            Some((_, branch)) => {
                self.branch = branch;
                self.settle(law);
            }
            None => {
                self.load = load;
                self.derivatives = [end.b, end.c, third_derivative(start, end, h)];
            }
        }
        step.force[1] = self.load.force;
        step.force_rate[1] = self.load.rate;
        step.viscous = h / 2.0 * (power0 + self.load.viscous * self.rate() * weight1.0);
        step
    }

    /// Predicts, evaluates and corrects; shortens the step where the contact ends.
    fn attempt(&mut self, law: RadialLaw, start: Node) -> (f64, Node, Load, bool) {
        let mut h = self.scale.step;
        for _ in 0..60 {
            let landing = self.predict(h).0 <= 0.0;
            let taken = if landing { h * first_root(|x| self.predict(h * x).0) } else { h };
            let (q, w) = self.predict(taken);
            let (evaluated, load) = self.evaluate(law, q.max(0.0), w);
            let mut end = correct(start, evaluated, taken);
            if !landing && end.q > 0.0 {
                return (taken, end, load, false);
            }
            if !landing {
                let part = first_root(|x| interpolate(start, end, taken, x).q);
                return (part * taken, Node { q: 0.0, ..interpolate(start, end, taken, part) }, load, true);
            }
            if end.q.abs() < 1e-2 && end.w < 0.0 {
                let rest = -end.q / end.w;
                end.w += rest * end.b;
                return (taken + rest, Node { q: 0.0, ..end }, load, true);
            }
            h *= 0.5;
        }
        unreachable!("a vanishing step stays inside the contact")
    }

    /// The first end of the branch passed between two nodes: part of the step, and the branch beyond.
    #[inline]
    fn first_crossing(&self, law: RadialLaw, start: Node, end: Node, h: f64) -> Option<(f64, Branch)> {
        let after = self.margins(law, end);
        if after.iter().all(|(margin, _)| margin.value >= 0.0) {
            return None;
        }
        let before = self.margins(law, start);
        let crossed = before.iter().zip(&after).filter(|(_, (margin, _))| margin.value < 0.0);
        crossed
            .map(|((m0, slope0), (m1, slope1))| {
                let part = first_root(|x| cubic(x, h, [m0.value, *slope0, m1.value, *slope1]));
                (part.max(1e-9), m1.next)
            })
            .min_by(|x, y| x.0.total_cmp(&y.0))
    }

    /// Margins at a node and their derivatives with respect to `s`.
    #[inline]
    fn margins(&self, law: RadialLaw, node: Node) -> [(Margin, f64); 2] {
        let Scale { stretch, length, speed, .. } = self.scale;
        let (f, f1, _) = stretch.at(node.q);
        law.contact
            .margins(self.branch, length * f - law.contact.reach(), speed * node.w, &self.memory)
            .map(|m| (m, m.by_overlap * length * f1 * node.w + m.by_rate * speed * node.b))
    }

    #[inline]
    fn predict(&self, h: f64) -> (f64, f64) {
        let [b, c, d] = self.derivatives;
        let w = self.w + h * (b + h * (c / 2.0 + h * d / 6.0));
        let q = self.q + h * (self.w + h * (b / 2.0 + h * (c / 6.0 + h * d / 24.0)));
        (q, w)
    }

    /// One force evaluation.
    #[inline]
    fn evaluate(&mut self, law: RadialLaw, q: f64, w: f64) -> (Node, Load) {
        let Scale { stretch, length, speed, .. } = self.scale;
        let (f, f1, f2) = stretch.at(q);
        let rate = speed * w;
        let force = law.contact.branch_force(self.branch, length * f - law.contact.reach(), rate, &self.memory);
        let acceleration = self.external - force.force / law.mass;
        let change = force.by_overlap * rate + force.by_rate * acceleration;
        let unit = length / (speed * speed);
        let b = f1 * acceleration * unit;
        let c = (f2 * w * acceleration - f1 * f1 * (length / speed) * change / law.mass) * unit;
        self.evaluations += 1;
        (Node { q, w, b, c }, Load { force: force.force, viscous: force.viscous, rate: change })
    }

    /// Re-evaluates force and derivatives where the state is, on its present branch.
    fn settle(&mut self, law: RadialLaw) {
        let (node, load) = self.evaluate(law, self.q, self.w);
        self.derivatives = [node.b, node.c, 0.0];
        self.load = load;
    }

    /// `dt/ds = (L/V) f'` and its derivative with respect to `q`.
    #[inline]
    fn weight(&self, q: f64) -> (f64, f64) {
        let (_, f1, f2) = self.scale.stretch.at(q);
        let unit = self.scale.length / self.scale.speed;
        (unit * f1, unit * f2)
    }

    /// Moves to a new point, updates the memory, and books what does not need the new force.
    pub(super) fn move_to(&mut self, law: RadialLaw, q: f64, w: f64, duration: f64, parted: bool) -> RadialStep {
        let (overlap0, rate0, force0) = (self.overlap(law.contact), self.rate(), self.load.force);
        let history = self.memory.max_overlap;
        (self.q, self.w) = (q, w);
        let (overlap, rate) = (self.overlap(law.contact), self.rate());
        self.memory.last = Some((overlap, rate));
        let lost = match law.contact {
            NormalContact::Luding(luding) => {
                self.memory.max_overlap = luding.history_after(self.branch, overlap, history);
                luding.loss(self.branch, [overlap0, overlap], [history, self.memory.max_overlap])
            }
            _ => {
                self.memory.max_overlap = history.max(overlap);
                0.0
            }
        };
        RadialStep {
            duration,
            overlap: [overlap0, overlap],
            rate: [rate0, rate],
            force: [force0, 0.0],
            force_rate: [self.load.rate, 0.0],
            impulse: law.mass * (rate0 - rate + self.external * duration),
            viscous: 0.0,
            plastic: if self.branch == Branch::Loading { lost } else { 0.0 },
            adhesion: if self.branch == Branch::Adhesive { lost } else { 0.0 },
            parted,
        }
    }
}

/// Hermite corrector.
#[inline]
fn correct(start: Node, end: Node, h: f64) -> Node {
    let w = start.w + h / 2.0 * (start.b + end.b) + h * h / 12.0 * (start.c - end.c);
    let q = start.q + h / 2.0 * (start.w + w) + h * h / 12.0 * (start.b - end.b);
    Node { q, w, ..end }
}

/// Third derivative of `w` at the end of a step, from the cubic through `b` and `c` at both ends.
#[inline]
fn third_derivative(start: Node, end: Node, h: f64) -> f64 {
    6.0 * (start.b - end.b) / (h * h) + (2.0 * start.c + 4.0 * end.c) / h
}

/// The state a part of the way through a step (quintic in `q` and `w`).
fn interpolate(start: Node, end: Node, h: f64, part: f64) -> Node {
    let q = quintic(part, h, [start.q, start.w, start.b, end.q, end.w, end.b]);
    let w = quintic(part, h, [start.w, start.b, start.c, end.w, end.b, end.c]);
    let b = cubic(part, h, [start.b, start.c, end.b, end.c]);
    Node { q, w, b, c: start.c + part * (end.c - start.c) }
}

/// Cubic Hermite polynomial of `y₀, y₀', y₁, y₁'` on a step `h`, at a part `x` of it.
fn cubic(x: f64, h: f64, [y0, d0, y1, d1]: [f64; 4]) -> f64 {
    let z = 1.0 - x;
    z * z * ((1.0 + 2.0 * x) * y0 + x * h * d0) + x * x * ((1.0 + 2.0 * z) * y1 - z * h * d1)
}

/// Quintic Hermite polynomial of `y₀, y₀', y₀'', y₁, y₁', y₁''` on a step `h`, at a part `x` of it.
fn quintic(x: f64, h: f64, [y0, d0, s0, y1, d1, s1]: [f64; 6]) -> f64 {
    let z = 1.0 - x;
    let at = |x: f64, z: f64, y: f64, d: f64, s: f64| {
        z * z * z * ((1.0 + 3.0 * x + 6.0 * x * x) * y + x * (1.0 + 3.0 * x) * h * d + 0.5 * x * x * h * h * s)
    };
    at(x, z, y0, d0, s0) + at(z, x, y1, -d1, s1)
}

/// The root in (0, 1] of a function that is negative at 1.
fn first_root(f: impl Fn(f64) -> f64) -> f64 {
    let (mut inside, mut outside) = (0.0, 1.0);
    for _ in 0..54 {
        let middle = 0.5 * (inside + outside);
        if f(middle) > 0.0 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::super::{Hertz, HertzStiffness, Law, Luding, Material, Pair};
    use super::*;

    fn pair() -> Pair {
        Pair::sphere_on_plane(5e-3, 4.0 / 3.0 * PI * 5e-3f64.powi(3) * 2500.0, [Material::default(); 2]).unwrap()
    }

    /// Restitution and force evaluations of one contact.
    pub fn restitution(law: &Law, steps: f64, verlet: bool) -> (f64, u64) {
        let contact = law.normal(&pair()).unwrap();
        let law = RadialLaw { contact: &contact, mass: pair().effective_mass() };
        let scale = if verlet { Scale::even(&contact, 1.0, steps) } else { Scale::new(&contact, 1.0, 0.0, steps) };
        let mut radial = Radial::start(law, scale, -contact.reach(), 1.0, 0.0);
        loop {
            let step = if verlet { radial.verlet_step(law) } else { radial.step(law) };
            if step.parted {
                return (-step.rate[1], radial.evaluations);
            }
        }
    }

    #[test]
    fn zz() {
        for e in [0.2, 0.5, 0.7, 0.97] {
            for no_attraction in [false, true] {
                for n in [20.0, 100.0, 1000.0, 10000.] {
                    let law = Law::Hertz(Hertz { restitution: e, no_attraction, ..Hertz::default() });
                    println!(
                        "{e} {no_attraction} {n} {:?} {:?}",
                        restitution(&law, n, false),
                        restitution(&law, n, true)
                    );
                }
            }
        }
        for limit_force in [false, true] {
            for n in [20.0, 100.0, 1000.0, 10000.] {
                let law = Law::HertzStiffness(HertzStiffness {
                    k_n: 7.326e6,
                    gamma_n: 4e6,
                    limit_force,
                    ..HertzStiffness::default()
                });
                println!("{limit_force} {n} {:?} {:?}", restitution(&law, n, false), restitution(&law, n, true));
            }
        }
        for n in [20.0, 100.0, 1000.0, 10000.] {
            let law = Law::Luding(Luding::default());
            println!("luding {n} {:?} {:?}", restitution(&law, n, false), restitution(&law, n, true));
        }
    }
}
