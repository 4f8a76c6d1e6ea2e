//! Mistral chat completions: `POST /v1/chat/completions`.

mod clues;
mod dialect;
mod models;
mod part;
mod reasoning;
mod result_reply;
mod rules;
mod sizes;

pub(super) use super::contract::text_block::NO_WORDS as WORDS;
pub(super) use clues::CLUES;
pub use dialect::CALLS;
pub(super) use models::MODELS;
pub(super) use sizes::SIZES;

use super::chat::{Chat, ChatForm};
use crate::message::Format;

/// Mistral chat completions, of tokenizers from version 13 on.
pub static MISTRAL: Chat = Chat { form: &FORM, dialect: &dialect::DIALECT, client: Some(&CLIENT) };

/// Mistral in the spelling of its own client (`@mistralai/mistralai`), which silently ignores other names.
static CLIENT: Chat =
    Chat { form: &ChatForm { is_clients: true, ..FORM }, dialect: &dialect::DIALECT, client: None };

const FORM: ChatForm = ChatForm {
    role_rule: Some(&rules::MI1),
    content_rule: Some(&rules::MI0),
    arguments_rule: Some(&rules::MI11),
    spelling_rule: Some(&rules::MI0),
    takes_objects: true,
    idle_flags: &["prefix"],
    client_names: &[
        ("toolCalls", "tool_calls"),
        ("toolCallId", "tool_call_id"),
        ("finishReason", "finish_reason"),
        ("imageUrl", "image_url"),
        ("inputAudio", "input_audio"),
        ("documentUrl", "document_url"),
        ("documentName", "document_name"),
        ("fileId", "file_id"),
        ("referenceIds", "reference_ids"),
        ("promptTokens", "prompt_tokens"),
        ("completionTokens", "completion_tokens"),
        ("promptTokensDetails", "prompt_tokens_details"),
        ("cachedTokens", "cached_tokens"),
        ("numCachedTokens", "num_cached_tokens"),
    ],
    write_part: part::write_part,
    ..ChatForm::of(Format::Mistral, part::read_part)
};
