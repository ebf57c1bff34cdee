//! The equations of the book: a preprocessor of mdBook that turns LaTeX into MathML, which browsers typeset by
//! themselves. The pages need no script and no network.
//!
//! `mdbook build docs` calls it (`docs/book.toml`): the book comes in as JSON and goes out as JSON. It ends with an
//! error that names page and equation where LaTeX cannot be read.

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, push_mathml};
use serde_json::Value;

/// One equation as MathML.
///
/// # Errors
///
/// LaTeX that cannot be read, with the reason.
fn equation(latex: &str, display: DisplayMode) -> Result<String, String> {
    let wrong = |reason: &dyn std::fmt::Display| format!("`{}`: {reason}", latex.trim());
    let storage = Storage::new();
    let events = Parser::new(latex, &storage).collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
    let config = RenderConfig { display_mode: display, annotation: None, ..RenderConfig::default() };
    let mut out = String::new();
    let events = events.into_iter().map(Ok::<_, std::convert::Infallible>);
    push_mathml(&mut out, events, config).map_err(|error| wrong(&error))?;
    // The renderer writes signs of comparison as they are.
    Ok(hide_from_markdown(&out.replace("><<", ">&lt;<").replace(">><", ">&gt;<")))
}

/// MathML in whose text Markdown finds nothing to do: its signs become character references, lines are joined.
fn hide_from_markdown(mathml: &str) -> String {
    let mut out = String::with_capacity(mathml.len());
    let mut inside_tag = false;
    for sign in mathml.chars() {
        match sign {
            '<' => inside_tag = true,
            '>' => inside_tag = false,
            _ => {}
        }
        match sign {
            '\n' => out.push(' '),
            '*' | '_' | '|' | '[' | ']' | '\\' | '`' | '~' | '$' if !inside_tag => {
                out.push_str(&format!("&#{};", u32::from(sign)));
            }
            _ => out.push(sign),
        }
    }
    out
}

/// A page with its equations set: `$$…$$` on lines of their own, `$…$` in the text. Code stays as it is.
///
/// # Errors
///
/// An equation that cannot be read, or that is not closed.
pub fn typeset(page: &str) -> Result<String, String> {
    let mut out = String::with_capacity(2 * page.len());
    let mut rest = page;
    while let Some(at) = rest.find(['`', '$']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let sign = found.chars().next().unwrap_or('`');
        let fence = &found[..found.len() - found.trim_start_matches(sign).len()];
        let body = &found[fence.len()..];
        let end = body.find(fence).ok_or_else(|| format!("`{fence}` is not closed: {}", first_line(found)))?;
        match fence {
            "$$" => out.push_str(&format!(
                "\n<div class=\"equation\">{}</div>\n",
                equation(&body[..end], DisplayMode::Block)?
            )),
            "$" => out.push_str(&equation(&body[..end], DisplayMode::Inline)?),
            _ => out.push_str(&found[..2 * fence.len() + end]),
        }
        rest = &body[end + fence.len()..];
    }
    out.push_str(rest);
    Ok(out)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Sets the equations of every chapter in the JSON of a book, whatever else it holds.
fn typeset_chapters(value: &mut Value) -> Result<(), String> {
    match value {
        Value::Object(map) => {
            let name = map.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            for (key, value) in map {
                match value {
                    Value::String(text) if key == "content" => {
                        *text = typeset(text).map_err(|reason| format!("page \"{name}\": {reason}"))?;
                    }
                    other => typeset_chapters(other)?,
                }
            }
            Ok(())
        }
        Value::Array(values) => values.iter_mut().try_for_each(typeset_chapters),
        _ => Ok(()),
    }
}

/// The book of mdBook's message `[context, book]`, with its equations set, as JSON.
///
/// # Errors
///
/// A message of another form, or an equation that cannot be read.
pub fn preprocess(message: &str) -> Result<String, String> {
    let message: Value = serde_json::from_str(message).map_err(|error| error.to_string())?;
    let Value::Array(mut parts) = message else { return Err("mdBook sends a context and a book".to_owned()) };
    let mut book = parts.pop().ok_or("mdBook sends a context and a book")?;
    typeset_chapters(&mut book)?;
    Ok(book.to_string())
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() == Some("supports") {
        std::process::exit(i32::from(args.next().as_deref() != Some("html")));
    }
    print!("{}", preprocess(&std::io::read_to_string(std::io::stdin())?)?);
    Ok(())
}
