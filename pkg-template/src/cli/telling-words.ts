// Telling words: ids, paths, names and amounts, which show that a step needs something that was said before. The definition is that of
// `npm run keep`, and shares no code with the reductions, whose cuts it measures.

import type { Message, ToolCall } from "../index.js";

/** A run of letters, digits and the marks that ids, paths and addresses are written with. */
const RUN = /[\p{L}\p{M}\p{N}_/@.-]+/gu;
/** Marks at the edges of a run that belong to the sentence. */
const EDGES = /^[.-]+|[.-]+$/g;
/** A digit, `_`, `/`, `@`, an inner dot or an inner capital. */
const TELLING = /[\p{N}_/@]|[^.]\.[^.]|\p{Ll}\p{Lu}/u;
/** A run without one of these is punctuation. */
const READABLE = /[\p{L}\p{N}]/u;
/** Shorter words occur everywhere by chance. In UTF-16 units. */
const SHORTEST = 3;

/** Returns the telling words of messages: of their texts, and of the arguments of their calls. Each request declares the names of calls. */
export function tellingWords(messages: readonly Message[]): Set<string> {
  const words = new Set<string>();
  for (const [run] of messages.flatMap(textsOf).join("\n").matchAll(RUN)) {
    const word = run.replace(EDGES, "");
    if (word.length >= SHORTEST && TELLING.test(word) && READABLE.test(word)) words.add(word);
  }
  return words;
}

function textsOf({ content, toolCalls = [] }: Message): string[] {
  const parts =
    typeof content === "string"
      ? [content]
      : (content ?? []).map((part) => ("text" in part && typeof part.text === "string" ? part.text : ""));
  return [...parts, ...toolCalls.flatMap(({ arguments: given }: ToolCall) => leaves(typeof given === "string" ? parsed(given) : given))];
}

/** Parses arguments in JSON, because a raw `\nEOF` reads as the word `nEOF`. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns all texts and numbers in a value. Keys are names of parameters, which tools fix. */
function leaves(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
