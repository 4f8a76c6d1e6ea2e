//! Mistral chat completions: `POST /v1/chat/completions`.

mod dialect;
mod part;
mod reasoning;
mod result_reply;
mod rules;

use super::chat::{Chat, Form};
use crate::message::Format;

/// Mistral chat completions, of tokenizers from version 13 on.
pub static MISTRAL: Chat = Chat { form: &FORM, dialect: &dialect::DIALECT, client: Some(&CLIENT) };

/// The same, as the provider's own client takes it (`@mistralai/mistralai`), which passes over other names without a word.
static CLIENT: Chat =
    Chat { form: &Form { is_clients: true, ..FORM }, dialect: &dialect::DIALECT, client: None };

const FORM: Form = Form {
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
    ..Form::of(Format::Mistral, part::read_part)
};
