// A repository that a script simulates: files of functions that call each other.

/** @typedef {import("../../../tests/support/random.mjs").Random} Random */

const AREAS = ["billing", "catalog", "shipping", "accounts", "reports"];
const NOUNS = ["invoice", "ledger", "carrier", "refund", "basket", "address", "voucher", "tariff", "session", "stock", "parcel", "rate"];
const VERBS = ["compute", "load", "merge", "format", "validate", "resolve", "apply", "expire"];
const FILES_AN_AREA = 5;

/**
 * @typedef {object} SourceFile
 * @property {string} path
 * @property {string} test the path of its test
 * @property {string} symbol the function that it exports
 * @property {SourceFile[]} uses the files whose functions it calls
 * @property {number} limit a number in its text
 */

/**
 * @param {Random} chance
 * @returns {SourceFile[]}
 */
export function repository(chance) {
  const files = AREAS.flatMap((area) => {
    const nouns = shuffled(NOUNS, chance).slice(0, FILES_AN_AREA);
    return nouns.map((noun) => fileOf(area, noun, chance));
  });
  for (const file of files) {
    const others = files.filter((other) => other !== file);
    file.uses = [...new Set(Array.from({ length: 4 }, () => chance.pick(others)))];
  }
  return files;
}

function fileOf(area, noun, chance) {
  const symbol = `${chance.pick(VERBS)}${capital(area)}${capital(noun)}`;
  return { path: `src/${area}/${noun}.ts`, test: `tests/${area}/${noun}.test.ts`, symbol, uses: [], limit: 100 + chance.below(9_900) };
}

/** Returns the text of a file, with the numbers of its lines, as an agent's tool returns it. */
export function textOf(file, chance) {
  const lines = [
    ...file.uses.map(({ path, symbol }) => `import { ${symbol} } from "../${path.slice("src/".length)}";`),
    "",
    `const LIMIT = ${file.limit};`,
    "",
    `export function ${file.symbol}(input, options = {}) {`,
    ...Array.from({ length: 8 + chance.below(30) }, (_, index) => `  const step${index} = input.value * ${chance.below(100)} + ${index};`),
    ...file.uses.map(({ symbol }) => `  input = ${symbol}(input, options);`),
    "  if (input.value > LIMIT) throw new RangeError(`over ${LIMIT}`);",
    "  return input;",
    "}",
  ];
  return lines.map((line, index) => `${index + 1}\t${line}`).join("\n");
}

/** Returns the files that call the function of a file. */
export function callersOf(files, file) {
  return files.filter(({ uses }) => uses.includes(file));
}

/** Returns the values of a list in a random order. @template T @param {readonly T[]} list @param {Random} chance @returns {T[]} */
export function shuffled(list, chance) {
  const left = [...list];
  return list.map(() => left.splice(chance.below(left.length), 1)[0]);
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
