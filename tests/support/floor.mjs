// What no reduction may give up, worked out here without the engine: when this alone is too large, nothing can fit.

import { estimateTokens } from "backscroll";
import { partsOf } from "./neutral-atoms.mjs";

/** @typedef {import("backscroll").MessageInit} MessageInit */

/** A result that is cut keeps this many characters at either end; what is hardly longer is not worth a cut. */
const KEPT_END = 10;
const NOT_WORTH = 70;
/** What takes the place of the middle, or of a picture, about. */
const MARK = "[... 12345 characters left out ...]";
/** What closes a call that has no result, about. */
const CLOSING = "The tool call was interrupted.";

/**
 * The system prompt, pinned messages with the calls and results that belong to them, the current request, and the newest message with
 * its calls and results; results that are not pinned are cut to a few words, and calls that wait for one get a short one.
 *
 * @param {MessageInit[]} messages
 * @returns {MessageInit[]}
 */
export function floorOf(messages) {
  const units = unitsOf(messages);
  const request = messages.findLast(({ role }) => role === "user");
  const isKept = (message) => message.pinned || message.role === "system" || message === request;
  const kept = units.filter((unit) => unit === units.at(-1) || unit.some(isKept));
  return kept.flatMap((unit) => [...unit.map(shortest), ...closing(unit)]);
}

/**
 * @param {MessageInit[]} messages
 * @returns {number} tokens of the floor, by the estimator of the package
 */
export function floorTokens(messages) {
  return estimateTokens(floorOf(messages));
}

/** How far below the room the floor may be when something is refused as too large: the engine's marks are others than these. */
const SLACK = { share: 0.03, tokens: 12 };

/**
 * Whether a refusal is right: what must stay is too large.
 *
 * @param {number} floor tokens
 * @param {number} room tokens
 */
export function isTooLarge(floor, room) {
  return floor * (1 + SLACK.share) + SLACK.tokens > room;
}

/**
 * @param {MessageInit[]} messages
 * @returns {number} a budget of so many tokens has room for the floor, however its results are cut and marked
 */
export function roomForFloor(messages) {
  return Math.ceil(floorTokens(messages) * 1.05) + 40;
}

/**
 * A message, or calls with their results. A result stands with what was said before it, whether that called it or not.
 *
 * @param {MessageInit[]} messages
 * @returns {MessageInit[][]}
 */
export function unitsOf(messages) {
  const units = [];
  for (const message of messages) {
    if (message.role === "tool" && units.length > 0) units.at(-1).push(message);
    else units.push([message]);
  }
  return units;
}

function closing([head, ...results]) {
  const open = (head.toolCalls ?? []).filter(({ id }) => results.every(({ toolCallId }) => toolCallId !== id));
  return open.map(({ id }) => ({ role: "tool", toolCallId: id, content: CLOSING }));
}

function shortest(message) {
  if (message.role !== "tool" || message.pinned) return message;
  return { ...message, content: partsOf(message).map((part) => (part.type === "text" ? { ...part, text: shortened(part.text) } : part)) };
}

function shortened(text) {
  return text.length <= NOT_WORTH ? text : text.slice(0, KEPT_END) + MARK + text.slice(-KEPT_END);
}
