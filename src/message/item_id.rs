//! Ids of items: OpenAI Responses makes items of messages, parts and calls, and each may have an id.

use super::element::{Element, elements};
use super::message::Message;
use super::part::{Extras, Part};
use crate::json::Node;
use crate::list::{Listed, PushAll};

/// The field of a message, a part or a call that keeps the id of its item, as JSON text.
pub const ITEM_ID: &str = "itemId";

impl Extras {
    /// The id of the item.
    pub fn item_id(&self) -> Option<String> {
        self.get(ITEM_ID).and_then(Node::parse).and_then(Node::text).map(|text| text.into_owned())
    }

    /// Removes the id of the item.
    pub fn forget_item_id(&mut self) {
        self.retain(|name| name != ITEM_ID);
    }
}

impl Message {
    /// The id of a message that is one item: a result, or a message that is not the assistant's.
    pub fn item_id(&self) -> Option<String> {
        self.notes.as_ref().and_then(|notes| notes.extras.item_id())
    }

    /// The ids of the message's items. An id that two items have comes twice.
    pub fn item_ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.item_id().into_iter().listed();
        ids.push_all(self.items().into_iter().map(|(id, _)| id));
        ids
    }

    /// The items of an assistant message that have an id, each with its first element. Neighbouring texts of one id are
    /// one item.
    pub fn items(&self) -> Vec<(String, Element<'_>)> {
        let mut items: Vec<(String, Element<'_>)> = Vec::new();
        let mut last: Option<String> = None;
        for element in elements(self.content().parts(), self.calls()) {
            let id = element.item_id();
            let is_words = matches!(element, Element::Part(_, part) if is_words(part));
            let is_continued = is_words && id.is_some() && id == last;
            last = id.clone().filter(|_| is_words);
            if let Some(id) = id.filter(|_| !is_continued) {
                items.push((id, element));
            }
        }
        items
    }
}

fn is_words(part: &Part) -> bool {
    !part.is_reasoning() && part.as_other().is_none()
}

impl Element<'_> {
    /// The id of the item that the element is, or belongs to. An unmodelled part has the id in its JSON text.
    pub fn item_id(self) -> Option<String> {
        match self {
            Self::Call(call) => call.extras.item_id(),
            Self::Part(_, part) => match part.as_other() {
                Some((_, json)) => {
                    let fields = Node::parse(json).and_then(Node::fields)?;
                    fields.text("id").map(|id| id.into_owned())
                }
                None => part.extras.item_id(),
            },
        }
    }
}
