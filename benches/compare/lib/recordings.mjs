// The conversations to replay: the repository's own, and recorded ones if they are installed beside the checkout.

import { readFileSync } from "node:fs";
import { ConversationManager, sanitize } from "backscroll";
import { recordedCodingRuns, recordedConversations } from "../../../tests/support/shared-data.mjs";

/** @typedef {import("backscroll").Message} Message */

/**
 * @typedef {object} Recording
 * @property {string} source
 * @property {Message[][]} conversations in neutral form; each holds a message of the user
 */

/**
 * Returns the repository's own transcript, which is one long tool loop, and recorded conversations, which are shorter.
 *
 * @returns {{ recordings: Recording[], absence: string | false }} `absence` is the reason why there are no recorded conversations
 */
export function recordings() {
  const { messages } = JSON.parse(readFileSync(new URL("../../../tests/fixtures/agent-transcript.json", import.meta.url), "utf8"));
  const own = { source: "the repository's own transcript", conversations: [neutral(messages)] };
  const { rows, absence } = recordedConversations();
  const conversations = rows.filter(({ messages }) => messages.some(({ role }) => role === "user")).map((row) => neutral(row.messages));
  const others = { source: `${conversations.length} recorded conversations (../shared/data/dev.jsonl)`, conversations };
  return { recordings: absence ? [own] : [own, others], absence };
}

/**
 * Returns long conversations alone: the repository's own transcript, and recorded runs of a coding agent.
 *
 * @returns {{ recordings: Recording[], absence: string | false }}
 */
export function longRecordings() {
  const [own] = recordings().recordings;
  const { rows, absence } = recordedCodingRuns();
  const runs = {
    source: `${rows.length} runs of a coding agent (../shared/data/coding_pi.jsonl)`,
    conversations: rows.map((row) => neutral(row.messages)),
  };
  return { recordings: absence ? [own] : [own, runs], absence };
}

/** Reads and repairs a recording (calls without results, for example), so that each library starts from a valid history. */
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
 * Returns the points at which the model was called: before each assistant message, and at the end unless an assistant message is last.
 *
 * @param {Message[]} messages
 * @returns {number[]} the number of messages before each call
 */
export function callsAt(messages) {
  const calls = messages.flatMap(({ role }, index) => (role === "assistant" && messages.slice(0, index).some(isAsked) ? [index] : []));
  return messages.at(-1).role === "assistant" ? calls : [...calls, messages.length];
}

function isAsked({ role }) {
  return role !== "system";
}
