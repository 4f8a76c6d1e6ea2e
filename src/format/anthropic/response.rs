//! Reading an answer of Anthropic Messages.

use super::read::GRAMMAR;
use crate::error::Outcome;
use crate::format::blocks::read_answer;
use crate::format::read::{drop_idle_extras, invalid, object};
use crate::format::target::Answer;
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
    Ok(answer)
}

/// Drops fields whose value is the default.
fn drop_idle(message: &mut Message) {
    let Content::Parts(parts) = message.content_mut() else { return };
    for part in parts {
        drop_idle_extras(&mut part.extras, |_, json| json == "null");
    }
}

/// Anthropic's `input_tokens` excludes tokens that were written to the cache or read from it. [`Usage::input`] includes
/// both.
fn read_usage(usage: &Fields<'_>) -> Usage {
    let count = |name: &str| usage.get(name).and_then(Node::count);
    let cached = count("cache_read_input_tokens");
    let written = count("cache_creation_input_tokens");
    let lifetimes = usage.get("cache_creation").and_then(Node::fields).unwrap_or_default();
    let input = count("input_tokens");
    let input =
        input.map(|input| input.saturating_add(cached.unwrap_or(0)).saturating_add(written.unwrap_or(0)));
    Usage {
        input,
        output: count("output_tokens"),
        cached_input: cached,
        cache_write: written,
        cache_write_5m: lifetimes.get("ephemeral_5m_input_tokens").and_then(Node::count),
        cache_write_1h: lifetimes.get("ephemeral_1h_input_tokens").and_then(Node::count),
        ..Usage::default()
    }
}
