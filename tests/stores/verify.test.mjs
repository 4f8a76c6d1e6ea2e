// The command `backscroll verify`, as npm installs it, on stores of files and of SQLite.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { fileStore } from "backscroll/store/file";
import { sqliteStore } from "backscroll/store/sqlite";
import { storePackages } from "../../scripts/lib/databases.mjs";
import { toolsFolder } from "../../scripts/lib/paths.mjs";
import { betterSqlite } from "./clients.mjs";

const PROGRAM = join(toolsFolder, "consumer", "node_modules", ".bin", "backscroll");
const Database = betterSqlite();
const folder = mkdtempSync(join(tmpdir(), "backscroll-verify-"));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Runs the command in a folder that has better-sqlite3. */
function run(...args) {
  const { status, stdout, stderr, error } = spawnSync(process.platform === "win32" ? `${PROGRAM}.cmd` : PROGRAM, ["verify", ...args], {
    cwd: storePackages,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  assert.equal(error, undefined);
  return { status, out: stdout, err: stderr };
}

async function written(store, id) {
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, id, { autoSave: false });
  for (const text of ["one", "two", "three"]) {
    conversation.addMessage("user", text);
    await thread.save();
  }
  conversation.dispose();
}

const files = join(folder, "chats");
const sqlite = join(folder, "chats.db");
const KINDS = [
  {
    name: "files",
    skip: false,
    path: files,
    fill: async () => {
      for (const id of ["t-1", "t-2"]) await written(fileStore(files), id);
    },
    damage: () => {
      const own = join(files, "threads", "t-2");
      const [name] = readdirSync(own).filter((file) => file.startsWith("e2."));
      const path = join(own, name);
      writeFileSync(path, readFileSync(path, "utf8").replace('"two"', '"2wo"'));
    },
  },
  {
    name: "SQLite",
    skip: Database === null && "better-sqlite3 is not installed for this version of Node",
    path: sqlite,
    fill: async () => {
      const database = new Database(sqlite);
      for (const id of ["t-1", "t-2"]) await written(sqliteStore(database), id);
      database.close();
    },
    damage: () => {
      const database = new Database(sqlite);
      const { changes } = database.prepare("UPDATE backscroll_entries SET data = replace(data, '\"two\"', '\"2wo\"') WHERE thread = 't-2' AND number = 2").run();
      assert.equal(changes, 1);
      database.close();
    },
  },
];

for (const { name, skip, path, fill, damage } of KINDS) {
  describe(`verify, on a store of ${name}`, { skip }, () => {
    before(fill);

    test("says of each whole thread that it is", () => {
      assert.deepEqual(run(path), { status: 0, out: `${path} t-1: whole, 3 entries\n${path} t-2: whole, 3 entries\n`, err: "" });
      assert.deepEqual(run(path, "--quiet"), { status: 0, out: "", err: "" });
    });

    test("names the damaged entry, and salvages what is whole", () => {
      damage();
      const { status, out } = run(path);
      assert.equal(status, 1);
      assert.match(out, /t-1: whole, 3 entries\n.* t-2: entry 2 is damaged: its text does not match its checksum\n$/);
      assert.equal(run(path, "--thread", "t-1").status, 0);
      const [line] = run(path, "--thread", "t-2", "--json")
        .out.split("\n")
        .map((text) => text && JSON.parse(text));
      assert.deepEqual([line.threadId, line.damages.map(({ kind, first }) => [kind, first])], ["t-2", [["damaged", 2]]]);
      const salvaged = run(path, "--thread", "t-2", "--salvage");
      assert.equal(salvaged.status, 1);
      const { snapshot, later } = JSON.parse(salvaged.out);
      assert.deepEqual(
        [snapshot.messages, later].map((list) => list.map(({ content }) => content)),
        [["one"], ["three"]],
      );
      assert.match(salvaged.err, /entry 2 is damaged/);
    });
  });
}

describe("verify refuses", () => {
  const empty = join(folder, "empty.db");
  before(() => {
    if (Database !== null) {
      const database = new Database(empty);
      database.exec("CREATE TABLE other (id INTEGER)");
      database.close();
    }
    writeFileSync(join(folder, "text.db"), "This is no database, however long it may be. ".repeat(50));
  });
  for (const [name, args, message, skip = false] of [
    ["a path that is not there", [join(folder, "gone")], /There is no folder or file/],
    ["a folder that is no store", [folder], /is no store/],
    ["standard input", [], /needs the folder/],
    ["a thread that is not there", [files, "--thread", "gone"], /There is no thread "gone"/],
    ["a database without threads", [empty], /no table backscroll_threads/, KINDS[1].skip],
    ["a file that is no database", [join(folder, "text.db")], /is no file of SQLite/, KINDS[1].skip],
    ["a salvage of all threads", [files, "--salvage"], /--salvage needs --thread/],
  ])
    test(name, { skip }, () => {
      const { status, err } = run(...args);
      assert.equal(status, 2, err);
      assert.match(err, message);
      assert.doesNotMatch(err, /\n\s+at /);
    });
});
