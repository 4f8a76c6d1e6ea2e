// Runs in a process of its own: fills and frees a large conversation again and again, as backscroll or as a list of messages, and prints the
// memory at each step in bytes.

import { agentMessages } from "./material.mjs";

const CHARACTERS = 1_000;
const TARGET = "openai-chat";
const [way, messages, fills] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const { fill, free, wasm } = way === "backscroll" ? await backscroll() : list();

/** Makes one message after another: a list of all would count as memory of the conversation. */
function* made() {
  for (let at = 0; at < messages; at += 1) yield agentMessages(1, CHARACTERS, at)[0][TARGET];
}

async function backscroll() {
  const { ConversationManager } = await import("backscroll");
  let large;
  return {
    fill: () => {
      large = new ConversationManager();
      for (const { role, content, tool_calls: [call] = [], tool_call_id: toolCallId } of made()) {
        const toolCalls = call && [{ id: call.id, name: call.function.name, arguments: call.function.arguments }];
        large.addMessage(role, content, { toolCalls, toolCallId });
      }
      large.toRequestView(TARGET, { model: "a-model" });
    },
    free: () => large.dispose(),
    wasm: () => {
      const small = new ConversationManager();
      small.addMessage("user", "Hello");
      const bytes = small.toRequestView(TARGET, { model: "a-model" }).buffer.byteLength;
      small.dispose();
      return bytes;
    },
  };
}

function list() {
  let large = [];
  return { fill: () => (large = [...made()]), free: () => (large = []), wasm: () => 0 };
}

/** Returns the bytes of WebAssembly's memory, of the JavaScript heap, and of the process, after a collection of garbage. */
function now() {
  // The second collection frees the memory of the buffers that the first one found.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const bytes = wasm();
  // The memory of WebAssembly counts as external, too.
  return { wasm: bytes, heap: heapUsed + external - bytes, resident: rss };
}

const steps = { before: now() };
fill();
steps.filled = now();
free();
steps.freed = now();
for (let more = 1; more < fills; more += 1) {
  fill();
  steps.filledAgain = now();
  free();
}
steps.freedAgain = now();
console.log(JSON.stringify(steps));
