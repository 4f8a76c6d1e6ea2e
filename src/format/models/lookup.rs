//! Finds the row of a model by its name.

use super::family::Family;
use super::rows::MODELS;
use super::{Model, Readable, RefusedThinking, Version};
use crate::list::Listed;
use crate::sanitize::RequestOptions;
use crate::text::rsplit_once;
use std::cell::RefCell;

thread_local! {
    /// The name that was looked up last, and its row. The passes over a request ask the same name for each message.
    static LAST: RefCell<(String, Option<&'static Model>)> = const { RefCell::new((String::new(), None)) };
}

/// The row for a model's name: the newest row that the name allows. `None` for a name of no family.
pub(in crate::format) fn model(name: &str) -> Option<&'static Model> {
    LAST.with_borrow_mut(|(last, row)| {
        if last != name {
            *row = looked_up(name);
            name.clone_into(last);
        }
        *row
    })
}

fn looked_up(name: &str) -> Option<&'static Model> {
    let named = family(name)?;
    if named.0.needs_version() && version(&named.1).is_none() {
        return None;
    }
    best(name, &mut MODELS.iter().map(|row| (row.family, row.words, row.since))).and_then(|at| MODELS.get(at))
}

/// The place of the row that fits a name best: the newest row that the name allows. A row has a family, words of which
/// one must be in the name, and the version with which it begins.
pub(in crate::format) fn best(
    name: &str,
    rows: &mut dyn Iterator<Item = (Family, &'static [&'static str], Version)>,
) -> Option<usize> {
    let (family, rest) = family(name)?;
    let words = words(&rest);
    let line = words.iter().find(|word| word.chars().all(char::is_alphabetic));
    // The versions of a line that is not known say nothing about its age.
    let is_new = family == Family::Claude && line.is_some_and(|line| !CLAUDE_LINES.contains(line));
    // OpenAI's first series, for example `o3` and `codex-mini`, have no version of GPT.
    let is_first = family == Family::OpenAi && !words.contains(&"gpt");
    let version = version(&rest).filter(|_| !is_new).or(is_first.then_some((0, 0)));
    let mut best: Option<((usize, Version), usize)> = None;
    for (at, (_, wanted, since)) in
        rows.enumerate().filter(|(_, (of, wanted, _))| *of == family && names(wanted, &words))
    {
        // A name without a version counts as the newest model.
        let is_old_enough = version.is_none_or(|version| since <= version);
        let own = (closeness(wanted), since);
        if is_old_enough && best.is_none_or(|(best, _)| own >= best) {
            best = Some((own, at));
        }
    }
    best.map(|(_, at)| at)
}

/// The row of a model whose name has a version. What a model refuses is known only then.
pub(in crate::format) fn known_model(name: &str) -> Option<&'static Model> {
    let (_, rest) = family(name)?;
    version(&rest).and_then(|_| model(name))
}

/// The family of a model's name.
pub(in crate::format) fn family_named(name: &str) -> Option<Family> {
    family(name).map(|(family, _)| family)
}

/// The row of the model of this name, if the model is of this family.
pub(in crate::format) fn model_of(family: Family, name: &str) -> Option<&'static Model> {
    model(name).filter(|row| row.family == family)
}

/// The lines of Claude.
const CLAUDE_LINES: [&str; 6] = ["opus", "sonnet", "haiku", "instant", "fable", "mythos"];

/// The number of words that a name must hold for a row. More words are about fewer models.
fn closeness(words: &[&str]) -> usize {
    words.first().map_or(0, |word| word.split('-').count())
}

/// Reports whether the model `asked` reads the thinking of another model of its family.
pub(in crate::format) fn is_readable(asked: &str, maker: &str) -> bool {
    let (Some(row), Some((family, rest))) = (model(asked), family(maker)) else { return false };
    let (words, version) = (words(&rest), version(&rest));
    let reads = |readable: &Readable| {
        let is_between = |version: Version| readable.from <= version && version <= readable.until;
        names(readable.words, &words) && version.is_some_and(is_between)
    };
    row.family == family && row.reads.iter().any(reads)
}

/// The value of `thinking.type` as the requested model refuses it; `None` when it takes the value, or nothing is known
/// of it. The host's row comes before the table.
pub(in crate::format) fn refused_thinking(kind: &str, options: &RequestOptions) -> Option<RefusedThinking> {
    let Some(taken) = options.model_row().and_then(|row| row.thinking.as_ref()) else {
        let row = options.model().and_then(model)?;
        return row.refused_thinking.iter().find(|refused| refused.kind == kind).copied();
    };
    let takes = |kind: &str| taken.iter().any(|taken| **taken == *kind);
    let (kind, instead) = KINDS.into_iter().find(|(known, _)| *known == kind && !takes(kind))?;
    Some(RefusedThinking { kind, instead: instead.filter(|instead| takes(instead)) })
}

/// The values of `thinking.type`, each with the value that means nearly the same.
const KINDS: [(&str, Option<&str>); 4] = [
    ("enabled", Some("adaptive")),
    ("disabled", Some("between_tools")),
    ("adaptive", None),
    ("between_tools", Some("disabled")),
];

/// The beginnings of names that a version follows without a sign between.
const LETTERED: [&str; 7] = ["kimi-k", "qwen", "llama", "minimax-m", "deepseek-v", "gemma", "mimo-v"];

/// The family of a name, and the rest of the name in lower case. Claude's names may follow a region and a maker, other
/// names a path.
fn family(name: &str) -> Option<(Family, String)> {
    let name = name.to_ascii_lowercase();
    if let Some((_, rest)) = rsplit_once(&name, "claude") {
        return Some((Family::Claude, rest.to_owned()));
    }
    if let Some((_, rest)) = rsplit_once(&name, "amazon.nova") {
        return Some((Family::Nova, rest.to_owned()));
    }
    let last = name.rsplit('/').next().unwrap_or(&name);
    // `o3`, `o4-mini`.
    let is_numbered =
        last.strip_prefix('o').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()));
    let family = if is_numbered { Some(Family::OpenAi) } else { Family::of_start(last) };
    // The versions of some have letters before them: `kimi-k2.6`, `qwen3.5-32b`, `llama4-scout`, `minimax-m2.7`.
    let rest = match LETTERED.iter().find_map(|start| last.strip_prefix(start)) {
        Some(version) if version.starts_with(|first: char| first.is_ascii_digit()) => version,
        Some(_) | None => last,
    };
    family.map(|family| (family, rest.to_owned()))
}

/// The words of a name: `opus`, `4`, `5`.
fn words(name: &str) -> Vec<&str> {
    name.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).listed()
}

/// Reports whether one of the wanted words is in a name; true if no word is wanted. A wanted word may be two words
/// joined by `-`.
fn names(wanted: &[&str], words: &[&str]) -> bool {
    let has = |wanted: &&str| match wanted.split_once('-') {
        Some((first, second)) => words.contains(&first) && words.contains(&second),
        None => words.contains(wanted),
    };
    wanted.is_empty() || wanted.iter().any(has)
}

/// The version in a name: (4, 5) of `haiku-4-5-20251001-v1:0`, (3, 0) of `3-opus@20240229`, (4, 0) of `4o-2024-08-06`.
fn version(name: &str) -> Option<Version> {
    let words = words(name);
    let mut words = words.iter();
    let digits = |word: &str| word.bytes().take_while(u8::is_ascii_digit).count();
    let first = words.find(|word| digits(word) > 0)?;
    let end = digits(first);
    // A date has more digits.
    let number = |word: &str| word.parse().ok().filter(|_| word.len() <= 2);
    let major = number(first.get(..end)?)?;
    let next = words.next().filter(|_| end == first.len());
    Some((major, next.and_then(|word| number(word)).unwrap_or(0)))
}

/// The family of the row of this name, with the words and the version of the row.
#[cfg(test)]
pub(in crate::format) fn title_of(name: &str) -> String {
    model(name).map_or(String::new(), |row| {
        let words = row.words.first().map_or(String::new(), |word| format!("{word} "));
        format!("{} {words}{}.{}", row.family.as_str(), row.since.0, row.since.1)
    })
}

#[cfg(test)]
mod tests {
    use super::title_of;

    #[test]
    fn the_row_of_a_model_is_the_newest_that_its_name_allows() {
        let cases = [
            ("moonshotai/kimi-k2.6", "Kimi 0.0"),
            ("kimi-k3", "Kimi 3.0"),
            ("kimi-latest", "Kimi 3.0"),
            ("gpt-oss-120b", ""),
            ("openrouter/auto", ""),
            ("qwen3", "Qwen 0.0"),
            ("qwen3-235b-a22b", "Qwen 0.0"),
            ("qwen3.5-32b", "Qwen 3.5"),
            ("Qwen/Qwen3.6-27B-FP8", "Qwen 3.5"),
            ("qwen2.5-coder:7b", "Qwen 0.0"),
            ("qwen4-max", "Qwen 3.5"),
            ("qwen-max", ""),
            ("ollama3", ""),
            ("olmo-2", ""),
            ("grok-4", ""),
            ("", ""),
        ];
        for (name, expected) in cases {
            assert_eq!(title_of(name), expected, "{name}");
        }
    }
}
