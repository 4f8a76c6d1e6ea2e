// `npm run size`: the parts that it counts, and its failures. The command itself checks the sizes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { symbolsFile } from "../../../scripts/lib/core.mjs";
import { modulesOf } from "../../../scripts/lib/wasm-modules.mjs";
import { folderOf, lineCounts } from "../../../scripts/lib/lines.mjs";
import { blessed, growth, reasonsIn } from "../../../scripts/size.mjs";

describe("a part that exceeds its budget", () => {
  const ROWS = [
    ["that is as large as it was, has not", { src: 10_000 }, { src: 10_000 }, []],
    ["by what a compiler does with a change elsewhere, has not", { src: 10_000 }, { src: 10_300 }, []],
    ["by more is named", { src: 10_000 }, { src: 10_301 }, ["wasm: src has 10301 bytes, and its budget is 10000"]],
    ["and is new is named", {}, { src: 900 }, ["wasm: src has 900 bytes, and its budget is 0"]],
    ["and is new and tiny, has not", {}, { src: 200 }, []],
    ["that is gone or smaller, has not", { src: 10_000, other: 5_000 }, { src: 1 }, []],
  ];
  for (const [name, before, now, expected] of ROWS) test(name, () => assert.deepEqual(growth({ wasm: before }, { wasm: now }).map(({ text }) => text), expected));

  test("by a few lines is in its slack", () => {
    const grown = (lines) => growth({ lines: { src: 1_000 } }, { lines: { src: lines } }).map(({ text }) => text);
    assert.deepEqual([grown(1_030), grown(1_031)], [[], ["lines: src has 1031 lines, and its budget is 1000"]]);
  });
});

describe("a blessed budget", () => {
  const BUDGET = { wasm: { src: 10_000, other: 5_000 } };
  const check = (name, now, reasons, expected) => test(name, () => assert.deepEqual(blessed(BUDGET, { wasm: now }, new Set(reasons)), { wasm: expected }));

  check("falls with the size", { src: 9_000, other: 5_000 }, [], { src: 9_000, other: 5_000 });
  check("stays where a part grew within the slack", { src: 10_200, other: 5_000 }, [], { src: 10_000, other: 5_000 });
  check("rises with a reason", { src: 12_000, other: 5_000 }, ["src"], { src: 12_000, other: 5_000 });
  check("follows what moves", { src: 7_000, new: 8_000 }, [], { src: 7_000, new: 8_000 });
  test("does not rise without a reason", () => assert.throws(() => blessed(BUDGET, { wasm: { src: 12_000, other: 5_000 } }, new Set(["other"])), { message: "parts that have grown without a reason: 1" }));

  test("has its reasons in the newest version of the changelog", () => {
    const changelog = "# Changelog\n\n## 0.2.0\n\n### Sizes\n\n- `src`, `names`: more rules\n- `none`:\n\n### Other\n\n- `other`: no\n\n## 0.1.0\n\n### Sizes\n\n- `old`: then\n";
    assert.deepEqual([...reasonsIn(changelog)], ["src", "names"]);
  });
});

describe("the lines of a file count for", () => {
  const ROWS = [
    ["its folder", "src/history/unit.rs", "src/history"],
    ["the folder in a divided folder", "src/format/gemini/call.rs", "src/format/gemini"],
    ["the folder itself, if they are in none of it", "src/format/mod.rs", "src/format"],
    ["the whole of an undivided folder", "scripts/lib/lines.mjs", "scripts"],
  ];
  for (const [name, path, folder] of ROWS) test(name, () => assert.equal(folderOf(path), folder));
  test("a folder, unless the file is generated", () => assert.ok(lineCounts()["src/history"] > 100));
});

describe("a function of the wasm is attributed to", () => {
  const ROWS = [
    ["the file that it is in", "<backscroll[01]::json::node::Node>::parse", "src/json"],
    ["the deepest folder that it is in", "backscroll[01]::format::openai_chat::write::write", "src/format/openai_chat"],
    ["the closure that generic code was made for", "<alloc[02]::vec::Vec<backscroll[01]::repair::Repair> as core[03]::iter::FromIterator>::from_iter::<core[03]::iter::Map<_, backscroll[01]::sanitize::sanitized_unit::sanitize_unit::{closure#1}>>", "src/sanitize"],
    ["the type that generic code was made for", "core[03]::ptr::drop_in_place::<backscroll[01]::history::unit::Unit>", "src/history"],
    ["the module of the standard library", "<core[03]::fmt::Formatter>::pad", "core::fmt"],
    ["its crate", "<dlmalloc[04]::dlmalloc::Dlmalloc<dlmalloc[04]::sys::System>>::malloc", "dlmalloc"],
    ["the glue", "core_call", "glue of exports"],
  ];
  /** A module with one empty function of three bytes. */
  const WASM = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 4, 1, 2, 0, 11]);
  const isFolder = (path) => ["json", "format", "format/openai_chat", "sanitize", "history"].includes(path.join("/"));
  for (const [name, symbol, module] of ROWS) {
    test(name, () => assert.deepEqual([...modulesOf(WASM, `0:${symbol}\n`, isFolder)].filter(([, bytes]) => bytes.length === 3).map(([found]) => found), [module]));
  }
});

describe("the searchers of the standard library, which a search for a text in a text brings in,", () => {
  /** Returns the functions of a searcher of texts. Searches for a character have searchers of their own, which are small. */
  const searchers = (symbols) => symbols.split("\n").filter((line) => /\b(?:StrSearcher|TwoWaySearcher)\b/.test(line));
  const ROWS = [
    ["are found by the type for short and long patterns", "7:<core[01]::str::pattern::StrSearcher>::new", 1],
    ["are found by the algorithm for long patterns", "7:<core[01]::str::pattern::TwoWaySearcher>::next::<core[01]::str::pattern::MatchOnly>", 1],
    ["are found where generic code was made for them", "7:<core[01]::iter::Map<core[01]::str::iter::MatchesInternal<core[01]::str::pattern::StrSearcher>, _>>::next", 1],
    ["are not those for characters", "7:<core[01]::str::pattern::CharSearcher as core[01]::str::pattern::Searcher>::next_match", 0],
    ["are not in the wasm", readFileSync(symbolsFile, "utf8"), 0],
  ];
  for (const [name, symbols, count] of ROWS) test(name, () => assert.equal(searchers(symbols).length, count, searchers(symbols).join("\n")));
});
