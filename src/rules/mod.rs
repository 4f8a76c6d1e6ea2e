//! Rules of the providers. A rule holds a demand on requests, the provider's error for a request that breaks it, and
//! the repair.
//!
//! A rule is one file, `format/<provider>/rules/<ID>.json`: its sentence, the provider's words, its evidence, its repair and
//! its cases (`README.md` in this folder has the fields). `RULES.md` in this folder, and `rule-texts.ts` and `rule-list.ts` of
//! the package, are made from these files (`tests/rules.rs`). In code, a rule is a static of its id, in the `rules.rs` of its
//! provider. It is private to that folder, so no other provider's code can name it.
//!
//! A pass for several providers takes its rules from the target's `Dialect`, where a missing rule is `None`.
//!
//! # Adding a rule
//!
//! 1. The rule: `npm run new -- rule AN36` writes its file, and its name in `format/<provider>/rules.rs`. Its number is the
//!    provider's next. When the provider states the demand in the words of an existing rule, extend that rule: a field
//!    of the `Dialect` names one rule.
//! 2. Its texts and its cases, in that file: a body that is repaired, and a body that must be left alone.
//! 3. The repair, at one of four places. A neutral pass may do it already: set a field in the provider's
//!    `dialect.rs`. If no other provider needs it, write a pass in the provider's folder, and list it in the `hooks`
//!    of `dialect.rs` (`sanitize/dialect/mod.rs` says when each list is called). If providers with lists of blocks need it,
//!    write the pass in `format/blocks`, and list it in the `hooks` of each. Else write a pass in `sanitize`, and a
//!    field of the `Dialect`.
//! 4. The strict provider: a generator in a file of `pkg-template/src/strict-provider/<provider>`, and its name in `judge.js`
//!    there.
//!
//! A pass over one unit takes a `Work`. A pass over neighbouring units is a `NeighbourRule`, and declares how far it
//! looks back (`sanitize/dialect/mod.rs`):
//!
//! - When a request is written (`Mode::Strict`), the pass judges a message only by the messages before it. If it
//!   looked at the next message, an append would change bytes that are already written (I9).
//! - When a body is repaired (`Mode::Keep`), the pass changes only what the provider refuses (I10).
//! - A rule that reads more of a text than its beginning and its end needs a line in `request/short-body.ts` of the
//!   package, and a case with a text of over 512 characters: `sanitize` and `fit` first look at a body with short
//!   texts.
//! - The pass reports a repair for each change, under an existing `RepairCode` if one fits. If the demand is only
//!   about the grouping of messages on the wire, the writer of a request meets it (`Target::separator`), and nothing
//!   is reported.
//!
//! Then:
//!
//! 1. `BLESS=1 cargo test --no-fail-fast --test rules --test corpus` writes `RULES.md`, `rule-texts.ts` and
//!    `rule-list.ts`, and runs the cases.
//! 2. `npm test -- rust build pack` runs the properties, with the strict provider as the judge.
//! 3. `node --test tests/js/requests/corpus.test.mjs tests/js/requests/strict-provider.test.mjs` shows each case to the strict
//!    provider.
//!
//! A request that looks broken and is accepted has an entry in `accepted` of `rules/accepted.json`, with a case. If a
//! new rule refuses such a request, correct the entry.

mod catalogue;
mod rule;

pub use catalogue::Catalogue;
pub(crate) use catalogue::rules;
pub use rule::Rule;

/// True if the build holds the texts for people. The wasm does not.
pub(crate) const IS_DOCUMENTED: bool = cfg!(not(target_arch = "wasm32"));

/// Returns the text, or an empty text in the wasm.
pub(crate) const fn documented(text: &'static str) -> &'static str {
    if IS_DOCUMENTED { text } else { "" }
}

/// Returns the texts, or none in the wasm.
pub(crate) const fn all_documented(texts: &'static [&'static str]) -> &'static [&'static str] {
    if IS_DOCUMENTED { texts } else { &[] }
}
