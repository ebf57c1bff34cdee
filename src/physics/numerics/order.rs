//! Numbers in order.

/// Sorts pairs by their first number; those with the same keep their order.
pub fn sort_by_first<T>(pairs: &mut [(f64, T)]) {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
}
