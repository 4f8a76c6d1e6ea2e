//! The rows of the table of sizes.

mod claude;
mod openai;
mod others;

use crate::format::models::{Family, Version};
use crate::message::Format;
use crate::rules::documented;
use crate::sanitize::RequestOptions;
use crate::tokens::{Margin, MediaSize, ModelSize, PictureSize, ReasoningSize, UNKNOWN};

/// A row of the table: the sizes of one model, or of a run of versions.
#[derive(Clone, Copy, Debug)]
pub struct SizeRow {
    /// The family.
    pub family: Family,
    /// The words that must be in the name; any of them is enough. Empty: any name of the family.
    pub words: &'static [&'static str],
    /// The first version that the row is about. The row holds up to the next row of the same words.
    pub since: Version,
    /// The requests that count so.
    pub requests: RequestKind,
    /// The sizes.
    pub size: ModelSize,
    /// The source of the row, for people.
    pub source: &'static str,
}

/// The requests that a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// All.
    All,
    /// Requests of a format.
    Of(Format),
    /// Requests to a vendor of chat completions.
    To(&'static str),
}

impl RequestKind {
    /// Reports whether a request of this format with these options is among them.
    pub fn have(self, format: Format, options: &RequestOptions) -> bool {
        match self {
            Self::All => true,
            Self::Of(own) => own == format,
            Self::To(vendor) => options.vendor.is_some_and(|own| own.name == vendor),
        }
    }
}

const fn row(
    family: Family,
    words: &'static [&'static str],
    since: Version,
    size: ModelSize,
    source: &'static str,
) -> SizeRow {
    SizeRow { family, words, since, requests: RequestKind::All, size, source: documented(source) }
}

/// A row for these requests alone.
const fn only(requests: RequestKind, row: SizeRow) -> SizeRow {
    SizeRow { requests, ..row }
}

/// A row for chat completions alone.
const fn in_chat(row: SizeRow) -> SizeRow {
    only(RequestKind::Of(Format::OpenaiChat), row)
}

/// The margin of a row where nothing else is known.
const MARGIN: Margin = Margin { share: 10, request: 0 };

const NO_REASONING: ReasoningSize = ReasoningSize {
    is_of_turn: true,
    character: 0,
    beside_call: 0,
    beside_text: 0,
    free_characters: 0,
    reads_words: false,
};

const fn with_picture(name: &'static str, picture: PictureSize, size: ModelSize) -> ModelSize {
    ModelSize { name, media: MediaSize { picture, ..size.media }, ..size }
}

/// The source of most rows.
const RECORDED: &str = "counts that providers reported, in recordings of public projects";

/// The table.
pub static SIZES: [&[SizeRow]; 3] = [claude::ROWS, openai::ROWS, others::ROWS];

/// Sizes that no name of a model leads to.
pub(super) static OTHERS: &[ModelSize] = &[UNKNOWN, VERTEX_GEMINI_3];

static VERTEX_GEMINI_3: ModelSize = others::VERTEX_GEMINI_3;

/// The sizes of a model of Gemini where signatures count nothing.
pub(in crate::format) fn unsigned(size: &'static ModelSize) -> &'static ModelSize {
    if *size.name == *others::GEMINI_3.name { &VERTEX_GEMINI_3 } else { size }
}

/// The sizes of a model without a row.
pub(super) fn unknown(format: Format, options: &RequestOptions) -> &'static ModelSize {
    match format {
        Format::Anthropic => &claude::NEW_CLAUDE,
        Format::Gemini => &others::NEW_GEMINI,
        Format::OpenaiResponses => &openai::GPT_5,
        Format::OpenaiChat if options.vendor.is_some_and(|vendor| vendor.name == "openai") => {
            &openai::CHAT_GPT_5
        }
        Format::Mistral => &others::MISTRAL,
        // A profile of Bedrock's own does not name its model.
        Format::Bedrock if options.model().is_none_or(|model| model.starts_with("arn:")) => {
            &claude::NEW_CLAUDE
        }
        Format::OpenaiChat | Format::Bedrock => &UNKNOWN,
        // Formats of programs say nothing of a provider.
        Format::AiSdk
        | Format::Langchain
        | Format::Strands
        | Format::Cohere
        | Format::Ollama
        | Format::GeminiInteractions
        | Format::MistralConversations
        | Format::Backscroll => &UNKNOWN,
    }
}
