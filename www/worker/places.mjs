// Finds places in the text of a body: of paths, of calls, and of faults.

import { findNodeAtLocation, parse, parseTree, printParseErrorCode } from "jsonc-parser";

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Returns the tree of the body's text, with the offset of each value. */
export const treeOf = (json) => parseTree(json, [], STRICT);

/** `messages[1].tool_calls[0].id` as ["messages", 1, "tool_calls", 0, "id"]. Keys in quotes are read, too. */
export function segmentsOf(path) {
  const segments = [];
  for (const [, index, quoted, key] of path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)) {
    segments.push(index !== undefined ? Number(index) : quoted !== undefined ? JSON.parse(`"${quoted}"`) : key);
  }
  return segments;
}

/** The node at a path; the nearest one around it, where the path leads to what is missing. */
export function nodeAt(root, path) {
  for (let segments = segmentsOf(path); segments.length > 0; segments = segments.slice(0, -1)) {
    const node = findNodeAtLocation(root, segments);
    if (node !== undefined) return node;
  }
  return root;
}

/**
 * A call, and its results.
 *
 * @typedef {object} Pair
 * @property {string} id
 * @property {number} call offset; -1 without a call
 * @property {number} result offset; -1 without a result
 */

/** @returns {Pair[]} pairs of the calls and the results in a body, in the order of the text */
export function pairsIn(root) {
  const calls = new Map();
  const pairs = [];
  const open = (id, offset) => {
    const pair = { id, call: offset, result: -1 };
    pairs.push(pair);
    calls.set(id, [...(calls.get(id) ?? []), pair]);
  };
  const close = (id, offset) => {
    const waiting = (calls.get(id) ?? []).find(({ result }) => result < 0);
    if (waiting === undefined) pairs.push({ id, call: -1, result: offset });
    else waiting.result = offset;
  };
  const visit = (node, key) => {
    if (node.type === "array") {
      for (const child of node.children) {
        if (key === "tool_calls" || key === "toolCalls") {
          const id = textOf(child, "id");
          if (id !== null) open(id, child.offset);
        } else visit(child, key);
      }
      return;
    }
    if (node.type !== "object") return;
    const type = textOf(node, "type");
    if (type === "tool_use" || type === "function_call" || type === "tool-call") open(idOf(node), node.offset);
    else if (type === "tool_result" || type === "function_call_output" || type === "tool-result")
      return void close(idOf(node), node.offset);
    else if (textOf(node, "role") === "tool" && idOf(node) !== null) return void close(idOf(node), node.offset);
    for (const { children } of node.children) {
      const [name, value] = children;
      if (value === undefined) continue;
      if (value.type === "object") {
        const is = name.value;
        if (is === "functionCall" || is === "toolUse") open(idOf(value) ?? textOf(value, "name"), node.offset);
        else if (is === "functionResponse" || is === "toolResult") close(idOf(value) ?? textOf(value, "name"), node.offset);
      }
      // Arguments and results may look like messages.
      if (!["input", "arguments", "args", "response", "output"].includes(name.value) || value.type === "array") visit(value, name.value);
    }
  };
  visit(root, "");
  return pairs.filter(({ id }) => id !== null);
}

const ID_FIELDS = ["tool_use_id", "tool_call_id", "toolCallId", "call_id", "toolUseId", "id"];

function idOf(node) {
  for (const name of ID_FIELDS) {
    const id = textOf(node, name);
    if (id !== null) return id;
  }
  return null;
}

function textOf(node, key) {
  if (node.type !== "object") return null;
  const value = node.children.find(({ children }) => children[0].value === key)?.children[1];
  return value?.type === "string" ? value.value : null;
}

/** Describes the first fault of broken JSON, with its line and its column. */
export function faultIn(text, start) {
  const errors = [];
  parse(text.slice(start), errors, STRICT);
  const found = errors[0] ?? { offset: text.length - start, length: 0, error: 0 };
  const offset = Math.min(start + found.offset, text.length);
  const before = text.slice(0, offset).split("\n");
  const what = printParseErrorCode(found.error)
    .replace(/([A-Z])/g, " $1")
    .trim()
    .toLowerCase();
  return {
    offset,
    length: found.length,
    line: before.length,
    column: before.at(-1).length + 1,
    what: what.startsWith("<") ? "unexpected end" : what,
  };
}
