/// The first `N` Legendre polynomials at `x`; of fewer than two, none.
pub fn legendre<const N: usize>(x: f64) -> [f64; N] {
    let mut all = [0.0; N];
    if N > 1 {
        (all[0], all[1]) = (1.0, x);
    }
    for k in 1..N.saturating_sub(1) {
        let n = k as f64;
        all[k + 1] = ((2.0 * n + 1.0) * x * all[k] - n * all[k - 1]) / (n + 1.0);
    }
    all
}
