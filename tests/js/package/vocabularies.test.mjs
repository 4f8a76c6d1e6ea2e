// The package of the vocabularies, which is an optional peer, and programs with and without it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { get_encoding } from "tiktoken";
import { vocabulariesManifest } from "../../../scripts/lib/manifest.mjs";
import { at } from "../../../scripts/lib/paths.mjs";

const NAME = "backscroll-vocabularies";
const installed = at("node_modules", NAME);
const manifestOf = (name) => JSON.parse(readFileSync(at("node_modules", name, "package.json"), "utf8"));
const [main, own] = ["backscroll", NAME].map(manifestOf);
const COUNTING = ["./o200k", "./cl100k"];
const entries = Object.keys(main.exports).filter((path) => !/\.(wasm|json)$/.test(path));

/** The digests of the data of each version. Other data need a higher version, and data in another format a higher major version. */
const DIGESTS = { "1.0.0": { o200k: "905e1fb012320e789c4077a6142baef79d65f0958bdf437634c21a9fb95a9d5a", cl100k: "ae07172f2a0df55530ce757106be322f8a1c0f3edea9f92c5be7ff2bee596df5" } };

describe("the package of the vocabularies", () => {
  test("its version is that of its data, and its major version the format that they name", async () => {
    const digests = {};
    for (const name of ["o200k", "cl100k"]) {
      const { packed } = await import(`${NAME}/${name}`);
      assert.equal(packed.format, Number.parseInt(own.version, 10));
      digests[name] = createHash("sha256").update(JSON.stringify(packed)).digest("hex");
    }
    assert.deepEqual(digests, DIGESTS[own.version]);
  });

  test("it is an optional peer of backscroll, from its version to the next format", () => {
    assert.equal(main.peerDependencies[NAME], `^${own.version}`);
    assert.deepEqual([main.peerDependenciesMeta[NAME], main.dependencies, own.dependencies], [{ optional: true }, undefined, undefined]);
  });

  test("it has data, types and the licence of both, and no other file", () => {
    const listed = own.files.filter((name) => !name.includes("*"));
    assert.deepEqual(readdirSync(installed).sort(), [...listed, "LICENSE", "LICENSE-MIT", "README.md", "package.json"].sort());
    for (const file of ["LICENSE", "o200k.mjs", "cl100k.mjs"]) assert.match(readFileSync(join(installed, file), "utf8"), /tiktoken[^]*MIT License\n\nCopyright \(c\) 2022 OpenAI[^]*WITHOUT WARRANTY/, file);
  });

  test("its provenance names the repository of the workflow, as that of backscroll does", () => {
    const { repository, publishConfig } = JSON.parse(vocabulariesManifest({ GITHUB_SERVER_URL: "https://code.example", GITHUB_REPOSITORY: "us/backscroll" }));
    assert.deepEqual([repository.url, publishConfig.provenance], ["git+https://code.example/us/backscroll.git", true]);
  });

  test("backscroll holds no vocabulary, and its notice names none", () => {
    const files = readdirSync(at("node_modules", "backscroll"), { recursive: true }).filter((name) => /vocabular/.test(name));
    assert.deepEqual(files, []);
    assert.doesNotMatch(readFileSync(at("node_modules", "backscroll", "THIRD-PARTY.txt"), "utf8"), /tiktoken|vocabular/i);
  });
});

/** Returns a project beside no other, with copies of these packages, and links to the other peers of `backscroll`. It is removed after the tests. */
function projectWith(names) {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-peers-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) cpSync(at("node_modules", name), join(folder, "node_modules", name), { recursive: true, dereference: true });
  for (const peer of Object.keys(main.peerDependencies).filter((peer) => peer !== NAME)) {
    const link = join(folder, "node_modules", peer);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(at("node_modules", peer), link, "junction");
  }
  writeFileSync(join(folder, "package.json"), "{}");
  return folder;
}

const NO_MODULES = "--no-experimental-require-module";
/** The ways to load a package: the kind of the program, the call, and flags of Node. An older Node has no such flag, and requires no module. */
const WAYS = {
  imported: ["module", "import", []],
  required: ["commonjs", "require", []],
  "required where a module cannot be required": ["commonjs", "require", process.allowedNodeEnvironmentFlags.has(NO_MODULES) ? [NO_MODULES] : []],
};

/** Runs code in a project, where `load` loads a package, and returns its value. */
async function evaluate(folder, [kind, load, flags], code) {
  const program = `(async () => { const load = async (name) => ${load}(name); console.log(JSON.stringify(await (${code})(load))); })();`;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, `--input-type=${kind}`, "--eval", program], { cwd: folder, timeout: 120_000 });
  return JSON.parse(stdout);
}

describe("a program without the package of the vocabularies", () => {
  const folder = projectWith(["backscroll"]);
  const FAILED = `async (load) => {
    const failed = {};
    for (const path of ${JSON.stringify(entries)}) await load("backscroll" + path.slice(1)).catch(({ code, message }) => { failed[path] = [code, message]; });
    return failed;
  }`;
  for (const [name, way] of Object.entries(WAYS)) {
    test(`each entry but those that count exactly is ${name}; the error of these names the package`, async () => {
      assert.ok(entries.length > 30 && COUNTING.every((path) => entries.includes(path)));
      const failed = await evaluate(folder, way, FAILED);
      // The SDK of an entry may be a module only.
      const others = Object.entries(failed).filter(([path, [code]]) => !COUNTING.includes(path) && code !== "ERR_REQUIRE_ESM");
      assert.deepEqual(others, []);
      for (const path of COUNTING) {
        const [code, message] = failed[path];
        assert.match(code, /^(ERR_)?MODULE_NOT_FOUND$/);
        assert.match(message, /^Cannot find (package|module) 'backscroll-vocabularies/);
      }
    });
  }
});

describe("a program with the package of the vocabularies", () => {
  const folder = projectWith(["backscroll", NAME]);
  const TEXT = "Hello, мир 🧭!";
  const expected = COUNTING.map((path) => get_encoding(`${path.slice(2)}_base`).encode_ordinary(TEXT).length);
  const COUNTS = `async (load) => {
    const counts = [];
    for (const path of ${JSON.stringify(COUNTING)}) counts.push((await load("backscroll" + path.slice(1))).countTokens(${JSON.stringify(TEXT)}));
    return counts;
  }`;
  for (const [name, way] of Object.entries(WAYS)) {
    test(`it counts as tiktoken does, ${name}`, async () => assert.deepEqual(await evaluate(folder, way, COUNTS), expected));
  }

  test("data of another format are refused with the version to install", async () => {
    const other = projectWith(["backscroll", NAME]);
    const file = join(other, "node_modules", NAME, "o200k.mjs");
    writeFileSync(file, readFileSync(file, "utf8").replace('"format":1', '"format":2'));
    const refused = `async (load) => { const { countTokens } = await load("backscroll/o200k"); try { return countTokens("x"); } catch ({ name, code, message }) { return [name, code, message]; } }`;
    const error = ["ConversationError", "unknown-format", "install backscroll-vocabularies 1: the installed one has format 2"];
    assert.deepEqual(await evaluate(other, WAYS.imported, refused), error);
  });
});
