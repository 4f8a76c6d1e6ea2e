//! OpenAI Chat Completions: `POST /v1/chat/completions`.

mod dialect;
mod part;
mod reasoning;
mod rules;
mod vendors;

use super::chat::{Chat, Form};
use crate::message::Format;

/// OpenAI Chat Completions, and the vendors that speak it.
pub static OPENAI_CHAT: Chat = Chat { form: &FORM, dialect: &dialect::DIALECT, client: None };

static FORM: Form = Form {
    format: Format::OpenaiChat,
    role_rule: Some(&rules::OC1),
    has_developer: true,
    content_rule: Some(&rules::OC5),
    reasoning_fields: &["reasoning_content", "reasoning"],
    idle_calls_rule: Some(&rules::OC7B),
    null_name_rule: Some(&rules::OC7C),
    arguments_rule: Some(&rules::OC6),
    spelling_rule: None,
    takes_objects: false,
    has_custom_calls: true,
    idle_flags: &[],
    client_names: &[],
    is_clients: false,
    read_part: part::read_part,
    write_part: part::write_part,
};
