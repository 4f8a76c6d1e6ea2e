// A conversation, its drafts and its requests as a console shows them, and as they are not copied.

import { invalid } from "./check.js";

/** The method that Node, Deno and Bun ask when a value is logged. Known by name, so that nothing of Node is imported. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** How a console writes a value inside of another. */
type Inspect = (value: unknown, options: object) => string;

/** Characters of a message that are shown. */
const MOST_SHOWN = 60;

/** The newest messages that are shown. */
const NEWEST = 3;

/**
 * What a console is to show: a name, and a few fields. A field that cannot be read, such as that of a conversation that was disposed, is
 * the reason why.
 */
export function shown(value: object, fields: Readonly<Record<string, () => unknown>>) {
  return (depth: number, options: object, inspect?: Inspect): string => {
    const name = nameOf(value);
    if (depth < 0) return `[${name}]`;
    const read: Record<string, unknown> = {};
    for (const [field, get] of Object.entries(fields)) {
      try {
        read[field] = get();
      } catch (error) {
        return `${name} { ${String((error as Error)?.message)} }`;
      }
    }
    return `${name} ${inspect === undefined ? JSON.stringify(read) : inspect(read, options)}`;
  };
}

function nameOf(value: object): string {
  const { name } = value.constructor ?? {};
  return typeof name === "string" && name !== "" ? name : "Object";
}

/** The newest messages in a line each. */
export function newest(messages: readonly { role: string; content?: unknown; toolCalls?: readonly { name: string }[] }[]): string[] {
  return messages.slice(-NEWEST).map(({ role, content, toolCalls = [] }) => {
    const said = typeof content === "string" ? content : Array.isArray(content) ? content.map(({ type }) => `[${type}]`).join(" ") : "";
    const calls = toolCalls.map(({ name }) => `${name}()`).join(" ");
    const text = [said, calls].filter(Boolean).join(" ");
    return `${role}: ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`;
  });
}

/**
 * Makes `{...value}`, `structuredClone(value)` and `postMessage(value)` say what to do in their place. They read the fields that a value
 * lists, and what lives in WebAssembly memory lists none: they would hand on an object without content, and without a word.
 */
export function refuseCopies(value: object): void {
  Object.defineProperty(value, COPY_HINT, { enumerable: true, configurable: true, get: refuse });
}

const COPY_HINT = "(copy with toJSON and fromJSON)";

function refuse(): never {
  throw invalid(
    "A conversation lives in WebAssembly memory, so neither `{...conversation}` nor `structuredClone` nor `postMessage` copies it. " +
      "Copy it with `ConversationManager.fromJSON(conversation.toJSON())`, and send `conversation.toJSON()`.",
  );
}
