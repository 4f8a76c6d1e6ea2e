// Tools of each form, alone and mixed, for each target: the types of the provider's own client accept what is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConversationManager } from "backscroll";
import { CHOICES, DECLARED, NEEDED, empty, paramsIn, schema } from "../support/formats/declared-tools.mjs";
import { TARGETS } from "../support/judges.mjs";
import { oracleAvailable, oraclesFolder, venvPython } from "./oracle.mjs";

/** Tools that only some providers have, in the form of theirs. */
const SPECIAL = [
  { type: "web_search" },
  { type: "mcp", server_label: "clock", server_url: "https://example.com" },
  { type: "namespace", name: "crm", description: "Customers", tools: [] },
  { type: "web_search_20250305", name: "web_search" },
  { googleSearch: {} },
  { systemTool: { name: "nova_grounding" } },
  { type: "custom", custom: { name: "patch", description: "A patch." } },
  { type: "custom", name: "shell", format: { type: "text" } },
  { type: "function", function: { name: "strictly", parameters: { ...schema, required: ["city", "days"] }, strict: true } },
  { name: "cached", input_schema: { type: "object" }, cache_control: { type: "ephemeral" }, input_examples: [{}] },
  { cachePoint: { type: "default" } },
  { functionDeclarations: [{ name: "typed", parameters: { type: "OBJECT", properties: { at: { type: "STRING", nullable: true } } }, response: { type: "STRING" } }] },
  { type: "function", function: { name: "files / read it", description: "", parameters: empty } },
];

/** Tools that pass unjudged where they may be a vendor's. */
const isVendors = (target, tool) => target === "openai-chat" && ["web_search", "mcp", "namespace"].includes(tool.type);

/** Params with tools in every form and combination. */
function* given(target) {
  for (const form of TARGETS) {
    yield DECLARED[form];
    yield { ...DECLARED[form], parallel_tool_calls: false };
    for (const choices of Object.values(CHOICES)) if (choices[form] !== null) yield paramsIn(form, choices[form]);
    const special = SPECIAL.filter((tool) => !isVendors(target, tool));
    const list = DECLARED[form].tools ?? DECLARED[form].toolConfig.tools;
    for (const tool of special) yield { tools: [...list, tool], tool_choice: "auto" };
    yield { tools: [...special, ...list], tool_choice: { type: "any", disable_parallel_tool_use: true } };
  }
}

/** Asks the types of the client for the faults of each body. */
function faultsOf(target, bodies) {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-oracle-"));
  try {
    const file = join(folder, "bodies.json");
    writeFileSync(file, JSON.stringify(bodies.map((body) => [target, body])));
    const env = { ...process.env, PYTHONPATH: oraclesFolder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };
    const output = execFileSync(venvPython, [fileURLToPath(new URL("tools.py", import.meta.url)), file], { env, encoding: "utf8" });
    return output.trim().split("\n").map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const target of TARGETS) {
  const { available, reason } = oracleAvailable(target);
  test(`tools for ${target} have the types of its client`, { skip: available ? false : reason }, () => {
    const bodies = [...given(target)].map((params) => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Will it rain in Oslo?");
      return conversation.toRequest(target, { ...NEEDED[target], ...params }).body;
    });
    const [{ tools, ...rest }] = bodies;
    const broken = target === "bedrock" ? { ...rest, toolConfig: { tools: [] } } : { ...rest, tools: [{ bad: true }] };
    const [found, ...faults] = faultsOf(target, [broken, ...bodies]);
    assert.notDeepEqual(found, []);
    assert.equal(faults.length, bodies.length);
    const refused = bodies.flatMap((body, at) => (faults[at].length === 0 ? [] : [{ faults: faults[at], tools: body.tools ?? body.toolConfig, choice: body.tool_choice }]));
    assert.deepEqual(refused.slice(0, 3).map((one) => JSON.stringify(one)), []);
  });
}
