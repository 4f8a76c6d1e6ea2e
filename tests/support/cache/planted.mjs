// Pairs of requests with one planted cause of a cache miss each.

import { ownBodies } from "../histories.mjs";
import { TARGETS } from "../judges.mjs";
import { random } from "../random.mjs";
import { addReasoning, argumentsOf, declaration, declared, listOf, mark, messagePath, resultsOf, systemText, toolsOf, words, wordsOf } from "./places.mjs";

const copy = (value) => JSON.parse(JSON.stringify(value));
const MARKED = ["anthropic", "bedrock"];

/** Bodies with enough messages, tools and tokens for every cause. */
const BODIES = Object.fromEntries(
  TARGETS.map((target) => [target, ownBodies(target).filter((body) => listOf(target, body).length >= 8 && JSON.stringify(body).length > 12_000 && (body.tools ?? body.toolConfig?.tools ?? []).length > 0 && toolsOf(target, body).list.length > 2)]),
);

const PARAMETERS = {
  anthropic: { thinking: { type: "adaptive" }, tool_choice: { type: "any" }, speed: "fast", "output_config.effort": "low", "output_config.format": { type: "json_schema", schema: {} } },
  bedrock: { "toolConfig.toolChoice": { any: {} }, "additionalModelRequestFields.thinking": { type: "adaptive" } },
  "openai-chat": { response_format: { type: "json_object" }, reasoning_effort: "high", verbosity: "low", prompt_cache_key: "k", service_tier: "flex" },
  "openai-responses": { "text.format": { type: "json_object" }, "reasoning.effort": "high", "text.verbosity": "low", prompt_cache_key: "k", service_tier: "flex" },
  gemini: { cachedContent: "cachedContents/1" },
  mistral: { prompt_cache_key: "k", prompt_mode: "reasoning" },
};

const digits = (chance, count, letters = "0123456789abcdef") => Array.from({ length: count }, () => chance.pick([...letters])).join("");
const two = (number) => String(number).padStart(2, "0");

/** Makers of values that a program makes for each request. */
const VALUES = {
  date: (chance) => `20${two(10 + chance.below(80))}-${two(1 + chance.below(12))}-${two(1 + chance.below(28))}`,
  "date, with a time": (chance) => `${VALUES.date(chance)}T${VALUES.time(chance)}Z`,
  time: (chance) => `${two(chance.below(24))}:${two(chance.below(60))}:${two(chance.below(60))}`,
  uuid: (chance) => [8, 4, 4, 4, 12].map((count) => digits(chance, count)).join("-"),
  epoch: (chance) => `17${digits(chance, 8, "0123456789")}`,
  random: (chance) => `7${digits(chance, 15)}`,
};

/**
 * Plants of each cause: each changes the second body (or both), and returns the place; null where the body has no place
 * for it.
 *
 * @type {Record<string, (target: string, before: object, after: object, chance: import("../random.mjs").Random) => { path: string, pathIn?: string, options?: object, cause?: string, isRemarked?: boolean } | null>}
 */
export const PLANTS = {
  none: (target, before, after, chance) => {
    grow(target, after, 1 + chance.below(3));
    return { path: "" };
  },
  "system-changed": (target, before, after, chance) => {
    const text = systemText(target, after);
    insert(text, chance, "Be kind to everybody. ");
    return text;
  },
  "changing-value": (target, before, after, chance) => {
    const make = VALUES[chance.pick(Object.keys(VALUES))];
    const values = [make(chance), make(chance)];
    if (values[0] === values[1]) return null;
    if (chance.chance(0.2)) {
      const at = chance.below(toolsOf(target, after).list.length);
      const tools = [before, after].map((body) => toolsOf(target, body));
      for (const [index, { list }] of tools.entries()) declared(target, list[at]).holder.description = `Looks. Version of ${values[index]}.`;
      return { path: `${tools[1].path}[${at}]${declared(target, tools[1].list[at]).path}.description` };
    }
    const places = [before, after].map((body) => (chance.chance(0.5) ? [systemText(target, body)] : null));
    const words = places.includes(null) ? [before, after].map((body) => inside(target, body, wordsOf(target, body))) : places;
    const which = chance.below(words[0].length);
    const texts = words.map((list) => list[which]);
    const at = chance.pick(spacesOf(texts[0].read()));
    for (const [index, value] of values.entries()) texts[index].write(`${texts[index].read().slice(0, at)} (state of ${value})${texts[index].read().slice(at)}`);
    return texts[1];
  },
  "tools-added": (target, before, after, chance) => {
    const { list, path } = toolsOf(target, after);
    const at = chance.below(list.length + 1);
    list.splice(at, 0, declaration(target, "brand_new"));
    return { path: `${path}[${at}]` };
  },
  "tools-removed": (target, before, after, chance) => {
    const { list, path } = toolsOf(target, after);
    const at = chance.below(list.length);
    list.splice(at, 1);
    return { path: `${path}[${at}]`, pathIn: "before" };
  },
  "tools-reordered": (target, before, after, chance) => {
    const { list, path } = toolsOf(target, after);
    const at = chance.below(list.length - 1);
    list.push(...list.splice(at, 1));
    return { path: `${path}[${at}]` };
  },
  "tool-changed": (target, before, after, chance) => {
    const { list, path } = toolsOf(target, after);
    const at = chance.below(list.length);
    const { holder, path: inner } = declared(target, list[at]);
    holder.description = "Looks twice.";
    return { path: `${path}[${at}]${inner}.description` };
  },
  "key-order-changed": (target, before, after, chance) => {
    const calls = argumentsOf(target, after).filter(({ index }) => index < listOf(target, after).length - 1);
    if (calls.length > 0 && chance.chance(0.6)) {
      const call = chance.pick(calls);
      call.reverse();
      return call;
    }
    const { list, path } = toolsOf(target, after);
    const at = chance.below(list.length);
    const { holder, path: inner, schema } = declared(target, list[at]);
    const [name, deep] = schema.split(".");
    const [owner, key] = deep === undefined ? [holder, name] : [holder[name], deep];
    owner[key] = Object.fromEntries(Object.entries(owner[key]).reverse());
    return { path: `${path}[${at}]${inner}.${schema}` };
  },
  "parameter-changed": (target, before, after, chance) => {
    const path = chance.pick(Object.keys(PARAMETERS[target]));
    const isGone = chance.chance(0.5);
    const keys = path.split(".");
    const holder = keys.slice(0, -1).reduce((inner, key) => (inner[key] ??= {}), isGone ? before : after);
    holder[keys.at(-1)] = PARAMETERS[target][path];
    return { path, pathIn: isGone ? "before" : "after" };
  },
  "message-edited": (target, before, after, chance) => {
    const text = chance.pick(inside(target, after, wordsOf(target, after)));
    insert(text, chance, "by the way ");
    return text;
  },
  "message-inserted": (target, before, after, chance) => {
    const at = within(target, after, chance);
    listOf(target, after).splice(at, 0, ...Array.from({ length: 1 + chance.below(2) }, (_, index) => words(target, "user", `Note ${index}: mind the gap.`)));
    return { path: messagePath(target, at) };
  },
  "message-removed": (target, before, after, chance) => {
    const at = within(target, after, chance);
    const list = listOf(target, after);
    const count = Math.min(1 + chance.below(3), list.length - at - 2);
    list.splice(at, count, ...(count > 1 && chance.chance(0.5) ? [words(target, "user", "Summary: much was said.")] : []));
    return { path: messagePath(target, at), pathIn: "before" };
  },
  "result-shortened": (target, before, after, chance) => {
    const results = inside(target, after, resultsOf(target, after)).filter((result) => result.read().length > 400);
    if (results.length === 0) return null;
    const result = chance.pick(results);
    const text = result.read();
    const kept = 60 + chance.below(Math.floor(text.length / 2) - 60);
    result.write(chance.chance(0.5) ? `${text.slice(0, kept)}… [shortened]` : `${text.slice(0, 40)}\n[…]\n${text.slice(-kept)}`);
    return result;
  },
  "result-cleared": (target, before, after, chance) => {
    const results = inside(target, after, resultsOf(target, after)).filter((result) => result.read().length > 100);
    if (results.length === 0) return null;
    const result = chance.pick(results);
    result.write(chance.pick(["[Old result cleared]", "(removed)", "The result was removed to save space."]));
    return result;
  },
  "reasoning-left-out": (target, before, after, chance) => {
    const places = listOf(target, before).flatMap(({ role }, index, list) => (["assistant", "model"].includes(role) && index < list.length - 2 ? [index] : []));
    if (places.length === 0) return null;
    const at = chance.pick(places);
    const { path, pathIn, remove } = addReasoning(target, before, at);
    Object.assign(after, copy(before));
    remove(after);
    return { path, pathIn };
  },
  "images-changed": (target, before, after) => {
    grow(target, after, 1);
    const { messages } = after;
    messages.at(-1).content = target === "bedrock" ? [{ text: "See." }, { image: { format: "png", source: { bytes: "iVBORw0KGgo=" } } }] : [{ type: "text", text: "See." }, { type: "image", source: { type: "url", url: "https://example.com/a.png" } }];
    return { path: messagePath(target, messages.length - 1) };
  },
  "breakpoint-missing": (target, before, after) => {
    mark(target, before);
    mark(target, after, { system: false, end: false });
    return { path: endOf(before), pathIn: "before", isRemarked: true };
  },
  "breakpoint-moved": (target, before, after) => {
    mark(target, before);
    mark(target, after, { end: false });
    return { path: `system[${before.system.filter(({ cachePoint }) => cachePoint === undefined).length - 1}]`, isRemarked: true };
  },
  "breakpoint-too-far": (target, before, after, chance) => {
    grow(target, after, 10 + chance.below(10));
    mark(target, before);
    mark(target, after);
    return { path: endOf(after), isRemarked: true };
  },
  "below-minimum": (target, before, after) => {
    const model = { anthropic: "claude-opus-4-8", bedrock: "eu.anthropic.claude-haiku-4-5-20251001-v1:0", "openai-chat": "gpt-5", "openai-responses": "gpt-5", gemini: "gemini-2.5-pro" }[target];
    for (const body of [before, after]) {
      body[target === "bedrock" ? "modelId" : "model"] = model;
      listOf(target, body).splice(0, Infinity, words(target, "user", "Hello."));
      for (const name of ["tools", "toolConfig", "instructions", "systemInstruction"]) delete body[name];
      if (MARKED.includes(target)) body.system = [target === "bedrock" ? { text: "Be brief." } : { type: "text", text: "Be brief." }];
    }
    grow(target, after, 1);
    return { path: "" };
  },
  "lifetime-passed": (target, before, after, chance) => {
    grow(target, after, 1);
    const lifetime = MARKED.includes(target) ? 300_000 : target.startsWith("openai") ? 86_400_000 : null;
    return { path: "", options: lifetime === null ? { elapsedMs: 9_001, lifetimeMs: 9_000 } : { elapsedMs: lifetime + 1 + chance.below(lifetime) } };
  },
  "model-changed": (target, before, after) => {
    grow(target, after, 1);
    if (target === "gemini") return { path: "", options: { before: { model: "gemini-9-pro" }, after: { model: "gemini-9-flash" } } };
    const field = target === "bedrock" ? "modelId" : "model";
    after[field] = `${after[field]}-next`;
    return { path: field };
  },
  "account-changed": (target, before, after) => {
    grow(target, after, 1);
    return { path: "", options: { before: { account: "blue" }, after: { account: "green" } } };
  },
  "endpoint-changed": (target, before, after) => {
    grow(target, after, 1);
    return { path: "", options: { before: { endpoint: "eu" }, after: { endpoint: "us" } } };
  },
};

/** Causes of providers with breakpoints. */
const OF_BREAKPOINTS = ["images-changed", "breakpoint-missing", "breakpoint-moved", "breakpoint-too-far"];

/** Each target with each cause that it knows. No minimum of Mistral is published. */
export const KINDS = TARGETS.flatMap((target) =>
  Object.keys(PLANTS)
    .filter((cause) => (MARKED.includes(target) || !OF_BREAKPOINTS.includes(cause)) && !(target === "mistral" && cause === "below-minimum"))
    .map((cause) => [target, cause]),
);
/** A prime, so that all kinds come before one comes again, and neighbours differ in target and cause. */
const STEP = 53;

/**
 * Makes a pair of requests with one planted cause.
 *
 * @param {number} seed
 * @returns {{ target: string, before: object, after: object, options: object, cause: string, path: string, pathIn: string }}
 */
export function plantedPair(seed) {
  const chance = random(seed);
  const [target, cause] = KINDS[(seed * STEP) % KINDS.length];
  for (;;) {
    const before = copy(chance.pick(BODIES[target]));
    const after = copy(before);
    const plant = PLANTS[cause](target, before, after, chance);
    // The body has no place for the cause.
    if (plant === null) continue;
    if (GROWING.has(cause) && chance.chance(0.6)) grow(target, after, 1 + chance.below(3));
    if (MARKED.includes(target) && plant.isRemarked !== true) {
      mark(target, before);
      // A breakpoint stays where the last one stood, if the body has grown little.
      mark(target, after);
    }
    return { target, before, after, options: plant.options ?? {}, cause, path: plant.path, pathIn: plant.pathIn ?? "after" };
  }
}

/** The causes in the prompt itself: the request may also go on. */
const GROWING = new Set([
  "system-changed", "changing-value", "tools-added", "tools-removed", "tools-reordered", "tool-changed", "key-order-changed", "parameter-changed",
  "message-edited", "message-inserted", "message-removed", "result-shortened", "result-cleared", "reasoning-left-out",
]);

/** Goes on with answers and questions. */
function grow(target, body, turns) {
  for (let turn = 0; turn < turns; turn += 1) listOf(target, body).push(words(target, "assistant", `Answer ${turn}.`), words(target, "user", `And then, for the ${turn}th time?`));
}

function spacesOf(text) {
  return [...text.matchAll(/(?<=[a-z]) (?=[a-z])/g)].map(({ index }) => index);
}

/** Inserts words between two words. */
function insert(text, chance, added) {
  const words = text.read();
  const at = chance.pick(spacesOf(words));
  text.write(`${words.slice(0, at)} ${added.trim()}${words.slice(at)}`);
}

/** Returns the places before the newest message that have words. */
function inside(target, body, places) {
  const { length } = listOf(target, body);
  return places.filter(({ index, read }) => index < length - 1 && spacesOf(read()).length > 0);
}

/** Returns the index of a message behind the system prompt, with messages behind it. */
function within(target, body, chance) {
  return 1 + chance.below(listOf(target, body).length - 4);
}

/** Returns the path of the last block. */
function endOf({ messages }) {
  const blocks = messages.at(-1).content.filter(({ cachePoint }) => cachePoint === undefined);
  return `messages[${messages.length - 1}].content[${blocks.length - 1}]`;
}
