//! Makers of models, which serve their own.

use super::row::{BOTH, NONE, OPENAIS_WORDS, PI, PI_DATA, REASONING_CONTENT, row, strict, told};
use crate::sanitize::{Breakpoints, Developer, Models, Pictures, Silence, Vendor};

pub(super) const ROWS: &[Vendor] = &[
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
        &["`reasoning_content` and `reasoning` (recorded: 200)", "Azure/azure-sdk-for-net#41892", PI_DATA],
        Vendor {
            message_fields: BOTH,
            developer: Developer::Taken,
            needs_reasoning: Models::Named(&["deepseek"]),
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
            "pictures: <https://api-docs.deepseek.com/guides/vision>; other models: rikkahub/rikkahub#1433",
            "evalstate/fast-agent#621",
            "silence: open-webui/open-webui#25083",
            "results: Gitlawb/openclaude#774",
        ],
        Vendor {
            message_fields: REASONING_CONTENT,
            needs_reasoning: Models::All,
            thinks: Models::Named(&["reasoner"]),
            developer: Developer::Refused,
            joins_results: true,
            silence: Silence::Refused,
            pictures: Pictures::NotInResults,
            sees: Models::Named(&["flash", "vision"]),
            ..row("deepseek", "DeepSeek", &["api.deepseek.com"])
        },
    ),
    told(
        &["Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)"],
        &[
            "labring/FastGPT#6357",
            "thinking unless it is switched off: continuedev/continue#11711",
            "the empty text: Lapis0x0/obsidian-yolo#243",
            PI,
            "MoonshotAI/kimi-cli#2011",
            "silence: MoonshotAI/kimi-code#1985",
        ],
        Vendor {
            message_fields: REASONING_CONTENT,
            needs_reasoning: Models::All,
            thinks: Models::Named(&["k2.5", "k2.6", "k2.7", "k2-thinking", "k3", "for-coding"]),
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
            "the user: \"messages 参数非法\" (1214), diegosouzapw/OmniRoute#4982",
        ],
        Vendor {
            needs_user: true,
            message_fields: REASONING_CONTENT,
            needs_reasoning: Models::All,
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
            "arguments: \"The \\\"function.arguments\\\" parameter of the code model must be in JSON format.\"",
            "the user: diegosouzapw/OmniRoute#4982",
            "`encrypted_content`: <https://www.alibabacloud.com/help/en/model-studio/cot-summary>",
        ],
        Vendor {
            reads_arguments: true,
            needs_user: true,
            message_fields: Some(&["reasoning_content", "encrypted_content"]),
            developer: Developer::Refused,
            pictures: Pictures::NotInResults,
            takes_files: false,
            is_router: true,
            breakpoints: Breakpoints::Taken { on_results: false, for_an_hour: false },
            ..row(
                "qwen",
                "Qwen (Alibaba)",
                &[
                    "dashscope.aliyuncs.com",
                    "dashscope-intl.aliyuncs.com",
                    "maas.aliyuncs.com",
                    "maas.qwencloudapi.com",
                    "maas.qianwenaiapi.com",
                ],
            )
        },
    ),
    told(
        &["invalid params, context window exceeds limit (2013)"],
        &[
            "LionSR/TeXRA#2947",
            "MiniMax-AI/MiniMax-M2.5#2",
            "agentscope-ai/QwenPaw#1873",
            "arguments: earendil-works/pi#5468",
        ],
        Vendor {
            reads_arguments: true,
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
    google("gemini", "Gemini's compatible endpoint", &["generativelanguage.googleapis.com"]),
    google("vertex", "Vertex AI", &["aiplatform.googleapis.com"]),
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
        &["`file_url` (recorded: 200)", "order: perplexityai/api-discussion#265, danny-avila/LibreChat#3048"],
        Vendor {
            parts: Some(&["file_url"]),
            alternates: true,
            ..row("perplexity", "Perplexity", &["api.perplexity.ai"])
        },
    ),
    told(
        &[],
        &[PI_DATA, "anomalyco/opencode#44713"],
        Vendor {
            developer: Developer::Refused,
            message_fields: REASONING_CONTENT,
            needs_reasoning: Models::All,
            thinks: Models::Named(&["pro"]),
            ..row("xiaomi", "Xiaomi MiMo", &["xiaomimimo.com"])
        },
    ),
    told(
        &[],
        &["anomalyco/models.dev, providers/volcengine/provider.toml"],
        Vendor {
            developer: Developer::Refused,
            message_fields: Some(&["reasoning_content", "encrypted_content"]),
            is_router: true,
            ..row("volcengine", "Volcengine Ark (Doubao)", &["volces.com", "bytepluses.com"])
        },
    ),
    told(
        &[],
        &["<https://platform.stepfun.com/docs/zh/api-reference/chat/chat-completion-create>"],
        Vendor {
            developer: Developer::Refused,
            message_fields: BOTH,
            ..row("stepfun", "StepFun", &["api.stepfun.com", "api.stepfun.ai"])
        },
    ),
    told(&[], &[PI_DATA], Vendor { developer: Developer::Refused, ..row("meta", "Meta", &["api.meta.ai"]) }),
    told(
        &[],
        &[PI_DATA],
        Vendor { developer: Developer::Refused, ..row("ant-ling", "Ant Ling", &["api.ant-ling.com"]) },
    ),
];

/// An address of Google, which has two of them with one API.
const fn google(name: &'static str, title: &'static str, hosts: &'static [&'static str]) -> Vendor {
    let vendor = row(name, title, hosts);
    told(
        &["The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."],
        &["earendil-works/pi#6733", "securo-finance/securo#884"],
        Vendor { message_fields: Some(&["extra_content"]), call_fields: Some(&["extra_content"]), ..vendor },
    )
}
