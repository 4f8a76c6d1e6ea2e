// The requests of sessions of coding agents, for the command `cache`.

import { type SessionTranscript, readSession } from "../sessions/index.js";
import { LINES, headOf, textOf } from "./inputs.js";

/** The transcripts of a session; null for another file, and for standard input, which can be read only once. */
export async function transcriptsOf(file: string): Promise<SessionTranscript[] | null> {
  if (file === "-") return null;
  // Other files of lines may be too large to be read at once.
  const head = LINES.test(file) ? await headOf(file) : null;
  if (LINES.test(file) && (head === null || readSession(head) === null)) return null;
  return readSession(await textOf(file))?.transcripts ?? null;
}
