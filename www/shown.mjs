// The data of a conversation that the page shows.

import { ConversationError, ConversationManager, estimateTokens, sanitize } from "./pkg/index.mjs";
import { paramsOf } from "./body.mjs";
import { targetOf } from "./formats.mjs";
import { partsOf } from "./turns.mjs";

/**
 * The choices that determine a request.
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
    // The repairs of a pasted body name places in that body, not the messages that the page shows.
    marks: written.repairs,
    request: isOwn(choice) ? ownRequest(choice) : written,
    origin: originOf(choice),
  };
}

/** Returns the params of the next request, such as the model and the tools: those of the pasted body, or those of this page. */
export function paramsFor({ target, pasted }) {
  return pasted?.format === target ? paramsOf(pasted) : targetOf(target).params;
}

/**
 * Returns the size of the next request as `prepare` measures it: with its params, and the results that it has to add. Asks a copy that
 * reduces nothing. When the request does not fit, the error has the size.
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

/** Returns true if the request is the pasted body itself, for its own target. */
function isOwn({ target, pasted, isChanged }) {
  return pasted?.format === target && !isChanged;
}

/** Describes the source of the request in a sentence. */
function originOf(choice) {
  const { target, pasted } = choice;
  if (isOwn(choice)) return "Your body, as `sanitize` returns it.";
  if (pasted === null) return "The conversation, with a model and params of this page.";
  if (pasted.format === target) return "The conversation as it is now, with the model, tools and other params of your body.";
  return `The conversation, with a model and params of this page: those of your body are for \`${pasted.format}\`.`;
}

/** Returns the pasted body after `sanitize`, or its error. */
function ownRequest({ target, openCalls, pasted }) {
  return attempted(() => {
    const { body, repairs } = sanitize(target, pasted.body, { openCalls });
    return { body, repairs, byteLength: new TextEncoder().encode(JSON.stringify(body)).length };
  });
}

/** Returns the body of the request, or its error. */
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
