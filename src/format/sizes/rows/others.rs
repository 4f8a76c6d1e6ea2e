//! The sizes of the models of others.

use super::claude::claude_tools;
use super::openai::GPT_4;
use super::{MARGIN, NO_REASONING, RECORDED, RequestKind, SizeRow, only, row, with_picture};
use crate::format::models::Family;
use crate::message::Format;
use crate::tokens::{
    CallSize, Frame, MediaSize, ModelSize, PictureSize, ReasoningSize, Scale, SchemaSize, ToolsSize,
    Vocabulary,
};

pub(super) const GEMINI_2: ModelSize = ModelSize {
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
    ..GPT_4
};

pub(super) const GEMINI_2_5: ModelSize = ModelSize {
    share: 1_010,
    calls: CallSize { each: 10, argument: 0, answer: 0 },
    tools: ToolsSize { json: 860, ..GEMINI_2.tools },
    reasoning: ReasoningSize { beside_call: 90, ..NO_REASONING },
    ..with_picture("gemini-2.5", PictureSize::Flat(258), GEMINI_2)
};

pub(super) const GEMINI_3: ModelSize = ModelSize {
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
pub(super) const VERTEX_GEMINI_3: ModelSize = ModelSize {
    name: "gemini-3, vertex",
    tools: ToolsSize { json: 250, ..GEMINI_3.tools },
    reasoning: NO_REASONING,
    ..GEMINI_3
};

pub(super) const NEW_GEMINI: ModelSize = ModelSize {
    name: "gemini, unmeasured",
    is_measured: false,
    share: 1_160,
    media: MediaSize { picture: PictureSize::Flat(1_120), page: 1_102, ..GEMINI_3.media },
    ..GEMINI_3
};

pub(super) const MISTRAL: ModelSize = ModelSize {
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
    ..GPT_4
};

pub(super) const MINISTRAL: ModelSize = ModelSize {
    name: "ministral",
    frame: Frame { request: 0, ..MISTRAL.frame },
    calls: CallSize { each: 41, argument: 0, answer: 0 },
    ..MISTRAL
};

pub(super) const PIXTRAL: PictureSize = PictureSize::Squares {
    side: 16,
    more: 1,
    each: 1_000,
    plus: 0,
    scale: Scale { longest: 1_024, most: u16::MAX },
};

/// A model of others, with these sizes of texts, tools and their JSON.
pub(super) const fn other(name: &'static str, share: u16, any: u16, json: u16) -> ModelSize {
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
        ..GPT_4
    }
}

/// A model of others that counts two tokens around a message of the user.
const fn brief(size: ModelSize) -> ModelSize {
    ModelSize { frame: Frame { user: 2, ..size.frame }, ..size }
}

pub(super) const fn framed(request: u16, size: ModelSize) -> ModelSize {
    ModelSize { frame: Frame { request, ..size.frame }, ..size }
}

pub(super) const NOVA: ModelSize = ModelSize {
    frame: Frame { request: 0, thinking: 0, system: 0, user: 0, answer: 4, silent: 4, result: 4 },
    ..with_picture("nova", PictureSize::Flat(1_826), other("nova", 1_110, 325, 1_000))
};
pub(super) const NOVA_2: ModelSize = ModelSize {
    media: MediaSize {
        picture: PictureSize::Flat(460),
        page: 2_550,
        words: 0,
        sound: 32,
        film: 220,
        other: 0,
        citations: 0,
    },
    ..framed(35, other("nova-2", 1_000, 832, 1_000))
};
pub(super) const GPT_OSS: ModelSize = ModelSize {
    tools: ToolsSize { any: 5, forced: 5, none_is_free: false, each: 4, json: 600, descriptions: 1_000 },
    calls: CallSize { each: 20, argument: 0, answer: 0 },
    ..framed(66, other("gpt-oss", 1_000, 5, 600))
};
const KIMI: ModelSize =
    ModelSize { calls: CallSize { each: 18, argument: 0, answer: 0 }, ..other("kimi", 1_050, 8, 850) };
pub(super) const LLAMA: ModelSize = framed(31, other("llama", 1_050, 250, 1_000));
pub(super) const LLAMA_4: ModelSize = ModelSize {
    tools: ToolsSize { any: 670, forced: 670, none_is_free: true, each: 0, json: 1_000, descriptions: 1_000 },
    ..other("llama-4", 1_050, 670, 1_000)
};

/// The rows.
pub(super) static ROWS: &[SizeRow] = &[
    row(Family::Gemini, &[], (0, 0), with_picture("gemini-1", PictureSize::Flat(258), GEMINI_2), RECORDED),
    row(Family::Gemini, &[], (2, 0), GEMINI_2, RECORDED),
    row(Family::Gemini, &[], (2, 5), GEMINI_2_5, RECORDED),
    row(Family::Gemini, &[], (3, 0), GEMINI_3, RECORDED),
    row(Family::Gemini, &[], (4, 0), NEW_GEMINI, "none"),
    row(Family::Mistral, &[], (0, 0), MISTRAL, RECORDED),
    row(Family::Mistral, &["ministral"], (0, 0), MINISTRAL, RECORDED),
    row(Family::Mistral, &["pixtral"], (0, 0), with_picture("pixtral", PIXTRAL, MISTRAL), RECORDED),
    row(Family::Nova, &[], (0, 0), NOVA, RECORDED),
    row(Family::Nova, &[], (2, 0), NOVA_2, RECORDED),
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
        ModelSize { name: "llama-4, elsewhere", tools: claude_tools(500, 500), ..LLAMA_4 },
        RECORDED,
    ),
    only(RequestKind::To("groq"), row(Family::Llama, &[], (4, 0), LLAMA_4, RECORDED)),
    only(
        RequestKind::Of(Format::Bedrock),
        row(
            Family::Llama,
            &[],
            (4, 0),
            ModelSize { name: "llama-4, bedrock", tools: claude_tools(90, 90), ..LLAMA_4 },
            RECORDED,
        ),
    ),
    row(Family::Kimi, &[], (0, 0), KIMI, RECORDED),
    row(Family::Glm, &[], (0, 0), other("glm", 1_100, 150, 1_250), RECORDED),
    row(Family::MiniMax, &[], (0, 0), framed(40, other("minimax", 1_100, 250, 1_250)), RECORDED),
    row(Family::Qwen, &[], (0, 0), other("qwen", 1_250, 160, 1_350), RECORDED),
];
