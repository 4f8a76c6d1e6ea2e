//! The table of models: what each of them demands, takes and reads, with the source of each row.
//!
//! A new model is a new row of `models.rs` in its provider's folder; for an open model, of `rows.rs`. An unknown model
//! has the newest row of its family that its name allows: `claude-opus-6` has the row of Claude Opus 5.5. `MODELS.md`
//! beside RULES.md is made from the rows (`tests/rules.rs`).
//!
//! A pass or a dialect asks the row, and never compares a name. After a new row:
//!
//! 1. `BLESS=1 cargo test --test rules` writes MODELS.md, and the rows for the tests.
//! 2. The cases of the model go into `lookup.rs` and `tests/js/requests/models.test.mjs`.
//! 3. A fact of a new kind is a field of `Model`, and of `ModelRow` (`types/request.ts`) if hosts may say it.

pub(super) mod alias;
mod family;
mod lookup;
mod rows;

pub use family::Family;
pub use rows::MODELS;

use crate::message::Format;

#[cfg(test)]
pub(super) use lookup::title_of;
pub(super) use lookup::{best, family_named, is_readable, known_model, model, model_of, refused_thinking};

/// A row of the table: one model, or a run of versions.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The family.
    pub family: Family,
    /// The words that must be in the name, such as `opus`; any of them is enough. Empty: any name of the family.
    pub words: &'static [&'static str],
    /// The first version that the row is about. The row holds up to the next row of the same words.
    pub since: Version,
    /// True if the model continues an assistant message at the end.
    pub continues_words: bool,
    /// The values of `thinking.type` that the model refuses.
    pub refused_thinking: &'static [RefusedThinking],
    /// Other models whose thinking the model reads. It always reads its own.
    pub reads: &'static [Readable],
    /// True if reasoning is bound to the messages before it.
    pub is_bound: bool,
    /// True if reasoning that is bound is bound to the system prompt beside the messages, too.
    pub binds_prompt: bool,
    /// True if messages may change the set of tools.
    pub takes_tool_changes: bool,
    /// The cache breakpoints that the model takes, where not every model of the provider takes them.
    pub breakpoints: BreakpointSupport,
    /// Other fields of a request that the model refuses.
    pub refused_fields: &'static [RefusedField],
    /// True if the first call of each step must be signed.
    pub signs_calls: bool,
    /// True if results of tools may hold media.
    pub takes_media_in_results: bool,
    /// True if text after results, in the same message, counts as a turn of the model.
    pub ends_results: bool,
    /// True if a user message may directly follow a result.
    pub takes_user_after_results: bool,
    /// True if Converse refuses text after calls in one message.
    pub words_before_calls: bool,
    /// Function tools of chat completions.
    pub chat_tools: ChatTools,
    /// True if the model takes instructions, as messages of the system or the developer.
    pub takes_instructions: bool,
    /// True if the template of the model raises an error for instructions that are not the first message.
    pub begins_with_system: bool,
    /// The source of the row, for people.
    pub source: &'static str,
    /// The month in which the source was read.
    pub date: &'static str,
}

/// The cache breakpoints that a model takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakpointSupport {
    /// None.
    Never,
    /// Breakpoints of the shorter lifetime, in the system prompt and after text, but not in the tools or after results.
    BehindWords,
    /// Of the shorter lifetime.
    Short,
    /// Of both lifetimes.
    Long,
}

/// The conditions under which OpenAI's model accepts function tools in chat completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatTools {
    /// With any effort of reasoning.
    Taken,
    /// Without `reasoning_effort`.
    WithoutEffort,
    /// With `reasoning_effort: "none"` only.
    WithNoEffort,
    /// Not at all.
    Refused,
}

/// The rows of a provider that has no own models.
pub(super) const NO_MODELS: &[Model] = &[];

/// A version: (4, 5) of `claude-haiku-4-5-20251001`.
pub type Version = (u32, u32);

/// A value of `thinking.type` that a model refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedThinking {
    /// The value.
    pub kind: &'static str,
    /// The value that is sent instead; `None` if the field is left out.
    pub instead: Option<&'static str>,
}

/// A field of a request that a model refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedField {
    /// The format whose requests are refused; `None`: all that have the field.
    pub only_in: Option<Format>,
    /// The name of the field.
    pub name: &'static str,
    /// The field inside it whose value decides.
    pub decided_by: &'static str,
    /// The values of that field that are refused. Empty: every value of the field itself.
    pub kinds: &'static [&'static str],
    /// The replacement: the path of each field that changes, and its JSON; `None` if it is left out.
    pub instead: &'static [(&'static [&'static str], Option<&'static str>)],
}

impl RefusedField {
    /// A field that is refused whatever its value.
    pub(super) const ANYWHERE: Self =
        Self { only_in: None, name: "", decided_by: "type", kinds: &[], instead: &[] };
}

/// Models whose thinking another model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readable {
    /// The words of which one must be in the name. Empty: any name of the family.
    pub words: &'static [&'static str],
    /// The first version.
    pub from: Version,
    /// The last version.
    pub until: Version,
}

impl Model {
    /// A row that demands nothing, and takes everything but words to be continued.
    pub(super) const fn of(family: Family, words: &'static [&'static str], since: Version) -> Self {
        Self {
            family,
            words,
            since,
            continues_words: false,
            refused_thinking: &[],
            reads: &[],
            is_bound: false,
            binds_prompt: true,
            takes_tool_changes: false,
            breakpoints: BreakpointSupport::Never,
            refused_fields: &[],
            signs_calls: false,
            takes_media_in_results: true,
            ends_results: false,
            takes_user_after_results: false,
            takes_instructions: true,
            begins_with_system: false,
            words_before_calls: false,
            chat_tools: ChatTools::Taken,
            source: "",
            date: "",
        }
    }

    /// The row with its source, and the month in which the source was read. The wasm does not hold them.
    pub(super) const fn told_by(self, date: &'static str, source: &'static str) -> Self {
        Self { source: crate::rules::documented(source), date: crate::rules::documented(date), ..self }
    }
}
