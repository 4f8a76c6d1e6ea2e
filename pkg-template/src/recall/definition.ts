// The declaration of the tool.

import type { RecallParameters } from "./parameters.js";

export const DESCRIPTION =
  "Gets back what was cut from this conversation to save room: older messages, and tool results that were removed, cleared or shortened. " +
  "Search in all of it by `query`, then read a message by `id`, a part of a long one with `lines`. " +
  "Use it before you ask again for something that was said, or run a tool again for something that it returned.";

export const PARAMETERS: RecallParameters = {
  type: "object",
  properties: {
    query: {
      type: "string",
      description: "Words to search for, such as a name, a path, an order number. With `id`, only that message is searched.",
    },
    id: { type: "string", description: "The id of a message, as a search or a note about a cut shows it, or the id of a tool call." },
    lines: { type: "string", description: 'With `id`: the lines to read, such as "40-80".' },
  },
};
