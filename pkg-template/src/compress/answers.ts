// The answers to the model.

import { argumentsLine, textOf } from "../reduce/message-text.js";
import { clipped, roughTokens } from "../recall/size.js";
import type { Message, Reduction } from "../index.js";

/** Tokens of words that an answer quotes, and of the beginning of a message. */
const [MOST_OF_WORDS, MOST_OF_BEGINNING] = [30, 30];

/** Messages that an answer lists. */
const MOST_LISTED = 6;

const quote = (text: string, tokens: number) => JSON.stringify(`${clipped(text, tokens)}${clipped(text, tokens) === text ? "" : "..."}`);

/** Returns the role and the beginning of a message. */
function named({ role, content, toolCalls = [], isSummary }: Message): string {
  const speaker = isSummary === true ? "summary" : role === "tool" ? "result" : `${role} message`;
  const text = textOf(content).replace(/\s+/g, " ").trim();
  const [call] = toolCalls;
  if (text !== "" || call === undefined) return `${speaker} ${quote(text, MOST_OF_BEGINNING)}`;
  return `${speaker} with the call ${call.name} ${quote(argumentsLine(call), MOST_OF_BEGINNING)}`;
}

/** Returns a line for each message. */
function listed(messages: readonly Message[]): string {
  const rest = messages.length - MOST_LISTED;
  return [...messages.slice(0, MOST_LISTED).map((message) => `\n- ${named(message)}`), ...(rest > 0 ? [`\n- and ${rest} more`] : [])].join(
    "",
  );
}

const messagesWord = (count: number) => (count === 1 ? "1 message" : `${count} messages`);

/** Returns the answer to arguments that lack a text. */
export function lacking(name: "from" | "summary"): string {
  return name === "from"
    ? "Nothing was replaced: `from` must be the first words of the message with which the part begins, as a text."
    : "Nothing was replaced: `summary` must be a text that says what must be remembered of the part.";
}

/** Returns the answer to a summary that is longer than allowed; null for a shorter one. */
export function overlong(summary: string, maxTokens: number): string | null {
  const tokens = roughTokens(summary);
  if (tokens <= maxTokens) return null;
  return `Nothing was replaced: the summary takes about ${tokens} tokens, and ${maxTokens} are allowed. Shorten it, or replace a shorter part.`;
}

export function unfound(name: "from" | "to", words: string): string {
  return `Nothing was replaced: no message before this call has the words of \`${name}\`, ${quote(words, MOST_OF_WORDS)}. Give some words of a message exactly as it says them; a part that an earlier summary replaced has only the words of the summary.`;
}

export function ambiguous(name: "from" | "to", words: string, messages: readonly Message[]): string {
  return `Nothing was replaced: ${messagesWord(messages.length)} have the words of \`${name}\`, ${quote(words, MOST_OF_WORDS)}. Give more words of the one that you mean, or words of the message before or after it:${listed(messages)}`;
}

export function reversed(): string {
  return "Nothing was replaced: the message of `to` comes before the message of `from`. Give `from` for the first message of the part, and `to` for the last.";
}

export function nothingGoes(stayed: readonly Message[]): string {
  return `Nothing was replaced: each message of this part must stay:${listed(stayed)}`;
}

/** Returns the answer to a summary that takes as much as the messages, or more. Sizes are in tokens. */
export function tooLarge({ summary, part }: { readonly summary: number; readonly part: number }): string {
  return `Nothing was replaced: the summary takes ${summary} tokens, and the messages that it would replace only ${part}. Shorten it by more than ${summary - part} tokens, or replace a longer part.`;
}

/** Returns the answer to a part that cannot be replaced because the history has no place for the summary. */
export function impossible(why: string): string {
  return `Nothing was replaced: ${why}`;
}

export function done(
  { removed, tokensBefore, tokensAfter }: Reduction,
  { stayed, isRecallable }: { readonly stayed: readonly Message[]; readonly isRecallable: boolean },
): string {
  const recall = isRecallable ? " If you have the tool `recall`, it gets the messages back." : "";
  const kept = stayed.length === 0 ? "" : `\nStayed within the part, because they must:${listed(stayed)}`;
  return `Your summary replaced ${messagesWord(removed.length)}: the conversation takes ${tokensBefore - tokensAfter} tokens less, and now ${tokensAfter}.${recall}${kept}`;
}
