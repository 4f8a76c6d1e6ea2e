// The programs of docs/frameworks.md, against the strict provider: each runs 40 rounds past its window.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { at, toolsFolder } from "../../../scripts/lib/paths.mjs";
import { asJavaScript, fencesOf, promisesOf } from "../../support/snippets/fences.mjs";
import { ROUNDS, cuts, lookingProvider } from "../../support/agents.mjs";

const programs = fencesOf("docs/frameworks.md").filter(({ runs }) => runs !== null);

/** The files of tools that the programs import, as JavaScript that names the tests' helpers by their whole path. */
const TOOLS = ["tools", "langchain-tools", "openai-agents-tools", "mastra-tools", "client-tools"].map((name) => {
  const code = readFileSync(at("tests", "support", "snippets", `${name}.ts`), "utf8");
  return [`${name}.js`, asJavaScript(code).replace(`"../agents.mjs"`, JSON.stringify(at("tests", "support", "agents.mjs")))];
});

/** A call of the programs that answer requests of a page. */
const CALLER = `const message = { id: "m1", role: "user", parts: [{ type: "text", text: "Look up all orders." }] };
const response = await POST(new Request("http://127.0.0.1/", { method: "POST", body: JSON.stringify({ id: "t-42", trigger: "submit-message", message }) }));
const said = [...(await response.text()).matchAll(/"type":"text-delta".*?"delta":"(.*?)"/g)].map(([, delta]) => delta).join("");
console.log(said);`;
const CALLERS = { "ai-sdk-chat": CALLER, "ai-sdk-chat-5": CALLER };

/** The packages that a program for older versions has under the usual names. */
const PACKAGES = { "ai-sdk-chat-5": { ai: "ai-5", "@ai-sdk/openai": "ai-sdk-openai-2" } };

describe("docs/frameworks.md", () => {
  test("has a program for each adapter", () => {
    assert.deepEqual(programs.map(({ runs }) => runs), ["ai-sdk", "ai-sdk-middleware", "ai-sdk-chat", "ai-sdk-chat-5", "langchain", "langchain-history", "openai-agents", "mastra", "clients"]);
  });

  for (const { runs: name, code } of programs) {
    test(`the program for ${name} does what it says`, async (t) => {
      const provider = await lookingProvider();
      // Below the root, so that the packages are found.
      const folder = mkdtempSync(join(toolsFolder, "frameworks-"));
      t.after(async () => {
        await provider.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      });
      for (const [file, text] of TOOLS) writeFileSync(join(folder, file), text);
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      for (const [usual, installed] of Object.entries(PACKAGES[name] ?? {})) {
        mkdirSync(dirname(join(folder, "node_modules", usual)), { recursive: true });
        symlinkSync(at("node_modules", installed), join(folder, "node_modules", usual), "junction");
      }
      writeFileSync(join(folder, "program.mjs"), `${asJavaScript(code)}\n${CALLERS[name] ?? ""}`);
      const env = { ...process.env, OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` };
      const { stdout } = await promisify(execFile)(process.execPath, ["program.mjs"], { cwd: folder, env, timeout: 60_000 });
      const lines = stdout.split("\n");
      for (const promised of promisesOf(code)) assert.ok(lines.includes(promised), `not printed: ${promised}\nprinted: ${stdout}`);
      if (name === "langchain-history") return assert.equal(stdout.trim(), "1");
      assert.ok(stdout.trim().endsWith(`Done after ${ROUNDS}.`), stdout);
      assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
      assert.equal(provider.log.length, ROUNDS + 1);
      assert.ok(cuts(provider.log.map(({ body }) => body)) >= 3);
    });
  }
});
