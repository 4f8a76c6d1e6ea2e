// What the entries for Node use of Node, so that the face needs no types of Node.

/** The one function of `node:fs` in use. */
interface FileSystem {
  readFileSync(path: URL | string): Uint8Array<ArrayBuffer>;
}

declare module "node:module" {
  /** Returns the `require` of a module. */
  export function createRequire(from: string): (name: "node:fs") => FileSystem;
}

declare const require: (name: "node:fs") => FileSystem;
declare const __dirname: string;
