//! Reading and writing: one format a folder. A format reads what others wrote into neutral messages, and writes
//! a [`Prompt`](crate::sanitize::Prompt), which cannot fail.

pub mod anthropic;
pub mod backscroll;
pub mod bedrock;
mod blocks;
mod chat;
mod foreign;
pub mod gemini;
mod interchange;
mod marks;
mod mend;
pub mod mistral;
mod model_name;
pub mod openai_chat;
pub mod openai_responses;
mod options;
mod parsed;
mod plain;
mod program;
mod read;
mod reading;
mod regroup;
mod request;
mod target;
mod text_block;
mod trim;
mod validate;

pub(crate) use foreign::refuse_foreign;
pub use interchange::{Interchange, NO_TIME, Written, interchange};
pub use mend::{BodyTexts, body_texts, mend};
pub use options::read_options;
pub use parsed::{Parsed, Wire};
pub use plain::{plain_anthropic, plain_openai};
pub use program::{Program, read as read_program};
pub use reading::{Reading, read_any};
pub use request::Params;
pub(crate) use request::write_head;
pub use target::{Answer, Fragment, Lane, Place, TARGETS, Target, target};
pub(crate) use text_block::read as read_text_block;
pub use trim::trim;
pub use validate::{Violation, validate};
