//! The facade: one conversation, and work on bodies that belong to none. Sans-IO: ids and times are arguments.

mod answers;
mod conversation;
mod conversion;
mod desk;
mod drafts;
mod known;
mod requests;
mod savepoints;
mod snapshots;
mod spans;
mod suspended;
mod waiting;
mod wire_body;
mod wire_cache;

pub use answers::{Answers, check_program_body};
pub use conversation::{Conversation, Settings};
pub use conversion::convert_body;
pub use desk::{
    estimate_messages, estimate_text, sanitize_body, sanitize_tool_calls, trim_body, validate_body,
    write_body_texts, write_texts,
};
pub use drafts::DraftId;
pub use savepoints::SavepointId;
pub use waiting::PromotionId;
