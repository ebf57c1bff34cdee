//! One self-contained page: sections of paragraphs, tables, figures and texts.

use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
/// The page may show what it holds and run its own script, and load nothing.
const POLICY: &str = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The cells of a row of a table.
pub type Row = Vec<String>;

/// A row from its cells.
pub fn row<const N: usize>(cells: [impl AsRef<str>; N]) -> Row {
    cells.iter().map(|cell| cell.as_ref().to_owned()).collect()
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
        let _ = writeln!(self.body, "<section>\n<h2>{}</h2>", escape(title));
        self.open = true;
    }

    fn close(&mut self) {
        if self.open {
            self.body.push_str("</section>\n");
        }
        self.open = false;
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
    pub fn table(&mut self, header: &[&str], rows: &[Row]) {
        self.body.push_str("<div class=\"table\" tabindex=\"0\"><table>\n");
        if header.iter().any(|name| !name.is_empty()) {
            let cells: String = header.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
            let _ = writeln!(self.body, "<thead><tr>{cells}</tr></thead>");
        }
        self.body.push_str("<tbody>\n");
        for cells in rows {
            let mut line = String::new();
            for (column, cell) in cells.iter().enumerate() {
                let text = escape(cell);
                let _ = match column {
                    0 => write!(line, "<th scope=\"row\">{text}</th>"),
                    _ => write!(line, "<td>{text}</td>"),
                };
            }
            let _ = writeln!(self.body, "<tr>{line}</tr>");
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    /// A figure: its SVG text with a caption.
    pub fn figure(&mut self, caption: &str, svg: &str) {
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

    /// Markup as it is.
    pub fn raw(&mut self, markup: &str) {
        self.body.push_str(markup);
        self.body.push('\n');
    }

    /// The page as HTML text.
    pub fn finish(mut self) -> String {
        self.close();
        let Self { title, head, body, .. } = self;
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n{head}</header>\n<main>\n{body}</main>\n</body>\n</html>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_become_markup() {
        let mut page = Page::new("<b>&\"'");
        page.lead("<script>alert(1)</script>");
        page.section("<i>");
        page.paragraph("a < b");
        page.table(&["<th>"], &[row(["<td>"])]);
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
        page.table(&["", ""], &[row(["a", "b"])]);
        page.section("two");
        let html = page.finish();
        assert!(!html.contains("<thead>"), "no empty header");
        for name in ["section", "main", "table", "tbody", "body", "html", "style", "head", "header"] {
            let count = |tag: String| html.matches(&tag).count();
            assert_eq!(count(format!("<{name}>")) + count(format!("<{name} ")), count(format!("</{name}>")), "{name}");
        }
    }
}
