// A Node service, compiled with the types of Node and without those of the DOM.

import { readFileSync } from "node:fs";
import { ConversationManager, type ReduceCallback } from "backscroll";
import compiled from "backscroll/core.wasm";
import { init, initSync } from "backscroll/slim";

initSync(readFileSync(new URL(import.meta.resolve("backscroll/core.wasm"))));
initSync(compiled);
const fetched: Promise<void> = init(fetch("https://example.com/core.wasm"));
const reduce: ReduceCallback = ({ draft, signal }) => signal?.aborted !== true && draft.keepRecentTurns(4) > 0;
const bytes: Uint8Array = new ConversationManager({ reduce }).toRequestBytes("mistral");

// @ts-expect-error: an address is fetched
initSync("core.wasm");

export { bytes, fetched };
