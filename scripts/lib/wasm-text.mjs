// Encodes the wasm as text for a JavaScript file; `pkg-template/src/wasm/wasm-text.ts` decodes it.
//
// Base64 does not keep byte boundaries: the same code at another offset becomes another text, so a web server's compression finds fewer
// repetitions (a quarter more to download). Here each byte is always the same one or two characters. All characters are ASCII, so neither
// an encoding nor a bundler changes them, and none has a meaning in a string literal or in HTML.

const RESERVED = "\"'`$\\<";

/** The characters in the order of their numbers. */
const ALPHABET = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter((character) => !RESERVED.includes(character));

/**
 * Bytes below this limit are one character, that of their number. All other bytes are two characters; the first is one of the remaining
 * characters.
 */
const SINGLES = 87;

/** Returns a text that encodes these bytes. */
export function toText(bytes) {
  return Array.from(bytes, (byte) => {
    if (byte < SINGLES) return ALPHABET[byte];
    const rest = byte - SINGLES;
    return ALPHABET[SINGLES + Math.floor(rest / ALPHABET.length)] + ALPHABET[rest % ALPHABET.length];
  }).join("");
}
