// The messages of LangChain as a format of programs.

import { TARGETS } from "../providers/names.js";
import type { ProgramFormat } from "../index.js";
import { formOf, read } from "./read.js";
import { write } from "./write.js";

/**
 * The messages of LangChain 1, of JavaScript and of Python. Read are stored messages, serialised ones, and what LangChain's own coercion
 * takes. They are written as JavaScript stores or serialises them; Python reads both.
 *
 * A message that was read is written as it was, but for differences without a meaning: fields that are null or empty are absent, a chunk
 * is the message that it came to, `content_blocks` are `content`, and every call stands in `tool_calls`, or in `invalid_tool_calls` where
 * its arguments are no object.
 *
 * @example
 * import "backscroll/langchain";
 * const { body } = convert(storedMessages, "langchain", "anthropic");
 */
export const langchain: ProgramFormat = {
  name: "langchain",
  forms: ["stored", "serialized"],
  carriesAudio: true,
  needsCallIds: false,
  holds: [...TARGETS, "langchain", "backscroll"],
  hasDocumentBlocks: false,
  read,
  formOf,
  write,
};
