// The package without its wasm: the same names, and `init` and `initSync`, which take the wasm.

import compiledByHost from "backscroll/core.wasm";
import ofRequests from "backscroll/requests.wasm";
import { ConversationManager, type RequestBody, type WasmSource, init, initSync } from "backscroll/slim";

declare const bytes: Uint8Array;
declare const compiled: WebAssembly.Module;
const sources: WasmSource[] = [bytes, new ArrayBuffer(8), compiled, compiledByHost, ofRequests];
for (const source of sources) initSync(source);
const pending: Promise<void>[] = [init("/core.wasm"), init(new URL("https://example.com/core.wasm")), init(fetch("/core.wasm")), init(bytes)];
const body: RequestBody<"mistral"> = new ConversationManager().toRequest("mistral").body;

// @ts-expect-error: a URL is fetched, which needs `init`
initSync("/core.wasm");
// @ts-expect-error: a `URL` object is fetched, too
initSync(new URL("https://example.com/core.wasm"));
// @ts-expect-error: a response needs `init`
initSync(await fetch("/core.wasm"));
// @ts-expect-error: a promise needs `init`
initSync(WebAssembly.compile(new ArrayBuffer(8)));
// @ts-expect-error: the wasm is required
init();
// @ts-expect-error: an instance is no wasm
initSync(new WebAssembly.Instance(compiled));

export { body, pending };
