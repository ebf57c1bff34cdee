//! Exact Stokes drag of two spheres that move along the line of their centres.

use nalgebra::{Matrix4, Vector4};

/// Gap over the diameter of the film below which the expansion for small gaps is used.
const ASYMPTOTIC: f64 = 0.01;
/// Largest relative error of [`TwoSpheres::exact`].
pub const SERIES_ERROR: f64 = 1e-9;
/// Share of the limit of the expansion from which on [`TwoSpheres::exact`] sums the series.
const SHORTEST: f64 = 1e-3;

/// Two spheres in unbounded liquid that move along the line of their centres, exact in creeping flow.
///
/// The liquid answers the speeds `V₁`, `V₂` with the forces `F_i = −6πμ Σ_j S_ij V_j`; `S` is symmetric. In bispherical
/// coordinates the stream function is `(cosh ξ − cos η)^{−3/2} Σ U_n(ξ) (P_{n−1} − P_{n+1})(cos η)` with
/// `U_n = a e^{pξ} + b e^{−pξ} + c e^{qξ} + d e^{−qξ}`, `p = n − ½`, `q = n + 3/2` (Stimson & Jeffery 1926, Proc. R.
/// Soc. A 111, 110; Maude 1961, Br. J. Appl. Phys. 12, 293, for other speeds). No slip on both spheres gives four
/// equations for every `n`.
///
/// Where the gap `h` is less than a hundredth of the film's diameter `2 a₁a₂/(a₁ + a₂)`, the series is replaced by the
/// expansion for small gaps (Jeffrey & Onishi 1984, J. Fluid Mech. 139, 261, eq. 3.17),
///
/// `±S_ij = a₁ [g₁/ξ + g₂ ln(1/ξ) + A_ij + g₃ ξ ln(1/ξ) + B_ij ξ]`, `ξ = 2h/(a₁ + a₂)`,
///
/// with `A` and `B` taken from the series at the limit and at twice the limit. Both agree to 1e-6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoSpheres {
    radii: [f64; 2],
    /// `A` and `B` of `S₁₁`, `S₁₂` and `S₂₂` \[m\].
    constants: [[f64; 2]; 3],
}

impl TwoSpheres {
    /// Spheres of these radii \[m\], both positive.
    pub fn new(radii: [f64; 2]) -> Self {
        let mut spheres = Self { radii, constants: [[0.0; 2]; 3] };
        let limit = spheres.limit();
        let points =
            [limit, 2.0 * limit].map(|gap| (spheres.nearness(gap), spheres.series(gap), spheres.singular(gap)));
        let [(near, of_near, singular_near), (far, of_far, singular_far)] = points;
        let left = |matrix: [[f64; 2]; 2], singular: f64| entries(matrix).map(|entry| entry.abs() - singular);
        let (at_near, at_far) = (left(of_near, singular_near), left(of_far, singular_far));
        for (k, constants) in spheres.constants.iter_mut().enumerate() {
            let slope = (at_far[k] - at_near[k]) / (far - near);
            *constants = [at_near[k] - slope * near, slope];
        }
        spheres
    }

    /// The radius `a₁a₂/(a₁ + a₂)` of the sphere that makes the same film before a plane \[m\].
    pub(in crate::liquid) fn film_radius(&self) -> f64 {
        let [first, second] = self.radii;
        first * second / (first + second)
    }

    /// The larger radius \[m\].
    pub fn widest(&self) -> f64 {
        self.radii[0].max(self.radii[1])
    }

    /// `S` \[m\] at `gap` \[m\]: forces over `6πμ` per speed; infinite entries at and below zero.
    pub(in crate::liquid) fn resistance(&self, gap: f64) -> [[f64; 2]; 2] {
        if gap >= self.limit() {
            return self.series(gap);
        }
        let (near, singular) = (self.nearness(gap.max(0.0)), self.singular(gap.max(0.0)));
        let [first, both, second] = self.constants.map(|[constant, slope]| singular + constant + slope * near);
        [[first, -both], [-both, second]]
    }

    /// `S` \[m\] at `gap` > 0 \[m\] by the series itself, however long it is: relative errors are below
    /// [`SERIES_ERROR`] down to gaps of 1e-5 of the film's diameter. Below that it is the asymptote of thin films, as
    /// in a run.
    pub fn exact(&self, gap: f64) -> [[f64; 2]; 2] {
        if gap < SHORTEST * self.limit() { self.resistance(gap) } else { self.series(gap) }
    }

    /// Speeds of both, over that at which they part, at which they push the liquid equally and oppositely where they
    /// are far from each other: as the other's radius. Little of such a motion is felt far away.
    pub fn shares(&self) -> [f64; 2] {
        let [first, second] = self.radii;
        [second / (first + second), -first / (first + second)]
    }

    /// Half the difference of the forces on both \[m\] at `gap` \[m\], over `6πμ` and per speed of approach, where they
    /// approach at their [`shares`](Self::shares) of it: of equal spheres `½(S₁₁ − S₁₂)`, the force on either; infinite
    /// at and below zero.
    pub(in crate::liquid) fn squeezed(&self, gap: f64) -> f64 {
        let [first, second] = self.shares();
        let [[own, mutual], [_, other]] = self.resistance(gap);
        0.5 * ((own - mutual) * first - (other - mutual) * second)
    }

    fn limit(&self) -> f64 {
        2.0 * ASYMPTOTIC * self.film_radius()
    }

    fn nearness(&self, gap: f64) -> f64 {
        2.0 * gap / (self.radii[0] + self.radii[1])
    }

    /// The terms of the expansion that are the same in all entries \[m\].
    fn singular(&self, gap: f64) -> f64 {
        let [first, second] = self.radii;
        let (ratio, near) = (second / first, self.nearness(gap));
        if near == 0.0 {
            return f64::INFINITY;
        }
        let (cube, log) = ((1.0 + ratio).powi(3), -near.ln());
        let lubrication = 2.0 * ratio * ratio / cube;
        let second_term = 0.2 * ratio * (1.0 + ratio * (7.0 + ratio)) / cube;
        let third = (1.0 + ratio * (18.0 + ratio * (-29.0 + ratio * (18.0 + ratio)))) / (42.0 * cube);
        first * (lubrication / near + log * (second_term + third * near))
    }

    /// The bispherical series.
    fn series(&self, gap: f64) -> [[f64; 2]; 2] {
        let [first, second] = self.radii;
        let distance = first + second + gap;
        let coordinate =
            |own: f64, other: f64| 2.0 * (0.25 * gap * (gap + 2.0 * other) / (distance * own)).sqrt().asinh();
        let surfaces = [coordinate(first, second), coordinate(second, first)];
        let focus = first * surfaces[0].sinh();
        let mut sums = [[0.0; 2]; 2];
        for n in 1.. {
            let terms = terms(f64::from(n), surfaces);
            let mut settled = true;
            for (sum, term) in sums.as_flattened_mut().iter_mut().zip(terms.as_flattened()) {
                *sum += term;
                settled &= term.abs() < 1e-17 * sum.abs();
            }
            if settled {
                break;
            }
        }
        sums.map(|row| row.map(|sum| -2.0 / 3.0 * focus * sum))
    }
}

/// `S₁₁`, `S₁₂`, `S₂₂`.
fn entries([[first, both], [_, second]]: [[f64; 2]; 2]) -> [f64; 3] {
    [first, both, second]
}

/// Share of the `n`-th term of the series in the forces on both spheres, at `ξ = α` and `ξ = −β`, per speed of each,
/// the surfaces being `[α, β]`.
fn terms(n: f64, [upper, lower]: [f64; 2]) -> [[f64; 2]; 2] {
    let (p, q) = (n - 0.5, n + 1.5);
    let strength = n * (n + 1.0) / (4.0 * p * q * (2.0 * n + 1.0));
    // The unknowns are the values of the exponentials, each on the surface where it is largest.
    let (ep, eq) = ((-p * (upper + lower)).exp(), (-q * (upper + lower)).exp());
    #[rustfmt::skip]
    let equations = Matrix4::new(
        1.0,    ep,      1.0,    eq,
        p,      -p * ep, q,      -q * eq,
        ep,     1.0,     eq,     1.0,
        p * ep, -p,      q * eq, -q,
    );
    let on_surface = |at: f64| {
        let (slow, fast) = ((-p * at).exp(), (-q * at).exp());
        [2.0 * strength * (p * fast - q * slow), 2.0 * strength * p * q * (slow - fast)]
    };
    let ([value, slope], [below, slope_below]) = (on_surface(upper), on_surface(lower));
    let decomposed = equations.full_piv_lu();
    let share = |sides: Vector4<f64>| {
        let found = decomposed.solve(&sides).unwrap_or_default();
        let decayed = |first: f64, second: f64, at: f64| first * (-p * at).exp() + second * (-q * at).exp();
        [decayed(found[0], found[2], upper), decayed(found[1], found[3], lower)].map(|sum| (2.0 * n + 1.0) * sum)
    };
    let by_upper = share(Vector4::new(value, slope, 0.0, 0.0));
    let by_lower = share(Vector4::new(0.0, 0.0, below, -slope_below));
    [[by_upper[0], by_lower[0]], [by_upper[1], by_lower[1]]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::brenner;

    /// Radius ratio `a₂/a₁`, gap over `2a₁`, `S₁₁/a₁`, `S₁₂/a₂`.
    const EXACT: [[f64; 4]; 16] = [
        [1.0, 1.0, 1.169470142, -0.4272118572],
        [1.0, 0.5, 1.368479602, -0.6701750418],
        [1.0, 0.2, 1.886075323, -1.218515558],
        [1.0, 0.1, 2.641048768, -1.984494373],
        [1.0, 0.05, 4.032098876, -3.381198731],
        [1.0, 0.01, 14.38016193, -13.73386027],
        [1.0, 0.005, 27.03400787, -26.38828579],
        [1.0, 0.001, 127.3942306, -126.748973],
        [0.5, 1.0, 1.098397241, -0.4608839714],
        [0.5, 0.1, 1.849424001, -1.981585807],
        [0.5, 0.01, 7.15776768, -12.58490382],
        [0.5, 0.001, 57.47840818, -113.2244741],
        [2.0, 1.0, 1.2632895, -0.3590762719],
        [2.0, 0.1, 3.656026783, -1.633604985],
        [2.0, 0.01, 24.25400094, -11.943395],
        [2.0, 0.001, 224.8950001, -112.2650187],
    ];

    #[test]
    fn the_resistance_has_the_values_of_the_bispherical_series() {
        for [ratio, gap, first, both] in EXACT {
            let spheres = TwoSpheres::new([0.3, 0.3 * ratio]);
            let [[own, other], [mutual, _]] = spheres.resistance(0.6 * gap);
            let misses = [own / (0.3 * first) - 1.0, other / (0.3 * ratio * both) - 1.0, mutual / other - 1.0];
            let tolerance = if 0.6 * gap < spheres.limit() { 2e-7 } else { 1e-8 };
            assert!(misses.iter().all(|miss| miss.abs() < tolerance), "{ratio} {gap}: {misses:?}");
        }
    }

    /// Radius ratio, gap over `2a₁`, `S₁₁/a₁`, `S₁₂/a₁`: the series with 50 digits.
    const FIFTY_DIGITS: [[f64; 4]; 24] = [
        [0.25, 1e-4, 201.6630764926836, -200.6970127572945],
        [0.25, 1e-3, 21.49807402924145, -20.53213588579927],
        [0.25, 0.01, 3.336875846991058, -2.372178205122411],
        [0.25, 0.1, 1.385305114954423, -0.4314309749681218],
        [0.25, 1.0, 1.053330577672419, -0.1185204918957526],
        [0.25, 10.0, 1.001245562835037, -0.0176552625577176],
        [1.0, 1e-4, 1252.911799915316, -1252.266646866236],
        [1.0, 1e-3, 127.3942306249482, -126.7489729830796],
        [1.0, 0.01, 14.38016192720009, -13.73386026603426],
        [1.0, 0.1, 2.641048767711837, -1.984494372539163],
        [1.0, 1.0, 1.169470142282521, -0.4272118572134349],
        [1.0, 10.0, 1.004673739311342, -0.06840722823054152],
        [4.0, 1e-4, 3203.342305994427, -3203.186902955279],
        [4.0, 1e-3, 322.6804326806419, -322.5248618011825],
        [4.0, 0.01, 34.02676777200688, -33.86952004307868],
        [4.0, 0.1, 4.625236707662729, -4.451386672846451],
        [4.0, 1.0, 1.361685589351889, -1.042608733705675],
        [4.0, 10.0, 1.014982803668916, -0.2413968716507525],
        [10.0, 1e-4, 4135.327279393128, -4135.290907693287],
        [10.0, 1e-3, 415.7286340688071, -415.6922077279605],
        [10.0, 0.01, 43.24541940507309, -43.20844534818008],
        [10.0, 0.1, 5.521906799113898, -5.479331218894338],
        [10.0, 1.0, 1.463861496915088, -1.35767414290585],
        [10.0, 10.0, 1.026807254886412, -0.4794588798188281],
    ];

    #[test]
    fn the_series_itself_holds_at_gaps_of_a_ten_thousandth_of_the_diameter() {
        for [ratio, gap, first, both] in FIFTY_DIGITS {
            let [[own, other], _] = TwoSpheres::new([0.5, 0.5 * ratio]).exact(gap);
            let misses = [own / (0.5 * first) - 1.0, other / (0.5 * both) - 1.0];
            assert!(misses.iter().all(|miss| miss.abs() < SERIES_ERROR), "{ratio} {gap}: {misses:?}");
        }
        for ratio in [0.25, 1.0, 10.0] {
            let spheres = TwoSpheres::new([1.0, ratio]);
            let [below, above] = [0.999_999, 1.0].map(|share| spheres.exact(share * SHORTEST * spheres.limit())[0][0]);
            assert!((below * 0.999_999 / above - 1.0).abs() < 1e-8, "{ratio}: {below} {above}");
        }
    }

    #[test]
    fn series_and_expansion_meet_and_exchange_of_the_spheres_exchanges_the_forces() {
        for ratio in [0.1, 0.5, 1.0, 3.0, 50.0] {
            let (spheres, turned) = (TwoSpheres::new([1.0, ratio]), TwoSpheres::new([ratio, 1.0]));
            for share in [0.03, 0.1, 0.3, 1.0] {
                let gap = share * spheres.limit();
                let series = spheres.series(gap);
                let expansion = spheres.resistance(gap * (1.0 - 1e-12));
                let other = turned.resistance(gap);
                for (i, k) in [(0, 0), (0, 1), (1, 1)] {
                    let miss = expansion[i][k] / series[i][k] - 1.0;
                    assert!(miss.abs() < 1e-6, "{ratio} {share}: {miss:e}");
                    assert!((other[1 - i][1 - k] / expansion[i][k] - 1.0).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn two_equal_spheres_that_touch_fall_at_0_645_of_their_drag_and_a_huge_second_one_is_a_wall() {
        let [[own, other], _] = TwoSpheres::new([1.0, 1.0]).resistance(1e-9);
        assert!((own + other - 0.645_14).abs() < 1e-4, "{}", own + other);
        let huge = TwoSpheres::new([1.0, 1e5]);
        for gap in [1e-3, 0.1, 1.0] {
            let miss = huge.resistance(gap)[0][0] / brenner(gap) - 1.0;
            assert!(miss.abs() < 1e-4, "{gap}: {miss:e}");
        }
        let unequal = TwoSpheres::new([1.0, 2.0]);
        assert_eq!(unequal.squeezed(0.0), f64::INFINITY);
        let far = unequal.squeezed(1e6);
        assert!(
            (far / unequal.film_radius() - 1.0).abs() < 1e-5,
            "both are pushed as one of their film's radius: {far}"
        );
    }
}
