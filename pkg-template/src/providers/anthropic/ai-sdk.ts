// Anthropic in the AI SDK.

import type { SdkProvider } from "../../ai-sdk/sdk-provider.js";

const CACHE_CONTROL = ["cacheControl", "cache_control"] as const;
const CITATIONS = ["citations", "citations"] as const;

export const anthropic: SdkProvider = {
  names: ["anthropic"],
  format: "anthropic",
  text: [CACHE_CONTROL, CITATIONS],
  media: [CACHE_CONTROL, CITATIONS, ["context", "context"]],
  call: [CACHE_CONTROL],
  result: [CACHE_CONTROL],
  signature: "signature",
  redacted: ["redactedData"],
};
