//! `wetbounce completions`: what a shell needs to complete its command line.

use super::{CliError, say};
use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Print the completions of a shell: bash, elvish, fish, powershell or zsh
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce completions bash > ~/.local/share/bash-completion/completions/wetbounce\n  wetbounce completions zsh > \"${fpath[1]}/_wetbounce\"\n  wetbounce completions fish > ~/.config/fish/completions/wetbounce.fish"
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
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

#[cfg(test)]
mod tests {
    use super::super::{Cli, new};
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn shells_complete_the_keys_that_a_command_line_sets() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Elvish, Shell::PowerShell] {
            let mut text = Vec::new();
            generate(shell, &mut Cli::command(), "wetbounce", &mut text);
            let text = String::from_utf8(text).unwrap();
            let offered = [Shell::Bash, Shell::Zsh, Shell::Fish].contains(&shell);
            assert!(!offered || new::KEYS.iter().all(|key| text.contains(key)), "{shell}");
        }
        let mut command = Cli::command();
        let help = command.find_subcommand_mut("run").unwrap().render_long_help().to_string();
        assert!(!help.contains("contact.restitution"), "{help}");
    }
}
