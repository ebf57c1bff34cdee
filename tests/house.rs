//! The order of the source: which file depends on which, read from its `use` lines and from the paths in its text.
//!
//! The rooms stand in the `lib.rs` of `src/physics`, `src/records` and `src/shell`, in the order of dependence: a file
//! uses only its own room and those before it. No files of these crates, nor of `src/figures` and `src/case`, use each
//! other in a circle. Tests inside the files obey the same order.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::LazyLock;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{UseTree, Visibility};

#[test]
fn no_two_files_use_each_other_in_a_circle() {
    let circles = [&*HOUSE, &House::read(&["figures"]), &House::read(&["case"])].map(House::circles).concat();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn every_room_uses_only_the_rooms_before_it() {
    let house = &*HOUSE;
    let order = |file: usize| house.rooms.iter().position(|room| *room == house.room(file));
    let upward = house.arrows.iter().filter(|arrow| order(arrow.from) < order(arrow.to));
    let upward: Vec<String> = upward.map(|arrow| house.line(arrow)).collect();
    assert!(
        upward.is_empty(),
        "the order is that of `pub mod` in physics/lib.rs and shell/lib.rs:\n{}",
        upward.join("\n")
    );
}

/// The folders of three of the library's crates, in the order of dependence. Their rooms are taken as those of one
/// crate.
const CRATES: [&str; 3] = ["physics", "records", "shell"];

/// Read once for all tests.
static HOUSE: LazyLock<House> = LazyLock::new(|| House::read(&CRATES));

/// The files of crates that lie in these folders.
struct House {
    files: Vec<File>,
    arrows: Vec<Arrow>,
    /// The rooms in the order of the crates, and in each of its `lib.rs`.
    rooms: Vec<String>,
}

struct File {
    /// Path below `src/`.
    path: String,
}

/// A line of one file that uses something of another.
struct Arrow {
    from: usize,
    to: usize,
    line: usize,
    path: String,
}

impl House {
    fn read(crates: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut sources = Vec::new();
        for own in crates {
            collect(&root.join(own), own, &mut Vec::new(), &mut sources);
        }
        sources.sort_by(|one, other| one.0.cmp(&other.0));
        let mut modules = Modules::default();
        let mut files = Vec::new();
        let mut mentions = Vec::new();
        for (index, (path, module, text)) in sources.iter().enumerate() {
            let tokens: TokenStream = text.parse().unwrap();
            let file = syn::parse_file(text).unwrap();
            files.push(File { path: path.clone() });
            modules.at.entry(module.clone()).or_default().file = index;
            let (inside, mut names) = (vec![module.clone()], Vec::new());
            add_names(tokens, &mut names);
            let mut walk = Walk { file: index, inside, names, modules: &mut modules, mentions: Vec::new() };
            walk.visit_file(&file);
            mentions.append(&mut walk.mentions);
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

/// Enters what a file declares, and collects every path in it that may lead elsewhere.
struct Walk<'m> {
    file: usize,
    /// The modules around the place where the walk is.
    inside: Vec<Vec<String>>,
    /// Names and their lines.
    names: Vec<(String, usize)>,
    modules: &'m mut Modules,
    mentions: Vec<Mention>,
}

/// One name of a `use`, with the path that it stands for.
struct Import {
    name: String,
    path: Vec<String>,
    line: usize,
}

impl Walk<'_> {
    fn here(&self) -> Vec<String> {
        self.inside[self.inside.len() - 1].clone()
    }

    fn mention(&mut self, path: Vec<String>, line: usize) {
        if path.len() > 1 {
            self.mentions.push(Mention { module: self.here(), path, line });
        }
    }

    /// The paths in the arguments of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut joint) = (Vec::new(), 0);
        let mut line = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ':' => joint += 1,
                TokenTree::Ident(name) if joint == 2 && !path.is_empty() => {
                    path.push(name.to_string());
                    joint = 0;
                }
                other => {
                    self.mention(std::mem::take(&mut path), line);
                    joint = 0;
                    match other {
                        TokenTree::Ident(name) => (line, path) = (name.span().start().line, vec![name.to_string()]),
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        _ => {}
                    }
                }
            }
        }
        self.mention(path, line);
    }
}

/// All names of a text with their lines.
fn add_names(tokens: TokenStream, into: &mut Vec<(String, usize)>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => into.push((name.to_string(), name.span().start().line)),
            TokenTree::Group(group) => add_names(group.stream(), into),
            _ => {}
        }
    }
}

/// The names of a `use`.
fn imports(tree: &UseTree, before: &[String], into: &mut Vec<Import>) {
    let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
    let mut add = |name: String, path: Vec<String>, ident: &syn::Ident| {
        into.push(Import { name, path, line: ident.span().start().line });
    };
    match tree {
        UseTree::Path(path) => imports(&path.tree, &with(&path.ident), into),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imports(tree, before, into)),
        UseTree::Glob(star) => {
            into.push(Import { name: "*".into(), path: before.to_vec(), line: star.star_token.span.start().line });
        }
        UseTree::Name(name) if name.ident == "self" && !before.is_empty() => {
            add(before[before.len() - 1].clone(), before.to_vec(), &name.ident);
        }
        UseTree::Name(name) => add(name.ident.to_string(), with(&name.ident), &name.ident),
        UseTree::Rename(name) if name.ident == "self" => add(name.rename.to_string(), before.to_vec(), &name.ident),
        UseTree::Rename(name) => add(name.rename.to_string(), with(&name.ident), &name.ident),
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let (here, name) = (self.here(), item.ident.to_string());
        self.modules.at.get_mut(&here).unwrap().children.push(name.clone());
        if item.content.is_some() {
            let inner: Vec<String> = here.into_iter().chain([name]).collect();
            self.modules.at.entry(inner.clone()).or_default().file = self.file;
            self.inside.push(inner);
            visit::visit_item_mod(self, item);
            self.inside.pop();
        }
    }

    /// An import is used; a name that is passed on need not be.
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut found = Vec::new();
        imports(&item.tree, &[], &mut found);
        let (public, here) = (!matches!(item.vis, Visibility::Inherited), self.here());
        let own = item.span().start().line..=item.span().end().line;
        for Import { name, path, line } in found.into_iter().filter(|import| import.path[0] != "wetbounce_physics") {
            let other = |(known, line): &&(String, usize)| *known == name && !own.contains(line);
            match public {
                false => self.mention(path.clone(), line),
                true => {
                    if let Some((_, line)) = self.names.iter().find(other).cloned() {
                        self.mention(path.clone(), line);
                    }
                }
            }
            self.modules.at.get_mut(&here).unwrap().imports.entry(name).or_insert(path);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if let Some(name) = item.ident.as_ref().filter(|_| item.mac.path.is_ident("macro_rules")) {
            self.modules.macros.insert(name.to_string(), self.file);
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.mention(path.segments.iter().map(|part| part.ident.to_string()).collect(), path.span().start().line);
        visit::visit_path(self, path);
    }
}
