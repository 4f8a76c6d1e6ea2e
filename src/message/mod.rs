//! What is said: messages, their parts, tool calls and results. Knows of no format and of no other message.

mod base64;
mod call;
mod content;
mod element;
mod format_name;
mod item_id;
mod media_source;
mod media_type;
mod own_tool;
mod pairing;
mod part;
mod pending;
mod role;
mod said;
mod text_block;
mod usage;

pub use call::{Arguments, CallKind, ToolCall, ToolResult};
pub use content::Content;
pub use element::{Element, elements};
pub use format_name::Format;
pub use item_id::ITEM_ID;
pub(crate) use media_source::data_url;
pub(crate) use media_type::{is_text_type, plain as plain_type};
pub use own_tool::{OwnTool, is_decision, is_picture};
pub use pairing::pair_results;
pub use part::{Extras, Media, Origin, Part, PartKind, ReadTextBlock, Reasoning, STRUCTURED, WRITTEN_AS};
pub use pending::{Pending, Source};
pub use role::Role;
pub use said::{Body, Message, MessageId, Notes};
pub use text_block::{TextBlock, TextKind};
pub use usage::Usage;
