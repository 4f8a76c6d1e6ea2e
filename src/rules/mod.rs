//! Rules of the providers. A rule has a demand on requests, the provider's error when a request breaks it, and the way
//! in which it is kept.
//!
//! Each provider's rules are statics in its own folder, `format/<provider>/rules.rs`. They are private to that folder, so
//! no other provider's code can name them. `RULES.md` in this folder and `rule-texts.ts` of the package are made from them
//! (`tests/rules.rs`).

mod catalogue;
mod document;
mod rule;

pub use catalogue::{Accepted, Catalogue};
pub use document::{INTRODUCTION, NOT_CHECKED};
pub use rule::{Kept, Rule};

/// True if the build holds the texts for people. The wasm does not.
const IS_DOCUMENTED: bool = cfg!(not(target_arch = "wasm32"));

/// The text, except in the wasm.
pub(crate) const fn documented(text: &'static str) -> &'static str {
    if IS_DOCUMENTED { text } else { "" }
}

/// The texts, except in the wasm.
pub(crate) const fn all_documented(texts: &'static [&'static str]) -> &'static [&'static str] {
    if IS_DOCUMENTED { texts } else { &[] }
}
