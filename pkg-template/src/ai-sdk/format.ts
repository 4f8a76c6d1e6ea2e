// The messages of the Vercel AI SDK as a format of programs.

import type { ProgramFormat } from "../index.js";
import { formOf } from "./form.js";
import { listIn, read } from "./read.js";
import { writeModelMessages } from "./write-model.js";
import { writeUiMessages } from "./write-ui.js";

/**
 * Messages of the Vercel AI SDK, version 5 and later: model messages (`ModelMessage`) for its functions, and UI messages (`UIMessage`),
 * which programs show and store.
 *
 * A list that was read is written unchanged, with these exceptions:
 * - adjacent messages of tools are one, as the SDK joins them itself, unless they have options;
 * - results follow their calls; results that were elsewhere are reported as moved;
 * - the question to a person follows its call, and the answer precedes the results;
 * - a UI message without an id gets one;
 * - `null` options and approvals are left out.
 *
 * @example
 * import { aiSdk } from "backscroll/ai-sdk";
 * const { body } = convert(aiSdk, "anthropic", uiMessages);
 */
export const aiSdk: ProgramFormat<"ai-sdk"> = {
  name: "ai-sdk",
  forms: ["model", "ui"],
  carriesAudio: false,
  needsCallIds: true,
  holds: ["ai-sdk"],
  hasDocumentBlocks: false,
  read,
  formOf: (body) => formOf(listIn(body).list),
  write: (messages, form) => (form === "ui" ? writeUiMessages(messages) : writeModelMessages(messages)),
};
