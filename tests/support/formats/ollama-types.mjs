// Judges messages of Ollama by the types of its own client: the compiler checks each list as a literal, so it refuses unknown fields, too.

import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A file that exists only for the compiler. Beside this one, it finds the client. */
const FILE = fileURLToPath(new URL("ollama-messages.ts", import.meta.url));

/** The server takes ids of calls; the client's types do not name them (github.com/ollama/ollama/pull/12956). */
const HEAD = `import type { Message, ToolCall } from "ollama";
type Call = ToolCall & { id?: string };
type Wire = Omit<Message, "tool_calls" | "images"> & { tool_calls?: Call[]; images?: string[]; tool_call_id?: string };
`;

const OPTIONS = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022 };

/**
 * Returns the faults of each list of messages.
 *
 * @param {readonly object[][]} lists
 * @returns {string[][]}
 */
export function faultsOf(lists) {
  const lines = lists.map((messages, place) => `export const list${place}: Wire[] = ${JSON.stringify(messages)};`);
  const text = `${HEAD}${lines.join("\n")}\n`;
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, ...rest) => (name === FILE ? ts.createSourceFile(name, text, OPTIONS.target, true) : getSourceFile(name, ...rest));
  const program = ts.createProgram([FILE], OPTIONS, host);
  const faults = lists.map(() => []);
  const file = program.getSourceFile(FILE);
  const first = HEAD.split("\n").length - 1;
  for (const { start, messageText } of ts.getPreEmitDiagnostics(program, file)) {
    const said = ts.flattenDiagnosticMessageText(messageText, " ");
    const place = file.getLineAndCharacterOfPosition(start ?? 0).line - first;
    if (faults[place] === undefined) throw new Error(said);
    faults[place].push(said);
  }
  return faults;
}
