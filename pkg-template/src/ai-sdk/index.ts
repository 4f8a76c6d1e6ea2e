// The entry `backscroll/ai-sdk`. Importing it makes the format known. Only the types of the SDK are needed.

import type { ModelMessage, UIMessage } from "ai";
import { registerFormat } from "../formats/registry.js";
import { aiSdk } from "./format.js";

declare module "../index.js" {
  interface ProgramBodies {
    /** The messages of the AI SDK. */
    "ai-sdk": {
      /** The default form: `"model"`. */
      default: ModelMessage[];
      /** Messages for `generateText` and `streamText`. */
      model: ModelMessage[];
      /** Messages of `useChat`. */
      ui: UIMessage[];
    };
  }
}

registerFormat(aiSdk);

export { aiSdk };
