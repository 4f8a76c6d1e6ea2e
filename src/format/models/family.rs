//! The families of models, and the names that they have.

/// A family of models: names that begin alike, and number their versions alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Anthropic's Claude.
    Claude,
    /// Google's Gemini.
    Gemini,
    /// Amazon's Nova.
    Nova,
    /// OpenAI's own models, without its open models, which others serve.
    OpenAi,
    /// Mistral's models.
    Mistral,
    /// Moonshot's Kimi.
    Kimi,
    /// Alibaba's Qwen.
    Qwen,
    /// OpenAI's open models, which others serve.
    GptOss,
    /// Meta's Llama.
    Llama,
    /// DeepSeek's models.
    DeepSeek,
    /// xAI's Grok.
    Grok,
    /// Zhipu's GLM.
    Glm,
    /// MiniMax's models.
    MiniMax,
    /// Google's open models, which others serve.
    Gemma,
    /// Meta's Muse.
    Muse,
    /// Xiaomi's MiMo.
    MiMo,
}

/// The first letters of models' names. The first row that fits decides.
const STARTS: [(&str, Family); 24] = [
    ("qwen", Family::Qwen),
    ("kimi-", Family::Kimi),
    ("gpt-oss", Family::GptOss),
    ("gpt", Family::OpenAi),
    ("chatgpt", Family::OpenAi),
    ("codex", Family::OpenAi),
    ("computer-use", Family::OpenAi),
    ("ft:", Family::OpenAi),
    ("gemini-", Family::Gemini),
    ("mistral", Family::Mistral),
    ("ministral", Family::Mistral),
    ("magistral", Family::Mistral),
    ("codestral", Family::Mistral),
    ("devstral", Family::Mistral),
    ("pixtral", Family::Mistral),
    ("voxtral", Family::Mistral),
    ("llama", Family::Llama),
    ("deepseek", Family::DeepSeek),
    ("grok", Family::Grok),
    ("glm", Family::Glm),
    ("minimax", Family::MiniMax),
    ("gemma", Family::Gemma),
    ("muse", Family::Muse),
    ("mimo", Family::MiMo),
];

impl Family {
    /// Every family.
    pub const ALL: [Self; 16] = [
        Self::Claude,
        Self::Gemini,
        Self::Nova,
        Self::OpenAi,
        Self::Mistral,
        Self::Kimi,
        Self::Qwen,
        Self::GptOss,
        Self::Llama,
        Self::DeepSeek,
        Self::Grok,
        Self::Glm,
        Self::MiniMax,
        Self::Gemma,
        Self::Muse,
        Self::MiMo,
    ];

    /// The name, for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Claude => "Claude",
            Self::Gemini => "Gemini",
            Self::Nova => "Nova",
            Self::OpenAi => "OpenAI's own",
            Self::Mistral => "Mistral",
            Self::Kimi => "Kimi",
            Self::Qwen => "Qwen",
            Self::GptOss => "OpenAI's open",
            Self::Llama => "Llama",
            Self::DeepSeek => "DeepSeek",
            Self::Grok => "Grok",
            Self::Glm => "GLM",
            Self::MiniMax => "MiniMax",
            Self::Gemma => "Gemma",
            Self::Muse => "Muse",
            Self::MiMo => "MiMo",
        }
    }

    /// The family of a name that begins so.
    pub(super) fn of_start(name: &str) -> Option<Self> {
        STARTS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, family)| *family)
    }

    /// Reports whether a name without a version is no model's. A repaired body may hold what some model takes.
    pub(super) fn needs_version(self) -> bool {
        matches!(self, Self::Gemini | Self::Qwen)
    }

    /// Reports whether the maker's own API is chat completions.
    pub(in crate::format) fn speaks_chat(self) -> bool {
        matches!(self, Self::OpenAi | Self::Mistral)
    }
}
