//! Builds in what is shipped in the folder `cases` of the repository, and the pages of the book that say what keys
//! mean: lists of names and texts.
//!
//! A package of this crate has nothing of the folders above it. So `cases` and `book` here are links to them, which
//! `cargo package` follows; where a clone has no links (Windows), the folders themselves are read.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The lists, each with its folder below `cases`.
const LISTS: [(&str, &str, &str); 3] = [
    ("SHIPPED", "", "The shipped cases"),
    ("PLANS", "sweeps", "The shipped plans"),
    ("IMPACTS", "impact", "The shipped dry impacts"),
];

/// Pages of the book with tables of keys: of a case, of a dry impact, of a plan.
const PAGES: [&str; 3] = ["case.md", "impact-reference.md", "sweeps.md"];

fn main() {
    let folder = linked("cases", "../../cases");
    println!("cargo::rerun-if-changed={}", folder.display());
    let lists = LISTS.map(|(name, below, about)| {
        let entries: String = toml_files(&folder.join(below)).iter().map(|path| entry(path)).collect();
        format!(
            "/// {about}: name and text, in the order of the alphabet.\npub const {name}: &[(&str, &str)] = &[\n{entries}];\n"
        )
    });
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("shipped.rs"), lists.concat()).expect("it can be written");
    let book = linked("book", "../../docs/src");
    let pages = PAGES.map(|page| {
        println!("cargo::rerun-if-changed={}", book.join(page).display());
        entry(&book.join(page))
    });
    let pages =
        format!("/// Pages of the book: name and text.\nconst PAGES: &[(&str, &str)] = &[\n{}];\n", pages.concat());
    fs::write(out.join("pages.rs"), pages).expect("it can be written");
}

/// A folder of the repository by its link, else where it is.
fn linked(link: &str, shared: &str) -> PathBuf {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let packed = crate_folder.join(link);
    if packed.is_dir() { packed } else { crate_folder.join(shared) }
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
