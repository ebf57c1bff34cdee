//! One self-contained page: sections of paragraphs, tables, figures and texts.

use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use std::fmt::Write;
use std::path::Path;
use wetbounce_physics::quantity::brief;

/// Name of the file in the directory of a run, sweep or validation.
pub const FILE: &str = "report.html";
/// The figures of a motion and their captions.
pub const MOTION: [(&str, &str); 7] = [
    (
        "coefficients",
        "Force coefficients over time; the first moments of an abrupt start may lie outside of the frame.",
    ),
    ("trajectory", "Gap and velocity of the sphere over time."),
    ("path", "Path of the sphere, and its speeds sideways and of its spinning surface over time."),
    ("phase", "Velocity over the gap."),
    ("film-profiles", "Thickness and pressure of the film over the radius, at chosen moments."),
    ("film-history", "Thickness, pressure and energies of the film over time."),
    ("forces", "Forces on the sphere over the gap around the first collision; time runs from left to right."),
];
const STYLE: &str = include_str!("page.css");
/// The page may show its own content and run its own script, and load nothing.
const POLICY: &str = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A figure that stands in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureFile {
    /// What it shows.
    pub caption: String,
    /// Its text.
    pub svg: String,
}

impl FigureFile {
    /// Reads the figure at `path`.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(path: &Path, caption: impl Into<String>) -> Result<Self, OutputError> {
        let svg = std::fs::read_to_string(path).map_err(OutputError::io("read", path))?;
        Ok(Self { caption: caption.into(), svg })
    }
}

/// Those of the figures `name.svg` in `plots` that are there, with their captions.
///
/// # Errors
/// One of them cannot be read.
pub fn drawn(plots: &Path, captions: &[(&str, &str)]) -> Result<Vec<FigureFile>, OutputError> {
    let paths = captions.iter().map(|(name, caption)| (plots.join(name).with_extension("svg"), *caption));
    paths.filter(|(path, _)| path.exists()).map(|(path, caption)| FigureFile::read(&path, caption)).collect()
}

/// Digits that a reader needs, with a typographic minus; a dash for a missing value.
pub fn digits(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}").replace('-', "−") } else { "–".into() }
}

/// Five significant digits without trailing zeros.
pub fn significant(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e5).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// A share or a relative error: per cent, below 0.01 % a power of ten.
pub fn share(value: f64) -> String {
    match value {
        _ if value != 0.0 && value.abs() < 1e-4 => format!("{value:.0e}"),
        _ => format!("{} %", format!("{:.1e}", 100.0 * value).parse().unwrap_or(100.0 * value)),
    }
}

/// A difference in per cent with its sign, to two decimals; a power of ten where these would be zero.
pub fn signed_share(value: f64) -> String {
    let per_cent = 100.0 * value + 0.0;
    if value != 0.0 && value.abs() < 5e-5 { format!("{per_cent:+.0e} %") } else { format!("{per_cent:+.2} %") }
}

/// A number with prefix and unit that does not break at the end of a line; a dash for a missing value.
pub fn with_unit(value: f64, unit: &str) -> String {
    if value.is_finite() { brief(value, unit).replace('-', "−").replace(' ', "\u{a0}") } else { "–".into() }
}

/// Words that begin with a capital letter.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Text that a browser shows as it is.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A table whose rows have a look of their own: a class that colours them, and the place of their value in its band.
#[derive(Debug, Clone)]
pub struct JudgedTable {
    table: Table,
    looks: Vec<(&'static str, Option<f64>)>,
}

impl JudgedTable {
    /// A table without rows; the last column shows the class's colour, and one for the place is added.
    pub fn new<const N: usize>(columns: [&str; N]) -> Self {
        Self { table: Table::new(columns), looks: Vec::new() }
    }

    /// Adds a row with its class and its place in the band, whose ends are −1 and 1.
    pub fn push(&mut self, cells: impl IntoIterator<Item: Into<String>>, class: &'static str, place: Option<f64>) {
        self.table.push(cells);
        self.looks.push((class, place));
    }
}

/// A band with a mark at `place`, or at the border where it lies farther out than twice the band.
fn bar(place: Option<f64>) -> String {
    let mark = |place: f64| format!("<i style=\"left:{:.1}%\"></i>", 50.0 + 25.0 * place.clamp(-2.0, 2.0));
    place.map_or(String::new(), |place| format!("<span class=\"band\">{}</span>", mark(place)))
}

/// The identifier of a section, for links within the page.
fn anchor(title: &str) -> String {
    title.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// A page being written; texts given to it are escaped, only [`Page::raw`] and [`Page::figure`] take markup.
#[derive(Debug, Clone)]
pub struct Page {
    title: String,
    head: String,
    body: String,
    open: bool,
}

impl Page {
    /// An empty page.
    pub fn new(title: &str) -> Self {
        Self { title: escape(title), head: String::new(), body: String::new(), open: false }
    }

    /// A line below the title; an empty one is left out.
    pub fn lead(&mut self, text: &str) {
        if !text.is_empty() {
            let _ = writeln!(self.head, "<p>{}</p>", escape(text));
        }
    }

    /// Begins a section.
    pub fn section(&mut self, title: &str) {
        self.close();
        let _ = writeln!(self.body, "<section id=\"{}\">\n<h2>{}</h2>", anchor(title), escape(title));
        self.open = true;
    }

    fn close(&mut self) {
        if self.open {
            self.body.push_str("</section>\n");
        }
        self.open = false;
    }

    /// A heading within a section.
    pub fn heading(&mut self, title: &str) {
        let _ = writeln!(self.body, "<h3>{}</h3>", escape(title));
    }

    /// Links to sections, each with a remark.
    pub fn contents(&mut self, sections: &[(&str, String)]) {
        let link = |(title, remark): &(&str, String)| {
            format!("<li><a href=\"#{}\">{}</a> {}</li>\n", anchor(title), escape(title), escape(remark))
        };
        let _ = writeln!(self.body, "<nav><ul>\n{}</ul></nav>", sections.iter().map(link).collect::<String>());
    }

    /// A table of judged values, with colours and bars.
    pub fn judged(&mut self, JudgedTable { table, looks }: &JudgedTable) {
        let heading = |name: &String| format!("<th scope=\"col\">{}</th>", escape(name));
        let header: String = table.columns().iter().map(heading).collect();
        let row = |(cells, (class, place)): (&Vec<String>, &(&str, Option<f64>))| {
            let (first, rest) = cells.split_first().expect("a table has columns");
            let rest: String = rest.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
            format!(
                "<tr class=\"{class}\"><th scope=\"row\">{}</th>{rest}<td>{}</td></tr>\n",
                escape(first),
                bar(*place)
            )
        };
        let rows: String = table.rows().iter().zip(looks).map(row).collect();
        let _ = writeln!(
            self.body,
            "<div class=\"table\" tabindex=\"0\"><table class=\"judged\">\n<thead><tr>{header}<th scope=\"col\">Place in the \
             band</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>"
        );
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escape(text));
    }

    /// A list of texts.
    pub fn list(&mut self, items: &[String]) {
        self.body.push_str("<ul>\n");
        items.iter().for_each(|item| {
            let _ = writeln!(self.body, "<li>{}</li>", escape(item));
        });
        self.body.push_str("</ul>\n");
    }

    /// A table; the first column names the row. Empty headings give a table without a header.
    pub fn table(&mut self, table: &Table) {
        self.body.push_str("<div class=\"table\" tabindex=\"0\"><table>\n");
        if table.columns().iter().any(|name| !name.is_empty()) {
            let heading = |name: &String| format!("<th scope=\"col\">{}</th>", escape(name));
            let cells: String = table.columns().iter().map(heading).collect();
            let _ = writeln!(self.body, "<thead><tr>{cells}</tr></thead>");
        }
        self.body.push_str("<tbody>\n");
        for row in table.rows() {
            let cell = |(column, cell): (usize, &String)| match column {
                0 => format!("<th scope=\"row\">{}</th>", escape(cell)),
                _ => format!("<td>{}</td>", escape(cell)),
            };
            let _ = writeln!(self.body, "<tr>{}</tr>", row.iter().enumerate().map(cell).collect::<String>());
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    /// The models of the runs: each once, with the number of runs that used it.
    pub fn modelled_by_all<'s>(&mut self, summaries: impl Iterator<Item = &'s Summary>) {
        let mut models: Vec<(&str, &str, usize)> = Vec::new();
        for modelled in summaries.flat_map(|summary| &summary.modelled) {
            match models.iter_mut().find(|(what, by, _)| (*what, *by) == (modelled.what.as_str(), modelled.by.as_str()))
            {
                Some((.., runs)) => *runs += 1,
                None => models.push((&modelled.what, &modelled.by, 1)),
            }
        }
        let mut table = Table::new(["Modelled", "By", "Runs"]);
        models.iter().for_each(|(what, by, runs)| table.push([*what, *by, &runs.to_string()]));
        self.table(&table);
    }

    /// A section of figures, unless there are none.
    pub fn figures(&mut self, drawn: &[FigureFile]) {
        if !drawn.is_empty() {
            self.section("Figures");
            drawn.iter().for_each(|drawn| self.figure(drawn));
        }
    }

    /// A figure with its caption.
    pub fn figure(&mut self, FigureFile { caption, svg }: &FigureFile) {
        let caption = escape(caption);
        let _ = writeln!(
            self.body,
            "<figure><div role=\"img\" aria-label=\"{caption}\">{svg}</div><figcaption>{caption}</figcaption></figure>"
        );
    }

    /// A text file, folded away.
    pub fn text_file(&mut self, name: &str, text: &str) {
        let (name, text) = (escape(name), escape(text));
        let _ = writeln!(self.body, "<details><summary>{name}</summary><pre tabindex=\"0\">{text}</pre></details>");
    }

    /// Content that is folded away below a title.
    pub fn fold(&mut self, title: &str, content: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.body, "<details><summary>{}</summary>", escape(title));
        content(self);
        self.body.push_str("</details>\n");
    }

    /// Markup as it is.
    pub fn raw(&mut self, markup: &str) {
        self.body.push_str(markup);
        self.body.push('\n');
    }

    /// Writes the page into `directory`, as a whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(self, directory: &Path) -> Result<(), OutputError> {
        atomic::write(&directory.join(FILE), self.finish())
    }

    /// How the pages with a title begin.
    pub fn beginning(title: &str) -> String {
        Self::head(&escape(title))
    }

    /// The same, with a title that is escaped.
    fn head(title: &str) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n"
        )
    }

    /// The page as HTML text.
    fn finish(mut self) -> String {
        self.close();
        let Self { title, head, body, .. } = self;
        Self::head(&title)
            + &format!(
                "<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n{head}</header>\n<main>\n{body}</main>\n</body>\n</html>\n"
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_never_reads_as_minus_nothing() {
        for (value, shown) in [(-0.0, "+0.00 %"), (-3e-6, "-3e-4 %"), (0.0123, "+1.23 %"), (-0.2, "-20.00 %")] {
            assert_eq!(signed_share(value), shown);
        }
    }

    #[test]
    fn texts_cannot_become_markup() {
        let mut page = Page::new("<b>&\"'");
        page.lead("<script>alert(1)</script>");
        page.section("<i>");
        page.paragraph("a < b");
        let mut table = Table::new(["<th>"]);
        table.push(["<td>"]);
        page.table(&table);
        page.list(&["<li>x".to_owned()]);
        page.text_file("<n>", "</pre>");
        let html = page.finish();
        assert!(html.contains("<title>&lt;b&gt;&amp;&quot;&#39;</title>"));
        for markup in ["<script", "<i>", "a < b", "<td><", "<li>x<li", "</pre></pre>", "<th><"] {
            assert!(!html.contains(markup), "{markup}");
        }
    }

    #[test]
    fn sections_and_elements_are_closed() {
        let mut page = Page::new("st152");
        page.section("one");
        let mut table = Table::new(["", ""]);
        table.push(["a", "b"]);
        page.table(&table);
        page.section("two");
        let html = page.finish();
        assert!(!html.contains("<thead>"), "no empty header");
        for name in ["section", "main", "table", "tbody", "body", "html", "style", "head", "header"] {
            let count = |tag: String| html.matches(&tag).count();
            assert_eq!(count(format!("<{name}>")) + count(format!("<{name} ")), count(format!("</{name}>")), "{name}");
        }
    }
}
