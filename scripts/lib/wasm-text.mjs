// Encodes the wasm as texts for a JavaScript file; `pkg-template/src/wasm/wasm-text.ts` decodes it. What counts is the size after a web
// server's compression.
//
// Base64 does not keep byte boundaries: the same code at another offset becomes another text, so compression finds fewer repetitions (a
// quarter more to download). Here each byte of a text is always the same one or two characters. All characters are ASCII, so neither an
// encoding nor a bundler changes them, and none has a meaning in a string literal or in HTML.

import { at } from "./paths.mjs";
import { StepError } from "./run.mjs";
import { number, sectionsOf } from "./wasm-modules.mjs";

/** The id of the section with the code. */
const CODE = 10;

/** The streams of the code, in the order of the parts in `unpack.rs`. */
const STREAMS = ["operations", "locals", "loads", "stores", "constants", "longConstants", "calls", "types"];
const [OPERATIONS, LOCALS, LOADS, STORES, CONSTANTS, LONG_CONSTANTS, CALLS, TYPES] = STREAMS.keys();

/** The characters of the text: all of ASCII that have no meaning in a string literal or in HTML. */
const ALPHABET = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).filter(
  (character) => !"\"'\\`$<".includes(character),
);
/** The characters that start a code of two. */
const LEADS = ALPHABET.slice(-2);

/** Returns a text that encodes a module: what is before its code, the streams of its code, and what is behind it. `unpacker`: `unpack.rs` as wasm, in hexadecimal digits. */
export async function toText(wasm, unpacker) {
  const { content, whole } = [...sectionsOf(wasm)].find(({ id }) => id === CODE);
  const start = whole.byteOffset - wasm.byteOffset;
  const parts = [wasm.subarray(0, start), ...streamsOf(content), wasm.subarray(start + whole.length)];
  const text = parts.map(partText).join("");
  const { fromText } = await decoder();
  if (wasm.equals(fromText(text, unpacker))) return text;
  const advice = "see which operations the compiler writes now, and add them to wasm-text.mjs and to unpack.rs";
  throw new StepError("the wasm does not come back from its text", { advice });
}

/** Divides the code into streams. The sizes of the functions are left out. */
function streamsOf(code) {
  const streams = STREAMS.map(() => []);
  let place = 0;
  const byte = (stream) => {
    streams[stream].push(code[place]);
    return code[place++];
  };
  const moveNumber = (stream) => {
    const [value, end] = number(code, place);
    while (place < end) byte(stream);
    return value;
  };
  for (let left = moveNumber(TYPES); left > 0; left -= 1) {
    const [size, start] = number(code, place);
    place = start;
    for (let groups = moveNumber(TYPES); groups > 0; groups -= 1) for (let count = 0; count < 2; count += 1) moveNumber(TYPES);
    while (place < start + size) {
      const operation = byte(OPERATIONS);
      for (let left = numbersAfter(operation, moveNumber); left > 0; left -= 1) moveNumber(OPERATIONS);
      for (let left = bytesAfter(operation); left > 0; left -= 1) byte(OPERATIONS);
    }
  }
  return streams;
}

/** Moves the numbers that have streams of their own. Returns how many others follow the operation. `unpack.rs` has the same cases. */
function numbersAfter(operation, moveNumber) {
  const isFrom = (first, last) => operation >= first && operation <= last;
  if (isFrom(0x20, 0x22)) moveNumber(LOCALS);
  else if (isFrom(0x28, 0x3e)) {
    moveNumber(OPERATIONS);
    moveNumber(operation < 0x36 ? LOADS : STORES);
  } else if (operation === 0x41) moveNumber(CONSTANTS);
  else if (operation === 0x42) moveNumber(LONG_CONSTANTS);
  else if (operation === 0x10) moveNumber(CALLS);
  else if (isFrom(0x02, 0x04) || isFrom(0x0c, 0x0d) || isFrom(0x23, 0x26) || isFrom(0x3f, 0x40) || operation === 0xd0) return 1;
  else if (operation === 0x0e) return moveNumber(OPERATIONS) + 1;
  else if (operation === 0x11) return 2;
  else if (operation === 0xfc) return [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 2][moveNumber(OPERATIONS)] ?? 1;
  return 0;
}

/** How many bytes follow an operation: constants of 32 and 64 bits. */
function bytesAfter(operation) {
  return { 0x43: 4, 0x44: 8 }[operation] ?? 0;
}

/**
 * Returns a text that encodes these bytes. It begins with the leads, the codes of all bytes and the number of bytes, so that the decoder needs
 * no table. The most frequent bytes have codes of one character, in their own order: brotli predicts a character by the kinds of the two
 * before it.
 */
function partText(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] += 1;
  const order = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
  const singles = order.slice(0, ALPHABET.length - LEADS.length).sort((a, b) => a - b);
  const pairs = LEADS.flatMap((lead) => ALPHABET.map((second) => lead + second));
  const codes = Array.from(counts, (_, byte) => (singles.includes(byte) ? ALPHABET[singles.indexOf(byte)] : pairs.shift()));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return [...LEADS, ...codes, ...Array.from([...length, ...bytes], (byte) => codes[byte])].join("");
}

/** The decoder of the package, which is TypeScript. */
async function decoder() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({ entryPoints: [at("pkg-template", "src", "wasm", "wasm-text.ts")], format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
