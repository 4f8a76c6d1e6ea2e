// The format of an event, as far as it shows.

import { CHAT_TARGETS, type ChatTarget } from "../formats/names.js";
import { type Fields, isFields, textOf } from "./assembler.js";
import type { StreamFormat } from "./types.js";

const TYPES: readonly (readonly [StreamFormat, RegExp])[] = [
  ["openai-responses", /^response\./],
  ["anthropic", /^(message|content_block)_(start|delta|stop)$/],
  ["ai-sdk", /^((start|finish|abort)(-step)?|(text|reasoning|tool-(in|out)put|data|source)-[\w-]+|message-metadata)$/],
];

/** Fields that only one format's events have at the top. */
const FIELDS: readonly (readonly [StreamFormat, readonly string[]])[] = [
  ["gemini", ["candidates", "usageMetadata", "promptFeedback"]],
  ["bedrock", ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"]],
];

/** Returns the format of an event, or null for one that several formats may have. */
export function formatOf(event: Fields): StreamFormat | null {
  if (Array.isArray(event.choices)) return "openai-chat";
  // Chunks of Google's client have a getter of this name, which warns.
  if (Object.hasOwn(event, "data") && isFields(event.data) && Array.isArray(event.data.choices)) return "mistral";
  const type = textOf(event.type);
  const byType = TYPES.find(([, pattern]) => pattern.test(type));
  if (byType !== undefined) return byType[0];
  if (type === "message" && Array.isArray(event.content)) return "anthropic";
  if (event.object === "response") return "openai-responses";
  if (isFields(event.output) && "message" in event.output) return "bedrock";
  return FIELDS.find(([, names]) => names.some((name) => name in event))?.[0] ?? null;
}

/** Reports whether a format is of the family of chat completions. */
export const isChat = (format: StreamFormat): format is ChatTarget => CHAT_TARGETS.includes(format);

/** Reports whether chunks of this form may be of the format. The family has chunks of one form; only Mistral's client wraps them. */
export const isSameFormat = (named: StreamFormat, found: StreamFormat): boolean => named === found || (found === "openai-chat" && isChat(named));
