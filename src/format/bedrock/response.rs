//! Reading an answer of Converse.

use super::block::GRAMMAR;
use crate::error::Outcome;
use crate::format::blocks::read_answer;
use crate::format::contract::target::Answer;
use crate::format::json::read::{invalid, object};
use crate::json::{Fields, Node};
use crate::message::{MessageId, Usage};

/// Reads the answer's content, with the tokens that the provider reported. Blocks that an answer cannot hold are left
/// out. An answer of Converse does not name the model.
pub(super) fn read(response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = object(response)?;
    let message = fields.get("output").and_then(|output| output.fields()?.get("message")?.fields());
    let content = message.as_ref().and_then(|message| message.get("content"));
    let content =
        content.ok_or_else(|| invalid("a response needs an `output.message` with a list of `content`"))?;
    let mut answer = read_answer(&GRAMMAR, (content, "output.message.content"), &id, created_at)?;
    let usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(&usage));
    answer.message.notes_mut().usage = usage;
    Ok(answer)
}

/// The `inputTokens` of Converse exclude tokens that were written to the cache or read from it. [`Usage::input`]
/// includes both.
fn read_usage(usage: &Fields<'_>) -> Usage {
    let count = |name: &str| usage.get(name).and_then(Node::count);
    let cached = count("cacheReadInputTokens");
    let written = count("cacheWriteInputTokens");
    let beside = cached.unwrap_or(0).saturating_add(written.unwrap_or(0));
    let input = count("inputTokens").map(|input| input.saturating_add(beside));
    let mut report = Usage {
        input,
        output: count("outputTokens"),
        cached_input: cached,
        cache_write: written,
        ..Usage::default()
    };
    for detail in usage.get("cacheDetails").and_then(Node::list).unwrap_or_default() {
        let Some(fields) = detail.fields() else { continue };
        let tokens = fields.get("inputTokens").and_then(Node::count);
        match fields.text("ttl").as_deref() {
            Some("5m") => report.cache_write_5m = tokens,
            Some("1h") => report.cache_write_1h = tokens,
            _ => {}
        }
    }
    report
}
