//! Inputs that nobody would write, for the readers of cases, plans, checkpoints, tables and records, and for what
//! theory and dry impacts make of an accepted case: text and bytes mutated from a corpus of what people do write. An
//! input is determined by its number, so each can be had again.
//!
//! What must hold for each: no panic, an answer within [`LONGEST`], memory below [`MOST_MEMORY`], a refusal that says
//! where and why, and an accepted case that is written and read back unchanged and whose cost can be told.

pub mod checkpoints;
mod mutate;
mod readers;
mod tables;

use crate::allocator;
use crate::random::Random;
use checkpoints::Checkpoints;
use readers::Corpus;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Longest time a reader may take for one input, on a machine that does other things besides.
const LONGEST: Duration = Duration::from_secs(5);
/// An input that takes longer ends the program, for a reader that does not return cannot be stopped.
const HANGS: Duration = Duration::from_secs(60);
/// Most memory a reader may hold at a time for one input \[bytes\].
const MOST_MEMORY: usize = 64 << 20;

/// What a run of the fuzzer found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Inputs tried.
    pub inputs: u64,
    /// How many of them were accepted, by kind.
    pub accepted: [u64; KINDS.len()],
    /// How many were tried, by kind.
    pub tried: [u64; KINDS.len()],
    /// Longest time for one, and its number.
    pub slowest: (Duration, u64),
    /// Most memory for one \[bytes\], and its number.
    pub largest: (usize, u64),
    /// Number of the input, its kind, and what is wrong.
    pub faults: Vec<(u64, &'static str, String)>,
}

/// The readers, and how many of a hundred inputs each gets.
pub const KINDS: [(&str, u64); 11] = [
    ("case", 22),
    ("override", 14),
    ("impact case", 10),
    ("plan", 10),
    ("sweep", 4),
    ("checkpoint", 10),
    ("table", 10),
    ("trajectory", 8),
    ("record", 6),
    ("theory", 4),
    ("impact", 2),
];

thread_local! {
    /// Whether a panic of this thread is one of the reader's, which is counted and not shown.
    static TRYING: Cell<bool> = const { Cell::new(false) };
}

/// What is tried now, for the case that it never ends.
struct Now {
    since: Instant,
    input: u64,
    bytes: Vec<u8>,
}

/// Tries the inputs `from..to` on `threads` threads.
pub fn fuzz(from: u64, to: u64, threads: usize) -> Outcome {
    let next = AtomicU64::new(from);
    let done = AtomicBool::new(false);
    let running: Vec<Mutex<Option<Now>>> = (0..threads).map(|_| Mutex::default()).collect();
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !TRYING.get() {
            loud(panic);
        }
    }));
    let ended: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = running.iter().map(|now| scope.spawn(|| work(&next, to, now))).collect();
        scope.spawn(|| watch(&running, &done));
        let ended = workers.into_iter().map(|worker| worker.join()).collect();
        done.store(true, Ordering::Relaxed);
        ended
    });
    let _back_to_the_default = std::panic::take_hook();
    ended.into_iter().map(|outcome| outcome.expect("the corpus can be read")).fold(Outcome::default(), Outcome::with)
}

impl Outcome {
    fn with(mut self, other: Self) -> Self {
        self.inputs += other.inputs;
        for kind in 0..KINDS.len() {
            self.accepted[kind] += other.accepted[kind];
            self.tried[kind] += other.tried[kind];
        }
        self.slowest = self.slowest.max(other.slowest);
        self.largest = self.largest.max(other.largest);
        self.faults.extend(other.faults);
        self
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (slowest, megabytes) = (self.slowest.0.as_secs_f64(), self.largest.0 as f64 / 1e6);
        writeln!(out, "{} inputs", self.inputs)?;
        writeln!(out, "  slowest      {slowest:.3} s, input {}", self.slowest.1)?;
        writeln!(out, "  most memory  {megabytes:.1} MB, input {}", self.largest.1)?;
        for (kind, (name, _)) in KINDS.iter().enumerate() {
            writeln!(out, "  {name:<12} {:>8} tried, {:>8} accepted", self.tried[kind], self.accepted[kind])?;
        }
        for (input, name, fault) in &self.faults {
            writeln!(out, "FAULT in input {input} ({name}): {fault}")?;
        }
        write!(out, "{} faults", self.faults.len())
    }
}

fn work(next: &AtomicU64, to: u64, now: &Mutex<Option<Now>>) -> Outcome {
    let corpus = Corpus::read();
    let mut checkpoints = Checkpoints::write();
    let mut outcome = Outcome::default();
    loop {
        let input = next.fetch_add(1, Ordering::Relaxed);
        if input >= to {
            return outcome;
        }
        let mut random = Random::of(input);
        let kind = kind_of(&mut random);
        let (name, _) = KINDS[kind];
        let bytes = if name == "checkpoint" { Vec::new() } else { corpus.input(name, &mut random) };
        let since = Instant::now();
        *now.lock().unwrap() = Some(Now { since, input, bytes: bytes.clone() });
        TRYING.set(true);
        let before = allocator::start();
        let found = catch_unwind(AssertUnwindSafe(|| match name {
            "checkpoint" => checkpoints.try_one(&mut random),
            _ => corpus.try_one(name, &bytes),
        }));
        TRYING.set(false);
        let (took, memory) = (since.elapsed(), allocator::peak_since(before));
        *now.lock().unwrap() = None;
        outcome.inputs += 1;
        outcome.tried[kind] += 1;
        outcome.slowest = outcome.slowest.max((took, input));
        outcome.largest = outcome.largest.max((memory, input));
        let fault = match found {
            Ok(Ok(accepted)) => {
                outcome.accepted[kind] += u64::from(accepted);
                None
            }
            Ok(Err(fault)) => Some(fault),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                Some(format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
            }
        };
        let fault = fault
            .or_else(|| (took > LONGEST).then(|| format!("took {took:?}")))
            .or_else(|| (memory > MOST_MEMORY).then(|| format!("held {memory} bytes")));
        if let Some(fault) = fault {
            keep(input, &bytes);
            outcome.faults.push((input, name, fault));
        }
    }
}

fn kind_of(random: &mut Random) -> usize {
    let mut share = random.below(100);
    KINDS.iter().position(|(_, part)| share.checked_sub(*part).map(|rest| share = rest).is_none()).unwrap_or(0)
}

/// Ends the program when a reader does not come back.
fn watch(running: &[Mutex<Option<Now>>], done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        for now in running {
            if let Some(now) = now.lock().unwrap().as_ref().filter(|now| now.since.elapsed() > HANGS) {
                let path = keep(now.input, &now.bytes);
                eprintln!("input {} hangs: {}", now.input, path.display());
                std::process::abort();
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Writes an input that did harm where it can be looked at.
fn keep(input: u64, bytes: &[u8]) -> PathBuf {
    let directory = std::env::temp_dir().join("wetbounce-fuzz");
    let path = directory.join(format!("{input}.toml"));
    let _best_effort = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, bytes));
    path
}
