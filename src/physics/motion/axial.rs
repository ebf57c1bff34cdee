//! The balance of forces along the normal, of a sphere and of the body that it faces.
//!
//! Film and contact know the gap between the two and the speed at which they part, `w = V₁ − V₂`, alone. The forces of inertia, liquid and
//! weight on both are linear in both new speeds, and film and contact push the two in opposite directions:
//!
//! ```text
//! A V + b = F(h, w) e,    e = (1, −1)
//! ```
//!
//! Eliminating the common part leaves `s w + k = F(h, w)` with `s = 1/(eᵀA⁻¹e)` and `k = s eᵀA⁻¹b`: one balance, whatever the
//! sphere faces, without iteration between the two. A wall has `V₂ = 0`, an image `V₂ = −V₁`.

use super::body::{Body, Prediction};
use super::facing::{Faced, Facing, SecondSphere};
use super::forces::Loads;
use super::layers::BodyLayers;
use super::near_wall::StepSolution;
use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::body::dof::{Affine, NORMAL, PlanarAffine, ScalarAffine, along_normal};
use crate::flow::bdf::Bdf2;
use crate::flow::immersed::{Forces, Response};
use nalgebra::{Matrix2, Vector2};

/// The balance of forces along the axis in a step, on both: `A V + b`.
pub(super) struct AxialBalance {
    facing: Facing,
    whole: PlanarAffine,
    /// The second sphere's force on the liquid.
    on_liquid: [f64; 3],
    /// Force of either sphere on the liquid that the grid's layers have in excess, but for that of the first one by its own motion.
    excess: PlanarAffine,
    /// The speeds that are expected, or prescribed.
    expected: [f64; 2],
    prescribed: bool,
}

impl AxialBalance {
    /// From the first one's balance as a function of its `own` speed, the forces of the `flow` in a liquid of this `density` [kg/m³], and the
    /// excess of the resolved `film`, by the speed at which they part; the first one's own balance holds it already.
    pub(super) fn new(
        facing: &Facing,
        before: &Body,
        ahead: &Prediction,
        own: ScalarAffine,
        (density, flow, layers): (f64, Option<&Response>, &BodyLayers),
        film: ScalarAffine,
    ) -> Self {
        let (film, flow) = (film.per_speed, flow.map_or_else(Forces::default, Response::forces));
        let mut at_rest = Vector2::new(own.at_rest, 0.0);
        let mut per_speed = Matrix2::new(own.per_speed, density * flow.per_speed[0][1] + film, 0.0, 0.0);
        let (mut on_liquid, mut excess) = ([0.0; 3], Affine::constant(Vector2::zeros()));
        if let Facing::Sphere(second @ SecondSphere { inertia, .. }) = facing {
            let (bdf, [now, old]) = (&ahead.bdf, before.faced.speeds);
            excess = second.excess(layers, before, ahead);
            let [by_first, by_itself] = flow.per_speed[1].map(|force| density * force);
            on_liquid = [
                density * flow.at_rest[1] - excess.at_rest[1],
                by_first + film - excess.per_speed[(1, 0)],
                by_itself - film - excess.per_speed[(1, 1)],
            ];
            at_rest[0] -= excess.at_rest[0];
            per_speed[(0, 1)] -= excess.per_speed[(0, 1)];
            let past = bdf.c1 * now + bdf.c2 * old;
            at_rest[1] = inertia.excess_mass * past + on_liquid[0] + inertia.submerged_weight;
            per_speed[(1, 0)] = on_liquid[1];
            per_speed[(1, 1)] = inertia.excess_mass * bdf.c0 + on_liquid[2];
        }
        let expected = [ahead.speeds[NORMAL], ahead.faced];
        let whole = PlanarAffine { at_rest, per_speed };
        Self { facing: *facing, whole, on_liquid, excess, expected, prescribed: ahead.prescribed }
    }

    /// Whether the second sphere is to be found with the first.
    fn both(&self) -> bool {
        self.facing.second().is_some_and(|second| second.free)
    }

    /// `s w + k`, which film and contact balance at the speed `w` at which both part.
    pub(super) fn parting(&self) -> ScalarAffine {
        let PlanarAffine { at_rest: b, per_speed: a } = &self.whole;
        match self.facing {
            _ if self.both() => {
                let apart = Vector2::new(1.0, -1.0);
                let inverse = self.inverse();
                let stiffness = 1.0 / apart.dot(&(inverse * apart));
                ScalarAffine { at_rest: stiffness * apart.dot(&(inverse * b)), per_speed: stiffness }
            }
            Facing::Image => ScalarAffine { at_rest: b[0], per_speed: 0.5 * (a[(0, 0)] - a[(0, 1)]) },
            _ => {
                let known = self.expected[1];
                ScalarAffine { at_rest: b[0] + (a[(0, 0)] + a[(0, 1)]) * known, per_speed: a[(0, 0)] }
            }
        }
    }

    /// The speeds of both that belong to the speed `w` at which they part under the force of film and contact that it asks for.
    pub(super) fn speeds(&self, parting: f64) -> [f64; 2] {
        match self.facing {
            _ if self.prescribed => self.expected,
            _ if self.both() => {
                let force = self.parting().at(parting);
                (self.inverse() * (Vector2::new(force, -force) - self.whole.at_rest)).into()
            }
            Facing::Image => [0.5 * parting, -0.5 * parting],
            _ => [parting + self.expected[1], self.expected[1]],
        }
    }

    fn inverse(&self) -> Matrix2<f64> {
        self.whole.per_speed.try_inverse().unwrap_or_else(|| Matrix2::repeat(f64::NAN))
    }

    /// How far both new `speeds` are from the expected ones [m/s].
    pub(super) fn beyond(&self, speeds: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| (speeds[k] - self.expected[k]).abs())
    }

    /// What the sphere faces at the end of a step that ended as in `end` with the `speeds` of both, and the power of the layers of vorticity
    /// below the grid around it, and of the lead \[W\].
    pub(super) fn faced(
        &self,
        before: &Faced,
        ahead: &Prediction,
        end: &StepSolution,
        speeds: [f64; 2],
    ) -> (Faced, [f64; 2]) {
        match &self.facing {
            Facing::Wall => (*before, [0.0; 2]),
            Facing::Image => (Faced { speeds: [speeds[1], before.speeds[0]], ..*before }, [0.0; 2]),
            Facing::Sphere(second) => {
                let after = second.advance(before, &ahead.bdf, (self, speeds), (end, ahead.dt));
                let speeds = Vector2::from(speeds);
                (after, [self.excess.at(speeds).dot(&speeds), after.loads.drive[NORMAL] * after.speeds[0]])
            }
        }
    }

    /// What the second one's motion adds to the first one's force on the liquid \[N\].
    pub(super) fn across(&self, speeds: [f64; 2]) -> f64 {
        self.whole.per_speed[(0, 1)] * speeds[1] - self.excess.at_rest[0]
    }
}

impl SecondSphere {
    /// Its state at the end of a step that ended as in `end` with the `speeds` of both, after `before`.
    fn advance(
        &self,
        before: &Faced,
        bdf: &Bdf2,
        (balance, speeds): (&AxialBalance, [f64; 2]),
        (end, dt): (&StepSolution, f64),
    ) -> Faced {
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
        Faced {
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

    /// The force of either sphere on the liquid that the grid's layers have in excess, but for that of the first one by its own motion.
    fn excess(&self, layers: &BodyLayers, before: &Body, ahead: &Prediction) -> PlanarAffine {
        let force = |layer: &UnresolvedLayer, memory: &LayerMemory, now: f64, old: f64| {
            layer.force(memory, &ahead.bdf, now, old)
        };
        let (memory, faced) = (&before.layers.normal, &before.faced);
        let [first, second] = [
            force(&layers.normal, memory, before.speeds[NORMAL], before.speeds_old[NORMAL]),
            force(&self.layer, &faced.layer, faced.speeds[0], faced.speeds[1]),
        ];
        let share = |on: usize, of: usize| layers.near[on][of].at(ahead.gap);
        let ([across, by_first], own) = ([share(0, 1), share(1, 0)], share(1, 1));
        Affine {
            at_rest: Vector2::new(across * second.at_rest, by_first * first.at_rest + own * second.at_rest),
            per_speed: Matrix2::new(0.0, across * second.per_speed, by_first * first.per_speed, own * second.per_speed),
        }
    }
}
