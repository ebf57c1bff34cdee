//! The program as a user starts it.

use regex::{Captures, Regex};
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use wetbounce::remark::Remarks;

/// Path of the built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_wetbounce");

thread_local! {
    static NOTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Exit code, standard output and standard error of the program, run in `directory`. Where it fails, its message is
/// [noted](note).
pub fn wetbounce(directory: &Path, args: &[impl AsRef<OsStr>]) -> (i32, String, String) {
    let output = Command::new(PROGRAM).current_dir(directory).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("messages are UTF-8");
    let code = output.status.code().expect("no signal ends it");
    let (out, err) = (text(output.stdout), text(output.stderr));
    if code != 0 {
        let words: Vec<_> = args.iter().map(|word| word.as_ref().to_string_lossy()).collect();
        let begins = |line: &&str| line.trim_start().starts_with('×') || line.starts_with("error");
        let message: Vec<&str> = err.lines().skip_while(|line| !begins(line)).map(str::trim_end).collect();
        note(format!("$ wetbounce {}\nends with {code}\n{}", words.join(" "), message.join("\n").trim_end()));
    }
    (code, out, err)
}

/// The program's answer on the standard output to a call that succeeds.
pub fn answer(directory: &Path, args: &[impl AsRef<OsStr>]) -> String {
    let (code, out, err) = wetbounce(directory, args);
    assert_eq!(code, 0, "{err}");
    out
}

/// Makes a call that is refused as wrong input.
pub fn refused(directory: &Path, args: &[impl AsRef<OsStr>]) {
    let (code, _, err) = wetbounce(directory, args);
    assert_eq!(code, 2, "{err}");
}

/// Keeps a text for [`messages!`].
pub fn note(text: impl Display) {
    NOTED.with_borrow_mut(|all| {
        let text = text.to_string();
        if all.last() != Some(&text) {
            all.push(text);
        }
    });
}

/// The words of a text with computed numbers: `#` stands for each of them, with its unit of time or memory, and a space
/// for the spaces of a table. Lines about the elapsed time are left out: it is that of the machine.
pub fn words(text: &str) -> String {
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\d[\d.]*(e[-+]?\d+)?( (µs|ms|s|min|h|d|kB|MB|GB)\b)?| {2,}").unwrap());
    let text: Vec<&str> = text.lines().filter(|line| !line.contains("elapsed time")).collect();
    NUMBER
        .replace_all(&text.join("\n"), |found: &Captures| if found[0].starts_with(' ') { " " } else { "#" })
        .into_owned()
}

/// The texts noted on this thread so far.
pub fn noted() -> String {
    NOTED.take().join("\n\n")
}

/// How texts are compared with snapshots: whatever the place of the sources and of the test, the version and empty
/// lines.
pub fn snapshots() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.add_filter(&format!("{}/?", env!("CARGO_MANIFEST_DIR").replace('.', "\\.")), "SOURCES/");
    settings.add_filter(r#"[^\s"'`\[]*/\.tmp\w{6}"#, "PLACE");
    settings
        .add_filter(r"wetbounce (#|\d[\d.]*)( \([^)]*\))?( from [^(]*)\([^)]*\)", "wetbounce VERSION$3(FINGERPRINT)");
    settings.add_filter(r"\n{3,}", "\n\n");
    settings
}

/// Compares the messages of failures and the noted texts of this test with its snapshot in `tests/program/snapshots`.
/// `INSTA_UPDATE=always` renews it.
macro_rules! messages {
    () => {
        crate::program::snapshots().bind(|| insta::assert_snapshot!(crate::program::noted()))
    };
}
pub(crate) use messages;

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
