// Arguments of a call of Gemini that arrive in pieces. Each piece names its place by a JSON path.

import { type Fields, assign, listOf, textOf } from "../../stream/assembler.js";

/** A step of a path: `.name`, `['name']`, `["name"]` or `[0]`. */
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/g;

/** Adds pieces to the arguments. Texts at one place are joined. */
export function addPartialArgs(args: Fields, pieces: unknown): void {
  for (const { jsonPath, ...piece } of listOf(pieces)) {
    const path = [...textOf(jsonPath).matchAll(STEP)].map(([, name, index, ...quoted]) => {
      if (index !== undefined) return Number(index);
      return name ?? (quoted[0] ?? quoted[1] ?? "").replace(/\\(.)/g, "$1");
    });
    put(args, path, valueOf(piece));
  }
}

function valueOf({ stringValue, numberValue, boolValue }: Fields): unknown {
  return stringValue ?? numberValue ?? boolValue ?? null;
}

function put(root: Fields, path: readonly (string | number)[], value: unknown): void {
  let place: object = root;
  path.forEach((given, depth) => {
    // An index behind the end would leave a gap, and a name is no index.
    const step = Array.isArray(place) ? (typeof given === "number" ? Math.min(given, place.length) : place.length) : given;
    const old: unknown = Object.hasOwn(place, step) ? place[step as keyof typeof place] : undefined;
    const next = path[depth + 1];
    if (next !== undefined && typeof old === "object" && old !== null) {
      place = old;
      return;
    }
    const made =
      next === undefined
        ? typeof old === "string" && typeof value === "string"
          ? old + value
          : value
        : typeof next === "number"
          ? []
          : {};
    assign(place, step, made);
    place = Object(made) as object;
  });
}
