// The entry `backscroll/langchain`. Importing it makes the format known. Only the types of the SDK are needed.

import type { StoredMessage } from "@langchain/core/messages";
import { registerFormat } from "../formats/registry.js";
import { langchain } from "./format.js";

declare module "../index.js" {
  interface ProgramBodies {
    /** The messages of LangChain. */
    langchain: {
      /** The default form: `"stored"`. */
      default: StoredMessage[];
      /** Messages as `mapChatMessagesToStoredMessages` makes them. */
      stored: StoredMessage[];
      /** Messages as `JSON.stringify` writes LangChain's own classes. */
      serialized: SerializedMessage[];
    };
  }
}

/**
 * A message as `JSON.stringify` writes one of LangChain's own classes. `load` of `@langchain/core/load` takes the text of it.
 *
 * @example
 * const { body } = convert("openai-chat", langchain, messages, { form: "serialized" });
 * const [first] = await load<BaseMessage[]>(JSON.stringify(body));
 */
export interface SerializedMessage {
  /** The version of the form. */
  lc: 1;
  /** The kind of serialised object. */
  type: "constructor";
  /** The path of the class, such as `["langchain_core", "messages", "HumanMessage"]`. */
  id: string[];
  /** The arguments of its constructor. */
  kwargs: Record<string, unknown>;
}

registerFormat(langchain);

export { langchain };
