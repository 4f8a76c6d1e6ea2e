//! What stands beside the content: `additional_kwargs`, `response_metadata`, `usage_metadata`.

use super::call::{Written, read_legacy};
use super::part::{BESIDE, LANGCHAIN, Maker, TWICE, tell_maker, usual};
use crate::error::Outcome;
use crate::format::marks::Marks;
use crate::format::openai_responses;
use crate::format::read::extras;
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{
    Arguments, CallKind, Extras, Format, Notes, Origin, Part, PartKind, Reasoning, ToolCall, Usage,
    WRITTEN_AS,
};

/// The ids of the items that calls are, in OpenAI's Responses.
pub(super) const ITEM_IDS: [(&str, CallKind); 2] = [
    ("__openai_function_call_ids__", CallKind::Function),
    ("__openai_custom_tool_call_ids__", CallKind::Custom),
];
/// The signatures of calls, of Gemini.
pub(super) const SIGNATURES: &str = "__gemini_function_call_thought_signatures__";
/// The role of instructions, of OpenAI.
pub(super) const OPENAI_ROLE: &str = "__openai_role__";

/// What names the provider of a model, and whose format that is.
const PROVIDERS: [(&str, Format); 14] = [
    ("anthropic", Format::Anthropic),
    ("openai", Format::OpenaiResponses),
    ("azure_openai", Format::OpenaiResponses),
    ("google_genai", Format::Gemini),
    ("google-genai", Format::Gemini),
    ("google", Format::Gemini),
    ("google_vertexai", Format::Gemini),
    ("google-vertexai", Format::Gemini),
    ("bedrock_converse", Format::Bedrock),
    ("bedrock-converse", Format::Bedrock),
    ("mistralai", Format::Mistral),
    ("deepseek", Format::OpenaiChat),
    ("groq", Format::OpenaiChat),
    ("openrouter", Format::OpenaiChat),
];

/// The provider that must be named for ids of items, and for reasoning, to be known as that maker's: the block does not
/// say it.
pub(super) fn provider_to_name(parts: &[Part]) -> Option<&'static str> {
    parts.iter().find_map(|part| {
        if part.as_text().is_some() && part.extras.get("itemId").is_some() {
            return provider_of(Format::OpenaiResponses);
        }
        let reasoning = part.as_reasoning()?;
        let format = reasoning.origin.as_ref()?.format;
        let written = part.extras.get(WRITTEN_AS).unwrap_or_default().trim_matches('"');
        let is_opaque = reasoning.encrypted.is_some() || part.extras.get("itemId").is_some();
        let told = match if written.is_empty() { usual(reasoning) } else { written } {
            "thinking" => Some(Format::Anthropic),
            "reasoning_content" | "reasoningText" | "redactedContent" => Some(Format::Bedrock),
            "reasoning" | "extras" => is_opaque.then_some(Format::OpenaiResponses),
            _ => Some(Format::OpenaiResponses),
        };
        provider_of(format).filter(|_| told != Some(format))
    })
}

/// What the provider of this format is called.
fn provider_of(format: Format) -> Option<&'static str> {
    // Vendors who speak that have names of their own.
    let is_one = format != Format::OpenaiChat;
    PROVIDERS.iter().find(|(_, known)| is_one && *known == format).map(|(name, _)| *name)
}

/// Who made the message, and with which model.
pub(super) fn maker(metadata: &Fields<'_>) -> (Option<Format>, Option<Box<str>>) {
    let provider = metadata.text("model_provider");
    let format = provider.and_then(|name| PROVIDERS.iter().find(|(known, _)| *known == name));
    let model = ["model_name", "model", "model_id"].into_iter().find_map(|name| metadata.text(name));
    (format.map(|(_, format)| *format), model.map(|model| model.as_ref().into()))
}

/// What is told beside the content of the model's answers, taken out of `additional_kwargs`; returns the rest.
pub(super) fn read_kwargs(
    kwargs: &Fields<'_>,
    (_, model): Maker<'_>,
    parts: &mut Vec<Part>,
    calls: &mut Vec<ToolCall>,
    kept: &mut Marks,
    mint: impl FnOnce() -> Box<str>,
) -> Outcome<Extras> {
    let mut told: Vec<&str> = Vec::new();
    let text = |name: &str| kwargs.get(name).filter(|node| node.kind() == Kind::Text).and_then(Node::text);
    if let Some(node) = kwargs.get("tool_calls").filter(|node| node.kind() == Kind::List) {
        let legacy = read_legacy(node).map_err(|error| error.at("tool_calls"))?;
        if calls.is_empty() {
            calls.clone_from(&legacy);
        }
        if legacy.iter().all(|old| calls.iter().any(|call| call.id == old.id)) {
            told.push("tool_calls");
            kept.set("tool_calls", node.json());
        }
    }
    if let Some(inner) = kwargs.get("function_call").and_then(Node::fields).filter(|_| calls.is_empty())
        && let Some(name) = inner.text("name").filter(|_| inner.iter().count() == 2)
        && let Some(arguments) = inner.text("arguments")
    {
        let mut call = ToolCall::new(&mint(), &name, Arguments::Text(arguments.as_ref().into()));
        Written { is_legacy: true, ..Written::default() }.keep(&mut call);
        calls.push(call);
        told.push("function_call");
    }
    if let Some(text) = text("reasoning_content") {
        let origin = Some(Origin { format: Format::OpenaiChat, model: model.map(Box::from) });
        let reasoning = Reasoning { text: Some(text.as_ref().into()), origin, ..Reasoning::default() };
        parts.insert(0, Part::from(PartKind::Reasoning(Box::new(reasoning))));
        calls
            .iter_mut()
            .for_each(|call| call.after_parts = call.after_parts.map(|after| after.saturating_add(1)));
        told.push("reasoning_content");
    }
    if let Some(node) = kwargs.get("reasoning")
        && let Some(fields) = node.fields()
        && (fields.get("summary").is_some() || fields.get("encrypted_content").is_some())
        && let Ok(mut part) = openai_responses::read_reasoning(&fields)
    {
        tell_maker(&mut part, model);
        join_reasoning(part, &fields, parts, calls);
        told.push("reasoning");
        kept.set("reasoning", node.json());
    }
    if let Some(refusal) = text("refusal") {
        let mut part = Part::from(PartKind::Refusal(refusal.as_ref().into()));
        part.extras.push(WRITTEN_AS, BESIDE);
        parts.push(part);
        told.push("refusal");
    }
    for (name, field) in
        ITEM_IDS.map(|(name, _)| (name, "itemId")).into_iter().chain([(SIGNATURES, "thoughtSignature")])
    {
        if let Some(map) = kwargs.get(name).and_then(Node::fields)
            && map
                .iter()
                .all(|(id, node)| node.kind() == Kind::Text && calls.iter().any(|call| *call.id == *id))
        {
            for call in calls.iter_mut().filter(|call| call.extras.get(field).is_none()) {
                map.get(&call.id).into_iter().for_each(|node| call.extras.push(field, node.json()));
            }
            told.push(name);
        }
    }
    let is_idle = |name: &str| kwargs.get(name).is_some_and(Node::is_null);
    let mut rest = extras(kwargs, &told);
    rest.retain(|name| !is_idle(name));
    Ok(rest)
}

/// Puts the item of reasoning in front; where its text is in the content already, it is that part.
fn join_reasoning(item: Part, fields: &Fields<'_>, parts: &mut Vec<Part>, calls: &mut [ToolCall]) {
    let shown = summary_text(fields.get("summary"));
    let is_its = |part: &&mut Part| {
        part.as_reasoning().is_some_and(|told| {
            told.text.as_deref() == Some(shown.as_str())
                && told.encrypted.is_none()
                && told.signature.is_none()
        }) && part.extras.get("itemId").is_none()
            && part.extras.get(WRITTEN_AS).is_none()
    };
    let mut item = item;
    match parts.iter_mut().find(is_its) {
        Some(part) => {
            part.extras.iter().for_each(|(name, json)| item.extras.push(name, json));
            item.extras.push(WRITTEN_AS, TWICE);
            *part = item;
        }
        None => {
            item.extras.push(WRITTEN_AS, BESIDE);
            parts.insert(0, item);
            calls.iter_mut().for_each(|call| {
                call.after_parts = call.after_parts.map(|after| after.saturating_add(1));
            });
        }
    }
}

/// The texts of a summary, one behind the other as LangChain shows them.
pub(super) fn summary_text(summary: Option<Node<'_>>) -> String {
    let items = summary.and_then(Node::list).unwrap_or_default();
    items.into_iter().filter_map(|item| item.fields()?.text("text").map(|text| text.into_owned())).collect()
}

/// The tokens that were reported.
pub(super) fn read_usage(node: Node<'_>) -> Option<Usage> {
    let fields = node.fields()?;
    let count = |name: &str| fields.get(name).and_then(Node::count);
    let inside = |name: &str, detail: &str| fields.get(name)?.fields()?.get(detail)?.count();
    Some(Usage {
        input: count("input_tokens"),
        output: count("output_tokens"),
        cached_input: inside("input_token_details", "cache_read"),
        reasoning: inside("output_token_details", "reasoning"),
        ..Usage::default()
    })
}

/// Writes the tokens: as they were reported, where that is known and still true.
pub(super) fn write_usage(notes: &Notes, kept: &Fields<'_>, object: &mut ObjectWriter<'_>) {
    let given = kept.get("usage_metadata");
    let Some(usage) = &notes.usage else { return };
    if let Some(node) = given.filter(|node| read_usage(*node).as_ref() == Some(usage)) {
        return object.json("usage_metadata", node.json());
    }
    let mut inner = ObjectWriter::begin(object.key("usage_metadata"));
    inner.number("input_tokens", usage.input.unwrap_or(0));
    inner.number("output_tokens", usage.output.unwrap_or(0));
    inner.number("total_tokens", usage.total());
    let details = [
        ("input_token_details", "cache_read", usage.cached_input),
        ("output_token_details", "reasoning", usage.reasoning),
    ];
    for (name, detail, count) in details {
        if let Some(count) = count {
            let mut details = ObjectWriter::begin(inner.key(name));
            details.number(detail, count);
            details.end();
        }
    }
    inner.end();
}

/// Keeps fields as an object under a name.
pub(super) fn put_object(extras: &mut Extras, name: &str, fields: &Extras) {
    if fields.is_empty() {
        return;
    }
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    fields.iter().for_each(|(name, json)| object.json(name, json));
    object.end();
    extras.push(name, &String::from_utf8_lossy(&json));
}

/// The object that is kept under a name.
pub(super) fn object_of<'a>(extras: &'a Extras, name: &str) -> Fields<'a> {
    extras.get(name).and_then(Node::parse).and_then(Node::fields).unwrap_or_default()
}

/// The fields of the source that are not modelled.
pub(super) fn rest_of(extras: &Extras) -> Fields<'_> {
    object_of(extras, LANGCHAIN)
}
