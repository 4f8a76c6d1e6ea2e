//! Reading an answer of generateContent.

use super::continuation::keep_token;
use super::read::{described, read_answer};
use super::spelling::Spelled;
use crate::error::Outcome;
use crate::format::blocks::join_answer;
use crate::format::contract::target::Answer;
use crate::format::json::read::{invalid, list, object};
use crate::json::Node;
use crate::message::{Body, Content, Message, MessageId, Usage};
use crate::repair::{Repair, RepairCode};

/// Reads the first candidate, with the model and the tokens that the provider reported. Other candidates are other
/// answers, and are left out. A candidate that was stopped before its first word becomes a message without content.
pub(super) fn read(response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = Spelled::new(&object(response)?);
    let candidates =
        fields.get("candidates").map(list).transpose().map_err(|error| error.at("candidates"))?;
    let candidates = candidates.unwrap_or_default();
    let first = candidates.first().ok_or_else(|| unanswered(&fields))?;
    let candidate = Spelled::new(&object(*first).map_err(|error| error.at("candidates[0]"))?);
    let said = match candidate.get("content") {
        None => Vec::new(),
        Some(content) => {
            let parts = content.fields().ok_or_else(|| invalid(described(content)));
            let at = |error: crate::error::ConversationError| error.at("candidates[0].content");
            read_answer(&parts.map_err(at)?, &id).map_err(at)?
        }
    };
    let (message, mut repairs) = join_answer(said, &id, "parts");
    let mut message = message.unwrap_or_else(|| {
        Message::new(id.clone(), 0, Body::Assistant { content: Content::Null, calls: Vec::new() })
    });
    message.created_at = created_at;
    if matches!(message.content(), Content::Parts(parts) if parts.is_empty()) {
        *message.content_mut() = Content::Null;
    }
    let model = fields.text("modelVersion");
    if let Some(model) = &model {
        message.name_maker(model);
    }
    keep_token(&candidate, &mut message);
    let notes = message.notes_mut();
    notes.model = model;
    notes.usage = fields.inner("usageMetadata").map(|usage| read_usage(&usage));
    for at in 1..candidates.len() {
        let detail =
            format!("`candidates[{at}]` was left out: a conversation continues from the first answer only");
        repairs.push(Repair::new(RepairCode::FieldDropped, None, detail).of(&id));
    }
    Ok(Answer { message, repairs })
}

/// The error for a response without a candidate, with the reason that the provider gives.
fn unanswered(fields: &Spelled<'_>) -> crate::error::ConversationError {
    let blocked = fields.inner("promptFeedback").and_then(|feedback| feedback.text("blockReason"));
    match blocked {
        Some(reason) => invalid(format!("the prompt was blocked ({reason}), so there is no answer")),
        None => invalid("a response needs a list of `candidates`"),
    }
    .at("candidates")
}

/// `promptTokenCount` includes cached tokens already. `candidatesTokenCount` excludes thoughts.
/// `toolUsePromptTokenCount`, the input from tools of the provider, is in neither. `totalTokenCount` is the sum of all.
fn read_usage(usage: &Spelled<'_>) -> Usage {
    let count = |name: &str| usage.get(name).and_then(Node::count);
    let reasoning = count("thoughtsTokenCount");
    let said = count("candidatesTokenCount");
    let output = match (said, reasoning) {
        (None, None) => None,
        (said, thought) => Some(said.unwrap_or(0).saturating_add(thought.unwrap_or(0))),
    };
    let cached_input = count("cachedContentTokenCount");
    let tool_input = count("toolUsePromptTokenCount");
    let input = count("promptTokenCount").map(|input| input.saturating_add(tool_input.unwrap_or(0)));
    Usage { input, output, cached_input, reasoning, tool_input, ..Usage::default() }
}
