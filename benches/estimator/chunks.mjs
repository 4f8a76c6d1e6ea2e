/**
 * Cuts the documents into chunks of message size and counts their tokens with
 * the reference tokenizer.
 *
 * @typedef {object} Chunk
 * @property {string} category
 * @property {string} source
 * @property {"train" | "test"} split
 * @property {string} text
 * @property {number} tokens In o200k_base.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { allDocuments } from "./documents.mjs";
import { fetchSources, folderOf } from "./fetch.mjs";
import { hashOf, randomFrom } from "./random.mjs";
import { TOKENIZER } from "./sources.mjs";

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

const sample = (chunks) =>
  chunks
    .map((text) => ({ text, rank: hashOf(text) }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, CHUNKS_PER_SOURCE)
    .map(({ text }) => text);

/** @returns {Promise<Chunk[]>} */
export const loadChunks = async () => {
  fetchSources();
  const module = path.join(folderOf(TOKENIZER), "esm", "encoding", "o200k_base.js");
  const { countTokens } = await import(pathToFileURL(module).href);
  const groups = new Map();
  for (const document of allDocuments()) {
    const key = `${document.split}|${document.category}|${document.source}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(document);
  }
  return [...groups].flatMap(([key, documents]) => {
    const [split, category, source] = key.split("|");
    const random = randomFrom(key);
    return sample(textsOf(documents).flatMap((text) => cut(text, random))).map((text) => ({
      category, source, split, text, tokens: countTokens(text, { disallowedSpecial: new Set() }),
    }));
  });
};
