//! Demands of Converse, of any model and of some.

use super::block::role_of;
use super::documents::{has_documents, limit_documents, name_documents};
use super::media::{DOCUMENTS, IMAGES, SOUNDS, format};
use super::reasoning;
use super::rules;
use super::text_block::write_text_block;
use super::{CACHE_POINT, CITATIONS};
use crate::format::anthropic::continues_words;
use crate::json::{Fields, Kind, Node};
use crate::message::{Format, Media, PartKind, Role, WRITTEN_AS};
use crate::rules::Rule;
use crate::sanitize::{
    Blank, CacheMarkers, Dialect, Hooks, Letters, Neighbours, Pattern, Place, ServerCall, ServerPart,
    SummaryRole, SystemForm, UniqueIds, kind_of,
};

/// What the system prompt holds beside text.
const PROMPT_PARTS: [&str; 2] = ["guardContent", CACHE_POINT];

/// What results hold beside text and media.
const RESULT_PARTS: [&str; 4] = ["image", "document", "video", "searchResult"];

/// The demands of a model of which nothing is known: it may be Claude, whose demands on reasoning are the strictest,
/// and it may be another, whose ids have dots.
pub(super) static DIALECT: Dialect = ANY;

/// The demands of Claude (BE12).
static CLAUDE: Dialect = ANY_CLAUDE;

/// The demands of Claude up to 4.5.
static CONTINUING_CLAUDE: Dialect = Dialect { prefill: true, ..ANY_CLAUDE };

const ANY_CLAUDE: Dialect = Dialect {
    call_id: Pattern { rule: Some(&rules::BE12), shortest: 1, longest: 64, letters: Letters::Plain },
    error_text_rule: Some(&rules::BE24),
    ..ANY
};

/// The demands of the others.
static OTHER: Dialect = ANY_OTHER;

/// The demands of Nova, which goes on from words of the assistant (Amazon's guide to Nova; nova-2-lite, recorded: 200).
static NOVA: Dialect = Dialect { prefill: true, ..ANY_OTHER };

const ANY_OTHER: Dialect = Dialect {
    prefill_rule: Some(&rules::BE15),
    // Documents of text and search results are Claude's.
    write_text_block: None,
    reasoning: reasoning::OTHERS,
    neighbours: Neighbours::Joined(Some(&rules::BE2)),
    assistant_first: false,
    trimmed_end_rule: None,
    ..ANY
};

/// The makers of the others, as they stand in ids of models: `us.amazon.nova-pro-v1:0`.
const MAKERS: [&str; 17] = [
    "ai21",
    "amazon",
    "cohere",
    "deepseek",
    "google",
    "luma",
    "meta",
    "minimax",
    "mistral",
    "moonshot",
    "moonshotai",
    "nvidia",
    "openai",
    "qwen",
    "stability",
    "writer",
    "zai",
];

/// Ids of profiles and of custom models may say nothing of who made them.
fn of_model(model: &str) -> Option<&'static Dialect> {
    let name = model.rsplit('/').next().unwrap_or(model);
    match name {
        name if continues_words(name) => Some(&CONTINUING_CLAUDE),
        name if name.contains("anthropic.") || name.contains("claude") => Some(&CLAUDE),
        name if name.contains("amazon.nova") => Some(&NOVA),
        name if name.split('.').any(|word| MAKERS.contains(&word)) => Some(&OTHER),
        _ => None,
    }
}

const ANY: Dialect = Dialect {
    format: Format::Bedrock,
    catalogue: &rules::CATALOGUE,
    form_rule: &rules::BE0,
    of_model: Some(of_model),
    model_field: "modelId",
    tools_path: &["toolConfig", "tools"],
    thinking_path: &["additionalModelRequestFields", "thinking"],
    messages_field: "messages",
    system_field: Some("system"),
    system_alias: None,
    url_params: &[],
    empty_rule: Some(&rules::BE1),
    orphan_rule: Some(&rules::BE4),
    missing_rule: Some(&rules::BE3),
    moved_rule: Some(&rules::BE3),
    second_result_rule: Some(&rules::BE4),
    unique_ids: UniqueIds::InMessage,
    second_call_rule: Some(&rules::BE3),
    joins_turns: true,
    call_id: Pattern { rule: Some(&rules::BE10), shortest: 1, longest: 64, letters: Letters::Dotted },
    unnamed_calls: None,
    names_results: false,
    tool_name: Pattern { rule: Some(&rules::BE10), shortest: 1, longest: 64, letters: Letters::Plain },
    speaker_name: None,
    named_roles: &[],
    arguments_rule: Some(&rules::BE8),
    arguments_are_objects: true,
    has_custom_calls: false,
    has_own_calls: false,
    blank: Blank::Dropped { beside_calls: false },
    blank_rules: [Some(&rules::BE6), Some(&rules::BE6)],
    silent_rule: None,
    blank_text_rule: Some(&rules::BE5),
    blank_message_rule: Some(&rules::BE6),
    blank_end: false,
    blank_error_rule: Some(&rules::BE7),
    parts_rule: Some(&rules::BE13),
    takes_part,
    vendors_take: |_, _, _| false,
    media_in_results: |_| true,
    media_rule: Some(&rules::BE13),
    too_large_rule: Some(&rules::BE13),
    writes_media,
    text_files_as_text: false,
    read_text_block: crate::format::text_block::read,
    write_text_block: Some(write_text_block),
    has_error_flag: true,
    has_refusals: false,
    media_fields,
    unnamed_file: None,
    error_text_rule: None,
    fields,
    unknown_fields: None,
    vendor_fields: None,
    other_parts: &[
        "image",
        "document",
        "video",
        "audio",
        "searchResult",
        "guardContent",
        CACHE_POINT,
        CITATIONS,
        "toolUse",
        "toolResult",
        "toolAddition",
        "toolRemoval",
    ],
    result_parts: &[],
    system_parts: &["toolAddition", "toolRemoval"],
    prompt_parts: &PROMPT_PARTS,
    server_part: Some(server_part),
    reasoning: reasoning::CLAUDE,
    summary_role: SummaryRole::User,
    system: SystemForm::TopLevel,
    system_rule: Some(&rules::BE23),
    mid_system: false,
    neighbours: Neighbours::AsTheyCame,
    empty_tools_rule: Some(&rules::BE9),
    prefill: false,
    prefill_rule: Some(&rules::BE17),
    prefix_field: None,
    lone_prefill_rule: None,
    results_end_rule: None,
    assistant_first: true,
    first_rule: Some(&rules::BE1),
    first_call_rule: None,
    needs_tools: true,
    undeclared_rule: Some(&rules::BE9),
    cache_markers: Some(CacheMarkers {
        field: CACHE_POINT,
        most: 4,
        most_rule: &rules::BE21,
        order_rule: &rules::BE22,
    }),
    trimmed_end_rule: Some(&rules::BE16),
    items: None,
    hooks: Hooks {
        after_fields: &[name_documents],
        after_boundaries: &[limit_documents],
        may_change_later: Some(has_documents),
        ..Hooks::NONE
    },
};

/// Reads an unmodelled block as a call or result of a tool that the provider runs. A block of a form that Converse refuses is broken: it
/// is not mended, for the provider made it.
fn server_part(json: &str) -> Option<ServerPart> {
    let fields = Node::parse(json).and_then(Node::fields)?;
    let inner = |kind: &str| fields.get(kind).and_then(Node::fields);
    if let Some(call) = inner("toolUse") {
        let text = |name: &str| call.text(name).unwrap_or_default().into_owned();
        let is_object = call.get("input").is_some_and(|input| input.kind() == Kind::Object);
        return Some(match text("toolUseId") {
            id if !DIALECT.call_id.accepts(&id) || !DIALECT.tool_name.accepts(&text("name")) => {
                ServerPart::Broken(&rules::BE10)
            }
            _ if !is_object => ServerPart::Broken(&rules::BE8),
            // Both kinds of calls are `toolUse` blocks, so their ids are of one kind (BE3).
            id => ServerPart::Call(ServerCall { id, caller: None, open_rule: None, shares_ids: true }),
        });
    }
    let result = inner("toolResult")?;
    let content = result.get("content").and_then(Node::list);
    let is_error = result.text("status").as_deref() == Some("error");
    let id = || result.text("toolUseId").unwrap_or_default().into_owned();
    Some(match content {
        None => ServerPart::Broken(&rules::BE6),
        Some(content) if content.is_empty() && is_error => ServerPart::Broken(&rules::BE7),
        Some(content) => broken_rule(&content).map_or_else(|| ServerPart::Result(id()), ServerPart::Broken),
    })
}

/// The rule that the content of a result breaks, as far as texts and JSON go.
fn broken_rule(content: &[Node<'_>]) -> Option<&'static Rule> {
    let blocks: Vec<Fields<'_>> = content.iter().filter_map(|block| block.fields()).collect();
    let is_no_object = |block: &Fields<'_>| block.get("json").is_some_and(|json| json.kind() != Kind::Object);
    let texts: Vec<_> = blocks.iter().filter_map(|block| block.text("text")).collect();
    let is_silent = !texts.is_empty() && texts.iter().all(|text| text.trim().is_empty());
    if blocks.iter().any(is_no_object) {
        return Some(&rules::BE8);
    }
    (is_silent || texts.iter().any(|text| text.is_empty())).then_some(&rules::BE5)
}

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        PartKind::Other { json, .. } => {
            let kind = kind_of(json);
            let kind = kind.as_str();
            let is_systems = matches!(kind, "toolAddition" | "toolRemoval");
            match role {
                Role::System => is_systems || PROMPT_PARTS.contains(&kind),
                Role::Tool => RESULT_PARTS.contains(&kind),
                Role::User | Role::Assistant => !is_systems && role_of(kind).is_none_or(|only| only == role),
            }
        }
        PartKind::Image(_) | PartKind::File(_) => matches!(role, Role::User | Role::Tool),
        PartKind::Audio(_) => role == Role::User,
        PartKind::Reasoning(_) | PartKind::Refusal(_) => role == Role::Assistant,
    }
}

/// Media are bytes, or lie in S3; of pictures and sounds the format must be known.
fn writes_media(part: &PartKind) -> bool {
    let has_source = |media: &Media| {
        media.data.is_some() || media.url.as_deref().is_some_and(|url| url.starts_with("s3://"))
    };
    let is_of = |media: &Media, formats: &[(&'static str, &str)]| {
        media.media_type.as_deref().is_some_and(|kind| format(formats, kind).is_some())
    };
    match part {
        PartKind::Image(media) => has_source(media) && is_of(media, IMAGES),
        PartKind::Audio(media) => has_source(media) && is_of(media, SOUNDS),
        PartKind::File(media) => has_source(media) && (media.media_type.is_none() || is_of(media, DOCUMENTS)),
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn media_fields(part: &PartKind) -> &'static [&'static str] {
    if matches!(part, PartKind::File(_)) { &["name"] } else { &[] }
}

fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::Tool) => &[CACHE_POINT],
        Place::Message(Role::System | Role::User | Role::Assistant) => &[],
        Place::Text => &[CACHE_POINT, CITATIONS, WRITTEN_AS],
        Place::Media => &[CACHE_POINT, "context", "citations"],
        Place::Reasoning => &[CACHE_POINT],
        Place::Call => &[CACHE_POINT],
    }
}
