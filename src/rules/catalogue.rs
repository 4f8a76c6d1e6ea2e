//! All rules of one provider, for the document and the tests.

use super::{IS_DOCUMENTED, Rule, all_documented, documented};
use crate::message::Format;

/// The rules of one target, with their texts for RULES.md. In the wasm, only the format is set.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The target.
    pub format: Format,
    /// Its rules, in the order of the document.
    pub rules: &'static [&'static Rule],
    /// The target's name, for people.
    pub title: &'static str,
    /// Sentences before the rules.
    pub opening: &'static [&'static str],
    /// The reason why the accepted requests are no rules.
    pub accepted_because: &'static str,
    /// Kinds of requests that look faulty, but that the provider answers.
    pub accepted: &'static [Accepted],
    /// Sentences after the rules.
    pub closing: &'static [&'static str],
}

/// A kind of request that looks faulty. The provider answers it, so it is not repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The name of its cases in the corpus.
    pub id: &'static str,
    /// The property of such a request.
    pub what: &'static str,
    /// Number of such requests that were answered in recordings; 0 if they were not counted.
    pub seen: u32,
}

impl Catalogue {
    /// A catalogue of these rules, without other texts.
    pub const fn of(format: Format, rules: &'static [&'static Rule]) -> Self {
        let rules = if IS_DOCUMENTED { rules } else { &[] };
        Self { format, rules, title: "", opening: &[], accepted_because: "", accepted: &[], closing: &[] }
    }

    /// Adds the target's name.
    #[must_use]
    pub const fn titled(self, title: &'static str) -> Self {
        Self { title: documented(title), ..self }
    }

    /// Adds sentences before the rules.
    #[must_use]
    pub const fn opening(self, sentences: &'static [&'static str]) -> Self {
        Self { opening: all_documented(sentences), ..self }
    }

    /// Adds requests that are accepted, and why they are no rules.
    #[must_use]
    pub const fn accepting(self, because: &'static str, accepted: &'static [Accepted]) -> Self {
        let accepted = if IS_DOCUMENTED { accepted } else { &[] };
        Self { accepted_because: documented(because), accepted, ..self }
    }

    /// Adds sentences after the rules.
    #[must_use]
    pub const fn closing(self, sentences: &'static [&'static str]) -> Self {
        Self { closing: all_documented(sentences), ..self }
    }
}
