//! Messages, their parts, tool calls and results. A message here depends on no format and on no other message.
//!
//! Every format is read into this one neutral form, so each format needs one reader and one writer, and not one for
//! each other format. Fields that only one format knows stay JSON text (`Extras`). Each of these fields belongs to the
//! format from which it was read, because two formats may use one name for two things.

pub(crate) mod base64;
mod bill;
mod boundary;
mod builtin;
mod call;
mod calls_by_id;
mod content;
mod element;
mod format_name;
mod item_id;
mod left_out;
mod media_source;
mod media_type;
#[expect(clippy::module_inception, reason = "the file of the noun that the folder is named after")]
mod message;
mod pairing;
mod part;
mod pending;
mod prefix_digest;
mod response;
mod role;
mod text_block;
mod usage;

pub use bill::{BANDS, Bill, BillRow};
pub use boundary::Boundary;
pub use builtin::{Builtin, is_decision, is_picture};
pub use call::{Arguments, CallKind, ToolCall, ToolResult};
pub use calls_by_id::CallsById;
pub use content::Content;
pub use element::{Element, elements};
pub use format_name::Format;
pub(crate) use format_name::providers;
pub use item_id::ITEM_ID;
pub use left_out::LeftOut;
pub(crate) use media_source::data_url;
pub(crate) use media_type::{is_text_type, plain as plain_type};
pub use message::{Body, Message, MessageId, Notes, TELLS_TOOLS};
pub use pairing::pair_results;
pub(crate) use part::CACHE_CONTROL;
pub use part::{Extras, Media, Origin, Part, PartKind, ReadTextBlock, Reasoning, STRUCTURED, WRITTEN_AS};
pub use pending::{Pending, Source};
pub use prefix_digest::PrefixDigest;
pub use response::Response;
pub use role::Role;
pub use text_block::{TextBlock, TextKind};
pub use usage::Usage;
