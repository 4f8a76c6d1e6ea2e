//! Reading and writing, one folder for each format. A format reads bodies and answers into neutral messages, and writes
//! a [`Prompt`](crate::sanitize::Prompt). Writing a prompt cannot fail.

pub mod anthropic;
pub mod backscroll;
pub mod bedrock;
mod blocks;
mod chat;
mod fit;
mod foreign;
pub mod gemini;
mod interchange;
pub mod mistral;
mod model_name;
pub mod models;
pub mod openai_chat;
pub mod openai_responses;
mod options;
mod parsed;
mod program;
mod read;
mod reading;
mod repair_body;
mod request;
mod shared_fields;
mod source_hints;
mod target;
mod text_block;
mod trim;
mod unrepaired;
mod validate;
mod wire_groups;
mod write;

pub use fit::{BodyToFit, FittedBody, sent_tokens};
pub(crate) use foreign::refuse_foreign;
pub use interchange::{Interchange, NO_TIME, Written, interchange};
pub use options::read_options;
pub use parsed::{Parsed, Wire};
pub use program::{Program, read as read_program};
pub use reading::{Mint, Reading, read_any};
pub use repair_body::{BodyTexts, body_texts, repair_body};
pub use request::Params;
pub(crate) use request::write_head;
pub use target::{Answer, Fragment, Place, TARGETS, Target, WireTurn, target};
pub(crate) use text_block::read as read_text_block;
pub use trim::trim;
pub use unrepaired::{unrepaired_anthropic, unrepaired_openai};
pub use validate::{Violation, validate};
