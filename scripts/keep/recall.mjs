// Recall: the share of what the next steps need that is still there after a cut.

import { cutOf } from "./cut.mjs";
import { wordsIn } from "./words.mjs";

/** @typedef {import("backscroll").Message} Message */

/**
 * @typedef {object} Need of a cut in a recorded conversation
 * @property {Message[]} next the next assistant messages, at most 6
 * @property {Set<string>} needed telling words of `next` that the history holds, and the required units do not
 * @property {Set<string>} said the needed words that somebody other than a tool had said
 *
 * @typedef {import("./cut.mjs").Cut & Need} NeedyCut
 */

/**
 * @typedef {object} Recall shares from 0 to 1
 * @property {number} all of the needed words
 * @property {number | null} said of the words that somebody other than a tool had said; null if there are none
 * @property {number | null} found of the words that stand in results only; null if there are none
 */

/** The places of cuts, as shares of the messages of a conversation. */
const PLACES = [0.5, 0.75];
/** The assistant messages after a cut that are looked at. */
const STEPS = 6;
/** A cut with fewer needed words says little. */
const LEAST_NEEDED = 3;
/** A cut with fewer tokens that may go is none that a program would make. */
const LEAST_REST = 1_200;

/**
 * Returns the cuts of conversations with tool use: at half and at three quarters of their messages, directly before an assistant message.
 * Cuts with fewer than 3 needed words or fewer than 1,200 tokens that may go are left out.
 *
 * @param {{ id: string, messages: Message[] }[]} conversations
 * @returns {NeedyCut[]}
 */
export function cutsOf(conversations) {
  return conversations
    .filter(({ messages }) => messages.some(({ role }) => role === "tool"))
    .flatMap(({ id, messages }) => placesIn(messages).map((place) => cutAt(id, messages, place)))
    .filter((cut) => cut !== null);
}

/**
 * Returns the recall of the messages that are left after a cut.
 *
 * @param {Need} cut
 * @param {object[]} kept messages of backscroll or of OpenAI's chat API
 * @returns {Recall}
 */
export function recallOf({ needed, said }, kept) {
  const words = wordsIn(kept);
  const found = [...needed].filter((word) => !said.has(word));
  return { all: shareOf([...needed], words), said: shareOf([...said], words), found: shareOf(found, words) };
}

function shareOf(needed, words) {
  return needed.length === 0 ? null : needed.filter((word) => words.has(word)).length / needed.length;
}

/** Returns the index of the first assistant message at or after each place, each once. */
function placesIn(messages) {
  const indices = PLACES.map((place) => {
    const from = Math.floor(messages.length * place);
    return messages.findIndex(({ role }, index) => index >= from && role === "assistant");
  });
  return [...new Set(indices)].filter((index) => index > 0);
}

/**
 * Returns the cut of a conversation before the message at `place`; null with fewer than 3 needed words or fewer than 1,200 tokens that may go.
 *
 * @param {string} conversation its name
 * @param {Message[]} messages
 * @param {number} place
 * @returns {NeedyCut | null}
 */
export function cutAt(conversation, messages, place) {
  const history = messages.slice(0, place);
  const next = messages
    .slice(place)
    .filter(({ role }) => role === "assistant")
    .slice(0, STEPS);
  const cut = cutOf(`${conversation}, message ${place} of ${messages.length}`, history);
  const [before, always] = [wordsIn(history), wordsIn([...cut.required].flat())];
  const needed = new Set([...wordsIn(next)].filter((word) => before.has(word) && !always.has(word)));
  if (needed.size < LEAST_NEEDED || cut.restTokens < LEAST_REST) return null;
  const heard = wordsIn(history.filter(({ role }) => role !== "tool"));
  return { ...cut, next, needed, said: new Set([...needed].filter((word) => heard.has(word))) };
}
