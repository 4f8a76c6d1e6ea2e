/**
 * Reads the fetched packages into documents: plain text with a category, a
 * source and a side of the split. The unit of the split is the package, or the
 * line where every line is a document (see sources.mjs).
 *
 * @typedef {object} Document
 * @property {string} category
 * @property {string} source
 * @property {"train" | "test"} split
 * @property {string} text
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { folderOf } from "./fetch.mjs";
import { generatedDocuments } from "./generated.mjs";
import { recordDocuments } from "./records.mjs";
import { hashOf } from "./random.mjs";
import { asResults } from "./results.mjs";
import { screenDocuments } from "./screens.mjs";
import { SOURCES } from "./sources.mjs";
import { terminalDocuments } from "./terminal.mjs";

const SCRIPTS = {
  Latin: /\p{Script=Latin}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Japanese: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu,
  Han: /\p{Script=Han}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Thai: /[\p{Script=Thai}]/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Greek: /\p{Script=Greek}/gu,
  Indic: /[\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Gujarati}]/gu,
};

/** Languages whose texts are read with their accents apart from the letters, too, as some systems write names of files. */
const DECOMPOSED = new Set(["Vietnamese", "French", "German", "Spanish", "Czech", "Portuguese"]);

const LETTERS = /[\p{L}\p{M}]/gu;
const LEAST_SHARE = 0.6;
const LARGEST_FILE = 4_000_000;

const count = (text, pattern) => text.match(pattern)?.length ?? 0;
const isMostlyIn = (script, text) => count(text, SCRIPTS[script]) >= LEAST_SHARE * Math.max(1, count(text, LETTERS));

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " };
const decode = (text) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, decimal) => String.fromCodePoint(Number(decimal)))
    .replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity);

/** Returns the text of block elements, one paragraph each. */
const paragraphsOf = (markup) =>
  decode(
    markup
      .replace(/<(info|head|script|style)\b[^]*?<\/\1>/g, " ")
      .replace(/\s+/g, " ")
      .replace(/<\/?(p|h[1-6]|li|title|desc|td|dt|dd|item|pre|div)\b[^>]*>/g, "\n")
      .replace(/<[^>]*>/g, ""),
  )
    .split("\n")
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph.length > 20);

/** Returns the translations of a gettext .mo file that are sentences rather than labels. */
const translationsOf = (bytes) => {
  const amount = bytes.readUInt32LE(8);
  const table = bytes.readUInt32LE(16);
  return Array.from({ length: amount }, (_, index) => {
    const length = bytes.readUInt32LE(table + 8 * index);
    const start = bytes.readUInt32LE(table + 8 * index + 4);
    return bytes.toString("utf8", start, start + length).split("\0")[0];
  }).filter((translation) => translation.length > 30);
};

/** The output of a reader for one file: pieces of one document, or one document each. */
const READERS = {
  lines: (text) => ({ pieces: text.split("\n"), separate: true }),
  fortune: (text) => ({ pieces: text.replace(/\u001b\[[\d;]*m/g, "").split(/\n%\n/), separate: true }),
  html: (text) => ({ pieces: paragraphsOf(text), separate: false }),
  mallard: (text) => ({ pieces: paragraphsOf(text), separate: false }),
  text: (text) => ({ pieces: [text], separate: false }),
};

const piecesOf = (take, name, bytes) => {
  if (take.as === "catalog") return { pieces: translationsOf(bytes), separate: true };
  const text = bytes.toString("utf8");
  if (take.as === "json") return { pieces: [JSON.stringify(JSON.parse(text))], separate: false };
  return READERS[take.as](text);
};

/** Returns a file as an agent sends it: in the arguments of a call, which are JSON as text. Of every other file, the call is in a recording. */
const asArguments = (text, name) => {
  const call = JSON.stringify({ path: name, content: text });
  return hashOf(name) % 3 === 0
    ? JSON.stringify({ role: "assistant", tool_calls: [{ type: "function", function: { name: "write", arguments: call } }] })
    : call;
};

/** Returns JSON as Python writes it: on one line, with a space behind each comma and colon. */
const asPythonWrites = (source, split, text) => {
  const lines = JSON.stringify(JSON.parse(text), null, 1);
  const spaced = lines
    .replaceAll(/([[{])\n\s*/g, "$1")
    .replaceAll(/\n\s*([\]}])/g, "$1")
    .replaceAll(/,\n\s*/g, ", ");
  return [{ category: "JSON spaced", source, split, text: spaced }];
};

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();

/** @returns {Document[]} */
const documentsOfTake = (source, take) => {
  const folder = path.join(folderOf(source), take.under);
  if (!existsSync(folder))
    throw new Error(`${source.registry} package ${source.name} has no folder ${take.under}; sources.mjs must name one that exists`);
  const role = take.role ?? source.role;
  const splitOf = (piece) => (role === "both" ? (hashOf(piece) % 2 === 0 ? "train" : "test") : role);
  const documents = [];
  for (const name of filesUnder(folder)) {
    if (!take.files.test(name) || /node_modules|\/(test|tests|locales)\//.test(name)) continue;
    const bytes = readFileSync(path.join(folder, name));
    if (bytes.length > LARGEST_FILE || bytes.includes("\uFFFD")) continue;
    const { pieces, separate } = piecesOf(take, name, bytes);
    const kept = pieces.filter((piece) => piece.trim() !== "" && (take.script === undefined || isMostlyIn(take.script, piece)));
    for (const text of separate ? kept : kept.length > 0 ? [kept.join("\n")] : []) {
      const split = splitOf(text);
      documents.push({ category: take.category, source: source.name, split, text });
      if (take.category === "English" && take.as === "lines")
        documents.push({ category: "capitals", source: source.name, split, text: text.toUpperCase() });
      if (take.category === "code") {
        documents.push({ category: "code in JSON", source: source.name, split, text: asArguments(text, name) });
        documents.push(
          ...asResults(text, name).map((result) => ({ category: "code in results", source: source.name, split, text: result })),
        );
      }
      if (take.as === "catalog" && DECOMPOSED.has(take.category))
        documents.push({ category: "decomposed", source: `${source.name} ${take.category}`, split, text: text.normalize("NFD") });
      if (take.as === "json")
        documents.push(...asPythonWrites(source.name, split, text), {
          category: "JSON indented",
          source: source.name,
          split,
          text: JSON.stringify(JSON.parse(text), null, 2),
        });
    }
  }
  return documents;
};

/** The paths of the files in the packages of code of each side, as in a checkout. */
const pathsOfCode = () => {
  const paths = { train: [], test: [] };
  for (const source of SOURCES) {
    if (!source.takes.some(({ category }) => category === "code")) continue;
    const names = filesUnder(folderOf(source))
      .filter((name) => !name.includes("node_modules"))
      .slice(0, PATHS_PER_SOURCE);
    paths[source.role].push(...names.map((name) => `${PLACES[hashOf(name) % PLACES.length]}${source.name}/${name}`));
  }
  return paths;
};
const PATHS_PER_SOURCE = 400;
const PLACES = ["packages/", "", "apps/", "./", "/home/dev/project/"];

/** All documents, fetched and generated, in a fixed order. @returns {Document[]} */
export const allDocuments = () => {
  const fetched = SOURCES.flatMap((source) => source.takes.flatMap((take) => documentsOfTake(source, take)));
  return [
    ...fetched,
    ...screenDocuments(
      fetched.filter(({ category }) => category === "code" || category === "markdown"),
      pathsOfCode(),
    ),
    ...[...generatedDocuments(), ...recordDocuments()].flatMap((document) =>
      document.category === "JSON compact" ? [document, ...asPythonWrites(document.source, document.split, document.text)] : [document],
    ),
    ...terminalDocuments(),
  ];
};
