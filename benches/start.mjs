// The start-up time: the import, the first use, which compiles the wasm, and the first body. In Node each start is a fresh process; in
// Chromium it is a page whose files are in the cache.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { machine } from "./lib/machine.mjs";
import { isQuick } from "./lib/measure.mjs";
import { spread, table } from "./lib/table.mjs";

const STARTS = isQuick ? 1 : 15;
/** Visits of a page before those that count, after which Chromium keeps compiled code. */
const FIRST_VISITS = isQuick ? 1 : 6;
const SPECIFIERS = ["backscroll", "its wasm alone", "node:stream", "@langchain/core/messages", "ai", "@context-chef/core"];
const WASM_ALONE = `const begun = performance.now();
await WebAssembly.compileStreaming(fetch("./core.wasm"));
const loaded = performance.now() - begun;
globalThis.taken = { loaded, written: 0, total: loaded };`;
const program = fileURLToPath(new URL("lib/first-body.mjs", import.meta.url));

/** Returns the milliseconds of a fresh process from the import to the first body. */
function start(specifier) {
  const child = spawnSync(process.execPath, [program, specifier], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

console.log(`Start, ${machine("@langchain/core", "ai", "@context-chef/core")}\n`);

const starts = Object.fromEntries(SPECIFIERS.map((specifier) => [specifier, []]));
for (let round = 0; round < STARTS; round += 1) for (const specifier of SPECIFIERS) starts[specifier].push(start(specifier));
console.log(tableOf("fresh process in Node", starts));
console.log(
  "\nWhat has no conversations writes its body with JSON.stringify. The wasm alone is read and compiled, and nothing else is done.\n",
);

const browser = await chromium();
if (browser === null) console.log("There is no Chromium here, so starts in a browser were not measured.");
else {
  console.log(tableOf("page in Chromium, files in the cache", await visits(browser)));
  console.log("\n`backscroll` holds its wasm as text. `backscroll/slim` fetches the file, which is compiled while it arrives.");
  await browser.close();
}

function tableOf(name, taken) {
  const rows = Object.entries(taken).map(([key, all]) => [
    key,
    ...["total", "loaded", "written"].map((part) => spread(all.map((one) => 1e6 * one[part]))),
  ]);
  return table([name, "import to first body", "import", "first body"], rows);
}

async function chromium() {
  try {
    const { launch } = await import("../scripts/lib/browsers.mjs");
    return await launch();
  } catch {
    return null;
  }
}

/** Opens a page of each form again and again. Returns the times of the later visits. */
async function visits(browser) {
  const page = (first, rest) => `const begun = performance.now();
const { ConversationManager${first} } = await import("./module.mjs");
${rest}const loaded = performance.now();
const conversation = new ConversationManager();
conversation.addMessage("user", "What is the weather in Oslo?");
conversation.toRequestBytes("openai-chat", { model: "a-model" });
const done = performance.now();
globalThis.taken = { loaded: loaded - begun, written: done - loaded, total: done - begun };`;
  const forms = {
    backscroll: { entry: "backscroll", script: page("", "") },
    "backscroll/slim": { entry: "backscroll/slim", script: page(", init", 'await init("./core.wasm");\n') },
    "the wasm of slim alone": { entry: "backscroll/slim", script: WASM_ALONE },
  };
  const taken = {};
  for (const [name, { entry, script }] of Object.entries(forms)) {
    const { outputFiles } = await build({
      stdin: { contents: `export * from "${entry}";`, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    const wasm = readFileSync(new URL("../node_modules/backscroll/core.wasm", import.meta.url));
    const files = {
      "/": ["text/html", "<!doctype html><title>start</title><script type=module src=./page.mjs></script>"],
      "/page.mjs": ["text/javascript", script],
      "/module.mjs": ["text/javascript", outputFiles[0].contents],
      "/core.wasm": ["application/wasm", wasm],
    };
    taken[name] = await visited(browser, files);
  }
  return taken;
}

async function visited(browser, files) {
  const server = createServer(({ url }, response) => {
    const [type, content] = files[url] ?? ["text/plain", ""];
    response.writeHead(files[url] === undefined ? 404 : 200, { "content-type": type, "cache-control": "max-age=3600" }).end(content);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext();
  const all = [];
  for (let visit = 0; visit < FIRST_VISITS + STARTS; visit += 1) {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction("globalThis.taken !== undefined");
    if (visit >= FIRST_VISITS) all.push(await page.evaluate("globalThis.taken"));
    await page.close();
  }
  await context.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return all;
}
