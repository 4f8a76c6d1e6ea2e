// Phrases about a request that is too long.
//
// Made from `src/format/openai_chat/vendors/overflow.rs` by `BLESS=1 cargo test --test rules`.

/**
 * Phrases of providers, servers and libraries, as `plain` writes them: lower case, with one space for every run of other characters
 * than letters. So a phrase also matches the code and the name of an error.
 */
export const OVERFLOW_PHRASES: readonly RegExp[] = [
  // "maximum context length is N tokens", `context_length_exceeded`: OpenAI, Azure, OpenRouter, DeepSeek, Mistral, Groq, Together, Llama on Bedrock, vLLM, SGLang, LM Studio, Ollama.
  /context length/,
  // "exceeds the context window": OpenAI. "exceed context limit": Anthropic. "exceeds the available context size": llama.cpp.
  /exceed(?:s|ed)? (?:\w+ ){0,3}context (?:window|limit|size)/,
  // "context window exceeds limit": MiniMax. Names and codes: LangChain, LiteLLM, Strands, z.ai.
  /context (?:window |limit |size )?(?:has been )?(?:exceed|overflow)/,
  // Anthropic, Claude on Bedrock and Vertex; without "is" Ollama and z.ai, whose other wordings follow.
  /prompt (?:is )?too long|prompt exceeds max length|prompt 超长/,
  // "The total length of all messages is too long": Perplexity. Its type, `too_many_prompt_tokens`, is among those that follow.
  /length of all messages is too long/,
  // Bedrock: its own words, Claude's in bytes, Titan's (and Cohere's), Nova's (and Azure's), the gateway's to OpenAI's models.
  /input (?:is )?too long|total text bytes|too many (?:input |prompt )?tokens|input tokens exceed|prompt tokens exceed/,
  // Gemini, in both of its wordings. GitHub Copilot.
  /input token count|exceeds the maximum number of tokens|prompt token count/,
  // "maximum prompt length is N": xAI. "maximum model length", `max_model_len`: vLLM.
  /max(?:imum)? (?:prompt|model) len/,
  // Groq and Cerebras. Kimi. Qwen.
  /reduce the length of the messages|exceeded model token limit|range of input length should be/,
  // "Input length (N tokens) exceeds the maximum allowed length": SGLang, DeepInfra.
  /input length (?:tokens )?exceeds/,
  // Text Generation Inference, with and without the reply.
  /inputs tokens max new tokens must be|inputs must have less than tokens/,
  // SiliconFlow. Kimi: "model max length exceeded", and "total message size N exceeds limit" for too many bytes.
  /prompt tokens must be less than max seq len|model max length exceeded|total message size exceeds limit/,
  // "Total tokens of image and text exceed max message tokens": Doubao. IBM's watsonx.ai.
  /tokens of image and text exceed|input tokens cannot exceed the total tokens limit/,
  // Strands lists it as Anthropic's.
  /max tokens exceeded/,
  // Too many bytes, which a smaller history reduces too: Anthropic, Gemini, GitHub Models, proxies.
  /(?:request|payload|body|entity) too large|request exceeds the maximum (?:size|allowed)|payload size exceeds/,
];
