/**
 * The tokenizers that the weights imitate. Counts are kept in .tools/estimator by the hash of the text, because the reconstruction of
 * Claude's tokenizers is slow.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { get_encoding } from "tiktoken";
import { STORE, fetchTeachers } from "./fetch.mjs";
import { TEACHERS } from "./sources.mjs";

/** The vocabularies in the order of the enum in script.rs. */
export const VOCABULARIES = ["o200k", "claude", "claude47", "tekken"];

const BATCH = 4_000;
const CACHE = path.join(STORE, `counts-${TEACHERS.map(({ name, version }) => `${name}-${version}`).join("-")}.json`);
const keyOf = (text) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const countInPython = (python, texts) =>
  JSON.parse(
    execFileSync(python, [fileURLToPath(new URL("teachers.py", import.meta.url))], {
      input: JSON.stringify(texts),
      encoding: "utf8",
      maxBuffer: 1 << 28,
    }),
  );

/** @param {string[]} texts @returns {Record<string, number>[]} The tokens of each text by vocabulary. */
export const countTokens = (texts) => {
  const tokenizer = get_encoding("o200k_base");
  const known = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, "utf8")) : {};
  const missing = [...new Set(texts)].filter((text) => known[keyOf(text)] === undefined);
  for (let at = 0; at < missing.length; at += BATCH) {
    process.stderr.write(`counting texts with the teachers: ${at} of ${missing.length}\n`);
    const batch = missing.slice(at, at + BATCH);
    countInPython(fetchTeachers(), batch).forEach((counts, index) => {
      known[keyOf(batch[index])] = [tokenizer.encode_ordinary(batch[index]).length, counts.claude, counts.claude47, counts.tekken];
    });
    writeFileSync(CACHE, JSON.stringify(known));
  }
  tokenizer.free();
  return texts.map((text) => Object.fromEntries(VOCABULARIES.map((name, index) => [name, known[keyOf(text)][index]])));
};
