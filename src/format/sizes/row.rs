//! The rows of the tables of sizes and of windows, and what a provider adds to these tables.

use crate::format::models::{Family, Version};
use crate::message::Format;
use crate::rules::documented;
use crate::sanitize::RequestOptions;
use crate::tokens::{
    CallSize, Frame, Margin, MediaSize, ModelSize, PictureSize, ReasoningSize, SchemaSize, ToolsSize,
    Vocabulary,
};

/// The rows that a provider brings to the tables.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct ProviderSizes {
    /// The sizes of its models.
    pub(in crate::format) rows: &'static [SizeRow],
    /// Sizes that no name of a model leads to.
    pub(in crate::format) unnamed: &'static [ModelSize],
    /// The windows of its models.
    pub(in crate::format) windows: &'static [WindowRow],
    /// The sizes of models without a row, by the format of the request. Other formats count as unknown.
    pub(in crate::format) unknown: &'static [(Format, UnknownSize)],
}

/// Returns the sizes of a model without a row.
pub(in crate::format) type UnknownSize = fn(&RequestOptions) -> &'static ModelSize;

/// A provider that has no own models.
pub(in crate::format) const NO_SIZES: ProviderSizes =
    ProviderSizes { rows: &[], unnamed: &[], windows: &[], unknown: &[] };

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

/// A row for all requests.
pub(in crate::format) const fn row(
    family: Family,
    words: &'static [&'static str],
    since: Version,
    size: ModelSize,
    source: &'static str,
) -> SizeRow {
    SizeRow { family, words, since, requests: RequestKind::All, size, source: documented(source) }
}

/// A row for these requests alone.
pub(in crate::format) const fn only(requests: RequestKind, row: SizeRow) -> SizeRow {
    SizeRow { requests, ..row }
}

/// The margin of a row where nothing else is known.
pub(in crate::format) const MARGIN: Margin = Margin { share: 10, request: 0 };

/// No reasoning that a request would hold.
pub(in crate::format) const NO_REASONING: ReasoningSize = ReasoningSize {
    is_of_turn: true,
    character: 0,
    beside_call: 0,
    beside_text: 0,
    free_characters: 0,
    reads_words: false,
};

/// The sizes of a model of this name, with pictures of another size.
pub(in crate::format) const fn with_picture(
    name: &'static str,
    picture: PictureSize,
    size: ModelSize,
) -> ModelSize {
    ModelSize { name, media: MediaSize { picture, ..size.media }, ..size }
}

/// The source of most rows.
pub(in crate::format) const RECORDED: &str =
    "counts that providers reported, in recordings of public projects";

/// Tools that count as their JSON text, with these tokens around all of them.
pub(in crate::format) const fn plain_tools(any: u16, forced: u16) -> ToolsSize {
    ToolsSize { any, forced, none_is_free: false, each: 2, json: 1_000, descriptions: 1_000 }
}

/// Another maker's model, with these sizes of texts, tools and their JSON.
pub(in crate::format) const fn other(name: &'static str, share: u16, any: u16, json: u16) -> ModelSize {
    ModelSize {
        name,
        is_measured: false,
        margin: MARGIN,
        share,
        frame: Frame { request: 0, thinking: 0, system: 4, user: 4, answer: 4, silent: 4, result: 4 },
        calls: CallSize { each: 30, argument: 0, answer: 0 },
        tools: ToolsSize { any, forced: any, none_is_free: false, each: 0, json, descriptions: json },
        schema: SchemaSize { json: 1_000, plus: 0 },
        reasoning: ReasoningSize { reads_words: true, ..NO_REASONING },
        media: MediaSize {
            picture: PictureSize::Flat(1_120),
            page: 1_590,
            words: 740,
            sound: 32,
            film: 295,
            other: 0,
            citations: 0,
        },
        vocabulary: Vocabulary::O200k,
    }
}

/// Another maker's model that counts two tokens around a user message.
pub(in crate::format) const fn brief(size: ModelSize) -> ModelSize {
    ModelSize { frame: Frame { user: 2, ..size.frame }, ..size }
}

/// A model that counts these tokens around a request.
pub(in crate::format) const fn framed(request: u16, size: ModelSize) -> ModelSize {
    ModelSize { frame: Frame { request, ..size.frame }, ..size }
}

/// A row of the table: the window of one model, or of a run of versions.
#[derive(Clone, Copy, Debug)]
pub struct WindowRow {
    /// The family.
    pub family: Family,
    /// The words that must be in the name; any of them is enough. Empty: any name of the family.
    pub words: &'static [&'static str],
    /// The first version that the row is about. The row holds up to the next row of the same words.
    pub since: Version,
    /// The vendor that serves the model with this window; `None` for all others.
    pub vendor: Option<&'static str>,
    /// Tokens that a request may have at most. Of models that providers serve with different windows, the smallest.
    pub tokens: u32,
    /// The source of the row, for people.
    pub source: &'static str,
}

/// A row of the table of windows.
pub(in crate::format) const fn window_row(
    family: Family,
    words: &'static [&'static str],
    since: Version,
    tokens: u32,
    source: &'static str,
) -> WindowRow {
    WindowRow { family, words, since, vendor: None, tokens, source: documented(source) }
}

/// The source of windows in which two lists of models agree.
pub(in crate::format) const TWO_LISTS: &str = "pi-ai 1.6.0 and LiteLLM 1.110.2, which agree";

/// A row for requests to one vendor, the model's own maker.
pub(in crate::format) const fn at(vendor: &'static str, row: WindowRow) -> WindowRow {
    WindowRow { vendor: Some(vendor), ..row }
}
