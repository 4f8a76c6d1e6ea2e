//! The rows of the vendors. A fact without a source is as for an unnamed vendor.

use crate::rules::{all_documented, documented};
use crate::sanitize::{Breakpoints, Developer, Pictures, Silence, Vendor};

const REASONING_CONTENT: Option<&[&str]> = Some(&["reasoning_content"]);
const REASONING: Option<&[&str]> = Some(&["reasoning"]);
const BOTH: Option<&[&str]> = Some(&["reasoning_content", "reasoning"]);
const NONE: Option<&[&str]> = Some(&[]);

/// Roles and declarations of tools that earendil-works/pi does not send to some vendors.
const PI: &str = "earendil-works/pi, openai-completions.ts";

/// The words of OpenAI, and of the servers that took them over.
const OPENAIS_WORDS: &str = "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens \
    (112946 in the messages, 10000 in the completion).";

/// A vendor without other known facts.
const fn row(name: &'static str, title: &'static str, hosts: &'static [&'static str]) -> Vendor {
    Vendor {
        name,
        hosts,
        message_fields: None,
        call_fields: None,
        parts: None,
        refuses_unknown: false,
        breakpoints: Breakpoints::Sent,
        needs_reasoning: false,
        developer: Developer::Unknown,
        renders_templates: false,
        pictures: Pictures::InMessages,
        takes_files: true,
        silence: Silence::Taken,
        takes_strict: true,
        is_router: false,
        title: documented(title),
        overflow: &[],
        sources: &[],
    }
}

/// A vendor that refuses fields that it does not know.
const fn strict(name: &'static str, title: &'static str, hosts: &'static [&'static str]) -> Vendor {
    let vendor = row(name, title, hosts);
    Vendor {
        call_fields: NONE,
        parts: NONE,
        refuses_unknown: true,
        breakpoints: Breakpoints::Refused,
        ..vendor
    }
}

/// The row with the vendor's words when a request is too long, and with its sources.
const fn told(overflow: &'static [&'static str], sources: &'static [&'static str], vendor: Vendor) -> Vendor {
    Vendor { overflow: all_documented(overflow), sources: all_documented(sources), ..vendor }
}

/// Every vendor that has a row.
pub static VENDORS: &[Vendor] = &[
    told(
        &[OPENAIS_WORDS],
        &["the answers that RULES.md quotes"],
        Vendor {
            message_fields: NONE,
            developer: Developer::Taken,
            pictures: Pictures::NotInResults,
            ..strict("openai", "OpenAI", &["api.openai.com"])
        },
    ),
    told(
        &[
            "This model's maximum context length is 32768 tokens. However, you requested 35969 tokens (9969 in the \
            messages, 26000 in the completion). Please reduce the length of the messages or completion.",
        ],
        &["`reasoning_content` and `reasoning` (recorded: 200)", "Azure/azure-sdk-for-net#41892"],
        Vendor {
            message_fields: BOTH,
            developer: Developer::Taken,
            is_router: true,
            ..row(
                "azure",
                "Azure",
                &["openai.azure.com", "services.ai.azure.com", "cognitiveservices.azure.com"],
            )
        },
    ),
    told(
        &[
            "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the \
            messages, 8192 in the completion).",
        ],
        &[
            "<https://api-docs.deepseek.com/guides/thinking_mode>",
            "continuedev/continue#10193",
            "`developer`: earendil-works/pi#1048",
            "pictures: rikkahub/rikkahub#1433",
            "evalstate/fast-agent#621",
            "silence: open-webui/open-webui#25083",
        ],
        Vendor {
            message_fields: REASONING_CONTENT,
            needs_reasoning: true,
            developer: Developer::Refused,
            silence: Silence::Refused,
            pictures: Pictures::Nowhere,
            ..row("deepseek", "DeepSeek", &["api.deepseek.com"])
        },
    ),
    told(
        &["Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)"],
        &[
            "labring/FastGPT#6357",
            "the empty text: Lapis0x0/obsidian-yolo#243",
            PI,
            "MoonshotAI/kimi-cli#2011",
            "silence: MoonshotAI/kimi-code#1985",
        ],
        Vendor {
            message_fields: REASONING_CONTENT,
            needs_reasoning: true,
            silence: Silence::RefusedBesideCalls,
            developer: Developer::Refused,
            takes_strict: false,
            ..row("kimi", "Kimi (Moonshot)", &["api.moonshot.ai", "api.moonshot.cn", "api.kimi.com"])
        },
    ),
    told(
        &["Prompt exceeds max length", "Prompt 超长"],
        &[
            "<https://docs.z.ai/guides/capabilities/thinking-mode>",
            "`developer`: vastsa/PI-Desktop#30",
            "tashfeenahmed/freellmapi#873",
        ],
        Vendor {
            message_fields: REASONING_CONTENT,
            needs_reasoning: true,
            developer: Developer::Refused,
            ..row("glm", "GLM (Zhipu)", &["api.z.ai", "open.bigmodel.cn"])
        },
    ),
    told(
        &["<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]"],
        &[
            "`developer`: OpenCoworkAI/open-codesign#183",
            "pictures: NousResearch/hermes-agent#95229",
            "agentscope-ai/QwenPaw#6255",
            "breakpoints: <https://www.alibabacloud.com/help/en/model-studio/context-cache>",
            "files: QwenLM/qwen-code#1888",
        ],
        Vendor {
            developer: Developer::Refused,
            pictures: Pictures::NotInResults,
            takes_files: false,
            is_router: true,
            breakpoints: Breakpoints::Taken { on_results: false, for_an_hour: false },
            ..row(
                "qwen",
                "Qwen (Alibaba)",
                &["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "maas.aliyuncs.com"],
            )
        },
    ),
    told(
        &["invalid params, context window exceeds limit (2013)"],
        &["LionSR/TeXRA#2947", "MiniMax-AI/MiniMax-M2.5#2", "agentscope-ai/QwenPaw#1873"],
        Vendor {
            message_fields: Some(&["reasoning_details", "reasoning_content"]),
            ..row("minimax", "MiniMax", &["api.minimax.io", "api.minimaxi.com"])
        },
    ),
    told(
        &["This model's maximum prompt length is 131072 but the request contains 136973 tokens."],
        &[
            "`reasoning_content` and `reasoning` (recorded: 200)",
            PI,
            "cline/cline#3120",
            "silence: open-webui/open-webui#25083",
        ],
        Vendor {
            message_fields: BOTH,
            developer: Developer::Refused,
            silence: Silence::Refused,
            ..row("xai", "xAI", &["api.x.ai"])
        },
    ),
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
            ..strict("cerebras", "Cerebras", &["api.cerebras.ai"])
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
        &["<https://docs.fireworks.ai/guides/reasoning>"],
        Vendor {
            message_fields: REASONING_CONTENT,
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
            "breakpoints: <https://openrouter.ai/docs/features/prompt-caching>",
        ],
        Vendor {
            message_fields: Some(&["reasoning", "reasoning_details"]),
            developer: Developer::Taken,
            pictures: Pictures::InResults,
            is_router: true,
            breakpoints: Breakpoints::Taken { on_results: false, for_an_hour: true },
            ..row("openrouter", "OpenRouter", &["openrouter.ai"])
        },
    ),
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
    told(
        &["The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."],
        &["earendil-works/pi#6733", "securo-finance/securo#884"],
        Vendor {
            message_fields: Some(&["extra_content"]),
            call_fields: Some(&["extra_content"]),
            ..row(
                "gemini",
                "Gemini's compatible endpoint",
                &["generativelanguage.googleapis.com", "aiplatform.googleapis.com"],
            )
        },
    ),
    told(
        &[
            "Prompt contains 170397 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
        ],
        &[
            "the target `mistral` knows its other demands",
            "charmbracelet/crush#1590",
            "BerriAI/litellm#30835",
            "LibreChat-AI/agents#330",
            "pictures: LibreChat-AI/agents#344",
        ],
        Vendor {
            message_fields: NONE,
            parts: Some(&["thinking", "document_url", "reference"]),
            takes_files: false,
            pictures: Pictures::NotInResults,
            ..strict("mistral", "Mistral", &["api.mistral.ai"])
        },
    ),
    told(
        &["The total length of all messages is too long"],
        &["`file_url` (recorded: 200)"],
        Vendor { parts: Some(&["file_url"]), ..row("perplexity", "Perplexity", &["api.perplexity.ai"]) },
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
        &[PI, "anomalyco/opencode, provider-error.ts"],
        Vendor {
            developer: Developer::Refused,
            is_router: true,
            ..row("cloudflare", "Cloudflare", &["api.cloudflare.com", "gateway.ai.cloudflare.com"])
        },
    ),
];
