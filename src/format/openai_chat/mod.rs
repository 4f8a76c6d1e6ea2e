//! OpenAI Chat Completions: `POST /v1/chat/completions`.

mod breakpoints;
mod call_limit;
mod clues;
mod dialect;
mod reasoning;
mod refused_tools;
mod rules;
mod tool_changes;
mod unrepaired;
mod vendors;

use super::chat::{Chat, ChatForm, read_part};
use crate::message::Format;

pub(super) use super::contract::text_block::NO_WORDS as WORDS;
pub(super) use super::models::NO_MODELS as MODELS;
pub(super) use super::sizes::NO_SIZES as SIZES;
pub(super) use breakpoints::{OPENAI as OPENAI_BREAKPOINTS, takes_openais as takes_openais_breakpoints};
pub(super) use clues::CLUES;
pub use unrepaired::unrepaired_openai;
pub use vendors::{OVERFLOW_PHRASES, OverflowPhrase, ROWS as VENDORS};
pub(super) use vendors::{vendor_at, vendor_named};

/// OpenAI Chat Completions, and the vendors with the same API.
pub static OPENAI_CHAT: Chat = Chat { form: &FORM, dialect: &dialect::DIALECT, client: None };

static FORM: ChatForm = ChatForm {
    role_rule: Some(&rules::OC1),
    has_developer: true,
    content_rule: Some(&rules::OC5),
    part_rule: Some(&rules::OC0),
    reasoning_fields: &["reasoning_content", "reasoning"],
    idle_calls_rule: Some(&rules::OC7B),
    null_name_rule: Some(&rules::OC7C),
    arguments_rule: Some(&rules::OC6),
    has_custom_calls: true,
    has_tool_messages: true,
    ..ChatForm::of(Format::OpenaiChat, |node| read_part(Format::OpenaiChat, node))
};
