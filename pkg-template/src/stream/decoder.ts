// From the items of a source to events. The first bytes tell the framing.

import { type Fields, isFields } from "./assembler.js";
import { FrameFraming } from "./frames.js";
import { type Framing, JsonFraming, SseFraming } from "./sse.js";

/** Turns items into events. Items are bytes, text, or parsed events. */
export class Decoder {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The first bytes of a character that was split between pieces. */
  #torn = new Uint8Array(0);
  #frames: FrameFraming | null = null;
  #text: Framing<string> | null = null;

  /** Appends the events that an item completes. */
  push(item: unknown, events: Fields[]): void {
    const bytes = bytesOf(item);
    if (bytes === null && typeof item !== "string") {
      if (isFields(item)) events.push(item);
      return;
    }
    const values: unknown[] = [];
    try {
      if (bytes === null) this.#takeText(item as string, values);
      else this.#takeBytes(bytes, values);
    } finally {
      for (const value of values) if (isFields(value)) events.push(value);
    }
  }

  /** True after `[DONE]`, the end of server-sent events. */
  get isDone(): boolean {
    return this.#text instanceof SseFraming && this.#text.isDone;
  }

  #takeBytes(bytes: Uint8Array, values: unknown[]): void {
    // A frame begins with its length, which is below 16 MB.
    if (this.#text === null && bytes[0] === 0) this.#frames ??= new FrameFraming();
    if (this.#frames !== null) this.#frames.push(bytes, values);
    else this.#takeText(this.#decode(bytes), values);
  }

  /** Decodes whole characters. A replacement for a missing decoder keeps no state. */
  #decode(piece: Uint8Array): string {
    let bytes = piece;
    if (this.#torn.length > 0) {
      bytes = new Uint8Array(this.#torn.length + piece.length);
      bytes.set(this.#torn);
      bytes.set(piece, this.#torn.length);
    }
    // Looks for the first byte of the last character.
    let first = bytes.length - 1;
    while (first > bytes.length - 4 && ((bytes[first] ?? 0) & 0xc0) === 0x80) first -= 1;
    const lead = bytes[first] ?? 0;
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const end = first + length > bytes.length && lead >= 0xc0 ? first : bytes.length;
    this.#torn = bytes.slice(end);
    return this.#decoder.decode(bytes.subarray(0, end));
  }

  #takeText(text: string, values: unknown[]): void {
    const first = this.#text === null ? text.trimStart()[0] : "";
    if (first === undefined) return;
    // It may begin with a mark of the byte order, which is white space.
    if (this.#text === null) text = text.trimStart();
    this.#text ??= first === "[" || first === "{" ? new JsonFraming() : new SseFraming();
    this.#text.push(text, values);
  }

  /** Appends the events that the end of the source completes. */
  end(events: Fields[]): void {
    const values: unknown[] = [];
    this.#text?.end(values);
    events.push(...values.filter(isFields));
  }
}

function bytesOf(item: unknown): Uint8Array | null {
  // Most items are events, and are told from bytes soonest by this.
  if (typeof Object(item).byteLength !== "number") return null;
  if (ArrayBuffer.isView(item)) return new Uint8Array(item.buffer, item.byteOffset, item.byteLength);
  return Object.prototype.toString.call(item) === "[object ArrayBuffer]" ? new Uint8Array(item as ArrayBuffer) : null;
}
