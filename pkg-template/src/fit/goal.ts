// The tokens that a request may take, as the options say.

import { isArray, isObject } from "../input/check.js";
import { type Goal, type GoalOptions, type Known, goalIn } from "../input/window.js";
import { stateless } from "../wasm/stateless.js";
import { writeAll } from "../wasm/text.js";

/** Returns the tokens that a request with these fields may take. */
export function goalOf(given: GoalOptions, fields: object, options: string): Goal {
  return goalIn(given, () => knownOf(settingsOf(fields), options));
}

/** The settings among the fields of a request: its model and the length of its answer stand neither in messages nor in tools. */
function settingsOf(fields: object): object {
  if (isArray(fields)) return {};
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isArray(value) && !(isObject(value) && isLarge(value))));
}

/** Asks the core for the window of the model, and for the length of the answer. */
function knownOf(fields: object, options: string): Known {
  const [answer = 0, window = 0] = stateless((core) => {
    const [fieldsLength = 0, optionsLength = 0] = writeAll(core, [JSON.stringify(fields), options]);
    return [...core.windowOf(fieldsLength, optionsLength)];
  });
  return { answer, window };
}

/** True for an object with more than settings, such as a prompt. */
function isLarge(value: object): boolean {
  return Object.values(value).some(isArray);
}
