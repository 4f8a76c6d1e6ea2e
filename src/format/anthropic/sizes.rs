//! The sizes of Claude.

use crate::format::models::Family;
use crate::format::sizes::{ProviderSizes, RECORDED, TWO_LISTS, plain_tools, row, window_row};
use crate::message::Format;
use crate::tokens::{
    CallSize, Frame, Margin, MediaSize, ModelSize, PictureSize, ReasoningSize, Scale, SchemaSize, Vocabulary,
};

const OVERVIEW: &str = "Anthropic's page \"Models overview\"";

/// A picture as Claude counts it: squares of 28 pixels, at most 1,568 of them.
const fn claude_media(most: u16, longest: u16) -> MediaSize {
    let scale = Scale { longest, most };
    let picture = PictureSize::Squares { side: 28, more: 0, each: 1_000, plus: 3, scale };
    MediaSize { picture, page: 1_590, words: 1_080, sound: 32, film: 295, other: 0, citations: 600 }
}

const CLAUDE: ModelSize = ModelSize {
    name: "claude",
    is_measured: true,
    vocabulary: Vocabulary::Claude,
    share: 1_000,
    margin: Margin { share: 8, request: 0 },
    frame: Frame { request: 3, thinking: 28, system: 0, user: 3, answer: 3, silent: 3, result: 0 },
    calls: CallSize { each: 51, argument: 14, answer: 0 },
    tools: plain_tools(496, 589),
    schema: SchemaSize { json: 1_000, plus: 120 },
    reasoning: ReasoningSize {
        is_of_turn: true,
        character: 197,
        beside_call: 0,
        beside_text: 0,
        free_characters: 157,
        reads_words: true,
    },
    media: claude_media(1_568, 1_568),
};

/// Claude up to 4.5, with these tokens for tools.
const fn old_claude(name: &'static str, any: u16, forced: u16) -> ModelSize {
    ModelSize { name, tools: plain_tools(any, forced), ..CLAUDE }
}

const CLAUDE_HAIKU_3: ModelSize = ModelSize {
    calls: CallSize { each: 38, argument: 14, answer: 0 },
    ..old_claude("claude-haiku-3", 264, 362)
};

/// Claude that keeps the thinking of all turns.
const CLAUDE_4_5: ModelSize = ModelSize {
    name: "claude-4.5",
    reasoning: ReasoningSize { is_of_turn: false, ..CLAUDE.reasoning },
    ..CLAUDE
};

const CLAUDE_4_7: ModelSize = ModelSize {
    name: "claude-4.7",
    margin: Margin { share: 22, request: 0 },
    vocabulary: Vocabulary::Claude47,
    frame: Frame { user: 2, answer: 2, silent: 2, ..CLAUDE.frame },
    calls: CallSize { each: 59, argument: 19, answer: -33 },
    reasoning: ReasoningSize { character: 268, free_characters: 317, ..CLAUDE_4_5.reasoning },
    media: claude_media(4_784, 2_576),
    ..CLAUDE_4_5
};

const fn claude_5(name: &'static str, any: u16, forced: u16) -> ModelSize {
    ModelSize { name, tools: plain_tools(any, forced), ..CLAUDE_4_7 }
}

/// Claude models without a known count.
pub(in crate::format) const NEW_CLAUDE: ModelSize = ModelSize {
    name: "claude, unmeasured",
    is_measured: false,
    tools: plain_tools(589, 589),
    schema: SchemaSize { json: 1_000, plus: 180 },
    ..CLAUDE_4_7
};

/// The rows.
pub(in crate::format) const SIZES: ProviderSizes = ProviderSizes {
    rows: &[
        row(
            Family::Claude,
            &[],
            (0, 0),
            NEW_CLAUDE,
            "none: the vocabulary since 4.7, and the most tokens for tools",
        ),
        row(Family::Claude, &["haiku"], (0, 0), CLAUDE_HAIKU_3, RECORDED),
        row(Family::Claude, &["sonnet"], (0, 0), old_claude("claude-sonnet-3", 159, 362), RECORDED),
        row(Family::Claude, &["opus"], (0, 0), old_claude("claude-opus-3", 530, 530), RECORDED),
        row(Family::Claude, &["sonnet"], (3, 5), old_claude("claude-sonnet-4", 300, 300), RECORDED),
        row(Family::Claude, &["opus"], (4, 0), old_claude("claude-opus-4", 300, 300), RECORDED),
        row(Family::Claude, &["haiku"], (4, 5), old_claude("claude-haiku-4.5", 496, 589), RECORDED),
        row(Family::Claude, &["sonnet"], (4, 5), old_claude("claude-sonnet-4.5", 496, 589), RECORDED),
        row(Family::Claude, &["opus"], (4, 5), CLAUDE_4_5, RECORDED),
        row(Family::Claude, &["sonnet"], (4, 6), CLAUDE_4_5, RECORDED),
        row(Family::Claude, &["opus"], (4, 7), CLAUDE_4_7, RECORDED),
        row(Family::Claude, &["sonnet"], (5, 0), claude_5("claude-sonnet-5", 355, 488), RECORDED),
        row(
            Family::Claude,
            &["opus", "fable", "mythos"],
            (5, 0),
            claude_5("claude-opus-5", 295, 428),
            RECORDED,
        ),
        row(Family::Claude, &["haiku"], (4, 6), NEW_CLAUDE, "none"),
        row(Family::Claude, &["opus", "sonnet", "haiku", "fable", "mythos"], (5, 1), NEW_CLAUDE, "none"),
    ],
    unnamed: &[],
    windows: &[
        window_row(Family::Claude, &[], (0, 0), 100_000, OVERVIEW),
        window_row(Family::Claude, &[], (2, 1), 200_000, OVERVIEW),
        window_row(Family::Claude, &["opus", "sonnet"], (4, 6), 1_000_000, OVERVIEW),
        window_row(Family::Claude, &["haiku"], (5, 5), 1_000_000, TWO_LISTS),
        window_row(Family::Claude, &["fable", "mythos"], (0, 0), 1_000_000, OVERVIEW),
    ],
    unknown: &[(Format::Anthropic, |_| &NEW_CLAUDE)],
};
