//! `cargo xtask web [FILE]`: the page for a browser, one file that needs no other. Default: `target/web/index.html`.
//!
//! The crate `web` is compiled for `wasm32-unknown-unknown`, `wasm-bindgen` writes its bindings, and both go into
//! `web/page.html` with style, script and worker: the program compressed and in base 64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use wasm_bindgen_cli_support::Bindgen;

/// Where the crate is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";
/// The place of the name of the crate's file, below the target directory.
const BUILT: &str = "wasm32-unknown-unknown/web/wetbounce_web.wasm";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["web"] => None,
        ["web", file] => Some(PathBuf::from(file)),
        _ => {
            eprintln!(
                "usage: cargo xtask web [FILE]    builds the page for a browser [default: target/web/index.html]"
            );
            return ExitCode::from(2);
        }
    };
    match page(file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::from(3)
        }
    }
}

/// Builds the page into `file`.
fn page(file: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the workspace has no folder")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--locked", "--profile", "web", "--target", TARGET, "--package", "wetbounce-web"])
        .current_dir(root)
        // The flags of this target stand in .cargo/config.toml.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()?;
    if !built.success() {
        return Err(format!(
            "the crate `web` is not compiled; it needs the target {TARGET}: rustup target add {TARGET}"
        )
        .into());
    }
    let mut output = Bindgen::new()
        .input_path(target.join(BUILT))
        .no_modules(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&output.wasm_mut().emit_wasm())?;
    let program = STANDARD.encode(packed.finish()?);
    let part = |name: &str| std::fs::read_to_string(root.join("web").join(name));
    let bindings = output.js().replace("</", "<\\/");
    let page = part("page.html")?
        .replace("{{style}}", &part("page.css")?)
        .replace("{{page}}", &part("page.js")?)
        .replace("{{worker}}", &format!("{bindings}\n{}", part("worker.js")?))
        .replace("{{program}}", &program);
    let file = file.unwrap_or_else(|| target.join("web/index.html"));
    file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(&file, &page)?;
    println!("{}: {:.2} MB", file.display(), 1e-6 * page.len() as f64);
    Ok(())
}
