// The model that a request asks, and what it counts beside the messages.

import { ConversationManager, estimateTokens, trim } from "backscroll";

/** The model of params, as `estimateTokens` takes it. */
export function modelOf(format, { model, modelId = model }) {
  return modelId === undefined ? { format } : { format, model: modelId };
}

/** The tokens that params and the borders of a request take, beside its messages. */
export function besideTokens(target, params) {
  const conversation = new ConversationManager();
  try {
    conversation.addMessage("user", "Hello");
    const { body } = conversation.toRequest(target, params);
    return trim(target, body, { maxTokens: 1e9 }).reduction.tokensBefore - estimateTokens(conversation.messages, modelOf(target, params));
  } finally {
    conversation.dispose();
  }
}
