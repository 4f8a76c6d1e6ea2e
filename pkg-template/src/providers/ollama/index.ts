// Messages of Ollama's own chat API (`POST /api/chat`). The entry `backscroll/ollama`.
//
// It reads a list of messages, a request, and an answer (`{ model, message, done_reason, ... }`). It writes two forms: `request`, which is
// `{ messages }`, and `list`, the list alone. A body that is read and written again is the same, except that
//
// - an answer that came in its envelope is written as its message;
// - `thinking`, `images` and `tool_calls` that are null or empty are left out, and so is a message of the assistant that has nothing;
// - a role that is one of the four in capitals is written in small letters, as the server reads it;
// - bytes in the alphabet for URLs, or without padding, are written in the standard form, which is reported;
// - arguments that are no object are written as one, which is reported;
// - of an object of arguments, numbers are written as JavaScript writes them.
//
// What Ollama takes (`api/types.go` and `server/prompt.go` of github.com/ollama/ollama):
//
// - A message has one text, which is a string, and pictures beside it, which are bytes in base64, in the standard alphabet. The server puts
//   pictures before the text, and loads no URLs. So several texts of a message are joined by line breaks, and it is reported when
//   pictures stood among them.
// - The arguments of a call are an object.
// - Roles may stand in any order, and models define roles of their own, such as `control`. A message of such a role is kept as it is; other
//   formats get its text as an instruction.
// - Calls have ids since 0.12.10 (github.com/ollama/ollama/pull/12956), and results name their call by `tool_call_id`; before, the name of
//   the tool was all that they had. Older servers and Ollama's clients, whose types lack both (`ollama` 0.6.4), ignore these fields. A
//   call without an id gets one of its message's, which other formats see, and Ollama does not. A result without one answers the first open
//   call of its tool, or else the first open call.
// - There is no flag for a result that failed, no name of a speaker, no sound and no files.

import { registerFormat } from "../../formats/registry.js";
import type { ProgramFormat } from "../../index.js";
import { formOf, read } from "./read.js";
import { FORMS, write } from "./write.js";

declare module "../../index.js" {
  interface ProgramBodies {
    /** The messages of Ollama's chat API. */
    ollama: {
      /** The default form: `"request"`. */
      default: OllamaRequest;
      /** The messages as a field of a request. */
      request: OllamaRequest;
      /** The messages alone. */
      list: OllamaMessage[];
    };
  }
}

/**
 * The messages as a field of a request.
 *
 * @example
 * const { body } = convert("openai-chat", ollama, messages);
 * const answer = await client.chat({ model: "qwen3", ...body });
 */
export interface OllamaRequest {
  /** The messages, instructions among them. */
  messages: OllamaMessage[];
}

/**
 * A message.
 *
 * @example
 * const message: OllamaMessage = { role: "tool", tool_name: "weather", tool_call_id: "call_1", content: "Sunny." };
 */
export interface OllamaMessage {
  /** The speaker: `"system"`, `"user"`, `"assistant"`, `"tool"`, or a role that the model defines. */
  role: string;
  /** The text. */
  content: string;
  /** The model's reasoning. */
  thinking?: string;
  /** Pictures in base64. */
  images?: string[];
  /** The calls of an answer. */
  tool_calls?: OllamaToolCall[];
  /** The tool of a result. */
  tool_name?: string;
  /** The call that a result answers. */
  tool_call_id?: string;
}

/**
 * A call of a tool.
 *
 * @example
 * const call: OllamaToolCall = { id: "call_1", function: { name: "weather", arguments: { city: "Oslo" } } };
 */
export interface OllamaToolCall {
  /** The id of the call; its result has the same. */
  id?: string;
  /** The tool and its arguments. */
  function: {
    /** The tool's name. */
    name: string;
    /** The arguments. */
    arguments: Record<string, any>;
  };
}

/**
 * The messages of Ollama's chat API. Importing this entry makes `"ollama"` known to `convert`, `from`, `fit` and `addResponse`.
 *
 * @example
 * import { ollama as format } from "backscroll/ollama";
 * conversation.addResponse(format.name, await client.chat({ model: "qwen3", ...body }));
 */
export const ollama: ProgramFormat<"ollama"> = {
  name: "ollama",
  forms: FORMS,
  carriesAudio: false,
  needsCallIds: true,
  isRequest: true,
  holds: ["ollama"],
  hasDocumentBlocks: false,
  read,
  formOf,
  write,
};

registerFormat(ollama);
