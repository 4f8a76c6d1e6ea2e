// Checks the properties of a provider's body that is made to fit.

import { isDeepStrictEqual } from "node:util";
import { ConversationError, ConversationManager, trim } from "backscroll";
import { besideTokens, modelOf } from "./asked.mjs";
import { atomsOf } from "../atoms/atoms.mjs";
import { floorTokens, isTooLarge } from "./floor.mjs";
import { objection, parted } from "../judges.mjs";
import { neutralAtoms, partsOf } from "../atoms/neutral.mjs";
import { isNote, notedCount } from "./notes.mjs";

/** @typedef {import("../judges.mjs").Target} Target */

/**
 * Makes a valid body fit, and checks the result.
 *
 * @param {Target} target
 * @param {object} body
 * @param {number} maxTokens
 * @returns {import("./fitting.mjs").Fitting}
 */
export function trimming(target, body, maxTokens) {
  const given = structuredClone(body);
  try {
    const { body: trimmed, reduction } = trim(target, body, { maxTokens });
    const problems = trimmingProblems(target, given, { body: trimmed, reduction });
    if (reduction.tokensAfter > maxTokens) problems.push(`${reduction.tokensAfter} tokens of ${maxTokens}`);
    if (!isDeepStrictEqual(body, given)) problems.push("the input was changed");
    return { outcome: "fits", isReduced: reduction.reduced, problems };
  } catch (error) {
    const isOurs = error instanceof ConversationError && error.code === "cannot-fit";
    if (!isOurs) return { outcome: "failed", isReduced: false, problems: [`threw ${error.stack}`] };
    return { outcome: "cannot-fit", isReduced: false, problems: refusedInVain(target, given, maxTokens) };
  }
}

/**
 * Returns the faults of a trimmed body and of its report.
 *
 * @param {Target} target
 * @param {object} given
 * @param {{ body: object, reduction: import("backscroll").Reduction }} result
 * @returns {string[]}
 */
export function trimmingProblems(target, given, { body, reduction }) {
  const refused = objection(target, body);
  const [before, after] = [atomsOf(target, given), atomsOf(target, body)];
  const { removed, shortened, repairs } = reduction;
  const rewritten = shortened.flatMap(({ original }) => partsOf(original));
  const told = neutralAtoms([...removed, ...shortened.map(({ original }) => original)]);
  const lost = without(before, after);
  // Thinking is bound to the messages before it, and invalid without them.
  const isVoid = ({ kind, message }) =>
    kind === "reasoning" && repairs.some(({ code, messageId }) => code === "reasoning-dropped" && messageId === `m${message}`);
  const unreported = without(lost, told).filter((atom) => !isVoid(atom));
  const added = without(after, before);
  const isTold = ({ value }) => repairs.some(({ code, detail }) => code.endsWith("-added") && detail.includes(`\`${value}\``));
  const changed = added.filter((atom) => !isNote(atom) && !isTold(atom));
  const noted = added.filter(isNote).reduce((sum, { value }) => sum + notedCount(value), 0);
  const current = before.filter(({ kind, role }) => kind === "text" && role === "user").at(-1);
  const system = before.filter(({ role }) => role === "system");
  return [
    ...(refused === null ? [] : [`refused: ${refused}`]),
    ...unreported.map((atom) => `lost without a report: ${atom.kind} ${atom.value.slice(0, 80)}`),
    ...(noted <= removed.length ? [] : [`notes speak of ${noted} messages, and ${removed.length} were removed`]),
    ...(changed.length <= rewritten.length ? [] : [`${changed.length} texts are new, and ${rewritten.length} were shortened`]),
    ...without([...system, ...(current === undefined ? [] : [current])], after).map(({ value }) => `must stay: ${value.slice(0, 80)}`),
    ...(inOrder(without(after, added).filter((atom) => !isTold(atom)), before) ? [] : ["out of order"]),
  ];
}

/** Returns the items that are not in the other list; equal items are counted. */
function without(atoms, others) {
  const left = new Map();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return atoms.filter((atom) => {
    const count = left.get(keyOf(atom)) ?? 0;
    left.set(keyOf(atom), count - 1);
    return count <= 0;
  });
}

function keyOf({ kind, value, id }) {
  return JSON.stringify([kind, value, id ?? null]);
}

/** Returns true if the kept items are in their original order. */
function inOrder(stayed, before) {
  let place = 0;
  for (const atom of stayed) {
    while (place < before.length && keyOf(before[place]) !== keyOf(atom)) place += 1;
    if (place === before.length) return false;
    place += 1;
  }
  return true;
}

function refusedInVain(target, body, maxTokens) {
  const { said, params } = parted(target, body);
  const conversation = ConversationManager.from(target, said);
  const floor = floorTokens(conversation.messages, modelOf(target, params)) + besideTokens(target, params);
  conversation.dispose();
  return isTooLarge(floor, maxTokens) ? [] : [`cannot-fit, though what must stay takes ${floor} tokens of ${maxTokens}`];
}
