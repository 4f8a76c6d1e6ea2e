import { readFileSync } from "node:fs";

/** A source file of the imaginary service, as the agent's `read_file` prints it: numbered lines. */
export function numbered(name, { from = 1, to = Infinity } = {}) {
  return source(name)
    .split("\n")
    .map((line, place) => `${String(place + 1).padStart(5)}  ${line}`)
    .slice(from - 1, to)
    .join("\n");
}

/** The file as it is. */
export function source(name) {
  return readFileSync(new URL(`files/${name}.txt`, import.meta.url), "utf8").trimEnd();
}
