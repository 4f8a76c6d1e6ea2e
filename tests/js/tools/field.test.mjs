// `npm run field`: what the installed SDKs declare, what this repository names, and what the registry has.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { compareMembers } from "../../../scripts/field/members.mjs";
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
