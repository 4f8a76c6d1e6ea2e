// Replays one conversation message by message through one way of making it fit.

import { estimateTokens } from "backscroll";
import { roomForFloor } from "../../../tests/support/reduce/floor.mjs";
import { objection } from "../../../tests/support/judges.mjs";
import { CACHED_PRICE, PromptCache } from "./prompt-cache.mjs";
import { callsAt } from "./recordings.mjs";
import { sizeOf } from "./size.mjs";
import { ASKED } from "../ways/way.mjs";

/** The window, as a share of the size of the whole conversation. It is never smaller than the messages that must stay at any call. */
export const WINDOW = 0.25;
/** The tolerance of `verdict.mjs`. */
export const ROUNDING = 0.01;

/**
 * @typedef {object} Bill
 * @property {number} requests the number of requests
 * @property {number} accepted by the strict provider
 * @property {number} inBudget
 * @property {number} moved requests of which the previous request is not a prefix
 * @property {number} sent tokens
 * @property {number} served tokens that the cache can serve
 * @property {(number | null)[]} billed input tokens for each model call, cached tokens at their lower price; null where the library threw
 * and made no request
 */

/** @returns {Bill} */
export const emptyBill = () => ({ requests: 0, accepted: 0, inBudget: 0, moved: 0, sent: 0, served: 0, billed: [] });

/**
 * Returns the cost of `one` relative to `other`, over the calls for which both made a request.
 *
 * @param {Bill} one
 * @param {Bill} other
 */
export function ratioOf(one, other) {
  const calls = one.billed.map((billed, call) => [billed, other.billed[call]]).filter((pair) => !pair.includes(null));
  const [mine, theirs] = [0, 1].map((side) => calls.reduce((sum, pair) => sum + pair[side], 0));
  return mine / theirs;
}

/** Returns the window in which a conversation is replayed, in tokens of the target's model. */
export function windowFor(messages, target) {
  const floors = callsAt(messages).map((count) => roomForFloor(messages.slice(0, count), ASKED[target]));
  return Math.max(Math.floor(estimateTokens(messages, ASKED[target]) * WINDOW), ...floors);
}

/**
 * Adds one conversation to a bill.
 *
 * @param {Bill} bill
 * @param {import("../ways/way.mjs").Way} way
 * @param {import("../ways/way.mjs").Target} target
 * @param {import("backscroll").Message[]} messages
 */
export async function replay(bill, way, target, messages) {
  const budget = windowFor(messages, target);
  const cache = new PromptCache();
  const run = way.begin(target);
  for (const count of callsAt(messages)) {
    const body = await run.request(messages.slice(0, count), budget).catch(() => null);
    if (body === null) {
      bill.billed.push(null);
      continue;
    }
    const { sent, served, isMoved } = cache.take(body);
    bill.requests += 1;
    bill.accepted += Number(objection(target, body) === null);
    bill.inBudget += Number(sizeOf(target, body) <= budget * (1 + ROUNDING));
    bill.moved += Number(isMoved);
    bill.sent += sent;
    bill.served += served;
    bill.billed.push(sent - served + served * CACHED_PRICE);
  }
  run.end?.();
}
