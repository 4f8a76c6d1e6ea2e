// Messages of Strands Agents, of TypeScript (`Message.toJSON`) and of Python. The entry `backscroll/strands/format`.
//
// It reads lists of messages, the data of an agent (`messages` and `systemPrompt`), its snapshots, and the messages of Python's session
// managers. It writes three forms: `agent`, which is `{ systemPrompt, messages }`; `messages`, the list alone, which has no place for
// instructions; and `python`, which is `{ system_prompt, messages }` in Python's words. A body that is read and written again is the same,
// except that
//
// - fields that are null, and empty metadata, are left out;
// - the envelopes of snapshots and sessions are left out, and the spelling is that of the form;
// - a result has a `status`, arguments that are the empty text are `{}`, and a document has a name.
//
// Messages are the user's or the assistant's. The results of a round stand in one message. Instructions in the middle become the user's,
// and are reported. A summary is the user's, marked in `metadata.custom` as the adapter for the SDK marks it. The maker of reasoning stands
// there too, because blocks do not name it. Arguments that are no object stay text.

import type { MessageData, SystemPromptData } from "@strands-agents/sdk";
import { registerFormat } from "../../formats/registry.js";
import type { ProgramFormat } from "../../index.js";
import { formOf } from "./envelope.js";
import { read } from "./read.js";
import { FORMS, write } from "./write.js";

declare module "../../index.js" {
  interface ProgramBodies {
    /** The messages of Strands Agents. */
    strands: {
      /** The default form: `"agent"`. */
      default: AgentMessages;
      /** The messages and the system prompt, as `new Agent` takes them. */
      agent: AgentMessages;
      /** The messages alone, as `Message.toJSON` writes them. */
      messages: MessageData[];
      /** The messages and the system prompt in the spelling of Python. */
      python: PythonMessages;
    };
  }
}

/**
 * The messages of an agent in TypeScript.
 *
 * @example
 * const { body } = convert("openai-chat", strands, messages);
 * const agent = new Agent({ model, ...body });
 */
export interface AgentMessages {
  /** The system prompt; absent when there is none. */
  systemPrompt?: SystemPromptData;
  /** The history without the system prompt. */
  messages: MessageData[];
}

/**
 * The messages of an agent in Python.
 *
 * @example
 * const { body } = convert("openai-chat", strands, messages, { form: "python" });
 * await writeFile("messages.json", JSON.stringify(body.messages));
 */
export interface PythonMessages {
  /** The system prompt: a text, or blocks; absent when there is none. */
  system_prompt?: string | Record<string, unknown>[];
  /** The history without the system prompt. */
  messages: PythonMessage[];
}

/**
 * A message of an agent in Python.
 *
 * @example
 * const message: PythonMessage = { role: "user", content: [{ text: "What is the weather in Oslo?" }] };
 */
export interface PythonMessage {
  /** The speaker. */
  role: "user" | "assistant";
  /** The blocks, each an object with one field that names its kind. */
  content: Record<string, unknown>[];
  /** The id of the message. */
  tracking_id?: string;
  /** The usage that the model reported, and `custom` for marks of programs. */
  metadata?: Record<string, unknown>;
}

/**
 * The messages of Strands Agents. Importing this entry makes `"strands"` known to `convert`, `from` and `addResponse`.
 *
 * @example
 * import { strands } from "backscroll/strands/format";
 * const { body } = convert(strands, "anthropic", agent.messages);
 */
export const strands: ProgramFormat<"strands"> = {
  name: "strands",
  forms: FORMS,
  carriesAudio: false,
  needsCallIds: true,
  holds: ["strands", "bedrock/guardContent", "bedrock/video"],
  hasDocumentBlocks: true,
  read,
  formOf,
  write,
};

registerFormat(strands);
