// A copy of a body in which short texts stand for long ones: enough to find out what has to change before the body can be sent.

import { type PlainObject, isObject } from "../input/check.js";
import { copyOf } from "../input/copy.js";
import { loneSurrogates } from "../input/surrogates.js";

/** Up to this many units, texts are weighed at once: the core copies them. */
export const MOST_UNITS_AT_ONCE = 262_144;

/** Texts above this length, in UTF-16 units, are shortened to their beginning and end of this length. */
const [LONG, EDGE] = [512, 64];

/** White space, also as the core has it. */
const BLANK = /^[\s\x85]*$/;

/** Levels of nesting. A deeper body takes the usual way. */
export const MOST_LEVELS = 32;

/** The middle of a text that was shortened: its length, and its number among different texts that would otherwise be one short text. */
const MIDDLE = /…\d+(?:\.\d+)?…/;

/** Reports whether a value holds a text that may have been shortened. */
export function hasShortText(value: unknown): boolean {
  return MIDDLE.test(JSON.stringify(value));
}

/** The fields of messages and parts of whose texts rules read only the beginning and the end. */
const TEXT_FIELDS = /* @__PURE__ */ new Set(["content", "text", "output", "parts", "toolResult"]);

/** The types of the messages and parts with such fields; `undefined` is for those without a type. */
const TEXT_TYPES = /* @__PURE__ */ new Set<unknown>([
  undefined,
  "message",
  "function_call_output",
  "text",
  "input_text",
  "output_text",
  "tool_result",
]);

/** A body with short texts. */
export interface ShortBody {
  readonly json: string;
  /** The original texts, and their short replacements. */
  readonly long: readonly string[];
  readonly short: readonly string[];
  /** UTF-16 units of the original texts that may be shortened. */
  readonly units: number;
}

/** Returns a body with short texts in the messages of this list; null if that saves little, and for values that JSON writes in another form. */
export function shortBody(body: object, list: string): ShortBody | null {
  const shortening = new Shortening();
  const copy = copyOf(body, MOST_LEVELS, (value, levels, name) => (name === list ? shortening.copy(value, levels) : copyOf(value, levels)));
  if (copy === undefined || shortening.saved < shortening.left) return null;
  const json = JSON.stringify(copy);
  // An escape of half a character: it is to be reported.
  if (shortening.saved < json.length || json.includes("\\ud")) return null;
  const { long, short, saved, left } = shortening;
  return { json, long, short, units: saved + left };
}

class Shortening {
  readonly long: string[] = [];
  readonly short: string[] = [];
  /** The first text of each short form. */
  readonly #first = new Map<string, string>();
  /** The short forms of all other texts. Rules compare texts, so each has a form of its own. */
  readonly #others = new Map<string, string>();
  /** UTF-16 units of texts that were saved, and units that are left. */
  saved = 0;
  left = 0;

  /** Copies a value whose texts may be shortened; undefined as `copyOf`. */
  readonly copy = (value: unknown, levels: number): unknown => {
    if (typeof value === "string") return this.#shortened(value);
    const fields = value as PlainObject | null;
    // A thought of Gemini has no type. Its words may count nothing, so their length says nothing about its weight.
    if (!TEXT_TYPES.has(fields?.type) || fields?.thought !== undefined) return copyOf(value, levels);
    return copyOf(value, levels, this.#inside);
  };

  readonly #inside = (value: unknown, levels: number, name: string | null): unknown =>
    name === null || TEXT_FIELDS.has(name) || isAnswer(name, value) ? this.copy(value, levels) : copyOf(value, levels);

  #shortened(text: string): string | undefined {
    if (text.length <= LONG) {
      this.left += text.length;
      return text;
    }
    if (text.length > MOST_UNITS_AT_ONCE || loneSurrogates(text) > 0) return undefined;
    const [start, end] = [withoutHalf(text.slice(0, EDGE)), withoutHalf(text.slice(-EDGE))];
    // A text of spaces is to stay one, and so is a text that ends in spaces.
    if (BLANK.test(start) || BLANK.test(end)) return text;
    let short = `${start}…${text.length}…${end}`;
    const first = this.#first.get(short);
    if (first === undefined) this.#first.set(short, text);
    else if (first !== text) {
      const known = this.#others.get(text);
      short = known ?? `${start}…${text.length}.${this.#others.size}…${end}`;
      if (known === undefined) this.#others.set(text, short);
    }
    this.long.push(text);
    this.short.push(short);
    this.saved += text.length - short.length;
    return short;
  }
}

/** Reports whether a field of a result is an answer with only a text, so that the JSON text of the whole answer is not needed. */
function isAnswer(name: string, value: unknown): boolean {
  if (!isObject(value)) return false;
  if (name === "response") return Object.keys(value).join() === "output" && typeof value.output === "string";
  return name === "functionResponse" && Object.keys(value).every((field) => ["id", "name", "response"].includes(field));
}

/** The text without half a character at its ends, where a longer one was cut. */
function withoutHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}
