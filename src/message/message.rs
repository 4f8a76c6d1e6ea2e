//! A message.

use super::call::{CallKind, ToolCall, ToolResult};
use super::content::Content;
use super::format_name::Format;
use super::part::{Extras, Part, PartKind};
use super::prefix_digest::PrefixDigest;
use super::response::Response;
use super::role::Role;
use super::usage::Usage;
use crate::error::{Code, ConversationError, Outcome};
use crate::json::Limits;
use crate::list::Listed;
use std::sync::Arc;

/// The id of a message, unique in its history. Shared with the history's index, so that it is stored once.
pub type MessageId = Arc<str>;

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Unique in its history.
    pub id: MessageId,
    /// Milliseconds since the epoch, as the host gave them.
    pub created_at: i64,
    /// The role and the content. Each role has only the fields that it may have.
    pub body: Body,
    /// Fields that most messages do not have.
    pub notes: Option<Box<Notes>>,
}

/// The role and the content of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Instructions of the program.
    System(Content),
    /// A summary of removed messages.
    Summary(Content),
    /// A message of the user.
    User(Content),
    /// A message of the model, with its tool calls.
    Assistant {
        /// The content.
        content: Content,
        /// The calls.
        calls: Vec<ToolCall>,
    },
    /// The result of a call.
    Tool(ToolResult),
}

/// Fields that most messages do not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The name of the speaker, or of the tool.
    pub name: Option<Box<str>>,
    /// The model that answered.
    pub model: Option<Box<str>>,
    /// The provider's response that this answer was read from.
    pub response: Option<Response>,
    /// The name of the vendor that answered, where the request named it.
    pub vendor: Option<Box<str>>,
    /// The tokens that the provider reported for this answer.
    pub usage: Option<Usage>,
    /// Remarks of the provider about the request, as JSON text: a list of notices.
    pub notices: Option<Box<str>>,
    /// The digest of the answered request, to which reasoning is bound. For a message that is only a boundary: the
    /// digest of the messages that it replaced.
    pub prefix: Option<PrefixDigest>,
    /// True if no reduction may remove the message.
    pub pinned: bool,
    /// The host's own note of the tool; never sent.
    pub tool_name: Option<Box<str>>,
    /// The host's own note of the arguments, as JSON text; never sent.
    pub tool_arguments: Option<Box<str>>,
    /// The host's own note of the result, as JSON text; never sent.
    pub tool_result: Option<Box<str>>,
    /// Fields of the source that are not modelled.
    pub extras: Extras,
}

/// The end of the ids of messages about changes of tools.
pub const TELLS_TOOLS: &str = ":tools";

impl Message {
    /// Reports whether the message is about a change of tools, and was made by this library.
    pub fn tells_tools(&self) -> bool {
        let parts = || self.content().parts();
        matches!(self.body, Body::System(_))
            && self.id.ends_with(TELLS_TOOLS)
            && !parts().is_empty()
            && parts().iter().all(|part| part.as_other().is_some())
    }

    /// Reports whether the message holds something whose size only its provider knows: media behind an address or an
    /// id, or a provider's own part.
    pub fn has_linked(&self) -> bool {
        self.content().parts().iter().any(|part| match &part.kind {
            PartKind::Image(media) | PartKind::Audio(media) | PartKind::File(media) => media.data.is_none(),
            PartKind::Other { .. } => true,
            PartKind::Text(_) | PartKind::Refusal(_) | PartKind::Reasoning(_) => false,
        })
    }

    /// A message without notes.
    pub fn new(id: impl Into<MessageId>, created_at: i64, body: Body) -> Self {
        Self { id: id.into(), created_at, body, notes: None }
    }

    /// The role. A summary has the role of the system.
    pub fn role(&self) -> Role {
        match self.body {
            Body::System(_) | Body::Summary(_) => Role::System,
            Body::User(_) => Role::User,
            Body::Assistant { .. } => Role::Assistant,
            Body::Tool(_) => Role::Tool,
        }
    }

    /// The content.
    pub fn content(&self) -> &Content {
        match &self.body {
            Body::System(content) | Body::Summary(content) | Body::User(content) => content,
            Body::Assistant { content, .. } => content,
            Body::Tool(result) => &result.content,
        }
    }

    /// The calls, to be changed.
    pub fn calls_mut(&mut self) -> &mut [ToolCall] {
        if let Body::Assistant { calls, .. } = &mut self.body { calls } else { &mut [] }
    }

    /// The content, to be changed.
    pub fn content_mut(&mut self) -> &mut Content {
        match &mut self.body {
            Body::System(content) | Body::Summary(content) | Body::User(content) => content,
            Body::Assistant { content, .. } => content,
            Body::Tool(result) => &mut result.content,
        }
    }

    /// The tool calls; empty for other roles than the assistant.
    pub fn calls(&self) -> &[ToolCall] {
        match &self.body {
            Body::Assistant { calls, .. } => calls,
            Body::System(_) | Body::Summary(_) | Body::User(_) | Body::Tool(_) => &[],
        }
    }

    /// The result of a tool; `None` for other roles.
    pub fn result(&self) -> Option<&ToolResult> {
        match &self.body {
            Body::Tool(result) => Some(result),
            Body::System(_) | Body::Summary(_) | Body::User(_) | Body::Assistant { .. } => None,
        }
    }

    /// The tokens that the provider reported for this answer.
    pub fn usage(&self) -> Option<&Usage> {
        self.notes.as_ref().and_then(|notes| notes.usage.as_ref())
    }

    /// The provider's response that this answer was read from.
    pub fn response(&self) -> Option<&Response> {
        self.notes.as_ref().and_then(|notes| notes.response.as_ref())
    }

    /// The name of the speaker.
    pub fn name(&self) -> Option<&str> {
        self.notes.as_ref().and_then(|notes| notes.name.as_deref())
    }

    /// The name of the tool that a result carries.
    pub fn tool_name(&self) -> Option<&str> {
        let notes = self.notes.as_ref().filter(|_| self.result().is_some())?;
        notes.tool_name.as_deref().or(notes.name.as_deref())
    }

    /// Reports whether no reduction may remove the message.
    pub fn is_pinned(&self) -> bool {
        self.notes.as_ref().is_some_and(|notes| notes.pinned)
    }

    /// Pins the message, or lets go of it.
    pub fn pin(&mut self, is_pinned: bool) {
        let mut notes = self.notes.take().map(|notes| *notes).unwrap_or_default();
        notes.pinned = is_pinned;
        self.notes = (notes != Notes::default()).then(|| Box::new(notes));
    }

    /// Reports whether any part is reasoning.
    pub fn has_reasoning(&self) -> bool {
        self.content().parts().iter().any(Part::is_reasoning)
    }

    /// Reports whether something of the message is bound to the messages before it: reasoning, or a response that the
    /// provider keeps with them.
    pub fn is_bound(&self) -> bool {
        self.has_reasoning() || self.response().is_some_and(|response| response.is_kept)
    }

    /// Refuses arguments that nest deeper than the limit. Free text of custom tools has no depth.
    ///
    /// # Errors
    ///
    /// `too-deep`.
    pub fn check_arguments(&self, limits: Limits) -> Outcome<()> {
        let with_json = self.calls().iter().filter(|call| call.kind != CallKind::Custom);
        for call in with_json {
            let place = || format!("the arguments of call `{}`", call.id);
            limits.check_depth(call.arguments.text()).map_err(|error| error.at(place()))?;
        }
        Ok(())
    }

    /// Refuses media that no provider takes: pictures and sounds of no known type, and URLs that only the host can load.
    ///
    /// # Errors
    ///
    /// `invalid-message`.
    pub fn check_media(&self) -> Outcome<()> {
        for (at, part) in self.content().parts().iter().enumerate() {
            let (media, example) = match &part.kind {
                PartKind::Image(media) => (media, Some("image/png")),
                PartKind::Audio(media) => (media, Some("audio/wav")),
                PartKind::File(media) => (media, None),
                PartKind::Text(_)
                | PartKind::Reasoning(_)
                | PartKind::Refusal(_)
                | PartKind::Other { .. } => continue,
            };
            let noun = part.noun();
            let refused = |detail| Err(ConversationError::new(Code::InvalidMessage, detail));
            let outcome = match example.filter(|_| media.is_of_no_type()) {
                Some(example) => refused(format!(
                    "the `data` of the {noun} does not show its type; give its `mediaType`, such as `{example}`, and check that `data` is base64"
                )),
                None if media.is_local() => refused(format!(
                    "no provider can load the `url` of the {noun}, which is `blob:` or `file:`; give its bytes as `data`, in base64, with a `mediaType`"
                )),
                None => Ok(()),
            };
            outcome.map_err(|error| error.at(format!("content[{at}]")))?;
        }
        Ok(())
    }

    /// Sets the model that made the reasoning, if it is unknown.
    pub fn name_maker(&mut self, model: &str) {
        let Content::Parts(parts) = self.content_mut() else { return };
        for part in parts {
            if let PartKind::Reasoning(reasoning) = &mut part.kind
                && let Some(origin) = &mut reasoning.origin
                && origin.model.is_none()
            {
                origin.model = Some(model.into());
            }
        }
    }

    /// Sets this format as the origin of the unmodelled fields of the message, its parts and its calls.
    pub fn claim_extras(&mut self, origin: Format) {
        self.calls_mut().iter_mut().for_each(|call| call.extras.claim(origin));
        if let Content::Parts(parts) = self.content_mut() {
            parts.iter_mut().for_each(|part| part.extras.claim(origin));
        }
        if let Some(notes) = &mut self.notes {
            notes.extras.claim(origin);
        }
    }

    /// Keeps the parts for which `keep` returns true. Each call stays after the same parts as before.
    pub fn retain_parts(&mut self, mut keep: impl FnMut(usize, &Part) -> bool) {
        self.retain_parts_dyn(&mut keep);
    }

    /// Compiled once for all callers.
    fn retain_parts_dyn(&mut self, keep: &mut dyn FnMut(usize, &Part) -> bool) {
        let kept: Vec<bool> =
            self.content().parts().iter().enumerate().map(|(at, part)| keep(at, part)).listed();
        if let Body::Assistant { calls, .. } = &mut self.body {
            for call in calls {
                let before = |parts: usize| kept.iter().take(parts).filter(|kept| **kept).count();
                call.after_parts = call.after_parts.map(before);
            }
        }
        if let Content::Parts(parts) = self.content_mut() {
            let mut kept = kept.into_iter();
            let before = parts.len();
            parts.retain(|_| kept.next().unwrap_or(true));
            // A list that became empty turns into absent content. A list that was empty from the start stays a list.
            if parts.is_empty() && before > 0 {
                *self.content_mut() = Content::Null;
            }
        }
    }

    /// Replaces each part for which `others` returns parts. Each call keeps its place among the parts and their
    /// replacements.
    pub fn replace_parts(&mut self, mut others: impl FnMut(&Part) -> Option<Vec<Part>>) {
        self.replace_parts_dyn(&mut others);
    }

    /// Compiled once for all callers.
    fn replace_parts_dyn(&mut self, others: &mut dyn FnMut(&Part) -> Option<Vec<Part>>) {
        let Content::Parts(parts) = self.content_mut() else { return };
        let mut starts = vec![0];
        let mut all: Vec<Part> = Vec::with_capacity(parts.len());
        for part in std::mem::take(parts) {
            match others(&part) {
                Some(others) => all.extend(others),
                None => all.push(part),
            }
            starts.push(all.len());
        }
        *parts = all;
        for call in self.calls_mut() {
            call.after_parts = call.after_parts.and_then(|after| starts.get(after).copied());
        }
    }

    /// Reports whether the message has neither content nor calls. A result always counts as content, because its call
    /// needs it.
    pub fn says_nothing(&self) -> bool {
        self.content().is_empty() && self.calls().is_empty() && self.result().is_none()
    }

    /// Reports whether the user's content is null: the message is empty, and no request holds it.
    pub fn is_unsaid(&self) -> bool {
        self.role() == Role::User && *self.content() == Content::Null
    }

    /// The notes, which are created when there are none yet.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}
