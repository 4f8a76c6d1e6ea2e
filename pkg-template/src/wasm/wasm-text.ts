// The wasm, from the text as which `scripts/lib/wasm-text.mjs` puts it into a JavaScript file.

/** Characters that mean something in string literals or in HTML are not used. */
const RESERVED = "\"'`$\\<";

/** Bytes below this are one character; all others two, of which the first is one of the last two of the alphabet. */
const SINGLES = 87;

/** The bytes that a text holds. */
export function fromText(text: string): Uint8Array<ArrayBuffer> {
  const { numbers, size } = alphabet();
  const codes = new TextEncoder().encode(text);
  const bytes = new Uint8Array(codes.length);
  let length = 0;
  for (let at = 0; at < codes.length; at += 1) {
    let number = numbers[codes[at] ?? 0] ?? 0;
    if (number >= SINGLES) {
      at += 1;
      number = SINGLES + (number - SINGLES) * size + (numbers[codes[at] ?? 0] ?? 0);
    }
    bytes[length] = number;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The number of each printable ASCII character, and how many have one. */
function alphabet(): { numbers: Uint8Array; size: number } {
  const numbers = new Uint8Array(128);
  let size = 0;
  for (let code = 32; code < 127; code += 1) {
    if (RESERVED.includes(String.fromCharCode(code))) continue;
    numbers[code] = size;
    size += 1;
  }
  return { numbers, size };
}
