// Histories for the built-in strategies.

import assert from "node:assert/strict";
import { ConversationManager } from "backscroll";
import { TARGETS, objection } from "../judges.mjs";
import { mendings } from "../conversation/mendings.mjs";
import { paramsFor } from "../request-params.mjs";

/** Returns text of about this many tokens. */
export const text = (tokens) => "one word after another ".repeat(Math.ceil(tokens / 4));

/** Names a model in a request, so that sizes are those of its row from the first message on. */
export const GPT = { model: "gpt-4o" };

/** Makes a conversation from one letter for each message: `u` user, `a` assistant, `c` a call with its result. Ids are letter and place. */
export function story(letters, { size = 100, ...options } = {}) {
  const conversation = new ConversationManager({ systemPrompt: "You are a clerk.", ...options });
  tell(conversation, letters, size);
  if (letters !== "") conversation.toRequest("openai-chat", GPT);
  return conversation;
}

/** The number of messages that each conversation was given. */
const told = new WeakMap();

/** Adds messages to a conversation, in the same letters. */
export function tell(conversation, letters, size = 100) {
  for (const letter of letters) {
    const place = (told.get(conversation) ?? 0) + 1;
    told.set(conversation, place + (letter === "c" ? 1 : 0));
    const id = `${letter}${place}`;
    if (letter === "u") conversation.addMessage("user", `Question ${id}. ${text(size)}`, { id });
    if (letter === "a") conversation.addMessage("assistant", `Answer ${id}. ${text(size)}`, { id });
    if (letter !== "c") continue;
    conversation.addMessage("assistant", null, { id, toolCalls: [{ id: `call_${id}`, name: "look", arguments: `{"at":${place}}` }] });
    conversation.addMessage("tool", `Result ${id}. ${text(size)}`, { id: `r${id.slice(1)}`, toolCallId: `call_${id}` });
  }
}

/** Returns the ids of the messages except the system prompt. */
export const ids = (conversation) => conversation.messages.filter(({ role, isSummary }) => role !== "system" || isSummary).map(({ id, isSummary }) => (isSummary ? "S" : id));

/** Fails unless every target accepts the history, and every call has its result. */
export function assertSound(conversation) {
  for (const target of TARGETS) {
    const { body, repairs } = conversation.toRequest(target, paramsFor(target, conversation.toOpenAIMessages()));
    assert.equal(objection(target, body), null, `${target}: ${JSON.stringify(body).slice(0, 500)}`);
    const broken = mendings(repairs).filter(({ code }) => /result|call/.test(code));
    assert.deepEqual(broken, [], "a pair is broken");
  }
}

/** A function that makes the error for a request that was too long. */
export { overflow } from "../basics.mjs";

/** Makes a summariser that records its requests. */
export function summariser(answer = "They talked.") {
  const requests = [];
  const summarize = async (request) => {
    requests.push(request);
    return typeof answer === "function" ? answer(request, requests.length) : answer;
  };
  return { requests, summarize };
}
