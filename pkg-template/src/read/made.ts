// Nodes of records, lists and classes, made of their entries.

import { type Entry, type Node, setField } from "./node.js";

/** Returns a record or a list with its value. */
export function filledNode(kind: "record" | "list", from: number, entries: Entry[], opening: string, to: number): Node {
  if (kind === "list") {
    const held = entries.map(({ node }) => node.value).filter((item) => item !== undefined);
    // A list of which every item is cut out is cut out itself, and not empty.
    const value = held.length === 0 && entries.length > 0 ? undefined : held;
    return { kind, from, to, value, entries, opening };
  }
  const value: Record<string, unknown> = {};
  for (const { name, node } of entries) if (name !== null && node.value !== undefined) setField(value, name, node.value);
  return { kind, from, to, value, entries, opening };
}

/** Adds what the name of a class says of a message: `HumanMessage(content='…')`. */
export function impliedBy(name: string, node: Node): Node {
  const kind = /(?:^|\.)(Human|AI|System|Tool|Function)Message(?:Chunk)?$/.exec(name)?.[1]?.toLowerCase();
  const value = node.value as Record<string, unknown>;
  if (kind === undefined || value.type !== undefined || value.role !== undefined || value.content === undefined) return node;
  return { ...node, value: { type: kind, ...value }, implied: "type" };
}

/** Lists of messages, of their parts and of their calls. */
const OF_MESSAGES = "messages contents content parts input tool_calls toolCalls tools gen_ai.input.messages".split(" ");

/**
 * Reports whether the last item of a list that breaks off says too little: a message without its content, a call without its arguments.
 * Its remains would be judged as if they were whole.
 */
export function isUnfinished(node: Node | undefined, key: string | null): boolean {
  if (node?.kind === "list") return node.entries.length === 0;
  if (node?.kind !== "record") return false;
  const { role, type, content, parts, text, thinking, tool_calls: calls } = node.value as Record<string, unknown>;
  const isOfMessages =
    (key !== null && OF_MESSAGES.includes(key)) ||
    typeof role === "string" ||
    typeof type === "string" ||
    Object.keys(node.value as object).length === 0;
  const isFilled = (field: unknown) => (typeof field === "string" || Array.isArray(field)) && field.length > 0;
  return isOfMessages && ![content, parts, text, thinking, calls].some(isFilled);
}
