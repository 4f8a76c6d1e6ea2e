//! Tool calls and their results.

use super::builtin::Builtin;
use super::content::Content;
use super::format_name::Format;
use super::part::Extras;

/// The model's call of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// The id of the call, which its result carries, too. Models and vendors also send empty and repeated ids.
    pub id: Box<str>,
    /// The tool's name.
    pub name: Box<str>,
    /// The arguments.
    pub arguments: Arguments,
    /// Function, custom, or a tool that the provider defines.
    pub kind: CallKind,
    /// The number of parts of the message's content before the call; `None` after all of them.
    pub after_parts: Option<usize>,
    /// Fields that are not modelled.
    pub extras: Extras,
}

impl ToolCall {
    /// A call of a function tool.
    pub fn new(id: &str, name: &str, arguments: Arguments) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments,
            kind: CallKind::Function,
            after_parts: None,
            extras: Extras::default(),
        }
    }

    /// Reports whether the conversation may continue without the result, which OpenAI marks with `async`. Only
    /// Responses may leave these calls open (`CallRules::has_async`).
    ///
    /// The result joins the unit of its call like any other, so drafts, snapshots, paths and other providers need no rule
    /// of their own. While the call is open, its unit is protected from reductions, and nothing waits for it.
    pub fn is_async(&self) -> bool {
        self.extras.origin().is_none_or(Format::has_async_calls) && self.extras.get("async") == Some("true")
    }
}

/// The kind of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// A function with JSON arguments.
    #[default]
    Function,
    /// An OpenAI custom tool, whose input is free text.
    Custom,
    /// A tool that OpenAI defines and the host runs.
    Builtin(Builtin),
}

impl CallKind {
    /// The kind's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Custom => "custom",
            Self::Builtin(tool) => tool.as_str(),
        }
    }

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Function, Self::Custom].into_iter().chain(Builtin::ALL.map(Self::Builtin))
    }

    /// The tool that OpenAI defines, when it is one.
    pub fn builtin(self) -> Option<Builtin> {
        match self {
            Self::Builtin(tool) => Some(tool),
            Self::Function | Self::Custom => None,
        }
    }
}

/// The arguments of a call, as the model wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// JSON text exactly as the model wrote it. Models also write text that is not JSON; it is kept.
    Text(Box<str>),
    /// The JSON text of arguments that were given as an object.
    Json(Box<str>),
}

impl Arguments {
    /// The text of the arguments.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Json(text) => text,
        }
    }
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// The id of the call that the result answers; empty if the result had none.
    pub call_id: Box<str>,
    /// The content.
    pub content: Content,
    /// True if the tool failed, false if it succeeded; `None` when the source does not say.
    pub is_error: Option<bool>,
}

impl ToolResult {
    /// Reports whether the tool is known to have failed.
    pub fn failed(&self) -> bool {
        self.is_error == Some(true)
    }
}
