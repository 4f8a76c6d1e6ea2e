// The start-up time: the import, the first use, which compiles the wasm, and the first body. In Node each start is a fresh process; in
// Chromium it is a page whose files are in the cache, also on a processor that Chromium slows four times, as a phone's.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { machine } from "./lib/machine.mjs";
import { isQuick } from "./lib/measure.mjs";
import { spread, table } from "./lib/table.mjs";

const STARTS = isQuick ? 1 : 15;
const VISITS = isQuick ? 1 : 9;
/** Visits of a page before those that count, after which Chromium keeps compiled code. */
const FIRST_VISITS = isQuick ? 1 : 6;
const SPECIFIERS = ["backscroll", "its wasm alone", "node:stream", "@langchain/core/messages", "ai", "@context-chef/core"];
const WASM_ALONE = `const begun = performance.now();
await WebAssembly.compileStreaming(fetch("./core.wasm"));
const loaded = performance.now() - begun;
globalThis.taken = { loaded, written: 0, total: loaded };`;
/** The rates at which Chromium slows its pages. */
const SLOWDOWNS = [1, 4];
/** The other libraries that run in a page. context-chef reads files, so it does not. */
const PEERS = ["@langchain/core/messages", "ai"];
const QUESTION = JSON.stringify("What is the weather in Oslo?");
const OWN_BODY = `const conversation = new ConversationManager();
conversation.addMessage("user", ${QUESTION});
conversation.toRequestBytes("openai-chat", { model: "a-model" });
`;
const PLAIN_BODY = `new TextEncoder().encode(JSON.stringify({ model: "a-model", messages: [{ role: "user", content: ${QUESTION} }] }));
`;
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
  const visits = {};
  for (const [name, files] of Object.entries(await built())) visits[name] = await visited(browser, files);
  for (const slowdown of SLOWDOWNS) {
    const title = `page in Chromium, files in the cache${slowdown === 1 ? "" : `, processor slowed ${slowdown} times`}`;
    console.log(`${tableOf(title, Object.fromEntries(Object.entries(visits).map(([name, by]) => [name, by[slowdown]])))}\n`);
  }
  console.log(
    "`backscroll` holds its wasm as text. `backscroll/slim` fetches the file, which is compiled while it arrives. Chromium slows the page's\n" +
      "own thread, not the threads that compile wasm.",
  );
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

/** Returns the files of a page of each form. */
async function built() {
  const page = (names, ready, body) => `const begun = performance.now();
const { ${names} } = await import("./module.mjs");
${ready}const loaded = performance.now();
${body}const done = performance.now();
globalThis.taken = { loaded: loaded - begun, written: done - loaded, total: done - begun };`;
  const forms = {
    backscroll: { entry: "backscroll", script: page("ConversationManager", "", OWN_BODY) },
    "backscroll/slim": { entry: "backscroll/slim", script: page("ConversationManager, init", 'await init("./core.wasm");\n', OWN_BODY) },
    "the wasm of slim alone": { entry: "backscroll/slim", script: WASM_ALONE },
    ...Object.fromEntries(PEERS.map((entry) => [entry, { entry, script: page("", "", PLAIN_BODY) }])),
  };
  const pages = {};
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
    pages[name] = {
      "/": ["text/html", "<!doctype html><title>start</title><script type=module src=./page.mjs></script>"],
      "/page.mjs": ["text/javascript", script],
      "/module.mjs": ["text/javascript", outputFiles[0].contents],
      "/core.wasm": ["application/wasm", wasm],
    };
  }
  return pages;
}

/** Opens a page again and again. Returns the times of the later visits, by how many times the processor was slowed. */
async function visited(browser, files) {
  const server = createServer(({ url }, response) => {
    const [type, content] = files[url] ?? ["text/plain", ""];
    response.writeHead(files[url] === undefined ? 404 : 200, { "content-type": type, "cache-control": "max-age=3600" }).end(content);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext();
  const visit = async (slowdown) => {
    const page = await context.newPage();
    if (slowdown > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction("globalThis.taken !== undefined");
    const times = await page.evaluate("globalThis.taken");
    await page.close();
    return times;
  };
  for (let first = 0; first < FIRST_VISITS; first += 1) await visit(1);
  const all = Object.fromEntries(SLOWDOWNS.map((slowdown) => [slowdown, []]));
  for (let round = 0; round < VISITS; round += 1) for (const slowdown of SLOWDOWNS) all[slowdown].push(await visit(slowdown));
  await context.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return all;
}
