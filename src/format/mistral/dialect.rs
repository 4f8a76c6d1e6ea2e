//! Demands of Mistral's chat completions.

use super::part::{THINKING, is_sound};
use super::reasoning::REASONING;
use super::result_reply::{REPLY_BETWEEN_UNITS, reply_in_units};
use super::rules;
use crate::format::chat::{is_picture, is_reachable};
use crate::format::contract::shared_fields::is_shared;
use crate::format::json::read::starts_with;
use crate::message::{Format, Media, PartKind, Role};
use crate::sanitize::{
    CallRules, ContentRules, Dialect, FieldPlace, FieldRules, Hooks, Letters, MediaRules, Pattern,
    RequestFields, ResultRules, SystemForm, SystemRules, TurnRules, kind_of,
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
    form_rule: Some(&rules::MI0),
    of_request: |_| None,
    request: RequestFields { empty_tools_rule: Some(&rules::MI12), ..RequestFields::DEFAULT },
    turns: TurnRules {
        empty_rule: Some(&rules::MI1),
        first_rule: Some(&rules::MI1),
        first_call_rule: Some(&rules::MI6),
        prefill: false,
        prefill_rule: Some(&rules::MI4),
        prefix_field: Some("prefix"),
        lone_prefill_rule: Some(&rules::MI1),
        ..TurnRules::DEFAULT
    },
    system: SystemRules { form: SystemForm::AfterUser, rule: Some(&rules::MI1), ..SystemRules::DEFAULT },
    calls: CallRules {
        id: Pattern { rule: Some(&rules::MI3), ..CALLS.id },
        duplicate_rule: Some(&rules::MI6),
        name: NAME,
        arguments_rule: Some(&rules::MI11),
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::MI2),
        orphan_rule: Some(&rules::MI6),
        moved_rule: Some(&rules::MI1),
        duplicate_rule: Some(&rules::MI6),
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        absent_rule: Some(&rules::MI9),
        no_parts_rule: Some(&rules::MI9),
        silent_rule: Some(&rules::MI5),
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::MI8),
        source_rule: Some(&rules::MI8),
        hints,
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        // "Extra inputs are not permitted", everywhere.
        refuses: |_, _, _| true,
        parts: &["reference", "input_audio"],
        speaker_name: Some(NAME),
        named_roles: &[Role::Tool],
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: REASONING,
    hooks: Hooks { unit_end: &[reply_in_units], after_boundaries: &[REPLY_BETWEEN_UNITS], ..Hooks::NONE },
};

/// Calls as all of the provider's APIs have them.
pub const CALLS: CallRules = CallRules {
    id: Pattern { rule: None, shortest: 9, longest: 9, letters: Letters::Alphanumeric },
    ..CallRules::DEFAULT
};

/// The form of names of functions and of results.
const NAME: Pattern = Pattern { rule: Some(&rules::MI7), shortest: 1, longest: 64, letters: Letters::Plain };

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        PartKind::Other { json, .. } => match role {
            Role::User => true,
            Role::Assistant | Role::Tool => !MEDIA_CHUNKS.contains(&kind_of(json).as_str()),
            Role::System => false,
        },
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => role == Role::User,
        // The system prompt of reasoning models holds a thinking chunk as an example.
        PartKind::Reasoning(_) => matches!(role, Role::Assistant | Role::System),
        PartKind::Refusal(_) => role == Role::Assistant,
    }
}

/// A picture is a URL or bytes of a known type, audio is bytes, a document is a URL, bytes, or the provider's own id.
fn is_writable(part: &PartKind) -> bool {
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable) || (media.is_base64() && is_picture(media))
        }
        PartKind::Audio(media) => media.data.is_some() && is_sound(media),
        PartKind::File(media) => match &media.file_id {
            Some(_) => media.has_file_of(Format::Mistral),
            None => media.url.as_deref().is_some_and(|url| starts_with(url, "http")) || is_document(media),
        },
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn is_document(media: &Media) -> bool {
    let kind = media.media_type.as_deref().unwrap_or_default();
    media.is_base64() && DOCUMENTS.contains(&kind)
}

fn hints(part: &PartKind) -> &'static [&'static str] {
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

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::Assistant) => &["prefix"],
        FieldPlace::Message(Role::System | Role::User | Role::Tool)
        | FieldPlace::Text
        | FieldPlace::Media => &[],
        FieldPlace::Reasoning => &["closed", THINKING],
        FieldPlace::Call => &["index"],
    }
}
