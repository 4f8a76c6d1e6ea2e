//! Neighbouring items of the assistant, which are one message.

use super::item::{AssistantItem, ItemContent};
use super::rules;
use crate::format::contract::parsed::Parsed;
use crate::format::json::read::drop_last_positions;
use crate::json::Node;
use crate::message::{Body, Content, Message, MessageId, Part, ToolCall};
use crate::repair::{Repair, RepairCode};

/// Items of the assistant that follow each other.
pub(super) struct Run {
    id: MessageId,
    source: usize,
    parts: Vec<Part>,
    calls: Vec<ToolCall>,
}

impl Run {
    /// Begins a run with the item at `node`.
    pub(super) fn begin<'a>(parsed: &mut Parsed<'a>, node: Node<'a>, id: MessageId) -> Self {
        Self { id, source: parsed.begin(node.json()), parts: Vec::new(), calls: Vec::new() }
    }

    /// Adds one more item to the wire message.
    pub(super) fn widen(&self, parsed: &mut Parsed<'_>, node: Node<'_>) {
        if let Some(wire) = parsed.wires.get_mut(self.source) {
            let json = wire.json.to_mut();
            json.push(',');
            json.push_str(node.json());
        }
    }

    /// Appends the content of an item.
    pub(super) fn take(&mut self, item: AssistantItem, parsed: &mut Parsed<'_>) {
        let repair =
            item.repair.map(|(code, detail)| Repair::new(code, Some(&rules::OR8), detail).of(&self.id));
        match item.content {
            ItemContent::Parts(mut parts) => {
                self.drop_repeated_id(&mut parts, parsed);
                self.parts.extend(parts);
                repair.into_iter().for_each(|repair| parsed.report(self.source, repair));
            }
            ItemContent::Call(mut call) => {
                repair.into_iter().for_each(|repair| parsed.report(self.source, repair.call(&call.id)));
                call.after_parts = Some(self.parts.len());
                self.calls.push(call);
            }
        }
    }

    /// Drops the id of a message that has the id of the message before it: the two would be read as one (OR6).
    fn drop_repeated_id(&self, parts: &mut [Part], parsed: &mut Parsed<'_>) {
        let id_of_words = |part: Option<&Part>| {
            let part = part.filter(|part| !part.is_reasoning() && part.as_other().is_none());
            part.and_then(|part| part.extras.item_id())
        };
        let stands_behind = self.calls.last().is_none_or(|call| call.after_parts != Some(self.parts.len()));
        let before = id_of_words(self.parts.last()).filter(|_| stands_behind);
        if before.is_none() || before != id_of_words(parts.first()) {
            return;
        }
        parts.iter_mut().for_each(|part| part.extras.forget_item_id());
        let detail = "the message is in the request already; it is sent without its `itemId`";
        parsed.report_on(self.source, &self.id, RepairCode::FieldDropped, Some(&rules::OR6), detail);
    }

    /// Ends the run, and adds its message.
    pub(super) fn end(self, parsed: &mut Parsed<'_>) {
        let Self { id, source, parts, mut calls } = self;
        drop_last_positions(&mut calls, parts.len());
        let are_behind = calls.iter().all(|call| call.after_parts.is_none());
        let content = match parts.as_slice() {
            [] => Content::Null,
            [part] if are_behind && part.extras.is_empty() => match part.as_text() {
                Some(text) => Content::text(text),
                None => Content::Parts(parts),
            },
            _ => Content::Parts(parts),
        };
        parsed.push(Message::new(id, 0, Body::Assistant { content, calls }), Some(source));
    }
}
