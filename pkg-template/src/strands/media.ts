// Media of tool results, replaced by a line of text that names them.

import type { MessageInit, Message as Neutral, Part } from "../index.js";

/**
 * The messages with the media of tool results replaced, as the SDK's sliding window does; null when there are none. A pinned result
 * stays as it is.
 */
export function withoutResultMedia(messages: readonly Neutral[]): MessageInit[] | null {
  let replaced = 0;
  const without = messages.map((message) => {
    const { role, content } = message;
    if (role !== "tool" || message.pinned === true || typeof content === "string") return message;
    return {
      ...message,
      content: (content ?? []).map((part) => {
        const text = placeholder(part);
        if (text === null) return part;
        replaced += 1;
        return { type: "text" as const, text };
      }),
    };
  });
  return replaced === 0 ? null : without;
}

function placeholder(part: Part): string | null {
  switch (part.type) {
    case "image":
    case "audio":
      return `[${part.type}: ${part.mediaType ?? "unknown type"}, ${source(part.data)}]`;
    case "file":
      return `[document: ${[part.name, part.mediaType].filter((word) => word !== undefined).join(", ")}, ${source(part.data)}]`;
    case "other":
      return `[${Object.keys(part.value as object)[0] ?? "block"}: left out]`;
    case "text":
    case "reasoning":
    case "refusal":
      return null;
  }
}

/** Base64 has four characters for three bytes. */
function source(data: string | undefined): string {
  return data === undefined ? "source: url" : `source: bytes, ${Math.floor((data.replace(/=+$/, "").length * 3) / 4)} bytes`;
}
