// Messages of Strands Agents, of TypeScript (`Message.toJSON`) and of Python: what `backscroll/strands/format` exports.
//
// Read are lists of messages, what an agent is made with (`messages` and `systemPrompt`), its snapshots, and the messages of Python's
// session managers. Three forms are written: `agent`, which is `{ systemPrompt, messages }`; `messages`, the list alone, which has no place
// for instructions; and `python`, which is `{ system_prompt, messages }` in Python's words. What comes back is what was read, but that
//
// - fields that are null, and metadata that says nothing, are as good as absent;
// - the envelopes of snapshots and sessions stay behind, and the spelling is that of the form;
// - a result has a `status`, arguments that are the empty text are `{}`, and a document has a name.
//
// Only the user and the assistant speak. Results of a round stand in one message; instructions in the middle are told by the user, and
// reported. A summary is the user's, marked in `metadata.custom` as the adapter for the SDK marks it, and so is the maker of reasoning,
// which blocks do not name. Arguments that are no object stay text.

import { registerFormat } from "../../formats/registry.js";
import type { ProgramFormat } from "../../index.js";
import { formOf } from "./envelope.js";
import { read } from "./read.js";
import { FORMS, write } from "./write.js";

/**
 * The messages of Strands Agents. Importing this entry makes `"strands"` known to `convert`, `from` and `addResponse`.
 *
 * @example
 * import "backscroll/strands/format";
 * const { body } = convert(agent.messages, "strands", "anthropic");
 */
export const strands: ProgramFormat = {
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
