// The published files: the features that they need of a runtime, their source maps, and the manifest.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { manifest } from "../../../scripts/lib/manifest.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = new URL("../../../node_modules/backscroll/", import.meta.url);
const wasmOpt = join(root, "node_modules", "binaryen", "bin", "wasm-opt");
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const code = readdirSync(folder).filter((name) => /\.[cm]js$/.test(name));

describe("required features of a runtime", () => {
  const BROWSERS = ["chrome114", "firefox94", "safari16.4"];
  // These browsers support the feature, but esbuild rewrites such expressions for all browsers.
  const supported = { "regexp-unicode-property-escapes": true };

  for (const name of code.filter((name) => name.endsWith(".mjs"))) {
    test(`${name}: no syntax that ${BROWSERS.join(", ")} lack`, async () => {
      const [newest, browsers] = await Promise.all(["esnext", BROWSERS].map((target) => transform(text(name), { format: "esm", target, supported })));
      assert.equal(browsers.code, newest.code);
    });
  }

  for (const name of ["core.wasm", "requests.wasm", "estimate.wasm"]) test(`${name} is WebAssembly 2.0 without SIMD and multi-value`, async () => {
    const features = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types"];
    const optimise = (...args) => promisify(execFile)(process.execPath, [wasmOpt, ...args], { timeout: 60_000 });
    const own = mkdtempSync(join(tmpdir(), "backscroll-wasm-"));
    try {
      // The custom section names the features that the wasm was compiled with, so the validator would trust it.
      await optimise(fileURLToPath(new URL(name, folder)), "--strip-target-features", "--output", join(own, "core.wasm"));
      const read = (names) => optimise(join(own, "core.wasm"), "--mvp-features", ...names.map((name) => `--enable-${name}`));
      await read(features);
      await assert.rejects(read(features.slice(0, -1)), /error validating/);
    } finally {
      rmSync(own, { recursive: true });
    }
  });
});

test("a runtime that is led to modules when it requires the package is led to those of every entry", () => {
  const { exports } = JSON.parse(text("package.json"));
  const entries = Object.values(exports).filter((conditions) => conditions.require !== undefined || conditions.node?.require !== undefined);
  assert.equal(entries.length, 34);
  // Deno requires what "module-sync" leads to.
  for (const conditions of entries) assert.match(conditions.bun.default, /\.mjs$/);
});

test("in a bundle, import and require share one engine", async () => {
  const contents = `
    import { ConversationError } from "backscroll";
    import { init } from "backscroll/slim";
    export const same = [ConversationError === require("backscroll").ConversationError, init === require("backscroll/slim").init];
  `;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, bundle: true, format: "esm", write: false });
  const { same } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  assert.deepEqual(same, [true, true]);
});

describe("source maps", () => {
  test("some files need one", () => assert.ok(code.length >= 8, code.join()));

  /** An entry of re-exports and the text of the wasm need no source map, because they have no statements. */
  const isWithoutStatements = (name) => /^(export (\{.*\} from|default|const unpacker =) "[^"]*";\n)+$/.test(text(name));
  for (const name of code.filter((name) => !isWithoutStatements(name))) {
    test(`${name}: the map contains all sources, under names inside the package`, () => {
      assert.match(text(name), new RegExp(`\n//# sourceMappingURL=${name.replaceAll(".", "\\.")}\\.map\n$`));
      const { sources, sourcesContent } = JSON.parse(text(`${name}.map`));
      assert.equal(sourcesContent.length, sources.length);
      assert.deepEqual(sources.filter((source) => !/^(src|build)\/[\w/.-]+\.(ts|js)$/.test(source)), []);
      assert.deepEqual(sources.filter((_, index) => !sourcesContent[index]), []);
    });
  }

  test("a stack leads to the line of the source", async () => {
    const program = `
      import { ConversationManager } from "backscroll";
      try { new ConversationManager().addMessage("bot", "x"); } catch ({ stack }) { console.log(stack); }
    `;
    const flags = ["--enable-source-maps", "--input-type=module", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root, timeout: 60_000 });
    const [, file, line] = /backscroll\/src\/([\w/-]+\.ts):(\d+):\d+/.exec(stdout) ?? assert.fail(stdout);
    const sources = new URL("../../../pkg-template/src/", import.meta.url);
    assert.match(readFileSync(new URL(file, sources), "utf8").split("\n")[line - 1], /ConversationError\(/);
  });
});

describe("the manifest", () => {
  const published = JSON.parse(text("package.json"));

  test("the manifest names exactly the files of the package", () => {
    const leaves = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(leaves));
    const named = [published.main, published.module, published.types, ...leaves(published.exports)];
    assert.deepEqual(named.filter((path) => !existsSync(new URL(path, folder))), []);
    const listed = published.files.filter((path) => !path.includes("*"));
    assert.deepEqual(listed.filter((path) => !existsSync(new URL(path, folder))), []);
    const others = readdirSync(folder).filter((path) => !listed.includes(path) && !/^(LICENSE|README\.md|package\.json)/.test(path));
    assert.deepEqual(others, []);
  });

  test("the package needs only Node 20, and only the entries of formats have a side effect", () => {
    const { dependencies, engines, sideEffects, scripts } = published;
    const formats = ["ai-sdk", "langchain", "strands-format", "cohere", "ollama", "gemini-interactions", "mistral-conversations"].flatMap((name) => [`./${name}.mjs`, `./${name}.cjs`]);
    assert.deepEqual({ dependencies, engines, scripts }, { dependencies: undefined, engines: { node: ">=20" }, scripts: undefined });
    assert.deepEqual([...sideEffects].sort(), formats.sort());
  });

  const PLACES = [
    ["on a machine of ours", {}, undefined],
    ["in a workflow of GitHub", { GITHUB_SERVER_URL: "https://code.example", GITHUB_REPOSITORY: "us/backscroll" }, "git+https://code.example/us/backscroll.git"],
    ["in a pipeline of GitLab", { CI_PROJECT_URL: "https://code.example/us/backscroll" }, "git+https://code.example/us/backscroll.git"],
  ];
  for (const [place, env, url] of PLACES) {
    test(`${place}, the repository of the provenance is ${url ?? "left out"}`, () => {
      const { repository, publishConfig } = JSON.parse(manifest(env));
      assert.deepEqual([repository, publishConfig.provenance], [url && { type: "git", url }, true]);
    });
  }
});
