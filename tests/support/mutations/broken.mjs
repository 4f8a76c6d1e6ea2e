// Makes broken copies of valid bodies, by seed, without the engine.

import { LISTS, TARGETS } from "../judges.mjs";
import { ANTHROPIC_MUTATIONS } from "./anthropic.mjs";
import { BEDROCK_MUTATIONS } from "./bedrock.mjs";
import { CHAT_MUTATIONS } from "./chat.mjs";
import { GEMINI_MUTATIONS } from "./gemini.mjs";
import { MISTRAL_MUTATIONS } from "./mistral.mjs";
import { RESPONSES_MUTATIONS } from "./responses.mjs";
import { random } from "../random.mjs";
import { signThinking } from "./signed-thinking.mjs";
import { byTarget } from "../targets.mjs";

/** @typedef {import("../judges.mjs").Target} Target */

const MUTATIONS = byTarget({ "openai-chat": CHAT_MUTATIONS, anthropic: ANTHROPIC_MUTATIONS, "openai-responses": RESPONSES_MUTATIONS, gemini: GEMINI_MUTATIONS, bedrock: BEDROCK_MUTATIONS, mistral: MISTRAL_MUTATIONS });
const MOST_MUTATIONS = 3;

/** The options of the strict provider, which are equal for all targets. */
const every = (options) => Object.fromEntries(TARGETS.map((target) => [target, options]));

/** Claude's bodies name their model, which takes some types of thinking only. Another name in the options would not be of it. */
const CLAUDES = ["anthropic", "bedrock"];

/** Options for the model, with a provider that depends on them. Half of all cases have none. */
const MODELS = [
  ...Array.from({ length: 6 }, () => ({ options: undefined, provider: {} })),
  { options: { capabilities: { prefill: true } }, provider: every({ allowPrefill: true }) },
  { options: { capabilities: { assistantFirst: false } }, provider: every({ allowAssistantFirst: false }) },
  { options: { capabilities: { systemMidConversation: false } }, provider: { anthropic: { allowSystemMessages: false }, bedrock: { allowSystemMessages: false } } },
  { options: { capabilities: { toolsDeclared: false } }, provider: { anthropic: { requireTools: true } } },
  { options: { capabilities: { media: false } }, provider: {} },
  { options: { openCalls: "drop" }, provider: {} },
  { options: { capabilities: { model: "gemini-3-pro-preview" } }, provider: { "openai-chat": { model: "gemini-3-pro-preview" }, gemini: { signedCalls: true, model: "gemini-3-pro-preview" } } },
  { options: { capabilities: { model: "gemini-2.5-flash" } }, provider: { "openai-chat": { model: "gemini-2.5-flash" }, gemini: { mediaInResults: false, model: "gemini-2.5-flash" } } },
];

/**
 * @typedef {object} BrokenBody
 * @property {number} seed
 * @property {string} what the mutations of the history
 * @property {object} body
 * @property {object} [options] FormatOptions
 * @property {object} provider options of the strict provider, by target
 * @property {boolean} isSigned true if the thinking in the body is bound to its conversation
 */

/**
 * Returns broken copies of valid bodies. The first cases apply each mutation once; the others draw up to three.
 *
 * @param {Target} target
 * @param {object[]} bases
 * @param {number} count
 * @returns {BrokenBody[]}
 */
export function brokenBodies(target, bases, count) {
  const models = MODELS.filter(({ options }) => !CLAUDES.includes(target) || options?.capabilities?.model === undefined);
  const all = Object.entries(MUTATIONS[target]);
  return Array.from({ length: count }, (_, seed) => {
    const chance = random(seed);
    const body = structuredClone(chance.pick(bases));
    const number = seed < 3 * all.length ? 1 : 1 + chance.below(MOST_MUTATIONS);
    const chosen = Array.from({ length: number }, () => (seed < 3 * all.length ? all[seed % all.length] : chance.pick(all)));
    // A body without messages cannot be mutated further.
    const done = chosen.filter(([, mutate]) => body[LISTS[target]].length > 0 && (mutate(body, chance), true));
    const isSigned = target === "anthropic" && chance.chance(0.3) && signThinking(body);
    const what = [...done.map(([name]) => name), ...(isSigned ? ["it is thought about"] : [])].join(", then ");
    return { seed, what, body: JSON.parse(JSON.stringify(body)), ...chance.pick(models), isSigned };
  });
}
