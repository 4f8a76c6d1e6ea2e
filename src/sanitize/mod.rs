//! Sanitising: turns a history into a [`Prompt`] that one target accepts.
//!
//! [`sanitize_unit`] applies the rules on single units, so its result can be cached for each unit. [`prompt`] applies
//! the rules that depend on neighbouring units. Every change is reported as a [`Repair`](crate::repair::Repair).

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
mod media;
mod model_rows;
mod names;
mod orphans;
mod outer_fields;
mod pattern;
mod prompt;
mod prompt_passes;
mod reasoning;
mod renames;
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
mod tool_messages;
mod unit_passes;
mod unit_state;
mod vendor;

pub(crate) use audio_transcript::{AUDIO, TRANSCRIPT_SENT, replace_by_transcript};
pub(crate) use builtins::drop_calls;
pub use dialect::{
    Binding, BreakpointForm, CallRules, ChooseTools, ContentRules, Continuation, Dialect, EmptyContent,
    FieldPlace, FieldRules, FindBreakpoints, Hooks, LookBack, MediaRules, Names, NeighbourRule, Neighbours,
    PromptPass, ProviderCall, ProviderPart, ReasoningRules, Refusal, RefusedRequest, RequestFields,
    ResultRules, SystemForm, SystemRules, ToolChange, ToolChanges, TurnRules, UniqueIds, UnitPass,
    VendorFields, Withdrawal, Work, WriteTextBlock,
};
pub use drop_unpaired::sanitize_tool_calls;
pub(crate) use field_owner::FieldOwner;
pub(crate) use fields::{kind_of, says_something};
pub(crate) use media::replace_text_files;
pub use model_rows::ModelRow;
pub(crate) use names::tool_name_mapped;
pub use outer_fields::OuterFields;
pub use pattern::{Letters, Pattern};
pub(crate) use prompt::mark_change_after;
pub use prompt::{Prompt, PromptItem};
pub use prompt_passes::prompt;
pub use request_options::{
    Capabilities, Continues, Lifetimes, Mode, OpenCalls, RequestOptions, Spelling, SummaryRole, ToolMessages,
};
pub use sanitized_unit::{SanitizedUnit, UnitMessages};
pub use sent_ids::SentIds;
pub(crate) use text_blocks::{TextBlockCodec, replace_text_blocks};
pub(crate) use text_fallback::move_refusal;
pub use unit_passes::{pair_unit, sanitize_unit};
pub use unit_state::UnitState;
pub use vendor::{Breakpoints, Developer, Models, Pictures, Silence, Vendor};
