// PostgreSQL and Redis on loopback, from Debian's packages: started by a test, and stopped at its end.

import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createClient } from "redis";
import { postgresPrograms, redisProgram } from "../../scripts/lib/databases.mjs";

/** PostgreSQL refuses to run as root. @returns {{ uid?: number, gid?: number }} */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout));
    if (uid > 0) return { uid, gid };
  }
  throw new Error("there is no user that PostgreSQL could run as");
}

/**
 * A server with its data in a temporary folder.
 *
 * @typedef {object} Server
 * @property {string} folder
 * @property {number} port
 * @property {() => Promise<void>} start begins with the data of the last time
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop
 * @property {() => Promise<void>} remove stops it, and deletes its data
 */

/**
 * Returns a folder for data that PostgreSQL's user can reach: the temporary one, unless it is root's alone. Null where there is none.
 *
 * @returns {string | null}
 */
export function postgresFolder() {
  const user = unprivileged();
  const isReachable = (folder) => spawnSync("test", ["-x", folder], { ...user, cwd: "/" }).status === 0;
  return [tmpdir(), "/tmp", "/var/tmp"].find(isReachable) ?? null;
}

/** @returns {Promise<Server>} */
export async function postgresServer(parent = postgresFolder()) {
  const programs = postgresPrograms();
  const user = unprivileged();
  const folder = mkdtempSync(join(parent, "backscroll-postgres-"));
  const data = join(folder, "data");
  mkdirSync(data);
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const made = spawnSync(join(programs, "initdb"), ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"], { ...user, encoding: "utf8", cwd: folder });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const args = ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", "", "-c", "fsync=on", "-c", "max_connections=120"];
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const answers = async () => {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT 1");
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const server = serverOf(folder, port, () => spawn(join(programs, "postgres"), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] }), answers);
  await server.start();
  return Object.assign(server, { connectionString });
}

/** @returns {Promise<Server>} */
export async function redisServer(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, "backscroll-redis-"));
  const port = await freePort();
  const settings = [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`, "appendonly yes", "appendfsync always", 'save ""'];
  writeFileSync(join(folder, "redis.conf"), settings.join("\n"));
  const url = `redis://127.0.0.1:${port}`;
  const answers = async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => undefined);
    await client.connect();
    await client.ping();
    await client.close();
  };
  const server = serverOf(folder, port, () => spawn(redisProgram(), [join(folder, "redis.conf")], { stdio: ["ignore", "pipe", "pipe"] }), answers);
  await server.start();
  return Object.assign(server, { url });
}

/** @returns {Server} */
function serverOf(folder, port, launch, answers) {
  let child = null;
  let said = "";
  const kill = () => child?.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async (signal = "SIGINT") => {
    if (child === null) return;
    const [ending, exited] = [child, child.exitCode !== null || child.signalCode !== null];
    child = null;
    if (exited) return;
    const over = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await over;
  };
  const launched = () => {
    child = launch();
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said = `${said}${chunk}`.slice(-2_000)));
  };
  const start = async () => {
    launched();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await answers();
      } catch (error) {
        if (attempt === 400) throw new Error(`the server does not answer: ${said}`, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, 50));
        // PostgreSQL refuses to start while processes of a killed one still hold its shared memory.
        if (child.exitCode !== null || child.signalCode !== null) launched();
      }
    }
  };
  const remove = async () => {
    await stop();
    process.off("exit", kill);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { folder, port, start, stop, remove };
}

/** Returns a port of loopback that is free. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
