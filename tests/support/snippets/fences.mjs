// The code of the documents: its fences, and the comment before each, which says how a test treats it.
//
// `<!-- runnable -->`            the program runs by itself, and prints what its comments say
// `<!-- runs: NAME -->`          the test of that name runs it, with a provider, a framework or a database
// `<!-- prints -->`              a text that is all that the program before it prints
// `<!-- assumes: NAME, … -->`    the code uses names of `assumed.ts`, which a reader has in a program of his own
// `<!-- file: NAME -->`          the name of its file, by which other fences of the page import it
// `<!-- runs: NAME; assumes: NAME -->` several of these

import { readFileSync, readdirSync } from "node:fs";
import { transformSync } from "esbuild";
import { at } from "../../../scripts/lib/paths.mjs";

/**
 * @typedef {object} Fence
 * @property {string} page the path of its file, below the root
 * @property {number} line the line of its first line of code, from 1
 * @property {string} language `ts` or `tsx`; any other is not TypeScript
 * @property {string} code
 * @property {boolean} isRunnable
 * @property {boolean} isOutput
 * @property {string | null} runs the name of the test that runs it
 * @property {string | null} file
 * @property {readonly string[]} assumes
 */

/** The pages for users. */
export const PAGES = [
  "README.md",
  "pkg-template/README.md",
  "pkg-template/vocabularies/README.md",
  "examples/README.md",
  ...readdirSync(at("docs"), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`).sort(),
];

const FENCE = /(?:<!-- ([^>]*?) -->\s*)?^```(\w+)\n([^]*?)^```$/gm;

/** @param {string} page @returns {Fence[]} */
export function fencesOf(page) {
  const text = readFileSync(at(page), "utf8");
  return [...text.matchAll(FENCE)].map(({ 0: whole, 1: marks = "", 2: language, 3: code, index }) => {
    const line = text.slice(0, index + whole.lastIndexOf("```", whole.length - 4 - code.length)).split("\n").length + 1;
    const named = Object.fromEntries(marks.split(";").map((mark) => /^\s*(\w+)(?::\s+(.*?))?\s*$/.exec(mark)?.slice(1) ?? [mark]));
    const assumes = (named.assumes ?? "").split(",").map((name) => name.trim()).filter(Boolean);
    return { page, line, language, code, isRunnable: "runnable" in named, isOutput: "prints" in named, runs: named.runs ?? null, file: named.file ?? null, assumes };
  });
}

/** All fences of the pages. */
export const allFences = () => PAGES.flatMap(fencesOf);

/** Returns the programs of a page that a test of its own runs, as JavaScript, by the names of their marks. */
export function programsOf(page) {
  return new Map(fencesOf(page).filter(({ runs }) => runs !== null).map(({ runs, code }) => [runs, asJavaScript(code)]));
}

/** Returns TypeScript without its types, as Node 20 needs it. */
export function asJavaScript(code) {
  return transformSync(code, { loader: "tsx", target: "es2022", tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } }, jsx: "automatic" }).code;
}

/** Returns the lines that the comments behind `console.log` promise, in order. One that ends in "..." is the beginning of its line. */
export function promisesOf(code) {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, line]) => line);
}
