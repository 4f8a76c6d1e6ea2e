// The names that formats have elsewhere.

/** Words in names of formats elsewhere, with our formats. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/openai|gpt|azure|^o\d/, "`openai-chat` or `openai-responses`"],
  [/claude|anthropic/, "`anthropic`"],
  [/gemini|google|vertex/, "`gemini`"],
  [/bedrock|aws|amazon|converse/, "`bedrock`"],
  [/mistral/, "`mistral`"],
  [/vercel|ai.?sdk/, "`ai-sdk`"],
  [/lang(chain|graph)/, "`langchain`"],
  [/strands/, "`strands`"],
  [/cohere|^command/, "`cohere`"],
  [/ollama/, "`ollama` or `openai-chat`"],
  [/^(chat|completions|openrouter|groq|deepseek|vllm)/, "`openai-chat`"],
];

/** Returns the format that has this name elsewhere; null when none is similar. */
export function formatMeant(name: string): string | null {
  return FORMATS.find(([word]) => word.test(name.toLowerCase()))?.[1] ?? null;
}
