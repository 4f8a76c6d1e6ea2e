// Members that objects with data in WebAssembly memory get at the first use: their text for a console, and the mark of an empty copy.

/** The method that Node, Deno and Bun ask when a value is logged. Known by name, so that nothing of Node is imported. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Writes a nested value for the console. */
type Inspect = (value: unknown, options: object) => string;

/** Characters of a message that are shown. */
const MOST_SHOWN = 60;

/** The newest messages that are shown. */
const NEWEST = 3;

/**
 * Makes the text for a console: a name, and a few fields. Where a field cannot be read, such as that of a disposed conversation, the error
 * is shown instead.
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
    return `${name === "Object" ? "" : `${name} `}${inspect === undefined ? JSON.stringify(read) : inspect(read, options)}`;
  };
}

/**
 * Makes a console show the instances of a class by a few fields. Defined at the first use: as a method of the class, its computed name
 * would keep esbuild from dropping a class that nobody uses.
 */
export function showAs<T extends object>(prototype: T, fieldsOf: (own: T) => Readonly<Record<string, () => unknown>>): void {
  define(prototype, INSPECT, function (this: T, ...style: Parameters<ReturnType<typeof shown>>): string {
    return shown(this, fieldsOf(this))(...style);
  });
}

/**
 * Defines `name` and `Symbol.dispose` of a conversation at the first use. As a field of the class, `name` would hide the getter of a
 * subclass. In the class, a runtime without `Symbol.dispose` would define a method named "undefined". As statements beside the class,
 * both would keep bundlers from dropping a class that nobody uses.
 */
export function completePrototype(prototype: { dispose(): void }): void {
  define(prototype, "name", "backscroll:conversation-manager");
  if (Symbol.dispose === undefined) return;
  define(prototype, Symbol.dispose, function (this: { dispose(): void }) {
    this.dispose();
  });
}

/** Defines a member of a prototype that does not have it yet. */
function define(prototype: object, key: PropertyKey, value: unknown): void {
  if (!Object.hasOwn(prototype, key)) Object.defineProperty(prototype, key, { value, configurable: true, writable: true });
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
 * Adds the one field that `{...conversation}`, `structuredClone` and `postMessage` copy: the conversation itself lives in WebAssembly
 * memory. The copy then names itself in a log and to `fromJSON`. A getter that throws would warn earlier, but would also break loggers,
 * test runners and stores, which walk over all fields.
 */
export function markAsUncopied(value: object): void {
  Object.defineProperty(value, EMPTY_COPY, {
    value: "It lives in WebAssembly memory, so a copy of this object is empty: use toJSON() and fromJSON().",
    enumerable: true,
  });
}

const EMPTY_COPY = "[conversation]";

/** Reports whether a value is such a copy. */
export function isEmptyCopy(value: object): boolean {
  return Object.hasOwn(value, EMPTY_COPY) && !("toJSON" in value);
}
