//! Demands of OpenAI Chat Completions.

use super::call_limit::divide_calls;
use super::reasoning::REASONING;
use super::refused_tools::refused_tools;
use super::rules;
use super::vendors::{
    ALTERNATE, ASK, VENDORS, is_openais, join_results, refuses_unknown, suit_vendor,
    takes_instructions_anywhere, takes_own_answers, takes_pictures_in_results, wants_instructions_first,
};
use crate::format::chat::{is_picture, is_reachable, sound};
use crate::format::contract::shared_fields::is_shared;
use crate::message::{Format, PartKind, Role, WRITTEN_AS};
use crate::sanitize::{
    AUDIO, CallRules, ContentRules, Dialect, FieldPlace, FieldRules, Hooks, Letters, MediaRules, Mode,
    Pattern, RequestFields, RequestOptions, ResultRules, SummaryRole, SystemForm, SystemRules, TurnRules,
    UniqueIds, kind_of,
};

/// Parts that only the user's messages hold.
const MEDIA_PARTS: [&str; 3] = ["image_url", "input_audio", "file"];

pub(super) static DIALECT: Dialect = ANY;

/// The demands of servers that write the prompt by a template which wants all instructions first, and the user.
static TEMPLATED: Dialect = Dialect {
    system: SystemRules { form: SystemForm::First, rule: Some(&rules::OC16), ..ANY.system },
    hooks: ASKED_HOOKS,
    ..ANY
};

/// The demands of vendors whose roles alternate.
static ALTERNATING: Dialect = Dialect {
    turns: TurnRules {
        assistant_first: false,
        first_rule: Some(&rules::OC26),
        prefill: false,
        prefill_rule: Some(&rules::OC26),
        ..ANY.turns
    },
    hooks: Hooks { before_boundaries: &[ALTERNATE], ..ANY.hooks },
    ..ANY
};

const ASKED_HOOKS: Hooks = Hooks { after_boundaries: &[ASK], ..ANY.hooks };

/// The demands of vendors that want words of the user.
static ASKED: Dialect = Dialect { hooks: ASKED_HOOKS, ..ANY };

/// The demands of vendors that read the arguments of calls.
static READING: Dialect = ANY_READING;

const ANY_READING: Dialect = Dialect { calls: CallRules { arguments_are_objects: true, ..ANY.calls }, ..ANY };

/// The demands of vendors that want words of the user, and read the arguments of calls.
static ASKED_AND_READING: Dialect = Dialect { hooks: ASKED_HOOKS, ..ANY_READING };

/// OpenAI's own demands. Its file part takes PDFs only: "Expected a base64-encoded data URL with an application/pdf MIME
/// type" (trpc-agent-go#1816, openai-dotnet#613).
static OPENAI: Dialect =
    Dialect { media: MediaRules { is_writable: is_writable_at_openai, ..ANY.media }, ..ANY };

fn of_request(options: &RequestOptions) -> Option<&'static Dialect> {
    if wants_instructions_first(options) {
        return Some(&TEMPLATED);
    }
    let demands = options.vendor.map(|vendor| (vendor.alternates, vendor.needs_user, vendor.reads_arguments));
    match demands.unwrap_or_default() {
        (true, ..) => Some(&ALTERNATING),
        (false, true, true) => Some(&ASKED_AND_READING),
        (false, true, false) => Some(&ASKED),
        (false, false, true) => Some(&READING),
        (false, false, false) => (is_openais(options) || is_unnamed(options)).then_some(&OPENAI),
    }
}

/// Reports whether nothing names the host of a request that is written, so that it suits OpenAI.
fn is_unnamed(options: &RequestOptions) -> bool {
    let is_named = options.vendor.is_some() || options.model().is_some() || options.is_elsewhere;
    options.mode == Mode::Strict && !is_named
}

/// The role of our summaries and notes: the user's, unless instructions may be anywhere.
fn summary_role(options: &RequestOptions) -> SummaryRole {
    if takes_instructions_anywhere(options) { SummaryRole::System } else { SummaryRole::User }
}

const ANY: Dialect = Dialect {
    format: Format::OpenaiChat,
    catalogue: &rules::CATALOGUE,
    form_rule: Some(&rules::OC0),
    of_request,
    request: RequestFields {
        empty_tools_rule: Some(&rules::OC7B),
        fields_rule: Some(&rules::OC15),
        refused: refused_tools,
        tool_changes: Some(&super::tool_changes::CHANGES),
        breakpoints: Some(super::breakpoints::breakpoints),
        ..RequestFields::DEFAULT
    },
    turns: TurnRules { empty_rule: Some(&rules::OC7), ..TurnRules::DEFAULT },
    system: SystemRules { rule: Some(&rules::OC10), summary_role, ..SystemRules::DEFAULT },
    calls: CallRules {
        id: Pattern { rule: Some(&rules::OC3), shortest: 1, longest: 64, letters: Letters::Any },
        unique_ids: UniqueIds::InWrittenRequest,
        duplicate_rule: Some(&rules::OC9),
        name: Pattern { rule: Some(&rules::OC4), shortest: 1, longest: 64, letters: Letters::Plain },
        arguments_rule: Some(&rules::OC6),
        has_custom: true,
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::OC2),
        orphan_rule: Some(&rules::OC1),
        moved_rule: Some(&rules::OC1),
        duplicate_rule: Some(&rules::OC9),
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        absent_rule: Some(&rules::OC5),
        no_parts_rule: Some(&rules::OC7),
        has_refusals: true,
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::OC8),
        vendors_take,
        is_blind: |options| options.vendor.is_some_and(|vendor| !vendor.sees.include(options.model())),
        source_rule: Some(&rules::OC12),
        // Vendors may take other files than OpenAI, so a body that is repaired keeps them.
        text_files_as_text: true,
        hints,
        shares_files_with: Format::OpenaiChat.sibling(),
        unnamed_file: Some("document"),
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        vendors: Some(&VENDORS),
        refuses,
        speaker_name: Some(Pattern {
            rule: Some(&rules::OC7C),
            shortest: 1,
            longest: 64,
            letters: Letters::Plain,
        }),
        named_roles: &[Role::System, Role::User, Role::Assistant, Role::Tool],
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: REASONING,
    hooks: Hooks { before_media: &[suit_vendor], unit_end: &[divide_calls, join_results], ..Hooks::NONE },
};

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        // Media with unmodelled fields are kept verbatim; they, too, may only be in the user's messages.
        PartKind::Other { json, .. } => role == Role::User || !MEDIA_PARTS.contains(&kind_of(json).as_str()),
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => role == Role::User,
        PartKind::Refusal(_) | PartKind::Reasoning(_) => role == Role::Assistant,
    }
}

/// Reports whether the part is a picture in a result that the vendor takes. OpenAI refuses it.
fn vendors_take(options: &RequestOptions, role: Role, part: &PartKind) -> bool {
    let is_picture = match part {
        PartKind::Image(_) => true,
        PartKind::Other { json, .. } => kind_of(json) == "image_url",
        PartKind::Text(_)
        | PartKind::Audio(_)
        | PartKind::File(_)
        | PartKind::Refusal(_)
        | PartKind::Reasoning(_) => false,
    };
    is_picture && role == Role::Tool && takes_pictures_in_results(options)
}

/// A picture is a URL or bytes of a known type (OC12), a sound is wav or mp3, a document is bytes or an id.
fn is_writable(part: &PartKind) -> bool {
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable)
                || (media.is_base64() && is_picture(media) && !media.shows_no_picture())
        }
        PartKind::Audio(media) => media.data.is_some() && sound(media).is_some(),
        PartKind::File(media) => media.is_base64() || media.has_file_of(Format::OpenaiChat),
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn is_writable_at_openai(part: &PartKind) -> bool {
    let is_other_file = match part {
        PartKind::File(media) => {
            media.data.is_some() && media.media_type.as_deref() != Some("application/pdf")
        }
        PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Other { .. } => false,
    };
    is_writable(part) && !is_other_file
}

fn hints(part: &PartKind) -> &'static [&'static str] {
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

/// `Unknown parameter: 'messages[1].reasoning_details'.`, where the vendor refuses fields that it does not know.
fn refuses(options: &RequestOptions, place: FieldPlace, name: &str) -> bool {
    let is_answers = place == FieldPlace::Message(Role::Assistant) && name == "annotations";
    refuses_unknown(options) && !(is_answers && takes_own_answers(options))
}

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::System) => &["role"],
        FieldPlace::Message(Role::Assistant) => &["refusal", AUDIO, "function_call"],
        FieldPlace::Message(Role::User | Role::Tool) => &[],
        FieldPlace::Text | FieldPlace::Media => &["prompt_cache_breakpoint"],
        FieldPlace::Reasoning => &[WRITTEN_AS],
        FieldPlace::Call => &[],
    }
}
