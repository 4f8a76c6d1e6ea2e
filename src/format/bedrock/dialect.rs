//! Demands of Converse, for any model and for some models.

use super::block_kinds::{CACHE_POINT, CITATIONS, role_of};
use super::cache_points::{place_cache_points, refused_in_tools};
use super::documents::{LIMIT_DOCUMENTS, name_documents};
use super::makers::{MadeBy, made_by};
use super::media::{DOCUMENTS, IMAGES, SOUNDS, format, name_unknown_films};
use super::result_reply::{REPLY_BETWEEN_UNITS, reply_in_units};
use super::text_block::write_text_block;
use super::words_first::put_words_first;
use super::{reasoning, rules};
use crate::format::blocks::{CacheBreakpoints, PAIR_PROVIDER_TOOLS};
use crate::format::contract::shared_fields::is_shared;
use crate::json::{Fields, Kind, Node};
use crate::list::Listed;
use crate::message::{Format, Media, PartKind, Role, WRITTEN_AS};
use crate::rules::Rule;
use crate::sanitize::{
    CallRules, ContentRules, Dialect, EmptyContent, FieldPlace, FieldRules, Hooks, Letters, LookBack,
    MediaRules, NeighbourRule, Neighbours, Pattern, ProviderCall, ProviderPart, RequestFields, ResultRules,
    SummaryRole, SystemForm, SystemRules, TurnRules, kind_of,
};

/// Parts of the system prompt beside text.
const PROMPT_PARTS: [&str; 2] = ["guardContent", CACHE_POINT];

/// Parts of results beside text and media.
const RESULT_PARTS: [&str; 4] = ["image", "document", "video", "searchResult"];

/// The demands of an unknown model. It may be Claude, whose demands on reasoning are the strictest, or another model,
/// whose ids may hold dots.
pub(super) static DIALECT: Dialect =
    Dialect { turns: TurnRules { depends_on_model: true, ..ANY.turns }, ..ANY };

/// The demands of Claude.
static CLAUDE: Dialect = ANY_CLAUDE;

/// The demands of Claude up to 4.5.
static CONTINUING_CLAUDE: Dialect =
    Dialect { turns: TurnRules { prefill: true, ..ANY_CLAUDE.turns }, ..ANY_CLAUDE };

const ANY_CLAUDE: Dialect = Dialect {
    calls: CallRules {
        id: Pattern { rule: Some(&rules::BE12), shortest: 1, longest: 64, letters: Letters::Plain },
        ..ANY.calls
    },
    results: ResultRules { error_text_rule: Some(&rules::BE24), ..ANY.results },
    ..ANY
};

/// The demands of models that are neither Claude nor Nova: their turn with results holds nothing else.
static OTHER: Dialect = Dialect {
    hooks: Hooks {
        unit_end: &[reply_in_units],
        after_boundaries: &[LIMIT_DOCUMENTS, REPLY_BETWEEN_UNITS],
        ..ANY.hooks
    },
    ..ANY_OTHER
};

/// The demands of Nova, which continues words of the assistant (Amazon's guide to Nova; nova-2-lite, recorded: 200).
static NOVA: Dialect = Dialect { turns: TurnRules { prefill: true, ..ANY_OTHER.turns }, ..ANY_OTHER };

const ANY_OTHER: Dialect = Dialect {
    turns: TurnRules {
        neighbours: Neighbours::Joined(&rules::BE2),
        assistant_first: false,
        prefill_rule: Some(&rules::BE15),
        trimmed_rule: None,
        ..ANY.turns
    },
    // Only Claude takes documents of text and search results.
    content: ContentRules { write_text_block: None, ..ANY.content },
    reasoning: reasoning::OTHERS,
    ..ANY
};

/// Returns the demands of a model by its id. `None` for an id that names no maker, such as a profile's or a custom
/// model's.
fn of_model(name: &str) -> Option<&'static Dialect> {
    Some(match made_by(name)? {
        MadeBy::ContinuingClaude => &CONTINUING_CLAUDE,
        MadeBy::Claude => &CLAUDE,
        MadeBy::Nova => &NOVA,
        MadeBy::Other => &OTHER,
    })
}

const ANY: Dialect = Dialect {
    format: Format::Bedrock,
    catalogue: &rules::CATALOGUE,
    form_rule: Some(&rules::BE0),
    of_request: |options| options.model().and_then(of_model),
    request: RequestFields {
        system: Some("system"),
        model: "modelId",
        breakpoints: Some(super::breakpoints::breakpoints),
        tool_breakpoints: refused_in_tools,
        tools: &["toolConfig", "tools"],
        empty_tools_rule: Some(&rules::BE9),
        thinking: &["additionalModelRequestFields", "thinking"],
        thinking_rule: Some(&rules::BE26),
        tool_choice: &["toolConfig", "toolChoice"],
        schemas: &[&["outputConfig", "textFormat", "structure", "jsonSchema", "schema"]],
        ..RequestFields::DEFAULT
    },
    turns: TurnRules {
        empty_rule: Some(&rules::BE1),
        are_joined: true,
        neighbours: Neighbours::AsTheyCame,
        first_rule: Some(&rules::BE1),
        prefill: false,
        prefill_rule: Some(&rules::BE17),
        trimmed_rule: Some(&rules::BE16),
        ..TurnRules::DEFAULT
    },
    system: SystemRules {
        form: SystemForm::TopLevel,
        rule: Some(&rules::BE23),
        may_stand_in_middle: false,
        summary_role: |_| SummaryRole::User,
        parts: &["toolAddition", "toolRemoval"],
        prompt_parts: &PROMPT_PARTS,
    },
    calls: CallRules {
        id: Pattern { rule: Some(&rules::BE10), shortest: 1, longest: 64, letters: Letters::Dotted },
        duplicate_rule: Some(&rules::BE3),
        name: Pattern { rule: Some(&rules::BE10), shortest: 1, longest: 64, letters: Letters::Plain },
        arguments_rule: Some(&rules::BE8),
        arguments_are_objects: true,
        needs_tools: true,
        undeclared_rule: Some(&rules::BE9),
        provider_part: Some(provider_part),
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::BE3),
        orphan_rule: Some(&rules::BE4),
        moved_rule: Some(&rules::BE3),
        duplicate_rule: Some(&rules::BE4),
        has_error_flag: true,
        empty_error_rule: Some(&rules::BE7),
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        empty: EmptyContent::Dropped { beside_calls: false },
        empty_text_rule: Some(&rules::BE5),
        empty_message_rule: Some(&rules::BE6),
        may_end_empty: false,
        silent_parts: &[CACHE_POINT],
        write_text_block: Some(write_text_block),
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::BE13),
        source_rule: Some(&rules::BE13),
        size_rule: Some(&rules::BE13),
        hints,
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        parts: &[
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
        // The client's types allow no other field beside `role` and `content`, and one field in a block.
        refuses: |_, place, _| {
            matches!(
                place,
                FieldPlace::Text | FieldPlace::Message(Role::System | Role::User | Role::Assistant)
            )
        },
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: reasoning::CLAUDE,
    hooks: Hooks {
        before_media: &[name_unknown_films, put_words_first, place_cache_points],
        // Media may have become words, and parts in front of cache points may be gone.
        after_fields: &[put_words_first, name_documents, place_cache_points],
        before_boundaries: &[PAIR_PROVIDER_TOOLS],
        after_boundaries: &[LIMIT_DOCUMENTS],
        after_end: &[PAIR_PROVIDER_TOOLS],
        prompt_end: &[LIMIT_BREAKPOINTS],
        ..Hooks::NONE
    },
};

const BREAKPOINTS: CacheBreakpoints = CacheBreakpoints {
    field: CACHE_POINT,
    most: 4,
    most_rule: &rules::BE21,
    order_rule: &rules::BE22,
    excluded_by: None,
};

/// There may be too many breakpoints one day.
const LIMIT_BREAKPOINTS: NeighbourRule = NeighbourRule {
    apply: |prompt, dialect, options| BREAKPOINTS.limit(prompt, dialect, options),
    look_back: LookBack::Each { holds: |item| BREAKPOINTS.are_in(item) },
};

/// Reads an unmodelled block as a call or result of a tool that the provider runs. A block of a form that Converse refuses is broken: it
/// is not repaired, for the provider made it.
fn provider_part(json: &str) -> Option<ProviderPart> {
    let fields = Node::parse(json).and_then(Node::fields)?;
    let inner = |kind: &str| fields.get(kind).and_then(Node::fields);
    if let Some(call) = inner("toolUse") {
        let text = |name: &str| call.text(name).unwrap_or_default().into_owned();
        let is_object = call.get("input").is_some_and(|input| input.kind() == Kind::Object);
        return Some(match text("toolUseId") {
            id if !DIALECT.calls.id.accepts(&id) || !DIALECT.calls.name.accepts(&text("name")) => {
                ProviderPart::Broken(&rules::BE10)
            }
            _ if !is_object => ProviderPart::Broken(&rules::BE8),
            // Both kinds of calls are `toolUse` blocks, so their ids are of one kind (BE3).
            id => ProviderPart::Call(ProviderCall { id, caller: None, open_rule: None, shares_ids: true }),
        });
    }
    let result = inner("toolResult")?;
    let content = result.get("content").and_then(Node::list);
    let is_error = result.text("status").as_deref() == Some("error");
    let id = || result.text("toolUseId").unwrap_or_default().into_owned();
    Some(match content {
        None => ProviderPart::Broken(&rules::BE6),
        Some(content) if content.is_empty() && is_error => ProviderPart::Broken(&rules::BE7),
        Some(content) => {
            broken_rule(&content).map_or_else(|| ProviderPart::Result(id()), ProviderPart::Broken)
        }
    })
}

/// The rule on texts and JSON that the content of a result breaks.
fn broken_rule(content: &[Node<'_>]) -> Option<&'static Rule> {
    let blocks: Vec<Fields<'_>> = content.iter().filter_map(|block| block.fields()).listed();
    let is_no_object = |block: &Fields<'_>| block.get("json").is_some_and(|json| json.kind() != Kind::Object);
    let texts: Vec<_> = blocks.iter().filter_map(|block| block.text("text")).listed();
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

/// Reports whether media can be written: they are bytes, or lie in S3. The format of pictures and sounds must be known.
fn is_writable(part: &PartKind) -> bool {
    let has_source = |media: &Media| match media.data {
        Some(_) => media.is_base64(),
        None => media.url.as_deref().is_some_and(|url| url.starts_with("s3://")),
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

fn hints(part: &PartKind) -> &'static [&'static str] {
    if matches!(part, PartKind::File(_)) { &["name"] } else { &[] }
}

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::Tool) => &[CACHE_POINT],
        FieldPlace::Message(Role::System | Role::User | Role::Assistant) => &[],
        FieldPlace::Text => &[CACHE_POINT, CITATIONS, WRITTEN_AS],
        FieldPlace::Media => &[CACHE_POINT, "context", "citations", "error"],
        FieldPlace::Reasoning => &[CACHE_POINT],
        FieldPlace::Call => &[CACHE_POINT],
    }
}
