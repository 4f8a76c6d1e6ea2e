// The tokens that a request may take, as the options say.

import { Method } from "../../../build/method.js";
import { isArray, isObject } from "../input/check.js";
import { type Goal, type GoalOptions, goalIn } from "../input/window.js";
import { stateless } from "../wasm/stateless.js";

/** Returns the tokens that a request with these fields may take. */
export function goalOf(given: GoalOptions, fields: object, options: string): Goal {
  return goalIn(given, () => {
    const [answer = 0, window = 0] = stateless(
      (core) => core.json(Method.WindowOf, [JSON.stringify(settingsOf(fields)), options]) as number[],
    );
    return { answer, window };
  });
}

/** The settings among the fields of a request, such as the model and the length of the answer, which a list does not hold. */
function settingsOf(fields: object): object {
  const withoutLists = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => !isArray(value)));
  if (isArray(fields)) return {};
  return Object.fromEntries(
    Object.entries(withoutLists(fields)).map(([name, value]) => [name, isObject(value) ? withoutLists(value) : value]),
  );
}
