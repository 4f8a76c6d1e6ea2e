// Writing `providerOptions`, in UI messages `providerMetadata`.

import { type Fields, fieldsOf, isFields } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import type { Extras } from "./form.js";
import type { Link, Provider } from "./sdk-provider.js";
import { OPTIONS_LEFT } from "./options.js";

/** Options to write, by the name of the provider. A map holds single options; any other value is written unchanged. */
export type Namespaces = Map<string, unknown>;

/** Returns the options in unmodelled fields. */
export function namespacesOf(extras: Fields, links: readonly Link[]): Namespaces {
  const spaces: Namespaces = new Map();
  addOptions(spaces, extras, links);
  return spaces;
}

/** Adds the options in unmodelled fields. Existing options stay. */
export function addOptions(spaces: Namespaces, extras: Fields, links: readonly Link[]): void {
  for (const [provider, option, field] of links) {
    if (extras[field] !== undefined) putOption(spaces, extras, provider, option, extras[field]);
  }
  for (const [name, space] of Object.entries(fieldsOf(extras[OPTIONS_LEFT]))) {
    const options = isFields(space) ? Object.entries(space) : [];
    for (const [option, value] of options) enter(spaces, name, option, value);
    if (options.length === 0 && !spaces.has(name)) spaces.set(name, space);
  }
}

/** Adds an option, under the name that the provider came by. */
export function putOption(spaces: Namespaces, extras: Fields, provider: Provider, option: string, value: unknown): void {
  const name = marksOf(extras)[provider[0]];
  enter(spaces, typeof name === "string" ? name : provider[0], option, value);
}

function enter(spaces: Namespaces, name: string, option: string, value: unknown): void {
  const space = spaces.get(name);
  if (space === undefined) spaces.set(name, new Map([[option, value]]));
  else if (space instanceof Map && !space.has(option)) space.set(option, value);
}

/** Returns the options as the field `name`; nothing when there are none. */
export function writtenOptions(spaces: Namespaces, name: string): Extras {
  if (spaces.size === 0) return {};
  return {
    [name]: Object.fromEntries([...spaces].map(([name, space]) => [name, space instanceof Map ? Object.fromEntries(space) : space])),
  };
}
