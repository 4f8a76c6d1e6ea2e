// Helpers for tests of pending messages.

import assert from "node:assert/strict";
import { ConversationManager } from "backscroll";
import { TARGETS, objection } from "../judges.mjs";
import { mendings } from "./mendings.mjs";
import { byTarget } from "../targets.mjs";

/** The params of a request, by target. */
export const PARAMS = byTarget({
  "openai-chat": { model: "gpt-5" },
  anthropic: { model: "claude-sonnet-5-5", max_tokens: 1024 },
  "openai-responses": { model: "gpt-5" },
  gemini: {},
  bedrock: { modelId: "anthropic.claude-sonnet-5-5", toolConfig: { tools: [{ toolSpec: { name: "look", inputSchema: { json: { type: "object" } } } }] } },
  mistral: { model: "mistral-large-latest" },
});

/** Makes a conversation whose newest message has calls with these ids. */
export function calling(callIds = ["c1"], options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Go.");
  conversation.addMessage("assistant", null, { toolCalls: callIds.map((id) => ({ id, name: "look", arguments: "{}" })) });
  return conversation;
}

/** Fails unless every provider accepts a request of the conversation, with no repairs except those of these codes. */
export function assertSendable(conversation, { codes = [] } = {}) {
  for (const target of TARGETS) {
    const { body, repairs } = conversation.toRequest(target, PARAMS[target]);
    assert.equal(objection(target, body), null, `${target}: ${JSON.stringify(body)}`);
    const others = mendings(repairs).filter(({ code }) => !codes.includes(code));
    assert.deepEqual(others, [], target);
  }
}

/** Returns roles and texts, and calls and results by their ids: `user:Go.`, `assistant>c1`, `tool<c1`. */
export function outline(conversation) {
  return conversation.messages.map(({ role, content, toolCalls, toolCallId }) => {
    if (toolCalls !== undefined) return `${role}>${toolCalls.map(({ id }) => id).join()}`;
    const said = typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join(" ");
    return toolCallId === undefined ? `${role}:${said}` : `${role}<${toolCallId}`;
  });
}

/** Returns the contents of the pending messages. */
export function waitingContents(conversation) {
  return conversation.pending.map(({ content }) => content);
}
