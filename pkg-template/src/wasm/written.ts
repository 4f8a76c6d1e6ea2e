// The last prepared request, written once more.

import { TARGETS } from "../providers/names.js";
import type { WrittenRequest } from "../types/index.js";
import type { Engine } from "./engine.js";
import { decode } from "./text.js";

/** Writes the last prepared request with the history as it is now: whole, even if it continued a response. Null before the first. */
export function writtenAgain(engine: Engine): WrittenRequest | null {
  const text = engine.lastText;
  const target = text && TARGETS[text.target];
  if (!text || !target) return null;
  const options = JSON.stringify({ ...(JSON.parse(text.options || "{}") as object), continue: undefined });
  return { target, body: JSON.parse(decode(engine.request({ ...text, options }))) as object };
}
