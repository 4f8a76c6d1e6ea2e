// The check of the lock file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { checkLock } from "../../../scripts/lib/audit.mjs";
import { at } from "../../../scripts/lib/paths.mjs";

const integrity = "sha512-abc==";

describe("the lock file", () => {
  test("of this repository has only published packages", () => {
    const lock = JSON.parse(readFileSync(at("package-lock.json"), "utf8"));
    assert.ok(Object.keys(lock.packages).length > 100);
    checkLock(lock);
  });

  for (const [name, entry, isTaken] of [
    ["a package with its checksum", { integrity }, true],
    ["one with its address", { integrity, resolved: "https://registry.example/a/-/a-1.0.0.tgz" }, true],
    ["one without a checksum", {}, false],
    ["one with a weak checksum", { integrity: "sha1-abc=" }, false],
    ["one from git", { integrity, resolved: "git+ssh://git@code.example/a.git#123" }, false],
    ["one by an open connection", { integrity, resolved: "http://registry.example/a/-/a-1.0.0.tgz" }, false],
    ["a folder of the machine", { resolved: "../a", link: true }, false],
  ])
    test(`${isTaken ? "may have" : "must not have"} ${name}`, () => {
      const check = () => checkLock({ packages: { "": {}, "node_modules/a": entry } });
      if (isTaken) check();
      else assert.throws(check, /node_modules\/a/);
    });
});
