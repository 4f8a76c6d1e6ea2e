// The package without the wasm, for hosts that bring it: as a file of their own server, or compiled beforehand.

import { describe, isOurs, reason } from "../check.js";
import { ConversationError } from "../errors.js";
import { type WasmSource, bring, isBrought } from "./slim-source.js";

export * from "../index.js";
export type { WasmSource } from "./slim-source.js";

/**
 * Takes the wasm: a compiled module, or the bytes of `backscroll/core.wasm`. Further calls change nothing.
 *
 * @throws ConversationError `invalid-argument` for what is neither; `wasm-unavailable` at first use, when it is not this version's wasm.
 * @example
 * initSync(readFileSync(new URL(import.meta.resolve("backscroll/core.wasm"))));
 */
export function initSync(source: WasmSource): void {
  if (!isSource(source)) {
    throw new ConversationError("invalid-argument", `\`source\` must be a WebAssembly.Module or bytes; given was ${describe(source)}.`);
  }
  bring(source);
}

/**
 * Fetches the wasm and compiles it beside the main thread's work. Further calls change nothing.
 *
 * @throws ConversationError `wasm-unavailable` when it cannot be fetched or compiled.
 * @example
 * import wasmUrl from "backscroll/core.wasm?url"; // as Vite has it
 * await init(wasmUrl);
 */
export async function init(source: WasmSource | URL | string | Response | Promise<Response>): Promise<void> {
  if (isBrought()) return;
  try {
    if (isSource(source)) return initSync(source);
    const response = isAddress(source) ? await fetch(source) : await source;
    if (!response.ok) throw new ConversationError("wasm-unavailable", `The wasm cannot be fetched: ${response.status} ${response.statusText} from ${response.url}.`);
    initSync(await compiled(response));
  } catch (cause) {
    if (isOurs(cause)) throw cause;
    throw new ConversationError("wasm-unavailable", `The wasm cannot be fetched or compiled: ${reason(cause)}.`, { cause });
  }
}

/** Compiled while it comes in, where the server says what it is. */
async function compiled(response: Response): Promise<WebAssembly.Module> {
  const isTyped = /^application\/wasm\b/.test(response.headers.get("content-type") ?? "");
  if (isTyped && typeof WebAssembly.compileStreaming === "function") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function isAddress(value: unknown): value is URL | string {
  return typeof value === "string" || brand(value) === "URL";
}

function isSource(value: unknown): value is WasmSource {
  return ["WebAssembly.Module", "ArrayBuffer", "Uint8Array"].includes(brand(value));
}

/** Which kind of object it is: that is the same in all realms, as classes are not. */
function brand(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
