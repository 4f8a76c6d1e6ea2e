// `npm run field`: the declarations of the installed SDKs, the catalogue of pi-ai, the rows of this repository, and the registry's versions.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { models } from "../../../scripts/field/catalogue.mjs";
import { compareFacts, factsOf } from "../../../scripts/field/differences.mjs";
import { compareMembers } from "../../../scripts/field/members.mjs";
import { decisionLine, differenceLines } from "../../../scripts/field/report.mjs";
import { installedVersion, newerVersions } from "../../../scripts/field/versions.mjs";
import { environment } from "../../../scripts/lib/paths.mjs";

const ROWS = ["src/format/anthropic/block.rs", "pkg-template/src/providers/openai-responses/stream.ts"];

/** Compares a union of these members with the rows. */
function compare(type, { left = [], ...more } = {}) {
  const { unknown, ...rest } = compareMembers([{ provider: "p", union: "u", type, rows: ROWS, ...more }], left);
  return { ...rest, unknown: unknown.map(({ kind }) => kind), left: rest.left.map(({ kind, why }) => [kind, why]), needless: rest.needless.map(({ kind }) => kind) };
}

describe("members of unions", () => {
  test("of the installed SDKs are named by a row, or left for a reason in scripts/field/left.mjs", () => {
    const { unknown, needless, count } = compareMembers();
    assert.deepEqual({ unknown, needless }, { unknown: [], needless: [] });
    assert.ok(count > 500, `${count} members`);
  });

  const members = {
    "a text": ['"thinking" | "pondering"', ["pondering"]],
    "a type": ['{ type: "mcp_tool_use" } | { type: "mcp_tool_wish"; role: "user" }', ["mcp_tool_wish"]],
    "several types of one member": ['{ type?: "text" | "song" | null }', ["song"]],
    "a role": ['{ role: "tool_addition" } | { role: "referee" }', ["referee"]],
    "a field, where members have no type": ["{ media_type: string; weight?: never } | { weight: number; media_type?: never }", ["weight"]],
    "a word that a pattern of the engine matches": ['{ type: "any_tool_result" } | { type: "any_tool_outcome" }', ["any_tool_outcome"]],
    "a word that a regular expression matches": ['{ type: "response.x_part.added" } | { type: "response.x_port.added" }', ["response.x_port.added"]],
    "all but functions, null, and the mark of later versions": ['{ type: "text" } | null | (() => void) | { $unknown: [string, unknown] }', []],
    "all but any text beside known ones": ['"text" | (string & {})', []],
  };
  for (const [what, [type, unknown]] of Object.entries(members)) {
    test(`are known by ${what}`, () => assert.deepEqual(compare(type).unknown, unknown));
  }

  test("may be the fields of a type, under the name of the wire", () => {
    const as = (name) => name.replace("T", "_t");
    assert.deepEqual(compare('{ type: "x"; mediaType: string; mediaTune: string }', { isFields: true, as }).unknown, ["media_tune"]);
  });

  test("are not unknown with a reason, and a reason for none of them is needless", () => {
    const left = [{ unions: ["p: u"], why: "it is new", kinds: "pondering thinking gone" }, { unions: ["p: other"], why: "it is new", kinds: "musing" }];
    const { unknown, left: reasons, needless } = compare('"thinking" | "pondering" | "musing"', { left });
    assert.deepEqual({ unknown, reasons, needless }, { unknown: ["musing"], reasons: [["pondering", "it is new"]], needless: ["thinking", "gone", "musing"] });
  });

  const wrong = { "a type that its package does not declare": 'import("openai/resources").NoSuchParam', "a type without members": "never" };
  for (const [what, type] of Object.entries(wrong)) test(`are no members of ${what}, which is an error`, () => assert.throws(() => compare(type), /NoSuchParam|no members/));
});

describe("facts of vendors and models", () => {
  test("of pi-ai and of the SDKs are the same as ours, or decided in scripts/field/decided.mjs", () => {
    const { open, needless, count } = compareFacts();
    assert.deepEqual({ open: differenceLines(open), needless: needless.map(decisionLine) }, { open: [], needless: [] });
    assert.ok(count > 2_500, `${count} facts`);
  });

  /** The facts of a model that is like one of the catalogue but for these fields. */
  function factsLike(provider, id, change = {}) {
    const model = models().find((each) => each.provider === provider && each.id === id);
    return factsOf([{ ...model, ...change }]);
  }

  const CHANGES = [
    ["address", "xai", "grok-4.6", { baseURL: "https://api.example.com/v1" }, "no vendor", "a vendor"],
    ["role developer", "deepseek", "deepseek-v4-pro", { compat: { supportsDeveloperRole: true } }, "refused", "taken"],
    ["reasoning_content beside calls", "deepseek", "deepseek-v4-pro", { compat: {} }, "demanded", "not demanded"],
    ["strict tools", "together", "moonshotai/Kimi-K3", { compat: { supportsStrictMode: true } }, "refused", "taken"],
    ["pictures", "together", "moonshotai/Kimi-K3", { input: ["text", "image"] }, "taken", "taken"],
    ["window", "openai", "gpt-4o", { contextWindow: 100_000 }, 128_000, 100_000],
    ["window", "openai", "gpt-4o", { id: "nobody-knows" }, null, 128_000],
    ["price", "openai", "gpt-4o", { cost: { input: 2.5, output: 11, cacheRead: 1.25, cacheWrite: 0 } }, "2.5 / 1.25 / 2.5 / 10", "2.5 / 1.25 / 2.5 / 11"],
    ["price of large requests", "openai", "gpt-5.5", { cost: { input: 5, output: 30, cacheRead: 0.5, cacheWrite: 0 } }, "10 / 1 / 10 / 45", "5 / 0.5 / 5 / 30"],
    ["efforts", "openai", "gpt-5", { levels: { off: "none", minimal: null, max: "max" } }, "minimal low medium high", "none low medium high max"],
  ];
  for (const [subject, provider, id, change, ours, theirs] of CHANGES) {
    test(`are read from both: ${subject}, ${provider}, ${id}, with ${JSON.stringify(change)}`, () => {
      const fact = factsLike(provider, id, change).find((each) => each.subject === subject);
      assert.deepEqual([fact?.ours, fact?.theirs], [ours, theirs]);
    });
  }
  test("have two sources", () => {
    const [price] = factsLike("openai", "gpt-4o").filter(({ subject }) => subject === "price");
    assert.equal(price.ours, price.theirs);
    assert.match(price.sources[0], /^https:.*, 20\d\d-\d\d-\d\d\.$/);
    const [window] = factsLike("openai", "gpt-4o").filter(({ subject }) => subject === "window");
    assert.match(window.sources[0], /^SIZES\.md: OpenAI's pages/);
    const [role] = factsLike("deepseek", "deepseek-v4-pro").filter(({ subject }) => subject === "role developer");
    assert.match(role.sources[0], /^VENDORS\.md: .*developer/);
    assert.equal(price.sources[1], `pi-ai ${installedVersion("@earendil-works/pi-ai")}, openai.json, chat:gpt-4o`);
  });

  const fact = { subject: "window", of: "acme", model: "a-1", ours: 5, theirs: 7, sources: ["A.md", "acme.json"] };
  const DECISIONS = [
    ["without a decision", [], 1, 0],
    ["with one for its subject", [{ subject: "window" }], 0, 0],
    ["with one for its model and both values", [{ subject: "window", of: "ac.*", models: "a-\\d", ours: "5", theirs: "7" }], 0, 0],
    ["with one for a part of its name", [{ subject: "window", models: "a" }], 1, 1],
    ["with one for another value of ours", [{ subject: "window", ours: "6" }], 1, 1],
    ["with two", [{ subject: "window" }, { subject: "window", of: "acme" }], 0, 1],
  ];
  for (const [what, decisions, open, needless] of DECISIONS) {
    test(`differ ${what}: ${open} open, ${needless} needless`, () => {
      const found = compareFacts([fact, { ...fact, theirs: 5 }], decisions.map((decision) => ({ ...decision, why: "so" })));
      assert.deepEqual([found.open.length, found.decided.length, found.needless.length, found.count], [open, 1 - open, needless, 2]);
    });
  }
  test("are printed with both sources, once for all models with the same difference", () => {
    const lines = differenceLines(["a-1", "a-2", "a-3", "a-4", "a-5"].map((model) => ({ ...fact, model })));
    assert.deepEqual(lines.map((line) => line.trim().replace(/ {2,}/g, " ")), ["window, acme a-1, a-2, a-3 and 2 more", "ours: 5 (A.md)", "theirs: 7 (acme.json, for example)"]);
  });
});

describe("the registry", () => {
  const asked = (url) => newerVersions({ env: { ...environment(), npm_config_registry: url }, names: ["openai"] });

  for (const [what, version, newer] of [["newer", "99.0.0", ["99.0.0"]], ["the same", installedVersion("openai"), []]]) {
    test(`has ${what} version`, async () => {
      const server = createServer((_, response) => response.end(JSON.stringify({ name: "openai", "dist-tags": { latest: version }, versions: { [version]: { name: "openai", version } } })));
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      const found = await asked(`http://127.0.0.1:${server.address().port}`);
      server.close();
      assert.deepEqual(found?.map(({ newest }) => newest), newer);
    });
  }

  test("does not answer", async () => assert.equal(await asked("http://127.0.0.1:9"), null));
});
