// Conversations to replay: the repository's own, and recorded ones where they are beside it.

import { readFileSync } from "node:fs";
import { ConversationManager, sanitize } from "backscroll";
import { recordedConversations } from "../../../tests/support/shared-data.mjs";

/** @typedef {import("backscroll").Message} Message */

/**
 * @typedef {object} Recording
 * @property {string} source
 * @property {Message[][]} conversations in neutral form; each holds a message of the user
 */

/**
 * The repository's own transcript, one long loop of tools, and other people's conversations, which are shorter.
 *
 * @returns {{ recordings: Recording[], absence: string | false }} `absence` says why there are only the repository's own
 */
export function recordings() {
  const { messages } = JSON.parse(readFileSync(new URL("../../../tests/fixtures/agent-transcript.json", import.meta.url), "utf8"));
  const own = { source: "the repository's own transcript", conversations: [neutral(messages)] };
  const { rows, absence } = recordedConversations();
  const conversations = rows.filter(({ messages }) => messages.some(({ role }) => role === "user")).map((row) => neutral(row.messages));
  const others = { source: `${conversations.length} recorded conversations (../shared/data/dev.jsonl)`, conversations };
  return { recordings: absence ? [own] : [own, others], absence };
}

/** Read, and mended where the recording has calls without results and the like, so that each library starts from a sound history. */
function neutral(messages) {
  const mended = sanitize("openai-chat", { model: "any", messages }).body;
  const conversation = ConversationManager.from("openai-chat", mended);
  try {
    return conversation.messages;
  } finally {
    conversation.dispose();
  }
}

/**
 * The moments at which the model was called: before each message of the assistant, and at the end when it is somebody else's.
 *
 * @param {Message[]} messages
 * @returns {number[]} how many messages had been said
 */
export function callsAt(messages) {
  const calls = messages.flatMap(({ role }, index) => (role === "assistant" && messages.slice(0, index).some(isAsked) ? [index] : []));
  return messages.at(-1).role === "assistant" ? calls : [...calls, messages.length];
}

function isAsked({ role }) {
  return role !== "system";
}
