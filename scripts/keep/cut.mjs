// A place in a conversation at which the older part has to shrink, and the budget for it.

import { unitsOf } from "../../tests/support/reduce/floor.mjs";
import { sizeOf } from "./tokens.mjs";

/** @typedef {import("backscroll").Message} Message */

/**
 * @typedef {object} Cut
 * @property {string} id names the conversation and the place
 * @property {Message[]} history the messages before the cut
 * @property {Message[][]} units the units of the history, oldest first
 * @property {Set<Message[]>} required the units that every cut must keep: the system prompt, the current request, the newest unit
 * @property {Message[][]} rest the units that may go
 * @property {number} requiredTokens by o200k
 * @property {number} restTokens by o200k
 */

/**
 * Returns the cut after these messages.
 *
 * @param {string} id
 * @param {Message[]} history
 * @returns {Cut}
 */
export function cutOf(id, history) {
  const units = unitsOf(history);
  const required = requiredOf(units);
  const rest = units.filter((unit) => !required.has(unit));
  return { id, history, units, required, rest, requiredTokens: sizeOf([...required].flat()), restTokens: sizeOf(rest.flat()) };
}

/** Returns the tokens that a cut may keep: the required messages, and this share of the rest. @param {Cut} cut @param {number} share */
export function budgetOf({ requiredTokens, restTokens }, share) {
  return requiredTokens + Math.floor(restTokens * share);
}

/**
 * Returns the units that every cut must keep: the system prompt, the current request and the newest unit.
 *
 * @param {Message[][]} units
 * @returns {Set<Message[]>}
 */
export function requiredOf(units) {
  const request = units.flat().findLast(({ role }) => role === "user");
  const isRequired = (message) => message.role === "system" || message === request;
  return new Set(units.filter((unit, index) => index === units.length - 1 || unit.some(isRequired)));
}
