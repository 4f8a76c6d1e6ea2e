//! Messages whose texts come one by one, so that no JSON is read.

use super::conversation::Conversation;
use crate::error::Outcome;
use crate::format::backscroll;
use crate::history::Appended;
use crate::message::{Arguments, Content, Message, MessageId, Notes, Role, ToolCall, Usage};

/// A message of texts, calls of functions, and simple fields.
#[derive(Clone, Debug, Default)]
pub struct MessageParts<'a> {
    /// The text; `None` for a message without content.
    pub content: Option<&'a str>,
    /// The id; one is minted for `None`.
    pub id: Option<&'a str>,
    /// The call that a result answers.
    pub call_id: Option<&'a str>,
    /// True if the tool failed; `None` when that is not known.
    pub is_error: Option<bool>,
    /// The name of the speaker.
    pub name: Option<&'a str>,
    /// The model that answered.
    pub model: Option<&'a str>,
    /// The vendor that answered.
    pub vendor: Option<&'a str>,
    /// The tokens that the provider reported.
    pub usage: Option<Usage>,
    /// True if no reduction may remove the message.
    pub pinned: bool,
    /// The calls of an assistant.
    pub calls: Vec<CallParts<'a>>,
}

/// A call of a function.
#[derive(Clone, Copy, Debug)]
pub struct CallParts<'a> {
    /// The id of the call.
    pub id: &'a str,
    /// The name of the tool.
    pub name: &'a str,
    /// The arguments, as JSON text.
    pub arguments: &'a str,
    /// True if they were given as an object.
    pub is_object: bool,
}

impl Conversation {
    /// Appends a message. Returns its id, and [`Appended::Known`] if the history already held the same message.
    ///
    /// # Errors
    ///
    /// As [`Conversation::append_json`].
    ///
    /// ```
    /// use backscroll::engine::{CallParts, Conversation, MessageParts, Settings};
    /// use backscroll::message::Role;
    ///
    /// let mut conversation = Conversation::new(Settings::default());
    /// conversation.name_ids("demo-");
    /// let call = CallParts { id: "c1", name: "weather", arguments: "{}", is_object: true };
    /// let parts = MessageParts { calls: vec![call], ..MessageParts::default() };
    /// conversation.append_parts(Role::Assistant, &parts, 0)?;
    /// let result = MessageParts { content: Some("Sunny."), call_id: Some("c1"), ..MessageParts::default() };
    /// conversation.append_parts(Role::Tool, &result, 0)?;
    /// assert_eq!(conversation.history().units().len(), 1);
    /// # Ok::<(), backscroll::error::ConversationError>(())
    /// ```
    pub fn append_parts(
        &mut self,
        role: Role,
        parts: &MessageParts<'_>,
        created_at: i64,
    ) -> Outcome<(MessageId, Appended)> {
        let limits = self.settings.limits;
        limits.check_bytes(parts.bytes())?;
        let mut calls = Vec::with_capacity(parts.calls.len());
        for CallParts { id, name, arguments, is_object } in &parts.calls {
            limits.check_depth(arguments)?;
            let text = (*arguments).into();
            let arguments = if *is_object { Arguments::Json(text) } else { Arguments::Text(text) };
            calls.push(ToolCall::new(id, name, arguments));
        }
        let content = parts.content.map_or(Content::Null, Content::text);
        let body = backscroll::body_of(role, content, calls, parts.call_id.map(Box::from), parts.is_error)?;
        let (id, minted) = match parts.id {
            Some(id) => (id.into(), self.minted()),
            None => self.next_id(self.minted()),
        };
        let mut message = Message::new(MessageId::clone(&id), created_at, body);
        message.notes = parts.notes();
        self.append(message, minted).map(|appended| (id, appended))
    }
}

impl MessageParts<'_> {
    /// Bytes of all texts.
    fn bytes(&self) -> usize {
        let texts = [self.content, self.id, self.call_id, self.name, self.model, self.vendor];
        let calls = self.calls.iter().flat_map(|call| [call.id, call.name, call.arguments]);
        let lengths = texts.into_iter().flatten().chain(calls).map(str::len);
        lengths.fold(0, usize::saturating_add)
    }

    fn notes(&self) -> Option<Box<Notes>> {
        let texts = [self.name, self.model, self.vendor].map(|text| text.map(Box::from));
        if texts.iter().all(Option::is_none) && self.usage.is_none() && !self.pinned {
            return None;
        }
        let [name, model, vendor] = texts;
        Some(Box::new(Notes {
            name,
            model,
            vendor,
            usage: self.usage,
            pinned: self.pinned,
            ..Notes::default()
        }))
    }
}
