//! The command line, one file a verb.
//!
//! A verb is an argument struct with its help and an example, and `pub fn run(args) -> Result<(), CliError>`.
//! Exit codes: 0 done, 2 the user's input is wrong, 3 the run failed.

mod case_args;
pub mod check;
mod check_impact;
mod check_plan;
mod check_section;
pub mod collect;
pub mod compare;
pub mod completions;
pub mod converge;
mod error;
mod log_lines;
pub mod film;
pub mod fit;
pub mod impact;
mod in_memory;
pub mod law;
pub mod list;
pub mod man;
pub mod measure;
mod measure_figure;
pub mod new;
pub mod plot;
mod plot_input;
pub mod reference;
pub mod run;
mod say;
mod scales;
pub mod schema;
pub mod sweep;
pub mod theory;
pub mod validate;

pub use case_args::{CaseArgs, no_file};
pub use error::CliError;
pub use in_memory::InMemory;
use say::say_unless;
pub use say::{hear, say};

use crate::output::summary;
use crate::validate::entry::Catalogue;
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use wetbounce_physics::own::Laws;

/// Begins to write what the solver does on standard error, as far as the environment variable WETBOUNCE_LOG asks for
/// it.
pub fn log() {
    log_lines::begin(0);
}

/// How does a sphere land on a wall under a liquid, and how does it bounce?
///
/// A case is a TOML file: sphere, liquid, wall, release. Quantities carry units ("3 mm", "10 mPa s", "20 cSt", "2.5
/// D").
#[derive(Debug, Parser)]
#[command(
    name = "wetbounce",
    version = summary::version(),
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Example:\n  wetbounce new steel-in-oil          write a commented case\n  wetbounce check steel-in-oil.toml   show what it means\n  wetbounce run steel-in-oil.toml     compute it into runs/steel-in-oil\n  wetbounce list                      names of cases, materials, laws\n\nExit codes: 0 done, 2 wrong input, 3 failed run."
)]
pub struct Cli {
    /// Print on standard error what the solver does: -v contacts, films and checkpoints, -vv every step and what
    /// limited it. The environment variable WETBOUNCE_LOG (info, debug, trace) does the same.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    New(new::NewArgs),
    Check(check::CheckArgs),
    Run(run::RunArgs),
    Theory(theory::TheoryArgs),
    Film(film::FilmArgs),
    Impact(impact::ImpactArgs),
    Measure(measure::MeasureArgs),
    Compare(compare::CompareArgs),
    Fit(fit::FitArgs),
    Sweep(sweep::SweepArgs),
    Collect(collect::CollectArgs),
    Law(law::LawArgs),
    Plot(plot::PlotArgs),
    Converge(converge::ConvergeArgs),
    Reference(reference::ReferenceArgs),
    Validate(validate::ValidateArgs),
    List(list::ListArgs),
    Schema(schema::SchemaArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Cli {
    /// Carries out the request; `catalogue` has the comparisons of `validate`.
    ///
    /// # Errors
    /// Wrong input, a failed run, or a result that could not be written.
    pub fn execute(self, catalogue: &Catalogue) -> Result<(), CliError> {
        log_lines::begin(self.verbose);
        match self.verb {
            Verb::Run(args) => run::run(args),
            Verb::Film(args) => film::run(args),
            Verb::Theory(args) => theory::run(args),
            Verb::Compare(args) => compare::run(args, catalogue),
            Verb::Measure(args) => measure::run(args),
            Verb::Fit(args) => fit::run(args),
            Verb::Plot(args) => plot::run(args),
            Verb::Impact(args) => impact::run(args),
            Verb::New(args) => new::run(args),
            Verb::Check(args) => check::run(args),
            Verb::Validate(args) => validate::run(args, catalogue),
            Verb::Reference(args) => reference::run(args, catalogue),
            Verb::Converge(args) => converge::run(args),
            Verb::Sweep(args) => sweep::run(args),
            Verb::Collect(args) => collect::run(args),
            Verb::Law(args) => law::run(args),
            Verb::List(args) => list::run(args, catalogue),
            Verb::Schema(args) => schema::run(args),
            Verb::Completions(args) => completions::run(args, Self::command()),
            Verb::Man(args) => man::run(args, Self::command()),
        }
    }
}

impl Cli {
    /// The same request, whose cases may name these `laws` of your own.
    pub fn with_laws(mut self, laws: Laws) -> Self {
        let known = match &mut self.verb {
            Verb::Run(args) => &mut args.case.laws,
            Verb::Theory(args) => &mut args.case.laws,
            Verb::Film(args) => &mut args.case.laws,
            Verb::Fit(args) => &mut args.case.laws,
            Verb::Check(args) => &mut args.case.laws,
            Verb::Converge(args) => &mut args.case.laws,
            Verb::Impact(args) => &mut args.laws,
            Verb::Compare(args) => &mut args.laws,
            Verb::Plot(args) => &mut args.laws,
            Verb::Validate(args) => &mut args.laws,
            Verb::Sweep(args) => &mut args.laws,
            Verb::Collect(args) => &mut args.laws,
            Verb::Law(args) => &mut args.laws,
            Verb::List(args) => &mut args.laws,
            Verb::Schema(args) => &mut args.laws,
            Verb::Measure(_) | Verb::Reference(_) | Verb::New(_) | Verb::Completions(_) | Verb::Man(_) => return self,
        };
        *known = laws;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command};
    use clap_complete::{Shell, generate};

    fn verbs() -> Vec<Command> {
        let command = |name: &'static str, augment: fn(Command) -> Command| augment(Command::new(name));
        vec![
            command("run", run::RunArgs::augment_args),
            command("theory", theory::TheoryArgs::augment_args),
            command("impact", impact::ImpactArgs::augment_args),
            command("film", film::FilmArgs::augment_args),
            command("sweep", sweep::SweepArgs::augment_args),
            command("collect", collect::CollectArgs::augment_args),
            command("law", law::LawArgs::augment_args),
            command("list", list::ListArgs::augment_args),
            command("schema", schema::SchemaArgs::augment_args),
            command("compare", compare::CompareArgs::augment_args),
            command("measure", measure::MeasureArgs::augment_args),
            command("fit", fit::FitArgs::augment_args),
            command("plot", plot::PlotArgs::augment_args),
            command("check", check::CheckArgs::augment_args),
            command("converge", converge::ConvergeArgs::augment_args),
            command("validate", validate::ValidateArgs::augment_args),
            command("reference", reference::ReferenceArgs::augment_args),
            command("new", new::NewArgs::augment_args),
            command("completions", completions::CompletionsArgs::augment_args),
            command("man", man::ManArgs::augment_args),
        ]
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        verbs().into_iter().for_each(Command::debug_assert);
    }

    #[test]
    fn every_verb_says_what_it_does_and_shows_an_example() {
        for mut verb in verbs() {
            let name = verb.get_name().to_string();
            assert!(verb.get_about().is_some_and(|about| !about.to_string().is_empty()), "{name}");
            let help = verb.render_long_help().to_string();
            assert!(help.contains(&format!("Example:\n  wetbounce {name}")), "{help}");
            assert!(verb.get_arguments().all(|argument| argument.get_help().is_some()), "{help}");
            // A paragraph is one line, which the terminal breaks at its own width.
            let after = verb.get_after_help().map_or(String::new(), ToString::to_string);
            let lines: Vec<&str> = after.lines().collect();
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ') && line != "Example:";
            assert!(lines.windows(2).all(|pair| !(is_text(pair[0]) && is_text(pair[1]))), "{name}: {after}");
            // A command that is copied is not broken within a word.
            let wide = lines.iter().filter(|line| line.starts_with(' ')).find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{name}: an example is wider than 80 columns");
        }
    }

    #[test]
    fn shells_complete_the_keys_that_a_command_line_sets() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut text = Vec::new();
            generate(shell, &mut Cli::command(), "wetbounce", &mut text);
            let text = String::from_utf8(text).unwrap();
            assert!(new::KEYS.iter().all(|key| text.contains(key)), "{shell}");
        }
        let mut command = Cli::command();
        let help = command.find_subcommand_mut("run").unwrap().render_long_help().to_string();
        assert!(!help.contains("contact.restitution"), "{help}");
    }
}
