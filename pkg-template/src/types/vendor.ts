// The vendors that speak OpenAI's chat completions.
//
// Made from `src/format/openai_chat/vendors/rows` by `BLESS=1 cargo test --test rules`.

/**
 * A vendor whose requirements are known: OpenAI, Azure, DeepSeek, Kimi (Moonshot), GLM (Zhipu), Qwen (Alibaba), MiniMax, xAI, Gemini's compatible endpoint, Vertex AI, Mistral, Perplexity, Xiaomi MiMo, Volcengine Ark (Doubao), StepFun, Meta, Ant Ling, Groq, Cerebras, Together, Fireworks, OpenRouter, NVIDIA NIM, DeepInfra, Cloudflare, SiliconFlow, Novita, SambaNova, GitHub Models, GitHub Copilot, Hugging Face's router, Vercel's AI Gateway, Baseten, OpenCode Zen, Chutes, vLLM, SGLang, Ollama, LM Studio, llama.cpp, LiteLLM.
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
  | "gemini"
  | "vertex"
  | "mistral"
  | "perplexity"
  | "xiaomi"
  | "volcengine"
  | "stepfun"
  | "meta"
  | "ant-ling"
  | "groq"
  | "cerebras"
  | "together"
  | "fireworks"
  | "openrouter"
  | "nvidia"
  | "deepinfra"
  | "cloudflare"
  | "siliconflow"
  | "novita"
  | "sambanova"
  | "github-models"
  | "github-copilot"
  | "huggingface"
  | "vercel"
  | "baseten"
  | "opencode"
  | "chutes"
  | "vllm"
  | "sglang"
  | "ollama"
  | "lm-studio"
  | "llama-cpp"
  | "litellm";
