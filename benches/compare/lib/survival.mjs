// The survival of the user's words in replayed requests: the share of what the user said that a request still holds.

import { textOf } from "./peer-content.mjs";
import { callsAt } from "./recordings.mjs";

/** The end of a sentence or of a line. */
const END = /(?<=[.!?。！？])\s+|\n+/;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the survival in the requests of one conversation. The returned function takes the number of a call and the request, and returns a
 * share from 0 to 1: the words of the sentences that the user said before the current request, and that a message of the user or a system
 * message of the request holds to the letter, but for white space. It returns null where the user said nothing before the current request.
 *
 * @param {import("backscroll").Message[]} messages
 * @returns {(call: number, body: { messages: object[] }) => number | null}
 */
export function survivalIn(messages) {
  const said = callsAt(messages).map((place) => sentencesOf(messages.slice(0, place)));
  return (call, body) => {
    const sentences = said[call];
    const all = sentences.reduce((sum, { words }) => sum + words, 0);
    if (all === 0) return null;
    const text = plain(
      body.messages
        .filter(({ role }) => role !== "assistant" && role !== "tool")
        .map(textOf)
        .join("\n"),
    );
    return sentences.filter((sentence) => text.includes(sentence.text)).reduce((sum, { words }) => sum + words, 0) / all;
  };
}

/** Returns the sentences of the user's messages, except the newest of them, each with its number of words. */
function sentencesOf(history) {
  const earlier = history.filter(({ role }) => role === "user").slice(0, -1);
  const texts = earlier.flatMap((message) => textOf(message).split(END)).map(plain);
  return texts.map((text) => ({ text, words: text.match(WORD)?.length ?? 0 })).filter(({ words }) => words > 0);
}

function plain(text) {
  return text.replace(/\s+/g, " ").trim();
}
