// The package without its wasm: the same names, and two that take it.

import compiledByHost from "backscroll/core.wasm";
import { ConversationManager, type RequestBody, type WasmSource, init, initSync } from "backscroll/slim";

declare const bytes: Uint8Array;
declare const compiled: WebAssembly.Module;
const sources: WasmSource[] = [bytes, new ArrayBuffer(8), compiled, compiledByHost];
for (const source of sources) initSync(source);
const pending: Promise<void>[] = [init("/core.wasm"), init(new URL("https://example.com/core.wasm")), init(fetch("/core.wasm")), init(bytes)];
const body: RequestBody<"mistral"> = new ConversationManager().toRequest("mistral").body;

// @ts-expect-error: an address is fetched, which takes a while
initSync("/core.wasm");
// @ts-expect-error: so is one that is parsed
initSync(new URL("https://example.com/core.wasm"));
// @ts-expect-error: a response is waited for
initSync(await fetch("/core.wasm"));
// @ts-expect-error: and so is a promise
initSync(WebAssembly.compile(new ArrayBuffer(8)));
// @ts-expect-error: what is to be compiled must be there
init();
// @ts-expect-error: an instance is somebody else's
initSync(new WebAssembly.Instance(compiled));

export { body, pending };
