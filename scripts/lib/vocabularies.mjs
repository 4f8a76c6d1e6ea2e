// Packs the vocabularies of OpenAI's tokenizers: from the npm package `tiktoken` to build/<name>.vocabulary.js.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { at, buildFolder } from "./paths.mjs";
import { StepError } from "./run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "./stamp.mjs";

/** The vocabularies, by the name of their entry. */
const VOCABULARIES = { o200k: "o200k_base", cl100k: "cl100k_base" };

const fileOf = (name) => join(buildFolder, `${name}.vocabulary.js`);
const typesOf = (name) => join(buildFolder, `${name}.vocabulary.d.ts`);
/** The names of the entries. */
export const vocabularies = Object.keys(VOCABULARIES);
/** The modules that pkg-template imports, in the order of the names. */
export const vocabularyFiles = vocabularies.map(fileOf);

const stamp = join(buildFolder, "vocabularies.sha256");
const sources = [at("scripts", "lib", "vocabularies.mjs"), at("package-lock.json")];
const made = Object.keys(VOCABULARIES).flatMap((name) => [fileOf(name), typesOf(name)]);

/** The licence of the data, which is kept in every file that holds it. */
const LICENCE = `/*! The vocabulary of OpenAI's tiktoken (https://github.com/openai/tiktoken).
MIT License

Copyright (c) 2022 OpenAI, Shantanu Jain

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
`;

/** Packs the vocabularies, unless they are up to date. */
export function packVocabularies() {
  const now = digest(sources);
  if (isFresh(stamp, now, made)) return;
  breakStamp(stamp);
  mkdirSync(buildFolder, { recursive: true });
  for (const [name, encoding] of Object.entries(VOCABULARIES)) {
    writeFileSync(fileOf(name), `${LICENCE}export const packed = ${JSON.stringify(packed(tokensOf(encoding)))};\n`);
    writeFileSync(typesOf(name), "export declare const packed: { ascii: string; beyond: string; order: string };\n");
  }
  writeStamp(stamp, now);
}

/** Returns the bytes of all tokens, in the order of their ranks. */
function tokensOf(encoding) {
  const file = createRequire(import.meta.url).resolve(`tiktoken/encoders/${encoding}.json`);
  if (!existsSync(file)) throw new StepError("the npm package tiktoken is missing", { advice: "run `npm run setup`" });
  const tokens = [];
  for (const line of JSON.parse(readFileSync(file, "utf8")).bpe_ranks.split("\n")) {
    const [, first, ...texts] = line.split(" ");
    texts.forEach((text, index) => {
      tokens[Number(first) + index] = Buffer.from(text, "base64");
    });
  }
  return tokens;
}

const SEPARATOR = "~";
/** Stands for the separator within a token. No token holds it. */
const TILDE = "\x7f";
/** The letters of the first bytes of characters, from `FIRST_LEAD`. `pkg-template/src/tokenizer/beyond-tokens.ts` has the same. */
const LEADS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!#%&'()*+,-./:;<";
const FIRST_LEAD = 0xc2;
const ESCAPE = "}";
/** The most tokens beyond ASCII in a row. */
const MOST_BEYOND = 15;
/** The number that continues a run of ASCII tokens, of which a larger one is made. */
const MORE = 63;

const isAscii = (token) => token.every((byte) => byte < 0x80);
const isPrintable = (byte) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);

/**
 * Returns the tokens of several bytes as texts of ASCII, which engines parse fastest. `pkg-template/src/tokenizer` reads them. Throws if a
 * vocabulary cannot be written so: a newer one might hold other tokens.
 */
function packed(tokens) {
  const singles = Array.from({ length: 256 }, (_, byte) => byte).sort(
    (left, right) => Number(isPrintable(right)) - Number(isPrintable(left)) || left - right,
  );
  const inOrder = singles.every((byte, rank) => tokens[rank].length === 1 && tokens[rank][0] === byte);
  const others = tokens.slice(singles.length);
  const ascii = others.filter(isAscii);
  const beyond = others.filter((token) => !isAscii(token));
  const runs = runsOf(others);
  const isKnown = inOrder && ascii.every((token) => !token.includes(TILDE)) && longestZeros(runs) <= MOST_BEYOND;
  if (!isKnown) throw new StepError("a vocabulary of tiktoken has another form", { advice: "see scripts/lib/vocabularies.mjs" });
  return {
    ascii: ascii.map((token) => token.toString("latin1").replaceAll(SEPARATOR, TILDE)).join(SEPARATOR),
    beyond: beyond.map(coded).join(SEPARATOR),
    order: runs.map((run) => sixBits(MORE).repeat(run / MORE) + sixBits(run % MORE)).join(""),
  };
}

/** Returns the number of ASCII tokens before each other token. */
function runsOf(tokens) {
  const runs = [];
  let run = 0;
  for (const token of tokens) {
    if (isAscii(token)) run += 1;
    else {
      runs.push(run);
      run = 0;
    }
  }
  return runs;
}

function longestZeros(runs) {
  let [longest, length] = [0, 0];
  for (const run of runs) {
    length = run === 0 ? length + 1 : 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/**
 * Returns a token as text: the first byte of a character is one of `LEADS`, and six bits of each byte behind it are one of `sixBits`. Blanks
 * and small letters stand for themselves. Any other byte is escaped.
 */
function coded(token) {
  let text = "";
  let trails = 0;
  for (const byte of token) {
    const lead = LEADS[byte - FIRST_LEAD];
    if (trails > 0) {
      text += sixBits(byte & 0x3f);
      trails -= 1;
    } else if (byte === 0x20 || (byte > 0x60 && byte < 0x7b)) text += String.fromCharCode(byte);
    else if (lead !== undefined) {
      text += lead;
      trails = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    } else text += ESCAPE + sixBits(byte >> 2) + sixBits(byte & 0x03);
  }
  return text;
}

/** Returns one of 64 characters that no literal escapes. */
function sixBits(value) {
  return String.fromCharCode(value < 44 ? 0x30 + value : 0x31 + value);
}
