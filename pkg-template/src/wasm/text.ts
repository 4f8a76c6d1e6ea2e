// Text between JavaScript (UTF-16) and the core (UTF-8).

import { ABSENT } from "../input/split-message.js";
import { type Boxes, heap } from "./core.js";

const encoder = /* @__PURE__ */ new TextEncoder();
// A byte order mark is text like any other here.
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/** Up to this many units (64 Ki) the inbox is sized for the worst case; above, three times the text would be much memory. */
const SMALL = 65_536;

/** The least room that is reserved, so that not every message has to reserve some. */
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

/** Bytes of a number in a header. */
const NUMBER = 4;

/** Up to this many units, texts are written in one go. */
export const MOST_UNITS_IN_PARTS = 262_144;

/**
 * Writes `texts` into the inbox, one after the other, and then a header: the numbers that `header` makes from their lengths in bytes.
 * Returns the length of the texts, and that of the header. The texts have `units` units together, `MOST_UNITS_IN_PARTS` at most.
 */
export function writeParts(
  boxes: Boxes,
  texts: readonly (string | undefined)[],
  units: number,
  header: (lengths: number[]) => number[],
): [number, number] {
  const most = units * MOST_BYTES_A_UNIT + (texts.length + MOST_OTHER_NUMBERS) * NUMBER;
  const inbox = room(boxes, Math.max(LEAST_ROOM, most));
  const lengths: number[] = [];
  let used = 0;
  for (const text of texts) {
    const length =
      text === undefined ? ABSENT : text === "" ? 0 : encoder.encodeInto(text, used === 0 ? inbox : inbox.subarray(used)).written;
    lengths.push(length);
    if (text !== undefined) used += length;
  }
  const numbers = header(lengths);
  let at = used;
  for (const number of numbers) {
    inbox[at++] = number;
    inbox[at++] = number >>> 8;
    inbox[at++] = number >>> 16;
    inbox[at++] = number >>> 24;
  }
  return [used, numbers.length * NUMBER];
}

/** The most numbers of a header beside the lengths of texts. */
const MOST_OTHER_NUMBERS = 32;

/** Writes `texts` into the inbox, one after the other, and returns their lengths in bytes. */
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
      // The larger inbox keeps the text that was written before.
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
