//! The sizes of Mistral.

use crate::format::models::Family;
use crate::format::sizes::{
    MARGIN, NO_REASONING, ProviderSizes, RECORDED, TWO_LISTS, row, window_row, with_picture,
};
use crate::message::Format;
use crate::tokens::{
    CallSize, Frame, MediaSize, ModelSize, PictureSize, ReasoningSize, Scale, SchemaSize, ToolsSize,
    Vocabulary,
};

const PAGE: &str = "Mistral's page \"Models\"";

const MISTRAL: ModelSize = ModelSize {
    name: "mistral",
    margin: MARGIN,
    vocabulary: Vocabulary::Tekken,
    frame: Frame { request: 12, thinking: 0, system: 2, user: 2, answer: 1, silent: 1, result: 2 },
    calls: CallSize { each: 8, argument: 0, answer: 0 },
    tools: ToolsSize { any: 5, forced: 5, none_is_free: true, each: 0, json: 1_180, descriptions: 1_180 },
    schema: SchemaSize { json: 0, plus: 0 },
    reasoning: ReasoningSize { is_of_turn: false, reads_words: true, ..NO_REASONING },
    media: MediaSize {
        picture: PictureSize::Squares {
            side: 28,
            more: 1,
            each: 1_000,
            plus: 0,
            scale: Scale { longest: 1_540, most: u16::MAX },
        },
        page: 0,
        words: 1_500,
        sound: 13,
        film: 295,
        other: 0,
        citations: 0,
    },
    is_measured: true,
    share: 1_000,
};

const MINISTRAL: ModelSize = ModelSize {
    name: "ministral",
    frame: Frame { request: 0, ..MISTRAL.frame },
    calls: CallSize { each: 41, argument: 0, answer: 0 },
    ..MISTRAL
};

const PIXTRAL: PictureSize = PictureSize::Squares {
    side: 16,
    more: 1,
    each: 1_000,
    plus: 0,
    scale: Scale { longest: 1_024, most: u16::MAX },
};

/// The rows.
pub(in crate::format) const SIZES: ProviderSizes = ProviderSizes {
    rows: &[
        row(Family::Mistral, &[], (0, 0), MISTRAL, RECORDED),
        row(Family::Mistral, &["ministral"], (0, 0), MINISTRAL, RECORDED),
        row(Family::Mistral, &["pixtral"], (0, 0), with_picture("pixtral", PIXTRAL, MISTRAL), RECORDED),
    ],
    unnamed: &[],
    windows: &[
        window_row(Family::Mistral, &[], (0, 0), 128_000, PAGE),
        window_row(Family::Mistral, &["7b", "tiny", "saba", "voxtral"], (0, 0), 32_000, PAGE),
        window_row(Family::Mistral, &["magistral"], (0, 0), 40_000, PAGE),
        window_row(
            Family::Mistral,
            &[
                "large-2512",
                "medium-2508",
                "medium-2604",
                "medium-3",
                "small-2603",
                "devstral-2512",
                "medium-latest",
                "small-latest",
                "devstral-latest",
                "8b-latest",
                "14b-latest",
                "14b-2512",
                "8b-2512",
            ],
            (0, 0),
            262_144,
            TWO_LISTS,
        ),
        window_row(Family::Mistral, &["voxtral-latest"], (0, 0), 32_000, PAGE),
        window_row(Family::Mistral, &["magistral-small"], (0, 0), 40_000, PAGE),
        window_row(Family::Mistral, &["large-4", "large-latest"], (0, 0), 1_048_576, TWO_LISTS),
    ],
    unknown: &[(Format::Mistral, |_| &MISTRAL)],
};
