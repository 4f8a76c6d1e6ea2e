//! The rows of the table of models.

use super::{BreakpointSupport, ChatTools, Family, Model, Readable, RefusedField, RefusedThinking, Version};
use crate::message::Format;

/// Anthropic's table of the values of `thinking.type`, by model.
const THINKING: &str = "<https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>";

/// Anthropic's page on the models that read the thinking of others, and on the messages that thinking is bound to.
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

const NOVA: Model = Model { continues_words: true, ..Model::of(Family::Nova, &[], (0, 0)) };

/// Claude 4.7 and later.
const ADAPTIVE_CLAUDE: Model = Model { refused_thinking: &[NO_BUDGET], ..claude(&[], (4, 7)) };

/// Claude 4.8 and later.
const CLAUDE_4_8: Model = Model { words_before_calls: true, since: (4, 8), ..ADAPTIVE_CLAUDE };

/// A name that no other row is about.
const NEWEST_CLAUDE: Model = Model { is_bound: true, takes_tool_changes: true, since: (5, 1), ..CLAUDE_4_8 };

/// Gemini before 3.6, but for 3.5 Flash-Lite.
const CONTINUING_GEMINI: Model =
    Model { continues_words: true, takes_media_in_results: false, ..Model::of(Family::Gemini, &[], (0, 0)) };

const GEMINI_3: Model =
    Model { signs_calls: true, takes_media_in_results: true, since: (3, 0), ..CONTINUING_GEMINI };

const NEWEST_GEMINI: Model = Model { continues_words: false, ends_results: true, since: (3, 6), ..GEMINI_3 };

const GPT: Model = Model { takes_media_in_results: false, ..Model::of(Family::OpenAi, &[], (0, 0)) };

/// OpenAI's words on `prompt_cache_options`: "Supported for gpt-5.6 and later models."
const GPT_5_6: Model = Model {
    takes_tool_changes: true,
    breakpoints: BreakpointSupport::Long,
    chat_tools: ChatTools::WithNoEffort,
    since: (5, 6),
    ..GPT
};

const GPT_6: Model = Model { is_bound: true, since: (6, 0), ..GPT_5_6 };

/// "Unsupported parameter: 'parallel_tool_calls' is not supported with this model."
const NO_PARALLEL_FIELD: RefusedField = RefusedField {
    name: "parallel_tool_calls",
    instead: &[(&["parallel_tool_calls"], None)],
    ..RefusedField::ANYWHERE
};

/// "tool_choice: type "tool" and "any" are not supported for this model."
const NOT_FORCED: RefusedField = RefusedField {
    name: "tool_choice",
    kinds: &["any", "tool"],
    instead: &[(&["tool_choice", "type"], Some("\"auto\"")), (&["tool_choice", "name"], None)],
    ..RefusedField::ANYWHERE
};

const IN_RESPONSES: RefusedField =
    RefusedField { only_in: Some(Format::OpenaiResponses), ..RefusedField::ANYWHERE };

/// GPT-6.2 always reasons: Responses refuses the effort `none`, and what chooses among words.
const ALWAYS_REASONING: &[RefusedField] = &[
    RefusedField { name: "temperature", instead: &[(&["temperature"], None)], ..IN_RESPONSES },
    RefusedField { name: "top_p", instead: &[(&["top_p"], None)], ..IN_RESPONSES },
    RefusedField { name: "top_logprobs", instead: &[(&["top_logprobs"], None)], ..IN_RESPONSES },
    RefusedField {
        name: "reasoning",
        decided_by: "effort",
        kinds: &["none"],
        instead: &[(&["reasoning", "effort"], None)],
        ..IN_RESPONSES
    },
];

/// The table.
pub static MODELS: &[Model] = &[
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
        words_before_calls: true,
        ..claude(&["opus"], (5, 5))
    }
    .told_by("2026-11", PRESERVED),
    Model {
        refused_thinking: &[NO_BUDGET, OFF_BETWEEN_TOOLS],
        is_bound: true,
        takes_tool_changes: true,
        words_before_calls: true,
        ..claude(&["sonnet"], (5, 5))
    }
    .told_by(
        "2026-11",
        "<https://platform.claude.com/docs/en/models/sonnet-5-5/overview>",
    ),
    Model { words: &["haiku"], since: (5, 5), ..NEWEST_CLAUDE }.told_by(
        "2026-11",
        "<https://platform.claude.com/docs/en/models/haiku-5-5/whats-new-haiku-5-5>",
    ),
    CONTINUING_GEMINI.told_by("2026-07", "gemini-2.5-flash: 200 (LibreChat-AI/agents#323); media: Gemini's guide to results"),
    GEMINI_3.told_by("2026-07", "gemini-3.5-flash: 200 (LibreChat-AI/agents#323); signatures: Gemini's guide to them"),
    Model { words: &["flash-lite"], since: (3, 5), ..NEWEST_GEMINI }
        .told_by("2026-07", "gemini-3.5-flash-lite: 400 (LibreChat-AI/agents#323)"),
    NEWEST_GEMINI.told_by(
        "2026-07",
        "gemini-3.6-flash: 400 (LibreChat-AI/agents#323), \"and all future releases\" (Zoo-Code-Org/Zoo-Code#1052)",
    ),
    Model { breakpoints: BreakpointSupport::BehindWords, ..NOVA }.told_by(
        "2026-11",
        "prefill: Amazon's guide to Nova; cache points: \
         <https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html>, danny-avila/LibreChat#13838 (tools), \
         aws-samples/bedrock-engineer#71 (results)",
    ),
    Model { since: (2, 0), ..NOVA }
        .told_by("2026-11", "nova-2-lite (recorded: 200); cache points: zeroclaw-labs/zeroclaw#8943"),
    GPT.told_by("2026-07", "\"Image URLs are only allowed for messages with role 'user'\""),
    Model { words: &["o1", "o3", "o4"], refused_fields: &[NO_PARALLEL_FIELD], ..GPT }
        .told_by("2026-11", "evalstate/fast-agent#279, run-llama/llama_index#20865, langchain-ai/langgraph-supervisor-py#125"),
    Model { takes_tool_changes: true, chat_tools: ChatTools::WithoutEffort, since: (5, 4), ..GPT }.told_by(
        "2026-11",
        "TanStack AI, @tanstack/ai-openai 0.30.0: models with a channel for added tools; tools: openai/openai-openapi#541, \
         charmbracelet/crush#2913",
    ),
    GPT_5_6.told_by(
        "2026-11",
        "`prompt_cache_options` in the reference of OpenAI's API; tools: BerriAI/litellm#34569, danny-avila/LibreChat#14231",
    ),
    GPT_6.told_by("2026-11", "OpenAI's guide \"Keep the prefix unchanged\", which came with GPT-6"),
    Model {
        binds_prompt: false,
        chat_tools: ChatTools::Refused,
        refused_fields: ALWAYS_REASONING,
        since: (6, 2),
        ..GPT_6
    }
    .told_by("2026-11", "OpenAI's guide \"Keep the prefix unchanged\"; tools and fields: livekit/agents#7169, onyx-dot-app/onyx#15008"),
    Model { takes_media_in_results: false, ..Model::of(Family::Mistral, &[], (0, 0)) }.told_by(
        "2026-07",
        "pictures: \"3 validation errors for ToolMessage\" (LibreChat-AI/agents#344); the user after a result: \
         `mistral-medium-latest`, `devstral-medium-latest` (zed#37021), Mistral Small 4 behind vLLM \
         (mistral-vibe#578)",
    ),
    Model {
        takes_user_after_results: true,
        takes_media_in_results: false,
        ..Model::of(Family::Mistral, &["small-latest"], (0, 0))
    }
    .told_by("2026-07", "mistral-small-latest (recorded: 200, twice)"),
    Model::of(Family::Qwen, &[], (0, 0)).told_by("2026-11", "as below"),
    Model { begins_with_system: true, ..Model::of(Family::Qwen, &[], (3, 5)) }.told_by(
        "2026-11",
        "\"System message must be at the beginning.\" (vllm-project/vllm#41114, QwenLM/Qwen3.8#244)",
    ),
    Model::of(Family::Kimi, &[], (0, 0)).told_by("2026-11", "as below"),
    Model { takes_tool_changes: true, ..Model::of(Family::Kimi, &[], (3, 0)) }
        .told_by("2026-11", "<https://docs.morphllm.com/sdk/components/dynamic-tool-loading>"),
];
