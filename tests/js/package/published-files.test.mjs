// The published files: the features that they need of a runtime, their sizes, and the manifest.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { build, transform } from "esbuild";
import { manifest } from "../../../scripts/lib/manifest.mjs";
import { loadIn } from "../../support/hosts/load-in.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = new URL("../../../node_modules/backscroll/", import.meta.url);
const wasmOpt = join(root, "node_modules", "binaryen", "bin", "wasm-opt");
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(new URL(name, folder)).isFile());
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
  assert.equal(entries.length, 38);
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

describe("the package is small enough to install", () => {
  test("its tarball has at most 3 MB, and its files at most 9 MB", async () => {
    const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], { cwd: folder, timeout: 60_000 });
    const [{ size, unpackedSize, entryCount }] = JSON.parse(stdout);
    assert.ok(size <= 3_000_000, `${size} bytes in the tarball`);
    assert.ok(unpackedSize <= 9_000_000, `${unpackedSize} bytes in files`);
    assert.equal(entryCount, files.length);
  });

  test("its data exist once, and it has no source maps", () => {
    assert.deepEqual(files.filter((name) => name.endsWith(".map")), []);
    assert.deepEqual(code.filter((name) => text(name).includes("\n//# sourceMappingURL=")), []);
    for (const ending of ["d.ts", "d.cts"]) assert.ok(text(`slim.${ending}`).length < text(`index.${ending}`).length / 3, `slim.${ending} repeats the types of index.${ending}`);
    for (const name of ["index.cjs", "o200k.cjs", "o200k.mjs", "cl100k.cjs", "cl100k.mjs", "estimate.cjs", "estimate.mjs"]) assert.ok(!/"[^"\n]{20000}/.test(text(name).replaceAll("\\\n", "")), `${name} holds data`);
  });
});

test("the server of the command holds no validator of JSON Schemas, which it does not use", () => {
  assert.match(text("mcp.mjs"), /elicitation/);
  assert.ok(!/ajv/i.test(text("mcp.mjs")));
});

test("the licences of what is compiled in are in the package, each with its text", () => {
  const notice = text("THIRD-PARTY.txt");
  for (const name of ["serde_json", "wasm-bindgen", "hashbrown", "getrandom", "zod", "@modelcontextprotocol/server"]) assert.match(notice, new RegExp(`^${name.replace("/", "\\/")} \\d+\\.\\d+\\.\\d+\\S* \\((MIT|Apache-2\\.0)\\)$`, "m"), name);
  const blocks = notice.split(/^-{80}$/m).slice(1);
  assert.ok(blocks.length > 3);
  for (const block of blocks) assert.match(block, /Permission is (?:hereby )?granted|Apache License|UNICODE LICENSE|permission notice/i, block.slice(0, 200));
  assert.doesNotMatch(notice, /\b(?:GPL|AGPL|proptest|esbuild)\b/);
});

describe("data of CommonJS files", () => {
  const USES = [
    ["index.cjs", "JSON.stringify(new face.ConversationManager({ systemPrompt: 'Hi' }).toRequest('openai-chat').body.messages)", '[{"role":"system","content":"Hi"}]'],
    ["o200k.cjs", "String(face.countTokens('Hello, world!'))", "4"],
    ["cl100k.cjs", "String(face.countTokens('Hello, world!'))", "4"],
    ["estimate.cjs", "String(face.estimateTokens('How many?') > 1)", "true"],
  ];
  for (const [name, use, expected] of USES) {
    const file = fileURLToPath(new URL(name, folder));
    test(`${name} reads them where a module cannot be required`, () => {
      const context = createContext({ TextEncoder, TextDecoder, crypto });
      context.face = loadIn(context, file);
      assert.equal(runInContext(use, context), expected);
    });
  }
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
    const formats = ["ai-sdk", "langchain", "strands-format", "opentelemetry", "ag-ui", "cohere", "ollama", "gemini-interactions", "mistral-conversations"].flatMap((name) => [`./${name}.mjs`, `./${name}.cjs`]);
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
      const { repository, homepage, bugs, publishConfig } = JSON.parse(manifest(env));
      assert.deepEqual([repository, publishConfig.provenance], [url && { type: "git", url }, true]);
      assert.deepEqual([homepage, bugs?.url].map((address) => address?.startsWith("https://code.example/us/backscroll")), url ? [true, true] : [undefined, undefined]);
    });
  }
});

test("the bill of materials is one of CycloneDX, and names what the notice of licences names", async () => {
  const { Spec, Validation } = await import("@cyclonedx/cyclonedx-library");
  const bill = text("sbom.cdx.json");
  assert.equal(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bill), null);
  const { metadata, components, dependencies } = JSON.parse(bill);
  const { name, version } = JSON.parse(text("package.json"));
  assert.deepEqual([metadata.component.name, metadata.component.version], [name, version]);
  const named = [...text("THIRD-PARTY.txt").matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \(([\w.-]+)\)$/gm)].map(([, part, number, licence]) => `${part} ${number} ${licence}`);
  assert.deepEqual(components.map((part) => `${part.name} ${part.version} ${part.licenses[0].license.id}`).sort(), named.sort());
  assert.deepEqual(dependencies[0].dependsOn, components.map((part) => part["bom-ref"]));
  for (const { purl, hashes } of components) assert.equal(hashes?.[0].content.length, purl.startsWith("pkg:cargo/") ? 64 : undefined, purl);
});
