// Checks the properties of repaired histories.

import { ConversationError, ConversationManager, sanitize, validate } from "backscroll";
import { tornPairs, unaccounted } from "../atoms/account.mjs";
import { atomsOf } from "../atoms/atoms.mjs";
import { fromResponseOfBoundary } from "../atoms/boundary.mjs";
import { LISTS, TARGETS, objection, objectionOfVendor, parted } from "../judges.mjs";
import { byTarget } from "../targets.mjs";

/** @typedef {import("../judges.mjs").Target} Target */
/** @typedef {import("./broken.mjs").BrokenBody} BrokenBody */

/** The params that a request must have. */
const BESIDE = byTarget({
  "openai-chat": { model: "gpt-5" },
  anthropic: { model: "m", max_tokens: 1024 },
  "openai-responses": { model: "m" },
  gemini: {},
  bedrock: { toolConfig: { tools: [{ toolSpec: { name: "any", inputSchema: { json: { type: "object" } } } }] } },
});

/** Repairs of bodies that the strict provider accepts, because no rule of the catalogue covers them. */
const ON_THE_SAFE_SIDE = [
  // Empty arguments (OC6): OpenAI itself accepts them, other vendors of the format do not.
  ({ code }) => code === "arguments-filled",
  // Pictures in assistant messages.
  ({ code, rule, messageId }, body) => code === "media-replaced" && ["AN23", "BE13"].includes(rule) && roleOf(body, messageId) === "assistant",
  // Text before the results in Converse: Claude's own API refuses it (AN5).
  ({ code, rule }) => code === "result-moved" && rule === "BE3",
  // A list without chunks: Mistral's published types accept it.
  ({ code, rule }) => code === "content-filled" && rule === "MI9",
  // A tool result of white space only (AN8).
  ({ code, toolCallId }) => code === "empty-text-dropped" && toolCallId !== undefined,
  // Words behind a call: only some models of Claude refuse them (BE27).
  ({ code, rule }) => code === "part-moved" && rule === "BE27",
  // Duplicate ids: the call that a result answers is ambiguous (GE1).
  ({ code, rule }) => code === "call-id-renamed" && rule === "GE1",
];

/**
 * @typedef {object} Outcome
 * @property {Target} target
 * @property {object} [body] the request
 * @property {string} [code] the code of the error, when there is no request
 * @property {string[]} problems the violated properties
 */

/** Options of the strict provider that some models allow. A sound body that names no known model stays as it is. */
const UNTOUCHED = { anthropic: { allowPrefill: true }, gemini: { allowPrefill: true }, bedrock: { allowPrefill: true }, mistral: { allowUserAfterTool: true } };

/** The number of other formats that are tried for each body. They rotate from seed to seed. */
const OTHERS = 2;

/**
 * Repairs a broken body as a body.
 *
 * @param {Target} target
 * @param {BrokenBody} broken
 * @returns {Outcome}
 */
export function mendedBody(target, broken) {
  return bySanitize(target, broken);
}

/**
 * Repairs a broken body as a body, and through a conversation: for its own target, and for others.
 *
 * @param {Target} target
 * @param {BrokenBody} broken
 * @returns {Outcome[]}
 */
export function mended(target, broken) {
  const others = TARGETS.filter((other) => other !== target);
  const chosen = Array.from({ length: OTHERS }, (_, at) => others[(OTHERS * broken.seed + at) % others.length]);
  return [bySanitize(target, broken), ...[target, ...chosen].map((to) => byConversation(target, broken, to))];
}

/** @returns {Outcome} */
function bySanitize(target, { body: given, options, provider, isSigned }) {
  const before = JSON.stringify(given);
  return outcome(target, options, () => {
    const { body, repairs } = sanitize(target, given, options);
    const isChanged = JSON.stringify(body) !== before;
    const told = JSON.stringify(repairs);
    const bound = isSigned ? { signatures: "bound" } : {};
    const untouched = repairs.length === 0 ? UNTOUCHED[target] : {};
    const isSafeSide = repairs.some((repair) => ON_THE_SAFE_SIDE.some((isIt) => isIt(repair, given)));
    const isHarm = repairs.length > 0 && !isSafeSide && options === undefined && objection(target, given, bound) === null;
    const problems = [
      ...(JSON.stringify(given) === before ? [] : ["the input was changed"]),
      ...(isChanged === repairs.length > 0 ? [] : [isChanged ? "changed without a repair" : `repairs without a change: ${told}`]),
      ...(validate(target, given, options).filter(({ isParameter }) => isParameter !== true).length === repairs.length ? [] : ["judged as something else than what is mended"]),
      ...(isHarm ? [`accepted as it was, and mended: ${told}`] : []),
      ...prefixed("by the vendor: ", objectionOfVendor(target, body, { ...provider[target], ...bound, ...untouched })),
      ...unaccounted(atomsOf(target, given), atomsOf(target, body), repairs, (index, id) => isOfWire(target, given, index, id)),
      ...tornPairs(atomsOf(target, given), repairs),
    ];
    return { body, problems };
  });
}

/** @returns {Outcome} */
function byConversation(target, { body: whole, options, provider }, to) {
  return outcome(to, options, () => {
    const { said: given, params } = parted(target, whole);
    const conversation = ConversationManager.from(target, given);
    try {
      const read = conversation.lastRepairs;
      const ids = conversation.messages.map(({ id }) => id);
      const { body, repairs } = conversation.toRequest(to, to === target ? params : BESIDE[to], options);
      // Each OpenAI message becomes one neutral message. A message of other formats may become several.
      const isOf = (index, id) => target !== "openai-chat" || ids[index] === id;
      // The report of what stands before a compaction is the reduction that the conversation begins with.
      const sent = to === target ? { ...given, [LISTS[target]]: fromResponseOfBoundary(given[LISTS[target]]) } : given;
      const problems = [
        ...prefixed("", objection(to, body, provider[to])),
        ...unaccounted(atomsOf(target, sent), atomsOf(to, body), [...read, ...repairs], isOf),
        ...tornPairs(atomsOf(target, given), repairs),
      ];
      return { body, problems };
    } finally {
      conversation.dispose();
    }
  });
}

/** @returns {Outcome} */
function outcome(target, options, run) {
  try {
    const { body, problems } = run();
    const again = sanitize(target, body, options);
    const isSame = JSON.stringify(again.body) === JSON.stringify(body);
    if (again.repairs.length > 0 || !isSame) problems.push(`mending twice repairs again: ${JSON.stringify(again.repairs)}`);
    const violations = validate(target, body, options).filter(({ isParameter }) => isParameter !== true);
    if (violations.length > 0) problems.push(`not valid: ${JSON.stringify(violations)}`);
    return { target, body, problems };
  } catch (error) {
    if (!(error instanceof ConversationError)) return { target, problems: [`threw ${error?.stack}`] };
    return { target, code: error.code, problems: error.code === "nothing-to-send" ? [] : [`${error.code}: ${error.message}`] };
  }
}

/** Returns the role of the message that a repair of a body names, such as `m3` or `m3.1`. */
function roleOf({ messages }, messageId) {
  return messages[Number(/^m(\d+)/.exec(messageId)?.[1])]?.role;
}

function prefixed(prefix, text) {
  return text === null ? [] : [prefix + text];
}

/** Returns true if `m3` or `m3.1` names this message. Joined assistant neighbours have the name of the first. */
function isOfWire(target, { messages, contents }, index, id) {
  if (id === "system") return index === -1;
  if (target === "openai-responses") return id === `m${index}`;
  const at = Number(/^m(\d+)/.exec(id)?.[1]);
  return at === index || (at < index && (messages ?? contents).slice(at + 1, index + 1).every(({ role }) => role === "assistant" || role === "model"));
}
