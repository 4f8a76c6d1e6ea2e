// The package without its wasm: the same names, and `init` and `initSync`, which take the wasm.

import compiledByHost from "backscroll/core.wasm";
import ofRequests from "backscroll/requests.wasm";
import { type Checkpoint, type ConversationManager as Whole, MemoryLedger as WholeLedger, type Message as WholeMessage, fitBudget as wholeFitBudget, resume as wholeResume } from "backscroll";
import { ConversationManager, MemoryLedger, type Message, type RequestBody, type WasmSource, init, initSync, resume } from "backscroll/slim";

declare const bytes: Uint8Array;
declare const compiled: WebAssembly.Module;
const sources: WasmSource[] = [bytes, new ArrayBuffer(8), compiled, compiledByHost, ofRequests];
for (const source of sources) initSync(source);
const pending: Promise<void>[] = [init("/core.wasm"), init(new URL("https://example.com/core.wasm")), init(fetch("/core.wasm")), init(bytes)];
const body: RequestBody<"mistral"> = new ConversationManager().toRequest("mistral").body;

// A conversation has the engine of its entry; what has no engine is the same in both entries.
declare const [checkpoint, whole, conversation, message]: [Checkpoint, Whole, ConversationManager, Message];
const ledgers: MemoryLedger[] = [new MemoryLedger(), new WholeLedger()];
const same: WholeMessage = message;
const reducing = new ConversationManager({ reduce: wholeFitBudget() });
const resumed: Promise<ConversationManager> = resume(checkpoint, { conversation, decisions: true, tools: {} });
// @ts-expect-error: `resume` of the whole package takes no conversation of `slim`
wholeResume(checkpoint, { conversation, decisions: true, tools: {} });
// @ts-expect-error: `resume` of `slim` takes no conversation of the whole package
resume(checkpoint, { conversation: whole, decisions: true, tools: {} });
// @ts-expect-error: its result is no conversation of the whole package
const ofSlim: Promise<Whole> = resumed;

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

export { body, ledgers, ofSlim, pending, reducing, same };
