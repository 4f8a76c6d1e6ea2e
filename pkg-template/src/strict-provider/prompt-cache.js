/**
 * The provider's prompt cache, which only affects the usage figures: the size of the prefix that a request shares with the accepted request
 * before it.
 */

import { lastIndexOf } from "./last.js";
import { countTokens } from "./tokens.js";

/**
 * @typedef {object} CacheReading
 * @property {number} total tokens of the request
 * @property {number} shared tokens of the leading parts that are unchanged
 * @property {number} marked tokens up to the last `cache_control`, 0 without one
 */

/**
 * @returns {(body: object) => CacheReading} reads the cache, then holds `body` in it
 */
export function createPromptCache() {
  let held = [];
  return (body) => {
    const system = body.system ?? body.instructions ?? body.systemInstruction ?? [];
    const parts = [body.tools ?? body.toolConfig?.tools ?? [], system, ...[body.messages ?? body.input ?? body.contents].flat()];
    const prints = parts.map(printOf);
    const costs = parts.map(countTokens);
    const firstChange = prints.findIndex((print, index) => print !== held[index]);
    const lastMark = "cache_control" in body ? parts.length - 1 : lastIndexOf(parts, hasMark);
    held = prints;
    return {
      total: sum(costs),
      shared: sum(firstChange < 0 ? costs : costs.slice(0, firstChange)),
      marked: sum(costs.slice(0, lastMark + 1)),
    };
  };
}

/** A breakpoint that moves from request to request does not change the cached content. */
function printOf(part) {
  return JSON.stringify(part, (key, value) => (key === "cache_control" ? undefined : withoutPoints(value)));
}

/** Bedrock's breakpoints are blocks of their own. */
function withoutPoints(value) {
  return Array.isArray(value) ? value.filter((item) => !item?.cachePoint) : value;
}

function hasMark(part) {
  return /"cache(_control|Point)"/.test(JSON.stringify(part));
}

function sum(costs) {
  return costs.reduce((total, cost) => total + cost, 0);
}
