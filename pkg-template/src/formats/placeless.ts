// Fields of messages that a format has no place for.

import type { NeutralMessage } from "../types/program-format.js";

/** Returns those of the named fields that the message has. */
export function placeless(message: NeutralMessage, names: readonly string[]): string[] {
  const given = message as Readonly<Record<string, unknown>>;
  return names.filter((name) => given[name] !== undefined && given[name] !== false);
}
