//! What Gemini generateContent demands (GE1 to GE12).

use super::SIGNATURE;
use super::model::{continues_words, version};
use super::reasoning::REASONING;
use super::rules;
use super::signatures::{sign_current_turn, sign_unit};
use crate::format::read::starts_with;
use crate::message::{Format, Media, PartKind, Role, STRUCTURED, WRITTEN_AS};
use crate::sanitize::{
    Blank, Dialect, Hooks, Letters, Neighbours, Pattern, Place, SummaryRole, SystemForm, UniqueIds, kind_of,
};

/// How the ids begin that calls and results are read with when they came without. They are not written.
pub(super) const UNNAMED: &str = "gemini-noid-";

/// Says of a text that the part had none: it was a signature alone.
pub(super) const BARE: &str = "\"signature\"";

/// Unmodelled parts of the model alone: what the provider runs itself.
const OF_MODEL: [&str; 8] = [
    "executableCode",
    "executable_code",
    "codeExecutionResult",
    "code_execution_result",
    "toolCall",
    "tool_call",
    "toolResponse",
    "tool_response",
];

/// The demands of a model of which nothing is known: a body keeps what any model takes, and a request suits the newest.
pub(super) static DIALECT: Dialect = ANY;

/// The demands of models that go on from their own last words.
static CONTINUING: Dialect = Dialect { prefill: true, ..ANY };

/// The demands of models that do not, and at Vertex take words behind results for a turn of the model (GE11).
static NEWEST: Dialect = Dialect { results_end_rule: Some(&rules::GE11), ..ANY };

fn of_model(model: &str) -> Option<&'static Dialect> {
    continues_words(model).map(|continues| if continues { &CONTINUING } else { &NEWEST })
}

const ANY: Dialect = Dialect {
    format: Format::Gemini,
    catalogue: &rules::CATALOGUE,
    form_rule: &rules::GE0,
    of_model: Some(of_model),
    model_field: "model",
    tools_path: &["tools"],
    thinking_path: &["thinking"],
    messages_field: "contents",
    system_field: Some("systemInstruction"),
    system_alias: Some("system_instruction"),
    url_params: &["model"],
    empty_rule: Some(&rules::GE6),
    orphan_rule: Some(&rules::GE3),
    missing_rule: Some(&rules::GE1),
    moved_rule: Some(&rules::GE3),
    second_result_rule: Some(&rules::GE1),
    unique_ids: UniqueIds::InMessage,
    second_call_rule: Some(&rules::GE1),
    joins_turns: true,
    call_id: Pattern { rule: Some(&rules::GE9), shortest: 1, longest: usize::MAX, letters: Letters::Any },
    unnamed_calls: Some(UNNAMED),
    names_results: true,
    tool_name: Pattern { rule: Some(&rules::GE9), shortest: 1, longest: 128, letters: Letters::Identifier },
    speaker_name: None,
    named_roles: &[],
    arguments_rule: Some(&rules::GE8),
    arguments_are_objects: true,
    has_custom_calls: false,
    has_own_calls: false,
    blank: Blank::Bare,
    blank_text_rule: Some(&rules::GE6),
    blank_message_rule: Some(&rules::GE6),
    blank_end: true,
    blank_error_rule: None,
    blank_rules: [Some(&rules::GE6), Some(&rules::GE6)],
    silent_rule: None,
    parts_rule: Some(&rules::GE12),
    takes_part,
    vendors_take: |_, _, _| false,
    media_in_results: |model| model.and_then(version).is_none_or(|version| version >= (3, 0)),
    media_rule: Some(&rules::GE12),
    too_large_rule: None,
    writes_media,
    text_files_as_text: false,
    read_text_block: crate::format::text_block::read,
    write_text_block: None,
    has_error_flag: true,
    has_refusals: false,
    media_fields: |_| &[],
    unnamed_file: None,
    error_text_rule: None,
    fields,
    unknown_fields: Some(&[]),
    vendor_fields: None,
    other_parts: &[
        "executableCode",
        "executable_code",
        "codeExecutionResult",
        "code_execution_result",
        "toolCall",
        "tool_call",
        "toolResponse",
        "tool_response",
        "inlineData",
        "inline_data",
        "fileData",
        "file_data",
    ],
    result_parts: &[],
    system_parts: &[],
    prompt_parts: &[],
    server_part: None,
    reasoning: REASONING,
    summary_role: SummaryRole::User,
    system: SystemForm::Beside,
    system_rule: Some(&rules::GE7),
    mid_system: true,
    neighbours: Neighbours::Apart,
    empty_tools_rule: None,
    prefill: false,
    prefill_rule: Some(&rules::GE10),
    assistant_first: true,
    prefix_field: None,
    lone_prefill_rule: Some(&rules::GE10),
    results_end_rule: None,
    first_rule: Some(&rules::GE2),
    first_call_rule: Some(&rules::GE2),
    needs_tools: false,
    undeclared_rule: None,
    cache_markers: None,
    trimmed_end_rule: None,
    items: None,
    hooks: Hooks { after_fields: &[sign_unit], prompt_end: &[sign_current_turn], ..Hooks::NONE },
};

/// The role that only may hold an unmodelled part of this kind, where there is just one.
pub(super) fn role_of(kind: &str) -> Option<Role> {
    OF_MODEL.contains(&kind).then_some(Role::Assistant)
}

fn takes_part(role: Role, part: &PartKind) -> bool {
    match (role, part) {
        (_, PartKind::Text(_)) => true,
        (Role::System, _) => false,
        (_, PartKind::Other { json, .. }) => role_of(&kind_of(json)).is_none_or(|only| only == role),
        // Sound has no place in results.
        (Role::Tool, PartKind::Audio(_)) => false,
        (_, PartKind::Image(_) | PartKind::File(_) | PartKind::Audio(_)) => true,
        (_, PartKind::Reasoning(_) | PartKind::Refusal(_)) => role == Role::Assistant,
    }
}

/// Bytes of a type that the provider knows, a URL, or the id of one of its own files.
fn writes_media(part: &PartKind) -> bool {
    let is_own = |media: &Media| media.origin.is_none_or(|origin| origin == Format::Gemini);
    let is_found = |media: &Media| {
        media.url.as_deref().is_some_and(is_reachable) || (media.file_id.is_some() && is_own(media))
    };
    let is_known = |media: &Media, known: fn(&str) -> bool| match media.media_type.as_deref() {
        Some(kind) => known(kind),
        None => media.data.is_none(),
    };
    match part {
        PartKind::Image(media) => (media.data.is_some() || is_found(media)) && is_known(media, is_picture),
        PartKind::Audio(media) => {
            (media.data.is_some() || is_found(media)) && is_known(media, |kind| kind.starts_with("audio/"))
        }
        PartKind::File(media) => (media.data.is_some() || is_found(media)) && is_known(media, is_document),
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn is_picture(kind: &str) -> bool {
    ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"].contains(&kind)
}

fn is_document(kind: &str) -> bool {
    let known = ["application/pdf", "application/json", "application/rtf", "application/xml"];
    let scripts = ["application/x-javascript", "application/x-python"];
    known.contains(&kind)
        || scripts.contains(&kind)
        || ["text/", "video/", "audio/"].iter().any(|start| kind.starts_with(start))
}

fn is_reachable(url: &str) -> bool {
    ["https:", "http:", "gs:"].iter().any(|scheme| starts_with(url, scheme))
}

fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::Tool) => &[STRUCTURED, "functionResponse", SIGNATURE, "partMetadata"],
        Place::Message(Role::System | Role::User | Role::Assistant) => &[],
        Place::Text => &[SIGNATURE, "partMetadata", WRITTEN_AS],
        Place::Media => &[SIGNATURE, "partMetadata", "displayName", "videoMetadata", "mediaResolution"],
        Place::Reasoning => &["partMetadata"],
        Place::Call => &[SIGNATURE, "partMetadata", "functionCall"],
    }
}
