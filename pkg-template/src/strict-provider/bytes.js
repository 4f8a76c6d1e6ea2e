/** Bytes and base64 in every runtime: the judges run where there is no `Buffer`. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING = 0x3d;

/**
 * @param {string} text
 * @returns {Uint8Array} UTF-8
 */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/**
 * Counts UTF-8 bytes without writing them. A lone surrogate takes three, like its replacement.
 *
 * @param {string} text
 * @returns {number}
 */
export function byteLength(text) {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    // A pair takes four bytes, and has two units.
    at += 1;
  }
  return bytes;
}

/**
 * @param {string} text
 * @returns {string} base64 of its UTF-8
 */
export function toBase64(text) {
  const bytes = utf8(text);
  let written = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63]).join("");
    written += letters.slice(0, Math.min(bytes.length - at, 3) + 1).padEnd(4, "=");
  }
  return written;
}

/**
 * Reads base64 up to its padding. Other characters are skipped, because a judge says itself which ones are a fault.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase64(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === PADDING) break;
    const value = valueOf(code);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length] = (bits >> held) & 0xff;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The six bits of a letter, also of the alphabet for URLs; -1 for other characters. */
function valueOf(code) {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26;
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52;
  if (code === 0x2b || code === 0x2d) return 62;
  return code === 0x2f || code === 0x5f ? 63 : -1;
}

/**
 * @param {string} text
 * @returns {string} the UTF-8 text that base64 holds
 */
export function textOfBase64(text) {
  return new TextDecoder().decode(fromBase64(text));
}

/**
 * @param {Uint8Array[]} chunks
 * @returns {Uint8Array}
 */
export function joined(chunks) {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
