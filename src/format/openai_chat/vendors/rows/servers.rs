//! Servers and gateways that people run.

use super::row::{BOTH, OPENAIS_WORDS, row, told};
use crate::sanitize::{Breakpoints, Developer, Pictures, Vendor};

pub(super) const ROWS: &[Vendor] = &[
    told(
        &[OPENAIS_WORDS],
        &["vllm-project/vllm#28531", "vllm-project/vllm#20409", "templates: vllm-project/vllm#41114"],
        Vendor { message_fields: BOTH, renders_templates: true, is_router: true, ..row("vllm", "vLLM", &[]) },
    ),
    told(
        &["The input (61709 tokens) is longer than the model's context length (40960 tokens)."],
        &["QwenLM/Qwen3#1321", "templates: QwenLM/Qwen3.8#244"],
        Vendor { renders_templates: true, is_router: true, ..row("sglang", "SGLang", &[]) },
    ),
    told(
        &["prompt too long; exceeded max context length by 100918 tokens"],
        &[
            "`reasoning_content`, `reasoning`, pictures in results (recorded: 200)",
            "earendil-works/pi, overflow.ts",
            "templates: ollama/ollama#17774",
        ],
        Vendor {
            message_fields: BOTH,
            renders_templates: true,
            pictures: Pictures::InResults,
            is_router: true,
            ..row("ollama", "Ollama", &["ollama.com", ":11434"])
        },
    ),
    told(
        &[
            "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= \
            n_ctx: 4096).",
        ],
        &[
            "`developer`: lmstudio-ai/lmstudio-bug-tracker#669",
            "pictures: NousResearch/hermes-agent#95229",
            "Gitlawb/openclaude#353",
            "templates: QwenLM/Qwen3.8#244",
        ],
        Vendor {
            developer: Developer::Refused,
            renders_templates: true,
            pictures: Pictures::NotInResults,
            is_router: true,
            ..row("lm-studio", "LM Studio", &[":1234"])
        },
    ),
    told(
        &[
            "the request exceeds the available context size. try increasing the context size or enable context shift",
        ],
        &["ggml-org/llama.cpp#15780", "templates: ggml-org/llama.cpp#27367"],
        Vendor { renders_templates: true, is_router: true, ..row("llama-cpp", "llama.cpp", &[]) },
    ),
    told(
        &["litellm.ContextWindowExceededError: litellm.BadRequestError: see the provider's answer"],
        &[
            "<https://docs.litellm.ai/docs/reasoning_content>",
            "BerriAI/litellm#37953",
            "BerriAI/litellm#38368",
            "breakpoints: <https://docs.litellm.ai/docs/completion/prompt_caching>; on results: `convert_to_anthropic_tool_result`, and NousResearch/hermes-agent, prompt_caching.py",
        ],
        Vendor {
            message_fields: Some(&["reasoning_content", "thinking_blocks", "provider_specific_fields"]),
            call_fields: Some(&["provider_specific_fields"]),
            is_router: true,
            breakpoints: Breakpoints::Taken { on_results: true, for_an_hour: true },
            ..row("litellm", "LiteLLM", &[])
        },
    ),
];
