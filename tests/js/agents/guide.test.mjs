// The programs of docs/frameworks.md, against the strict provider: each runs 40 rounds past its window.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { at, toolsFolder } from "../../../scripts/lib/paths.mjs";
import { ROUNDS, cuts, lookingProvider } from "../../support/agents.mjs";

const page = readFileSync(at("docs", "frameworks.md"), "utf8");
const programs = [...page.matchAll(/<!-- runs: (\S+) -->\s*```js\n([^]*?)```/g)].map(([, name, code]) => [name, code]);

/** The tools that the programs import. */
const support = JSON.stringify(at("tests", "support", "agents.mjs"));
const schema = '{ type: "object", properties: { order: { type: "number" } }, required: ["order"], additionalProperties: false }';
const TOOLS = {
  "tools.mjs": `import { jsonSchema, tool } from "ai";\nexport const tools = { look: tool({ description: "Looks up an order.", inputSchema: jsonSchema(${schema}), execute: ({ order }) => found(order) }) };`,
  "langchain-tools.mjs": `import { tool } from "@langchain/core/tools";\nexport const look = tool(({ order }) => found(order), { name: "look", description: "Looks up an order.", schema: ${schema} });`,
  "openai-agents-tools.mjs": `import { tool } from "@openai/agents";\nexport const look = tool({ name: "look", description: "Looks up an order.", parameters: ${schema}, strict: false, execute: ({ order }) => found(order) });`,
  "mastra-tools.mjs": `import { createTool } from "@mastra/core/tools";\nimport { jsonSchema } from "ai";\nexport const look = createTool({ id: "look", description: "Looks up an order.", inputSchema: jsonSchema(${schema}), execute: async ({ order }) => found(order) });`,
  "client-tools.mjs": `export const look = ({ order }) => found(order);\nexport const tools = [{ type: "function", function: { name: "look", description: "Looks up an order.", parameters: ${schema} } }];`,
};

describe("docs/frameworks.md", () => {
  test("has a program for each adapter", () => {
    assert.deepEqual(programs.map(([name]) => name), ["ai-sdk", "ai-sdk-middleware", "langchain", "langchain-history", "openai-agents", "mastra", "clients"]);
  });

  for (const [name, code] of programs) {
    test(`the program for ${name} does what it says`, async (t) => {
      const provider = await lookingProvider();
      // Below the root, so that the packages are found.
      const folder = mkdtempSync(join(toolsFolder, "frameworks-"));
      t.after(async () => {
        await provider.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      });
      for (const [file, text] of Object.entries(TOOLS)) writeFileSync(join(folder, file), `import { found } from ${support};\n${text}\n`);
      writeFileSync(join(folder, "program.mjs"), code);
      const env = { ...process.env, OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` };
      const { stdout } = await promisify(execFile)(process.execPath, ["program.mjs"], { cwd: folder, env, timeout: 60_000 });
      if (name === "langchain-history") return assert.equal(stdout.trim(), "1");
      assert.ok(stdout.trim().endsWith(`Done after ${ROUNDS}.`), stdout);
      assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
      assert.equal(provider.log.length, ROUNDS + 1);
      assert.ok(cuts(provider.log.map(({ body }) => body)) >= 3);
    });
  }
});
