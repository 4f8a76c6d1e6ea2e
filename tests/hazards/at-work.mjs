// The tasks of a worker, for workers of Node and of the web.

import { faults } from "../support/hosts/faulty-wasm.mjs";

/** Runs one task. `url` is the address of the package. */
export async function answer({ url, task, snapshot, bytes }) {
  const { ConversationManager } = await import(url);
  if (task === "length") return { length: bytes.length };
  const conversation = ConversationManager.fromJSON(snapshot);
  switch (task) {
    case "count":
      return { counted: [conversation.messageCount, conversation.contextTokens, conversation.tokensSpent], snapshot: conversation.toJSON() };
    case "prepare":
      await conversation.prepare("openai-chat");
      return { snapshot: conversation.toJSON() };
    case "fault": {
      faults.set("core_call", "trap");
      const codes = [1, 2].map(() => codeOf(() => conversation.messages));
      return { codes, restored: ConversationManager.fromJSON(snapshot).messageCount };
    }
    default:
      throw new Error(`there is no task ${task}`);
  }
}

function codeOf(run) {
  try {
    return String(run());
  } catch ({ code }) {
    return code;
  }
}
