//! The balance of forces along the normal, of a sphere and of the body that it faces.
//!
//! Film and contact know the gap between the two and the speed at which they part, `w = V₁ − V₂`, alone. The forces of
//! inertia, liquid and weight on both are linear in both new speeds, and film and contact push the two in opposite
//! directions:
//!
//! ```text
//! A V + b = F(h, w) e,    e = (1, −1)
//! ```
//!
//! Eliminating the common part leaves `s w + k = F(h, w)` with `s = 1/(eᵀA⁻¹e)` and `k = s eᵀA⁻¹b`: one balance,
//! whatever the sphere faces, without iteration between the two. A wall has `V₂ = 0`, an image `V₂ = −V₁`.
//!
//! A wall that recedes has `V₂ = −Y F(h, w)`: it is found with the force itself, as the balance of the sphere is one of
//! its own speed `V₁ = w − Y F`. The grid's wall stands still, and so does the film that it resolves.

use super::body::{Body, Counterpart, CounterpartState, Prediction, SecondSphere, StepSolution};
use super::forces::Loads;
use crate::body::dof::{NORMAL, PlanarAffine, ScalarAffine, along_normal};
use crate::flow::immersed::Response;
use crate::flow::level::Bdf2;
use nalgebra::{Matrix2, Vector2};

/// The balance of forces along the axis in a step, on both: `A V + b`.
pub(super) struct AxialBalance {
    counterpart: Counterpart,
    whole: PlanarAffine,
    /// The second sphere's force on the liquid.
    on_liquid: [f64; 3],
    /// The speeds that are expected, or prescribed.
    expected: [f64; 2],
    prescribed: bool,
}

impl AxialBalance {
    /// From the first one's balance as a function of its `own` speed, the forces of the `flow` in a liquid of this
    /// `density` [kg/m³], and the excess of the resolved `film`, by the speed at which they part; the first one's own
    /// balance holds it already.
    pub(super) fn new(
        counterpart: &Counterpart,
        before: &Body,
        ahead: &Prediction,
        own: ScalarAffine,
        (density, flow): (f64, Option<&Response>),
        film: ScalarAffine,
    ) -> Self {
        let (film, flow) = (film.per_speed, flow.map_or_else(PlanarAffine::default, Response::forces));
        let mut at_rest = Vector2::new(own.at_rest, 0.0);
        let mut per_speed = Matrix2::new(own.per_speed, density * flow.per_speed[(0, 1)] + film, 0.0, 0.0);
        let mut on_liquid = [0.0; 3];
        if let Counterpart::Sphere(SecondSphere { inertia, layer, .. }) = counterpart {
            let (bdf, [now, old]) = (&ahead.bdf, before.counterpart.speeds);
            let layer = layer.force(&before.counterpart.layer, bdf, now, old);
            let [by_first, by_itself] = [0, 1].map(|by| density * flow.per_speed[(1, by)]);
            on_liquid =
                [density * flow.at_rest[1] - layer.at_rest, by_first + film, by_itself - layer.per_speed - film];
            let past = bdf.c1 * now + bdf.c2 * old;
            at_rest[1] = inertia.excess_mass * past + on_liquid[0] + inertia.submerged_weight;
            per_speed[(1, 0)] = on_liquid[1];
            per_speed[(1, 1)] = inertia.excess_mass * bdf.c0 + on_liquid[2];
        }
        let mut expected = [ahead.speeds[NORMAL], ahead.counterpart_speed];
        if let Counterpart::Plate(_) = counterpart {
            (per_speed[(0, 1)], expected[1]) = (0.0, 0.0);
        }
        let whole = PlanarAffine { at_rest, per_speed };
        Self { counterpart: *counterpart, whole, on_liquid, expected, prescribed: ahead.prescribed }
    }

    /// Whether the second sphere is to be found with the first.
    fn both(&self) -> bool {
        self.counterpart.second().is_some_and(|second| second.free)
    }

    /// `s w + k`, which film and contact balance at the speed `w` at which both part, or, above a wall that recedes, at
    /// the sphere's own.
    pub(super) fn relative(&self) -> ScalarAffine {
        let PlanarAffine { at_rest: b, per_speed: a } = &self.whole;
        match self.counterpart {
            _ if self.both() => {
                let apart = Vector2::new(1.0, -1.0);
                let inverse = self.inverse();
                let stiffness = 1.0 / apart.dot(&(inverse * apart));
                ScalarAffine { at_rest: stiffness * apart.dot(&(inverse * b)), per_speed: stiffness }
            }
            Counterpart::Image => ScalarAffine { at_rest: b[0], per_speed: 0.5 * (a[(0, 0)] - a[(0, 1)]) },
            _ => {
                let known = self.expected[1];
                ScalarAffine { at_rest: b[0] + (a[(0, 0)] + a[(0, 1)]) * known, per_speed: a[(0, 0)] }
            }
        }
    }

    /// The speeds of both that belong to the speed at which they part at the `end` of the step, under the force of film
    /// and contact that it asks for.
    pub(super) fn speeds(&self, end: &StepSolution) -> [f64; 2] {
        let relative = end.velocity;
        match self.counterpart {
            _ if self.prescribed => self.expected,
            _ if self.both() => {
                let force = self.relative().at(relative);
                (self.inverse() * (Vector2::new(force, -force) - self.whole.at_rest)).into()
            }
            Counterpart::Image => [0.5 * relative, -0.5 * relative],
            Counterpart::Plate(_) => [relative - end.receding, 0.0 - end.receding],
            _ => [relative + self.expected[1], self.expected[1]],
        }
    }

    fn inverse(&self) -> Matrix2<f64> {
        self.whole.per_speed.try_inverse().unwrap_or_else(|| Matrix2::repeat(f64::NAN))
    }

    /// How far both new `speeds` are from the expected ones [m/s].
    pub(super) fn prediction_error(&self, speeds: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| (speeds[k] - self.expected[k]).abs())
    }

    /// What the sphere faces at the end of a step that ended as in `end` with the `speeds` of both, and the power of
    /// the layers of vorticity below the grid around it, and of the lead \[W\].
    pub(super) fn advance(
        &self,
        before: &CounterpartState,
        ahead: &Prediction,
        end: &StepSolution,
        speeds: [f64; 2],
    ) -> (CounterpartState, [f64; 2]) {
        match &self.counterpart {
            Counterpart::Wall | Counterpart::Open => (*before, [0.0; 2]),
            Counterpart::Image => (CounterpartState { speeds: [speeds[1], before.speeds[0]], ..*before }, [0.0; 2]),
            Counterpart::Plate(_) => {
                let displacement = before.displacement + 0.5 * ahead.dt * (before.speeds[0] + speeds[1]);
                (CounterpartState { speeds: [speeds[1], before.speeds[0]], displacement, ..*before }, [0.0; 2])
            }
            Counterpart::Sphere(second) => {
                let after = second.advance(before, &ahead.bdf, (self, speeds), (end, ahead.dt));
                (after, second.powers(before, &after, &ahead.bdf))
            }
        }
    }

    /// What the second one's speed adds to the first one's force on the liquid \[N\].
    pub(super) fn cross_coupling(&self, speeds: [f64; 2]) -> f64 {
        self.whole.per_speed[(0, 1)] * speeds[1]
    }
}

impl SecondSphere {
    /// Its state at the end of a step that ended as in `end` with the `speeds` of both, after `before`.
    fn advance(
        &self,
        before: &CounterpartState,
        bdf: &Bdf2,
        (balance, speeds): (&AxialBalance, [f64; 2]),
        (end, dt): (&StepSolution, f64),
    ) -> CounterpartState {
        let [now, old] = before.speeds;
        let rate = bdf.rate(speeds[1], now, old);
        let [at_rest, by_first, by_itself] = balance.on_liquid;
        let on_liquid = at_rest + by_first * speeds[0] + by_itself * speeds[1];
        let mut hydrodynamic = self.inertia.displaced_mass * rate - on_liquid;
        let mut acceleration = rate;
        if end.film_ended != 0.0 {
            acceleration = (speeds[1] - now) / dt;
            hydrodynamic += self.inertia.mass() * (acceleration - rate) + bdf.memory(dt) * end.film_ended;
        }
        let (weight, film, contact) = (-self.inertia.submerged_weight, -end.forces.film, -end.forces.contact);
        let free = self.free && !balance.prescribed;
        let drive = self.inertia.mass() * acceleration - hydrodynamic - weight - film - contact;
        let mut layer = before.layer;
        self.layer.advance(&mut layer, bdf, rate);
        CounterpartState {
            speeds: [speeds[1], now],
            displacement: before.displacement + 0.5 * dt * (now + speeds[1]),
            layer,
            loads: Loads {
                weight: along_normal(weight),
                hydrodynamic: along_normal(hydrodynamic),
                film: along_normal(film),
                contact: along_normal(contact),
                drive: along_normal(if free { 0.0 } else { drive }),
            },
        }
    }

    /// Power of the layers of vorticity below the grid, and of the sphere's lead \[W\], at the end of a step after
    /// `before`.
    fn powers(&self, before: &CounterpartState, after: &CounterpartState, bdf: &Bdf2) -> [f64; 2] {
        let [now, old] = before.speeds;
        let layer = self.layer.force(&before.layer, bdf, now, old).at(after.speeds[0]);
        [layer * after.speeds[0], after.loads.drive[NORMAL] * after.speeds[0]]
    }
}
