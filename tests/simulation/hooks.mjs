// The loader of the simulated package: `import("simulated:<bug>:backscroll/store/file")` loads the published modules, with the modules of
// Node that reach a machine replaced, and with a planted bug or `none`.

import { PLANTS } from "./plants.mjs";

/** The modules of Node that the simulation replaces. `node:path` computes, and stays. */
const REPLACED = {
  "node:fs/promises": "file-system.mjs",
  "node:os": "operating-system.mjs",
  "node:crypto": "cryptography.mjs",
};

const bugOf = (address) => /\?simulated=([\w-]+)$/.exec(address ?? "")?.[1];

export async function resolve(specifier, context, next) {
  const [, named, name] = /^simulated:([\w-]+):(.+)$/.exec(specifier) ?? [];
  const bug = named ?? bugOf(context.parentURL);
  if (bug === undefined) return next(specifier, context);
  if (Object.hasOwn(REPLACED, specifier)) return { url: new URL(REPLACED[specifier], import.meta.url).href, shortCircuit: true };
  const found = await next(name ?? specifier, context);
  return found.url.startsWith("file:") ? { ...found, url: `${found.url}?simulated=${bug}` } : found;
}

export async function load(address, context, next) {
  const loaded = await next(address, context);
  const { module, patch } = PLANTS.find(({ name }) => name === bugOf(address)) ?? {};
  if (module === undefined || !module.test(new URL(address).pathname)) return loaded;
  const text = String(loaded.source);
  const [pattern, planted] = patch;
  if (!pattern.test(text)) throw new Error(`the planted bug ${bugOf(address)} has no place in ${address}: its pattern has to follow the code`);
  return { ...loaded, source: text.replace(pattern, planted) };
}
