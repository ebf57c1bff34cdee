/// `√(a² + b²)` of lengths, which need no scaling.
pub fn length_of(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}
