//! `wetbounce man`: manual pages, one for the program and one for each verb.

use super::{CliError, say};
use crate::output::own_file::{self, NotOpened};
use crate::output::{OutputError, atomic};
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use std::path::{Path, PathBuf};

/// Write the manual pages: wetbounce.1 and one for each command
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce man ~/.local/share/man/man1     (then: man wetbounce-run)")]
pub struct ManArgs {
    /// Directory for the pages
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,
}

/// Writes the pages of `program`.
///
/// # Errors
/// A file of the name of a page is no page of this command, or a page cannot be written.
pub fn run(args: ManArgs, program: Command) -> Result<(), CliError> {
    let directory = &args.directory;
    let pages = pages(program, directory)?;
    own_file::open(directory, pages.iter().map(|(name, page)| (name, [begin(page)]))).map_err(elsewhere)?;
    pages.iter().try_for_each(|(name, page)| atomic::write(&directory.join(name), page))?;
    say(&format!("manual pages are in {}\n", directory.display()))
}

/// File name and text of the page of `program`, and of the page of each of its verbs.
fn pages(program: Command, directory: &Path) -> Result<Vec<(String, String)>, OutputError> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let verbs = program.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned();
    let all: Vec<Command> = std::iter::once(program.clone()).chain(verbs).collect();
    let page = |of: Command| {
        let (page, mut text) = (Man::new(of), Vec::new());
        page.render(&mut text).map_err(OutputError::io("write", directory))?;
        Ok((page.get_filename(), String::from_utf8_lossy(&text).into_owned()))
    };
    all.into_iter().map(page).collect()
}

/// How a page begins in every version of the program: up to the name in the line of its title.
fn begin(page: &str) -> &str {
    page.find(TITLE).map_or(page, |title| {
        let name = title + TITLE.len();
        &page[..name + page[name..].find(' ').map_or(0, |space| space + 1)]
    })
}

/// The request of a manual page that states its title: the name of the page comes next.
const TITLE: &str = "\n.TH ";

/// A file in the way, with advice on the argument of this command.
fn elsewhere(error: NotOpened) -> CliError {
    match error {
        NotOpened::Input(error) => error.help("give another DIR, or move the file away").into(),
        NotOpened::Output(error) => error.into(),
    }
}
