// The entry `backscroll/store/redis`.

import { count, isObject, picked, string, unlikeSecret } from "../input/check.js";
import type { Store, ThreadInfo } from "../index.js";
import { type Claim, type LeaseOptions, type LedgerOperations, leasedLedger } from "./leased-ledger.js";
import { numberOf } from "./revision.js";
import { storeOf } from "./store-of.js";

/**
 * A connected client of `redis`; not a client of a cluster.
 *
 * @example
 * const client: RedisClient = await createClient({ url }).connect();
 */
export interface RedisClient {
  /** Sends one command. */
  sendCommand(command: string[]): Promise<unknown>;
}

/**
 * Options of `redisStore`.
 *
 * @example
 * const options: RedisOptions = { prefix: "chats:" };
 */
export interface RedisOptions extends LeaseOptions {
  /** The beginning of all keys. Default `backscroll:`. */
  prefix?: string;
}

/**
 * The keys of a thread. The braces put both into one slot of a cluster.
 *
 *   <prefix>{t:<thread>}:head     a hash: revision, updatedAt, snapshot, snapshotRevision
 *   <prefix>{t:<thread>}:entries  a list of the entries after the snapshot: revision, then data
 */
const LOAD = `
  local head = redis.call("HMGET", KEYS[1], "revision", "snapshotRevision", "snapshot")
  if not head[1] and redis.call("EXISTS", KEYS[2]) == 0 then return false end
  return { head[1] or "", head[2] or "", head[3] or "", redis.call("LRANGE", KEYS[2], 0, -1) }`;

const APPEND = `
  local revision = redis.call("HGET", KEYS[1], "revision")
  if revision == ARGV[2] then return 1 end
  if (revision or "") ~= ARGV[1] then return 0 end
  local time = redis.call("TIME")
  redis.call("RPUSH", KEYS[2], ARGV[2], ARGV[3])
  redis.call("HSET", KEYS[1], "revision", ARGV[2], "updatedAt", time[1] * 1000 + math.floor(time[2] / 1000))
  return 1`;

/** ARGV: the revision, its number and the snapshot. Entries are counted from the end, because the newest have the highest numbers. */
const SNAPSHOT = `
  local head = redis.call("HGET", KEYS[1], "revision")
  if not head then return 0 end
  local newer = tonumber(string.match(head, "^%d+")) - tonumber(ARGV[2])
  if newer < 0 or redis.call("LINDEX", KEYS[2], -2 * newer - 2) ~= ARGV[1] then return 0 end
  redis.call("HSET", KEYS[1], "snapshot", ARGV[3], "snapshotRevision", ARGV[1])
  if newer == 0 then redis.call("DEL", KEYS[2]) else redis.call("LTRIM", KEYS[2], -2 * newer, -1) end
  return 1`;

const DELETE = `return redis.call("DEL", KEYS[1], KEYS[2])`;

/** The keys of a checkpoint: whether it was resumed, the owner of its claim, which expires, and the results of its calls. */
const CLAIM = `
  if redis.call("EXISTS", KEYS[1]) == 1 then return "consumed" end
  if redis.call("SET", KEYS[2], ARGV[1], "NX", "PX", ARGV[2]) then return "claimed" end
  return "held"`;

const RENEW = `
  if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
  return redis.call("PEXPIRE", KEYS[2], ARGV[2])`;

const COMMIT = `
  if redis.call("GET", KEYS[1]) == ARGV[1] then return 1 end
  if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
  redis.call("SET", KEYS[1], ARGV[1])
  redis.call("DEL", KEYS[2], KEYS[3])
  return 1`;

const RECORD = `
  if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
  redis.call("RPUSH", KEYS[3], ARGV[2])
  return 1`;

const RELEASE = `if redis.call("GET", KEYS[2]) == ARGV[1] then return redis.call("DEL", KEYS[2]) end return 0`;

/**
 * Makes a store in Redis 6 or newer, or in Valkey. Each operation is a script, which Redis runs completely or not at all. After a crash,
 * Redis's settings decide: with `appendonly yes` and `appendfsync always`, nothing that was saved is lost; with `everysec`, up to a second
 * is lost.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = redisStore(await createClient({ url }).connect());
 */
export function redisStore(client: RedisClient, options?: RedisOptions): Store {
  if (!isObject(client) || typeof client.sendCommand !== "function") throw unlikeSecret("client", "a client of redis", client);
  const { prefix: given = "backscroll:", lease } = picked("options", options ?? {}, ["prefix", "lease"]);
  const prefix = string("options.prefix", given);
  const run = (script: string, keys: readonly string[], values: readonly (string | number)[] = []) =>
    client.sendCommand(["EVAL", script, String(keys.length), ...keys, ...values.map(String)]);
  const keysOf = (threadId: string) => ["head", "entries"].map((name) => `${prefix}{t:${threadId}}:${name}`);
  const operations: Parameters<typeof storeOf>[0] = {
    async load(threadId) {
      const found = (await run(LOAD, keysOf(threadId))) as [string, string, string, string[]] | null;
      if (found === null) return null;
      const [revision, snapshotRevision, snapshot, list] = found;
      const entries = list.flatMap((text, place) => (place % 2 === 0 ? { revision: text, data: list[place + 1] ?? "" } : []));
      return { revision, snapshot: snapshotRevision === "" ? null : { revision: snapshotRevision, data: snapshot }, entries };
    },
    append: async (threadId, expected, { revision, data }) => (await run(APPEND, keysOf(threadId), [expected ?? "", revision, data])) === 1,
    async snapshot(threadId, { revision, data }) {
      await run(SNAPSHOT, keysOf(threadId), [revision, numberOf(revision), data]);
    },
    async list({ after, limit }) {
      const ids = (await threadIds(client, prefix))
        .filter((id) => id > after)
        .sort()
        .slice(0, limit);
      const heads = await Promise.all(
        ids.map(
          (id) =>
            client.sendCommand(["HMGET", keysOf(id)[0] as string, "revision", "updatedAt"]) as Promise<[string | null, string | null]>,
        ),
      );
      return heads.flatMap(([revision, updatedAt], place): ThreadInfo[] =>
        revision === null ? [] : [{ threadId: ids[place] as string, revision, updatedAt: Number(updatedAt) }],
      );
    },
    delete: async (threadId) => Number(await run(DELETE, keysOf(threadId))) > 0,
  };
  return storeOf(
    operations,
    leasedLedger(redisLedger(client, run, prefix), lease === undefined ? undefined : count("options.lease", lease, 1_000)),
  );
}

/** Scans all keys: a script cannot keep a list of them in every slot of a cluster. */
async function threadIds(client: RedisClient, prefix: string): Promise<string[]> {
  const ids = new Set<string>();
  const pattern = `${prefix.replace(/[\\*?[\]]/g, "\\$&")}{t:*}:head`;
  let cursor = "0";
  do {
    const [next, keys] = (await client.sendCommand(["SCAN", cursor, "MATCH", pattern, "COUNT", "1000"])) as [string, string[]];
    for (const key of keys) ids.add(key.slice(`${prefix}{t:`.length, -"}:head".length));
    cursor = next;
  } while (cursor !== "0");
  return [...ids];
}

function redisLedger(
  client: RedisClient,
  run: (script: string, keys: readonly string[], values: readonly (string | number)[]) => Promise<unknown>,
  prefix: string,
): LedgerOperations {
  const keysOf = (id: string) => ["resumed", "claim", "results"].map((name) => `${prefix}{c:${id}}:${name}`);
  const resultsOf = (id: string) => keysOf(id)[2] as string;
  return {
    claim: async (id, owner, lease) => (await run(CLAIM, keysOf(id), [owner, lease])) as Claim,
    renew: async (id, owner, lease) => (await run(RENEW, keysOf(id), [owner, lease])) === 1,
    commit: async (id, owner) => (await run(COMMIT, keysOf(id), [owner])) === 1,
    async release(id, owner) {
      await run(RELEASE, keysOf(id), [owner]);
    },
    consumed: async (id) => Number(await client.sendCommand(["EXISTS", keysOf(id)[0] as string])) === 1,
    record: async (id, owner, result) => (await run(RECORD, keysOf(id), [owner, result])) === 1,
    recorded: async (id) => (await client.sendCommand(["LRANGE", resultsOf(id), "0", "-1"])) as string[],
  };
}

export type { LeaseOptions };
