// The entry for Node, which reads the wasm from a file.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = fileURLToPath(new URL("../../../node_modules/backscroll/", import.meta.url));
const BODY = '[{"role":"user","content":"Hi"}]';
const WORK = 'const c = new ConversationManager(); c.addMessage("user", "Hi"); console.log(JSON.stringify(c.toRequest("openai-chat", { model: "m" }).body.messages));';
const FAILURE = "try { new ConversationManager(); } catch ({ code, message }) { console.log(code, message); }";
const WAYS = {
  ".mjs": { head: (from) => `import { ConversationManager } from "${from}";`, format: "esm" },
  ".cjs": { head: (from) => `const { ConversationManager } = require("${from}");`, format: "cjs" },
};

/** Runs a file in a folder of its own, and returns its output. `files` writes the files of that folder. */
async function printed(name, files) {
  const own = mkdtempSync(join(tmpdir(), "backscroll-node-"));
  try {
    await files(own);
    return (await promisify(execFile)(process.execPath, [join(own, name)], { cwd: own, timeout: 60_000 })).stdout.trim();
  } finally {
    rmSync(own, { recursive: true });
  }
}

test("Node imports and requires it", () => {
  assert.equal(basename(fileURLToPath(import.meta.resolve("backscroll"))), "node.mjs");
  assert.match(basename(createRequire(import.meta.url).resolve("backscroll")), /^node\.[cm]js$/);
});

for (const [ending, { head, format }] of Object.entries(WAYS)) {
  describe(`program${ending}`, () => {
    const alone = (own, program) => {
      for (const name of readdirSync(folder).filter((name) => /\.[cm]js$/.test(name))) copyFileSync(join(folder, name), join(own, name));
      writeFileSync(join(own, `program${ending}`), `${head(`./node${ending}`)}\n${program}`);
    };
    const bundle = (own, options) =>
      build({ stdin: { contents: head("backscroll") + WORK, resolveDir: root }, bundle: true, platform: "node", format, outfile: join(own, `program${ending}`), logLevel: "silent", ...options });

    test("without `core.wasm` the first use fails with advice", async () => {
      assert.match(await printed(`program${ending}`, (own) => alone(own, FAILURE)), /^wasm-unavailable .*`core\.wasm` must lie beside the entry.*condition `module`.*ENOENT/);
    });

    test("a bundle contains the wasm", async () => {
      assert.equal(await printed(`program${ending}`, (own) => bundle(own, {})), BODY);
    });

    test("a bundle of a bundler without the condition `module` reads the file that lies beside it", async () => {
      const files = async (own) => {
        await bundle(own, { conditions: ["else"] });
        assert.ok(readFileSync(join(own, `program${ending}`)).length < 1_000_000);
        copyFileSync(join(folder, "core.wasm"), join(own, "core.wasm"));
      };
      assert.equal(await printed(`program${ending}`, files), BODY);
    });
  });
}
