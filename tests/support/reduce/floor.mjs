// Computes the floor, without the engine: the messages that no reduction may remove. If the floor is too large, nothing can fit.

import { estimateTokens } from "backscroll";
import { partsOf } from "../atoms/neutral.mjs";

/** @typedef {import("backscroll").MessageInit} MessageInit */

/** A shortened result keeps this many characters at either end. A result that is hardly longer is not shortened. */
const KEPT_END = 10;
const NOT_WORTH = 70;
/** The approximate text that replaces the middle of a result, or a picture. */
const MARK = "[... 12345 characters left out ...]";
/** The approximate result that closes an open call. */
const CLOSING = "The tool call was interrupted.";

/**
 * Returns the floor: the system prompt, pinned messages with their calls and results, the current request, and the newest message with its
 * calls and results. Unpinned results are cut to a few words, and open calls get a short result.
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
 * @param {{ model?: string, format?: import("backscroll").Format }} [asked] the model that reads them
 * @returns {number} tokens of the floor, by the estimator of the package
 */
export function floorTokens(messages, asked = {}) {
  return estimateTokens(floorOf(messages), asked);
}

/** The tolerance between floor and limit in a refusal, because the engine's marks differ from the approximations here. */
const SLACK = { share: 0.03, tokens: 12 };

/**
 * Returns true if a refusal is right: the floor is too large.
 *
 * @param {number} floor tokens
 * @param {number} room tokens
 */
export function isTooLarge(floor, room) {
  return floor * (1 + SLACK.share) + SLACK.tokens > room;
}

/**
 * @param {MessageInit[]} messages
 * @param {{ model?: string, format?: import("backscroll").Format }} [asked] the model that reads them
 * @returns {number} tokens that are enough for the floor, however its results are cut and marked
 */
export function roomForFloor(messages, asked) {
  return Math.ceil(floorTokens(messages, asked) * 1.05) + 40;
}

/**
 * Splits messages into units: a message, or calls with their results. A result belongs to the message before it, even if that has no such call.
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
