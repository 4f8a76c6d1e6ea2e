//! Demands of Gemini generateContent.

use super::continuation::RESUME;
use super::reasoning::REASONING;
use super::rules;
use super::signatures::{SIGN_CURRENT_TURN, SIGNATURE, sign_unit};
use crate::format::contract::shared_fields::is_shared;
use crate::format::json::read::starts_with;
use crate::format::models::{Family, model_of};
use crate::message::{Format, Media, PartKind, Role, STRUCTURED, WRITTEN_AS};
use crate::sanitize::{
    CallRules, ContentRules, Dialect, EmptyContent, FieldPlace, FieldRules, Hooks, Letters, MediaRules,
    Pattern, RequestFields, RequestOptions, ResultRules, SummaryRole, SystemForm, SystemRules, TurnRules,
    kind_of,
};

/// The prefix of ids of calls and results that had no id. These ids are not written.
pub(super) const UNNAMED: &str = "gemini-noid-";

/// The hint at an empty text that was read from a part with a signature alone.
pub(super) const BARE: &str = "\"signature\"";

/// The number of unmodelled parts that only the model's content holds: calls and results of tools that the provider
/// runs.
const OF_MODEL: usize = 8;

/// The unmodelled parts, the model's first.
const PARTS: [&str; 12] = [
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
];

/// The demands of an unknown model. A repaired body may hold everything that some model accepts; a request that is
/// written suits the newest models.
pub(super) static DIALECT: Dialect = Dialect {
    turns: TurnRules { depends_on_model: true, ..ANY.turns },
    results: ResultRules { unknown_end_rule: Some(&rules::GE11), ..ANY.results },
    ..ANY
};

/// The demands of models that accept a prefill.
static CONTINUING: Dialect = Dialect { turns: TurnRules { prefill: true, ..ANY.turns }, ..ANY };

/// The demands of these models if they sign calls: the calls of one turn are in one content.
static CONTINUING_SIGNED: Dialect = Dialect {
    turns: TurnRules { prefill: true, ..ANY.turns },
    calls: CallRules { one_message_rule: Some(&rules::GE4), ..ANY.calls },
    ..ANY
};

/// The demands of newer models: they refuse a prefill, and on Vertex count words after results as a turn of the model
/// (GE11).
static NEWEST: Dialect = Dialect {
    results: ResultRules { end_rule: Some(&rules::GE11), ..ANY.results },
    calls: CallRules { one_message_rule: Some(&rules::GE4), ..ANY.calls },
    ..ANY
};

fn of_model(model: &str) -> Option<&'static Dialect> {
    model_of(Family::Gemini, model).map(|row| match (row.continues_words, row.signs_calls) {
        (true, false) => &CONTINUING,
        (true, true) => &CONTINUING_SIGNED,
        (false, _) => &NEWEST,
    })
}

const ANY: Dialect = Dialect {
    format: Format::Gemini,
    catalogue: &rules::CATALOGUE,
    form_rule: Some(&rules::GE0),
    of_request: |options| options.model().and_then(of_model),
    request: RequestFields {
        messages: "contents",
        system: Some("systemInstruction"),
        system_alias: Some("system_instruction"),
        in_url: &["model"],
        tool_choice: &["toolConfig", "functionCallingConfig"],
        schemas: &[&["generationConfig", "responseSchema"], &["generationConfig", "responseJsonSchema"]],
        ..RequestFields::DEFAULT
    },
    turns: TurnRules {
        empty_rule: Some(&rules::GE6),
        are_joined: true,
        first_rule: Some(&rules::GE2),
        first_call_rule: Some(&rules::GE2),
        prefill: false,
        prefill_rule: Some(&rules::GE10),
        lone_prefill_rule: Some(&rules::GE10),
        ..TurnRules::DEFAULT
    },
    system: SystemRules {
        form: SystemForm::Beside,
        rule: Some(&rules::GE7),
        summary_role: |_| SummaryRole::User,
        ..SystemRules::DEFAULT
    },
    calls: CallRules {
        id: Pattern { rule: Some(&rules::GE9), shortest: 1, longest: usize::MAX, letters: Letters::Any },
        duplicate_rule: Some(&rules::GE1),
        unnamed_prefix: Some(UNNAMED),
        name: Pattern { rule: Some(&rules::GE9), shortest: 1, longest: 128, letters: Letters::Identifier },
        arguments_rule: Some(&rules::GE8),
        arguments_are_objects: true,
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::GE1),
        orphan_rule: Some(&rules::GE3),
        moved_rule: Some(&rules::GE3),
        duplicate_rule: Some(&rules::GE1),
        has_names: true,
        has_error_flag: true,
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        empty: EmptyContent::Bare { refused_by: "vertex" },
        empty_text_rule: Some(&rules::GE6),
        empty_message_rule: Some(&rules::GE6),
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::GE12),
        results_take,
        source_rule: Some(&rules::GE12),
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        refuses,
        not_sent_back: Some(&[]),
        parts: &PARTS,
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: REASONING,
    hooks: Hooks {
        after_fields: &[sign_unit],
        before_boundaries: &[RESUME],
        prompt_end: &[SIGN_CURRENT_TURN],
        ..Hooks::NONE
    },
};

/// Reports whether results of tools may hold media.
fn results_take(model: Option<&str>) -> bool {
    let row = model.and_then(|model| model_of(Family::Gemini, model));
    row.is_none_or(|row| row.takes_media_in_results)
}

/// The role of an unmodelled part of this kind, if only one role may hold it.
pub(super) fn role_of(kind: &str) -> Option<Role> {
    PARTS.iter().take(OF_MODEL).any(|part| *part == kind).then_some(Role::Assistant)
}

fn takes_part(role: Role, part: &PartKind) -> bool {
    match (role, part) {
        (_, PartKind::Text(_)) => true,
        (Role::System, _) => false,
        (_, PartKind::Other { json, .. }) => role_of(&kind_of(json)).is_none_or(|only| only == role),
        // Results do not take sound.
        (Role::Tool, PartKind::Audio(_)) => false,
        (_, PartKind::Image(_) | PartKind::File(_) | PartKind::Audio(_)) => true,
        (_, PartKind::Reasoning(_) | PartKind::Refusal(_)) => role == Role::Assistant,
    }
}

/// Reports whether media can be written: bytes of a known type, a URL, or the id of the provider's own file.
fn is_writable(part: &PartKind) -> bool {
    let is_found = |media: &Media| match media.data {
        Some(_) => media.is_base64(),
        None => media.url.as_deref().is_some_and(is_reachable) || media.has_file_of(Format::Gemini),
    };
    let is_known = |media: &Media, known: fn(&str) -> bool| match media.media_type.as_deref() {
        Some(kind) => known(kind),
        None => media.data.is_none(),
    };
    match part {
        PartKind::Image(media) => is_found(media) && is_known(media, is_picture),
        PartKind::Audio(media) => is_found(media) && is_known(media, |kind| kind.starts_with("audio/")),
        PartKind::File(media) => is_found(media) && is_known(media, is_document),
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

/// Fields of parts in the reference, in addition to [`fields`]. Fields inside a part are kept under its name.
const TAKEN: [&str; 22] = [
    "mediaProcessing",
    "media_processing",
    "speechMetadata",
    "speech_metadata",
    "audioTranscription",
    "audio_transcription",
    "videoMetadata",
    "video_metadata",
    "mediaResolution",
    "media_resolution",
    "partMetadata",
    "part_metadata",
    "thought",
    "thoughtSignature",
    "thought_signature",
    "displayName",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
    "functionCall",
    "functionResponse",
];

/// `Unknown name "id" at 'contents[0]': Cannot find field.`
fn refuses(_: &RequestOptions, place: FieldPlace, name: &str) -> bool {
    match place {
        FieldPlace::Message(Role::System | Role::User | Role::Assistant) => true,
        FieldPlace::Message(Role::Tool)
        | FieldPlace::Text
        | FieldPlace::Media
        | FieldPlace::Reasoning
        | FieldPlace::Call => !TAKEN.contains(&name) && !PARTS.contains(&name),
    }
}

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::Tool) => &[STRUCTURED, "functionResponse", SIGNATURE, "partMetadata"],
        FieldPlace::Message(Role::System | Role::User | Role::Assistant) => &[],
        FieldPlace::Text => &[SIGNATURE, "partMetadata", WRITTEN_AS],
        FieldPlace::Media => &[SIGNATURE, "partMetadata", "displayName", "videoMetadata", "mediaResolution"],
        FieldPlace::Reasoning => &["partMetadata"],
        FieldPlace::Call => &[SIGNATURE, "partMetadata", "functionCall"],
    }
}
