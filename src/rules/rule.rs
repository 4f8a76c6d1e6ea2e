//! A rule of a provider.

use super::{all_documented, documented};
use std::fmt;

/// A rule that a provider enforces on requests. Reports refer to it by value. In the wasm its texts are empty; the host
/// finds them by the id.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The public id, such as `AN1`, under which reports, comments and the corpus refer to the rule. Number 0 is the
    /// provider's reference.
    pub id: &'static str,
    /// The demand, in one sentence.
    pub sentence: &'static str,
    /// The provider's error message when a request breaks the rule; empty when none is known.
    pub words: &'static str,
    /// Other error messages of the provider for the same rule.
    pub other_words: &'static [&'static str],
    /// The evidence for a rule without a known error message.
    pub evidence: &'static str,
    /// The way in which the rule is kept.
    pub kept: Kept,
}

/// The way in which a rule is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A request that breaks the rule is repaired: the repair, and the files or folders that do it.
    Repaired(&'static str, &'static [&'static str]),
    /// A request that breaks the rule is refused with one of these error codes.
    Refused(&'static [&'static str]),
    /// The rule is left to the caller, for this reason.
    NotEnforced(&'static str),
}

impl Rule {
    /// A rule of this id and sentence, without other texts.
    pub const fn new(id: &'static str, sentence: &'static str) -> Self {
        let sentence = documented(sentence);
        Self { id, sentence, words: "", other_words: &[], evidence: "", kept: Kept::NotEnforced("") }
    }

    /// Adds the provider's own words. Cite their source in a comment.
    #[must_use]
    pub const fn answered(self, words: &'static str) -> Self {
        Self { words: documented(words), ..self }
    }

    /// Adds other words of the provider.
    #[must_use]
    pub const fn or(self, others: &'static [&'static str]) -> Self {
        Self { other_words: all_documented(others), ..self }
    }

    /// Adds the evidence, where the provider's words are not known.
    #[must_use]
    pub const fn based_on(self, evidence: &'static str) -> Self {
        Self { evidence: documented(evidence), ..self }
    }

    /// Adds the repair, and the files or folders that do it: by name in `sanitize`, with their folder in `format`.
    #[must_use]
    pub const fn repaired(self, done: &'static str, places: &'static [&'static str]) -> Self {
        Self { kept: Kept::Repaired(documented(done), all_documented(places)), ..self }
    }

    /// Adds the error codes that refuse a request.
    #[must_use]
    pub const fn refused(self, codes: &'static [&'static str]) -> Self {
        Self { kept: Kept::Refused(codes), ..self }
    }

    /// Adds the reason why the rule is left to the caller.
    #[must_use]
    pub const fn not_enforced(self, reason: &'static str) -> Self {
        Self { kept: Kept::NotEnforced(documented(reason)), ..self }
    }
}

/// Rules are equal when their ids are, which no two rules share.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
