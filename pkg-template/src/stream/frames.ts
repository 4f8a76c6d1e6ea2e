// Amazon's event stream: binary frames of headers and JSON.

import type { Framing } from "./sse.js";

/** Bytes of the lengths and their checksum, and of the checksum at the end. */
const [PRELUDE, CHECKSUM] = [12, 4];

/** Reads the frames. Their checksums are not verified: TLS does that. */
export class FrameFraming implements Framing<Uint8Array> {
  #rest = new Uint8Array(0);

  push(piece: Uint8Array, values: unknown[]): void {
    const bytes = new Uint8Array(this.#rest.length + piece.length);
    bytes.set(this.#rest);
    bytes.set(piece, this.#rest.length);
    const view = new DataView(bytes.buffer);
    let at = 0;
    while (bytes.length - at >= PRELUDE) {
      const length = view.getUint32(at);
      if (length < PRELUDE + CHECKSUM) throw new RangeError("a frame of the event stream has an impossible length");
      if (bytes.length - at < length) break;
      const body = at + PRELUDE + view.getUint32(at + 4);
      values.push(eventOf(headersOf(bytes.subarray(at + PRELUDE, body)), bytes.subarray(body, at + length - CHECKSUM)));
      at += length;
    }
    this.#rest = bytes.slice(at);
  }

  end(): void {}
}

/** Returns the event as the client names it: an object with one field. */
function eventOf(headers: Map<string, string>, body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  const name = headers.get(":event-type") ?? headers.get(":exception-type");
  if (name !== undefined) return { [name]: JSON.parse(text || "{}") };
  return { errorException: { code: headers.get(":error-code"), message: headers.get(":error-message") ?? text } };
}

/** Reads the headers up to one that is no text; those of Bedrock are. */
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
