// The requests of sessions of coding agents, for the command `cache`.

import { open } from "node:fs/promises";
import type { SessionTranscript } from "../sessions/index.js";
import { readSession } from "../sessions/index.js";
import { LINES, textOf } from "./inputs.js";

/** Bytes of a file of lines that show whether it is a session: other files of lines may be too large to be read at once. */
const HEAD = 65_536;

/** The transcripts of a session; null for another file, and for standard input, which can be read only once. */
export async function transcriptsOf(file: string): Promise<SessionTranscript[] | null> {
  if (file === "-" || (LINES.test(file) && !(await beginsAsSession(file)))) return null;
  return readSession(await textOf(file))?.transcripts ?? null;
}

async function beginsAsSession(file: string): Promise<boolean> {
  try {
    const handle = await open(file);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    await handle.close();
    return readSession(buffer.subarray(0, bytesRead).toString("utf8")) !== null;
  } catch {
    // The reason is said when the file is read.
    return false;
  }
}
