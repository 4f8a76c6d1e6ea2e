//! The tables of sizes and windows: the rows of each provider, and of open models.

use super::row::{
    RECORDED, RequestKind, SizeRow, TWO_LISTS, UnknownSize, WindowRow, at, brief, framed, only, other,
    plain_tools, row, window_row,
};
use crate::format::models::Family;
use crate::format::tables::{joined, length};
use crate::message::{Format, providers};
use crate::sanitize::RequestOptions;
use crate::tokens::{CallSize, ModelSize, ToolsSize, UNKNOWN};

/// Makes the tables of the providers.
macro_rules! make_lists {
    ($($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// Sizes that no name of a model leads to.
        static UNNAMED: [&[ModelSize]; [$($name),*].len()] = [$(crate::format::$folder::SIZES.unnamed),*];

        /// The sizes of models without a row.
        static OF_NO_ROW: [&[(Format, UnknownSize)]; [$($name),*].len()] =
            [$(crate::format::$folder::SIZES.unknown),*];

        const SIZE_LISTS: &[&[SizeRow]] = &[$(crate::format::$folder::SIZES.rows,)* OPEN];

        const WINDOW_LISTS: &[&[WindowRow]] = &[$(crate::format::$folder::SIZES.windows,)* OPEN_WINDOWS];
    };
}
providers!(make_lists);

const GPT_OSS: ModelSize = ModelSize {
    tools: ToolsSize { any: 5, forced: 5, none_is_free: false, each: 4, json: 600, descriptions: 1_000 },
    calls: CallSize { each: 20, argument: 0, answer: 0 },
    ..framed(66, other("gpt-oss", 1_000, 5, 600))
};

const KIMI: ModelSize =
    ModelSize { calls: CallSize { each: 18, argument: 0, answer: 0 }, ..other("kimi", 1_050, 8, 850) };
const LLAMA: ModelSize = framed(31, other("llama", 1_050, 250, 1_000));

const LLAMA_4: ModelSize = ModelSize {
    tools: ToolsSize { any: 670, forced: 670, none_is_free: true, each: 0, json: 1_000, descriptions: 1_000 },
    ..other("llama-4", 1_050, 670, 1_000)
};

/// Open models, which many serve, and models of makers without their own format.
const OPEN: &[SizeRow] = &[
    row(Family::DeepSeek, &[], (0, 0), brief(other("deepseek", 1_050, 215, 1_200)), RECORDED),
    row(Family::Grok, &[], (0, 0), other("grok", 950, 60, 1_100), RECORDED),
    only(
        RequestKind::To("xai"),
        row(Family::Grok, &["fast"], (4, 0), framed(168, other("grok-4-fast", 950, 132, 1_100)), RECORDED),
    ),
    row(Family::Grok, &[], (4, 0), brief(other("grok-4", 930, 130, 1_100)), RECORDED),
    row(Family::Grok, &[], (4, 2), framed(128, other("grok-4.3", 950, 20, 1_100)), RECORDED),
    row(Family::GptOss, &[], (0, 0), GPT_OSS, RECORDED),
    row(Family::Llama, &[], (0, 0), LLAMA, RECORDED),
    row(
        Family::Llama,
        &[],
        (4, 0),
        ModelSize { name: "llama-4, elsewhere", tools: plain_tools(500, 500), ..LLAMA_4 },
        RECORDED,
    ),
    only(RequestKind::To("groq"), row(Family::Llama, &[], (4, 0), LLAMA_4, RECORDED)),
    only(
        RequestKind::Of(Format::Bedrock),
        row(
            Family::Llama,
            &[],
            (4, 0),
            ModelSize { name: "llama-4, bedrock", tools: plain_tools(90, 90), ..LLAMA_4 },
            RECORDED,
        ),
    ),
    row(Family::Kimi, &[], (0, 0), KIMI, RECORDED),
    row(Family::Glm, &[], (0, 0), other("glm", 1_100, 150, 1_250), RECORDED),
    row(Family::MiniMax, &[], (0, 0), framed(40, other("minimax", 1_100, 250, 1_250)), RECORDED),
    row(Family::Qwen, &[], (0, 0), other("qwen", 1_250, 160, 1_350), RECORDED),
];

const SERVED: &str = "the makers' model cards, and the smallest window that a provider serves";

const OPEN_WINDOWS: &[WindowRow] = &[
    window_row(Family::DeepSeek, &[], (0, 0), 64_000, SERVED),
    // OpenCode serves one of them with 200,000.
    window_row(Family::DeepSeek, &[], (4, 0), 200_000, TWO_LISTS),
    at("deepseek", window_row(Family::DeepSeek, &[], (4, 0), 1_000_000, TWO_LISTS)),
    window_row(Family::Grok, &[], (0, 0), 131_072, SERVED),
    window_row(Family::Grok, &["vision"], (0, 0), 32_768, SERVED),
    window_row(Family::Grok, &[], (4, 0), 256_000, SERVED),
    window_row(Family::Grok, &[], (4, 3), 1_000_000, TWO_LISTS),
    window_row(Family::Grok, &["4-20"], (0, 0), 1_000_000, TWO_LISTS),
    window_row(Family::Grok, &[], (4, 5), 500_000, TWO_LISTS),
    window_row(Family::GptOss, &[], (0, 0), 131_072, SERVED),
    window_row(Family::Llama, &[], (0, 0), 4_096, SERVED),
    window_row(Family::Llama, &[], (3, 0), 8_192, SERVED),
    window_row(Family::Llama, &[], (3, 1), 128_000, SERVED),
    window_row(Family::Qwen, &[], (0, 0), 32_768, SERVED),
    window_row(
        Family::Qwen,
        &["max"],
        (4, 0),
        1_000_000,
        "<https://www.alibabacloud.com/help/en/model-studio/cot-summary>",
    ),
    window_row(Family::Kimi, &[], (0, 0), 131_072, SERVED),
    window_row(Family::Kimi, &[], (2, 5), 262_144, SERVED),
    at("kimi", window_row(Family::Kimi, &[], (3, 0), 1_048_576, TWO_LISTS)),
    at("kimi", window_row(Family::Kimi, &["256k"], (3, 0), 262_144, TWO_LISTS)),
    window_row(Family::Glm, &[], (0, 0), 128_000, SERVED),
    window_row(Family::Glm, &[], (4, 6), 200_000, SERVED),
    at("glm", window_row(Family::Glm, &[], (5, 2), 1_000_000, TWO_LISTS)),
    window_row(Family::MiniMax, &[], (0, 0), 196_608, SERVED),
    window_row(Family::Gemma, &[], (0, 0), 8_192, SERVED),
    window_row(Family::Gemma, &[], (3, 0), 32_768, SERVED),
    window_row(Family::Gemma, &[], (4, 0), 131_072, SERVED),
    window_row(Family::Gemma, &["26b", "31b"], (4, 0), 262_144, TWO_LISTS),
    window_row(Family::Muse, &[], (0, 0), 1_048_576, "pi-ai 1.6.0"),
    window_row(Family::MiMo, &[], (0, 0), 131_072, SERVED),
    window_row(Family::MiMo, &[], (2, 6), 1_048_576, "pi-ai 1.6.0"),
    at("minimax", window_row(Family::MiniMax, &[], (2, 7), 204_800, TWO_LISTS)),
    at("minimax", window_row(Family::MiniMax, &[], (3, 0), 1_000_000, TWO_LISTS)),
];

static SIZE_ROWS: [SizeRow; length(SIZE_LISTS)] =
    joined(row(Family::Claude, &[], (0, 0), UNKNOWN, ""), SIZE_LISTS);

static WINDOW_ROWS: [WindowRow; length(WINDOW_LISTS)] =
    joined(window_row(Family::Claude, &[], (0, 0), 0, ""), WINDOW_LISTS);

/// The table of sizes.
pub static SIZES: &[SizeRow] = &SIZE_ROWS;

/// The table of windows.
pub static WINDOWS: &[WindowRow] = &WINDOW_ROWS;

/// The sizes of this name.
pub fn named(name: &str) -> Option<&'static ModelSize> {
    for row in SIZES {
        if row.size.name == name {
            return Some(&row.size);
        }
    }
    for sizes in UNNAMED {
        for size in sizes {
            if size.name == name {
                return Some(size);
            }
        }
    }
    (UNKNOWN.name == name).then_some(&UNKNOWN)
}

/// The sizes of a model without a row. Formats of programs say nothing of a provider.
pub(super) fn unknown(format: Format, options: &RequestOptions) -> &'static ModelSize {
    for sizes in OF_NO_ROW {
        for (of, size) in sizes {
            if *of == format {
                return size(options);
            }
        }
    }
    &UNKNOWN
}
