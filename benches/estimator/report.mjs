/**
 * Prints the errors of src/kernels/script on the test side, which the fit has not seen: for o200k_base beside the errors of other
 * estimators, then for each other vocabulary, on transcripts, and on rare scripts.
 * Run: node benches/estimator/report.mjs [--sources | --transcripts]
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { EVERYDAY } from "../../tests/support/everyday.mjs";
import { loadBlocks } from "./blocks.mjs";
import { loadChunks } from "./chunks.mjs";
import { folderOf } from "./fetch.mjs";
import { randomFrom } from "./random.mjs";
import { estimatorFrom } from "./render.mjs";
import { PEERS, PROSE } from "./sources.mjs";
import { VOCABULARIES, countTokens } from "./teachers.mjs";

const withSources = process.argv.includes("--sources");
const onlyTranscripts = process.argv.includes("--transcripts");
const test = (await loadChunks()).filter(({ split }) => split === "test");

const { estimateTokenCount } = await import(pathToFileURL(path.join(folderOf(PEERS.tokenx), "dist", "index.mjs")).href);
const weights = readFileSync(new URL("../../src/kernels/script/weights.rs", import.meta.url), "utf8");

/** The vocabulary that the tables are about, and the estimators that they compare. */
let vocabulary = "o200k";
/** @type {Record<string, (text: string) => number>} */
let estimates = {
  script: estimatorFrom(weights, vocabulary),
  "chars/4": (text) => text.length / 4,
  "bytes/3": (text) => Buffer.byteLength(text) / 3,
  tokenx: (text) => estimateTokenCount(text),
};

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers) => sum(numbers) / numbers.length;
const percent = (number, width) => number.toFixed(1).padStart(width);

/** Signed errors in percent, of every group of chunks. */
const errorsOf = (groups, estimate) =>
  groups.map((chunks) => {
    const tokens = sum(chunks.map((chunk) => chunk.tokens[vocabulary]));
    return (100 * (sum(chunks.map(({ text }) => estimate(text))) - tokens)) / tokens;
  });

const line = (name, groups) => {
  const errors = Object.values(estimates).map((estimate) => errorsOf(groups, estimate));
  const [script] = errors;
  const sorted = script.map(Math.abs).sort((left, right) => left - right);
  const columns = [mean(script), sorted[Math.floor(0.95 * (sorted.length - 1))], ...errors.map((list) => mean(list.map(Math.abs)))];
  const [bias, tail, ...absolute] = columns;
  process.stdout.write(
    `${name.padEnd(44)}${String(groups.length).padStart(5)}${percent(absolute[0], 9)}${percent(bias, 7)}${percent(tail, 7)}${absolute
      .slice(1)
      .map((value) => percent(value, 9))
      .join("")}\n`,
  );
  return absolute;
};

/** Puts as many chunks into each group. The chunks of a group come from the whole list. */
const grouped = (chunks, size) => {
  const amount = Math.floor(chunks.length / size);
  return Array.from({ length: amount }, (_, at) => chunks.filter((_, index) => index < amount * size && index % amount === at));
};

const table = (title, chunksOf, size = 1) => {
  process.stdout.write(
    `\n${`${title}, ${vocabulary}`.padEnd(44)}${"n".padStart(5)}${"script".padStart(9)}${"bias".padStart(7)}${"95%".padStart(7)}${Object.keys(
      estimates,
    )
      .slice(1)
      .map((name) => name.padStart(9))
      .join("")}\n`,
  );
  const rows = Object.entries(chunksOf).map(([category, chunks]) => {
    const row = line(category, grouped(chunks, size));
    if (withSources)
      for (const source of new Set(chunks.map((chunk) => chunk.source)))
        line(
          `  ${source}`,
          grouped(
            chunks.filter((chunk) => chunk.source === source),
            1,
          ),
        );
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
const short = byCategory((chunk) => isProse(chunk) && chunk.isShort);
const tables = () => {
  table(
    "languages",
    byCategory((chunk) => isProse(chunk) && !chunk.isShort),
  );
  table(
    "kinds of text",
    byCategory((chunk) => !isProse(chunk)),
  );
  table("short texts of one to three sentences", short);
  table("ten short texts together", short, 10);
};

const printTables = () => {
  process.stdout.write(
    "Estimates. Mean absolute error in % of the tokens of the vocabulary, per text of the test side, of 500 to 2,000 characters unless it says otherwise.\nbias: mean signed error of script; 95%: 19 of 20 texts are closer than this.\n",
  );
  tables();
  const counted = countTokens(Object.values(EVERYDAY).flat());
  const everyday = Object.entries(EVERYDAY).map(([language, texts]) => [
    language,
    texts.map((text) => ({ text, tokens: counted.shift(), source: "" })),
  ]);
  table("eight everyday sentences together", Object.fromEntries(everyday), 8);
  for (vocabulary of VOCABULARIES.slice(1)) {
    estimates = { script: estimatorFrom(weights, vocabulary) };
    tables();
  }
};
if (!onlyTranscripts) printTables();

/** The kinds of text in an agent's transcript, with the part that each takes. The code of one transcript is of two packages. */
const TRANSCRIPT = {
  "code in results": 30,
  code: 25,
  terminal: 12,
  screens: 3,
  markdown: 10,
  English: 10,
  "JSON spaced": 4,
  "JSON compact": 3,
  logs: 3,
};
const TRANSCRIPTS = 2_000;
const LEAST_TOKENS = 5_000;

const transcript = (random) => {
  const kinds = Object.entries(TRANSCRIPT).flatMap(([category, parts]) => Array.from({ length: parts }, () => category));
  const packages = new Set(Array.from({ length: 2 }, () => random.pick(codePackages)));
  const texts = [];
  for (let tokens = 0; tokens < LEAST_TOKENS; ) {
    const category = random.pick(kinds);
    const chunk = random.pick(
      category.startsWith("code") ? ofCategory[category].filter(({ source }) => packages.has(source)) : ofCategory[category],
    );
    texts.push(chunk);
    tokens += chunk.tokens[vocabulary];
  }
  return texts;
};
const ofCategory = byCategory(({ isShort }) => !isShort);
const codePackages = [...new Set(ofCategory["code in results"].map(({ source }) => source))];
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

/** The parts of the transcripts that are below the errors in a row. */
const PERCENTILES = [1, 5, 50, 95, 99];

process.stdout.write(
  `\n${TRANSCRIPTS} transcripts of ${LEAST_TOKENS} tokens or more, mixed from the test side: mean absolute error, bias, and percentiles of the signed error, in % of the tokens\n${"".padEnd(12)}${["mean", "bias", ...PERCENTILES.map((percentile) => `${percentile}%`)].map((name) => name.padStart(8)).join("")}\n`,
);
for (vocabulary of VOCABULARIES) {
  const script = estimatorFrom(weights, vocabulary);
  const random = randomFrom("transcripts");
  const memo = new Map();
  const estimate = (chunk) => memo.get(chunk) ?? memo.set(chunk, script(chunk.text)).get(chunk);
  const errors = Array.from({ length: TRANSCRIPTS }, () => {
    const texts = transcript(random);
    const tokens = sum(texts.map((chunk) => chunk.tokens[vocabulary]));
    return (100 * (sum(texts.map(estimate)) - tokens)) / tokens;
  }).sort((left, right) => left - right);
  process.stdout.write(
    `${vocabulary.padEnd(12)}${[mean(errors.map(Math.abs)), mean(errors), ...PERCENTILES.map((percentile) => at(errors, percentile / 100))].map((value) => percent(value, 8)).join("")}\n`,
  );
}

const printBlocks = () => {
  process.stdout.write(
    "\nEstimate / tokens of 200 characters of one block of Unicode at random, and of the declaration in scripts that are not in the fit\n",
  );
  const blocks = loadBlocks();
  for (vocabulary of VOCABULARIES) {
    const script = estimatorFrom(weights, vocabulary);
    const shares = blocks.map(({ first, name, text, tokens }) => ({
      isRandom: first !== undefined,
      name,
      share: script(text) / Math.max(1, tokens[vocabulary]),
    }));
    const listed = (list) => list.map(({ name, share }) => `${name} ${share.toFixed(2)}`).join(", ");
    const random = shares.filter(({ isRandom }) => isRandom);
    const low = random.filter(({ share }) => share < 0.9);
    process.stdout.write(
      `${vocabulary.padEnd(12)}${random.length} blocks, ${low.length} below 0.9: ${listed(low)}\n${"".padEnd(12)}declarations: ${listed(shares.filter(({ isRandom }) => !isRandom))}\n`,
    );
  }
};
if (!onlyTranscripts) printBlocks();
