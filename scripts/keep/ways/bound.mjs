// The bound: the share of the needed words that fits into a budget, if it is known what comes next.

import { o200kTokens, sizeOf } from "../tokens.mjs";
import { tellingWords, wordsOf } from "../words.mjs";

/**
 * @typedef {object} Piece a message, or a line of a result
 * @property {object} message the message that it is, or that the line is of
 * @property {number | null} line the index of the line; null for a whole message
 * @property {number} tokens
 * @property {string[]} needed the needed words that the piece holds
 */

/** Tokens of a message around its texts: the first line of a result pays for them. */
const AROUND = 4;

/** @type {import("./way.mjs").Way} */
export const bound = {
  name: "bound",
  knowsNeeds: true,
  how: "knows what comes next: a greedy choice of messages and single lines of results, by needed words per token; pairs may be torn",
  keep: async (cut, budget) => {
    const chosen = choice(cut.rest.flat().flatMap(piecesOf(cut.needed)), budget - cut.requiredTokens);
    const required = new Set([...cut.required].flat());
    return cut.history.flatMap((message) => (required.has(message) ? message : (written(message, chosen.get(message)) ?? [])));
  },
};

/**
 * Chooses pieces until no other one fits, or covers a needed word.
 *
 * @param {Piece[]} pieces
 * @param {number} room tokens
 * @returns {Map<object, Piece[]>} by message
 */
function choice(pieces, room) {
  const chosen = new Map();
  const covered = new Set();
  const priceOf = ({ message, tokens }) => tokens + (chosen.has(message) ? 0 : AROUND);
  const worthOf = (piece) => piece.needed.filter((word) => !covered.has(word)).length / priceOf(piece);
  for (;;) {
    let [best, most] = [null, 0];
    for (const piece of pieces) {
      const worth = priceOf(piece) > room ? 0 : worthOf(piece);
      if (worth > most) [best, most] = [piece, worth];
    }
    if (best === null) return chosen;
    room -= priceOf(best);
    chosen.set(best.message, [...(chosen.get(best.message) ?? []), best]);
    for (const word of best.needed) covered.add(word);
  }
}

/** @returns {(message: object) => Piece[]} the pieces of a message that hold needed words */
function piecesOf(needed) {
  const held = (words) => [...words].filter((word) => needed.has(word));
  return (message) => {
    const whole = { message, line: null, tokens: sizeOf([message]) - AROUND, needed: held(wordsOf(message)) };
    const pieces = message.role === "tool" ? linesOf(message).map((text, line) => lineOf(message, line, text, held)) : [whole];
    return pieces.filter((piece) => piece.needed.length > 0);
  };
}

function lineOf(message, line, text, held) {
  return { message, line, tokens: o200kTokens(`${text}\n`), needed: held(tellingWords(text)) };
}

function linesOf({ content }) {
  const texts = typeof content === "string" ? [content] : (content ?? []).flatMap(({ text }) => text ?? []);
  return texts.join("\n").split("\n");
}

/** Returns a message with its chosen pieces; null without any. */
function written(message, pieces) {
  if (pieces === undefined || pieces[0].line === null) return pieces === undefined ? null : message;
  const chosen = new Set(pieces.map(({ line }) => line));
  return {
    ...message,
    content: linesOf(message)
      .filter((_, line) => chosen.has(line))
      .join("\n"),
  };
}
