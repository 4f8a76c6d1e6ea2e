// `backscroll/slim`: the package without its wasm, which the host provides. Each case has a process of its own, because a process has one engine.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = new URL("../../../node_modules/backscroll/", import.meta.url);

/** Runs a program that has the wasm's bytes, and returns its output. */
async function printed(program) {
  const code = `
    import { readFileSync } from "node:fs";
    import { createServer } from "node:http";
    import { runInNewContext } from "node:vm";
    import * as slim from "backscroll/slim";
    const bytes = readFileSync(new URL(import.meta.resolve("backscroll/core.wasm")));
    const other = (section) => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...section]);
    const older = other([0, 18, 10, ...Buffer.from("backscroll0.0.1 a")]);
    const response = (body, type, init) => new Response(body, { headers: type === null ? {} : { "content-type": type }, ...init });
    const foreign = { ok: true, status: 200, statusText: "", url: "", headers: new Map([["content-type", "application/wasm"]]), arrayBuffer: async () => bytes, [Symbol.toStringTag]: "Response" };
    const work = () => { const c = new slim.ConversationManager(); c.addMessage("user", "Hi"); return JSON.stringify(c.toRequest("openai-chat", { model: "m" }).body.messages); };
    const failure = async (run) => { try { await run(); return "no error"; } catch (error) { return error.code + (error instanceof slim.ConversationError ? "" : "!") + ": " + error.message; } };
    ${program}
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], { cwd: root, timeout: 60_000 });
  return stdout.trim();
}

const BODY = '[{"role":"user","content":"Hi"}]';

describe("the wasm is accepted", () => {
  const WAYS = [
    ["as bytes", "slim.initSync(bytes);"],
    ["as bytes whose buffer is given away then", "const own = new Uint8Array(bytes); slim.initSync(own); structuredClone(own.buffer, { transfer: [own.buffer] });"],
    ["as a buffer", "slim.initSync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));"],
    ["compiled", "slim.initSync(new WebAssembly.Module(bytes));"],
    ["twice: the first stays", "slim.initSync(bytes); slim.initSync(new Uint8Array(3)); await slim.init(new Uint8Array(3));"],
    ["twice at once", "await Promise.all([slim.init(bytes), slim.init(bytes)]);"],
    ["as a promise of the module", "await slim.init(WebAssembly.compile(bytes));"],
    ["as a response", 'await slim.init(response(bytes, "application/wasm"));'],
    ["as a response of a server that does not know the type", 'await slim.init(response(bytes, "text/plain"));'],
    ["as the promise of a response", 'await slim.init(Promise.resolve(response(bytes, "application/wasm")));'],
    ["as a response with a parameter of its type", 'await slim.init(response(bytes, "application/wasm; charset=utf-8"));'],
    ["as the response of another library", "await slim.init(foreign);"],
    ["by its address", 'await slim.init(new URL("data:application/wasm;base64," + bytes.toString("base64")));'],
    ["by an address that is promised", 'await slim.init(Promise.resolve("data:application/wasm;base64," + bytes.toString("base64")));'],
    ["before a promise that is not kept", "slim.initSync(bytes); await slim.init(Promise.reject(new Error('lost')));"],
    ["before what is none", "slim.initSync(bytes); slim.initSync(5); await slim.init(5);"],
    ["by its address as text", 'await slim.init("data:application/wasm;base64," + bytes.toString("base64"));'],
    ["from another realm", 'slim.initSync(runInNewContext("new WebAssembly.Module(bytes)", { bytes }));'],
    ["as bytes of another realm", 'slim.initSync(runInNewContext("new Uint8Array(bytes)", { bytes }));'],
    ["after a wrong one", "await failure(() => slim.initSync(new Uint8Array(8))); await failure(() => slim.initSync(older)); slim.initSync(bytes);"],
    ["after a first use without it", "await failure(work); slim.initSync(bytes);"],
  ];
  for (const [name, way] of WAYS) {
    test(name, async () => assert.equal(await printed(`${way} console.log(work());`), BODY));
  }

  test("also with `require`", async () => {
    const code = `
      const slim = require("backscroll/slim");
      slim.initSync(require("node:fs").readFileSync(require.resolve("backscroll/core.wasm")));
      const conversation = new slim.ConversationManager();
      conversation.addMessage("user", "Hi");
      console.log(JSON.stringify(conversation.toRequest("openai-chat", { model: "m" }).body.messages));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ["--eval", code], { cwd: root, timeout: 60_000 });
    assert.equal(stdout.trim(), BODY);
  });
});

describe("errors explain the fault", () => {
  const FAILURES = [
    ["before it came", "() => work()", /^wasm-unavailable: .*`await init\(source\)`/],
    ["when it is nothing of the kind", "() => slim.initSync(5)", /^invalid-argument: .*given was 5/],
    ["when it is nothing of the kind, to be waited for", "() => slim.init(Promise.resolve({ default: 5 }))", /^invalid-argument: `source` must be an address, .*given was an object/],
    ["when there is none", "() => slim.init()", /^invalid-argument: .*given was undefined/],
    ["when it only looks like a module", '() => slim.initSync({ [Symbol.toStringTag]: "WebAssembly.Module" })', /^invalid-argument: .*only looks like/],
    ["when it only looks like bytes", '() => slim.initSync({ [Symbol.toStringTag]: "Uint8Array" })', /^invalid-argument: .*given was an object/],
    ["when the server has it not", "() => slim.init(response(null, null, { status: 404 }))", /^wasm-unavailable: The wasm cannot be fetched: the answer is 404\.$/],
    ["when it cannot be reached", '() => slim.init("data:nothing")', /^wasm-unavailable: The wasm cannot be fetched from data:nothing/],
    ["when what was promised does not come", '() => slim.init(fetch("data:nothing"))', /^wasm-unavailable: The wasm cannot be fetched: /],
    ["when it is a request", '() => slim.init(new Request("data:nothing"))', /^invalid-argument: .*given was an object/],
    ["when its fields are no headers", "() => slim.init({ ...foreign, headers: {} })", /^invalid-argument: .*given was an object/],
    ["when it was read already", 'async () => { const once = response(bytes, "text/plain"); await once.text(); await slim.init(once); }', /^wasm-unavailable: The wasm cannot be fetched: /],
    ["when a long address does not lead to it", '() => slim.init("data:nothing" + "x".repeat(1_000_000))', /^.{1,400}$/],
    ["when there is no WebAssembly", "() => { delete globalThis.Response; delete globalThis.WebAssembly; return slim.init(foreign); }", /^wasm-unavailable: .*There is no WebAssembly here\.$/],
    ["when there is no WebAssembly, at once", "() => { delete globalThis.Response; delete globalThis.WebAssembly; return slim.initSync(bytes); }", /^wasm-unavailable: .*There is no WebAssembly here\.$/],
    ["when it is a file", '() => slim.init(new URL(import.meta.resolve("backscroll/core.wasm")))', /^wasm-unavailable: The wasm cannot be fetched from file:.* to `initSync`\.$/],
    ["when the server answers with a page", '() => slim.init(response("<!doctype html>", "text/html"))', /^wasm-unavailable: What came, of the type text\/html, cannot be compiled: /],
    ["when it is no wasm", "() => slim.initSync(new Uint8Array(8))", /^wasm-unavailable: The wasm cannot be compiled: /],
    ["when it is no wasm, to be waited for", "() => slim.init(new Uint8Array(8))", /^wasm-unavailable: The wasm cannot be compiled: /],
    ["when it is somebody else's", "() => slim.initSync(other([]))", /^wasm-unavailable: What was given is not the wasm of this package: that is `backscroll\/core.wasm`/],
    ["when it is of another version", "() => slim.initSync(older)", /^wasm-unavailable: The wasm is that of backscroll 0\.0\.1 a, and the script is \d+\.\d+\.\d+ [0-9a-f]+: /],
  ];
  for (const [name, run, said] of FAILURES) {
    test(name, async () => assert.match(await printed(`console.log(await failure(${run}));`), said));
  }

  test("the error names the address of the response", async () => {
    const program = `
      const server = createServer((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>")).listen(0, "127.0.0.1", async () => {
        console.log(await failure(() => slim.init("http://127.0.0.1:" + server.address().port + "/core.wasm")));
        server.close();
        server.closeAllConnections();
      });
    `;
    assert.match(await printed(program), /^wasm-unavailable: What came from http:\S+\/core\.wasm, of the type text\/html, cannot be compiled: /);
  });
});

describe("`requests.wasm`, which knows no conversations", () => {
  const smaller = 'slim.initSync(readFileSync(new URL(import.meta.resolve("backscroll/requests.wasm"))));';
  const setUp = `
    const call = { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Oslo" } };
    const body = { model: "claude-sonnet-5-5", max_tokens: 512, system: "Be brief.", messages: [{ role: "user", content: "Rain?" }, { role: "assistant", content: [call] }, { role: "user", content: "Hello?" }] };
    await import("backscroll/ollama");
  `;
  const CALLS = [
    ["`validate`", 'slim.validate("anthropic", body)'],
    ["`sanitize`", 'slim.sanitize("anthropic", body)'],
    ["`convert` to another provider", 'slim.convert("anthropic", "gemini", body)'],
    ["`convert` to a format with an entry of its own", 'slim.convert("anthropic", "ollama", body)'],
    ["`convert` to neutral messages", 'slim.convert("anthropic", "backscroll", body)'],
    ["`sanitizeToolCalls`", 'slim.sanitizeToolCalls([{ role: "assistant", content: "", toolCalls: [{ id: "c1", name: "weather", arguments: {} }] }])'],
    ["`breakdown`", 'slim.breakdown("anthropic", body)'],
    ["`estimateTokens` of a text", 'slim.estimateTokens("How many?", { model: "claude-opus-4-8" })'],
    ["`estimateTokens` of messages", 'slim.estimateTokens([{ role: "user", content: "How many?" }])'],
  ];
  for (const [name, call] of CALLS)
    test(`${name} returns what the whole wasm returns`, async () => {
      const [whole, requests] = await Promise.all(["slim.initSync(bytes);", smaller].map((way) => printed(`${way} ${setUp} console.log(JSON.stringify(${call}));`)));
      assert.ok(requests.length > 0);
      assert.equal(requests, whole);
    });

  for (const [name, run] of [["a conversation", "new slim.ConversationManager()"], ["`fit`", 'slim.fit("anthropic", body, { maxTokens: 100 })']])
    test(`${name} needs the whole wasm, and the error says so`, async () =>
      assert.match(await printed(`${smaller} ${setUp} console.log(await failure(() => ${run}));`), /^invalid-argument: .*`core\.wasm`/));

  test("it is a good deal smaller", () => {
    const [whole, requests] = ["core.wasm", "requests.wasm"].map((name) => readFileSync(new URL(name, folder)).length);
    assert.ok(requests < whole * 0.7, `${requests} of ${whole} bytes`);
  });
});

test("an entry for a runtime imports the wasm in the runtime's way, and does not contain it", () => {
  const [, head] = /"([^"\n]{60})[^"\n]{100000}/.exec(readFileSync(new URL("core.text.mjs", folder), "utf8")) ?? assert.fail("core.text.mjs holds no long text");
  for (const [name, address] of [["workerd.engine.mjs", "./core.wasm"], ["edge-light.engine.mjs", "./core.wasm?module"], ["index.engine.mjs", "./core.text.mjs"], ["node.mjs", null], ["node.cjs", null], ["slim.engine.mjs", null], ["shared.mjs", null], ["index.cjs", null], ["slim.cjs", null], ["shared.cjs", null]]) {
    const text = readFileSync(new URL(name, folder), "utf8");
    assert.deepEqual([...text.matchAll(/from\s*"([^"]*\bcore\.[^"]*)"/g)].map(([, from]) => from), address === null ? [] : [address], name);
    assert.ok(!text.includes(head), `${name} holds the wasm`);
  }
});
