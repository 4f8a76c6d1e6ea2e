// `backscroll/slim`: the package without its wasm, which the host brings. Each case is a process of its own, for there is one engine in each.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = new URL("../../node_modules/backscroll/", import.meta.url);

/** What a program prints that has the wasm's bytes at hand. */
async function printed(program) {
  const code = `
    import { readFileSync } from "node:fs";
    import * as slim from "backscroll/slim";
    const bytes = readFileSync(new URL(import.meta.resolve("backscroll/core.wasm")));
    const work = () => { const c = new slim.ConversationManager(); c.addMessage("user", "Hi"); return JSON.stringify(c.toRequest("openai-chat", { model: "m" }).body.messages); };
    const failure = async (run) => { try { await run(); return "no error"; } catch (error) { return error.code + (error instanceof slim.ConversationError ? "" : "!") + ": " + error.message; } };
    ${program}
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], { cwd: root, timeout: 60_000 });
  return stdout.trim();
}

const BODY = '[{"role":"user","content":"Hi"}]';
const served = (type, status = 200) => `new Response(${status === 200 ? "bytes" : "null"}, { status: ${status}, headers: { "content-type": "${type}" } })`;

describe("the wasm may come", () => {
  const WAYS = [
    ["as bytes", "slim.initSync(bytes);"],
    ["as a buffer", "slim.initSync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));"],
    ["compiled", "slim.initSync(new WebAssembly.Module(bytes));"],
    ["twice: the first stays", "slim.initSync(bytes); slim.initSync(new Uint8Array(3)); await slim.init(new Uint8Array(3));"],
    ["as a response", `await slim.init(${served("application/wasm")});`],
    ["as a response of a server that does not know the type", `await slim.init(${served("text/plain")});`],
    ["as the promise of a response", `await slim.init(Promise.resolve(${served("application/wasm")}));`],
    ["by its address", 'await slim.init(new URL("data:application/wasm;base64," + bytes.toString("base64")));'],
    ["by its address as text", 'await slim.init("data:application/wasm;base64," + bytes.toString("base64"));'],
    ["from another realm", 'const { runInNewContext } = await import("node:vm"); slim.initSync(runInNewContext("new WebAssembly.Module(bytes)", { bytes, WebAssembly }));'],
  ];
  for (const [name, way] of WAYS) {
    test(name, async () => assert.equal(await printed(`${way} console.log(work());`), BODY));
  }
});

describe("it is said what is wrong", () => {
  const FAILURES = [
    ["before it came", "() => work()", /^wasm-unavailable: .*`await init\(source\)`/],
    ["when it is nothing of the kind", "() => slim.initSync(5)", /^invalid-argument: .*given was 5/],
    ["when the server has it not", `() => slim.init(${served("text/plain", 404)})`, /^wasm-unavailable: .*404/],
    ["when it cannot be reached", '() => slim.init("data:nothing")', /^wasm-unavailable: The wasm cannot be fetched/],
    ["when it is no wasm", "() => { slim.initSync(new Uint8Array(8)); work(); }", /^wasm-unavailable: The engine, which is WebAssembly, cannot be loaded here/],
  ];
  for (const [name, run, said] of FAILURES) {
    test(name, async () => assert.match(await printed(`console.log(await failure(${run}));`), said));
  }
});

test("an entry for a runtime imports the wasm in the runtime's way, and holds none", () => {
  for (const [name, address] of [["workerd.mjs", "./core.wasm"], ["edge-light.mjs", "./core.wasm?module"]]) {
    const text = readFileSync(new URL(name, folder), "utf8");
    assert.ok(text.includes(`from "${address}"`), name);
    assert.ok(text.length < 300_000, `${name} is ${text.length} characters`);
  }
});
