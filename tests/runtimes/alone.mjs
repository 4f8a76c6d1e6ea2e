// The size of a bundle that imports one name of the package.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { StepError } from "../../scripts/lib/run.mjs";

/** Bytes of minified code that a name may bring, by name. Those of `withEngine` bring the wasm, too, which is not counted. */
export const MOST = {
  withoutEngine: {
    noReduction: 300, PHANTOM_TOOL_NAMES: 400, ConversationError: 600, ContextWindowOverflowError: 900,
    isContextOverflow: 3_000, MemoryLedger: 3_200, recentTurns: 5_000, stripPhantomCalls: 5_000, slidingWindow: 6_500, chain: 5_500,
    compacting: 9_500, summarizing: 10_000, fitBudget: 11_000,
  },
  withEngine: {
    sanitizeToolCalls: 28_000, sanitize: 28_000, validate: 28_000, convert: 28_000, trim: 31_000, estimateTokens: 29_000,
    compactHistory: 32_000, Checkpoint: 56_000, ConversationManager: 105_000, resume: 116_000,
  },
};

/** Every name, with what may come of it. */
export const NAMES = Object.entries(MOST).flatMap(([kind, names]) => Object.entries(names).map(([name, most]) => ({ name, most, hasEngine: kind === "withEngine" })));

/** A program that uses one name, and nothing else. */
export const program = (name, from = "backscroll") => `import { ${name} } from "${from}";\nglobalThis.used = ${name};\n`;

/** The wasm as text: longer than all else, and without any quotation mark. */
const WASM = /(["'`])[^"'`\\]{100000,}\1/;

/** The fault of a bundle; null when there is none. */
export function faultOf({ name, most, hasEngine }, code) {
  if (WASM.test(code) !== hasEngine) return `${name} ${hasEngine ? "lacks" : "brings"} the wasm`;
  const bytes = Buffer.byteLength(code.replace(WASM, '""'));
  return bytes <= most ? null : `${name} brings ${bytes} bytes of code; ${most} are its own`;
}

/**
 * Bundles each name alone.
 *
 * @param {import("./project.mjs").Project} project
 * @param {(project: import("./project.mjs").Project, input: string, output: string) => Promise<unknown>} bundle minifies `input` into
 * the file `output`; both are paths in the project
 */
export async function assertAlone(project, bundle) {
  mkdirSync(project.path("alone"), { recursive: true });
  const faults = [];
  for (const each of NAMES) {
    const [input, output] = [`alone/${each.name}.mjs`, `alone/out/${each.name}.js`];
    writeFileSync(project.path(input), program(each.name));
    await bundle(project, input, output);
    faults.push(faultOf(each, readFileSync(project.path(output), "utf8")));
  }
  const found = faults.filter((fault) => fault !== null);
  if (found.length > 0) throw new StepError(`${found.length} names bring what is not theirs`, { tail: found.join("\n"), advice: "see `splitting` in scripts/lib/face.mjs" });
}
