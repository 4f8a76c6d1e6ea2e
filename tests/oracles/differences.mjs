// The classes of differences between our bodies and those of the AI SDK. AI-SDK.md says for each which side is right.
//
// A class removes one kind of difference from a pair of bodies. A difference that remains after all classes is a failure.

import { isDeepStrictEqual } from "node:util";
import { LISTS } from "../support/judges.mjs";
import { FETCHED } from "./aisdk.mjs";

/** @typedef {object} Side the conversation in a body */
/**
 * @typedef {object} Difference
 * @property {string} name
 * @property {import("../support/judges.mjs").Target[]} targets
 * @property {(side: Side) => Side} [ours] removes the difference from our side
 * @property {(side: Side) => Side} [theirs] removes the difference from the SDK's side
 */

/** The mark of a file that the SDK fetches and our body refers to by URL. */
const FILE = { file: "fetched" };

/** @type {Difference[]} */
export const DIFFERENCES = [
  { name: "continue", targets: ["anthropic", "gemini", "bedrock"], ours: withoutContinue },
  {
    name: "emptied-message",
    targets: ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock"],
    ours: (side) => withoutMessages(side, ({ role, content }) => role === "user" && content === ""),
    theirs: (side) => withoutMessages(side, (message) => (message.content ?? message.parts)?.length === 0 && message.role === "user"),
  },
  { name: "trimmed-end", targets: ["anthropic", "bedrock"], ours: trimmedEnd, theirs: trimmedEnd },
  both("spelling-of-arguments", ["openai-chat", "openai-responses"], (node) =>
    typeof node.arguments === "string" && typeof node.name === "string" ? { ...node, arguments: compact(node.arguments) } : node,
  ),
  {
    name: "parts-of-result",
    targets: ["openai-chat"],
    theirs: (side) => each(side, (node) => (node.role === "tool" ? { ...node, content: partsIn(node.content) } : node)),
  },
  {
    name: "breakpoint-of-result",
    targets: ["anthropic"],
    ours: (side) => each(side, (node) => (node.type === "tool_result" ? withBreakpoint(node) : node)),
  },
  both("one-text-as-list", ["openai-chat", "openai-responses", "anthropic"], (node) =>
    Object.entries(node).reduce((same, [name, value]) => {
      const text = ["content", "system"].includes(name) ? onlyText(value) : null;
      return text === null ? same : { ...same, [name]: text };
    }, node),
  ),
  {
    name: "name-of-tool",
    targets: ["openai-chat"],
    ours: (side) => each(side, (node) => (node.role === "tool" ? without(node, "name") : node)),
  },
  both("no-words-beside-calls", ["openai-chat"], (node) => (node.tool_calls && !node.content ? without(node, "content") : node)),
  {
    name: "instructions",
    targets: ["openai-responses"],
    ours: ({ instructions, input }) => ({ input: [...(instructions ? [{ role: "developer", content: instructions }] : []), ...input.map(asDeveloper)] }),
  },
  { name: "repeated-id", targets: ["openai-chat", "openai-responses"], ours: numbered, theirs: numbered },
  { name: "detail-of-picture", targets: ["openai-responses"], ours: (side) => each(side, (node) => (node.detail === "auto" ? without(node, "detail") : node)) },
  both("words-of-response", ["gemini"], (node) => (node.functionResponse ? { functionResponse: plainResponse(node.functionResponse) } : node)),
  {
    name: "failed-result",
    targets: ["bedrock"],
    ours: (side) => each(side, (node) => (node.toolResult ? { toolResult: without(node.toolResult, "status") } : node)),
  },
  {
    name: "empty-result",
    targets: ["bedrock"],
    theirs: (side) => each(side, (node) => (node.toolResult?.content[0]?.text === "" ? { toolResult: { ...node.toolResult, content: [] } } : node)),
  },
  { name: "no-instructions", targets: ["bedrock"], theirs: (side) => (side.system?.length === 0 ? without(side, "system") : side) },
  {
    name: "thoughts-of-others",
    targets: ["gemini"],
    theirs: (side) => each(side, (node) => (node.parts ? { ...node, parts: node.parts.filter(({ thought, thoughtSignature }) => !thought || thoughtSignature) } : node)),
  },
  {
    name: "fetched-file",
    targets: ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock"],
    ours: (side) => each(side, (node) => (/^https?:/.test(node.fileData?.fileUri) || node.text === "[image]" ? FILE : node)),
    theirs: (side) => each(side, (node) => (bytesOf(node)?.endsWith?.(FETCHED) ? FILE : node)),
  },
  {
    name: "id-of-file",
    targets: ["gemini"],
    ours: (side) => each(side, (node) => (node.text === "[file]" ? FILE : node)),
    theirs: (side) => each(side, (node) => (node.inlineData?.data.startsWith("file-") ? FILE : node)),
  },
  {
    name: "name-of-document",
    targets: ["bedrock"],
    ours: (side) => each(side, (node) => (node.document ? { document: { ...node.document, name: node.document.name.replace(/-[a-z]+$/, "") } } : node)),
  },
];

/**
 * Returns the names of the classes that are needed to make a pair of bodies equal.
 *
 * @param {import("../support/judges.mjs").Target} target
 * @param {Side} ours
 * @param {Side} theirs
 * @returns {{ names: string[], rest: [Side, Side] | null }} `rest`: both sides, if a difference without a class remains
 */
export function differences(target, ours, theirs) {
  const acting = [];
  let sides = [ours, theirs];
  for (const difference of DIFFERENCES.filter(({ targets }) => targets.includes(target))) {
    const after = taken(difference, sides);
    if (after[0] !== sides[0] || after[1] !== sides[1]) acting.push(difference);
    sides = after;
  }
  if (!isDeepStrictEqual(...sides)) return { names: [], rest: sides };
  const isNeeded = (difference) => !isDeepStrictEqual(...acting.filter((other) => other !== difference).reduce((now, other) => taken(other, now), [ours, theirs]));
  return { names: acting.filter(isNeeded).map(({ name }) => name), rest: null };
}

function taken({ ours = same, theirs = same }, [our, their]) {
  return [ours(our), theirs(their)];
}

function same(side) {
  return side;
}

function both(name, targets, change) {
  const side = (body) => each(body, change);
  return { name, targets, ours: side, theirs: side };
}

/** Maps every object in a value, inner objects first. Returns the same value if nothing changes. */
function each(value, change) {
  if (typeof value !== "object" || value === null) return value;
  const inner = Array.isArray(value) ? value.map((item) => each(item, change)) : mapped(value, (item) => each(item, change));
  const isSame = Object.keys(value).every((name) => inner[name] === value[name]);
  const node = isSame ? value : inner;
  if (Array.isArray(node)) return node;
  const after = change(node);
  return isDeepStrictEqual(after, node) ? node : after;
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** Replaces ids by the numbers of calls; a result gets the newest call of its id. */
function numbered(side) {
  const list = listOf(side);
  const numbers = new Map();
  const called = (id) => numbers.set(id, [...(numbers.get(id) ?? []), ++count]).get(id).at(-1);
  const answered = (id) => numbers.get(id)?.at(-1) ?? id;
  let count = 0;
  const renumbered = side[list].map((item) => {
    if (item.tool_calls) return { ...item, tool_calls: item.tool_calls.map((call) => ({ ...call, id: called(call.id) })) };
    if (item.type === "function_call") return { ...item, call_id: called(item.call_id) };
    const field = ["tool_call_id", "call_id"].find((name) => name in item);
    return field ? { ...item, [field]: answered(item[field]) } : item;
  });
  return { ...side, [list]: renumbered };
}

function without(object, name) {
  if (!(name in object)) return object;
  const { [name]: _, ...rest } = object;
  return rest;
}

function compact(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Returns the text of a list that holds one text and nothing else. */
function onlyText(value) {
  const isOne = Array.isArray(value) && value.length === 1 && ["text", "input_text", "output_text"].includes(value[0].type);
  return isOne && Object.keys(value[0]).length === 2 ? value[0].text : null;
}

/** Returns the parts that a text encodes as JSON, without options for other providers. */
function partsIn(text) {
  const isParts = typeof text === "string" && text.startsWith('[{"type":"text","text":');
  return isParts ? JSON.parse(text).map((part) => without(part, "providerOptions")) : text;
}

/** Returns a result with the breakpoint of its last part. */
function withBreakpoint(result) {
  const last = Array.isArray(result.content) ? result.content.at(-1) : undefined;
  if (last?.cache_control === undefined) return result;
  return { ...result, content: [...result.content.slice(0, -1), without(last, "cache_control")], cache_control: last.cache_control };
}

/** The field in which each format holds a picture. */
function bytesOf({ inlineData, image, source, image_url: link }) {
  return inlineData?.data ?? image?.source?.bytes ?? source?.data ?? link?.url ?? link;
}

/** Removes these messages. Neighbours of one role then become one message, in formats where a turn is one message. */
function withoutMessages(side, isGone) {
  const name = listOf(side);
  if (!side[name].some(isGone)) return side;
  const kept = [];
  side[name].forEach((message, at) => {
    const before = kept.at(-1);
    const field = "parts" in message ? "parts" : "content";
    const isJoined = name !== LISTS["openai-responses"] && at > 0 && isGone(side[name][at - 1]) && before?.role === message.role && Array.isArray(before[field]) && Array.isArray(message[field]);
    if (isJoined) kept[kept.length - 1] = { ...before, [field]: [...before[field], ...message[field]] };
    else if (!isGone(message)) kept.push(message);
  });
  return { ...side, [name]: kept };
}

/** OpenAI's newer word for `system`. */
function asDeveloper(item) {
  return item.role === "system" ? { ...item, role: "developer" } : item;
}

/** Puts a tool's output under one name: ours is `output` or `error`, the SDK's is `content` beside the name of the tool. */
function plainResponse({ response: { output, error, content }, ...call }) {
  return { ...call, response: output ?? error ?? content };
}

function listOf(side) {
  return Object.values(LISTS).find((name) => name in side);
}

function withoutContinue(side) {
  const name = listOf(side);
  const last = side[name].at(-1);
  const [part, ...more] = last.content ?? last.parts;
  const isAdded = last.role === "user" && part.text === "Continue." && more.length === 0;
  return isAdded ? { ...side, [name]: side[name].slice(0, -1) } : side;
}

/** Removes white space around the last text of the assistant. */
function trimmedEnd(side) {
  const name = listOf(side);
  const last = side[name].at(-1);
  const part = last.content?.at(-1);
  if (last.role !== "assistant" || part?.text === undefined || part.text === part.text.trim()) return side;
  return { ...side, [name]: [...side[name].slice(0, -1), { ...last, content: [...last.content.slice(0, -1), { ...part, text: part.text.trim() }] }] };
}
