//! The program: parse, dispatch, show the error, set the exit code.

use crate::cli::Cli;
use crate::contact::{self, OwnLaw};
use crate::error::BadParameter;
use crate::liquid::drag::{self, OwnDrag};
use crate::output::summary::{self, Build};
use crate::own::Laws;
use crate::run::interrupt;
use crate::validate::CATALOGUE;
use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

/// Laws of your own, each with its defaults and the word by which cases call it.
#[derive(Default)]
pub struct OwnLaws {
    /// Contact laws, for `contact.law`.
    pub contact: Vec<(&'static str, Box<dyn OwnLaw>)>,
    /// Drag far from every wall, for `theory.drag`.
    pub drag: Vec<(&'static str, Box<dyn OwnDrag>)>,
}

impl OwnLaws {
    /// What a reader of cases is given.
    ///
    /// # Errors
    /// A word that another law has.
    pub fn known(self) -> Result<Laws, BadParameter> {
        let laws = (self.contact.into_iter())
            .try_fold(Laws::default(), |laws, (word, law)| contact::law::add(laws, word, law))?;
        self.drag.into_iter().try_fold(laws, |laws, (word, law)| drag::add(laws, word, law))
    }
}

/// Has results state how this crate was built.
pub fn begin() {
    summary::built_from(Build { commit: env!("WETBOUNCE_COMMIT"), profile: env!("WETBOUNCE_PROFILE") });
}

/// The request of a command line, the program's name first.
///
/// # Errors
/// Words that the program does not know; also its help and its version.
pub fn parse<W: Into<OsString> + Clone>(words: impl IntoIterator<Item = W>) -> Result<Cli, clap::Error> {
    begin();
    Cli::try_parse_from(words)
}

/// The program `wetbounce`, with laws of your own beside the shipped ones: carries out its command line. The exit code
/// is 0 if it is done, 2 for wrong input, 3 for a failed run.
pub fn program(own: OwnLaws) -> ExitCode {
    interrupt::end_alike();
    let laws = match own.known() {
        Ok(laws) => laws,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match parse(std::env::args_os()).unwrap_or_else(|refused| refused.exit()).with_laws(laws).execute(&CATALOGUE) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = error.exit_code();
            error.show();
            ExitCode::from(code)
        }
    }
}
