//! Records the commit and the profile that the program is built from, for `--version`, summaries and reports: for the
//! crate at the top alone, which tells the others when it starts, so that a new commit compiles nothing else.
//!
//! `WETBOUNCE_COMMIT` in the environment goes first, for builds of a source archive; without it git is asked. A release
//! build asks anew after every commit, others only when the sources change.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=WETBOUNCE_COMMIT");
    for input in ["src", "validation", "cases", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={input}");
    }
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|_| release) {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = std::env::var("WETBOUNCE_COMMIT").ok().or_else(commit).unwrap_or_default();
    println!("cargo::rustc-env=WETBOUNCE_COMMIT={commit}");
    println!("cargo::rustc-env=WETBOUNCE_PROFILE={}", if release { "release" } else { "debug" });
}

/// The commit, with `-dirty` where files that git knows were changed.
fn commit() -> Option<String> {
    let here = git(&["rev-parse", "--show-prefix"])?;
    git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]).filter(|_| here.is_empty())
}

/// What git answers, if there is one and it knows.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
