// The texts of messages, and their lines: for references to results that were moved out, and for `recall`, which finds them again.

import { isObject } from "../input/check.js";
import type { MessageInit, Part, ToolCall } from "../types/index.js";

/** Characters of a line. A longer line is numbered as several, because a whole JSON document may be one line. */
const LONGEST = 300;

/** The longest text without white space that is shown; a longer one counts as bytes. */
const LONGEST_WORD = 1_000;

/** Characters after which a long line may be broken. */
const SOFT = /^[^]*[\s,;(){}[\]<>]/;

/** A word, without the punctuation around it. Ids, paths and addresses are one word. */
export const WORD = /[\p{L}\p{N}_@/](?:[\p{L}\p{N}_@/.:#-]*[\p{L}\p{N}_@/])?/gu;

/** Returns the text of a content. A part without text is a line that names it. Reasoning is left out. */
export function textOf(content: MessageInit["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? [])
    .map(partText)
    .filter((text) => text !== "")
    .join("\n");
}

function partText(part: Part): string {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text;
    case "reasoning":
      return "";
    case "image":
    case "audio":
    case "file": {
      const { type, mediaType, name, url, fileId }: { type: string; mediaType?: string; name?: string; url?: string; fileId?: string } =
        part;
      return `[${[type, mediaType, name, url, fileId].filter((word) => word !== undefined).join(" ")}]`;
    }
    case "other":
      return jsonText(part.value);
  }
}

/** Returns JSON text in which bytes are named by their length. */
function jsonText(value: unknown): string {
  const withoutBytes = (_: string, inner: unknown) =>
    typeof inner === "string" && inner.length > LONGEST_WORD && !/\s/.test(inner) ? `[${inner.length} characters]` : inner;
  return JSON.stringify(value, withoutBytes) ?? "";
}

/** Returns the arguments of a call as one line of JSON, or as the model wrote them. */
export function argumentsLine({ arguments: given }: Pick<ToolCall, "arguments">): string {
  return typeof given === "string" ? given : jsonText(given);
}

/** Returns the arguments of a call as text. Texts of several lines are not escaped as in JSON. */
export function argumentsText(call: Pick<ToolCall, "arguments">): string {
  const fields = typeof call.arguments === "string" ? parsed(call.arguments) : call.arguments;
  if (!isObject(fields)) return argumentsLine(call);
  return Object.entries(fields)
    .map(([name, value]) =>
      typeof value === "string" ? `${name}:${value.includes("\n") ? "\n" : " "}${value}` : `${name}: ${jsonText(value)}`,
    )
    .join("\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a call in flat form; a message may also have calls in OpenAI's form. */
export function flat(call: NonNullable<MessageInit["toolCalls"]>[number]): Pick<ToolCall, "id" | "name" | "arguments"> {
  if (!("function" in call) || !isObject(call.function)) return call as ToolCall;
  return { id: call.id, name: call.function.name, arguments: call.function.arguments as ToolCall["arguments"] };
}

/** Returns the lines of a text with their line ends, so that together they are the text. Breaks lines of more than 300 characters. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from) + 1 || text.length;
    while (end - from > LONGEST + 1) {
      const piece = text.slice(from, from + LONGEST);
      lines.push(piece.slice(0, breakOf(piece)));
      from += breakOf(piece);
    }
    lines.push(text.slice(from, end));
    from = end;
  }
  return lines;
}

/** Returns the place where a piece of a long line ends: after a word if possible, and never within a surrogate pair. */
function breakOf(piece: string): number {
  const soft = SOFT.exec(piece)?.[0].length ?? 0;
  return soft > LONGEST / 2 ? soft : whole(piece, piece.length);
}

/** Returns the place, or the one before it if a surrogate pair would be split. */
export function whole(text: string, place: number): number {
  const last = text.charCodeAt(place - 1);
  return last >= 0xd800 && last <= 0xdbff ? place - 1 : place;
}

/** Returns about `most` characters of a line around `place`, and marks cut-off ends. */
export function excerpt(line: string, place: number, most: number): string {
  if (line.length <= most) return line;
  const from = whole(line, Math.max(0, Math.min(place - most / 4, line.length - most)));
  return `${from > 0 ? "..." : ""}${line.slice(from, whole(line, from + most))}${from + most < line.length ? "..." : ""}`;
}

/** The beginning of a reference to a result that was moved out. */
const REFERENCE = "[moved out: ";

/** A result that was moved out. */
export interface MovedOut {
  /** The id of its message. */
  readonly id: string;
  readonly text: string;
  /** The name of the tool to get it back with. */
  readonly tool: string;
  /** Lines to keep, with their numbers. */
  readonly kept: readonly string[];
}

/** Returns the text that replaces a moved result. */
export function reference({ id, text, tool, kept }: MovedOut): string {
  const own = JSON.stringify(id);
  const head = `${REFERENCE}${linesOf(text).length} lines, ${text.length} characters. \`${tool}\` gets them back by {"id":${own}}, some of them by {"id":${own},"lines":"1-40"}.]`;
  return kept.length === 0 ? head : `${head}\nLines with names that the conversation uses:\n${kept.join("\n")}`;
}

/** Returns true for the reference to the result of the message with this id. */
export function isReference(text: string, id: string): boolean {
  return text.startsWith(REFERENCE) && text.slice(0, text.indexOf("\n") + 1 || text.length).includes(` by {"id":${JSON.stringify(id)}}`);
}
