//! Writing the blocks of messages.

use super::block::{STRANDS, rest_of};
use super::citations::to_typescript;
use super::media::{self, OF_DOCUMENTS, UNNAMED, write_bytes};
use super::{Words, write_document};
use crate::format::bedrock::{CACHE_POINT, CITATIONS};
use crate::json::{Kind, ListWriter, Node, ObjectWriter, quoted};
use crate::message::{
    Arguments, CallKind, Content, Element, Extras, Format, Media, Message, Part, PartKind, Reasoning,
    STRUCTURED, TextBlock, ToolCall, ToolResult, WRITTEN_AS, elements,
};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{kind_of, placeholder};

/// The blocks of a message, and what was done to write them.
pub(super) struct Blocks<'a> {
    pub(super) json: Vec<String>,
    words: Words,
    message: &'a Message,
    lost: Vec<String>,
    pub(super) repairs: Vec<Repair>,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(message: &'a Message, words: Words) -> Self {
        Self { json: Vec::new(), words, message, lost: Vec::new(), repairs: Vec::new() }
    }

    pub(super) fn report(&mut self, code: RepairCode, detail: String) {
        self.repairs.push(Repair::new(code, None, detail).of(&self.message.id));
    }

    /// Names the fields of the message and its pieces that have no place.
    pub(super) fn settle(&mut self, known: &[&str]) {
        let extras = self.message.notes.as_deref().map(|notes| &notes.extras);
        self.lose(extras, known);
        if !self.lost.is_empty() {
            let names: Vec<String> = self.lost.drain(..).map(|name| format!("`{name}`")).collect();
            let detail = format!("left out what the format does not define: {}", names.join(", "));
            self.report(RepairCode::FieldDropped, detail);
        }
    }

    fn lose(&mut self, extras: Option<&Extras>, known: &[&str]) {
        let lost = extras.into_iter().flat_map(Extras::iter);
        let lost = lost.filter(|(name, json)| {
            !(known.contains(name) || [WRITTEN_AS, STRUCTURED, CACHE_POINT].contains(name) || *json == "null")
        });
        let names: Vec<String> = lost.map(|(name, _)| name.to_owned()).collect();
        for name in names {
            if !self.lost.contains(&name) {
                self.lost.push(name);
            }
        }
    }

    /// Writes what is said, each call behind the parts that it stood behind.
    pub(super) fn say(&mut self, content: &Content, calls: &[ToolCall]) {
        if let Content::Text(text) = content
            && (!text.is_empty() || calls.is_empty())
        {
            self.json.push(text_block(text));
        }
        for element in elements(content.parts(), calls) {
            match element {
                Element::Part(_, part) => self.part(part, false),
                Element::Call(call) => self.call(call),
            }
        }
    }

    fn call(&mut self, call: &ToolCall) {
        let text = call.arguments.text();
        let is_said = call.extras.get(WRITTEN_AS) == Some("\"json\"");
        let is_json = is_said || matches!(call.arguments, Arguments::Json(_));
        let input = match call.kind {
            CallKind::Custom => {
                let detail =
                    format!("the input of {} has no form there, and is written inside an object", call.name);
                let repair = Repair::new(RepairCode::ArgumentsWrapped, None, detail);
                self.repairs.push(repair.of(&self.message.id).call(&call.id));
                object_of(&[("input", text)])
            }
            CallKind::Function | CallKind::Own(_) if text.trim().is_empty() => {
                let detail = format!("the empty arguments of {} are written as {{}}", call.name);
                let repair = Repair::new(RepairCode::ArgumentsFilled, None, detail);
                self.repairs.push(repair.of(&self.message.id).call(&call.id));
                "{}".to_owned()
            }
            CallKind::Function | CallKind::Own(_) => {
                match Node::parse(text).filter(|node| is_json || node.kind() == Kind::Object) {
                    Some(node) => node.json().to_owned(),
                    None => quoted(text),
                }
            }
        };
        let mut json = Vec::new();
        let mut outer = ObjectWriter::begin(&mut json);
        let mut object = ObjectWriter::begin(outer.key("toolUse"));
        object.text("name", &call.name);
        object.text("toolUseId", &call.id);
        object.json("input", &input);
        if let Some(signature) = call.extras.get("thoughtSignature") {
            object.json("reasoningSignature", signature);
        }
        rest_of(&call.extras).iter().for_each(|(name, node)| object.json(name, node.json()));
        object.end();
        outer.end();
        self.json.push(String::from_utf8(json).unwrap_or_default());
        self.cache_point(Some(&call.extras));
        self.lose(Some(&call.extras), &["thoughtSignature", STRANDS]);
        if call.kind.own().is_some() && !self.lost.iter().any(|name| name == "kind") {
            self.lost.push("kind".to_owned());
        }
    }

    /// Writes a result.
    pub(super) fn result(&mut self, result: &ToolResult) {
        let extras = self.message.notes.as_deref().map(|notes| &notes.extras);
        let is_structured = extras.is_some_and(|extras| extras.get(STRUCTURED).is_some());
        let outside = std::mem::take(&mut self.json);
        match &result.content {
            Content::Null => {}
            Content::Text(text) if text.is_empty() => {}
            Content::Text(text) => {
                self.json.push(structured(text, is_structured).unwrap_or_else(|| text_block(text)))
            }
            Content::Parts(parts) => parts.iter().for_each(|part| self.part(part, true)),
        }
        let inside = std::mem::replace(&mut self.json, outside);
        let mut json = Vec::new();
        let mut outer = ObjectWriter::begin(&mut json);
        let mut object = ObjectWriter::begin(outer.key("toolResult"));
        object.text("toolUseId", &result.call_id);
        object.text("status", if result.failed() { "error" } else { "success" });
        let mut list = ListWriter::begin(object.key("content"));
        inside.iter().for_each(|block| list.item().extend_from_slice(block.as_bytes()));
        list.end();
        extras.iter().for_each(|extras| {
            rest_of(extras).iter().for_each(|(name, node)| object.json(name, node.json()));
        });
        object.end();
        outer.end();
        self.json.push(String::from_utf8(json).unwrap_or_default());
        self.cache_point(extras);
    }

    fn cache_point(&mut self, extras: Option<&Extras>) {
        let Some(fields) =
            extras.and_then(|extras| extras.get(CACHE_POINT)).and_then(Node::parse).and_then(Node::fields)
        else {
            return;
        };
        let mut json = Vec::new();
        let mut outer = ObjectWriter::begin(&mut json);
        let mut object = ObjectWriter::begin(outer.key(CACHE_POINT));
        for (name, node) in fields.iter() {
            let is_type = name == "type" && self.words == Words::TypeScript;
            object.json(if is_type { "cacheType" } else { name }, node.json());
        }
        object.end();
        outer.end();
        self.json.push(String::from_utf8(json).unwrap_or_default());
    }

    fn part(&mut self, part: &Part, is_result: bool) {
        let mut known: Vec<&str> = vec![STRANDS];
        match &part.kind {
            PartKind::Text(text) => {
                known.push(CITATIONS);
                let is_json = is_result && part.extras.get(WRITTEN_AS) == Some("\"json\"");
                let value = Node::parse(text).filter(|_| is_json);
                let block = match value {
                    Some(node) => json_block(node),
                    None => self.words(text, &part.extras),
                };
                self.json.push(block);
            }
            PartKind::Refusal(text) => {
                self.json.push(text_block(text));
                self.report(
                    RepairCode::WrittenAsText,
                    "a refusal has no form there, and is written as text".to_owned(),
                );
            }
            PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => {
                known.extend(OF_DOCUMENTS);
                self.media(part, is_result);
            }
            PartKind::Reasoning(reasoning) if !is_result => {
                let block = self.reasoning(reasoning);
                self.json.push(block);
            }
            PartKind::Other { format, json, .. } if is_known(*format, json) => {
                self.json.push(json.to_string())
            }
            PartKind::Other { .. } | PartKind::Reasoning(_) => {
                let name = part.as_other().map_or_else(|| part.noun().to_owned(), |(_, json)| kind_of(json));
                let detail =
                    format!("a part of type `{name}` is not defined by the format, and was left out");
                return self.report(RepairCode::PartDropped, detail);
            }
        }
        self.cache_point(Some(&part.extras).filter(|_| !is_result));
        self.lose(Some(&part.extras), &known);
    }

    /// Text, with what it is taken from.
    fn words(&mut self, text: &str, extras: &Extras) -> String {
        let mut json = Vec::new();
        let mut outer = ObjectWriter::begin(&mut json);
        let cited = extras.get(CITATIONS).and_then(Node::parse).and_then(Node::fields);
        match cited {
            Some(fields) => {
                let name = if self.words == Words::TypeScript { "citations" } else { CITATIONS };
                let mut object = ObjectWriter::begin(outer.key(name));
                for (name, node) in fields.iter() {
                    match self.words == Words::TypeScript && name == "citations" {
                        true => to_typescript(node, object.key(name)),
                        false => object.json(name, node.json()),
                    }
                }
                object.json("content", &format!("[{}]", text_block(text)));
                object.end();
            }
            None => outer.text("text", text),
        }
        outer.end();
        String::from_utf8(json).unwrap_or_default()
    }

    fn media(&mut self, part: &Part, is_result: bool) {
        let Some(block) = media::block(part, self.words, is_result) else {
            if let Some(words) = part.as_media().and_then(Media::text) {
                let block = TextBlock::document(part.as_media().and_then(|media| media.name.clone()), &words);
                self.json.push(write_document(&block).unwrap_or_else(|| text_block(&words)));
                return self
                    .report(RepairCode::WrittenAsText, format!("the {} is written as text", part.noun()));
            }
            let text = placeholder(part);
            self.json.push(text_block(&text));
            let detail =
                format!("the {} became the text `{text}`: its type or source has no form there", part.noun());
            return self.report(RepairCode::MediaReplaced, detail);
        };
        self.json.push(block);
        let Some(media) = part.as_media() else { return };
        let is_file = matches!(part.kind, PartKind::File(_));
        if is_file && media.name.is_none() {
            let detail = format!("a document without a name is written as `{UNNAMED}`");
            self.report(RepairCode::NameMapped, detail);
        }
        let two = (media.data.is_some() && media.url.is_some(), "url");
        let id = (media.file_id.is_some(), "fileId");
        let lost = [two, id, (media.name.is_some() && !is_file, "name"), (media.detail.is_some(), "detail")];
        self.lost.extend(lost.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()));
    }

    fn reasoning(&mut self, reasoning: &Reasoning) -> String {
        let mut json = Vec::new();
        let mut outer = ObjectWriter::begin(&mut json);
        let texts = [("text", &reasoning.text), ("signature", &reasoning.signature)];
        let given = texts.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        match self.words {
            Words::TypeScript => {
                let mut object = ObjectWriter::begin(outer.key("reasoning"));
                given.for_each(|(name, text)| object.text(name, text));
                reasoning.encrypted.iter().for_each(|data| object.text("redactedContent", data));
                object.end();
            }
            Words::Python => {
                let mut object = ObjectWriter::begin(outer.key("reasoningContent"));
                let mut given = given.peekable();
                if given.peek().is_some() {
                    let mut inner = ObjectWriter::begin(object.key("reasoningText"));
                    given.for_each(|(name, text)| inner.text(name, text));
                    inner.end();
                }
                let encrypted = reasoning.encrypted.iter();
                encrypted.for_each(|data| write_bytes(data, Words::Python, "redactedContent", &mut object));
                object.end();
            }
        }
        outer.end();
        String::from_utf8(json).unwrap_or_default()
    }
}

/// Whether a block that is not modelled is one here, too.
pub(super) fn is_known(format: Format, json: &str) -> bool {
    let is_same =
        || ["guardContent", "video"].contains(&kind_of(json).as_str()) && !json.contains("s3Location");
    format == Format::Strands || (format == Format::Bedrock && is_same())
}

/// The text of a whole object as one.
fn structured(text: &str, is_structured: bool) -> Option<String> {
    let node = Node::parse(text).filter(|node| is_structured && node.kind() == Kind::Object)?;
    Some(json_block(node))
}

fn json_block(node: Node<'_>) -> String {
    format!("{{\"json\":{}}}", node.json())
}

pub(super) fn text_block(text: &str) -> String {
    object_of(&[("text", text)])
}

fn object_of(texts: &[(&str, &str)]) -> String {
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    texts.iter().for_each(|(name, text)| object.text(name, text));
    object.end();
    String::from_utf8(json).unwrap_or_default()
}
