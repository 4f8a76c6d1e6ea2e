//! What Mistral's chat completions demand (MI1 to MI12).

use super::part::{THINKING, is_sound};
use super::reasoning::REASONING;
use super::result_reply::{reply_between_units, reply_in_unit};
use super::rules;
use crate::format::chat::{is_picture, is_reachable};
use crate::format::read::starts_with;
use crate::message::{Format, Media, PartKind, Role};
use crate::sanitize::{
    Blank, Dialect, Hooks, Letters, Neighbours, Pattern, Place, SummaryRole, SystemForm, UniqueIds, kind_of,
};

/// Chunks that only the user's messages hold.
const MEDIA_CHUNKS: [&str; 4] = ["image_url", "input_audio", "document_url", "file"];

/// Types of documents that are taken as bytes.
const DOCUMENTS: [&str; 3] = [
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

pub(super) static DIALECT: Dialect = Dialect {
    format: Format::Mistral,
    catalogue: &rules::CATALOGUE,
    form_rule: &rules::MI0,
    of_model: None,
    model_field: "model",
    tools_path: &["tools"],
    thinking_path: &["thinking"],
    messages_field: "messages",
    system_field: None,
    system_alias: None,
    url_params: &[],
    empty_rule: Some(&rules::MI1),
    orphan_rule: Some(&rules::MI6),
    missing_rule: Some(&rules::MI2),
    moved_rule: Some(&rules::MI1),
    second_result_rule: Some(&rules::MI6),
    unique_ids: UniqueIds::InMessage,
    second_call_rule: Some(&rules::MI6),
    joins_turns: false,
    call_id: Pattern { rule: Some(&rules::MI3), shortest: 9, longest: 9, letters: Letters::Alphanumeric },
    unnamed_calls: None,
    names_results: false,
    tool_name: Pattern { rule: Some(&rules::MI7), shortest: 1, longest: 64, letters: Letters::Plain },
    speaker_name: Some(Pattern {
        rule: Some(&rules::MI7),
        shortest: 1,
        longest: 64,
        letters: Letters::Plain,
    }),
    named_roles: &[Role::Tool],
    arguments_rule: Some(&rules::MI11),
    arguments_are_objects: false,
    has_custom_calls: false,
    has_own_calls: false,
    blank: Blank::Filled,
    blank_text_rule: Some(&rules::MI9),
    blank_message_rule: Some(&rules::MI9),
    blank_end: true,
    blank_error_rule: None,
    blank_rules: [Some(&rules::MI9), Some(&rules::MI9)],
    silent_rule: Some(&rules::MI5),
    parts_rule: Some(&rules::MI8),
    takes_part,
    vendors_take: |_, _, _| false,
    media_in_results: |_| true,
    media_rule: Some(&rules::MI8),
    too_large_rule: None,
    writes_media,
    text_files_as_text: false,
    read_text_block: crate::format::text_block::read,
    write_text_block: None,
    has_error_flag: false,
    has_refusals: false,
    media_fields,
    unnamed_file: None,
    error_text_rule: None,
    fields,
    unknown_fields: None,
    vendor_fields: None,
    other_parts: &["reference", "input_audio"],
    result_parts: &[],
    system_parts: &[],
    prompt_parts: &[],
    server_part: None,
    reasoning: REASONING,
    summary_role: SummaryRole::System,
    system: SystemForm::AfterUser,
    system_rule: Some(&rules::MI1),
    mid_system: true,
    neighbours: Neighbours::Apart,
    empty_tools_rule: Some(&rules::MI12),
    prefill: false,
    prefill_rule: Some(&rules::MI4),
    assistant_first: true,
    prefix_field: Some("prefix"),
    lone_prefill_rule: Some(&rules::MI1),
    results_end_rule: None,
    first_rule: Some(&rules::MI1),
    first_call_rule: Some(&rules::MI6),
    needs_tools: false,
    undeclared_rule: None,
    cache_markers: None,
    trimmed_end_rule: None,
    items: None,
    hooks: Hooks { unit_end: &[reply_in_unit], after_boundaries: &[reply_between_units], ..Hooks::NONE },
};

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        PartKind::Other { json, .. } => match role {
            Role::User => true,
            Role::Assistant | Role::Tool => !MEDIA_CHUNKS.contains(&kind_of(json).as_str()),
            Role::System => false,
        },
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => role == Role::User,
        // The prompt of reasoning models shows how to think in a chunk of thinking.
        PartKind::Reasoning(_) => matches!(role, Role::Assistant | Role::System),
        PartKind::Refusal(_) => role == Role::Assistant,
    }
}

/// A picture is a URL or bytes of a known type, a sound is bytes, a document is a URL, bytes, or an id of its own.
fn writes_media(part: &PartKind) -> bool {
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable) || (media.data.is_some() && is_picture(media))
        }
        PartKind::Audio(media) => media.data.is_some() && is_sound(media),
        PartKind::File(media) => match &media.file_id {
            Some(_) => media.origin.is_none_or(|origin| origin == Format::Mistral),
            None => media.url.as_deref().is_some_and(|url| starts_with(url, "http")) || is_document(media),
        },
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn is_document(media: &Media) -> bool {
    let kind = media.media_type.as_deref().unwrap_or_default();
    media.data.is_some() && DOCUMENTS.contains(&kind)
}

fn media_fields(part: &PartKind) -> &'static [&'static str] {
    match part {
        PartKind::Image(_) => &["detail"],
        PartKind::File(media) if media.file_id.is_none() => &["name"],
        PartKind::File(_)
        | PartKind::Audio(_)
        | PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Other { .. } => &[],
    }
}

fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::Assistant) => &["prefix"],
        Place::Message(Role::System | Role::User | Role::Tool) | Place::Text | Place::Media => &[],
        Place::Reasoning => &["closed", THINKING],
        Place::Call => &["index"],
    }
}
