// Former names of options, which programs still use. They go with version 1.0.

import { invalid, isObject, reading } from "./check.js";

/** Today's names of options, by their former names. */
export type FormerNames = Readonly<Record<string, string>>;

/**
 * Returns the options with today's names. Options without former names are returned as they are.
 *
 * @throws ConversationError `invalid-argument` if an option is given by both names.
 */
export function renamed(name: string, options: unknown, names: FormerNames): unknown {
  if (!isObject(options)) return options;
  return reading(`\`${name}\``, () => {
    const former = Object.keys(names).filter((key) => options[key] !== undefined);
    if (former.length === 0) return options;
    const copy = { ...options };
    for (const key of former) {
      const today = names[key] as string;
      if (copy[today] !== undefined) throw invalid(`\`${name}.${key}\` is the former name of \`${name}.${today}\`: give one of them.`);
      copy[today] = copy[key];
      delete copy[key];
    }
    return copy;
  });
}
