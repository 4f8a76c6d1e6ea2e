// The declaration of the tool.

import type { CompressParameters } from "./parameters.js";

export const DESCRIPTION =
  "Closes a part of this conversation that is done: your summary replaces its messages, so that there is room for the next work. " +
  "Use it when a piece of work is finished and its details are needed no more, such as a search, a long log, or a fix that was tested; " +
  "not for what you still work on. Afterwards, you have only the summary of that part. " +
  "If the part holds an earlier summary, carry over what it says.";

export const PARAMETERS: CompressParameters = {
  type: "object",
  properties: {
    from: {
      type: "string",
      description:
        "The first words of the message with which the part begins, exactly as it says them, or words of its tool call or result; enough words that no other message has them.",
    },
    to: {
      type: "string",
      description: "The first words of the message with which the part ends, like `from`. Left out: the part ends before this call.",
    },
    summary: {
      type: "string",
      description:
        "What must be remembered, word for word: decisions and their reasons, names, numbers, paths, ids, errors and what solved them, the user's wishes, and what is left to do.",
    },
  },
  required: ["from", "summary"],
};
