// The request that a check of parameters and tools reads, and its reports.
//
// A report has a repair only where the request keeps its meaning: what is left out would be refused anyway, and the answer does not change
// unseen. Limits, efforts, forced tools, and what a schema demands are never guessed.

import type { BodyEdit } from "../types/index.js";

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request whose parameters are checked. */
export interface ParameterRequest {
  readonly body: Fields;
  /** The model's name in lower case, without the maker's or the region's part; `""` if the request names none. */
  readonly model: string;
  /** True if the name came with such a part, as at routers and hosts of several makers. */
  readonly isRouted: boolean;
  /** The vendor behind chat completions, if it is known. */
  readonly vendor: string | undefined;
}

/** The edits that repair a fault. */
export type ParameterEdits = readonly BodyEdit[];

/** Reports a fault of a parameter: the rule, the place, what is wrong, what to do, and the repair, if one is safe. */
export type Report = (rule: string, path: string, fault: string, remedy: string, repair?: ParameterEdits) => void;

/** Reports a fault of a rule that the receiver knows. */
export type RuleReport = (path: string, fault: string, remedy: string, repair?: ParameterEdits) => void;

/** Reports what is wrong with the parameters of a request. */
export type ParameterCheck = (request: ParameterRequest, report: Report) => void;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object, or none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The items of a list, or none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** True if the field is there with a value. */
export function has(fields: Fields, name: string): boolean {
  return fields[name] !== undefined && fields[name] !== null;
}

/** True if the name is one of the words. Lists are texts, because a bundler keeps what is computed when a module loads. */
export function isAmong(words: string, name: string): boolean {
  return !name.includes(" ") && ` ${words} `.includes(` ${name} `);
}

/** Returns the path of a field. A name that a path would take apart is in quotes. */
export function joined(path: string, name: string): string {
  if (!/^[^.[\]"]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** Returns the repair that leaves a field out. */
export function without(path: string): ParameterEdits {
  return [{ path, remove: true }];
}

/** Returns the repair that leaves an option out, together with the object around it if that has no other field. */
export function withoutOption(body: Fields, around: string, name: string): ParameterEdits {
  return without(Object.keys(fieldsOf(body[around])).length === 1 ? around : `${around}.${name}`);
}

/** The fields of providers and clients that hold no text for the model, and do not change the form of the answer. */
const SETTINGS =
  "store metadata client_metadata user safety_identifier logit_bias service_tier stream_options prompt_cache_key prompt_cache_retention " +
  "prompt_cache_options cache_control extra_headers extra_query api_key base_url provider route usage";

/** True for a field that can be left out: a setting, or a switch or number that is about no limit, format, thinking, tool or number of answers. */
function isSetting(name: string, value: unknown): boolean {
  if (value === null || isAmong(SETTINGS, name)) return true;
  return (
    (typeof value === "boolean" || typeof value === "number") &&
    !/^(n|best_of)$|token|think|reason|json|format|stream|tool|search/i.test(name)
  );
}

/** Reports each field that is not among the known ones. `renamed` has the known names of some others. */
export function refuseUnknown(
  fields: Fields,
  known: string,
  [rule, path]: readonly [rule: string, path: string],
  report: Report,
  renamed: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(fields)) {
    if (isAmong(known, name)) continue;
    const place = joined(path, name);
    const fault = `The provider has no field \`${name}\` here`;
    const wanted = Object.hasOwn(renamed, name) ? renamed[name] : undefined;
    if (wanted === undefined && isSetting(name, value)) report(rule, place, fault, "leave it out", without(place));
    else if (wanted === undefined) report(rule, place, fault, "leave it out, or use a field that the provider has");
    else {
      // A number means the same under its other name. An object has another form there.
      const isSame = typeof value === "number" && !wanted.includes(".") && !has(fields, wanted);
      report(rule, place, fault, `name it \`${wanted}\``, isSame ? [{ path: place, rename: wanted }] : undefined);
    }
  }
}

/** Reports each of these fields that the object has with a value. */
export function refuseFields(fields: Fields, names: readonly string[], report: (name: string) => void): void {
  for (const name of names) if (has(fields, name)) report(name);
}

/** Reports a number outside of its range. */
export function checkRange(report: Report, rule: string, fields: Fields, path: string, [least, most]: readonly [number, number]): void {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const value = fields[name];
  if (typeof value !== "number" || (value >= least && value <= most)) return;
  const range = most === Number.POSITIVE_INFINITY ? `${least} or more` : `from ${least} to ${most}`;
  report(rule, path, `\`${name}\` is ${value}`, `give a number ${range}`);
}
