// Judges a trimmed request by five questions, the same for all libraries.

import { atomsOf } from "../../../tests/support/atoms/atoms.mjs";
import { objection } from "../../../tests/support/judges.mjs";
import { sizeOf } from "./size.mjs";

/** A tolerance, as a share of the budget: the count of a request and the count of its messages differ by at most this much. */
const ROUNDING = 0.01;

/** The conditions of "clean": all of these must hold. */
export const QUESTIONS = ["accepted", "in budget", "request kept", "system kept", "pins kept"];

/**
 * @param {import("../ways/way.mjs").Target} target
 * @param {object} body
 * @param {import("backscroll").MessageInit[]} messages the whole conversation
 * @param {number} budget
 * @returns {boolean[]} one answer for each of QUESTIONS
 */
export function verdict(target, body, messages, budget) {
  const said = saidIn(target, body);
  const current = messages.findLast(({ role }) => role === "user");
  return [
    objection(target, body) === null,
    sizeOf(target, body) <= budget * (1 + ROUNDING),
    current === undefined || said(current),
    messages.filter(({ role }) => role === "system").every(said),
    messages.filter(({ pinned }) => pinned).every(said),
  ];
}

/** Returns true if the body holds every text of the message, as it is or JSON-escaped, and every call. */
function saidIn(target, body) {
  const atoms = atomsOf(target, { ...body, messages: body.messages ?? [] });
  const texts = atoms.filter(({ kind }) => kind === "text").map(({ value }) => value);
  const calls = new Set(atoms.filter(({ kind }) => kind === "call").map(({ id }) => id));
  const isIn = (text) => texts.some((said) => said.includes(text) || said.includes(JSON.stringify(text).slice(1, -1)));
  return ({ content, toolCalls = [] }) => {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
    return parts.every((part) => part.type !== "text" || isIn(part.text.trim())) && toolCalls.every(({ id }) => calls.has(id));
  };
}
