//! Vendors that serve models of others.

use super::row::{BOTH, PI, PI_DATA, REASONING, REASONING_CONTENT, router, row, strict, told};
use crate::sanitize::{Breakpoints, Developer, Models, Pictures, Vendor};

pub(super) const ROWS: &[Vendor] = &[
    told(
        &["Please reduce the length of the messages or completion."],
        &["janhq/jan#8136", "tashfeenahmed/freellmapi#1070", "`reasoning`: vercel/ai#8057"],
        Vendor { message_fields: REASONING, is_router: true, ..strict("groq", "Groq", &["api.groq.com"]) },
    ),
    told(
        &[
            "Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000",
        ],
        &["QwenLM/qwen-code#11045", "Kilo-Org/kilocode#10375", PI, "cline/cline#5140"],
        Vendor {
            message_fields: REASONING,
            developer: Developer::Refused,
            is_router: true,
            ..strict("cerebras", "Cerebras", &["cerebras.ai"])
        },
    ),
    told(
        &[
            "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 40960. Given: 38984 `inputs` tokens and \
            2048 `max_new_tokens`",
        ],
        &["<https://docs.together.ai/docs/glm-5.3-quickstart>", PI, "harbor-framework/harbor#180"],
        Vendor {
            message_fields: BOTH,
            developer: Developer::Refused,
            takes_strict: false,
            is_router: true,
            ..row("together", "Together", &["api.together.xyz", "api.together.ai"])
        },
    ),
    told(
        &[],
        &["<https://docs.fireworks.ai/guides/reasoning>", PI_DATA],
        Vendor {
            message_fields: REASONING_CONTENT,
            needs_reasoning: Models::Named(&["kimi-k3"]),
            is_router: true,
            ..row("fireworks", "Fireworks", &["api.fireworks.ai"])
        },
    ),
    told(
        &[
            "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of \
            text input).",
        ],
        &[
            "<https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks>",
            "`developer`, `reasoning_details`, pictures in results (recorded: 200)",
            "`developer` with Qwen and Kimi: earendil-works/pi#5117",
            "refly-ai/refly#1177",
            PI_DATA,
            "breakpoints: <https://openrouter.ai/docs/features/prompt-caching>",
        ],
        Vendor {
            message_fields: Some(&["reasoning", "reasoning_details"]),
            developer: Developer::Taken,
            needs_reasoning: Models::Named(&["deepseek", "kimi-k2.6"]),
            pictures: Pictures::InResults,
            is_router: true,
            breakpoints: Breakpoints::Taken { on_results: false, for_an_hour: true },
            ..row("openrouter", "OpenRouter", &["openrouter.ai"])
        },
    ),
    told(
        &[],
        &[PI],
        Vendor {
            developer: Developer::Refused,
            takes_strict: false,
            is_router: true,
            ..row("nvidia", "NVIDIA NIM", &["integrate.api.nvidia.com"])
        },
    ),
    told(
        &["Requested input length 140000 exceeds maximum input length 131072"],
        &["earendil-works/pi#1578", "anomalyco/opencode, provider-error.ts"],
        Vendor {
            developer: Developer::Refused,
            is_router: true,
            ..row("deepinfra", "DeepInfra", &["api.deepinfra.com"])
        },
    ),
    told(
        &[
            "The estimated number of input and maximum output tokens (140000) exceeded this model context window limit \
            (131072).",
        ],
        &[PI, "anomalyco/opencode, provider-error.ts", PI_DATA],
        Vendor {
            developer: Developer::Refused,
            needs_reasoning: Models::Named(&["deepseek"]),
            is_router: true,
            ..row("cloudflare", "Cloudflare", &["api.cloudflare.com", "gateway.ai.cloudflare.com"])
        },
    ),
    told(
        &[],
        &["<https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions>"],
        router("siliconflow", "SiliconFlow", &["api.siliconflow.com", "api.siliconflow.cn"]),
    ),
    told(
        &[],
        &["<https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion>"],
        router("novita", "Novita", &["api.novita.ai"]),
    ),
    told(&[], &["<https://docs.sambanova.ai>"], router("sambanova", "SambaNova", &["api.sambanova.ai"])),
    told(
        &[],
        &["<https://docs.github.com/en/github-models>"],
        router("github-models", "GitHub Models", &["models.github.ai"]),
    ),
    told(&[], &[PI_DATA], router("github-copilot", "GitHub Copilot", &["githubcopilot.com"])),
    told(&[], &[PI_DATA], router("huggingface", "Hugging Face's router", &["router.huggingface.co"])),
    told(&[], &[PI_DATA], router("vercel", "Vercel's AI Gateway", &["ai-gateway.vercel.sh"])),
    told(
        &[],
        &[PI_DATA, "<https://docs.baseten.co/inference/model-apis/reasoning>"],
        router("baseten", "Baseten", &["inference.baseten.co"]),
    ),
    told(
        &[],
        &[PI_DATA],
        Vendor {
            developer: Developer::Refused,
            needs_reasoning: Models::Named(&["deepseek"]),
            is_router: true,
            ..row("opencode", "OpenCode Zen", &["opencode.ai"])
        },
    ),
    told(&[], &[PI], router("chutes", "Chutes", &["chutes.ai"])),
];
