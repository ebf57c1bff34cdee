//! Parse, dispatch, show the error, set the exit code.

use clap::Parser;
use std::process::ExitCode;
use wetbounce::cli::Cli;
use wetbounce::run::interrupt;
use wetbounce::validate::CATALOGUE;

fn main() -> ExitCode {
    interrupt::end_alike();
    match Cli::parse().execute(&CATALOGUE) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = error.exit_code();
            error.show();
            ExitCode::from(code)
        }
    }
}
