//! Documents of text, search results, and calls and results of tools that the provider runs.

use super::block::read_inner;
use crate::format::contract::text_block::{
    WordReaders, block_of, called_with_input, returned, text, texts_of,
};
use crate::json::{Fields, Kind, ListWriter, Node, ObjectWriter};
use crate::message::{CACHE_CONTROL, Format, Part, TextBlock, TextKind};
use crate::text::trim_end;

/// The fields of results that hold words.
const WORD_FIELDS: [&str; 10] = [
    "text",
    "title",
    "url",
    "stdout",
    "stderr",
    "content",
    "data",
    "tool_name",
    "error_code",
    "error_message",
];

/// The formats whose unmodelled parts this module reads.
pub(in crate::format) const WORDS: WordReaders = &[(Format::Anthropic, read_text_block)];

/// Reads the words of a block.
fn read_text_block(fields: &Fields<'_>) -> Option<TextBlock> {
    let kind = fields.text("type")?;
    match kind.as_ref() {
        "document" => {
            let (content, is_list) = read_source(fields)?;
            Some(TextBlock { content, is_list, ..about(TextKind::Document, fields) })
        }
        "search_result" => {
            let (content, is_list) = read_content(fields.get("content")?)?;
            Some(TextBlock { content, is_list, ..about(TextKind::SearchResult, fields) })
        }
        "compaction" => Some(TextBlock::plain(&text(fields, "content")?)),
        "server_tool_use" | "mcp_tool_use" => {
            let name = fields.text("name").unwrap_or_default();
            Some(TextBlock::plain(&called_with_input(&name, fields)))
        }
        kind if kind.ends_with("_tool_result") => {
            let name = trim_end(kind, "_tool_result");
            Some(TextBlock::plain(&returned(name, &texts_of(fields.get("content")?, &WORD_FIELDS))))
        }
        _ => None,
    }
}

fn about(kind: TextKind, fields: &Fields<'_>) -> TextBlock {
    let mut block = block_of(kind, fields);
    if let Some(marker) = fields.get(CACHE_CONTROL).filter(|node| !node.is_null()) {
        block.extras.push(CACHE_CONTROL, marker.json());
    }
    block
}

fn read_source(fields: &Fields<'_>) -> Option<(Vec<Part>, bool)> {
    let source = fields.get("source")?.fields()?;
    match source.text("type")?.as_ref() {
        "text" => Some((vec![Part::text(&source.text("data")?)], false)),
        "content" => read_content(source.get("content")?),
        _ => None,
    }
}

fn read_content(node: Node<'_>) -> Option<(Vec<Part>, bool)> {
    match node.kind() {
        Kind::Text => Some((vec![Part::text(&node.text()?)], false)),
        Kind::List => {
            let mut parts = Vec::new();
            for node in node.list()? {
                parts.push(read_inner(node).ok()?);
            }
            Some((parts, true))
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => None,
    }
}

/// The words as a block for the user's messages and for results; `None` when there is no block for them.
pub(super) fn write_text_block(block: &TextBlock) -> Option<String> {
    let texts = block.texts().filter(|texts| texts.iter().all(|text| !text.trim().is_empty()))?;
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    match block.kind {
        TextKind::Plain => return None,
        TextKind::Document => {
            object.text("type", "document");
            let mut source = ObjectWriter::begin(object.key("source"));
            match texts.as_slice() {
                [text] if !block.is_list => {
                    source.text("type", "text");
                    source.text("media_type", "text/plain");
                    source.text("data", text);
                }
                texts => {
                    source.text("type", "content");
                    write_texts(texts, source.key("content"));
                }
            }
            source.end();
            block.title.iter().for_each(|title| object.text("title", title));
            block.context.iter().for_each(|context| object.text("context", context));
        }
        TextKind::SearchResult => {
            object.text("type", "search_result");
            object.text("source", block.source.as_deref().unwrap_or_default());
            object.text("title", block.title.as_deref().unwrap_or_default());
            write_texts(&texts, object.key("content"));
        }
    }
    block.citations.iter().for_each(|citations| object.json("citations", citations));
    block.extras.get(CACHE_CONTROL).into_iter().for_each(|marker| object.json(CACHE_CONTROL, marker));
    object.end();
    String::from_utf8(json).ok()
}

fn write_texts(texts: &[&str], out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    for text in texts {
        let mut object = ObjectWriter::begin(list.item());
        object.text("type", "text");
        object.text("text", text);
        object.end();
    }
    list.end();
}
