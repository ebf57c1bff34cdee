//! Parse, dispatch, show the error, set the exit code.

use clap::Parser;
use std::process::ExitCode;
use wetbounce::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = error.exit_code();
            error.show();
            ExitCode::from(code)
        }
    }
}
