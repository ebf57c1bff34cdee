//! `wetbounce completions`: the script by which a shell completes its command line.

use super::{CliError, say};
use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Print the completions of a shell: bash, elvish, fish, powershell or zsh
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce completions bash \\\n      > ~/.local/share/bash-completion/completions/wetbounce\n  wetbounce completions zsh > \"${fpath[1]}/_wetbounce\"\n  wetbounce completions fish > ~/.config/fish/completions/wetbounce.fish"
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(super) shell: Shell,
}

/// Prints the completions of `program`.
///
/// # Errors
/// The output cannot be written to.
pub fn run(args: CompletionsArgs, mut program: Command) -> Result<(), CliError> {
    let mut text = Vec::new();
    generate(args.shell, &mut program, "wetbounce", &mut text);
    say(&String::from_utf8_lossy(&text))
}
