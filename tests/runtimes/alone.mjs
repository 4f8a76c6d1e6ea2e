// Measures bundles that import one name of the package.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { StepError } from "../../scripts/lib/run.mjs";

const { names } = JSON.parse(readFileSync(new URL("../size.json", import.meta.url), "utf8"));

/** The names that work without the engine. All others include the wasm, which is not counted. */
const WITHOUT_ENGINE = new Set([
  "ContextWindowOverflowError", "ConversationError", "MemoryLedger", "PHANTOM_TOOL_NAMES", "chain", "compacting", "costAware", "fitBudget", "isContextOverflow", "isContinuationRefused",
  "noReduction", "offload", "recentTurns", "ruleSentence", "slidingWindow", "stripPhantomCalls", "summarizing", "tool",
]);

/** The factor by which a bundler may exceed esbuild, which `npm run size` measures. */
const [SHARE, BYTES] = [0.15, 400];

/** Every name, with its maximum of minified code in bytes. */
export const NAMES = Object.entries(names).map(([name, bytes]) => ({ name, most: Math.round(bytes * (1 + SHARE) + BYTES), hasEngine: !WITHOUT_ENGINE.has(name) }));

/** Returns a program that uses only one name. */
export const program = (name, from = "backscroll") => `import { ${name} } from "${from}";\nglobalThis.used = ${name};\n`;

/** Matches the wasm as text: a long run without a quotation mark. */
const WASM = /(["'`])[^"'`\\]{100000,}\1/;

/** Returns the fault of a bundle; null when there is none. */
export function faultOf({ name, most, hasEngine }, code) {
  const hasWasm = WASM.test(code);
  if (hasEngine && !hasWasm) return `${name} lacks the wasm; if it works without the engine, add it to WITHOUT_ENGINE in tests/runtimes/alone.mjs`;
  if (hasWasm && !hasEngine) return `${name} brings the wasm`;
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
