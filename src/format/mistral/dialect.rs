//! What Mistral's chat completions demand (MI1 to MI12).

use super::part::{THINKING, is_sound};
use crate::format::chat::{is_picture, is_reachable};
use crate::format::read::starts_with;
use crate::message::{Format, Media, PartKind, Role};
use crate::sanitize::{
    Blank, Dialect, Letters, Neighbours, Pattern, Place, ReasoningForm, ResultReply, SummaryRole, SystemForm,
    UniqueIds, kind_of,
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
    of_model: None,
    result_reply: Some(ResultReply { rule: "MI1", text: "OK.", wanted_by: wants_result_reply }),
    model_field: "model",
    tools_path: &["tools"],
    thinking_path: &["thinking"],
    messages_field: "messages",
    system_field: None,
    system_alias: None,
    url_params: &[],
    empty_rule: "MI1",
    orphan_rule: "MI6",
    missing_rule: "MI2",
    moved_rule: "MI1",
    second_result_rule: "MI6",
    unique_ids: UniqueIds::InMessage,
    second_call_rule: "MI6",
    joins_turns: false,
    call_id: Pattern { rule: "MI3", shortest: 9, longest: 9, letters: Letters::Alphanumeric },
    unnamed_calls: None,
    names_results: false,
    call_signatures: None,
    tool_name: Pattern { rule: "MI7", shortest: 1, longest: 64, letters: Letters::Plain },
    speaker_name: Some(Pattern { rule: "MI7", shortest: 1, longest: 64, letters: Letters::Plain }),
    named_roles: &[Role::Tool],
    arguments_rule: "MI11",
    arguments_are_objects: false,
    has_custom_calls: false,
    has_own_calls: false,
    blank: Blank::Filled,
    blank_text_rule: "MI9",
    blank_message_rule: "MI9",
    blank_end: true,
    blank_error_rule: None,
    blank_rules: ["MI9", "MI9"],
    silent_rule: Some("MI5"),
    parts_rule: "MI8",
    takes_part,
    vendors_take: |_, _, _| false,
    media_in_results: |_| true,
    media_rule: "MI8",
    writes_media,
    text_files_as_text: false,
    read_text_block: crate::format::text_block::read,
    write_text_block: None,
    has_error_flag: false,
    has_refusals: false,
    media_fields,
    unnamed_file: None,
    documents: None,
    error_text_rule: None,
    fields,
    unknown_fields: None,
    vendor_fields: None,
    other_parts: &["reference", "input_audio"],
    result_parts: &[],
    system_parts: &[],
    prompt_parts: &[],
    server_part: None,
    unsigned_rule: "MI10",
    reasoning: ReasoningForm::Chunk { rule: "MI10" },
    summary_role: SummaryRole::System,
    system: SystemForm::AfterUser,
    system_rule: "MI1",
    mid_system: true,
    neighbours: Neighbours::Apart,
    empty_tools_rule: Some("MI12"),
    prefill: false,
    prefill_rule: "MI4",
    assistant_first: true,
    prefix_field: Some("prefix"),
    lone_prefill_rule: Some("MI1"),
    results_end_rule: None,
    first_rule: "MI1",
    first_call_rule: Some("MI6"),
    needs_tools: false,
    undeclared_rule: "AN24",
    cache_markers: None,
    trimmed_end_rule: None,
    thinking_end_rule: None,
    items: None,
};

/// `mistral-small-latest` takes the user after a result (recorded: 200, twice). Others refuse it: `mistral-medium-latest`
/// and `devstral-medium-latest` (zed#37021), Mistral Small 4 behind vLLM (mistral-vibe#578), and models that are not
/// named (datapizza-ai#98, goose#5998).
fn wants_result_reply(model: Option<&str>) -> bool {
    model != Some("mistral-small-latest")
}

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
