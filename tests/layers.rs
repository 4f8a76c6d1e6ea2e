//! The layers of the crate: no lower module names a higher one, and the core names nothing of its environment.

#![cfg(test)]

#[path = "common/sources.rs"]
mod sources;

use sources::sources;
use std::collections::{BTreeMap, BTreeSet};

/// The modules, each with its layer. `reduce` and `sanitize` are in one layer and do not use each other.
const LAYERS: [(&str, u32); 16] = [
    ("error", 0),
    ("hash", 0),
    ("list", 0),
    ("text", 0),
    ("json", 1),
    ("message", 2),
    ("rules", 3),
    ("tokens", 3),
    ("repair", 4),
    ("telling", 4),
    ("history", 5),
    ("reduce", 6),
    ("sanitize", 6),
    ("format", 7),
    ("engine", 8),
    ("wasm", 9),
];

/// The maximum length of a file: a longer one has more than one subject.
const MOST_LINES: usize = 400;

/// Files that are generated.
const GENERATED: [&str; 1] = ["kernels/script/weights.rs"];

fn layer(module: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|(_, layer)| *layer)
}

/// Returns the module that a file belongs to: its folder under `src`, or its own name.
fn module(path: &str) -> &str {
    path.split('/').next().and_then(|first| first.split('.').next()).unwrap_or_default()
}

/// Returns the modules that follow `crate::` in the text, in code and in links of comments, grouped or not.
fn named(text: &str) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for (at, path) in text.match_indices("crate::") {
        // `pub(crate)` and `$crate` name no module.
        let rest = text.split_at(at + path.len()).1;
        let names = rest.strip_prefix('{').map_or_else(|| vec![word(rest)], grouped);
        modules.extend(names);
    }
    modules
}

fn word(text: &str) -> String {
    text.chars().take_while(|character| character.is_ascii_alphanumeric() || *character == '_').collect()
}

/// Returns the first words of the paths in `{a::b, c::{d, e}}`, without the opening brace.
fn grouped(group: &str) -> Vec<String> {
    let mut depth = 0_u32;
    let mut paths = vec![String::new()];
    for character in group.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => paths.push(String::new()),
            _ => paths.last_mut().expect("a path").push(character),
        }
    }
    paths.iter().map(|path| word(path.trim())).filter(|word| !word.is_empty()).collect()
}

#[test]
fn names_of_modules_are_found_in_every_form() {
    let text = "use crate::json::{self, Node};\nuse crate::{engine, tokens::{Weight, Ledger}, error::Code};\n\
        /// See [`x`](crate::wasm).\nfn f() -> crate::message::Role {}\npub(crate) fn g() {}";
    let names: Vec<String> = named(text).into_iter().collect();
    assert_eq!(names, ["engine", "error", "json", "message", "tokens", "wasm"]);
}

#[test]
fn no_module_names_another_of_its_own_or_a_higher_layer() {
    let mut wrong = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| path != "lib.rs" && module(path) != KERNELS) {
        let here = module(path);
        let height = layer(here).unwrap_or_else(|| panic!("{path} is in no known module"));
        for name in named(text).iter().filter(|name| *name != here) {
            if layer(name).is_none_or(|there| there >= height) {
                wrong.push(format!("{path} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The crate of hot loops, below all modules.
const KERNELS: &str = "kernels";

#[test]
fn the_kernels_depend_on_nothing() {
    let manifest = include_str!("../src/kernels/Cargo.toml");
    assert!(!manifest.lines().any(|line| line.trim() == "[dependencies]"), "{manifest}");
}

#[test]
fn every_listed_module_exists() {
    let modules: BTreeSet<String> = sources().iter().map(|(path, _)| module(path).to_owned()).collect();
    let missing: Vec<&str> =
        LAYERS.iter().map(|(name, _)| *name).filter(|name| !modules.contains(*name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn no_file_is_over_400_lines() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| !GENERATED.contains(&path.as_str()))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(path, lines)| format!("{path}: {lines}"))
        .collect();
    assert_eq!(long, Vec::<String>::new());
}

/// Returns the words of the code, without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default())
}

fn check_absent(words: &[&str], excepted: impl Fn(&str) -> bool) {
    let mut found = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| !excepted(path)) {
        for line in code(text).filter(|line| words.iter().any(|word| line.contains(word))) {
            found.push(format!("{path}: {}", line.trim()));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn only_the_wasm_module_uses_javascript() {
    let words = ["wasm_bindgen", "js_sys", "web_sys", "JsValue", "getrandom"];
    check_absent(&words, |path| module(path) == "wasm");
}

#[test]
fn sanitize_names_no_provider_and_no_field_of_one() {
    let words = [
        "nthropic",
        "laude",
        "OpenAI",
        "penai",
        "emini",
        "edrock",
        "onverse",
        "istral",
        "cache_",
        "cachePoint",
        "server_tool",
    ];
    check_absent(&words, |path| module(path) != "sanitize");
}

#[test]
fn nothing_uses_the_clock_randomness_or_the_environment() {
    let words =
        ["std::time", "SystemTime", "Instant", "rand::", "getrandom", "std::env", "RandomState", "thread::"];
    check_absent(&words, |path| module(path) == "wasm");
}

/// A hash table may be read by key, but not iterated. clippy's `iter_over_hash_type` finds `for`, but not
/// `.values()`.
#[test]
fn no_hash_table_is_iterated() {
    let walks = [
        ".iter()",
        ".iter_mut()",
        ".keys()",
        ".values()",
        ".values_mut()",
        ".into_iter()",
        ".drain(",
        ".into_values()",
    ];
    let mut found = Vec::new();
    for (path, text) in sources() {
        let names: BTreeSet<String> = code(&text)
            .filter(|line| {
                ["HashMap<", "HashSet<", "HashMap::", "HashSet::"].iter().any(|kind| line.contains(kind))
            })
            .filter_map(declared)
            .collect();
        for line in code(&text) {
            let walked = |name: &String| walks.iter().any(|walk| line.contains(&format!("{name}{walk}")));
            found.extend(
                names
                    .iter()
                    .filter(|name| walked(name))
                    .map(|name| format!("{path}: {name}: {}", line.trim())),
            );
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns the name that a line declares: `let mut name`, `name: HashMap<`.
fn declared(line: &str) -> Option<String> {
    let line = line.trim();
    let line = line.strip_prefix("let ").map_or(line, |rest| rest.trim_start_matches("mut "));
    let line = line.strip_prefix("pub(super) ").unwrap_or(line);
    Some(word(line)).filter(|name| !name.is_empty() && name != "use" && name != "impl")
}

/// Returns the code without its `#[cfg(test)]` modules, which stand last in a file.
fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod ").map_or(text, |(code, _)| code)
}

/// Returns the name of the type that a line of code defines. An indented `type` is an associated one.
fn defined_type(line: &str) -> Option<String> {
    let is_indented = line.starts_with(' ');
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or(line, |(_, item)| item),
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let kinds = ["struct ", "enum ", "union ", "trait ", "type "];
    let kind = kinds.into_iter().find(|kind| line.starts_with(kind) && !(*kind == "type " && is_indented))?;
    line.strip_prefix(kind).map(word).filter(|name| !name.is_empty())
}

/// One noun is one type: a reader who meets a name knows what it is.
#[test]
fn no_type_name_is_defined_twice() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        for name in code(without_tests(&text)).filter_map(defined_type) {
            places.entry(name).or_default().push(path.clone());
        }
    }
    let twice: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn definitions_of_types_are_found() {
    let lines = ["pub(super) struct Line<'a> {", "enum Gap {", "    type Item = u8;", "pub type Names = u8;"];
    let names: Vec<String> = lines.into_iter().filter_map(defined_type).collect();
    assert_eq!(names, ["Line", "Gap", "Names"]);
}
