// The vendors that speak OpenAI's chat completions. Each has demands of its own, so a refusal of theirs is judged by these.

/** Their names, as the engine knows them. Put in when the page is built. */
export const VENDORS = __VENDORS__;

/** Names of vendors that are names of clients and proxies, too: an error of theirs says nothing about who answered. */
const CLIENTS = ["openai", "azure", "litellm", "vercel", "gemini", "vertex", "mistral", "meta", "ollama"];
/** Other names of vendors. */
const ALIASES = {
  kimi: "moonshot",
  glm: "zhipu|bigmodel|z\\.ai",
  qwen: "dashscope|alibaba",
  xai: "x\\.ai",
  "lm-studio": "lm ?studio",
  "llama-cpp": "llama\\.cpp",
};

/** The vendor that the words of a refusal name; null if they name none. */
export function vendorIn(words) {
  const named = VENDORS.filter((name) => !CLIENTS.includes(name)).find((name) =>
    new RegExp(`\\b(?:${name}${ALIASES[name] === undefined ? "" : `|${ALIASES[name]}`})\\b`, "i").test(words.slice(0, 4_000)),
  );
  return named ?? null;
}
