//! Reports of the changes that make a history sendable.
//!
//! A new code is a variant of `RepairCode`, a row in `docs/errors.md`, and a member of the type `RepairCode`
//! (`pkg-template/src/types/repair.ts`). `tests/codes.rs` compares them. `is_loss` says whether a change loses content that
//! somebody wrote. A code that may remove or change a text is listed in `tests/support/atoms/account.mjs`, too.

use crate::json::ObjectWriter;
use crate::message::Message;
use crate::rules::Rule;
use std::sync::Arc;

/// The report of one change, with the provider's rule that demands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The kind of change.
    pub code: RepairCode,
    /// The provider's rule that demands the change, if there is one.
    pub rule: Option<&'static Rule>,
    /// The changed message.
    pub message_id: Option<Arc<str>>,
    /// The changed tool call, or the call of the changed result.
    pub call_id: Option<Box<str>>,
    /// The field beside the messages that was changed.
    pub field: Option<&'static str>,
    /// One sentence for people.
    pub detail: String,
    /// The text of the message that the change adds to the request, if it adds one. Estimates count it; the JSON of the
    /// report does not hold it.
    pub added: Option<Box<str>>,
}

macro_rules! repair_codes {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal,)+) => {
        /// The kind of change that a [`Repair`] made.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum RepairCode {
            $($(#[$doc])+ $variant,)+
        }

        impl RepairCode {
            /// Every code, in the order in which `docs/errors.md` lists them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The code as programs see it: kebab-case, never renamed.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

repair_codes! {
    /// A tool result did not follow its call, and was moved after it.
    ResultMoved = "result-moved",
    /// A call had no result; an error result was added.
    MissingResultAdded = "missing-result-added",
    /// A tool result named no call, or an unknown one, and got a call's id by its order.
    ResultPaired = "result-paired",
    /// A tool result that answers no call was left out.
    OrphanResultDropped = "orphan-result-dropped",
    /// A second result of one call was left out.
    DuplicateResultDropped = "duplicate-result-dropped",
    /// A call without a result, or a repetition of another call, was left out.
    CallDropped = "call-dropped",
    /// A message with more calls than the provider takes was divided.
    CallsDivided = "calls-divided",
    /// A call's id was mapped to the provider's pattern, in the call and in its result.
    CallIdMapped = "call-id-mapped",
    /// The second of two calls with the same id got a new id, and so did its result.
    CallIdRenamed = "call-id-renamed",
    /// A tool's name was mapped to the provider's pattern, or back to the host's in an answer.
    ToolNameMapped = "tool-name-mapped",
    /// A speaker's name was mapped to the provider's pattern.
    NameMapped = "name-mapped",
    /// Empty arguments became an empty object.
    ArgumentsFilled = "arguments-filled",
    /// Arguments that are not an object were wrapped in one.
    ArgumentsWrapped = "arguments-wrapped",
    /// Arguments that were given as a value were sent as its JSON text.
    ArgumentsEncoded = "arguments-encoded",
    /// A required value was absent and was added: the empty text, or a placeholder for a signature.
    ContentFilled = "content-filled",
    /// A text that is empty or only white space was left out.
    EmptyTextDropped = "empty-text-dropped",
    /// A message without content and calls was left out.
    EmptyMessageDropped = "empty-message-dropped",
    /// White space at the end of the last text was cut.
    WhitespaceDropped = "whitespace-dropped",
    /// A part that the provider refuses in its place was left out.
    PartDropped = "part-dropped",
    /// A part was moved to a place in its message where the provider takes it.
    PartMoved = "part-moved",
    /// Media of a tool result were moved to a user message after it.
    MediaMoved = "media-moved",
    /// Media became a line of text that names them.
    MediaReplaced = "media-replaced",
    /// A data URL was sent as bytes, or bytes got the media type that they show.
    MediaSourceCorrected = "media-source-corrected",
    /// A part that the format does not have, such as a refusal, a document or the failure of a tool, was sent as text.
    WrittenAsText = "written-as-text",
    /// Reasoning that the provider cannot verify was left out.
    ReasoningDropped = "reasoning-dropped",
    /// Reasoning was switched off for the request.
    ThinkingDisabled = "thinking-disabled",
    /// The thinking settings in the params were changed or removed, because the model refuses them.
    ThinkingChanged = "thinking-changed",
    /// The tools have changed: a message or the choice of tools says so, and the tools of the first request stay
    /// declared.
    ToolsChanged = "tools-changed",
    /// Instructions were moved: to the user's turn, or to the system prompt.
    SystemMoved = "system-moved",
    /// A user turn was added where the provider demands one.
    UserMessageAdded = "user-message-added",
    /// A turn of the assistant was added between a result and words of the user.
    AssistantMessageAdded = "assistant-message-added",
    /// A marker of a cache breakpoint was left out.
    CacheBreakpointDropped = "cache-breakpoint-dropped",
    /// A field that the format does not define was left out.
    FieldDropped = "field-dropped",
    /// Fields were renamed to the spelling of the rest of the body.
    FieldRespelled = "field-respelled",
    /// A message had a role that does not fit its content, or could not follow its neighbour; its role was changed, or it was
    /// joined to the neighbour.
    RoleCorrected = "role-corrected",
    /// A call and its result became text, because the request declares no tools.
    ToolCallWrittenAsText = "tool-call-written-as-text",
    /// Half of a surrogate pair was replaced by U+FFFD.
    LoneSurrogateReplaced = "lone-surrogate-replaced",
    /// A provider's count of a request is so far from the estimate that it does not correct the size.
    UsageNotBelieved = "usage-not-believed",
    /// A request allows its answer more than half of the window, so less is kept free for it.
    ReserveLowered = "reserve-lowered",
    /// A message that a reduction may not remove was kept.
    ProtectedMessageKept = "protected-message-kept",
    /// The whole history was sent, because the copy that the provider keeps differs from it.
    HistorySentWhole = "history-sent-whole",
    /// An answer that stopped at a limit was not sent: its token, sent in its place, continues it.
    AnswerContinued = "answer-continued",
    /// A step of a reduction failed, or its summary was refused, and the next step was taken.
    ReductionStepFailed = "reduction-step-failed",
}

impl RepairCode {
    /// Reports whether the change loses something of the history: content is left out, sent as text, or moved to
    /// another role.
    pub fn is_loss(self) -> bool {
        match self {
            Self::PartDropped
            | Self::MediaReplaced
            | Self::WrittenAsText
            | Self::ReasoningDropped
            | Self::SystemMoved
            | Self::CacheBreakpointDropped
            | Self::FieldDropped
            | Self::ToolCallWrittenAsText => true,
            Self::ResultMoved
            | Self::ResultPaired
            | Self::MissingResultAdded
            | Self::OrphanResultDropped
            | Self::DuplicateResultDropped
            | Self::CallDropped
            | Self::CallsDivided
            | Self::CallIdMapped
            | Self::CallIdRenamed
            | Self::ToolNameMapped
            | Self::NameMapped
            | Self::ArgumentsFilled
            | Self::ArgumentsWrapped
            | Self::ArgumentsEncoded
            | Self::ContentFilled
            | Self::EmptyTextDropped
            | Self::EmptyMessageDropped
            | Self::WhitespaceDropped
            | Self::PartMoved
            | Self::MediaMoved
            | Self::MediaSourceCorrected
            | Self::ThinkingDisabled
            | Self::ThinkingChanged
            | Self::ToolsChanged
            | Self::UserMessageAdded
            | Self::AssistantMessageAdded
            | Self::FieldRespelled
            | Self::RoleCorrected
            | Self::LoneSurrogateReplaced
            | Self::UsageNotBelieved
            | Self::ReserveLowered
            | Self::ProtectedMessageKept
            | Self::HistorySentWhole
            | Self::AnswerContinued
            | Self::ReductionStepFailed => false,
        }
    }
}

impl Repair {
    /// The report of a change that `rule` demands.
    pub fn new(code: RepairCode, rule: Option<&'static Rule>, detail: impl Into<String>) -> Self {
        Self { code, rule, message_id: None, call_id: None, field: None, detail: detail.into(), added: None }
    }

    /// Adds the id of the changed message.
    #[must_use]
    pub fn of(mut self, message_id: &Arc<str>) -> Self {
        self.message_id = Some(Arc::clone(message_id));
        self
    }

    /// Names the message, and for the result of a tool its call.
    #[must_use]
    pub fn of_message(self, message: &Message) -> Self {
        let repair = self.of(&message.id);
        match message.result() {
            Some(result) => repair.call(&result.call_id),
            None => repair,
        }
    }

    /// Adds the field beside the messages.
    #[must_use]
    pub fn at(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// Adds the id of the call.
    #[must_use]
    pub fn call(mut self, call_id: &str) -> Self {
        self.call_id = Some(call_id.into());
        self
    }

    /// Adds the text of the message that the change adds to the request.
    #[must_use]
    pub fn adding(mut self, text: &str) -> Self {
        self.added = Some(text.into());
        self
    }

    /// Appends the report's JSON.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        object.text("code", self.code.as_str());
        if let Some(rule) = self.rule {
            object.text("rule", rule.id);
        }
        if let Some(id) = &self.message_id {
            object.text("messageId", id);
        }
        if let Some(id) = &self.call_id {
            object.text("toolCallId", id);
        }
        object.text("detail", &self.detail);
        object.end();
    }
}
