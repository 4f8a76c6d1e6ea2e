// Likely repairs of the history: of the form of contents, of the order of roles, and of the place of results.

import { isArray, isObject } from "../input/check.js";
import type { BodyEdit } from "../index.js";

type Fields = Record<string, unknown>;

/** Makes each content of `messages` one text, where it holds nothing but text. */
export function textsOfContents({ messages }: Fields): BodyEdit[] {
  return records(messages).flatMap(({ content }, at) => {
    const text = typeof content === "string" ? null : textIn(content);
    return text === null ? [] : [{ path: `messages[${at}].content`, set: text }];
  });
}

/** The text of a content that is no text; null if it holds anything else. */
function textIn(content: unknown): string | null {
  const parts = isArray(content) ? content : isObject(content) ? [content] : [];
  const texts = parts.map((part) => {
    if (typeof part === "string") return part;
    const { type, text } = (isObject(part) ? part : {}) as Fields;
    return typeof text === "string" && (type === undefined || /^(?:input_|output_)?text$/.test(String(type))) ? text : null;
  });
  return texts.length === 0 || texts.includes(null) ? null : texts.join("\n");
}

/** Joins neighbours of one role, user or assistant, without calls. */
export function joinedNeighbours(body: Fields): BodyEdit[] {
  const [list, name] = isArray(body.contents) ? ["contents", "parts"] : ["messages", "content"];
  const messages = records(body[list as string]);
  const edits: BodyEdit[] = [];
  for (let at = 0; at < messages.length; ) {
    const first = messages[at] as Fields;
    let [joined, next] = [first[name as string], at + 1];
    for (; next < messages.length && isJoinable(first, messages[next] as Fields); next += 1) {
      const both = bothOf(joined, (messages[next] as Fields)[name as string]);
      if (both === null) break;
      joined = both;
      edits.push({ path: `${list}[${next}]`, remove: true });
    }
    if (next > at + 1) edits.push({ path: `${list}[${at}].${name}`, set: joined });
    at = next;
  }
  return edits;
}

/** Nothing but its content goes with the message that is joined to the one before it. */
const isJoinable = (one: Fields, other: Fields): boolean =>
  one.role === other.role &&
  ["user", "assistant", "model"].includes(String(one.role)) &&
  one.tool_calls === undefined &&
  one.function_call === undefined &&
  Object.keys(other).every((name) => name === "role" || name === "content" || name === "parts");

/** Two contents as one; null if they cannot be joined. */
function bothOf(one: unknown, other: unknown): unknown {
  if (typeof one === "string" && typeof other === "string") return `${one}\n\n${other}`;
  const [before, after] = [one, other].map((content) => (typeof content === "string" ? [{ type: "text", text: content }] : content));
  return isArray(before) && isArray(after) ? [...before, ...after] : null;
}

/** Puts the outputs of the calls of an `input` directly behind their calls. */
export function outputsBehindCalls({ input }: Fields): BodyEdit[] {
  if (!isArray(input)) return [];
  const items = records(input);
  const outputs = new Map<unknown, Fields>();
  for (const item of items) if (isOutput(item) && !outputs.has(item.call_id)) outputs.set(item.call_id, item);
  const calls = new Set(items.filter(isCall).map(({ call_id: id }) => id));
  const ordered: Fields[] = [];
  let waiting: Fields[] = [];
  for (const item of items) {
    // Calls made at once stay together.
    if (!isCall(item)) {
      ordered.push(...waiting);
      waiting = [];
    }
    if (isOutput(item) && calls.has(item.call_id) && outputs.get(item.call_id) === item) continue;
    ordered.push(item);
    const output = isCall(item) ? outputs.get(item.call_id) : undefined;
    if (output !== undefined && !waiting.includes(output)) waiting.push(output);
  }
  ordered.push(...waiting);
  const isMoved = ordered.length === items.length && ordered.some((item, at) => item !== items[at]);
  return isMoved ? [{ path: "input", set: ordered }] : [];
}

const isCall = ({ type }: Fields): boolean => /^(?:function|custom_tool)_call$/.test(String(type));
const isOutput = ({ type }: Fields): boolean => /^(?:function|custom_tool)_call_output$/.test(String(type));

/** The items of a list; none if one is no object. */
const records = (list: unknown): Fields[] => (isArray(list) && list.every((item) => isObject(item)) ? (list as Fields[]) : []);
