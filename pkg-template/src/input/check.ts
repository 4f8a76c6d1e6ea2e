// Checks of public arguments. The error of each names the place, the value and the right values.

import { ConversationError } from "./errors.js";
import type { Names } from "./other-names.js";

export type PlainObject = Record<string, unknown>;

/** The kind of a field. A `?` allows absence (`undefined`). */
export type Kind = "string" | "string?" | "number?" | "boolean?" | "count?" | "object?" | "any?";

/** An `invalid-argument`. */
export function invalid(message: string, cause?: unknown): ConversationError {
  return new ConversationError("invalid-argument", message, cause === undefined ? {} : { cause });
}

/** The `invalid-argument` for a value of the wrong kind. */
export function unlike(name: string, wanted: string, value: unknown): ConversationError {
  return invalid(`\`${name}\` must be ${wanted}; given was ${describe(value)}.`);
}

/** Describes a value in a word or two, for messages. Never runs code of the value. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string": {
      const shown = withoutPassword(value);
      return shown.length > MOST_QUOTED ? `${JSON.stringify(shown.slice(0, MOST_QUOTED))} and more` : JSON.stringify(shown);
    }
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "object":
      return value === null ? "null" : isArray(value) ? "an array" : "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** The `unlike` of a value that may be a secret, such as a key or a connection string: no text of it is quoted. */
export function unlikeSecret(name: string, wanted: string, value: unknown): ConversationError {
  return invalid(`\`${name}\` must be ${wanted}; given was ${typeof value === "string" ? "a string" : describe(value)}.`);
}

/** Returns the text with the user and the password of each URL left out. */
function withoutPassword(text: string): string {
  return text.replace(/:\/\/([^\s/]+|[^\s/:@]+:[^\s@]+)@/g, "://…@");
}

/** Characters of a caller's text that a message quotes. */
const MOST_QUOTED = 40;

/** Returns true for an array. Returns false for a revoked proxy, at which `Array.isArray` throws. */
export function isArray(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

const tagOfArray = /* @__PURE__ */ (() =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get)();

/** Returns true for a `Uint8Array` of any realm: test runners and frames have their own class. Runs no code of the value. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && tagOfArray?.call(value) === "Uint8Array";
}

const lengthOfBuffer = /* @__PURE__ */ (() => Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get)();

/** Returns the bytes of a `Uint8Array` or an `ArrayBuffer` of any realm; undefined for anything else. Throws for a buffer that was transferred. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (isBytes(value)) return value;
  if (typeof value !== "object" || value === null || brand(value) !== "ArrayBuffer") return undefined;
  try {
    lengthOfBuffer?.call(value);
  } catch {
    return undefined;
  }
  return new Uint8Array(value as ArrayBuffer);
}

/** Returns the kind of an object, which is the same in all realms, unlike classes. It may run code of the value, which may lie. */
export function brand(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** Returns true for an object that is neither null nor an array. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !isArray(value);
}

/**
 * Reads a value of the caller, which may run the caller's code: getters, `toJSON`, traps of a proxy. An error of that code becomes the
 * `cause` of an error of this package.
 */
export function reading<T>(name: string, read: () => T, code = "invalid-argument"): T {
  try {
    return read();
  } catch (error) {
    if (isOurs(error)) throw error;
    throw new ConversationError(code, `${name} cannot be read: ${reason(error)}`, { cause: error });
  }
}

/** Returns the message of a foreign error, without passwords of URLs. It may be any value, and reading it may throw. */
export function reason(error: unknown): string {
  try {
    const { message } = Object(error) as { message?: unknown };
    return withoutPassword(typeof message === "string" && message !== "" ? message : String(error));
  } catch {
    return "(what was thrown cannot be read)";
  }
}

/** Ends a text with a full stop, unless it ends with a mark already. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}

/** Characters of a foreign error that a message quotes; the whole error is the `cause`. */
const MOST_OF_ERROR = 200;

/** Returns the beginning of the message of a foreign error. */
export function quoted(error: unknown): string {
  return reason(error).slice(0, MOST_OF_ERROR);
}

/** Returns true when the error ends the whole reduction, so that no other strategy could succeed either. */
export function isSerious(error: unknown): boolean {
  return isOurs(error) && SERIOUS.has(error.code);
}

const SERIOUS = new Set(["stale-plan", "disposed", "poisoned", "internal", "aborted"]);

/** Returns true for an error of this package. */
export function isOurs(error: unknown): error is ConversationError {
  return isA(ConversationError, error);
}

/** Returns true for an instance of a class. Returns false when the value is a proxy that throws. */
// biome-ignore lint/complexity/noBannedTypes: `instanceof` takes any function.
export function isA<T>(type: Function & { readonly prototype: T }, value: unknown): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** Refuses anything but an object with fields: a date or a promise has none. */
export function object(name: string, value: unknown): PlainObject {
  if (!isObject(value)) throw unlike(name, "an object", value);
  const tag = reading(`\`${name}\``, () => brand(value));
  if (tag === "Object" || tag === "Module") return value;
  throw invalid(`\`${name}\` must be an object with fields; given was one of kind ${tag.slice(0, MOST_QUOTED)}.`);
}

/** Refuses anything but a whole number, `least` or more. */
export function count(name: string, value: unknown, least = 0): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  throw unlike(name, `a whole number, ${least} or more`, value);
}

/** Refuses anything but a string. */
export function string(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw unlike(name, "a string", value);
}

/** Refuses anything but an array of strings. Returns a copy. */
export function strings(name: string, value: unknown): string[] {
  const copy = isArray(value) ? reading(`\`${name}\``, () => [...value]) : null;
  if (copy?.every((item) => typeof item === "string") === true) return copy as string[];
  throw unlike(name, "an array of strings", value);
}

/** Refuses anything but a function. */
export function callable(name: string, value: unknown): (...args: never[]) => unknown {
  if (typeof value === "function") return value as (...args: never[]) => unknown;
  throw unlike(name, "a function", value);
}

/** Refuses anything but one of these words. */
export function oneOf<T extends string>(name: string, value: unknown, words: readonly T[], code = "invalid-argument"): T {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  const known = words.map((word) => `"${word}"`).join(", ");
  throw new ConversationError(code, `\`${name}\` must be one of ${known}; given was ${describe(value)}.`);
}

/**
 * Copies the fields of the caller's object, reading each once, so that the checked value is the one that is used. Refuses other values
 * than objects, and unknown keys.
 */
export function picked(name: string, value: unknown, keys: readonly string[], others?: Names): PlainObject {
  if (!isObject(value)) throw invalid(`\`${name}\` must be an object; given was ${describe(value)}. Its fields are ${keys.join(", ")}.`);
  const given = object(name, value);
  return reading(`\`${name}\``, () => {
    if ("draft" in given && "maxTokens" in given) throw uncalled(name);
    known(name, given, keys, "invalid-argument", others);
    const copy: PlainObject = {};
    for (const key of keys) {
      const field = given[key];
      if (field !== undefined) copy[key] = field;
    }
    return copy;
  });
}

/** Returns the error for a function that makes a strategy and was given in place of one. */
export function uncalled(name: string): ConversationError {
  return invalid(
    `\`${name}\` is the context of a reduction: call the function that makes a strategy before you give it, as in \`reduce: fitBudget()\`.`,
  );
}

/** Returns advice for an unknown key, or null. */
type Adviser = (key: string, keys: readonly string[], others: Names) => string | null;

let adviser: Adviser = () => null;

/** Sets the adviser on unknown keys. The engine brings one (`field-advice.ts`); a strategy alone in a bundle does without, and is smaller. */
export function adviseBy(given: Adviser): void {
  adviser = given;
}

/** Refuses unknown keys, with advice. */
export function known(
  name: string,
  value: PlainObject,
  keys: readonly string[],
  code = "invalid-argument",
  others: Names = "options",
): void {
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue;
    const advice = adviser(key, keys, others) ?? `Known are ${keys.join(", ")}.`;
    throw new ConversationError(code, `\`${name}\` has no field ${describe(key)}. ${advice}`);
  }
}

/** Refuses fields of the wrong kind, and unknown keys. */
export function fields(
  name: string,
  value: PlainObject,
  kinds: Readonly<Record<string, Kind>>,
  code = "invalid-argument",
  others?: Names,
): void {
  known(name, value, Object.keys(kinds), code, others);
  for (const [field, kind] of Object.entries(kinds)) {
    if (isKind(value[field], kind)) continue;
    const wanted = WORDS[kind];
    const advice = value[field] === null ? " Leave it out when there is none." : "";
    throw new ConversationError(code, `\`${name}.${field}\` must be ${wanted}; given was ${describe(value[field])}.${advice}`);
  }
}

/** Refuses anything but an `AbortSignal` or nothing. */
export function signal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const isSignal = () =>
    isObject(value) &&
    typeof value.aborted === "boolean" &&
    typeof value.addEventListener === "function" &&
    typeof value.removeEventListener === "function";
  if (reading("`signal`", isSignal)) return value as AbortSignal;
  throw unlike("signal", "an AbortSignal", value);
}

const WORDS: Readonly<Record<Kind, string>> = {
  string: "a string",
  "string?": "a string",
  "number?": "a finite number",
  "boolean?": "true or false",
  "count?": "a whole number, 0 or more",
  "object?": "an object",
  "any?": "anything",
};

/** Reports whether a value is of this kind. */
export function isKind(value: unknown, kind: Kind): boolean {
  if (value === undefined) return kind !== "string";
  switch (kind) {
    case "string":
    case "string?":
      return typeof value === "string";
    case "number?":
      return Number.isFinite(value);
    case "boolean?":
      return typeof value === "boolean";
    case "count?":
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case "object?":
      return isObject(value);
    case "any?":
      return true;
  }
}

/** Returns true for a promise of any realm. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
