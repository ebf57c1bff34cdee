//! Builds the shipped cases in: a list of their names and texts, from the folder `cases` of the repository.
//!
//! A package of this crate has nothing of the folders above it. So `cases` here is a link to them, which `cargo package` follows; where a
//! clone has no links (Windows), the folder itself is read.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let (packed, shared) = (crate_folder.join("cases"), crate_folder.join("../../cases"));
    let folder = if packed.is_dir() { packed } else { shared };
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let entry = |path: &PathBuf| {
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let path = fs::canonicalize(path).expect("it is there");
        format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string())
    };
    let entries: String = paths.iter().map(entry).collect();
    let text = format!(
        "/// The shipped cases: name and text, in the order of the alphabet.\npub const SHIPPED: &[(&str, &str)] = &[\n{entries}];\n"
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(Path::new(&out).join("shipped.rs"), text).expect("it can be written");
}
