// The structure of the TypeScript layer: small files, in layered folders. (`tests/layers.rs` does the same for the core.) And the places of tests.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { posix } from "node:path";
import { describe, test } from "node:test";

const folder = new URL("../../../pkg-template/src/", import.meta.url);
const MOST_LINES = 400;

/** The folders, lowest first: a file imports from its own folder and from lower ones. `""` holds `index.ts`. */
const LAYERS = ["types", "formats", "input", "cost", "tools", "wasm", "parameters", "request", "reduce", "fit", "suspend", "conversation", "", "estimate", "entries", "store", "agent", "ai-sdk", "ai-sdk-agent", "mastra", "langchain", "langchain-agent", "openai-agents", "strands", "providers", "stream", "clients", "tokenizer", "recall", "compress", "summaries", "doctor", "sessions", "opentelemetry", "ag-ui", "messages", "read", "cache", "strict-provider", "react", "file-store", "cli"];

const sources = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".ts")).sort();
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const folderOf = (name) => (name.includes("/") ? name.slice(0, name.indexOf("/")) : "");

/** The folders that use the files of all providers, and of one provider, by their names. Files of other names are used by a provider's own format. */
const SHARED = { "answer-format": "input", "names-elsewhere": "input", names: "formats", "rule-texts": "request", "rule-list": "doctor", "overflow-phrases": "request" };
const ROLES = {
  programs: "cli", parameters: "parameters", "vendor-parameters": "parameters",
  stream: "stream", streams: "stream", "stream-choice": "stream", "partial-args": "stream", tools: "tools", "open-api": "tools", phantom: "request",
  clues: "doctor", summary: "summaries", summaries: "summaries", prices: "cost", client: "clients", clients: "clients", "client-types": "clients", "declaration-types": "recall", declaration: "recall", declarations: "recall", "ai-sdk": "ai-sdk", langchain: "langchain", "langchain-items": "langchain", "langchain-media": "langchain",
};

/** The place of a file among the layers. */
function levelOf(name) {
  const roles = folderOf(name) !== "providers" ? {} : posix.dirname(name) === "providers" ? SHARED : ROLES;
  return LAYERS.indexOf(roles[posix.basename(name, ".ts")] ?? folderOf(name));
}

/** Returns the files of the TypeScript layer that a file imports, types included. */
function importsOf(name) {
  const code = text(name).replace(/\/\*\*[^]*?\*\//g, "");
  const paths = [...code.matchAll(/^(?:import|export)\b[^;"]*?\bfrom "(\.[^"]+)\.js";/gm)].map(([, path]) => `${posix.join(posix.dirname(name), path)}.ts`);
  return paths.filter((path) => sources.includes(path));
}

const imports = new Map(sources.map((name) => [name, importsOf(name)]));

test("no file is over 400 lines", () => {
  assert.ok(sources.includes("conversation/conversation.ts") && sources.includes("strands/index.ts"), sources.join(" "));
  assert.deepEqual(sources.filter((name) => text(name).trimEnd().split("\n").length > MOST_LINES), []);
});

test("no file imports from a higher folder", () => {
  assert.deepEqual([...new Set(sources.map(folderOf))].filter((name) => !LAYERS.includes(name)), [], "give each folder a place in LAYERS");
  assert.ok(imports.get("conversation/prepare.ts").includes("input/check.ts"), "imports are found");
  assert.deepEqual(sources.flatMap((name) => imports.get(name).filter((path) => levelOf(path) > levelOf(name)).map((path) => `${name} -> ${path}`)), []);
});

test("no files import each other in a circle", () => {
  // Removes files that import only removed files, until none is left to remove. The remaining files are in a cycle, or lead to one.
  const left = new Set(sources);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const name of left) if (!imports.get(name).some((path) => left.has(path))) left.delete(name);
  }
  assert.deepEqual([...left], []);
});

test("no file exports a variable that changes: a CommonJS file reads what it requires once", () => {
  assert.deepEqual(sources.filter((name) => /^export (?:let|var) /m.test(text(name))), []);
});

describe("the strict provider, which judges the engine", () => {
  const modules = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".js"));

  test("has all modules in JavaScript, and none over 400 lines", () => {
    assert.ok(modules.length > 90, `${modules.length}`);
    assert.deepEqual(modules.filter((name) => folderOf(name) !== "strict-provider" || text(name).trimEnd().split("\n").length > MOST_LINES), []);
  });

  test("imports neither the engine nor a module of Node", () => {
    const imported = modules.flatMap((name) => [...text(name).matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)";/gm)].map(([, path]) => ({ name, path: path.startsWith(".") ? posix.join(posix.dirname(name), path) : path })));
    assert.ok(imported.length > 250, `${imported.length}`);
    assert.deepEqual(imported.filter(({ path }) => !modules.includes(path)), []);
    const facade = sources.filter((name) => folderOf(name) === "strict-provider").flatMap((name) => [...text(name).matchAll(/^import \{([^}]*)\} from "\.\.\/[^"]*";/gm)].map(([, names]) => names.split(",").filter((each) => !/^\s*type /.test(each)).join().trim()));
    assert.deepEqual(facade, ["ConversationError"]);
  });
});

describe("tests/js", () => {
  const tests = new URL("../", import.meta.url);
  const names = readdirSync(tests, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const files = names.filter((name) => statSync(new URL(name, tests)).isFile());

  test("no test lies beside the folders, and none in a folder of a folder", () => {
    assert.ok(files.includes("package/shape.test.mjs"), files.join(" "));
    assert.deepEqual(files.filter((file) => file.split("/").length !== 2), [], "move it into the folder of its topic");
  });

  test("no helper lies beside tests", () => {
    assert.deepEqual(files.filter((file) => !/\.test\.[cm]js$/.test(file)), [], "move it to tests/support");
  });

  test("CONTRIBUTING.md says what each folder is for", () => {
    const text = readFileSync(new URL("../../../CONTRIBUTING.md", import.meta.url), "utf8");
    const listed = [...text.matchAll(/^\| `tests\/js\/([a-z-]+)\/` \| \S/gm)].map(([, folder]) => folder);
    assert.deepEqual(listed.sort(), [...new Set(files.map((file) => file.split("/")[0]))].sort());
  });
});
