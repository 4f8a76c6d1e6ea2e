/**
 * Cuts the documents into chunks of message size and counts their tokens with
 * the reference tokenizers.
 *
 * @typedef {object} Chunk
 * @property {string} category
 * @property {string} source
 * @property {"train" | "test"} split
 * @property {string} text
 * @property {boolean} isShort A text of one to three sentences, or of one to three messages of a program.
 * @property {Record<string, number>} tokens By vocabulary.
 */
import { allDocuments } from "./documents.mjs";
import { fetchSources } from "./fetch.mjs";
import { hashOf, randomFrom } from "./random.mjs";
import { PROSE } from "./sources.mjs";
import { countTokens } from "./teachers.mjs";

const SHORTEST = 500;
const LONGEST = 2000;
/** The maximum of chunks from one source on one side, so that no large package dominates its category. */
const CHUNKS_PER_SOURCE = 80;

const isLowSurrogate = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

/** Cuts between any two characters, as a tool result is truncated. */
const cut = (text, random) => {
  const chunks = [];
  let start = 0;
  while (text.length - start >= SHORTEST) {
    let end = Math.min(text.length, start + random.integer(SHORTEST, LONGEST));
    if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end -= 1;
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
};

/** Joins short documents of one source first, so that a chunk holds several whole documents. */
const textsOf = (documents) => {
  const texts = [];
  let joined = "";
  for (const { text } of documents) {
    if (text.length >= SHORTEST) texts.push(text);
    else joined += `${joined === "" ? "" : "\n"}${text.trim()}`;
  }
  return [...texts, joined];
};

const SENTENCE = /[^.!?。！？।؟\n]+(?:[.!?。！？।؟]+["”»」』)]*\s*|\n|$)/gu;
const [SHORTEST_TEXT, LONGEST_TEXT] = [30, 400];

/** Cuts texts of one to three sentences. */
const cutShort = (text, random) => {
  const sentences = text.match(SENTENCE) ?? [];
  const texts = [];
  for (let at = 0; at < sentences.length; ) {
    const amount = random.integer(1, 3);
    texts.push(
      sentences
        .slice(at, at + amount)
        .join("")
        .trim(),
    );
    at += amount;
  }
  return texts.filter(({ length }) => length >= SHORTEST_TEXT && length <= LONGEST_TEXT);
};

const sample = (chunks) =>
  chunks
    .map((text) => ({ text, rank: hashOf(text) }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, CHUNKS_PER_SOURCE)
    .map(({ text }) => text);

/** @returns {Promise<Chunk[]>} */
export const loadChunks = async () => {
  fetchSources();
  const groups = new Map();
  for (const document of allDocuments()) {
    const key = `${document.split}|${document.category}|${document.source}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(document);
  }
  const chunks = [...groups].flatMap(([key, documents]) => {
    const [split, category, source] = key.split("|");
    const random = randomFrom(key);
    const long = sample(textsOf(documents).flatMap((text) => cut(text, random)));
    const short = PROSE.has(category) ? sample(documents.flatMap(({ text }) => cutShort(text, random))) : [];
    return [...long, ...short].map((text, index) => ({ category, source, split, text, isShort: index >= long.length }));
  });
  const tokens = countTokens(chunks.map(({ text }) => text));
  return chunks.map((chunk, index) => ({ ...chunk, tokens: tokens[index] }));
};
