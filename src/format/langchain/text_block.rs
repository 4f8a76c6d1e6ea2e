//! Documents of text in LangChain's own blocks.

use crate::format::text_block::text;
use crate::json::{Fields, Node};
use crate::message::TextBlock;

/// Reads the words of a block.
pub(in crate::format) fn read_text_block(fields: &Fields<'_>) -> Option<TextBlock> {
    let is_text = fields.text("source_type").as_deref() == Some("text");
    let known = fields.text("type").as_deref() == Some("text-plain") || is_text;
    let words = fields.text("text").filter(|_| known)?;
    let about = fields.get("metadata").and_then(Node::fields).unwrap_or_default();
    let title = text(fields, "title").or_else(|| text(&about, "title")).or_else(|| text(&about, "filename"));
    Some(TextBlock { context: text(fields, "context"), ..TextBlock::document(title, &words) })
}
