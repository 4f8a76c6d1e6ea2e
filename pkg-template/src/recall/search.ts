// The search for words in messages.

import { WORD, excerpt, linesOf } from "../reduce/message-text.js";
import type { Entry } from "./entries.js";

/** A message that matches, with its best lines. */
export interface Hit {
  readonly entry: Entry;
  /** Lines with their numbers, in order. */
  readonly excerpts: readonly string[];
}

/** A term of a query, and the weight of its occurrence: rarer terms weigh more. */
interface Term {
  readonly text: string;
  readonly weight: number;
}

const LETTER = /[\p{L}\p{N}_]/u;
const ASCII = /^[ -~]*$/;

/** Characters and terms of a query, and characters of a term; the rest is not looked at. */
const [MOST_CHARACTERS, MOST_TERMS, LONGEST_TERM] = [1_000, 24, 100];

/** The fewest letters to which a word without a match is cut, so that `shipped` finds `shipping`. */
const SHORTEST = 4;

/** Messages whose lines are compared, lines of one that are shown, and characters of such a line. */
const [COMPARED, SHOWN, EXCERPT] = [30, 3, 160];

/** Places of a term in one text that are looked at. */
const MOST_PLACES = 50;

/** Returns the words of a query, and the query as a whole if it is several; empty when it has no word. */
export function termsOf(query: string): string[] {
  const text = query.slice(0, MOST_CHARACTERS).toLowerCase();
  const words = [...new Set(text.match(WORD)?.map((word) => word.slice(0, LONGEST_TERM)))].slice(0, MOST_TERMS);
  return words.length > 1 ? [...words, text.trim()] : words;
}

/** Returns the messages that hold a term of the query, best first; if equal, the newest first. */
export function search(entries: readonly Entry[], query: string): Hit[] {
  const texts = entries.map(({ head, text }) => `${head}\n${text}`.toLowerCase());
  const terms = termsOf(query).flatMap((word) => weighed(word, texts));
  const scored = entries.flatMap((entry, place) => {
    const score = scoreOf(texts[place] ?? "", terms);
    return score === 0 ? [] : [{ entry, place, score }];
  });
  scored.sort((one, other) => other.score - one.score || other.place - one.place);
  const compared = scored.slice(0, COMPARED).map(({ entry, place, score }) => {
    const { hit, best } = excerpted(entry, terms);
    return { hit, place, score: score + best };
  });
  compared.sort((one, other) => other.score - one.score || other.place - one.place);
  return [...compared.map(({ hit }) => hit), ...scored.slice(COMPARED).map(({ entry }) => ({ entry, excerpts: [] }))];
}

/** The weight of an occurrence within a word, and of a word that was cut. Lines with less than this share of the best score are not shown. */
const WITHIN = 0.5;

/** Returns the term of a word, or of its longest beginning that occurs, weighted by its rarity; nothing if none occurs. */
function weighed(word: string, texts: readonly string[]): Term[] {
  const occurs = (text: string) => texts.some((each) => shareOf(each, text) > 0);
  // The whole query is not cut down.
  const shortest = word.includes(" ") ? word.length : Math.min(SHORTEST, word.length);
  let [known, most] = [shortest - 1, word.length];
  // Where a beginning occurs, every shorter one does, so the longest is found by halving.
  while (known < most) {
    const length = known === shortest - 1 && most === word.length ? most : Math.ceil((known + most) / 2);
    if (occurs(word.slice(0, length))) known = length;
    else most = length - 1;
  }
  if (known < shortest) return [];
  const text = word.slice(0, known);
  const count = texts.filter((each) => shareOf(each, text) > 0).length;
  const rarity = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
  return [{ text, weight: rarity * (text === word ? 1 : WITHIN) }];
}

/** Returns the weights of the terms in a text, in lower case. */
function scoreOf(text: string, terms: readonly Term[]): number {
  return terms.reduce((score, term) => score + term.weight * shareOf(text, term.text), 0);
}

/** Returns 1 for a term that occurs as a word, a share for one that occurs within words, else 0. A short word of ASCII does not count within others. */
function shareOf(text: string, term: string): number {
  let at = text.indexOf(term);
  const within = at === -1 || (term.length < SHORTEST && ASCII.test(term)) ? 0 : WITHIN;
  for (let places = 0; at !== -1 && places < MOST_PLACES; places += 1) {
    if (!LETTER.test(text[at - 1] ?? "") && !LETTER.test(text[at + term.length] ?? "")) return 1;
    at = text.indexOf(term, at + 1);
  }
  return within;
}

/** Returns a message with its best lines, and the score of the best one. */
function excerpted(entry: Entry, terms: readonly Term[]): { hit: Hit; best: number } {
  const lines = linesOf(entry.text);
  const scored = lines.map((line, at) => ({ line, at, score: scoreOf(line.toLowerCase(), terms) })).filter(({ score }) => score > 0);
  scored.sort((one, other) => other.score - one.score || one.at - other.at);
  const best = scored[0]?.score ?? 0;
  const shown = scored
    .filter(({ score }) => score >= best * WITHIN)
    .slice(0, SHOWN)
    .sort((one, other) => one.at - other.at);
  return { hit: { entry, excerpts: shown.map(({ line, at }) => `${at + 1}: ${around(line, terms)}`) }, best };
}

/** Returns the part of a line with the weightiest term. */
function around(line: string, terms: readonly Term[]): string {
  const text = line.trim();
  if (text.length <= EXCERPT) return text;
  const lower = text.toLowerCase();
  const found =
    [...terms]
      .sort((one, other) => other.weight - one.weight)
      .map((term) => lower.indexOf(term.text))
      .find((at) => at >= 0) ?? 0;
  return excerpt(text, found, EXCERPT);
}
