// The request that a check of parameters and tools reads, and its reports.

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

/** Reports a fault of a parameter: the rule, the place, what is wrong, and what to do. */
export type Report = (rule: string, path: string, fault: string, remedy?: string) => void;

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

/** Reports each field that is not among the known ones. `renamed` has the known names of some others. */
export function refuseUnknown(
  fields: Fields,
  known: string,
  [rule, path]: readonly [rule: string, path: string],
  report: Report,
  renamed: Readonly<Record<string, string>> = {},
): void {
  for (const name of Object.keys(fields)) {
    if (isAmong(known, name)) continue;
    const wanted = Object.hasOwn(renamed, name) ? renamed[name] : undefined;
    const remedy = wanted === undefined ? "leave it out" : `name it \`${wanted}\``;
    report(rule, path + name, `The provider has no field \`${name}\` here`, remedy);
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
