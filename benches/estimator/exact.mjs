/**
 * Prints the speed and the size of exact counts in o200k_base, beside other libraries in the same run. Run: npm run bench:tokens
 *
 * Each library counts in a process of its own. The processes take turns, round by round. A text is counted once in a round, and each round
 * has other texts, because the libraries remember pieces that they have seen.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { machine } from "../lib/machine.mjs";
import { median } from "../lib/statistics.mjs";
import { kilobytes, table } from "../lib/table.mjs";
import { loadChunks } from "./chunks.mjs";
import { folderOf } from "./fetch.mjs";
import { PEERS } from "./sources.mjs";

const ROUNDS = 5;
const MESSAGE = 500;
const CATEGORIES = [
  "English",
  "code",
  "JSON compact",
  "markdown",
  "terminal",
  "German",
  "Russian",
  "Hindi",
  "Korean",
  "Chinese",
  "Japanese",
];

const require = createRequire(import.meta.url);
const versionOf = (name) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url)), "utf8")).version;
const gpt = path.join(folderOf(PEERS["gpt-tokenizer"]), "esm", "encoding", "o200k_base.js");

/**
 * The libraries, each as a module that exports `count`, with its version and the files that a program ships with it.
 *
 * @type {Record<string, { version: string, module: string, beside?: string[] }>}
 */
const WAYS = {
  "backscroll/o200k": { version: versionOf("backscroll"), module: 'export { countTokens as count } from "backscroll/o200k";' },
  "gpt-tokenizer": {
    version: PEERS["gpt-tokenizer"].version,
    module: `import { countTokens } from ${JSON.stringify(gpt)};\nconst options = { disallowedSpecial: new Set() };\nexport const count = (text) => countTokens(text, options);`,
  },
  tiktoken: {
    version: versionOf("tiktoken"),
    module:
      'import { get_encoding } from "tiktoken";\nconst encoding = get_encoding("o200k_base");\nexport const count = (text) => encoding.encode_ordinary(text).length;',
    // The wasm holds the vocabularies.
    beside: [require.resolve("tiktoken/tiktoken_bg.wasm")],
  },
  "js-tiktoken": {
    version: versionOf("js-tiktoken"),
    module:
      'import { Tiktoken } from "js-tiktoken/lite";\nimport ranks from "js-tiktoken/ranks/o200k_base";\nconst encoding = new Tiktoken(ranks);\nexport const count = (text) => encoding.encode(text, [], []).length;',
  },
};

/** Measures in a process of its own: the start, with ASCII and with all of the vocabulary, then each category, then messages. Prints JSON. */
const PROGRAM = (way, texts) => `
import { readFileSync } from "node:fs";
const { categories, messages } = JSON.parse(readFileSync(${JSON.stringify(texts)}, "utf8"));
const now = () => performance.now();
const begin = now();
const { count } = await import(${JSON.stringify(pathToFileURL(way).href)});
count("x");
const start = now() - begin;
count("я"); // A library may read a part of its vocabulary when it first needs it.
const whole = now() - begin;
let tokens = 0;
const add = (texts) => { for (const text of texts) tokens += count(text); };
add(messages.slice(0, messages.length / 2)); // The compiler warms up.
const times = {};
for (const [name, texts] of Object.entries(categories)) {
  const from = now();
  add(texts);
  times[name] = now() - from;
}
const from = now();
add(messages.slice(messages.length / 2));
console.log(JSON.stringify({ start, whole, tokens, times, message: (now() - from) / (messages.length / 2) }));
`;

const folder = mkdtempSync(path.join(fileURLToPath(new URL("../..", import.meta.url)), ".tools", "exact-"));
try {
  const chunks = (await loadChunks()).filter(({ isShort }) => !isShort);
  const textsOf = (round) => {
    const own = (category) =>
      chunks
        .filter((chunk) => chunk.category === category)
        .filter((_, index) => index % ROUNDS === round)
        .map(({ text }) => text);
    const messages = ["English", "code", "JSON compact", "markdown", "terminal"].flatMap((category) =>
      own(category).map((text) => text.slice(0, MESSAGE)),
    );
    return {
      categories: Object.fromEntries(CATEGORIES.map((category) => [category, own(category)])),
      messages: messages.slice(0, messages.length & ~1),
    };
  };
  const measured = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
  const texts = Array.from({ length: ROUNDS }, (_, round) => textsOf(round));
  for (const [round, each] of texts.entries()) {
    const file = path.join(folder, "texts.json");
    writeFileSync(file, JSON.stringify(each));
    for (const [name, { module }] of Object.entries(WAYS)) {
      const way = path.join(folder, `${name.replaceAll("/", "-")}.mjs`);
      writeFileSync(way, module);
      const output = execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM(way, file)], {
        encoding: "utf8",
        cwd: folder,
      });
      measured[name].push(JSON.parse(output));
    }
    const counts = new Set(Object.values(measured).map((rounds) => rounds[round].tokens));
    if (counts.size > 1) throw new Error(`the libraries count differently: ${[...counts].join(", ")}`);
  }

  const bytesOf = (list) => list.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const speed = (rounds, category) =>
    median(rounds.map(({ times }, round) => bytesOf(texts[round].categories[category]) / times[category] / 1e3));
  const rows = [];
  for (const [name, { version, module, beside = [] }] of Object.entries(WAYS)) {
    const rounds = measured[name];
    const { outputFiles } = await build({
      stdin: { contents: module, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "browser",
      charset: "utf8",
      logLevel: "silent",
      external: ["*.wasm"],
    });
    const bytes = Buffer.concat([Buffer.from(outputFiles[0].contents), ...beside.map((file) => readFileSync(file))]);
    rows.push([
      `${name} ${version}`,
      `${median(rounds.map(({ start }) => start)).toFixed(0)} ms`,
      `${median(rounds.map(({ whole }) => whole)).toFixed(0)} ms`,
      `${(median(rounds.map(({ message }) => message)) * 1e3).toFixed(1)} µs`,
      kilobytes(brotliCompressSync(bytes).length),
      ...CATEGORIES.map((category) => speed(rounds, category).toFixed(1)),
    ]);
  }
  console.log(
    `${machine()}\n\nExact counts in o200k_base. Start: import and first count, in a fresh process. Beyond ASCII: the same with a text that is not ASCII. Message: ${MESSAGE} characters of English, code, JSON, Markdown and terminals. Size: a web page's bundle after brotli. The other columns: MB of text a second. All counts were equal.\n`,
  );
  console.log(table(["library", "start", "beyond ASCII", "message", "size", ...CATEGORIES], rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
