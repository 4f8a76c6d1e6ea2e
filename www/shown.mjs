// The data of a conversation that the page shows.

import { ConversationError, ConversationManager, estimateTokens, sanitize } from "./pkg/index.mjs";
import { paramsOf } from "./body.mjs";
import { targetOf } from "./formats.mjs";
import { partsOf } from "./turns.mjs";

/**
 * The source of a request.
 *
 * @typedef {object} Choice
 * @property {import("backscroll").Target} target
 * @property {import("backscroll").OpenCalls} openCalls
 * @property {import("./body.mjs").Pasted | null} pasted the body that the conversation was read from
 * @property {boolean} isChanged true if the conversation was changed since
 */

/**
 * @param {ConversationManager} conversation
 * @param {Choice} choice
 */
export async function shown(conversation, choice) {
  const { messages, tokenLimit } = conversation;
  const written = requestOf(conversation, choice);
  return {
    messages,
    parts: partsOf(messages).map((part) => ({ ...part, tokens: estimateTokens(part.messages) })),
    ...(await sizeOf(conversation, choice)),
    window: tokenLimit,
    target: choice.target,
    // The repairs of a pasted body name its own places, and not the messages that are shown.
    marks: written.repairs,
    request: isOwn(choice) ? ownRequest(choice) : written,
    origin: originOf(choice),
  };
}

/** The model, tools and other params of the next request: those of the pasted body, or some of this page. */
export function paramsFor({ target, pasted }) {
  return pasted?.format === target ? paramsOf(pasted) : targetOf(target).params;
}

/**
 * The size of the next request, measured as `prepare` measures it: with its params, and the results that it has to add. A copy is asked,
 * which reduces nothing; when the request does not fit, the error says what it takes.
 */
export async function sizeOf(conversation, choice) {
  const { target, openCalls } = choice;
  const copy = ConversationManager.fromJSON(conversation.toJSON(), { reduce: () => false });
  const paramsTokens = estimateTokens(JSON.stringify(paramsFor(choice)));
  const size = (tokens) => ({ tokens, paramsTokens, addedTokens: Math.max(0, tokens - conversation.contextTokens - paramsTokens) });
  try {
    return size((await copy.prepare(target, paramsFor(choice), { openCalls })).tokens);
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    return size(error.code === "cannot-fit" ? error.details.tokens : conversation.contextTokens + paramsTokens);
  } finally {
    copy.dispose();
  }
}

/** Reports whether the request is the pasted body itself, for its own target. */
function isOwn({ target, pasted, isChanged }) {
  return pasted?.format === target && !isChanged;
}

/** Whose the request is, in a sentence. */
function originOf(choice) {
  const { target, pasted } = choice;
  if (isOwn(choice)) return "Your body, as `sanitize` returns it.";
  if (pasted === null) return "The conversation, with a model and params of this page.";
  if (pasted.format === target) return "The conversation as it is now, with the model, tools and other params of your body.";
  return `The conversation, with a model and params of this page: those of your body are for \`${pasted.format}\`.`;
}

/** The pasted body, sendable, or why it is not. */
function ownRequest({ target, openCalls, pasted }) {
  return attempted(() => {
    const { body, repairs } = sanitize(target, pasted.body, { openCalls });
    return { body, repairs, byteLength: new TextEncoder().encode(JSON.stringify(body)).length };
  });
}

/** The body as it would be sent, or why there is none. */
function requestOf(conversation, choice) {
  const { target, openCalls } = choice;
  return attempted(() => {
    const { body, repairs } = conversation.toRequest(target, paramsFor(choice), { openCalls });
    const { byteLength } = conversation.toRequestView(target, paramsFor(choice), { openCalls });
    return { body, repairs, byteLength };
  });
}

function attempted(make) {
  try {
    return { ...make(), error: null };
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    return { body: null, repairs: [], byteLength: 0, error };
  }
}
