// Builds the package `backscroll-vocabularies`: packs the vocabularies of OpenAI's tokenizers, which are in the npm package `tiktoken`.
//
// `backscroll/o200k` and `backscroll/cl100k` import it. It is large, and few programs count exactly, so it is an optional peer of `backscroll`.
// It has a version of its own, which rises when a vocabulary changes. The major version is the format of the data, which the reader in
// `pkg-template/src/tokenizer` checks.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { tokenizers } from "./entries.mjs";
import { requiringLate } from "./late-data.mjs";
import { filesOf, vocabulariesManifest } from "./manifest.mjs";
import { at, buildFolder, vocabulariesFolder } from "./paths.mjs";
import { StepError } from "./run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "./stamp.mjs";

const template = at("pkg-template", "vocabularies");
const licence = join(template, "LICENSE");
const stamp = join(buildFolder, "vocabularies.sha256");
const sources = [
  template,
  at("LICENSE-MIT"),
  at("package-lock.json"),
  ...["vocabularies", "late-data"].map((name) => at("scripts", "lib", `${name}.mjs`)),
];

const into = (name) => join(vocabulariesFolder, name);
const made = ["package.json", ...tokenizers.flatMap(filesOf)].map(into);

/** Builds the package, unless it is up to date. */
export function packVocabularies() {
  if (areVocabulariesFresh()) return;
  const now = digested();
  breakStamp(stamp);
  rmSync(vocabulariesFolder, { recursive: true, force: true });
  mkdirSync(vocabulariesFolder, { recursive: true });
  const manifest = vocabulariesManifest();
  const format = Number.parseInt(JSON.parse(manifest).version, 10);
  // Every file that holds the data keeps their licence.
  const notice = `/*!\n${readFileSync(licence, "utf8")}*/\n`;
  for (const { name } of tokenizers) {
    const data = { format, ...packed(tokensOf(`${name}_base`)) };
    writeFileSync(into(`${name}.mjs`), `${notice}export const packed = ${JSON.stringify(data)};\n`);
    writeFileSync(into(`${name}.cjs`), `"use strict";\n${requiringLate(`module.exports = require("./${name}.mjs");`)}\n`);
    for (const ending of ["d.ts", "d.cts"]) copyFileSync(join(template, "vocabulary.d.ts"), into(`${name}.${ending}`));
  }
  for (const file of [licence, join(template, "README.md"), at("LICENSE-MIT")]) copyFileSync(file, into(basename(file)));
  writeFileSync(into("package.json"), manifest);
  writeStamp(stamp, now);
}

/** Returns true when the package is up to date with its sources. */
export function areVocabulariesFresh() {
  return isFresh(stamp, digested(), made);
}

/** Lets a program that imports `pkg/` by its path, or from a project that links it, find the vocabularies. The stage `pack` links what it installs. */
export function linkVocabularies() {
  const link = at("node_modules", "backscroll-vocabularies");
  if (existsSync(link)) return;
  // A broken link does not "exist", but would still block the new link.
  rmSync(link, { force: true });
  symlinkSync(vocabulariesFolder, link, "junction");
}

const digested = () => digest(sources, [vocabulariesManifest()]);

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
