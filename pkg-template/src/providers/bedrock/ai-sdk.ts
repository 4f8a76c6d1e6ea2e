// Bedrock in the AI SDK.

import type { SdkProvider } from "../../ai-sdk/sdk-provider.js";

const CACHE_POINT = ["cachePoint", "cachePoint"] as const;

export const bedrock: SdkProvider = {
  names: ["bedrock", "amazonBedrock"],
  format: "bedrock",
  text: [CACHE_POINT],
  media: [CACHE_POINT],
  call: [CACHE_POINT],
  result: [CACHE_POINT],
  signature: "signature",
  redacted: ["redactedContent", "redactedData"],
};
