// The ways, in the order of the tables. backscroll's own comes first.

import { byExactTexts } from "./ours.mjs";
import { peers } from "./peers.mjs";
import { byCharacters, byO200k } from "./texts.mjs";

export { ours } from "./ours.mjs";

/** Returns the ways that stand beside backscroll's, and why some are missing. */
export async function others() {
  const { ways, absence } = await peers();
  return { ways: [byExactTexts, byO200k, byCharacters, ...ways], absence };
}
