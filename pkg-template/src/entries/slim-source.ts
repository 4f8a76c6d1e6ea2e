// The wasm that the host brings.

import build from "../../../build/core.build.js";
import { invalid, reason } from "../input/check.js";
import { ConversationError } from "../input/errors.js";

export { fillRandom } from "../wasm/random.js";

let given: WebAssembly.Module | undefined;

/**
 * Takes the host's wasm, if it is of this build. The first one stays, because there is one engine, which holds the conversations.
 *
 * @throws ConversationError `wasm-unavailable` if it is of another build.
 */
export function bring(module: WebAssembly.Module): void {
  const found = buildOf(module);
  if (found === undefined) throw unavailable("What was given is not the wasm of this package: that is `backscroll/core.wasm`.");
  if (found !== build) {
    throw unavailable(
      `The wasm is that of backscroll ${found}, and the script is ${build}: serve the \`core.wasm\` of the same installation, past all caches.`,
    );
  }
  given ??= module;
}

/** Reports whether the host has given the wasm. */
export function isBrought(): boolean {
  return given !== undefined;
}

export function wasmSource(): WebAssembly.Module {
  if (given !== undefined) return given;
  throw unavailable("`backscroll/slim` comes without its wasm: call `await init(source)` or `initSync(source)` first.");
}

export const ADVICE = "It was compiled, and is of this build.";

export function unavailable(message: string, cause?: unknown): ConversationError {
  return new ConversationError("wasm-unavailable", message, cause === undefined ? {} : { cause });
}

/** A separate section names the build. */
function buildOf(module: WebAssembly.Module): string | undefined {
  try {
    const [section] = WebAssembly.Module.customSections(module, "backscroll");
    return section && new TextDecoder().decode(section);
  } catch (cause) {
    throw invalid(`\`source\` only looks like a WebAssembly.Module: ${reason(cause)}`, cause);
  }
}
