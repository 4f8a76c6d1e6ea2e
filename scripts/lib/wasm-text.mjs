// The wasm as text that can stand in a JavaScript file; `pkg-template/src/wasm/wasm-text.ts` reads it.
//
// Base64 would tear the bytes apart: the same code at another offset becomes another text, and a web server's compression finds
// little of what it finds in the wasm itself (a quarter more to download). Here each byte is one character or two whatever stands
// before it. All of them are ASCII, so neither an encoding nor a bundler can change them, and none means anything in a string
// literal or in HTML.

const RESERVED = "\"'`$\\<";

/** The characters in the order of their numbers. */
const ALPHABET = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter((character) => !RESERVED.includes(character));

/** Bytes below this are the character of their number; all others two, of which the first is one of those left over. */
const SINGLES = 87;

/** A text that holds these bytes. */
export function toText(bytes) {
  return Array.from(bytes, (byte) => {
    if (byte < SINGLES) return ALPHABET[byte];
    const rest = byte - SINGLES;
    return ALPHABET[SINGLES + Math.floor(rest / ALPHABET.length)] + ALPHABET[rest % ALPHABET.length];
  }).join("");
}
