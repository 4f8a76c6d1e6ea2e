//! Reading an answer of Anthropic Messages.

use super::read::GRAMMAR;
use crate::error::Outcome;
use crate::format::blocks::read_answer;
use crate::format::contract::notices::Notices;
use crate::format::contract::target::Answer;
use crate::format::json::read::{drop_idle_extras, invalid, object};
use crate::json::{Fields, Node};
use crate::message::{Content, Message, MessageId, Usage};

/// Reads the answer's content, with the model and the tokens that the provider reported. Blocks that an answer cannot
/// hold are left out.
pub(super) fn read(response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = object(response)?;
    let content =
        fields.get("content").ok_or_else(|| invalid("a response needs a list of `content` blocks"))?;
    let mut answer = read_answer(&GRAMMAR, (content, "content"), &id, created_at)?;
    let model: Option<Box<str>> = fields.text("model").map(|model| model.as_ref().into());
    drop_idle(&mut answer.message);
    if let Some(model) = &model {
        answer.message.name_maker(model);
    }
    let notes = answer.message.notes_mut();
    notes.model = model;
    notes.usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(&usage));
    read_notices(&fields).keep(notes);
    Ok(answer)
}

/// Thinking of the request that the model did not see, and the cause of a cache miss
/// (<https://platform.claude.com/docs/en/build-with-claude/cache-diagnostics>).
fn read_notices(fields: &Fields<'_>) -> Notices {
    let mut notices = Notices::default();
    for entry in fields.get("input_transformations").and_then(Node::list).unwrap_or_default() {
        let Some(entry) = entry.fields() else { continue };
        let is_dropped = entry.text("type").as_deref() == Some("thinking_dropped");
        if let Some(said) = entry.text("reason").filter(|_| is_dropped) {
            notices.withheld(&said, entry.text("path").as_deref());
        }
    }
    let reason = fields.at(&["diagnostics", "cache_miss_reason"]).and_then(Node::fields).unwrap_or_default();
    if let Some(said) = reason.text("type") {
        notices.missed(&said, reason.get("cache_missed_input_tokens").and_then(Node::count));
    }
    notices
}

/// Drops fields whose value is the default.
fn drop_idle(message: &mut Message) {
    let Content::Parts(parts) = message.content_mut() else { return };
    for part in parts {
        drop_idle_extras(&mut part.extras, |_, json| json == "null");
    }
}

/// Anthropic's `input_tokens` excludes tokens that were written to the cache or read from it. [`Usage::input`] includes
/// both. The report leaves out what compactions took; [`Usage::input`] and [`Usage::output`] include it.
///
/// Source: the doc comment of `BetaIterationsUsage` in `@anthropic-ai/sdk` 1.12. The size of the context is in the last
/// `message` entry, never in a `compaction` entry.
fn read_usage(usage: &Fields<'_>) -> Usage {
    let count = |fields: &Fields<'_>, name: &str| fields.get(name).and_then(Node::count);
    let (mut input, mut output) = (input_of(usage), count(usage, "output_tokens"));
    let mut cached_input = count(usage, "cache_read_input_tokens");
    let mut size = None;
    let mut report = Usage::default();
    add_writes(&mut report, usage);
    for entry in usage.get("iterations").and_then(Node::list).unwrap_or_default() {
        let Some(entry) = entry.fields() else { continue };
        match entry.text("type").as_deref() {
            Some("message") => size = input_of(&entry),
            Some("compaction") => {
                input = sum(input, input_of(&entry));
                output = sum(output, count(&entry, "output_tokens"));
                cached_input = sum(cached_input, count(&entry, "cache_read_input_tokens"));
                add_writes(&mut report, &entry);
            }
            Some(_) | None => {}
        }
    }
    let beyond = input.zip(size).map(|(input, size)| input.saturating_sub(size));
    Usage { input, output, cached_input, tool_input: beyond.filter(|beyond| *beyond > 0), ..report }
}

/// Adds the tokens that were written to the cache.
fn add_writes(report: &mut Usage, usage: &Fields<'_>) {
    let count = |fields: &Fields<'_>, name: &str| fields.get(name).and_then(Node::count);
    let lifetimes = usage.get("cache_creation").and_then(Node::fields).unwrap_or_default();
    report.cache_write = sum(report.cache_write, count(usage, "cache_creation_input_tokens"));
    report.cache_write_5m = sum(report.cache_write_5m, count(&lifetimes, "ephemeral_5m_input_tokens"));
    report.cache_write_1h = sum(report.cache_write_1h, count(&lifetimes, "ephemeral_1h_input_tokens"));
}

/// The input of a request, with what was written to the cache or read from it.
fn input_of(usage: &Fields<'_>) -> Option<u64> {
    let count = |name: &str| usage.get(name).and_then(Node::count);
    let cached = sum(count("cache_read_input_tokens"), count("cache_creation_input_tokens"));
    count("input_tokens").and_then(|input| sum(Some(input), cached))
}

fn sum(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.map(|one| one.saturating_add(other.unwrap_or(0))).or(other)
}
