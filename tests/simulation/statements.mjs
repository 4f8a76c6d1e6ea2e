// The statements of the stores in SQL, each with its meaning. A statement with another text is refused: who changes one writes here what it
// does now.

import { expected } from "./texts.mjs";

/**
 * @typedef {object} Sent
 * @property {import("./tables.mjs").Tables} tables
 * @property {any[]} values the values of `?1`, `?2` and so on
 * @property {number} now the time by the clock of the database, in whole milliseconds
 * @property {import("./leases.mjs").Leases} leases
 */

const NOW = {
  postgres: "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
  sqlite: "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
};

/** The statements that several databases share. Each returns its rows. */
const shared = (now, lock) => ({
  "SELECT t.revision AS head, e.number, e.kind, e.part, e.revision, e.data FROM backscroll_threads t LEFT JOIN backscroll_entries e ON e.thread = t.thread WHERE t.thread = ?1 ORDER BY e.number, e.kind, e.part":
    ({ tables, values: [thread] }) => {
      const head = tables.threads.get(thread);
      if (head === undefined) return [];
      const rows = tables.entriesOf(thread).map((row) => ({ head: head.revision, ...row }));
      return rows.length > 0 ? rows : [{ head: head.revision, number: null, kind: null, part: null, revision: null, data: null }];
    },
  "SELECT thread, revision, updated_at FROM backscroll_threads WHERE thread > ?1 ORDER BY thread LIMIT ?2": ({ tables, values: [after, limit] }) =>
    [...tables.threads.entries()]
      .filter(([thread]) => thread > after)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([thread, row]) => ({ thread, ...row })),
  "SELECT revision FROM backscroll_threads WHERE thread = ?1": ({ tables, values: [thread] }) => {
    const head = tables.threads.get(thread);
    return head === undefined ? [] : [{ revision: head.revision }];
  },
  "DELETE FROM backscroll_threads WHERE thread = ?1 RETURNING thread": ({ tables, values: [thread] }) => {
    if (!tables.threads.has(thread)) return [];
    // ON DELETE CASCADE
    tables.removeEntries(thread, () => true);
    tables.put("threads", thread, undefined);
    return [{ thread }];
  },
  "SELECT 1 AS is_true FROM backscroll_checkpoints WHERE checkpoint = ?1 AND is_resumed = 1": ({ tables, values: [id] }) =>
    tables.checkpoints.get(id)?.is_resumed === 1 ? [{ is_true: 1 }] : [],
  [`INSERT INTO backscroll_checkpoints (checkpoint, owner, lease_until) VALUES (?1, ?2, ${now} + ?3)
    ON CONFLICT (checkpoint) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
    WHERE backscroll_checkpoints.is_resumed = 0 AND (backscroll_checkpoints.owner IS NULL OR backscroll_checkpoints.lease_until < ${now})
    RETURNING checkpoint`]: ({ tables, values: [id, owner, lease], now: time, leases }) => {
    const row = tables.checkpoints.get(id);
    if (row !== undefined && !(row.is_resumed === 0 && (row.owner === null || row.lease_until < time))) return [];
    tables.put("checkpoints", id, { is_resumed: row?.is_resumed ?? 0, owner, lease_until: time + lease });
    tables.whenCommitted(() => leases.claimed(id, owner, lease));
    return [{ checkpoint: id }];
  },
  [`UPDATE backscroll_checkpoints SET lease_until = ${now} + ?3 WHERE checkpoint = ?1 AND owner = ?2 AND is_resumed = 0 RETURNING checkpoint`]: ({
    tables,
    values: [id, owner, lease],
    now: time,
    leases,
  }) => {
    const row = tables.checkpoints.get(id);
    if (row?.owner !== owner || row.is_resumed !== 0) return [];
    tables.put("checkpoints", id, { ...row, lease_until: time + lease });
    tables.whenCommitted(() => leases.renewed(id, owner, lease));
    return [{ checkpoint: id }];
  },
  "UPDATE backscroll_checkpoints SET is_resumed = 1 WHERE checkpoint = ?1 AND owner = ?2 RETURNING checkpoint": ({ tables, values: [id, owner], leases }) => {
    const row = tables.checkpoints.get(id);
    if (row?.owner !== owner) return [];
    tables.put("checkpoints", id, { ...row, is_resumed: 1 });
    tables.whenCommitted(() => leases.ended(id, owner));
    return [{ checkpoint: id }];
  },
  "DELETE FROM backscroll_results WHERE checkpoint = ?1": ({ tables, values: [id] }) => {
    tables.setResults(tables.results.filter(({ checkpoint }) => checkpoint !== id));
    return [];
  },
  "UPDATE backscroll_checkpoints SET owner = NULL WHERE checkpoint = ?1 AND owner = ?2 AND is_resumed = 0": ({ tables, values: [id, owner], leases }) => {
    const row = tables.checkpoints.get(id);
    if (row?.owner !== owner || row.is_resumed !== 0) return [];
    tables.put("checkpoints", id, { ...row, owner: null });
    tables.whenCommitted(() => leases.ended(id, owner));
    return [];
  },
  [`INSERT INTO backscroll_results (checkpoint, result) SELECT held.checkpoint, ?3 FROM
    (SELECT checkpoint FROM backscroll_checkpoints WHERE checkpoint = ?1 AND owner = ?2 AND is_resumed = 0${lock}) AS held
    RETURNING checkpoint`]: ({ tables, values: [checkpoint, owner, result] }) => {
    const row = tables.checkpoints.get(checkpoint);
    if (row?.owner !== owner || row.is_resumed !== 0) return [];
    tables.setResults([...tables.results, { checkpoint, result }]);
    return [{ checkpoint }];
  },
  "SELECT result FROM backscroll_results WHERE checkpoint = ?1 ORDER BY number": ({ tables, values: [id] }) =>
    tables.results.filter(({ checkpoint }) => checkpoint === id).map(({ result }) => ({ result })),
});

function asked(meanings) {
  return Object.fromEntries(Object.entries(meanings).map(([text, meaning]) => [text.replace(/\?(\d+)/g, "$$$1"), meaning]));
}

function inOrder(meanings) {
  const ordered = ([text, meaning]) => {
    const numbers = [];
    const sent = text.replace(/\?(\d+)/g, (_, number) => (numbers.push(Number(number)), "?"));
    const byNumber = (values) => numbers.reduce((all, number, place) => ((all[number - 1] = values[place]), all), []);
    return [sent, ({ values, ...rest }) => meaning({ ...rest, values: byNumber(values) })];
  };
  return Object.fromEntries(Object.entries(meanings).map(ordered));
}

const PART = "unnest(?4::text[]) WITH ORDINALITY AS p (data, part)";

/** Adds the parts of an entry or a snapshot. Returns its rows for PostgreSQL, which counts them. */
function add(tables, { thread, number, kind, revision, parts }) {
  return parts.map((data, part) => ({ thread, number, kind, part, revision, data })).filter((row) => tables.addEntry(row));
}

function postgresAppend({ tables, values: [thread, revision, number, parts, expected], now }) {
  const head = tables.threads.get(thread);
  const isNext = expected === undefined ? head === undefined : head?.revision === expected;
  if (!isNext) return [];
  tables.put("threads", thread, { revision, updated_at: now });
  return add(tables, { thread, number, kind: 1, revision, parts });
}

const postgresHead = (head) => `WITH head AS (${head}) INSERT INTO backscroll_entries (thread, number, kind, part, revision, data)
  SELECT head.thread, ?3, 1, p.part - 1, ?2, p.data FROM head, ${PART}`;

const tablesOf = (key, time, serial) => [
  `CREATE TABLE IF NOT EXISTS backscroll_threads (thread ${key} PRIMARY KEY, revision ${key} NOT NULL, updated_at ${time} NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS backscroll_entries (thread ${key} NOT NULL REFERENCES backscroll_threads ON DELETE CASCADE, number INTEGER NOT NULL, kind INTEGER NOT NULL, part INTEGER NOT NULL, revision ${key} NOT NULL, data TEXT NOT NULL, PRIMARY KEY (thread, number, kind, part))`,
  `CREATE TABLE IF NOT EXISTS backscroll_checkpoints (checkpoint ${key} PRIMARY KEY, is_resumed INTEGER NOT NULL DEFAULT 0, owner ${key}, lease_until ${time} NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS backscroll_results (number ${serial}, checkpoint ${key} NOT NULL, result TEXT NOT NULL)`,
  "CREATE INDEX IF NOT EXISTS backscroll_results_checkpoint ON backscroll_results (checkpoint)",
];

const made = ({ tables }) => {
  tables.isMade = true;
  return [];
};

/** PostgreSQL's statements. Their values are `$1` and so on. */
export const POSTGRES = expected(asked({
  ...shared(NOW.postgres, " FOR UPDATE"),
  [`BEGIN; SELECT pg_advisory_xact_lock(2026112601); ${tablesOf('TEXT COLLATE "C"', "BIGINT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY").join("; ")}; COMMIT;`]: made,
  [postgresHead(`INSERT INTO backscroll_threads (thread, revision, updated_at) VALUES (?1, ?2, ${NOW.postgres}) ON CONFLICT DO NOTHING RETURNING thread`)]: postgresAppend,
  [postgresHead(`UPDATE backscroll_threads SET revision = ?2, updated_at = ${NOW.postgres} WHERE thread = ?1 AND revision = ?5 RETURNING thread`)]: postgresAppend,
  [`WITH head AS (
      SELECT thread FROM backscroll_threads WHERE thread = ?1 AND EXISTS (
        SELECT 1 FROM backscroll_entries WHERE thread = ?1 AND number = ?3 AND kind = 1 AND revision = ?2) FOR UPDATE),
    cleared AS (DELETE FROM backscroll_entries e USING head WHERE e.thread = head.thread AND (e.number < ?3 OR (e.number = ?3 AND e.kind = 1)))
    INSERT INTO backscroll_entries (thread, number, kind, part, revision, data)
    SELECT head.thread, ?3, 0, p.part - 1, ?2, p.data FROM head, ${PART} ON CONFLICT DO NOTHING`]: ({ tables, values: [thread, revision, number, parts] }) => {
    if (!tables.entriesOf(thread).some((row) => row.number === number && row.kind === 1 && row.revision === revision)) return [];
    tables.removeEntries(thread, (row) => row.number < number || (row.number === number && row.kind === 1));
    return add(tables, { thread, number, kind: 0, revision, parts });
  },
}));

const sqliteInsert = (condition) =>
  `INSERT INTO backscroll_entries (thread, number, kind, part, revision, data) SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ${condition} ON CONFLICT DO NOTHING`;

const rowOf = ([thread, number, kind, part, revision, data]) => ({ thread, number, kind, part, revision, data });

/** SQLite's statements. Their values are `?`, in order. */
export const SQLITE = expected(inOrder({
  ...shared(NOW.sqlite, ""),
  ...Object.fromEntries(tablesOf("TEXT", "INTEGER", "INTEGER PRIMARY KEY").map((text) => [text, made])),
  [`INSERT INTO backscroll_threads (thread, revision, updated_at) VALUES (?1, ?2, ${NOW.sqlite}) ON CONFLICT DO NOTHING`]: ({ tables, values: [thread, revision], now }) => {
    if (!tables.threads.has(thread)) tables.put("threads", thread, { revision, updated_at: now });
    return [];
  },
  [`UPDATE backscroll_threads SET revision = ?2, updated_at = ${NOW.sqlite} WHERE thread = ?1 AND revision = ?3`]: ({ tables, values: [thread, revision, before], now }) => {
    if (tables.threads.get(thread)?.revision === before) tables.put("threads", thread, { revision, updated_at: now });
    return [];
  },
  [sqliteInsert("EXISTS (SELECT 1 FROM backscroll_threads WHERE thread = ?1 AND revision = ?5)")]: ({ tables, values }) => {
    const row = rowOf(values);
    if (tables.threads.get(row.thread)?.revision === row.revision) tables.addEntry(row);
    return [];
  },
  [sqliteInsert("EXISTS (SELECT 1 FROM backscroll_entries WHERE thread = ?1 AND number = ?2 AND kind = 1 AND revision = ?5)")]: ({ tables, values }) => {
    const row = rowOf(values);
    if (tables.entriesOf(row.thread).some((one) => one.number === row.number && one.kind === 1 && one.revision === row.revision)) tables.addEntry(row);
    return [];
  },
  "DELETE FROM backscroll_entries WHERE thread = ?1 AND (number < ?2 OR (number = ?2 AND kind = 1)) AND EXISTS (SELECT 1 FROM backscroll_entries WHERE thread = ?1 AND number = ?2 AND kind = 0 AND revision = ?3)":
    ({ tables, values: [thread, number, revision] }) => {
      // The condition is read for each row, and no row that is deleted is a snapshot of this number.
      if (tables.entriesOf(thread).some((row) => row.number === number && row.kind === 0 && row.revision === revision))
        tables.removeEntries(thread, (row) => row.number < number || (row.number === number && row.kind === 1));
      return [];
    },
  "DELETE FROM backscroll_entries WHERE thread = ?1": ({ tables, values: [thread] }) => {
    tables.removeEntries(thread, () => true);
    return [];
  },
}));
