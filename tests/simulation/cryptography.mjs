// `node:crypto` with the randomness of a history.

import { theWorld } from "./globals.mjs";

export { createHash } from "node:crypto";

export function randomUUID() {
  const { below } = theWorld().random;
  return Array.from({ length: 4 }, () => below(2 ** 32).toString(16).padStart(8, "0")).join("-");
}
