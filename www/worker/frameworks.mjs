// The formats of programs. Most requests need none of them, so each is loaded when it is met.

const LOADERS = {
  "ag-ui": () => import("backscroll/ag-ui"),
  "ai-sdk": () => import("backscroll/ai-sdk"),
  cohere: () => import("backscroll/cohere"),
  "gemini-interactions": () => import("backscroll/gemini-interactions"),
  langchain: () => import("backscroll/langchain"),
  "mistral-conversations": () => import("backscroll/mistral-conversations"),
  ollama: () => import("backscroll/ollama"),
  opentelemetry: () => import("backscroll/opentelemetry"),
  strands: () => import("backscroll/strands/format"),
};

/** Makes a format known to the engine. Formats of providers are known. */
export async function learn(format) {
  await LOADERS[format]?.();
}
