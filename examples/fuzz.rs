//! The readers of cases, plans, checkpoints and tables, theory and dry impacts against a million inputs that nobody
//! would write.
//!
//! ```sh
//! cargo run --release --example fuzz                 # inputs 0 to 1 000 000, on all cores
//! cargo run --release --example fuzz -- 5000 6000    # these
//! ```
//!
//! Ends with an error if a reader panics, hangs, takes more than 64 MB, or refuses without saying where; the input then
//! lies in `wetbounce-fuzz/` in the directory for temporary files.

#[allow(dead_code, reason = "the tests of time steps count calls as well")]
#[path = "../tests/support/allocator.rs"]
mod allocator;
#[path = "../tests/support/fuzz/mod.rs"]
mod fuzz;
#[path = "../tests/support/random.rs"]
mod random;

use std::process::ExitCode;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a whole number")).collect();
    let (from, to) = match numbers[..] {
        [from, to] => (from, to),
        [to] => (0, to),
        _ => (0, 1_000_000),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let outcome = fuzz::fuzz(from, to, threads);
    println!("{outcome}");
    if outcome.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
