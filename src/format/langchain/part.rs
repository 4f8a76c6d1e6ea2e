//! Reading the blocks of a content.

use super::media;
use crate::error::Outcome;
use crate::format::openai_responses;
use crate::format::read::{invalid, object, optional, required, string};
use crate::format::target::target;
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Extras, Format, Origin, Part, PartKind, Reasoning, WRITTEN_AS};

/// The field that keeps what blocks, calls and messages hold beside what is modelled.
pub(super) const LANGCHAIN: &str = "langchain";

/// Fields that providers have in their blocks, under which name their own formats know them too.
pub(super) const PROVIDERS: [&str; 9] = [
    "cache_control",
    "citations",
    "annotations",
    "phase",
    "logprobs",
    "thoughtSignature",
    "partMetadata",
    "prompt_cache_breakpoint",
    "context",
];

/// How a text was written that is no block.
pub(super) const BARE: &str = "\"string\"";
/// How a text was written that is a document.
pub(super) const PLAIN: &str = "\"text-plain\"";
/// How parts are written that stand beside the content.
pub(super) const BESIDE: &str = "\"additional_kwargs\"";
/// How reasoning is written whose text is in the content, and the rest beside it.
pub(super) const TWICE: &str = "\"twice\"";
/// What is not modelled, in a block of its own.
pub(super) const WRAPPED: &str = "\"non_standard\"";

/// The field of what only its maker can read, in OpenAI's words.
const ENCRYPTED: &str = "encrypted_content";

/// What is not modelled, and does not say what it is.
pub(super) const UNTYPED: &str = "\"untyped\"";

/// Who made the message, so that its blocks are told apart.
pub(super) type Maker<'a> = (Option<Format>, Option<&'a str>);

/// The fields that are not in `known`: a provider's own as they are, the others as one object.
pub(super) fn nested(fields: &Fields<'_>, known: &[&str]) -> Extras {
    let mut own = Extras::default();
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    let mut is_empty = true;
    for (name, node) in fields.iter().filter(|(name, _)| !known.contains(name)) {
        if PROVIDERS.contains(&name) && (name != "annotations" || is_native(node)) {
            own.push(name, node.json());
        } else {
            is_empty = false;
            object.json(name, node.json());
        }
    }
    object.end();
    if !is_empty {
        own.push(LANGCHAIN, &String::from_utf8_lossy(&json));
    }
    own
}

/// Whether annotations are in the words of the provider, and not in those of LangChain.
fn is_native(annotations: Node<'_>) -> bool {
    let items = annotations.list().unwrap_or_default();
    let kind = |item: &Node<'_>| item.fields().and_then(|fields| Some(fields.text("type")?.into_owned()));
    let is_own = |kind: &String| kind != "citation" && !kind.starts_with("non_standard");
    items.iter().all(|item| kind(item).as_ref().is_some_and(is_own))
}

/// Reads a block that is no call; one that is not modelled is kept verbatim.
pub(super) fn read_part(node: Node<'_>, maker: Maker<'_>) -> Outcome<Part> {
    if let Some(text) = node.text() {
        let mut part = Part::text(&text);
        part.extras.push(WRITTEN_AS, BARE);
        return Ok(part);
    }
    let fields = object(node)?;
    let kind = fields.text("type").unwrap_or_default();
    if let Some(part) = media::read(node, &fields, &kind) {
        return Ok(part);
    }
    match kind.as_ref() {
        "text" => {
            let text = required(&fields, "text")?;
            let is_item = |id: &Node<'_>| id.text().is_some_and(|id| id.starts_with("msg"));
            let id = fields.get("id").filter(|id| maker.0 == Some(Format::OpenaiResponses) && is_item(id));
            let known: &[&str] = if id.is_some() { &["type", "text", "id"] } else { &["type", "text"] };
            let mut extras = nested(&fields, known);
            id.into_iter().for_each(|id| extras.push("itemId", id.json()));
            Ok(Part { kind: PartKind::Text(text), extras })
        }
        // One with a title is told with it.
        "text-plain" if ["title", "context"].iter().any(|name| fields.get(name).is_some()) => {
            Ok(verbatim(node))
        }
        "text-plain" if fields.get("text").is_some_and(|text| text.kind() == Kind::Text) => {
            let mut extras = nested(&fields, &["type", "text"]);
            extras.push(WRITTEN_AS, PLAIN);
            Ok(Part { kind: PartKind::Text(required(&fields, "text")?), extras })
        }
        "refusal" if fields.get("refusal").is_some() => {
            let text = required(&fields, "refusal")?;
            Ok(Part { kind: PartKind::Refusal(text), extras: nested(&fields, &["type", "refusal"]) })
        }
        "thinking" | "redacted_thinking" | "reasoning" | "reasoning_content" => {
            Ok(read_reasoning(&fields, &kind, maker)?.unwrap_or_else(|| verbatim(node)))
        }
        "non_standard" => Ok(unwrapped(&fields, maker).unwrap_or_else(|| verbatim(node))),
        _ => Ok(owner(node, maker).map_or_else(|| verbatim(node), |format| native(format, node, &kind))),
    }
}

pub(super) fn verbatim(node: Node<'_>) -> Part {
    other(Format::Langchain, node.json())
}

fn other(format: Format, json: &str) -> Part {
    Part::from(PartKind::other(format, json))
}

/// A provider's block that stands there as it is; others without a type are wrapped.
fn native(format: Format, node: Node<'_>, kind: &str) -> Part {
    let mut part = other(format, node.json());
    if kind.is_empty() {
        part.extras.push(WRITTEN_AS, UNTYPED);
    }
    part
}

/// The provider whose block it is, where it is a provider's. What two of them have under one name is of who made the
/// message, and where that is not known, of who would encrypt it: nobody else could read it.
fn owner(node: Node<'_>, maker: Maker<'_>) -> Option<Format> {
    let fields = node.fields()?;
    let kind = fields.text("type");
    let defines = |format: Format, name: &str| {
        target(format).is_ok_and(|target| target.dialect().fields.parts.contains(&name))
    };
    match kind {
        Some(kind) => {
            let is_encrypted = fields.text(ENCRYPTED).is_some();
            let first = if is_encrypted { Format::OpenaiResponses } else { Format::Anthropic };
            let makers =
                maker.0.filter(|format| [Format::Anthropic, Format::OpenaiResponses].contains(format));
            let known = makers.into_iter().chain([first, Format::Anthropic, Format::OpenaiResponses]);
            known.into_iter().find(|format| defines(*format, &kind))
        }
        None => {
            let (name, _) = fields.iter().next()?;
            [Format::Gemini, Format::Bedrock].into_iter().find(|format| defines(*format, name))
        }
    }
}

/// A block of a provider that was wrapped.
fn unwrapped(fields: &Fields<'_>, maker: Maker<'_>) -> Option<Part> {
    let value = fields.get("value").filter(|_| fields.iter().count() == 2)?;
    let mut part = other(owner(value, maker)?, value.json());
    part.extras.push(WRITTEN_AS, WRAPPED);
    Some(part)
}

/// Reads what the model thought; `None` when it is not in a form that is modelled.
fn read_reasoning(fields: &Fields<'_>, kind: &str, (maker, model): Maker<'_>) -> Outcome<Option<Part>> {
    let of = |format: Option<Format>| format.map(|format| Origin { format, model: model.map(Box::from) });
    let (reasoning, known, written): (Reasoning, &[&str], &str) = match kind {
        "thinking" if fields.get("thinking").is_some_and(|text| text.kind() == Kind::Text) => {
            let reasoning = Reasoning {
                text: optional(fields, "thinking")?,
                signature: optional(fields, "signature")?,
                encrypted: None,
                origin: of(maker.or(Some(Format::Anthropic))),
            };
            (reasoning, &["type", "thinking", "signature"], "thinking")
        }
        "redacted_thinking" => {
            let encrypted = Some(required(fields, "data")?);
            let origin = of(maker.or(Some(Format::Anthropic)));
            (Reasoning { encrypted, origin, ..Reasoning::default() }, &["type", "data"], "thinking")
        }
        "reasoning_content" => {
            let Some((reasoning, field)) = read_converse(fields)? else { return Ok(None) };
            let origin = of(maker.or(Some(Format::Bedrock)));
            let known: &[&str] = match field {
                "reasoning_content" => &["type", "reasoning_content"],
                "reasoningText" => &["type", "reasoningText"],
                _ => &["type", "redactedContent"],
            };
            (Reasoning { origin, ..reasoning }, known, field)
        }
        "reasoning" if fields.get("summary").is_some() && fields.get("reasoning").is_none() => {
            let mut part = openai_responses::read_reasoning(fields)?;
            tell_maker(&mut part, model);
            part.extras.push(WRITTEN_AS, "\"openai-responses\"");
            return Ok(Some(part));
        }
        "reasoning" => return read_standard(fields, maker, of).map(Some),
        _ => return Ok(None),
    };
    let is_usual = written == usual(&reasoning);
    let mut part = Part { kind: PartKind::Reasoning(Box::new(reasoning)), extras: nested(fields, known) };
    if !is_usual {
        part.extras.push(WRITTEN_AS, &format!("\"{written}\""));
    }
    Ok(Some(part))
}

/// How reasoning is written of which that is not known: as its maker's package does.
pub(super) fn usual(reasoning: &Reasoning) -> &'static str {
    match (reasoning.origin.as_ref().map(|origin| origin.format), &reasoning.text, &reasoning.encrypted) {
        (Some(Format::Anthropic), _, _) => "thinking",
        (Some(Format::Bedrock), None, Some(_)) => "redactedContent",
        (Some(Format::Bedrock), _, _) => "reasoningText",
        _ => "reasoning",
    }
}

/// What Converse shows of thoughts, in the words of either language.
fn read_converse(fields: &Fields<'_>) -> Outcome<Option<(Reasoning, &'static str)>> {
    if let Some(data) = fields.get("redactedContent").and_then(Node::text) {
        let encrypted = Some(data.as_ref().into());
        return Ok(Some((Reasoning { encrypted, ..Reasoning::default() }, "redactedContent")));
    }
    for field in ["reasoning_content", "reasoningText"] {
        let Some(inner) = fields.get(field).and_then(Node::fields) else { continue };
        if inner.iter().any(|(name, node)| !["text", "signature"].contains(&name) || node.is_null()) {
            return Ok(None);
        }
        let text = optional(&inner, "text").map_err(|error| error.at(field))?;
        let signature = optional(&inner, "signature").map_err(|error| error.at(field))?;
        return Ok(Some((Reasoning { text, signature, ..Reasoning::default() }, field)));
    }
    Ok(None)
}

/// A block of version 1.
fn read_standard(
    fields: &Fields<'_>,
    maker: Option<Format>,
    of: impl Fn(Option<Format>) -> Option<Origin>,
) -> Outcome<Part> {
    let opaque = |name: &str| fields.get(name).and_then(Node::text).map(|text| Box::from(text.as_ref()));
    let inner = fields.get("extras").and_then(Node::fields).unwrap_or_default();
    let inside = |name: &str| inner.text(name).map(|text| Box::from(text.as_ref()));
    let (signature, encrypted): (Option<Box<str>>, Option<Box<str>>) =
        (opaque("signature"), opaque("encrypted_content"));
    let is_inside = signature.is_none() && encrypted.is_none();
    let is_plain = inner
        .iter()
        .all(|(name, node)| ["signature", "encrypted_content"].contains(&name) && node.kind() == Kind::Text);
    let takes_inside = is_inside && is_plain && !inner.is_empty();
    let (signature, encrypted) = match takes_inside {
        true => (inside("signature"), inside("encrypted_content")),
        false => (signature, encrypted),
    };
    let id = fields.get("id").filter(|id| id.text().is_some_and(|id| id.starts_with("rs")));
    let maker = maker.or((encrypted.is_some() || id.is_some()).then_some(Format::OpenaiResponses));
    let text = match fields.get("reasoning").filter(|text| !text.is_null()) {
        None => None,
        Some(text) => Some(string(text).map_err(|_| invalid("expected a string").at("reasoning"))?),
    };
    let mut known = vec!["type", "reasoning"];
    known.extend(signature.is_some().then_some(if takes_inside { "extras" } else { "signature" }));
    known.extend(encrypted.is_some().then_some(if takes_inside { "extras" } else { "encrypted_content" }));
    known.extend(id.map(|_| "id"));
    let mut extras = nested(fields, &known);
    id.into_iter().for_each(|id| extras.push("itemId", id.json()));
    let reasoning = Reasoning { text, signature, encrypted, origin: of(maker) };
    let written = if takes_inside { "extras" } else { "reasoning" };
    if written != usual(&reasoning) {
        extras.push(WRITTEN_AS, &format!("\"{written}\""));
    }
    Ok(Part { kind: PartKind::Reasoning(Box::new(reasoning)), extras })
}

/// Reasoning learns which model made it.
pub(super) fn tell_maker(part: &mut Part, model: Option<&str>) {
    if let PartKind::Reasoning(reasoning) = &mut part.kind
        && let Some(origin) = reasoning.origin.as_mut()
    {
        origin.model = model.map(Box::from);
    }
}
