// The quality of a trimmed request: five questions, the same for all libraries.

import { atomsOf } from "../../../tests/support/atoms.mjs";
import { objection } from "../../../tests/support/judges.mjs";
import { sizeOf } from "./size.mjs";

/** Counting a request and counting the messages that it was made of differ by this much, so nobody is judged by it. */
const ROUNDING = 0.01;

/** The conditions of "clean": all of these. */
export const QUESTIONS = ["accepted", "in budget", "request kept", "system kept", "pins kept"];

/**
 * @param {import("../ways/way.mjs").Target} target
 * @param {object} body
 * @param {import("backscroll").MessageInit[]} messages what was said
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

/** Reports whether a message is in the body: each of its texts, as it is or as JSON holds it, and each of its calls. */
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
