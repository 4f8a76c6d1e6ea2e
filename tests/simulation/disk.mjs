// A disk and its cache. Every process sees the cache. When the power fails, the cache is lost: of the content of a file that was not synced,
// and of the names in a folder that was not synced, the disk has what the seed picks.
//
// POSIX promises no more: the sync of a file makes its content durable, and that of a folder the names in it, not the names of the folder.

export class Folder {
  isFolder = true;
  names = new Map();
  durable = new Map();
  /** Changes of names that were not synced: each is a list of names and their new nodes; null for a removed name. */
  changes = [];

  change(...changes) {
    this.changes.push(changes);
    apply(this.names, changes);
  }

  sync() {
    this.durable = new Map(this.names);
    this.changes = [];
  }
}

export class File {
  isFolder = false;
  content = "";
  durable = "";

  sync() {
    this.durable = this.content;
  }
}

function apply(names, changes) {
  for (const [name, node] of changes) node === null ? names.delete(name) : names.set(name, node);
}

export function failure(code, path) {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

export class Disk {
  root = new Folder();

  /** @param {import("./world.mjs").World} world */
  constructor(world) {
    this.world = world;
    this.mkdir("/data", false);
    this.root.sync();
  }

  /** Returns the folder of a path, and the last name of it. */
  #parent(path) {
    const names = path.split("/").filter((name) => name !== "");
    const last = names.pop();
    let folder = this.root;
    for (const name of names) {
      folder = folder.names.get(name);
      if (folder === undefined) throw failure("ENOENT", path);
      if (!folder.isFolder) throw failure("ENOTDIR", path);
    }
    return { folder, name: last };
  }

  /** Returns what has a path. Throws ENOENT. */
  node(path) {
    const { folder, name } = this.#parent(path);
    const node = name === undefined ? folder : folder.names.get(name);
    if (node === undefined) throw failure("ENOENT", path);
    return node;
  }

  read(path) {
    const node = this.node(path);
    if (node.isFolder) throw failure("EISDIR", path);
    return node.content;
  }

  list(path) {
    const node = this.node(path);
    if (!node.isFolder) throw failure("ENOTDIR", path);
    return [...node.names.keys()];
  }

  /** Creates a file if it may, and returns it. */
  create(path, { isExclusive }) {
    const { folder, name } = this.#parent(path);
    const known = folder.names.get(name);
    if (known !== undefined) {
      if (isExclusive) throw failure("EEXIST", path);
      return known;
    }
    const file = new File();
    folder.change([name, file]);
    return file;
  }

  link(from, to) {
    const node = this.node(from);
    const { folder, name } = this.#parent(to);
    if (folder.names.has(name)) throw failure("EEXIST", to);
    folder.change([name, node]);
  }

  rename(from, to) {
    const node = this.node(from);
    const [old, next] = [this.#parent(from), this.#parent(to)];
    const there = next.folder.names.get(next.name);
    if (there?.isFolder && there.names.size > 0) throw failure("ENOTEMPTY", to);
    if (old.folder !== next.folder) throw new Error("a rename between folders is not simulated");
    old.folder.change([old.name, null], [next.name, node]);
  }

  /** Removes a file, or an empty folder. */
  remove(path) {
    const { folder, name } = this.#parent(path);
    const node = folder.names.get(name);
    if (node === undefined) throw failure("ENOENT", path);
    if (node.isFolder && node.names.size > 0) throw failure("ENOTEMPTY", path);
    folder.change([name, null]);
  }

  /** Creates a folder, and returns the path of the first one that was created; undefined if it was there. */
  mkdir(path, isRecursive) {
    const names = path.split("/").filter((name) => name !== "");
    let [folder, first] = [this.root, undefined];
    names.forEach((name, place) => {
      let next = folder.names.get(name);
      if (next === undefined) {
        if (place < names.length - 1 && !isRecursive) throw failure("ENOENT", path);
        next = new Folder();
        folder.change([name, next]);
        first ??= `/${names.slice(0, place + 1).join("/")}`;
      } else if (!next.isFolder) throw failure("ENOTDIR", path);
      folder = next;
    });
    return first;
  }

  cutPower() {
    const { chance } = this.world.random;
    // Most file systems keep a beginning of the changes of a folder. POSIX allows any part of them.
    this.#lose(this.root, chance(0.5), new Set());
  }

  #lose(node, isOrdered, seen) {
    if (seen.has(node)) return;
    seen.add(node);
    const { world } = this;
    const { below, chance } = world.random;
    if (!node.isFolder) {
      if (node.content !== node.durable) node.durable = this.#torn(node);
      node.content = node.durable;
      return;
    }
    const count = node.changes.length;
    const kept = isOrdered ? node.changes.slice(0, below(count + 1)) : node.changes.filter(() => chance(0.5));
    if (kept.length < count) world.fault("lostNames", `${count - kept.length} of ${count}`);
    for (const changes of kept) apply(node.durable, changes);
    node.names = new Map(node.durable);
    node.changes = [];
    for (const child of node.names.values()) this.#lose(child, isOrdered, seen);
  }

  /** Returns what is left of a file that was not synced: the old content, the new one, a part of it, or a length without the data. */
  #torn({ content, durable }) {
    const { world } = this;
    const { below, pick } = world.random;
    const whole = pick(["old", "new", "part", "zeros"]);
    if (whole === "new") return content;
    world.fault(whole === "old" ? "lostWrite" : "tornWrite");
    if (whole === "old") return durable;
    const length = durable.length + below(content.length - durable.length + 1);
    return whole === "part" ? content.slice(0, length) : content.slice(0, length).padEnd(content.length, "\0");
  }
}
