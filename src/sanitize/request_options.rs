//! The options of a request: the caller's, and options that its params imply.

use super::model_rows::ModelRow;
use super::vendor::Vendor;
use crate::history::Serial;
use crate::message::{Message, MessageId};

/// The treatment of fields that the target does not define.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A request that is written: only fields that the target defines.
    #[default]
    Strict,
    /// A body that is repaired: unknown fields are the caller's, and stay.
    Keep,
}

/// The treatment of calls of the newest assistant message that have no result yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenCalls {
    /// Each call gets an error result.
    #[default]
    Close,
    /// They stay open.
    Keep,
    /// They are left out.
    Drop,
}

/// The role under which a summary is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummaryRole {
    /// As instructions.
    System,
    /// As words of the user.
    User,
}

/// The spelling of field names in a body. The client of a provider may spell them in another way than the provider's
/// API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `tool_calls`, as providers do.
    Snake,
    /// `toolCalls`, as clients in JavaScript do.
    Camel,
}

impl Spelling {
    /// The name of the spelling, spelled in that way.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
        }
    }

    /// The spelling of this name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Snake, Self::Camel].into_iter().find(|spelling| spelling.as_str() == name)
    }
}

/// The abilities of the model behind a target. `None` is the ability of the target's newest models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// True if a request may end with words of the assistant.
    pub prefill: Option<bool>,
    /// True if instructions may be in the middle.
    pub system_mid_conversation: Option<bool>,
    /// True if the first message may be the assistant's.
    pub assistant_first: Option<bool>,
    /// True if the model sees media.
    pub media: Option<bool>,
    /// True if the request declares tools.
    pub tools_declared: Option<bool>,
    /// True if the vendor wants its `reasoning_content` back (OC13).
    pub reasoning_content: Option<bool>,
    /// The model's name.
    pub model: Option<String>,
}

/// The part of the history that a request leaves to the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continues {
    /// Everything up to the newest response that can be continued.
    Newest,
    /// Nothing. The request asks the provider to keep the conversation from now on.
    Anew,
}

/// The messages of ours that change the declared tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolMessages {
    /// The first unit that may hold such a message.
    pub since: Serial,
    /// Messages about tools whose definitions a reduction removed.
    pub unresolved: Vec<MessageId>,
}

/// The lifetimes of the breakpoints of a request. Breakpoints in the tools and in the system prompt live at least as
/// long as breakpoints in the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifetimes {
    /// True if breakpoints in the tools and in the system prompt have the longer lifetime.
    pub is_long_in_system: bool,
    /// True if breakpoints in the messages have the longer lifetime.
    pub is_long: bool,
}

/// The options that the rules on single units read. Cached units stay valid as long as their options are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestOptions {
    /// Selects between writing a request and repairing a body.
    pub mode: Mode,
    /// The abilities of the model.
    pub capabilities: Capabilities,
    /// The treatment of open calls. `None` when the caller did not choose; [`OpenCalls::Close`] then applies.
    pub open_calls: Option<OpenCalls>,
    /// The text of an added result.
    pub interrupted_text: String,
    /// The role of summaries; `None` is the target's own.
    pub summary_role: Option<SummaryRole>,
    /// The spelling of fields. `None` when neither the caller nor the fields show it; [`Spelling::Snake`] then applies.
    pub spelling: Option<Spelling>,
    /// True if the provider keeps earlier messages, which may hold the call of a result (OR2).
    pub has_stored_calls: bool,
    /// The part of the history that is left to the provider; `None` when the fields of the request decide.
    pub continues: Option<Continues>,
    /// True if changes of the set of tools are appended as messages, and the tools that were declared first stay.
    pub appends_tool_changes: bool,
    /// The lifetimes of cache breakpoints that are put into the request; `None` for a request without added
    /// breakpoints.
    pub breakpoints: Option<Lifetimes>,
    /// The messages of ours that change the declared tools. `None`: the request declares its own list.
    pub tool_messages: Option<ToolMessages>,
    /// True if the provider keeps nothing, so that it knows no item by its id (OR10).
    pub is_unstored: bool,
    /// The vendor of chat completions, if the caller names it or its address.
    pub vendor: Option<&'static Vendor>,
    /// The name of the vendor, for every target.
    pub vendor_name: Option<&'static str>,
    /// True if the caller names an address that no row has, so that the server there is unknown.
    pub is_elsewhere: bool,
    /// True if the model thinks, false if the request turns thinking off; `None` if unknown.
    pub thinks: Option<bool>,
    /// The caller's rows about models.
    pub models: Vec<ModelRow>,
}

impl Default for RequestOptions {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            capabilities: Capabilities::default(),
            open_calls: None,
            interrupted_text: "[interrupted: this tool call has no result]".to_owned(),
            summary_role: None,
            spelling: None,
            has_stored_calls: false,
            continues: None,
            appends_tool_changes: false,
            breakpoints: None,
            tool_messages: None,
            is_unstored: false,
            vendor: None,
            vendor_name: None,
            is_elsewhere: false,
            thinks: None,
            models: Vec::new(),
        }
    }
}

impl RequestOptions {
    /// The caller's row about the requested model.
    pub fn model_row(&self) -> Option<&ModelRow> {
        let model = self.capabilities.model.as_deref()?;
        self.models.iter().find(|row| row.is_of(model))
    }

    /// Reports whether another vendor than the one of the request is known to have answered with this message.
    pub fn is_of_another_vendor(&self, message: &Message) -> bool {
        let own = message.notes.as_ref().and_then(|notes| notes.vendor.as_deref());
        own.zip(self.vendor_name).is_some_and(|(own, asked)| own != asked)
    }

    /// The name of the model whose rules apply: the model that a row of the caller names, else the model itself.
    pub fn model_like<'a>(&'a self, model: &'a str) -> &'a str {
        let row = self.models.iter().find(|row| row.is_of(model));
        row.and_then(|row| row.like.as_deref()).unwrap_or(model)
    }

    /// The name of the model whose rules apply to the request.
    pub fn model(&self) -> Option<&str> {
        self.capabilities.model.as_deref().map(|model| self.model_like(model))
    }

    /// True if a request may end with words of the assistant; `None` if the caller does not say.
    pub fn prefill(&self) -> Option<bool> {
        self.capabilities.prefill.or_else(|| self.model_row()?.prefill)
    }

    /// The treatment of open calls.
    pub fn open_calls(&self) -> OpenCalls {
        self.open_calls.unwrap_or_default()
    }
}
