import assert from "node:assert/strict";
import { test } from "node:test";

/** The memory of the package's wasm, caught when the package makes its instance. */
let memory;
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    memory = this.exports.memory;
  }
};
const { ConversationManager } = await import("backscroll");

const KILOBYTE = "0123456789abcde ".repeat(64);

/** The number of sizes of the memory while `step` runs `times`, and its last size. */
function growth(times, step) {
  const sizes = new Set([memory.buffer.byteLength]);
  for (let at = 0; at < times; at += 1) {
    step(at);
    sizes.add(memory.buffer.byteLength);
  }
  return { steps: sizes.size - 1, bytes: memory.buffer.byteLength };
}

/** A conversation of a megabyte for each thousand. */
function conversation(messages) {
  const made = new ConversationManager();
  for (let at = 0; at < messages; at += 1) made.addMessage(at % 2 === 0 ? "user" : "assistant", `${at} ${KILOBYTE}`);
  return made;
}

test("appended messages make the memory grow in few steps, because each step costs JavaScript a copy of the whole", () => {
  const first = new ConversationManager();
  const { steps, bytes } = growth(20_000, (at) => first.addMessage(at % 2 === 0 ? "user" : "assistant", `${at} ${KILOBYTE}`));
  assert.ok(bytes > 20e6, `${bytes} bytes`);
  assert.ok(steps < 25, `${steps} steps`);
});

test("the memory grows ahead by a part of its size, not without bound", () => {
  const { bytes } = growth(1, () => conversation(20_000));
  assert.ok(bytes < 4 * 2 * 21e6, `${bytes} bytes`);
});
