// The entries of the package.
//
// Each runtime gets the entry that suits it. The wasm is text in the usual entry, a file in Node (text would have to be decoded first), a
// module in edge runtimes, and the host's in `slim`. It is compiled at first use. It names its build, and `slim` refuses the wasm of
// another build.
//
// An adapter imports the package by its name, so that the wasm and the classes exist once. The build stops when an adapter's file would
// contain either. A new adapter for somebody's SDK is a folder in `pkg-template/src` with its `tsconfig.json`, an entry here, of which
// the manifest's `exports` and `files` are made, the optional peer in `pkg-template/package.json`, and programs in `tests/types/<name>`.

import { at } from "./paths.mjs";

/**
 * An entry of the package: `index`, its variants for runtimes that load the wasm in another way, and adapters for third-party SDKs.
 *
 * @typedef {object} Entry
 * @property {string} name the name of its files
 * @property {string} [path] the path that programs import, where it is not `./` and the name
 * @property {string} source
 * @property {string | null} peer the SDK; an adapter imports the package as its users do, so that the wasm and the class of errors exist
 * once, whichever entry the runtime picks. An adapter without an SDK has `"backscroll"`
 * @property {string[]} [uses] the names of other entries that it imports, such as the format that an adapter reads and writes
 * @property {boolean} [isFormat] true if it registers a format
 * @property {string} [wasmSource] the file that locates the wasm, in place of the usual file
 * @property {boolean} [isAlone] true if it needs no engine, and imports only the class of errors, from the module that all entries share
 * @property {string} [wasm] the name of its own wasm
 * @property {boolean} [isVariant] true if a condition of `exports` picks it: a module only, with the types of `index`
 */

/** Returns the path of a source of the package. */
export const from = (...path) => at("pkg-template", "src", ...path);

/** @type {Entry} */
export const index = { name: "index", path: ".", source: from("index.ts"), peer: null };
export const strands = { name: "strands", source: from("strands", "index.ts"), peer: "@strands-agents/sdk" };
export const slim = { name: "slim", source: from("entries", "slim.ts"), peer: null, wasmSource: from("entries", "slim-source.ts") };
export const variants = ["workerd", "edge-light"].map((name) => ({
  ...index,
  name,
  wasmSource: from("entries", `${name}.ts`),
  isVariant: true,
}));
/** The entry for Node, which reads the wasm from a file. A module knows the file's URL, CommonJS its folder. */
export const node = { ...index, name: "node", wasmSource: from("entries", "node.ts"), isVariant: true };
export const nodeRequire = { ...node, wasmSource: from("entries", "node-require.ts") };
/** The entries that count tokens, each with its vocabulary in a package of its own, which few programs need: see `vocabularies.mjs`. */
export const tokenizers = ["o200k", "cl100k"].map((name) => ({
  name,
  source: from("tokenizer", `${name}.ts`),
  peer: "backscroll-vocabularies",
  isAlone: true,
}));
/** The estimate of tokens, with a wasm of its own, which is much smaller than the engine. */
export const estimate = { name: "estimate", source: from("estimate", "index.ts"), peer: "backscroll", isAlone: true, wasm: "estimate" };
/** Its variants for the runtimes that compile no bytes. */
export const estimateVariants = ["workerd", "edge-light"].map((name) => ({
  ...estimate,
  name: `estimate.${name}`,
  wasmSource: from("entries", `${name}.ts`),
  isVariant: true,
}));
/** The entry for streams. It needs no engine, and imports only the class of errors, from the module that all entries share. */
const stream = { name: "stream", source: from("stream", "index.ts"), peer: "backscroll", isAlone: true };
/** The tool that gets back what was left out. It needs no engine: the conversation brings its own. */
const recall = { name: "recall", source: from("recall", "index.ts"), peer: "backscroll" };
/** The tool with which a model replaces a part of the conversation by its summary. It needs no engine, for the same reason. */
const compress = { name: "compress", source: from("compress", "index.ts"), peer: "backscroll" };
/** Stores. They are given the client of their database, and need no engine: the conversation brings its own. */
const stores = [
  { name: "store", source: from("store", "index.ts") },
  { name: "store-file", source: from("file-store", "index.ts") },
  ...["sqlite", "postgres", "redis", "indexeddb", "cloudflare"].map((name) => ({
    name: `store-${name}`,
    source: from("store", `${name}.ts`),
  })),
].map((entry) => ({ ...entry, path: `./${entry.name.replace("-", "/")}`, peer: "backscroll", isAlone: true }));
/** Adapters for agents of frameworks. */
const agents = [
  { name: "ai-sdk-agent", path: "./ai-sdk/agent", source: from("ai-sdk-agent", "index.ts"), peer: "ai", uses: ["ai-sdk"] },
  {
    name: "langchain-agent",
    path: "./langchain/agent",
    source: from("langchain-agent", "index.ts"),
    peer: "@langchain/core",
    uses: ["langchain"],
  },
  { name: "mastra", source: from("mastra", "index.ts"), peer: "@mastra/core", uses: ["ai-sdk"] },
  { name: "openai-agents", source: from("openai-agents", "index.ts"), peer: "@openai/agents" },
];
/** Clients of providers, which the program brings. */
const clients = { name: "clients", source: from("clients", "index.ts"), peer: "backscroll", isAlone: true, uses: ["stream"] };
/** The rules with all their texts, and what is found by them. It needs no engine. */
const doctor = { name: "doctor", source: from("doctor", "index.ts"), peer: "backscroll", isAlone: true };
/** The reader of what people paste. It needs no engine. */
const read = { name: "read", source: from("read", "index.ts"), peer: "backscroll", isAlone: true };
/** Sessions of coding agents. They need no engine. */
const sessions = { name: "sessions", source: from("sessions", "index.ts"), peer: "backscroll", isAlone: true };
/** Helpers for programs that show messages. They need no engine. */
const messages = { name: "messages", source: from("messages", "index.ts"), peer: "backscroll", isAlone: true };
/** The cause of a cache miss. It needs no engine. */
const cache = { name: "cache", source: from("cache", "index.ts"), peer: "backscroll", isAlone: true };
/** Summaries that ride the provider's cache, or run in the background. They need no engine. */
const summaries = { name: "summaries", source: from("summaries", "index.ts"), peer: "backscroll", isAlone: true };
/** A provider to test against. It needs no engine. */
const strictProvider = {
  name: "strict-provider",
  source: from("strict-provider", "index.ts"),
  peer: "backscroll",
  isAlone: true,
};
/** The hooks need no engine: the conversation brings its own. */
const react = { name: "react", source: from("react", "index.ts"), peer: "react" };

/** Formats of providers, which need no SDK. */
/** @type {string[]} */
const PROVIDERS = ["cohere", "ollama", "gemini-interactions", "mistral-conversations"];

/**
 * The entries of formats, each with the SDK whose types it uses.
 *
 * @type {Entry[]}
 */
const formats = [
  { name: "ai-sdk", source: from("ai-sdk", "index.ts"), peer: "ai" },
  { name: "langchain", source: from("langchain", "index.ts"), peer: "@langchain/core/messages" },
  { name: "strands-format", path: "./strands/format", source: from("strands", "format", "index.ts"), peer: "@strands-agents/sdk" },
  { name: "ag-ui", source: from("ag-ui", "index.ts"), peer: "backscroll" },
  { name: "opentelemetry", source: from("opentelemetry", "index.ts"), peer: "backscroll" },
  ...PROVIDERS.map((name) => ({ name, source: from("providers", name, "index.ts"), peer: "backscroll" })),
].map((entry) => ({ ...entry, isFormat: true }));

/** The command. It is a program, so no program imports it. */
export const cli = {
  name: "cli",
  source: from("cli", "index.ts"),
  peer: "backscroll",
  uses: ["cache", "doctor", "read", "sessions", "store", "store-file", "store-sqlite", ...formats.map(({ name }) => name)],
};

/** The server of the command. It is a program, too, and the one file of the package that brings a library. */
export const mcp = { name: "mcp", source: from("cli", "mcp", "index.ts"), peer: null };

/** The entries that import the package. */
export const adapters = [
  strands,
  ...formats,
  estimate,
  stream,
  ...tokenizers,
  recall,
  summaries,
  compress,
  react,
  ...stores,
  ...agents,
  clients,
  doctor,
  read,
  sessions,
  messages,
  cache,
  strictProvider,
];

export const entries = [index, ...variants, node, slim, ...adapters];

/** The entries that programs import by a path of their own. */
export const subEntries = [slim, ...adapters];

/** The path that programs import. */
export function pathOf({ name, path }) {
  return path ?? `./${name}`;
}
