/**
 * Prints the errors of src/tokens/script against o200k_base on the test side, which the fit has not seen, beside the errors of other
 * estimators. Run: node benches/estimator/report.mjs [--sources]
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
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

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const percent = (number, width) => number.toFixed(1).padStart(width);

/** Signed errors in percent, of every chunk. */
const errorsOf = (chunks, estimate) => chunks.map(({ text, tokens }) => (100 * (estimate(text) - tokens)) / tokens);

const line = (name, chunks) => {
  const errors = Object.values(ESTIMATES).map((estimate) => errorsOf(chunks, estimate));
  const [script] = errors;
  const sorted = script.map(Math.abs).sort((left, right) => left - right);
  const columns = [mean(script), sorted[Math.floor(0.95 * (sorted.length - 1))], ...errors.map((list) => mean(list.map(Math.abs)))];
  const [bias, tail, ...absolute] = columns;
  process.stdout.write(`${name.padEnd(44)}${String(chunks.length).padStart(5)}${percent(absolute[0], 9)}${percent(bias, 7)}${percent(tail, 7)}${absolute.slice(1).map((value) => percent(value, 9)).join("")}\n`);
  return absolute;
};

const table = (title, categories, isShort) => {
  process.stdout.write(`\n${title.padEnd(44)}${"n".padStart(5)}${"script".padStart(9)}${"bias".padStart(7)}${"95%".padStart(7)}${Object.keys(ESTIMATES).slice(1).map((name) => name.padStart(9)).join("")}\n`);
  const rows = categories.map((category) => {
    const chunks = test.filter((chunk) => chunk.category === category && chunk.isShort === isShort);
    const row = line(category, chunks);
    if (withSources) for (const source of new Set(chunks.map((chunk) => chunk.source))) line(`  ${source}`, chunks.filter((chunk) => chunk.source === source));
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

const categories = [...new Set(test.map(({ category }) => category))];
const languages = categories.filter((category) => PROSE.has(category));
process.stdout.write("Estimates. Mean absolute error in % of the tokens of o200k_base, per text of the test side.\nbias: mean signed error of script; 95%: 19 of 20 texts are closer than this.\n");
table("languages, 500 to 2,000 characters", languages, false);
table("kinds of text, 500 to 2,000 characters", categories.filter((category) => !PROSE.has(category)), false);
table("short texts of one to three sentences", languages, true);
