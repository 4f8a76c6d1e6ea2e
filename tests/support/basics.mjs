// Helpers for tests of the JavaScript API.

import assert from "node:assert/strict";
import { ConversationError } from "backscroll";

/** Runs `run`, which must throw or reject with a ConversationError of this code (any when it is `undefined`), and returns the error. */
export function refusal(run, code) {
  let error;
  try {
    const result = run();
    if (typeof result?.then === "function") return result.then(() => assert.fail(`nothing was thrown, not \`${code}\``), (thrown) => judged(thrown, code));
  } catch (thrown) {
    error = thrown;
  }
  return judged(error, code);
}

function judged(error, code) {
  assert.ok(error !== undefined, `nothing was thrown, not \`${code}\``);
  assert.ok(error instanceof ConversationError, `not a ConversationError: ${error?.stack ?? error}`);
  if (code !== undefined) assert.equal(error.code, code, error.message);
  assert.match(error.code, /^[a-z]+(-[a-z]+)*$/);
  assert.ok(error.message.length > 10, `says too little: ${error.message}`);
  return error;
}

/** Returns everything that a failed call must leave unchanged. */
export function state(conversation) {
  return JSON.stringify([conversation.messages, conversation.contextTokens, conversation.tokensSpent, conversation.messageCount]);
}

/** Adds `turns` turns of a question and an answer of some length. */
export function chat(conversation, turns, length = 200) {
  for (let turn = 1; turn <= turns; turn += 1) {
    conversation.addMessage("user", `Question ${turn}. ${"word ".repeat(length / 5)}`);
    conversation.addMessage("assistant", `Answer ${turn}. ${"word ".repeat(length / 5)}`);
  }
  return conversation;
}

/** Makes the error that the OpenAI client throws when a request is too long. */
export function overflow() {
  const message = "400 This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.";
  return Object.assign(new Error(message), { status: 400, code: "context_length_exceeded", type: "invalid_request_error" });
}

/** Returns the `content` of each message. */
export function contents(conversation) {
  return conversation.messages.map(({ content }) => content);
}

/** Waits for `promise`, and fails after a while, so that a promise that never settles does not hang the tests. */
export async function soon(promise, milliseconds = 2_000) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
