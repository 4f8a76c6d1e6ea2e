// The folder in which the server runs. It reads and writes no files elsewhere.

import { realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { BadInput } from "../bad-input.js";

export class Folder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The path of a file that is there. */
  async file(name: string): Promise<string> {
    const path = await realpath(resolve(this.#path, name)).catch(() => {
      throw new BadInput(`There is no file ${JSON.stringify(name)} in the folder of the server.`);
    });
    return this.#inside(path, name);
  }

  /** Writes a new file. */
  async save(name: string, text: string): Promise<void> {
    const path = resolve(this.#path, name);
    const parent = await realpath(dirname(path)).catch(() => {
      throw new BadInput(`The folder of ${JSON.stringify(name)} does not exist.`);
    });
    const target = await this.#inside(join(parent, basename(path)), name);
    await writeFile(target, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === "EEXIST" ? "it exists already: give another name" : error.message;
      throw new BadInput(`${JSON.stringify(name)} cannot be written: ${why}.`);
    });
  }

  async #inside(path: string, name: string): Promise<string> {
    const way = relative(await realpath(this.#path), path);
    if (way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && resolve(this.#path, way) !== way) return path;
    throw new BadInput(
      `${JSON.stringify(name)} is outside of the folder in which the server runs: start the server there, or give the text.`,
    );
  }
}
