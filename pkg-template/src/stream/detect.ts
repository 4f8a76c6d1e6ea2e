// The format of an event, as far as it shows.

import { CHAT_TARGETS, type ChatTarget } from "../providers/names.js";
import { ASSEMBLERS } from "../providers/registry/streams.js";
import type { AssemblerOf, Fields } from "./assembler.js";
import type { StreamFormat } from "./types.js";

/** Returns the format of an event, or null if several formats have such events. */
export function formatOf(event: Fields): StreamFormat | null {
  const own = Object.entries(ASSEMBLERS).find(([, assembler]) => assembler.isEvent(event));
  return own === undefined ? null : (own[0] as StreamFormat);
}

/** The assembler of a format; undefined for a format without streams. */
export function assemblerOf(format: StreamFormat): AssemblerOf | undefined {
  if (Object.hasOwn(ASSEMBLERS, format)) return ASSEMBLERS[format];
  return isChat(format) ? ASSEMBLERS["openai-chat"] : undefined;
}

/** Reports whether a format is of the family of chat completions. */
const isChat = (format: StreamFormat): format is ChatTarget => CHAT_TARGETS.includes(format);

/** Reports whether chunks of this form may be of the format. The family has chunks of one form; only one client wraps them. */
export const isSameFormat = (named: StreamFormat, found: StreamFormat): boolean =>
  named === found || (found === "openai-chat" && isChat(named));
