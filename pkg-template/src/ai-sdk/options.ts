// Reading `providerOptions`, in UI messages `providerMetadata`: what only one provider understands.

import { type Fields, isEmpty, isFields, object } from "../formats/fields.js";
import { at } from "../formats/read-error.js";
import type { Extras } from "./form.js";
import type { Link, Provider } from "./sdk-provider.js";

/** The neutral field for options that are linked to no field. */
export const OPTIONS_LEFT = "providerOptions";

/** Options from which some are taken. */
export interface Options {
  /** The options that are left, by the name of the provider. */
  readonly spaces: Record<string, unknown>;
  /** The name under which each provider was found. */
  readonly names: Map<Provider, string>;
}

/** Reads the options in this field. */
export function readOptions(fields: Fields, field: string): Options {
  const value = fields[field] ?? {};
  const spaces = Object.entries(at(field, () => object(value))).map(([name, space]) => [name, isFields(space) ? { ...space } : space]);
  return { spaces: Object.fromEntries(spaces), names: new Map() };
}

/** Takes out an option of a provider that `isWanted`. Options of one provider are taken under one name. */
export function take(options: Options, provider: Provider, option: string, isWanted: (value: unknown) => boolean): unknown {
  const { spaces, names } = options;
  const found = names.get(provider);
  for (const [name, space] of Object.entries(spaces)) {
    const isIts = found === undefined ? provider.includes(name) : found === name;
    if (!isIts || !isFields(space) || space[option] === undefined || !isWanted(space[option])) continue;
    const { [option]: value, ...left } = space;
    if (isEmpty(left)) delete spaces[name];
    else spaces[name] = left;
    names.set(provider, name);
    return value;
  }
  return undefined;
}

/** Takes out an option that is a text. */
export function takeText(options: Options, provider: Provider, option: string): string | undefined {
  return take(options, provider, option, (value) => typeof value === "string") as string | undefined;
}

/** Returns the options as unmodelled fields: those with links under the names of their fields, the rest as it came. Notes aliases of providers. */
export function keptOptions(options: Options, links: readonly Link[], marks: Extras): Extras {
  const kept: Extras = {};
  for (const [provider, option, field] of links) {
    const value = take(options, provider, option, (value) => value !== null);
    if (value !== undefined) kept[field] = value;
  }
  for (const [[usual], name] of options.names) if (name !== usual) marks[usual] = name;
  return isEmpty(options.spaces) ? kept : { ...kept, [OPTIONS_LEFT]: options.spaces };
}
