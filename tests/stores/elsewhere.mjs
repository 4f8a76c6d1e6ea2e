// Stores that run elsewhere, in tabs of a browser and in Cloudflare's runtime; a test here asks them by messages.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { ConversationError } from "backscroll";
import { storeOf } from "backscroll/store";
import { d1Store } from "backscroll/store/cloudflare";
import { launch } from "../../scripts/lib/browsers.mjs";
import { storePackages } from "../../scripts/lib/databases.mjs";
import { at, root } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";

/** The newest date of compatibility that miniflare's runtime has. */
const DATE = "2026-04-01";

/** Returns Cloudflare's simulator; null where it is not installed. */
export function miniflare() {
  try {
    return createRequire(join(storePackages, "package.json"))("miniflare").Miniflare;
  } catch {
    return null;
  }
}

/**
 * Returns a store whose operations are called by `ask`, which is given the name of one and its arguments, and returns what `served` does.
 *
 * @param {(name: string, args: unknown[]) => Promise<{ value?: unknown, error?: { code: string, message: string } }>} ask
 */
function storeElsewhere(ask) {
  const asks = (name) => async (...args) => {
    const { value, error } = await ask(name, args);
    if (error !== undefined) throw error.code === undefined ? new Error(error.message) : new ConversationError(error.code, error.message);
    return value;
  };
  const [load, append, snapshot, list, remove] = ["load", "append", "snapshot", "list", "delete"].map(asks);
  const ledger = Object.fromEntries(["consumed", "claim", "commit", "release", "record", "recorded"].map((name) => [name, asks(`ledger.${name}`)]));
  return storeOf({ load, append: async (...given) => (await append(...given), true), snapshot, list, delete: remove }, ledger);
}

/** The other side, in the page and in the worker. */
const SERVED = `
async function served(store, name, args) {
  const [owner, method] = name.startsWith("ledger.") ? [store.ledger, name.slice(7)] : [store, name];
  try {
    return { value: (await owner[method](...args)) };
  } catch ({ code, message }) {
    return { error: { code, message } };
  }
}`;

async function bundled(contents, options) {
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, bundle: true, format: "esm", write: false, logLevel: "silent", ...options });
  return outputFiles[0].text;
}

const inPage = `
import { ConversationManager, init } from "backscroll/slim";
import { indexedDbStore } from "backscroll/store/indexeddb";
${SERVED}
const store = indexedDbStore();
Object.assign(window, { ConversationManager, init, indexedDbStore, ask: (name, args) => served(store, name, args) });`;

/** A store in each tab, on one database of Chromium. `program` runs in a tab of its own first. */
export async function tabs(program) {
  const browser = await launch();
  const server = await serve({ "/": at("tests", "stores", "page"), "/pkg/": at("pkg") });
  const context = await browser.newContext();
  const script = await bundled(inPage, { format: "iife" });
  const tab = async () => {
    const page = await context.newPage();
    await page.goto(server.url);
    await page.addScriptTag({ content: script });
    return page;
  };
  if (program !== undefined) {
    // A script awaits nothing at its top, which a module may: so the page imports it.
    const code = await bundled(program, { conditions: ["browser"] });
    const page = await tab();
    await page.evaluate((url) => import(url), `data:text/javascript,${encodeURIComponent(code)}`);
  }
  return {
    client: async () => {
      const page = await tab();
      return storeElsewhere((name, args) => page.evaluate(([name, args]) => window.ask(name, args), [name, args]));
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

const inWorker = `
import { DurableObject } from "cloudflare:workers";
import { durableObjectStore } from "backscroll/store/cloudflare";
${SERVED}
export class Threads extends DurableObject {
  store = durableObjectStore(this.ctx.storage);
  async fetch(request) {
    const [name, args] = await request.json();
    return Response.json(await served(this.store, name, args));
  }
}
export default { fetch: (request, { THREADS }) => THREADS.get(THREADS.idFromName("one")).fetch(request) };`;

/** Runs a worker in Cloudflare's runtime. */
export async function workerOf(contents, options) {
  const Miniflare = miniflare();
  const script = await bundled(contents, { conditions: ["workerd"], external: ["cloudflare:*", "node:*", "*.wasm"], alias: { path: "node:path" }, nodePaths: [join(storePackages, "node_modules")] });
  const modules = [{ type: "ESModule", path: "worker.mjs", contents: script }, { type: "CompiledWasm", path: "core.wasm", contents: readFileSync(at("pkg", "core.wasm")) }];
  return new Miniflare({ host: "127.0.0.1", modules, compatibilityDate: DATE, ...options });
}

/** A store in the storage of one Durable Object. */
export async function durableObject() {
  const runtime = await workerOf(inWorker, { durableObjects: { THREADS: { className: "Threads", useSQLite: true } } });
  const ask = async (name, args) => (await runtime.dispatchFetch("http://127.0.0.1/", { method: "POST", body: JSON.stringify([name, args]) })).json();
  return { client: async () => storeElsewhere(ask), close: () => runtime.dispose() };
}

/** A store in a database of D1. */
export async function d1() {
  const runtime = await workerOf(inWorker, { d1Databases: ["DB"], durableObjects: { THREADS: { className: "Threads", useSQLite: true } } });
  const database = await runtime.getD1Database("DB");
  return { client: async () => d1Store(database), close: () => runtime.dispose() };
}
