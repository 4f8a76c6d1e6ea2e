// Google in the AI SDK.

import type { SdkProvider } from "../../ai-sdk/sdk-provider.js";

const SIGNATURE = ["thoughtSignature", "thoughtSignature"] as const;

export const google: SdkProvider = {
  names: ["google", "vertex", "googleVertex"],
  format: "gemini",
  text: [SIGNATURE],
  media: [SIGNATURE, ["videoMetadata", "videoMetadata"]],
  call: [SIGNATURE],
  result: [SIGNATURE],
  signature: "thoughtSignature",
  hosts: ["gs:", "https://generativelanguage.googleapis.com/", "https://youtu.be/", "https://www.youtube.com/", "https://m.youtube.com/"],
};
