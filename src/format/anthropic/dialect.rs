//! Demands of Anthropic Messages.

use super::block::role_of;
use super::compaction::{SIGNED_FIRST, drop_empty};
use super::continuation::CONTINUATION;
use super::endpoints::{self, endpoint, think_beside_calls};
use super::reasoning::REASONING;
use super::rules;
use super::text_block::write_text_block;
use super::tool_changes::RESOLVED;
use crate::format::blocks::{CacheBreakpoints, PAIR_PROVIDER_TOOLS};
use crate::format::contract::shared_fields::is_shared;
use crate::format::json::read::starts_with;
use crate::format::models::{Family, model_of};
use crate::json::Node;
use crate::message::{CACHE_CONTROL, Format, Media, PartKind, Role};
use crate::sanitize::{
    CallRules, ContentRules, Dialect, EmptyContent, FieldPlace, FieldRules, Hooks, Letters, LookBack,
    MediaRules, NeighbourRule, Pattern, ProviderCall, ProviderPart, RequestFields, RequestOptions,
    ResultRules, SummaryRole, SystemForm, SystemRules, TurnRules, kind_of,
};

/// Parts of instructions beside text.
const SYSTEM_PARTS: [&str; 2] = ["tool_addition", "tool_removal"];

/// Parts that only results of tools hold.
const RESULT_PARTS: [&str; 2] = ["tool_reference", "browser_state"];

/// The demands of an unknown model: a request that is written suits the newest models.
pub(super) static DIALECT: Dialect =
    Dialect { turns: TurnRules { depends_on_model: true, ..NEWEST.turns }, ..NEWEST };

/// The demands of the newest models.
static KNOWN: Dialect = NEWEST;

/// The demands of models that continue words of the assistant.
static CONTINUING: Dialect = Dialect { turns: TurnRules { prefill: true, ..NEWEST.turns }, ..NEWEST };

/// The demands of other vendors that have this API.
static ELSEWHERE: Dialect = Dialect {
    media: MediaRules { is_blind: endpoints::is_blind, takes_part: takes_part_elsewhere, ..NEWEST.media },
    reasoning: endpoints::REASONING,
    hooks: Hooks { unit_end: &[think_beside_calls], ..NEWEST.hooks },
    ..DIALECT
};

fn of_model(model: &str) -> Option<&'static Dialect> {
    model_of(Family::Claude, model).map(|row| if row.continues_words { &CONTINUING } else { &KNOWN })
}

const NEWEST: Dialect = Dialect {
    format: Format::Anthropic,
    catalogue: &rules::CATALOGUE,
    form_rule: Some(&rules::AN0),
    of_request: |options| match endpoint(options) {
        Some(_) => Some(&ELSEWHERE),
        None => options.model().and_then(of_model),
    },
    request: RequestFields {
        system: Some("system"),
        continuation: Some(&CONTINUATION),
        tool_changes: Some(&super::tool_changes::CHANGES),
        breakpoints: Some(super::breakpoints::breakpoints),
        tool_breakpoints: |fields, _| {
            fields.get("thread").filter(|thread| !thread.is_null()).map(|_| (CACHE_CONTROL, &rules::AN34))
        },
        thinking_rule: Some(&rules::AN27),
        fields_rule: Some(&rules::AN35),
        compacts: Some(("compaction", &rules::AN32)),
        excluded: &[
            ("context_management", "compaction", &rules::AN31),
            ("context_management", "thread", &rules::AN34),
            ("fallbacks", "thread", &rules::AN34),
            ("cache_control", "thread", &rules::AN34),
        ],
        schemas: &[&["output_config", "format", "schema"], &["output_format", "schema"]],
        ..RequestFields::DEFAULT
    },
    turns: TurnRules {
        empty_rule: Some(&rules::AN14),
        are_joined: true,
        first_rule: Some(&rules::AN12),
        prefill: false,
        prefill_rule: Some(&rules::AN11),
        trimmed_rule: Some(&rules::AN10),
        ..TurnRules::DEFAULT
    },
    system: SystemRules {
        form: SystemForm::TopLevel,
        rule: Some(&rules::AN21),
        summary_role: |_| SummaryRole::User,
        parts: &SYSTEM_PARTS,
        ..SystemRules::DEFAULT
    },
    calls: CallRules {
        id: Pattern { rule: Some(&rules::AN6), shortest: 1, longest: usize::MAX, letters: Letters::Plain },
        duplicate_rule: Some(&rules::AN3),
        name: Pattern { rule: Some(&rules::AN6), shortest: 1, longest: 128, letters: Letters::Plain },
        arguments_rule: Some(&rules::AN7),
        arguments_are_objects: true,
        undeclared_rule: Some(&rules::AN24),
        provider_part: Some(provider_part),
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::AN1),
        orphan_rule: Some(&rules::AN2),
        moved_rule: Some(&rules::AN5),
        duplicate_rule: Some(&rules::AN4),
        has_error_flag: true,
        error_text_rule: Some(&rules::AN22),
        parts: &RESULT_PARTS,
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        // Recorded: 200 for a text of white space beside a `tool_use`.
        empty: EmptyContent::Dropped { beside_calls: true },
        empty_text_rule: Some(&rules::AN8),
        empty_message_rule: Some(&rules::AN9),
        write_text_block: Some(write_text_block),
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::AN23),
        source_rule: Some(&rules::AN23),
        size_rule: Some(&rules::AN23),
        hints,
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        refuses,
        not_sent_back: Some(&["parsed", "parsed_output"]),
        parts: &[
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
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: REASONING,
    hooks: Hooks {
        after_fields: &[drop_empty],
        before_boundaries: &[SIGNED_FIRST, RESOLVED, PAIR_PROVIDER_TOOLS],
        after_end: &[PAIR_PROVIDER_TOOLS],
        prompt_end: &[LIMIT_BREAKPOINTS],
        ..Hooks::NONE
    },
};

const BREAKPOINTS: CacheBreakpoints = CacheBreakpoints {
    field: CACHE_CONTROL,
    most: 4,
    most_rule: &rules::AN19,
    order_rule: &rules::AN20,
    excluded_by: Some(("thread", &rules::AN34)),
};

/// There may be too many breakpoints one day.
const LIMIT_BREAKPOINTS: NeighbourRule = NeighbourRule {
    apply: |prompt, dialect, options| BREAKPOINTS.limit(prompt, dialect, options),
    look_back: LookBack::Each { holds: |item| BREAKPOINTS.are_in(item) },
};

fn provider_part(json: &str) -> Option<ProviderPart> {
    let fields = Node::parse(json).and_then(Node::fields)?;
    let id = |name: &str| fields.text(name).unwrap_or_default().into_owned();
    match fields.text("type")?.as_ref() {
        kind @ ("server_tool_use" | "mcp_tool_use") => {
            let caller = fields.get("caller").and_then(Node::fields);
            let caller = caller.and_then(|caller| Some(caller.text("tool_id")?.into_owned()));
            // The provider documents this for its own tools only, not for tools of MCP servers.
            let open_rule = (kind == "server_tool_use").then_some(&rules::AN26);
            Some(ProviderPart::Call(ProviderCall { id: id("id"), caller, open_rule, shares_ids: false }))
        }
        kind if kind.ends_with("_tool_result") => Some(ProviderPart::Result(id("tool_use_id"))),
        _ => None,
    }
}

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        PartKind::Other { json, .. } => {
            let kind = kind_of(json);
            // Pieces of a stream, which hosts keep beside the block that they belong to.
            let is_free = role_of(&kind).is_none_or(|only| only == role) && !kind.ends_with("_delta");
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

/// Other vendors know no references to tools in results: `messages[4].content: unknown variant `tool_reference``
/// (zhukunpenglinyutong/jetbrains-cc-gui#591).
fn takes_part_elsewhere(role: Role, part: &PartKind) -> bool {
    let is_reference = match part {
        PartKind::Other { json, .. } => RESULT_PARTS.contains(&kind_of(json).as_str()),
        PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::File(_)
        | PartKind::Audio(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_) => false,
    };
    takes_part(role, part) && !is_reference
}

/// A picture is a URL, an id or bytes of one of four types, which they show; a document is a URL, an id, or a PDF.
fn is_writable(part: &PartKind) -> bool {
    let has_id = |media: &Media| media.has_file_of(Format::Anthropic);
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

fn hints(part: &PartKind) -> &'static [&'static str] {
    if matches!(part, PartKind::File(_)) { &["name"] } else { &[] }
}

fn is_reachable(url: &str) -> bool {
    starts_with(url, "https:") || starts_with(url, "http:")
}

/// "messages.1.reasoning_details: Extra inputs are not permitted": every field that the reference does not have.
fn refuses(_: &RequestOptions, place: FieldPlace, name: &str) -> bool {
    match place {
        FieldPlace::Message(Role::Tool) => name != "toolset_name",
        FieldPlace::Media => name != "transformations",
        FieldPlace::Message(Role::System | Role::User | Role::Assistant)
        | FieldPlace::Text
        | FieldPlace::Reasoning
        | FieldPlace::Call => true,
    }
}

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::Tool) => &[CACHE_CONTROL],
        FieldPlace::Message(Role::System | Role::User | Role::Assistant) => &[],
        FieldPlace::Text => &[CACHE_CONTROL, "citations"],
        FieldPlace::Media => &[CACHE_CONTROL, "citations", "context"],
        FieldPlace::Reasoning => &[],
        FieldPlace::Call => &[CACHE_CONTROL, "caller", "toolset_name"],
    }
}
