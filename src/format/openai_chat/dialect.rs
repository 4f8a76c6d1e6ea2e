//! What OpenAI Chat Completions demands (OC1 to OC13).

use super::reasoning::REASONING;
use super::rules;
use super::vendors::{VENDORS, takes_pictures_in_results};
use crate::format::chat::{is_picture, is_reachable};
use crate::message::{Format, Media, PartKind, Role, WRITTEN_AS};
use crate::sanitize::{
    Blank, Dialect, Hooks, Letters, Neighbours, Pattern, Place, SummaryRole, SystemForm, UniqueIds, kind_of,
};

/// Parts that only the user's messages hold.
const MEDIA_PARTS: [&str; 3] = ["image_url", "input_audio", "file"];

pub(super) static DIALECT: Dialect = Dialect {
    format: Format::OpenaiChat,
    catalogue: &rules::CATALOGUE,
    form_rule: &rules::OC0,
    of_model: None,
    model_field: "model",
    tools_path: &["tools"],
    thinking_path: &["thinking"],
    messages_field: "messages",
    system_field: None,
    system_alias: None,
    url_params: &[],
    empty_rule: Some(&rules::OC7),
    orphan_rule: Some(&rules::OC1),
    missing_rule: Some(&rules::OC2),
    moved_rule: Some(&rules::OC1),
    second_result_rule: Some(&rules::OC9),
    unique_ids: UniqueIds::InWrittenRequest,
    second_call_rule: Some(&rules::OC9),
    joins_turns: false,
    call_id: Pattern { rule: Some(&rules::OC3), shortest: 1, longest: 64, letters: Letters::Any },
    unnamed_calls: None,
    names_results: false,
    tool_name: Pattern { rule: Some(&rules::OC4), shortest: 1, longest: 64, letters: Letters::Plain },
    speaker_name: Some(Pattern {
        rule: Some(&rules::OC7C),
        shortest: 1,
        longest: 64,
        letters: Letters::Plain,
    }),
    named_roles: &[Role::System, Role::User, Role::Assistant, Role::Tool],
    arguments_rule: Some(&rules::OC6),
    arguments_are_objects: false,
    has_custom_calls: true,
    has_own_calls: false,
    blank: Blank::Filled,
    blank_rules: [Some(&rules::OC5), Some(&rules::OC7)],
    silent_rule: None,
    blank_text_rule: Some(&rules::OC5),
    blank_message_rule: Some(&rules::OC5),
    blank_end: true,
    blank_error_rule: None,
    parts_rule: Some(&rules::OC8),
    takes_part,
    vendors_take,
    media_in_results: |_| true,
    media_rule: Some(&rules::OC12),
    too_large_rule: None,
    writes_media,
    // Its file part takes PDFs only: "Expected a base64-encoded data URL with an application/pdf MIME type"
    // (trpc-agent-go#1816, openai-dotnet#613). Vendors may take more, so a body that is mended keeps them.
    text_files_as_text: true,
    read_text_block: crate::format::text_block::read,
    write_text_block: None,
    has_error_flag: false,
    has_refusals: true,
    media_fields,
    unnamed_file: Some("document"),
    error_text_rule: None,
    fields,
    unknown_fields: None,
    vendor_fields: Some(&VENDORS),
    other_parts: &[],
    result_parts: &[],
    system_parts: &[],
    prompt_parts: &[],
    server_part: None,
    reasoning: REASONING,
    summary_role: SummaryRole::System,
    system: SystemForm::Message,
    system_rule: Some(&rules::OC10),
    mid_system: true,
    neighbours: Neighbours::Apart,
    empty_tools_rule: Some(&rules::OC7B),
    prefill: true,
    prefill_rule: None,
    prefix_field: None,
    lone_prefill_rule: None,
    results_end_rule: None,
    assistant_first: true,
    first_rule: None,
    first_call_rule: None,
    needs_tools: false,
    undeclared_rule: None,
    cache_markers: None,
    trimmed_end_rule: None,
    items: None,
    hooks: Hooks::NONE,
};

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        // Media with fields that are not modelled are kept as they came, and are the user's all the same.
        PartKind::Other { json, .. } => role == Role::User || !MEDIA_PARTS.contains(&kind_of(json).as_str()),
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => role == Role::User,
        PartKind::Refusal(_) | PartKind::Reasoning(_) => role == Role::Assistant,
    }
}

/// Pictures in results, which OpenAI refuses and other vendors take.
fn vendors_take(model: &str, role: Role, part: &PartKind) -> bool {
    let is_picture = match part {
        PartKind::Image(_) => true,
        PartKind::Other { json, .. } => kind_of(json) == "image_url",
        PartKind::Text(_)
        | PartKind::Audio(_)
        | PartKind::File(_)
        | PartKind::Refusal(_)
        | PartKind::Reasoning(_) => false,
    };
    is_picture && role == Role::Tool && takes_pictures_in_results(model)
}

/// A picture is a URL or bytes of a known type (OC12), a sound is wav or mp3, a document is bytes or an id.
fn writes_media(part: &PartKind) -> bool {
    // Both of OpenAI's formats know the same files.
    let is_own =
        |media: &Media| matches!(media.origin, None | Some(Format::OpenaiChat | Format::OpenaiResponses));
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable) || (media.data.is_some() && is_picture(media))
        }
        PartKind::Audio(media) => media.data.is_some() && super::part::sound(media).is_some(),
        PartKind::File(media) => media.data.is_some() || (media.file_id.is_some() && is_own(media)),
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn media_fields(part: &PartKind) -> &'static [&'static str] {
    match part {
        PartKind::Image(_) => &["detail"],
        PartKind::File(_) => &["name"],
        PartKind::Audio(_)
        | PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Other { .. } => &[],
    }
}

fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::System) => &["role"],
        Place::Message(Role::Assistant) => &["refusal", "audio", "function_call"],
        Place::Message(Role::User | Role::Tool) => &[],
        Place::Text | Place::Media => &["prompt_cache_breakpoint"],
        Place::Reasoning => &[WRITTEN_AS],
        Place::Call => &[],
    }
}
