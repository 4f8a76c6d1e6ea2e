// The strict provider's judges, by the name of the target.

import { LISTS, SYSTEMS, TARGETS } from "./targets.mjs";

/** @typedef {import("./targets.mjs").Target} Target */

export { LISTS, SYSTEMS, TARGETS } from "./targets.mjs";

const JUDGES = Object.fromEntries(await Promise.all(TARGETS.map(async (target) => [target, (await import(`../../pkg-template/src/strict-provider/${target}/judge.js`)).judge])));

/**
 * Splits a body into its conversation and its params.
 *
 * @param {Target} target
 * @param {object} body
 * @returns {{ said: object, params: object }}
 */
export function parted(target, body) {
  const isSaid = ([name]) => [LISTS[target], SYSTEMS[target], "system_instruction"].includes(name);
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  return { said: Object.fromEntries(fields.filter(isSaid)), params: Object.fromEntries(fields.filter((field) => !isSaid(field))) };
}

/**
 * Judges a body. Returns the provider's refusal; null when it accepts the body.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] options of the strict provider
 */
export function judged(target, body, options) {
  const judge = JUDGES[target];
  if (judge === undefined) throw new Error(`the tests do not know ${target}: \`node --test tests/js/requests/targets.test.mjs\` says what is missing`);
  return judge(body, options);
}

/**
 * Judges a body, and returns the refusal in one line.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] options of the strict provider
 * @returns {string | null} the rule and the provider's words; null when it accepts the body
 */
export function objection(target, body, options) {
  const refusal = judged(target, body, options);
  return refusal === null ? null : `${refusal.rule}: ${refusal.message}`;
}

/**
 * Judges a body that may have fields of other vendors: OpenAI and Mistral refuse unknown fields, compatible vendors accept them.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] options of the strict provider
 */
export function objectionOfVendor(target, body, options) {
  return objection(target, body, { ...options, acceptUnknownFields: true });
}
