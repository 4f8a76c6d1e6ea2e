// `node:fs/promises` of a simulated machine, as far as the store of files uses it. A change of the store that needs more fails here.

import { failure } from "./disk.mjs";
import { theWorld } from "./globals.mjs";

/** The calls that write, which a full disk refuses. */
const WRITES = ["open", "write", "mkdir", "link"];

/** A call of the current process to its disk, which may fail. */
function call(name, path, work) {
  const world = theWorld();
  const { disk } = world.current.process.machine;
  return world.call(() => {
    if (world.strikes("ioError", `${name} ${path}`)) throw failure("EIO", `${name} ${path}`);
    if (WRITES.includes(name) && world.strikes("fullDisk", `${name} ${path}`)) throw failure("ENOSPC", `${name} ${path}`);
    world.note(() => `${name} ${path}`);
    return work(disk);
  });
}

function only(name, value, ...known) {
  if (known.some((one) => JSON.stringify(one) === JSON.stringify(value))) return;
  theWorld().violated(`tests/simulation does not know \`${name}\` with ${JSON.stringify(value)}`);
}

export async function readFile(path, encoding) {
  only("readFile", encoding, "utf8", "latin1");
  if (path.startsWith("/proc/")) return proc(path);
  return call("readFile", path, (disk) => disk.read(path));
}

/** Linux's files about its processes. */
function proc(path) {
  const { machine } = theWorld().current.process;
  if (!machine.isLinux) throw failure("ENOENT", path);
  if (path === "/proc/sys/kernel/random/boot_id") return `boot-${machine.name}-${machine.boot}\n`;
  const [, pid] = /^\/proc\/(\d+)\/stat$/.exec(path);
  const process = machine.processOf(Number(pid));
  if (process === undefined) throw failure("ENOENT", path);
  return `${pid} (no) de) ${Array.from({ length: 40 }, (_, field) => (field === 19 ? Math.floor(process.startedAt / 10) : field)).join(" ")}`;
}

export const readdir = (path, ...rest) => (only("readdir", rest, []), call("readdir", path, (disk) => disk.list(path)));
export const access = (path, ...rest) => (only("access", rest, []), call("access", path, (disk) => void disk.node(path)));
export const link = (from, to) => call("link", to, (disk) => disk.link(from, to));
export const rename = (from, to) => call("rename", to, (disk) => disk.rename(from, to));
export const stat = (path) => call("stat", path, (disk) => (disk.node(path), { mtimeMs: theWorld().now }));

export function mkdir(path, options) {
  only("mkdir", options, { recursive: true });
  return call("mkdir", path, (disk) => disk.mkdir(path, true));
}

export async function rm(path, options) {
  only("rm", options, { force: true }, { recursive: true, force: true });
  const remove = (each) =>
    call("rm", each, (disk) => disk.remove(each)).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
  if (options.recursive !== true) return remove(path);
  for (const name of await readdir(path)) await remove(`${path}/${name}`);
  await remove(path);
}

export async function writeFile(path, text) {
  const file = await call("open", path, (disk) => Object.assign(disk.create(path, { isExclusive: false }), { content: "" }));
  await call("write", path, () => void (file.content += text));
}

export async function open(path, flags) {
  only("open", flags, "r", "a", "wx");
  const node = await call("open", path, (disk) => (flags === "r" ? disk.node(path) : disk.create(path, { isExclusive: flags === "wx" })));
  const write = async (text) => {
    // A long text may be written in two steps, and a process may die between them.
    const half = theWorld().random.chance(0.5) ? Math.floor(text.length / 2) : 0;
    if (half > 0) await call("write", path, () => void (node.content += text.slice(0, half)));
    await call("write", path, () => void (node.content += text.slice(half)));
  };
  return {
    writeFile: write,
    appendFile: write,
    sync: () => call("sync", path, () => node.sync()),
    close: async () => undefined,
  };
}
