// The command `verify`: threads of a store that are not as they were written.

import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileStore } from "../file-store/index.js";
import type { Damage, Store } from "../index.js";
import { type SqliteClient, sqliteStore } from "../store/sqlite.js";
import { salvage, verify } from "../store/index.js";
import type { Arguments } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import type { Outcome } from "./values.js";

/** Threads that are listed at once. */
const PAGE = 100;

/** Looks at each thread of the stores at these paths, or at one. */
export async function* threadsIn(args: Arguments): AsyncGenerator<{ readonly place: string; readonly outcome: Outcome }> {
  if (args.salvage && args.thread === undefined) throw new BadInput("--salvage needs --thread.");
  let count = 0;
  for (const path of args.files) {
    const { store, close } = await opened(path);
    try {
      const ids = args.thread === undefined ? idsIn(store) : [args.thread];
      for await (const id of ids) {
        const outcome = await outcomeOf(store, id, args);
        if (outcome === null) continue;
        count += 1;
        yield { place: `${path} ${id}`, outcome };
      }
    } finally {
      close();
    }
  }
  if (count === 0)
    throw new BadInput(args.thread === undefined ? "There are no threads." : `There is no thread ${JSON.stringify(args.thread)}.`);
}

async function outcomeOf(store: Store, id: string, args: Arguments): Promise<Outcome | null> {
  const found = await verify(store, id);
  if (found === null) return null;
  const { damages, entries, unproved } = found;
  const isFound = damages.length > 0;
  const lines = isFound
    ? damages.map(lineOf)
    : args.quiet
      ? []
      : [`whole, ${entries} entries${unproved === 0 ? "" : `, ${unproved} of them without a checksum`}`];
  return { isFound, lines, data: { threadId: id, ...found }, ...(args.salvage && { written: await salvage(store, id) }) };
}

function lineOf({ kind, first, last, detail }: Damage): string {
  if (kind === "missing") return detail;
  return `${first === last ? `entry ${first}` : `entries ${first} to ${last}`} is ${kind}: ${detail}`;
}

async function* idsIn(store: Store): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const page = await store.list({ after, limit: PAGE });
    for (const { threadId } of page) yield threadId;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.threadId;
  }
}

interface Opened {
  readonly store: Store;
  readonly close: () => void;
}

async function opened(path: string): Promise<Opened> {
  if (path === "-") throw new BadInput("verify needs the folder of a store of files, or a file of SQLite.");
  if (!existsSync(path)) throw new BadInput(`There is no folder or file ${JSON.stringify(path)}.`);
  if (statSync(path).isFile()) return inSqlite(path);
  if (!existsSync(join(path, "threads"))) throw new BadInput(`${path} is no store: it has no folder \`threads\`.`);
  return { store: fileStore(path), close: () => undefined };
}

async function inSqlite(path: string): Promise<Opened> {
  const database = await databaseAt(path);
  try {
    // The store would create its tables.
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'backscroll_threads'").all();
    if (table.length === 0) throw new BadInput(`${path} has no table backscroll_threads.`);
  } catch (error) {
    database.close();
    throw error instanceof BadInput ? error : new BadInput(`${path} is no file of SQLite: ${(error as Error).message}`);
  }
  return { store: sqliteStore(database), close: () => database.close() };
}

type Database = SqliteClient & { close(): void };
type OpenDatabase = new (path: string) => Database;
/** Node 20 has no such module. */
const SQLITE: string = "node:sqlite";

/** Opens a file with Node's own SQLite, or with the better-sqlite3 of the project. */
async function databaseAt(path: string): Promise<Database> {
  try {
    const { DatabaseSync } = (await import(SQLITE)) as { DatabaseSync: OpenDatabase };
    return new DatabaseSync(path);
  } catch {
    try {
      const Opened = createRequire(join(process.cwd(), "package.json"))("better-sqlite3") as OpenDatabase;
      return new Opened(path);
    } catch (error) {
      throw new BadInput(`SQLite needs Node 22.13 or newer, or better-sqlite3 in this project: ${(error as Error).message}`);
    }
  }
}
