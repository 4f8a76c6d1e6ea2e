// The parts of Node that its entries use, declared here so that the face needs no types of Node.

/** The functions of `node:fs` in use. */
interface FileSystem {
  readFileSync(path: URL | string): Uint8Array<ArrayBuffer>;
  openSync(path: string): number;
  readSync(file: number, bytes: Uint8Array): number;
  closeSync(file: number): void;
}

declare module "node:module" {
  /** Returns the `require` of a module. */
  export function createRequire(from: string): (name: "node:fs") => FileSystem;
}

declare const require: (name: "node:fs") => FileSystem;
declare const __dirname: string;
declare const process: { readonly moduleLoadList?: readonly string[] };
