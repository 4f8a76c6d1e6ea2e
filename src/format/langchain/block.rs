//! Writing the blocks of a content.

use super::beside::{rest_of, summary_text};
use super::call::{block_of, of_block};
use super::media;
use super::part::{BARE, BESIDE, LANGCHAIN, PLAIN, PROVIDERS, TWICE, UNTYPED, WRAPPED, usual};
use super::write::{is_beside, words};
use crate::format::openai_responses;
use crate::json::{ListWriter, Node, ObjectWriter, quoted};
use crate::message::{Content, Format, Message, Part, PartKind, Reasoning, ToolCall, WRITTEN_AS};

/// A content, written.
pub(super) struct Blocks {
    pub(super) content: String,
    /// What has no place there, by name.
    pub(super) lost: Vec<String>,
}

/// Writes what a message says. `was_text` where it was a string beside which other parts stood.
pub(super) fn write_blocks(message: &Message, was_text: bool) -> Blocks {
    let content = message.content();
    let mut lost: Vec<String> = Vec::new();
    let calls: Vec<(Option<usize>, String)> =
        message.calls().iter().filter_map(|call| Some((call.after_parts, block_of(call)?))).collect();
    for call in message.calls() {
        lost.extend(lost_of_call(call));
    }
    if let Some(text) = words(content).filter(|_| calls.is_empty()) {
        return Blocks { content: quoted(text), lost };
    }
    let is_blocks = content.parts().iter().filter(|part| !is_beside(part)).collect::<Vec<&Part>>();
    // Where all that is no text stands beside, the text is a string.
    let is_field_only =
        !matches!(content, Content::Parts(parts) if parts.is_empty() || is_blocks.len() == parts.len());
    if calls.is_empty() && (was_text || is_field_only) {
        match is_blocks.as_slice() {
            [] => return Blocks { content: quoted(""), lost },
            [part] if part.extras.is_empty() && part.as_text().is_some() && was_text => {
                return Blocks { content: quoted(part.as_text().unwrap_or_default()), lost };
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    let mut list = ListWriter::begin(&mut out);
    if let Some(text) = words(content).filter(|text| !text.is_empty()) {
        write_part(&Part::text(text), list.item(), &mut lost);
    }
    for (place, part) in content.parts().iter().enumerate() {
        let due = calls.iter().filter(|(after, _)| *after == Some(place));
        due.for_each(|(_, block)| list.item().extend_from_slice(block.as_bytes()));
        if !is_beside(part) {
            write_part(part, list.item(), &mut lost);
        } else {
            lost.extend(lost_of_part(part, &[]));
        }
    }
    let all = content.parts().len();
    let behind = calls.iter().filter(|(after, _)| after.is_none_or(|after| after >= all));
    behind.for_each(|(_, block)| list.item().extend_from_slice(block.as_bytes()));
    list.end();
    Blocks { content: String::from_utf8(out).unwrap_or_default(), lost }
}

/// The fields of a call that have no place.
fn lost_of_call(call: &ToolCall) -> Vec<String> {
    if call.kind.own().is_some() {
        return Vec::new();
    }
    let known = [LANGCHAIN, WRITTEN_AS, "itemId", "thoughtSignature"];
    let has_block = block_of(call).is_some();
    let names = call.extras.iter().map(|(name, _)| name);
    let lost = names.filter(|name| {
        !(known.contains(name) || (has_block && of_block(call).any(|(of_block, _)| of_block == *name)))
    });
    lost.map(str::to_owned).collect()
}

/// The fields of a part that have no place.
fn lost_of_part(part: &Part, written: &[&str]) -> Vec<String> {
    // An item that stands beside the content is kept whole.
    if [Some(BESIDE), Some(TWICE)].contains(&part.extras.get(WRITTEN_AS)) {
        return Vec::new();
    }
    let names = part.extras.iter().map(|(name, _)| name);
    let known =
        |name: &str| [LANGCHAIN, WRITTEN_AS, "itemId", "summary"].contains(&name) || written.contains(&name);
    names.filter(|name| !known(name)).map(str::to_owned).collect()
}

fn write_part(part: &Part, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    let written = part.extras.get(WRITTEN_AS).unwrap_or_default();
    match &part.kind {
        PartKind::Text(text) if written == BARE => return out.extend_from_slice(quoted(text).as_bytes()),
        PartKind::Other { format, json, .. } => return write_other(*format, json, written, out),
        PartKind::Reasoning(reasoning) if written == "\"openai-responses\"" => {
            return openai_responses::write_reasoning(reasoning, &own_of(part), out);
        }
        PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::File(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_) => {}
    }
    let mut object = ObjectWriter::begin(out);
    match &part.kind {
        PartKind::Text(text) => {
            object.text("type", if written == PLAIN { "text-plain" } else { "text" });
            object.text("text", text);
            if let Some(id) = part.extras.get("itemId") {
                object.json("id", id);
            }
        }
        PartKind::Refusal(text) => {
            object.text("type", "refusal");
            object.text("refusal", text);
        }
        PartKind::Reasoning(reasoning) => write_reasoning(part, reasoning, written, &mut object),
        PartKind::Image(media) | PartKind::Audio(media) | PartKind::File(media) => {
            lost.extend(media::write(part, media, &mut object).into_iter().map(str::to_owned));
        }
        PartKind::Other { .. } => {}
    }
    for (name, json) in part.extras.iter().filter(|(name, _)| PROVIDERS.contains(name)) {
        object.json(name, json);
    }
    rest_of(&part.extras).iter().for_each(|(name, node)| object.json(name, node.json()));
    object.end();
    lost.extend(lost_of_part(part, &PROVIDERS));
}

/// The fields of a part without those that only say how it was written.
fn own_of(part: &Part) -> crate::message::Extras {
    let mut own = part.extras.clone();
    own.retain(|name| name != WRITTEN_AS);
    own
}

/// What is not modelled: as it is where the block says what it is, else wrapped.
fn write_other(format: Format, json: &str, written: &str, out: &mut Vec<u8>) {
    let has_type =
        Node::parse(json).and_then(Node::fields).is_some_and(|fields| fields.get("type").is_some());
    let is_bare = if has_type { written != WRAPPED } else { written == UNTYPED };
    if format == Format::Langchain || is_bare {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    object.text("type", "non_standard");
    object.json("value", json);
    object.end();
}

fn write_reasoning(part: &Part, reasoning: &Reasoning, written: &str, object: &mut ObjectWriter<'_>) {
    let form = written.trim_matches('"');
    let forms = ["thinking", "reasoning_content", "reasoningText", "redactedContent", "reasoning", "extras"];
    let form = if forms.contains(&form) { form } else { usual(reasoning) };
    let texts = [("text", &reasoning.text), ("signature", &reasoning.signature)];
    match (form, &reasoning.text, &reasoning.encrypted) {
        _ if written == TWICE => {
            let summary = part.extras.get("summary").and_then(Node::parse);
            let shown = summary.map(|summary| summary_text(Some(summary)));
            object.text("type", "reasoning");
            object.text("reasoning", shown.as_deref().or(reasoning.text.as_deref()).unwrap_or_default());
        }
        ("thinking", None, Some(data)) => {
            object.text("type", "redacted_thinking");
            object.text("data", data);
        }
        ("thinking", text, _) => {
            object.text("type", "thinking");
            object.text("thinking", text.as_deref().unwrap_or_default());
            if let Some(signature) = &reasoning.signature {
                object.text("signature", signature);
            }
        }
        ("redactedContent", None, Some(data)) => {
            object.text("type", "reasoning_content");
            object.text("redactedContent", data);
        }
        ("reasoning_content" | "reasoningText", _, None) => {
            object.text("type", "reasoning_content");
            let mut inner = ObjectWriter::begin(object.key(form));
            for (name, text) in texts {
                text.iter().for_each(|text| inner.text(name, text));
            }
            inner.end();
        }
        _ => write_standard(part, reasoning, form == "extras", object),
    }
}

/// A block of version 1.
fn write_standard(part: &Part, reasoning: &Reasoning, is_inside: bool, object: &mut ObjectWriter<'_>) {
    object.text("type", "reasoning");
    if let Some(text) = &reasoning.text {
        object.text("reasoning", text);
    }
    if let Some(id) = part.extras.get("itemId") {
        object.json("id", id);
    }
    let opaque = [("signature", &reasoning.signature), ("encrypted_content", &reasoning.encrypted)];
    let given = opaque.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
    if is_inside {
        let mut inner = ObjectWriter::begin(object.key("extras"));
        given.for_each(|(name, text)| inner.text(name, text));
        return inner.end();
    }
    given.for_each(|(name, text)| object.text(name, text));
    if let Some(summary) = part.extras.get("summary") {
        object.json("summary", summary);
    }
}
