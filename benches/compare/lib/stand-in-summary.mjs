// The summary that a model would write, for libraries that ask one. No model is asked: the stand-in takes what the measures count, so a real
// summary of the same size hardly keeps more of it.

import { estimateTokens } from "backscroll";
import { tellingWords } from "../../../scripts/keep/words.mjs";

/** Tokens of a summary, and those of them that the user's sentences may take. */
const [MOST, MOST_SAID] = [500, 250];

/** The beginning of a message in the text for a summary. */
const SPEAKER = /^(Human|AI|Tool|System): /m;

/**
 * Returns a summary of at most about 500 tokens: the newest sentences of the user to the letter, each once, then the ids, paths, names and
 * amounts that most messages hold.
 *
 * @param {string} text messages, each after `Human: `, `AI: `, `Tool: ` or `System: ` at the start of a line
 */
export function standInSummary(text) {
  const parts = text.split(SPEAKER).slice(1);
  const said = parts.flatMap((part, at) => (at % 2 === 1 && parts[at - 1] === "Human" ? part.split(/(?<=[.!?。！？])\s+|\n+/) : []));
  const newestFirst = new Set(said.map((each) => each.trim()).reverse());
  newestFirst.delete("");
  const sentences = fitting([...newestFirst], MOST_SAID).reverse();
  const counts = new Map();
  for (const part of parts) for (const word of tellingWords(part)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
  const left = MOST - estimateTokens(sentences.join("\n"));
  return [...sentences, fitting(words, left).join(" ")].join("\n");
}

/** Returns the texts, from the first on, that take at most so many tokens. */
function fitting(texts, tokens) {
  let size = 0;
  const end = texts.findIndex((each) => (size += estimateTokens(` ${each}`)) > tokens);
  return end === -1 ? texts : texts.slice(0, end);
}
