//! The sizes of OpenAI's own models, in Responses and in chat completions.

use crate::format::models::Family;
use crate::format::sizes::{
    ProviderSizes, RECORDED, RequestKind, SizeRow, TWO_LISTS, only, row, window_row, with_picture,
};
use crate::message::Format;
use crate::tokens::{
    CallSize, Frame, Margin, MediaSize, ModelSize, PictureSize, ReasoningSize, Scale, SchemaSize, ToolsSize,
    UNKNOWN, Vocabulary,
};

const PAGES: &str = "OpenAI's pages of the models";

/// OpenAI's window of 400,000 tokens holds at most 272,000 of a request, the window of 1,050,000 at most 922,000.
const PAGES_OF_INPUT: &str = "OpenAI's pages of the models, less the longest answer";

/// A row for chat completions alone.
pub(in crate::format) const fn in_chat(row: SizeRow) -> SizeRow {
    only(RequestKind::Of(Format::OpenaiChat), row)
}

const GPT_4: ModelSize = ModelSize {
    name: "gpt-4",
    is_measured: true,
    vocabulary: Vocabulary::O200k,
    share: 1_000,
    margin: Margin { share: 4, request: 0 },
    frame: Frame { request: 3, thinking: 0, system: 4, user: 4, answer: 4, silent: 0, result: 0 },
    calls: CallSize { each: 16, argument: 0, answer: 0 },
    tools: ToolsSize { any: 11, forced: 11, none_is_free: false, each: 0, json: 450, descriptions: 1_000 },
    schema: SchemaSize { json: 900, plus: -8 },
    reasoning: ReasoningSize {
        is_of_turn: true,
        character: 161,
        beside_call: 0,
        beside_text: 0,
        free_characters: 1_000,
        reads_words: false,
    },
    media: MediaSize {
        picture: tiles(85, 170),
        page: 200,
        words: 740,
        sound: 10,
        film: 295,
        other: 45,
        citations: 0,
    },
};

/// GPT-4 in Responses.
const RESPONSES_GPT_4: ModelSize = ModelSize {
    name: "gpt-4, responses",
    tools: ToolsSize { any: 3, forced: 3, ..GPT_4.tools },
    media: MediaSize { page: 15, ..GPT_4.media },
    ..GPT_4
};

const fn tiles(base: u16, each: u16) -> PictureSize {
    PictureSize::Tiles { base, each }
}

/// Squares of 32 pixels, at most 1,536, each of so many thousandths of a token.
const fn squares(each: u16) -> PictureSize {
    PictureSize::Squares { side: 32, more: 0, each, plus: 0, scale: Scale { longest: u16::MAX, most: 1_536 } }
}

const O_SERIES: ModelSize = ModelSize {
    frame: Frame { request: 2, thinking: 0, system: 4, user: 4, answer: 6, silent: 0, result: 0 },
    calls: CallSize { each: 22, argument: 0, answer: 0 },
    ..with_picture("o-series", tiles(75, 150), GPT_4)
};

const GPT_5: ModelSize = ModelSize {
    media: MediaSize { picture: tiles(70, 140), page: 15, ..GPT_4.media },
    name: "gpt-5",
    tools: ToolsSize { any: 4, forced: 4, json: 470, ..GPT_4.tools },
    ..O_SERIES
};

/// GPT-5 in chat completions.
const fn chat(name: &'static str, size: ModelSize) -> ModelSize {
    let media = MediaSize { page: 300, ..size.media };
    ModelSize {
        tools: ToolsSize { any: 85, forced: 85, each: 3, json: 510, ..size.tools },
        name,
        media,
        ..size
    }
}

const CHAT_GPT_5: ModelSize = chat("gpt-5, chat", GPT_5);

const DOCS: &str = "OpenAI's page \"Images and vision\"";

/// The rows.
pub(in crate::format) const SIZES: ProviderSizes = ProviderSizes {
    rows: &[
        row(Family::OpenAi, &[], (0, 0), GPT_4, RECORDED),
        only(
            RequestKind::Of(Format::OpenaiResponses),
            row(Family::OpenAi, &[], (0, 0), RESPONSES_GPT_4, RECORDED),
        ),
        row(
            Family::OpenAi,
            &["4o-mini"],
            (0, 0),
            with_picture("gpt-4o-mini", tiles(2_833, 5_667), GPT_4),
            DOCS,
        ),
        row(Family::OpenAi, &["mini"], (4, 1), with_picture("gpt-4.1-mini", squares(1_620), GPT_4), DOCS),
        row(Family::OpenAi, &["nano"], (4, 1), with_picture("gpt-4.1-nano", squares(2_460), GPT_4), DOCS),
        row(Family::OpenAi, &["o1", "o3", "o4"], (0, 0), O_SERIES, RECORDED),
        row(Family::OpenAi, &["o4-mini"], (0, 0), with_picture("o4-mini", squares(1_720), O_SERIES), DOCS),
        row(Family::OpenAi, &[], (5, 0), GPT_5, RECORDED),
        in_chat(row(Family::OpenAi, &[], (5, 0), chat("gpt-5, chat", GPT_5), RECORDED)),
        row(Family::OpenAi, &["mini"], (5, 0), with_picture("gpt-5-mini", squares(1_200), GPT_5), RECORDED),
        in_chat(row(
            Family::OpenAi,
            &["mini"],
            (5, 0),
            chat("gpt-5-mini, chat", with_picture("", squares(1_200), GPT_5)),
            RECORDED,
        )),
        row(Family::OpenAi, &["nano"], (5, 0), with_picture("gpt-5-nano", squares(1_500), GPT_5), RECORDED),
        in_chat(row(
            Family::OpenAi,
            &["nano"],
            (5, 0),
            chat("gpt-5-nano, chat", with_picture("", squares(1_500), GPT_5)),
            RECORDED,
        )),
    ],
    unnamed: &[],
    windows: &[
        window_row(Family::OpenAi, &[], (0, 0), 16_385, PAGES),
        window_row(Family::OpenAi, &[], (4, 0), 8_192, PAGES),
        window_row(Family::OpenAi, &["32k"], (4, 0), 32_768, PAGES),
        window_row(Family::OpenAi, &["turbo", "1106", "0125", "4o"], (4, 0), 128_000, PAGES),
        window_row(Family::OpenAi, &[], (4, 1), 1_047_576, PAGES),
        window_row(Family::OpenAi, &[], (4, 5), 128_000, PAGES),
        window_row(Family::OpenAi, &[], (5, 0), 272_000, PAGES_OF_INPUT),
        window_row(Family::OpenAi, &["chat"], (5, 0), 128_000, PAGES),
        window_row(Family::OpenAi, &[], (5, 4), 922_000, PAGES_OF_INPUT),
        window_row(Family::OpenAi, &["mini", "nano"], (5, 4), 272_000, PAGES_OF_INPUT),
        window_row(Family::OpenAi, &["spark"], (5, 3), 128_000, TWO_LISTS),
        window_row(Family::OpenAi, &["cyber"], (5, 6), 272_000, TWO_LISTS),
        window_row(Family::OpenAi, &["cyber"], (6, 0), 922_000, TWO_LISTS),
        window_row(Family::OpenAi, &["o1", "o3", "o4", "codex-mini"], (0, 0), 200_000, PAGES),
        window_row(Family::OpenAi, &["o1-mini", "o1-preview"], (0, 0), 128_000, PAGES),
    ],
    unknown: &[
        (Format::OpenaiResponses, |_| &GPT_5),
        (Format::OpenaiChat, |options| match options.vendor {
            Some(vendor) if vendor.name == "openai" => &CHAT_GPT_5,
            Some(_) | None => &UNKNOWN,
        }),
    ],
};
