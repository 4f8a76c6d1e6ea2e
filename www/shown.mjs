// What there is to show of a conversation.

import { ConversationError, estimateTokens } from "./pkg/index.mjs";
import { PARAMS } from "./params.mjs";
import { partsOf } from "./turns.mjs";

/**
 * @param {import("backscroll").ConversationManager} conversation
 * @param {{ target: import("backscroll").Target, openCalls: import("backscroll").OpenCalls }} choice
 */
export function shown(conversation, choice) {
  const { messages, tokenLimit } = conversation;
  return {
    messages,
    parts: partsOf(messages).map((part) => ({ ...part, tokens: estimateTokens(part.messages) })),
    paramsTokens: paramsTokens(choice.target),
    tokens: requestTokens(conversation, choice.target),
    window: tokenLimit,
    request: requestOf(conversation, choice),
  };
}

/** An estimate of the size of the next request: the history and its params. `prepare` also counts results that it has to put in. */
export function requestTokens(conversation, target) {
  return conversation.contextTokens + paramsTokens(target);
}

function paramsTokens(target) {
  return estimateTokens(JSON.stringify(PARAMS[target]));
}

/** The body as it would be sent, or why there is none. */
function requestOf(conversation, { target, openCalls }) {
  try {
    const { body, repairs } = conversation.toRequest(target, PARAMS[target], { openCalls });
    const { byteLength } = conversation.toRequestView(target, PARAMS[target], { openCalls });
    return { body, repairs, byteLength, error: null };
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    return { body: null, repairs: [], byteLength: 0, error };
  }
}
