// Sealed text: signed, and refused when it was changed. The signature covers the characters, so JSON needs no canonical form.

import { invalid, isBytes, reading, unlike, unlikeSecret } from "../input/check.js";
import { ConversationError } from "../input/errors.js";

/** Least bytes of a key: as many as the hash has. */
const LEAST_KEY = 32;

/** The beginning of every sealed text. It is signed too, so a text that the same key signed for another purpose is refused. */
const PREFIX = "backscroll-checkpoint-1";

const encoder = /* @__PURE__ */ new TextEncoder();

/** Returns `prefix.payload.signature`, the latter two in base64url. The signature covers the exact characters before it. */
export async function seal(text: string, key: unknown): Promise<string> {
  const signer = await importKey(key);
  const signed = `${PREFIX}.${toBase64url(encoder.encode(text))}`;
  const signature = await webCrypto().sign("HMAC", signer, encoder.encode(signed));
  return `${signed}.${toBase64url(new Uint8Array(signature))}`;
}

/** Returns the text that was sealed. */
export async function open(sealed: unknown, key: unknown): Promise<string> {
  if (typeof sealed !== "string") throw unlike("sealed", "the text that `seal` returned", sealed);
  const verifier = await importKey(key);
  const [prefix, payload, signature, ...rest] = sealed.split(".");
  if (prefix !== PREFIX || payload === undefined || signature === undefined || rest.length > 0) throw tampered("it is not of that form");
  const bytes = fromBase64url(signature);
  // By its standard, `verify` takes constant time.
  const isGenuine = bytes !== null && (await webCrypto().verify("HMAC", verifier, bytes, encoder.encode(`${prefix}.${payload}`)));
  const text = isGenuine ? fromBase64url(payload) : null;
  if (text === null) throw tampered("a byte of it is not as it was sealed, or the key is another");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
}

function tampered(what: string): ConversationError {
  return new ConversationError("checkpoint-tampered", `The text is not a checkpoint as it was sealed: ${what}.`);
}

async function importKey(given: unknown): Promise<CryptoKey> {
  if (!isBytes(given)) throw unlikeSecret("key", "a Uint8Array", given);
  // A copy: the caller may wipe theirs, and it may stand in shared memory, which WebCrypto does not take. (`slice` of Node's Buffer is none.)
  const key = reading("`key`", () => new Uint8Array(given));
  if (key.byteLength < LEAST_KEY) throw invalid(`\`key\` must have at least ${LEAST_KEY} bytes; given were ${key.byteLength}.`);
  return webCrypto().importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

function webCrypto(): SubtleCrypto {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (subtle !== undefined) return subtle;
  throw new ConversationError(
    "crypto-unavailable",
    "There is no WebCrypto here (`crypto.subtle`); a page has it only when it was loaded by HTTPS or from localhost.",
  );
}

const PIECE = 32_768;

function toBase64url(bytes: Uint8Array): string {
  let text = "";
  // In pieces, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns null unless `toBase64url` writes exactly this text: another encoding of the same bytes counts as changed. */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    return toBase64url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
