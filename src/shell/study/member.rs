//! One run of a sweep, as a program of its own: `wetbounce run DIR/case.toml --out DIR --resume --quiet`, as Slurm
//! is given it, too.
//!
//! A run that breaks, by an error in the program or for want of memory, so breaks alone. Sweep and run are connected by
//! the run's standard input (`--member`): a byte on it asks the run to stop with a checkpoint, its end tells that the
//! sweep is no more, and the run ends at once. This needs no signals, and holds however the sweep comes to its end. On
//! its standard output the run says how far it is ([`say_how_far`]).

use super::directory::SweepDirectory;
use crate::output::OutputError;
use crate::output::claim::Claim;
use crate::output::progress::Listener;
use crate::output::summary::{Status, Summary};
use crate::run::interrupt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long a run that has ended, or a signal, waits to be seen: a fiftieth of the time that the run has taken, within
/// these bounds.
const NAPS: [Duration; 2] = [Duration::from_micros(500), Duration::from_millis(20)];
/// How long another is given to leave the directory of a run.
const PATIENCE: Duration = Duration::from_secs(1);
/// Exit code of a Rust program that panicked, where a panic does not abort it.
const PANICKED: i32 = 101;

/// How a run came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Return {
    /// It finished, or failed, which is noted in its directory.
    Ended,
    /// It was stopped on its way.
    Interrupted,
}

/// A program that does runs, and the words before those of a run.
static PROGRAM: OnceLock<(PathBuf, Vec<String>)> = OnceLock::new();

/// Has sweeps start `program` with `words` before their own for their runs, where the program that is running is not
/// `wetbounce` itself. The first call counts.
pub fn start_runs_with(program: PathBuf, words: Vec<String>) {
    PROGRAM.get_or_init(|| (program, words));
}

/// The words before those of a run.
pub(super) fn words_before() -> &'static [String] {
    PROGRAM.get().map_or(&[], |(_, words)| words)
}

/// The file of the program that is running, or that of [`start_runs_with`] in its place.
///
/// # Errors
/// The system does not tell.
pub(super) fn this_program() -> Result<PathBuf, OutputError> {
    if let Some((program, _)) = PROGRAM.get() {
        return Ok(program.clone());
    }
    std::env::current_exe().map_err(OutputError::io("find", Path::new("the program itself")))
}

/// The program that is running, to be started again on this machine. On Linux it is found even after its file has been
/// replaced, so that all runs of a sweep are done by the same version.
///
/// # Errors
/// The system does not tell.
pub fn this_program_again() -> Result<PathBuf, OutputError> {
    let running = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() && PROGRAM.get().is_none() {
        Ok(running.to_path_buf())
    } else {
        this_program()
    }
}

/// What says on standard output how far this run is, in lines of the share that is done and a text, for the sweep it
/// belongs to.
pub fn say_how_far() -> Listener {
    Arc::new(|share, text| {
        let mut out = std::io::stdout().lock();
        let _a_sweep_that_is_no_more_ends_the_run = writeln!(out, "{share} {text}").and_then(|()| out.flush());
    })
}

/// Lets `program` do one run, from its last checkpoint if there is one, with its run-up among those in the folder
/// `run_ups`, if there is one; `heard` hears how far it is. A failure is noted in its directory.
///
/// # Errors
/// The program cannot be started, or the failure cannot be noted.
pub(super) fn run(
    program: &Path,
    directory: &SweepDirectory,
    index: usize,
    run_ups: Option<&Path>,
    heard: &Listener,
) -> Result<Return, OutputError> {
    let out = directory.run_directory(index);
    await_former(&out);
    directory.forget_failure(index)?;
    let (status, said) = wait(command(program, &out, run_ups), heard).map_err(OutputError::io("start", program))?;
    let interrupted =
        || Summary::read(&out.join("summary.json")).is_ok_and(|summary| summary.status == Status::Interrupted);
    if status.success() {
        return Ok(Return::Ended);
    }
    if asked_to_stop(status) || interrupted() {
        return Ok(Return::Interrupted);
    }
    directory.note_failure(index, &cause(status, &said))?;
    Ok(Return::Ended)
}

/// Waits a moment for a directory in use: the runs of a sweep that was killed end with it, but not in the same instant.
fn await_former(out: &Path) {
    let asked = Instant::now();
    while matches!(Claim::of(out), Err(OutputError::InUse { .. })) && asked.elapsed() < PATIENCE {
        std::thread::sleep(NAPS[1]);
    }
}

fn command(program: &Path, out: &Path, run_ups: Option<&Path>) -> Command {
    let mut command = Command::new(program);
    // An interpreter finds its libraries by its own name.
    #[cfg(unix)]
    if words_before().is_empty() {
        std::os::unix::process::CommandExt::arg0(&mut command, "wetbounce");
    }
    command
        .args(words_before())
        .arg("run")
        .arg(out.join("case.toml"))
        .arg("--out")
        .arg(out)
        .args(["--resume", "--quiet", "--member"]);
    if let Some(folder) = run_ups {
        command.arg("--run-ups").arg(folder);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a run, hands on the wish to stop and how far it is, and waits for the end; returns it with the standard error
/// of the run.
fn wait(mut command: Command, heard: &Listener) -> std::io::Result<(ExitStatus, String)> {
    let started = Instant::now();
    let mut child = command.spawn()?;
    let (mut connection, mut errors, progress) = (child.stdin.take(), child.stderr.take(), child.stdout.take());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for line in progress.into_iter().flat_map(|progress| BufReader::new(progress).lines().map_while(Result::ok))
            {
                if let Some((share, text)) =
                    line.split_once(' ').and_then(|(share, text)| Some((share.parse().ok()?, text)))
                {
                    heard(share, text);
                }
            }
        });
        let said = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _what_came_before_an_error_counts = errors.as_mut().map(|errors| errors.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let mut passed_on = false;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if interrupt::requested() && !passed_on {
                let _it_may_have_ended = connection.as_mut().map(|connection| connection.write_all(b"\n"));
                passed_on = true;
            }
            std::thread::sleep((started.elapsed() / 50).clamp(NAPS[0], NAPS[1]));
        };
        Ok((status, said.join().expect("reading does not panic")))
    })
}

/// The text for `error.txt`.
fn cause(status: ExitStatus, said: &str) -> String {
    let said = said.trim();
    match status.code() {
        Some(code) if code != PANICKED && !said.is_empty() => format!("{said}\n"),
        None if was_killed(status) => format!(
            "the system ended it ({status})\n\n  help: where memory was short, do fewer at a time with --jobs; --resume tries again\n"
        ),
        _ => format!("an error in this program, please report it ({status})\n{said}\n"),
    }
}

/// Whether a signal that means "stop" ended the run, before it could heed it.
#[cfg(unix)]
fn asked_to_stop(status: ExitStatus) -> bool {
    std::os::unix::process::ExitStatusExt::signal(&status).is_some_and(|signal| interrupt::SIGNALS.contains(&signal))
}
#[cfg(not(unix))]
fn asked_to_stop(_status: ExitStatus) -> bool {
    false
}

/// Whether the system ended the run by force, as it does where memory is short.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(signal_hook::consts::signal::SIGKILL)
}
#[cfg(not(unix))]
fn was_killed(_status: ExitStatus) -> bool {
    false
}
