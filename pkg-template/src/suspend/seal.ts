// Sealed text: signed, and refused when it was changed. The signature covers the characters, so JSON needs no canonical form.

import { invalid, isArray, isBytes, isObject, reading, unlike, unlikeSecret } from "../input/check.js";
import { ConversationError } from "../input/errors.js";

/** Least bytes of a key: as many as the hash has. */
const LEAST_KEY = 32;

/**
 * The beginnings of sealed texts, without and with the name of the key. They are signed too, so a text that the same key signed for another
 * purpose is refused.
 */
const [PLAIN, NAMED] = ["backscroll-checkpoint-1", "backscroll-checkpoint-2"];

const encoder = /* @__PURE__ */ new TextEncoder();

/** Returns `prefix.payload.signature` or `prefix.id.payload.signature`, in base64url. The signature covers the exact characters before it. */
export async function seal(text: string, given: unknown): Promise<string> {
  const { id, key } = keyOf("key", given);
  const signer = await importKey(key);
  const head = id === null ? PLAIN : `${NAMED}.${toBase64url(encoder.encode(id))}`;
  const signed = `${head}.${toBase64url(encoder.encode(text))}`;
  const signature = await webCrypto().sign("HMAC", signer, encoder.encode(signed));
  return `${signed}.${toBase64url(new Uint8Array(signature))}`;
}

/** Returns the text that was sealed with one of the keys. */
export async function open(sealed: unknown, given: unknown): Promise<string> {
  if (typeof sealed !== "string") throw unlike("sealed", "the text that `seal` returned", sealed);
  const keys = isArray(given) ? given.map((key, at) => keyOf(`keys[${at}]`, key)) : [keyOf("key", given)];
  const verifiers = await Promise.all(keys.map(({ key }) => importKey(key)));
  const parts = sealed.split(".");
  const isNamed = parts[0] === NAMED;
  const [signature, payload, name] = [...parts].reverse() as [string, string, string];
  if (parts.length !== (isNamed ? 4 : 3) || (!isNamed && parts[0] !== PLAIN)) throw tampered("it is not of that form");
  const id = isNamed ? decoded(fromBase64url(name)) : null;
  const bytes = fromBase64url(signature);
  const signed = encoder.encode(sealed.slice(0, -signature.length - 1));
  let isKnown = false;
  for (const [at, verifier] of verifiers.entries()) {
    // A text without the name of its key may be of any.
    if (id !== null && keys[at]?.id !== id) continue;
    isKnown = true;
    // By its standard, `verify` takes constant time.
    const isGenuine = bytes !== null && (await webCrypto().verify("HMAC", verifier, bytes, signed));
    const text = isGenuine ? decoded(fromBase64url(payload)) : null;
    if (text !== null) return text;
  }
  if (isKnown) throw tampered("a byte of it is not as it was sealed, or the key is another");
  throw tampered(`no key ${JSON.stringify(id)} was given`);
}

function decoded(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Returns a key and its name; null for bytes alone. */
function keyOf(name: string, given: unknown): { readonly id: string | null; readonly key: unknown } {
  if (!isObject(given) || isBytes(given)) return { id: null, key: given };
  const { id, key } = reading(`\`${name}\``, () => ({ id: given.id, key: given.key }));
  if (id === undefined && key === undefined) return { id: null, key: given };
  if (typeof id === "string" && id !== "") return { id, key };
  throw unlikeSecret(`${name}.id`, "a name that is not empty", id);
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
