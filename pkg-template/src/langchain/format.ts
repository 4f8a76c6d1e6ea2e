// The messages of LangChain as a format of programs.

import { TARGETS } from "../providers/names.js";
import type { ProgramFormat } from "../index.js";
import { formOf, read } from "./read.js";
import { write } from "./write.js";

/**
 * The messages of LangChain 1, for JavaScript and Python. Reads stored messages, serialised messages, and everything that LangChain's own
 * coercion accepts. Writes messages as JavaScript stores or serialises them; Python reads both.
 *
 * A message that was read is written unchanged, except for differences without a meaning: null and empty fields are absent, a chunk becomes
 * a whole message, `content_blocks` become `content`, and every call is in `tool_calls`, or in `invalid_tool_calls` if its arguments are
 * not an object.
 *
 * @example
 * import { langchain } from "backscroll/langchain";
 * const { body } = convert(langchain, "anthropic", storedMessages);
 */
export const langchain: ProgramFormat<"langchain"> = {
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
