// Text between JavaScript (UTF-16) and the core (UTF-8).

import { type Boxes, heap } from "./core.js";
import type { Repair } from "../types/index.js";

const encoder = /* @__PURE__ */ new TextEncoder();
// A byte order mark is text like any other here.
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/** Up to this many units (64 Ki) the inbox is sized for the worst case; above, three times the text would be much memory. */
const SMALL = 65_536;

/** Room that is asked for at least, so that it need not be asked for with each message. */
const LEAST_ROOM = 4_096;

/**
 * The inboxes as they were last seen. An inbox moves only in `reserve`, which is called nowhere but here; and when the memory
 * grows, views of the old one become empty, so that none is taken for room.
 */
const rooms = /* @__PURE__ */ new WeakMap<Boxes, Uint8Array<ArrayBuffer>>();

/** Writes `text` into the inbox and returns its length in bytes. */
export function write(boxes: Boxes, text: string): number {
  const units = text.length;
  if (units > SMALL) return writeAll(boxes, [text])[0] ?? 0;
  return encoder.encodeInto(text, room(boxes, Math.max(LEAST_ROOM, units * MOST_BYTES_A_UNIT))).written;
}

function room(boxes: Boxes, bytes: number): Uint8Array<ArrayBuffer> {
  const known = rooms.get(boxes);
  if (known !== undefined && known.length >= bytes) return known;
  const start = boxes.reserve(bytes);
  const found = heap().subarray(start, start + bytes);
  rooms.set(boxes, found);
  return found;
}

/** Writes `texts` into the inbox, one behind the other, and returns their lengths in bytes. */
export function writeAll(boxes: Boxes, texts: readonly string[]): number[] {
  rooms.delete(boxes);
  let unread = texts.reduce((sum, text) => sum + text.length, 0);
  // Large text is mostly ASCII (code, logs, JSON): room for an eighth of other characters, and more when that was wrong.
  let capacity = unread <= SMALL ? unread * MOST_BYTES_A_UNIT : unread + (unread >> 3);
  let start = boxes.reserve(capacity);
  let used = 0;
  return texts.map((text) => {
    let [read, length] = [0, 0];
    for (;;) {
      const rest = read === 0 ? text : text.slice(read);
      const step = encoder.encodeInto(rest, heap().subarray(start + used, start + capacity));
      read += step.read;
      length += step.written;
      used += step.written;
      unread -= step.read;
      if (read === text.length) return length;
      // What was written before stays where it is in the larger inbox.
      capacity = used + unread * MOST_BYTES_A_UNIT;
      start = boxes.reserve(capacity);
    }
  });
}

/** The bytes in the outbox: a view, valid until the next call into the core. */
export function view(boxes: Boxes, length: number): Uint8Array<ArrayBuffer> {
  const start = boxes.outPtr();
  return heap().subarray(start, start + length);
}

/** The text of UTF-8 bytes. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The JSON value in the outbox. */
export function readJson(boxes: Boxes, length: number): unknown {
  return JSON.parse(decode(view(boxes, length)));
}

/** In a regular expression with the flag `u`, a surrogate that has its other half is no `Cs`. */
const LONE = /\p{Cs}/gu;

/** How many surrogates in `text` lack their other half. */
export function loneSurrogates(text: string): number {
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  if (isWellFormed?.call(text) === true) return 0;
  return text.match(LONE)?.length ?? 0;
}

/** The text as the core keeps it: UTF-8 has no form for a lone surrogate. */
export function withoutLoneSurrogates(text: string): string {
  return text.replace(LONE, "\ufffd");
}

/**
 * The same for JSON text made by `JSON.stringify`, which writes them as escapes. Every escape is read in turn, so that the
 * letters `\ud800` of a text (in JSON `\\ud800`) are left alone.
 */
export function withoutLoneSurrogateEscapes(json: string): { json: string; replaced: number } {
  if (!json.includes("\\ud")) return { json, replaced: 0 };
  let replaced = 0;
  const mended = json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[^])/g, (escape) => {
    if (escape.length === 2) return escape;
    replaced += 1;
    return "\ufffd";
  });
  return { json: mended, replaced };
}

/** The report of what the two functions above did; empty when that was nothing. */
export function surrogateRepairs(replaced: number, messageId?: string): Repair[] {
  if (replaced === 0) return [];
  const subject = replaced === 1 ? "1 lone surrogate" : `${replaced} lone surrogates`;
  const detail = `${subject} became U+FFFD: text leaves as UTF-8, which has no form for half a character.`;
  return [{ code: "lone-surrogate-replaced", ...(messageId !== undefined && { messageId }), detail }];
}
