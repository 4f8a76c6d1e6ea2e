//! The roles of messages.

use crate::error::{Code, ConversationError, Outcome};

/// The role of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The instructions of the program, and summaries of removed messages.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The result of a tool that the model called.
    Tool,
}

impl Role {
    /// Every role, in the order of their numbers at the wasm boundary.
    pub const ALL: [Self; 4] = [Self::System, Self::User, Self::Assistant, Self::Tool];

    /// The role's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }

    /// The role of this name.
    ///
    /// # Errors
    ///
    /// `invalid-role`.
    pub fn parse(name: &str) -> Outcome<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name).ok_or_else(|| {
            ConversationError::new(
                Code::InvalidRole,
                format!("Invalid role: {name}. Must be one of system, user, assistant, tool{}", advice(name)),
            )
        })
    }
}

/// The end of the error's sentence, with our role for a name that other packages use.
fn advice(name: &str) -> String {
    let meant = match name.to_ascii_lowercase().as_str() {
        "system" | "developer" => Role::System,
        "user" | "human" => Role::User,
        "assistant" | "ai" | "model" | "chatbot" => Role::Assistant,
        "tool" | "function" | "tool_result" => Role::Tool,
        _ => return String::new(),
    };
    format!("; `{name}` is `{}` here", meant.as_str())
}
