// `backscroll mcp`, as npm installs it, asked by the official client.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { validate } from "backscroll";
import { toolsFolder } from "../../../scripts/lib/paths.mjs";

const root = mkdtempSync(join(tmpdir(), "backscroll-mcp-"));
const folder = join(root, "project");
mkdirSync(folder);
after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

const call = { id: "a", type: "function", function: { name: "look", arguments: "{}" } };
const broken = { model: "gpt-5", messages: [{ role: "user", content: "Hi." }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "So?" }] };
const sound = { model: "gpt-5", messages: [{ role: "user", content: "Hi." }] };
const long = { model: "gpt-5", messages: Array.from({ length: 39 }, (_, turn) => ({ role: turn % 2 === 0 ? "user" : "assistant", content: `Turn ${turn}: ${"and why is that so? ".repeat(20)}` })) };
const huge = { model: "gpt-5", messages: [...broken.messages, { role: "user", content: "a long line\n".repeat(10_000) }] };
const refusal = '{"error":{"message":"An assistant message with \'tool_calls\' must be followed by tool messages responding to each \'tool_call_id\'.","type":"invalid_request_error"}}';
writeFileSync(join(folder, "broken.json"), JSON.stringify(broken, null, 4));
writeFileSync(join(folder, "huge.json"), JSON.stringify(huge));
writeFileSync(join(folder, "there.json"), "mine");
writeFileSync(join(root, "secret.json"), JSON.stringify(broken));
symlinkSync(join(root, "secret.json"), join(folder, "link.json"));

const client = new Client({ name: "test", version: "1.0.0" });
before(() => client.connect(new StdioClientTransport({ command: process.execPath, args: [join(toolsFolder, "consumer", "node_modules", "backscroll", "cli.mjs"), "mcp"], cwd: folder })));
after(() => client.close());

/** Calls a tool. @returns {Promise<{ isError: boolean, text: string, last: string }>} */
async function called(name, given) {
  const { isError = false, content } = await client.callTool({ name, arguments: given });
  const texts = content.map(({ text }) => text);
  return { isError, text: texts.join("\n"), last: texts.at(-1) };
}

test("the server says what it is for, and lists its six tools with their arguments", async () => {
  assert.match(client.getInstructions(), /why a provider refuses/);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ["check", "convert", "explain", "fit", "repair", "stats"]);
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.match(description, /^[A-Z].*\.$/, name);
    assert.ok(!description.includes("--"), `${name} names an option of the command line`);
    assert.ok("text" in inputSchema.properties && "file" in inputSchema.properties, name);
    for (const [field, { description: about }] of Object.entries(inputSchema.properties)) assert.ok(about, `${name}.${field}`);
    assert.equal(annotations.readOnlyHint, ["check", "explain", "stats"].includes(name), name);
  }
});

describe("a tool answers as the command does", () => {
  const ANSWERS = [
    ["check names the rule and the place", "check", { text: JSON.stringify(broken) }, /^the text: OC2 messages\[1\]/],
    ["check reads a file of its folder", "check", { file: "broken.json" }, /OC2 messages\[1\]/],
    ["check says that a sound request breaks no rule", "check", { text: JSON.stringify(sound) }, /breaks none/i],
    ["explain finds the rule of a refusal", "explain", { text: refusal }, /^OC2 \(openai-chat/],
    ["explain finds the place in a request beside the refusal", "explain", { text: `${refusal}\n\n${JSON.stringify(broken)}` }, /In the request: messages\[1\]/],
    ["stats counts messages and tokens", "stats", { text: JSON.stringify(long) }, /39 messages .* tokens/],
    ["stats says what a cut keeps", "stats", { text: JSON.stringify(long), maxTokens: 1_500 }, /messages of the user whole/],
    ["convert writes another provider's request", "convert", { text: JSON.stringify(sound), to: "anthropic" }, /"messages":\[\{"role":"user","content":.*Hi\./],
    ["a text that holds nothing is refused in words", "check", { text: "   " }, /There is nothing to read/],
  ];
  for (const [name, tool, given, said] of ANSWERS) test(name, async () => assert.match((await called(tool, given)).text, said));

  test("repair returns a report, and a body without the fault, in the form of the text", async () => {
    const { text, last, isError } = await called("repair", { text: JSON.stringify(broken, null, 2) });
    assert.equal(isError, false);
    assert.match(text, /missing-result-added/);
    assert.deepEqual(validate("openai-chat", JSON.parse(last)), []);
    assert.match(last, /^\{\n {2}"model"/);
  });

  test("fit returns a body that is within the limit", async () => {
    const { text, last } = await called("fit", { text: JSON.stringify(long), maxTokens: 1_500 });
    assert.match(text, /It takes \d+ tokens now/);
    assert.ok(JSON.parse(last).messages.length < long.messages.length);
  });

  test("a long list of findings is cut, and says how many lines are left out", async () => {
    const messages = Array.from({ length: 800 }, (_, place) => ({ role: "assistant", content: null, tool_calls: [{ ...call, id: `call_${place}` }] }));
    const { text, isError } = await called("check", { text: JSON.stringify({ model: "gpt-5", messages }) });
    assert.equal(isError, false);
    assert.ok(text.length < 51_000, `${text.length} characters`);
    assert.match(text, /^the text: OC2 [^]*\n\.\.\. and \d+ more lines: /);
  });

  test("twenty calls at the same time have each their own answer", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => called("stats", { text: JSON.stringify({ model: "gpt-5", messages: long.messages.slice(0, 1 + place * 2) }) })));
    for (const [place, { text }] of answers.entries()) assert.match(text, new RegExp(`${1 + place * 2} messages`));
  });
});

describe("files", () => {
  test("a result is saved as a new file", async () => {
    assert.match((await called("repair", { file: "huge.json", saveTo: "repaired.json" })).last, /^Saved as repaired\.json\.$/);
    assert.deepEqual(validate("openai-chat", JSON.parse(readFileSync(join(folder, "repaired.json"), "utf8"))), []);
  });

  const REFUSED = [
    ["a long result needs a file", "repair", { file: "huge.json" }, /`saveTo`/],
    ["a file that exists is not written over", "repair", { file: "broken.json", saveTo: "there.json" }, /exists already/],
    ["a file outside of the folder is not read", "check", { file: "../secret.json" }, /outside of the folder/],
    ["nor is one that a link leads to", "check", { file: "link.json" }, /outside of the folder/],
    ["nor one with an absolute path", "check", { file: join(root, "secret.json") }, /outside of the folder/],
    ["nothing is written outside of the folder", "repair", { file: "broken.json", saveTo: "../out.json" }, /outside of the folder/],
    ["a file that is not there is named", "check", { file: "nothing.json" }, /no file "nothing\.json"/],
    ["a text and a file at once are refused", "check", { text: "{}", file: "broken.json" }, /`text` or `file`/],
    ["neither is refused, too", "check", {}, /`text` or `file`/],
  ];
  for (const [name, tool, given, said] of REFUSED)
    test(name, async () => {
      const { isError, text } = await called(tool, given);
      assert.match(text, said);
      assert.equal(isError, true);
      assert.equal(readFileSync(join(folder, "there.json"), "utf8"), "mine");
      assert.ok(!existsSync(join(root, "out.json")));
    });

  test("an argument of another type is refused, and named", async () => {
    const { isError, text } = await called("fit", { text: "{}", maxTokens: "many" });
    assert.equal(isError, true);
    assert.match(text, /maxTokens/);
  });
});
