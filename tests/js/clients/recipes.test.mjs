// The programs of docs/ that are marked `<!-- runs: provider -->`, with the real clients against the strict provider. A comment behind a
// `console.log` is what it prints.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { root } from "../../../scripts/lib/paths.mjs";
import { PAGES, asJavaScript, fencesOf, promisesOf } from "../../support/snippets/fences.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

const programs = PAGES.flatMap(fencesOf).filter(({ runs }) => runs === "provider");

/** A model that asks for the weather once, and then answers. */
function script({ body }) {
  const hasTools = body.tools !== undefined;
  const hasResult = JSON.stringify(body.messages).match(/from noon on/) !== null;
  if (hasTools && !hasResult) return { toolCalls: [{ name: "weather", arguments: { city: "Oslo" } }] };
  return { text: hasResult ? "Yes. Rain in Oslo from noon on." : "It began in a small town by the sea, a long time ago." };
}

describe("the recipes", () => {
  test("are programs with real clients", () => assert.ok(programs.length >= 8, `${programs.length}`));

  for (const { page, code } of programs) {
    test(`${page} runs, prints what its comments say, and is never refused`, async (t) => {
      const provider = await startStrictProvider({ script, eventDelay: 2 });
      t.after(() => provider.close());
      const env = { ...process.env, OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1`, ANTHROPIC_API_KEY: "any", ANTHROPIC_BASE_URL: provider.url };
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", asJavaScript(code)], { cwd: root, env, timeout: 60_000 });
      const lines = stdout.split(/[\n\r]/);
      for (const promised of promisesOf(code)) assert.ok(lines.includes(promised), `not printed: ${promised}\nprinted: ${stdout}`);
      assert.ok(provider.log.length > 0);
      assert.deepEqual(provider.log.filter(({ status }) => status !== 200).map(({ message }) => message), []);
    });
  }
});
