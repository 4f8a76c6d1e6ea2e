// A server of Redis that keeps what it was sent, and its client. The scripts of the store are known by their texts.

import { Leases } from "./leases.mjs";
import { Network } from "./network.mjs";
import { expected, NotSimulated } from "./texts.mjs";

export class Redis {
  /** Hashes (Map), lists (Array) and texts, by key. */
  values = new Map();
  /** When keys expire, in true milliseconds. */
  ends = new Map();

  /** @param {import("./world.mjs").World} world */
  constructor(world) {
    this.world = world;
    this.leases = new Leases(world);
    this.network = new Network(world);
  }

  get(key) {
    if ((this.ends.get(key) ?? Infinity) <= this.world.now) this.delete(key);
    return this.values.get(key);
  }

  set(key, value, milliseconds) {
    this.values.set(key, value);
    if (milliseconds === undefined) this.ends.delete(key);
    else this.ends.set(key, this.world.now + milliseconds);
  }

  /** Removes keys, and returns how many there were. */
  delete(...keys) {
    let count = 0;
    for (const key of keys) {
      this.ends.delete(key);
      if (this.values.delete(key)) count += 1;
    }
    return count;
  }

  push(key, ...items) {
    const list = this.get(key) ?? [];
    this.set(key, [...list, ...items]);
  }

  execute([name, ...given], actor) {
    this.leases.sender = actor;
    switch (name) {
      case "EVAL": {
        const [script, count, ...rest] = given;
        return SCRIPTS(script)(this, rest.slice(0, Number(count)), rest.slice(Number(count)));
      }
      case "HMGET": {
        const [key, ...fields] = given;
        return fields.map((field) => this.get(key)?.get(field) ?? null);
      }
      case "EXISTS":
        return this.get(given[0]) === undefined ? 0 : 1;
      case "LRANGE":
        if (given[1] !== "0" || given[2] !== "-1") break;
        return [...(this.get(given[0]) ?? [])];
      case "SCAN": {
        const [cursor, , pattern] = given;
        const [start, end] = pattern.split("*");
        if (cursor !== "0") break;
        return ["0", [...this.values.keys()].filter((key) => key.startsWith(start) && key.endsWith(end))];
      }
    }
    throw new NotSimulated(`tests/simulation does not know this command of Redis: ${name} ${given.join(" ")}`);
  }
}

/** The id of a checkpoint in one of its keys. */
const idOf = (key) => /\{c:(.*)\}:/.exec(key)[1];

const SCRIPTS = expected({
  [`local head = redis.call("HMGET", KEYS[1], "revision", "snapshotRevision", "snapshot")
    if not head[1] and redis.call("EXISTS", KEYS[2]) == 0 then return false end
    return { head[1] or "", head[2] or "", head[3] or "", redis.call("LRANGE", KEYS[2], 0, -1) }`]: (redis, [head, entries]) => {
    const fields = redis.get(head);
    if (fields === undefined && redis.get(entries) === undefined) return null;
    return [...["revision", "snapshotRevision", "snapshot"].map((name) => fields?.get(name) ?? ""), [...(redis.get(entries) ?? [])]];
  },
  [`local revision = redis.call("HGET", KEYS[1], "revision")
    if revision == ARGV[2] then return 1 end
    if (revision or "") ~= ARGV[1] then return 0 end
    local time = redis.call("TIME")
    redis.call("RPUSH", KEYS[2], ARGV[2], ARGV[3])
    redis.call("HSET", KEYS[1], "revision", ARGV[2], "updatedAt", time[1] * 1000 + math.floor(time[2] / 1000))
    return 1`]: (redis, [head, entries], [expectedRevision, revision, data]) => {
    const fields = redis.get(head) ?? new Map();
    const now = fields.get("revision");
    if (now === revision) return 1;
    if ((now ?? "") !== expectedRevision) return 0;
    redis.push(entries, revision, data);
    redis.set(head, new Map([...fields, ["revision", revision], ["updatedAt", String(Math.floor(redis.world.now))]]));
    return 1;
  },
  [`local head = redis.call("HGET", KEYS[1], "revision")
    if not head then return 0 end
    local newer = tonumber(string.match(head, "^%d+")) - tonumber(ARGV[2])
    if newer < 0 or redis.call("LINDEX", KEYS[2], -2 * newer - 2) ~= ARGV[1] then return 0 end
    redis.call("HSET", KEYS[1], "snapshot", ARGV[3], "snapshotRevision", ARGV[1])
    if newer == 0 then redis.call("DEL", KEYS[2]) else redis.call("LTRIM", KEYS[2], -2 * newer, -1) end
    return 1`]: (redis, [head, entries], [revision, number, snapshot]) => {
    const fields = redis.get(head);
    if (fields === undefined) return 0;
    const newer = Number.parseInt(fields.get("revision"), 10) - Number(number);
    const list = redis.get(entries) ?? [];
    if (newer < 0 || list.at(-2 * newer - 2) !== revision) return 0;
    redis.set(head, new Map([...fields, ["snapshot", snapshot], ["snapshotRevision", revision]]));
    if (newer === 0) redis.delete(entries);
    else redis.set(entries, list.slice(-2 * newer));
    return 1;
  },
  'return redis.call("DEL", KEYS[1], KEYS[2])': (redis, keys) => redis.delete(...keys),
  [`if redis.call("EXISTS", KEYS[1]) == 1 then return "consumed" end
    if redis.call("SET", KEYS[2], ARGV[1], "NX", "PX", ARGV[2]) then return "claimed" end
    return "held"`]: (redis, [resumed, claim], [owner, lease]) => {
    if (redis.get(resumed) !== undefined) return "consumed";
    if (redis.get(claim) !== undefined) return "held";
    redis.set(claim, owner, Number(lease));
    redis.leases.claimed(idOf(claim), owner, Number(lease));
    return "claimed";
  },
  [`if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
    return redis.call("PEXPIRE", KEYS[2], ARGV[2])`]: (redis, [, claim], [owner, lease]) => {
    if (redis.get(claim) !== owner) return 0;
    redis.set(claim, owner, Number(lease));
    redis.leases.renewed(idOf(claim), owner, Number(lease));
    return 1;
  },
  [`if redis.call("GET", KEYS[1]) == ARGV[1] then return 1 end
    if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
    redis.call("SET", KEYS[1], ARGV[1])
    redis.call("DEL", KEYS[2], KEYS[3])
    return 1`]: (redis, [resumed, claim, results], [owner]) => {
    if (redis.get(resumed) === owner) return 1;
    if (redis.get(claim) !== owner) return 0;
    redis.set(resumed, owner);
    redis.delete(claim, results);
    redis.leases.ended(idOf(claim), owner);
    return 1;
  },
  [`if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
    redis.call("RPUSH", KEYS[3], ARGV[2])
    return 1`]: (redis, [, claim, results], [owner, result]) => {
    if (redis.get(claim) !== owner) return 0;
    redis.push(results, result);
    return 1;
  },
  'if redis.call("GET", KEYS[2]) == ARGV[1] then return redis.call("DEL", KEYS[2]) end return 0': (redis, [, claim], [owner]) => {
    if (redis.get(claim) !== owner) return 0;
    redis.leases.ended(idOf(claim), owner);
    return redis.delete(claim);
  },
});

/** A connected client. @param {Redis} redis */
export function redisClient(redis) {
  return { sendCommand: (command) => redis.network.send(command.slice(0, 2).join(" ").replace(/\s+/g, " ").slice(0, 60), (actor) => redis.execute(command, actor)) };
}
