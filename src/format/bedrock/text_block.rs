//! Documents of text, search results, guarded and cited text, and calls and results of tools that the provider runs.
//! Strands has the same blocks.

use crate::format::contract::text_block::{
    WordReaders, block_of, called_with_input, returned, text, texts_of,
};
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Format, Part, TextBlock, TextKind};

/// The format of a document that is text.
const FORMAT: &str = "txt";

/// The formats whose unmodelled parts this module reads.
pub(in crate::format) const WORDS: WordReaders =
    &[(Format::Bedrock, read_text_block), (Format::Strands, read_text_block)];

/// Reads the words of a block.
fn read_text_block(fields: &Fields<'_>) -> Option<TextBlock> {
    let inner = |kind: &str| fields.get(kind).and_then(Node::fields);
    if let Some(document) = inner("document") {
        return read_document(&document);
    }
    if let Some(found) = inner("searchResult") {
        let content = read_texts(found.get("content")?)?;
        return Some(TextBlock { content, is_list: true, ..block_of(TextKind::SearchResult, &found) });
    }
    if let Some(guarded) = inner("guardContent") {
        return Some(TextBlock::plain(&guarded.get("text")?.fields()?.text("text")?));
    }
    if let Some(cited) = inner("citationsContent").or_else(|| inner("citations")) {
        let content = read_texts(cited.get("content")?)?;
        let texts: Vec<&str> = content.iter().filter_map(Part::as_text).listed();
        return Some(TextBlock::plain(&texts.concat()));
    }
    if let Some(call) = inner("toolUse") {
        let name = call.text("name").unwrap_or_default();
        return Some(TextBlock::plain(&called_with_input(&name, &call)));
    }
    let result = inner("toolResult")?;
    let content = result.get("content")?;
    let mut words = texts_of(content, &["text", "title", "source"]);
    for node in content.list()? {
        let Some(json) = node.fields().and_then(|fields| fields.get("json")) else { continue };
        if !words.is_empty() {
            words.push('\n');
        }
        words.push_str(json.json());
    }
    Some(TextBlock::plain(&returned("tool", &words)))
}

fn read_document(document: &Fields<'_>) -> Option<TextBlock> {
    let source = document.get("source")?.fields()?;
    let is_list = source.get("content").is_some_and(|node| !node.is_null());
    let content = match source.get("content").filter(|_| is_list) {
        Some(node) => read_texts(node)?,
        None => vec![Part::text(&source.text("text")?)],
    };
    let title = text(document, "name");
    Some(TextBlock { title, content, is_list, ..block_of(TextKind::Document, document) })
}

fn read_texts(node: Node<'_>) -> Option<Vec<Part>> {
    let mut texts = Vec::new();
    for node in node.list()? {
        texts.push(Part::text(&node.fields()?.text("text")?));
    }
    Some(texts)
}

/// The words as a block for the user's messages and for results; `None` when there is no block for them.
pub(in crate::format) fn write_text_block(block: &TextBlock) -> Option<String> {
    let texts = block.texts().filter(|texts| texts.iter().all(|text| !text.trim().is_empty()))?;
    let mut json = Vec::new();
    let mut outer = ObjectWriter::begin(&mut json);
    let kind = match block.kind {
        TextKind::Plain => return None,
        TextKind::Document => "document",
        TextKind::SearchResult => "searchResult",
    };
    let mut object = ObjectWriter::begin(outer.key(kind));
    match block.kind {
        TextKind::Plain | TextKind::Document => {
            object.text("name", block.title.as_deref().unwrap_or("document"));
            object.text("format", FORMAT);
            let mut source = ObjectWriter::begin(object.key("source"));
            match texts.as_slice() {
                [text] if !block.is_list => source.text("text", text),
                texts => write_texts(texts, source.key("content")),
            }
            source.end();
            block.context.iter().for_each(|context| object.text("context", context));
        }
        TextKind::SearchResult => {
            object.text("source", block.source.as_deref().unwrap_or_default());
            object.text("title", block.title.as_deref().unwrap_or_default());
            write_texts(&texts, object.key("content"));
        }
    }
    block.citations.iter().for_each(|citations| object.json("citations", citations));
    object.end();
    outer.end();
    String::from_utf8(json).ok()
}

fn write_texts(texts: &[&str], out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    for text in texts {
        let mut object = ObjectWriter::begin(list.item());
        object.text("text", text);
        object.end();
    }
    list.end();
}
