//! Lists of answers that begin with messages of the history. AI SDK's `response.messages` grows with each step, and the
//! result of a LangChain agent begins with its input.

use super::conversation::Conversation;
use crate::error::{Code, ConversationError, Outcome};
use crate::history::History;
use crate::list::Listed;
use crate::message::{Body, Content, Message, MessageId, PartKind, Role, ToolCall};

impl Conversation {
    /// Counts the messages at the start of `list` that are at the end of the history: the list was given before, and
    /// has grown.
    ///
    /// # Errors
    ///
    /// `invalid-message` when the list repeats a call of the current turn, but does not continue the end of the
    /// history.
    pub(super) fn known_in(&self, list: &[Message]) -> Outcome<usize> {
        let turns: Vec<&Message> =
            self.paths.history().messages().into_iter().filter(|kept| is_turn(kept)).listed();
        let (places, given): (Vec<usize>, Vec<&Message>) =
            list.iter().enumerate().filter(|(_, message)| is_turn(message)).unzip();
        let is_known =
            |beginning: Option<&[&Message]>| beginning.is_some_and(|it| self.ends_with(&turns, it));
        let known = places.iter().enumerate().rev().find(|(last, _)| is_known(given.get(..=*last)));
        if let Some((_, place)) = known {
            return Ok(place.saturating_add(1));
        }
        let Some(call_id) = repeated_call(self.paths.history(), &turns, list) else { return Ok(0) };
        let text = format!(
            "the call `{call_id}` is in the conversation already, and the list does not continue from its newest message; give only the messages that are new"
        );
        Err(ConversationError::new(Code::InvalidMessage, text))
    }

    /// Reports whether the history ends with the messages in `beginning`. The list may lack user messages that are in
    /// the history, if calls identify the messages around them: a pending message may have been promoted between two
    /// steps. A history that was cut may begin later than the list.
    fn ends_with(&self, turns: &[&Message], beginning: &[&Message]) -> bool {
        let has_user = beginning.iter().any(|message| message.role() == Role::User);
        let may_skip = !has_user && beginning.iter().any(|message| !message.calls().is_empty());
        let mut left = turns.iter().rev();
        for message in beginning.iter().rev() {
            loop {
                let Some(kept) = left.next() else { return self.paths.history().rewrites() > 0 && has_user };
                if self.is_same(kept, message, has_user) {
                    break;
                }
                if !(may_skip && kept.role() == Role::User) {
                    return false;
                }
            }
        }
        true
    }

    /// Reports whether two messages are the same message, given twice. Calls and results are compared by the ids of
    /// calls, because a reduction may have shortened them.
    fn is_same(&self, kept: &Message, message: &Message, has_user: bool) -> bool {
        match (&kept.body, &message.body) {
            (Body::Tool(kept), Body::Tool(given)) if !kept.call_id.is_empty() => {
                kept.call_id == given.call_id
            }
            (Body::User(kept), Body::User(given)) => text(kept) == text(given),
            (Body::Assistant { content, calls }, Body::Assistant { content: given, calls: others }) => {
                if !calls.is_empty() || !others.is_empty() {
                    let is_same =
                        |(call, other): (&ToolCall, &ToolCall)| call.id == other.id && !call.id.is_empty();
                    return calls.len() == others.len() && calls.iter().zip(others).all(is_same);
                }
                let has_other_id =
                    kept.id != message.id && !self.is_minted(&kept.id) && !self.is_minted(&message.id);
                text(content) == text(given) && (has_user || !has_other_id)
            }
            (
                Body::System(_) | Body::Summary(_) | Body::User(_) | Body::Assistant { .. } | Body::Tool(_),
                _,
            ) => kept.body == message.body,
        }
    }
}

/// Reports whether a message is from the user, the assistant or a tool.
fn is_turn(message: &Message) -> bool {
    match &message.body {
        Body::System(_) | Body::Summary(_) => false,
        Body::User(_) | Body::Assistant { .. } | Body::Tool(_) => true,
    }
}

fn text(content: &Content) -> String {
    match content {
        Content::Null => String::new(),
        Content::Text(text) => text.to_string(),
        Content::Parts(parts) => {
            let texts = parts.iter().filter_map(|part| match &part.kind {
                PartKind::Text(text) | PartKind::Refusal(text) => Some(text.as_ref()),
                PartKind::Reasoning(_)
                | PartKind::Image(_)
                | PartKind::Audio(_)
                | PartKind::File(_)
                | PartKind::Other { .. } => None,
            });
            texts.collect()
        }
    }
}

/// The id of a call that the list repeats, and that the assistant made after the last user message.
fn repeated_call<'a>(history: &History, turns: &[&Message], list: &'a [Message]) -> Option<&'a str> {
    let since = turns.iter().rev().take_while(|message| message.role() != Role::User);
    let made: Vec<&str> = since.flat_map(|message| message.calls()).map(|call| call.id.as_ref()).listed();
    let is_new = |message: &&Message| history.message(&message.id).is_none();
    let calls = list.iter().filter(is_new).flat_map(Message::calls).map(|call| call.id.as_ref());
    calls.into_iter().find(|id| !id.is_empty() && made.contains(id))
}

/// The newest message of the assistant.
pub(super) fn newest_answer(history: &History) -> Option<&MessageId> {
    let mut heads = history.units().rev().map(|unit| unit.head());
    heads.find(|head| head.role() == Role::Assistant).map(|head| &head.id)
}
