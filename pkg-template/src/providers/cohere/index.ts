// Messages of Cohere's Chat API, version 2 (`POST /v2/chat`). The entry `backscroll/cohere`.
//
// It reads a list of messages, a request, and an answer, in the spelling of REST and Python and in that of Cohere's client for JavaScript.
// It writes three forms: `request`, which is `{ messages }`; `list`, the list alone; and `camelCase`, which is `{ messages }` as the client for
// JavaScript takes it. A body that is read and written again is the same, except that
//
// - an answer that came in its envelope (`{ id, finish_reason, message, usage }`) is written as its message;
// - of an answer's message, `content` and `tool_calls` that are null, a list of calls that is empty, and an empty plan are left out, and so
//   is a message that has neither content, plan nor calls;
// - a call has a `type`, and arguments that are empty are `{}`, which is reported;
// - several pieces of text beside calls that came from elsewhere are one plan.
//
// What Cohere demands of a request:
//
// - Each call has a result behind it: "An assistant message with 'tool_calls' must be followed by tool messages responding to each
//   'tool_call_id'" (github.com/oracle/langchain-oracle/issues/10). The core pairs them, because the format is one of requests.
// - Messages with the system's instructions may stand anywhere, and the last message may be anybody's: "we are enabling use cases that require
//   the `system` or `assistant` role to be the latest chat turn" (cohere.com/blog/new-api-v2).
// - Users show text and pictures, results hold text and documents, all others say text (the types of `cohere-ai` 8.1.0). Pictures are
//   at a URL or a data URL (docs.cohere.com/docs/image-inputs).
// - Beside calls stands a plan. The published chat templates show the model `tool_plan`, and not the content beside calls; clients write
//   `tool_plan`, too (docs.cohere.com/docs/tool-use-overview).
// - There is no flag for a result that failed, no name of a speaker, and no sound.

import { registerFormat } from "../../formats/registry.js";
import type { ProgramFormat } from "../../index.js";
import { formOf, read } from "./read.js";
import { FORMS, write } from "./write.js";

declare module "../../index.js" {
  interface ProgramBodies {
    /** The messages of Cohere's Chat API. */
    cohere: {
      /** The default form: `"request"`. */
      default: CohereRequest;
      /** The messages as a field of a request. */
      request: CohereRequest;
      /** The messages alone. */
      list: CohereMessage[];
      /** The messages as a field of a request, in the spelling of Cohere's client for JavaScript. */
      camelCase: CohereClientRequest;
    };
  }
}

/**
 * The messages as a field of a request.
 *
 * @example
 * const { body } = convert("openai-chat", cohere, messages);
 * await fetch("https://api.cohere.com/v2/chat", { method: "POST", headers, body: JSON.stringify({ model: "command-a-03-2025", ...body }) });
 */
export interface CohereRequest {
  /** The messages, instructions among them. */
  messages: CohereMessage[];
}

/**
 * A message in the spelling of REST and of Python.
 *
 * @example
 * const message: CohereMessage = { role: "tool", tool_call_id: "c1", content: "Sunny." };
 */
export interface CohereMessage {
  /** The speaker. */
  role: "system" | "user" | "assistant" | "tool";
  /** A text, or blocks. Absent in an answer with only calls. */
  content?: string | CohereBlock[];
  /** The words of an answer before its calls. */
  tool_plan?: string;
  /** The calls of an answer. */
  tool_calls?: CohereToolCall[];
  /** The call that a result answers. */
  tool_call_id?: string;
  /** The sources of an answer. */
  citations?: Record<string, unknown>[];
}

/**
 * A block of a content: `text`, `thinking`, `image_url`, or `document`.
 *
 * @example
 * const block: CohereBlock = { type: "text", text: "Sunny." };
 */
export interface CohereBlock {
  /** The kind of block. */
  type: string;
  /** The text of a block of text. */
  text?: string;
  /** The fields of other kinds. */
  [field: string]: unknown;
}

/**
 * A call of a tool.
 *
 * @example
 * const call: CohereToolCall = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
 */
export interface CohereToolCall {
  /** The id of the call; its result has the same. */
  id: string;
  /** The kind of tool. */
  type: "function";
  /** The tool and its arguments. */
  function: {
    /** The tool's name. */
    name: string;
    /** JSON text. */
    arguments: string;
  };
}

/**
 * The messages for `ClientV2.chat` of `cohere-ai`. They have the type `any`, so that every version of the client accepts them.
 *
 * @example
 * const { body } = convert("openai-chat", cohere, messages, { form: "camelCase" });
 * const answer = await client.chat({ model: "command-a-03-2025", ...body });
 */
export interface CohereClientRequest {
  /** The messages, instructions among them. */
  messages: any[];
}

/**
 * The messages of Cohere's Chat API. Importing this entry makes `"cohere"` known to `convert`, `from`, `fit` and `addResponse`.
 *
 * @example
 * import { cohere } from "backscroll/cohere";
 * conversation.addResponse(cohere, await client.chat({ model: "command-a-03-2025", ...body }));
 */
export const cohere: ProgramFormat<"cohere"> = {
  name: "cohere",
  forms: FORMS,
  carriesAudio: false,
  needsCallIds: true,
  isRequest: true,
  holds: ["cohere"],
  hasDocumentBlocks: false,
  read,
  formOf,
  write,
};

registerFormat(cohere);
