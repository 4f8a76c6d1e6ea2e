// The entry `backscroll/ai-sdk`. Importing it makes the format known. Only the types of the SDK are needed.

import type { ModelMessage, UIMessage } from "ai";
import { registerFormat } from "../formats/registry.js";
import { aiSdk } from "./format.js";

declare module "../index.js" {
  interface ProgramBodies {
    "ai-sdk": { default: ModelMessage[]; model: ModelMessage[]; ui: UIMessage[] };
  }
}

registerFormat(aiSdk);

export { aiSdk };
