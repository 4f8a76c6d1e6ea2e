/**
 * Prints the errors of src/tokens/script against o200k_base on the test side, which the fit has not seen, beside the errors of other
 * estimators. Run: node benches/estimator/report.mjs [--sources]
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { get_encoding } from "tiktoken";
import { EVERYDAY } from "../../tests/support/everyday.mjs";
import { loadChunks } from "./chunks.mjs";
import { folderOf } from "./fetch.mjs";
import { estimatorFrom } from "./render.mjs";
import { PEERS, PROSE } from "./sources.mjs";

const withSources = process.argv.includes("--sources");
const test = (await loadChunks()).filter(({ split }) => split === "test");

const { estimateTokenCount } = await import(pathToFileURL(path.join(folderOf(PEERS.tokenx), "dist", "index.mjs")).href);
const weights = readFileSync(new URL("../../src/tokens/script/weights.rs", import.meta.url), "utf8");

/** @type {Record<string, (text: string) => number>} */
const ESTIMATES = {
  script: estimatorFrom(weights),
  "chars/4": (text) => text.length / 4,
  "bytes/3": (text) => Buffer.byteLength(text) / 3,
  tokenx: (text) => estimateTokenCount(text),
};

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers) => sum(numbers) / numbers.length;
const percent = (number, width) => number.toFixed(1).padStart(width);

/** Signed errors in percent, of every group of chunks. */
const errorsOf = (groups, estimate) => groups.map((chunks) => {
  const tokens = sum(chunks.map((chunk) => chunk.tokens));
  return (100 * (sum(chunks.map(({ text }) => estimate(text))) - tokens)) / tokens;
});

const line = (name, groups) => {
  const errors = Object.values(ESTIMATES).map((estimate) => errorsOf(groups, estimate));
  const [script] = errors;
  const sorted = script.map(Math.abs).sort((left, right) => left - right);
  const columns = [mean(script), sorted[Math.floor(0.95 * (sorted.length - 1))], ...errors.map((list) => mean(list.map(Math.abs)))];
  const [bias, tail, ...absolute] = columns;
  process.stdout.write(`${name.padEnd(44)}${String(groups.length).padStart(5)}${percent(absolute[0], 9)}${percent(bias, 7)}${percent(tail, 7)}${absolute.slice(1).map((value) => percent(value, 9)).join("")}\n`);
  return absolute;
};

/** Puts as many chunks into each group. The chunks of a group come from the whole list. */
const grouped = (chunks, size) => {
  const amount = Math.floor(chunks.length / size);
  return Array.from({ length: amount }, (_, at) => chunks.filter((_, index) => index < amount * size && index % amount === at));
};

const table = (title, chunksOf, size = 1) => {
  process.stdout.write(`\n${title.padEnd(44)}${"n".padStart(5)}${"script".padStart(9)}${"bias".padStart(7)}${"95%".padStart(7)}${Object.keys(ESTIMATES).slice(1).map((name) => name.padStart(9)).join("")}\n`);
  const rows = Object.entries(chunksOf).map(([category, chunks]) => {
    const row = line(category, grouped(chunks, size));
    if (withSources) for (const source of new Set(chunks.map((chunk) => chunk.source))) line(`  ${source}`, grouped(chunks.filter((chunk) => chunk.source === source), 1));
    return row;
  });
  const columns = rows[0].map((_, column) => rows.map((row) => row[column]));
  const summary = (name, pick) => {
    const [script, ...others] = columns.map(pick);
    process.stdout.write(`${name.padEnd(49)}${percent(script, 9)}${" ".repeat(14)}${others.map((value) => percent(value, 9)).join("")}\n`);
  };
  summary("mean of the categories", mean);
  summary("worst category", (column) => Math.max(...column));
};

const byCategory = (wanted) => {
  const chunksOf = {};
  for (const chunk of test.filter(wanted)) (chunksOf[chunk.category] ??= []).push(chunk);
  return chunksOf;
};
const isProse = ({ category }) => PROSE.has(category);
process.stdout.write("Estimates. Mean absolute error in % of the tokens of o200k_base, per text of the test side.\nbias: mean signed error of script; 95%: 19 of 20 texts are closer than this.\n");
table("languages, 500 to 2,000 characters", byCategory((chunk) => isProse(chunk) && !chunk.isShort));
table("kinds of text, 500 to 2,000 characters", byCategory((chunk) => !isProse(chunk)));
const short = byCategory((chunk) => isProse(chunk) && chunk.isShort);
table("short texts of one to three sentences", short);
table("ten short texts together", short, 10);
const tokenizer = get_encoding("o200k_base");
const everyday = Object.entries(EVERYDAY).map(([language, texts]) => [language, texts.map((text) => ({ text, tokens: tokenizer.encode_ordinary(text).length, source: "" }))]);
table("eight everyday sentences together", Object.fromEntries(everyday), 8);
