// The examples of the READMEs and of docs/ run, and print what their comments say; and their links lead somewhere.
//
// A block runs when `<!-- runnable -->` stands before it, as a program of its own in this repository, where "backscroll" is the installed
// package. A comment at the end of a line with `console.log` is the expected output; one that ends in "..." is the beginning of it.
// `snippets.test.mjs` checks the types of all blocks.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { asJavaScript, fencesOf, promisesOf } from "../../support/snippets/fences.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

async function run(code) {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", asJavaScript(code)], { cwd: root, timeout: 60_000 });
  return stdout;
}

/** Pages for users. Other tests run the programs of some of them on databases and frameworks. */
const PAGES = readdirSync(new URL("../../../docs/", import.meta.url), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`);

/** The anchors that GitHub makes of the headings of a page. */
function anchors(text) {
  const headings = [...text.replace(/```[^]*?```/g, "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return headings.map((heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-"));
}

for (const page of ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", ...PAGES]) {
  test(`the links of ${page} lead somewhere`, () => {
    const at = new URL(`../../../${page}`, import.meta.url);
    const broken = [...readFileSync(at, "utf8").replace(/```[^]*?```/g, "").matchAll(/(?:\]\(|src=")([^)"\s]+)[)"]/g)].map(([, target]) => target).filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [path, anchor] = target.split("#");
      const file = path === "" ? at : new URL(path, at);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchors(readFileSync(file, "utf8")).includes(anchor);
    });
    assert.deepEqual(broken, []);
  });
}

for (const [path, least] of [["README.md", 1], ["pkg-template/README.md", 2], ["pkg-template/vocabularies/README.md", 1], ...PAGES.map((page) => [page, 0])]) {
  describe(path, { skip: !existsSync(new URL(`../../../${path}`, import.meta.url)) && "there is none" }, () => {
    const fences = fencesOf(path);
    const programs = fences.filter(({ isRunnable }) => isRunnable).map(({ code }) => code);
    const outputs = fences.flatMap(({ isOutput, code }, place) => (isOutput ? [{ code: fences[place - 1].code, output: code }] : []));

    test(`shows at least ${least} programs that run`, () => assert.ok(programs.length >= least, `${programs.length} are marked`));

    for (const { code, output } of outputs) {
      test(`the output ${JSON.stringify(output.slice(0, 30))} is what the program before it prints`, async () => assert.equal(await run(code), output));
    }

    programs.forEach((code, index) => {
      test(`program ${index + 1} runs, and prints what its comments say`, async () => {
        const lines = (await run(code)).split("\n");
        for (const line of promisesOf(code)) {
          const at = lines.findIndex((printed) => (line.endsWith("...") ? printed.startsWith(line.slice(0, -3)) : printed === line));
          assert.ok(at >= 0, `not printed: ${line}\nprinted: ${lines.join("\n")}`);
          lines.splice(0, at + 1);
        }
      });
    });
  });
}

for (const [name, path] of [["backscroll", "pkg-template/README.md"], ["backscroll-vocabularies", "pkg-template/vocabularies/README.md"]]) {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

  test(`the README of ${name} has no link that is broken on a registry's page`, () => {
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    assert.deepEqual(targets.filter((target) => !/^(https:|#)/.test(target)), []);
  });

  test(`the README of ${name} is in the package`, () => {
    assert.equal(readFileSync(new URL(`../../../node_modules/${name}/README.md`, import.meta.url), "utf8"), text);
  });
}
