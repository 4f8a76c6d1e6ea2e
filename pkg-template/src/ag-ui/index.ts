// Messages of the AG-UI protocol, version 1.0, as CopilotKit and assistant-ui have them. The entry `backscroll/ag-ui`.
//
// The schemas are those of `@ag-ui/core` 1.0.0 (`@ag-ui/core/schemas`). It reads a list of messages, and a value that holds one as
// `messages`: the input of a run, or a snapshot of messages. It writes a list. A list that is read and written again is the same, except that
//
// - fields that are null are left out, and a message without an id has one;
// - a part `binary` of the versions before 1.0 is an image, audio or a document;
// - an activity or reasoning among the results of parallel calls stands before them.
//
// Reasoning before an answer is a part of it elsewhere. Activities are shown to users, and no model reads them: other formats leave them out,
// and report it. Instructions and answers are one text here. Only reasoning with a text has a place, unless it came from this format, and its
// signature has none: the format does not name the provider. A failed result has its text as `error`, too.

import { registerFormat } from "../formats/registry.js";
import type { ProgramFormat } from "../index.js";
import { NAME } from "./names.js";
import { formOf, read } from "./read.js";
import { FORMS, write } from "./write.js";

declare module "../index.js" {
  interface ProgramBodies {
    /** The messages of AG-UI. */
    "ag-ui": {
      /** The default form, which is the only one: a list. */
      default: AgUiMessage[];
    };
  }
}

/**
 * A message of AG-UI. It is assignable to `Message` of `@ag-ui/core`, whose versions differ in their types.
 *
 * @example
 * const message: AgUiMessage = { id: "m1", role: "user", content: "What is the weather in Oslo?" };
 */
export type AgUiMessage = any;

/**
 * The messages of the AG-UI protocol. Importing this entry makes `"ag-ui"` known to `convert`, `from` and `fit`.
 *
 * @example
 * import { agUi } from "backscroll/ag-ui";
 * const conversation = ConversationManager.from(agUi, input.messages);
 * const { body } = convert("backscroll", agUi, conversation.messages);
 */
export const agUi: ProgramFormat<"ag-ui"> = {
  name: NAME,
  forms: FORMS,
  carriesAudio: true,
  needsCallIds: true,
  holds: [NAME],
  hasDocumentBlocks: false,
  read,
  formOf,
  write,
};

registerFormat(agUi);
