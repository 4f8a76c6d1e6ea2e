//! Files that are text, and sources.

use super::call::is_served;
use crate::format::text_block::{called_with_input, returned, text, texts_of};
use crate::json::{Fields, Node};
use crate::message::TextBlock;

/// Reads the words of a part.
pub(in crate::format) fn read_text_block(fields: &Fields<'_>) -> Option<TextBlock> {
    let kind = fields.text("type")?;
    match kind.as_ref() {
        "file" => {
            let data = fields.get("data")?.fields()?;
            let words = data.text("text").filter(|_| data.text("type").as_deref() == Some("text"))?;
            Some(TextBlock::document(text(fields, "filename"), &words))
        }
        "tool-call" => Some(TextBlock::plain(&called_with_input(&fields.text("toolName")?, fields))),
        "tool-result" => {
            let said = said(fields.get("output")?.fields()?.get("value")?);
            Some(TextBlock::plain(&returned(&fields.text("toolName")?, &said)))
        }
        kind if is_served(fields) => {
            let name = fields.text("toolName").unwrap_or_else(|| kind.trim_start_matches("tool-").into());
            let call = called_with_input(&name, fields);
            let given = fields.get("output").or_else(|| fields.get("errorText")).map(said);
            let given = given.map(|given| returned(&name, &given));
            Some(TextBlock::plain(&[Some(call), given].into_iter().flatten().collect::<Vec<_>>().join("\n")))
        }
        _ => None,
    }
}

/// A value in words: text as it is, a list of parts as their texts, all else as JSON.
fn said(node: Node<'_>) -> String {
    let is_part = |node: &Node<'_>| node.fields().is_some_and(|fields| fields.text("type").is_some());
    match (node.text(), node.list()) {
        (Some(text), _) => text.into_owned(),
        (None, Some(items)) if !items.is_empty() && items.iter().all(is_part) => {
            texts_of(node, &["text", "title", "url"])
        }
        (None, _) => node.json().to_owned(),
    }
}
