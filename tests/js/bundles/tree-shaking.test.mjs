// A bundle holds only what is imported. `tests/runtimes/alone.mjs` has the sizes; `npm run test:runtimes` tests webpack, Vite and Bun.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import * as face from "backscroll";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import { NAMES, faultOf, program } from "../../runtimes/alone.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = fileURLToPath(new URL("../../../node_modules/backscroll/", import.meta.url));
const { sideEffects } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));

async function byEsbuild(contents, options = {}) {
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, bundle: true, minify: true, format: "esm", write: false, ...options });
  return outputFiles[0].text;
}

async function byRollup(contents) {
  const ours = (path) => ({ id: `${folder}${path}`, moduleSideEffects: sideEffects.includes(`./${path}`) });
  const resolveId = (source) => (source === "program" ? source : ours(source === "backscroll" ? "index.mjs" : source));
  const load = (id) => (id === "program" ? contents : readFileSync(id, "utf8"));
  const bundle = await rollup({ input: "program", plugins: [{ name: "files", resolveId, load }] });
  const { output } = await bundle.generate({ format: "es" });
  assert.equal(output.length, 1);
  return (await transform(output[0].code, { minify: true, format: "esm" })).code;
}

test("the table has every name of the package", () => {
  const exported = Object.keys(face).filter((name) => name !== "default" && name !== "module.exports");
  const measured = NAMES.map(({ name }) => name);
  assert.deepEqual(exported.filter((name) => !measured.includes(name)), [], "`npm run size -- --bless` writes the sizes of new names into tests/size.json");
  assert.deepEqual(measured.filter((name) => !exported.includes(name)), [], "`npm run size -- --bless` removes the names that are gone from tests/size.json");
});

const BUNDLERS = {
  "esbuild": ({ name }) => byEsbuild(program(name)),
  "esbuild, from slim": ({ name }) => byEsbuild(program(name, "backscroll/slim")),
  "esbuild, for Workers": ({ name }) => byEsbuild(program(name), { conditions: ["workerd"], external: ["./core.wasm"] }),
  "Rollup": ({ name }) => byRollup(program(name)),
};
const HOLDS_WASM = new Set(["esbuild", "Rollup"]);

for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
  describe(`alone in a bundle of ${bundler}`, () => {
    for (const each of NAMES) {
      test(`${each.name} brings at most ${each.most} bytes of code, and ${each.hasEngine ? "its" : "no"} engine`, async () => {
        const hasEngine = each.hasEngine && HOLDS_WASM.has(bundler);
        assert.equal(faultOf({ ...each, hasEngine }, await bundle(each)), null);
      });
    }
  });
}

test("only `validate` brings the checks of parameters, and only `repairParameters` their repairs, without the rules", async () => {
  const [checks, repairs, rules] = [/The provider has no field/, /was renamed to/, /must be a response to a preceeding message/];
  for (const { name } of NAMES) {
    const code = await byEsbuild(program(name));
    assert.deepEqual([checks.test(code), repairs.test(code)], [name === "validate", false], name);
  }
  const code = await byEsbuild(program("repairParameters", "backscroll/doctor"));
  assert.deepEqual([checks.test(code), repairs.test(code), rules.test(code), code.length < 14_000], [false, true, false, true], `${code.length} bytes`);
  assert.match(await byEsbuild(program("RULES", "backscroll/doctor")), rules);
});

test("a strategy alone names the known options; with the engine it advises, too", async () => {
  const refusal = (names) => `import { ${names} } from "backscroll"; globalThis.used = [${names}]; try { fitBudget({ keepTurn: 1 }); } catch ({ message }) { globalThis.refusal = message; }`;
  const messageOf = async (names) => {
    const context = createContext({ TextEncoder, TextDecoder });
    runInContext(await byEsbuild(refusal(names), { format: "iife" }), context);
    return context.refusal;
  };
  assert.match(await messageOf("fitBudget"), /no field "keepTurn"\. Known are by, keepTurns, reduceAbove, /);
  assert.match(await messageOf("fitBudget, trim"), /no field "keepTurn"\. Did you mean `keepTurns`\?/);
});

test("an unused import adds nothing", async () => {
  assert.equal((await byEsbuild('import "backscroll"; import "backscroll/slim"; import { trim } from "backscroll";')).trim(), "");
});

test("streams bring no engine, only the class of errors", async () => {
  const code = await byEsbuild('import { readStream } from "backscroll/stream"; console.log(readStream);');
  assert.ok(!code.includes("WebAssembly") && code.length < 46_000, `${code.length} bytes`);
});

test("unbundled, streams load no engine, and throw errors of the class that every entry has", async () => {
  const importsOf = (file) => [...readFileSync(`${folder}${file}`, "utf8").matchAll(/\bfrom ?"([^"]+)"|\brequire\("([^"]+)"\)/g)].map(([, from, required]) => from ?? required);
  for (const ending of ["mjs", "cjs"]) {
    assert.deepEqual([...new Set(importsOf(`stream.${ending}`))], [`./common.${ending}`]);
    assert.deepEqual(importsOf(`common.${ending}`), []);
  }
  const { readStream } = await import("backscroll/stream");
  assert.throws(() => readStream("none", []), face.ConversationError);
  const required = ["backscroll", "backscroll/slim"].map((name) => require(name).ConversationError);
  for (const OfEntry of required) assert.throws(() => require("backscroll/stream").readStream("none", []), OfEntry);
});

test("recall brings no engine, and loads none", async () => {
  const code = await byEsbuild('import { recall } from "backscroll/recall"; console.log(recall);');
  assert.ok(!code.includes("WebAssembly") && code.length < 17_000, `${code.length} bytes`);
  for (const ending of ["mjs", "cjs"]) {
    const text = readFileSync(`${folder}recall.${ending}`, "utf8").replaceAll("\\\n", "");
    assert.deepEqual([...text.matchAll(/\bfrom ?"(\.[^"]+)"|\brequire\("([^"]+)"\)/g)].map(([, from, required]) => from ?? required), [`./common.${ending}`]);
  }
});

test("compress brings no engine, and loads none", async () => {
  const code = await byEsbuild('import { compress } from "backscroll/compress"; console.log(compress);');
  assert.ok(!code.includes("WebAssembly") && code.length < 17_000, `${code.length} bytes`);
  for (const ending of ["mjs", "cjs"]) {
    const text = readFileSync(`${folder}compress.${ending}`, "utf8").replaceAll("\\\n", "");
    assert.deepEqual([...text.matchAll(/\bfrom ?"(\.[^"]+)"|\brequire\("([^"]+)"\)/g)].map(([, from, required]) => from ?? required), [`./common.${ending}`]);
  }
});

test("the hook for React brings nothing of the package", () => {
  for (const ending of ["mjs", "cjs"]) {
    // A long line is broken inside a string, too.
    const code = readFileSync(`${folder}react.${ending}`, "utf8").replaceAll("\\\n", "");
    assert.deepEqual([...code.matchAll(/\bfrom ?"([^"]+)"|\brequire\("([^"]+)"\)/g)].map(([, from, required]) => from ?? required), ["react"]);
    assert.ok(code.length < 2_000, `${code.length} bytes`);
  }
});

test("an entry exports the names of its engine", async () => {
  for (const entry of ["index", "slim"]) {
    const [outer, inner] = await Promise.all([import(`${folder}${entry}.mjs`), import(`${folder}${entry}.engine.mjs`)]);
    assert.deepEqual({ ...outer }, { ...inner });
    for (const name of Object.keys(inner)) assert.equal(outer[name], inner[name], name);
  }
});

test("an error thrown by one entry is of the class of the other", async () => {
  const { ConversationManager } = await import("backscroll/slim");
  assert.throws(() => new ConversationManager({ tokenLimit: -1 }), face.ConversationError);
});
