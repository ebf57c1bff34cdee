//! `wetbounce reference`: values that any other program can be held against.

use super::{CliError, say};
use crate::case::InputError;
use crate::output::OutputError;
use crate::reference::{Reference, folder, thesis};
use crate::run::RunFailure;
use crate::validate::entry::Catalogue;
use clap::{Args, ValueHint};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// List exact, converged and measured references, or write one for a comparison with another program
#[derive(Debug, Clone, Default, Args)]
#[command(
    after_help = "Example:\n  wetbounce reference   (lists them)\n  wetbounce reference approach-wall   (shows what to run and what to write down)\n  wetbounce reference thesis --out thesis   (the figures of the thesis)\n  wetbounce reference approach-wall --out approach-wall\n\nWrites README.md, reference.csv and figure.svg; never overwrites a file."
)]
pub struct ReferenceArgs {
    /// Which of them [default: list all]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Directory for its files, new or empty [default: show its README.md]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "name")]
    pub out: Option<PathBuf>,
}

/// Lists the references of `catalogue`, shows one, or writes it.
///
/// # Errors
/// An unknown name, a directory that holds other files, or files that cannot be written.
pub fn run(args: ReferenceArgs, catalogue: &Catalogue) -> Result<(), CliError> {
    let all = catalogue.references();
    let Some(name) = args.name else {
        let width = all.iter().map(|one| one.name().len()).max().unwrap_or(0);
        let line = |of: &Reference| format!("{:width$}  {:9}  {}\n", of.name(), of.statement.basis, of.statement.title);
        return say(&all.iter().map(line).collect::<String>());
    };
    if name == thesis::NAME {
        return figures(args.out);
    }
    let Some(reference) = all.iter().find(|one| one.name() == name) else {
        let known = all.iter().map(Reference::name).chain([thesis::NAME]).collect::<Vec<_>>().join(", ");
        return Err(InputError::new(format!("there is no reference `{name}`")).help(format!("one of {known}")).into());
    };
    let Some(out) = args.out else { return say(&reference.readme()) };
    free(reference, &out)?;
    reference.write(&out).map_err(|error| {
        let message = format!("the reference cannot be written: {error}");
        CliError::from(InputError::new(message).help("give another --out"))
    })?;
    let [readme, table, figure] = folder::FILES;
    let rows = reference.table().rows().len();
    let out = out.display();
    say(&format!("wrote {out}: {readme}, {table} ({rows} rows), {figure}\nnext: read {out}/{readme}\n"))
}

/// Writes the figures of the thesis.
fn figures(out: Option<PathBuf>) -> Result<(), CliError> {
    let Some(out) = out else {
        let help = "wetbounce reference thesis --out thesis: a new directory, or one that this command wrote";
        return Err(InputError::new("the figures of the thesis need a directory").help(help).into());
    };
    if let Some(held) = thesis::foreign(&out) {
        let message = format!("the directory `{}` holds `{}`", out.display(), held.display());
        return Err(InputError::new(message)
            .help("give --out a new or an empty directory: no file is overwritten")
            .into());
    }
    thesis::write(&out).map_err(|failure| match failure {
        RunFailure::Output(error) => CliError::from(error),
        failure => failure.into(),
    })?;
    let out = out.display();
    say(&format!("wrote {out}: {}\nnext: read {out}/README.md\n", thesis::files().join(", ")))
}

/// Refuses a directory with files that this would overwrite, or that are none of the reference. A reference that was
/// written before is written again where nothing in it changes.
fn free(reference: &Reference, out: &Path) -> Result<(), CliError> {
    let held = match std::fs::read_dir(out) {
        Ok(held) => held,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            let problem = OutputError::io("read the directory", out)(error).to_string();
            return Err(InputError::new(problem).help("give the name of a new directory to --out").into());
        }
    };
    let files = reference.files();
    let own = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        let text = files.iter().find(|(file, _)| Some(*file) == name).map(|(_, text)| text);
        text.is_some_and(|text| std::fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()))
    };
    let mut others: Vec<String> =
        held.flatten().filter(|held| !own(&held.path())).map(|held| held.file_name().display().to_string()).collect();
    others.sort();
    let Some(first) = others.first() else { return Ok(()) };
    let message = format!("the directory `{}` holds `{first}`", out.display());
    Err(InputError::new(message).help("give --out a new or an empty directory: no file is overwritten").into())
}
