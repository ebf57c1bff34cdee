//! The program as a user starts it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use wetbounce::remark::Remarks;

/// Path of the built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_wetbounce");

/// Exit code, standard output and standard error of the program, run in `directory`.
pub fn wetbounce(directory: &Path, args: &[impl AsRef<OsStr>]) -> (i32, String, String) {
    let output = Command::new(PROGRAM).current_dir(directory).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("messages are UTF-8");
    (output.status.code().expect("no signal ends it"), text(output.stdout), text(output.stderr))
}

/// The remarks of an answer in JSON.
pub fn remarks(answer: &serde_json::Value) -> Remarks {
    serde_json::from_value(answer.clone()).unwrap()
}

/// A message on one line, without the marks and line breaks of the terminal.
pub fn unwrapped(message: &str) -> String {
    message.replace(['│', '×', '╰', '─', '▶'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Path of a file that comes with the program, by its place below `cases/`.
pub fn shipped(name: &str) -> String {
    format!("{}/cases/{name}", env!("CARGO_MANIFEST_DIR"))
}
