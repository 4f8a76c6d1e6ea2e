// Conversations of Mistral's Conversations API, `POST /v1/conversations`. The entry `backscroll/mistral-conversations`.
//
// It reads requests, their `inputs` (a text, or a list of entries), responses (`outputs`), and histories (`entries`), in the names of the
// API and in those of Mistral's client for TypeScript. It writes four forms: `request`, which is `{ instructions, inputs }` in the names of
// the API; `list`, which is the entries alone and has no place for instructions; and both in the names of the client, `client` and
// `client-list`. A body that is read and written again is the same, except that
//
// - `request` and `list` have the names of the API; the client's forms have no times, for the client takes no texts for them;
// - a message of the user that says nothing is left out;
// - ids of calls that are no nine letters or digits are mapped, and fields of bodies that are null are left out.
//
// Demands of the API:
//
// - Results come before other inputs: "Cannot append other inputs while function results are still missing. Provide function results first
//   for: ['rXo8OuL9G']" (github.com/SnarfNL/HA_MistralAI/issues/21).
// - Ids of calls are nine letters or digits, as with the chat completions of the same models (rule MI3).
// - Messages hold text, pictures, documents, thinking and files of tools (`MessageInputContentChunks`, `MessageOutputContentChunks` of
//   `@mistralai/mistralai`): sound, and files that were uploaded, become words. What came from this API goes back as it was.
// - Results are one text (`FunctionResultEntry`), without a flag for errors. Arguments are an object or its text. Instructions are one text.

import type { ProgramFormat } from "../../index.js";
import { registerFormat } from "../../formats/registry.js";
import { NAME } from "./names.js";
import { read } from "./read.js";
import { FORMS, formOf, write } from "./write.js";

declare module "../../index.js" {
  interface ProgramBodies {
    /** Requests of the Conversations API. */
    "mistral-conversations": {
      /** The default form: `"request"`. */
      default: ConversationInputs;
      /** The instructions and the inputs, which spread into a request. */
      request: ConversationInputs;
      /** The entries alone. */
      list: ConversationEntry[];
      /** The instructions and the inputs in the names of Mistral's client. */
      client: ConversationInputs;
      /** The entries alone, in the names of Mistral's client. */
      "client-list": ConversationEntry[];
    };
  }
}

/**
 * The conversation in a request.
 *
 * @example
 * const { body } = convert("openai-chat", mistralConversations, messages, { form: "client" });
 * const response = await client.beta.conversations.start({ model: "mistral-medium-latest", store: false, ...body });
 */
export interface ConversationInputs {
  /** The system prompt; absent when there is none. */
  instructions?: string;
  /** The entries; a text if the source had only one. */
  inputs: any;
}

/**
 * An entry of a conversation: `message.input`, `message.output`, `function.call`, `function.result`, `tool.execution` or `agent.handoff`.
 *
 * @example
 * const entry: ConversationEntry = { type: "message.input", role: "user", content: "Hello" };
 */
export interface ConversationEntry {
  /** The kind of entry. */
  type?: string;
  [field: string]: any;
}

/**
 * Conversations of Mistral's Conversations API. Importing this entry makes `"mistral-conversations"` known to `convert`, `from`, `fit` and
 * `addResponse`.
 *
 * @example
 * import { mistralConversations } from "backscroll/mistral-conversations";
 * const conversation = ConversationManager.from(mistralConversations, { instructions: "Be brief.", inputs: entries });
 * conversation.addResponse(mistralConversations, await client.beta.conversations.start(request));
 */
export const mistralConversations: ProgramFormat<"mistral-conversations"> = {
  name: NAME,
  forms: FORMS,
  carriesAudio: false,
  needsCallIds: true,
  isRequest: true,
  holds: [NAME],
  hasDocumentBlocks: false,
  read,
  formOf,
  write,
};

registerFormat(mistralConversations);
