// Type-checks pieces of code as one program, as strict as a careful user's, with the installed package and the real clients.

import { readFileSync } from "node:fs";
import ts from "typescript";
import { at } from "../../../scripts/lib/paths.mjs";

/** The folder of the files that exist only here. Below the root, so that packages are found. */
const FOLDER = at("tests", "support", "snippets");

const OPTIONS = {
  strict: true,
  // Node runs such programs as they are.
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  // Declarations of some clients have errors of their own.
  skipLibCheck: true,
};

/** For Node and browsers, whose types do not contradict each other. */
export const EVERYWHERE = { ...OPTIONS, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"], types: ["node"] };
/** With version 5 of the AI SDK, for the declarations of the package, too. */
export const OLDER_AI_SDK = { ...EVERYWHERE, paths: { ai: [at("node_modules", "ai-5", "dist", "index.d.ts")], "@ai-sdk/openai": [at("node_modules", "ai-sdk-openai-2", "dist", "index.d.ts")] } };
/** For Workers, whose types contradict the DOM's. */
export const WORKERS = { ...OPTIONS, lib: ["lib.es2022.d.ts"], types: ["@cloudflare/workers-types"] };

/**
 * @typedef {object} Piece
 * @property {string} where the file and the line in which it begins, for the message of an error
 * @property {string | null} [file] the name under which other pieces import it
 * @property {string} before what a test adds in front of the code: no newline, so that lines stay
 * @property {string} code
 * @property {string} after
 *
 * @param {readonly Piece[]} pieces
 * @param {ts.CompilerOptions} options
 * @param {readonly string[]} files files of the repository that belong to the program
 * @returns {string[][]} the errors of each piece; those of the files at the end
 */
export function errorsOf(pieces, options, files = []) {
  const texts = new Map(pieces.map(({ file, before, code, after }, index) => [`${FOLDER}/${file ?? `piece-${index}.tsx`}`, `${before}${code}\n${after}`]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => (texts.has(path) ? ts.createSourceFile(path, texts.get(path), ...rest) : getSourceFile(path, ...rest));
  const program = ts.createProgram([...texts.keys(), ...files], options, host);
  const errors = [...texts.keys()].map((path, index) => faults(program, path).map(({ line, text }) => `${pieces[index].where}, line ${line}: ${text}`));
  const own = files.flatMap((path) => faults(program, path).map(({ line, text }) => `${path.slice(at().length)}:${line}: ${text}`));
  const unplaced = program.getOptionsDiagnostics().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  return [...errors, [...unplaced, ...own]];
}

function faults(program, path) {
  const source = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ start, messageText }) => ({
    line: source.getLineAndCharacterOfPosition(start ?? 0).line + 1,
    text: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

/** The path from a piece to the names that it may assume. */
export const ASSUMED = "./assumed.js";

/** Returns the names that a file of this folder exports. */
export function namesIn(file) {
  const text = readFileSync(`${FOLDER}/${file}`, "utf8");
  const declared = [...text.matchAll(/^export declare const ([^;]*)/gm)].flatMap(([, names]) => [...names.matchAll(/(?:^|, )(\w+):/g)].map(([, name]) => name));
  const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names.split(","));
  return [...declared, ...lists.map((name) => name.trim().split(/ as |type /).at(-1))];
}
