//! The names of formats.

use crate::error::{Code, ConversationError, Outcome};

/// A format that can be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// OpenAI Chat Completions.
    OpenaiChat,
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Responses.
    OpenaiResponses,
    /// Gemini generateContent.
    Gemini,
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Mistral chat completions.
    Mistral,
    /// Messages of the Vercel AI SDK.
    AiSdk,
    /// Messages of LangChain.
    Langchain,
    /// Messages of Strands Agents.
    Strands,
    /// This library's own neutral messages.
    Backscroll,
}

impl Format {
    /// Every format; the targets among them stand first, in the order of their numbers at the wasm boundary.
    pub const ALL: [Self; 10] = [
        Self::OpenaiChat,
        Self::Anthropic,
        Self::OpenaiResponses,
        Self::Gemini,
        Self::Bedrock,
        Self::Mistral,
        Self::AiSdk,
        Self::Langchain,
        Self::Strands,
        Self::Backscroll,
    ];

    /// The format's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenaiChat => "openai-chat",
            Self::Anthropic => "anthropic",
            Self::OpenaiResponses => "openai-responses",
            Self::Gemini => "gemini",
            Self::Bedrock => "bedrock",
            Self::Mistral => "mistral",
            Self::AiSdk => "ai-sdk",
            Self::Langchain => "langchain",
            Self::Strands => "strands",
            Self::Backscroll => "backscroll",
        }
    }

    /// The format of this name.
    ///
    /// # Errors
    ///
    /// `unknown-format`, naming those that are known.
    pub fn parse(name: &str) -> Outcome<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|format| format.as_str()).collect();
            ConversationError::new(
                Code::UnknownFormat,
                format!("unknown format `{name}`; known are {}", known.join(", ")),
            )
        })
    }
}
