//! No file of `src/engine`, `src/format`, `src/history` and `src/sanitize` imports a file that imports it back, directly or through others.
//!
//! A path counts as an import of the file that defines its name: a `pub use` of a `mod.rs` is followed, and is no import
//! of the `mod.rs` itself. In a list that is made of `providers!`, `$folder` stands for the folder of each provider.

#![cfg(test)]

#[path = "common/sources.rs"]
mod sources;

use sources::sources;
use std::collections::{BTreeMap, BTreeSet};

/// The folders that are checked.
const FOLDERS: [&str; 4] = ["engine", "format", "history", "sanitize"];

/// A path of modules and names, from the crate's root.
type ItemPath = Vec<String>;

/// A file of the crate, by its module.
struct File {
    name: String,
    code: String,
    /// The imports that a `use` makes, with the name that each gets. A `pub use` gives names to others.
    imports: Vec<(ItemPath, String)>,
    exports: BTreeMap<String, ItemPath>,
}

fn split(path: &str) -> ItemPath {
    path.split("::").map(str::trim).filter(|step| !step.is_empty()).map(str::to_owned).collect()
}

/// Returns the module of a file: `format::chat` of `format/chat/mod.rs`.
fn module(path: &str) -> ItemPath {
    let mut steps: ItemPath = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    steps.pop_if(|last| last == "mod" || last == "lib");
    steps
}

/// Returns the code without comments and tests.
fn code(text: &str) -> String {
    let text = text.split_once("#[cfg(test)]\nmod ").map_or(text, |(code, _)| code);
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Writes out what a macro makes of the list of providers.
fn expanded(code: String, providers: &[(String, String)]) -> String {
    if !code.contains("$folder") {
        return code;
    }
    let each =
        |(folder, target): &(String, String)| code.replace("$folder", folder).replace("$target", target);
    providers.iter().map(each).collect()
}

/// Returns the folder and the static of each provider, from lines as `Gemini, "gemini", gemini::Gemini;`.
fn providers(text: &str) -> Vec<(String, String)> {
    let pair = |line: &str| {
        let (folder, target) = line.trim().strip_suffix(';')?.rsplit_once(", ")?.1.split_once("::")?;
        Some((folder.to_owned(), target.to_owned()))
    };
    text.lines().filter(|line| line.matches('"').count() == 2).filter_map(pair).collect()
}

/// Takes the `use` items out of the code. Returns them, each with true if it is public, and the rest.
fn uses(code: &str) -> (Vec<(bool, String)>, String) {
    let (mut items, mut rest, mut open) = (Vec::new(), String::new(), None::<(bool, String)>);
    for line in code.lines() {
        let trimmed = line.trim_start();
        let is_public = trimmed.starts_with("pub");
        let item = if is_public {
            trimmed.split_once(" use ").map(|(_, item)| item)
        } else {
            trimmed.strip_prefix("use ")
        };
        match (&mut open, item) {
            (Some((_, text)), _) => text.push_str(trimmed),
            (None, Some(item)) => open = Some((is_public, item.to_owned())),
            (None, None) => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
        if open.as_ref().is_some_and(|(_, text)| text.contains(';')) {
            items.extend(open.take());
        }
    }
    (items, rest)
}

/// Returns the paths of the tree of a `use`, each with the name that it gets.
fn leaves(tree: &str, before: &[String]) -> Vec<(ItemPath, String)> {
    let mut leaves = Vec::new();
    let (mut depth, mut item, mut items) = (0_u32, String::new(), Vec::new());
    for character in tree.trim_end_matches(';').chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match character {
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => item.push(character),
        }
    }
    items.push(item);
    for item in items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()) {
        if let Some((head, rest)) = item.split_once('{') {
            let head: ItemPath = before.iter().cloned().chain(split(head)).collect();
            leaves.extend(self::leaves(rest.trim_end().trim_end_matches('}'), &head));
            continue;
        }
        let (path, alias) = item.split_once(" as ").map_or((item, None), |(path, name)| (path, Some(name)));
        let mut path: ItemPath = before.iter().cloned().chain(split(path)).collect();
        path.pop_if(|last| last == "self");
        let name = alias.map(str::to_owned).or_else(|| path.last().cloned()).unwrap_or_default();
        leaves.push((path, name));
    }
    leaves
}

/// Returns the paths in code, such as `super::read::list`.
fn paths(code: &str) -> BTreeSet<ItemPath> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_' || character == ':';
    code.split(|character: char| !is_part(character)).filter(|word| word.contains("::")).map(split).collect()
}

struct Crate {
    files: BTreeMap<ItemPath, File>,
}

impl Crate {
    fn of(sources: Vec<(String, String)>) -> Self {
        let providers = sources
            .iter()
            .find(|(name, _)| name == "message/format_name.rs")
            .map_or_else(Vec::new, |(_, text)| providers(text));
        let mut files = BTreeMap::new();
        for (name, text) in sources {
            let (items, code) = uses(&expanded(code(&text), &providers));
            let (mut imports, mut exports) = (Vec::new(), BTreeMap::new());
            for (is_public, item) in items {
                for (path, alias) in leaves(&item, &[]) {
                    match is_public {
                        true => drop(exports.insert(alias, path)),
                        false => imports.push((path, alias)),
                    }
                }
            }
            files.insert(module(&name), File { name, code, imports, exports });
        }
        Self { files }
    }

    /// Returns a path from the root. `None` for a path that begins with a name that is no module of the crate.
    fn rooted(&self, here: &[String], path: &[String]) -> Option<ItemPath> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([here, rest].concat()),
            "super" => {
                let ups = path.iter().take_while(|step| *step == "super").count();
                Some([&here[..here.len().checked_sub(ups)?], &path[ups..]].concat())
            }
            _ => self.files.contains_key(&[here, &path[..1]].concat()).then(|| [here, path].concat()),
        }
    }

    /// Returns the module whose file defines the name at the end of a path. `None` for a module by itself.
    fn definer(&self, path: &[String], steps: u32) -> Option<&ItemPath> {
        let length = (0..path.len()).rev().find(|length| self.files.contains_key(&path[..*length]));
        if self.files.contains_key(path) || steps > 20 {
            return None;
        }
        let (module, file) = self.files.get_key_value(&path[..length?])?;
        let (name, rest) = path[module.len()..].split_first()?;
        match file.exports.get(name).and_then(|target| self.rooted(module, target)) {
            Some(target) => self.definer(&[target.as_slice(), rest].concat(), steps + 1),
            None => Some(module),
        }
    }

    /// Returns the modules whose files a file imports.
    fn imported(&self, here: &ItemPath, file: &File) -> BTreeSet<&ItemPath> {
        let modules: BTreeMap<&str, ItemPath> = file
            .imports
            .iter()
            .filter_map(|(path, alias)| Some((alias.as_str(), self.rooted(here, path)?)))
            .filter(|(_, path)| self.files.contains_key(path))
            .collect();
        let inline = paths(&file.code).into_iter().map(|path| match modules.get(path[0].as_str()) {
            Some(module) => {
                ["crate".to_owned()].into_iter().chain(module.clone()).chain(path[1..].to_vec()).collect()
            }
            None => path,
        });
        let named = file.imports.iter().map(|(path, _)| path.clone()).chain(inline);
        named
            .filter_map(|path| self.definer(&self.rooted(here, &path)?, 0))
            .filter(|module| *module != here && is_checked(module))
            .collect()
    }

    /// Returns the imports among files that are in circles or between two circles.
    fn circles(&self) -> BTreeSet<(String, String)> {
        let checked = self.files.iter().filter(|(module, _)| is_checked(module));
        let mut left: BTreeMap<&ItemPath, BTreeSet<&ItemPath>> =
            checked.map(|(module, file)| (module, self.imported(module, file))).collect();
        loop {
            let known: BTreeSet<&ItemPath> = left.keys().copied().collect();
            let imported: BTreeSet<&ItemPath> = left.values().flatten().copied().collect();
            left.values_mut().for_each(|imports| imports.retain(|import| known.contains(import)));
            left.retain(|module, imports| !imports.is_empty() && imported.contains(module));
            if left.len() == known.len() {
                break;
            }
        }
        let name = |module: &ItemPath| self.files[module].name.clone();
        let pairs = |(module, imports): (&&ItemPath, &BTreeSet<&ItemPath>)| {
            imports.iter().map(|import| (name(module), name(import))).collect::<Vec<_>>()
        };
        left.iter().flat_map(pairs).collect()
    }
}

fn is_checked(module: &[String]) -> bool {
    module.first().is_some_and(|top| FOLDERS.contains(&top.as_str()))
}

#[test]
fn no_files_import_each_other() {
    let circles = Crate::of(sources()).circles();
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn circles_are_found_through_every_kind_of_path() {
    let cases: [(&str, &[(&str, &str)]); 5] = [
        (
            "a path in code, and a group",
            &[
                ("format/one.rs", "fn f() { super::two::g() }"),
                ("format/two.rs", "use super::{\n    one::f,\n};"),
            ],
        ),
        (
            "a name that a `mod.rs` gives to others",
            &[
                ("format/mod.rs", "mod two;\npub use two::{Two as Other};"),
                ("format/one.rs", "use crate::format::Other;\nstruct One(Other);"),
                ("format/two.rs", "use super::one::One;\npub struct Two(One);"),
            ],
        ),
        (
            "a module that is imported by name",
            &[
                ("format/mod.rs", "mod one;\nmod two;"),
                ("format/one.rs", "use super::two;\nfn f() { two::g() }"),
                ("format/two.rs", "use super::one::f;"),
            ],
        ),
        (
            "a child of a `mod.rs` that needs it",
            &[
                ("format/a/mod.rs", "mod b;\nconst A: u8 = b::B;\nconst C: u8 = 1;"),
                ("format/a/b.rs", "use super::C;"),
            ],
        ),
        (
            "the list of providers",
            &[
                ("message/format_name.rs", "    Gemini, \"gemini\", gemini::Gemini;"),
                ("format/gemini.rs", "use super::all::find;"),
                ("format/all.rs", "const ALL: [T; 1] = [$(super::$folder::$target),*];"),
            ],
        ),
    ];
    for (title, files) in cases {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        assert_eq!(Crate::of(files.collect()).circles().len(), 2, "{title}");
    }
}

#[test]
fn a_module_that_declares_its_children_imports_nothing() {
    let files = [
        ("format/a/mod.rs", "mod b;\nmod c;\npub use b::B;"),
        ("format/a/b.rs", "use super::c::C;\npub struct B(C);"),
        ("format/a/c.rs", "use crate::format::d;\npub struct C;"),
        ("format/d.rs", "use super::a::B;"),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert!(Crate::of(files.to_vec()).circles().is_empty());
}
