//! The words of an unmodelled part, as JSON beside the part.

use super::part::{read_part, write_part};
use crate::error::Outcome;
use crate::format::json::read::{at_item, invalid, list, object, optional};
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::message::{TextBlock, TextKind};

/// The name of each kind that has a heading.
const KINDS: [(TextKind, &str); 2] =
    [(TextKind::Document, "document"), (TextKind::SearchResult, "search-result")];

/// Reads words.
pub(super) fn read_words(node: Node<'_>) -> Outcome<TextBlock> {
    let fields = object(node)?;
    let kind = match optional(&fields, "kind")? {
        None => TextKind::Plain,
        Some(name) => {
            let known = KINDS.into_iter().find(|(_, known)| *known == &*name);
            known.ok_or_else(|| invalid("expected document or search-result").at("kind"))?.0
        }
    };
    let mut content = Vec::new();
    let items = fields.get("content").map_or(Ok(Vec::new()), list).map_err(|error| error.at("content"))?;
    for (at, part) in items.into_iter().enumerate() {
        content.push(read_part(part).map_err(|error| at_item(error, "content", at))?);
    }
    Ok(TextBlock {
        kind,
        title: optional(&fields, "title")?,
        source: optional(&fields, "source")?,
        context: optional(&fields, "context")?,
        citations: fields.get("citations").map(|node| node.json().into()),
        content,
        is_list: fields.get("isList").and_then(Node::truth) == Some(true),
        ..TextBlock::default()
    })
}

/// Writes words.
pub(super) fn write_words(words: &TextBlock, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    if let Some((_, name)) = KINDS.into_iter().find(|(kind, _)| *kind == words.kind) {
        object.text("kind", name);
    }
    for (name, text) in [("title", &words.title), ("source", &words.source), ("context", &words.context)] {
        if let Some(text) = text {
            object.text(name, text);
        }
    }
    if let Some(citations) = &words.citations {
        object.json("citations", citations);
    }
    let mut parts = ListWriter::begin(object.key("content"));
    for part in &words.content {
        write_part(part, parts.item());
    }
    parts.end();
    if words.is_list {
        object.json("isList", "true");
    }
    object.end();
}
