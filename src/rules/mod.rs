//! The catalogue: what each provider demands of a request, what it answers when that is broken, and how it is kept.
//!
//! `RULES.md` in this folder is made from it (`tests/rules.rs`). What only that document says is left out of the wasm.

mod anthropic;
mod bedrock;
mod document;
mod gemini;
mod mistral;
mod openai_chat;
mod openai_responses;

pub use document::{INTRODUCTION, NOT_CHECKED};

use crate::message::Format;

/// What a request must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The number, such as `AN1`; reports, comments and the corpus name it. `AN0` is the provider's reference.
    pub id: &'static str,
    /// Whose rule it is.
    pub target: Format,
    /// What must hold, in one sentence.
    pub demand: &'static str,
    /// The provider's own words when it does not; empty when none are known.
    pub answer: &'static str,
    /// Other words for the same; for the document.
    pub other_answers: &'static [&'static str],
    /// The evidence for a rule without such words; for the document.
    pub basis: &'static str,
    /// How it is kept.
    pub kept: Kept,
}

/// How a rule is kept. What is said of it is for the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// What breaks it is mended: what is done, and the files or rooms that do it.
    Repaired(&'static str, &'static [&'static str]),
    /// What breaks it is refused with one of these codes.
    Refused(&'static [&'static str]),
    /// It is left to others, for this reason.
    NotEnforced(&'static str),
}

/// What is *not* a rule, although one might think so: the provider answers such requests, so they are left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The name that cases of the corpus give it.
    pub id: &'static str,
    /// What it is.
    pub what: &'static str,
    /// How many requests with it were seen to be answered; 0 where they were not counted.
    pub seen: u32,
}

/// The rules of one target.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The target.
    pub format: Format,
    /// Its rules.
    pub rules: &'static [Rule],
    /// The target's name, for the document.
    pub title: &'static str,
    /// What the document says before the rules, a sentence each.
    pub opening: &'static [&'static str],
    /// Why what is accepted is no rule, for the document.
    pub accepted_because: &'static str,
    /// What is no rule, for the document and the corpus.
    pub accepted: &'static [Accepted],
    /// What the document says at last, a sentence each.
    pub closing: &'static [&'static str],
}

/// Every target's rules, in the order of the document.
pub static CATALOGUES: [&Catalogue; 6] = [
    &openai_chat::CATALOGUE,
    &openai_responses::CATALOGUE,
    &anthropic::CATALOGUE,
    &gemini::CATALOGUE,
    &mistral::CATALOGUE,
    &bedrock::CATALOGUE,
];

/// The rule of this number. Reports name some that are no provider's, such as `I4`.
pub fn rule(id: &str) -> Option<&'static Rule> {
    CATALOGUES.iter().flat_map(|catalogue| catalogue.rules).find(|rule| rule.id == id)
}

/// The rule that a body has the form of this target's reference: its number is 0.
pub fn form_rule(format: Format) -> Option<&'static Rule> {
    let is_zero =
        |rule: &&Rule| rule.id.trim_start_matches(|letter: char| letter.is_ascii_uppercase()) == "0";
    CATALOGUES.iter().find(|catalogue| catalogue.format == format)?.rules.iter().find(is_zero)
}

/// Whether what only the document says is there. It is not where the package runs.
const IS_DOCUMENTED: bool = cfg!(not(target_arch = "wasm32"));

const fn told(text: &'static str) -> &'static str {
    if IS_DOCUMENTED { text } else { "" }
}

const fn told_all(texts: &'static [&'static str]) -> &'static [&'static str] {
    if IS_DOCUMENTED { texts } else { &[] }
}

impl Rule {
    const fn of(target: Format, id: &'static str, demand: &'static str) -> Self {
        Self { id, target, demand, answer: "", other_answers: &[], basis: "", kept: Kept::NotEnforced("") }
    }

    const fn answered(self, answer: &'static str) -> Self {
        Self { answer, ..self }
    }

    const fn or(self, others: &'static [&'static str]) -> Self {
        Self { other_answers: told_all(others), ..self }
    }

    const fn based_on(self, basis: &'static str) -> Self {
        Self { basis: told(basis), ..self }
    }

    const fn repaired(self, done: &'static str, places: &'static [&'static str]) -> Self {
        Self { kept: Kept::Repaired(told(done), told_all(places)), ..self }
    }

    const fn refused(self, codes: &'static [&'static str]) -> Self {
        Self { kept: Kept::Refused(codes), ..self }
    }

    const fn not_enforced(self, reason: &'static str) -> Self {
        Self { kept: Kept::NotEnforced(told(reason)), ..self }
    }
}

impl Catalogue {
    const fn of(format: Format, rules: &'static [Rule]) -> Self {
        Self { format, rules, title: "", opening: &[], accepted_because: "", accepted: &[], closing: &[] }
    }

    const fn titled(self, title: &'static str) -> Self {
        Self { title: told(title), ..self }
    }

    const fn opening(self, sentences: &'static [&'static str]) -> Self {
        Self { opening: told_all(sentences), ..self }
    }

    const fn accepting(self, because: &'static str, accepted: &'static [Accepted]) -> Self {
        let accepted = if IS_DOCUMENTED { accepted } else { &[] };
        Self { accepted_because: told(because), accepted, ..self }
    }

    const fn closing(self, sentences: &'static [&'static str]) -> Self {
        Self { closing: told_all(sentences), ..self }
    }
}
