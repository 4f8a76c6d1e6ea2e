// Amazon's event stream: binary frames of headers and JSON.

import type { Framing } from "./sse.js";

/** Bytes of the lengths and their checksum, and of the checksum at the end. */
const [PRELUDE, CHECKSUM] = [12, 4];
/** The length of a message is below 16 MB (Amazon's event stream encoding). */
const TOO_LONG = 2 ** 24;

/** Reads the frames. Their checksums are not verified: TLS does that. */
export class FrameFraming implements Framing<Uint8Array> {
  /** Pieces of a frame that has not ended, and their bytes. */
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** The bytes that the next step needs. */
  #needed = PRELUDE;

  push(piece: Uint8Array, values: unknown[]): void {
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#held < this.#needed) return;
    const bytes = joined(this.#pieces, this.#held);
    const view = new DataView(bytes.buffer);
    let at = 0;
    this.#needed = PRELUDE;
    while (bytes.length - at >= PRELUDE) {
      const [length, headers] = [view.getUint32(at), view.getUint32(at + 4)];
      if (length < PRELUDE + headers + CHECKSUM || length > TOO_LONG)
        throw new RangeError("a frame of the event stream has an impossible length");
      this.#needed = length;
      if (bytes.length - at < length) break;
      const body = at + PRELUDE + headers;
      values.push(eventOf(headersOf(bytes.subarray(at + PRELUDE, body)), bytes.subarray(body, at + length - CHECKSUM)));
      at += length;
      this.#needed = PRELUDE;
    }
    this.#pieces = [bytes.slice(at)];
    this.#held = bytes.length - at;
  }

  end(): void {}
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Returns the event as the client names it: an object with one field. */
function eventOf(headers: Map<string, string>, body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  const name = headers.get(":event-type") ?? headers.get(":exception-type");
  if (name !== undefined) return { [name]: JSON.parse(text || "{}") };
  return { errorException: { code: headers.get(":error-code"), message: headers.get(":error-message") ?? text } };
}

/** Reads the headers up to one that is no text; those of Amazon are. */
function headersOf(bytes: Uint8Array): Map<string, string> {
  const headers = new Map<string, string>();
  const decode = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  for (let at = 0; at < bytes.length; ) {
    const value = at + 1 + (bytes[at] ?? 0);
    if (bytes[value] !== TEXT) break;
    const end = value + 3 + ((bytes[value + 1] ?? 0) << 8) + (bytes[value + 2] ?? 0);
    headers.set(decode(at + 1, value), decode(value + 3, end));
    at = end;
  }
  return headers;
}

/** The type of a header that holds text. */
const TEXT = 7;
