//! Making it readable: from a history to a [`Prompt`] that one target accepts.
//!
//! A unit is sanitised by itself, by [`sanitize_unit`], so that what was done to it can be kept and used again; what
//! depends on neighbours is settled by [`prompt`]. Nothing is changed without a [`Repair`](crate::repair::Repair).

mod arguments;
mod audio_transcript;
mod bound_reasoning;
mod boundaries;
mod builtins;
mod call_ids;
mod close_open_calls;
mod dialect;
mod drop_unpaired;
mod dropped_parts;
mod empty_content;
mod field_owner;
mod fields;
mod flatten;
mod hooks;
mod look_back;
mod media;
mod names;
mod orphans;
mod outer_fields;
mod pattern;
mod prompt;
mod reasoning;
mod request_options;
mod result_order;
mod sanitized_unit;
mod sent_ids;
mod stable_prefix;
mod system;
mod system_beside;
mod system_turns;
mod text_blocks;
mod text_fallback;

pub(crate) use audio_transcript::{TRANSCRIPT_SENT, replace_by_transcript};
pub(crate) use builtins::drop_calls;
pub use dialect::{
    CallRules, ContentRules, Dialect, EmptyContent, FieldRules, MediaRules, Neighbours, Place, ProviderCall,
    ProviderPart, RequestFields, ResultRules, SystemForm, SystemRules, TurnRules, UniqueIds, VendorFields,
};
pub use drop_unpaired::sanitize_tool_calls;
pub(crate) use field_owner::FieldOwner;
pub(crate) use fields::{kind_of, says_something};
pub use hooks::{Hooks, PromptPass, UnitPass};
pub use look_back::{LookBack, NeighbourRule};
pub(crate) use media::replace_text_files;
pub use outer_fields::OuterFields;
pub use pattern::{Letters, Pattern};
pub(crate) use prompt::void_after;
pub use prompt::{Item, Prompt, prompt};
pub use reasoning::{Binding, ReasoningRules, Refusal};
pub use request_options::{Capabilities, Mode, OpenCalls, RequestOptions, Spelling, SummaryRole};
pub use sanitized_unit::{SanitizedUnit, UnitMessages, UnitState, Work, sanitize_unit};
pub use sent_ids::SentIds;
pub use text_blocks::WriteTextBlock;
pub(crate) use text_blocks::{TextForm, replace_text_blocks};
