//! What Anthropic Messages demands (AN1 to AN26).

use super::block::role_of;
use super::prefill::continues_words;
use super::reasoning::REASONING;
use super::rules;
use super::text_block::write_text_block;
use crate::format::read::starts_with;
use crate::json::Node;
use crate::message::{Format, Media, PartKind, Role};
use crate::sanitize::{
    Blank, CacheMarkers, Dialect, Hooks, Letters, Neighbours, Pattern, Place, ServerCall, ServerPart,
    SummaryRole, SystemForm, UniqueIds, kind_of,
};

/// What instructions hold beside text.
const SYSTEM_PARTS: [&str; 2] = ["tool_addition", "tool_removal"];

/// What only results of tools hold.
const RESULT_PARTS: [&str; 2] = ["tool_reference", "browser_state"];

/// The demands of the newest models, and of a model of which nothing is known.
pub(super) static DIALECT: Dialect = NEWEST;

/// The demands of models that go on from words of the assistant.
static CONTINUING: Dialect = Dialect { prefill: true, ..NEWEST };

fn of_model(model: &str) -> Option<&'static Dialect> {
    continues_words(model).then_some(&CONTINUING)
}

const NEWEST: Dialect = Dialect {
    format: Format::Anthropic,
    catalogue: &rules::CATALOGUE,
    form_rule: &rules::AN0,
    of_model: Some(of_model),
    model_field: "model",
    tools_path: &["tools"],
    thinking_path: &["thinking"],
    messages_field: "messages",
    system_field: Some("system"),
    system_alias: None,
    url_params: &[],
    empty_rule: Some(&rules::AN14),
    orphan_rule: Some(&rules::AN2),
    missing_rule: Some(&rules::AN1),
    moved_rule: Some(&rules::AN5),
    second_result_rule: Some(&rules::AN4),
    unique_ids: UniqueIds::InMessage,
    second_call_rule: Some(&rules::AN3),
    joins_turns: true,
    call_id: Pattern { rule: Some(&rules::AN6), shortest: 1, longest: usize::MAX, letters: Letters::Plain },
    unnamed_calls: None,
    names_results: false,
    tool_name: Pattern { rule: Some(&rules::AN6), shortest: 1, longest: 128, letters: Letters::Plain },
    speaker_name: None,
    named_roles: &[],
    arguments_rule: Some(&rules::AN7),
    arguments_are_objects: true,
    has_custom_calls: false,
    has_own_calls: false,
    // Recorded: 200 for a text of white space beside a `tool_use`.
    blank: Blank::Dropped { beside_calls: true },
    blank_rules: [Some(&rules::AN9), Some(&rules::AN9)],
    silent_rule: None,
    blank_text_rule: Some(&rules::AN8),
    blank_message_rule: Some(&rules::AN9),
    blank_end: true,
    blank_error_rule: None,
    parts_rule: Some(&rules::AN23),
    takes_part,
    vendors_take: |_, _, _| false,
    media_in_results: |_| true,
    media_rule: Some(&rules::AN23),
    too_large_rule: Some(&rules::AN23),
    writes_media,
    text_files_as_text: false,
    read_text_block: crate::format::text_block::read,
    write_text_block: Some(write_text_block),
    has_error_flag: true,
    has_refusals: false,
    media_fields,
    unnamed_file: None,
    error_text_rule: Some(&rules::AN22),
    fields,
    unknown_fields: Some(&["parsed", "parsed_output"]),
    vendor_fields: None,
    other_parts: &[
        "search_result",
        "tool_reference",
        "browser_state",
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "container_upload",
        "mcp_tool_use",
        "mcp_tool_result",
        "compaction",
        "fallback",
        "advisor_tool_result",
        "tool_addition",
        "tool_removal",
        "document",
    ],
    result_parts: &RESULT_PARTS,
    system_parts: &SYSTEM_PARTS,
    prompt_parts: &[],
    server_part: Some(server_part),
    reasoning: REASONING,
    summary_role: SummaryRole::User,
    system: SystemForm::TopLevel,
    system_rule: Some(&rules::AN21),
    mid_system: true,
    neighbours: Neighbours::Apart,
    empty_tools_rule: None,
    prefill: false,
    prefill_rule: Some(&rules::AN11),
    prefix_field: None,
    lone_prefill_rule: None,
    results_end_rule: None,
    assistant_first: true,
    first_rule: Some(&rules::AN12),
    first_call_rule: None,
    needs_tools: false,
    undeclared_rule: Some(&rules::AN24),
    cache_markers: Some(CacheMarkers {
        field: "cache_control",
        most: 4,
        most_rule: &rules::AN19,
        order_rule: &rules::AN20,
    }),
    trimmed_end_rule: Some(&rules::AN10),
    items: None,
    hooks: Hooks::NONE,
};

fn server_part(json: &str) -> Option<ServerPart> {
    let fields = Node::parse(json).and_then(Node::fields)?;
    let id = |name: &str| fields.text(name).unwrap_or_default().into_owned();
    match fields.text("type")?.as_ref() {
        kind @ ("server_tool_use" | "mcp_tool_use") => {
            let caller = fields.get("caller").and_then(Node::fields);
            let caller = caller.and_then(|caller| Some(caller.text("tool_id")?.into_owned()));
            // Of tools of servers, the provider does not say so.
            let open_rule = (kind == "server_tool_use").then_some(&rules::AN26);
            Some(ServerPart::Call(ServerCall { id: id("id"), caller, open_rule, shares_ids: false }))
        }
        kind if kind.ends_with("_tool_result") => Some(ServerPart::Result(id("tool_use_id"))),
        _ => None,
    }
}

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        PartKind::Other { json, .. } => {
            let kind = kind_of(json);
            let is_free = role_of(&kind).is_none_or(|only| only == role);
            match role {
                Role::System => SYSTEM_PARTS.contains(&kind.as_str()),
                Role::User => is_free && !RESULT_PARTS.contains(&kind.as_str()),
                Role::Assistant | Role::Tool => is_free,
            }
        }
        PartKind::Image(_) | PartKind::File(_) => matches!(role, Role::User | Role::Tool),
        PartKind::Audio(_) => false,
        PartKind::Reasoning(_) | PartKind::Refusal(_) => role == Role::Assistant,
    }
}

/// A picture is a URL, an id or bytes of one of four types, which they show; a document is a URL, an id, or a PDF.
fn writes_media(part: &PartKind) -> bool {
    let is_own = |media: &Media| media.origin.is_none_or(|origin| origin == Format::Anthropic);
    let has_id = |media: &Media| media.file_id.is_some() && is_own(media);
    match part {
        PartKind::Image(media) => {
            let kinds = ["image/jpeg", "image/png", "image/gif", "image/webp"];
            let is_known = media.media_type.as_deref().is_some_and(|kind| kinds.contains(&kind));
            media.url.as_deref().is_some_and(is_reachable)
                || has_id(media)
                || (media.is_base64() && is_known && media.shows_its_type())
        }
        PartKind::File(media) => {
            let is_pdf = media.media_type.as_deref() == Some("application/pdf");
            media.url.as_deref().is_some_and(is_reachable) || has_id(media) || (media.is_base64() && is_pdf)
        }
        PartKind::Audio(_) => false,
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn media_fields(part: &PartKind) -> &'static [&'static str] {
    if matches!(part, PartKind::File(_)) { &["name"] } else { &[] }
}

fn is_reachable(url: &str) -> bool {
    starts_with(url, "https:") || starts_with(url, "http:")
}

fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::Tool) => &["cache_control"],
        Place::Message(Role::System | Role::User | Role::Assistant) => &[],
        Place::Text => &["cache_control", "citations"],
        Place::Media => &["cache_control", "citations", "context"],
        Place::Reasoning => &[],
        Place::Call => &["cache_control", "caller", "toolset_name"],
    }
}
