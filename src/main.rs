//! The program with the shipped laws.

use std::process::ExitCode;
use wetbounce::{OwnLaws, program};

fn main() -> ExitCode {
    program(OwnLaws::default())
}
