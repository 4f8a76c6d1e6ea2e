// OpenAI in the AI SDK.

import type { SdkProvider } from "../../ai-sdk/sdk-provider.js";

const BREAKPOINT = ["promptCacheBreakpoint", "prompt_cache_breakpoint"] as const;

export const openai: SdkProvider = {
  names: ["openai", "azure"],
  format: "openai-responses",
  text: [["itemId", "itemId"], ["phase", "phase"], ["annotations", "annotations"], ["logprobs", "logprobs"], BREAKPOINT],
  media: [BREAKPOINT],
  call: [
    ["itemId", "itemId"],
    ["namespace", "namespace"],
  ],
  reasoning: [["itemId", "itemId"]],
};
