//! A step of the Runge–Kutta method.

/// One step of the classical Runge–Kutta method for `x'' = f(x, x')`; fourth order. Takes and gives `(x, x')`.
pub fn runge_kutta((x, v): (f64, f64), step: f64, f: impl Fn(f64, f64) -> f64) -> (f64, f64) {
    let (k1, l1) = (v, f(x, v));
    let (k2, l2) = (v + 0.5 * step * l1, f(x + 0.5 * step * k1, v + 0.5 * step * l1));
    let (k3, l3) = (v + 0.5 * step * l2, f(x + 0.5 * step * k2, v + 0.5 * step * l2));
    let (k4, l4) = (v + step * l3, f(x + step * k3, v + step * l3));
    (x + step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4), v + step / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4))
}
