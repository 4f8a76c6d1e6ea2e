//! Reads the words of calls and results of tools that the provider runs, and of messages with an unmodelled part.

use crate::format::contract::text_block::{WordReaders, called, returned, text, texts_of};
use crate::json::Fields;
use crate::list::PushAll;
use crate::message::{Format, TextBlock};
use crate::text::trim_end;

/// The fields that hold the arguments of a tool.
const ASKED: [&str; 8] = ["arguments", "code", "input", "queries", "action", "actions", "operation", "goal"];

/// The fields that hold the result of a tool, and the names of texts in them.
const GIVEN: [&str; 4] = ["output", "results", "outputs", "error"];
const WORD_FIELDS: [&str; 8] = ["text", "logs", "filename", "stdout", "stderr", "title", "url", "message"];

/// The formats whose unmodelled parts this module reads.
pub(in crate::format) const WORDS: WordReaders = &[(Format::OpenaiResponses, read_text_block)];

/// Reads the words of an item.
fn read_text_block(fields: &Fields<'_>) -> Option<TextBlock> {
    let kind = fields.text("type")?;
    let said = match kind.as_ref() {
        "message" => texts_of(fields.get("content")?, &["text", "refusal"]),
        kind if kind.ends_with("_call") => of_call(fields, kind),
        kind if kind.ends_with("_call_output") || kind == "tool_search_output" => {
            let given = given(fields)?;
            returned(trim_end(trim_end(kind, "_output"), "_call"), &given)
        }
        _ => return None,
    };
    (!said.is_empty()).then(|| TextBlock::plain(&said))
}

fn of_call(fields: &Fields<'_>, kind: &str) -> String {
    let name = text(fields, "name").unwrap_or_else(|| trim_end(kind, "_call").into());
    let asked = ASKED.iter().find_map(|name| fields.get(name).filter(|node| !node.is_null()));
    let asked = asked.map(|node| node.text().map_or(node.json().to_owned(), |text| text.into_owned()));
    let mut lines = Vec::new();
    lines.push_all(asked.map(|asked| called(&name, &asked)));
    lines.push_all(given(fields).map(|given| returned(&name, &given)));
    lines.join("\n")
}

fn given(fields: &Fields<'_>) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for node in GIVEN.iter().filter_map(|name| fields.get(name)) {
        let text = node.text().map_or_else(|| texts_of(node, &WORD_FIELDS), |text| text.into_owned());
        if !text.trim().is_empty() {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}
