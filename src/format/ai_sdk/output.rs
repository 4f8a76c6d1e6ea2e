//! What came of a call.

use super::form::{Form, old};
use super::held::{read_held, write_held};
use super::losses::Losses;
use super::media::{TAGGED, read_media, write_media};
use super::part::{read_text, write_text};
use crate::error::{ConversationError, Outcome};
use crate::format::marks::{Marks, is_noted, mark};
use crate::format::read::{invalid, list, nest, object, optional, required};
use crate::json::{Fields, Kind, ListWriter, Node, ObjectWriter};
use crate::message::{Content, Extras, Format, Part, PartKind, Role, STRUCTURED, ToolResult, WRITTEN_AS};
use crate::repair::RepairCode;

/// What the SDK says of a call that a person denied without a reason.
pub(super) const DENIED: &str = "Tool call execution denied.";

/// What stands before the words of a tool that failed, where its result can be no error.
const FAILED: &str = "[error]";

/// Where fields of an output are kept that are not modelled.
const REST: &str = "outputFields";

/// An output that was read.
pub(super) struct Output {
    pub(super) content: Content,
    pub(super) is_error: Option<bool>,
    pub(super) extras: Extras,
    pub(super) marks: Marks,
}

impl Output {
    pub(super) fn of(content: Content) -> Self {
        Self { content, is_error: None, extras: Extras::default(), marks: Marks::default() }
    }

    fn structured(node: Node<'_>) -> Self {
        let mut output = Self::of(Content::text(node.json()));
        output.extras.push(STRUCTURED, "true");
        output
    }

    pub(super) fn failed(self) -> Self {
        Self { is_error: Some(true), ..self }
    }
}

/// Reads the `output` of a model message's result.
pub(super) fn read_output(fields: &Fields<'_>) -> Outcome<Output> {
    if fields.get("result").is_some() && fields.get("output").is_none() {
        return Err(old("`result`").at("result"));
    }
    let node =
        fields.get("output").ok_or_else(|| invalid("expected an object, found nothing").at("output"))?;
    read(node).map_err(|error| error.at("output"))
}

fn read(node: Node<'_>) -> Outcome<Output> {
    let fields = object(node)?;
    let value = || fields.get("value").ok_or_else(|| invalid("expected a value, found nothing").at("value"));
    let kind = required(&fields, "type")?;
    let mut output = match kind.as_ref() {
        "text" => Output::of(Content::Text(required(&fields, "value")?)),
        "error-text" => Output::of(Content::Text(required(&fields, "value")?)).failed(),
        "json" => Output::structured(value()?),
        "error-json" => Output::structured(value()?).failed(),
        "content" => Output::of(read_items(value()?).map_err(|error| error.at("value"))?),
        "execution-denied" => {
            let reason = optional(&fields, "reason")?;
            let mut output = Output::of(Content::text(reason.as_deref().unwrap_or(DENIED))).failed();
            output.marks.set("denied", if reason.is_some() { "\"reason\"" } else { "true" });
            output
        }
        kind => {
            let known = "text, json, error-text, error-json, execution-denied, content";
            return Err(invalid(format!("unknown type of output `{kind}`; known are {known}")).at("type"));
        }
    };
    nest(&mut output.extras, REST, &fields, &["type", "value", "reason"]);
    Ok(output)
}

fn read_items(node: Node<'_>) -> Outcome<Content> {
    let items = list(node)?.into_iter().enumerate();
    let read = |(at, node)| read_item(node).map_err(|error: ConversationError| error.at(format!("[{at}]")));
    Ok(Content::Parts(items.map(read).collect::<Outcome<Vec<Part>>>()?))
}

fn read_item(node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    match required(&fields, "type")?.as_ref() {
        "text" => read_text(node, Form::Model, Role::Tool),
        kind @ ("media" | "file-data" | "image-data" | "file-url" | "image-url" | "file-id"
        | "image-file-id") => read_held(node, &fields, kind),
        "file" => read_media(node, Form::Model, Role::Tool, "file"),
        _ => Ok(Form::Model.verbatim(node)),
    }
}

/// Reads the `output` of a UI message's tool: any value. One of the form of an output of many parts is that.
pub(super) fn read_shown(node: Option<Node<'_>>) -> Output {
    let Some(node) = node else { return Output::of(Content::Null) };
    if let Some(text) = node.text() {
        return Output::of(Content::text(&text));
    }
    match parts_of(node) {
        Some(content) => {
            let mut output = Output::of(content);
            output.marks.set("content", "true");
            output
        }
        None => Output::structured(node),
    }
}

fn parts_of(node: Node<'_>) -> Option<Content> {
    let fields = node.fields()?;
    let is_content = fields.iter().count() == 2 && fields.text("type")? == "content";
    read_items(fields.get("value").filter(|_| is_content)?).ok()
}

/// Writes the `output` of a model message's result.
pub(super) fn write_output(result: &ToolResult, extras: &Extras, out: &mut Vec<u8>, losses: &mut Losses) {
    let mut object = ObjectWriter::begin(out);
    let kind = |is_error, name: &'static str, other: &'static str| if is_error { other } else { name };
    let failed = result.failed();
    match (&result.content, structured(result, extras)) {
        (Content::Text(text), _) if mark(extras, "denied").is_some() => {
            object.text("type", "execution-denied");
            if text.as_ref() != DENIED || mark(extras, "denied").is_some_and(|node| node.kind() == Kind::Text)
            {
                object.text("reason", text);
            }
        }
        (_, Some(node)) => {
            object.text("type", kind(failed, "json", "error-json"));
            object.json("value", node.json());
        }
        (Content::Null | Content::Text(_), None) => {
            object.text("type", kind(failed, "text", "error-text"));
            object.text("value", &result.content.plain_text());
        }
        (Content::Parts(parts), None) if failed && parts.iter().all(|part| part.as_text().is_some()) => {
            object.text("type", "error-text");
            object.text("value", &result.content.plain_text());
            parts.iter().for_each(|part| losses.extras(&part.extras));
        }
        (Content::Parts(parts), None) => {
            object.text("type", "content");
            tell_value(extras, losses);
            write_items(parts, failed, object.key("value"), losses);
        }
    }
    let rest = extras.get(REST).and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    rest.iter().for_each(|(name, node)| object.json(name, node.json()));
    object.end();
}

/// The value that the content is, when it is one: said of the whole, or of its only part.
fn structured<'a>(result: &'a ToolResult, extras: &Extras) -> Option<Node<'a>> {
    match &result.content {
        Content::Text(text) => extras.get(STRUCTURED).and_then(|_| Node::parse(text)),
        Content::Parts(parts) => match parts.as_slice() {
            [part] if part.extras.get(WRITTEN_AS) == Some("\"json\"") => part.as_text().and_then(Node::parse),
            _ => None,
        },
        Content::Null => None,
    }
}

/// Parts are texts and media; a value among them is a text.
fn tell_value(extras: &Extras, losses: &mut Losses) {
    if extras.get(STRUCTURED).is_some() {
        losses.done(RepairCode::WrittenAsText, "a value beside other parts is told as its JSON text");
    }
}

fn write_items(parts: &[Part], failed: bool, out: &mut Vec<u8>, losses: &mut Losses) {
    let mut list = ListWriter::begin(out);
    if failed {
        let detail = format!("an error of a tool has no parts there; its result begins with `{FAILED}`");
        losses.done(RepairCode::WrittenAsText, detail);
        write_text(FAILED, &Extras::default(), Form::Model, Role::Tool, list.item(), losses);
    }
    for part in parts {
        match &part.kind {
            PartKind::Text(text) => {
                write_text(text, &part.extras, Form::Model, Role::Tool, list.item(), losses);
            }
            PartKind::Refusal(text) => {
                losses.done(RepairCode::WrittenAsText, "a refusal has no form there, and is told as text");
                write_text(text, &part.extras, Form::Model, Role::Tool, list.item(), losses);
            }
            PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_)
                if mark(&part.extras, TAGGED).is_some() =>
            {
                let mut json = Vec::new();
                match write_media(part, Form::Model, Role::Tool, &mut json, losses) {
                    Some(()) => list.item().extend_from_slice(&json),
                    None => write_held(part, list.item(), losses),
                }
            }
            PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => {
                write_held(part, list.item(), losses)
            }
            PartKind::Reasoning(_) => {
                losses.done(RepairCode::ReasoningDropped, "a result holds no reasoning; it was left out");
            }
            PartKind::Other { format: Format::AiSdk, json, .. } => {
                list.item().extend_from_slice(json.as_bytes())
            }
            PartKind::Other { json, .. } => losses.foreign(json),
        }
    }
    list.end();
}

/// Writes what a tool of a UI message gave: `output`, or `errorText`.
pub(super) fn write_shown(
    result: &ToolResult,
    extras: &Extras,
    object: &mut ObjectWriter<'_>,
    losses: &mut Losses,
) {
    if result.failed() {
        object.text("errorText", &result.content.plain_text());
        result.content.parts().iter().for_each(|part| losses.extras(&part.extras));
        for part in result.content.parts().iter().filter(|part| part.as_text().is_none()) {
            let detail = format!("an error of a tool is text there; the {} was left out", part.noun());
            losses.done(RepairCode::PartDropped, detail);
        }
        return;
    }
    match (&result.content, structured(result, extras)) {
        (_, Some(node)) => object.json("output", node.json()),
        (Content::Null, None) => {}
        (Content::Text(text), None) => object.text("output", text),
        (Content::Parts(parts), None) => match parts.as_slice() {
            [part] if part.extras.is_empty() && part.as_text().is_some() && !is_noted(extras, "content") => {
                object.text("output", part.as_text().unwrap_or_default());
            }
            parts => {
                let mut inner = ObjectWriter::begin(object.key("output"));
                inner.text("type", "content");
                tell_value(extras, losses);
                write_items(parts, false, inner.key("value"), losses);
                inner.end();
            }
        },
    }
}
