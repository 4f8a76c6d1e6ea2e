// A conversation, its drafts and its requests as a console shows them, and as they are not copied.

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

/**
 * Has a console show the instances of a class by a few fields. Defined at the first use: as a method of the class, its computed name would
 * keep esbuild from dropping a class that nobody uses.
 */
export function showAs<T extends object>(prototype: T, fieldsOf: (own: T) => Readonly<Record<string, () => unknown>>): void {
  if (Object.hasOwn(prototype, INSPECT)) return;
  const show = function (this: T, ...style: Parameters<ReturnType<typeof shown>>): string {
    return shown(this, fieldsOf(this))(...style);
  };
  Object.defineProperty(prototype, INSPECT, { value: show, configurable: true, writable: true });
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
 * What `{...conversation}`, `structuredClone` and `postMessage` take over of a conversation, beside nothing: they copy the fields that it
 * lists, and it lives in WebAssembly memory. So the copy says what it is, to whoever logs it and to `fromJSON`. A getter that throws would
 * say it earlier, but also to everything that walks over objects: loggers, test runners, stores.
 */
export function markAsUncopied(value: object): void {
  Object.defineProperty(value, EMPTY_COPY, { value: "It lives in WebAssembly memory, so a copy of this object is empty: use toJSON() and fromJSON().", enumerable: true });
}

const EMPTY_COPY = "[conversation]";

/** Whether it is such a copy. */
export function isEmptyCopy(value: object): boolean {
  return Object.hasOwn(value, EMPTY_COPY) && !("toJSON" in value);
}
