//! The sizes of Gemini.

use crate::format::models::Family;
use crate::format::sizes::{
    MARGIN, NO_REASONING, ProviderSizes, RECORDED, TWO_LISTS, row, window_row, with_picture,
};
use crate::message::Format;
use crate::tokens::{
    CallSize, Frame, MediaSize, ModelSize, PictureSize, ReasoningSize, SchemaSize, ToolsSize, Vocabulary,
};

const PAGE: &str = "Google's page \"Gemini models\"";

const GEMINI_2: ModelSize = ModelSize {
    name: "gemini-2",
    margin: MARGIN,
    share: 1_000,
    frame: Frame { request: 0, thinking: 0, system: 0, user: 0, answer: 1, silent: 1, result: 1 },
    calls: CallSize { each: 34, argument: 4, answer: 0 },
    tools: ToolsSize { any: 0, forced: 0, none_is_free: false, each: 0, json: 620, descriptions: 860 },
    schema: SchemaSize { json: 0, plus: 0 },
    reasoning: NO_REASONING,
    media: MediaSize {
        picture: PictureSize::Crops(258),
        page: 258,
        words: 0,
        sound: 32,
        film: 295,
        other: 0,
        citations: 0,
    },
    is_measured: true,
    vocabulary: Vocabulary::O200k,
};

const GEMINI_2_5: ModelSize = ModelSize {
    share: 1_010,
    calls: CallSize { each: 10, argument: 0, answer: 0 },
    tools: ToolsSize { json: 860, ..GEMINI_2.tools },
    reasoning: ReasoningSize { beside_call: 90, ..NO_REASONING },
    ..with_picture("gemini-2.5", PictureSize::Flat(258), GEMINI_2)
};

const GEMINI_3: ModelSize = ModelSize {
    name: "gemini-3",
    share: 1_120,
    schema: SchemaSize { json: 1_000, plus: 0 },
    reasoning: ReasoningSize { beside_call: 202, ..NO_REASONING },
    media: MediaSize {
        picture: PictureSize::Flat(1_102),
        page: 532,
        words: 0,
        sound: 32,
        film: 92,
        other: 0,
        citations: 0,
    },
    ..GEMINI_2_5
};

/// Gemini 3 on Vertex, which counts of a tool little more than its names and descriptions.
const VERTEX_GEMINI_3: ModelSize = ModelSize {
    name: "gemini-3, vertex",
    tools: ToolsSize { json: 250, ..GEMINI_3.tools },
    reasoning: NO_REASONING,
    ..GEMINI_3
};

const NEW_GEMINI: ModelSize = ModelSize {
    name: "gemini, unmeasured",
    is_measured: false,
    share: 1_160,
    media: MediaSize { picture: PictureSize::Flat(1_120), page: 1_102, ..GEMINI_3.media },
    ..GEMINI_3
};

/// The rows.
pub(in crate::format) const SIZES: ProviderSizes = ProviderSizes {
    rows: &[
        row(
            Family::Gemini,
            &[],
            (0, 0),
            with_picture("gemini-1", PictureSize::Flat(258), GEMINI_2),
            RECORDED,
        ),
        row(Family::Gemini, &[], (2, 0), GEMINI_2, RECORDED),
        row(Family::Gemini, &[], (2, 5), GEMINI_2_5, RECORDED),
        row(Family::Gemini, &[], (3, 0), GEMINI_3, RECORDED),
        row(Family::Gemini, &[], (4, 0), NEW_GEMINI, "none"),
    ],
    unnamed: &[VERTEX_GEMINI_3],
    windows: &[
        window_row(Family::Gemini, &[], (0, 0), 30_720, PAGE),
        window_row(Family::Gemini, &[], (1, 5), 1_048_576, PAGE),
        window_row(Family::Gemini, &["image"], (2, 0), 32_768, PAGE),
        window_row(Family::Gemini, &["tts"], (2, 0), 8_192, PAGE),
        window_row(Family::Gemini, &["live", "audio"], (2, 0), 32_000, PAGE),
        window_row(Family::Gemini, &["computer-use"], (2, 5), 128_000, TWO_LISTS),
        window_row(Family::Gemini, &["robotics"], (0, 0), 131_072, TWO_LISTS),
    ],
    unknown: &[(Format::Gemini, |_| &NEW_GEMINI)],
};

/// The sizes of a model where signatures count nothing.
pub(super) fn unsigned(size: &'static ModelSize) -> &'static ModelSize {
    if *size.name == *GEMINI_3.name { &VERTEX_GEMINI_3 } else { size }
}
