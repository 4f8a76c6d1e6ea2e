//! Demands of OpenAI Responses (OR1 to OR14).

use super::duplicate_items::drop_duplicates;
use super::item_links::link_items;
use super::own_tools::{deny_undecided, keep_pictures};
use super::reasoning::REASONING;
use super::rules;
use crate::format::read::starts_with;
use crate::message::{Format, Media, PartKind, Role, WRITTEN_AS};
use crate::sanitize::{
    Blank, Dialect, Hooks, ItemRules, Letters, Neighbours, Pattern, Place, SummaryRole, SystemForm, UniqueIds,
};

pub(super) static DIALECT: Dialect = Dialect {
    format: Format::OpenaiResponses,
    catalogue: &rules::CATALOGUE,
    form_rule: &rules::OR0,
    of_model: None,
    model_field: "model",
    tools_path: &["tools"],
    thinking_path: &["thinking"],
    messages_field: "input",
    system_field: Some("instructions"),
    system_alias: None,
    url_params: &[],
    empty_rule: Some(&rules::OR13),
    orphan_rule: Some(&rules::OR2),
    missing_rule: Some(&rules::OR1),
    moved_rule: Some(&rules::OR1),
    second_result_rule: Some(&rules::OR14),
    unique_ids: UniqueIds::InRequest,
    second_call_rule: Some(&rules::OR14),
    joins_turns: false,
    call_id: Pattern { rule: Some(&rules::OR7), shortest: 1, longest: 64, letters: Letters::Any },
    unnamed_calls: None,
    names_results: false,
    tool_name: Pattern { rule: Some(&rules::OR8B), shortest: 1, longest: 128, letters: Letters::Plain },
    speaker_name: None,
    named_roles: &[],
    arguments_rule: Some(&rules::OR8),
    arguments_are_objects: false,
    has_custom_calls: true,
    has_own_calls: true,
    blank: Blank::Filled,
    blank_text_rule: Some(&rules::OR8),
    blank_message_rule: Some(&rules::OR8),
    blank_end: true,
    blank_error_rule: None,
    blank_rules: [Some(&rules::OR8), Some(&rules::OR8)],
    silent_rule: None,
    parts_rule: Some(&rules::OR8),
    takes_part,
    vendors_take: |_, _, _| false,
    media_in_results: |_| true,
    media_rule: Some(&rules::OR11),
    too_large_rule: None,
    writes_media,
    text_files_as_text: false,
    read_text_block: crate::format::text_block::read,
    write_text_block: None,
    has_error_flag: false,
    has_refusals: true,
    media_fields,
    unnamed_file: Some("document"),
    error_text_rule: None,
    fields,
    unknown_fields: Some(&["parsed", "parsed_arguments"]),
    vendor_fields: None,
    other_parts: &[
        "message",
        "web_search_call",
        "file_search_call",
        "computer_call",
        "computer_call_output",
        "code_interpreter_call",
        "image_generation_call",
        "local_shell_call",
        "local_shell_call_output",
        "shell_call",
        "shell_call_output",
        "apply_patch_call",
        "apply_patch_call_output",
        "mcp_list_tools",
        "mcp_approval_request",
        "mcp_approval_response",
        "mcp_call",
        "tool_search_call",
        "tool_search_output",
        "function_call_output",
        "additional_tools",
        "program",
        "program_output",
        "compaction",
        "compaction_trigger",
        "item_reference",
    ],
    result_parts: &[],
    system_parts: &["additional_tools"],
    prompt_parts: &[],
    server_part: None,
    reasoning: REASONING,
    summary_role: SummaryRole::System,
    system: SystemForm::PromptBeside,
    system_rule: Some(&rules::OR8),
    mid_system: true,
    neighbours: Neighbours::Apart,
    empty_tools_rule: None,
    prefill: true,
    prefill_rule: None,
    assistant_first: true,
    prefix_field: None,
    lone_prefill_rule: None,
    results_end_rule: None,
    first_rule: None,
    first_call_rule: None,
    needs_tools: false,
    undeclared_rule: None,
    cache_markers: None,
    trimmed_end_rule: None,
    items: Some(ItemRules { stored_fields: &["previous_response_id", "conversation"], store_field: "store" }),
    hooks: Hooks {
        before_media: &[deny_undecided],
        after_fields: &[keep_pictures, link_items],
        before_boundaries: &[drop_duplicates],
        ..Hooks::NONE
    },
};

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) | PartKind::Other { .. } => true,
        PartKind::Image(_) | PartKind::File(_) => role != Role::Assistant,
        PartKind::Audio(_) => false,
        PartKind::Refusal(_) | PartKind::Reasoning(_) => role == Role::Assistant,
    }
}

/// A picture is a URL, an id or bytes of a known type; a document is a URL, an id, or bytes whose type is said and is
/// that of a document (OR11).
fn writes_media(part: &PartKind) -> bool {
    // Both of OpenAI's formats know the same files.
    let is_own =
        |media: &Media| matches!(media.origin, None | Some(Format::OpenaiChat | Format::OpenaiResponses));
    let has_id = |media: &Media| media.file_id.is_some() && is_own(media);
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable)
                || has_id(media)
                || (media.data.is_some() && is_picture(media))
        }
        PartKind::File(media) => {
            media.url.as_deref().is_some_and(is_reachable)
                || has_id(media)
                || (media.data.is_some() && is_document(media))
        }
        PartKind::Audio(_) => false,
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn is_reachable(url: &str) -> bool {
    ["https:", "http:", "data:"].iter().any(|scheme| starts_with(url, scheme))
}

fn is_picture(media: &Media) -> bool {
    matches!(media.media_type.as_deref(), Some("image/png" | "image/jpeg" | "image/gif" | "image/webp"))
}

/// A type of two words that is no picture, sound or film.
fn is_document(media: &Media) -> bool {
    let kind = media.media_type.as_deref().and_then(|kind| kind.split_once('/'));
    kind.is_some_and(|(group, name)| {
        !name.is_empty() && ["application", "text"].iter().any(|known| group.eq_ignore_ascii_case(known))
    })
}

fn media_fields(part: &PartKind) -> &'static [&'static str] {
    match part {
        PartKind::Image(_) => &["detail"],
        PartKind::File(_) => &["name", "detail"],
        PartKind::Audio(_)
        | PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Other { .. } => &[],
    }
}

fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::System) => &["role", "status"],
        Place::Message(Role::User) => &["status"],
        Place::Message(Role::Assistant) => &[],
        Place::Message(Role::Tool) => &[
            "type",
            "itemId",
            "status",
            "caller",
            "acknowledged_safety_checks",
            "current_url",
            "max_output_length",
            "execution",
            "created_by",
        ],
        Place::Text => &["itemId", "status", "phase", "annotations", "logprobs", "prompt_cache_breakpoint"],
        Place::Media => &["prompt_cache_breakpoint", WRITTEN_AS],
        Place::Reasoning => &["itemId", "status", "summary", "content"],
        Place::Call => &[
            "itemId",
            "status",
            "namespace",
            "caller",
            "action",
            "pending_safety_checks",
            "environment",
            "execution",
            "server_label",
            "created_by",
        ],
    }
}
