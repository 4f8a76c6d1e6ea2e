// Mistral in the AI SDK.

import type { SdkProvider } from "../../ai-sdk/sdk-provider.js";

export const mistral: SdkProvider = {
  names: ["mistral"],
  format: "mistral",
};
