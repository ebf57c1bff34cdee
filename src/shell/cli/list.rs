//! `wetbounce list`: what comes with the program, by name.

use super::{CliError, say};
use crate::case::{InputError, LiquidName, Preset, SurfaceName};
use crate::validate::entry::Catalogue;
use crate::validate::shipped::{IMPACTS, PLANS, SHIPPED};
use clap::Args;
use wetbounce_physics::contact::Law;
use wetbounce_physics::keys::Word;
use wetbounce_physics::keyword::Keyword;
use wetbounce_physics::liquid::FarDrag;
use wetbounce_physics::own::Laws;
use wetbounce_physics::quantity::{DENSITY, PRESSURE};

/// List what comes with the program: cases, dry impacts, plans, laws, liquids, materials, surfaces, comparisons,
/// references
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce list\n  wetbounce list materials\n\nCases lie in cases/ of the repository, dry impacts in cases/impact/, plans in cases/sweeps/; `wetbounce validate NAME` runs a comparison, `wetbounce reference NAME` shows a reference."
)]
pub struct ListArgs {
    /// Which of them [default: all]
    #[arg(value_name = "WHAT")]
    pub what: Option<String>,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// A list: its name, and its rows of a word and what it means.
type Listed = (&'static str, Vec<(String, String)>);

/// All lists.
fn lists(catalogue: &Catalogue, laws: &Laws) -> Vec<Listed> {
    let files = |list: &[(&str, &str)]| list.iter().map(|(name, text)| ((*name).to_owned(), title(text))).collect();
    let named = |word: &str, key: &str| (word.to_owned(), format!("{key} = \"{word}\""));
    // Of two words for one choice, the one that it is written as.
    let written = |choice: &mut dyn Word, word: &str| {
        choice.choose(word, laws);
        choice.word() == word
    };
    let words = |choice: &mut dyn Word, key: &str| {
        let words = choice.words(laws).into_iter();
        words.filter(|word| written(choice, word)).map(|word| named(word, key)).collect::<Vec<_>>()
    };
    let material = |(word, preset): &(&str, Preset)| {
        let elastic = preset.elastic();
        let properties = format!(
            "{}, E = {}, nu = {}",
            DENSITY.brief(preset.density()),
            PRESSURE.brief(elastic.young_modulus),
            elastic.poisson_ratio
        );
        ((*word).to_owned(), properties)
    };
    let comparisons = catalogue.all(false).map(|entry| (entry.name.clone(), entry.title.clone()));
    let references = catalogue.references().into_iter();
    let references =
        references.map(|of| (of.name().to_owned(), format!("{} ({})", of.statement.title, of.statement.basis)));
    vec![
        ("cases", files(SHIPPED)),
        ("impacts", files(IMPACTS)),
        ("plans", files(PLANS)),
        ("laws", words(&mut Law::default(), "contact.law")),
        ("drags", words(&mut FarDrag::default(), "theory.drag")),
        ("liquids", LiquidName::WORDS.iter().map(|(word, _)| named(word, "liquid.name")).collect()),
        ("materials", Preset::WORDS.iter().map(material).collect()),
        ("surfaces", SurfaceName::WORDS.iter().map(|(word, _)| named(word, "sphere.surface")).collect()),
        ("comparisons", comparisons.collect()),
        ("references", references.collect()),
    ]
}

/// The title that a case or a plan gives itself.
fn title(text: &str) -> String {
    let table: toml::Table = text.parse().unwrap_or_default();
    table.get("title").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}

/// Prints the lists.
///
/// # Errors
/// A list that there is not, or the output cannot be written to.
pub fn run(args: ListArgs, catalogue: &Catalogue) -> Result<(), CliError> {
    let lists = lists(catalogue, &args.laws);
    let known: Vec<&str> = lists.iter().map(|(name, _)| *name).collect();
    let unknown = |name: &String| !known.contains(&name.as_str());
    if let Some(name) = args.what.as_ref().filter(|name| unknown(name)) {
        let problem = InputError::new(format!("there is no list `{name}`"));
        return Err(CliError::Input(problem.help(format!("one of {}", known.join(", ")))));
    }
    let mut text = String::new();
    for (name, rows) in lists.iter().filter(|(name, _)| args.what.as_deref().is_none_or(|what| what == *name)) {
        let width = rows.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
        text += &format!("{name}\n");
        for (word, meaning) in rows {
            text += format!("  {word:width$}  {meaning}").trim_end();
            text.push('\n');
        }
    }
    say(&text)
}
