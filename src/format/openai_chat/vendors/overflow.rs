//! The phrases by which an overflow of the context window is recognized.

/// A phrase of providers, servers and libraries about a request that is too long.
#[derive(Clone, Copy, Debug)]
pub struct OverflowPhrase {
    /// A regular expression of JavaScript over the lower-case words of an error, with one space for every run of other
    /// characters than letters.
    pub pattern: &'static str,
    /// The vendor, and its words.
    pub of: &'static str,
}

/// Every phrase. The package gets them in `providers/overflow-phrases.ts`; the wasm does not hold them.
pub const OVERFLOW_PHRASES: &[OverflowPhrase] = &[
    OverflowPhrase {
        pattern: "context length",
        of: "\"maximum context length is N tokens\", `context_length_exceeded`: OpenAI, Azure, OpenRouter, DeepSeek, Mistral, Groq, Together, Llama on Bedrock, vLLM, SGLang, LM Studio, Ollama.",
    },
    OverflowPhrase {
        pattern: "exceed(?:s|ed)? (?:\\w+ ){0,3}context (?:window|limit|size)",
        of: "\"exceeds the context window\": OpenAI. \"exceed context limit\": Anthropic. \"exceeds the available context size\": llama.cpp.",
    },
    OverflowPhrase {
        pattern: "context (?:window |limit |size )?(?:has been )?(?:exceed|overflow)",
        of: "\"context window exceeds limit\": MiniMax. Names and codes: LangChain, LiteLLM, Strands, z.ai.",
    },
    OverflowPhrase {
        pattern: "prompt (?:is )?too long|prompt exceeds max length|prompt 超长",
        of: "Anthropic, Claude on Bedrock and Vertex; without \"is\" Ollama and z.ai, whose other wordings follow.",
    },
    OverflowPhrase {
        pattern: "length of all messages is too long",
        of: "\"The total length of all messages is too long\": Perplexity. Its type, `too_many_prompt_tokens`, is among those that follow.",
    },
    OverflowPhrase {
        pattern: "input (?:is )?too long|total text bytes|too many (?:input |prompt )?tokens|input tokens exceed|prompt tokens exceed",
        of: "Bedrock: its own words, Claude's in bytes, Titan's (and Cohere's), Nova's (and Azure's), the gateway's to OpenAI's models.",
    },
    OverflowPhrase {
        pattern: "input token count|exceeds the maximum number of tokens|prompt token count",
        of: "Gemini, in both of its wordings. GitHub Copilot.",
    },
    OverflowPhrase {
        pattern: "max(?:imum)? (?:prompt|model) len",
        of: "\"maximum prompt length is N\": xAI. \"maximum model length\", `max_model_len`: vLLM.",
    },
    OverflowPhrase {
        pattern: "reduce the length of the messages|exceeded model token limit|range of input length should be",
        of: "Groq and Cerebras. Kimi. Qwen.",
    },
    OverflowPhrase {
        pattern: "input length (?:tokens )?exceeds",
        of: "\"Input length (N tokens) exceeds the maximum allowed length\": SGLang, DeepInfra.",
    },
    OverflowPhrase {
        pattern: "inputs tokens max new tokens must be|inputs must have less than tokens",
        of: "Text Generation Inference, with and without the reply.",
    },
    OverflowPhrase {
        pattern: "prompt tokens must be less than max seq len|model max length exceeded|total message size exceeds limit",
        of: "SiliconFlow. Kimi: \"model max length exceeded\", and \"total message size N exceeds limit\" for too many bytes.",
    },
    OverflowPhrase {
        pattern: "tokens of image and text exceed|input tokens cannot exceed the total tokens limit",
        of: "\"Total tokens of image and text exceed max message tokens\": Doubao. IBM's watsonx.ai.",
    },
    OverflowPhrase { pattern: "max tokens exceeded", of: "Strands lists it as Anthropic's." },
    OverflowPhrase {
        pattern: "(?:request|payload|body|entity) too large|request exceeds the maximum (?:size|allowed)|payload size exceeds",
        of: "Too many bytes, which a smaller history reduces too: Anthropic, Gemini, GitHub Models, proxies.",
    },
];
