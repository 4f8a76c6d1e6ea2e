//! What is said: messages, their parts, tool calls and results. Knows of no format and of no other message.

mod call;
mod content;
mod element;
mod format_name;
mod own_tool;
mod pairing;
mod part;
mod pending;
mod role;
mod said;
mod usage;

pub use call::{Arguments, CallKind, ToolCall, ToolResult};
pub use content::Content;
pub use element::{Element, elements};
pub use format_name::Format;
pub use own_tool::{OwnTool, is_decision, is_picture};
pub use pairing::pair_results;
pub use part::{Extras, Media, Origin, Part, PartKind, Reasoning, WRITTEN_AS};
pub use pending::{Pending, Source};
pub use role::Role;
pub use said::{Body, Message, MessageId, Notes};
pub use usage::Usage;
