// A body of a provider that is changed by chance: repaired, cut, converted, and read as a conversation.

import assert from "node:assert/strict";
import { ConversationError, ConversationManager, convert, fit, sanitize, validate } from "backscroll";
import { ownBodies } from "../histories.mjs";
import { random } from "../random.mjs";
import { ruleFiles } from "../rule-files.mjs";
import { TARGETS } from "../targets.mjs";
import { changed } from "./values.mjs";

/** Errors that a caller's body may cause. */
const CODES = ["invalid-message", "invalid-role", "invalid-argument", "too-deep", "too-large", "nothing-to-send", "duplicate-id", "wrong-format", "cannot-fit"];

/** The bodies to change, by target. */
const BASES = Object.fromEntries(
  TARGETS.map((target) => {
    const cases = ruleFiles(target).flatMap(({ cases: list }) => list.map(({ given }) => given));
    return [target, [...cases, ...ownBodies(target).filter((body) => JSON.stringify(body).length < 20_000)]];
  }),
);

/**
 * @param {number} seed
 */
export function checkBody(seed) {
  const chance = random(seed);
  const target = chance.pick(TARGETS);
  const body = changed(chance.pick(BASES[target]), chance, BASES[chance.chance(0.8) ? target : chance.pick(TARGETS)]);
  const before = JSON.stringify(body);
  const repaired = refusable(() => sanitize(target, body));
  if (repaired !== null) assertSound(target, repaired.body, before);
  const violations = helped(validate(target, body));
  if (repaired !== null) assert.equal(violations.length, repaired.repairs.length, `${before}: ${JSON.stringify([violations, repaired.repairs])}`);
  assertFits(target, body, chance, before);
  refusable(() => convert(target, chance.pick(TARGETS), body));
  assertRead(target, body, chance);
  assert.equal(JSON.stringify(body), before, "the input was changed");
}

/** The violations that a repair helps. */
const helped = (violations) => violations.filter(({ isParameter, remedy }) => isParameter !== true && remedy !== undefined);

/** Returns the result, or null if the body is refused with a code. */
function refusable(make) {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConversationError) || !CODES.includes(error.code)) throw error;
    return null;
  }
}

function assertSound(target, body, before) {
  // The words of two formats may be in the body, and repairs may have left those of the other.
  const again = refusable(() => sanitize(target, body));
  if (again === null) return;
  assert.deepEqual(again.repairs, [], `${before} became ${JSON.stringify(body)}`);
  assert.deepEqual(again.body, body);
  assert.deepEqual(helped(validate(target, body)), [], `${before} became ${JSON.stringify(body)}`);
}

function assertFits(target, body, { below, chance }, before) {
  const maxTokens = 20 + below(400);
  const options = { maxTokens, once: chance(0.3) };
  const fitted = refusable(() => fit(target, body, options));
  if (fitted === null) return;
  assert.ok(fitted.tokens <= maxTokens, `${fitted.tokens} of ${maxTokens}: ${before}`);
  assertSound(target, fitted.body, before);
  assert.deepEqual(fit(target, body, options).body, fitted.body, `a second time: ${before}`);
  const next = fit(target, body, { ...options, memory: fitted.memory });
  assert.ok(next.tokens <= maxTokens, `${next.tokens} of ${maxTokens} from the memory: ${before}`);
}

function assertRead(target, body, { pick }) {
  const conversation = refusable(() => ConversationManager.from(target, body));
  if (conversation === null) return;
  try {
    const saved = conversation.toJSON();
    const copy = ConversationManager.fromJSON(saved);
    assert.equal(JSON.stringify(copy.toJSON()), JSON.stringify(saved));
    copy.dispose();
    const to = pick(TARGETS);
    const request = refusable(() => conversation.toRequest(to));
    if (request === null) return;
    // A body's own fields go back to its format, also fields that nobody knows. Reasoning is bound to what is before it, these fields included.
    const again = refusable(() => sanitize(to, request.body));
    const all = again?.repairs ?? [];
    const withFields = all.some(({ code }) => code === "field-dropped") ? ["field-dropped", "reasoning-dropped"] : [];
    const repairs = all.filter(({ code }) => !withFields.includes(code));
    assert.deepEqual(repairs, [], `${JSON.stringify(body)} became ${JSON.stringify(request.body)}`);
  } finally {
    conversation.dispose();
  }
}
