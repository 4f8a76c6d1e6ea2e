// Messages and their parts in an exhaustive `switch`.

import type { Message, MessageInit, Part, Role, TokenUsage, ToolCall } from "backscroll";

/** Exhaustive: with a new kind of part this would not compile. */
function text(part: Part): string {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text;
    case "reasoning":
      return part.text ?? part.origin?.format ?? "";
    case "image":
      return part.url ?? `${part.width ?? 0} × ${part.height ?? 0}`;
    case "audio":
      return part.data === undefined ? (part.url ?? part.fileId ?? "") : part.mediaType;
    case "file":
      return part.name ?? part.fileId ?? "";
    case "other":
      return `${part.format}: ${JSON.stringify(part.value)}`;
    default: {
      const none: never = part;
      return none;
    }
  }
}

function contentOf(message: Message): string {
  if (message.content === null || message.content === undefined) return "";
  return typeof message.content === "string" ? message.content : message.content.map(text).join("");
}

/** The fields of every message of a history. */
function line({ id, role, createdAt, isSummary, tokens }: Message): string {
  const spent: TokenUsage = tokens ?? {};
  return [id.toUpperCase(), role satisfies Role, new Date(createdAt).toISOString(), isSummary ?? false, spent.input ?? 0].join();
}

const call: ToolCall = { id: "c", name: "f", arguments: "{}" };
const inits: MessageInit[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: null },
  { role: "assistant", toolCalls: [call, { ...call, arguments: {} }, { id: "d", function: { name: "f", arguments: {} } }] },
  { role: "tool", toolCallId: "c", toolName: "f", toolArguments: 5, toolResult: null, isError: true },
];

/** Returned calls are flat, whoever defines the tool. */
function called({ toolCalls = [] }: Message): string[] {
  return toolCalls.map(({ id, name, arguments: args, kind = "function" }) => [kind, id, name, typeof args === "string" ? args : Object.keys(args).join()].join(" "));
}

export { called, contentOf, inits, line };
