//! The names of formats.

use crate::error::{Code, ConversationError, Outcome};
use crate::list::Listed;

/// Lists the providers. A line has the variant of [`Format`], the public name, and the target: a static in the
/// provider's folder of `src/format`. The order gives each target its number at the wasm boundary, so a new line is the
/// last.
macro_rules! providers {
    ($make:ident) => {
        $make! {
            OpenaiChat, "openai-chat", openai_chat::OPENAI_CHAT;
            Anthropic, "anthropic", anthropic::ANTHROPIC;
            OpenaiResponses, "openai-responses", openai_responses::OpenaiResponses;
            Gemini, "gemini", gemini::Gemini;
            Bedrock, "bedrock", bedrock::BEDROCK;
            Mistral, "mistral", mistral::MISTRAL;
        }
    };
}
pub(crate) use providers;

/// Makes [`Format`] from the providers, and from the formats that the host reads and writes, which have their own
/// entries in the package.
macro_rules! make_format {
    ([$($entry:ident, $title:literal;)*] $($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// A format that can be read or written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format {
            $(#[doc = concat!("`", $name, "`: the request format of a provider.")] $provider,)*
            $(#[doc = concat!("`", $title, "`: a format with an entry of its own.")] $entry,)*
            /// This library's own neutral messages.
            Backscroll,
        }

        impl Format {
            /// Every format. The targets come first, in the order of their numbers at the wasm boundary.
            pub const ALL: [Self; [$($name,)* $($title),*].len() + 1] =
                [$(Self::$provider,)* $(Self::$entry,)* Self::Backscroll];

            /// The format's name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$provider => $name,)*
                    $(Self::$entry => $title,)*
                    Self::Backscroll => "backscroll",
                }
            }

            /// True for a format that has its own entry.
            pub fn has_entry(self) -> bool {
                match self {
                    $(Self::$entry)|* => true,
                    $(Self::$provider)|* | Self::Backscroll => false,
                }
            }
        }
    };
}

macro_rules! formats {
    ($($providers:tt)*) => {
        make_format! {
            [
                AiSdk, "ai-sdk";
                Langchain, "langchain";
                Strands, "strands";
                Cohere, "cohere";
                Ollama, "ollama";
                GeminiInteractions, "gemini-interactions";
                MistralConversations, "mistral-conversations";
                Opentelemetry, "opentelemetry";
                AgUi, "ag-ui";
            ]
            $($providers)*
        }
    };
}
providers!(formats);

impl Format {
    /// The other format of the same provider, in which ids of files are valid, too.
    #[must_use]
    pub const fn sibling(self) -> Option<Self> {
        if matches!(self, Self::OpenaiChat) {
            Some(Self::OpenaiResponses)
        } else if matches!(self, Self::OpenaiResponses) {
            Some(Self::OpenaiChat)
        } else {
            None
        }
    }

    /// The format of this name.
    ///
    /// # Errors
    ///
    /// `unknown-format`, with the list of known formats.
    pub fn parse(name: &str) -> Outcome<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|format| format.as_str()).listed();
            ConversationError::new(
                Code::UnknownFormat,
                format!("unknown format `{name}`; known are {}", known.join(", ")),
            )
        })
    }

    /// Reports whether the provider replaces messages by a summary that can be read.
    pub fn has_readable_summaries(self) -> bool {
        self == Self::Anthropic
    }

    /// Reports whether the provider replaces messages by a summary that is encrypted.
    pub fn has_encrypted_summaries(self) -> bool {
        self == Self::OpenaiResponses
    }

    /// Reports whether calls may be marked as asynchronous.
    pub fn has_async_calls(self) -> bool {
        self == Self::OpenaiResponses
    }
}
