//! Builds in what is shipped in the folder `cases` of the repository: lists of names and texts.
//!
//! A package of this crate has nothing of the folders above it. So `cases` here is a link to them, which `cargo package` follows; where a
//! clone has no links (Windows), the folder itself is read.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The lists, each with its folder below `cases`.
const LISTS: [(&str, &str, &str); 3] = [
    ("SHIPPED", "", "The shipped cases"),
    ("PLANS", "sweeps", "The shipped plans"),
    ("IMPACTS", "impact", "The shipped dry impacts"),
];

fn main() {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let (packed, shared) = (crate_folder.join("cases"), crate_folder.join("../../cases"));
    let folder = if packed.is_dir() { packed } else { shared };
    println!("cargo::rerun-if-changed={}", folder.display());
    let lists = LISTS.map(|(name, below, about)| {
        let entries: String = toml_files(&folder.join(below)).iter().map(|path| entry(path)).collect();
        format!(
            "/// {about}: name and text, in the order of the alphabet.\npub const {name}: &[(&str, &str)] = &[\n{entries}];\n"
        )
    });
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("shipped.rs"), lists.concat()).expect("it can be written");
}

/// The TOML files of a folder, in the order of the alphabet.
fn toml_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    paths
}

/// A line of a list.
fn entry(path: &Path) -> String {
    let name = path.file_stem().expect("it has a name").to_string_lossy();
    let path = fs::canonicalize(path).expect("it is there");
    format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string())
}
