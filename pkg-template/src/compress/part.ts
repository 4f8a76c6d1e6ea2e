// The part of a conversation that a call names, and its replacement in a draft.

import type { Draft } from "../reduce/draft.js";
import { SUMMARY_HEADING } from "../reduce/summary.js";
import type { Message, MessageInit } from "../index.js";
import { ambiguous, nothingGoes, reversed, tooLarge, unfound } from "./answers.js";
import type { Asked } from "./arguments.js";
import { type Match, best, matchesOf, passagesOf, quotation } from "./find.js";

/** The first and the last message of a part, by their places. */
interface Part {
  readonly first: number;
  readonly last: number;
}

/** A replaced part. */
export interface Replaced {
  /** Its messages that stayed. */
  readonly stayed: readonly Message[];
}

/**
 * Replaces the part by the summary. Returns an answer to the model, and leaves the draft unusable, if that cannot be.
 *
 * The summary takes the place of the last removed message. It tells the state after the whole part, so a message that stays within the part,
 * such as the current request, comes before it.
 */
export function replacePart(draft: Draft, messages: readonly Message[], asked: Asked, tool: string): Replaced | string {
  const part = partOf(messages, asked, tool);
  if (typeof part === "string") return part;
  const inside = messages.slice(part.first, part.last + 1);
  const { left, tokens } = remains(draft, inside);
  const isGone = ({ id }: Message) => !left.has(id);
  const stayed = inside.filter((message) => !isGone(message));
  if (stayed.length === inside.length) return nothingGoes(stayed);
  const before = draft.tokens;
  const last = messages.map(isGone).lastIndexOf(true);
  const summary: MessageInit = { role: "system", content: SUMMARY_HEADING + asked.summary };
  draft.replace(messages.flatMap((message, place) => (place === last ? [summary] : isGone(message) ? [] : [message])));
  const after = draft.tokens;
  if (after >= before) return tooLarge({ summary: after - tokens, part: before - tokens });
  return { stayed };
}

/** Returns the ids and the tokens that are left without these messages. The draft stays as it is. */
function remains(draft: Draft, messages: readonly Message[]): { left: Set<string>; tokens: number } {
  const mark = draft.mark();
  // One by one: a protected message stays, and a result goes with its call. Instructions of the program are not the model's to remove.
  for (const { id, role, isSummary } of messages) if (role !== "system" || isSummary === true) draft.remove([id]);
  const left = { left: new Set(draft.messages().map(({ id }) => id)), tokens: draft.tokens };
  draft.goBack(mark);
  return left;
}

/** Returns the part that the words name; an answer to the model, if they name none or several. */
function partOf(messages: readonly Message[], { from, to }: Asked, tool: string): Part | string {
  const end = endOf(messages, tool);
  const passages = passagesOf(messages.slice(0, end), tool);
  const starts = matchesOf(passages, quotation(from));
  if (starts.length === 0) return unfound("from", from);
  if (quotation(to) === "") {
    const start = only("from", from, starts);
    return typeof start === "string" ? start : { first: start.place, last: end - 1 };
  }
  const ends = matchesOf(passages, quotation(to));
  const latest = ends.at(-1);
  if (latest === undefined) return unfound("to", to);
  const before = starts.filter(({ place }) => place <= latest.place);
  if (before.length === 0) return reversed();
  const start = only("from", from, before);
  if (typeof start === "string") return start;
  const stop = only(
    "to",
    to,
    ends.filter(({ place }) => place >= start.place),
  );
  return typeof stop === "string" ? stop : { first: start.place, last: stop.end };
}

/** Returns the match that is meant; an answer to the model, if several are as good. */
function only(name: "from" | "to", words: string, matches: readonly Match[]): Match | string {
  const [match, ...others] = best(matches);
  if (match !== undefined && others.length === 0) return match;
  return ambiguous(
    name,
    words,
    best(matches).map(({ message }) => message),
  );
}

/** Returns the place of the message with this call; the number of messages, if the history does not hold the call. */
function endOf(messages: readonly Message[], tool: string): number {
  const place = messages.map(({ role }) => role).lastIndexOf("assistant");
  const answered = new Set(messages.slice(place + 1).map(({ toolCallId }) => toolCallId));
  const isOpen = (messages[place]?.toolCalls ?? []).some(({ id, name }) => name === tool && !answered.has(id));
  return isOpen ? place : messages.length;
}
