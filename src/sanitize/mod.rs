//! Making it readable: from a history to a [`Prompt`] that one target accepts.
//!
//! A unit is sanitised by itself, by [`passage`], so that what was done to it can be kept and used again; what
//! depends on neighbours is settled by [`prompt`]. Nothing is changed without a [`Repair`](crate::repair::Repair).

mod arguments;
mod audio_transcript;
mod bound_reasoning;
mod boundaries;
mod breakpoints;
mod cache_markers;
mod call_ids;
mod close_open_calls;
mod dialect;
mod drop_unpaired;
mod empty_content;
mod field_owner;
mod fields;
mod flatten;
mod hooks;
mod look_back;
mod media;
mod names;
mod orphans;
mod own_tools;
mod passage;
mod pattern;
mod prompt;
mod reasoning;
mod result_order;
mod sent_ids;
mod server_tools;
mod stable_prefix;
mod system;
mod system_beside;
mod system_turns;
mod terms;
mod text_blocks;
mod text_fallback;

pub(crate) use audio_transcript::{TOLD as TOLD_SPOKEN, tell_spoken};
pub use cache_markers::CacheMarkers;
pub(crate) use cache_markers::is_long as cache_is_long;
pub use dialect::{
    CallRules, ContentRules, Dialect, EmptyContent, FieldRules, MediaRules, Neighbours, Place, RequestFields,
    ResultRules, ServerCall, ServerPart, SystemForm, SystemRules, TurnRules, UniqueIds, VendorFields,
};
pub use drop_unpaired::sanitize_tool_calls;
pub(crate) use fields::{kind_of, says_something};
pub use hooks::{Hooks, PromptPass, UnitPass};
pub use look_back::{LookBack, NeighbourRule};
pub(crate) use media::tell_text_files;
pub(crate) use own_tools::leave_out_calls;
pub use passage::{Passage, UnitState, Wording, Work, passage};
pub use pattern::{Letters, Pattern};
pub(crate) use prompt::void_after;
pub use prompt::{Item, Prompt, prompt};
pub use reasoning::{Binding, ReasoningRules, Refusal};
pub use sent_ids::SentIds;
pub use terms::{Capabilities, Mode, OpenCalls, Spelling, SummaryRole, Terms};
pub use text_blocks::WriteTextBlock;
pub(crate) use text_blocks::{Form as TextForm, tell_text_blocks};
