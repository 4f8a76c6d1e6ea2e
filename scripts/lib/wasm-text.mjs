// Encodes the wasm as text for a JavaScript file; `pkg-template/src/wasm/wasm-text.ts` decodes it.
//
// Base64 does not keep byte boundaries: the same code at another offset becomes another text, so a web server's compression finds fewer
// repetitions (a quarter more to download). Here each byte is always the same one or two characters. All characters are ASCII, so neither
// an encoding nor a bundler changes them, and none has a meaning in a string literal or in HTML.

/**
 * The characters, of which each but the last two is the code of one byte. Brotli predicts a character by the kinds of the two before it
 * (vowels, digits, brackets and so on), so the order counts: with this one, the text compresses as well as the bytes, and by a fortieth
 * better than in the order of ASCII. It was found by exchanging pairs of characters, with the entropy of the characters that no repetition
 * covers as the measure.
 */
const ALPHABET = "aQO JEI%2;LHCo,u@MVBXAN(8#{RTfDq17YW9]34-cst6rygSml~wZ:b0^}d&>PhF|z*5nep?/ijxv[!)G+k_KU=.";

/** The bytes whose codes are one character, in the order of the alphabet: the most frequent ones. */
const SINGLES = Buffer.from(
  "20000241010304106a280b054021362280080c06070d24376bc0297f09740e6514450a2318421b30a0736c7846c1616f0f1c72e02611ff6e47902d69883a123860d82cd07164c868f0a898706334fcb0847ee881b81e16",
  "hex",
);

/** The characters that start a code of two. */
const LEADS = ALPHABET.slice(SINGLES.length);

/** The code of each byte. */
const CODES = codes();

/** Returns a text that encodes these bytes. It begins with the leads and the codes of all bytes, so that the decoder needs no table. */
export function toText(bytes) {
  return [LEADS, ...CODES, ...Array.from(bytes, (byte) => CODES[byte])].join("");
}

function codes() {
  const pairs = Array.from(LEADS).flatMap((lead) => Array.from(ALPHABET, (second) => lead + second));
  return Array.from({ length: 256 }, (_, byte) => {
    const single = SINGLES.indexOf(byte);
    return single === -1 ? pairs.shift() : ALPHABET[single];
  });
}
