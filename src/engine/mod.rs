//! The facade of the core: conversations, and functions on bodies without a conversation. Sans-IO: ids and times are
//! arguments.

mod answers;
mod asked_model;
mod beside;
mod bill;
mod bodies;
mod bound_prefix;
mod boundary;
mod breakdown;
mod change_count;
mod continuation;
mod conversation;
mod conversion;
mod cuts;
mod draft_query;
mod drafts;
mod fit;
mod fit_memory;
mod gather;
mod ids;
mod journal;
mod known;
mod operation;
mod parts;
mod paths;
mod pending_queue;
mod prompt;
mod requests;
mod resume;
mod rows;
mod shared_prefix;
mod snapshots;
mod state;
mod stateless;
mod suspended;
mod tool_changes;
mod tool_set;
mod transactions;
mod wire_body;
mod wire_cache;
mod written_prefix;

pub use answers::{Answers, check_program_body};
pub use conversation::{Conversation, Settings};
pub use conversion::convert_body;
pub use fit::{Advanced, Replay};
pub use operation::Operation;
pub use parts::{CallParts, MessageParts};
pub use paths::PathEnd;
pub use state::TransactionId;
pub use stateless::{
    estimate_messages, estimate_text, sanitize_body, sanitize_tool_calls, validate_body, window_of,
    write_as_it_is, write_body_texts, write_breakdown, write_breakpoints, write_texts,
};
