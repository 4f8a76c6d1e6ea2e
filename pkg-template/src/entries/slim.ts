// The package without the wasm, for hosts that bring it: as a file of their own server, or compiled beforehand.

import { brand, isBytes, isObject, reason, sentence, unlike } from "../input/check.js";
import { bring, isBrought, unavailable } from "./slim-source.js";

export * from "../index.js";

/**
 * The wasm of the package, `backscroll/core.wasm`: compiled, or its bytes.
 *
 * TypeScript's own type of a module has no members, so it would accept anything, and needs the DOM's types. This type excludes the members
 * of values that are easily given by mistake: a list, an address, an instance, a response, a promise.
 *
 * @example
 * const source: WasmSource = await WebAssembly.compileStreaming(fetch("/core.wasm"));
 */
export type WasmSource =
  | (object & { length?: never; href?: never; exports?: never; arrayBuffer?: never; then?: never })
  | ArrayBuffer
  | Uint8Array;

/**
 * Takes the wasm, and compiles it if necessary. Once a wasm is loaded, further calls change nothing, whatever their argument.
 *
 * @throws ConversationError `invalid-argument` for a value that is neither a module nor bytes; `wasm-unavailable` if it cannot be compiled,
 * or is not the wasm of this build.
 * @example
 * initSync(readFileSync(new URL(import.meta.resolve("backscroll/core.wasm"))));
 */
export function initSync(source: WasmSource): void {
  if (isBrought()) return;
  if (isModule(source)) return bring(source as WebAssembly.Module);
  if (!isBuffer(source)) throw unlike("source", "a WebAssembly.Module or bytes", source);
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(source);
  } catch (cause) {
    throw uncompiled("The wasm", cause);
  }
  bring(module);
}

/**
 * Fetches the wasm, and compiles it without blocking the main thread. Once a wasm is loaded, further calls change nothing, whatever their
 * argument.
 *
 * @throws ConversationError `invalid-argument` for any other value; `wasm-unavailable` if the wasm cannot be fetched or compiled, or is not
 * the wasm of this build.
 * @example
 * import wasmUrl from "backscroll/core.wasm?url"; // as Vite has it
 * await init(wasmUrl);
 */
export async function init(source: URL | string | WasmSource | Response | Promise<URL | string | WasmSource | Response>): Promise<void> {
  // A promise that nobody waits for might fail without being caught.
  if (isBrought()) return void Promise.resolve(source).catch(() => undefined);
  const given: unknown = await fetched("", () => source);
  const address = isAddress(given) ? String(given) : "";
  const found: unknown = isAddress(given) ? await fetched(address, () => fetch(given)) : given;
  if (isModule(found)) bring(found as WebAssembly.Module);
  else if (isBuffer(found)) bring(await compiled("The wasm", () => WebAssembly.compile(found)));
  else if (isResponse(found)) bring(await ofResponse(found, address || found.url));
  else throw unlike("source", "an address, a Response, a WebAssembly.Module or bytes", found);
}

/** Waits for an address or a promise, and turns a failure into `wasm-unavailable`. */
async function fetched<T>(address: string, get: () => T | Promise<T>): Promise<T> {
  try {
    return await get();
  } catch (cause) {
    const advice = address.startsWith("file:") ? " Read the file, and give its bytes to `initSync`." : "";
    throw unavailable(`The wasm cannot be fetched${from(address)}: ${sentence(reason(cause))}${advice}`, cause);
  }
}

async function ofResponse(response: Response, address: string): Promise<WebAssembly.Module> {
  const { ok, status, statusText } = response;
  if (!ok) throw unavailable(`The wasm cannot be fetched${from(address)}: the answer is ${`${status} ${statusText}`.trim()}.`);
  const type = response.headers.get("content-type") ?? "unknown";
  const what = `What came${from(address)}, of the type ${type},`;
  if (isStreamable(response, type)) return compiled(what, () => WebAssembly.compileStreaming(response));
  const bytes = await fetched(address, () => response.arrayBuffer());
  return compiled(what, () => WebAssembly.compile(bytes));
}

/** Reports whether the response can be compiled while it arrives: it is the runtime's own, and its type is exactly this one. */
function isStreamable(response: Response, type: string): boolean {
  const isOwn = typeof Response === "function" && response instanceof Response;
  return isOwn && type.trim().toLowerCase() === "application/wasm" && typeof WebAssembly === "object" && "compileStreaming" in WebAssembly;
}

async function compiled(what: string, compile: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
  try {
    return await compile();
  } catch (cause) {
    throw uncompiled(what, cause);
  }
}

function uncompiled(what: string, cause: unknown): Error {
  const advice =
    typeof WebAssembly === "object"
      ? "See whether it is the `core.wasm` of this package; under a content security policy, `script-src` needs 'wasm-unsafe-eval'."
      : "There is no WebAssembly here.";
  return unavailable(`${what} cannot be compiled: ${sentence(reason(cause))} ${advice}`, cause);
}

/** Characters of an address that a message quotes: one may hold the whole wasm. */
const MOST_OF_ADDRESS = 200;

function from(address: string): string {
  return address === "" ? "" : ` from ${address.slice(0, MOST_OF_ADDRESS)}`;
}

function isAddress(value: unknown): value is URL | string {
  return typeof value === "string" || brand(value) === "URL";
}

/** A response of another library is accepted, too. */
function isResponse(value: unknown): value is Response {
  if (!isObject(value)) return false;
  const { status, headers, arrayBuffer } = value;
  return typeof status === "number" && typeof arrayBuffer === "function" && isObject(headers) && typeof headers.get === "function";
}

/** No type guard: to TypeScript, everything is a module. */
function isModule(value: unknown): boolean {
  return brand(value) === "WebAssembly.Module";
}

function isBuffer(value: unknown): value is ArrayBuffer | Uint8Array<ArrayBuffer> {
  return isBytes(value) || brand(value) === "ArrayBuffer";
}
