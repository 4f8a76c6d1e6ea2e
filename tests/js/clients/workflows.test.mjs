// The workflows of docs/recipes/workflows.md, with an engine of a few lines that does what the real ones do: it runs a workflow from its
// beginning after each step, with the recorded results.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { fileStore } from "backscroll/store/file";
import { removed, saved, written } from "../../support/snippets/recipe-files.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

const PAGE = "docs/recipes/workflows.md";
const cwd = process.cwd();
let folder, provider, replies, whileAsked;

before(async () => {
  const script = async () => {
    await whileAsked();
    return replies.shift();
  };
  provider = await startStrictProvider({ script });
  Object.assign(process.env, { OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` });
});
after(() => provider?.close());

beforeEach(() => {
  whileAsked = () => undefined;
  folder = written(PAGE, "workflows");
  provider.log.length = 0;
  process.chdir(folder);
  globalThis.looks = 0;
  writeFileSync(join(folder, "client-tools.js"), `import { tool } from "backscroll";\nexport const look = tool({ name: "look", description: "Looks.", run: () => \`seen \${(globalThis.looks += 1)}\` });\n`);
});
const closed = () => {
  process.chdir(cwd);
  removed(folder);
};

/** The steps of the recipe, as the worker has them. */
const steps = async () => ({ ...(await import(pathToFileURL(join(folder, "turn.js")).href)) });

/** Runs a workflow as an engine does. `runs` is how often each step runs; the result of its last run is recorded. */
async function finished(workflow, args, perform, runs = 1) {
  const history = [];
  for (;;) {
    let place = 0;
    const scheduled = new Promise((resolve) => {
      globalThis.schedule = (name, given) => {
        const event = history[place++];
        if (event === undefined) {
          resolve({ name, given });
          return new Promise(() => undefined);
        }
        assert.equal(event.name, name, "the workflow is deterministic");
        return Promise.resolve(event.result);
      };
    });
    const next = await Promise.race([scheduled, workflow(...args).then((result) => ({ result }))]);
    if (next.name === undefined) return { result: next.result, steps: history.map(({ name }) => name) };
    // An engine keeps arguments and results as text.
    const given = JSON.parse(JSON.stringify(next.given));
    let result;
    for (let run = 0; run < runs; run += 1) result = await tried(() => perform(next.name, given));
    history.push({ name: next.name, result: result === undefined ? undefined : JSON.parse(JSON.stringify(result)) });
  }
}

/** Runs a step again after a failure, as engines do. */
async function tried(step, tries = 4) {
  try {
    return await step();
  } catch (error) {
    if (tries === 1) throw error;
    return tried(step, tries - 1);
  }
}

/** The two engines: each loads its workflow as its compiler would, without the steps. */
const ENGINES = {
  async Temporal() {
    const module = join(folder, "node_modules", "@temporalio", "workflow");
    mkdirSync(module, { recursive: true });
    writeFileSync(join(module, "index.js"), "export const proxyActivities = () => new Proxy({}, { get: (_, name) => (...given) => schedule(name, given) });");
    const { outputFiles, metafile } = await build({ entryPoints: [join(folder, "temporal.js")], bundle: true, format: "iife", globalName: "workflows", write: false, metafile: true });
    assert.ok(Object.keys(metafile.inputs).every((name) => /(?:temporal|@temporalio\/workflow\/index)\.js$/.test(name)), "the workflow loads none of its steps");
    return sandboxed(outputFiles[0].text);
  },
  async Vercel() {
    const code = readFileSync(join(folder, "vercel.js"), "utf8");
    // The compiler replaces the bodies of steps, and then drops their imports.
    const replaced = code.replace(/^async function (\w+)\(([^)]*)\) \{\s*"use step";[^]*?^\}/gm, 'const $1 = (...given) => schedule("$1", given);').replace(/^import .*$/gm, "");
    assert.equal(replaced.match(/schedule\(/g).length, 3);
    const { outputFiles } = await build({ stdin: { contents: replaced }, bundle: true, format: "iife", globalName: "workflows", write: false });
    return sandboxed(outputFiles[0].text);
  },
};

/** A sandbox without Node: what is random, has a clock or a network fails there. */
function sandboxed(code) {
  const context = createContext({ schedule: (...given) => globalThis.schedule(...given) });
  runInContext(`Math.random = Date = undefined;\n${code}`, context);
  return (...given) => Promise.resolve(context.workflows.answer(...given));
}

for (const [name, load] of Object.entries(ENGINES)) {
  describe(`${PAGE}: ${name}`, () => {
    const CALL = { toolCalls: [{ name: "look", arguments: {}, id: "call_1" }] };
    const ALL = ["user: Look.", "assistant: null", "tool: seen 1", "assistant: Done.", "user: Thanks.", "assistant: You are welcome."];

    for (const [how, runs] of [["each step runs once", 1], ["each step runs twice, because its first result was lost", 2]]) {
      test(`${how}: two questions, three requests, one call`, async (t) => {
        t.after(closed);
        replies = [CALL, { text: "Done." }, { text: "You are welcome." }];
        const workflow = await load();
        const known = await steps();
        const perform = (step, given) => known[step](...given);
        assert.deepEqual(await finished(workflow, ["t-1", "q-1", "Look."], perform, runs), { result: "Done.", steps: ["begin", "ask", "act", "ask"] });
        assert.deepEqual(await finished(workflow, ["t-1", "q-2", "Thanks."], perform, runs), { result: "You are welcome.", steps: ["begin", "ask"] });
        assert.deepEqual(await saved(fileStore(join(folder, "threads")), "t-1"), ALL);
        assert.equal(globalThis.looks, 1);
        assert.deepEqual(provider.log.map(({ status }) => status), [200, 200, 200]);
      });
    }

    test("a step that fails runs again, and a step that still runs keeps others out", async (t) => {
      t.after(closed);
      // A script without a reply answers with an error.
      replies = [undefined, CALL, undefined, { text: "Done." }];
      const workflow = await load();
      const known = await steps();
      const others = [];
      whileAsked = async () => others.push(await known.ask("t-1").catch(({ code }) => code));
      const { result } = await finished(workflow, ["t-1", "q-1", "Look."], (step, given) => known[step](...given));
      assert.equal(result, "Done.");
      assert.deepEqual(others, Array(4).fill("checkpoint-already-resumed"));
      assert.deepEqual(await saved(fileStore(join(folder, "threads")), "t-1"), ALL.slice(0, 4));
      assert.deepEqual(provider.log.map(({ status }) => status), [500, 200, 500, 200]);
    });
  });
}
