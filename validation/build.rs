//! Lists the entries and the tables of references, so that a new one is a file and nothing else.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=.");
    // The manifest of the crate is no entry.
    list(".", "toml", "Cargo", "entries.rs");
    list("references", "csv", "", "tables.rs");
}

/// Writes names and texts of the files in a folder that have this extension, in the order of their names, but for one.
fn list(folder: &str, extension: &str, but: &str, file: &str) {
    let paths = fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it can be read").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| name != but)
        .collect();
    names.sort();
    let here = fs::canonicalize(folder).expect("the folder is there");
    let one = |name: &String| format!("({name:?}, include_str!({:?})),\n", here.join(format!("{name}.{extension}")));
    let text = format!("&[{}]", names.iter().map(one).collect::<String>());
    let out = env::var_os("OUT_DIR").expect("cargo says it");
    fs::write(Path::new(&out).join(file), text).expect("cargo's folder can be written");
}
