// The package without the wasm, for hosts that bring it: as a file of their own server, or compiled beforehand.

import { describe, invalid, isBytes, isObject, isOurs, reason } from "../check.js";
import { bring, isBrought, unavailable } from "./slim-source.js";

export * from "../index.js";

/**
 * The wasm of the package, `backscroll/core.wasm`: compiled, or its bytes.
 *
 * TypeScript's own type of a module has no members, so it would take anything, and is there only with the DOM's types. The members that
 * are ruled out here are those of what is easily given in its place: a list, an address, an instance, a response, a promise.
 *
 * @example
 * const source: WasmSource = await WebAssembly.compileStreaming(fetch("/core.wasm"));
 */
export type WasmSource =
  | (object & { length?: never; href?: never; exports?: never; arrayBuffer?: never; then?: never })
  | ArrayBuffer
  | Uint8Array;

/**
 * Takes the wasm, and compiles it if that is still to be done. Once it is there, further calls change nothing.
 *
 * @throws ConversationError `invalid-argument` for what is neither a module nor bytes; `wasm-unavailable` when it cannot be compiled, or
 * is not the wasm of this very build.
 * @example
 * initSync(readFileSync(new URL(import.meta.resolve("backscroll/core.wasm"))));
 */
export function initSync(source: WasmSource): void {
  if (!isModule(source) && !isBuffer(source)) throw invalid(`\`source\` must be a WebAssembly.Module or bytes; given was ${describe(source)}.`);
  if (isBrought()) return;
  try {
    bring(isBuffer(source) ? new WebAssembly.Module(source) : (source as WebAssembly.Module));
  } catch (cause) {
    throw isOurs(cause) ? cause : uncompiled("The wasm", cause);
  }
}

/**
 * Fetches the wasm, and compiles it beside the main thread's work. Once it is there, further calls change nothing.
 *
 * @throws ConversationError `invalid-argument` for what is none of these; `wasm-unavailable` when it cannot be fetched or compiled, or is
 * not the wasm of this very build.
 * @example
 * import wasmUrl from "backscroll/core.wasm?url"; // as Vite has it
 * await init(wasmUrl);
 */
export async function init(source: URL | string | WasmSource | Response | Promise<WasmSource | Response>): Promise<void> {
  if (isBrought()) return;
  const found = await awaited(source);
  if (isModule(found)) bring(found as WebAssembly.Module);
  else if (isBuffer(found)) bring(await compiled("The wasm", () => WebAssembly.compile(found)));
  else if (isResponse(found)) bring(await ofResponse(found, isAddress(source) ? String(source) : found.url));
  else throw invalid(`\`source\` must be an address, a Response, a WebAssembly.Module or bytes; given was ${describe(found)}.`);
}

/** What an address leads to, or what was promised. */
async function awaited(source: unknown): Promise<unknown> {
  const address = isAddress(source) ? source : "";
  try {
    return await (isAddress(source) ? fetch(source) : source);
  } catch (cause) {
    const advice = /^file:/.test(String(address)) ? " Read the file, and give its bytes to `initSync`." : "";
    throw unavailable(`The wasm cannot be fetched${from(address)}: ${reason(cause)}.${advice}`, cause);
  }
}

function from(address: URL | string): string {
  return address === "" ? "" : ` from ${address}`;
}

/** Compiled while it comes in, where the server says what it is. */
async function ofResponse(response: Response, address: string): Promise<WebAssembly.Module> {
  const { ok, status, statusText } = response;
  if (!ok) throw unavailable(`The wasm cannot be fetched${from(address)}: the answer is ${`${status} ${statusText}`.trim()}.`);
  const type = response.headers.get("content-type") ?? "unknown";
  const isStreamed = /^application\/wasm\b/.test(type) && brand(response) === "Response" && typeof WebAssembly.compileStreaming === "function";
  return compiled(`What came${from(address)}, of the type ${type},`, async () =>
    isStreamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()),
  );
}

async function compiled(what: string, compile: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
  try {
    return await compile();
  } catch (cause) {
    throw uncompiled(what, cause);
  }
}

function uncompiled(what: string, cause: unknown): Error {
  return unavailable(`${what} cannot be compiled: ${reason(cause)}. Under a content security policy, \`script-src\` needs 'wasm-unsafe-eval'.`, cause);
}

function isAddress(value: unknown): value is URL | string {
  return typeof value === "string" || brand(value) === "URL";
}

/** Another library's response is as good. */
function isResponse(value: unknown): value is Response {
  return isObject(value) && typeof value["arrayBuffer"] === "function" && isObject(value["headers"]);
}

/** No type guard: to TypeScript, everything is a module. */
function isModule(value: unknown): boolean {
  return brand(value) === "WebAssembly.Module";
}

function isBuffer(value: unknown): value is ArrayBuffer | Uint8Array<ArrayBuffer> {
  return isBytes(value) || brand(value) === "ArrayBuffer";
}

/** Which kind of object it is: that is the same in all realms, as classes are not. */
function brand(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
