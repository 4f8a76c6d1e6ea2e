//! Demands of OpenAI Responses.

use super::builtins::{deny_undecided, keep_pictures};
use super::duplicate_items::DROP_DUPLICATES;
use super::item_links::link_items;
use super::late_outputs::PLACE_LATE_OUTPUTS;
use super::output_only::leave_out_output_only;
use super::read::STANDS_FOR_INPUT;
use super::reasoning::REASONING;
use super::request::{CHANGES, CONTINUATION, breakpoints};
use super::rules;
use crate::format::contract::shared_fields::is_shared;
use crate::format::json::read::starts_with;
use crate::format::models::{Family, model_of};
use crate::message::{Format, ITEM_ID, Media, PartKind, Role, WRITTEN_AS};
use crate::sanitize::{
    CallRules, ContentRules, Dialect, FieldPlace, FieldRules, Hooks, Letters, MediaRules, Pattern,
    RequestFields, RequestOptions, ResultRules, SummaryRole, SystemForm, SystemRules, TurnRules, UniqueIds,
};

/// Reports whether the request is for a model of OpenAI's.
fn is_own(options: &RequestOptions) -> bool {
    options.model().is_some_and(|model| model_of(Family::OpenAi, model).is_some())
}

/// The role of our summaries and notes: OpenAI takes instructions anywhere; of servers with other models nothing is known.
fn summary_role(options: &RequestOptions) -> SummaryRole {
    if is_own(options) { SummaryRole::System } else { SummaryRole::User }
}

pub(super) static DIALECT: Dialect = Dialect {
    format: Format::OpenaiResponses,
    catalogue: &rules::CATALOGUE,
    form_rule: Some(&rules::OR0),
    of_request: |_| None,
    request: RequestFields {
        messages: "input",
        stands_for_messages: &STANDS_FOR_INPUT,
        system: Some("instructions"),
        continuation: Some(&CONTINUATION),
        stores: Some("store"),
        fields_rule: Some(&rules::OR16),
        tool_changes: Some(&CHANGES),
        breakpoints: Some(breakpoints),
        schemas: &[&["text", "format", "schema"]],
        ..RequestFields::DEFAULT
    },
    turns: TurnRules { empty_rule: Some(&rules::OR13), are_items: true, ..TurnRules::DEFAULT },
    system: SystemRules {
        form: SystemForm::PromptBeside,
        rule: Some(&rules::OR8),
        parts: &["additional_tools"],
        summary_role,
        ..SystemRules::DEFAULT
    },
    calls: CallRules {
        id: Pattern { rule: Some(&rules::OR7), shortest: 1, longest: 64, letters: Letters::Any },
        unique_ids: UniqueIds::InRequest,
        duplicate_rule: Some(&rules::OR14),
        name: Pattern { rule: Some(&rules::OR8B), shortest: 1, longest: 128, letters: Letters::Plain },
        arguments_rule: Some(&rules::OR8),
        has_custom: true,
        has_builtins: true,
        has_async: true,
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::OR1),
        orphan_rule: Some(&rules::OR2),
        moved_rule: Some(&rules::OR1),
        duplicate_rule: Some(&rules::OR14),
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        absent_rule: Some(&rules::OR8),
        no_parts_rule: Some(&rules::OR8),
        has_refusals: true,
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::OR8),
        source_rule: Some(&rules::OR11),
        hints,
        unnamed_file: Some("document"),
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        refuses,
        not_sent_back: Some(&["parsed", "parsed_arguments"]),
        parts: &[
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
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: REASONING,
    hooks: Hooks {
        before_media: &[deny_undecided, leave_out_output_only],
        after_fields: &[keep_pictures, link_items],
        before_boundaries: &[PLACE_LATE_OUTPUTS, DROP_DUPLICATES],
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

/// Reports whether media can be written. A picture must be a URL, an id, or bytes of a known type. A document must be a
/// URL, an id, or bytes with the type of a document (OR11).
fn is_writable(part: &PartKind) -> bool {
    let has_id = |media: &Media| media.has_file_of(Format::OpenaiResponses);
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable)
                || has_id(media)
                || (media.is_base64() && is_picture(media))
        }
        PartKind::File(media) => {
            media.url.as_deref().is_some_and(is_reachable)
                || has_id(media)
                || (media.is_base64() && is_document(media))
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

/// Reports whether the media type is complete (`group/name`), and not of a picture, audio or a film.
fn is_document(media: &Media) -> bool {
    let kind = media.media_type.as_deref().and_then(|kind| kind.split_once('/'));
    kind.is_some_and(|(group, name)| {
        !name.is_empty() && ["application", "text"].iter().any(|known| group.eq_ignore_ascii_case(known))
    })
}

fn hints(part: &PartKind) -> &'static [&'static str] {
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

/// Fields of other formats, and fields that OpenAI's client adds to answers. The reference changes often, so other
/// unknown fields stay.
const FOREIGN: [&str; 14] = [
    "parsed",
    "parsed_arguments",
    "reasoning_content",
    "reasoning_details",
    "thinking_blocks",
    "provider_specific_fields",
    "extra_content",
    "tool_calls",
    "tool_call_id",
    "function_call",
    "refusal",
    "audio",
    "cache_control",
    "providerOptions",
];

/// `Unknown parameter: 'input[1].reasoning_details'.`
fn refuses(options: &RequestOptions, _: FieldPlace, name: &str) -> bool {
    is_own(options) && FOREIGN.contains(&name)
}

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::System) => &["role", "status"],
        FieldPlace::Message(Role::User) => &["status"],
        FieldPlace::Message(Role::Assistant) => &[],
        FieldPlace::Message(Role::Tool) => &[
            "type",
            ITEM_ID,
            "status",
            "caller",
            "acknowledged_safety_checks",
            "current_url",
            "max_output_length",
            "execution",
            "created_by",
        ],
        FieldPlace::Text => {
            &[ITEM_ID, "status", "phase", "annotations", "logprobs", "prompt_cache_breakpoint"]
        }
        FieldPlace::Media => &["prompt_cache_breakpoint", WRITTEN_AS],
        FieldPlace::Reasoning => &[ITEM_ID, "status", "summary", "content"],
        FieldPlace::Call => &[
            ITEM_ID,
            "status",
            "namespace",
            "caller",
            "async",
            "action",
            "pending_safety_checks",
            "environment",
            "execution",
            "server_label",
            "created_by",
        ],
    }
}
