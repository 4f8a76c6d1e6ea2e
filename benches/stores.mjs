// Appends to 10,000 stored threads of 10, 100 and 1,000 messages, beside rows that hold the whole array of messages as JSON.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createClient } from "redis";
import { ConversationManager } from "backscroll";
import { postgresStore } from "backscroll/store/postgres";
import { redisStore } from "backscroll/store/redis";
import { sqliteStore } from "backscroll/store/sqlite";
import { postgresPrograms, redisProgram } from "../scripts/lib/databases.mjs";
import { betterSqlite } from "../tests/stores/clients.mjs";
import { postgresServer, redisServer } from "../tests/stores/servers.mjs";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { median, ratio } from "./lib/statistics.mjs";
import { kilobytes, table, time, times } from "./lib/table.mjs";
import { postgresTables, redisTables, sqliteTables } from "./lib/thread-tables.mjs";

const [THREADS, LENGTHS, ROUNDS] = isQuick ? [20, [10], 2] : [10_000, [10, 100, 1_000], 15];
const CHARACTERS = 300;
/** Conversations in the memory of this process; each is appended to once in a round, and as many appends are under way at once. */
const OPEN = 16;

/** Each database opens with a store, tables, and a way to close it. */
const DATABASES = {
  SQLite:
    betterSqlite() &&
    (async () => {
      const folder = mkdtempSync(join(tmpdir(), "backscroll-bench-"));
      const database = new (betterSqlite())(join(folder, "chats.db"));
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
      const close = async () => (database.close(), rmSync(folder, { recursive: true, force: true }));
      return { store: sqliteStore(database), tables: sqliteTables(database), close };
    }),
  PostgreSQL:
    postgresPrograms() &&
    (async () => {
      const server = await postgresServer();
      const pool = new pg.Pool({ connectionString: server.connectionString, max: OPEN });
      // The server ends idle connections when it is stopped.
      pool.on("error", () => undefined);
      const store = postgresStore(pool);
      await store.setup();
      return { store, tables: await postgresTables(pool), close: async () => (await pool.end(), server.remove()) };
    }),
  Redis:
    redisProgram() &&
    (async () => {
      const server = await redisServer();
      const client = await createClient({ url: server.url }).connect();
      await client.sendCommand(["CONFIG", "SET", "auto-aof-rewrite-percentage", "0"]);
      return { store: redisStore(client), tables: redisTables(client), close: async () => (await client.close(), server.remove()) };
    }),
};

const messagesOf = (count, from = 0) => agentMessages(count, CHARACTERS, from).map((message) => message["openai-chat"]);

/** Returns the same messages as a conversation takes them. */
function ownOf(messages) {
  const conversation = ConversationManager.from("openai-chat", { messages });
  const own = conversation.messages.map(({ id, ...message }) => message);
  conversation.dispose();
  return own;
}

async function opened(store, id) {
  const conversation = new ConversationManager();
  return { conversation, thread: await conversation.persist(store, id, { autoSave: false }) };
}

/** Appends messages to a thread as a program does: one at a time. */
async function grown(store, id, length) {
  const { conversation, thread } = await opened(store, id);
  for (const message of ownOf(messagesOf(length))) {
    conversation.addMessage(message);
    await thread.save();
  }
  conversation.dispose();
}

async function measured(open, length) {
  const { store, tables, close } = await open();
  try {
    await grown(store, "t0", length);
    await tables.write("t0", JSON.stringify(messagesOf(length)));
    await tables.fill(THREADS - 1);
    const ids = Array.from({ length: OPEN }, (_, place) => `t${Math.floor((place * THREADS) / OPEN)}`);
    // A copied entry says that it belongs to another thread. The copies only fill the tables; the threads in use are written.
    for (const id of ids.filter((id) => id !== "t0")) {
      await store.delete(id);
      await grown(store, id, length);
    }
    const mine = await Promise.all(ids.map((id) => opened(store, id)));
    const theirs = ids.map((id) => ({ id, messages: messagesOf(length) }));
    let sent = 0;
    const bytes = { mine: 0, theirs: 0 };
    /** Runs appends at once, and adds the bytes that they made the database write. */
    const counted = async (name, work) => {
      const before = await tables.written();
      await work();
      const after = await tables.written();
      bytes[name] = before === null ? null : bytes[name] + (after - before) / OPEN;
      return 1;
    };
    // Questions, which every history may continue with.
    const next = () => messagesOf(1, 4 * (sent += 1))[0];
    const taken = await measure(
      {
        mine: () =>
          counted("mine", () =>
            Promise.all(
              mine.map(async ({ conversation, thread }) => {
                const { role, content } = next();
                conversation.addMessage(role, content);
                await thread.save();
              }),
            ),
          ),
        theirs: () =>
          counted("theirs", () =>
            Promise.all(
              theirs.map(async ({ id, messages }) => {
                messages.push(next());
                await tables.write(id, JSON.stringify(messages));
              }),
            ),
          ),
      },
      { rounds: ROUNDS, warmUp: 0 },
    );
    let read = 0;
    const loads = await measure(
      {
        mine: async () => {
          const { conversation } = await opened(store, ids[(read += 7) % OPEN]);
          conversation.dispose();
          return 1;
        },
        theirs: async () => JSON.parse(await tables.read(ids[(read += 7) % OPEN])).length,
      },
      { rounds: ROUNDS, calls: 3 },
    );
    for (const { conversation } of mine) conversation.dispose();
    const rate = (rounds) => Math.round((OPEN * 1e9) / median(rounds)).toLocaleString("en");
    const size = (sum) => (sum === null ? "-" : kilobytes(sum / ROUNDS));
    return [
      rate(taken.mine),
      rate(taken.theirs),
      times(ratio(taken.theirs, taken.mine)),
      size(bytes.mine),
      size(bytes.theirs),
      time(median(loads.mine)),
      time(median(loads.theirs)),
    ];
  } finally {
    await close();
  }
}

console.log(`Appending to ${THREADS.toLocaleString("en")} threads, ${machine("pg", "redis")}\n`);
const rows = [];
for (const [name, open] of Object.entries(DATABASES)) {
  if (!open) {
    console.log(`${name} is not installed: \`npm test -- stores\` installs it where it can.\n`);
    continue;
  }
  for (const length of LENGTHS) rows.push([`${name}, ${length.toLocaleString("en")} messages`, ...(await measured(open, length))]);
}
console.log(table(["each thread", "appends/s", "as one row", "faster", "bytes", "as one row", "load", "as one row"], rows));
console.log(`\nEach message has about ${CHARACTERS} characters. \`as one row\` is the whole array of messages, as JSON (\`JSONB\` in PostgreSQL).
bytes: written by the database for an append (SQLite: all writes, PostgreSQL: its log, Redis: its log). Each append is on the disk.`);
