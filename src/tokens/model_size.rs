//! The size that one model gives to texts, messages, tools, reasoning and media.
//!
//! An `Estimator` holds the size of one model. A request that names a model weighs the history by this model's size.
//! An entry keeps the estimator that weighed it, so units that an undo restores are weighed again.

use super::media::MediaSize;
use super::script::Vocabulary;

/// How many tokens a model counts for everything that it reads. All numbers are tokens unless stated otherwise.
///
/// They are of 16 bits, because every wasm holds all rows.
#[derive(Clone, Copy, Debug)]
pub struct ModelSize {
    /// The name of the row.
    pub name: &'static str,
    /// True if its sizes were fitted to many counts, or to its own vocabulary; else they are a guess on the safe side.
    pub is_measured: bool,
    /// The vocabulary that its texts are weighed by.
    pub vocabulary: Vocabulary,
    /// Thousandths of the vocabulary's count.
    pub share: u16,
    /// The addition on the safe side.
    pub margin: Margin,
    /// Tokens around messages.
    pub frame: Frame,
    /// Calls of tools.
    pub calls: CallSize,
    /// Declared tools.
    pub tools: ToolsSize,
    /// The schema of the answer.
    pub schema: SchemaSize,
    /// Reasoning of earlier answers.
    pub reasoning: ReasoningSize,
    /// Pictures, documents, sound and film.
    pub media: MediaSize,
}

/// The addition that keeps the size from falling below the provider's count.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// Thousandths of all texts.
    pub share: u16,
    /// Tokens for each request.
    pub request: u16,
}

/// Tokens around messages.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Once for each request.
    pub request: u16,
    /// For a request that asks for thinking by `enabled`.
    pub thinking: u16,
    /// For each message with instructions.
    pub system: u16,
    /// For each message of the user.
    pub user: u16,
    /// For each answer with words.
    pub answer: u16,
    /// For each answer that holds calls and no words.
    pub silent: u16,
    /// For each message with the result of a call.
    pub result: u16,
}

/// Tokens of calls and their results, beyond their texts.
#[derive(Clone, Copy, Debug)]
pub struct CallSize {
    /// For each call, with the frame of its result.
    pub each: u16,
    /// For each argument.
    pub argument: u16,
    /// Once for an answer with calls; may be below 0.
    pub answer: i16,
}

/// Tokens of declared tools.
#[derive(Clone, Copy, Debug)]
pub struct ToolsSize {
    /// Once, if a tool is declared.
    pub any: u16,
    /// Once, if a declared tool must be called.
    pub forced: u16,
    /// True if tools cost nothing when none may be called.
    pub none_is_free: bool,
    /// For each tool.
    pub each: u16,
    /// Thousandths of the tokens of the tool's JSON, without descriptions.
    pub json: u16,
    /// Thousandths of the tokens of the tool's descriptions.
    pub descriptions: u16,
}

/// Tokens of the schema of the answer.
#[derive(Clone, Copy, Debug)]
pub struct SchemaSize {
    /// Thousandths of the tokens of the schema's JSON.
    pub json: u16,
    /// In addition to this; may be below 0.
    pub plus: i16,
}

/// Tokens of reasoning that goes back to the model.
#[derive(Clone, Copy, Debug)]
pub struct ReasoningSize {
    /// True if the model reads only the reasoning since the last message of the user.
    pub is_of_turn: bool,
    /// Thousandths of a token for each character of a signature, or of encrypted reasoning.
    pub character: u16,
    /// Thousandths of a token for each character of a call's signature.
    pub beside_call: u16,
    /// Thousandths of a token for each character of a text's signature, and of a call's signature in earlier turns.
    pub beside_text: u16,
    /// Characters of each block that cost nothing.
    pub free_characters: u16,
    /// True if the model reads the words of reasoning that is neither signed nor encrypted.
    pub reads_words: bool,
}

/// The sizes of a model without a row, and of all models until a request names one.
pub const UNKNOWN: ModelSize = ModelSize {
    name: "unknown",
    is_measured: false,
    vocabulary: Vocabulary::O200k,
    share: 1_200,
    margin: Margin { share: 10, request: 0 },
    frame: Frame { request: 4, thinking: 0, system: 4, user: 4, answer: 4, silent: 4, result: 4 },
    calls: CallSize { each: 30, argument: 0, answer: 0 },
    tools: ToolsSize {
        any: 250,
        forced: 250,
        none_is_free: false,
        each: 0,
        json: 1_250,
        descriptions: 1_250,
    },
    schema: SchemaSize { json: 1_000, plus: 0 },
    reasoning: ReasoningSize {
        is_of_turn: false,
        character: 250,
        beside_call: 250,
        beside_text: 250,
        free_characters: 0,
        reads_words: true,
    },
    media: MediaSize::LARGEST,
};
