//! The rows of OpenAI's own models in the table of models. Chat completions serve them, too.

use crate::format::models::{BreakpointSupport, ChatTools, Family, Model, RefusedField};
use crate::message::Format;

const GPT: Model = Model { takes_media_in_results: false, ..Model::of(Family::OpenAi, &[], (0, 0)) };

/// OpenAI's words on `prompt_cache_options`: "Supported for gpt-5.6 and later models."
const GPT_5_6: Model = Model {
    takes_tool_changes: true,
    breakpoints: BreakpointSupport::Long,
    chat_tools: ChatTools::WithNoEffort,
    since: (5, 6),
    ..GPT
};

/// GPT-6.2, which always reasons.
const GPT_6_2: Model = Model {
    binds_prompt: false,
    chat_tools: ChatTools::Refused,
    refused_fields: ALWAYS_REASONING,
    since: (6, 2),
    ..GPT_6
};

const GPT_6_2_PAGES: &str = "OpenAI's guide \"Keep the prefix unchanged\"; tools and fields: livekit/agents#7169, onyx-dot-app/onyx#15008";

/// These models have no effort `none`, with which chat completions take tools: docs.apiyi.com (gpt-6-1-sol-launch), and
/// pi-ai 1.6.0 (`thinkingLevelMap`).
const NO_NONE: &str =
    "no effort `none`: docs.apiyi.com (gpt-6-1-sol-launch); pi-ai 1.6.0, `thinkingLevelMap`";

const GPT_6: Model = Model { is_bound: true, since: (6, 0), ..GPT_5_6 };

/// "Unsupported parameter: 'parallel_tool_calls' is not supported with this model."
const NO_PARALLEL_FIELD: RefusedField = RefusedField {
    name: "parallel_tool_calls",
    instead: &[(&["parallel_tool_calls"], None)],
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

/// The rows.
pub(in crate::format) const MODELS: &[Model] = &[
    GPT.told_by("2026-07", "\"Image URLs are only allowed for messages with role 'user'\""),
    Model { words: &["o1", "o3", "o4"], refused_fields: &[NO_PARALLEL_FIELD], ..GPT }
        .told_by("2026-11", "evalstate/fast-agent#279, run-llama/llama_index#20865, langchain-ai/langgraph-supervisor-py#125"),
    Model { words: &["o1-mini", "o1-preview"], takes_instructions: false, refused_fields: &[NO_PARALLEL_FIELD], ..GPT }
        .told_by("2026-11", "crewAIInc/crewAI#1633"),
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
    Model { words: &["astra", "cyber"], chat_tools: ChatTools::Refused, ..GPT_6 }.told_by("2026-11", NO_NONE),
    Model { words: &["cyber"], chat_tools: ChatTools::Refused, ..GPT_5_6 }.told_by("2026-11", NO_NONE),
    Model { words: &["sol"], chat_tools: ChatTools::Refused, since: (6, 1), ..GPT_6 }.told_by("2026-11", NO_NONE),
    Model { words: &["sol", "astra"], since: (6, 2), ..GPT_6_2 }.told_by("2026-11", GPT_6_2_PAGES),
    GPT_6_2.told_by("2026-11", GPT_6_2_PAGES),
];

#[cfg(test)]
mod tests {
    use crate::format::models::title_of;

    #[test]
    fn the_row_of_a_model_is_the_newest_that_its_name_allows() {
        let cases = [
            ("gpt-5", "OpenAI's own 0.0"),
            ("openai/gpt-5.6", "OpenAI's own 5.6"),
            ("gpt-6-astra", "OpenAI's own astra 6.0"),
            ("gpt-6-sol", "OpenAI's own 6.0"),
            ("gpt-6.1-sol", "OpenAI's own sol 6.1"),
            ("gpt-6.1-terra", "OpenAI's own 6.0"),
            ("gpt-6.2-sol", "OpenAI's own sol 6.2"),
            ("gpt-5.6-sol", "OpenAI's own 5.6"),
            ("gpt-5.6-cyber", "OpenAI's own cyber 5.6"),
            ("gpt-6-cyber", "OpenAI's own astra 6.0"),
            ("gpt-6.2", "OpenAI's own 6.2"),
            ("gpt-7", "OpenAI's own 6.2"),
            ("gpt-4o-2024-08-06", "OpenAI's own 0.0"),
            ("ft:gpt-4.1-2025-04-14:org::id", "OpenAI's own 0.0"),
            ("o4-mini", "OpenAI's own o1 0.0"),
            ("codex-mini-latest", "OpenAI's own 0.0"),
            ("computer-use-preview", "OpenAI's own 0.0"),
            ("openai/gpt-4o", "OpenAI's own 0.0"),
            ("o3-mini", "OpenAI's own o1 0.0"),
            ("ft:gpt-4o-mini-2024-07-18:org::id", "OpenAI's own 0.0"),
            ("chatgpt-4o-latest", "OpenAI's own 0.0"),
        ];
        for (name, expected) in cases {
            assert_eq!(title_of(name), expected, "{name}");
        }
    }
}
