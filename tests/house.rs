//! The order of the source: which file depends on which, read from its `use` lines and from the paths in its text.
//!
//! The rooms stand in the `lib.rs` of `src/physics`, then of `src/shell`, in the order of dependence: a file uses only its own room and those before it. No files
//! use each other in a circle. Tests inside the files obey the same order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::Path;

/// Lines of code that a room may have, tests inside of it apart: some more than it has, so that what would double it is noticed and
/// made a concept of its own instead. Functions are guarded by clippy (`clippy.toml`).
const BUDGETS: [(&str, usize); 23] = [
    ("numerics", 500),
    ("quantity", 850),
    ("keys", 250),
    ("own", 80),
    ("grid", 550),
    ("flow", 1200),
    ("body", 1500),
    ("azimuthal", 2500),
    ("liquid", 1600),
    ("film", 2200),
    ("contact", 4300),
    ("motion", 4400),
    ("case", 4500),
    ("analysis", 1400),
    ("output", 2300),
    ("plot", 3000),
    ("report", 400),
    ("run", 6200),
    ("sweep", 4000),
    ("fit", 1000),
    ("validate", 1600),
    ("law", 650),
    ("cli", 2300),
];

#[test]
fn no_two_files_use_each_other_in_a_circle() {
    let house = House::read();
    let circles = house.circles();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn every_room_uses_only_the_rooms_before_it() {
    let house = House::read();
    let order = |file: usize| house.rooms.iter().position(|room| *room == house.room(file));
    let upward = house.arrows.iter().filter(|arrow| order(arrow.from) < order(arrow.to));
    let upward: Vec<String> = upward.map(|arrow| house.line(arrow)).collect();
    assert!(
        upward.is_empty(),
        "the order is that of `pub mod` in physics/lib.rs and shell/lib.rs:\n{}",
        upward.join("\n")
    );
}

#[test]
fn no_room_outgrows_its_budget() {
    let house = House::read();
    let mut sizes = BTreeMap::<&str, usize>::new();
    for (file, File { code, .. }) in house.files.iter().enumerate() {
        *sizes.entry(house.room(file)).or_default() += code;
    }
    let budget = |room: &str| BUDGETS.iter().find(|(name, _)| *name == room).map(|(_, lines)| *lines);
    let over: Vec<String> = sizes
        .into_iter()
        .filter(|(room, size)| *size > budget(room).unwrap_or(100))
        .map(|(room, size)| format!("{room} has {size} lines of code of {:?}", budget(room)))
        .collect();
    assert!(over.is_empty(), "{}", over.join("\n"));
}

/// The folders of the library's crates, in the order of dependence. Their rooms are taken as those of one crate: the second gives
/// those of the first under its own name.
const CRATES: [&str; 2] = ["physics", "shell"];

/// All files of [`CRATES`].
struct House {
    files: Vec<File>,
    arrows: Vec<Arrow>,
    /// The rooms in the order of the crates, and in each of its `lib.rs`.
    rooms: Vec<String>,
}

struct File {
    /// Path below `src/`.
    path: String,
    /// Lines of code, without tests.
    code: usize,
}

/// A line of one file that uses something of another.
struct Arrow {
    from: usize,
    to: usize,
    line: usize,
    path: String,
}

impl House {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut sources = Vec::new();
        for own in CRATES {
            collect(&root.join(own), own, &mut Vec::new(), &mut sources);
        }
        sources.sort_by(|one, other| one.0.cmp(&other.0));
        let mut modules = Modules::default();
        let mut files = Vec::new();
        let mut mentions = Vec::new();
        for (index, (path, module, text)) in sources.iter().enumerate() {
            let tokens = tokens(text);
            files.push(File { path: path.clone(), code: code(&tokens) });
            mentions.extend(Reader { tokens: &tokens, file: index, modules: &mut modules }.read(module.clone()));
        }
        let rooms = modules.at[&Vec::new()].children.clone();
        Self { arrows: modules.arrows(&mentions), files, rooms }
    }

    /// The room of a file: its folder, or its own name where it has none.
    fn room(&self, file: usize) -> &str {
        let path = &self.files[file].path;
        let below = path.split_once('/').map_or(path.as_str(), |(_, below)| below);
        below.split_once('/').map_or(below.trim_end_matches(".rs"), |(room, _)| room)
    }

    fn line(&self, arrow: &Arrow) -> String {
        let Arrow { from, to, line, path } = arrow;
        format!("src/{}:{line}: {path} (in {})", self.files[*from].path, self.files[*to].path)
    }

    /// The lines of the shortest way from every file back to itself, if there is one.
    fn circles(&self) -> Vec<String> {
        let ways = (0..self.files.len()).filter_map(|file| self.way_back(file));
        let shown = ways.map(|way| {
            let lines: String = way.iter().map(|arrow| format!("    {}\n", self.line(arrow))).collect();
            format!("{} stands in a circle:\n{lines}", self.files[way[0].from].path)
        });
        shown.collect()
    }

    /// The shortest way from a file back to itself.
    fn way_back(&self, start: usize) -> Option<Vec<&Arrow>> {
        let mut reached = HashMap::<usize, &Arrow>::new();
        let mut ends = vec![start];
        while !ends.is_empty() && !reached.contains_key(&start) {
            let mut next = Vec::new();
            for arrow in self.arrows.iter().filter(|arrow| ends.contains(&arrow.from)) {
                reached.entry(arrow.to).or_insert_with(|| {
                    next.push(arrow.to);
                    arrow
                });
            }
            ends = next;
        }
        let mut way = vec![*reached.get(&start)?];
        while way[way.len() - 1].from != start {
            way.push(reached[&way[way.len() - 1].from]);
        }
        way.reverse();
        Some(way)
    }
}

/// Path below `src/`, module and text of every file of the crate in the folder `own`.
fn collect(folder: &Path, own: &str, module: &mut Vec<String>, into: &mut Vec<(String, Vec<String>, String)>) {
    for entry in folder.read_dir().unwrap().map(Result::unwrap) {
        let path = entry.path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            module.push(name);
            collect(&path, own, module, into);
            module.pop();
        } else if path.extension().is_some_and(|end| end == "rs") && !(module.is_empty() && name == "build") {
            let last = (!["lib", "mod"].contains(&name.as_str())).then_some(name.clone());
            let whole = module.iter().cloned().chain(last).collect();
            let folders: String = module.iter().map(|folder| format!("{folder}/")).collect();
            into.push((format!("{own}/{folders}{name}.rs"), whole, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// A name, a sign or a bracket, and its line; literals are left out.
struct Token {
    text: String,
    line: usize,
}

/// The tokens of a text without its comments and literals.
fn tokens(text: &str) -> Vec<Token> {
    let signs: Vec<char> = text.chars().chain(['\n'; 3]).collect();
    let rest = |from: usize, what: &str| what.chars().enumerate().all(|(n, sign)| signs.get(from + n) == Some(&sign));
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < signs.len() {
        let start = at;
        at = match signs[at] {
            '/' if rest(at, "//") => at + signs[at..].iter().take_while(|sign| **sign != '\n').count(),
            '"' => after_string(&signs, at),
            'r' | 'b' if opens_string(&signs, at) => after_string(&signs, at),
            '\'' if signs[at + 1] == '\\' => {
                at + 3 + signs[at + 3..].iter().take_while(|sign| **sign != '\'').count() + 1
            }
            '\'' if signs[at + 2] == '\'' => at + 3,
            sign if sign.is_alphanumeric() || sign == '_' => {
                let letters = signs[at..].iter().take_while(|sign| sign.is_alphanumeric() || **sign == '_');
                let name: String = letters.collect();
                let end = at + name.chars().count();
                found.push(Token { text: name, line });
                end
            }
            sign => {
                if !sign.is_whitespace() {
                    found.push(Token { text: sign.into(), line });
                }
                at + 1
            }
        };
        line += signs[start..at].iter().filter(|sign| **sign == '\n').count();
    }
    found
}

/// Whether a string begins with the letters here: `r"`, `r#"`, `b"`, `br#"`.
fn opens_string(signs: &[char], at: usize) -> bool {
    let mark = signs[at..].iter().take_while(|sign| ['r', 'b', '#'].contains(sign)).count();
    let letters = signs[at..at + mark].iter().filter(|sign| **sign != '#').count();
    letters <= 2 && signs[at + mark] == '"'
}

/// The place after the string that begins here.
fn after_string(signs: &[char], start: usize) -> usize {
    let mark = signs[start..].iter().take_while(|sign| **sign != '"').count();
    let raw = signs[start..start + mark].contains(&'r');
    let hashes = signs[start..start + mark].iter().filter(|sign| **sign == '#').count();
    let mut at = start + mark + 1;
    while signs[at] != '"' || signs[at + 1..].iter().take(hashes).any(|sign| *sign != '#') {
        at += if signs[at] == '\\' && !raw { 2 } else { 1 };
    }
    at + 1 + hashes
}

/// Lines with tokens, those of `#[cfg(test)]` items left out.
fn code(tokens: &[Token]) -> usize {
    let (mut lines, mut at) = (BTreeSet::new(), 0);
    let test = ["#", "[", "cfg", "(", "test", ")", "]"];
    while at < tokens.len() {
        if tokens[at..].iter().map(|token| token.text.as_str()).take(test.len()).eq(test) {
            let mut depth = 0;
            for token in &tokens[at + test.len()..] {
                at += 1;
                match token.text.as_str() {
                    "{" => depth += 1,
                    "}" if depth == 1 => break,
                    "}" => depth -= 1,
                    ";" if depth == 0 => break,
                    _ => {}
                }
            }
            at += test.len();
        } else {
            lines.insert(tokens[at].line);
            at += 1;
        }
    }
    lines.len()
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// What a module of the crate declares: a file, or an inline module of one.
#[derive(Default)]
struct Module {
    file: usize,
    children: Vec<String>,
    /// Names that `use` brings in, with the path they come from.
    imports: BTreeMap<String, Vec<String>>,
}

/// All modules by their path, and the macros that are exported to the crate's root.
#[derive(Default)]
struct Modules {
    at: BTreeMap<Vec<String>, Module>,
    macros: BTreeMap<String, usize>,
}

/// A path as it stands in the text of a module.
struct Mention {
    module: Vec<String>,
    path: Vec<String>,
    line: usize,
}

impl Modules {
    /// The path from the crate's root, if it begins there or with a name known in the module.
    fn whole(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let here = self.at.get(module)?;
        let join = |head: &[String], rest: &[String]| head.iter().chain(rest).cloned().collect::<Vec<_>>();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => self.whole(module, &path[1..]).or_else(|| Some(join(module, &path[1..]))),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                Some(join(&module[..module.len() - up], &path[up..]))
            }
            name if here.children.iter().any(|child| child == name) => Some(join(module, path)),
            name => match (here.imports.get(name), here.imports.get("*")) {
                (Some(from), _) if from[0] != name => Some(join(&self.whole(module, from)?, &path[1..])),
                (None, Some(all)) if ["crate", "super"].contains(&all[0].as_str()) => {
                    self.whole(&self.whole(module, all)?, path)
                }
                _ => None,
            },
        }
    }

    /// The file that defines what a whole path names; none for a module alone.
    fn file(&self, path: &[String]) -> Option<usize> {
        let mut module = Vec::new();
        for name in path {
            let here = &self.at[&module];
            let child: Vec<String> = module.iter().chain([name]).cloned().collect();
            if self.at.contains_key(&child) && here.children.contains(name) {
                module = child;
            } else if let Some(from) = here.imports.get(name) {
                return self.whole(&module, from).and_then(|from| self.file(&from));
            } else if module.is_empty() {
                return self.macros.get(name).copied();
            } else {
                return Some(here.file);
            }
        }
        let (name, parent) = module.split_last()?;
        self.at[parent].imports.contains_key(name).then(|| self.at[&module].file)
    }

    /// The arrows between files: one for each line that uses something of another file.
    fn arrows(&self, mentions: &[Mention]) -> Vec<Arrow> {
        let mut seen = BTreeSet::new();
        let arrows = mentions.iter().filter_map(|Mention { module, path, line }| {
            let from = self.at[module].file;
            let to = self.file(&self.whole(module, path)?)?;
            (from != to && seen.insert((from, to, *line))).then(|| Arrow {
                from,
                to,
                line: *line,
                path: path.join("::"),
            })
        });
        arrows.collect()
    }
}

/// Reads the tokens of a file.
struct Reader<'a> {
    tokens: &'a [Token],
    file: usize,
    modules: &'a mut Modules,
}

/// One name of a `use`, with the path that it stands for.
struct Import {
    name: String,
    path: Vec<String>,
    line: usize,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    /// Whether two colons stand here.
    fn joint(&self, at: usize) -> bool {
        self.text(at) == ":" && self.text(at + 1) == ":"
    }

    /// Enters what the file declares, and returns every path in it that may lead elsewhere.
    fn read(self, module: Vec<String>) -> Vec<Mention> {
        self.modules.at.entry(module.clone()).or_default().file = self.file;
        let mut mentions = Vec::new();
        let (mut inside, mut outer) = (vec![module], Vec::new());
        let (mut at, mut depth) = (0, 0);
        while at < self.tokens.len() {
            let here = inside[inside.len() - 1].clone();
            match self.text(at) {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if outer.pop_if(|outside| *outside == depth).is_some() {
                        inside.pop();
                    }
                }
                "mod" if is_name(self.text(at + 1)) => {
                    let name = self.text(at + 1).to_owned();
                    self.modules.at.get_mut(&here).unwrap().children.push(name.clone());
                    if self.text(at + 2) == "{" {
                        let inner: Vec<String> = here.into_iter().chain([name]).collect();
                        self.modules.at.entry(inner.clone()).or_default().file = self.file;
                        inside.push(inner);
                        outer.push(depth);
                    }
                }
                "macro_rules" => drop(self.modules.macros.insert(self.text(at + 2).to_owned(), self.file)),
                "use" if self.text(at + 1) == "wetbounce_physics" => {}
                "use" if self.text(at + 1) != "<" => {
                    let public = at > 0 && ["pub", ")"].contains(&self.text(at - 1));
                    let (imports, end) = self.tree(at + 1, &[]);
                    for import in imports {
                        mentions.extend(self.mention(&import, public, at..end, &here));
                        self.modules.at.get_mut(&here).unwrap().imports.entry(import.name).or_insert(import.path);
                    }
                    at = end;
                }
                name if is_name(name) => {
                    let (path, end) = self.path(at);
                    if path.len() > 1 && !(at > 0 && self.text(at - 1) == ".") {
                        mentions.push(Mention { module: here, path, line: self.tokens[at].line });
                    }
                    at = end - 1;
                }
                _ => {}
            }
            at += 1;
        }
        mentions
    }

    /// Where the file uses what it imports: an import is used, but a name that is passed on need not be.
    fn mention(&self, import: &Import, public: bool, within: Range<usize>, here: &[String]) -> Option<Mention> {
        let line = match public {
            false => import.line,
            true => {
                let mut others = (0..self.tokens.len()).filter(|at| !within.contains(at));
                self.tokens[others.find(|&at| self.text(at) == import.name)?].line
            }
        };
        Some(Mention { module: here.to_vec(), path: import.path.clone(), line })
    }

    /// The path that begins at a name, and where it ends.
    fn path(&self, start: usize) -> (Vec<String>, usize) {
        let (mut path, mut at) = (vec![self.text(start).to_owned()], start + 1);
        while self.joint(at) && is_name(self.text(at + 2)) {
            path.push(self.text(at + 2).to_owned());
            at += 3;
        }
        (path, at)
    }

    /// The names of a `use` from here on, and where it ends.
    fn tree(&self, start: usize, before: &[String]) -> (Vec<Import>, usize) {
        let (path, at) = match is_name(self.text(start)) {
            true => self.path(start),
            false => (Vec::new(), start),
        };
        let line = self.tokens[start].line;
        let mut whole: Vec<String> = before.iter().cloned().chain(path.iter().cloned()).collect();
        let open = at + if self.joint(at) { 2 } else { 0 };
        match self.text(open) {
            "{" => {
                let (mut imports, mut at) = (Vec::new(), open + 1);
                while self.text(at) != "}" {
                    let (more, end) = self.tree(at, &whole);
                    imports.extend(more);
                    at = end + usize::from(self.text(end) == ",");
                }
                (imports, at + 1)
            }
            "*" => (vec![Import { name: "*".into(), path: whole, line }], open + 1),
            _ => {
                whole.pop_if(|last| last == "self" && path.len() == 1 && !before.is_empty());
                let (name, end) = match self.text(at) {
                    "as" => (self.text(at + 1).to_owned(), at + 2),
                    _ => (whole[whole.len() - 1].clone(), at),
                };
                (vec![Import { name, path: whole, line }], end)
            }
        }
    }
}
