// The look at a cut: which of the user's messages are whole, and which words of later answers are still there. The command and the page use it.

import type { Message } from "../index.js";
import { tellingWords } from "./telling-words.js";

/** Messages of the user. */
export interface WholeMessages {
  /** Messages that the cut left as they were. */
  readonly whole: number;
  readonly all: number;
}

/** A transcript before its newest answers. */
export interface Earlier {
  readonly history: Message[];
  /** The telling words of these answers that occur before, except in what every cut keeps. */
  readonly needed: ReadonlySet<string>;
}

/** The recall of a cut of an earlier transcript, in words. */
export interface Recall {
  readonly needed: number;
  /** The needed words that the cut holds; null if there is no cut that is so small. */
  readonly held: number | null;
}

/** The answers that show what was needed. Of a short transcript, they are at most half of its answers. */
const ANSWERS = 6;
/** Fewer needed words say little. */
const LEAST_NEEDED = 3;

/** Says what recall is, for people. */
export const RECALL = `Recall counts the ids, paths, names and amounts that the newest answers (at most ${ANSWERS}) use and that were said before. It is measured on the transcript before these answers, cut to the same share.`;

/** Returns how many messages of the user a cut left as they were. */
export function wholeMessages(messages: readonly Message[], kept: readonly Message[]): WholeMessages {
  const left = new Map<string, number>();
  for (const content of contentsOfUser(kept)) left.set(content, (left.get(content) ?? 0) + 1);
  const all = contentsOfUser(messages);
  const whole = all.filter((content) => {
    const count = left.get(content) ?? 0;
    left.set(content, count - 1);
    return count > 0;
  });
  return { whole: whole.length, all: all.length };
}

function contentsOfUser(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === "user").map(({ content }) => JSON.stringify(content));
}

/** Returns the transcript before its newest answers, and the words that these need of it. */
export function earlier(messages: readonly Message[]): Earlier {
  const answers = messages.flatMap(({ role }, place) => (role === "assistant" ? [place] : []));
  const taken = Math.min(ANSWERS, Math.floor(answers.length / 2));
  const history = messages.slice(0, taken === 0 ? messages.length : answers.at(-taken));
  const [before, always] = [tellingWords(history), tellingWords(required(history))];
  const next = messages.slice(history.length).filter(({ role }) => role === "assistant");
  return { history, needed: new Set([...tellingWords(next)].filter((word) => before.has(word) && !always.has(word))) };
}

/** Returns the messages that every cut keeps: instructions, pinned messages, the current request, and the newest message with its results. */
function required(history: readonly Message[]): Message[] {
  const roles = history.map(({ role }) => role);
  const [request, newest] = [roles.lastIndexOf("user"), roles.map((role) => role !== "tool").lastIndexOf(true)];
  return history.filter(({ role, pinned }, place) => role === "system" || pinned === true || place === request || place >= newest);
}

/** Returns the share of its messages that a request may keep, from 0 to 1. The fields and tools beside them stay whole. */
export function shareOf(maxTokens: number, total: number, messages: number): number {
  return Math.min(1, Math.max(0, (maxTokens - (total - messages)) / Math.max(1, messages)));
}

/** Returns the recall of a cut of an earlier transcript; `kept` is null if there is no cut that is so small. */
export function recallOf({ needed }: Earlier, kept: readonly Message[] | null): Recall {
  if (kept === null) return { needed: needed.size, held: null };
  const words = tellingWords(kept);
  return { needed: needed.size, held: [...needed].filter((word) => words.has(word)).length };
}

/** Says what a cut keeps, for people. */
export function sentenceOf(user: WholeMessages, { needed, held }: Recall): string {
  const recall = needed < LEAST_NEEDED ? "too few words to say" : held === null ? "no cut is so small" : `${held} of ${needed} words`;
  return `${user.whole} of ${user.all} messages of the user whole, recall: ${recall}`;
}
