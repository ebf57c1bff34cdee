//! `wetbounce new`: a commented case to start from.

use super::{CliError, say, schema};
use crate::case::{Case, InputError};
use crate::output::OutputError;
use clap::{Args, ValueHint};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use wetbounce_physics::own::Laws;

/// The case that is written: every key, commented.
pub const TEMPLATE: &str = include_str!("template.toml");

/// A case that says the least, in fifteen lines.
pub const SHORT: &str = include_str!("short.toml");

/// The keys of a case with their tables, as `contact.law`, in the order of [`TEMPLATE`].
pub static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut table = String::new();
    let mut keys = Vec::new();
    for line in TEMPLATE.lines().map(|line| line.trim_start_matches("# ")) {
        if let Some((name, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            table = format!("{name}.");
        } else if let Some((key, _)) = line.split_once(" = ")
            && key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        {
            keys.push(format!("{table}{key}"));
        }
    }
    keys
});

/// Write a commented case file to start from
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce new steel-in-oil             (writes steel-in-oil.toml)\n  wetbounce new steel-in-oil --short     (without the keys that have a default)"
)]
pub struct NewArgs {
    /// Name of the case, or path of the file
    #[arg(value_name = "NAME", value_hint = ValueHint::FilePath)]
    pub name: PathBuf,
    /// The fifteen lines that a case needs, without the keys that have a default
    #[arg(long)]
    pub short: bool,
    /// Write a JSON Schema of its keys beside it, which it names in its first line: see `wetbounce schema`
    #[arg(long)]
    pub schema: bool,
}

/// The name of the schema beside a case.
const SCHEMA: &str = "wetbounce.schema.json";

/// Writes the template to `NAME.toml`.
///
/// # Errors
/// The file exists already or cannot be written, its name cannot name a run, or a file that is no schema of this program
/// stands where the schema goes. No file is written then.
pub fn run(args: NewArgs) -> Result<(), CliError> {
    let path = with_extension(&args.name);
    let text = if args.short { SHORT } else { TEMPLATE };
    let shown = path.display();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Case::parse(text, "template.toml", &[format!("name={stem:?}")]).map_err(|_| {
        InputError::new(format!("`{stem}` cannot name a case"))
            .help("a name of a case becomes a directory: letters, digits, - and _ are safe")
    })?;
    let schema_file = path.with_file_name(SCHEMA);
    if args.schema {
        schema::may_write(&schema_file, "leave out --schema, or write the case into another directory")?;
    }
    let text = if args.schema { format!("#:schema ./{SCHEMA}\n{text}") } else { text.to_owned() };
    let mut file = std::fs::File::create_new(&path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => CliError::from(
            InputError::new(format!("there is already a file `{shown}`")).help("choose another name, or move it away"),
        ),
        ErrorKind::NotFound => {
            InputError::new(format!("there is no directory for `{shown}`")).help("create it first").into()
        }
        _ => OutputError::io("create", &path)(error).into(),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| {
        let _half_a_case_is_of_no_use = std::fs::remove_file(&path);
        OutputError::io("write", &path)(error)
    })?;
    if args.schema {
        schema::write(&schema_file, &Laws::default())?;
    }
    say(&format!("wrote {shown}\nnext: wetbounce check {shown}\n"))
}

fn with_extension(name: &Path) -> PathBuf {
    match name.extension() {
        Some(extension) if extension == "toml" => name.into(),
        _ => {
            let mut full = name.as_os_str().to_owned();
            full.push(".toml");
            full.into()
        }
    }
}
