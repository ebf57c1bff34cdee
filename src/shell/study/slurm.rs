//! A sweep on a cluster with Slurm: a job array over the same run directories.
//!
//! `slurm/array.sh` runs one line of `slurm/runs.txt` a task, in the directory of the sweep, which all nodes must see
//! under the same path. Slurm sends USR1 a minute before the time limit ends a task (`--signal`), and TERM when it
//! takes the node away; the script passes it on, the run writes a checkpoint, and the task goes back into the queue,
//! from where it will go on. A task that the user has cancelled does not come back, but can be submitted again. When
//! all tasks have ended, a last job collects the table. Anything else that a site asks for (account, quality of service
//! …) can be given in the environment, as `SBATCH_ACCOUNT` and the like.

use super::SweepError;
use super::directory::SweepDirectory;
use super::local::to_do;
use super::member::{this_program, words_before};
use super::setting::file_name;
use crate::case::InputError;
use crate::output::atomic;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Largest array submitted at once; the usual limit of a site is 1001.
const LARGEST_ARRAY: usize = 1000;
/// Directory of script, list and logs within that of the sweep.
const SLURM: &str = "slurm";

/// Options of Slurm.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlurmOptions {
    /// Partition; the site's default if none is given.
    pub partition: Option<String>,
    /// Time limit of a task, as Slurm writes it.
    pub time: Option<String>,
    /// Most tasks at a time.
    pub array_limit: Option<u32>,
    /// Try failed runs again.
    pub retry_failed: bool,
    /// Write the files, submit nothing.
    pub prepare_only: bool,
}

/// The jobs handed to Slurm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The script.
    pub script: PathBuf,
    /// Runs in it.
    pub runs: usize,
    /// Identifiers of the arrays; none if nothing was submitted.
    pub arrays: Vec<String>,
    /// Identifier of the job that collects the table.
    pub collect: Option<String>,
}

/// Writes the job array for the runs that are not done and submits it, unless it is only to be prepared.
///
/// # Errors
/// An option that Slurm cannot take, jobs of this sweep still in the queue, no Slurm, or a file that cannot be written.
pub fn submit(directory: &SweepDirectory, options: &SlurmOptions) -> Result<Submitted, SweepError> {
    check(options)?;
    let folder = directory.root.join(SLURM);
    let queued = folder.join("jobs.txt");
    if !options.prepare_only {
        refuse_twice(&queued)?;
    }
    let runs = to_do(directory, options.retry_failed);
    let script_path = folder.join("array.sh");
    let mut submitted = Submitted { script: script_path.clone(), runs: runs.len(), arrays: Vec::new(), collect: None };
    if runs.is_empty() {
        return Ok(submitted);
    }
    atomic::make_directory(&folder)?;
    let names: String = runs.iter().map(|&index| format!("{}\n", directory.record.runs[index].name)).collect();
    atomic::write(&folder.join("runs.txt"), names)?;
    let program = this_program()?;
    let name = &directory.record.name;
    let array = array_script(name, &program, options, runs.len(), threads(directory));
    let collect = collect_script(name, &program, options);
    for (path, text) in [(&script_path, array), (&folder.join("collect.sh"), collect)] {
        atomic::write(path, text)?;
    }
    if options.prepare_only {
        return Ok(submitted);
    }
    for first in (0..runs.len()).step_by(LARGEST_ARRAY) {
        let array = range((runs.len() - first).min(LARGEST_ARRAY), options.array_limit);
        let arguments = [format!("--array={array}"), format!("{SLURM}/array.sh"), first.to_string()];
        submitted.arrays.push(sbatch(&directory.root, &arguments)?);
        atomic::write(&queued, submitted.arrays.join("\n") + "\n")?;
    }
    let after = format!("--dependency=afterany:{}", submitted.arrays.join(":"));
    submitted.collect = Some(sbatch(&directory.root, &[after, format!("{SLURM}/collect.sh")])?);
    Ok(submitted)
}

/// The first lines of a script: the interpreter and the options of Slurm.
fn head(name: &str, options: &SlurmOptions, more: &[(&str, String)]) -> String {
    let partition = options.partition.iter().map(|partition| ("partition", partition.clone()));
    let all = std::iter::once(("job-name", file_name(name))).chain(partition).chain(more.iter().cloned());
    let lines = all.map(|(key, value)| format!("#SBATCH --{key}={value}\n"));
    format!("#!/bin/sh\n{}", lines.collect::<String>())
}

/// The script of the array. Task `N` of an array that starts at run `first` (its only argument) takes line
/// `first + N + 1` of the list.
fn array_script(name: &str, program: &Path, options: &SlurmOptions, runs: usize, threads: usize) -> String {
    let time = options.time.iter().map(|time| ("time", time.clone()));
    let directives: Vec<(&str, String)> = time
        .chain([
            ("array", range(runs.min(LARGEST_ARRAY), options.array_limit)),
            ("ntasks", "1".into()),
            ("cpus-per-task", threads.to_string()),
            ("signal", "B:USR1@60".into()),
            ("open-mode", "append".into()),
            ("output", format!("{SLURM}/%A_%a.log")),
        ])
        .collect();
    let body = ARRAY.replace("PROGRAM", &quoted(&program.display().to_string()));
    format!("{}#SBATCH --requeue\n{body}", head(name, options, &directives))
}

/// The script that makes the table once the array has ended.
fn collect_script(name: &str, program: &Path, options: &SlurmOptions) -> String {
    let directives = [("ntasks", "1".into()), ("output", format!("{SLURM}/collect.log"))];
    let program = quoted(&program.display().to_string());
    let head = head(&format!("{name}-collect"), options, &directives);
    format!("{head}\nprogram=${{WETBOUNCE:-{program}}}\n\"$program\" collect .\n")
}

const ARRAY: &str = r#"#
# Submit it from the directory of the sweep: sbatch slurm/array.sh
# Task N does the run in line N + 1 of slurm/runs.txt, counted from the first argument on.

program=${WETBOUNCE:-PROGRAM}
name=$(sed -n "$((${1:-0} + SLURM_ARRAY_TASK_ID + 1))p" slurm/runs.txt)
run="runs/$name"
task="${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"

# The time limit is near, or the node is wanted: leave a checkpoint and go back into the queue. A task that Slurm is
# ending already was cancelled, and stays away, or preempted, and Slurm brings it back.
stop() {
    trap '' USR1 TERM
    kill -USR1 "$child" 2>/dev/null
    wait "$child"
    rm -f "$run/error.txt"
    case $(scontrol show job -o "$task") in
        *JobState=RUNNING*) echo "$name: back into the queue" && scontrol requeue "$task" ;;
        *) echo "$name: stopped, can be submitted again" ;;
    esac
    exit 0
}
trap stop USR1 TERM

"$program" run "$run/case.toml" --out "$run" --resume --quiet 2> "$run/error.txt" &
child=$!
wait "$child"
code=$?
cat "$run/error.txt" >&2
[ "$code" -eq 0 ] && rm -f "$run/error.txt"
exit "$code"
"#;

/// A text as one word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn range(count: usize, limit: Option<u32>) -> String {
    let limit = limit.map_or(String::new(), |limit| format!("%{limit}"));
    format!("0-{}{limit}", count - 1)
}

fn threads(directory: &SweepDirectory) -> usize {
    let cases = (0..directory.record.runs.len()).filter_map(|index| directory.case(index));
    cases.map(|case| case.run.threads).max().unwrap_or(1)
}

fn check(options: &SlurmOptions) -> Result<(), InputError> {
    if !words_before().is_empty() {
        return Err(InputError::new(
            "jobs of Slurm start the command `wetbounce`, and this sweep was not started by it",
        )
        .help("start the sweep as `wetbounce sweep PLAN --slurm`"));
    }
    let usable = |text: &str, extra: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || extra.contains(c))
    };
    if let Some(odd) = options.partition.as_deref().filter(|partition| !usable(partition, "-_.,")) {
        return Err(InputError::new(format!("`{odd}` cannot name a partition")).help("`sinfo` lists the partitions"));
    }
    let number = |text: &str| (1..10).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    let is_time = |time: &str| {
        let (days, clock) = time.split_once('-').map_or((None, time), |(days, clock)| (Some(days), clock));
        // A limit of zero is none to Slurm.
        let lasts = time.bytes().any(|sign| (b'1'..=b'9').contains(&sign));
        lasts && days.is_none_or(number) && clock.split(':').count() <= 3 && clock.split(':').all(number)
    };
    if let Some(odd) = options.time.as_deref().filter(|time| !is_time(time)) {
        let help = "write minutes, hours:minutes:seconds or days-hours, for example 30, 2:00:00 or 1-12";
        return Err(InputError::new(format!("`{odd}` is not a time limit of Slurm")).help(help));
    }
    Ok(())
}

/// Two jobs must not work in one run directory.
fn refuse_twice(queued: &Path) -> Result<(), InputError> {
    let Ok(list) = std::fs::read_to_string(queued) else { return Ok(()) };
    let jobs = list.split_whitespace().collect::<Vec<_>>().join(",");
    let Ok(answer) = Command::new("squeue").args(["--noheader", "--jobs", &jobs]).output() else { return Ok(()) };
    if answer.status.success() && !answer.stdout.trim_ascii().is_empty() {
        let problem = InputError::new(format!("jobs {jobs} of this sweep are still in the queue"));
        return Err(problem.help(format!("wait for them, or cancel them: scancel {}", jobs.replace(',', " "))));
    }
    Ok(())
}

/// Submits a job from `root` and returns its identifier.
fn sbatch(root: &Path, arguments: &[String]) -> Result<String, SweepError> {
    let answer = Command::new("sbatch").arg("--parsable").args(arguments).current_dir(root).output();
    let help = format!(
        "the files are there: submit them where Slurm is, from {}, with `sbatch {SLURM}/array.sh`; or leave out --slurm \
         and the runs are done on this machine",
        root.display()
    );
    match answer {
        Ok(answer) if answer.status.success() => {
            let text = String::from_utf8_lossy(&answer.stdout);
            Ok(text.trim().split(';').next().unwrap_or_default().to_owned())
        }
        Ok(answer) => {
            let said = String::from_utf8_lossy(&answer.stderr);
            Err(SweepError::Slurm { said: said.trim().to_owned(), help })
        }
        Err(error) => Err(SweepError::Slurm { said: format!("`sbatch` cannot be run: {error}"), help }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_asks_for_what_the_options_say() {
        let options = SlurmOptions {
            partition: Some("long".into()),
            time: Some("2:00:00".into()),
            array_limit: Some(8),
            ..SlurmOptions::default()
        };
        let text = array_script("steel in oil", Path::new("/opt/it's here/wetbounce"), &options, 16, 2);
        for line in [
            "#SBATCH --job-name=steelinoil",
            "#SBATCH --array=0-15%8",
            "#SBATCH --partition=long",
            "#SBATCH --time=2:00:00",
            "#SBATCH --cpus-per-task=2",
            "#SBATCH --signal=B:USR1@60",
            "#SBATCH --requeue",
            "program=${WETBOUNCE:-'/opt/it'\\''s here/wetbounce'}",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(array_script("x", Path::new("w"), &SlurmOptions::default(), 5000, 1).contains("--array=0-999\n"));
    }

    #[test]
    fn options_that_would_break_the_script_are_refused() {
        let partition = |text: &str| SlurmOptions { partition: Some(text.into()), ..SlurmOptions::default() };
        let time = |text: &str| SlurmOptions { time: Some(text.into()), ..SlurmOptions::default() };
        assert!(check(&partition("main\n#SBATCH")).is_err() && check(&partition("gpu_a-1.x")).is_ok());
        assert!(check(&time("2 hours")).is_err() && check(&time("")).is_err());
        assert!(["0", "0:00:00", "0-0"].into_iter().all(|text| check(&time(text)).is_err()));
        assert!(["30", "2:00:00", "1-12"].into_iter().all(|text| check(&time(text)).is_ok()));
    }
}
