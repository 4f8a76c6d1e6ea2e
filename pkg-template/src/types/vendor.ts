// The vendors that speak OpenAI's chat completions.
//
// Made from `src/format/openai_chat/vendors/rows.rs` by `BLESS=1 cargo test --test rules`.

/**
 * A vendor whose requirements are known: OpenAI, Azure, DeepSeek, Kimi (Moonshot), GLM (Zhipu), Qwen (Alibaba), MiniMax, xAI, Groq, Cerebras, Together, Fireworks, OpenRouter, vLLM, SGLang, Ollama, LM Studio, llama.cpp, LiteLLM, Gemini's compatible endpoint, Mistral, Perplexity, NVIDIA NIM, DeepInfra, Cloudflare.
 *
 * @example
 * const vendor: Vendor = "deepseek";
 * const { body } = await conversation.prepare("openai-chat", { model: "deepseek-reasoner" }, { vendor });
 */
export type Vendor =
  | "openai"
  | "azure"
  | "deepseek"
  | "kimi"
  | "glm"
  | "qwen"
  | "minimax"
  | "xai"
  | "groq"
  | "cerebras"
  | "together"
  | "fireworks"
  | "openrouter"
  | "vllm"
  | "sglang"
  | "ollama"
  | "lm-studio"
  | "llama-cpp"
  | "litellm"
  | "gemini"
  | "mistral"
  | "perplexity"
  | "nvidia"
  | "deepinfra"
  | "cloudflare";
