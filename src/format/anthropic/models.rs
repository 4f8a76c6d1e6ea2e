//! The rows of Claude in the table of models.

use crate::format::models::{
    BreakpointSupport, Family, Model, Readable, RefusedField, RefusedThinking, Version,
};

/// Anthropic's table of the values of `thinking.type`, by model.
const THINKING: &str = "<https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>";

/// Anthropic's page on the models that read other models' thinking, and on the messages to which thinking is bound.
const PRESERVED: &str = "<https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>";

/// Anthropic's page on changes of tools in messages, and on the models that take them. Claude Sonnet 5 does not.
const TOOL_CHANGES: &str =
    "<https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages>";

/// "thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".
const NO_BUDGET: RefusedThinking = RefusedThinking { kind: "enabled", instead: Some("adaptive") };

/// Thinking is always on, whether or not the request asks for it.
const NOT_OFF: RefusedThinking = RefusedThinking { kind: "disabled", instead: None };

/// To turn thinking off on this model, send {"type": "between_tools"}.
const OFF_BETWEEN_TOOLS: RefusedThinking =
    RefusedThinking { kind: "disabled", instead: Some("between_tools") };

/// A budget of tokens is the caller's to choose, so the request is sent without thinking, which is these models' default.
const NO_ADAPTIVE: RefusedThinking = RefusedThinking { kind: "adaptive", instead: None };

const ALWAYS_ADAPTIVE: &[RefusedThinking] = &[NO_BUDGET, NOT_OFF];

/// Which models cannot be forced to call a tool, beside those of Anthropic's page.
const UNFORCED: &str = "<https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>; forced tools: LiteLLM, \
    `supports_forced_tool_use: false`; `@ai-sdk/anthropic`, `rejectsForcedToolUse`";

const FABLE: &[&str] = &["fable", "mythos"];

/// A model of Claude. Since 4.5 they take breakpoints that live for an hour.
const fn claude(words: &'static [&'static str], since: Version) -> Model {
    Model { breakpoints: BreakpointSupport::Long, ..Model::of(Family::Claude, words, since) }
}

/// Claude before 4.6.
const OLD_CLAUDE: Model =
    Model { continues_words: true, refused_thinking: &[NO_ADAPTIVE], ..claude(&[], (0, 0)) };

/// Amazon's table of the models that take cache points, with their lifetimes.
const CACHE_POINTS: &str = "<https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html>";

/// Claude 4.7 and later.
const ADAPTIVE_CLAUDE: Model = Model { refused_thinking: &[NO_BUDGET], ..claude(&[], (4, 7)) };

/// Claude 4.8 and later.
const CLAUDE_4_8: Model = Model { words_before_calls: true, since: (4, 8), ..ADAPTIVE_CLAUDE };

/// A name that no other row is about.
const NEWEST_CLAUDE: Model = Model { is_bound: true, takes_tool_changes: true, since: (5, 1), ..CLAUDE_4_8 };

/// "tool_choice: type "tool" and "any" are not supported for this model."
const NOT_FORCED: RefusedField = RefusedField {
    name: "tool_choice",
    kinds: &["any", "tool"],
    instead: &[(&["tool_choice", "type"], Some("\"auto\"")), (&["tool_choice", "name"], None)],
    ..RefusedField::ANYWHERE
};

/// The rows.
pub(in crate::format) const MODELS: &[Model] = &[
    Model { breakpoints: BreakpointSupport::Never, ..OLD_CLAUDE }.told_by(
        "2026-11",
        "prefill: claude-haiku-4-5 (recorded: 200), strands-agents/sdk-python#1694, agno-agi/agno#7015; thinking: \
         <https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>",
    ),
    Model { breakpoints: BreakpointSupport::Short, since: (3, 7), ..OLD_CLAUDE }.told_by("2026-11", CACHE_POINTS),
    Model { since: (4, 5), ..OLD_CLAUDE }.told_by("2026-11", CACHE_POINTS),
    claude(&[], (4, 6)).told_by(
        "2026-11",
        "prefill: \"Prefilling assistant messages returns a 400 error on Claude 4.6 models\" (Anthropic's migration \
         guide); thinking: <https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>",
    ),
    ADAPTIVE_CLAUDE.told_by("2026-11", THINKING),
    CLAUDE_4_8.told_by("2026-11", "words and calls: BerriAI/litellm#24361, NousResearch/hermes-agent#108200"),
    Model { takes_tool_changes: true, words: &["opus"], ..CLAUDE_4_8 }
        .told_by("2026-11", TOOL_CHANGES),
    NEWEST_CLAUDE.told_by("2026-11", PRESERVED),
    Model {
        refused_thinking: &[NOT_OFF],
        ..claude(&["mythos-preview"], (0, 0))
    }
    .told_by("2026-11", THINKING),
    Model {
        refused_thinking: ALWAYS_ADAPTIVE,
        takes_tool_changes: true,
        words_before_calls: true,
        ..claude(FABLE, (5, 0))
    }
    .told_by("2026-11", THINKING),
    Model {
        refused_thinking: ALWAYS_ADAPTIVE,
        reads: &[
            Readable { words: &[], from: (0, 0), until: (5, 0) },
            Readable { words: FABLE, from: (5, 1), until: (5, 1) },
            Readable { words: &["opus"], from: (5, 5), until: (5, 5) },
        ],
        is_bound: true,
        takes_tool_changes: true,
        refused_fields: &[NOT_FORCED],
        words_before_calls: true,
        ..claude(FABLE, (5, 1))
    }
    .told_by("2026-11", PRESERVED),
    Model {
        refused_thinking: ALWAYS_ADAPTIVE,
        reads: &[Readable { words: FABLE, from: (5, 2), until: (5, 2) }],
        is_bound: true,
        takes_tool_changes: true,
        refused_fields: &[NOT_FORCED],
        words_before_calls: true,
        ..claude(FABLE, (5, 2))
    }
    .told_by(
        "2026-11",
        "<https://platform.claude.com/docs/en/models/fable-5-2/whats-new-fable-5-2>",
    ),
    Model {
        refused_thinking: ALWAYS_ADAPTIVE,
        reads: &[Readable { words: &["opus", "sonnet", "haiku"], from: (0, 0), until: (5, 0) }],
        is_bound: true,
        takes_tool_changes: true,
        refused_fields: &[NOT_FORCED],
        words_before_calls: true,
        ..claude(&["opus"], (5, 5))
    }
    .told_by("2026-11", UNFORCED),
    Model {
        refused_thinking: &[NO_BUDGET, OFF_BETWEEN_TOOLS],
        is_bound: true,
        takes_tool_changes: true,
        refused_fields: &[NOT_FORCED],
        words_before_calls: true,
        ..claude(&["sonnet"], (5, 5))
    }
    .told_by(
        "2026-11",
        "<https://platform.claude.com/docs/en/models/sonnet-5-5/overview>; forced tools: LiteLLM,          `supports_forced_tool_use: false`; `@ai-sdk/anthropic`, `rejectsForcedToolUse`",
    ),
    Model { words: &["haiku"], since: (5, 5), ..NEWEST_CLAUDE }.told_by(
        "2026-11",
        "<https://platform.claude.com/docs/en/models/haiku-5-5/whats-new-haiku-5-5>",
    ),
];

#[cfg(test)]
mod tests {
    use crate::format::models::{is_readable, title_of};

    #[test]
    fn the_row_of_a_model_is_the_newest_that_its_name_allows() {
        let cases = [
            ("claude-haiku-4-5-20251001", "Claude 4.5"),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "Claude 4.5"),
            ("claude-sonnet-4-20250514", "Claude 3.7"),
            ("claude-opus-4-1", "Claude 3.7"),
            ("anthropic/claude-opus-4.5", "Claude 4.5"),
            ("claude-3-5-sonnet-v2@20241022", "Claude 0.0"),
            ("anthropic.claude-3-haiku-20240307-v1:0", "Claude 0.0"),
            ("claude-instant-1.2", "Claude 0.0"),
            ("claude-opus-4-6", "Claude 4.6"),
            ("us.anthropic.claude-opus-4-6-v1", "Claude 4.6"),
            ("claude-opus-4-8", "Claude opus 4.8"),
            ("claude-sonnet-4-10", "Claude 4.8"),
            ("claude-sonnet-5", "Claude 4.8"),
            ("claude-opus-5", "Claude opus 4.8"),
            ("claude-haiku-5-5", "Claude haiku 5.5"),
            ("claude-opus-5-5", "Claude opus 5.5"),
            ("claude-opus-9", "Claude opus 5.5"),
            ("claude-sonnet-5-5", "Claude sonnet 5.5"),
            ("claude-sonnet-latest", "Claude sonnet 5.5"),
            ("claude-novel-6", "Claude 5.1"),
            ("claude-novel-1", "Claude 5.1"),
            ("claude-latest", "Claude 5.1"),
            ("anthropic.claude-v2:1", "Claude 0.0"),
            ("claude-2.1", "Claude 0.0"),
            ("claude-fable-5", "Claude fable 5.0"),
            ("claude-mythos-5-1", "Claude fable 5.1"),
            ("claude-fable-5-2", "Claude fable 5.2"),
            ("claude-mythos-preview", "Claude mythos-preview 0.0"),
            ("us.anthropic.claude-3-7-sonnet-20250219-v1:0", "Claude 3.7"),
            ("anthropic.claude-3-5-haiku-20241022-v1:0", "Claude 0.0"),
        ];
        for (name, expected) in cases {
            assert_eq!(title_of(name), expected, "{name}");
        }
    }

    #[test]
    fn a_model_reads_the_thinking_of_those_that_its_row_names() {
        let cases = [
            ("claude-fable-5-1", "claude-opus-5", true),
            ("claude-fable-5-1", "claude-fable-5", true),
            ("claude-fable-5-1", "claude-opus-5-5", true),
            ("claude-fable-5-1", "claude-mythos-5-1", true),
            ("claude-fable-5-1", "claude-sonnet-5-5", false),
            ("claude-fable-5-1", "claude-fable-5-2", false),
            ("claude-opus-5-5", "claude-opus-5", true),
            ("claude-opus-5-5", "claude-haiku-4-5-20251001", true),
            ("claude-opus-5-5", "claude-fable-5", false),
            ("claude-opus-5-5", "claude-fable-5-1", false),
            ("claude-opus-5", "claude-fable-5-1", false),
            ("claude-fable-5-1", "gpt-5", false),
            ("gpt-5", "claude-opus-5", false),
        ];
        for (asked, maker, expected) in cases {
            assert_eq!(is_readable(asked, maker), expected, "{asked} reads {maker}");
        }
    }
}
