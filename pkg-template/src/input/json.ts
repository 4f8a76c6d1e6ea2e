// From values of the host to JSON text that the core can trust to be bounded.

import { type PlainObject, brand, bytesOf, isArray, isBytes, isOurs, reason } from "./check.js";
import { ConversationError } from "./errors.js";
import { withoutLoneSurrogateEscapes } from "./surrogates.js";

/** The bounds of a value. */
export interface Bounds {
  /** The name of the value in error messages. */
  name: string;
  /** The code of errors about values that JSON cannot hold. */
  code: "invalid-argument" | "invalid-message" | "invalid-pending" | "invalid-snapshot" | "invalid-checkpoint";
  /** Levels of nested arrays and objects. */
  depth: number;
  /** True if the caller has no option for the depth. */
  isFixed?: true;
  /** UTF-16 units of all strings together: a lower bound of the bytes. */
  units: number;
}

/** Practically no bound: no JavaScript engine has strings, and so JSON text, of this length. */
export const MOST_UNITS = 1_073_741_824;

/** JSON text without lone surrogates, and their number. */
export interface Json {
  json: string;
  replaced: number;
  /** Bytes that became base64, by the name of their field and that text. */
  bytes?: ReadonlyMap<string, Uint8Array>;
}

/**
 * Returns the text of `JSON.stringify(value)`. Refuses values that it would lose silently: functions, symbols, BigInts, cycles and
 * objects such as a `Map` or a promise, whose content is not in their fields. Bytes, which clients of Bedrock and the AI SDK use, become base64.
 */
export function toJson(value: unknown, bounds: Bounds): Json {
  let json: string | undefined;
  const bytes = new Map<string, Uint8Array>();
  try {
    const walk = new Walk(bounds);
    walk.visit(value, 1);
    json = walk.hasBytes ? JSON.stringify(value, base64OfBytes(bytes)) : JSON.stringify(value);
  } catch (error) {
    throw surfaced(error, bounds);
  }
  if (json === undefined) throw new ConversationError(bounds.code, `${bounds.name} must be a JSON value; given was undefined.`);
  const text = withoutLoneSurrogateEscapes(json);
  return bytes.size > 0 ? { ...text, bytes } : text;
}

/** Returns a value of the core with base64 replaced by the bytes that were given. The value is ours, so it is changed in place. */
export function withBytes<T>(value: T, { bytes }: Json): T {
  if (bytes === undefined) return value;
  const restore = (holder: PlainObject): void => {
    for (const [key, inner] of Object.entries(holder)) {
      const given = typeof inner === "string" ? bytes.get(`${key}:${inner}`) : undefined;
      if (given !== undefined) holder[key] = new Uint8Array(given);
      else if (typeof inner === "object" && inner !== null) restore(inner as PlainObject);
    }
  };
  restore(value as PlainObject);
  return value;
}

/** Walks a value, and throws at the first place that cannot be kept. */
class Walk {
  readonly #bounds: Bounds;
  readonly #path: (string | number)[] = [];
  readonly #ancestors = new Set<object>();
  #units = 0;
  /** True if the value holds bytes, or may hold some. */
  hasBytes = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  visit(value: unknown, depth: number): void {
    switch (typeof value) {
      case "string":
        return this.#count(value.length);
      case "object":
        if (value !== null) this.#visitObject(value, depth);
        return;
      case "function":
      case "symbol":
      case "bigint":
        throw this.#refusal(`a ${typeof value} is not a JSON value`);
    }
  }

  #visitObject(value: object, depth: number): void {
    if (this.#ancestors.has(value)) {
      throw new ConversationError(this.#bounds.code, `${this.#bounds.name} is cyclic at ${this.#place()}.`);
    }
    if (depth > this.#bounds.depth) throw tooDeep(this.#bounds);
    if (isBytes(value)) return this.#countBytes(value);
    // Its `toJSON` decides its form. The core checks depth and size of the JSON text.
    if (typeof (value as { toJSON?: unknown }).toJSON === "function") {
      this.hasBytes = true;
      return;
    }
    if (!isPlain(value)) {
      const buffer = bytesOf(value);
      if (buffer !== undefined) return this.#countBytes(buffer);
      const tag = brand(value);
      if (OPAQUE.has(tag)) throw this.#refusal(`JSON has no form for a ${tag}${tag === "Promise" ? " (is an `await` missing?)" : ""}`);
    }
    this.#ancestors.add(value);
    if (isArray(value)) {
      // Each item takes at least a comma. A list of holes may be too long to walk.
      this.#count(value.length);
      for (let index = 0; index < value.length; index += 1) this.#step(index, value[index], depth);
    } else {
      for (const key of Object.keys(value)) {
        this.#count(key.length);
        this.#step(key, (value as PlainObject)[key], depth);
      }
    }
    this.#ancestors.delete(value);
  }

  #step(key: string | number, value: unknown, depth: number): void {
    // Numbers, booleans, null and undefined can always be kept.
    if (value === null || typeof value === "number" || typeof value === "boolean" || value === undefined) return;
    this.#path.push(key);
    this.visit(value, depth + 1);
    this.#path.pop();
  }

  #countBytes({ length }: Uint8Array): void {
    this.hasBytes = true;
    this.#count(Math.ceil(length / 3) * 4);
  }

  #count(units: number): void {
    this.#units += units;
    if (this.#units > this.#bounds.units) throw tooLarge(this.#bounds);
  }

  #refusal(reason: string): ConversationError {
    return new ConversationError(this.#bounds.code, `${this.#bounds.name} cannot be kept at ${this.#place()}: ${reason}.`);
  }

  #place(): string {
    const steps = this.#path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
    return `\`${steps.join("").replace(/^\./, "") || "(itself)"}\``;
  }
}

/** Returns a replacer for `JSON.stringify`. It reads bytes from their holder, `this`, because `value` is already the result of a Buffer's `toJSON`. */
function base64OfBytes(bytes: Map<string, Uint8Array>) {
  return function (this: unknown, key: string, value: unknown): unknown {
    const given = bytesOf((this as PlainObject)[key]);
    if (given === undefined) return value;
    const text = base64(given);
    bytes.set(`${key}:${text}`, given);
    return text;
  };
}

/** Bytes at a time: a multiple of three, fewer than a call may have arguments. */
const CHUNK = 24_576;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return text;
}

/** Returns true when the prototype alone shows that the object only has fields or items, as nearly all have. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

/** Objects that `JSON.stringify` writes as `{}`, whatever they contain. */
const OPAQUE = new Set(["Map", "Set", "WeakMap", "WeakSet", "Promise", "Error", "DOMException", "RegExp", "ArrayBuffer", "Blob"]);

function surfaced(error: unknown, bounds: Bounds): ConversationError {
  if (isOurs(error)) return error;
  const said = reason(error);
  if (/call stack|recursion/i.test(said)) return tooDeep(bounds, error);
  if (/string length|out of memory|allocation/i.test(said)) return tooLarge(bounds, error);
  if (/circular|cyclic/i.test(said)) return new ConversationError(bounds.code, `${bounds.name} is cyclic: ${said}`, { cause: error });
  // A getter, a `toJSON` or a proxy of the host threw.
  return new ConversationError(bounds.code, `${bounds.name} cannot be read: ${said}`, { cause: error });
}

function tooDeep(bounds: Bounds, cause?: unknown): ConversationError {
  const remedy = bounds.isFixed ? "flatten it" : "flatten it, or raise `limits.depth`";
  const message = `${bounds.name} is nested deeper than ${bounds.depth} levels; ${remedy}.`;
  return new ConversationError("too-deep", message, cause === undefined ? {} : { cause });
}

/** Returns the error for a value over a limit of size. */
export function tooLarge(bounds: Pick<Bounds, "name" | "units">, cause?: unknown): ConversationError {
  const isOurLimit = bounds.units < MOST_UNITS;
  const message = isOurLimit
    ? `${bounds.name} is over the limit of ${bounds.units} bytes; shorten it, or raise \`limits.messageBytes\`.`
    : `${bounds.name} is longer than JavaScript can write as one text; shorten it.`;
  return new ConversationError("too-large", message, cause === undefined ? {} : { cause });
}
