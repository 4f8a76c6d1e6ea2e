// The wasm, from the text as which `scripts/lib/wasm-text.mjs` puts it into a JavaScript file.

/** The bytes that a text holds. It begins with the two characters that start a code of two, and with the codes of all bytes. */
export function fromText(text: string): Uint8Array<ArrayBuffer> {
  const characters = new TextEncoder().encode(text);
  const [first, second] = characters;
  const bytes = new Uint8Array(characters.length);
  const byteOf = new Uint8Array(3 * 128);
  let length = -256;
  for (let at = 2; at < characters.length; at += 1) {
    let code = characters[at] ?? 0;
    if (code === first || code === second) {
      at += 1;
      code = (code === first ? 128 : 256) + (characters[at] ?? 0);
    }
    if (length < 0) byteOf[code] = length + 256;
    else bytes[length] = byteOf[code] ?? 0;
    length += 1;
  }
  return bytes.subarray(0, length);
}
