//! Reading and writing, one folder for each format. A format reads bodies and answers into neutral messages, and writes
//! a [`Prompt`](crate::sanitize::Prompt). Writing a prompt cannot fail.
//!
//! Writers apply no rules: they write the prompt that they are given. Readers report, as repairs, what they cannot keep
//! unchanged: a role that does not fit, a null or empty field that the provider refuses, neighbours that form one
//! message.
//!
//! # Adding a provider
//!
//! `npm run new -- provider NAME PREFIX` writes the files of a provider of the family of chat completions.
//!
//! The family of chat completions needs four things by hand. `openai_chat` and `mistral`, with their folders in the
//! tests, are the examples.
//!
//! 1. A folder here. `rules.rs` has the rules, `dialect.rs` the demands as data, and `mod.rs` a `Chat`, whose
//!    `ChatForm` says how it differs from `ChatForm::of`. The rules are this provider's own, also where it demands
//!    what OpenAI does. Their ids are two letters and a number, without a gap; number 0 is the form of the body.
//! 2. Its `pub mod` below, and the last line of `providers!` (`src/message/format_name.rs`): the variant of `Format`,
//!    the public name, and the static of `mod.rs`. The place of the line gives the target's number.
//! 3. Its folder `rules`, with a file for each rule, and `accepted.json` (`src/rules/README.md` has the fields).
//! 4. A folder of the public name in `pkg-template/src/strict-provider`, whose `judge.js` exports `judge(body, options)`. A
//!    judge may import other judges, but nothing of the engine. It takes `commonOptions` (`strict/options.mjs`) and
//!    options of its own.
//!
//! Then, in this order:
//!
//! 1. `BLESS=1 cargo test --test rules` writes RULES.md, the texts of the rules, the types and names of the package
//!    (`types/target.ts`, `providers/names.ts`), and `tests/support/targets.json`. It also says what the rules
//!    and their cases lack.
//! 2. `cargo test --test corpus` shows each body that does not become what its case expects.
//! 3. `npm test -- build pack` installs a package that knows the target.
//! 4. `BLESS=1 node --test tests/js/requests/targets.test.mjs` writes the tests that have a file for each target. Without
//!    `BLESS` it says which judge or rules are missing.
//! 5. `npm test -- rust types node` runs all properties. `npm run size -- --bless` records the cost.
//!
//! Streams, tables of the tests without a row of the target (`byTarget`), and the random bodies of I6 and I7 are
//! OpenAI's for the whole family. I10 knows the providers that have a generator in `tests/invariants/accepted.rs`;
//! for others, the tests of `sanitize-mutations` ask that an accepted body is left alone. The third-party judges of
//! `tests/oracles` skip a target that they do not know.
//!
//! Where the provider differs from the family:
//!
//! - Messages that are lists of blocks are a `Blockwise`, with `read.rs`, `response.rs` and `write.rs` in the folder.
//!   Any other form is an `impl Target`.
//! - A demand that no field of the `Dialect` states is a pass: see `src/rules/mod.rs`.
//! - A stream of another form than OpenAI's needs an assembler: see `pkg-template/src/stream/assembler.ts`.
//! - Parts with words that only this provider models need a reader in `READERS` (`contract/text_block.rs`).
//! - A prompt beside the messages whose type is narrower than `any` needs an arm in `system_type`
//!   (`tests/common/target_list.rs`).
//! - A new form of answers needs a `phantom.ts` in the provider's folder of the package (`providers/registry/phantom.ts`
//!   lists them), and a row of `SHAPES` in
//!   `tests/support/formats/answers-with-calls.mjs`.
//! - The text of an overflow is a row of `tests/js/conversation/overflow.test.mjs`. It needs a phrase in
//!   `openai_chat/vendors/overflow.rs` only if the test fails.
//! - A target outside of the family needs a row in each table of `byTarget`, which names what is missing.
//!
//! Finally, name the provider in the README ("What it does"), in `docs/formats.md`, in `pkg-template/README.md`, in
//! the keywords of `pkg-template/package.json`, and on the page
//! (`www/formats.mjs`).

pub mod anthropic;
pub mod backscroll;
pub mod bedrock;
mod blocks;
mod body;
mod breakpoints;
mod chat;
mod contract;
pub mod gemini;
mod json;
pub mod mistral;
pub mod models;
pub mod openai_chat;
pub mod openai_responses;
mod params;
mod programs;
pub mod sizes;
mod tables;
mod targets;
mod text_blocks;

pub use anthropic::unrepaired_anthropic;
pub use body::{AsItIs, BodyTexts, BodyToFit, FittedBody, Violation};
pub use body::{BodyForm, as_it_is, body_texts, breakdown, repair_body, validate};
pub use breakpoints::{insert_breakpoints, write_breakpoint_edits};
pub use contract::interchange::{Interchange, NO_TIME, WrittenMessage};
pub use contract::parsed::{Parsed, Wire};
pub use contract::reading::{Mint, Reading};
pub use contract::target::{Answer, Fragment, Place, Target, WireTurn};

pub use openai_chat::unrepaired_openai;
pub use params::options::read_options;
pub use params::request::Params;
pub(crate) use params::request::write_head;
pub use params::tool_names::MappedName;
pub(crate) use programs::refuse_foreign;
pub use programs::{Program, interchange, read_any, read_program};
pub use targets::{TARGETS, target};
pub(crate) use text_blocks::read_text_block;
