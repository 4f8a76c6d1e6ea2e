// The messages that a model names by their words.
//
// A model sees no ids. It quotes, and rarely to the letter: so letter case, white space and the marks around a quotation do not count.

import { argumentsLine, argumentsText, textOf } from "../reduce/message-text.js";
import type { Message } from "../index.js";

/** A message with its texts, or a message with calls and the texts of their results. */
export interface Passage {
  /** The place of the message among all messages. */
  readonly place: number;
  /** The place of its last result, or its own. */
  readonly end: number;
  readonly message: Message;
  /** The texts by which it is found, in the form of `plain`. */
  readonly texts: readonly string[];
}

/** A passage that holds given words. */
export interface Match extends Pick<Passage, "place" | "end" | "message"> {
  /** 0 for a text that equals the words, 1 for one that begins with them, 2 for one that holds them. */
  readonly rank: number;
}

/** Characters of the words that are compared. */
const MOST_CHARACTERS = 1_000;

/** Returns all passages of a history. The calls of `tool`, and their results, quote other messages, and have no texts. */
export function passagesOf(messages: readonly Message[], tool: string): Passage[] {
  const passages: { place: number; end: number; message: Message; texts: string[] }[] = [];
  // Ids of calls may come again, so a result belongs to the newest call before it.
  const owners = new Map<string, { passage: (typeof passages)[number]; isOwn: boolean }>();
  messages.forEach((message, place) => {
    const owner = message.role === "tool" ? owners.get(message.toolCallId ?? "") : undefined;
    if (owner !== undefined) {
      owner.passage.end = place;
      if (!owner.isOwn) owner.passage.texts.push(plain(textOf(message.content)));
      return;
    }
    const passage = { place, end: place, message, texts: [plain(textOf(message.content))] };
    passages.push(passage);
    for (const call of message.toolCalls ?? []) {
      const isOwn = call.name === tool;
      owners.set(call.id, { passage, isOwn });
      if (!isOwn) passage.texts.push(plain(argumentsText(call)), plain(argumentsLine(call)), plain(`${call.name} ${argumentsLine(call)}`));
    }
  });
  return passages;
}

/** Returns the words without what a quotation adds. */
export function quotation(words: string): string {
  return plain(
    words
      .slice(0, MOST_CHARACTERS)
      .replace(/^[\s"'`“”‘’«»]+|[\s"'`“”‘’«»]+$/g, "")
      .replace(/(?:\.{3}|…)$/, ""),
  );
}

/** Returns a text in the form in which texts are compared. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** Returns the passages that hold the words, oldest first. */
export function matchesOf(passages: readonly Passage[], words: string): Match[] {
  return passages.flatMap((passage) => {
    const rank = Math.min(...passage.texts.map((text) => rankOf(text, words)));
    return rank === Infinity ? [] : [{ ...passage, rank }];
  });
}

function rankOf(text: string, words: string): number {
  if (text === words) return 0;
  return text.startsWith(words) ? 1 : text.includes(words) ? 2 : Infinity;
}

/** Returns the matches of the lowest rank. */
export function best(matches: readonly Match[]): Match[] {
  const least = Math.min(...matches.map(({ rank }) => rank));
  return matches.filter(({ rank }) => rank === least);
}
