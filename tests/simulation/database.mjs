// Databases that speak SQL: their servers, and the clients that hosts give to the stores. What is committed stays.

import { Leases } from "./leases.mjs";
import { Network } from "./network.mjs";
import { POSTGRES, SQLITE } from "./statements.mjs";
import { Tables } from "./tables.mjs";
import { NotSimulated } from "./texts.mjs";

export class Database {
  tables = new Tables();

  /**
   * @param {import("./world.mjs").World} world
   * @param {{ isJudgedByClients?: boolean }} [bug] true: the time of a statement is that of the client who sent it
   */
  constructor(world, { isJudgedByClients = false } = {}) {
    this.world = world;
    this.isJudgedByClients = isJudgedByClients;
    this.leases = new Leases(world);
    this.network = new Network(world);
  }

  /** Executes a statement of an actor, and returns its rows. */
  execute(meaningOf, sql, values, actor) {
    const { tables, leases, world } = this;
    leases.sender = actor;
    const meaning = meaningOf(sql);
    if (!tables.isMade && !/CREATE TABLE|^(BEGIN|COMMIT)/.test(sql)) throw Object.assign(new Error("the tables are missing"), { code: "42P01" });
    return meaning({ tables, values, leases, now: Math.round(this.isJudgedByClients ? actor.process.wallClock() : world.now) });
  }
}

const shorts = new Map();

/** The beginning of a statement, for a trace. */
function shortened(sql) {
  const known = shorts.get(sql);
  if (known !== undefined) return known;
  const short = sql.replace(/\s+/g, " ").slice(0, 60);
  shorts.set(sql, short);
  return short;
}

/** A pool of `pg`: each statement has a connection of its own. @param {Database} database */
export function postgresClient(database) {
  return {
    query: (sql, values = []) =>
      database.network.send(shortened(sql), (actor) => {
        const rows = database.tables.transaction(() => database.execute(POSTGRES, sql, values, actor));
        return { rows, rowCount: rows.length };
      }),
  };
}

/** A database of D1. @param {Database} database */
export function d1Client(database) {
  return {
    prepare: (sql) => ({ bind: (...values) => ({ sql, values }) }),
    batch: (statements) =>
      database.network.send(`batch: ${shortened(statements[0].sql)}`, (actor) =>
        database.tables.transaction(() => statements.map(({ sql, values }) => ({ results: database.execute(SQLITE, sql, values, actor) }))),
      ),
  };
}

/**
 * A connection of an actor to an SQLite file, whose calls do not wait. The actor may die at each of them.
 *
 * @param {Database} database
 */
export function sqliteClient(database, actor) {
  const { tables, world } = database;
  const step = (what, isBusy, work) => {
    if (!actor.isAlive) throw new Error("the process has died");
    if (isBusy && world.strikes("busy", what)) throw new Error("database is locked");
    if (!isBusy && what !== "ROLLBACK" && world.strikes("ioError", what)) throw new Error("disk I/O error");
    world.note(() => `${what}`);
    const value = work();
    if (!actor.mayDie()) return value;
    if (tables.isOpen) tables.rollBack();
    throw new Error("the process has died");
  };
  const transactions = { "BEGIN IMMEDIATE": () => tables.begin(), COMMIT: () => tables.commit(), ROLLBACK: () => tables.rollBack() };
  const run = (sql, values) =>
    step(shortened(sql), false, () => {
      try {
        return database.execute(SQLITE, sql, values, actor);
      } catch (error) {
        if (error instanceof NotSimulated) world.violated(error.message);
        throw error;
      }
    });
  return {
    exec: (sql) => step(sql, sql === "BEGIN IMMEDIATE", transactions[sql] ?? (() => world.violated(`tests/simulation does not know what this does: ${sql}`))),
    prepare: (sql) => ({ all: (...values) => run(sql, values), run: (...values) => void run(sql, values) }),
  };
}
