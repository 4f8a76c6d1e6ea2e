// One conversation, told again message by message to a way of making it fit.

import { estimateTokens } from "backscroll";
import { roomForFloor } from "../../../tests/support/floor.mjs";
import { objection } from "../../../tests/support/judges.mjs";
import { CACHED_PRICE, PromptCache } from "./prompt-cache.mjs";
import { callsAt } from "./recordings.mjs";
import { sizeOf } from "./size.mjs";

/** The window, as a share of what the whole conversation takes; but never less than what must stay at any of its calls. */
export const WINDOW = 0.25;
/** As in `verdict.mjs`. */
const ROUNDING = 0.01;

/**
 * @typedef {object} Bill
 * @property {number} requests that were made
 * @property {number} accepted by the strict provider
 * @property {number} inBudget
 * @property {number} moved requests that do not begin as the whole of the one before did
 * @property {number} sent tokens
 * @property {number} served tokens of them that the cache can serve
 * @property {(number | null)[]} billed tokens of input for each call of the model, those from the cache at their price; null where the
 *   library threw, so that there was no request
 */

/** @returns {Bill} */
export const emptyBill = () => ({ requests: 0, accepted: 0, inBudget: 0, moved: 0, sent: 0, served: 0, billed: [] });

/**
 * How much one pays for what the other pays 1 for, over the calls for which both made a request.
 *
 * @param {Bill} one
 * @param {Bill} other
 */
export function ratioOf(one, other) {
  const calls = one.billed.map((billed, call) => [billed, other.billed[call]]).filter((pair) => !pair.includes(null));
  const [mine, theirs] = [0, 1].map((side) => calls.reduce((sum, pair) => sum + pair[side], 0));
  return mine / theirs;
}

/** The window that a conversation is replayed with. */
export function windowFor(messages) {
  const floors = callsAt(messages).map((count) => roomForFloor(messages.slice(0, count)));
  return Math.max(Math.floor(estimateTokens(messages) * WINDOW), ...floors);
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
  const budget = windowFor(messages);
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
