// Judges values by the types that a client declares: the compiler refuses a missing field, a wrong one, and one that is not declared.

import ts from "typescript";
import { at } from "../../../scripts/lib/paths.mjs";

const OPTIONS = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2023, strict: true, skipLibCheck: true, noEmit: true, types: [] };

/** The declarations that were parsed for earlier values, by path, and the program that they were resolved for. */
const parsed = new Map();
let before;

/**
 * Returns the faults of each value.
 *
 * @param {string} type as TypeScript writes it, such as `import("@google/genai").Interactions.Step`
 * @param {unknown[]} values JSON values
 * @returns {string[][]}
 */
export function typeFaults(type, values) {
  const file = at("typed-values.mts");
  const lines = values.map((value, index) => `export const v${index}: T = ${JSON.stringify(value)};`);
  const text = [`type T = ${type};`, ...lines].join("\n");
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? text : readFile(path));
  host.getSourceFile = (path, ...rest) => {
    if (path === file) return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    if (!parsed.has(path)) parsed.set(path, getSourceFile.call(host, path, ...rest));
    return parsed.get(path);
  };
  const program = ts.createProgram([file], OPTIONS, host, before);
  before = program;
  const source = program.getSourceFile(file);
  const faults = values.map(() => []);
  for (const { start, messageText } of [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]) {
    const { line } = source.getLineAndCharacterOfPosition(start);
    const found = ts.flattenDiagnosticMessageText(messageText, " ");
    if (line === 0) throw new Error(found);
    faults[line - 1].push(found);
  }
  return faults;
}
