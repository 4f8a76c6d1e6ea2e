// Checks the properties of every conversation that is made to fit.

import { isDeepStrictEqual } from "node:util";
import { ConversationError, ConversationManager, estimateTokens } from "backscroll";
import { besideTokens, modelOf } from "./asked.mjs";
import { unaccounted } from "../atoms/account.mjs";
import { atomsOf } from "../atoms/atoms.mjs";
import { floorTokens, isTooLarge } from "./floor.mjs";
import { objection } from "../judges.mjs";
import { neutralAtoms, partsOf } from "../atoms/neutral.mjs";
import { isNote, notedCount } from "./notes.mjs";
import { paramsFor } from "../request-params.mjs";

/** @typedef {import("../judges.mjs").Target} Target */
/** @typedef {import("backscroll").MessageInit} MessageInit */

const THINKING = { type: "enabled", budget_tokens: 1024 };

/**
 * @typedef {object} Fitting
 * @property {"fits" | "cannot-fit" | "failed"} outcome
 * @property {boolean} isReduced true if messages were removed or shortened
 * @property {string[]} problems the violated properties
 */

/**
 * Makes the request for a transcript fit, and checks the result. There is room for a share of the messages, beside the tools.
 *
 * @param {Target} target
 * @param {MessageInit[]} messages
 * @param {{ share: number, reserveTokens?: number, thinking?: boolean, reduce?: import("backscroll").Reducer }} options
 * @returns {Promise<Fitting>}
 */
export async function fitting(target, messages, { share, reserveTokens = 0, thinking = false, ...options }) {
  const params = { ...paramsFor(target, inOpenAIForm(messages)), ...(thinking ? { thinking: THINKING } : {}) };
  const asked = modelOf(target, params);
  const beside = besideTokens(target, params);
  const room = Math.floor(estimateTokens(messages, asked) * share) + beside;
  const conversation = new ConversationManager({ tokenLimit: room + reserveTokens, reserveTokens, ...options });
  try {
    for (const message of messages) conversation.addMessage(message);
    const before = conversation.messages;
    try {
      const request = await conversation.prepare(target, params);
      const problems = [...problemsOf(target, request, before, conversation.messages), ...overBudget(request.tokens, room)];
      return { outcome: "fits", isReduced: request.reduction !== null, problems };
    } catch (error) {
      const isOurs = error instanceof ConversationError && error.code === "cannot-fit";
      if (!isOurs) return { outcome: "failed", isReduced: false, problems: [`threw ${error.stack}`] };
      // From its first request on, the history is counted for the model of the request.
      const isSame = isDeepStrictEqual(conversation.messages, before) && conversation.contextTokens === estimateTokens(before, asked);
      const changed = isSame && conversation.lastReduction === null ? [] : ["cannot-fit changed the history"];
      return { outcome: "cannot-fit", isReduced: false, problems: [...changed, ...refusedInVain(floorTokens(before, asked) + beside, room)] };
    }
  } finally {
    conversation.dispose();
  }
}

function overBudget(tokens, room) {
  return tokens <= room ? [] : [`${tokens} tokens in a room of ${room}`];
}

function inOpenAIForm(messages) {
  const conversation = ConversationManager.from("backscroll", messages);
  try {
    return conversation.toOpenAIMessages();
  } finally {
    conversation.dispose();
  }
}

function refusedInVain(floor, room) {
  return isTooLarge(floor, room) ? [] : [`cannot-fit, though what must stay takes ${floor} tokens in a room of ${room}`];
}

/**
 * Returns the faults of a request, of its history and of its report.
 *
 * @param {Target} target
 * @param {import("backscroll").PreparedRequest} request
 * @param {MessageInit[]} before the history
 * @param {MessageInit[]} after
 * @returns {string[]}
 */
export function problemsOf(target, { body, repairs, reduction }, before, after) {
  const refused = objection(target, body);
  const isOf = (index, messageId) => after[index].id === messageId;
  return [
    ...(refused === null ? [] : [`refused: ${refused}`]),
    ...missing(target, body, before),
    ...unreported(before, after, reduction),
    ...unaccounted(neutralAtoms(after).filter(isSaid), atomsOf(target, body).filter(isSaid), repairs, isOf),
    ...(isDeepStrictEqual(notesOf(neutralAtoms(after)), notesOf(atomsOf(target, body))) ? [] : ["the notes of the history are not those of the request"]),
  ];
}

const isSaid = (atom) => !isNote(atom);

/** The notes of what was left out; a request may give them another role. */
function notesOf(atoms) {
  return atoms.filter(isNote).map(({ value }) => value);
}

/** Checks that the request holds the system prompt, the current request and pinned messages verbatim. */
function missing(target, body, before) {
  const texts = new Set(atomsOf(target, body).flatMap(({ kind, value }) => (kind === "text" ? [value] : [])));
  const isSaid = (text) => texts.has(text) || texts.has(`[error] ${text}`);
  const isIn = (message) => partsOf(message).every((part) => part.type !== "text" || isSaid(part.text));
  const current = before.findLast(({ role }) => role === "user");
  const named = [
    ...before.filter(({ role }) => role === "system").map((message) => ["the system prompt", message]),
    ...(current === undefined ? [] : [["the current request", current]]),
    ...before.filter(({ pinned }) => pinned).map((message) => [`the pinned message ${message.id}`, message]),
  ];
  return named.filter(([, message]) => !isIn(message)).map(([name]) => `${name} is not in the request`);
}

/** Checks that the kept messages and the reported ones together are the original messages, in order. */
function unreported(before, after, reduction) {
  const originals = new Map((reduction?.shortened ?? []).map(({ messageId, original }) => [messageId, original]));
  const removed = new Map((reduction?.removed ?? []).map((message) => [message.id, message]));
  const kept = new Map(after.map((message) => [message.id, originals.get(message.id) ?? message]));
  const restored = before.map(({ id }) => removed.get(id) ?? kept.get(id));
  const changed = before.filter((message, index) => !isDeepStrictEqual(restored[index], message));
  const lost = changed.map(({ id }) => `${id} is lost, or changed without a report`);
  const twice = after.filter(({ id }) => removed.has(id)).map(({ id }) => `${id} is kept and reported as removed`);
  const own = after.filter(({ content }) => notedCount(content) === null);
  const places = own.map(({ id }) => before.findIndex((message) => message.id === id));
  const noted = after.filter((message) => !own.includes(message)).reduce((sum, { content }) => sum + notedCount(content), 0);
  // Messages that go as the last resort, and results without calls, leave no note.
  const named = (reduction?.steps ?? []).filter(({ name }) => name === "drop-messages").reduce((sum, { messages }) => sum + messages, 0);
  const isNoted = noted === named || (noted === 0 && reduction.steps.some(({ name }) => name === "drop-notes"));
  const ordered = places.every((place, index) => index === 0 || place > places[index - 1]);
  return [...lost, ...twice, ...(ordered ? [] : [`order: ${places.join(" ")}`]), ...(isNoted ? [] : [`notes speak of ${noted} messages, and ${named} were removed`])];
}
