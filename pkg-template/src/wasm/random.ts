// Random bytes, for ids.

/** Fills the bytes by WebCrypto. */
export function fillRandom(bytes: Uint8Array<ArrayBuffer>): void {
  globalThis.crypto.getRandomValues(bytes);
}
