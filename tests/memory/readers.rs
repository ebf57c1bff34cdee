//! The readers of cases, plans, checkpoints and tables, theory and dry impacts against two thousand inputs that nobody
//! would write. The same with a million: `cargo run --release --example fuzz`.

use crate::fuzz;

#[test]
fn no_text_and_no_bytes_make_a_reader_panic_hang_or_fill_the_memory() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let outcome = fuzz::fuzz(0, 2_000, threads);
    assert!(outcome.faults.is_empty(), "{outcome}");
    assert_eq!(outcome.inputs, 2_000);
    for (kind, (name, _)) in fuzz::KINDS.iter().enumerate() {
        let (tried, accepted) = (outcome.tried[kind], outcome.accepted[kind]);
        assert!(accepted > 0 && accepted < tried, "{name}: {accepted} of {tried} accepted");
    }
}
