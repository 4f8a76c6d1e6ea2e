//! The parts of a message that can hold fields that are not modelled.

use super::dialect::FieldPlace;
use crate::list::PushAll;
use crate::message::{Content, Extras, Message, PartKind};

/// The message itself, one of its parts, or one of its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldOwner {
    Part(usize),
    Call(usize),
    Message,
}

impl FieldOwner {
    /// Returns all owners of a message, in the order in which they are written.
    pub(crate) fn all(message: &Message) -> Vec<Self> {
        let parts = message.content().parts().len();
        // A call follows as many parts as `after_parts` names, or all parts.
        let calls_at = |place: usize| {
            let stands = move |after: Option<usize>| after.map_or(parts, |after| after.min(parts)) == place;
            let calls = message.calls().iter().enumerate();
            calls.filter(move |(_, call)| stands(call.after_parts)).map(|(at, _)| Self::Call(at))
        };
        let mut owners = Vec::new();
        for at in 0..parts {
            owners.push_all(calls_at(at));
            owners.push(Self::Part(at));
        }
        owners.push_all(calls_at(parts));
        owners.push(Self::Message);
        owners
    }

    /// The fields.
    pub(crate) fn extras(self, message: &Message) -> Option<&Extras> {
        match self {
            Self::Part(at) => message.content().parts().get(at).map(|part| &part.extras),
            Self::Call(at) => message.calls().get(at).map(|call| &call.extras),
            Self::Message => message.notes.as_ref().map(|notes| &notes.extras),
        }
    }

    /// Returns the fields, mutably.
    pub(crate) fn extras_mut(self, message: &mut Message) -> Option<&mut Extras> {
        match self {
            Self::Message => message.notes.as_mut().map(|notes| &mut notes.extras),
            Self::Call(at) => message.calls_mut().get_mut(at).map(|call| &mut call.extras),
            Self::Part(at) => match message.content_mut() {
                Content::Parts(parts) => parts.get_mut(at).map(|part| &mut part.extras),
                Content::Null | Content::Text(_) => None,
            },
        }
    }

    /// The kind of place under which a dialect lists the fields of this owner.
    pub(super) fn place(self, message: &Message) -> FieldPlace {
        let part = match self {
            Self::Message => return FieldPlace::Message(message.role()),
            Self::Call(_) => return FieldPlace::Call,
            Self::Part(at) => message.content().parts().get(at),
        };
        match part.map(|part| &part.kind) {
            Some(PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_)) => FieldPlace::Media,
            Some(PartKind::Reasoning(_)) => FieldPlace::Reasoning,
            Some(PartKind::Text(_) | PartKind::Refusal(_) | PartKind::Other { .. }) | None => {
                FieldPlace::Text
            }
        }
    }
}
