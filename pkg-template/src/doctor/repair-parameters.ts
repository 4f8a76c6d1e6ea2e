// Makes the repairs of parameters that `validate` names.
//
// All paths are those of the given body, also where items go out of a list. So the edits are gathered in a tree first, and the body is written
// once, from the tree. A violation's edits are made together or not at all.

import { isArray, isObject, reading, unlike } from "../input/check.js";
import type { BodyEdit, Violation } from "../index.js";
import { segmentsOf } from "./segments.js";
import type { ParameterRepair, RepairedParameters } from "./types.js";

type Step = string | number;

/** A place of the body that is edited, or that holds edited places. */
interface Place {
  edit?: BodyEdit;
  readonly inner: Map<Step, Place>;
}

/** Edits that a sentence names. */
const MOST_NAMED = 3;
/** Characters of a new value in a sentence. */
const MOST_SHOWN = 60;

/**
 * Repairs the parameters, tools and output format of a request body: makes the `repair` of each violation of `validate`. Returns a new body,
 * and reports each change; unchanged parts of the body are the caller's own values. A violation without a `repair` is left to you, and so is
 * one whose place the body does not have. Messages stay as they are: give them to `sanitize` first.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const { body } = sanitize("openai-chat", request);
 * const { body: repaired, repairs, left } = repairParameters(body, validate("openai-chat", body));
 * for (const { detail } of repairs) console.log(detail);
 * for (const { path, remedy } of left) console.warn(path, remedy);
 */
export function repairParameters<Body extends object>(body: Body, violations: readonly Violation[]): RepairedParameters<Body> {
  if (!isObject(body)) throw unlike("body", "a request body", body);
  if (!isArray(violations)) throw unlike("violations", "the list that `validate` returns", violations);
  // Getters and proxies of the caller's may throw.
  return reading("`body` or `violations`", () => repaired(body, violations as readonly Violation[]));
}

function repaired<Body extends object>(body: Body, violations: readonly Violation[]): RepairedParameters<Body> {
  const root: Place = { inner: new Map() };
  const repairs: ParameterRepair[] = [];
  const left: Violation[] = [];
  for (const [at, violation] of violations.entries()) {
    if (!isObject(violation)) throw unlike(`violations[${at}]`, "a violation", violation);
    const { rule = "", path, message, repair } = violation;
    const edits = isArray(repair) ? (repair as BodyEdit[]) : [];
    const wanted = edits.map((edit) => fitting(root, body, edit));
    if (edits.length === 0 || wanted.includes("impossible")) {
      left.push(violation);
      continue;
    }
    const made = edits.filter((_, place) => wanted[place] === "new");
    for (const edit of made) enter(root, edit);
    if (made.length > 0) repairs.push({ rule, path, detail: sentence(message, made), edits: made });
  }
  return { body: repairs.length === 0 ? body : (written(body, root) as Body), repairs, left };
}

/** Finds out whether an edit can be made beside those in the tree; `"moot"` if one of them does the same. */
function fitting(root: Place, body: object, edit: BodyEdit): "new" | "moot" | "impossible" {
  const steps = segmentsOf(edit.path);
  const last = steps.pop();
  if (last === undefined) return "impossible";
  let value: unknown = body;
  let place: Place | undefined = root;
  for (const step of steps) {
    value = ownOf(value, step);
    place = place?.inner.get(step);
    if (place?.edit !== undefined && "remove" in place.edit) return "moot";
    if (place?.edit !== undefined && "set" in place.edit) return "impossible";
  }
  const there = place?.inner.get(last);
  if (there?.edit !== undefined) return isSame(there.edit, edit) ? "moot" : "impossible";
  const isHeld = isObject(value) ? isPlain(value) : isArray(value) && typeof last === "number" && last < value.length;
  if (!isHeld) return "impossible";
  // A new value was made from the old one, without the edits in it.
  if ("set" in edit) return there === undefined && !isTaken(place, last) ? "new" : "impossible";
  if (ownOf(value, last) === undefined) return "impossible";
  if ("remove" in edit) return "new";
  const isFree = isObject(value) && (ownOf(value, edit.rename) ?? null) === null && place?.inner.get(edit.rename) === undefined;
  return isFree && !isTaken(place, edit.rename) ? "new" : "impossible";
}

/** True if another field gets this name. */
function isTaken(place: Place | undefined, name: Step): boolean {
  return [...(place?.inner.values() ?? [])].some(({ edit }) => edit !== undefined && "rename" in edit && edit.rename === name);
}

function isSame(one: BodyEdit, other: BodyEdit): boolean {
  const fieldsOf = ({ path: _, ...fields }: BodyEdit) => JSON.stringify(fields);
  return fieldsOf(one) === fieldsOf(other);
}

/** False for a value that JSON writes in another form. */
function isPlain(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

function ownOf(value: unknown, step: Step): unknown {
  if (isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && isPlain(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Puts an edit into the tree. */
function enter(root: Place, edit: BodyEdit): void {
  let place = root;
  for (const step of segmentsOf(edit.path)) {
    const inner: Place = place.inner.get(step) ?? { inner: new Map() };
    place.inner.set(step, inner);
    place = inner;
  }
  place.edit = edit;
}

/** Writes a value with the edits inside of it. */
function written(value: unknown, { inner }: Place): unknown {
  if (isArray(value)) return value.flatMap((item, at) => fieldsAfter(at, item, inner.get(at)).map(([, now]) => now));
  const before = Object.entries(value as object);
  const renamed = new Set([...inner.values()].map(({ edit }) => edit !== undefined && "rename" in edit && edit.rename));
  const added = [...inner].filter(([name, { edit }]) => edit !== undefined && "set" in edit && !Object.hasOwn(value as object, name));
  return Object.fromEntries([
    ...before.filter(([name]) => !renamed.has(name)).flatMap(([name, item]) => fieldsAfter(name, item, inner.get(name))),
    ...added.flatMap(([name, place]) => fieldsAfter(name, undefined, place)),
  ]);
}

/** Returns a field after its edit; none if it was taken out. */
function fieldsAfter(name: Step, value: unknown, place: Place | undefined): [Step, unknown][] {
  if (place === undefined) return [[name, value]];
  const { edit } = place;
  if (edit !== undefined && "remove" in edit) return [];
  if (edit !== undefined && "set" in edit) return [[name, JSON.parse(JSON.stringify(edit.set)) as unknown]];
  const now = place.inner.size > 0 ? written(value, place) : value;
  return [[edit !== undefined && "rename" in edit ? edit.rename : name, now]];
}

/** Says what was wrong, and what was done. */
function sentence(message: string, edits: readonly BodyEdit[]): string {
  const fault = message.replace(/\. Breaks \w+\.( There are \d+ more\.)?$/, "");
  const named = edits.slice(0, MOST_NAMED).map(changeOf);
  const more = edits.length - named.length;
  return `${fault}: ${named.join(", ")}${more > 0 ? `, and ${more} changes more` : ""}.`;
}

function changeOf(edit: BodyEdit): string {
  if ("remove" in edit) return `\`${edit.path}\` was left out`;
  if ("rename" in edit) return `\`${edit.path}\` was renamed to \`${edit.rename}\``;
  const text = JSON.stringify(edit.set);
  return `\`${edit.path}\` was set to ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`;
}
