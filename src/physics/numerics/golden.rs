//! Minima of functions of one variable.

/// Steps of the search: each leaves 0.618 of the interval, all of them 3e-13 of it.
const STEPS: usize = 60;

/// Where `f` is least between `low` and `high`, by golden-section search (Kiefer 1953). Of a function with several
/// minima it finds one: narrow the interval down to a single one first.
pub fn golden_section(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    for _ in 0..STEPS {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if f(a) <= f(b) {
            high = b;
        } else {
            low = a;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_of_a_parabola_is_at_its_vertex() {
        assert!((golden_section(|x| (x - 0.3) * (x - 0.3), -1.0, 2.0) - 0.3).abs() < 1e-8);
    }
}
