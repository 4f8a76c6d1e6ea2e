// A request for a summary that begins like the last request, so that the provider's cache serves its beginning.

import { isArray, isObject } from "../input/check.js";
import { flat, textOf } from "../reduce/message-text.js";
import { SUMMARY_FORMS } from "../providers/registry/summaries.js";
import type { Message, WrittenRequest } from "../index.js";
import { type Fields, type SummaryForm, lastPlace } from "./form.js";

/** The instruction by default. */
export const INSTRUCTION = /* @__PURE__ */ [
  "The conversation is interrupted here for a summary: do not go on with it, answer nothing in it, and call no tools.",
  "Summarise it for an assistant who will go on with it and will not see the summarised messages.",
  "Keep what was asked for, decided and found out, what was tried and failed, and what is still to be done;",
  "keep names, numbers, paths and ids word for word.",
  "If it begins with a summary of what came before, take that over, and leave out what no longer matters.",
  "Write the summary alone, in the language of the conversation.",
].join(" ");

/** Characters of a message by which it is named. */
const QUOTED = 120;

/** A rough number of words in a token. */
const WORDS = 0.7;

/** Parameters of how an answer arrives. They are no part of the prompt. */
const ARRIVAL = ["stream", "stream_options"];

/**
 * Returns the last request with one instruction in place of what followed it. Null if there was no request, or if an answer to it cannot be
 * a text.
 */
export function summaryRequest(
  written: WrittenRequest,
  messages: readonly Message[],
  instruction: string,
  maxTokens: number,
): WrittenRequest | null {
  const form = SUMMARY_FORMS[written.target];
  const body: Fields = { ...written.body };
  const given = body[form.list];
  if (!isArray(given) || !given.every(isObject) || !form.isFree(body)) return null;
  const all = given as Fields[];
  const newest = lastPlace(all, (item) => form.isModels(item));
  // The last request ended before the model's newest answer, which may be several items.
  const end = lastPlace(all, (item, place) => place < newest && !form.isModels(item)) + 1;
  if (newest < 0 || end === 0) return null;
  const list = [...all.slice(0, end), ...answerIn(form, all.slice(end))];
  form.mark?.(list, all, end - 1);
  form.append(list, [instruction, ...scopeOf(messages.at(-1)), `Write at most ${Math.floor(maxTokens * WORDS)} words.`].join(" "));
  body[form.list] = list;
  for (const name of ARRIVAL) delete body[name];
  form.forbidCalls?.(body);
  return { target: written.target, body };
}

/**
 * Returns the answer to the last request, with the results of its calls, if the user has said something since: only then may the answer be
 * summarized.
 */
function answerIn(form: SummaryForm, items: readonly Fields[]): Fields[] {
  const answer: Fields[] = [];
  for (const item of items) {
    const own = form.isModels(item) ? item : form.resultsOf(item);
    if (own !== null) answer.push(own);
    if (own !== item) return answer;
  }
  return [];
}

/** Names the last message to summarize. */
function scopeOf(message: Message | undefined): string[] {
  if (message === undefined) return [];
  const { role, content, toolCalls = [] } = message;
  const text = textOf(content).trim().replace(/\s+/g, " ");
  const call = toolCalls[0];
  const who = { user: "the user's message", assistant: "your message", tool: "the result", system: "the message" }[role];
  const name =
    text !== ""
      ? `${who} that begins with ${JSON.stringify(text.slice(0, QUOTED))}`
      : call === undefined
        ? null
        : `your call of \`${flat(call).name}\``;
  return name === null ? [] : [`Summarise what stands up to and including ${name}: what follows it will be kept as it is.`];
}
