// Runs in a process of its own: imports the given module, writes one body, and prints the time. For a module without conversations,
// JSON.stringify writes the body.

import { readFileSync } from "node:fs";

const [question, params] = ["What is the weather in Oslo?", { model: "a-model" }];
const isWasm = process.argv[2] === "its wasm alone";
const begun = performance.now();
const { ConversationManager } = isWasm ? compiled() : await import(process.argv[2]);
const loaded = performance.now();
const body = ConversationManager === undefined ? plain() : written();
const done = performance.now();

if (!new TextDecoder().decode(body).includes(question)) throw new Error("the body does not hold the question");
console.log(JSON.stringify({ loaded: loaded - begun, written: done - loaded, total: done - begun }));

/** Compiles the wasm of the package, without its JavaScript. */
function compiled() {
  new WebAssembly.Module(readFileSync(new URL("../../node_modules/backscroll/core.wasm", import.meta.url)));
  return {};
}

function written() {
  const conversation = new ConversationManager();
  conversation.addMessage("user", question);
  return conversation.toRequestBytes("openai-chat", params);
}

function plain() {
  return new TextEncoder().encode(JSON.stringify({ ...params, messages: [{ role: "user", content: question }] }));
}
