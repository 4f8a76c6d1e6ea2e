//! Pending messages. They arrived while the program was busy, and wait to be added to the history.

use super::call::{Arguments, ToolCall, ToolResult};
use super::content::Content;
use super::message::{Body, Message, MessageId};
use crate::error::{Code, ConversationError, Outcome};
use crate::json::push_string;
use crate::list::Listed;

/// A pending message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The id, unique in its conversation. It grows in order of arrival.
    pub id: u64,
    /// The source of the message.
    pub source: Source,
    /// The name of the sub-agent, skill or workflow, or the number of the message or goal. Optional for the user.
    pub name: Option<Box<str>>,
    /// The text; never blank.
    pub content: Box<str>,
}

/// The source of a pending message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The person.
    User,
    /// Another agent that works for this one.
    Subagent,
    /// A skill that was recalled.
    Skill,
    /// A workflow that was recalled.
    Workflow,
    /// An older message that was recalled.
    Recall,
    /// A goal that was recalled.
    Goal,
}

impl Source {
    /// Every source.
    pub const ALL: [Self; 6] =
        [Self::User, Self::Subagent, Self::Skill, Self::Workflow, Self::Recall, Self::Goal];

    /// The source's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Subagent => "subagent",
            Self::Skill => "skill",
            Self::Workflow => "workflow",
            Self::Recall => "recall",
            Self::Goal => "goal",
        }
    }

    /// The source of this name.
    ///
    /// # Errors
    ///
    /// `invalid-pending`.
    pub fn parse(name: &str) -> Outcome<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|source| source.as_str()).listed();
            invalid(format!("unknown source `{name}`; known are {}", known.join(", "))).at("source")
        })
    }

    /// The name of the phantom tool under which the model sees the message, as the result of a call that nobody made.
    /// `None` for the user, whose messages need no tool.
    pub fn tool(self) -> Option<&'static str> {
        match self {
            Self::User => None,
            Self::Subagent => Some("subagent_message"),
            Self::Skill => Some("recall_skill"),
            Self::Workflow => Some("recall_workflow"),
            Self::Recall => Some("recall_memory"),
            Self::Goal => Some("recall_goal"),
        }
    }
}

impl Pending {
    /// A pending message.
    ///
    /// # Errors
    ///
    /// `invalid-pending` when the content is blank, or the source needs a name and there is none.
    pub fn new(id: u64, source: Source, name: Option<Box<str>>, content: Box<str>) -> Outcome<Self> {
        if content.trim().is_empty() {
            return Err(invalid("the content must not be blank").at("content"));
        }
        if source.tool().is_some() && name.as_ref().is_none_or(|name| name.trim().is_empty()) {
            let what = format!("the source `{}` needs a name", source.as_str());
            return Err(invalid(what).at("name"));
        }
        Ok(Self { id, source, name, content })
    }

    /// The text to show to the user.
    pub fn display(&self) -> String {
        let Self { content, .. } = self;
        let name = self.name.as_deref().unwrap_or_default();
        match self.source {
            Source::User | Source::Recall => content.to_string(),
            Source::Subagent => format!("[sub-agent {name}]: {content}"),
            Source::Skill => format!("[recalled skill: {name}]\n{content}"),
            Source::Workflow => format!("[recalled workflow: {name}]\n{content}"),
            Source::Goal => format!("[goal {name}]\n{content}"),
        }
    }

    /// The arguments of the phantom call, as JSON text.
    pub fn input(&self) -> Option<String> {
        let name = self.name.as_deref().unwrap_or_default();
        let text = || {
            let mut out = Vec::new();
            push_string(&mut out, name);
            String::from_utf8(out).unwrap_or_default()
        };
        let (key, value) = match self.source {
            Source::User => return None,
            Source::Subagent => ("from", text()),
            Source::Skill => ("skill", text()),
            Source::Workflow => ("workflow", text()),
            Source::Recall => ("message_id", leading_number(name)),
            Source::Goal => ("goal_id", leading_number(name)),
        };
        Some(format!("{{\"{key}\":{value}}}"))
    }

    /// The id of the phantom call: at most 37 letters, digits and `_`, for any name. All providers accept it, except
    /// Mistral, for which ids are mapped.
    pub fn call_id(&self) -> Option<String> {
        self.source.tool().map(|tool| format!("{tool}_{}", self.id))
    }

    /// The messages that it becomes when it is promoted: a user message, or a phantom call with its result. `mint`
    /// makes their ids.
    pub fn to_messages(&self, created_at: i64, mut mint: impl FnMut() -> MessageId) -> Vec<Message> {
        let (Some(tool), Some(input), Some(call_id)) = (self.source.tool(), self.input(), self.call_id())
        else {
            return vec![self.to_message(mint(), created_at)];
        };
        let call = ToolCall::new(&call_id, tool, Arguments::Json(input.into()));
        let asks = Body::Assistant { content: Content::Null, calls: vec![call] };
        let content = Content::text(&self.content);
        let answers = Body::Tool(ToolResult { call_id: call_id.into(), content, is_error: None });
        vec![Message::new(mint(), created_at, asks), Message::new(mint(), created_at, answers)]
    }

    /// The user message that it becomes when the conversation is not busy.
    pub fn to_message(&self, id: MessageId, created_at: i64) -> Message {
        let mut message = Message::new(id, created_at, Body::User(Content::text(&self.display())));
        if let (Source::User, Some(name)) = (self.source, &self.name) {
            message.notes_mut().name = Some(name.clone());
        }
        message
    }
}

/// The number at the start of a text, 0 when there is none: 42 for `"42abc"`.
fn leading_number(text: &str) -> String {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => format!("{sign}{digits}"),
    }
}

fn invalid(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidPending, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_far_as_it_goes() {
        let cases = [
            ("42", "42"),
            ("42abc", "42"),
            ("abc", "0"),
            ("", "0"),
            (" 7 ", "7"),
            ("-3", "-3"),
            ("-x", "0"),
            ("007", "7"),
            ("+5", "5"),
        ];
        for (text, number) in cases {
            assert_eq!(leading_number(text), number, "{text:?}");
        }
    }
}
