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
/** The modules that pkg-template imports. */
export const vocabularyFiles = Object.keys(VOCABULARIES).map(fileOf);

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
    writeFileSync(fileOf(name), `${LICENCE}export default ${JSON.stringify(packed(tokensOf(encoding)))};\n`);
    writeFileSync(typesOf(name), "declare const packed: string;\nexport default packed;\n");
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
    texts.forEach((text, index) => { tokens[Number(first) + index] = Buffer.from(text, "base64"); });
  }
  return tokens;
}

const SEPARATOR = "~";
/** The first of 256 characters for private use, one for each byte that cannot stand in the text. */
const ESCAPES = 0xf700;
const isPrintable = (byte) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);

/**
 * Returns the tokens of several bytes as one text, which `pkg-template/src/tokenizer/vocabulary.ts` reads. Throws if a token cannot be
 * written so: a newer vocabulary might hold one.
 */
function packed(tokens) {
  const singles = Array.from({ length: 256 }, (_, byte) => byte).sort((left, right) => Number(isPrintable(right)) - Number(isPrintable(left)) || left - right);
  const inOrder = singles.every((byte, rank) => tokens[rank].length === 1 && tokens[rank][0] === byte);
  const others = tokens.slice(singles.length).map(written);
  if (!inOrder || others.some((text) => text === null)) throw new StepError("a vocabulary of tiktoken has another form", { advice: "see scripts/lib/vocabularies.mjs" });
  return others.join(SEPARATOR);
}

/** Returns a token as text, or null if it holds a character that stands for a byte. */
function written(token) {
  const escaped = (byte) => String.fromCharCode(ESCAPES + byte);
  const text = isText(token) ? token.toString("utf8") : Array.from(token, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : escaped(byte))).join("");
  if (isText(token) && /[\uf700-\uf7ff]/.test(text)) return null;
  return text.replaceAll(/[\0-\x1f~\x7f]/g, (character) => escaped(character.charCodeAt(0)));
}

function isText(bytes) {
  return Buffer.from(bytes.toString("utf8")).equals(bytes);
}
