// Random bytes in Node.

import { fillRandom as fillByWebCrypto } from "../wasm/random.js";

/**
 * Returns a function that fills bytes. It uses WebCrypto if the program has loaded it. Loading it takes a sixth of the time to the first
 * request, because it loads all of Node's streams; so the bytes are otherwise read from the system's own source, if there is one.
 */
export function randomFrom(fileSystem: () => FileSystem): (bytes: Uint8Array<ArrayBuffer>) => void {
  return (bytes) => {
    if (hasWebCrypto() || !isFilled(bytes, fileSystem)) fillByWebCrypto(bytes);
  };
}

/** Reports whether the program has loaded WebCrypto; true where Node does not say. */
function hasWebCrypto(): boolean {
  return process.moduleLoadList?.includes("NativeModule internal/crypto/webcrypto") ?? true;
}

function isFilled(bytes: Uint8Array<ArrayBuffer>, fileSystem: () => FileSystem): boolean {
  try {
    const { openSync, readSync, closeSync } = fileSystem();
    const file = openSync("/dev/urandom");
    try {
      return readSync(file, bytes) === bytes.length;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
