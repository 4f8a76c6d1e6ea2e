// Builds the page: bundles www/ with the installed package, and puts the wasm beside it.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at, packageFolder } from "./paths.mjs";

/** The page, ready to be served from any folder of any server. Git ignores it. */
export const pageFolder = at("target", "www");

/** @returns {Promise<string>} the folder */
export async function buildPage() {
  const { build } = await import("esbuild");
  const { RULES } = await import("backscroll/doctor");
  rmSync(pageFolder, { recursive: true, force: true });
  mkdirSync(pageFolder, { recursive: true });
  const common = {
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome114", "firefox121", "safari16.4"],
    legalComments: "none",
    logLevel: "warning",
    absWorkingDir: at(),
  };
  const from = (name) => at("www", name);
  await build({ ...common, entryPoints: { page: from("page.mjs"), worker: from("worker/main.mjs") }, outdir: pageFolder });
  await build({ ...common, format: "iife", entryPoints: { sandbox: from("sandbox.mjs") }, outdir: pageFolder });
  const style = ["base", "layout", "findings"].map((name) => readFileSync(at("www", "style", `${name}.css`), "utf8")).join("\n");
  writeFileSync(join(pageFolder, "page.css"), style);
  for (const name of ["index.html", "sandbox.html", "icon.svg"]) cpSync(from(name), join(pageFolder, name));
  cpSync(join(packageFolder, "core.wasm"), join(pageFolder, "core.wasm"));
  writeFileSync(join(pageFolder, "rules.html"), rulesPage(RULES));
  await build({
    ...common,
    format: "iife",
    entryPoints: { offline: from("offline.mjs") },
    outdir: pageFolder,
    define: { __BUILT__: JSON.stringify(built()) },
  });
  return pageFolder;
}

/** The files of the page, and a name that changes with what they hold. */
function built() {
  const names = readdirSync(pageFolder).sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(readFileSync(join(pageFolder, name)));
  return { FILES: ["./", ...names], VERSION: `backscroll-${hash.digest("hex").slice(0, 16)}` };
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);
const HANDLING = { repaired: "backscroll repairs it", refused: "backscroll refuses it, with the code", left: "It is left to the caller" };

/** All rules, each with an anchor. */
function rulesPage(rules) {
  const sections = rules.map(
    ({ id, target, sentence, words, evidence, handling, remedy }) => `<section id="${id}"><h2><code>${id}</code> ${escaped(sentence)}</h2>
<p class="soft">${target}</p>
${words.map((each) => `<blockquote><code>${escaped(each)}</code></blockquote>`).join("\n")}${evidence === undefined ? "" : `<p class="soft">Evidence: ${escaped(evidence)}</p>`}
<p><strong>${HANDLING[handling]}:</strong> ${escaped(remedy.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1"))}.</p></section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>The rules of the providers</title>
  <link rel="icon" href="icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="page.css">
</head>
<body><main class="all-rules"><p><a href="./">backscroll doctor</a></p><h1>The rules of the providers</h1>
<p>What providers demand of a request, with their answers to one that breaks the rule.</p>
${sections.join("\n")}
</main></body>
</html>
`;
}
