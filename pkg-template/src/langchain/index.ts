// The messages of LangChain 1, of JavaScript and of Python: importing this entry makes the format known to the package.

import type { ProgramFormat } from "../formats/program-format.js";
import { registerFormat } from "../formats/registry.js";
import { read } from "./read.js";
import { write } from "./write.js";

export const langchain: ProgramFormat = {
  name: "langchain",
  forms: ["stored", "serialized"],
  carriesAudio: true,
  needsCallIds: false,
  holds: ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral", "langchain", "backscroll"],
  hasDocumentBlocks: false,
  read,
  write,
};

registerFormat(langchain);
