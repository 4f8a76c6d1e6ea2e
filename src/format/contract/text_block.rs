//! The words of parts that only one format models, as other formats can write them.

use crate::json::{Fields, Node};
use crate::message::{Format, TextBlock, TextKind};

/// Reads the words of a part of one format.
pub(in crate::format) type ReadWords = fn(&Fields<'_>) -> Option<TextBlock>;

/// The formats whose unmodelled parts may hold words, each with its reader.
pub(in crate::format) type WordReaders = &'static [(Format, ReadWords)];

/// No unmodelled part of the provider holds words that only it models.
pub(in crate::format) const NO_WORDS: WordReaders = &[];

/// A call of a tool that the provider runs, in words.
pub(in crate::format) fn called(name: &str, arguments: &str) -> String {
    format!("[called {name} with {arguments}]")
}

/// A call with its arguments in the field `input`, in words.
pub(in crate::format) fn called_with_input(name: &str, call: &Fields<'_>) -> String {
    called(name, call.get("input").map_or("{}", Node::json))
}

/// A document or search result with the fields that Anthropic and Converse share, and without content.
pub(in crate::format) fn block_of(kind: TextKind, fields: &Fields<'_>) -> TextBlock {
    let citations = fields.get("citations").filter(|node| !node.is_null());
    TextBlock {
        kind,
        title: text(fields, "title"),
        source: text(fields, "source").filter(|_| kind == TextKind::SearchResult),
        context: text(fields, "context"),
        citations: citations.map(|node| node.json().into()),
        ..TextBlock::default()
    }
}

/// The result of a tool that the provider runs, in words.
pub(in crate::format) fn returned(name: &str, text: &str) -> String {
    format!("[{name} returned]\n{text}")
}

/// The texts under these names, at any depth of a value, one line each.
pub(in crate::format) fn texts_of(node: Node<'_>, names: &[&str]) -> String {
    let mut texts = Vec::new();
    collect(node, names, &mut texts);
    texts.join("\n")
}

fn collect(node: Node<'_>, names: &[&str], texts: &mut Vec<String>) {
    node.list().unwrap_or_default().into_iter().for_each(|inner| collect(inner, names, texts));
    let fields = node.fields().unwrap_or_default();
    // Bytes are not text.
    if fields.text("type").as_deref() == Some("base64") {
        return;
    }
    for (name, inner) in fields.iter() {
        match inner.text().filter(|text| names.contains(&name) && !text.trim().is_empty()) {
            Some(text) => texts.push(text.into_owned()),
            None => collect(inner, names, texts),
        }
    }
}

/// The text of a field; `None` when the field is absent.
pub(in crate::format) fn text(fields: &Fields<'_>, name: &str) -> Option<Box<str>> {
    fields.text(name).filter(|text| !text.is_empty()).map(|text| text.as_ref().into())
}
